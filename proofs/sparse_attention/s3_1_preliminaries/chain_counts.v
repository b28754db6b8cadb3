(* Chains by their hops are binomial coefficients, which obey Pascal's rule; all are powers of 2. *)
Definition choose (n k : nat) : R := if Nat.leb k n then Binomial.C n k else 0.
Lemma choose_0 n : choose n 0 = 1.
Proof.
unfold choose, Binomial.C; simpl; rewrite Nat.sub_0_r; field; apply INR_fact_neq_0.
Qed.
Lemma choose_of_0 k : choose 0 (S k) = 0. Proof. reflexivity. Qed.
Lemma choose_all n : choose n n = 1.
Proof.
unfold choose, Binomial.C; rewrite Nat.leb_refl, Nat.sub_diag; simpl; field; apply INR_fact_neq_0.
Qed.
Lemma choose_above n k : (n < k)%nat -> choose n k = 0.
Proof. intro h; unfold choose; rewrite (proj2 (Nat.leb_gt k n) h); reflexivity. Qed.
Lemma pascal_rule n k : choose (S n) (S k) = choose n k + choose n (S k).
Proof.
destruct (Nat.lt_trichotomy n k) as [h | [<- | h]].
- rewrite !choose_above by lia; lra.
- rewrite !choose_all, choose_above by lia; lra.
- unfold choose; rewrite !(fun a b => proj2 (Nat.leb_le a b)) by lia; symmetry; apply pascal; lia.
Qed.
Theorem proved : statement.
Proof.
intros N terms _ [[n0 nS] [t0 tS]]; split.
  assert (h : forall l s, N s l = choose l s /\ total (N s) 0 l = choose l (S s)).
    induction l as [|l IH]; intro s.
      split; [|reflexivity]; destruct s as [|s]; [rewrite n0, choose_0; reflexivity|].
      destruct (nS s) as [e _]; exact e.
    assert (v : N s (S l) = choose (S l) s).
      destruct s as [|s]; [rewrite n0, choose_0; reflexivity|].
      destruct (nS s) as [_ e]; specialize (e l); change (1 + l)%nat with (S l) in e.
      change (1 + s)%nat with (S s) in e; change (fun j => N s j) with (N s) in e.
      destruct (IH s) as [e1 e2]; rewrite e, e1, e2, pascal_rule; reflexivity.
    split; [exact v|]; destruct (IH s) as [e1 e2].
    rewrite total_S, Nat.add_0_l, e1, e2, pascal_rule; lra.
  intros s l; exact (h l s).
assert (h : forall k, terms k = 2 ^ k /\ total terms 0 k = -1 + 2 ^ k).
  induction k as [|k [e1 e2]]; [rewrite t0; simpl; lra|].
  rewrite total_S, e2, Nat.add_0_l, e1; assert (e := tS k); change (1 + k)%nat with (S k) in e.
  change (fun i => terms i) with terms in e; rewrite e, e1, e2; simpl; lra.
exact h.
Qed.
