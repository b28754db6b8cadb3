(* Both sums over chains, by the first hop and by the last, obey one recurrence. *)
Theorem proved : statement.
Proof.
intros t along factor D terms by_last _ _ _ [[a0 aS] [[d0 dS] [[t0 tS] [b0 bS]]]].
split; [|split; [reflexivity|split]].
- intros j m; destruct (Rle_lt_dec j (m - 1)) as [h|h].
    right; split; [right; exact h | right; lra].
  destruct (Rlt_le_dec j m) as [k|k]; [left; intros [e|[e|e]]; lra | right; split; left; lra].
- intro s; pattern s; apply (well_founded_ind lt_wf); clear s; intros [|s] IH.
    rewrite a0, d0; reflexivity.
  assert (e1 := aS s); assert (e2 := dS s); change (1 + s)%nat with (S s) in e1, e2.
  rewrite e1, e2, total_S, Nat.add_0_l, (IH s) by lia.
  replace (1 + s + t)%nat with (1 + t + s)%nat by lia.
  rewrite (total_eq _ (fun i => D i * factor (1 + t + s)%nat (1 + i + t)%nat)); [ring|].
  intros i hi; rewrite IH by lia; reflexivity.
- assert (h : forall k, terms k = 2 ^ k /\ total terms 0 k = -1 + 2 ^ k).
    induction k as [|k [e1 e2]]; [rewrite t0; simpl; lra|].
    rewrite total_S, e2, Nat.add_0_l, e1; assert (e := tS k); change (1 + k)%nat with (S k) in e.
    change (fun i => terms i) with terms in e; rewrite e, e1, e2; simpl; lra.
  assert (h' : forall k, by_last k = 2 ^ k /\ total by_last 0 k = -1 + 2 ^ k).
    induction k as [|k [e1 e2]]; [rewrite b0; simpl; lra|].
    rewrite total_S, e2, Nat.add_0_l, e1; assert (e := bS k); change (1 + k)%nat with (S k) in e.
    change (fun i => by_last i) with by_last in e; rewrite e, total_S, Nat.add_0_l, e1, e2; simpl; lra.
  intro k; destruct (h k), (h' k); auto.
Qed.
