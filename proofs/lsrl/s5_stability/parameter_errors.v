(* What silences a value is the difference of two products; and nothing is kept of 0. *)
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
