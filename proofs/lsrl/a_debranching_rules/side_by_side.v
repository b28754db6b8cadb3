(* Two programs side by side, token after token: where both end in the same forms, their outputs are
   the same. See traces.v. *)
Section SideBySide.
Variable F : realFieldType.
Implicit Types K : T_Facts (all_of F).
Implicit Types x L W w : seq F.
Implicit Types vs olds : seq (seq F).

Definition one_node (s : (seq (seq (T_Form (all_of F)))) * T_Facts (all_of F)) (z : T_any_LinNode (all_of F) * seq (T_any_Fresh (all_of F))) :=
  let t := f_node_traced (all_of F) z.1 z.2 s.1 s.2 in (s.1 ++ [:: t.1], t.2).
Definition started (dim : nat) K b : (seq (seq (T_Form (all_of F)))) * T_Facts (all_of F) := ([:: f_range_of (all_of F) 0 dim], f_with_right (all_of F) K b).
Lemma tracedE p hs K : f_traced (all_of F) p hs K =
  let s := foldl one_node (started (get_ListedProgram_dim (all_of F) p) K (eqn (size hs) (size (get_ListedProgram_nodes (all_of F) p)))) (zip (get_ListedProgram_nodes (all_of F) p) hs) in
  make_Traced (all_of F) s.1 s.2.
Proof.
rewrite /f_traced (fold_same (g := one_node)); first by rewrite -/(started _ _ _); case: foldl.
by move=> [vs k] [n h]; rewrite /one_node /=; case: f_node_traced.
Qed.

(* ---------- one node ---------- *)
Definition owned (n : T_any_LinNode (all_of F)) w : seq F := match n with
  | of_any_LinNode_LinNode _ => [::] | of_any_LinNode_ConcatNode _ => [::] | _ => w end.
Definition tied_node (n : T_any_LinNode (all_of F)) K x w : Prop :=
  if n is of_any_LinNode_LinStateNode (make_LinStateNode _ es) then take (size es) (drop (get_Facts_there (all_of F) K) x) = w /\ size w = size es else True.
Definition fitting W (views : seq (seq (T_Form (all_of F)))) vs := forall i, f_values (all_of F) (nth [::] views i) W = nth [::] vs i.
Lemma reading_right n views vs W K L last : fitting W views vs ->
  match f_reading (all_of F) n views [::] with
  | of_any_Affine_Affine (make_Affine fs) => f_values (all_of F) fs W = f_node_value (all_of F) n last vs /\ owned n (f_node_value (all_of F) n last vs) = [::]
  | of_any_Affine_New (make_New u) => [/\ f_unit_value (all_of F) u last W = f_node_value (all_of F) n last vs,
     owned n (f_node_value (all_of F) n last vs) = f_node_value (all_of F) n last vs & tied_node n K L last -> tied_unit u K L last]
  end.
Proof.
move=> hv; case: n => [[i fs]|[i]|[i]|[i es]|[l]] /=.
- split=> //; rewrite values_composed; exact: (f_equal (f_values (all_of F) fs) (hv i)).
- rewrite /f_flag_at nth_nil; split=> //; apply: (f_equal (f_relus (all_of F))); exact: hv.
- split=> //; rewrite products_of /f_vector_at.
  by rewrite {1 2}/f_values map_take map_drop -!/(f_values (all_of F) _ _) /f_view_at hv -(hv i) size_map.
- split=> //; last by rewrite size_map.
  rewrite /f_next_state -map_comp; apply: eq_map => a.
  apply: (f_equal (fun b : F => f_dot (all_of F) (get_Entry_past (all_of F) a) last + b)).
  by apply: etrans (composed_all _ _ _) _; apply: (f_equal (f_value (all_of F) _)); apply: hv.
