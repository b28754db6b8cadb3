(* The terms are binomial coefficients by factorials. Their sums obey the recurrence of x, since the
   terms of one more step are weighted sums of those before. *)
Lemma absorption n k : (1 + INR k) * choose n (S k) = (INR n - INR k) * choose n k.
Proof.
destruct (Nat.lt_trichotomy n k) as [h | [<- | h]].
- rewrite !choose_above by lia; ring.
- rewrite choose_above by lia; ring.
- unfold choose, Binomial.C; rewrite !(fun a b => proj2 (Nat.leb_le a b)) by lia.
  replace (n - k)%nat with (S (n - S k)) by lia.
  replace (INR n - INR k) with (INR (S (n - S k))) by (rewrite S_INR, minus_INR, S_INR by lia; ring).
  rewrite !fact_simpl, !mult_INR, !S_INR; field.
  repeat split; try apply INR_fact_neq_0; rewrite <- S_INR; apply not_0_INR; lia.
Qed.
Theorem proved : statement.
Proof.
intros h A x X c U _ _ _ _ [[h0 [A0 hA]] [[x0 [X0 xX]] [[c0 cs] [U0 Us]]]].
change (forall s : nat, c (S s) O = 0 /\ (forall k : nat, 1 + INR s <> 0 /\
  c (S s) (S k) = / (1 + INR s) * c s k + c (S s) k)) in cs.
change (forall s k : nat, U (S s) k = U s k + c (S s) k) in Us.
assert (pos : forall n : nat, 1 + INR n <> 0) by (intro n; pose proof (pos_INR n); lra).
assert (value : forall k s, c s k = choose k s * / INR (fact s)).
  induction k as [|k IH]; intros [|s];
    [rewrite c0, choose_0 | rewrite (proj1 (cs s)), choose_of_0 | rewrite c0, choose_0 |];
    [simpl; field | ring | simpl; field |].
  rewrite (proj2 (proj2 (cs s) k)), !IH, pascal_rule, fact_simpl, mult_INR, S_INR.
  field; split; [apply INR_fact_neq_0 | rewrite Rplus_comm; apply pos].
assert (absorbed : forall s k, (1 + INR s) ^ 2 * c (S s) k = (INR k - INR s) * c s k).
  intros s k; rewrite !value, fact_simpl, mult_INR, S_INR.
  rewrite <- (Rmult_assoc (INR k - INR s)), <- absorption; field.
  split; [apply INR_fact_neq_0 | rewrite Rplus_comm; apply pos].
assert (none : forall s k, (k <= s)%nat -> c (S s) k = 0).
  intros s k hk; rewrite value, choose_above by lia; ring.
assert (further : forall s n, (1 + INR n - INR s) * c s (S n) = (1 + INR n) * c s n).
  intros [|r] n; [rewrite !c0; simpl; ring|].
  assert (e := absorbed r n); rewrite (proj2 (proj2 (cs r) n)), S_INR.
  apply (Rmult_eq_reg_l (1 + INR r)); [|apply pos]; field_simplify; [|apply pos]; lra.
assert (sums : forall m n, (1 + INR n) * U (S m) n + (2 + INR n) * U (S m) (S (S n)) =
    (3 + 2 * INR n) * U (S m) (S n) + U m (S n)).
  assert (term : forall s n, (1 + INR n) * c (S s) n + (2 + INR n) * c (S s) (S (S n)) =
      (3 + 2 * INR n) * c (S s) (S n) + c s (S n)).
    intros s n; destruct (cs s) as [_ e]; rewrite (proj2 (e (S n))), (proj2 (e n)).
    assert (f := further s n); apply (Rmult_eq_reg_l (1 + INR s)); [|apply pos].
    field_simplify; [|apply pos|apply pos]; lra.
  induction m as [|m IH]; intro n.
    assert (e := term 0%nat n); rewrite !Us, !U0, !c0 in *; lra.
  assert (e := term (S m) n); specialize (IH n); rewrite !(Us (S m)), (Us m (S n)) in *; lra.
assert (two : forall k, (1 + INR k) * x k + (2 + INR k) * x (S (S k)) = (4 + 2 * INR k) * x (S k)).
  assert (sum : forall k, X k = (1 + INR k) * (x (S k) - x k)).
    intro k; destruct (xX k) as [[p e] _]; change (1 + k)%nat with (S k) in e; rewrite e.
    field; exact p.
  assert (next : forall k, X (S k) = X k + x (S k)).
    intro k; destruct (xX k) as [[_ e1] [_ e2]]; change (1 + k)%nat with (S k) in *.
    rewrite e1, e2; ring.
  intro k; assert (e := next k); rewrite !sum, S_INR in e; lra.
assert (at_0 : forall p, U p 0%nat = 1).
  induction p as [|p IH]; [rewrite U0; apply c0|]; rewrite Us, IH, none by lia; ring.
assert (at_1 : forall p, U (S p) 1%nat = 2).
  induction p as [|p IH]; rewrite Us.
    rewrite U0, c0, (proj2 (proj2 (cs 0%nat) 0%nat)), c0, (proj1 (cs 0%nat)); simpl; field.
  rewrite IH, none by lia; ring.
assert (x1 : x 1%nat = 2).
  destruct (xX 0%nat) as [[_ e] _]; simpl in e; rewrite e, x0, X0; field.
repeat apply conj.
- assert (both : forall k, h k = 1 /\ A k = 1 + INR k); [|exact both].
  induction k as [|k [IH1 IH2]]; [rewrite h0, A0; simpl; lra|].
  destruct (hA k) as [[p e1] [_ e2]]; change (1 + k)%nat with (S k) in *.
  rewrite e1, e2, IH1, IH2, S_INR; split; field; exact p.
- intros s l; split; [apply INR_fact_neq_0 | apply value].
- intros k s; induction s as [|s IH]; [simpl; rewrite U0; ring|].
  rewrite Us, IH; reflexivity.
- intros s k; change (1 + s)%nat with (S s); rewrite absorbed; ring.
- intros s k hk; apply INR_le in hk; apply none, hk.
- exact sums.
- exact two.
- intro p; auto.
- intros u v hu; apply INR_le in hu; revert v hu.
  induction u as [|u IH]; intros v hv; [simpl; rewrite x0, x1, at_0, at_1; auto|].
  destruct (IH v ltac:(lia)) as [e1 e2]; change (1 + u)%nat with (S u) in *.
  change (1 + v)%nat with (S v) in *; change (1 + S u)%nat with (S (S u)).
  split; [exact e2|]; assert (t := two u); assert (s := sums v u).
  rewrite <- e1, <- e2 in s; assert (e : U v (S u) = x (S u)).
    rewrite e2, Us, none by lia; ring.
  rewrite e in s; apply (Rmult_eq_reg_l (2 + INR u)); [lra|].
  pose proof (pos_INR u); lra.
Qed.
