From Coquelicot Require Import Rcomplements Complex.
(* What is so for all large k, sequences of real numbers that go to 0, and times t + k. *)
Definition eventually (P : nat -> Prop) := exists n : nat, forall k, (n <= k)%nat -> P k.
Definition vanishes (u : nat -> R) := forall e, 0 < e -> eventually (fun k => u k <= e).
Lemma both_eventually (P Q : nat -> Prop) :
  eventually P -> eventually Q -> eventually (fun k => P k /\ Q k).
Proof.
intros [m hm] [n hn]; exists (m + n)%nat; intros k hk; split; [apply hm | apply hn]; lia.
Qed.
Lemma eventually_so (P Q : nat -> Prop) :
  (forall k, P k -> Q k) -> eventually P -> eventually Q.
Proof. intros h [n hn]; exists n; intros k hk; apply h, hn, hk. Qed.
Lemma vanishes_times c u : 0 <= c -> vanishes u -> vanishes (fun k => c * u k).
Proof.
intros hc hu e he.
assert (pos : 0 < e / (c + 1)) by (apply Rdiv_lt_0_compat; lra).
apply (eventually_so (fun k => u k <= e / (c + 1))); [|exact (hu _ pos)].
intros k hk; assert (eq : e / (c + 1) * (c + 1) = e) by (field; lra).
apply Rle_trans with (c * (e / (c + 1))); [apply Rmult_le_compat_l; assumption | nra].
Qed.
Lemma contracting u v m : 0 <= m < 1 -> (forall k, 0 <= u k) -> vanishes v ->
  eventually (fun k => u (S k) <= m * u k + v k) -> vanishes u.
Proof.
intros hm u0 hv hu e he.
assert (small : 0 < e * (1 - m) / 2) by nra.
destruct (both_eventually _ _ hu (hv _ small)) as [n hn].
assert (by_powers : forall j, u (n + j)%nat <= e / 2 + m ^ j * u n).
  induction j as [|j IH]; [rewrite Nat.add_0_r; simpl; lra|].
  replace (n + S j)%nat with (S (n + j)) by lia.
  destruct (hn (n + j)%nat ltac:(lia)) as [step low]; simpl; nra.
assert (room : 0 < e / (2 * (u n + 1))).
  apply Rdiv_lt_0_compat; [lra|]; specialize (u0 n); lra.
destruct (pow_lt_1_zero m ltac:(rewrite Rabs_pos_eq; lra) _ room) as [j hj].
exists (n + j)%nat; intros k hk; replace k with (n + (k - n))%nat by lia.
apply Rle_trans with (1 := by_powers (k - n)%nat).
specialize (hj (k - n)%nat ltac:(lia)).
rewrite Rabs_pos_eq in hj by (apply pow_le; lra).
assert (eq : e / (2 * (u n + 1)) * (u n + 1) = e / 2) by (specialize (u0 n); field; lra).
specialize (u0 n); assert (0 <= m ^ (k - n)) by (apply pow_le; lra); nra.
Qed.
Lemma beyond m : exists n : nat, m <= INR n.
Proof.
exists (Z.to_nat (up m)); destruct (archimed m) as [h _].
destruct (Z_le_gt_dec 0 (up m)) as [le | gt].
- rewrite INR_IZR_INZ, Z2Nat.id by exact le; lra.
- apply Rle_trans with 0; [|apply pos_INR].
  assert (le := IZR_le (up m) 0 ltac:(lia)); lra.
Qed.
Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. intros [lt | ->]; [left; apply exp_increasing, lt | right; reflexivity]. Qed.

