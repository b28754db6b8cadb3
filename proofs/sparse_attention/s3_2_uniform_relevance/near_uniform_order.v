(* With x = |v| eps, weights lie between exp (- 2 x) and exp (2 x) by t, and for 4 x <= 1 these are
   within 4 x of 1; two of them differ by the smaller one times their scores' difference at least. *)
Lemma tangents x : 0 <= x -> 4 * x <= 1 ->
  1 - 2 * x <= exp (- x) * exp (- x) /\ exp x * exp x <= 1 + 4 * x.
Proof.
intros h0 h; rewrite <- !exp_plus.
assert (low := exp_ineq1_le (- x + - x)); split; [lra|].
assert (one : exp (x + x) * exp (- x + - x) = 1).
  rewrite <- exp_plus; transitivity (exp 0); [f_equal; ring | exact exp_0].
apply (Rmult_le_reg_r (exp (- x + - x))); [apply exp_pos|]; rewrite one.
apply Rle_trans with ((1 + 4 * x) * (1 - 2 * x)); [nra|]; apply Rmult_le_compat_l; lra.
Qed.
Lemma shares_differ f t x i j : (1 <= t)%nat -> (forall k, (k < t)%nat -> - x <= f k <= x) ->
  share f t j * (f i - f j) <= share f t i - share f t j.
Proof.
intros ht h; assert (w := weights_pos f t x ht h).
assert (e : share f t i = share f t j * exp (f i - f j)).
  unfold share; replace (exp (f i)) with (exp (f j) * exp (f i - f j)); [ring|].
  rewrite <- exp_plus; f_equal; ring.
rewrite e; assert (low := exp_ineq1_le (f i - f j)).
assert (0 <= share f t j).
  unfold share; repeat apply Rmult_le_pos; try lra; try apply pos_INR.
    left; apply exp_pos.
  left; apply Rinv_0_lt_compat, w.
nra.
Qed.
Theorem proved : statement.
Proof.
intros v m z t Z hm ht hx; set (eps := Rabs z) in *; assert (h0 : 0 <= eps) by apply Rabs_pos.
change (norm v m * (1 * 4) * eps <= eps * (1 * 0) + 1 * 1) in hx; assert (hn := norm_ge_0 v m).
set (f := fun i => score Z v m i * eps); set (x := norm v m * eps).
assert (hf : forall k, (k < t)%nat -> - x <= f k <= x).
  intros k _; unfold f, x; assert (a := score_at_least Z v m k); assert (b := score_at_most Z v m k).
  pose proof (Rmult_le_compat_r eps _ _ h0 a); pose proof (Rmult_le_compat_r eps _ _ h0 b); lra.
assert (x0 : 0 <= x) by (unfold x; apply Rmult_le_pos; assumption); assert (x4 : 4 * x <= 1) by (unfold x; lra).
destruct (tangents x x0 x4) as [low high].
assert (hw : weights f t <> 0) by (apply Rgt_not_eq, (weights_pos f t x ht hf)).
assert (least : forall i, (i < t)%nat -> 1 - 2 * x <= share f t i).
  intros i hi; assert (h := share_at_least f t x ht hf i hi); lra.
split.
- intros i hi; repeat split; try (intros; apply divisor); [exact hw|].
  change (Rabs (share f t i + - 1 * (1 * 1)) <=
    one Z v m i * (norm v m * (1 * 4) * (1 * eps))).
  rewrite one_is; replace (1 * (norm v m * (1 * 4) * (1 * eps))) with (4 * x) by (unfold x; ring).
  assert (h := share_at_most f t x ht hf i hi); assert (k := least i hi).
  apply Rabs_le; lra.
- intros i j hi hj; repeat split; try (intros; apply divisor); try exact hw.
  change ((score Z v m i * one Z v m j + - 1 * (one Z v m i * score Z v m j)) *
      ((- 1 * (norm v m * (1 * 4) * eps) + 1 * 1) * (1 * eps)) <=
    Rabs (share f t i + - 1 * (1 * 1)) * one Z v m j +
      one Z v m i * Rabs (share f t j + - 1 * (1 * 1))).
  rewrite !one_is.
  replace ((score Z v m i * 1 + - 1 * (1 * score Z v m j)) *
      ((- 1 * (norm v m * (1 * 4) * eps) + 1 * 1) * (1 * eps)))
    with ((f i - f j) * (1 - 4 * x)) by (unfold f, x; ring).
  assert (d := shares_differ f t x i j ht hf); assert (k := least j hj).
  assert (a := Rle_abs (share f t i + - 1 * (1 * 1))).
  assert (b := Rle_abs (- (share f t j + - 1 * (1 * 1)))); rewrite Rabs_Ropp in b.
  assert (0 <= Rabs (share f t i + - 1 * (1 * 1))) by apply Rabs_pos.
  assert (0 <= Rabs (share f t j + - 1 * (1 * 1))) by apply Rabs_pos.
  destruct (Rle_lt_dec (f i) (f j)) as [le|lt].
    pose proof (Rmult_le_pos (f j - f i) (1 - 4 * x) ltac:(lra) ltac:(lra)); lra.
  pose proof (Rmult_le_pos (f i - f j) (share f t j - (1 - 4 * x)) ltac:(lra) ltac:(lra)); lra.
Qed.
