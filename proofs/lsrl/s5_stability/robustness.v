(* A kept value is silenced at the error times lam; a product errs as its factor, a step not at all. *)
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
