(* The values of a stage, and of what is left behind it; see unfolding.v. *)
Section Fusing.
Variable F : realFieldType.
Implicit Types x y z t v l : seq F.
Implicit Types u : T_any_ReLUs (all_of F).
Implicit Types us : seq (T_any_ReLUs (all_of F)).
Implicit Types todo : seq (T_any_ReLUs (all_of F) * bool).
Implicit Types last : seq (seq F).

(* ---------- stages one after the other ---------- *)
Lemma stages_rcons last k y us u : stages_values last k y (us ++ [:: u]) =
  stages_values last k y us ++ [:: f_unit_value (all_of F) u (nth [::] last (k + size us)) (seq.last y (stages_values last k y us))].
Proof. by elim: us k y => [|w us IH] k y /=; rewrite ?addn0 // IH addSnnS. Qed.
Lemma stages_same last last' k y us : (forall i, (i < k + size us)%N -> nth [::] last' i = nth [::] last i) ->
  stages_values last' k y us = stages_values last k y us.
Proof.
elim: us k y => //= u us IH k y h; rewrite h ?IH // => [i hi|]; last by rewrite -addSnnS leq_addr.
by apply: h; rewrite -addSnnS.
Qed.
Lemma width_ofE last k y us : f_width_of (all_of F) us (size y) = size (seq.last y (stages_values last k y us)).
Proof.
rewrite /f_width_of; elim: us k y => //= u us IH k y.
by rewrite -(size_unit_value u (nth [::] last k) y) (IH k.+1).
Qed.
Lemma ends_right last k y us : f_ends_in_relus (all_of F) us -> f_relus (all_of F) (seq.last y (stages_values last k y us)) = seq.last y (stages_values last k y us).
Proof.
rewrite /f_ends_in_relus; have : false -> f_relus (all_of F) y = y by [].
elim: us k y false => [|u us IH] k y b h /=; first exact: h.
by apply: IH; case: u => -[s] //= _; apply: relus_twice.
Qed.

(* ---------- the values of a stage ---------- *)
Lemma units_relus us l v : of_kind 2%N us ->
  units_value us l v = f_relus (all_of F) (f_values (all_of F) (flatten (map (fun u => map id (f_relu_forms (all_of F) u)) us)) v).
