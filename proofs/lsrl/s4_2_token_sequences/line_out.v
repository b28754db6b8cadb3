(* The output. *)
Section PutOut.
Variable F : realFieldType.
Let N := all_of F.
Lemma put_outP tokens : [/\ (size tokens <= f_enough_to_put_out N tokens)%N,
  forall s, (nth 0%N tokens s <= f_enough_to_put_out N tokens)%N &
  forall n t i, (t <= size tokens)%N -> (R n (nth 0%N tokens) t i <= f_enough_to_put_out N tokens)%N].
Proof.
have [hs ht] : (size tokens <= f_enough_to_put_out N tokens)%N /\ (sumn tokens <= f_enough_to_put_out N tokens)%N.
  by rewrite /f_enough_to_put_out map_id; cbv zeta; case: (leqP (size tokens) (sumn tokens)) => h; split=> //; exact: ltnW.
have all_ t : (t <= size tokens)%N -> (\sum_(0 <= s < t) nth 0%N tokens s <= sumn tokens)%N.
  clear; elim: tokens t => [|a w IH] [|t] h; rewrite ?big_nil //=.
  by rewrite big_nat_recl //= leq_add2l; exact: IH.
split=> // [s | n t i h].
  case: (ltnP s (size tokens)) => h; last by rewrite nth_default.
  apply: (leq_trans _ ht); apply: (leq_trans _ (all_ s.+1 h)); rewrite big_nat_recr //=; exact: leq_addl.
apply: (leq_trans _ ht); apply: (leq_trans _ (all_ t h)); rewrite /R big_nat [X in (_ <= X)%N]big_nat.
by apply: leq_sum => s _; rewrite -[X in (_ <= X)%N]mul1n leq_mul2r leq_b1 orbT.
Qed.
End PutOut.
Theorem proved : statement.
Proof.
move=> F; cbv zeta; split; last by move=> gains n tokens; exact: same_outputs.
move=> lam mu n tokens; set m := f_from_one_on _ n.
have m0 : (0 < m)%N by rewrite /m /f_from_one_on; case: n {m}.
have [sM XM RM] := put_outP F tokens.
have [mu' [lam' [-> h2 hM]]] := gainsE mu lam (f_enough_to_put_out (all_of F) tokens).
apply: (@line_said F mu' lam' m _ h2 hM m0 tokens XM sM _ (fun t => get_Said_output _ (f_said_at _ m tokens t))).
move=> t vs ht s _ _ ho.
by rewrite read_one ho (output_line h2 hM m0) // => i; exact: RM.
Qed.
