(* Forms of forms, and units with their values, as they are exported; see program_runs.v. *)
Section Forms.
Variable F : realFieldType.
Implicit Types x y z t : seq F.
Implicit Types r : seq (nat * F).
Implicit Types f : T_Form (all_of F).
Implicit Types u : T_any_ReLUs (all_of F).

(* ---------- rows and forms ---------- *)
Lemma dot_cat r s x : f_dot (all_of F) (r ++ s) x = f_dot (all_of F) r x + f_dot (all_of F) s x.
Proof. by rewrite !dotE big_cat. Qed.
Lemma dot_cons a r x : f_dot (all_of F) (a :: r) x = a.2 * nth 0 x a.1 + f_dot (all_of F) r x.
Proof. by rewrite !dotE big_cons. Qed.
Lemma in_three r p x : f_dot (all_of F) r x =
  f_dot (all_of F) [seq a <- r | (a.1 < p)%N] x + (\sum_(a <- r | a.1 == p) a.2) * nth 0 x p + f_dot (all_of F) [seq a <- r | (p < a.1)%N] x.
Proof.
elim: r => [|[i c] r IH] /=; first by rewrite dot_nil big_nil mul0r !addr0.
rewrite dot_cons big_cons IH /=.
case: (ltngtP i p) => [h|h|->]; rewrite ?dot_cons /= ?mulrDl !addrA //.
- by congr (_ + _); rewrite -addrA addrC.
by congr (_ + _); congr (_ + _); rewrite addrC.
Qed.
Lemma with_termE r i a x : f_dot (all_of F) (f_with_term (all_of F) r i a) x = f_dot (all_of F) r x + a * nth 0 x i.
Proof.
rewrite /f_with_term; case: ifP => _.
  rewrite /nsub /= subr0; case: eqP => [->|_] /=; first by rewrite mul0r addr0.
  by rewrite dot_cat dot_cons dot_nil addr0.
