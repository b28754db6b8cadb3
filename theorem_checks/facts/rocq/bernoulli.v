Theorem proved : statement.
Proof.
intros a k h; induction k as [|k IH].
- simpl; lra.
- rewrite S_INR; change ((1 + a) ^ S k) with ((1 + a) * (1 + a) ^ k).
  pose proof (pos_INR k); pose proof (Rmult_le_compat_l (1 + a) _ _ ltac:(lra) IH).
  assert (0 <= a * a * INR k) by (apply Rmult_le_pos; [nra | assumption]); nra.
Qed.
