(* Scores of additive attention: each is at most the norm of v, since tanh is at most 1. Weights of t
   scores within x of 0 are within a factor exp (2 x) of 1/t. *)
Definition fall z := exp (z * (1 * (- 2))).
Definition tangent z := ((- 1) * fall z + 1 * 1) * (1 * (/ (fall z + 1 * 1))).
Definition norm v m := 0 + total (fun k => Rabs (v k)) 0 m.
Definition score (Z : nat -> nat -> R) v m i := total (fun k => tangent (Z i k) * v k) 0 m.
Definition one (Z : nat -> nat -> R) (v : nat -> R) m i :=
  total (fun k => Z i k * (v k * (1 * 0))) 0 m + 1 * 1.
Definition weights f t := 0 + total (fun j => exp (f j)) 0 t.
Definition share f t i := exp (f i) * / weights f t * (1 * INR t).
Lemma fall_pos z : 0 < fall z. Proof. apply exp_pos. Qed.
Lemma divisor z : fall z + 1 * 1 <> 0. Proof. pose proof (fall_pos z); lra. Qed.
Lemma tangent_value z : tangent z = 1 - 2 * fall z * / (fall z + 1 * 1).
Proof. unfold tangent; field; pose proof (fall_pos z); lra. Qed.
Lemma tangent_within z : - (1) <= tangent z <= 1.
Proof.
assert (h := fall_pos z); assert (0 < / (fall z + 1 * 1)) by (apply Rinv_0_lt_compat; lra).
assert (e : (fall z + 1 * 1) * / (fall z + 1 * 1) = 1) by (apply Rinv_r, divisor).
rewrite tangent_value; split; nra.
Qed.
Lemma one_is Z v m i : one Z v m i = 1.
Proof. unfold one; rewrite total_none by (intros; ring); ring. Qed.
Lemma total_in_order f g n : (forall i, (i < n)%nat -> f i <= g i) -> total f 0 n <= total g 0 n.
Proof.
induction n as [|n IH]; intro h; [simpl; lra|]; rewrite !total_S.
assert (last := h n ltac:(lia)); assert (IH' := IH (fun i hi => h i ltac:(lia))); simpl; lra.
Qed.
Lemma total_of_one c n : total (fun _ => c) 0 n = INR n * c.
Proof. induction n as [|n IH]; [simpl; ring|]; rewrite total_S, IH, S_INR; ring. Qed.
Lemma norm_ge_0 v m : 0 <= norm v m.
Proof. unfold norm; rewrite Rplus_0_l; apply total_least; intros; apply Rabs_pos. Qed.
Lemma score_at_most Z v m i : score Z v m i <= norm v m.
Proof.
unfold norm, score; rewrite Rplus_0_l; apply total_in_order; intros k _.
destruct (tangent_within (Z i k)); unfold Rabs; destruct (Rcase_abs (v k)); nra.
Qed.
Lemma score_at_least Z v m i : - norm v m <= score Z v m i.
Proof.
assert (h := score_at_most Z (fun k => - v k) m i).
replace (norm (fun k => - v k) m) with (norm v m) in h
  by (unfold norm; f_equal; apply total_eq; intros; symmetry; apply Rabs_Ropp).
replace (score Z (fun k => - v k) m i) with (- score Z v m i) in h; [lra|].
unfold score; clear; induction m as [|m IH]; [simpl; ring|]; rewrite !total_S, <- IH; ring.
Qed.
Section Within.
Variables (f : nat -> R) (t : nat) (x : R).
Hypothesis some : (1 <= t)%nat.
Hypothesis within : forall j, (j < t)%nat -> - x <= f j <= x.
Lemma exp_in_order a b : a <= b -> exp a <= exp b.
Proof. intros [h | ->]; [left; apply exp_increasing, h | right; reflexivity]. Qed.
Lemma weights_within : INR t * exp (- x) <= weights f t <= INR t * exp x.
Proof.
unfold weights; rewrite Rplus_0_l, <- !total_of_one.
split; apply total_in_order; intros j hj; apply exp_in_order, within, hj.
Qed.
Lemma weights_pos : 0 < weights f t.
Proof.
assert (h := exp_pos (- x)); destruct weights_within as [k _]; pose proof (size_ge_1 t some); nra.
Qed.
Lemma share_weighs i : share f t i * weights f t = exp (f i) * INR t.
Proof. unfold share; field; apply Rgt_not_eq, weights_pos. Qed.
Lemma share_at_most i : (i < t)%nat -> share f t i <= exp x * exp x.
Proof.
intro hi; apply (Rmult_le_reg_r (weights f t)); [apply weights_pos|]; rewrite share_weighs.
apply Rle_trans with (exp x * INR t).
  apply Rmult_le_compat_r; [apply pos_INR | apply exp_in_order, within, hi].
replace (exp x * INR t) with (exp x * exp x * (INR t * exp (- x)))
  by (rewrite exp_Ropp; field; apply Rgt_not_eq, exp_pos).
apply Rmult_le_compat_l; [|apply weights_within]; apply Rlt_le, Rmult_lt_0_compat; apply exp_pos.
Qed.
Lemma share_at_least i : (i < t)%nat -> exp (- x) * exp (- x) <= share f t i.
Proof.
intro hi; apply (Rmult_le_reg_r (weights f t)); [apply weights_pos|]; rewrite share_weighs.
apply Rle_trans with (exp (- x) * exp (- x) * (INR t * exp x)).
  apply Rmult_le_compat_l; [|apply weights_within]; apply Rlt_le, Rmult_lt_0_compat; apply exp_pos.
replace (exp (- x) * exp (- x) * (INR t * exp x)) with (exp (- x) * INR t)
  by (rewrite exp_Ropp; field; apply Rgt_not_eq, exp_pos).
apply Rmult_le_compat_r; [apply pos_INR | apply exp_in_order, within, hi].
Qed.
End Within.
