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
