(* A kept value is silenced at the error times lam; a product errs as its factor, a step not at all. *)
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
Lemma nothing t z : kept (0 * t) z = 0.
Proof. unfold kept; replace (-1 * (0 * t)) with (0 * t) by ring; ring. Qed.
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
Lemma times a x : 0 <= a -> a * Rabs x = Rabs (a * x).
Proof. intro h; rewrite Rabs_mult, (Rabs_pos_eq a h); reflexivity. Qed.
Lemma larger a x : 0 <= a -> a * Rmax x (-1 * x) = Rmax (a * x) (-1 * (a * x)).
Proof. rewrite !absolute; apply times. Qed.
Lemma at_0 t p lam M : - M <= t <= M -> M <= lam -> p <= lam ->
  Rmax (kept t (lam - p)) (-1 * kept t (lam - p)) <= Rmin M (Rmax p (-1 * p)).
Proof. intros; unfold kept; cases. Qed.
Lemma at_1 t p M : - M <= t <= M ->
  Rmax (kept t (- p) - t) (-1 * (kept t (- p) - t)) <= Rmin M (Rmax p (-1 * p)).
Proof. intros; unfold kept; cases. Qed.
Lemma attained p M : 0 < M ->
  Rmax (kept M (- p) - M) (-1 * (kept M (- p) - M)) = Rmin M (Rmax p (-1 * p)).
Proof. intros; unfold kept; cases. Qed.
Theorem proved : statement.
Proof.
unfold statement; split; [|split; [|split; [|split; [|split]]]];
  intros M lam e t mu [[[[hM hl] he] ht] hm];
  pose proof (absolute_at_most _ _ ht); pose proof (absolute_at_most _ _ he);
  assert (0 < mu) as hm0 by lra; destruct (inverse mu hm0) as [e1 hi]; named; rewrite ?nothing, ?Rplus_0_l.
{ rewrite absolute in *; pose proof (Rabs_pos e); apply Rmin_glb; nra. }
{ rewrite larger by lra.
  replace (lam * (1 - e)) with (lam - lam * e) by ring.
  replace (lam * (1 - (1 + e))) with (- (lam * e)) by ring.
  split; [apply at_0|apply at_1]; nra. }
{ rewrite larger by lra.
  replace (lam * (1 - (1 + e))) with (- (lam * e)) by ring; apply attained, hM. }
{ replace (e * t + (1 - e) * (0 * t)) with (t * e) by ring.
  replace ((1 + e) * t + (1 - (1 + e)) * (0 * t) - t) with (t * e) by ring.
  rewrite !absolute, Rabs_mult in *; split; apply Rmult_le_compat_r; auto using Rabs_pos. }
{ replace ((1 + e) * M + (1 - (1 + e)) * (0 * M) - M) with (M * e) by ring.
  rewrite !absolute; symmetry; apply times; lra. }
split; [lra|]; suppose; intro h; pose proof (absolute_at_most _ _ h).
rewrite (below mu (e - 1 / 2)) by lra; rewrite (above mu (1 + e - 1 / 2)) by lra.
rewrite (silent t), (open t) by lra; split; unfold Rmax; cases.
Qed.
