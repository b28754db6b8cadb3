Theorem proved : statement.
Proof.
move=> F n m A B _ _ h; rewrite ler_nat.
pose left := \matrix_(i < n, k < m) A i k; pose right := \matrix_(k < m, j < n) B k j.
have one : left *m right = 1%:M.
  by apply/matrixP => i j; rewrite !mxE -h //; apply: eq_bigr => k _; rewrite !mxE.
have := mxrankM_maxl left right; rewrite one mxrank1 => le_rank.
exact: leq_trans le_rank (rank_leq_col left).
Qed.
