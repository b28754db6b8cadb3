(* Limits at infinity: the lemmas of the rules `limit` and `eventually`. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

(* a term has a limit as its variable goes to infinity among its values *)
Definition has_limit (values : R -> Prop) (f : R -> R) (v : R) : Prop :=
  forall eps, 0 < eps -> exists M, forall x, values x -> M < x -> Rabs (f x - v) < eps.

Lemma has_limit_of_reals f v : has_limit (fun x => 0 < x) f v <-> is_lim f p_infty v.
Proof.
split; intro h.
- apply is_lim_spec; intros eps; destruct (h eps (cond_pos eps)) as [M hM].
  exists (Rmax M 0); intros x hx; pose proof (Rmax_l M 0); pose proof (Rmax_r M 0).
  apply hM; lra.
- intros eps e0; apply is_lim_spec in h; destruct (h (mkposreal eps e0)) as [M hM].
  exists M; intros x _ hx; exact (hM x hx).
Qed.
Lemma has_limit_of_integers u v :
  has_limit (fun x => exists n, x = INR n) u v <-> is_lim_seq (fun n => u (INR n)) v.
Proof.
split; intro h.
- apply is_lim_seq_spec; intros eps; destruct (h eps (cond_pos eps)) as [M hM].
  destruct (nfloor_ex (Rabs M) (Rabs_pos M)) as [N hN]; exists (S N); intros n hn.
  apply hM; [exists n; reflexivity|]; apply le_INR in hn; rewrite S_INR in hn.
  pose proof (Rle_abs M); lra.
- intros eps e0; apply is_lim_seq_spec in h; destruct (h (mkposreal eps e0)) as [N hN].
  exists (INR N); intros x [n ->] far; apply hN; apply INR_lt in far.
  apply PeanoNat.Nat.lt_le_incl; exact far.
Qed.

(* what falls as e^(-k y) is small where y is large *)
Lemma falls C k eps : 0 < k -> 0 < eps -> exists M, forall y, M < y -> C * exp (- (k * y)) < eps.
Proof.
intros k0 e0; pose proof (Rabs_pos C); pose (B := (Rabs C + 1) / eps).
assert (B0 : 0 < B) by (apply Rdiv_lt_0_compat; lra).
exists (ln B / k); intros y hy.
assert (h : exp (- (k * y)) < / B).
{ rewrite <- (exp_ln B) by exact B0; rewrite <- exp_Ropp; apply exp_increasing.
  apply (Rmult_lt_compat_l k) in hy; [|exact k0]; replace (k * (ln B / k)) with (ln B) in hy by (field; lra).
  lra. }
pose proof (exp_pos (- (k * y))); pose proof (Rle_abs C).
apply Rle_lt_trans with ((Rabs C + 1) * exp (- (k * y))).
{ apply Rmult_le_compat_r; lra. }
apply Rlt_le_trans with ((Rabs C + 1) * / B).
{ apply Rmult_lt_compat_l; lra. }
right; unfold B; field; lra.
Qed.
Lemma within_bound (values : R -> Prop) f v error : (forall x, values x -> v - error x <= f x) ->
  (forall x, values x -> f x <= v + error x) ->
  (forall eps, 0 < eps -> exists M, forall x, values x -> M < x -> error x < eps) ->
  has_limit values f v.
Proof.
intros below above small eps e0; destruct (small eps e0) as [M hM]; exists M; intros x hx far.
specialize (below x hx); specialize (above x hx); specialize (hM x hx far); apply Rabs_def1; lra.
Qed.
(* the rule, for a bound C e^(-k x), and for C x^(-p) where the variable is positive *)
Theorem limit_by_exponential (values : R -> Prop) f v C k : 0 < k ->
  (forall x, values x -> v - C * exp (- (k * x)) <= f x) ->
  (forall x, values x -> f x <= v + C * exp (- (k * x))) -> has_limit values f v.
Proof.
intros k0 below above; apply (within_bound values f v _ below above); intros eps e0.
destruct (falls C k eps k0 e0) as [M hM]; exists M; intros x _; exact (hM x).
Qed.
Theorem limit_by_power (values : R -> Prop) f v C p : 0 < p -> (forall x, values x -> 0 < x) ->
  (forall x, values x -> v - C * Rpower x (- p) <= f x) ->
  (forall x, values x -> f x <= v + C * Rpower x (- p)) -> has_limit values f v.
Proof.
intros p0 positive below above; apply (within_bound values f v _ below above); intros eps e0.
destruct (falls C p eps p0 e0) as [M hM]; exists (exp M); intros x hx far.
assert (M < ln x) as late by (rewrite <- (ln_exp M); apply ln_increasing; [apply exp_pos|exact far]).
unfold Rpower; replace (- p * ln x) with (- (p * ln x)) by ring; exact (hM (ln x) late).
Qed.

(* ---------- on which side of a number what converges is at last ---------- *)
(* for the values of a random term at one outcome; where it converges almost surely, this is so of
   almost all outcomes *)
Theorem eventually_below values X L c : has_limit values X L -> L < c ->
  exists M, forall x, values x -> M < x -> X x < c.
Proof.
intros h Lc; destruct (h (c - L) ltac:(lra)) as [M hM]; exists M; intros x hx far.
specialize (hM x hx far); apply Rabs_def2 in hM; lra.
Qed.
Theorem eventually_above values X L c : has_limit values X L -> c < L ->
  exists M, forall x, values x -> M < x -> c < X x.
Proof.
intros h Lc; destruct (h (L - c) ltac:(lra)) as [M hM]; exists M; intros x hx far.
specialize (hM x hx far); apply Rabs_def2 in hM; lra.
Qed.
