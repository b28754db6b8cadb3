(* The time at which a value started. *)
Theorem proved : statement.
Proof.
move=> F; cbv zeta; split; last by move=> gains n tokens; exact: same_outputs.
move=> lam mu n tokens; set m := f_from_one_on _ n.
have m0 : (0 < m)%N by rewrite /m /f_from_one_on; case: n {m}.
have [sM XM] := enoughP F tokens.
have [mu' [lam' [-> h2 hM]]] := gainsE mu lam (f_enough_for (all_of F) tokens).
apply: (@line_said F mu' lam' m _ h2 hM m0 tokens XM sM _ (fun t => get_Said_started _ (f_said_at _ m tokens t))).
move=> t vs _ s hs hl _.
rewrite read_one; case: hs => _ _ _ -> _; by rewrite (started_line F m0).
Qed.
