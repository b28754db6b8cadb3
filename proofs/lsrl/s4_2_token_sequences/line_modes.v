(* The time and the modes. *)
Theorem proved : statement.
Proof.
move=> F; cbv zeta; split; last by move=> gains n tokens; exact: same_outputs.
move=> lam mu n tokens; set m := f_from_one_on _ n.
have m0 : (0 < m)%N by rewrite /m /f_from_one_on; case: n {m}.
have [sM XM] := enoughP F tokens.
have [mu' [lam' [-> h2 hM]]] := gainsE mu lam (f_enough_for (all_of F) tokens).
apply: (@line_said F mu' lam' m _ h2 hM m0 tokens XM sM _ (fun t => get_Said_modes _ (f_said_at _ m tokens t))).
move=> t vs _ s hs hl _.
rewrite /f_modes_at; case: hs hl => e_t _ _ _ _ [e_p e_c [e_y e_f] _ _].
rewrite -[flatten _]/(nth [::] vs _ ++ (nth [::] vs _ ++ (nth [::] vs _ ++ (nth [::] vs _ ++ (nth [::] vs _ ++ [::]))))).
rewrite e_t e_p e_c e_y e_f.
rewrite (prompt_line lam' m h2) (compare_line lam' h2 m0) (copy_line lam' m h2) (first_line lam' h2 m0) time_line.
by rewrite -[get_Said_modes _ _]/[:: _; _; _; _; _] /= !bitE comparesE // copiedE // is_firstE.
Qed.
