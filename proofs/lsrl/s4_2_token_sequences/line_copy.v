(* The registers. *)
Theorem proved : statement.
Proof.
move=> F; cbv zeta; split; last by move=> gains n tokens; exact: same_outputs.
move=> lam mu n tokens; set m := f_from_one_on _ n.
have m0 : (0 < m)%N by rewrite /m /f_from_one_on; case: n {m}.
have [sM XM] := enoughP F tokens.
have [mu' [lam' [-> h2 hM]]] := gainsE mu lam (f_enough_for (all_of F) tokens).
apply: (@line_said F mu' lam' m _ h2 hM m0 tokens XM sM _ (fun t => get_Said_registers _ (f_said_at _ m tokens t))).
move=> t vs _ s hs hl _.
case: hs => _ _ _ _ [sr hr]; rewrite -[get_Said_registers _ _]/[seq _ | k <- iota_to 0 m].
apply: several_read => [|k]; rewrite /iota_to subn0 size_iota; first exact: registers_size.
by move=> hk; rewrite nth_iota // add0n -(register_line F m0) // -hr.
Qed.