split=> //; rewrite values_flatten -map_comp.
by apply: (f_equal flatten); apply: eq_map => i /=; rewrite !map_id; exact: hv.
Qed.
Definition kept_from K K' : Prop := forall x, kept x K' -> kept x K.
Lemma node_steps n hs views K : let t := f_node_traced (all_of F) n hs views K in get_Facts_right (all_of F) t.2 -> get_Facts_right (all_of F) K /\ kept_from K t.2.
Proof.
rewrite /f_node_traced; case: (f_reading _ _ _ _) => -[u] R; first by split=> // x.
by have [] := unit_steps R.
Qed.
Lemma nodes_steps s zs : get_Facts_right (all_of F) (foldl one_node s zs).2 -> get_Facts_right (all_of F) s.2 /\ kept_from s.2 (foldl one_node s zs).2.
Proof.
elim: zs s => [|z zs IH] s R; first by split=> // x.
have [R1 k1] := IH (one_node s z) R; have [R2 k2] := node_steps R1.
by split=> // x /k1 /k2.
Qed.
Lemma node_right n hs views K vs L W last A T : let t := f_node_traced (all_of F) n hs views K in
  let w := f_node_value (all_of F) n last vs in
  get_Facts_right (all_of F) t.2 -> holding L W K -> kept L t.2 -> fitting W views vs -> tied_node n K L last ->
  size A = get_Facts_there (all_of F) K -> W = A ++ owned n w ++ T ->
  [/\ f_values (all_of F) t.1 W = w, holding L W t.2, kept W K -> kept W t.2, get_Facts_there (all_of F) t.2 = (get_Facts_there (all_of F) K + size (owned n w))%N & tied_node n K W w].
Proof.
move=> t w; rewrite /t /f_node_traced => R V k hv ht eA eW.
have := @reading_right n views vs W K L last hv; rewrite -/w.
have tW : owned n w = w -> tied_node n K W w.
  rewrite /tied_node; case: n @w @t {R k ht hv} eW => [[i fs]|[i]|[i]|[i es]|[l]] // w t eW _.
  by rewrite eW -eA drop_size_cat // take_size_cat ?size_map.
case: (f_reading _ _ _ _) R k => -[] /= => [fs|u] R k.
  case=> e ow; rewrite ow addn0; split=> //; move: ow {tW}; rewrite /tied_node /owned.
  by case: n @w @t {R k ht hv} eW e => [[i gs]|[i]|[i]|[i es]|[l]] // w t eW e ow; rewrite ow; have := f_equal size ow; rewrite size_map => /size0nil ->; rewrite /= take0.
case=> e ow /(_ ht) hu; rewrite ow in eW *.
have sw : size w = f_size_of_unit (all_of F) u by rewrite -e size_unit_value.
have [_ et _] := unit_steps R.
have [|u1 u2 u3] := unit_traced_right R V k hu; first by rewrite e eW -eA drop_size_cat // -sw take_size_cat.
by split=> //; [rewrite u1 | rewrite et sw | apply: tW].
Qed.

(* ---------- all nodes ---------- *)
Fixpoint tied_all (zs : seq (T_any_LinNode (all_of F) * seq (T_any_Fresh (all_of F)))) s (k : nat) olds x : Prop :=
  if zs is z :: zs then tied_node z.1 s.2 x (nth [::] olds k) /\ tied_all zs (one_node s z) k.+1 olds x else True.
Fixpoint laid (zs : seq (T_any_LinNode (all_of F) * seq (T_any_Fresh (all_of F)))) olds vs : seq F :=
  if zs is z :: zs then let w := f_node_value (all_of F) z.1 (nth [::] olds (size vs)) vs in owned z.1 w ++ laid zs olds (vs ++ [:: w]) else [::].
Lemma nodes_right zs s olds vs L W A T : get_Facts_right (all_of F) (foldl one_node s zs).2 -> holding L W s.2 -> kept L (foldl one_node s zs).2 ->
  size s.1 = size vs -> fitting W s.1 vs -> tied_all zs s (size vs) olds L -> size A = get_Facts_there (all_of F) s.2 -> W = A ++ laid zs olds vs ++ T ->
  let s' := foldl one_node s zs in let vs' := values_from olds vs (map fst zs) in
  [/\ size s'.1 = size vs' /\ fitting W s'.1 vs', holding L W s'.2, kept W s.2 -> kept W s'.2,
     get_Facts_there (all_of F) s'.2 = size (A ++ laid zs olds vs) & (exists e, vs' = vs ++ e) /\ tied_all zs s (size vs) vs' W].
Proof.
elim: zs s vs A => [|z zs IH] s vs A R V k es hv ht eA eW.
  by split=> //=; [rewrite cats0 | split=> //; exists [::]; rewrite cats0].
have [R1 k1] := @nodes_steps (one_node s z) zs R; case: ht => t1 t2.
set w := f_node_value (all_of F) z.1 (nth [::] olds (size vs)) vs in t1.
have eW' : W = A ++ owned z.1 w ++ (laid zs olds (vs ++ [:: w]) ++ T) by rewrite eW /= -catA.
have [h1 h2 h3 h4 h5] := node_right R1 V (k1 _ k) hv t1 eA eW'.
have sz : size (vs ++ [:: w]) = (size vs).+1 by rewrite size_cat addn1.
have [|||||[j1 j2] j3 j4 j5 [[e j6] j7]] := IH (one_node s z) (vs ++ [:: w]) (A ++ owned z.1 w) R h2 k.
- by rewrite /one_node /= !size_cat es.
- move=> i; rewrite /one_node /= !at_end es; case: ltnP => _; first exact: hv.
  by case: eqP => // _; exact: h1.
