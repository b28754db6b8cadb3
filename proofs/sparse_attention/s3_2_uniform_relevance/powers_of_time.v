(* The sequence of the factors 1 + w/T is T^w but for a constant that is not 0. *)
Definition cexp (a b : R) : C := (exp a * cos b, exp a * sin b).
Lemma cexp_add a b c d : cexp (a + c) (b + d) = (cexp a b * cexp c d)%C.
Proof.
unfold cexp; apply injective_projections; simpl; rewrite exp_plus, ?cos_plus, ?sin_plus; ring.
Qed.
Lemma cexp_0 : cexp 0 0 = 1%C.
Proof. unfold cexp; rewrite exp_0, cos_0, sin_0; apply injective_projections; simpl; ring. Qed.
Lemma cexp_other a b : cexp a b <> 0%C.
Proof.
intro z; assert (one : (cexp a b * cexp (- a) (- b))%C = 1%C).
  rewrite <- cexp_add, !Rplus_opp_r; apply cexp_0.
rewrite z in one; apply (f_equal fst) in one; simpl in one; lra.
Qed.
Lemma sin_le b : Rabs (sin b) <= Rabs b.
Proof.
assert (up : forall y, 0 <= y -> Rabs (sin y) <= y).
  intros y [y0 | <-]; [|rewrite sin_0, Rabs_R0; lra].
  destruct (MVT_cor2 sin cos 0 y y0 (fun c _ => derivable_pt_lim_sin c)) as [c [eq _]].
  rewrite sin_0, !Rminus_0_r in eq; rewrite eq, Rabs_mult, (Rabs_pos_eq y) by lra.
  assert (o := COS_bound c); apply Rle_trans with (1 * y); [apply Rmult_le_compat_r; [lra|] | lra].
  apply Rabs_le; lra.
destruct (Rle_lt_dec 0 b) as [p | n]; [rewrite (Rabs_pos_eq b) by exact p; apply up, p|].
rewrite <- (Ropp_involutive b) at 1; rewrite sin_neg, Rabs_Ropp, (Rabs_left b) by exact n.
apply up; lra.
Qed.
Lemma cos_near b : Rabs (cos b - 1) <= b * b / 2.
Proof.
assert (h : cos b = 1 - 2 * (sin (b / 2) * sin (b / 2))).
  replace b with (2 * (b / 2)) at 1 by field; rewrite cos_2a_sin; ring.
assert (s : sin (b / 2) * sin (b / 2) <= b / 2 * (b / 2)).
  rewrite <- (Rabs_pos_eq (sin (b / 2) * sin (b / 2))) by nra.
  rewrite <- (Rabs_pos_eq (b / 2 * (b / 2))) by nra.
  rewrite !Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; apply sin_le.
assert (0 <= sin (b / 2) * sin (b / 2)) by nra.
rewrite h; apply Rabs_le; split; lra.
Qed.
Lemma sin_near b : Rabs b <= 1 -> Rabs (sin b - b) <= b * b.
Proof.
assert (up : forall y, 0 <= y <= 1 -> Rabs (sin y - y) <= y * y).
  intros y [[y0 | <-] y1]; [|rewrite sin_0, Rminus_0_r, Rabs_R0; lra].
  destruct (MVT_cor2 sin cos 0 y y0 (fun c _ => derivable_pt_lim_sin c)) as [c [eq [c0 c1]]].
  rewrite sin_0, !Rminus_0_r in eq; rewrite eq.
  replace (cos c * y - y) with ((cos c - 1) * y) by ring.
  rewrite Rabs_mult, (Rabs_pos_eq y) by lra; apply Rmult_le_compat_r; [lra|].
  apply Rle_trans with (1 := cos_near c); nra.
intro h; destruct (Rle_lt_dec 0 b) as [p | n].
  rewrite Rabs_pos_eq in h by exact p; apply up; lra.
rewrite Rabs_left in h by exact n.
replace (sin b - b) with (- (sin (- b) - - b)) by (rewrite sin_neg; ring).
rewrite Rabs_Ropp; replace (b * b) with (- b * - b) by ring; apply up; lra.
Qed.
Lemma exp_near a : Rabs a <= / 2 -> Rabs (exp a - 1 - a) <= 2 * (a * a) /\ exp a <= 2.
Proof.
intro h; apply Rabs_le_between in h.
assert (low := exp_ineq1_le a); assert (inv := exp_ineq1_le (- a)).
assert (one : exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (p := exp_pos a); assert (up : exp a * (1 - a) <= 1) by nra.
split; [apply Rabs_le; split; nra | nra].
Qed.
Lemma cexp_near a b : Rabs a <= / 2 -> Rabs b <= / 2 ->
  Cmod (cexp a b - 1 - (a, b))%C <= 8 * (a ^ 2 + b ^ 2).
Proof.
intros ha hb; destruct (exp_near a ha) as [e1 e2]; assert (c1 := cos_near b).
assert (s1 := sin_near b ltac:(lra)); assert (s2 := sin_le b); assert (p := exp_pos a).
assert (ap := Rabs_pos a); assert (bp := Rabs_pos b).
assert (aa : Rabs a * Rabs a = a * a) by (rewrite <- Rabs_mult; apply Rabs_pos_eq; nra).
assert (bb : Rabs b * Rabs b = b * b) by (rewrite <- Rabs_mult; apply Rabs_pos_eq; nra).
replace (8 * (a ^ 2 + b ^ 2)) with (2 * (4 * (a * a + b * b))) by ring.
apply le_both; unfold cexp; simpl.
- replace (exp a * cos b + - (1) + - a) with ((exp a - 1 - a) + exp a * (cos b - 1)) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _); rewrite Rabs_mult, (Rabs_pos_eq (exp a)) by lra.
  assert (exp a * Rabs (cos b - 1) <= 2 * (b * b / 2)).
    apply Rmult_le_compat; try lra; apply Rabs_pos.
  nra.
