Theorem proved : statement.
Proof.
move=> F d delta x z _ positive.
pose y (i : nat) := x i * (1 * delta).
have sum : \sum_(i < d) 1 * (Num.max (- 1 * y i) 0 + Num.max (y i + - 1 * (1 * (1 * delta))) 0) = \sum_(i < d) outside delta (y i).
  by apply: eq_bigr => i _; rewrite /outside !mul1r !mulN1r.
split=> [less|high].
  have {}less : \sum_(i < d) outside delta (y i) < delta.
    by move: less; rewrite sum !mulr0 add0r mul1r.
  rewrite !mulr0 add0r [X in _ <= X]mul1r; apply: le_trans (near positive less).
  by apply: ler_sum => i _; rewrite /y !mul1r mulN1r -expr2 lexx.
rewrite !mulr0 add0r [X in _ < X]mul1r big1 // => i _; rewrite !mul1r !mulN1r.
by apply: (outside_none (max_least _)); have := high _ (ltn_ord i); rewrite !mul1r.
Qed.
