(* What is kept moves by no more than what it is silenced at, which is lam times the condition. *)
Lemma near t z z' m : - m <= z - z' <= m -> - m <= kept t z - kept t z' <= m.
Proof. intro h; unfold kept; split; cases. Qed.
Lemma apart lam : 0 < lam -> Rmax (-1 * lam - lam) (-1 * (-1 * lam - lam)) = 2 * lam * 1.
Proof. intro h; rewrite Rmax_right; lra. Qed.
Lemma scaled lam c d : 0 < lam ->
  - (lam * Rabs (c - d)) <= lam * c - lam * d <= lam * Rabs (c - d).
Proof.
intro h; pose proof (Rle_abs (c - d)); pose proof (Rle_abs (- (c - d))) as n.
rewrite Rabs_Ropp in n; split; nra.
Qed.
Theorem proved : statement.
Proof.
unfold statement; split; [|split; [|split; [|split; [|split]]]].
{ intros lam t f c [[hl ht%absolute_at_most] hf%absolute_at_most]; named.
  split; [rewrite (silent f), (open t)|rewrite (open f), (silent t)]; lra. }
{ intros lam t f [[hl _] _]; apply apart, hl. }
{ intros lam t f c d [[hl _] _]; named; rewrite (absolute (c - d)).
  pose proof (scaled lam c d hl); set (m := lam * Rabs (c - d)) in *.
  pose proof (near f (lam * c) (lam * d) m ltac:(lra)).
  pose proof (near t (lam * (1 - c)) (lam * (1 - d)) m ltac:(lra)).
  replace (2 * lam * Rabs (c - d)) with (2 * m) by (unfold m; ring).
  apply Rmax_lub; lra. }
{ intros lam t f c _; split; ring. }
{ intros lam t f [[hl _] _]; apply apart, hl. }
intros lam t f c d [[hl ht%absolute_at_most] hf%absolute_at_most].
replace (c * t + (1 - c) * f - (d * t + (1 - d) * f)) with ((t - f) * (c - d)) by ring.
rewrite !absolute, Rabs_mult; apply Rmult_le_compat_r; [apply Rabs_pos|]; apply Rabs_le; lra.
Qed.
