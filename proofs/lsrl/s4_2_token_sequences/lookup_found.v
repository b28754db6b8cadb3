(* The key at each place of the dictionary is the query of its prompt. *)
Theorem proved : statement.
Proof.
move=> F; cbv zeta; split; last by move=> gains n tokens; exact: same_outputs.
move=> lam mu n D.
set m := f_from_one_on _ n; set E := f_dictionary_of _ m D.
have m0 : (0 < m)%N by rewrite /m /f_from_one_on; case: n {m E}.
have /andP[s0 u0] : sized m E && uniq (keys E) by exact: dictionary_good.
have [mu' [lam' [-> h2 hM]]] := gainsE mu lam (f_enough_for_keys (all_of F) E).
rewrite /f_prompts_of_keys /f_values_of_keys -!map_comp; apply/eq_in_map => -[k v] /=.
move=> /(nthP ([::], [::])) [p0 hp0 e0].
have /andP[/eqP hk /eqP hv] := allP s0 _ (mem_nth ([::], [::]) hp0); rewrite e0 /= in hk hv.
rewrite same_outputs (looked_up m0 h2 hM hk s0 _ (ltnW hp0)) => [||p hp].
- by rewrite hp0 e0 numbersE hv.
- rewrite /f_enough_for_keys; have := mem_nth ([::], [::]) hp0; rewrite e0.
  elim: (X in _ \in X -> (_ <= foldr _ _ (map _ X))%N) => [|[a b] L IH] //=; rewrite in_cons leq_max.
  by case/orP => [/eqP[-> _]|/IH ->]; rewrite ?leqnn ?orbT.
by rewrite -[k]/(k, v).1 -e0 -(nth_map _ [::]) // nth_uniq ?size_map.
Qed.