rewrite (in_three r i x).
have e (P : pred (nat * F)) : [seq (let '(j, c) := b in (j, c)) | b <- r & (let '(j, c) := b in P (j, c))] = filter P r.
  rewrite -[RHS]map_id; have -> : [seq b <- r | let '(j, c) := b in P (j, c)] = filter P r by apply: eq_filter => -[].
  by apply: eq_map => -[].
have e1 := e (fun b => b.1 < i)%N; have e2 := e (fun b => i < b.1)%N; rewrite /= in e1 e2.
rewrite e1 e2 {e e1 e2} nsumE.
have -> : \sum_(b <- [seq (let '(_, c) := b in c) | b <- r & (let '(j, _) := b in eqn j i)]) b = \sum_(b <- r | b.1 == i) b.2.
  by rewrite big_map big_filter; apply: eq_big => -[j c] //=.
rewrite dot_cat; set s := \sum_(_ <- _ | _) _; set q := _ + s.
have -> : f_dot (all_of F) ((if ~~ nis0 (all_of F) (nsub (all_of F) q 0) then [:: (i, q)] else [::]) ++ [seq b <- r | (i < b.1)%N]) x =
   q * nth 0 x i + f_dot (all_of F) [seq b <- r | (i < b.1)%N] x.
  rewrite dot_cat /nsub /= subr0; case: eqP => [->|_] /=; first by rewrite dot_nil mul0r.
  by rewrite dot_cons dot_nil addr0.
by rewrite /q mulrDl !addrA -[RHS]addrA [in RHS](addrC _ (a * _)) !addrA; congr (_ + _); rewrite -!addrA; congr (_ + _); rewrite addrC.
Qed.
Lemma with_termsE r c s x : f_dot (all_of F) (f_with_terms (all_of F) r c s) x = f_dot (all_of F) r x + c * f_dot (all_of F) s x.
Proof.
rewrite /f_with_terms; elim: s r => [|[i a] s IH] r /=; first by rewrite dot_nil mulr0 addr0.
by rewrite IH with_termE dot_cons /= mulrDr mulrA addrA.
Qed.
Definition no_form : T_Form (all_of F) := make_Form (all_of F) [::] 0.
Lemma value_none x : f_value (all_of F) no_form x = 0.
Proof. by rewrite /f_value /= dot_nil addr0. Qed.
Lemma composedE f (inner : seq (T_Form (all_of F))) x : f_value (all_of F) (f_composed (all_of F) f inner) x =
  \sum_(a <- get_Form_row (all_of F) f) a.2 * f_value (all_of F) (nth no_form inner a.1) x + get_Form_constant (all_of F) f.
Proof.
rewrite /f_composed /f_value; case: f => r k /=.
set g := (fun _ _ => _).
have h s b : f_dot (all_of F) (foldl g (s, b) r).1 x + (foldl g (s, b) r).2 =
   f_dot (all_of F) s x + b + \sum_(a <- r) a.2 * f_value (all_of F) (nth no_form inner a.1) x.
  elim: r s b => [|[i c] r IH] s b; first by rewrite /= big_nil addr0.
  rewrite big_cons /= IH with_termsE /f_value /= !mulrDr !addrA; congr (_ + _); congr (_ + _).
  by rewrite addrAC.
have := h [::] k; case: foldl => s b /=; rewrite dot_nil add0r => ->; exact: addrC.
Qed.
Lemma same_value f x y : all (fun i => nth 0 x i == nth 0 y i) (map fst (get_Form_row (all_of F) f)) -> f_value (all_of F) f x = f_value (all_of F) f y.
Proof.
rewrite /f_value; case: f => r k /= h; congr (_ + _); rewrite !dotE.
by elim: r h => [|a r IH] /=; rewrite ?big_nil // !big_cons => /andP[/eqP -> /IH ->].
Qed.
Lemma composed_value f (inner : seq (T_Form (all_of F))) x y :
  all (fun i => f_value (all_of F) (nth no_form inner i) x == nth 0 y i) (map fst (get_Form_row (all_of F) f)) ->
  f_value (all_of F) (f_composed (all_of F) f inner) x = f_value (all_of F) f y.
Proof.
rewrite composedE /f_value; case: f => r k /= h; congr (_ + _); rewrite !dotE.
by elim: r h => [|a r IH] /=; rewrite ?big_nil // !big_cons => /andP[/eqP -> /IH ->].
Qed.
Lemma composed_all f (inner : seq (T_Form (all_of F))) x : f_value (all_of F) (f_composed (all_of F) f inner) x = f_value (all_of F) f (f_values (all_of F) inner x).
Proof.
apply: composed_value; apply/allP => i _; apply/eqP.
case: (ltnP i (size inner)) => h; first by rewrite (nth_map no_form).
by rewrite !nth_default ?size_map // value_none.
Qed.
Lemma size_range_of s n : size (f_range_of (all_of F) s n) = n.
Proof. by rewrite size_map size_iota subn0. Qed.
Lemma values_range_of s n x : (s + n <= size x)%N -> f_values (all_of F) (f_range_of (all_of F) s n) x = take n (drop s x).
Proof.
move=> h; apply: (@eq_from_nth _ (0 : F)).
  by rewrite size_values size_range_of size_takel // size_drop leq_subRL // (leq_trans (leq_addr _ _) h).
rewrite size_values size_range_of => i hi.
rewrite nth_take // nth_drop (nth_map (f_coordinate (all_of F) 0)) ?size_range_of //.
by rewrite (nth_map 0%N) ?size_iota ?subn0 // nth_iota ?subn0 // add0n value_at.
Qed.
Lemma values_begin x t : f_values (all_of F) (f_range_of (all_of F) 0 (size x)) (x ++ t) = x.
Proof. by rewrite values_range_of ?size_cat ?leq_addr // drop0 take_size_cat. Qed.
Lemma values_middle x y t : f_values (all_of F) (f_range_of (all_of F) (size x) (size y)) (x ++ y ++ t) = y.
Proof. by rewrite values_range_of ?size_cat ?leq_add2l ?leq_addr // drop_size_cat // take_size_cat. Qed.

(* ---------- what is the same ---------- *)
Lemma zip_same (T : Type) (same : T -> T -> bool) (s t : seq T) : (forall a b, same a b -> a = b) ->
  eqn (size s) (size t) && all id (map (fun '(a, b) => same a b) (zip s t)) -> s = t.
Proof.
move=> h; elim: s t => [|a s IH] [|b t] //= /andP[e /andP[/h -> c]].
by rewrite (IH t) // c andbT.
Qed.
Lemma is0 (a b : F) : nis0 (all_of F) (nsub (all_of F) a b) -> a = b.
Proof. by rewrite /nsub /= subr_eq0 => /eqP. Qed.
Lemma same_row r s : f_same_row (all_of F) r s -> r = s.
Proof.
rewrite /f_same_row => h; apply: (zip_same (same := fun a b => eqn a.1 b.1 && nis0 (all_of F) (nsub (all_of F) a.2 b.2))).
  by move=> [i c] [j d] /= /andP[/eqP -> /is0 ->].
case/andP: h => -> /=; set m1 := map _ _; set m2 := map _ _; suff -> : m1 = m2 by [].
by apply: eq_map => -[[i c] [j d]].
Qed.
Lemma same_form f g : f_same_form (all_of F) f g -> f = g.
Proof. by case: f => r k; case: g => s l /= /andP[/same_row /= -> /is0 /= ->]. Qed.
Lemma same_entry e g : f_same_entry (all_of F) e g -> e = g.
Proof.
by case: e => p1 f1 a1; case: g => p2 f2 a2 /andP[/andP[/same_row /= -> /same_form /= ->] /is0 /= ->].
Qed.
Lemma same_unit u v : f_same_unit (all_of F) u v -> u = v.
Proof.
case: u => -[s]; case: v => -[t] //=; rewrite /f_same_relus /f_same_products /f_same_states.
- by move/(zip_same same_form) => ->.
- move=> h; congr (of_any_ReLUs_Products _ (make_Products _ _)).
  apply: (zip_same (same := fun a b => f_same_form (all_of F) a.1 b.1 && f_same_form (all_of F) a.2 b.2)).
    by move=> [a b] [c d] /= /andP[/same_form -> /same_form ->].
  case/andP: h => -> /=; set m1 := map _ _; set m2 := map _ _; suff -> : m1 = m2 by [].
  by apply: eq_map => -[[i c] [j d]].
by move/(zip_same same_entry) => ->.
Qed.
Lemma place_is (T : Type) (p : pred T) (s : seq T) :
  (foldl (fun '(k, b) a => let b := b || p a in let k := if b then k else (k + 1)%N in (k, b)) (0%N, false) s).1 = find p s.
Proof.
set g := (fun _ _ => _); have h k b : (foldl g (k, b) s).1 = if b then k else (k + find p s)%N.
  elim: s k b => [|a s IH] k b /=; first by rewrite addn0; case: b.
  by rewrite {1}/g IH; case: b => //=; case: (p a) => /=; rewrite ?addn0 // addn1 addSnnS.
by rewrite h.
Qed.
Lemma placeE u us : f_place_of (all_of F) u us = find (f_same_unit (all_of F) ^~ u) us.
Proof. by rewrite -place_is /f_place_of; case: foldl. Qed.
Lemma indexE i (s : seq nat) : f_index_of (all_of F) i s = index i s.
Proof. by rewrite /index -place_is /f_index_of; case: foldl. Qed.

(* ---------- units ---------- *)
Definition no_unit : T_any_ReLUs (all_of F) := of_any_ReLUs_ReLUs (all_of F) (make_ReLUs (all_of F) [::]).
Definition places u : seq nat := flatten [seq map fst (get_Form_row (all_of F) f) | f <- f_forms_of (all_of F) u].
Lemma size_unit_value u l x : size (f_unit_value (all_of F) u l x) = f_size_of_unit (all_of F) u.
Proof. by case: u => -[s] /=; rewrite ?size_map. Qed.
Definition same_at x y (i : nat) := nth 0 x i == nth 0 y i.
Lemma same_values fs x y : all (same_at x y) (flatten [seq map fst (get_Form_row (all_of F) f) | f <- fs]) ->
  f_values (all_of F) fs x = f_values (all_of F) fs y.
Proof.
elim: fs => //= f fs IH; rewrite all_cat => /andP[/same_value e /IH h].
exact: (f_equal2 cons e h).
Qed.
Lemma same_unit_value u l x y : all (same_at x y) (places u) -> f_unit_value (all_of F) u l x = f_unit_value (all_of F) u l y.
Proof.
rewrite /places; case: u => -[s] /=; first by move/same_values => ->.
  elim: s => //= -[a b] s IH /=; rewrite all_cat => /andP[/same_value e].
  by rewrite all_cat => /andP[/same_value e' /IH h]; exact: (f_equal2 cons (f_equal2 (fun a b : F => a * b) e e') h).
elim: s => //= -[p f a] s IH /=; rewrite all_cat => /andP[/same_value e /IH h].
exact: (f_equal2 cons (f_equal (fun b : F => f_dot (all_of F) p l + b) e) h).
Qed.
Lemma on_views_value u (views : seq (T_Form (all_of F))) l x y :
  all (fun i => f_value (all_of F) (nth no_form views i) x == nth 0 y i) (places u) ->
  f_unit_value (all_of F) (f_on_views (all_of F) u views) l x = f_unit_value (all_of F) u l y.
Proof.
rewrite /places; case: u => -[s] /=.
- move=> h; apply: (f_equal (f_relus (all_of F))); elim: s h => //= f s IH; rewrite all_cat => /andP[/composed_value e /IH h].
  exact: (f_equal2 cons e h).
- elim: s => //= -[a b] s IH /=; rewrite all_cat => /andP[/composed_value e].
  by rewrite all_cat => /andP[/composed_value e' /IH h]; exact: (f_equal2 cons (f_equal2 (fun a b : F => a * b) e e') h).
elim: s => //= -[p f a] s IH /=; rewrite all_cat => /andP[/composed_value e /IH h].
exact: (f_equal2 cons (f_equal (fun b : F => f_dot (all_of F) p l + b) e) h).
Qed.
Lemma size_on_views u views : f_size_of_unit (all_of F) (f_on_views (all_of F) u views) = f_size_of_unit (all_of F) u.
Proof. by case: u => -[s] /=; rewrite size_map. Qed.
Lemma first_on_views u views : f_unit_first (all_of F) (f_on_views (all_of F) u views) = f_unit_first (all_of F) u.
Proof. by case: u => -[s] //=; rewrite /f_first_state -map_comp; apply: eq_map. Qed.

(* ---------- the values of the rest ---------- *)
Fixpoint rest_values (last : seq (seq F)) (k : nat) x (us : seq (T_any_ReLUs (all_of F))) : seq (seq F) :=
  if us is u :: us then let own := f_unit_value (all_of F) u (nth [::] last k) x in own :: rest_values last k.+1 (x ++ own) us
  else [::].
Lemma rest_foldE last found x us :
  foldl (fun '(found, x) u => let own := f_unit_value (all_of F) u (f_vector_at (all_of F) last (size found)) x in
    let found := found ++ [:: own] in let x := x ++ own in (found, x)) (found, x) us =
  (found ++ rest_values last (size found) x us, x ++ flatten (rest_values last (size found) x us)).
Proof.
elim: us found x => [|u us IH] found x /=; first by rewrite !cats0.
by rewrite IH size_cat addn1 -!catA.
Qed.
Lemma size_rest_values last k x us : size (rest_values last k x us) = size us.
Proof. by elim: us k x => //= u us IH k x; rewrite IH. Qed.
Lemma rest_values_rcons last k x us u : rest_values last k x (us ++ [:: u]) =
  rest_values last k x us ++ [:: f_unit_value (all_of F) u (nth [::] last (k + size us)) (x ++ flatten (rest_values last k x us))].
Proof.
elim: us k x => [|v us IH] k x /=; first by rewrite addn0 cats0.
by rewrite IH addSnnS catA.
Qed.
Lemma shape_rest last k x us : map size (rest_values last k x us) = map (f_size_of_unit (all_of F)) us.
Proof. by elim: us k x => //= u us IH k x; rewrite IH size_unit_value. Qed.
Fixpoint stages_values (last : seq (seq F)) (k : nat) x (us : seq (T_any_ReLUs (all_of F))) : seq (seq F) :=
  if us is u :: us then let own := f_unit_value (all_of F) u (nth [::] last k) x in own :: stages_values last k.+1 own us
  else [::].
Lemma stages_foldE last found y us :
  foldl (fun '(found, x) u => let x := f_unit_value (all_of F) u (f_vector_at (all_of F) last (size found)) x in
    let found := found ++ [:: x] in (found, x)) (found, y) us =
  (found ++ stages_values last (size found) y us, seq.last y (stages_values last (size found) y us)).
Proof.
elim: us found y => [|u us IH] found y /=; first by rewrite !cats0.
by rewrite IH size_cat addn1 -!catA.
Qed.
Lemma size_stages_values last k x us : size (stages_values last k x us) = size us.
Proof. by elim: us k x => //= u us IH k x; rewrite IH. Qed.
Definition token_of (dim : nat) x : seq F := map (f_entry_of (all_of F) x) (iota 0 dim).
Lemma size_token dim x : size (token_of dim x) = dim.
Proof. by rewrite size_map size_iota. Qed.
Lemma gathered_stepE p last x : f_gathered_step (all_of F) p last x =
  let st := stages_values last 0 (token_of (get_Gathered_dim (all_of F) p) x) (get_Gathered_stages (all_of F) p) in
  let v := seq.last (token_of (get_Gathered_dim (all_of F) p) x) st in
  let rv := rest_values last (size (get_Gathered_stages (all_of F) p)) v (get_Gathered_rest (all_of F) p) in
  (st ++ rv, f_values (all_of F) (get_Gathered_output (all_of F) p) (v ++ flatten rv)).
Proof.
by rewrite /f_gathered_step stages_foldE rest_foldE /= /iota_to subn0 size_stages_values.
Qed.
Definition in_gathered p (t : seq (seq F) * seq (seq F)) x :=
  let u := f_gathered_step (all_of F) p t.1 x in (u.1, t.2 ++ [:: u.2]).
Lemma in_gatheredE p xs : f_gathered_outputs (all_of F) p xs =
  (foldl (in_gathered p) (map (f_unit_first (all_of F)) (get_Gathered_stages (all_of F) p) ++ map (f_unit_first (all_of F)) (get_Gathered_rest (all_of F) p), [::]) xs).2.
Proof.
rewrite /f_gathered_outputs (fold_same (g := in_gathered p)); first by case: foldl.
by move=> [k os] x; rewrite /in_gathered; case: f_gathered_step.
Qed.
End Forms.
