(* The network of one unit: what moves with h_t, in complex numbers. H_k = dh_{t+k}/dh_t, A_k is the
   sum of those up to k, D_k = ds_{t+k}/dh_t. With F = A_k - lam A_{k-1} and G = lam H_k the two
   modes are apart: F_{k+1} = F + (q/T)(F - G), G_{k+1} = lam (G + (q/T)(F - G)), q = lam/(1 - lam).
   And |F|^2 - |G|^2 grows by (1 - |lam|^2) |lam D|^2 + (2/T)(Re lam - |lam|^2) |A|^2. *)
Definition square (z : C) : R := fst z ^ 2 + snd z ^ 2.
Lemma square_pos z : 0 <= square z.
Proof. unfold square; nra. Qed.
Lemma square_Cmod z : square z = Cmod z ^ 2.
Proof.
unfold Cmod, square; rewrite pow2_sqrt; [reflexivity | nra].
Qed.
Lemma square_times z w : square (z * w)%C = square z * square w.
Proof. unfold square; destruct z, w; simpl; ring. Qed.
Lemma square_order z w : square z <= square w -> Cmod z <= Cmod w.
Proof. intro h; apply sqrt_le_1_alt, h. Qed.
Lemma Cmod_minus_le z w : Cmod (z - w)%C <= Cmod z + Cmod w.
Proof.
unfold Cminus; rewrite <- (Cmod_opp w); apply Cmod_triangle.
Qed.
Lemma Cmod_plus_ge z w : Cmod z - Cmod w <= Cmod (z + w)%C.
Proof.
assert (h := Cmod_minus_le (z + w)%C w); replace (z + w - w)%C with z in h by ring; lra.
Qed.
Lemma Cmod_of_pos (r : R) : 0 <= r -> Cmod r = r.
Proof. intro h; rewrite Cmod_R; apply Rabs_pos_eq, h. Qed.

Section Influence.
Variables (t : nat) (lam : C) (H A : nat -> C).
Hypothesis t1 : (1 <= t)%nat.
Definition D k : C := (H k + RtoC (share t k) * A k)%C.
Hypothesis H0 : H 0%nat = 1%C.
Hypothesis A0 : A 0%nat = 1%C.
Hypothesis HS : forall k, H (S k) = (lam * D k)%C.
Hypothesis AS : forall k, A (S k) = (A k + lam * D k)%C.
Definition F k : C := ((1 - lam) * A k + lam * H k)%C.
Definition G k : C := (lam * H k)%C.
Definition V k := square (F k) - square (G k).
Lemma V_0 : V 0%nat = 1 - square lam.
Proof. unfold V, F, G; rewrite H0, A0; unfold square; destruct lam; simpl; ring. Qed.
Lemma V_S k : V (S k) = V k + (1 - square lam) * square (lam * D k)%C
  + 2 * share t k * (fst lam - square lam) * square (A k).
Proof.
unfold V, F, G; rewrite HS, AS; unfold D, square.
destruct lam, (H k), (A k); simpl; ring.
Qed.
Lemma G_S k : square (G (S k)) = square lam ^ 2 * square (D k).
Proof. unfold G; rewrite HS, !square_times; ring. Qed.

(* from the circle on G, and so D, is away from 0 *)
Lemma outside : 1 <= square lam -> lam <> 1%C -> exists c, 0 < c /\
  forall k, (1 <= k)%nat -> c <= square (G k).
Proof.
intros large other.
assert (first : V 1%nat < 0).
  rewrite V_S, V_0; unfold D; rewrite H0, A0.
  assert (e0 := share_pos t t1 0); assert (p := square_pos (lam * (1 + share t 0%nat * 1))%C).
  assert (one : square 1%C = 1) by (unfold square; simpl; ring); rewrite one.
  destruct (Rle_lt_or_eq_dec _ _ large) as [lt | eq].
    assert (fst lam <= square lam) by (unfold square in *; nra); nra.
  assert (fst lam < 1); [|rewrite <- eq; nra].
  apply Rnot_le_lt; intro h; apply other; unfold square in eq.
  destruct lam as [a b]; simpl in *; apply injective_projections; simpl; nra.
exists (- V 1%nat); split; [lra|]; intros k hk.
assert (down : forall j, V (S j) <= V j).
  intro j; rewrite V_S; assert (p := square_pos (lam * D j)%C); assert (r := square_pos (A j)).
  assert (s := share_pos t t1 j); assert (fst lam <= square lam) by (unfold square in *; nra).
  assert (0 <= share t j * square (A j)) by (apply Rmult_le_pos; lra); nra.