Proof.
rewrite /units_value; elim: us => [|[[s]|[s]|[s]] us IH] //= /IH ->.
by rewrite map_id /f_values map_cat /f_relus map_cat.
Qed.
Lemma units_products us l v : of_kind 0%N us -> units_value us l v =
  [seq (let '(one, other) := p in nmul (all_of F) (f_value (all_of F) one v) (f_value (all_of F) other v)) | p <- flatten (map (fun u => map id (f_pairs_of (all_of F) u)) us)].
Proof. by rewrite /units_value; elim: us => [|[[s]|[s]|[s]] us IH] //= /IH ->; rewrite map_id map_cat. Qed.
Lemma units_states us l v : of_kind 1%N us ->
  units_value us l v = f_next_state (all_of F) (flatten (map (fun u => map id (f_state_entries (all_of F) u)) us)) l v.
Proof. by rewrite /units_value; elim: us => [|[[s]|[s]|[s]] us IH] //= /IH ->; rewrite map_id /f_next_state map_cat. Qed.
Definition passed (k : T_any_ReLUs (all_of F)) (read : seq nat) (positive : bool) v : seq F :=
  if f_is_relus (all_of F) k then f_relus (all_of F) (map (fun i => nth 0 v i) read) ++ (if positive then [::] else f_relus (all_of F) (map (fun i => - nth 0 v i) read))
  else map (fun i => nth 0 v i) read.
Lemma values_picked read v : f_values (all_of F) (map (f_coordinate (all_of F)) read) v = map (fun i => nth 0 v i) read.
Proof. by rewrite /f_values -map_comp; apply: eq_map => i; apply: value_at. Qed.
Lemma stage_value us read positive l v : of_kind (f_kind_of (all_of F) (f_kind_of_all (all_of F) us)) us ->
  f_unit_value (all_of F) (f_stage_of (all_of F) us read positive) l v = units_value us l v ++ passed (f_kind_of_all (all_of F) us) read positive v.
Proof.
rewrite /f_stage_of /passed; case: (f_kind_of_all (all_of F) us) => -[s] /= h.
- rewrite (units_relus _ _ h) /f_values !map_cat /f_relus map_cat -!/(f_relus (all_of F) _) -!/(f_values (all_of F) _ _); congr (_ ++ _).
  rewrite values_picked /f_relus map_cat -!/(f_relus (all_of F) _); congr (_ ++ _); case: positive => //.
  apply: (f_equal (f_relus (all_of F))); rewrite /f_values /f_opposite -map_comp; apply: eq_map => i.
  by rewrite /= /f_value dotE big_seq1 /= addr0 mulN1r.
- rewrite (units_products _ _ h) /= map_cat; congr (_ ++ _).
  rewrite -!map_comp; apply: eq_map => i /=; have e : f_dot (all_of F) [:: (i, 1)] v + 0 = nth 0 v i :> F := value_at i v.
  by rewrite e dot_nil add0r mulr1.
rewrite (units_states _ _ h) /f_next_state map_cat; congr (_ ++ _).
rewrite -!map_comp; apply: eq_map => i /=; have e : f_dot (all_of F) [:: (i, 1)] v + 0 = nth 0 v i :> F := value_at i v.
by rewrite e dot_nil add0r.
Qed.
Lemma halves_of (a : F) : (if nge0 (all_of F) (nsub (all_of F) a 0) then a else 0) - (if nge0 (all_of F) (nsub (all_of F) (- a) 0) then - a else 0) = a.
Proof.
rewrite /nsub /= !subr0 oppr_ge0; case: (ltrgtP 0 a) => h; rewrite ?subr0 ?add0r ?opprK //.
by rewrite -h addr0.
Qed.
Lemma nth_behind (A B : seq F) j : nth 0 (A ++ B) (size A + j) = nth 0 B j.
Proof. by rewrite nth_cat ltnNge leq_addr /= addKn. Qed.
Lemma passed_right us (read : seq nat) (positive : bool) own W (A : seq F) v t i : size A = own -> (i < W)%N -> i \in read -> (positive -> f_relus (all_of F) v = v) ->
  f_value (all_of F) (nth (no_form F) (f_passed_views (all_of F) us read positive own W) i) ((A ++ passed (f_kind_of_all (all_of F) us) read positive v) ++ t) = nth 0 v i.
Proof.
move=> eA hi hr hp; rewrite /f_passed_views (nth_map 0%N) ?size_iota ?subn0 // nth_iota ?subn0 // add0n indexE.
have hj : (index i read < size read)%N by rewrite index_mem.
rewrite /passed; case: (f_is_relus (all_of F) _); last first.
  by rewrite andFb value_at -catA nth_cat eA ltnNge leq_addr /= addKn nth_cat size_map hj (nth_map 0%N) // nth_index.
case: positive hp => [/(_ isT) hv|_].
  rewrite andbF cats0 value_at -catA nth_cat eA ltnNge leq_addr /= addKn nth_cat !size_map hj (nth_map 0) ?size_map //.
  rewrite (nth_map 0%N) // nth_index // -[in RHS]hv; case: (ltnP i (size v)) => h.
    by rewrite (nth_map 0).
  by rewrite !nth_default ?size_map //=; case: ifP.
rewrite andbT /f_difference_of /f_value dotE big_cons big_seq1 /= addr0 mul1r mulN1r -!catA.
set R1 := f_relus (all_of F) (map (fun i => nth 0 v i) read); have e1 : size read = size R1 by rewrite !size_map.
rewrite -eA -addnA !nth_behind {1}e1 nth_behind !nth_cat -e1 !size_map hj.
by rewrite /R1 !(nth_map (0 : F)) ?size_map // !(nth_map 0%N) // nth_index // halves_of.
Qed.

(* ---------- the rest behind a stage ---------- *)
Definition is_read (read : seq nat) (W i : nat) := (i < W)%N ==> (i \in read).
Definition moving : Type := seq (T_Form (all_of F)) * seq (T_any_ReLUs (all_of F)) * nat * nat.
Definition move_one (s : moving) (p : T_any_ReLUs (all_of F) * bool) : moving :=
  let: (views, kept, start, there) := s in let: (u, b) := p in
  ((views ++ f_range_of (all_of F) (if b then start else there) (f_size_of_unit (all_of F) u), if b then kept else kept ++ [:: f_on_views (all_of F) u views]),
   (if b then start + f_size_of_unit (all_of F) u else start)%N, (if b then there else there + f_size_of_unit (all_of F) u)%N).
Section OneToken.
Variables (last last' : seq (seq F)) (v sv l : seq F) (read : seq nat).
Lemma moved_right todo views kept start z zn P Q k k' :
  (exists e, zn = sv ++ e) -> size views = size z ->
  (forall i t, is_read read (size v) i -> f_value (all_of F) (nth (no_form F) views i) (zn ++ t) = nth 0 z i) ->
  sv = P ++ now_values todo last k z ++ Q -> size P = start ->
  all (fun p => p.2 || all (is_read read (size v)) (places p.1)) todo ->
  tie todo start l last k last' k' ->
  let s := foldl move_one (views, kept, start, size zn) todo in
  let rvs := rest_values last k z (map fst todo) in
  exists2 knew, s.1.1.2 = kept ++ knew & let kvs := rest_values last' k' zn knew in
  (forall i t, is_read read (size v) i -> f_value (all_of F) (nth (no_form F) s.1.1.1 i) ((zn ++ flatten kvs) ++ t) = nth 0 (z ++ flatten rvs) i) /\
  (forall O O', size O = k -> size O' = k' -> tie todo start sv (O ++ rvs) k (O' ++ kvs) k').
Proof.
elim: todo views kept start z zn P k k' => [|[u b] todo IH] views kept start z zn P k k' hzn ev fit es eP /=.
  by move=> _ _; exists [::] => /=; rewrite ?cats0 //; split=> // i t h; rewrite !cats0; apply: fit.
move=> /andP[rb rbs] [tb ts]; set own := f_unit_value (all_of F) u (nth [::] last k) z.
have so : size own = f_size_of_unit (all_of F) u by apply: size_unit_value.
case: b rb tb ts es => [_ tb ts es|rb tb ts es].
  rewrite /= -/own -catA in es.
  have es' : sv = (P ++ own) ++ now_values todo last k.+1 (z ++ own) ++ Q by rewrite es !catA.
  have fit' i t : is_read read (size v) i ->
     f_value (all_of F) (nth (no_form F) (views ++ f_range_of (all_of F) start (f_size_of_unit (all_of F) u)) i) (zn ++ t) = nth 0 (z ++ own) i.
    move=> h; rewrite !nth_cat ev; case: ltnP => hi.
      exact: fit.
    have [e en] := hzn; set C := now_values _ _ _ _ in es'.
    have em : P ++ own ++ ((C ++ Q) ++ e ++ t) = zn ++ t by rewrite en es' -!catA.
    have := values_middle P own ((C ++ Q) ++ e ++ t); rewrite em eP so => <-.
    case: (ltnP (i - size z) (f_size_of_unit (all_of F) u)) => hj.
      by rewrite [in RHS](nth_map (no_form F)) ?size_range_of.
    by rewrite !nth_default ?size_values ?size_range_of // value_none.
  have sp : size (P ++ own) = (start + f_size_of_unit (all_of F) u)%N by rewrite size_cat eP so.
  have [|knew e1 [e2 e3]] := IH _ kept _ _ _ _ _ _ hzn _ fit' es' sp rbs ts.
    by rewrite !size_cat ev size_range_of so.
  exists knew => //; split; first by rewrite catA.
  move=> O O' h h'; rewrite /= nth_cat h ltnn subnn /=; split.
    by rewrite es drop_size_cat // -so take_size_cat.
  by rewrite -cat_rcons; apply: e3; rewrite ?size_rcons ?h.
have eo : f_unit_value (all_of F) (f_on_views (all_of F) u views) (nth [::] last' k') zn = own.
  rewrite tb; apply: on_views_value; apply: sub_all rb => i /(fit i [::]); by rewrite cats0 => ->.
have ezn : exists e, zn ++ own = sv ++ e by have [e ->] := hzn; exists (e ++ own); rewrite catA.
have fit' i t : is_read read (size v) i ->
   f_value (all_of F) (nth (no_form F) (views ++ f_range_of (all_of F) (size zn) (f_size_of_unit (all_of F) u)) i) ((zn ++ own) ++ t) = nth 0 (z ++ own) i.
  move=> h; rewrite !nth_cat ev -!catA; case: ltnP => hi; first exact: fit.
  have := values_middle zn own t; rewrite so => e; rewrite -[in RHS]e; case: (ltnP (i - size z) (f_size_of_unit (all_of F) u)) => hj.
    by rewrite [in RHS](nth_map (no_form F)) ?size_range_of.
  by rewrite !nth_default ?size_values ?size_range_of // value_none.
have szn : size (zn ++ own) = (size zn + f_size_of_unit (all_of F) u)%N by rewrite size_cat so.
have [|knew e1 [e2 e3]] := IH _ (kept ++ [:: f_on_views (all_of F) u views]) _ _ _ _ _ _ ezn _ fit' es eP rbs ts.
  by rewrite !size_cat ev size_range_of so.
rewrite szn in e1 e2.
exists (f_on_views (all_of F) u views :: knew); first by rewrite e1 -catA.
rewrite /= eo; split; first by move=> i t h; rewrite [in LHS]catA [in RHS]catA; apply: e2.
move=> O O' h h'; rewrite /= !nth_cat h h' !ltnn !subnn /=; split=> //.
by rewrite -!cat_rcons; apply: e3; rewrite size_rcons ?h ?h'.
Qed.
End OneToken.
End Fusing.
