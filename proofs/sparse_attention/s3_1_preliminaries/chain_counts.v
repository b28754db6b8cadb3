(* Chains by their hops are binomial coefficients, which obey Pascal's rule; all are powers of 2. *)
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