- by rewrite sz.
- by rewrite size_cat eA h4.
- by rewrite -catA.
rewrite sz in j7; split=> //.
- by move/h3/j4.
- by rewrite j5 /= -catA.
split; first by exists (w :: e); rewrite /= j6 -catA.
split=> //; rewrite [values_from _ _ _]/= -/w j6 -catA nth_cat ltnn subnn /=; exact: h5.
Qed.

(* ---------- before the first token ---------- *)
Definition first_of_unit (u : T_any_ReLUs (all_of F)) : seq F :=
  if u is of_any_ReLUs_States (make_States es) then f_first_state (all_of F) es else nseq (f_size_of_unit (all_of F) u) 0.
Lemma size_first_of u : size (first_of_unit u) = f_size_of_unit (all_of F) u.
Proof. by case: u => -[s] /=; rewrite ?size_nseq ?size_map. Qed.
Definition first_of_node (n : T_any_LinNode (all_of F)) (views : seq (seq (T_Form (all_of F)))) : seq F :=
  if f_reading (all_of F) n views [::] is of_any_Affine_New (make_New u) then first_of_unit u else [::].
Fixpoint laid_first (zs : seq (T_any_LinNode (all_of F) * seq (T_any_Fresh (all_of F)))) s : seq F :=
  if zs is z :: zs then first_of_node z.1 s.1 ++ laid_first zs (one_node s z) else [::].
Lemma node_begun n hs views K A T x : let t := f_node_traced (all_of F) n hs views K in
  get_Facts_right (all_of F) t.2 -> begun_at x K -> kept x K -> size A = get_Facts_there (all_of F) K -> x = A ++ first_of_node n views ++ T ->
  [/\ begun_at x t.2, kept x t.2, get_Facts_there (all_of F) t.2 = (get_Facts_there (all_of F) K + size (first_of_node n views))%N & tied_node n K x (f_node_first (all_of F) n)].
Proof.
rewrite /first_of_node /f_node_traced => R b k eA ex.
have ht : tied_node n K x (f_node_first (all_of F) n).
  rewrite /tied_node; case: n {R} ex => [[i fs]|[i]|[i]|[i es]|[l]] // ex.
  rewrite size_map; split=> //; rewrite ex -eA drop_size_cat //= take_size_cat ?size_map //.
  by rewrite /f_first_state -map_comp.
case: (f_reading _ _ _ _) R ex => -[] /= => [fs|u] R ex; first by rewrite addn0.
have [_ et _] := unit_steps R; rewrite size_first_of.
have [|b' k'] := unit_begun R b k; last by split.
rewrite /begins_unit; case: u {R et} ex => -[es] // ex.
by rewrite ex -eA drop_size_cat // take_size_cat ?size_map.
Qed.
Lemma nodes_begun zs s os A T x : get_Facts_right (all_of F) (foldl one_node s zs).2 -> begun_at x s.2 -> kept x s.2 -> size A = get_Facts_there (all_of F) s.2 ->
  x = A ++ laid_first zs s ++ T ->
  [/\ begun_at x (foldl one_node s zs).2, kept x (foldl one_node s zs).2, get_Facts_there (all_of F) (foldl one_node s zs).2 = size (A ++ laid_first zs s) &
    tied_all zs s (size os) (os ++ map (f_node_first (all_of F)) (map fst zs)) x].
Proof.
elim: zs s os A => [|z zs IH] s os A R b k eA ex; first by split=> //=; rewrite cats0.
have [R1 _] := @nodes_steps (one_node s z) zs R.
have ex' : x = A ++ first_of_node z.1 s.1 ++ (laid_first zs (one_node s z) ++ T) by rewrite ex /= -catA.
have [b1 k1 h1 t1] := node_begun R1 b k eA ex'.
have [||b2 k2 h2 t2] := IH (one_node s z) (os ++ [:: f_node_first (all_of F) z.1]) (A ++ first_of_node z.1 s.1) R b1 k1.
- by rewrite size_cat eA h1.
- by rewrite -catA.
rewrite size_cat addn1 -!catA in t2; rewrite -!catA in h2; split=> //.
by split=> //; rewrite nth_cat ltnn subnn.
Qed.
End SideBySide.
