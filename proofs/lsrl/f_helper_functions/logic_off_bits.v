(* Steps of two units are 0, mu x or 1; 'and' of them is their sum less 1, where that is positive. *)
Lemma within mu x : 0 < mu -> 0 <= step mu x <= 1.
Proof.
intro h; destruct (inverse mu h) as [e hi]; destruct (Rle_dec x 0); [rewrite below; lra|].
destruct (Rle_dec x (1 / mu)); [rewrite between by lra; nra|rewrite above; lra].
Qed.
Lemma full mu x : 0 < mu -> step mu x = 1 -> 1 / mu <= x.
Proof.
intros h hs; destruct (inverse mu h) as [e hi].
destruct (Rle_dec (1 / mu) x) as [|no%Rnot_le_lt]; [lra|].
destruct (Rle_dec x 0); [rewrite below in hs; lra|rewrite between in hs by lra; nra].
Qed.
Lemma unit_step x : 0 <= x <= 1 -> Rmax (1 * x) 0 - 1 * Rmax (x - 1) 0 = x.
Proof. intro h; rewrite Rmax_left, Rmax_right; lra. Qed.
Lemma cut x : x <= 1 -> 0 <= Rmax x 0 <= 1.
Proof. intro h; split; [apply Rmax_r|apply Rmax_lub; lra]. Qed.
Theorem proved : statement.
Proof.
unfold statement; split; [|split; [|split; [|split; [|split]]]].
{ intros mu x y h; split; [lra|]; named; pose proof (within mu x h); pose proof (within mu y h).
  split; suppose.
  { intro e; rewrite Rmax_left in e; [split; apply full; lra|].
    apply Rnot_lt_le; intro no; rewrite Rmax_right in e; lra. }
  intros [hx hy]; rewrite !above by lra; rewrite Rmax_left; lra. }
{ intros mu x y h; split; [lra|]; named; pose proof (within mu x h); pose proof (within mu y h).
  suppose; intros [hx|hy]; [rewrite (below mu x) by lra|rewrite (below mu y) by lra];
    rewrite Rmax_right; lra. }
{ intros mu x y z _; suppose; intros [[hx hy] hz].
  pose proof (cut (x + y - 1) ltac:(lra)); pose proof (cut (y + z - 1) ltac:(lra)).
  rewrite !(unit_step x), !(unit_step y), !(unit_step z) by lra.
  rewrite !unit_step by assumption; cases. }
{ intros mu x y _; suppose; intros [hx hy]; rewrite !(unit_step x), !(unit_step y) by lra; cases. }
{ intros mu h; split; [lra|]; suppose; intro h1; named; destruct (inverse mu h) as [e hi].
  assert (mu * (1 / 2 / mu) = 1 / 2) as e2 by (field; lra).
  assert (1 / 2 / mu = 1 / mu / 2) as e3 by (field; lra).
  rewrite (above mu (1 / mu)) by lra; rewrite (between mu (1 / 2 / mu)) by lra; rewrite e2.
  rewrite (Rmax_left (1 + 1 / 2 - 1)), (Rmax_right (1 / 2 + 1 / 2 - 1)) by lra.
  replace (1 + 1 / 2 - 1) with (1 / 2) by lra; rewrite (below mu 0), (Rmax_right (1 + 0 - 1)) by lra.
  intro no; pose proof (Rmax_l (step mu (1 / 2) + 1 / 2 - 1) 0).
  destruct (Rle_dec (1 / 2) (1 / mu)); [rewrite between in * by lra|rewrite above in * by lra]; lra. }
intros mu h; split; [lra|]; suppose; intro h1; named; destruct (inverse mu h) as [e hi].
replace (0 * mu + 1 / 2) with (1 / 2) by ring; replace (1 - 1 / 2 + (1 - 1 / 2)) with 1 by lra.
assert (1 / mu < 1) by nra; rewrite (above mu 1) by lra.
intro no; pose proof (Rmax_l (step mu (1 / 2) + step mu (1 / 2) - 1) 0).
destruct (Rle_dec (1 / 2) (1 / mu)); [rewrite between in * by lra|rewrite above in * by lra]; lra.
Qed.
