(* What is gathered puts out what the program does: see units.v. *)
Section Gathering.
Variable F : realFieldType.
Implicit Types x y z t : seq F.
Implicit Types u : T_any_ReLUs (all_of F).
Implicit Types node : T_any_LinNode (all_of F).
Implicit Types vs olds last : seq (seq F).

Lemma relus_twice x : f_relus (all_of F) (f_relus (all_of F) x) = f_relus (all_of F) x.
Proof.
rewrite /f_relus -map_comp; apply: eq_map => a; rewrite /= /nsub /= !subr0.
case h: (0 <= a); first by rewrite h.
by case: ifP.
Qed.
Lemma flatten_at vs i : (i < size vs)%N -> flatten vs = flatten (take i vs) ++ (nth [::] vs i ++ flatten (drop i.+1 vs)).
Proof. by move=> h; rewrite -{1}(cat_take_drop i vs) (drop_nth [::] h) flatten_cat. Qed.
Lemma values_slice x vs i t : (i < size vs)%N ->
  f_values (all_of F) (f_range_of (all_of F) (size x + sumn (map size (take i vs))) (size (nth [::] vs i))) (x ++ flatten vs ++ t) = nth [::] vs i.
Proof.
move=> h; rewrite (flatten_at h) -size_flatten -size_cat -!catA catA.
exact: values_middle.
Qed.
Lemma values_flatten (fss : seq (seq (T_Form (all_of F)))) x : f_values (all_of F) (flatten fss) x = flatten [seq f_values (all_of F) fs x | fs <- fss].
Proof. exact: map_flatten. Qed.
Lemma values_composed fs (inner : seq (T_Form (all_of F))) x : f_values (all_of F) (f_composed_forms (all_of F) fs inner) x = f_values (all_of F) fs (f_values (all_of F) inner x).
Proof. by rewrite /f_values /f_composed_forms -map_comp; apply: eq_map => f; apply: composed_all. Qed.
Lemma products_of (a b : seq (T_Form (all_of F))) x :
  [seq (let '(one, other) := p in nmul (all_of F) (f_value (all_of F) one x) (f_value (all_of F) other x)) | p <- [seq (let '(one, other) := q in (one, other)) | q <- zip a b]] =
  f_products (all_of F) (f_values (all_of F) a x) (f_values (all_of F) b x).
Proof. by elim: a b => [|f a IH] [|g b] //; apply: (f_equal (cons _)); apply: IH. Qed.

(* ---------- one node ---------- *)
Definition gathering : Type := seq (T_any_ReLUs (all_of F)) * seq (seq (T_Form (all_of F))) * seq bool.
Definition more dim (s : gathering) node : gathering :=
  let found := f_reading (all_of F) node s.1.2 s.2 in
  (s.1.1 ++ f_new_units (all_of F) found s.1.1, s.1.2 ++ [:: f_view_of (all_of F) found s.1.1 dim], s.2 ++ [:: f_is_rectified (all_of F) node]).
Definition begun dim : gathering := ([::], [:: f_range_of (all_of F) 0 dim], [:: false]).
Lemma gatheredE p : f_gathered (all_of F) p =
  let s := foldl (more (get_ListedProgram_dim (all_of F) p)) (begun (get_ListedProgram_dim (all_of F) p)) (get_ListedProgram_nodes (all_of F) p) in
  make_Gathered (all_of F) (get_ListedProgram_dim (all_of F) p) [::] s.1.1 (seq.last [::] s.1.2).
Proof.
rewrite /f_gathered (fold_same (g := more (get_ListedProgram_dim (all_of F) p))); last by move=> [[us ws] rs] n.
by rewrite -/(begun _); case: foldl => [[us ws] rs].
Qed.

Section OneToken.
Variables (last : seq (seq F)) (x0 : seq F).
Definition rv (us : seq (T_any_ReLUs (all_of F))) := rest_values last 0 x0 us.
Definition all_values us := x0 ++ flatten (rv us).
Record fits (s : gathering) vs : Prop := Fits {
  size_views : size s.1.2 = size vs;
  size_flags : size s.2 = size vs;
  views_fit : forall i t, f_values (all_of F) (nth [::] s.1.2 i) (all_values s.1.1 ++ t) = nth [::] vs i;
  flags_fit : forall i, nth false s.2 i -> f_relus (all_of F) (nth [::] vs i) = nth [::] vs i;
  units_fit : forall k t, (k < size s.1.1)%N ->
    f_unit_value (all_of F) (nth (no_unit F) s.1.1 k) (nth [::] last k) (all_values s.1.1 ++ t) = nth [::] (rv s.1.1) k }.

