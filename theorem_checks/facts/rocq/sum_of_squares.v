Theorem proved : statement.
Proof.
move=> F n x _ h i hi; have := h => /eqP.
rewrite psumr_eq0 => [/allP all0|k _]; last by rewrite -expr2 sqr_ge0.
have := all0 (Ordinal hi) (mem_index_enum _).
by rewrite /= mulf_eq0 orbb => /eqP.
Qed.
