(* What is gathered, each step, and the path at the end put out what the program does; the rest
   becomes shorter at each step. See steps.v and paths.v. *)
Theorem proved : statement.
Proof.
move=> F; split; [|split; [|split; [|split]]].
- by move=> p xs; apply: gathered_same.
- by move=> p xs; apply: fused_same.
- by move=> p; rewrite fused_falls.
- move=> p xs; rewrite /f_path_of written_same ?finished_same ?gathered_same //; exact: finished_rest.
move=> p; rewrite /f_path_of written_path //; exact: finished_rest.
Qed.
