(* Half a cosine: N equal steps along it add up to 1, as 2 cos a sin b = sin (a + b) - sin (a - b). *)
Lemma added_up (x : R) (n : nat) :
  2 * sin (x / 2) * total (fun t => cos (x * INR t)) 0 n = sin (x * INR n - x / 2) + sin (x / 2).
Proof.
induction n as [|n IH].
{ simpl; replace (x * 0 - x / 2) with (- (x / 2)) by ring; rewrite sin_neg; ring. }
rewrite total_S, Rmult_plus_distr_l, IH, S_INR; simpl.
replace (x * (INR n + 1) - x / 2) with (x * INR n + x / 2) by field.
rewrite sin_plus, sin_minus; ring.
Qed.
Lemma half_a_cosine (N : nat) : (1 <= N)%nat ->
  total (fun t => cos (PI * / INR N * INR t)) 0 N = 1.
Proof.
intro hN; set (x := PI * / INR N).
assert (1 <= INR N) as hN' by (apply (le_INR 1); exact hN).
assert (x * INR N = PI) as whole by (unfold x; field; lra).
pose proof PI_RGT_0 as pi.
assert (0 < / INR N <= 1) as inverse.
{ split; [apply Rinv_0_lt_compat; lra|]; rewrite <- Rinv_1; apply Rinv_le_contravar; lra. }
assert (0 < sin (x / 2)) as positive by (apply sin_gt_0; unfold x; nra).
pose proof (added_up x N) as e; rewrite whole, sin_PI_x in e.
apply (Rmult_eq_reg_l (2 * sin (x / 2))); lra.
Qed.

Theorem proved : statement.
Proof.
split; [|lra]; intros N hN.
match goal with |- _ <= product ?F 0 _ => set (factor := F) end.
set (S := total (fun t => cos (PI * / INR N * INR t)) 0).
assert (forall t, 0 <= product factor 0 t <= 1
  /\ 1 - (1001 * INR t + 999 * S t) / 20000000000 <= product factor 0 t) as kept.
{ induction t as [|t [IH1 IH2]]; [unfold S; simpl; lra|].
  unfold S; rewrite product_S, total_S, S_INR; fold S; simpl plus; unfold factor at 2 4 6.
  pose proof (COS_bound (PI * / INR N * INR t)) as c.
  set (a := cos (PI * / INR N * INR t)) in *; split; nra. }
destruct (kept N) as [_ last]; unfold S in last; rewrite (half_a_cosine N hN) in last; lra.
Qed.
