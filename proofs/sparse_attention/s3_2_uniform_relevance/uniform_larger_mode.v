(* A by its larger mode. In the disc |G| <= (c / T) |F|, so that F by P settles. From the circle on
   F + (c_0 / T) G and G + (d_0 / T) F are the two modes but for a share of the order 1 / T^2, by
   which |F| <= (c / sqrt T) |G|, so that G by Q settles. *)
Lemma le_by_squares a b : 0 <= b -> a ^ 2 <= b ^ 2 -> a <= b.
Proof. intros b0 h; apply Rsqr_incr_0_var; [rewrite !Rsqr_pow2; exact h | exact b0]. Qed.
Section Constant.
Variables (t : nat) (lam : C) (H A : nat -> C).
Hypothesis t1 : (1 <= t)%nat.
Hypothesis H0 : H 0%nat = 1%C.
Hypothesis A0 : A 0%nat = 1%C.
Hypothesis HS : forall k, H (S k) = (lam * D t H A k)%C.
Hypothesis AS : forall k, A (S k) = (A k + lam * D t H A k)%C.
Hypothesis apart : (1 - lam)%C <> 0%C.
Definition f := F lam H A.
Definition g := G lam H.
Definition qq := q lam.
Lemma f_S k : f (S k) = (f k + qq * share t k * (f k - g k))%C.
Proof. exact (F_S t lam H A HS AS k apart). Qed.
Lemma g_S k : g (S k) = (lam * (g k + qq * share t k * (f k - g k)))%C.
Proof. exact (G_S' t lam H A HS k apart). Qed.
Lemma total_by_modes k : ((1 - lam) * A k)%C = (f k - g k)%C.
Proof. unfold f, g, F, G; ring. Qed.
Lemma share_step k : share t k - share t (S k) = share t k * share t (S k).
Proof.
unfold share; rewrite time_S; assert (h := time_ge_1 t t1 k); field; lra.
Qed.
Lemma share_half k : share t k <= 2 * share t (S k).
Proof.
assert (h := share_step k); assert (i := share_le_1 t t1 k); assert (j := share_pos t t1 (S k));
  nra.
Qed.
Definition root k := sqrt (share t k).
Lemma root_square k : root k * root k = share t k.
Proof. apply sqrt_sqrt; left; apply share_pos, t1. Qed.
Lemma root_pos k : 0 < root k.
Proof. apply sqrt_lt_R0, share_pos, t1. Qed.
Lemma share_le_root k : share t k <= root k.
Proof.
assert (h := root_square k); assert (i := root_pos k); assert (j := share_le_1 t t1 k); nra.
Qed.
Lemma root_vanishes : vanishes root.
Proof.
intros b hb; generalize (share_vanishes t (b * b) ltac:(nra)); apply eventually_so; intros k h.
assert (i := root_square k); assert (j := root_pos k); nra.
Qed.
Lemma root_step k : root k * (1 - share t k / 2) <= root (S k).
Proof.
apply le_by_squares; [left; apply root_pos|].
replace (root (S k) ^ 2) with (share t (S k)) by (rewrite <- root_square; ring).
replace ((root k * (1 - share t k / 2)) ^ 2)
  with (share t k * (1 - share t k / 2) ^ 2) by (rewrite <- root_square; ring).
assert (h := share_step k); assert (s := share_pos t t1 k); assert (s' := share_pos t t1 (S k)).
assert (s1 := share_le_1 t t1 k); set (e := share t k) in *; set (e' := share t (S k)) in *.
assert (eq : e' * (1 + e) = e) by lra.
apply (Rmult_le_reg_r (1 + e)); [lra|]; rewrite eq.
assert (le : (1 - e / 2) ^ 2 * (1 + e) <= 1).
  assert (0 <= e * e * (3 - e)) by (apply Rmult_le_pos; nra); nra.
rewrite Rmult_assoc; apply Rle_trans with (e * 1); [apply Rmult_le_compat_l; lra | lra].
Qed.
Lemma root_difference k : share t k * root k <= 4 * (root k - root (S k)).
Proof.
assert (h := share_step k); assert (half := share_half k); assert (s := share_pos t t1 k).
assert (r := root_pos k); assert (r' := root_pos (S k)).
assert (q1 := root_square k); assert (q2 := root_square (S k)).
assert (le : root (S k) <= root k).
  apply le_by_squares; [lra|]; simpl; rewrite !Rmult_1_r, q1, q2.
  assert (s' := share_pos t t1 (S k)); nra.
assert (p1 : share t k * share t k <= 2 * (share t k - share t (S k))) by nra.
assert (p2 : share t k - share t (S k) = (root k - root (S k)) * (root k + root (S k)))
  by (rewrite <- q1, <- q2; ring).
assert (p3 : (root k - root (S k)) * (root k + root (S k)) <= (root k - root (S k)) * (2 * root k))
  by (apply Rmult_le_compat_l; lra).
apply (Rmult_le_reg_r (root k)); [exact r|].
replace (share t k * root k * root k) with (share t k * share t k) by (rewrite <- q1; ring); lra.
Qed.
(* what shrinks by 1 - 3/(4 T) at each step, and has 1/T^2 added, is of the order 1/sqrt T *)
Lemma rate (u : nat -> R) (b : R) : 0 <= b -> (forall k, 0 <= u k) ->
  eventually (fun k => u (S k) <= (1 - 3 / 4 * share t k) * u k + b * share t k ^ 2) ->
  exists c, 0 <= c /\ eventually (fun k => u k <= c * root k).
Proof.
intros b0 u0 [n hn]; set (c := 4 * b + u n / root n).
assert (un : 0 <= u n / root n).
  apply Rmult_le_pos; [apply u0 | left; apply Rinv_0_lt_compat, root_pos].
exists c; split; [unfold c; lra|]; exists n; intros k hk; induction hk as [|k hk IH].
  assert (r := root_pos n); unfold c.
  replace ((4 * b + u n / root n) * root n) with (4 * b * root n + u n) by (field; lra); nra.
apply Rle_trans with (1 := hn k hk).
assert (s := share_pos t t1 k); assert (s1 := share_le_1 t t1 k).
apply Rle_trans with (c * (root k * (1 - share t k / 2))).
2: apply Rmult_le_compat_l; [unfold c; lra | apply root_step].
assert ((1 - 3 / 4 * share t k) * u k <= (1 - 3 / 4 * share t k) * (c * root k))
  by (apply Rmult_le_compat_l; lra).
assert (x1 : b * share t k <= c / 4 * root k).
  assert (h := share_le_root k); apply Rle_trans with (b * root k).
    apply Rmult_le_compat_l; lra.
  apply Rmult_le_compat_r; [left; apply root_pos | unfold c; lra].
assert (b * share t k * share t k <= c / 4 * root k * share t k)
  by (apply Rmult_le_compat_r; lra).
lra.
Qed.

Section InDisc.
Hypothesis small : square lam < 1.
Hypothesis in_disc : square lam <= fst lam.
Variable P : nat -> C.
Hypothesis P0 : P 0%nat = 1%C.
Hypothesis PS : forall k, P (S k) = ((1 + qq * share t k) * P k)%C.
Lemma right_of_0 : 0 <= fst qq.
Proof.
destruct (Re_q lam apart) as [n eq]; unfold qq; rewrite eq; unfold Rdiv.
apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, n].
Qed.
Lemma factor_P k : 1 <= Cmod (1 + qq * share t k)%C.
Proof.
rewrite <- Cmod_1 at 1; apply square_order; assert (h := right_of_0); assert (s := share_pos t t1
  k).
unfold square; destruct qq as [u v]; simpl in *; nra.
Qed.
Lemma P_other k : P k <> 0%C.
Proof.
apply Cmod_gt_0; induction k as [|k IH]; [rewrite P0, Cmod_1; lra|].
rewrite PS, Cmod_mult; assert (h := factor_P k); nra.
Qed.
Lemma G_small : exists c, 0 <= c /\ eventually (fun k => Cmod (g k) <= c * share t k * Cmod (f k)).
Proof.
assert (pp := Cmod_ge_0 (p lam)).
exists (1 + Cmod (p lam)); split; [lra|].
generalize (part_vanishes t lam H A t1 H0 A0 HS AS small in_disc 1 ltac:(lra)).
apply eventually_so; intros k h; unfold part in h; fold f in h.
assert (fp : 0 < Cmod (f k)) by exact (F_pos t lam H A t1 H0 A0 HS AS small in_disc k).
assert (le : Cmod (gap t lam H A k) <= Cmod (f k)).
  apply (Rmult_le_reg_r (/ Cmod (f k))); [apply Rinv_0_lt_compat, fp|].
  rewrite Rinv_r by lra; exact h.
assert (eq : g k = (RtoC (share t k) * (gap t lam H A k + p lam * f k))%C)
  by exact (G_by_gap t lam H A t1 k).
rewrite eq, Cmod_share by exact t1; assert (s := share_pos t t1 k).
apply Rle_trans with (share t k * (Cmod (f k) + Cmod (p lam) * Cmod (f k))); [|lra].
apply Rmult_le_compat_l; [lra|].
apply Rle_trans with (1 := Cmod_triangle _ _); rewrite Cmod_mult; lra.
Qed.
Lemma disc_constant : proportional A P.
Proof.
destruct G_small as [c [c0 near]]; assert (qp := Cmod_ge_0 qq).
apply (by_main A f P (1 - lam)%C (fun k => c * share t k)); [exact apart | | | |].
- exists 0%nat; intros k _; apply P_other.
- apply (settling (fun k => f k / P k)%C (fun k => 2 * (Cmod qq * c) * share t k)).
  + exists 0%nat; intros k _ z.
    assert (fp : 0 < Cmod (f k)) by exact (F_pos t lam H A t1 H0 A0 HS AS small in_disc k).
    apply Cmod_gt_0 in fp; apply fp; replace (f k) with (f k / P k * P k)%C.
      rewrite z; ring.
    field; apply P_other.
  + intro k; assert (s := share_pos t t1 k); apply Rmult_le_pos; [nra | lra].
  + apply vanishes_times; [nra | apply share_vanishes].
  + revert near; apply eventually_so; intros k h.
    assert (s := share_pos t t1 k); assert (other := factor_P k); assert (pk := P_other k).
    assert (nz : (1 + qq * share t k)%C <> 0%C) by (apply Cmod_gt_0; lra).
    replace (f (S k) / P (S k) - f k / P k)%C
      with (RtoC (share t k) * (- (qq * g k)) / ((1 + qq * share t k) * P k))%C.
    2: rewrite f_S, PS; field; split; assumption.
    rewrite !Cmod_div, Cmod_share, Cmod_opp, !Cmod_mult; try assumption.
    2: intro z; apply Cmod_gt_0 in nz; apply Cmod_gt_0 in pk;
       assert (w := Cmod_mult (1 + qq * share t k)%C (P k)); rewrite z, Cmod_0 in w; nra.
    apply Cmod_gt_0 in pk.
    set (m := Cmod (P k)) in *; set (n := Cmod (1 + qq * share t k)%C) in *.
    apply Rle_trans with (share t k * (Cmod qq * (c * share t k * Cmod (f k))) / m).
      unfold Rdiv; rewrite Rinv_mult_distr by lra; rewrite <- Rmult_assoc.
      assert (im : 0 < / m) by (apply Rinv_0_lt_compat, pk).
      apply Rmult_le_compat_r; [lra|].
      assert (in1 : / n <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
      assert (in0 : 0 < / n) by (apply Rinv_0_lt_compat; lra).
      assert (gp := Cmod_ge_0 (g k)).
      assert (x0 : 0 <= share t k * (Cmod qq * Cmod (g k))) by (apply Rmult_le_pos; nra).
      apply Rle_trans with (share t k * (Cmod qq * Cmod (g k)) * 1).
        apply Rmult_le_compat_l; lra.
      rewrite Rmult_1_r; apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_l; lra.
    replace (share t k * (Cmod qq * (c * share t k * Cmod (f k))) / m)
      with (Cmod qq * c * share t k * share t k * (Cmod (f k) / m)) by (field; lra).
    apply Rmult_le_compat_r.
      apply Rmult_le_pos; [apply Cmod_ge_0 | left; apply Rinv_0_lt_compat, pk].
    rewrite <- Rmult_minus_distr_l, share_step; assert (half := share_half k).
    assert (0 <= Cmod qq * c * share t k) by (apply Rmult_le_pos; nra); nra.
- apply vanishes_times; [lra | apply share_vanishes].
- revert near; apply eventually_so; intros k h; rewrite total_by_modes.
  replace (f k - g k - f k)%C with (- g k)%C by ring; rewrite Cmod_opp; exact h.
Qed.
End InDisc.

Section FromCircle.
Hypothesis large : 1 <= square lam.
Hypothesis other : lam <> 1%C.
Variable Q : nat -> C.
Hypothesis Q0 : Q 0%nat = 1%C.
Hypothesis QS : forall k, Q (S k) = (lam * (1 - qq * share t k) * Q k)%C.
Lemma F_le_G k : Cmod (f k) <= Cmod (g k).
Proof.
apply square_order; assert (x_le : fst lam <= square lam) by (unfold square in *; nra).
assert (down : V lam H A k <= 0); [|unfold V, f, g in *; lra].
induction k as [|k IH]; [rewrite (V_0 t lam H A H0 A0 HS AS); lra|].
rewrite (V_S t lam H A HS AS k).
assert (p0 := square_pos (lam * D t H A k)%C); assert (p1 := square_pos (A k)).
assert (s := share_pos t t1 k); assert (0 <= share t k * square (A k)) by (apply Rmult_le_pos; lra).
nra.
Qed.
Lemma left_of_half : fst qq <= - / 2.
Proof.
destruct (Re_q lam apart) as [n eq]; unfold qq; rewrite eq; unfold Rdiv.
apply (Rmult_le_reg_r (square (1 - lam)%C)); [exact n|].
rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; unfold square in *; simpl in *; nra.
Qed.
Lemma factor_Q k : 1 + share t k / 2 <= Cmod (1 - qq * share t k)%C.
Proof.
assert (h := left_of_half); assert (s := share_pos t t1 k).
apply le_by_squares; [apply Cmod_ge_0|]; rewrite <- square_Cmod.
unfold square; destruct qq as [u v]; simpl in *.
assert (0 <= (- / 2 - u) * share t k) by nra.
assert (/ 4 <= u * u) by nra.
assert (/ 4 * (share t k * share t k) <= u * u * (share t k * share t k))
  by (apply Rmult_le_compat_r; nra).
assert (0 <= v * v * (share t k * share t k)) by (apply Rmult_le_pos; nra).
nra.
Qed.
Lemma factor_F k :
  Cmod (1 + qq * share t k)%C <= 1 - share t k / 2 + square qq / 2 * share t k ^ 2.
Proof.
assert (h := left_of_half); assert (s := share_pos t t1 k); assert (s1 := share_le_1 t t1 k).
assert (sq := square_pos qq).
assert (0 <= square qq / 2 * share t k ^ 2) by (apply Rmult_le_pos; nra).
apply le_by_squares; [lra|]; rewrite <- square_Cmod.
assert (eq : square (1 + qq * share t k)%C
    = 1 + 2 * fst qq * share t k + square qq * share t k ^ 2).
  unfold square; destruct qq; simpl; ring.
rewrite eq; set (w := square qq / 2 * share t k ^ 2) in *.
replace (square qq * share t k ^ 2) with (2 * w) by (unfold w; field).
assert (0 <= (share t k / 2 - w) ^ 2) by apply pow2_ge_0; nra.
Qed.
Lemma Q_other k : Q k <> 0%C.
Proof.
assert (l1 : 1 <= Cmod lam).
  rewrite <- Cmod_1; apply square_order; unfold square in *; simpl; lra.
apply Cmod_gt_0; induction k as [|k IH]; [rewrite Q0, Cmod_1; lra|].
rewrite QS, !Cmod_mult; assert (h := factor_Q k); assert (s := share_pos t t1 k).
apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | exact IH].
Qed.
Lemma g_pos : eventually (fun k => 0 < Cmod (g k)).
Proof.
destruct (outside t lam H A t1 H0 A0 HS AS large other) as [c [c0 low]].
exists 1%nat; intros k hk; specialize (low k hk); fold g in low.
change (c <= square (g k)) in low; rewrite square_Cmod in low; assert (h := Cmod_ge_0 (g k)); nra.
Qed.
(* the two modes apart to the next order *)
Definition c0 : C := (- qq / (1 - lam))%C.
Definition d0 : C := (- (lam * qq) / (1 - lam))%C.
Definition fine_f k : C := (f k + c0 * share t k * g k)%C.
Definition fine_g k : C := (g k + d0 * share t k * f k)%C.
Lemma times_other k : RtoC (time t k) <> 0%C /\ (RtoC (time t k) + 1)%C <> 0%C.
Proof.
split; [exact (RtoC_time t t1 k)|]; assert (h := RtoC_time t t1 (S k)).
rewrite time_S, RtoC_plus in h; exact h.
Qed.
Definition rest_f k : C := (RtoC (share t (S k)) * (c0 * lam * (qq * (f k - g k) - g k))
  - RtoC (share t k) * (c0 * qq * g k))%C.
Definition rest_g k : C := (RtoC (share t (S k)) * (d0 * (qq * (f k - g k) - f k))
  + RtoC (share t k) * (lam * qq * d0 * f k))%C.
Lemma fine_f_S k :
  fine_f (S k) = ((1 + qq * share t k) * fine_f k + RtoC (share t k) * rest_f k)%C.
Proof.
unfold fine_f, rest_f; rewrite f_S, g_S, !RtoC_share, time_S, RtoC_plus by exact t1.
destruct (times_other k); unfold c0; field; repeat split; assumption.
Qed.
Lemma fine_g_S k :
  fine_g (S k) = (lam * (1 - qq * share t k) * fine_g k + RtoC (share t k) * rest_g k)%C.
Proof.
unfold fine_g, rest_g; rewrite f_S, g_S, !RtoC_share, time_S, RtoC_plus by exact t1.
destruct (times_other k); unfold d0; field; repeat split; assumption.
Qed.
Definition Kf := Cmod (c0 * lam)%C * (2 * Cmod qq + 1) + Cmod (c0 * qq)%C.
Definition Kg := Cmod d0 * (2 * Cmod qq + 1) + Cmod (lam * qq * d0)%C.
Lemma Kf_pos : 0 <= Kf.
Proof.
unfold Kf; assert (h := Cmod_ge_0 (c0 * lam)%C); assert (i := Cmod_ge_0 (c0 * qq)%C).
assert (j := Cmod_ge_0 qq); nra.
Qed.
Lemma Kg_pos : 0 <= Kg.
Proof.
unfold Kg; assert (h := Cmod_ge_0 d0); assert (i := Cmod_ge_0 (lam * qq * d0)%C).
assert (j := Cmod_ge_0 qq); nra.
Qed.
Lemma share_down k : share t (S k) <= share t k.
Proof.
assert (h := share_step k); assert (i := share_pos t t1 k); assert (j := share_pos t t1 (S k)); nra.
Qed.
Lemma mixed_le k z : Cmod z <= Cmod (g k) ->
  Cmod (qq * (f k - g k) - z)%C <= (2 * Cmod qq + 1) * Cmod (g k).
Proof.
intro h; apply Rle_trans with (1 := Cmod_minus_le _ _); rewrite Cmod_mult.
assert (i := Cmod_minus_le (f k) (g k)); assert (j := F_le_G k); assert (l := Cmod_ge_0 qq).
assert (Cmod qq * Cmod (f k - g k)%C <= Cmod qq * (2 * Cmod (g k)))
  by (apply Rmult_le_compat_l; lra).
lra.
Qed.
Lemma two_parts k a b x y : Cmod x <= a * Cmod (g k) -> Cmod y <= b * Cmod (g k) ->
  0 <= a -> share t (S k) * Cmod x + share t k * Cmod y <= share t k * ((a + b) * Cmod (g k)).
Proof.
intros hx hy a0; assert (s := share_pos t t1 k); assert (d := share_down k).
assert (x0 := Cmod_ge_0 x).
assert (share t (S k) * Cmod x <= share t k * Cmod x) by (apply Rmult_le_compat_r; lra).
assert (share t k * Cmod x <= share t k * (a * Cmod (g k))) by (apply Rmult_le_compat_l; lra).
assert (share t k * Cmod y <= share t k * (b * Cmod (g k))) by (apply Rmult_le_compat_l; lra).
lra.
Qed.
Lemma rest_f_le k : Cmod (rest_f k) <= share t k * (Kf * Cmod (g k)).
Proof.
unfold rest_f; apply Rle_trans with (1 := Cmod_minus_le _ _); rewrite !Cmod_share by exact t1.
apply two_parts.
- rewrite (Cmod_mult (c0 * lam)%C), Rmult_assoc; apply Rmult_le_compat_l; [apply Cmod_ge_0|].
  apply mixed_le; lra.
- rewrite (Cmod_mult (c0 * qq)%C); lra.
- assert (h := Cmod_ge_0 (c0 * lam)%C); assert (j := Cmod_ge_0 qq); nra.
Qed.
Lemma rest_g_le k : Cmod (rest_g k) <= share t k * (Kg * Cmod (g k)).
Proof.
unfold rest_g; apply Rle_trans with (1 := Cmod_triangle _ _); rewrite !Cmod_share by exact t1.
apply two_parts.
- rewrite (Cmod_mult d0), Rmult_assoc; apply Rmult_le_compat_l; [apply Cmod_ge_0|].
  apply mixed_le, F_le_G.
- rewrite (Cmod_mult (lam * qq * d0)%C); apply Rmult_le_compat_l; [apply Cmod_ge_0 | apply F_le_G].
- assert (h := Cmod_ge_0 d0); assert (j := Cmod_ge_0 qq); nra.
Qed.
Lemma g_by_fine : eventually (fun k => Cmod (g k) <= 2 * Cmod (fine_g k)).
Proof.
generalize (vanishes_times (Cmod d0) _ (Cmod_ge_0 d0) (share_vanishes t) (/ 2) ltac:(lra)).
apply eventually_so; intros k h; cbv beta in h.
assert (i := Cmod_minus_le (fine_g k) (RtoC (share t k) * (d0 * f k))%C).
replace (fine_g k - RtoC (share t k) * (d0 * f k))%C with (g k) in i by (unfold fine_g; ring).
rewrite Cmod_share, Cmod_mult in i by exact t1; assert (j := F_le_G k).
assert (s := share_pos t t1 k); assert (d := Cmod_ge_0 d0); assert (gp := Cmod_ge_0 (g k)).
assert (Cmod d0 * share t k * Cmod (f k) <= / 2 * Cmod (g k)).
  apply Rmult_le_compat; try lra; [nra | apply Cmod_ge_0].
lra.
Qed.
Definition ratio k := Cmod (fine_f k) / Cmod (fine_g k).
Lemma ratio_step : eventually (fun k =>
  ratio (S k) <= (1 - 3 / 4 * share t k) * ratio k + 4 * Kf * share t k ^ 2).
Proof.
assert (kf := Kf_pos); assert (kg := Kg_pos); assert (sq := square_pos qq).
set (w := square qq / 2) in *.
assert (near := both_eventually _ _ (both_eventually _ _ g_by_fine g_pos)
  (vanishes_times (8 * Kg + 4 * w + 2) _ ltac:(unfold w; lra) (share_vanishes t) 1 ltac:(lra))).
assert (near' := near); destruct near' as [n hn]; exists n; intros k hk.
destruct (hn k hk) as [[gm gp] se]; destruct (hn (S k) ltac:(lia)) as [[gm' gp'] _].
clear hn near; cbv beta in *; assert (s := share_pos t t1 k); assert (s1 := share_le_1 t t1 k).
set (e := share t k) in *; set (m := Cmod (fine_g k)) in *; set (m' := Cmod (fine_g (S k))) in *.
assert (mp : 0 < m) by lra; assert (mp' : 0 < m') by lra.
assert (up : Cmod (fine_f (S k)) <= (1 - e / 2 + w * e ^ 2) * Cmod (fine_f k) + 2 * Kf * e ^ 2 * m).
  rewrite fine_f_S; apply Rle_trans with (1 := Cmod_triangle _ _).
  rewrite Cmod_mult, Cmod_share by exact t1; fold e.
  assert (h := factor_F k); fold e w in h; assert (i := rest_f_le k); fold e in i.
  assert (Cmod (1 + qq * e)%C * Cmod (fine_f k) <= (1 - e / 2 + w * e ^ 2) * Cmod (fine_f k))
    by (apply Rmult_le_compat_r; [apply Cmod_ge_0 | exact h]).
  assert (e * Cmod (rest_f k) <= e * (e * (Kf * (2 * m)))).
    apply Rmult_le_compat_l; [lra|]; apply Rle_trans with (1 := i).
    apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_l; lra.
  lra.
assert (down : (1 + e / 2 - 2 * Kg * e ^ 2) * m <= m').
  unfold m'; rewrite fine_g_S; apply Rle_trans with (2 := Cmod_plus_ge _ _).
  rewrite !Cmod_mult, Cmod_of_pos by (left; exact s); fold e m.
  assert (h := factor_Q k); fold e in h; assert (i := rest_g_le k); fold e in i.
  assert (l1 : 1 <= Cmod lam).
    rewrite <- Cmod_1; apply square_order; unfold square in *; simpl; lra.
  assert (e * Cmod (rest_g k) <= e * (e * (Kg * (2 * m)))).
    apply Rmult_le_compat_l; [lra|]; apply Rle_trans with (1 := i).
    apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_l; lra.
  assert (1 * (1 + e / 2) * m <= Cmod lam * Cmod (1 - qq * e)%C * m).
    apply Rmult_le_compat_r; [lra|]; apply Rmult_le_compat; lra.
  lra.
unfold ratio; fold m m' e; set (u := Cmod (fine_f k) / m).
assert (eq : Cmod (fine_f k) = u * m) by (unfold u; field; lra).
assert (u0 : 0 <= u).
  apply Rmult_le_pos; [apply Cmod_ge_0 | left; apply Rinv_0_lt_compat, mp].
apply (Rmult_le_reg_r m'); [exact mp'|].
replace (Cmod (fine_f (S k)) / m' * m') with (Cmod (fine_f (S k))) by (field; lra).
apply Rle_trans with (1 := up); rewrite eq.
assert (w0 : 0 <= w) by (unfold w; lra).
assert (ke : 0 <= Kg * e) by (apply Rmult_le_pos; lra).
assert (we : 0 <= w * e) by (apply Rmult_le_pos; lra).
assert (main : 1 - e / 2 + w * e ^ 2 <= (1 - 3 / 4 * e) * (1 + e / 2 - 2 * Kg * e ^ 2)).
  assert (0 <= e * (1 - (8 * Kg + 4 * w + 2) * e)) by (apply Rmult_le_pos; lra).
  assert (0 <= Kg * e * (e * e)) by (apply Rmult_le_pos; nra); nra.
assert (half : / 2 <= 1 + e / 2 - 2 * Kg * e ^ 2) by nra.
apply Rle_trans with (((1 - 3 / 4 * e) * u + 4 * Kf * e ^ 2) * ((1 + e / 2 - 2 * Kg * e ^ 2) * m)).
  assert (um : 0 <= u * m) by (apply Rmult_le_pos; lra).
  assert ((1 - e / 2 + w * e ^ 2) * (u * m) <=
      (1 - 3 / 4 * e) * (1 + e / 2 - 2 * Kg * e ^ 2) * (u * m))
    by (apply Rmult_le_compat_r; assumption).
  assert (km : 0 <= 4 * Kf * e ^ 2 * m) by (apply Rmult_le_pos; [apply Rmult_le_pos; nra | lra]).
  assert (4 * Kf * e ^ 2 * m * / 2 <= 4 * Kf * e ^ 2 * m * (1 + e / 2 - 2 * Kg * e ^ 2))
    by (apply Rmult_le_compat_l; assumption).
  lra.
apply Rmult_le_compat_l; [|exact down].
assert (0 <= (1 - 3 / 4 * e) * u) by (apply Rmult_le_pos; lra).
assert (0 <= 4 * Kf * e ^ 2) by (apply Rmult_le_pos; nra); lra.
Qed.
Lemma f_small : exists c, 0 <= c /\ eventually (fun k => Cmod (f k) <= c * root k * Cmod (g k)).
Proof.
assert (pos : forall k, 0 <= ratio k).
  intro k; unfold ratio; destruct (Req_dec (Cmod (fine_g k)) 0) as [z | nz].
    rewrite z; unfold Rdiv; rewrite Rinv_0, Rmult_0_r; apply Rle_refl.
  apply Rmult_le_pos; [apply Cmod_ge_0 | left; apply Rinv_0_lt_compat].
  assert (h := Cmod_ge_0 (fine_g k)); lra.
destruct (rate ratio (4 * Kf) ltac:(assert (h := Kf_pos); lra) pos ratio_step) as [c [cp low]].
assert (dp := Cmod_ge_0 d0); assert (c0p := Cmod_ge_0 c0).
exists (c * (1 + Cmod d0) + Cmod c0); split; [nra|].
generalize (both_eventually _ _ low (both_eventually _ _ g_by_fine g_pos)).
apply eventually_so; intros k [h [gm gp]]; unfold ratio in h.
assert (mp : 0 < Cmod (fine_g k)) by lra.
assert (s := share_pos t t1 k); assert (s1 := share_le_1 t t1 k); assert (sr := share_le_root k).
assert (rp := root_pos k).
assert (ff : Cmod (fine_f k) <= c * root k * Cmod (fine_g k)).
  apply (Rmult_le_reg_r (/ Cmod (fine_g k))); [apply Rinv_0_lt_compat, mp|].
  rewrite (Rmult_assoc _ (Cmod (fine_g k))), Rinv_r by lra; rewrite Rmult_1_r; exact h.
assert (gg : Cmod (fine_g k) <= (1 + Cmod d0) * Cmod (g k)).
  unfold fine_g; apply Rle_trans with (1 := Cmod_triangle _ _).
  replace (d0 * share t k * f k)%C with (RtoC (share t k) * (d0 * f k))%C by ring.
  rewrite Cmod_share, Cmod_mult by exact t1; assert (j := F_le_G k).
  assert (x0 : 0 <= Cmod d0 * Cmod (g k)) by (apply Rmult_le_pos; lra).
  assert (Cmod d0 * Cmod (f k) <= Cmod d0 * Cmod (g k)) by (apply Rmult_le_compat_l; lra).
  assert (share t k * (Cmod d0 * Cmod (f k)) <= 1 * (Cmod d0 * Cmod (g k))).
    apply Rmult_le_compat; try lra; apply Rmult_le_pos; [lra | apply Cmod_ge_0].
  lra.
replace (f k) with (fine_f k - RtoC (share t k) * (c0 * g k))%C by (unfold fine_f; ring).
apply Rle_trans with (1 := Cmod_minus_le _ _).
rewrite Cmod_share, Cmod_mult by exact t1.
assert (c * root k * Cmod (fine_g k) <= c * root k * ((1 + Cmod d0) * Cmod (g k)))
  by (apply Rmult_le_compat_l; [nra | exact gg]).
assert (share t k * (Cmod c0 * Cmod (g k)) <= root k * (Cmod c0 * Cmod (g k)))
  by (apply Rmult_le_compat_r; [nra | exact sr]).
lra.
Qed.
Lemma circle_constant : proportional A Q.
Proof.
destruct f_small as [c [cp near]]; assert (qp := Cmod_ge_0 qq).
assert (l1 : 1 <= Cmod lam).
  rewrite <- Cmod_1; apply square_order; unfold square in *; simpl; lra.
assert (lam0 : lam <> 0%C) by (apply Cmod_gt_0; lra).
apply (by_main A g Q (lam - 1)%C (fun k => c * root k)).
- intro z; apply apart; replace (1 - lam)%C with (- (lam - 1))%C by ring; rewrite z; ring.
- exists 0%nat; intros k _; apply Q_other.
- apply (settling (fun k => g k / Q k)%C (fun k => 4 * (Cmod qq * c) * root k)).
  + generalize g_pos; apply eventually_so; intros k gp z.
    apply Cmod_gt_0 in gp; apply gp; replace (g k) with (g k / Q k * Q k)%C.
      rewrite z; ring.
    field; apply Q_other.
  + intro k; assert (s := root_pos k); apply Rmult_le_pos; [nra | lra].
  + apply vanishes_times; [nra | apply root_vanishes].
  + revert near; apply eventually_so; intros k h.
    assert (s := share_pos t t1 k); assert (fq := factor_Q k); assert (qk := Q_other k).
    assert (nz : (1 - qq * share t k)%C <> 0%C) by (apply Cmod_gt_0; lra).
    replace (g (S k) / Q (S k) - g k / Q k)%C
      with (RtoC (share t k) * (qq * f k) / ((1 - qq * share t k) * Q k))%C.
    2: rewrite g_S, QS; field; repeat split; assumption.
    rewrite !Cmod_div, Cmod_share, !Cmod_mult; try assumption.
    2: intro z; apply Cmod_gt_0 in nz; apply Cmod_gt_0 in qk;
       assert (w := Cmod_mult (1 - qq * share t k)%C (Q k)); rewrite z, Cmod_0 in w; nra.
    apply Cmod_gt_0 in qk.
    set (m := Cmod (Q k)) in *; set (n := Cmod (1 - qq * share t k)%C) in *.
    apply Rle_trans with (share t k * (Cmod qq * (c * root k * Cmod (g k))) / m).
      unfold Rdiv; rewrite Rinv_mult_distr by lra; rewrite <- Rmult_assoc.
      assert (im : 0 < / m) by (apply Rinv_0_lt_compat, qk).
      apply Rmult_le_compat_r; [lra|].
      assert (in1 : / n <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
      assert (fp := Cmod_ge_0 (f k)).
      assert (x0 : 0 <= share t k * (Cmod qq * Cmod (f k))) by (apply Rmult_le_pos; nra).
      apply Rle_trans with (share t k * (Cmod qq * Cmod (f k)) * 1).
        apply Rmult_le_compat_l; lra.
      rewrite Rmult_1_r; apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_l; lra.
    replace (share t k * (Cmod qq * (c * root k * Cmod (g k))) / m)
      with (Cmod qq * c * (share t k * root k) * (Cmod (g k) / m)) by (field; lra).
    apply Rmult_le_compat_r.
      apply Rmult_le_pos; [apply Cmod_ge_0 | left; apply Rinv_0_lt_compat, qk].
    assert (d := root_difference k).
    assert (Cmod qq * c * (share t k * root k) <= Cmod qq * c * (4 * (root k - root (S k))))
      by (apply Rmult_le_compat_l; nra).
    lra.
- apply vanishes_times; [exact cp | apply root_vanishes].
- revert near; apply eventually_so; intros k h.
  replace ((lam - 1) * A k - g k)%C with (- ((1 - lam) * A k) - g k)%C by ring.
  rewrite total_by_modes; replace (- (f k - g k) - g k)%C with (- f k)%C by ring.
  rewrite Cmod_opp; exact h.
Qed.
End FromCircle.
End Constant.
