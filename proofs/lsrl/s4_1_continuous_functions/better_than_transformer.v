(* 10 + d < 10 + 14 d + 4 d^2 is an inequality of natural numbers, and d < 14 d for d > 0. *)
Theorem proved : statement.
Proof.
move=> F d d_gt0.
rewrite -natrX -!natrM -!natrD ltr_nat -addnA ltn_add2l.
apply: (@leq_trans (14 * d)); last exact: leq_addr.
by rewrite -[X in (X < _)%N]mul1n ltn_pmul2r.
Qed.
