(* A sum over pairs as a product of two factors, and how many columns these have at least, where it
   is an identity. *)
Lemma swap (F : comRingType) (I J S : finType) (L : I -> F) (X : I -> S -> F) (Y : S -> J -> F)
    (R : J -> F) :
  \sum_q (\sum_p L p * (\sum_s X p s * Y s q)) * R q
  = \sum_s (\sum_p L p * X p s) * (\sum_q Y s q * R q).
Proof.
transitivity (\sum_q \sum_s \sum_p L p * X p s * (Y s q * R q)).
  apply: eq_bigr => q _; rewrite exchange_big mulr_suml; apply: eq_bigr => p _.
  by rewrite mulr_sumr mulr_suml; apply: eq_bigr => s _; rewrite !mulrA.
rewrite exchange_big; apply: eq_bigr => s _; rewrite mulr_sumr; apply: eq_bigr => q _.
by rewrite mulr_suml.
Qed.
Lemma swap_pairs (F : comRingType) a b c d (L R : nat -> nat -> F)
    (X Y : nat -> nat -> nat -> nat -> F) :
  \sum_(l < a) \sum_(t < b) (\sum_(i < a) \sum_(s < b) L i s * (\sum_(u < c) \sum_(v < d)
    X i s u v * Y u v l t)) * R l t
  = \sum_(u < c) \sum_(v < d) (\sum_(i < a) \sum_(s < b) L i s * X i s u v)
    * (\sum_(l < a) \sum_(t < b) Y u v l t * R l t).
Proof.
have h := @swap F [finType of 'I_a * 'I_b] [finType of 'I_a * 'I_b] [finType of 'I_c * 'I_d]
  (fun p => L p.1 p.2) (fun p q => X p.1 p.2 q.1 q.2) (fun q p => Y q.1 q.2 p.1 p.2)
  (fun p => R p.1 p.2).
rewrite pair_bigA /= [RHS]pair_bigA /=; etransitivity; last (etransitivity; first exact: h).
  apply: eq_bigr => q _; congr (_ * _); rewrite pair_bigA /=; apply: eq_bigr => p _.
  by rewrite pair_bigA.
by apply: eq_bigr => q _; rewrite !pair_bigA.
Qed.
Lemma through_pairs (F : fieldType) k a b (A B : nat -> nat -> nat -> F) :
  (forall i j, (i < k)%N -> (j < k)%N ->
    \sum_(l < a) \sum_(m < b) A i l m * B l m j = (i == j :> nat)%:R) -> (k <= a * b)%N.
Proof.
move=> h; pose P := [finType of 'I_a * 'I_b].
pose left := \matrix_(i < k, p < #|P|) A i (enum_val p).1 (enum_val p).2.
pose right := \matrix_(p < #|P|, j < k) B (enum_val p).1 (enum_val p).2 j.
have one : left *m right = 1%:M.
  apply/matrixP => i j; rewrite !mxE -val_eqE /= -(h i j (ltn_ord _) (ltn_ord _)) pair_bigA /=.
  rewrite [RHS](reindex (@enum_val P P)) /=; last exact/onW_bij/enum_val_bij.
  by apply: eq_bigr => p _; rewrite !mxE.
have := mxrankM_maxl left right; rewrite one mxrank1 => le_rank.
have := leq_trans le_rank (rank_leq_col left).
by rewrite card_prod !card_ord.
Qed.
(* So where L K R is the identity of k rows for the kernel K = X^T D X: the rank of K is at most the
   number of lags and inputs, and at most that of sequences and times. *)
Lemma rank_at_most (F : fieldType) k N T n_x (L R x : nat -> nat -> nat -> F) (r : nat -> F) :
  (forall i j, (i < k)%N -> (j < k)%N ->
    \sum_(l < N) \sum_(a < T) (\sum_(b < N) \sum_(c < T) L i b c * (\sum_(u < T) \sum_(v < n_x)
      (\sum_(w < T) (c == (w + u)%N :> nat)%:R * x b w v)
      * (((r u * r u) * 1) * (\sum_(w < T) (a == (w + u)%N :> nat)%:R * x l w v)))) * R l a j
    = (i == j :> nat)%:R) ->
  (k <= T * n_x)%N /\ (k <= N * T)%N.
Proof.
move=> h; split.
  pose X b c u v : F := \sum_(w < T) (c == (w + u)%N :> nat)%:R * x b w v.
  pose Y u v l a : F := ((r u * r u) * 1) * (\sum_(w < T) (a == (w + u)%N :> nat)%:R * x l w v).
  apply: (@through_pairs F k T n_x (fun i u v => \sum_(b < N) \sum_(c < T) L i b c * X b c u v)
    (fun u v j => \sum_(l < N) \sum_(a < T) Y u v l a * R l a j)) => i j hi hj.
  by rewrite -(swap_pairs N T T n_x (L i) (fun l a => R l a j) X Y); exact: h.
pose G i l a : F := \sum_(b < N) \sum_(c < T) L i b c * (\sum_(u < T) \sum_(v < n_x)
  (\sum_(w < T) (c == (w + u)%N :> nat)%:R * x b w v)
  * (((r u * r u) * 1) * (\sum_(w < T) (a == (w + u)%N :> nat)%:R * x l w v))).
exact: (@through_pairs F k N T G R h).
Qed.
