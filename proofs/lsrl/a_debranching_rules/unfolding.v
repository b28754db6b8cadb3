(* What is ready is computed side by side: states that read states of their own stage are put in as
   they are computed; see units.v. *)
Section Unfolding.
Variable F : realFieldType.
Implicit Types x y z t v l : seq F.
Implicit Types u : T_any_ReLUs (all_of F).
Implicit Types us : seq (T_any_ReLUs (all_of F)).
Implicit Types e : T_Entry (all_of F).
Implicit Types seen : seq (T_Entry (all_of F)).
Implicit Types there : seq bool.
Implicit Types todo : seq (T_any_ReLUs (all_of F) * bool).
Implicit Types last : seq (seq F).

(* ---------- what is ready, and what is left ---------- *)
Definition now todo := [seq p.1 | p <- todo & p.2].
Definition others todo := [seq p.1 | p <- todo & ~~ p.2].
Definition of_kind (c : nat) us := all (fun u => f_kind_of (all_of F) u == c) us.
Fixpoint fine (c : nat) todo there : Prop :=
  if todo is (u, b) :: todo then (b -> (f_kind_of (all_of F) u == c) && all (nth true there) (places u)) /\
    fine c todo (there ++ nseq (f_size_of_unit (all_of F) u) (b && (c == 1%N))) else True.
Fixpoint now_values todo last k z : seq F :=
  if todo is (u, b) :: todo then let own := f_unit_value (all_of F) u (nth [::] last k) z in
    (if b then own else [::]) ++ now_values todo last k.+1 (z ++ own) else [::].
Fixpoint tie todo start l last k last' k' : Prop :=
  if todo is (u, b) :: todo then
    (if b then take (f_size_of_unit (all_of F) u) (drop start l) = nth [::] last k else nth [::] last' k' = nth [::] last k) /\
    tie todo (if b then start + f_size_of_unit (all_of F) u else start)%N l last k.+1 last' (if b then k' else k'.+1)
  else True.

(* ---------- one entry ---------- *)
Definition no_entry : T_Entry (all_of F) := make_Entry (all_of F) [::] (no_form F) 0.
Definition entry_value e l v := f_dot (all_of F) (get_Entry_past (all_of F) e) l + f_value (all_of F) (get_Entry_fed (all_of F) e) v.
Lemma no_entry_value l v : entry_value no_entry l v = 0.
Proof. by rewrite /entry_value [X in X + _]dot_nil add0r; apply: value_none. Qed.
Lemma moved_dot r s n x : f_dot (all_of F) (f_moved (all_of F) r s n) x = f_dot (all_of F) r (take n (drop s x)).
Proof.
rewrite !dotE big_map big_filter big_mkcond; apply: eq_bigr => -[i c] _ /=.
case: ltnP => h; first by rewrite nth_take // nth_drop.
by rewrite nth_default ?mulr0 // size_take; case: ifP => // /negbT; rewrite -leqNgt => /leq_trans ->.
Qed.
Lemma nth_image (A B : Type) (f : A -> B) a s i : nth (f a) (map f s) i = f (nth a s i).
Proof. by case: (ltnP i (size s)) => h; [rewrite (nth_map a) | rewrite !nth_default ?size_map]. Qed.
Lemma valueE (f : T_Form (all_of F)) x : f_value (all_of F) f x = f_dot (all_of F) (get_Form_row (all_of F) f) x + get_Form_constant (all_of F) f.
Proof. by []. Qed.
Lemma linear_row r (inner : seq (T_Form (all_of F))) x : (forall i, get_Form_constant (all_of F) (nth (no_form F) inner i) = 0) ->
  f_dot (all_of F) (get_Form_row (all_of F) (f_composed (all_of F) (make_Form (all_of F) r 0) inner)) x =
  \sum_(a <- r) a.2 * f_value (all_of F) (nth (no_form F) inner a.1) x.