- replace (exp a * sin b + - 0 + - b)
    with (((exp a - 1 - a) + a) * sin b + (sin b - b)) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _); rewrite Rabs_mult.
  assert (x1 : Rabs (exp a - 1 - a + a) <= 2 * Rabs a).
    apply Rle_trans with (1 := Rabs_triang _ _); nra.
  assert (Rabs (exp a - 1 - a + a) * Rabs (sin b) <= 2 * Rabs a * Rabs b).
    apply Rmult_le_compat; try apply Rabs_pos; assumption.
  assert (0 <= (Rabs a - Rabs b) ^ 2) by apply pow2_ge_0; nra.
Qed.
Section Powers.
Variables (t : nat) (u v : R) (P : nat -> C).
Hypothesis t1 : (1 <= t)%nat.
Definition w : C := (u, v).
Hypothesis PS : forall k, P (S k) = ((1 + w * share t k) * P k)%C.
Hypothesis P_other : eventually (fun k => P k <> 0%C).
Definition power k : C := cexp (u * ln (time t k)) (v * ln (time t k)).
Definition step k := ln (1 + share t k).
Lemma power_S k : power (S k) = (power k * cexp (u * step k) (v * step k))%C.
Proof.
unfold power, step; rewrite <- cexp_add; assert (h := time_ge_1 t t1 k).
assert (s := share_pos t t1 k); assert (i := time_share t t1 k).
replace (time t (S k)) with (time t k * (1 + share t k)) by (rewrite time_S; lra).
rewrite ln_mult by lra; f_equal; ring.
Qed.
Lemma step_near k : 0 <= step k <= share t k /\ share t k - step k <= share t k ^ 2.
Proof.
unfold step; assert (s := share_pos t t1 k); set (e := share t k) in *.
assert (low : 0 <= ln (1 + e)) by (rewrite <- ln_1; apply ln_le; lra).
assert (up : ln (1 + e) <= e).
  rewrite <- (ln_exp e) at 2; apply ln_le; [lra | apply exp_ineq1_le].
split; [lra|].
assert (h := exp_ineq1_le (- ln (1 + e))); rewrite exp_Ropp, exp_ln in h by lra.
assert (i : / (1 + e) <= 1 - e + e ^ 2).
  apply (Rmult_le_reg_r (1 + e)); [lra|]; rewrite Rinv_l by lra.
  assert (0 <= e * e * e) by (apply Rmult_le_pos; nra); nra.
