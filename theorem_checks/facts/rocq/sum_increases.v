Theorem proved : statement.
Proof.
move=> F n x y _ h.
by apply: ler_sum => i _; apply: h.
Qed.