Proof.
move=> h; set f := f_composed _ _ _.
have dot0 s : f_dot (all_of F) s ([::] : seq F) = 0 by rewrite dotE big1 // => a _; rewrite nth_nil mulr0.
have sumE y : f_value (all_of F) f y = \sum_(a <- r) a.2 * f_value (all_of F) (nth (no_form F) inner a.1) y by rewrite composedE /= addr0.
have c0 : get_Form_constant (all_of F) f = 0.
  rewrite -[LHS]add0r -(dot0 (get_Form_row (all_of F) f)) -valueE sumE big1 // => a _.
  by rewrite valueE dot0 h addr0 mulr0.
by rewrite -sumE valueE c0 addr0.
Qed.
Definition pasts seen := [seq make_Form (all_of F) (get_Entry_past (all_of F) e) 0 | e <- seen].
Definition feds seen := [seq get_Entry_fed (all_of F) e | e <- seen].
Lemma entry_onE e start n seen l v z :
  all (fun i => entry_value (nth no_entry seen i) l v == nth 0 z i) (map fst (get_Form_row (all_of F) (get_Entry_fed (all_of F) e))) ->
  entry_value (f_entry_on (all_of F) e start n (pasts seen) (feds seen)) l v =
  f_dot (all_of F) (get_Entry_past (all_of F) e) (take n (drop start l)) + f_value (all_of F) (get_Entry_fed (all_of F) e) z.
Proof.
case: e => p f a h; set fed := f_composed (all_of F) f (feds seen).
set kept := get_Form_row (all_of F) (f_composed (all_of F) (make_Form (all_of F) (get_Form_row (all_of F) f) 0) (pasts seen)).
have -> : entry_value (f_entry_on (all_of F) (make_Entry (all_of F) p f a) start n (pasts seen) (feds seen)) l v =
  f_dot (all_of F) (kept ++ f_moved (all_of F) p start n) l + f_value (all_of F) fed v by [].
rewrite dot_cat moved_dot [_ + f_dot _ p _]addrC -addrA; congr (_ + _).
rewrite linear_row => [|i]; last by rewrite /pasts (nth_image (fun e => make_Form (all_of F) (get_Entry_past (all_of F) e) 0) no_entry).
rewrite composedE valueE addrA -big_split /=; congr (_ + _); rewrite dotE.
elim: (get_Form_row (all_of F) f) h => [|[i c] r IH] /=; first by rewrite !big_nil.
case/andP => /eqP e /IH {}IH; rewrite !big_cons IH -mulrDr; congr (_ * _ + _); rewrite -e /entry_value.
rewrite (nth_image (fun e => make_Form (all_of F) (get_Entry_past (all_of F) e) 0) no_entry) (nth_image (get_Entry_fed (all_of F)) no_entry).
by rewrite [X in X + _](addr0 (f_dot (all_of F) _ l)).
Qed.

(* ---------- all that is ready ---------- *)
Fixpoint unfolded_from todo start seen : seq (T_any_ReLUs (all_of F)) :=
  if todo is (u, b) :: todo then let own := f_put_in (all_of F) u start seen in
    let seen := seen ++ (if b then f_entries_of (all_of F) own else f_no_entries (all_of F) (f_size_of_unit (all_of F) u)) in
    if b then own :: unfolded_from todo (start + f_size_of_unit (all_of F) u)%N seen else unfolded_from todo start seen
  else [::].
Definition at_first (width : nat) := [seq make_Entry (all_of F) [::] (f_coordinate (all_of F) i) 0 | i <- iota 0 width].
Lemma unfoldedE us (flags : seq bool) width : f_unfolded (all_of F) us flags width = unfolded_from (zip us flags) 0 (at_first width).
Proof.
rewrite /f_unfolded /iota_to subn0 -/(at_first width); set g := (fun _ _ => _).
have h vs seen start todo : (foldl g (vs, seen, start) todo).1.1 = vs ++ unfolded_from todo start seen.
  elim: todo vs seen start => [|[u b] todo IH] vs seen start /=; first by rewrite cats0.
  by rewrite IH; case: b; rewrite -?catA.
