(* The way that is left is multiplied by 1 - r, and the rest follows from 1 - (1 - r)^l <= l r. *)
Lemma less_than_1 x n : 0 <= x <= 1 -> 0 <= x ^ n <= 1.
Proof.
intro h; induction n as [|n IH]; [simpl; lra|]; simpl; split.
  apply Rmult_le_pos; lra.
rewrite <- (Rmult_1_r 1); apply Rmult_le_compat; lra.
Qed.
Lemma bernoulli r n : 0 < r <= 1 -> 1 - INR n * r <= (1 - r) ^ n.
Proof.
intro h; induction n as [|n IH]; [simpl; lra|]; rewrite S_INR; simpl.
assert (h1 := pos_INR n); assert ((1 - r) * (1 - INR n * r) <= (1 - r) * (1 - r) ^ n).
  apply Rmult_le_compat_l; lra.
assert (0 <= INR n * r * r) by (repeat apply Rmult_le_pos; lra); lra.
Qed.
Theorem proved : statement.
Proof.
intros L r d s nu_W j T nu_F nu_C L_j hr hd hs hW hT hF hC [l0 lS] h1 l.
assert (way : forall k, d * (-1 * L + L_j k) = d ^ 2 * (1 - (1 - r) ^ k)).
  induction k as [|k IH]; [rewrite l0; simpl; ring|].
  assert (e := lS k); change (1 + k)%nat with (S k) in e; rewrite e.
  replace (d * (-1 * L + (r * (L + d + -1 * L_j k) + L_j k)))
    with ((1 - r) * (d * (-1 * L + L_j k)) + r * d ^ 2) by ring.
  rewrite IH; simpl; ring.
assert (dd : 0 < d ^ 2) by (simpl; rewrite Rmult_1_r; exact (Rsqr_pos_lt d hd)).
assert (b := bernoulli r l ltac:(lra)); assert (p := less_than_1 (1 - r) l ltac:(lra)).
rewrite way; set (q := (1 - r) ^ l) in *; clearbody q.
assert (most : d ^ 2 * (1 - q) <= d ^ 2 * INR l * r).
  rewrite Rmult_assoc; apply Rmult_le_compat_l; lra.
split; [apply Rmult_le_pos; lra|]; split.
  rewrite <- (Rmult_1_r (d ^ 2)) at 2; apply Rmult_le_compat_l; lra.
split; [exact most|]; split.
  intro h; apply (Rmult_le_reg_l r); [exact hr|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  apply (Rmult_le_reg_l (d ^ 2)); [exact dd|]; lra.
intros [h2 h3]; assert (hj := pos_INR j); assert (w : 0 < nu_W ^ j) by (apply pow_lt; exact hW).
assert (rs : 0 < / r * s) by (apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat|]; lra).
assert (hm : 0 < nu_F + nu_C * (1 + INR T * nu_F)).
  assert (0 <= INR T * nu_F) by (apply Rmult_le_pos; lra).
  assert (0 < nu_C * (1 + INR T * nu_F)) by (apply Rmult_lt_0_compat; lra); lra.
match goal with |- ?x <= _ => replace x with (/ r * s *
  ((nu_C * (nu_W + INR j * nu_F) + nu_F * nu_W) * / (nu_F + nu_C * (1 + INR T * nu_F)))) end.
  2: field; repeat split; lra.
rewrite <- (Rmult_1_r (/ r * s)) at 2; apply Rmult_le_compat_l; [lra|].
apply (Rmult_le_reg_r (nu_F + nu_C * (1 + INR T * nu_F))); [exact hm|].
rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra.
assert (INR j * nu_F <= INR T * nu_F) by (apply Rmult_le_compat_r; lra).
assert (nu_C * (nu_W + INR j * nu_F) <= nu_C * (1 + INR T * nu_F)) by (apply Rmult_le_compat_l; lra).
assert (nu_F * nu_W <= nu_F * 1) by (apply Rmult_le_compat_l; lra); lra.
Qed.
