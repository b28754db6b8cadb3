(* The deviations of the h from their mean add up to 0, so that both D obey one recurrence. *)
Lemma deviations h m c a n : total (fun i => (m + h i) * c) a n = (INR n * m + total h a n) * c.
Proof. induction n as [|n IH]; [simpl; ring|]; rewrite !total_S, IH, S_INR; ring. Qed.
Theorem proved : statement.
Proof.
intros t column n moving h e V constant ht _ [[m0 ms] [c0 cs]].
assert (forall k s a, (s <= k)%nat -> moving s a = constant s a) as both; [|intros k a; apply (both k); lia].
induction k as [|k IH]; intros s a hk.
{ replace s with 0%nat by lia; rewrite m0, c0; reflexivity. }
destruct (Nat.eq_dec s (S k)) as [->|]; [|apply IH; lia].
destruct (ms k a) as [hne em]; destruct (cs k a) as [_ ec].
change (S k) with (1 + k)%nat.
rewrite em, ec, (deviations (fun i => h i a)); clear em ec.
rewrite !plus_INR; change (INR 1) with 1.
rewrite (total_same (fun i => V a i * moving k i) (fun i => V a i * constant k i)).
2: { intros i _; rewrite IH by lia; reflexivity. }
rewrite (total_same (fun i => total (fun j => V a j * moving i j) 0 n)
  (fun i => total (fun j => V a j * constant i j) 0 n)).
2: { intros i hi; apply total_same; intros j _; rewrite IH by lia; reflexivity. }
field; exact hne.
Qed.
