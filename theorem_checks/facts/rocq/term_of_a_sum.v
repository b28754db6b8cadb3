Theorem proved : statement.
Proof.
move=> F n x _ h i hi.
rewrite (bigD1 (Ordinal hi)) //= ler_addl.
by apply: sumr_ge0 => k _; apply: h.
Qed.
