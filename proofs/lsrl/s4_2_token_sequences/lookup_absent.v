(* The query is no key: none is found. *)
Section Without.
Variable F : realFieldType.
Let N := all_of F.
Lemma without_good n q D : size q = n -> sized n D -> uniq (keys D) ->
  [/\ sized n (f_without_key N q D), uniq (keys (f_without_key N q D)) & q \notin keys (f_without_key N q D)].
Proof.
move=> hq hD uD.
have -> : f_without_key N q D = filter (fun p => q != p.1) D.
  rewrite /f_without_key (eq_map (f2 := id)) ?map_id; last by case.
  by apply: eq_in_filter => -[k v] /(allP hD) /= /andP[/eqP hk _]; rewrite sameE // hq.
split.
- by rewrite /sized all_filter; apply: sub_all hD => p /= hp; rewrite hp implybT.
- exact: subseq_uniq (map_subseq _ (filter_subseq _ _)) uD.
by apply/mapP => -[p]; rewrite mem_filter => /andP[/eqP ne _] e; apply: ne.
Qed.
End Without.
Theorem proved : statement.
Proof.
move=> F; cbv zeta; split; last by move=> gains n tokens; exact: same_outputs.
move=> lam mu n D w.
set m := f_from_one_on _ n; set q := f_word_of _ m w.
have m0 : (0 < m)%N by rewrite /m /f_from_one_on; case: n {m q}.
have hq : size q = m by exact: word_size.
have /andP[s0 u0] := dictionary_good F m D.
have [s1 _ no] := without_good F hq s0 u0; set E := f_without_key _ q _ in s1 no *.
have [mu' [lam' [-> h2 hM]]] := gainsE mu lam (f_enough (all_of F) q E).
rewrite same_outputs (looked_up m0 h2 hM hq s1 (leqnn _) (leqnn (size E))) => [|p hp].
  by rewrite ltnn zerosE.
rewrite (ltn_eqF hp); apply: contraNF no => /eqP <-; apply: mem_nth; by rewrite size_map.
Qed.
