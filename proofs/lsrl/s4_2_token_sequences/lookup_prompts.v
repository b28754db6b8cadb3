(* Prompts of dictionaries: the token at each place, and which key is the query. *)
Section Prompts.
Variable F : realFieldType.
Let N := all_of F.
Implicit Types (n M : nat) (w q : seq nat) (D : seq (seq nat * seq nat)).
Definition sized n D := all (fun p => (size p.1 == n) && (size p.2 == n)) D.
Definition keys D := map (@fst (seq nat) (seq nat)) D.
Lemma sameE w q : size w = size q -> f_same N w q = (w == q).
Proof.
rewrite /f_same; by elim: w q => [|a w IH] [|b q] //= [e]; rewrite IH // eqseq_cons.
Qed.
Lemma is_keyE n w D : size w = n -> sized n D -> f_is_key N w D = (w \in keys D).
Proof.
move=> hw; rewrite /f_is_key; elim: D => [|[k v] D IH] //= /andP[/andP[/= /eqP hk _] hD].
by rewrite in_cons IH // sameE // hw.
Qed.
Lemma word_size n w : size (f_word_of N n w) = n.
Proof. by rewrite size_map /iota_to subn0 size_iota. Qed.
Lemma dictionary_good n D : sized n (f_dictionary_of N n D) && uniq (keys (f_dictionary_of N n D)).
Proof.
suff h D0 : sized n D0 && uniq (keys D0) -> let D1 := foldl (fun found '(k, v) =>
    if f_is_key N (f_word_of N n k) found then found else found ++ [:: (f_word_of N n k, f_word_of N n v)]) D0 D in
    sized n D1 && uniq (keys D1) by exact: (h [::]).
elim: D D0 => [|[k v] D IH] D0 //= /andP[s0 u0]; apply: IH.
case: ifP => [_|]; first by rewrite s0.
rewrite (is_keyE (word_size n k) s0) /sized /keys all_cat map_cat cat_uniq /= -/(sized n D0) s0 u0.
by rewrite !word_size !eqxx /= orbF andbT => ->.
Qed.
Definition blocks D := map (fun p : seq nat * seq nat => p.1 ++ p.2) D.
Lemma tokensE q D : f_tokens_of N q D = q ++ flatten (blocks D).
Proof.
rewrite /f_tokens_of; elim: D q => [|[k v] D IH] q /=; first by rewrite cats0.
by rewrite IH !catA.
Qed.
Lemma nth_blocks (L : seq (seq nat)) m p k : all (fun w => size w == m) L -> (k < m)%N ->
  nth 0%N (flatten L) (m * p + k)%N = nth 0%N (nth [::] L p) k.
Proof.
move=> hL hk; elim: L p hL => [|w L IH] [|p] //=; rewrite ?nth_nil // => /andP[/eqP hw hL].
  by rewrite muln0 add0n nth_cat hw hk.
rewrite nth_cat hw mulnS -addnA ltnNge leq_addr /= addKn; exact: IH.
Qed.
Lemma blocks_sized n D : sized n D -> all (fun w => size w == 2 * n)%N (blocks D).
Proof.
by rewrite all_map; apply: sub_all => -[k v] /= /andP[/eqP hk /eqP hv]; rewrite size_cat hk hv mul2n addnn.
Qed.
Lemma blocks_size n D : sized n D -> size (flatten (blocks D)) = (2 * n * size D)%N.
Proof.
elim: D => [|[k v] D IH] /=; first by rewrite muln0.
by case/andP => /andP[/eqP hk /eqP hv] hD; rewrite !size_cat IH // hk hv mulnS mul2n addnn.
Qed.
Lemma nth_at i D : nth [::] (blocks D) i = (nth ([::], [::]) D i).1 ++ (nth ([::], [::]) D i).2.
Proof.
case: (ltnP i (size D)) => h; first by rewrite (nth_map ([::], [::])).
by rewrite !nth_default ?size_map.
Qed.
Lemma enoughP q D : (size (f_tokens_of N q D) <= f_enough N q D)%N /\
  forall s, (nth 0%N (f_tokens_of N q D) s <= f_enough N q D)%N.
Proof.
rewrite /f_enough map_id; set T := f_tokens_of N q D; set L := foldr _ _ _.
have hL s : (nth 0 T s <= L)%N.
  rewrite /L {L}; elim: (T) s => [|a w IH] [|s] //=; first exact: leq_maxl.
  exact: leq_trans (IH s) (leq_maxr _ _).
case: ifP => h; first by split.
split=> // s; apply: leq_trans (hL s) _; move: h; clear; lia.
Qed.

Lemma looked_up n M (mu lam : F) q D p0 : (0 < n)%N -> 2%:R <= mu -> M%:R <= lam -> size q = n ->
  sized n D -> (f_enough N q D <= M)%N -> (p0 <= size D)%N ->
  (forall p, (p < size D)%N -> (nth [::] (keys D) p == q) = (p == p0)) ->
  f_last_outputs N n D (f_lookup_outputs N n (gains mu lam) (f_prompt_of N q D)) =
  mkseq (fun i => if (p0 < size D)%N then (nth 0%N (nth ([::], [::]) D p0).2 i)%:R else 0) n.
Proof.
move=> n0 mu2 lamM hq hD hM hp0 one; have [eT eX] := enoughP q D.
pose X := nth 0%N (f_tokens_of N q D).
have sT : size (f_tokens_of N q D) = total n (size D) by rewrite tokensE size_cat hq (blocks_size hD).
have Xb p k : (k < 2 * n)%N -> X (n + (2 * n * p + k))%N = nth 0%N (nth [::] (blocks D) p) k.
  by move=> hk; rewrite /X tokensE nth_cat hq ltnNge leq_addr /= addKn nth_blocks // blocks_sized.
have Xq k : (k < n)%N -> X k = nth 0%N q k by move=> hk; rewrite /X tokensE nth_cat hq hk.
have hk p : (p < size D)%N -> size (nth ([::], [::]) D p).1 = n.
  by move=> hp; have /andP[/eqP] := allP hD _ (mem_nth ([::], [::]) hp).
have hits p : (p < size D)%N -> hit n X p = (p == p0).
  move=> hp; rewrite -one // (nth_map ([::], [::])) //.
  apply/allP/eqP => [h | e k].
    apply: (@eq_from_nth _ 0%N); rewrite hk // => k kn.
    have := h k; rewrite mem_iota add0n => /(_ kn) /eqP; rewrite (Xq k kn) => <-.
    rewrite -addnA Xb ?nth_at ?nth_cat ?hk ?kn //; move: kn; clear; lia.
  rewrite mem_iota add0n => /andP[_ kn]; rewrite -addnA Xb; last by move: kn; clear; lia.
  by rewrite nth_at nth_cat hk // kn e (Xq k kn).
have XM s : (X s <= M)%N by exact: leq_trans (eX s) hM.
have tM : (total n (size D) <= M)%N by rewrite -sT; exact: leq_trans eT hM.
rewrite /f_last_outputs /f_prompt_of numbersE sT -/X.
rewrite -[muln (muln 2 n) (size D)]/(2 * n * size D)%N (lastE mu2 lamM n0 XM hp0 hits tM).
apply: mkseq_ext => i hi; case: ifP => // hp; congr (_%:R).
have -> : (start n p0 + i = n + (2 * n * p0 + (n + i)))%N by rewrite /start mulnS; clear; lia.
rewrite Xb; last by move: hi; clear; lia.
by rewrite nth_at nth_cat hk // ltnNge leq_addr /= addKn.
Qed.
End Prompts.