assert (V k <= V 1%nat).
  induction hk as [|k hk IH]; [apply Rle_refl|]; specialize (down k); lra.
unfold V in *; assert (p := square_pos (F k)); lra.
Qed.
Lemma D_outside : 1 <= square lam -> lam <> 1%C -> exists c, 0 < c /\
  forall k, c <= square (D k).
Proof.
intros large other; destruct (outside large other) as [c [c0 h]].
exists (c * / (square lam ^ 2)); split.
  apply Rmult_lt_0_compat; [exact c0 | apply Rinv_0_lt_compat; nra].
intro k; specialize (h (S k) ltac:(lia)); rewrite G_S in h.
apply (Rmult_le_reg_l (square lam ^ 2)); [nra|].
replace (square lam ^ 2 * (c * / square lam ^ 2)) with c by (field; nra); exact h.
Qed.
Lemma outside_bounded : 1 <= square lam -> lam <> 1%C -> exists c, 0 < c /\
  forall k, c <= time t k ^ 2 * square (D k).
Proof.
intros large other; destruct (D_outside large other) as [c [c0 h]].
exists c; split; [exact c0|]; intro k; specialize (h k); assert (one := time_ge_1 t t1 k).
apply Rle_trans with (1 := h); rewrite <- (Rmult_1_l (square (D k))) at 1.
apply Rmult_le_compat_r; [apply square_pos | nra].
Qed.

(* for lam = 1 every path counts positively, and for lam = 0 there is one *)
Lemma at_one : lam = 1%C -> forall k, 1 <= time t k ^ 2 * square (D k).
Proof.
intros one k.
assert (both : forall j, 0 <= fst (H j) /\ 1 <= fst (A j)).
  induction j as [|j [IH1 IH2]]; [rewrite H0, A0; simpl; lra|].
  assert (s := share_pos t t1 j); rewrite HS, AS, one; unfold D; simpl.
  assert (0 <= share t j * fst (A j)) by nra; lra.
