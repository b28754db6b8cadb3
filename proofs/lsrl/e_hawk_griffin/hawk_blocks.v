(* A power of what lies between 0 and 1 is at most 1. *)
Lemma power n x : x <= 1 -> Rmax x 0 ^ n <= 1.
Proof.
intro h; pose proof (Rmax_r x 0) as h0; pose proof (Rmax_lub x 0 1 h ltac:(lra)) as h1.
rewrite <- (pow1 n); apply pow_incr; split; assumption.
Qed.
Lemma less n x : ~ x <= 1 \/ 0 <= 1 - Rmax x 0 ^ n.
Proof. destruct (Rle_dec x 1) as [h|h]; [right; pose proof (power n x h); lra|left; exact h]. Qed.
Ltac from n := intro; match goal with |- ~ ?x <= 1 \/ _ =>
  destruct (less n x) as [h|h]; [left; exact h|right; simpl in h; lra] end.
Theorem proved : statement.
Proof.
unfold statement; split; [from 2%nat|split; [from 4%nat|split; [from 16%nat|]]].
intro x; destruct (Rle_dec x 1); [right|left]; assumption.
Qed.