lra.
Qed.
Lemma powers : proportional P power.
Proof.
assert (wp := Cmod_ge_0 w); set (m := Cmod w) in *.
set (c := m + m * m + (1 + m) * (8 * (m * m))).
assert (c0 : 0 <= c) by (unfold c; assert (0 <= m * m) by nra; nra).
apply (by_main P P power 1%C (fun _ => 0)).
- intro z; apply (f_equal fst) in z; simpl in z; lra.
- exists 0%nat; intros k _; apply cexp_other.
- apply (settling (fun k => P k / power k)%C (fun k => 2 * c * share t k)).
  + revert P_other; apply eventually_so; intros k h z; apply h.
    replace (P k) with (P k / power k * power k)%C by (field; apply cexp_other).
    rewrite z; ring.
  + intro k; assert (s := share_pos t t1 k); nra.
  + apply vanishes_times; [lra | apply share_vanishes].
  + generalize (vanishes_times m _ wp (share_vanishes t) (/ 2) ltac:(lra)).
    apply eventually_so; intros k small; cbv beta in small.
    assert (s := share_pos t t1 k); assert (s1 := share_le_1 t t1 k).
    destruct (step_near k) as [[l0 l1] l2]; set (l := step k) in *; set (e := share t k) in *.
    set (W := (cexp (- (u * l)) (- (v * l)) - 1 - ((- (u * l))%R, (- (v * l))%R))%C).
    assert (near : Cmod W <= 8 * (m * m) * (e * e)).
      assert (parts : Rabs u <= m /\ Rabs v <= m) by (split; [apply (fst_le w) | apply (snd_le w)]).
      assert (ul : Rabs (- (u * l)) <= / 2).
        rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq l) by lra.
        apply Rle_trans with (m * e); [apply Rmult_le_compat; try lra; apply Rabs_pos | lra].
      assert (vl : Rabs (- (v * l)) <= / 2).
        rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq l) by lra.
        apply Rle_trans with (m * e); [apply Rmult_le_compat; try lra; apply Rabs_pos | lra].
      apply Rle_trans with (1 := cexp_near _ _ ul vl).
      assert (eq : u ^ 2 + v ^ 2 = m * m).
        assert (h := square_Cmod w); unfold square, w in h; simpl in h; unfold m, w; simpl; lra.
      replace ((- (u * l)) ^ 2 + (- (v * l)) ^ 2) with ((u ^ 2 + v ^ 2) * (l * l)) by ring.
      rewrite eq; assert (l * l <= e * e) by (apply Rmult_le_compat; lra).
      assert (0 <= m * m) by nra.
      assert (m * m * (l * l) <= m * m * (e * e)) by (apply Rmult_le_compat_l; assumption); lra.
    assert (inv : (cexp (u * l) (v * l) * cexp (- (u * l)) (- (v * l)))%C = 1%C).
      rewrite <- cexp_add, !Rplus_opp_r; apply cexp_0.
    assert (next : (P (S k) / power (S k) - P k / power k)%C = ((w * RtoC (e - l)
        - w * w * RtoC (e * l) + (1 + w * e) * W) * (P k / power k))%C).
      rewrite PS, power_S; fold l e.
      assert (n1 := cexp_other (u * l) (v * l)); assert (n2 : power k <> 0%C) by apply cexp_other.
      assert (iw : (1 + W - w * l)%C = (/ cexp (u * l) (v * l))%C).
        replace (/ cexp (u * l) (v * l))%C
          with (/ cexp (u * l) (v * l) * (cexp (u * l) (v * l) * cexp (- (u * l)) (- (v * l))))%C
          by (rewrite inv; ring).
        replace (/ cexp (u * l) (v * l) * (cexp (u * l) (v * l) * cexp (- (u * l)) (- (v * l))))%C
          with (cexp (- (u * l)) (- (v * l))) by (field; exact n1).
        unfold W, w; apply injective_projections; simpl; ring.
      replace ((1 + w * e) * P k / (power k * cexp (u * l) (v * l)))%C
        with ((1 + w * e) * (/ cexp (u * l) (v * l)) * (P k / power k))%C by (field; split;
          assumption).
      rewrite <- iw, RtoC_minus, RtoC_mult; ring.
    rewrite next, Cmod_mult; apply Rmult_le_compat_r; [apply Cmod_ge_0|].
    apply Rle_trans with (c * (e * e)).
      apply Rle_trans with (1 := Cmod_triangle _ _); rewrite (Cmod_mult (1 + w * e)%C).
      assert (one : Cmod (1 + w * e)%C <= 1 + m).
        apply Rle_trans with (1 := Cmod_triangle _ _).
        rewrite Cmod_1, Cmod_mult, Cmod_of_pos by lra; fold m; nra.
      assert (two : Cmod (w * RtoC (e - l) - w * w * RtoC (e * l))%C <= (m + m * m) * (e * e)).
        apply Rle_trans with (1 := Cmod_minus_le _ _).
        rewrite !Cmod_mult, !Cmod_of_pos by nra; fold m.
        assert (m * (e - l) <= m * (e * e)) by (apply Rmult_le_compat_l; lra).
        assert (e * l <= e * e) by (apply Rmult_le_compat_l; lra).
        assert (0 <= m * m) by nra.
        assert (m * m * (e * l) <= m * m * (e * e)) by (apply Rmult_le_compat_l; lra); lra.
      assert (Cmod (1 + w * e)%C * Cmod W <= (1 + m) * (8 * (m * m) * (e * e)))
        by (apply Rmult_le_compat; try apply Cmod_ge_0; assumption).
      unfold c; lra.
    unfold e; replace (2 * c * share t k - 2 * c * share t (S k))
      with (2 * c * (share t k - share t (S k))) by ring.
    rewrite (share_step t t1); assert (half := share_half t t1 k).
    assert (0 <= c * share t k) by (apply Rmult_le_pos; [exact c0 | left; exact s]).
    assert (c * share t k * share t k <= c * share t k * (2 * share t (S k)))
      by (apply Rmult_le_compat_l; assumption).
    lra.
- intros b hb; exists 0%nat; intros k _; lra.
- exists 0%nat; intros k _; replace (1 * P k - P k)%C with (RtoC 0) by ring; rewrite Cmod_0; lra.
Qed.
End Powers.
