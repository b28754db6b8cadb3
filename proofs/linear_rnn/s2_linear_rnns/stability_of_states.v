From mathcomp.algebra_tactics Require Import ring.
(* From u and v, where S u = a u - b v and S v = b u + a v, a network without input is at the real and the
   imaginary part of (a + bi)^t (u + vi), whose length never falls where |a + bi| is at least 1. *)
Section Runs.
Variables (F : realFieldType) (d n_x : nat) (s a b : F) (S B : nat -> nat -> F) (u v : nat -> F).
Let rows := (nat -> F).
Let moved (h x : rows) i :=
  (\sum_(j < d) (S i j * s^-1) * h j) * (1 * s) + \sum_(j < n_x) B i j * (x j * (1 * 0)).
Definition after (h : rows * rows * F * F) (x : rows) : rows * rows * F * F :=
  let: (g, k, c, e) := h in
  (moved g x, moved k x, c * (1 * a) + - 1 * (e * (1 * b)), c * (1 * b) + e * (1 * a)).
Hypothesis s0 : s != 0.
Hypothesis of_u : forall i, (i < d)%N ->
  \sum_(j < d) S i j * u j = u i * (1 * a) + - 1 * (v i * (1 * b)).
Hypothesis of_v : forall i, (i < d)%N ->
  \sum_(j < d) S i j * v j = u i * (1 * b) + v i * (1 * a).
Hypothesis outside : 1 <= a ^+ 2 + b ^+ 2.
Lemma movedE h x i : moved h x i = \sum_(j < d) S i j * h j.
Proof.
rewrite /moved [X in _ + X]big1 ?addr0 => [|j _]; last by rewrite !mulr0.
by rewrite mul1r mulr_suml; apply: eq_bigr => j _; rewrite mulrAC mulfVK.
Qed.
Lemma applied_to h p q i : (i < d)%N -> (forall j, (j < d)%N -> h j = p * u j + q * v j) ->
  \sum_(j < d) S i j * h j =
  p * (u i * (1 * a) + - 1 * (v i * (1 * b))) + q * (u i * (1 * b) + v i * (1 * a)).
Proof.
move=> hi e; rewrite -of_u // -of_v // !mulr_sumr -big_split /=; apply: eq_bigr => j _.
by rewrite e //; ring.
Qed.
Lemma runs (xs : seq rows) : let: (g, k, c, e) := foldl after (u, v, 1 * 1, 0) xs in
  (forall i, (i < d)%N -> g i = c * u i + - 1 * (e * v i) :> F) /\
  (forall i, (i < d)%N -> k i = e * u i + c * v i :> F) /\
  ((c * c + e * e) * (1 * 0) + 1 * 1 <= c * c + e * e) /\
  (\sum_(i < d) u i * u i + \sum_(i < d) v i * v i <=
    \sum_(i < d) g i * g i + \sum_(i < d) k i * k i).
Proof.
pose holds (h : rows * rows * F * F) := [/\
  forall i, (i < d)%N -> h.1.1.1 i = h.1.2 * u i + - h.2 * v i,
  forall i, (i < d)%N -> h.1.1.2 i = h.2 * u i + h.1.2 * v i & 1 <= h.1.2 * h.1.2 + h.2 * h.2].
have : holds (foldl after (u, v, 1 * 1, 0) xs).
  elim/last_ind: xs => [|xs x]; first by split=> [i _|i _|] /=; rewrite ?mulr0 ?addr0 ?mulr1 //; ring.
  rewrite foldl_rcons; case: foldl => [[[g k] c] e] [/= hg hk long]; split=> [i hi|i hi|] /=.
  - by rewrite movedE (applied_to hi hg); ring.
  - by rewrite movedE (applied_to hi hk); ring.
  have -> : (c * (1 * a) + - 1 * (e * (1 * b))) * (c * (1 * a) + - 1 * (e * (1 * b))) +
      (c * (1 * b) + e * (1 * a)) * (c * (1 * b) + e * (1 * a)) =
      (a ^+ 2 + b ^+ 2) * (c * c + e * e) by ring.
  by rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01.
case: foldl => [[[g k] c] e] [/= hg hk long]; split=> [i hi|]; first by rewrite hg // mulN1r mulNr.
split=> //; split; first by rewrite !mulr0 add0r mulr1.
have -> : \sum_(i < d) g i * g i + \sum_(i < d) k i * k i =
    (c * c + e * e) * (\sum_(i < d) u i * u i + \sum_(i < d) v i * v i).
  rewrite -!big_split mulr_sumr /=; apply: eq_bigr => i _; rewrite hg // hk //; ring.
rewrite -[X in X <= _]mul1r; apply: ler_wpmul2r long.
by apply: addr_ge0; apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
Qed.
End Runs.
Theorem proved : statement.
Proof.
move=> F n n_x d s a b S h B x R u v L0 L1 B' _ _ _ s0 below; split; last split.
- exact: powers_by_radius below (Order.POrderTheory.lexx _).
- move=> i _; exact: (movedE n n_x S B s0 h x i).
move=> [of_u [of_v outside]] start after' xs.
pose S' i j := R i j +
  ((u i * (1 * a) + - 1 * (v i * (1 * b)) + - 1 * \sum_(k < d) R i k * u k) * L0 j +
   (u i * (1 * b) + v i * (1 * a) + - 1 * \sum_(k < d) R i k * v k) * L1 j).
exact: (@runs F d n_x s a b S' B' u v s0 of_u of_v outside xs).
Qed.
