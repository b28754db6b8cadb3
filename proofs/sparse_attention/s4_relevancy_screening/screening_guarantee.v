(* D at every time is what is read of the first state, plus what is not negative. *)
Lemma share m s k : 1 <= m -> 0 < s -> s <= k -> / k <= m * / s.
Proof.
intros hm hs hk; apply Rle_trans with (/ s); [apply Rinv_le_contravar; lra|].
pose proof (Rinv_0_lt_compat s hs); nra.
Qed.
Theorem proved : statement.
Proof.
intros nu rho v size D in_M hnu hrho hv _ hpos hD hM [hs [h0 hstep]] t ht.
assert (hin := values_ge_0 in_M hM).
assert (e := share _ _ _ ht (hpos t) (hs t)).
destruct t as [|t]; [rewrite h0; lra|].
assert (g := hstep t); change (1 + t)%nat with (S t) in g; rewrite g; clear g.
assert (0 <= v * D t) by (apply Rmult_le_pos; auto).
match goal with |- _ <= _ + total ?f ?a ?n => assert (0 <= total f a n) end; [|lra].
apply total_ge_0; intros i _.
repeat apply Rmult_le_pos; auto; apply Rlt_le, Rinv_0_lt_compat, hpos.
Qed.