Section Times.
Variable t : nat.
Hypothesis t1 : (1 <= t)%nat.
Definition time k := INR t + INR k.
Definition share k := / time k.
Lemma time_S k : time (S k) = time k + 1.
Proof. unfold time; rewrite S_INR; ring. Qed.
Lemma time_ge_1 k : 1 <= time k.
Proof. unfold time; assert (h := le_INR 1 t t1); simpl in h; pose proof (pos_INR k); lra. Qed.
Lemma share_pos k : 0 < share k.
Proof. apply Rinv_0_lt_compat; pose proof (time_ge_1 k); lra. Qed.
Lemma share_le_1 k : share k <= 1.
Proof. rewrite <- Rinv_1; apply Rinv_le_contravar; [lra | apply time_ge_1]. Qed.
Lemma time_share k : time k * share k = 1.
Proof. apply Rinv_r; pose proof (time_ge_1 k); lra. Qed.
Lemma time_large m : eventually (fun k => m <= time k).
Proof.
destruct (beyond m) as [n hn]; exists n; intros k hk.
unfold time; apply le_INR in hk; pose proof (pos_INR t); lra.
Qed.
Lemma share_vanishes : vanishes share.
Proof.
intros e he; apply (eventually_so (fun k => / e <= time k)); [|apply time_large].
intros k hk; rewrite <- (Rinv_involutive e) by lra.
apply Rinv_le_contravar; [apply Rinv_0_lt_compat; lra | exact hk].
Qed.
(* a factor 1 - d / (t + k) at each step takes a sequence to 0, as (t + k)^(-d) does *)
Lemma decaying s d : 0 < d -> (forall k, 0 <= s k) ->
  eventually (fun k => s (S k) <= (1 - d * share k) * s k) -> vanishes s.
Proof.
intros hd s0 [n hn] e he.
set (w k := exp (d * ln (time k))).
assert (w0 : forall k, 0 < w k) by (intro; apply exp_pos).
assert (step : forall k, (n <= k)%nat -> s (S k) * w (S k) <= s k * w k).
  intros k hk; specialize (hn k hk).
  assert (hT := time_ge_1 k); assert (he1 := time_share k); assert (he0 := share_pos k).
  assert (more : w (S k) <= w k * exp (d * share k)).
    unfold w; rewrite <- exp_plus; rewrite <- Rmult_plus_distr_l.
    assert (le : ln (time (S k)) <= ln (time k) + share k).
      replace (time (S k)) with (time k * (1 + share k)) by (rewrite time_S; lra).
      rewrite ln_mult by lra; apply Rplus_le_compat_l.
      rewrite <- (ln_exp (share k)) at 2; apply ln_le; [lra | apply exp_ineq1_le].
    apply exp_le, Rmult_le_compat_l; lra.
  assert (less : 1 - d * share k <= exp (- (d * share k))).
    assert (h := exp_ineq1_le (- (d * share k))); lra.
  assert (inverse : exp (- (d * share k)) * exp (d * share k) = 1).
    rewrite <- exp_plus, Rplus_opp_l; apply exp_0.
  apply Rle_trans with (exp (- (d * share k)) * s k * (w k * exp (d * share k))).
    apply Rmult_le_compat; [apply s0 | left; apply w0 | | exact more].
    apply Rle_trans with (1 := hn), Rmult_le_compat_r; [apply s0 | exact less].
  right; transitivity (exp (- (d * share k)) * exp (d * share k) * (s k * w k)); [ring|].
  rewrite inverse; ring.
set (b := s n * w n).
assert (bound : forall k, (n <= k)%nat -> s k * w k <= b).
  intros k hk; induction hk as [|k hk IH]; [apply Rle_refl|].
  apply Rle_trans with (1 := step k hk) (2 := IH).
assert (b0 : 0 <= b) by (apply Rmult_le_pos; [apply s0 | left; apply w0]).
assert (r0 : 0 < (b + 1) / e) by (apply Rdiv_lt_0_compat; lra).
destruct (time_large (exp (ln ((b + 1) / e) / d))) as [m hm].
exists (m + n)%nat; intros k hk.
specialize (bound k ltac:(lia)); specialize (hm k ltac:(lia)).
assert (w1 : (b + 1) / e <= w k).
  unfold w; rewrite <- (exp_ln ((b + 1) / e)) at 1 by exact r0.
  assert (le : ln ((b + 1) / e) <= d * ln (time k)).
    apply (Rmult_le_reg_l (/ d)); [apply Rinv_0_lt_compat, hd|].
    rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra.
    rewrite <- (ln_exp (/ d * ln ((b + 1) / e))), (Rmult_comm (/ d)).
    apply ln_le; [apply exp_pos | exact hm].
  apply exp_le, le.
assert (eq : (b + 1) / e * e = b + 1) by (field; lra).
specialize (w0 k); specialize (s0 k).
apply (Rmult_le_reg_r ((b + 1) / e)); [exact r0|].
apply Rle_trans with (s k * w k); [apply Rmult_le_compat_l; assumption|]; lra.
Qed.
End Times.
