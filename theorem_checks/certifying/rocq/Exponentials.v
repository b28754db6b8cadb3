(* Inequalities of one number with exp and tanh: as ones of polynomials in a number x and in exp x,
   by derivatives on half lines and by intervals on bounded ones. The intervals of CoqInterval have
   ends whose mantissas are integers of Rocq's own, not the machine's: so nothing rests on axioms
   about those. *)
From Coq Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Specific_stdz Specific_ops.
From Interval Require Export Tactic.
From TheoremChecks Require Import RealCases Numbers.
Module OfIntegers := SpecificFloat StdZRadix2.
Module Intervals := IntervalTactic OfIntegers.
Export Intervals.
Local Open Scope R_scope.

(* every exponential as a power of one of them *)
Lemma exp_as_power x y (n : nat) : y = INR n * x -> exp y = exp x ^ n.
Proof.
intros ->; induction n as [|n IH]; [now rewrite Rmult_0_l, exp_0|].
rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH; simpl; ring.
Qed.
Lemma exp_as_inverse x y (n : nat) : y = - (INR n * x) -> exp y = / exp x ^ n.
Proof. intros ->; now rewrite exp_Ropp, (exp_as_power x (INR n * x) n). Qed.
Lemma tanh_as_exp x y (n : nat) : y = INR n * x ->
  tanh y = (exp x ^ (2 * n) - 1) / (exp x ^ (2 * n) + 1).
Proof.
intros h; unfold tanh, sinh, cosh; pose proof (exp_pos x).
rewrite exp_Ropp, (exp_as_power x y n h), pow_mult, <- pow_mult, Nat.mul_comm, pow_mult.
assert (0 < exp x ^ n) by (now apply pow_lt).
set (p := exp x ^ n) in *; field; split; [nra | lra].
Qed.
Lemma tanh_as_inverse x y (n : nat) : y = - (INR n * x) ->
  tanh y = (1 - exp x ^ (2 * n)) / (exp x ^ (2 * n) + 1).
Proof.
intros h; assert (e : - y = INR n * x) by lra.
unfold tanh, sinh, cosh; pose proof (exp_pos x).
replace (exp y) with (/ exp (- y)) by (rewrite exp_Ropp, Rinv_inv; reflexivity).
rewrite (exp_as_power x (- y) n e), Nat.mul_comm, pow_mult.
assert (0 < exp x ^ n) by (now apply pow_lt).
set (p := exp x ^ n) in *; field; split; [nra | lra].
Qed.
Ltac multiple := cbn [INR]; lra.

