(* The sum of the others is at most that of their bounds; the rest of the score is not negative. *)
Lemma share own over kappa size :
  0 < own -> 0 <= over -> 0 < kappa -> 0 < size -> size <= kappa * own * (1 + over) ->
  / kappa * / (1 + over) <= own * / size.
Proof.
intros ho hv hk hs h.
replace (/ kappa * / (1 + over)) with (own * / (kappa * own * (1 + over)))
  by (field; repeat split; lra).
apply Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; assumption.
Qed.
Lemma below own over kappa size (n : nat) :
  0 < own -> 0 <= over -> 1 <= kappa -> 0 < size -> INR n <= kappa ->
  size <= INR n * own * (1 + over) -> / kappa * / (1 + over) <= own * / size.
Proof.
intros ho hv hk hs hn h; apply share; try lra.
apply (Rle_trans _ _ _ h); rewrite !Rmult_assoc; apply Rmult_le_compat_r; [|assumption].
apply Rmult_le_pos; lra.
Qed.
Theorem proved : statement.
Proof.
intros own over v kappa T others D before last ho hover hv hkappa hT hothers hD _ hlast.
intros [hmost _] n hn.
assert (hk := size_ge_1 _ hkappa).
assert (0 <= total (fun q => others q) 1 (n - 1)) as hpos.
{ apply total_ge_0; intros i _; apply Rlt_le, hothers. }
assert (total (fun q => others q) 1 (n - 1) <= INR (n - 1) * (own * (1 + over))) as hle.
{ apply total_at_most; exact hmost. }
assert (own <= own * (1 + over)) by nra.
assert (own + total (fun q => others q) 1 (n - 1) <= INR n * own * (1 + over)) as h.
{ rewrite minus_INR in hle by exact hn; change (INR 1) with 1 in hle; lra. }
split; [exact h|]; intro hn'.
assert (0 < own + total (fun q => others q) 1 (n - 1)) as hin by lra.
assert (hs := below own over (INR kappa) _ n ho hover hk hin hn' h).
assert (0 <= v * D (T - 1)%nat) by (apply Rmult_le_pos; auto).
assert (0 <= total (fun l => v * D (l - 1)%nat * last l) 1 T).
{ apply total_ge_0; intros i _; repeat apply Rmult_le_pos; auto. }
repeat split; first [lra | apply Rgt_not_eq; lra].
Qed.
