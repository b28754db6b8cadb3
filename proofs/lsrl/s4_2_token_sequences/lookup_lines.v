(* What each line of Listing 2 holds at each token is what its comment says. *)
Section Said.
Variable F : realFieldType.
Let N := all_of F.
Variables (mu lam : F) (n M : nat).
Hypothesis mu2 : 2%:R <= mu.
Hypothesis lamM : M%:R <= lam.
Hypothesis n_gt0 : (0 < n)%N.
Variable tokens : seq nat.
Let X := nth 0%N tokens.
Hypothesis XM : forall s, (X s <= M)%N.
Hypothesis sizeM : (size tokens <= M)%N.

(* ---------- what is said, as in a run ---------- *)
Lemma remainderE t k : (0 < k)%N -> f_remainder N t k = (t %% k)%N.
Proof.
move=> k0; rewrite /f_remainder /iota_to subn0; elim: t => [|t IH]; first by rewrite mod0n.
move: IH; rewrite -[in iota 0 t.+1](addn1 t) iotaD foldl_cat => -> /=.
have h : (t %% k < k)%N by rewrite ltn_pmod.
rewrite -[t.+1]addn1 -[in RHS]modnDml; case: ltnP => h'; first by rewrite [RHS]modn_small.
by rewrite (_ : t %% k + 1 = k)%N ?modnn //; move: h h'; clear; lia.
Qed.
Lemma comparesE t : f_compares N n t = (n <= t %% (2 * n))%N.
Proof. by rewrite /f_compares remainderE // muln_gt0. Qed.
Lemma copiedE t : f_is_copied N n t = copy n t.
Proof. by rewrite /f_is_copied comparesE. Qed.
Lemma is_firstE t : f_is_first N n t = copy n t && (t %% n == 0)%N.
Proof. by rewrite /f_is_first copiedE remainderE. Qed.
Lemma is_matchE s : f_is_match N n tokens s = matching n X s.
Proof.
rewrite /f_is_match comparesE remainderE // /f_token_at /matching QE ltn_pmod //= ltnS leq_mod.
exact: andbC.
Qed.
Lemma whole_keyE s : f_whole_key N n tokens s = A n X s.
Proof.
rewrite /f_whole_key /A all_of_sum all_map all_filter /iota_to subn0; case: (leqP n s) => h /=.
  apply/allP/allP => H k; rewrite mem_iota add0n => /andP[_ hk].
    have := H (s + k - n)%N; rewrite mem_iota add0n /= is_matchE /B.
    have [-> -> -> ->] : [/\ s.+1 + k - n.+1 = s + k - n, n < s.+1 + k, s + k - n < s & s <= s + k - n + n]%N.
      by move: h hk; clear; split; lia.
    by rewrite /= => /(_ isT).
  apply/implyP => hs; have := H (k + n - s)%N; rewrite mem_iota add0n /= is_matchE /B.
  have [-> -> ->] : [/\ k + n - s < n, s.+1 + (k + n - s) - n.+1 = k & n < s.+1 + (k + n - s)]%N.
    by move: h hk hs; clear; split; lia.
  by rewrite /= => /(_ isT).
symmetry; apply/negbTE/allPn; exists 0%N; first by rewrite mem_iota.
by rewrite /B addn0 ltnS leqNgt h.
Qed.
Lemma sum_kept (p : nat -> bool) (h : nat -> nat) t :
  sumn [seq h s | s <- [seq s <- iota_to 0 (t + 1) | p s]] = (\sum_(0 <= s < t.+1) p s * h s)%N.
Proof.
rewrite sumnE big_map big_filter big_mkcond /iota_to /index_iota !subn0 addn1.
by apply: eq_bigr => s _; case: (p s); rewrite ?mul1n.
Qed.
Lemma startedE t : f_started N n tokens t = S_ n X t.+1.
Proof.
by rewrite /f_started sum_kept; apply: eq_bigr => s _; rewrite whole_keyE is_firstE.
Qed.
Lemma is_keptE t : f_is_kept N n tokens t = is_on n X t.
Proof. by rewrite /f_is_kept copiedE startedE. Qed.
Lemma registerE t i : f_register N n tokens t i = R n X t.+1 i.
Proof.
by rewrite /f_register sum_kept; apply: eq_bigr => s _; rewrite is_keptE remainderE.
Qed.
Lemma bufferE t k : (k <= n)%N ->
  has id [seq eqn (s + n) (t + k) && f_is_match N n tokens s | s <- iota_to 0 (t + 1)] = B n X t.+1 k.