destruct (both k) as [h a]; assert (s := share_pos t t1 k); assert (ts := time_share t t1 k).
assert (re : share t k <= fst (D k)) by (unfold D; simpl; nra).
assert (one' := time_ge_1 t t1 k); unfold square.
assert (time t k * share t k <= time t k * fst (D k)) by (apply Rmult_le_compat_l; lra).
rewrite ts in *; assert (0 <= time t k ^ 2 * snd (D k) ^ 2) by (apply Rmult_le_pos; nra); nra.
Qed.
Lemma at_zero : lam = 0%C -> forall k, (1 <= k)%nat -> 1 <= time t k ^ 2 * square (D k).
Proof.
intros none k hk.
assert (both : H k = 0%C /\ A k = 1%C).
  induction hk as [|k hk [IH1 IH2]]; [rewrite HS, AS, A0, none; split; ring|].
  rewrite HS, AS, IH2, none; split; ring.
unfold D; destruct both as [-> ->]; unfold square; simpl.
assert (ts := time_share t t1 k).
replace (time t k * (time t k * 1) * _) with ((time t k * share t k) * (time t k * share t k)) by
  ring; rewrite ts; lra.
Qed.

Definition q : C := (lam / (1 - lam))%C.
Lemma F_S k : (1 - lam)%C <> 0%C -> F (S k) = (F k + q * share t k * (F k - G k))%C.
Proof. intro apart; unfold F, G, q; rewrite HS, AS; unfold D; field; exact apart. Qed.
Lemma G_S' k : (1 - lam)%C <> 0%C -> G (S k) = (lam * (G k + q * share t k * (F k - G k)))%C.
Proof. intro apart; unfold F, G, q; rewrite HS; unfold D; field; exact apart. Qed.
Lemma Re_q : (1 - lam)%C <> 0%C ->
  0 < square (1 - lam)%C /\ fst q = (fst lam - square lam) / square (1 - lam)%C.
Proof.
clear HS AS; intro apart; assert (n : 0 < square (1 - lam)%C).
  apply Cmod_gt_0 in apart; rewrite square_Cmod; nra.
split; [exact n|]; unfold q, square in *; destruct lam as [u v]; simpl in *; field.
intro h; nra.
Qed.
Lemma Cmod_share k z : Cmod (RtoC (share t k) * z)%C = share t k * Cmod z.
Proof. rewrite Cmod_mult, Cmod_of_pos; [reflexivity | left; apply share_pos, t1]. Qed.

Section Inside.
Hypothesis lam_lt_1 : square lam < 1.
Definition r := Cmod lam.
Lemma r_lt_1 : 0 <= r < 1.
Proof.
split; [apply Cmod_ge_0|]; unfold r; rewrite <- Cmod_1.
rewrite <- Rabs_pos_eq at 1 by apply Cmod_ge_0; rewrite <- (Rabs_pos_eq (Cmod 1)) by apply
  Cmod_ge_0.
apply Rsqr_lt_abs_0; rewrite !Rsqr_pow2, <- !square_Cmod.
apply Rlt_le_trans with (1 := lam_lt_1); unfold square; simpl; lra.
Qed.
Lemma other_than_1 : (1 - lam)%C <> 0%C.
Proof.
intro h; assert (eq : lam = 1%C) by (replace lam with (1 - (1 - lam))%C by ring; rewrite h; ring).
rewrite eq in lam_lt_1; unfold square in lam_lt_1; simpl in *; lra.
Qed.
Lemma large_D k : time t k * (r * r * Cmod (D k)) <= time t (S k) * Cmod (G (S k)).
Proof.
unfold G; rewrite HS, !Cmod_mult; fold r; rewrite time_S.
assert (h := Cmod_ge_0 (D k)); assert (rr := r_lt_1); assert (0 <= r * r) by nra.
assert (0 <= r * r * Cmod (D k)) by (apply Rmult_le_pos; assumption).
assert (one := time_ge_1 t t1 k); nra.
Qed.
Definition p : C := (lam * q / (1 - lam))%C. (* T G is asymptotically p F *)
Definition gap k : C := (RtoC (time t k) * G k - p * F k)%C.
Lemma RtoC_share k : RtoC (share t k) = (/ RtoC (time t k))%C.
Proof. unfold share; apply RtoC_inv; assert (h := time_ge_1 t t1 k); lra. Qed.
Lemma RtoC_time k : RtoC (time t k) <> 0%C.
Proof. intro h; apply RtoC_inj in h; assert (one := time_ge_1 t t1 k); lra. Qed.
Lemma gap_S k : gap (S k) =
  (lam * gap k + (lam * (1 - q) * G k + q * (lam - p) * share t k * (F k - G k)))%C.
Proof.
unfold gap; rewrite F_S, G_S', RtoC_share, time_S, RtoC_plus by apply other_than_1; unfold p, q.
field; split; [apply RtoC_time | apply other_than_1].
Qed.
Lemma G_by_gap k : G k = (RtoC (share t k) * (gap k + p * F k))%C.
Proof. unfold gap; rewrite RtoC_share; field; apply RtoC_time. Qed.
Lemma share_small c : 0 < c -> eventually (fun k => share t k <= c).
Proof. intro h; exact (share_vanishes t c h). Qed.
Lemma share_times_small c d : 0 <= c -> 0 < d -> eventually (fun k => c * share t k <= d).
Proof.
intros hc hd; exact (vanishes_times c _ hc (share_vanishes t) d hd).
Qed.

(* in the disc F is away from 0, and G by F goes to 0 as p / T *)
Section Disc.
Hypothesis in_disc : square lam <= fst lam.
Hypothesis not_0 : lam <> 0%C.
Lemma V_up k : 1 - square lam <= V k.
Proof.
induction k as [|k IH]; [rewrite V_0; apply Rle_refl|]; rewrite V_S.
assert (h := square_pos (lam * D k)%C); assert (i := square_pos (A k)).
assert (s := share_pos t t1 k).
assert (0 <= share t k * (fst lam - square lam)) by nra.
assert (0 <= share t k * (fst lam - square lam) * square (A k)) by (apply Rmult_le_pos; assumption).
assert (0 <= (1 - square lam) * square (lam * D k)%C) by (apply Rmult_le_pos; lra).
nra.
Qed.
Lemma F_away k : 1 - square lam <= Cmod (F k) ^ 2.
Proof.
rewrite <- square_Cmod; assert (h := V_up k); unfold V in h.
assert (i := square_pos (G k)); lra.
Qed.
Lemma F_pos k : 0 < Cmod (F k).
Proof. assert (h := F_away k); assert (i := Cmod_ge_0 (F k)); nra. Qed.
Lemma G_le_F k : Cmod (G k) <= Cmod (F k).
Proof. apply square_order; assert (h := V_up k); unfold V in h; lra. Qed.
Lemma minus_le k : Cmod (F k - G k)%C <= 2 * Cmod (F k).
Proof. assert (h := Cmod_minus_le (F k) (G k)); assert (i := G_le_F k); lra. Qed.
Lemma q_not_0 : q <> 0%C.
Proof.
intro h; apply not_0; replace lam with (q * (1 - lam))%C; [rewrite h; ring|].
unfold q; field; apply other_than_1.
Qed.
Lemma p_pos : 0 < Cmod p.
Proof.
apply Cmod_gt_0; unfold p; intro h; apply q_not_0.
replace q with (lam * q / (1 - lam) * ((1 - lam) / lam))%C; [rewrite h; ring|].
field; split; first [exact not_0 | apply other_than_1].
Qed.
Lemma F_step k : (1 - 2 * Cmod q * share t k) * Cmod (F k) <= Cmod (F (S k)).
Proof.
rewrite F_S by apply other_than_1; assert (h := Cmod_plus_ge (F k) (q * share t k * (F k - G k))%C).
replace (q * share t k * (F k - G k))%C with (RtoC (share t k) * (q * (F k - G k)))%C in h at 1 by
  ring.
rewrite Cmod_share, Cmod_mult in h; assert (i := minus_le k); assert (s := share_pos t t1 k).
assert (j := Cmod_ge_0 q).
assert (share t k * (Cmod q * Cmod (F k - G k)%C) <= share t k * (Cmod q * (2 * Cmod (F k)))).
  apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_l; assumption.
lra.
Qed.
Lemma gap_step k :
  Cmod (gap (S k)) <= (r + Cmod (lam * (1 - q))%C * share t k) * Cmod (gap k) + (Cmod (lam * (1 -
    q))%C * Cmod p + 2 * Cmod (q * (lam - p))%C) * share t k * Cmod (F k).
Proof.
rewrite gap_S; assert (s := share_pos t t1 k).
eapply Rle_trans; [apply Cmod_triangle|]; rewrite Cmod_mult; fold r.
eapply Rle_trans; [apply Rplus_le_compat_l, Cmod_triangle|].
rewrite (Cmod_mult (lam * (1 - q))%C).
assert (h : Cmod (G k) <= share t k * (Cmod (gap k) + Cmod p * Cmod (F k))).
  rewrite (G_by_gap k), Cmod_share; apply Rmult_le_compat_l; [lra|].
  eapply Rle_trans; [apply Cmod_triangle|]; rewrite Cmod_mult; apply Rle_refl.
assert (i : Cmod (q * (lam - p) * share t k * (F k - G k))%C <= Cmod (q * (lam - p))%C * share t k
  * (2 * Cmod (F k))).
  replace (q * (lam - p) * share t k * (F k - G k))%C
    with (RtoC (share t k) * (q * (lam - p) * (F k - G k)))%C by ring.
  rewrite Cmod_share, (Cmod_mult (q * (lam - p))%C).
  assert (j := minus_le k); assert (0 <= Cmod (q * (lam - p))%C) by apply Cmod_ge_0.
  assert (Cmod (q * (lam - p))%C * Cmod (F k - G k)%C <= Cmod (q * (lam - p))%C * (2 * Cmod (F
    k))) by (apply Rmult_le_compat_l; assumption).
  rewrite (Rmult_comm (Cmod (q * (lam - p))%C) (share t k)), Rmult_assoc; apply Rmult_le_compat_l;
    lra.
assert (0 <= Cmod (lam * (1 - q))%C) by apply Cmod_ge_0.
assert (Cmod (lam * (1 - q))%C * Cmod (G k) <= Cmod (lam * (1 - q))%C * (share t k * (Cmod (gap k)
  + Cmod p * Cmod (F k)))) by (apply Rmult_le_compat_l; assumption).
lra.
Qed.
Definition part k := Cmod (gap k) / Cmod (F k).
Lemma part_vanishes : vanishes part.
Proof.
assert (rr := r_lt_1); assert (c1p : 0 <= Cmod (lam * (1 - q))%C) by apply Cmod_ge_0.
assert (c2p : 0 <= Cmod (q * (lam - p))%C) by apply Cmod_ge_0; assert (Qp : 0 <= Cmod q) by apply
  Cmod_ge_0.
assert (pp := Cmod_ge_0 p).
set (b := Cmod (lam * (1 - q))%C * Cmod p + 2 * Cmod (q * (lam - p))%C); assert (0 <= b) by
  (unfold b; nra).
apply (contracting part (fun k => 2 * b * share t k) ((1 + r) / 2)).
- lra.
- intro k; apply Rmult_le_pos; [apply Cmod_ge_0 | left; apply Rinv_0_lt_compat, F_pos].
- apply vanishes_times; [lra | apply share_vanishes].
- assert (large := both_eventually _ _ (share_times_small (2 * Cmod q) (/ 2) ltac:(lra) ltac:(lra))
    (share_times_small (Cmod (lam * (1 - q))%C + 2 * Cmod q) ((1 - r) / 2) ltac:(lra) ltac:(lra))).
  revert large; apply eventually_so; intros k [l1 l2]; unfold part.
  assert (s := share_pos t t1 k); assert (fp := F_pos k); assert (fp' := F_pos (S k)).
  assert (step := gap_step k); fold b in step; assert (down := F_step k).
  assert (ap := Cmod_ge_0 (gap k)).
  set (u := Cmod (gap k) / Cmod (F k)); assert (eq : Cmod (gap k) = u * Cmod (F k)) by (unfold u;
    field; lra).
  assert (up : 0 <= u).
    apply Rmult_le_pos; [exact ap | left; apply Rinv_0_lt_compat, fp].
  apply (Rmult_le_reg_r (Cmod (F (S k)))); [exact fp'|].
  replace (Cmod (gap (S k)) / Cmod (F (S k)) * Cmod (F (S k))) with (Cmod (gap (S k))) by (field;
    lra).
  apply Rle_trans with (1 := step); rewrite eq.
  assert (m1 : r + Cmod (lam * (1 - q))%C * share t k <= (1 + r) / 2 * (1 - 2 * Cmod q * share t
    k)).
    assert (0 <= Cmod q * share t k) by (apply Rmult_le_pos; lra).
    assert ((1 + r) / 2 * (2 * (Cmod q * share t k)) <= 1 * (2 * (Cmod q * share t k)))
      by (apply Rmult_le_compat_r; lra); lra.
  apply Rle_trans with (((1 + r) / 2 * u + 2 * b * share t k) * ((1 - 2 * Cmod q * share t k) *
    Cmod (F k))).
    assert ((r + Cmod (lam * (1 - q))%C * share t k) * (u * Cmod (F k)) <= (1 + r) / 2 * (1 - 2 *
      Cmod q * share t k) * (u * Cmod (F k))).
      apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | exact m1].
    assert (b * share t k * Cmod (F k) * 1 <= b * share t k * Cmod (F k) * (2 * (1 - 2 * Cmod q *
      share t k))).
      apply Rmult_le_compat_l; [|lra].
      apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra].
    lra.
  apply Rmult_le_compat_l; [|exact down].
  apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply Rmult_le_pos; lra.
Qed.
Lemma disc_bounded : exists c, 0 < c /\ eventually (fun k => c <= time t k ^ 2 * square (D k)).
Proof.
assert (pp := p_pos); assert (rr := r_lt_1).
assert (rp : 0 < r) by (apply Cmod_gt_0, not_0).
set (d := Cmod p / 2 / (2 * (r * r))).
assert (dp : 0 < d) by (unfold d; apply Rdiv_lt_0_compat; nra).
exists (d ^ 2 * (1 - square lam)); split; [apply Rmult_lt_0_compat; [nra | lra]|].
destruct (part_vanishes (Cmod p / 2) ltac:(lra)) as [n hn]; exists n; intros k hk.
specialize (hn (S k) ltac:(lia)); unfold part in hn; assert (fp := F_pos (S k)).
assert (low : Cmod p / 2 * Cmod (F (S k)) <= time t (S k) * Cmod (G (S k))).
  assert (gk : (RtoC (time t (S k)) * G (S k))%C = (p * F (S k) + gap (S k))%C) by (unfold gap;
    ring).
  assert (one := time_ge_1 t t1 (S k)).
  rewrite <- (Cmod_of_pos (time t (S k))) at 1 by lra; rewrite <- Cmod_mult, gk.
  apply Rle_trans with (2 := Cmod_plus_ge _ _); rewrite Cmod_mult.
  assert (Cmod (gap (S k)) <= Cmod p / 2 * Cmod (F (S k))); [|lra].
  apply (Rmult_le_reg_r (/ Cmod (F (S k)))); [apply Rinv_0_lt_compat, fp|].
  rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra; exact hn.
assert (one := time_ge_1 t t1 k); assert (dk := Cmod_ge_0 (D k)).
assert (gD : Cmod (G (S k)) = r * r * Cmod (D k)) by (unfold G; rewrite HS, !Cmod_mult; fold r;
  ring).
assert (0 <= r * r * Cmod (D k)) by (apply Rmult_le_pos; nra).
assert (main : d * Cmod (F (S k)) <= time t k * Cmod (D k)).
  apply (Rmult_le_reg_l (2 * (r * r))); [nra|].
  replace (2 * (r * r) * (d * Cmod (F (S k)))) with (Cmod p / 2 * Cmod (F (S k))) by (unfold d;
    field; lra).
  apply Rle_trans with (1 := low); rewrite gD, time_S; nra.
cbv beta; rewrite (square_Cmod (D k)), <- Rpow_mult_distr.
apply Rle_trans with ((d * Cmod (F (S k))) ^ 2).
  rewrite Rpow_mult_distr; apply Rmult_le_compat_l; [apply pow2_ge_0 | apply F_away].
apply pow_incr; split; [apply Rmult_le_pos; lra | exact main].
Qed.
End Disc.

(* outside of the disc and inside of the circle T G goes to 0, since F does *)
Section Between.
Hypothesis not_in_disc : fst lam < square lam.
Lemma q_left : fst q < 0.
Proof.
destruct (Re_q other_than_1) as [n eq].
rewrite eq; unfold Rdiv; assert (i := Rinv_0_lt_compat _ n); nra.
Qed.
Lemma factor_below : exists d, 0 < d /\
  eventually (fun k => Cmod (1 + q * share t k)%C <= 1 - d * share t k).
Proof.
assert (left := q_left); exists (- fst q / 2); split; [lra|].
assert (sq := square_pos q).
assert (large := both_eventually _ _ (share_times_small (square q) (- fst q) sq ltac:(lra))
  (share_times_small (- fst q / 2) 1 ltac:(lra) ltac:(lra))).
revert large; apply eventually_so; intros k [l1 l2].
assert (s := share_pos t t1 k).
rewrite <- (Rabs_pos_eq (Cmod _)) by apply Cmod_ge_0.
apply Rabs_le; split; [assert (h := Cmod_ge_0 (1 + q * share t k)%C)|]; try lra.
apply Rsqr_incr_0_var; [|lra]; rewrite !Rsqr_pow2, <- square_Cmod.
apply Rle_trans with (1 + fst q * share t k).
  assert (eq : square (1 + q * share t k)%C = 1 + 2 * fst q * share t k + square q * share t k *
    share t k).
    unfold square; destruct q; simpl; ring.
  rewrite eq; assert (square q * share t k * share t k <= - fst q * share t k) by (apply
    Rmult_le_compat_r; lra); lra.
assert (0 <= (fst q / 2 * share t k) ^ 2) by apply pow2_ge_0; lra.
Qed.
Lemma F_S_le k : Cmod (F (S k)) <= Cmod (1 + q * share t k)%C * Cmod (F k) + Cmod q * share t k *
  Cmod (G k).
Proof.
rewrite F_S by apply other_than_1.
replace (F k + q * share t k * (F k - G k))%C
  with ((1 + q * share t k) * F k - RtoC (share t k) * (q * G k))%C by ring.
eapply Rle_trans; [apply Cmod_minus_le|]; rewrite Cmod_share, !Cmod_mult; lra.
Qed.
Lemma G_S_le k : Cmod (G (S k)) <= r * ((1 + Cmod q * share t k) * Cmod (G k) + Cmod q * share t k
  * Cmod (F k)).
Proof.
rewrite G_S', Cmod_mult by apply other_than_1; fold r; apply Rmult_le_compat_l; [apply Cmod_ge_0|].
replace (G k + q * share t k * (F k - G k))%C
  with (G k + RtoC (share t k) * (q * (F k - G k)))%C by ring.
eapply Rle_trans; [apply Cmod_triangle|]; rewrite Cmod_share, Cmod_mult.
assert (h := Cmod_minus_le (F k) (G k)); assert (s := share_pos t t1 k).
assert (i := Cmod_ge_0 q).
assert (share t k * (Cmod q * Cmod (F k - G k)%C) <= share t k * (Cmod q * (Cmod (F k) + Cmod (G
  k)))); [|lra].
apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_l; assumption.
Qed.
Lemma F_vanishes : vanishes (fun k => Cmod (F k)).
Proof.
destruct factor_below as [d [d0 below]]; assert (rr := r_lt_1).
assert (Q0 : 0 < Cmod q).
  apply Cmod_gt_0; intro h; assert (left := q_left); rewrite h in left; simpl in left; lra.
set (n := d / (2 * Cmod q)); assert (n0 : 0 < n) by (unfold n; apply Rdiv_lt_0_compat; lra).
assert (nQ : n * Cmod q = d / 2) by (unfold n; field; lra).
assert (v : vanishes (fun k => Cmod (F k) + n * Cmod (G k))).
  apply (decaying t t1 _ (d / 2)); [lra | |].
    intro k; assert (h := Cmod_ge_0 (F k)); assert (i := Cmod_ge_0 (G k)).
    apply Rplus_le_le_0_compat; [exact h | apply Rmult_le_pos; lra].
  assert (large := both_eventually _ _ below
    (share_times_small (Cmod q + n * Cmod q + n * d) (n * (1 - r)) ltac:(nra) ltac:(nra))).
  revert large; apply eventually_so; intros k [l1 l2].
  assert (h := F_S_le k); assert (i := G_S_le k); assert (s := share_pos t t1 k).
  assert (fp := Cmod_ge_0 (F k)); assert (gp := Cmod_ge_0 (G k)).
  assert (Cmod (1 + q * share t k)%C * Cmod (F k) <= (1 - d * share t k) * Cmod (F k)) by (apply
    Rmult_le_compat_r; lra).
  assert (n * Cmod (G (S k)) <= n * (r * ((1 + Cmod q * share t k) * Cmod (G k) + Cmod q * share t
    k * Cmod (F k))))
    by (apply Rmult_le_compat_l; lra).
  assert (fe : 0 <= share t k * Cmod (F k)) by (apply Rmult_le_pos; lra).
  assert (ge : 0 <= share t k * Cmod (G k)) by (apply Rmult_le_pos; lra).
  assert (x1 : n * (r * (Cmod q * share t k * Cmod (F k))) <= d / 2 * (share t k * Cmod (F k))).
    replace (n * (r * (Cmod q * share t k * Cmod (F k)))) with (r * (n * Cmod q * (share t k *
      Cmod (F k)))) by ring.
    rewrite nQ; assert (0 <= d / 2 * (share t k * Cmod (F k))) by (apply Rmult_le_pos; lra); nra.
  assert (x2 : n * (r * (Cmod q * share t k * Cmod (G k))) <= n * Cmod q * (share t k * Cmod (G
    k))).
    replace (n * (r * (Cmod q * share t k * Cmod (G k)))) with (r * (n * Cmod q * (share t k *
      Cmod (G k)))) by ring.
    assert (0 <= n * Cmod q * (share t k * Cmod (G k))) by (apply Rmult_le_pos; nra); nra.
  assert (x3 : (Cmod q + n * Cmod q + n * d) * share t k * Cmod (G k) <= n * (1 - r) * Cmod (G k))
    by (apply Rmult_le_compat_r; lra).
  assert (0 <= n * d * (share t k * Cmod (G k))) by (apply Rmult_le_pos; nra).
  lra.
intros c hc; generalize (v c hc); apply eventually_so; intros k h.
assert (0 <= n * Cmod (G k)) by (apply Rmult_le_pos; [lra | apply Cmod_ge_0]); lra.
Qed.
Lemma TG_vanishes : vanishes (fun k => time t k * Cmod (G k)).
Proof.
assert (rr := r_lt_1); assert (Q0 := Cmod_ge_0 q).
apply (contracting _ (fun k => 2 * r * Cmod q * Cmod (F k)) ((1 + r) / 2)); [lra | | |].
- intro k; apply Rmult_le_pos; [|apply Cmod_ge_0]; assert (h := time_ge_1 t t1 k); lra.
- apply vanishes_times; [|apply F_vanishes].
  apply Rmult_le_pos; nra.
- generalize (share_times_small (1 + 2 * Cmod q) ((1 - r) / 2) ltac:(lra) ltac:(lra)).
  apply eventually_so; intros k l; assert (h := G_S_le k); assert (s := share_pos t t1 k).
  assert (s1 := share_le_1 t t1 k); assert (ts := time_share t t1 k).
  assert (one := time_ge_1 t t1 k); rewrite time_S.
  assert (fp := Cmod_ge_0 (F k)); assert (gp := Cmod_ge_0 (G k)).
  apply Rle_trans with ((time t k + 1) * (r * ((1 + Cmod q * share t k) * Cmod (G k) + Cmod q *
    share t k * Cmod (F k)))).
    apply Rmult_le_compat_l; [lra | exact h].
  replace (time t k + 1) with (time t k * (1 + share t k)) by lra.
  replace (time t k * (1 + share t k) * (r * ((1 + Cmod q * share t k) * Cmod (G k) + Cmod q *
    share t k * Cmod (F k))))
    with (r * (1 + share t k) * (1 + Cmod q * share t k) * (time t k * Cmod (G k)) + (time t k *
      share t k) * (1 + share t k) * r * Cmod q * Cmod (F k))
    by ring.
  rewrite ts; apply Rplus_le_compat.
  + apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|].
    assert (0 <= Cmod q * share t k) by (apply Rmult_le_pos; lra).
    assert ((1 + share t k) * (1 + Cmod q * share t k) <= 1 + (1 + 2 * Cmod q) * share t k) by nra.
    assert (0 <= (1 + 2 * Cmod q) * share t k) by nra.
    rewrite Rmult_assoc; nra.
  + assert (0 <= r * Cmod q * Cmod (F k)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra |
    lra]); nra.
