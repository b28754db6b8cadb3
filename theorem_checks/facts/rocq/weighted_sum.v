Lemma total_within (w z : nat -> R) b n : (forall j, (j < n)%nat -> - b <= z j <= b) ->
  - (b * total (fun j => Rabs (w j)) 0 n) <= total (fun j => w j * z j) 0 n
    <= b * total (fun j => Rabs (w j)) 0 n.
Proof.
induction n as [|n IH]; intro h; [rewrite !total_0; lra |].
rewrite !total_S; cbv beta; change (0 + n)%nat with n.
assert (k := IH (fun j l => h j (le_S _ _ l))); specialize (h n (le_n _)).
assert (- (b * Rabs (w n)) <= w n * z n <= b * Rabs (w n))
  by (unfold Rabs; destruct (Rcase_abs (w n)); nra).
lra.
Qed.

Theorem proved : statement.
Proof.
intros m W n s b z hm hn (of_weights & low & high).
assert (h : forall j, (j < n)%nat -> - b <= z j <= b)
  by (intros j l; specialize (low j l); specialize (high j l); lra).
assert (0 <= b) by (specialize (h 0%nat hn); lra).
split; intros i l; specialize (of_weights i l);
  destruct (total_within (W i) z b n h) as [below above]; nra.
Qed.
