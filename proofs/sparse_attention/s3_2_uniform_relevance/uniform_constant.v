(* Real and imaginary parts of the statement are those of the complex numbers above. *)
Lemma by_parts (A B a b : nat -> R) :
  proportional (fun k => (A k, B k)) (fun k => (a k, b k)) ->
  exists u v : R, 0 < u ^ 2 + v ^ 2 /\ (forall e : R, 0 < e -> exists n : nat,
    forall k : nat, (n <= k)%nat -> (0 < a k ^ 2 + b k ^ 2 /\
    (A k - (u * a k - v * b k)) ^ 2 + (B k - (u * b k + v * a k)) ^ 2
      <= e * (a k ^ 2 + b k ^ 2))).
Proof.
assert (pos : forall z : C, z <> 0%C -> 0 < fst z ^ 2 + snd z ^ 2).
  intros z nz; apply Cmod_gt_0 in nz; change (0 < square z); rewrite square_Cmod; nra.
intros [c [nc near]]; exists (fst c), (snd c); split; [apply pos, nc|].
intros e he; destruct (near (sqrt e) (sqrt_lt_R0 e he)) as [n hn]; exists n; intros k hk.
destruct (hn k hk) as [nz le]; split; [exact (pos _ nz)|].
assert (sq : Cmod ((A k, B k) - c * (a k, b k))%C ^ 2 <= (sqrt e * Cmod (a k, b k)) ^ 2).
  apply pow_incr; split; [apply Cmod_ge_0 | exact le].
rewrite Rpow_mult_distr, pow2_sqrt, <- !square_Cmod in sq by lra; unfold square in sq.
destruct c as [u v]; simpl in *; lra.
Qed.
Theorem proved : statement.
Proof.
intros x t y u v h g A B a b c d r s t1 [[h0 [g0 [A0 [B0 step]]]]
  [[a0 [b0 mode_p]] [[c0 [d0 mode_q]] [r0 [s0 mode_l]]]]] [re im].
set (lam := (x, y) : C); set (H k := (h k, g k) : C); set (I k := (A k, B k) : C).
assert (H0 : H 0%nat = 1%C) by (unfold H; rewrite h0, g0; reflexivity).
assert (I0 : I 0%nat = 1%C) by (unfold I; rewrite A0, B0; reflexivity).
destruct (complex_steps x t y h g A B step) as [HS IS].
change (forall k, H (S k) = (lam * D t H I k)%C) in HS.
change (forall k, I (S k) = (I k + lam * D t H I k)%C) in IS.
assert (is_q : ((u, v) * (1 - lam))%C = lam).
  apply injective_projections; simpl; [rewrite <- re at 2 | rewrite <- im at 2]; ring.
assert (apart : (1 - lam)%C <> 0%C).
  intro z; rewrite z in is_q; assert (e : lam = 0%C) by (rewrite <- is_q; ring).
  rewrite e in z; apply (f_equal fst) in z; simpl in z; lra.
assert (eq : qq lam = (u, v)).
  unfold qq, q; rewrite <- is_q at 1; field; exact apart.
set (P k := (a k, b k) : C); set (Q k := (c k, d k) : C); set (L k := (r k, s k) : C).
assert (P0 : P 0%nat = 1%C) by (unfold P; rewrite a0, b0; reflexivity).
assert (Q0 : Q 0%nat = 1%C) by (unfold Q; rewrite c0, d0; reflexivity).
assert (PS : forall k, P (S k) = ((1 + qq lam * share t k) * P k)%C).
  intro k; rewrite eq; destruct (mode_p k) as [[_ e1] [_ e2]].
  change (1 + k)%nat with (S k) in *; unfold P, share, time; rewrite e1, e2.
  apply injective_projections; simpl; ring.
assert (QS : forall k, Q (S k) = (lam * (1 - qq lam * share t k) * Q k)%C).
  intro k; rewrite eq; destruct (mode_q k) as [[_ e1] [_ e2]].
  change (1 + k)%nat with (S k) in *; unfold Q, share, time; rewrite e1, e2.
  apply injective_projections; simpl; ring.
