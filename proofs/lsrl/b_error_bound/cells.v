(* Sums of squares, at most so much each; Cauchy and Schwarz by induction; the difference of norms. *)
Lemma total_at_most f a n m : (forall i, (a <= i)%nat -> f i <= m) -> total f a n <= INR n * m.
Proof.
intro h; induction n as [|n IH]; [simpl; lra|].
rewrite total_S, S_INR; pose proof (h (a + n)%nat ltac:(lia)); lra.
Qed.
Lemma total_same m a n : total (fun _ => m) a n = INR n * m.
Proof. induction n as [|n IH]; [simpl; lra|]; rewrite total_S, S_INR, IH; lra. Qed.
Lemma total_squares_ge_0 f a n : 0 <= total (fun i => f i ^ 2) a n.
Proof.
induction n as [|n IH]; [simpl; lra|]; rewrite total_S; pose proof (pow2_ge_0 (f (a + n)%nat)); lra.
Qed.
Lemma at_most_by_squares C A B : 0 <= A -> 0 <= B -> C ^ 2 <= A ^ 2 * B ^ 2 -> C <= A * B.
Proof.
intros ha hb h; apply Rsqr_incr_0_var; [unfold Rsqr; lra|apply Rmult_le_pos; assumption].
Qed.
Lemma two_more A B C a b : 0 <= A -> 0 <= B -> C ^ 2 <= A * B ->
  (C + a * b) ^ 2 <= (A + a ^ 2) * (B + b ^ 2).
Proof.
intros ha hb h; pose proof (sqrt_pos A) as hp; pose proof (sqrt_pos B) as hq.
pose proof (pow2_sqrt A ha) as p2; pose proof (pow2_sqrt B hb) as q2.
set (p := sqrt A) in *; set (q := sqrt B) in *; rewrite <- p2, <- q2 in *.
assert (C <= p * q) by (apply at_most_by_squares; assumption).
assert (- C <= p * q) by (apply at_most_by_squares; try assumption; nra).
assert (2 * C * (a * b) <= a ^ 2 * q ^ 2 + b ^ 2 * p ^ 2); [|nra].
pose proof (pow2_ge_0 (a * q - b * p)); pose proof (pow2_ge_0 (a * q + b * p)).
destruct (Rle_dec 0 (a * b)); nra.
Qed.
Lemma cauchy_schwarz y z a n :
  total (fun i => y i * z i) a n ^ 2 <= total (fun i => y i ^ 2) a n * total (fun i => z i ^ 2) a n.
Proof.
induction n as [|n IH]; [simpl; lra|]; rewrite !total_S.
apply two_more; [apply total_squares_ge_0..|exact IH].
Qed.
Lemma apart y z a n : total (fun i => (y i + -1 * z i) ^ 2) a n =
  -2 * total (fun i => y i * z i) a n + total (fun i => y i ^ 2) a n + total (fun i => z i ^ 2) a n.
Proof. induction n as [|n IH]; [simpl; ring|]; rewrite !total_S, IH; ring. Qed.
Theorem proved : statement.
Proof.
intros delta e L r s x v y z hdelta _ hL hr hs hx.
assert (forall d, total (fun i => x i ^ 2) 1 d <= 1 / 4 * INR d * delta ^ 2) as hsum.
{ intro d; replace (1 / 4 * INR d * delta ^ 2) with (INR d * (1 / 4 * delta ^ 2)) by lra.
  apply total_at_most; intros i hi; destruct (hx i hi); nra. }
assert (0 <= L ^ 2) as hL2 by apply pow2_ge_0.
split.
{ intros d _; split; [apply hsum|].
  assert (L ^ 2 * total (fun i => x i ^ 2) 1 d <= 1 / 4 * L ^ 2 * INR d * delta ^ 2).
  { replace (1 / 4 * L ^ 2 * INR d * delta ^ 2) with (L ^ 2 * (1 / 4 * INR d * delta ^ 2)) by lra.
    apply Rmult_le_compat_l; auto. }
  rewrite total_same; repeat split; intros; try assumption; try lra.
  match goal with h : r ^ 2 = _ |- _ => rewrite h end; lra. }
intros n _; rewrite apart.
pose proof (total_squares_ge_0 y 1 n) as hy; pose proof (total_squares_ge_0 z 1 n) as hz.
pose proof (cauchy_schwarz y z 1 n) as hc.
set (Y := total (fun i => y i ^ 2) 1 n) in *; set (Z := total (fun i => z i ^ 2) 1 n) in *.
set (C := total (fun i => y i * z i) 1 n) in *.
repeat split; try assumption; intros [er es].
rewrite <- er, <- es in *.
assert (C <= r * s) by (apply at_most_by_squares; assumption).
replace ((L * r + -1 * L * s) ^ 2) with (L ^ 2 * (r - s) ^ 2) by ring.
apply Rmult_le_compat_l; [assumption|]; nra.
Qed.
