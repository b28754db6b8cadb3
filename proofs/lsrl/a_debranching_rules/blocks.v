(* The path in blocks: it puts out what the program does, in few stages; see unit_depths.v and paths.v. *)
Section Blocks.
Variable F : realFieldType.
Implicit Types q : T_ListedProgram (all_of F).
Definition stages_in (ns : seq (T_any_LinNode (all_of F))) : nat := count (f_is_stage (all_of F)) ns.
Lemma number_of_stagesE q : f_number_of_stages (all_of F) q = stages_in (get_ListedProgram_nodes (all_of F) q).
Proof. by rewrite /f_number_of_stages; elim: (get_ListedProgram_nodes (all_of F) q) => //= n ns ->; case: (f_is_stage _ n). Qed.
Lemma lin_stages fs x W : stages_in (f_lin_nodes (all_of F) fs x W) = 0%N.
Proof. by rewrite /f_lin_nodes; case: ifP. Qed.
Lemma unit_stages u k W : stages_in (f_unit_nodes (all_of F) u k k W) = 1%N.
Proof. by case: u => -[s]; rewrite /f_unit_nodes /stages_in ?count_cat -/(stages_in _) ?lin_stages. Qed.
Lemma written_stages (p : T_Gathered (all_of F)) : get_Gathered_rest (all_of F) p = [::] ->
  f_number_of_stages (all_of F) (f_written (all_of F) p) = size (get_Gathered_stages (all_of F) p).
Proof.
move=> h; rewrite number_of_stagesE writtenE //= /stages_in count_cat -!/(stages_in _) lin_stages addn0.
elim: (get_Gathered_stages (all_of F) p) 0%N (get_Gathered_dim (all_of F) p) => //= u us IH k W.
by rewrite /stages_in count_cat -!/(stages_in _) unit_stages IH.
Qed.
Lemma blocks_same q xs : f_program_outputs (all_of F) (f_path_in_blocks (all_of F) q) xs = f_program_outputs (all_of F) q xs.
Proof. by rewrite /f_path_in_blocks written_same ?in_turn_same ?gathered_same // blocks_rest. Qed.
Lemma blocks_path q : f_is_path (all_of F) (f_path_in_blocks (all_of F) q).
Proof. by apply: written_path; apply: blocks_rest. Qed.
Lemma blocks_stages q : (f_number_of_stages (all_of F) (f_path_in_blocks (all_of F) q) <= f_most (all_of F) (f_depth (all_of F) q))%N.
Proof.
rewrite written_stages ?blocks_rest //; apply: leq_trans (in_turn_stages _ _) _.
by rewrite gatheredE.
Qed.
End Blocks.
