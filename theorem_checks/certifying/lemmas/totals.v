(* What holds of `total f a n`, the sum of f a, ..., f (a + n - 1). *)
Lemma total_eq f g a n : (forall i, (a <= i < a + n)%nat -> f i = g i) -> total f a n = total g a n.
Proof.
induction n as [|n IH]; intro h; [reflexivity|].
rewrite !total_S, IH, h; [reflexivity | lia | intros i hi; apply h; lia].
Qed.
Lemma total_same f g a n :
  (forall i, (i < n)%nat -> f (a + i)%nat = g (a + i)%nat) -> total f a n = total g a n.
Proof.
induction n as [|n IH]; intro h; [reflexivity|]; rewrite !total_S, IH, (h n ltac:(lia)); [reflexivity|].
intros i hi; apply h; lia.
Qed.
Lemma total_ge_0 f a n : (forall i, (a <= i)%nat -> 0 <= f i) -> 0 <= total f a n.
Proof.
intro h; induction n as [|n IH]; [simpl; lra|].
rewrite total_S; pose proof (h (a + n)%nat ltac:(lia)); lra.
Qed.
Lemma total_at_most f a n m : (forall i, (a <= i)%nat -> f i <= m) -> total f a n <= INR n * m.
Proof.
intro h; induction n as [|n IH]; [simpl; lra|].
rewrite total_S, S_INR; pose proof (h (a + n)%nat ltac:(lia)); lra.
Qed.
Lemma total_least f n : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= total f 0 n.
Proof.
induction n as [|n IH]; intro h; [simpl; lra|].
rewrite total_S; pose proof (h n ltac:(lia)); simpl.
pose proof (IH ltac:(intros; apply h; lia)); lra.
Qed.
Lemma term_of_total f n i : (forall j, (j < n)%nat -> 0 <= f j) -> (i < n)%nat ->
  f i <= total f 0 n.
Proof.
induction n as [|n IH]; intros h hi; [lia|].
rewrite total_S; simpl; pose proof (h n ltac:(lia)).
assert (forall j, (j < n)%nat -> 0 <= f j) as h' by (intros; apply h; lia).
destruct (Nat.eq_dec i n) as [->|ne]; [pose proof (total_least f n h'); lra|].
pose proof (IH h' ltac:(lia)); lra.
Qed.
Lemma total_none f n : (forall i, (i < n)%nat -> f i = 0) -> total f 0 n = 0.
Proof.
induction n as [|n IH]; intro h; [reflexivity|].
rewrite total_S, IH by (intros; apply h; lia); simpl; rewrite h by lia; lra.
Qed.
Lemma values_ge_0 (f : nat -> nat -> R) :
  (forall i j, exists n, f i j = INR n) -> forall i j, 0 <= f i j.
Proof. intros h i j; destruct (h i j) as [n ->]; apply pos_INR. Qed.