Proof.
move=> hk; rewrite has_map /iota_to subn0 /B subSS; apply/hasP/andP => [[s hs /andP[/eqP e]] | [h m]].
  move: hs; rewrite mem_iota /= is_matchE => hs m.
  have [-> ->] : (n < t.+1 + k)%N /\ (t + k - n = s)%N by move: hs e; clear; split; lia.
  by [].
have [i e] : (t + k - n < t + 1)%N /\ (t + k - n + n = t + k)%N by move: hk h; clear; split; lia.
exists (t + k - n)%N; first by rewrite mem_iota.
by apply/andP; split; [exact/eqP | rewrite is_matchE].
Qed.
Lemma bitE (b : bool) : f_bit N b = b. Proof. by case: b. Qed.
Lemma in_numbersE w : f_in_numbers N w = [seq k%:R | k <- w].
Proof. by apply: eq_map => k; exact: multipleE. Qed.

(* ---------- a run ---------- *)
Let g := gains mu lam.
Let W := f_lookup_written N n g.
Lemma values_run places (said : nat -> seq F) :
  (forall t vs, (t < size tokens)%N -> let s := state F n X t.+1 in
    has_state n g vs s -> has_lines n g vs s ->
    nth [::] vs (size (get_LookupWritten_nodes _ W)) = [:: f_lookup_output N n g s] ->
    flatten [seq nth [::] vs i | i <- places] = said t) ->
  f_values_at N (f_listed_lookup N n g) places (f_in_numbers N tokens) = mkseq said (size tokens).
