(* Each D keeps what its first term gives; a sum of squares is at least that of its diagonal. *)
Lemma total_ge_0 f a n : (forall i, 0 <= f i) -> 0 <= total f a n.
Proof. intro h; induction n as [|n IH]; [simpl; lra|]; rewrite total_S; pose proof (h (a + n)%nat); lra. Qed.
Lemma total_at_most f g a n :
  (forall i, (i < n)%nat -> f (a + i)%nat <= g (a + i)%nat) -> total f a n <= total g a n.
Proof.
induction n as [|n IH]; intro h; [simpl; lra|]; rewrite !total_S.
pose proof (h n ltac:(lia)); assert (total f a n <= total g a n) by (apply IH; intros; apply h; lia); lra.
Qed.
Lemma total_ge_one f a n i :
  (forall j, 0 <= f j) -> (i < n)%nat -> f (a + i)%nat <= total f a n.
Proof.
intros h; induction n as [|n IH]; intro hi; [lia|]; rewrite total_S.
pose proof (h (a + n)%nat); destruct (Nat.eq_dec i n) as [->|].
{ pose proof (total_ge_0 f a n h); lra. }
pose proof (IH ltac:(lia)); lra.
Qed.
Theorem proved : statement.
Proof.
intros t n D x L y ht _ hD [h0 hs]; assert (1 <= INR t) as ht1 by (apply size_ge_1; exact ht).
set (same := fun a b => Rmax 0 (1 + -1 * (INR a + -1 * INR b) ^ 2)).
assert (forall a b, 0 <= same a b) as hsame by (intros; apply Rmax_l).
assert (forall k : nat, 0 < INR k + INR t) as hk by (intro k; pose proof (pos_INR k); lra).
assert (forall k a b, / (INR k + INR t) * same a b <= D k a b) as hfirst.
{ intros [|k] a b.
  { rewrite h0; change (INR 0) with 0; rewrite Rplus_0_l; fold (same a b); pose proof (hsame a b); lra. }
  destruct (hs k a b) as [_ e]; change (1 + k)%nat with (S k) in e; rewrite e; fold (same a b).
  pose proof (hk (S k)) as hpos; rewrite S_INR in *.
  replace (1 + INR k + INR t) with (INR k + 1 + INR t) by ring.
  match goal with |- _ <= (_ + ?p) * _ + ?q =>
    assert (0 <= p) as hp; [|assert (0 <= q) as hq] end.
  { apply total_ge_0; intro i; apply Rmult_le_pos; [apply Rabs_pos|].
    apply total_ge_0; intro j; apply Rmult_le_pos; [apply hD|apply Rabs_pos]. }
  { apply Rmult_le_pos; [apply Rabs_pos|].
    apply total_ge_0; intro j; apply Rmult_le_pos; [apply hD|apply Rabs_pos]. }
  pose proof (Rmult_le_pos _ _ hp (Rlt_le _ _ (Rinv_0_lt_compat _ hpos))); lra. }
split.
{ intros k a b; split; [apply Rgt_not_eq, hk|apply hfirst]. }
intro l; split; [apply Rgt_not_eq, pow_lt, hk|].
apply total_at_most; intros i hi; simpl Nat.add; cbv beta.
set (entries := fun m => D l m i * Rabs (y m)).
assert (entries i <= total entries 0 n).
{ apply (total_ge_one entries 0 n i); [|exact hi].
  intro j; apply Rmult_le_pos; [apply hD|apply Rabs_pos]. }
assert (same i i = 1) as one.
{ unfold same; rewrite Rmax_right; [ring|]; replace (INR i + -1 * INR i) with 0 by ring; lra. }
pose proof (hfirst l i i) as h; rewrite one, Rmult_1_r in h.
pose proof (Rinv_0_lt_compat _ (hk l)) as hinv.
assert (/ (INR l + INR t) * Rabs (y i) <= total entries 0 n) as hle.
{ apply Rle_trans with (entries i); [|assumption].
  apply Rmult_le_compat_r; [apply Rabs_pos|exact h]. }
pose proof (Rmult_le_pos _ _ (Rlt_le _ _ hinv) (Rabs_pos (y i))) as hpos.
replace (/ (INR l + INR t) ^ 2 * y i ^ 2) with ((/ (INR l + INR t) * Rabs (y i)) ^ 2).
{ apply pow_incr; split; assumption. }
rewrite Rpow_mult_distr, pow2_abs; f_equal; symmetry; apply Rinv_pow, Rgt_not_eq, hk.
Qed.
