(* The other branch is silent; of this one as much is missing as its units are silenced at. *)
Lemma missing lam mu v x : 0 < lam -> 2 <= mu -> 0 <= x ->
  Rmax (kept v (lam - lam * step mu x) - v) (-1 * (kept v (lam - lam * step mu x) - v)) =
  Rmin (Rmax v (-1 * v)) (lam * Rmax (1 - mu * x) 0).
Proof.
intros hl hm hx; destruct (inverse mu) as [e hi]; [lra|]; rewrite error_of; f_equal.
destruct (Rle_dec x (1 / mu)) as [h|h%Rnot_le_lt].
{ assert (mu * x <= 1) by nra; rewrite between by lra.
  rewrite (Rmax_left (1 - mu * x)) by lra; rewrite Rmax_left; nra. }
assert (1 <= mu * x) by nra; rewrite above by lra.
rewrite (Rmax_right (1 - mu * x)) by lra; rewrite Rmax_left; lra.
Qed.
Theorem proved : statement.
Proof.
unfold statement; split; intros lam mu f t e [hl hm]; (split; [lra|]); suppose;
  intros [[[[_ h2] hf] ht] he]; named;
  pose proof (absolute_at_most _ _ ht); pose proof (absolute_at_most _ _ hf).
{ rewrite (below mu (0 + e - 1 / 2)) by lra; rewrite (silent t) by lra; rewrite Rplus_0_r.
  rewrite missing by lra; replace (0 + e) with e by ring; reflexivity. }
rewrite (below mu (1 / 2 - (1 + e))) by lra.
match goal with |- context [kept ?a (lam - lam * 0)] => rewrite (silent a) by lra end.
rewrite Rplus_0_l, missing by lra; replace (1 + e - 1 / 2) with (1 / 2 - -1 * e) by lra; reflexivity.
Qed.
