(* Where the step is 0 a branch is silent, where it is 1 open; between, a part gets through. *)
Lemma part lam s : 0 <= s <= 1 -> 0 < lam -> kept lam (lam - lam * s) = lam * s.
Proof. intros h hl; unfold kept; rewrite Rmax_left, Rmax_right; nra. Qed.
Theorem proved : statement.
Proof.
unfold statement; split; [|split; [|split]]; intros lam mu t f c [[[hl hm] ht] hf];
  pose proof (absolute_at_most _ _ ht); pose proof (absolute_at_most _ _ hf);
  destruct (inverse mu hm) as [e1 hi]; (split; [lra|]); try suppose; named.
{ intro h; rewrite (below mu (1 / 2 - c)) by lra; rewrite (above mu (c - 1 / 2)) by lra.
  rewrite silent, open; lra. }
{ intro h; rewrite (above mu (1 / 2 - c)) by lra; rewrite (below mu (c - 1 / 2)) by lra.
  rewrite open, silent; lra. }
{ rewrite !below by lra; rewrite !silent; lra. }
intros [h1 h2]; destruct (Rle_dec c (1 / 2)) as [h|h%Rnot_le_lt].
{ rewrite (between mu (1 / 2 - c)) by lra; rewrite (below mu (c - 1 / 2)) by lra.
  assert (0 <= mu * (1 / 2 - c) < 1) as hs by nra; set (s := mu * (1 / 2 - c)) in *; clearbody s.
  rewrite (silent lam (lam - lam * 0)) by lra; rewrite part by lra; nra. }
rewrite (below mu (1 / 2 - c)) by lra; rewrite (between mu (c - 1 / 2)) by lra.
assert (0 <= mu * (c - 1 / 2) < 1) as hs by nra; set (s := mu * (c - 1 / 2)) in *; clearbody s.
rewrite (silent lam (lam - lam * 0)) by lra; rewrite part by lra; nra.
Qed.
