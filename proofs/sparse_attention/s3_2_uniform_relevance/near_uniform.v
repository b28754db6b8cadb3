(* The bounds; that one state far along v reaches them, since tanh y is within 1/y of 1; for many
   states its weight is nearly that of the largest score among the least. *)
Lemma far_along u y : 0 < y -> Rabs u <= u * tangent (u * (1 * y)) + / y.
Proof.
intro hy; set (a := u * (1 * y)).
assert (bound : Rabs a <= a * tangent a + 1).
  assert (up : forall b, 1 + b <= exp b) by (intro; apply exp_ineq1_le).
  rewrite tangent_value; assert (h := fall_pos a); assert (d := divisor a).
  assert (i : 0 < / (fall a + 1 * 1)) by (apply Rinv_0_lt_compat; lra).
  assert (e : (fall a + 1 * 1) * / (fall a + 1 * 1) = 1) by (apply Rinv_r, d).
  set (r := / (fall a + 1 * 1)) in *; set (q := fall a) in *; clearbody r.
  unfold Rabs; destruct (Rcase_abs a) as [k|k].
    assert (1 - 2 * a <= q) by (unfold q, fall; pose proof (up (a * (1 * (- 2)))); lra).
    pose proof (Rmult_le_pos (q + 2 * a) r ltac:(lra) ltac:(lra)); nra.
  assert (w : q * exp (2 * a) = 1).
    unfold q, fall; rewrite <- exp_plus; transitivity (exp 0); [f_equal; ring | exact exp_0].
  pose proof (Rmult_le_compat_l q _ _ (Rlt_le _ _ h) (up (2 * a))).
  pose proof (Rmult_le_pos (1 - q * (2 * a)) r ltac:(lra) ltac:(lra)); nra.
replace (Rabs u) with (Rabs a * / y).
  replace (u * tangent a + / y) with ((a * tangent a + 1) * / y).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, hy | exact bound].
  unfold a at 1; field; lra.
unfold a; rewrite !Rabs_mult, Rabs_R1, (Rabs_right y) by lra; field; lra.
Qed.
Definition far v m y := total (fun k => v k * tangent (v k * (1 * y))) 0 m.
Definition other Z v m y j := one Z v m j * (1 * 0) + (- 1) * far v m y.
Lemma far_is_nearly_norm v m y : 0 < y -> norm v m <= far v m y + 1 * (INR m * / y).
Proof.
intro hy; unfold norm; rewrite Rplus_0_l.
replace (far v m y + 1 * (INR m * / y))
  with (total (fun k => v k * tangent (v k * (1 * y)) + / y) 0 m).
  apply total_in_order; intros; apply far_along, hy.
unfold far; induction m as [|m IH]; [simpl; ring|]; rewrite !total_S, IH, S_INR; ring.
Qed.
Lemma far_at_most v m y : far v m y <= norm v m.
Proof.
assert (h := score_at_most (fun _ k => v k * (1 * y)) v m 0).
replace (far v m y) with (score (fun _ k => v k * (1 * y)) v m 0); [exact h|].
apply total_eq; intros; apply Rmult_comm.
Qed.
Lemma weights_of_others Z v m y t : weights (other Z v m y) t = INR t * exp (- far v m y).
Proof.
unfold weights; rewrite Rplus_0_l, <- total_of_one; apply total_eq; intros.
f_equal; unfold other; ring.
Qed.
Theorem proved : statement.
Proof.
intros t Z v m y ht hm hy.
assert (hs : forall i, (i < t)%nat -> - norm v m <= score Z v m i <= norm v m).
  intros; split; [apply score_at_least | apply score_at_most].
assert (hw := weights_pos (score Z v m) t (norm v m) ht hs).
repeat apply conj.
- intros i hi; split; [intros; apply divisor|].
  change (score Z v m i <= one Z v m i * norm v m); rewrite one_is, Rmult_1_l; apply hs, hi.
- intros i hi; split; [intros; apply divisor|].
  change (- 1 * score Z v m i <= one Z v m i * norm v m); rewrite one_is; destruct (hs i hi); lra.
- intros i hi; split; [intros; apply divisor|split; [intros; apply divisor|split]].
    apply Rgt_not_eq, hw.
  change (share (score Z v m) t i <= one Z v m i * (1 * exp (norm v m) * exp (norm v m))).
  rewrite one_is, !Rmult_1_l; apply share_at_most; assumption.
- intros i hi; split; [intros; apply divisor|split; [intros; apply divisor|split]].
    apply Rgt_not_eq, hw.
  change (one Z v m i <= share (score Z v m) t i * (1 * exp (norm v m) * exp (norm v m))).
  rewrite one_is, Rmult_1_l; assert (h := share_at_least (score Z v m) t (norm v m) ht hs i hi).
  apply Rle_trans with (exp (- norm v m) * exp (- norm v m) * (exp (norm v m) * exp (norm v m))).
    right; rewrite exp_Ropp; field; apply Rgt_not_eq, exp_pos.
  apply Rmult_le_compat_r; [|exact h]; apply Rlt_le, Rmult_lt_0_compat; apply exp_pos.
- intros; apply divisor.
- lra.
- change (norm v m <= far v m y + 1 * (INR m * / y)); apply far_is_nearly_norm, hy.
- intros; apply divisor.
- intros; apply divisor.
- intros; apply divisor.
- intros; apply divisor.
- intros; apply divisor.
- apply Rgt_not_eq; change (0 < weights (other Z v m y) t + exp (far v m y)).
  rewrite weights_of_others; pose proof (exp_pos (- far v m y)); pose proof (exp_pos (far v m y)).
  pose proof (pos_INR t); nra.
- change (1 * exp (far v m y) * exp (far v m y) * (1 * INR t) <= exp (far v m y) *
    (1 * / (weights (other Z v m y) t + exp (far v m y))) * (1 * (1 + INR t)) *
    (exp (norm v m * (1 * 2)) + 1 * INR t)).
  rewrite weights_of_others, exp_Ropp; assert (hE := exp_pos (far v m y)).
  assert (hN : exp (far v m y) * exp (far v m y) <= exp (norm v m * (1 * 2))).
    rewrite <- exp_plus; apply exp_in_order; pose proof (far_at_most v m y); lra.
  set (E := exp (far v m y)) in *; set (N := exp (norm v m * (1 * 2))) in *; clearbody E N.
  assert (ht1 := size_ge_1 t ht); set (n := INR t) in *; clearbody n.
  assert (p : 0 < n + E * E) by nra.
  replace (E * (1 * / (n * / E + E)) * (1 * (1 + n)) * (N + 1 * n))
    with (E * E * ((1 + n) * (N + n)) * / (n + E * E)) by (field; lra).
  apply (Rmult_le_reg_r (n + E * E)); [exact p|].
  replace (E * E * ((1 + n) * (N + n)) * / (n + E * E) * (n + E * E))
    with (E * E * ((1 + n) * (N + n))) by (field; lra).
  replace (1 * E * E * (1 * n) * (n + E * E)) with (E * E * (n * (n + E * E))) by ring.
  apply Rmult_le_compat_l; nra.
Qed.