Lemma rv_slice us k t : (k < size us)%N ->
  f_values (all_of F) (f_range_of (all_of F) (size x0 + sumn (map (f_size_of_unit (all_of F)) (take k us))) (f_size_of_unit (all_of F) (nth (no_unit F) us k))) (all_values us ++ t) = nth [::] (rv us) k.
Proof.
move=> h; have hk : (k < size (rv us))%N by rewrite size_rest_values.
rewrite /all_values -catA map_take -(shape_rest last 0 x0) -map_take.
have -> : f_size_of_unit (all_of F) (nth (no_unit F) us k) = size (nth [::] (rv us) k).
  rewrite -(nth_map (no_unit F) 0%N) // -(shape_rest last 0 x0) (nth_map [::]) //.
exact: values_slice.
Qed.
Lemma grown us u w : (forall t, f_unit_value (all_of F) u (nth [::] last (f_place_of (all_of F) u us)) (all_values us ++ t) = w) ->
  (forall k t, (k < size us)%N -> f_unit_value (all_of F) (nth (no_unit F) us k) (nth [::] last k) (all_values us ++ t) = nth [::] (rv us) k) ->
  let found := of_any_Affine_New (all_of F) (make_New (all_of F) u) in let us' := us ++ f_new_units (all_of F) found us in
  [/\ exists e, all_values us' = all_values us ++ e,
    forall k t, (k < size us')%N -> f_unit_value (all_of F) (nth (no_unit F) us' k) (nth [::] last k) (all_values us' ++ t) = nth [::] (rv us') k,
    nth [::] (rv us') (f_place_of (all_of F) u us) = w &
    forall t, f_values (all_of F) (f_view_of (all_of F) found us (size x0)) (all_values us' ++ t) = w].
Proof.
move=> hw hu found us'.
have e : f_view_of (all_of F) found us (size x0) =
  f_range_of (all_of F) (size x0 + sumn (map (f_size_of_unit (all_of F)) (take (f_place_of (all_of F) u us) us))) (f_size_of_unit (all_of F) u) by [].
rewrite e {e} /us' /= {us' found}; move: hw; rewrite placeE; set k := find _ us => hw.
case: (ltnP k (size us)) => hk.
  have same : nth (no_unit F) us k = u.
    by apply: same_unit; apply: (@nth_find _ (no_unit F) (f_same_unit (all_of F) ^~ u)); rewrite has_find.
  rewrite cats0; have hn : nth [::] (rv us) k = w by rewrite -(hu k [::]) // same -(hw [::]).
  split=> //; first by exists [::]; rewrite cats0.
  by move=> t; rewrite -{1}same rv_slice.
have ek : k = size us by apply/eqP; rewrite eqn_leq hk find_size.
have er : rv (us ++ [:: u]) = rv us ++ [:: w].
  by rewrite /rv rest_values_rcons add0n; have := hw [::]; rewrite ek cats0 => ->.
have ez : all_values (us ++ [:: u]) = all_values us ++ w.
  by rewrite /all_values er flatten_cat /= cats0 catA.
have hn : nth [::] (rv (us ++ [:: u])) k = w.
  by rewrite er nth_cat size_rest_values ek ltnn subnn.
split=> //; first by exists w.
  move=> j t; rewrite size_cat addn1 ltnS leq_eqVlt ez -catA er nth_cat => /orP[/eqP ->|h].
    by rewrite ltnn subnn /= nth_cat size_rest_values ltnn subnn -ek hw.
  by rewrite h nth_cat size_rest_values h hu.
move=> t; rewrite -hn -[in RHS](rv_slice t) ?size_cat ?addn1 ?ek //.
by rewrite take_size_cat // take_oversize // nth_cat ltnn subnn.
Qed.
Lemma at_end (T : Type) (d : T) (s : seq T) a i : nth d (s ++ [:: a]) i = if (i < size s)%N then nth d s i else if i == size s then a else d.
Proof.
rewrite nth_cat; case: ltngtP => h //; last by rewrite h subnn.
by rewrite nth_default //= subn_gt0.
Qed.
Lemma one_more s vs node w : fits s vs ->
  let s' := more (size x0) s node in
  (exists e, all_values s'.1.1 = all_values s.1.1 ++ e) ->
  (forall t, f_values (all_of F) (f_view_of (all_of F) (f_reading (all_of F) node s.1.2 s.2) s.1.1 (size x0)) (all_values s'.1.1 ++ t) = w) ->
  (f_is_rectified (all_of F) node -> f_relus (all_of F) w = w) ->
  (forall k t, (k < size s'.1.1)%N -> f_unit_value (all_of F) (nth (no_unit F) s'.1.1 k) (nth [::] last k) (all_values s'.1.1 ++ t) = nth [::] (rv s'.1.1) k) ->
  fits s' (vs ++ [:: w]).
Proof.
move=> [e1 e2 hv hf hu] s' [e he] hw hr hu'; split=> //.
- by rewrite !size_cat e1.
- by rewrite !size_cat e2.
- move=> i t; rewrite !at_end e1; case: ltnP => _; first by rewrite he -catA hv.
  by case: eqP => // _; apply: hw.
move=> i; rewrite !at_end e2; case: ltnP => _; first exact: hf.
by case: eqP.
Qed.
Definition unit_of (found : T_any_Affine (all_of F)) : T_any_ReLUs (all_of F) :=
  if found is of_any_Affine_New (make_New u) then u else no_unit F.
Definition keeps_state node (s : gathering) (old : seq F) (lasts : seq (seq F)) : Prop :=
  if node is of_any_LinNode_LinStateNode _ then old = nth [::] lasts (f_place_of (all_of F) (unit_of (f_reading (all_of F) node s.1.2 s.2)) s.1.1) else True.
Lemma node_fits s vs node old : fits s vs -> keeps_state node s old last ->
  let s' := more (size x0) s node in let w := f_node_value (all_of F) node old vs in
  fits s' (vs ++ [:: w]) /\ keeps_state node s w (rv s'.1.1) /\ exists e, rv s'.1.1 = rv s.1.1 ++ e.
Proof.
move=> fit K s' w; have [e1 e2 hv hf hu] := fit.
have ext : exists e, rv s'.1.1 = rv s.1.1 ++ e.
  rewrite /s' /more /=; case: (f_reading (all_of F) node s.1.2 s.2) => -[v] /=.
    by exists [::]; rewrite !cats0.
  case: ifP => _; first by exists [::]; rewrite !cats0.
  by eexists; rewrite /rv rest_values_rcons.
have affine forms : f_reading (all_of F) node s.1.2 s.2 = of_any_Affine_Affine (all_of F) (make_Affine (all_of F) forms) ->
    (forall t, f_values (all_of F) forms (all_values s.1.1 ++ t) = w) ->
    (f_is_rectified (all_of F) node -> f_relus (all_of F) w = w) -> fits s' (vs ++ [:: w]).
  move=> e hw hr; have es : s'.1.1 = s.1.1 by rewrite /s' /more /= e /= cats0.
  apply: (one_more fit) => //; rewrite -/s' es //; first by exists [::]; rewrite cats0.
  by move=> t; rewrite e; apply: hw.
have new u : f_reading (all_of F) node s.1.2 s.2 = of_any_Affine_New (all_of F) (make_New (all_of F) u) ->
    (forall t, f_unit_value (all_of F) u (nth [::] last (f_place_of (all_of F) u s.1.1)) (all_values s.1.1 ++ t) = w) ->
    (f_is_rectified (all_of F) node -> f_relus (all_of F) w = w) ->
    fits s' (vs ++ [:: w]) /\ nth [::] (rv s'.1.1) (f_place_of (all_of F) u s.1.1) = w.
  move=> e hw hr; have [g1 g2 g3 g4] := grown hw hu.
  have es : s'.1.1 = s.1.1 ++ f_new_units (all_of F) (of_any_Affine_New (all_of F) (make_New (all_of F) u)) s.1.1 by rewrite /s' /more /= e.
  split; last by rewrite es.
  by apply: (one_more fit) => //; rewrite -/s' ?e es.
suff [fit' K'] : fits s' (vs ++ [:: w]) /\ keeps_state node s w (rv s'.1.1) by split.
move: affine new K ext; rewrite /w; case: node @s' @w => [[i fs]|[i]|[i]|[i es]|[l]] s' w affine new K ext.
- split=> //; apply: (affine _ erefl) => // t; rewrite values_composed; exact: (f_equal (f_values (all_of F) fs) (hv i t)).
- split=> //; rewrite /= in affine new *; case: ifP affine new => flag affine new.
    apply: (affine _ erefl); last by move=> _; apply: relus_twice.
    by move=> t; rewrite -[RHS](_ : nth [::] vs i = _); [apply: hv | apply/esym/hf].
  by have [] := new _ erefl; [move=> t; apply: (f_equal (f_relus (all_of F))); apply: hv | move=> _; apply: relus_twice |].
- split=> //; have [] := new _ erefl => //.
  move=> t; rewrite [LHS]/= products_of; rewrite /= /f_vector_at.
  by rewrite {1 2}/f_values map_take map_drop -!/(f_values (all_of F) _ _) /f_view_at hv -(hv i t) size_map.
- have [] := new _ erefl => //.
    move=> t; apply: etrans (f_equal (fun l => f_unit_value (all_of F) _ l _) (esym K)) _.
    rewrite /f_unit_value /f_next_state -map_comp; apply: eq_map => a.
    apply: (f_equal (fun b : F => f_dot (all_of F) (get_Entry_past (all_of F) a) old + b)).
    by apply: etrans (composed_all _ _ _) _; apply: (f_equal (f_value (all_of F) _)); apply: hv.
split=> //; apply: (affine _ erefl) => // t; rewrite values_flatten -map_comp.
apply: (f_equal flatten); apply: eq_map => i /=; rewrite !map_id; exact: hv.
Qed.
End OneToken.

(* ---------- all nodes ---------- *)
Definition all_more dim s nodes := foldl (more dim) s nodes.
Fixpoint tied (dim : nat) nodes (s : gathering) (k : nat) olds lasts : Prop :=
  if nodes is n :: ns then keeps_state n s (nth [::] olds k) lasts /\ tied dim ns (more dim s n) k.+1 olds lasts else True.
Lemma units_grow dim nodes s : exists e, (all_more dim s nodes).1.1 = s.1.1 ++ e.
Proof.
elim: nodes s => [|n ns IH] s; first by exists [::]; rewrite cats0.
have [e h] := IH (more dim s n); exists (f_new_units (all_of F) (f_reading (all_of F) n s.1.2 s.2) s.1.1 ++ e).
by rewrite catA; exact: h.
Qed.
Lemma keeps_more last x0 dim node s w e : keeps_state node s w (rv last x0 (more dim s node).1.1) ->
  keeps_state node s w (rv last x0 (more dim s node).1.1 ++ e).
Proof.
case: node => [[i fs]|[i]|[i]|[i es]|[l]] //= ->.
set k := f_place_of _ _ _; set us := s.1.1 ++ _.
suff h : (k < size us)%N by rewrite nth_cat size_rest_values h.
rewrite size_cat; case: ifP => h; first by rewrite addn0.
by rewrite addn1 ltnS /k placeE find_size.
Qed.
Lemma nodes_fit last x0 nodes s vs olds : fits last x0 s vs -> tied (size x0) nodes s (size vs) olds last ->
  let s' := all_more (size x0) s nodes in let vs' := values_from olds vs nodes in
  [/\ fits last x0 s' vs', (exists e, rv last x0 s'.1.1 = rv last x0 s.1.1 ++ e), (exists e, vs' = vs ++ e) &
   tied (size x0) nodes s (size vs) vs' (rv last x0 s'.1.1)].
Proof.
elim: nodes s vs => [|n ns IH] s vs fit.
  by move=> _; split=> //; exists [::]; rewrite cats0.
move=> /= [K R]; have [fit' [K' [e he]]] := node_fits fit K.
have sz : size (vs ++ [:: f_node_value (all_of F) n (nth [::] olds (size vs)) vs]) = (size vs).+1 by rewrite size_cat addn1.
rewrite -sz in R; have [h1 [e2 h2] [e3 h3] h4] := IH _ _ fit' R; rewrite sz in h4; split=> //.
- by rewrite h2 he -catA; eexists.
- by rewrite h3 -catA; eexists.
split=> //.
rewrite h3 -catA nth_cat ltnn subnn /=; rewrite h2.
exact: keeps_more.
Qed.
Lemma first_tied dim nodes s (os : seq (seq F)) us : us = (all_more dim s nodes).1.1 ->
  tied dim nodes s (size os) (os ++ map (f_node_first (all_of F)) nodes) (map (f_unit_first (all_of F)) us).
