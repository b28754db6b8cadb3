(* Stages as nodes: a path with the same outputs; see steps.v. *)
Section Paths.
Variable F : realFieldType.
Implicit Types x y z t v l : seq F.
Implicit Types u : T_any_ReLUs (all_of F).
Implicit Types us : seq (T_any_ReLUs (all_of F)).
Implicit Types last lasts olds vs : seq (seq F).
Implicit Types p : T_Gathered (all_of F).

Fixpoint stage_nodes us (k W : nat) : seq (T_any_LinNode (all_of F)) :=
  if us is u :: us then f_unit_nodes (all_of F) u k k W ++ stage_nodes us (k + size (f_unit_nodes (all_of F) u k k W))%N (f_size_of_unit (all_of F) u) else [::].
Lemma writtenE p : get_Gathered_rest (all_of F) p = [::] ->
  let W := f_width_of (all_of F) (get_Gathered_stages (all_of F) p) (get_Gathered_dim (all_of F) p) in
  let nodes := stage_nodes (get_Gathered_stages (all_of F) p) 0 (get_Gathered_dim (all_of F) p) in
  f_written (all_of F) p = make_ListedProgram (all_of F) (get_Gathered_dim (all_of F) p) (nodes ++ f_lin_nodes (all_of F) (get_Gathered_output (all_of F) p) (size nodes) W).
Proof.
case: p => d us rest out /= ->; rewrite /f_written /=; set g := (fun _ _ => _).
have h nodes W : foldl g (nodes, W) us = (nodes ++ stage_nodes us (size nodes) W, f_width_of (all_of F) us W).
  elim: us nodes W => [|u us IH] nodes W /=; first by rewrite cats0.
  by rewrite {1}/g IH size_cat -catA.
by rewrite h /= cats0.
Qed.
Fixpoint reads_from (k : nat) (ns : seq (T_any_LinNode (all_of F))) : bool :=
  if ns is n :: ns then f_reads_only (all_of F) n k && reads_from k.+1 ns else true.
Lemma reads_cat k a b : reads_from k (a ++ b) = reads_from k a && reads_from (k + size a) b.
Proof. by elim: a k => [|n a IH] k /=; rewrite ?addn0 // IH addSnnS andbA. Qed.
Lemma is_pathE (q : T_ListedProgram (all_of F)) : f_is_path (all_of F) q = reads_from 0 (get_ListedProgram_nodes (all_of F) q).
Proof.
rewrite /f_is_path /enumerated; elim: (get_ListedProgram_nodes (all_of F) q) 0%N => //= n ns IH k.
by rewrite IH.
Qed.
Lemma lin_reads fs k W : reads_from k (f_lin_nodes (all_of F) fs k W).
Proof. by rewrite /f_lin_nodes; case: ifP => //= _; rewrite andbT eqnE. Qed.
Lemma unit_reads u k W : reads_from k (f_unit_nodes (all_of F) u k k W).
Proof.
case: u => -[s]; rewrite /f_unit_nodes /=; last by rewrite andbT eqnE.
  rewrite reads_cat lin_reads /= andbT eqnE; case: (f_lin_nodes _ _ _ _) => [|a r] /=; first by rewrite addn0.
  by rewrite eqxx.
rewrite reads_cat lin_reads /= andbT eqnE; case: (f_lin_nodes _ _ _ _) => [|a r] /=; first by rewrite addn0.
by rewrite eqxx.
Qed.
Lemma stages_read us k W : reads_from k (stage_nodes us k W).
Proof. by elim: us k W => //= u us IH k W; rewrite reads_cat unit_reads IH. Qed.

