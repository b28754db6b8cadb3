(* t/10 rounded down is t div 10, and ten of these lie in each block. *)
Definition tenths (t : nat) : R := IZR (R_Ifp.Int_part (1 / 10 * INR t)).
Lemma tenths_of q r t : t = (10 * q + r)%nat -> (r < 10)%nat -> tenths t = INR q.
Proof.
intros -> h; unfold tenths; pose proof (base_Int_part (1 / 10 * INR (10 * q + r))) as [h1 h2].
assert (h3 := pos_INR r); assert (h4 := lt_INR _ _ h).
set (z := R_Ifp.Int_part _) in *; rewrite plus_INR, mult_INR in h1, h2.
replace (INR 10) with 10 in * by (simpl; ring).
rewrite (INR_IZR_INZ q) in *.
f_equal; apply Z.le_antisymm; apply Z.lt_succ_r, lt_IZR; rewrite succ_IZR; lra.
Qed.
Lemma within_block k r : (r < 10)%nat ->
  total tenths 1 (10 * k + r) = total tenths 1 (10 * k) + INR r * INR k.
Proof.
induction r as [|r IH]; intro h; [rewrite Nat.add_0_r; simpl; lra|].
rewrite Nat.add_succ_r, total_S, IH, S_INR by lia.
rewrite (tenths_of k (S r)) by lia; lra.
Qed.
Theorem proved : statement.
Proof.
intros m hm; assert (h1 := le_INR _ _ hm); simpl in h1.
split; [|repeat split; nra].
change (total tenths 1 (10 * m) = -4 * INR m + 5 * INR m ^ 2); clear hm h1.
induction m as [|k IH]; [simpl; lra|].
replace (10 * S k)%nat with (S (10 * k + 9)) by lia.
rewrite total_S, within_block, IH by lia.
rewrite (tenths_of (S k) 0), (S_INR k) by lia; replace (INR 9) with 9 by (simpl; ring); ring.
Qed.
