(* Arrays of real numbers: the largest of some, beside their sum, which is [total]. *)
From Coq Require Import Reals Lra Lia.
From TheoremChecks Require Import RealCases Numbers.
Local Open Scope R_scope.

(* the largest of f 0, ..., f (n - 1); 0 of none *)
Fixpoint greatest (f : nat -> R) (n : nat) : R :=
  match n with O => 0 | S O => f O | S n' => Rmax (greatest f n') (f n') end.

Lemma greatest_most f n m : (1 <= n)%nat -> (forall i, (i < n)%nat -> f i <= m) ->
  greatest f n <= m.
Proof.
induction n as [|[|n] IH]; intros h k; [lia | apply k; lia |].
change (Rmax (greatest f (S n)) (f (S n)) <= m).
apply Rmax_lub; [apply IH; [lia | intros i hi; apply k; lia] | apply k; lia].
Qed.
Lemma greatest_least f n i : (i < n)%nat -> f i <= greatest f n.
Proof.
induction n as [|[|n] IH]; intros h; [lia | replace i with O by lia; simpl; lra |].
change (f i <= Rmax (greatest f (S n)) (f (S n))).
destruct (PeanoNat.Nat.eq_dec i (S n)) as [->|ne]; [apply Rmax_r |].
apply Rle_trans with (greatest f (S n)); [apply IH; lia | apply Rmax_l].
Qed.
