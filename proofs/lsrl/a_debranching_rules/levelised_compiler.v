(* What is taken puts out what the program does, is a path, and has few stages for the depth: the path
   that is seen to be so, or that in blocks. *)
Theorem proved : statement.
Proof.
move=> F; split; [|split; [|split; [|split]]].
- by move=> p xs; apply: gathered_same.
- by move=> p c xs; apply: with_kind_same.
- by move=> hints q p xs; rewrite /f_checked; case: ifP => [/andP[_ h]|_]; [apply: agree_same h xs | apply: blocks_same].
- by move=> hints q p; rewrite /f_checked; case: ifP => [/andP[/andP[-> _] _]|_]; rewrite ?blocks_path.
by move=> hints q p; rewrite /f_checked /f_within; case: ifP => [/andP[/andP[_ ->] _]|_]; rewrite ?blocks_stages.
Qed.
