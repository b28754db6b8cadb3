(* Products along chains by induction over their lengths, below the gradient by induction over the
   lengths and then over time; and a chain whose hops wait. *)
Lemma total_scale c f a n : total (fun i => c * f i) a n = c * total f a n.
Proof. induction n as [|n IH]; [simpl; ring|]; rewrite !total_S, IH; ring. Qed.
Lemma total_le f g a n : (forall i, (a <= i < a + n)%nat -> f i <= g i) -> total f a n <= total g a n.
Proof.
induction n as [|n IH]; intro h; [simpl; lra|].
rewrite !total_S; apply Rplus_le_compat; [apply IH; intros i hi; apply h; lia | apply h; lia].
Qed.
Lemma power_le_1 v g : 0 <= v -> v <= 1 -> 0 <= v ^ g <= 1.
Proof.
intros h0 h1; induction g as [|g IH]; [simpl; lra|].
simpl; split; [apply Rmult_le_pos; lra|].
apply Rle_trans with (1 * 1); [apply Rmult_le_compat; lra | lra].
Qed.
Lemma waiting v g : 0 <= v -> v <= 1 -> INR g * (1 + (- 1) * v) * v ^ g <= 1 - v ^ g.
Proof.
intros h0 h1; induction g as [|g IH]; [simpl; lra|].
pose proof (power_le_1 v g h0 h1); rewrite S_INR; simpl.
assert (v * (INR g * (1 + (- 1) * v) * v ^ g) <= v * (1 - v ^ g)) by (apply Rmult_le_compat_l; lra).
assert (0 <= (1 - v) * (1 - v * v ^ g)); [|nra].
apply Rmult_le_pos; [lra|].
assert (v * v ^ g <= 1 * 1) by (apply Rmult_le_compat; lra); lra.
Qed.
Theorem proved : statement.
Proof.
intros kappa v gap size D in_S N along waited relay hk hv _ hpos hD hS hN hA hW hR.
intros [hs [[d0 dS] [[n0 nS] [[a0 aS] [[w0 wS] [r0 rS]]]]]].
assert (in0 := values_ge_0 in_S hS).
assert (k1 : 0 < INR kappa) by (apply (lt_INR 0); lia).
assert (ki : 0 < / INR kappa) by (apply Rinv_0_lt_compat; lra).
assert (hi : forall t, / INR kappa <= / size t).
  intro t; apply Rinv_le_contravar; auto.
assert (wg : forall g, waited g = v ^ g).
  induction g as [|g IH]; [exact w0|]; change (waited (1 + g)%nat = v * v ^ g).
  rewrite wS, IH; reflexivity.
assert (pw : forall c, 0 < INR kappa ^ c) by (intro c; apply pow_lt; lra).
assert (al : forall c U, along c U = / INR kappa ^ (1 + c) * v ^ c * N c U).
  induction c as [|c IH]; intro U.
    rewrite a0, n0; simpl; field; lra.
  assert (e1 := aS c U); assert (e2 := nS c U); change (1 + c)%nat with (S c) in e1, e2.
  rewrite e1, e2, <- total_scale; apply total_eq; intros i _; rewrite IH; simpl.
  assert (z := pw c); field; lra.
assert (le : forall e W, along e W <= D W).
  induction e as [|e IH]; intro W.
    rewrite a0; assert (h1 : / INR kappa * in_S W 0%nat <= in_S W 0%nat * / size W).
      rewrite Rmult_comm; apply Rmult_le_compat_l; auto.
    destruct W as [|t]; [rewrite d0; lra|].
    assert (g := dS t); change (1 + t)%nat with (S t) in g; rewrite g.
    assert (0 <= v * D t) by (apply Rmult_le_pos; auto).
    match goal with |- _ <= _ + total ?f ?a ?n => assert (0 <= total f a n) end; [|lra].
    apply total_ge_0; intros i _.
    repeat apply Rmult_le_pos; auto; apply Rlt_le, Rinv_0_lt_compat, hpos.
  assert (e1 := aS e W); change (1 + e)%nat with (S e) in e1; rewrite e1.
  destruct W as [|t]; [simpl; apply hD|].
  assert (g := dS t); change (1 + t)%nat with (S t) in g; rewrite g.
  assert (0 <= v * D t) by (apply Rmult_le_pos; auto).
  assert (0 <= in_S (S t) 0%nat * / size (S t)).
    apply Rmult_le_pos; auto; apply Rlt_le, Rinv_0_lt_compat, hpos.
  match goal with |- total ?f ?a ?n <= _ + total ?h _ _ => assert (total f a n <= total h a n) end; [|lra].
  apply total_le; intros i _.
  assert (0 <= along e (i - 1)%nat) by apply hA; assert (b := IH (i - 1)%nat).
  assert (0 <= in_S (S t) i) by auto; assert (c := hi (S t)).
  apply Rle_trans with (v * D (i - 1)%nat * in_S (S t) i * / INR kappa).
    assert (0 <= v * / INR kappa * in_S (S t) i) by (repeat apply Rmult_le_pos; auto; lra).
    assert (v * / INR kappa * in_S (S t) i * along e (i - 1)%nat
      <= v * / INR kappa * in_S (S t) i * D (i - 1)%nat) by (apply Rmult_le_compat_l; auto).
    lra.
  apply Rmult_le_compat_l; auto; repeat apply Rmult_le_pos; auto.
split; [exact al|split; [exact le|split; [|split]]].
- intros d T h; apply Rle_trans with (along d T); [|apply le].
  rewrite al; assert (0 <= / INR kappa ^ (1 + d) * v ^ d).
    apply Rmult_le_pos; [apply Rlt_le, Rinv_0_lt_compat, pw | apply pow_le; auto].
  nra.
- intro l; induction l as [|l IH].
    rewrite r0, !w0; simpl; field; lra.
  assert (e := rS l); change (1 + l)%nat with (S l) in *; rewrite e, IH, w0; simpl.
  assert (z := pw l); field; lra.
- intro g; split; [apply wg|]; intro h; rewrite wg.
  pose proof (waiting v g hv h); pose proof (power_le_1 v g hv h); split; lra.
Qed.
