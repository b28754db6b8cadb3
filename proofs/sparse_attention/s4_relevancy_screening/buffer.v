(* In the buffer of time t are the states from t + 1 - nu to t: each enters it once, leaves it nu
   steps later, and collects what it is given between. *)
Lemma where_equal (n m : nat) (x y : R) : x = INR n - INR m + 1 -> y = 2 - x ->
  Rmax 0 (Rmin x y) = if Nat.eqb n m then 1 else 0.
Proof.
intros -> ->; destruct (Nat.eqb_spec n m) as [->|h].
  rewrite Rmin_left, Rmax_right; lra.
destruct (Nat.lt_ge_cases n m) as [k|k].
  assert (l := le_INR _ _ (proj1 (Nat.le_succ_l n m) k)); rewrite S_INR in l.
  rewrite Rmin_left, Rmax_left; lra.
assert (k' : (S m <= n)%nat) by lia; apply le_INR in k'; rewrite S_INR in k'.
rewrite Rmin_right, Rmax_left; lra.
Qed.
Lemma buffered (i nu : nat) (f : nat -> R) : (1 <= i)%nat -> (1 <= nu)%nat -> f 0%nat = 0 ->
  (forall t, f (S t) = (1 + - (1) * (if Nat.eqb (i + nu) (S t) then 1 else 0))
    * (f t + if Nat.eqb i (S t) then 1 else 0)) ->
  forall t, f t = if (andb (Nat.leb i t) (Nat.ltb t (i + nu))) then 1 else 0.
Proof.
intros hi hn f0 fS; induction t as [|t IH].
  destruct (Nat.leb_spec i 0) as [h|h]; [lia | exact f0].
rewrite fS, IH.
destruct (Nat.eqb_spec (i + nu) (S t)), (Nat.eqb_spec i (S t)), (Nat.leb_spec i t),
  (Nat.leb_spec i (S t)), (Nat.ltb_spec t (i + nu)), (Nat.ltb_spec (S t) (i + nu));
  try lia; simpl; lra.
Qed.
Lemma as_natural (i nu t : nat) : 1 + -1 * INR nu + INR t <= INR i <-> (t < i + nu)%nat.
Proof.
split; intro h.
  apply INR_lt; rewrite plus_INR; lra.
assert (k : (S t <= i + nu)%nat) by lia; apply le_INR in k; rewrite S_INR, plus_INR in k; lra.
Qed.
Lemma as_natural_equal (i nu t : nat) : 1 + -1 * INR nu + INR t = INR i <-> (S t = i + nu)%nat.
Proof.
split; intro h; [apply INR_eq; rewrite S_INR, plus_INR; lra|].
apply (f_equal INR) in h; rewrite S_INR, plus_INR in h; lra.
Qed.
Lemma in_buffer (i nu : nat) (f : nat -> R) (v : forall t, f t =
    if (andb (Nat.leb i t) (Nat.ltb t (i + nu))) then 1 else 0) t :
  (1 + -1 * INR nu + INR t <= INR i /\ INR i <= INR t -> f t = 1) /\
  (INR i < 1 + -1 * INR nu + INR t \/ INR t < INR i -> f t = 0).
Proof.
rewrite v; split; destruct (Nat.leb_spec i t) as [h|h], (Nat.ltb_spec t (i + nu)) as [k|k];
  simpl; intro e; auto; exfalso.
- destruct e as [e _]; apply as_natural in e; lia.
- destruct e as [_ e]; apply INR_le in e; lia.
- destruct e as [_ e]; apply INR_le in e; lia.
- apply as_natural in k; apply le_INR in h; destruct e; lra.
Qed.
Lemma enters_as_it_leaves (i nu : nat) (f : nat -> R) (v : forall t, f t =
    if (andb (Nat.leb i t) (Nat.ltb t (i + nu))) then 1 else 0) t : (1 <= nu)%nat ->
  (1 + -1 * INR nu + INR t = INR i -> f t = 1 /\ f (1 + t)%nat = 0) /\
  (f t = 1 /\ f (1 + t)%nat = 0 -> 1 + -1 * INR nu + INR t = INR i).
Proof.
intro hn; rewrite as_natural_equal; change (1 + t)%nat with (S t); rewrite !v.
split; destruct (Nat.leb_spec i t), (Nat.ltb_spec t (i + nu)), (Nat.leb_spec i (S t)),
  (Nat.ltb_spec (S t) (i + nu)); simpl; intro e; try lia; try (split; lra);
  destruct e; first [lia | exfalso; lra].
Qed.
Lemma collected (i nu : nat) (f upto alpha got : nat -> R) (v : forall t, f t =
    if (andb (Nat.leb i t) (Nat.ltb t (i + nu))) then 1 else 0) :
  (1 <= i)%nat -> (1 <= nu)%nat -> got 0%nat = 0 ->
  (forall t, upto (1 + t)%nat = alpha (1 + t)%nat + upto t) ->
  (forall t, got (1 + t)%nat = alpha (1 + t)%nat * f (1 + t)%nat + got t) ->
  forall t, got t = upto (Nat.min t (i + nu - 1)) - upto (Nat.min t (i - 1)).
Proof.
intros hi hn g0 uS gS; induction t as [|t IH]; [rewrite g0; simpl; lra|].
assert (e := gS t); assert (e' := uS t); change (1 + t)%nat with (S t) in e, e'.
rewrite e, IH, v.
destruct (Nat.leb_spec i (S t)) as [h|h], (Nat.ltb_spec (S t) (i + nu)) as [k|k]; simpl (andb _ _).
- rewrite !(Nat.min_l _ (i + nu - 1)), !(Nat.min_r _ (i - 1)), e' by lia; lra.
- rewrite !(Nat.min_r _ (i + nu - 1)), !(Nat.min_r _ (i - 1)) by lia; lra.
- rewrite !(Nat.min_l _ (i + nu - 1)), !(Nat.min_l _ (i - 1)), e' by lia; lra.
- lia.
Qed.
Lemma by_range (i nu t : nat) (upto got : nat -> R) : (1 <= i)%nat -> (1 <= nu)%nat ->
  got t = upto (Nat.min t (i + nu - 1)) - upto (Nat.min t (i - 1)) ->
  (INR t <= -1 + INR i -> got t = 0) /\
  (-1 + INR i <= INR t /\ INR t <= -1 + INR i + INR nu ->
    got t = upto t + -1 * upto (i - 1)%nat) /\
  (-1 + INR i + INR nu <= INR t -> got t = -1 * upto (i - 1)%nat + upto (i + nu - 1)%nat).
Proof.
intros hi hn ->.
assert (before : INR (i - 1) = INR i - 1) by (rewrite minus_INR by lia; simpl; lra).
assert (after : INR (i + nu - 1) = INR i + INR nu - 1).
  rewrite minus_INR, plus_INR by lia; simpl; lra.
split; [|split]; intro h.
- assert (k : (t <= i - 1)%nat) by (apply INR_le; lra).
  rewrite !Nat.min_l by lia; lra.
- destruct h as [h1 h2]; assert (k1 : (i - 1 <= t)%nat) by (apply INR_le; lra).
  assert (k2 : (t <= i + nu - 1)%nat) by (apply INR_le; lra).
  rewrite (Nat.min_l _ (i + nu - 1)), Nat.min_r by lia; lra.
- assert (k : (i + nu - 1 <= t)%nat) by (apply INR_le; lra).
  rewrite !Nat.min_r by lia; lra.
Qed.
Ltac by_lines i nu sS := apply buffered; auto; let t := fresh in intro t;
  assert (e := sS t); change (1 + t)%nat with (S t) in e; rewrite e;
  rewrite (where_equal (i + nu) (S t)), (where_equal i (S t)); rewrite ?S_INR, ?plus_INR; lra.