by have := h [::] (at_first width) 0%N (zip us flags); case: foldl => -[].
Qed.
Lemma size_no_entries n : size (f_no_entries (all_of F) n) = n.
Proof. by rewrite size_map /iota_to size_iota subn0. Qed.
Lemma nth_no_entries n i : nth no_entry (f_no_entries (all_of F) n) i = no_entry.
Proof.
case: (ltnP i n) => h; last by rewrite nth_default // size_no_entries.
by rewrite (nth_map 0%N) // /iota_to size_iota subn0.
Qed.
Lemma size_entries_of u start seen : size (f_entries_of (all_of F) (f_put_in (all_of F) u start seen)) = f_size_of_unit (all_of F) u.
Proof. by case: u => -[s] /=; rewrite ?size_no_entries // size_map. Qed.
Lemma kind_put_in u start seen : f_kind_of (all_of F) (f_put_in (all_of F) u start seen) = f_kind_of (all_of F) u.
Proof. by case: u => -[s]. Qed.
Lemma size_put_in u start seen : f_size_of_unit (all_of F) (f_put_in (all_of F) u start seen) = f_size_of_unit (all_of F) u.
Proof. by case: u => -[s] //=; rewrite size_map. Qed.
Lemma first_put_in u start seen : f_unit_first (all_of F) (f_put_in (all_of F) u start seen) = f_unit_first (all_of F) u.
Proof. by case: u => -[s] //=; rewrite /f_first_state -map_comp; apply: eq_map. Qed.
Lemma kind_unfolded c todo there start seen : fine c todo there -> of_kind c (unfolded_from todo start seen).
Proof.
elim: todo there start seen => [|[u b] todo IH] there start seen //= [].
by case: b => [/(_ isT)/andP[h _]|_] /IH h' //=; rewrite kind_put_in h; apply: h'.
Qed.
Lemma firsts_unfolded todo start seen : map (f_unit_first (all_of F)) (unfolded_from todo start seen) = map (f_unit_first (all_of F)) (now todo).
Proof. by elim: todo start seen => [|[u []] todo IH] start seen //=; rewrite IH ?first_put_in. Qed.
Definition units_value us l v : seq F := flatten [seq f_unit_value (all_of F) u l v | u <- us].
Lemma size_units_value us l v : size (units_value us l v) = sumn (map (f_size_of_unit (all_of F)) us).
Proof. by rewrite /units_value; elim: us => //= u us IH; rewrite size_cat size_unit_value IH. Qed.
Lemma put_in_value c u start seen there l v z k :
  (forall i, nth true there i -> entry_value (nth no_entry seen i) l v = nth 0 z i) ->
  (c != 1%N -> forall i, nth true there i -> nth 0 z i = nth 0 v i) ->
  (f_kind_of (all_of F) u == c) && all (nth true there) (places u) -> take (f_size_of_unit (all_of F) u) (drop start l) = k ->
  f_unit_value (all_of F) (f_put_in (all_of F) u start seen) l v = f_unit_value (all_of F) u k z.
Proof.
move=> hs hv /andP[/eqP ec ht] <-; have same : c != 1%N -> all (same_at v z) (places u).
  by move=> /hv h; apply: sub_all ht => i /h; rewrite /same_at => ->.
