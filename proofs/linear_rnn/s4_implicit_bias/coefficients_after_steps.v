(* What the steps add and the start, of which the square of their sum is at most twice the squares. *)
Section Coefficients.
Variables (F : realFieldType) (T n_x M n_y : nat) (eta : F) (r q : nat -> F).
Variables (X L0 : nat -> nat -> nat -> F) (Y : nat -> nat -> F).
Definition chosen (L : nat -> nat -> nat -> F) a j b := 1 * q j * L a j b.
Lemma parallelogram (u v : F) : u * u * 1 <= v * v * 1 * (1 * 2%:R) +
  (u + - 1 * v) * (u + - 1 * v) * 1 * (1 * 2%:R).
Proof.
rewrite -subr_ge0 (_ : _ - _ = (u - 2%:R * v) ^+ 2); first exact: sqr_ge0.
by rewrite expr2; ring.
Qed.
Lemma start_and_steps L : of_filter T n_x n_y (chosen L) <=
  of_filter T n_x n_y (chosen L0) * (1 * 2%:R) +
  of_filter T n_x n_y (away q L0 L) * (1 * 2%:R).
Proof.
rewrite /of_filter !mulr_suml -big_split /=; apply: ler_sum => a _.
rewrite !mul1r !mulr_suml -big_split /=; apply: ler_sum => j _.
rewrite !mulr_suml -big_split /=; apply: ler_sum => b _.
have := parallelogram (chosen L a j b) (chosen L0 a j b); rewrite !(mul1r, mulr1).
by rewrite /away /chosen !mul1r !mulN1r -!mulrBr.
Qed.
Lemma coefficients_after (xs : seq F) : 0 < eta -> is_slow T n_x M eta r X ->
  let: (L, l) := foldl (after T n_x M eta r X Y) (L0, 0) xs in
  (l * (1 * 0) + 1 * 0 <= l) /\
  (residuals T n_x M n_y X Y L <= residuals T n_x M n_y X Y L0) /\
  (of_filter T n_x n_y (away q L0 L) <= farthest T n_x M n_y eta r q X L0 Y l) /\
  (of_filter T n_x n_y (chosen L) <= of_filter T n_x n_y (chosen L0) * (1 * 2%:R) +
    farthest T n_x M n_y eta r q X L0 Y l * (1 * 2%:R)).
Proof.
move=> eta0 slow; have := @after_steps F T n_x M n_y eta r q X L0 Y xs eta0 slow.
case: foldl => L l [steps [now way]]; split=> //; split=> //; split=> //.
apply: (le_trans (start_and_steps L)); rewrite ler_add2l; apply: ler_wpmul2r way.
by rewrite mul1r ler0n.
Qed.
End Coefficients.