Proof.
move=> said_at; rewrite /f_values_at numbersE; cbv zeta.
set step := (fun '(_, _) _ => _); set first := (cat _ _).
suff runs T : (T <= size tokens)%N -> exists vs,
    foldl step (first, [::]) (mkseq (fun i => (X i)%:R) T) = (vs, mkseq said T) /\ has_state n g vs (state F n X T).
  by have [vs [-> _]] := runs _ (leqnn _).
elim: T => [|T IH] hT; first by exists first; split=> //; rewrite -firstE; exact: first_holds.
have [vs [e h]] := IH (ltnW hT); rewrite !mkseqS foldl_rcons e.
have tM : (T <= M)%N by exact: leq_trans (ltnW hT) sizeM.
have [] := next_holds (X T)%:R h; rewrite (stepE mu2 lamM n_gt0 XM tM) => h' l out.
exists (f_node_values N (f_listed_lookup N n g) vs [:: (X T)%:R]); rewrite valuesE; split; last exact: h'.
rewrite /step valuesE -cats1 -(said_at T _ hT h' l out); congr (_, _ ++ [:: flatten _]).
by apply: eq_map => i; rewrite map_id.
Qed.
Lemma line_said places (word : nat -> seq nat) :
  (forall t vs, (t < size tokens)%N -> let s := state F n X t.+1 in
    has_state n g vs s -> has_lines n g vs s ->
    nth [::] vs (size (get_LookupWritten_nodes _ W)) = [:: f_lookup_output N n g s] ->
    flatten [seq nth [::] vs i | i <- places] = [seq k%:R | k <- word t]) ->
  f_values_at N (f_listed_lookup N n g) places (f_in_numbers N tokens) =
  f_in_each N [seq word t | t <- iota_to 0 (size tokens)].
Proof.
move=> h; rewrite (values_run h) /f_in_each -map_comp /iota_to subn0.
by apply: eq_map => t; rewrite /= in_numbersE.
Qed.

(* ---------- each line ---------- *)
Let said t := f_said_at N n tokens t.
Lemma query_line t : get_LookupState_query _ (state F n X t.+1) = [seq k%:R | k <- get_Said_query _ (said t)].
Proof.
cbv beta iota delta [get_LookupState_query state get_Said_query said f_said_at].
rewrite -map_comp /iota_to subn0; apply/eq_in_map => i; rewrite mem_iota add0n => /andP[_ hi].
by rewrite /= QE hi ltnS.
Qed.
Lemma time_line t : get_LookupState_time _ (state F n X t.+1) = t%:R.
Proof. by rewrite /= -addn1 natrD addrK. Qed.
Let steps := get_Gains_steps _ g.
Let reaches a := f_reaches N a (f_multiple N n (1 : F)) steps.
Lemma prompt_line t : reaches (get_LookupState_time _ (state F n X t.+1)) = (n <= t)%N%:R.
Proof. by rewrite time_line /reaches sizeE (reachesE lam mu2). Qed.
Lemma compare_line t : reaches (f_count_of N (get_LookupState_turn_2n _ (state F n X t.+1))) = (n <= t %% (2 * n))%N%:R.
Proof.
rewrite -[get_LookupState_turn_2n _ _]/(turn F (2 * n) t.+1) countE ?muln_gt0 //.
by rewrite /reaches sizeE (reachesE lam mu2).
Qed.
Lemma copy_line t : f_copies N (n <= t)%N%:R (n <= t %% (2 * n))%N%:R steps = (copy n t)%:R.
Proof. exact: (copiesE lam mu2). Qed.
Lemma first_line t : f_begins N (copy n t)%:R (f_count_of N (get_LookupState_turn_n _ (state F n X t.+1))) steps =
  (copy n t && (t %% n == 0)%N)%:R.
Proof. by rewrite -[get_LookupState_turn_n _ _]/(turn F n t.+1) countE // (beginsE lam mu2). Qed.
Lemma match_line t : nth 0 (get_LookupState_matches _ (state F n X t.+1)) n = (matching n X t)%:R.
Proof.
rewrite -[get_LookupState_matches _ _]/(mkseq (fun k => (B n X t.+1 k)%:R) n.+1) nth_mkseq //.
by rewrite /B addSn subSS addnK ltnS leq_addl.
Qed.
Lemma all_line t : reaches (nsum N 0 [seq b | b <- take n (get_LookupState_matches _ (state F n X t.+1))]) = (A n X t)%:R.
Proof.
rewrite -[get_LookupState_matches _ _]/(mkseq (fun k => (B n X t.+1 k)%:R) n.+1).
have -> : nsum N 0 [seq b | b <- take n (mkseq (fun k => (B n X t.+1 k)%:R : F) n.+1)] = (\sum_(0 <= k < n) B n X t.+1 k)%N%:R.
  by rewrite map_id -sum_mkseq; congr (nsum N _ _); rewrite -map_take take_iota (minn_idPl (leqnSn n)).
by rewrite /reaches sizeE (reachesE lam mu2).
Qed.
Lemma buffer_line t : get_LookupState_matches _ (state F n X t.+1) = [seq k%:R |
  k <- [seq f_bit N (has id [seq eqn (s + n) (t + k) && f_is_match N n tokens s | s <- iota_to 0 (t + 1)]) | k <- iota_to 0 (n + 1)]].
Proof.
rewrite -[get_LookupState_matches _ _]/(mkseq (fun k => (B n X t.+1 k)%:R) n.+1) -map_comp {2}/iota_to subn0 (addn1 n).
apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk].
by rewrite /= bitE bufferE.
Qed.
Lemma started_line t : get_LookupState_started_on _ (state F n X t.+1) = (f_started N n tokens t)%:R.
Proof. by rewrite startedE. Qed.
Lemma register_line t k : (k < n)%N -> nth 0 (get_LookupState_registers _ (state F n X t.+1)) k = (f_register N n tokens t k)%:R.
Proof. by move=> hk; rewrite registerE nth_mkseq. Qed.
Lemma output_line t : (forall i, R n X t.+1 i <= M)%N ->
  f_lookup_output N n g (state F n X t.+1) = (f_register N n tokens t (f_remainder N t n))%:R.
Proof. by move=> hR; rewrite (outputE mu2 lamM n_gt0 hR) registerE remainderE. Qed.
Lemma several_read vs ks (f : nat -> nat) (is_ : seq nat) : size is_ = size ks ->
  (forall k, (k < size ks)%N -> nth [::] vs (nth 0%N is_ k) = [:: (f (nth 0%N ks k))%:R : F]) ->
  flatten [seq nth [::] vs i | i <- is_] = [seq k%:R | k <- [seq f k | k <- ks]].
Proof.
elim: is_ ks => [|i is_ IH] [|k ks] //= [e] h; rewrite (h 0%N) //=; congr (_ :: _).
by apply: IH => // j hj; exact: (h j.+1).
Qed.
End Said.
Lemma read_one (F : realFieldType) (vs : seq (seq F)) i : flatten [seq nth [::] vs i | i <- [:: i]] = nth [::] vs i.
Proof. by rewrite /= cats0. Qed.
Lemma registers_size (F : realFieldType) nodes i j n gains :
  size (get_Copied_registers _ (f_copied_written (all_of F) nodes i j n gains)) = n.
Proof.
unfold f_copied_written; cbv zeta; rewrite /iota_to subn0; set step := (fun '(_, _, _) _ => _).
have loop ks r0 : size (foldl step r0 ks).1.2 = (size r0.1.2 + size ks)%N.
  elim: ks r0 => [|k ks IH] [[ms regs] outs]; first by rewrite addn0.
  rewrite -[foldl _ _ (k :: ks)]/(foldl step (step (ms, regs, outs) k) ks) IH /step; cbv beta iota zeta delta [fst snd].
  by rewrite size_cat addn1 addSnnS.
move: (loop (iota 0 n) (nodes, [::], [::])); move: (foldl _ _ _) => [[ms regs] outs].
by rewrite size_iota.
Qed.
