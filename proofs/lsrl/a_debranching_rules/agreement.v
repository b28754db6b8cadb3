(* A path that is seen to put out what the program does, by hints, does so; see side_by_side.v. *)
Section Agreement.
Variable F : realFieldType.
Variables (p q : T_ListedProgram (all_of F)) (hints : T_Hints (all_of F)).
Hypothesis seen : f_agrees (all_of F) p q hints.
Let hp := get_Hints_program (all_of F) hints.
Let hq := get_Hints_path (all_of F) hints.
Let nothing := f_nothing_known (all_of F) (get_ListedProgram_dim (all_of F) p).
Let sp := started (get_ListedProgram_dim (all_of F) p) nothing (eqn (size hp) (size (get_ListedProgram_nodes (all_of F) p))).
Let zp := zip (get_ListedProgram_nodes (all_of F) p) hp.
Let tp := foldl (@one_node F) sp zp.
Let sq := started (get_ListedProgram_dim (all_of F) q) tp.2 (eqn (size hq) (size (get_ListedProgram_nodes (all_of F) q))).
Let zq := zip (get_ListedProgram_nodes (all_of F) q) hq.
Let tq := foldl (@one_node F) sq zq.
Lemma seen_all : [/\ get_Facts_right (all_of F) tq.2, last [::] tp.1 = last [::] tq.1 & get_ListedProgram_dim (all_of F) p = get_ListedProgram_dim (all_of F) q].
Proof.
move: seen; rewrite /f_agrees !tracedE -/nothing -/sp -/zp -/tp -/sq -/zq -/tq.
case/andP => /andP[/andP[R es] same] /eqP ed; split=> //.
by apply: (zip_same (@same_form F)); rewrite es.
Qed.
Lemma at_p : [/\ get_Facts_right (all_of F) tp.2, map fst zp = get_ListedProgram_nodes (all_of F) p & forall x, kept x tq.2 -> kept x tp.2].
Proof.
have [R _ _] := seen_all; have [/andP[Rp _] kq] := nodes_steps R.
have [/andP[_ e] _] := nodes_steps Rp; move: e; rewrite eqnE => /eqP e.
by split=> //; rewrite -/(unzip1 _) unzip1_zip // e.
Qed.
Lemma at_q : map fst zq = get_ListedProgram_nodes (all_of F) q.
Proof.
have [R _ _] := seen_all; have [/andP[_ e] _] := nodes_steps R; move: e; rewrite eqnE => /eqP e.
by rewrite -/(unzip1 _) unzip1_zip // e.
Qed.
Lemma nothing_holds L W : holding L W nothing.
Proof.
have r0 : relu1 (f_value (all_of F) (no_form F) W) = 0 by rewrite value_none /relu1 lexx.
split=> i; rewrite ?/f_rectified_at ?/f_multiplied_at ?/f_recurring_at ?/f_positive_at nth_nil.
- exact: etrans (value_none W) (esym r0).
- by apply: etrans (value_none W) (esym _); apply: etrans (f_equal2 (fun a b : F => a * b) (value_none W) (value_none W)) (mul0r _).
- by apply: etrans (value_none W) (esym _); apply: etrans (f_equal2 (fun a b : F => a + b) (value_none L) (value_none W)) (addr0 _).
by rewrite [X in 0 <= X]value_none.
Qed.
Lemma nothing_kept x : kept x nothing.
Proof. by split=> i; rewrite nth_nil // [X in 0 <= X]value_none. Qed.
Definition in_step (olds olds' : seq (seq F)) (L : seq F) : Prop :=
  [/\ kept L tq.2, tied_all zp sp 1 olds L & tied_all zq sq 1 olds' L].
Lemma start_fits (x0 t : seq F) n : size x0 = n -> fitting (x0 ++ t) [:: f_range_of (all_of F) 0 n] [:: x0].
Proof. by move=> <- [|[|i]] //=; exact: values_begin. Qed.
Lemma step_token olds olds' L x : in_step olds olds' L ->
  let vs := f_node_values (all_of F) p olds x in let vs' := f_node_values (all_of F) q olds' x in
  last [::] vs = last [::] vs' /\ exists W, in_step vs vs' W.
Proof.
case=> k t1 t2; have [R el ed] := seen_all; have [Rp ep kp] := at_p.
rewrite !valuesE -ed -/(token_of (get_ListedProgram_dim (all_of F) p) x); set x0 := token_of (get_ListedProgram_dim (all_of F) p) x.
have sx : size x0 = get_ListedProgram_dim (all_of F) p by rewrite size_token.
set W := x0 ++ laid zp olds [:: x0] ++ laid zq olds' [:: x0].
have [|||||||[s1 f1] v1 w1 h1 [[e1 x1] i1]] := @nodes_right F zp sp olds [:: x0] L W x0 (laid zq olds' [:: x0]) Rp.
- by apply/holding_right; apply: nothing_holds.
- exact: kp.
- by [].
- by rewrite /W; apply: start_fits.
- by [].
- by [].
- by [].
have [|||||||[s2 f2] v2 w2 h2 [[e2 x2] i2]] := @nodes_right F zq sq olds' [:: x0] L W (x0 ++ laid zp olds [:: x0]) [::] R.
- exact/holding_right.
- exact: k.
- by [].
- by rewrite /W /sq -ed; apply: start_fits.
- by [].
- by rewrite h1.
- by rewrite /W cats0 catA.
rewrite ep in f1 i1 s1; rewrite at_q in f2 i2 s2; split.
  have g1 := f1 (size tp.1).-1; have g2 := f2 (size tq.1).-1.
  rewrite nth_last el s1 nth_last in g1; rewrite nth_last s2 nth_last in g2.
  by rewrite -g1 -g2.
exists W; split=> //; apply: w2; apply: w1; exact: nothing_kept.
Qed.
Lemma start_token : exists L, in_step ([::] :: map (f_node_first (all_of F)) (get_ListedProgram_nodes (all_of F) p)) ([::] :: map (f_node_first (all_of F)) (get_ListedProgram_nodes (all_of F) q)) L.
Proof.
have [R _ ed] := seen_all; have [Rp ep _] := at_p.
set A := nseq (get_ListedProgram_dim (all_of F) p) (0 : F); set L := A ++ laid_first zp sp ++ laid_first zq sq.
have [||||b1 k1 h1 i1] := @nodes_begun F zp sp [:: [::]] A (laid_first zq sq) L Rp.
- by move=> i; rewrite /f_recurring_at nth_nil; exact: value_none.
- exact: nothing_kept.
- by rewrite size_nseq.
- by [].
have [||||b2 k2 h2 i2] := @nodes_begun F zq sq [:: [::]] (A ++ laid_first zp sp) [::] L R.
- exact: b1.
- exact: k1.
- by rewrite h1.
- by rewrite /L cats0 catA.
by exists L; rewrite -{1}ep -at_q; split.
Qed.
Lemma agree_same xs : f_program_outputs (all_of F) q xs = f_program_outputs (all_of F) p xs.
Proof.
rewrite !in_programE.
have folds olds olds' os L : in_step olds olds' L ->
    (foldl (in_program q) (olds', os) xs).2 = (foldl (in_program p) (olds, os) xs).2.
  elim: xs olds olds' os L => [|x xs IH] olds olds' os L S //=.
  have [e [W S']] := step_token x S; rewrite /in_program -!/(in_program _) /= e; exact: IH S'.
by have [L S] := start_token; apply: folds S.
Qed.
End Agreement.