Proof.
elim: nodes s os => [|n ns IH] s os //= e; split; last first.
  by rewrite -cat_rcons -(size_rcons os (f_node_first (all_of F) n)); apply: IH.
rewrite nth_cat ltnn subnn /=; have [g hg] := units_grow dim ns (more dim s n).
have {e hg} -> : us = (more dim s n).1.1 ++ g by rewrite e; exact: hg.
case: n => [[i fs]|[i]|[i]|[i es]|[l]] //=.
set u := of_any_ReLUs_States _ _; set k := f_place_of (all_of F) u s.1.1.
have -> : nth [::] (map (f_unit_first (all_of F)) ((s.1.1 ++ (if (k < size s.1.1)%N then [::] else [:: u])) ++ g)) k = f_unit_first (all_of F) u.
  rewrite -catA; case: ltnP => hk.
    rewrite map_cat nth_cat size_map hk (nth_map (no_unit F)) //; congr f_unit_first.
    by apply: same_unit; move: hk; rewrite /k placeE => hk; apply: (@nth_find _ (no_unit F) (f_same_unit (all_of F) ^~ u)); rewrite has_find.
  have -> : k = size s.1.1 by apply/eqP; rewrite eqn_leq hk /k placeE find_size.
  by rewrite map_cat nth_cat size_map ltnn subnn.
