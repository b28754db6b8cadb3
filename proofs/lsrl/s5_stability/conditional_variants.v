(* Where the step is 0 a branch is silent, where it is 1 open; between, a part gets through. *)
Lemma implied (A B : Prop) : A \/ ~ A -> (A -> B) -> ~ A \/ B. Proof. tauto. Qed.
Ltac suppose := apply implied; [decided|].
Ltac cases := cases_within; hypotheses; lra.
Lemma absolute x : Rmax x (-1 * x) = Rabs x.
Proof. unfold Rabs; destruct (Rcase_abs x); [rewrite Rmax_right|rewrite Rmax_left]; lra. Qed.
Lemma absolute_at_most x m : Rmax x (-1 * x) <= m -> - m <= x <= m.
Proof. intro h; pose proof (Rmax_l x (-1 * x)); pose proof (Rmax_r x (-1 * x)); lra. Qed.
(* the two units that keep a value, where they are silenced at z *)
Definition kept t z := Rmax (t - z) 0 - Rmax (-1 * t - z) 0.
Lemma silent t z : - z <= t <= z -> kept t z = 0. Proof. intro h; unfold kept; cases. Qed.
Lemma open t z : z = 0 -> kept t z = t. Proof. intro h; unfold kept; cases. Qed.
Lemma part lam s : 0 <= s <= 1 -> 0 < lam -> kept lam (lam - lam * s) = lam * s.
Proof. intros h hl; unfold kept; rewrite Rmax_left, Rmax_right; nra. Qed.
(* a step from 0 to 1 of two units *)
Definition step mu x := Rmax (mu * x) 0 - mu * Rmax (x - 1 / mu) 0.
Lemma inverse mu : 0 < mu -> mu * (1 / mu) = 1 /\ 0 < 1 / mu.
Proof. intro h; split; [field; lra|]; unfold Rdiv; rewrite Rmult_1_l; apply Rinv_0_lt_compat, h. Qed.
Lemma below mu x : 0 < mu -> x <= 0 -> step mu x = 0.
Proof. intros h hx; destruct (inverse mu h); unfold step; rewrite !Rmax_right; nra. Qed.
Lemma between mu x : 0 < mu -> 0 <= x <= 1 / mu -> step mu x = mu * x.
Proof. intros h hx; unfold step; rewrite Rmax_left by nra; rewrite Rmax_right; lra. Qed.
Lemma above mu x : 0 < mu -> 1 / mu <= x -> step mu x = 1.
Proof.
intros h hx; destruct (inverse mu h); unfold step.
rewrite !Rmax_left by nra; rewrite Rmult_minus_distr_l; lra.
Qed.
Ltac named := repeat match goal with
  | |- context [Rmax (?mu * ?x) 0 - ?mu * Rmax (?x - 1 / ?mu) 0] =>
      change (Rmax (mu * x) 0 - mu * Rmax (x - 1 / mu) 0) with (step mu x) end;
  repeat match goal with |- context [Rmax (?t - ?z) 0 - Rmax (-1 * ?t - ?z) 0] =>
      change (Rmax (t - z) 0 - Rmax (-1 * t - z) 0) with (kept t z) end.
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
