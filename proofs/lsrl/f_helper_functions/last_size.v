(* The counter modulo 2 n at the gain 1000: it is right where cos(pi/2n) is at most 0.999, which is so
   up to n = 35. *)
From Coq Require Import Machin.
Lemma about_pi : 3.131 <= PI <= 3.15.
Proof.
destruct (PI_2_3_7_ineq 0) as [low _], (PI_2_3_7_ineq 1) as [_ high].
unfold tg_alt, PI_2_3_7_tg, Ratan_seq in low, high; simpl in low, high.
replace (1 + 1 + 1) with 3 in * by lra; replace (3 + 1 + 1) with 5 in * by lra; lra.
Qed.
Lemma small_above y : 0 < y -> 1 - 2 * y * y < cos (2 * y).
Proof.
intro h; rewrite cos_2a_sin; pose proof (sin_lt_x y h).
destruct (Rle_lt_dec 0 (sin y)); [nra|].
destruct (Rle_lt_dec y PI) as [le|gt]; [pose proof (sin_ge_0 y ltac:(lra) le); lra|].
pose proof (SIN_bound y); pose proof about_pi; nra.
Qed.
Lemma small_below y : 0 <= y <= 1 -> cos (2 * y) <= 1 - 2 * (y - y * y * y / 6) * (y - y * y * y / 6).
Proof.
intro h; rewrite cos_2a_sin; pose proof about_pi; destruct (sin_bound y 0) as [low _]; try lra.
unfold sin_approx, sin_term in low; simpl in low.
assert (y - y * y * y / 6 <= sin y) by lra.
assert (0 <= y - y * y * y / 6) by nra; nra.
Qed.
Lemma half_place n : (1 <= n)%nat -> PI * / INR (2 * n) = 1 / 2 * PI * / INR n.
Proof. intro h; pose proof (size_positive n h); rewrite mult_INR; simpl (INR 2); field; lra. Qed.
Lemma whole_place n : (1 <= n)%nat -> turn (2 * n) = PI * / INR n.
Proof. intro h; pose proof (size_positive n h); unfold turn; rewrite mult_INR; simpl (INR 2); field; lra. Qed.
Lemma enough n : (1 <= n)%nat -> INR n <= 35 -> cos (1 / 2 * PI * / INR n) <= 0.999.
Proof.
intros h le; pose proof (size_positive n h); pose proof about_pi.
assert (i : / 35 <= / INR n) by (apply Rinv_le_contravar; lra).
assert (j : / INR n <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; [lra | apply (le_INR 1), h]).
apply Rle_trans with (cos (2 * (PI / 140))).
- apply cos_decr_1; nra.
- eapply Rle_trans; [apply small_below; lra|].
  set (y := PI / 140); assert (0.022364 <= y <= 0.0225) by (unfold y; lra).
  assert (y * y <= 0.00050625) by nra; assert (y * y * y <= 0.0000114) by nra.
  set (z := y - y * y * y / 6); assert (0.022362 <= z) by (unfold z; lra); nra.
Qed.
Lemma not_enough n : (1 <= n)%nat -> 36 <= INR n -> 0.999 < cos (1 / 2 * PI * / INR n).
Proof.
intros h le; pose proof about_pi; replace (1 / 2 * PI * / INR n) with (2 * (PI / 4 * / INR n)) by lra.
assert (i : / INR n <= / 36) by (apply Rinv_le_contravar; lra).
pose proof (Rinv_0_lt_compat (INR n) ltac:(lra)) as p.
eapply Rlt_le_trans; [|apply Rlt_le, small_above; nra].
set (y := PI / 4 * / INR n); assert (0 <= y <= 0.0219) by (unfold y; split; nra); nra.
Qed.
Theorem proved : statement.
Proof.
intros n u v hn hs q r hr.
assert (hm : (1 <= 2 * n)%nat) by lia.
assert (P : forall k, u (1 + r + 2 * q * n)%nat * cos (PI * INR k * / INR n) + v (1 + r + 2 * q * n)%nat * sin (PI * INR k * / INR n) =
  cos (turn (2 * n) * (INR k - INR r))).
- pose proof (products (2 * n) u v hm) as pr; fold (turn (2 * n)) in pr.
  rewrite whole_place in pr by exact hn; specialize (pr hs q r); intro k; rewrite whole_place by exact hn.
  rewrite <- pr; replace (1 + r + 2 * q * n)%nat with (1 + r + q * (2 * n))%nat by lia.
  replace (PI * INR k * / INR n) with (PI * / INR n * INR k) by ring; reflexivity.
- assert (hr' : (r < 2 * n)%nat).
  { apply INR_lt; rewrite mult_INR; simpl (INR 2); lra. }
  pose proof (P r) as own_r; rewrite own in own_r.
  assert (low : forall k, (k < 2 * n)%nat -> k <> r -> u (1 + r + 2 * q * n)%nat * cos (PI * INR k * / INR n) +
    v (1 + r + 2 * q * n)%nat * sin (PI * INR k * / INR n) <= cos (1 / 2 * PI * / INR n)).
  { intros k hk ne; rewrite P, <- half_place by exact hn.
    destruct (steps_away (2 * n) r k hr' hk ne) as (j & h1 & h2 & ->); apply Rlt_le, below_half; assumption. }
  pose proof (half_below_1 (2 * n) hm) as b; rewrite half_place in b by exact hn.
  split.
  + intro le; pose proof (enough n hn le); rewrite (one_term _ (2 * n) r hr').
    * rewrite !Rmax_right by lra; nra.
    * intros k hk ne; specialize (low k hk ne); rewrite !Rmax_left by lra; ring.
  + intros ge h1; pose proof (not_enough n hn ge); rewrite (one_term _ (2 * n) r hr').
    * rewrite Rmax_right, Rmax_left by lra; intro e; nra.
    * intros k hk ne; specialize (low k hk ne); rewrite !Rmax_left by lra; ring.
Qed.