by rewrite /u /= /f_first_state -map_comp.
Qed.
Lemma begun_fits last x0 : fits last x0 (begun (size x0)) [:: x0].
Proof.
split=> //.
- move=> [|i] t; rewrite /= /all_values /= ?cats0; first exact: values_begin.
  by case: i.
by case=> [|[|i]].
Qed.
Definition dim_of_program p := get_ListedProgram_dim (all_of F) p.
Lemma gathered_token p last olds x : let s := begun (dim_of_program p) in
  tied (dim_of_program p) (get_ListedProgram_nodes (all_of F) p) s 1 olds last ->
  let g := f_gathered_step (all_of F) (f_gathered (all_of F) p) last x in let vs := f_node_values (all_of F) p olds x in
  g.2 = seq.last [::] vs /\ tied (dim_of_program p) (get_ListedProgram_nodes (all_of F) p) s 1 vs g.1.
Proof.
rewrite gathered_stepE gatheredE valuesE /= -/(dim_of_program p) => R.
have st : size (token_of (dim_of_program p) x) = dim_of_program p by rewrite size_token.
have := @nodes_fit last (token_of (dim_of_program p) x) (get_ListedProgram_nodes (all_of F) p) _ [:: token_of (dim_of_program p) x] olds.
rewrite st => /(_ (begun (dim_of_program p))); have := begun_fits last (token_of (dim_of_program p) x); rewrite st.
move=> fit /(_ fit R) [[e1 _ hv _ _] _ [e3 h3] h4]; split=> //.
rewrite -!nth_last e1; have := hv (size (values_from olds [:: token_of (dim_of_program p) x] (get_ListedProgram_nodes (all_of F) p))).-1 [::].
by rewrite /all_values cats0.
Qed.
Theorem gathered_same p xs : f_gathered_outputs (all_of F) (f_gathered (all_of F) p) xs = f_program_outputs (all_of F) p xs.
Proof.
rewrite in_gatheredE in_programE.
have folds last olds os : tied (dim_of_program p) (get_ListedProgram_nodes (all_of F) p) (begun (dim_of_program p)) 1 olds last ->
    (foldl (in_gathered (f_gathered (all_of F) p)) (last, os) xs).2 = (foldl (in_program p) (olds, os) xs).2.
  elim: xs last olds os => [|x xs IH] last olds os R //=.
  have [e R'] := gathered_token x R; rewrite /in_gathered /in_program /= e; exact: IH.
by apply: folds; rewrite gatheredE; apply: (@first_tied _ _ _ [:: [::]]).
Qed.
End Gathering.