Qed.
Lemma not_bounded c : 0 < c -> ~ eventually (fun k => c <= time t k ^ 2 * square (D k)).
Proof.
intros c0 h.
assert (rp : 0 < r).
  apply Cmod_gt_0; intro none; rewrite none in not_in_disc; unfold square in not_in_disc.
  simpl in not_in_disc; lra.
assert (c2 : 0 < sqrt c) by (apply sqrt_lt_R0, c0).
assert (c3 : sqrt c ^ 2 = c) by (apply pow2_sqrt; lra).
set (b := r * r * sqrt c / 2); assert (b0 : 0 < b) by (unfold b; apply Rdiv_lt_0_compat; [|lra];
  apply Rmult_lt_0_compat; [nra | exact c2]).
destruct h as [m hm]; destruct (TG_vanishes b b0) as [n hn].
specialize (hm (m + n)%nat ltac:(lia)); specialize (hn (S (m + n)) ltac:(lia)).
set (k := (m + n)%nat) in *; cbv beta in *; rewrite (square_Cmod (D k)), <- Rpow_mult_distr in hm.
assert (one := time_ge_1 t t1 k); assert (dp := Cmod_ge_0 (D k)).
assert (0 <= time t k * Cmod (D k)) by (apply Rmult_le_pos; lra).
assert (low : sqrt c <= time t k * Cmod (D k)) by nra.
assert (up := large_D k).
assert (r * r * sqrt c <= r * r * (time t k * Cmod (D k))) by (apply Rmult_le_compat_l; nra).
unfold b in *; lra.
Qed.
End Between.
End Inside.
End Influence.

