(* The deviations of the h from their weighted mean add up to 0, so that both D obey one recurrence. *)
Lemma deviations h w m p c a n : total (fun i => (m + h i + p) * w i * c) a n =
  ((m + p) * total w a n + total (fun i => w i * h i) a n) * c.
Proof. induction n as [|n IH]; [simpl; ring|]; rewrite !total_S, IH; ring. Qed.
Theorem proved : statement.
Proof.
intros t column n moving alpha V h e constant ht _ [[m0 ms] [c0 cs]].
assert (forall k s a, (s <= k)%nat -> moving s a = constant s a) as both; [|intros k a; apply (both k); lia].
induction k as [|k IH]; intros s a hk.
{ replace s with 0%nat by lia; rewrite m0, c0; reflexivity. }
destruct (Nat.eq_dec s (S k)) as [->|]; [|apply IH; lia].
change (S k) with (1 + k)%nat; rewrite (ms k a), (cs k a).
rewrite (deviations (fun i => h i a) (fun i => alpha (1 + k + t)%nat i)).
rewrite (total_same (fun i => V a i * moving k i) (fun i => V a i * constant k i)).
2: { intros i _; rewrite IH by lia; reflexivity. }
rewrite (total_same (fun i => alpha (1 + k + t)%nat (1 + i + t)%nat
    * total (fun j => V a j * moving i j) 0 n)
  (fun i => alpha (1 + k + t)%nat (1 + i + t)%nat * total (fun j => V a j * constant i j) 0 n)).
2: { intros i hi; f_equal; apply total_same; intros j _; rewrite IH by lia; reflexivity. }
ring.
Qed.
