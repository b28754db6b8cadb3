(* What is said of the formulas of the program is proved in hat_bounds.v. *)
Theorem proved : statement.
Proof.
move=> F N; split=> [d levels most s e point root slope value values | d levels most s e point root slope values].
  exact: always_near.
exact: always_short.
Qed.