case: u ec ht same => -[s] /= ec ht; rewrite -ec => same.
- by rewrite (@same_values F s v z) //; apply: same.
- have := @same_unit_value F (of_any_ReLUs_Products (all_of F) (make_Products (all_of F) s)) [::] v z (same isT); exact.
rewrite /f_next_state -map_comp; elim: s {ec same} (size s) ht => //= e s IH n.
rewrite /places /= all_cat => /andP[h /IH {}IH]; congr (_ :: _); last exact: IH.
by apply: entry_onE; apply: sub_all h => i /hs ->.
Qed.
Lemma unfolded_right c todo start seen there l v z last k last' k' :
  (exists t, z = v ++ t) -> size seen = size z -> size there = size z ->
  (forall i, nth true there i -> entry_value (nth no_entry seen i) l v = nth 0 z i) ->
  (c != 1%N -> forall i, nth true there i -> nth 0 z i = nth 0 v i) ->
  fine c todo there -> tie todo start l last k last' k' ->
  units_value (unfolded_from todo start seen) l v = now_values todo last k z.
Proof.
elim: todo start seen there z k k' => [|[u b] todo IH] start seen there z k k' //= [t ez] e1 e2 hs hv [fu fs] [tu ts].
set own := f_unit_value (all_of F) u (nth [::] last k) z; have so : size own = f_size_of_unit (all_of F) u by apply: size_unit_value.
have ez' : exists t, z ++ own = v ++ t by exists (t ++ own); rewrite ez catA.
have hv' b' : c != 1%N -> forall i, nth true (there ++ nseq (f_size_of_unit (all_of F) u) (b' && (c == 1%N))) i -> nth 0 (z ++ own) i = nth 0 v i.
  move=> hc i; rewrite (negbTE hc) andbF !nth_cat e2; case: ltnP => hi; first exact: hv.
  rewrite nth_nseq -so; case: ltnP => // hj _; rewrite nth_default // nth_default //.
  by rewrite ez size_cat in hi; apply: leq_trans hi; apply: leq_addr.
case: b fu fs tu ts => [/(_ isT) fu|_] fs tu ts.
  have eo := put_in_value hs hv fu tu; rewrite -/own in eo.
  rewrite /units_value /= eo; congr (_ ++ _); apply: (IH _ _ _ _ _ _ ez' _ _ _ (hv' true) fs ts).
  - by rewrite !size_cat e1 size_entries_of so.
  - by rewrite !size_cat e2 size_nseq so.
  move=> i; rewrite !nth_cat e1 e2; case: ltnP => hi; first exact: hs.
  rewrite nth_nseq -so andTb; case: ltnP => hj; last first.
    by move=> _; rewrite !nth_default // ?size_entries_of -?so // no_entry_value.
  move=> /eqP ec; rewrite -eo; move: fu so hj; rewrite ec => /andP[]; case: (u) => -[s] //= _ _ so hj.
  by rewrite so in hj; rewrite [in RHS](nth_map no_entry) ?size_map.
rewrite -/(units_value _ _ _); apply: (IH _ _ _ _ _ _ ez' _ _ _ (hv' false) fs ts).
- by rewrite !size_cat e1 size_no_entries so.
- by rewrite !size_cat e2 size_nseq so.
move=> i; rewrite !nth_cat e1 e2; case: ltnP => hi; first exact: hs.
rewrite nth_nseq -so andFb; case: ltnP => // hj _.
by rewrite nth_no_entries no_entry_value nth_default.
Qed.
Lemma first_seen l v i : entry_value (nth no_entry (at_first (size v)) i) l v = nth 0 v i.
Proof.
case: (ltnP i (size v)) => h; last by rewrite !nth_default ?size_map ?size_iota // no_entry_value.
by rewrite (nth_map 0%N) ?size_iota // nth_iota // add0n /entry_value /= dot_nil add0r; apply: value_at.
Qed.
Lemma unfolded_value c todo l v last k last' k' : fine c todo (nseq (size v) true) -> tie todo 0 l last k last' k' ->
  units_value (unfolded_from todo 0 (at_first (size v))) l v = now_values todo last k v.
Proof.
move=> fu ti; apply: (unfolded_right _ _ _ _ _ fu ti) => //.
- by exists [::]; rewrite cats0.
- by rewrite size_map size_iota.
- by rewrite size_nseq.
by move=> i _; apply: first_seen.
Qed.
End Unfolding.