(* what increases is at least what it is at the left end *)
Section Chain.
Variables (f f' : R -> R) (a : R).
Hypothesis d : forall x, is_derive f x (f' x).
Lemma grown x : a < x -> exists c, a < c < x /\ f x - f a = f' c * (x - a).
Proof.
intros h; destruct (MVT_cor2 f f' a x h) as [c [e hc]].
- intros y _; apply is_derive_Reals, d.
- exists c; split; [exact hc | exact e].
Qed.
Lemma chain_weak x : 0 <= f a -> (forall y, a <= y -> y <= x -> 0 <= f' y) -> a <= x -> 0 <= f x.
Proof.
intros h0 h hx; destruct (Rle_lt_or_eq_dec a x hx) as [l|<-]; [|exact h0].
destruct (grown x l) as [c [hc e]]; assert (0 <= f' c) by (apply h; lra); nra.
Qed.
Lemma chain_strict x : 0 < f a -> (forall y, a <= y -> y <= x -> 0 <= f' y) -> a <= x -> 0 < f x.
Proof.
intros h0 h hx; destruct (Rle_lt_or_eq_dec a x hx) as [l|<-]; [|exact h0].
destruct (grown x l) as [c [hc e]]; assert (0 <= f' c) by (apply h; lra); nra.
Qed.
Lemma chain_open x : 0 <= f a -> (forall y, a < y -> y <= x -> 0 < f' y) -> a < x -> 0 < f x.
Proof.
intros h0 h hx; destruct (grown x hx) as [c [hc e]]; assert (0 < f' c) by (apply h; lra); nra.
Qed.
End Chain.

Ltac derived := intros; auto_derive; [exact I | cbn [INR Nat.pred]; ring].

(* a power of exp x may be left out *)
Lemma times_power_weak x (n : nat) p q : p = exp x ^ n * q -> 0 <= q -> 0 <= p.
Proof. intros -> h; apply Rmult_le_pos; [left; apply pow_lt, exp_pos | exact h]. Qed.
Lemma times_power_strict x (n : nat) p q : p = exp x ^ n * q -> 0 < q -> 0 < p.
Proof. intros -> h; apply Rmult_lt_0_compat; [apply pow_lt, exp_pos | exact h]. Qed.

(* signs of sums of products *)
Ltac weak_sign := first [ lra | apply Rplus_le_le_0_compat; weak_sign
  | apply Rmult_le_pos; weak_sign | apply pow_le; weak_sign | left; apply exp_pos
  | apply pow2_ge_0 | even_power ]
with even_power := lazymatch goal with |- 0 <= ?x ^ ?n =>
  replace (x ^ n) with ((x ^ (Nat.div2 n)) ^ 2) by (cbn [Nat.div2]; ring); apply pow2_ge_0 end.
Ltac strict_sign := first [ lra | apply Rplus_lt_le_0_compat; [strict_sign | weak_sign]
  | apply Rmult_lt_0_compat; strict_sign | apply pow_lt; strict_sign | apply exp_pos ].

Lemma at_most_by a b n d : 0 < d -> 0 <= n -> b - a = n / d -> a <= b.
Proof.
intros h k e; assert (0 <= n / d) by (apply Rmult_le_pos; [exact k | left; now apply Rinv_0_lt_compat]).
lra.
Qed.
Lemma less_by a b n d : 0 < d -> 0 < n -> b - a = n / d -> a < b.
Proof. intros h k e; assert (0 < n / d) by (now apply Rdiv_lt_0_compat); lra. Qed.
Ltac not_0_by_sign := first [lra | apply Rgt_not_eq; strict_sign | nra].
Ltac by_field_of_signs := field; repeat split; not_0_by_sign.

(* what is known of values of exp and tanh, without their arguments *)
Lemma exp_below_one x : x < 0 -> exp x < 1.
Proof. intros h; rewrite <- exp_0; now apply exp_increasing. Qed.
Lemma exp_above_one x : 0 < x -> 1 < exp x.
Proof. intros h; rewrite <- exp_0; now apply exp_increasing. Qed.
Lemma tanh_within x : -1 < tanh x < 1.
Proof.
rewrite (tanh_as_exp x x 1) by multiple; pose proof (exp_pos x); cbn [Nat.mul Nat.add].
assert (0 < exp x ^ 2) by (now apply pow_lt); set (p := exp x ^ 2) in *.
split; [apply (Rmult_lt_reg_r (p + 1)) | apply (Rmult_lt_reg_r (p + 1))]; try lra;
unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Ltac known_exp y := pose proof (exp_pos y);
  try (let h := fresh in assert (h : exp y < 1) by (apply exp_below_one; nra));
  try (let h := fresh in assert (h : 1 < exp y) by (apply exp_above_one; nra)).
Ltac known_tanh y := let h := fresh in pose proof (tanh_within y) as h; destruct h.
Lemma ln_below_tangent x : 0 < x -> ln x <= x - 1.
Proof.
intros h; destruct (exp_ineq1_le (ln x)) as [l|l]; rewrite exp_ln in l by exact h; lra.
Qed.
Ltac known_ln y := try (let h := fresh in assert (h : 0 < y) by not_0_by_sign;
  pose proof (ln_below_tangent y h)).
Lemma tanh_by_exp y : tanh y = 1 - 2 / (exp (2 * y) + 1).
Proof.
rewrite (tanh_as_exp y y 1), (exp_as_power y (2 * y) 2) by multiple; cbn [Nat.mul Nat.add].
pose proof (exp_pos y); field; nra.
Qed.
Ltac by_parts := repeat match goal with |- _ /\ _ => split | |- _ -> _ => intro end;
  first [assumption | solve [auto] | hypotheses; first [assumption | not_0_by_sign | by_numbers]].
