(* What silences a value is the difference of two products; and nothing is kept of 0. *)
Lemma implied (A B : Prop) : A \/ ~ A -> (A -> B) -> ~ A \/ B. Proof. tauto. Qed.
Ltac suppose := apply implied; [decided|].
Ltac cases := cases_within; hypotheses; lra.
Lemma absolute x : Rmax x (-1 * x) = Rabs x.
Proof. unfold Rabs; destruct (Rcase_abs x); [rewrite Rmax_right|rewrite Rmax_left]; lra. Qed.
Lemma absolute_at_most x m : Rmax x (-1 * x) <= m -> - m <= x <= m.
Proof. intro h; pose proof (Rmax_l x (-1 * x)); pose proof (Rmax_r x (-1 * x)); lra. Qed.
(* the two units that keep a value, where they are silenced at z *)
Definition kept t z := Rmax (t - z) 0 - Rmax (-1 * t - z) 0.
Lemma nothing t z : kept (0 * t) z = 0.
Proof. unfold kept; replace (-1 * (0 * t)) with (0 * t) by ring; ring. Qed.
Lemma error_of t z : Rmax (kept t z - t) (-1 * (kept t z - t)) = Rmin (Rmax t (-1 * t)) (Rmax z (-1 * z)).
Proof. unfold kept; cases. Qed.
Ltac named := repeat match goal with |- context [Rmax (?t - ?z) 0 - Rmax (-1 * ?t - ?z) 0] =>
      change (Rmax (t - z) 0 - Rmax (-1 * t - z) 0) with (kept t z) end.
Theorem proved : statement.
Proof.
unfold statement; split; [|split; [|split; [|split; [|split]]]].
{ intros lam mu r t _; replace ((1 + r) * (0 * t + 1) * t - t) with (r * t) by ring.
  rewrite !absolute; apply Rabs_mult. }
{ intros lam mu t z _; apply error_of. }
{ intros lam mu r s a b k t _; right; ring. }
{ intros lam mu c t _; right; named; rewrite nothing, Rplus_0_l; f_equal; ring. }
{ intros lam mu r s a b k t [hl hm]; split; [lra|]; suppose; intros [[[[hr hs] ha] hb] hk].
  apply absolute_at_most in ha; apply absolute_at_most in hk.
  assert ((1 + k) / mu <= 5 / 16).
  { apply Rmult_le_reg_r with mu; [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  replace (0 * t + 1) with 1 by ring; rewrite !Rmax_left by nra; field; lra. }
intros lam mu c t [hl hm]; split; [lra|]; right; named; rewrite nothing, Rplus_0_l.
rewrite !Rmult_1_r; reflexivity.
Qed.