(* The network's own step, by real and imaginary parts, is the one of complex numbers. *)
Lemma complex_steps (x : R) (t : nat) (y : R) (h g A B : nat -> R)
  (H := fun k => (h k, g k) : C) (I := fun k => (A k, B k) : C) :
  (forall k : nat,
    (INR t + INR k <> 0 /\ h (1 + k)%nat =
      x * (/ (INR t + INR k) * A k + h k) + (- 1) * y * (/ (INR t + INR k) * B k + g k)) /\
    (INR t + INR k <> 0 /\ g (1 + k)%nat =
      x * (/ (INR t + INR k) * B k + g k) + y * (/ (INR t + INR k) * A k + h k)) /\
    (INR t + INR k <> 0 /\ A (1 + k)%nat =
      x * (/ (INR t + INR k) * A k + h k) + (- 1) * y * (/ (INR t + INR k) * B k + g k) + A k) /\
    (INR t + INR k <> 0 /\ B (1 + k)%nat =
      x * (/ (INR t + INR k) * B k + g k) + y * (/ (INR t + INR k) * A k + h k) + B k)) ->
  (forall k, H (S k) = ((x, y) * D t H I k)%C) /\
  (forall k, I (S k) = (I k + (x, y) * D t H I k)%C).
Proof.
intro step; split; intro k; destruct (step k) as [[_ e1] [[_ e2] [[_ e3] [_ e4]]]];
  change (1 + k)%nat with (S k) in *; unfold I, H, D, share, time; rewrite ?e1, ?e2, ?e3, ?e4;
  apply injective_projections; simpl; ring.
Qed.