assert (LS : forall k, L (S k) = (lam * L k)%C).
  intro k; destruct (mode_l k) as [e1 e2]; change (1 + k)%nat with (S k) in *.
  unfold L; rewrite e1, e2; apply injective_projections; simpl; ring.
assert (T_is : forall k, INR (k + t) = time t k) by (intro k; rewrite plus_INR; unfold time; ring).
split; [intro disc | intro large].
- assert (small : square lam < 1).
    destruct (Rle_lt_dec 1 (square lam)) as [le | lt]; [|exact lt].
    exfalso; apply apart; unfold square in le; simpl in *.
    apply injective_projections; simpl; nra.
  assert (in_disc : square lam <= fst lam) by (unfold square; simpl; lra).
  assert (main := disc_constant t lam H I t1 H0 I0 HS IS apart small in_disc P P0 PS).
  split; [exact (by_parts A B a b main)|].
  refine (by_parts A B (fun k => exp (u * ln (INR (k + t))) * cos (v * ln (INR (k + t))))
    (fun k => exp (u * ln (INR (k + t))) * sin (v * ln (INR (k + t)))) _).
  apply (proportional_same I _ (power t u v)); [reflexivity | |].
    intro k; unfold power, cexp; rewrite T_is; reflexivity.
  apply (proportional_trans I P _ main), powers; [exact t1 | |].
    intro k; rewrite PS, eq; reflexivity.
  exists 0%nat; intros k _; exact (P_other t lam t1 apart in_disc P P0 PS k).
- assert (other : lam <> 1%C) by (intro one; apply apart; rewrite one; ring).
  assert (main := circle_constant t lam H I t1 H0 I0 HS IS apart large other Q Q0 QS).
  split; [exact (by_parts A B c d main)|].
  assert (lam0 : lam <> 0%C).
    assert (le : 1 <= square lam) by exact large; intro z; rewrite z in le.
    unfold square in le; simpl in le; lra.
  assert (L_other : forall k, L k <> 0%C).
    induction k as [|k IH].
      unfold L; rewrite r0, s0; intro z; apply (f_equal fst) in z; simpl in z; lra.
    rewrite LS; apply Cmod_gt_0; rewrite Cmod_mult; apply Cmod_gt_0 in lam0.
    apply Cmod_gt_0 in IH; nra.
  assert (Q_not_0 : forall k, Q k <> 0%C) by exact (Q_other t lam t1 apart large Q Q0 QS).
  assert (written : proportional (fun k => Q k / L k)%C (power t (- u) (- v))).
    apply powers; [exact t1 | |].
      intro k; rewrite QS, LS, eq.
      replace (w (- u) (- v)) with (- (u, v))%C
        by (apply injective_projections; reflexivity).
      field; split; [apply L_other | exact lam0].
    exists 0%nat; intros k _; apply Cmod_gt_0; rewrite Cmod_div by apply L_other.
    apply Rdiv_lt_0_compat; apply Cmod_gt_0; [apply Q_not_0 | apply L_other].
  assert (whole := proportional_times _ _ L L_other written).
  refine (by_parts A B (fun k => r k * exp (- 1 * u * ln (INR (k + t))) * cos (v * ln (INR (k + t)))
      + s k * exp (- 1 * u * ln (INR (k + t))) * sin (v * ln (INR (k + t))))
    (fun k => - 1 * r k * exp (- 1 * u * ln (INR (k + t))) * sin (v * ln (INR (k + t)))
      + s k * exp (- 1 * u * ln (INR (k + t))) * cos (v * ln (INR (k + t)))) _).
  apply (proportional_same I _ (fun k => L k * power t (- u) (- v) k)%C); [reflexivity | |].
    intro k; rewrite T_is; unfold L, power, cexp.
    replace (- v * ln (time t k)) with (- (v * ln (time t k))) by ring.
    replace (- 1 * u * ln (time t k)) with (- u * ln (time t k)) by ring.
    rewrite cos_neg, sin_neg; apply injective_projections; simpl; ring.
  apply (proportional_trans I Q); [exact main|].
  apply (proportional_same (fun k => L k * (Q k / L k))%C _
    (fun k => L k * power t (- u) (- v) k)%C); [|reflexivity | exact whole].
  intro k; field; apply L_other.
Qed.