(* ---------- values ---------- *)
Lemma identity_values fs v : f_is_identity (all_of F) fs (size v) -> f_values (all_of F) fs v = v.
Proof.
rewrite /f_is_identity eqnE => /andP[/eqP e h]; apply: (@eq_from_nth _ (0 : F)); first by rewrite size_values.
rewrite size_values => i hi; rewrite (nth_map (no_form F)) //.
have hz : (i < size (zip (iota 0 (size fs)) fs))%N by rewrite size_zip size_iota minnn.
have hm := all_nthP true h i; rewrite size_map in hm; have := hm hz.
rewrite (nth_map (0%N, no_form F)) // nth_zip ?size_iota // nth_iota // add0n /= {hm hz h}.
case: (nth _ fs i) => r k /andP[/andP[/= hr /is0 ->]]; rewrite eqnE in hr.
case: r hr => [|[j c] []] //= _; rewrite andbT eqnE => /andP[/eqP -> /is0 ->].
exact: value_at.
Qed.
Lemma lin_right olds vs fs W : (0 < size vs)%N -> size (seq.last [::] vs) = W ->
  let vs' := values_from olds vs (f_lin_nodes (all_of F) fs (size vs).-1 W) in
  [/\ seq.last [::] vs' = f_values (all_of F) fs (seq.last [::] vs), size vs' = (size vs + size (f_lin_nodes (all_of F) fs (size vs).-1 W))%N & exists e, vs' = vs ++ e].
Proof.
move=> h0 eW; rewrite /f_lin_nodes -eW; case: ifP => hid /=.
  by rewrite identity_values // addn0; split=> //; exists [::]; rewrite cats0.
rewrite last_cat /= size_cat addn1 /f_vector_at nth_last; split=> //; by eexists.
Qed.
Lemma lin_size fs k j W : size (f_lin_nodes (all_of F) fs k W) = size (f_lin_nodes (all_of F) fs j W).
Proof. by rewrite /f_lin_nodes; case: ifP. Qed.
Lemma unit_right olds vs u W : (0 < size vs)%N -> size (seq.last [::] vs) = W -> let k := (size vs).-1 in
  let m := size (f_unit_nodes (all_of F) u k k W) in
  let vs' := values_from olds vs (f_unit_nodes (all_of F) u k k W) in
  [/\ seq.last [::] vs' = f_unit_value (all_of F) u (nth [::] olds (k + m)) (seq.last [::] vs), size vs' = (size vs + m)%N, (0 < m)%N & exists e, vs' = vs ++ e].
Proof.
move=> h0 eW k m vs'; rewrite /vs' /m.
have at_end (fs : seq (T_Form (all_of F))) : let lin := f_lin_nodes (all_of F) fs k W in
    (if (0 < size lin)%N then k + size lin else k)%N = (size (values_from olds vs lin)).-1.
  have [_ es _] := lin_right olds fs h0 eW; rewrite -/k in es; rewrite /= es.
  have e1 n : (size vs + n).-1 = (k + n)%N by rewrite /k -{1}(prednK h0) addSn.
  by rewrite e1; case: (f_lin_nodes _ _ _ _) => [|a r] //=; rewrite addn0.
case: u @m @vs' => -[s] m vs'; rewrite /f_unit_nodes.
- rewrite values_from_cat /= size_cat addn1; have [e1 e2 [e e3]] := lin_right olds s h0 eW.
  rewrite at_end /= last_cat /= size_cat addn1 e2 addnS; split=> //; last by rewrite e3 -catA; eexists.
  by rewrite /f_vector_at -e2 nth_last e1.
- set both := map _ s ++ map _ s; rewrite values_from_cat /= size_cat addn1; have [e1 e2 [e e3]] := lin_right olds both h0 eW.
  rewrite at_end /= last_cat /= size_cat addn1 e2 addnS; split=> //; last by rewrite e3 -catA; eexists.
  rewrite /f_vector_at -e2 nth_last e1 /both /f_values map_cat size_cat !size_map divn2 addnn doubleK.
  rewrite take_size_cat ?size_map // drop_size_cat ?size_map //.
  by elim: s {both at_end m vs' e1 e2 e3} => //= -[a b] s IH; exact: (f_equal (cons _) IH).
rewrite /= last_cat /= size_cat !addn1 /f_vector_at nth_last; split=> //; last by eexists.
by rewrite /k prednK.
Qed.
Fixpoint path_tie us (k W j : nat) olds lasts : Prop :=
  if us is u :: us then nth [::] olds (k + size (f_unit_nodes (all_of F) u k k W)) = nth [::] lasts j /\
    path_tie us (k + size (f_unit_nodes (all_of F) u k k W)) (f_size_of_unit (all_of F) u) j.+1 olds lasts else True.
Lemma path_right us olds lasts vs W j : (0 < size vs)%N -> size (seq.last [::] vs) = W ->
  path_tie us (size vs).-1 W j olds lasts ->
  let nodes := stage_nodes us (size vs).-1 W in let vs' := values_from olds vs nodes in
  let st := stages_values lasts j (seq.last [::] vs) us in
  [/\ seq.last [::] vs' = seq.last (seq.last [::] vs) st, size vs' = (size vs + size nodes)%N, exists e, vs' = vs ++ e &
    forall e O, size O = j -> path_tie us (size vs).-1 W j (vs' ++ e) (O ++ st)].
Proof.
elim: us vs W j => [|u us IH] vs W j h0 eW /=.
  by move=> _; split=> //; [rewrite addn0 | exists [::]; rewrite cats0].
move=> [tu ts]; rewrite values_from_cat; have [e1 e2 e3 [e e4]] := unit_right olds u h0 eW.
set m := size (f_unit_nodes (all_of F) u _ _ W) in tu ts e1 e2 e3 *; set vs1 := values_from olds vs (f_unit_nodes _ _ _ _ _) in e1 e2 e4 *.
have h1 : (0 < size vs1)%N by rewrite e2 addn_gt0 h0.
have ek : ((size vs).-1 + m)%N = (size vs1).-1 by rewrite e2 -{2}(prednK h0) addSn.
rewrite ek in ts tu e1 *; have sz : size (seq.last [::] vs1) = f_size_of_unit (all_of F) u by rewrite e1 size_unit_value.
have [i1 i2 [g i3] i4] := IH vs1 _ j.+1 h1 sz ts; rewrite e1 tu in i1 i2 i3 i4 *.
set st := stages_values _ _ _ _ in i1 i4 *; set vs' := values_from olds vs1 _ in i1 i2 i3 i4 *.
split=> //.
- by rewrite i2 size_cat addnA -e2.
- by rewrite i3 e4 -catA; eexists.
move=> e' O hO /=; split; last by rewrite -cat_rcons; apply: i4; rewrite size_rcons hO.
rewrite i3 -catA nth_cat prednK // leqnn nth_last e1 tu nth_cat hO ltnn subnn.
by [].
Qed.
Lemma unit_first_last u k j W : seq.last [::] (map (f_node_first (all_of F)) (f_unit_nodes (all_of F) u k j W)) = f_unit_first (all_of F) u.
Proof. by case: u => -[s] //=; rewrite map_cat last_cat. Qed.
Lemma unit_nodes_some u k j W : (0 < size (f_unit_nodes (all_of F) u k j W))%N.
Proof. by case: u => -[s] //=; rewrite size_cat addn1. Qed.
Lemma first_path_tie us k W O O' rest : size O = k.+1 ->
  path_tie us k W (size O') (O ++ map (f_node_first (all_of F)) (stage_nodes us k W ++ rest)) (O' ++ map (f_unit_first (all_of F)) us).
Proof.
elim: us k W O O' => //= u us IH k W O O' hO; set m := size (f_unit_nodes (all_of F) u k k W); split.
  rewrite !nth_cat ltnn subnn /= hO; have hm : (0 < m)%N by apply: unit_nodes_some.
  rewrite ltnNge -addn1 leq_add2l hm /= subnDl -(unit_first_last u k k W) -catA map_cat nth_cat size_map.
  by rewrite -/m subn1 prednK // leqnn -nth_last size_map.
rewrite -catA map_cat [X in path_tie _ _ _ _ X]catA -[in X in path_tie _ _ _ _ _ X]cat_rcons -(size_rcons O' (f_unit_first (all_of F) u)).
by apply: IH; rewrite size_cat hO size_map addSn.
Qed.
Definition in_order p last olds :=
  path_tie (get_Gathered_stages (all_of F) p) 0 (get_Gathered_dim (all_of F) p) 0 olds last.
Lemma written_token p last olds x : get_Gathered_rest (all_of F) p = [::] -> in_order p last olds ->
  let g := f_gathered_step (all_of F) p last x in let vs := f_node_values (all_of F) (f_written (all_of F) p) olds x in
  seq.last [::] vs = g.2 /\ in_order p g.1 vs.
Proof.
move=> hr R; rewrite gathered_stepE hr valuesE writtenE //=; set d := get_Gathered_dim (all_of F) p in R *.
rewrite -/(token_of d x) !cats0 values_from_cat; set x0 := token_of d x.
have ex : size (seq.last [::] [:: x0]) = d by rewrite size_token.
have [i1 i2 [e i3] i4] := @path_right (get_Gathered_stages (all_of F) p) olds last [:: x0] d 0 isT ex R.
rewrite /= in i1 i2 i3 i4; set vs := values_from olds [:: x0] _ in i1 i2 i3 i4 *.
have h0 : (0 < size vs)%N by rewrite i2.
have eW : size (seq.last [::] vs) = f_width_of (all_of F) (get_Gathered_stages (all_of F) p) d.
  by rewrite i1 -[d in RHS](size_token d x) -width_ofE.
have en : size (stage_nodes (get_Gathered_stages (all_of F) p) 0 d) = (size vs).-1 by rewrite i2 add1n.
rewrite en; have [j1 j2 [e' j3]] := lin_right olds (get_Gathered_output (all_of F) p) h0 eW.
by rewrite j1 i1; split=> //; rewrite j3; apply: (i4 e' [::]).
Qed.
Lemma written_same p xs : get_Gathered_rest (all_of F) p = [::] -> f_program_outputs (all_of F) (f_written (all_of F) p) xs = f_gathered_outputs (all_of F) p xs.
Proof.
move=> hr; rewrite in_gatheredE in_programE.
have folds last olds os : in_order p last olds ->
    (foldl (in_program (f_written (all_of F) p)) (olds, os) xs).2 = (foldl (in_gathered p) (last, os) xs).2.
  elim: xs last olds os => [|x xs IH] last olds os R //=.
  have [e R'] := written_token x hr R; rewrite /in_gathered /in_program -/(in_gathered p) -/(in_program (f_written (all_of F) p)) /= e; exact: IH.
apply: folds; rewrite hr writtenE //= cats0 /in_order.
exact: (@first_path_tie _ 0 _ [:: [::]] [::]).
Qed.
Lemma written_path p : get_Gathered_rest (all_of F) p = [::] -> f_is_path (all_of F) (f_written (all_of F) p).
Proof. by move=> hr; rewrite is_pathE writtenE //= reads_cat stages_read lin_reads. Qed.
End Paths.
