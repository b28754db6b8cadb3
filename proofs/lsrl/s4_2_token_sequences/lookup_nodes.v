(* The whole program of Listing 2: a token moves its states as the formulas say, and so a run is theirs. *)
Section Lookup.
Variable F : realFieldType.
Variables (n : nat) (gains : T_Gains (all_of F)).
Let steps := get_Gains_steps _ gains.
Let C := f_counters_written (all_of F) n.
Let M := f_modes_written (all_of F) C n steps.
Let nodes1 := get_Modes_nodes _ M.
Let nodes2 := f_query_written (all_of F) nodes1 (get_Modes_is_prompt _ M) (get_Counters_mod_n _ C) n gains.
Let nodes3 := f_matching_written (all_of F) nodes2 (size nodes2) (get_Counters_mod_n _ C) (get_Modes_is_compare_mode _ M) n gains.
Let nodes4 := f_buffer_written (all_of F) nodes3 (size nodes3) n.
Let nodes5 := f_all_matching_written (all_of F) nodes4 (size nodes4) n steps.
Let nodes6 := f_started_written (all_of F) nodes5 (size nodes1) (get_Counters_time _ C) gains.
Let nodes7 := f_on_written (all_of F) nodes6 (get_Modes_is_copy_mode _ M) (get_Counters_time _ C) n steps.
Let K := f_copied_written (all_of F) nodes7 (size nodes7) (get_Counters_mod_n _ C) n gains.
Let nodes8 := get_Copied_nodes _ K ++ [:: of_any_LinNode_ConcatNode (all_of F) (make_ConcatNode (all_of F) (get_Copied_outputs _ K))].
Let nodes9 := f_total_written (all_of F) nodes8 (size nodes8) n.
Let program := f_listed_lookup (all_of F) n gains.
Lemma lookup_programE : program = make_ListedProgram (all_of F) 1 nodes9. Proof. by []. Qed.
Implicit Types (olds vs : seq (seq F)) (x : seq F) (a : F) (s : T_LookupState (all_of F)).

(* ---------- what values are those of a state ---------- *)
Definition has_state vs s :=
  [/\ nth [::] vs (get_Counters_time _ C) = [:: get_LookupState_time _ s],
    (nth [::] vs (get_Counters_turn_n _ C) = get_LookupState_turn_n _ s /\ size (get_LookupState_turn_n _ s) = n) /\
    (nth [::] vs (get_Counters_turn_2n _ C) = get_LookupState_turn_2n _ s /\ size (get_LookupState_turn_2n _ s) = (2 * n)%N),
    (nth [::] vs (size nodes2) = get_LookupState_query _ s /\ size (get_LookupState_query _ s) = n) /\
    (nth [::] vs (size nodes4) = get_LookupState_matches _ s /\ size (get_LookupState_matches _ s) = n.+1),
    nth [::] vs (size nodes6) = [:: get_LookupState_started_on _ s] &
    size (get_LookupState_registers _ s) = n /\
    forall k, (k < n)%N -> nth [::] vs (nth 0%N (get_Copied_registers _ K) k) = [:: nth 0 (get_LookupState_registers _ s) k]].
(* What other lines say after a token, by the state after it. *)
Definition has_lines vs s :=
  let size_ := f_multiple (all_of F) n (1 : F) in
  let ip := f_reaches (all_of F) (get_LookupState_time _ s) size_ steps in
  let ic := f_reaches (all_of F) (f_count_of (all_of F) (get_LookupState_turn_2n _ s)) size_ steps in
  let icp := f_copies (all_of F) ip ic steps in
  [/\ nth [::] vs (get_Modes_is_prompt _ M) = [:: ip], nth [::] vs (get_Modes_is_compare_mode _ M) = [:: ic],
    nth [::] vs (get_Modes_is_copy_mode _ M) = [:: icp] /\
    nth [::] vs (size nodes1) = [:: f_begins (all_of F) icp (f_count_of (all_of F) (get_LookupState_turn_n _ s)) steps],
    nth [::] vs (size nodes3) = [:: nth 0 (get_LookupState_matches _ s) n] &
    nth [::] vs (size nodes5) = [:: f_reaches (all_of F) (nsum (all_of F) 0 [seq b | b <- take n (get_LookupState_matches _ s)]) size_ steps]].

Lemma places_at x k : (k < n)%N -> nth 0 (f_places (all_of F) n x gains) k = f_equals (all_of F) (f_count_of (all_of F) x) (f_multiple (all_of F) k 1) steps.
Proof. by move=> hk; rewrite /f_places /iota_to subn0 (nth_map 0%N) ?size_iota // nth_iota. Qed.
Lemma selected_sum y x (v : nat -> F) : size x = n -> (forall k, (k < n)%N -> f_kept (all_of F) (nth 0 y k) (nth 0 x k) gains = v k) ->
  f_selected (all_of F) y x gains = \sum_(k <- iota 0 n) v k.
Proof.
move=> sx h; rewrite /f_selected nsumE add0r (map_of_enumerated (fun i a => f_kept (all_of F) (f_entry_of (all_of F) y i) a gains)) sx big_map.
by apply: eq_big_seq => k; rewrite mem_iota add0n => /andP[_ hk]; exact: h.
Qed.
Lemma next_holds olds s a : has_state olds s -> let s' := f_lookup_step (all_of F) n gains s a in
  [/\ has_state (known olds [:: a] nodes9) s', has_lines (known olds [:: a] nodes9) s' &
    nth [::] (known olds [:: a] nodes9) (size nodes9) = [:: f_lookup_output (all_of F) n gains s']].
Proof.
move=> [e_time [[e_n s_n] [e_2n s_2n]] [[e_q s_q] [e_m s_m]] e_on [s_r e_r]] s'.
pose at_ := f_places (all_of F) n (f_turned (all_of F) (get_LookupState_turn_n _ s)) gains.
pose c := f_count_of (all_of F) (f_turned (all_of F) (get_LookupState_turn_n _ s)).
pose size_ := f_multiple (all_of F) n (1 : F); pose time := get_LookupState_time _ s + 1.
pose ip := f_reaches (all_of F) time size_ steps.
pose ic := f_reaches (all_of F) (f_count_of (all_of F) (f_turned (all_of F) (get_LookupState_turn_2n _ s))) size_ steps.
pose icp := f_copies (all_of F) ip ic steps.
pose q' := f_with_token (all_of F) (get_LookupState_query _ s) at_ ip a gains.
pose match_ := f_both (all_of F) (f_equals (all_of F) a (f_selected (all_of F) at_ q' gains) steps) ic steps.
pose m' := drop 1 (get_LookupState_matches _ s) ++ [:: match_].
pose all_ := f_reaches (all_of F) (nsum (all_of F) 0 [seq b | b <- take n m']) size_ steps.
pose o' := get_LookupState_started_on _ s + f_kept (all_of F) (f_both (all_of F) all_ (f_begins (all_of F) icp c steps) steps) time gains.
pose on_ := f_is_on (all_of F) icp time o' size_ steps.
pose r' := [seq (let '(i, b) := p in b + f_kept (all_of F) (f_on (all_of F) (f_both (all_of F) on_ (f_entry_of (all_of F) at_ i) steps) steps) a gains)
  | p <- enumerated F (get_LookupState_registers _ s)].
have Es : s' = make_LookupState (all_of F) time (f_turned (all_of F) (get_LookupState_turn_n _ s)) (f_turned (all_of F) (get_LookupState_turn_2n _ s)) q' m' o' r' by [].
have at_k k : (k < n)%N -> nth 0 at_ k = f_equals (all_of F) c (f_multiple (all_of F) k 1) steps by exact: places_at.
have Eq : asked_now (get_LookupState_query _ s) ip c a n gains = q'.
  rewrite /q' /f_with_token (map_of_enumerated (fun i b => b + f_kept (all_of F) (f_entry_of (all_of F) at_ i) _ gains)) s_q.
  by apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk]; rewrite /f_entry_of at_k.
have s_q' : size q' = n by rewrite -Eq size_mkseq.
have Em : matches_now q' ic c a n gains = match_.
  by rewrite /match_ (@selected_sum at_ q' (fun k => f_kept (all_of F) (f_equals (all_of F) c (f_multiple (all_of F) k 1) steps) (nth 0 q' k) gains)) // => k /at_k->.
have Ed : mkseq (fun k => nth 0 (get_LookupState_matches _ s) k.+1) n = drop 1 (get_LookupState_matches _ s).
  apply: (@eq_from_nth _ 0) => [|k]; rewrite size_mkseq; first by rewrite size_drop s_m subn1.
  by move=> hk; rewrite nth_mkseq // nth_drop.
have s_m' : size m' = n.+1 by rewrite /m' size_cat size_drop s_m subn1 addn1.
have Ea : \sum_(k <- iota 0 n) nth 0 m' k = nsum (all_of F) 0 [seq b | b <- take n m'].
  rewrite nsumE add0r map_id; have -> : take n m' = mkseq (nth 0 m') n.
    apply: (@eq_from_nth _ 0) => [|k]; rewrite size_take s_m' ltnSn ?size_mkseq // => hk.
    by rewrite nth_take // nth_mkseq.
  by rewrite big_map.
have s_r' : size r' = n by rewrite size_map /enumerated size_zip size_iota s_r minnn.
have r_k k : (k < n)%N -> nth 0 r' k = nth 0 (get_LookupState_registers _ s) k + f_kept (all_of F) (f_on (all_of F) (f_both (all_of F) on_ (nth 0 at_ k) steps) steps) a gains.
  by move=> hk; rewrite /r' (map_of_enumerated (fun i b => b + f_kept (all_of F) (f_on (all_of F) (f_both (all_of F) on_ (f_entry_of (all_of F) at_ i) steps) steps) a gains)) s_r nth_mkseq.
have := counters_hold [:: a] e_time e_n s_n e_2n s_2n; cbv zeta; rewrite -/C => -[h_time [h_n h_2n] h_mod h_mod2].
have := modes_hold n steps h_time h_mod h_mod2; cbv zeta; rewrite -/M -/nodes1 -/time -/size_ -/ip -/ic -/icp -/c => -[g1 h_p h_c h_copy h_first]; more g1.
have h_x := holds_token olds [:: a] nodes1.
have := query_writes n gains h_x h_p h_mod; rewrite -/nodes2 e_q Eq => -[g2 h_q]; more g2.
have := matching_writes n gains h_x h_q h_mod h_c; rewrite -/nodes3 Em => -[g3 h_match]; more g3.
have := buffer_writes n h_match; rewrite -/nodes4 e_m Ed -/m' => -[g4 h_buffer]; more g4.
have := all_matching_one n steps h_buffer; rewrite -/nodes5 Ea -/size_ -/all_ => -[g5 h_all]; more g5.
have := started_one gains h_all h_first h_time; rewrite -/nodes6 e_on [nth 0 [:: _] 0]/= -/o' => -[g6 h_on]; more g6.
have := on_one n steps h_on h_copy h_time; rewrite -/nodes7 -/size_ -/on_ => -[g7 h_copies]; more g7.
have := copied_hold n gains h_x h_copies h_mod; cbv zeta; rewrite -/K => -[g8 so h_regs h_outs]; more g8.
have := concat_writes so h_outs; rewrite -/nodes8 => -[g9 h_parts]; more g9.
have := total_one n h_parts; rewrite -/nodes9 => -[g10 h_out]; more g10.
have reg_k k : (k < n)%N -> register_now olds (nth 0%N (get_Copied_registers _ K) k) a on_ (f_equals (all_of F) c (f_multiple (all_of F) k 1) steps) gains = nth 0 r' k.
  by move=> hk; rewrite r_k // at_k // /register_now e_r.
rewrite Es; split.
- split; [by case: h_time | | | by case: h_on | split=> // k hk].
  + by split; split; [case: h_n | rewrite /f_turned size_take /= s_n ltnSn | case: h_2n | rewrite /f_turned size_take /= s_2n ltnSn].
  + by split; split; [case: h_q | | case: h_buffer |].
  by have [_ ->] := h_regs k hk; rewrite reg_k.
- have last_m : nth 0 m' n = match_ by rewrite /m' nth_cat size_drop s_m subn1 ltnn subnn.
  split; [by case: h_p | by case: h_c | by split; [case: h_copy | case: h_first] | | by case: h_all].
  by rewrite last_m; case: h_match.
have [_ ->] := h_out; apply: (congr1 (fun v => [:: v])); rewrite /f_lookup_output.
rewrite (@selected_sum _ r' (fun k => nth 0 (mkseq (fun k => f_kept (all_of F) (f_on (all_of F) (f_equals (all_of F) c (f_multiple (all_of F) k 1) steps) steps)
  (register_now olds (nth 0%N (get_Copied_registers _ K) k) a on_ (f_equals (all_of F) c (f_multiple (all_of F) k 1) steps) gains) gains) n) k)) //.
move=> k hk; rewrite nth_mkseq // reg_k //; congr (f_kept _ _ _ _).
rewrite (nth_map 0) ?places_at // /f_places size_map /iota_to subn0 size_iota //.
Qed.

(* ---------- before the first token ---------- *)
Let firsts := [::] :: map (f_node_first (all_of F)) nodes9.
Lemma grows_all : [/\ grows (get_Counters_nodes _ C) nodes9, grows nodes2 nodes9, grows nodes4 nodes9, grows nodes6 nodes9 &
  grows (get_Copied_nodes _ K) nodes9].
Proof.
have g9 : grows (get_Copied_nodes _ K) nodes9 by do 2!apply: grows_end; exact: grows_refl.
have [g8 _] := copied_registers nodes7 (size nodes7) (get_Counters_mod_n _ C) n gains.
have g7 : grows nodes6 nodes7 by unfold nodes7, f_on_written; cbv zeta; apply: both_grows; apply: larger_grows; apply: grows_end; exact: grows_refl.
have g6 : grows nodes4 nodes6.
  unfold nodes6, f_started_written; cbv zeta; apply: grows_end; apply: kept_grows; apply: both_grows.
  unfold nodes5, f_all_matching_written; cbv zeta; apply: above_grows; apply: grows_end; exact: grows_refl.
have g4 : grows nodes2 nodes4 by apply: grows_end; apply: matching_grows; exact: grows_refl.
have g2 : grows nodes1 nodes2.
  have [before [i [e g]]] := query_is nodes1 (get_Modes_is_prompt _ M) (get_Counters_mod_n _ C) n gains.
  by rewrite /nodes2 e; apply: grows_end.
have g1 := modes_grow C n steps; have h6 := grows_trans g7 (grows_trans g8 g9).
have h4 := grows_trans g6 h6; have h2 := grows_trans g4 h4.
by split=> //; exact: grows_trans g1 (grows_trans g2 h2).
Qed.
Lemma zeros_of k : f_zeros (all_of F) k = nseq k 0.
Proof.
apply: (@eq_from_nth _ 0) => [|i]; rewrite /f_zeros size_map /iota_to subn0 size_iota ?size_nseq // => hi.
by rewrite (nth_map 0%N) ?size_iota // nth_nseq hi.
Qed.
Lemma turning_first nodes k : grows (f_turning_written (all_of F) nodes k) nodes9 ->
  nth [::] firsts (size (f_turning_written (all_of F) nodes k)) = f_before_turning (all_of F) k.
Proof.
unfold f_turning_written; cbv zeta => g; rewrite (first_end g) /= /f_first_state -map_comp /f_before_turning.
set before := take _ _; have sb : size before = k.
  by rewrite size_take /= size_map /iota_to subn0 size_iota ltnSn.
rewrite /enumerated sb -[in LHS](@unzip1_zip _ _ (iota 0 k) before) ?sb ?size_iota //.
rewrite /iota_to subn0 -[in RHS](@unzip1_zip _ _ (iota 0 k) before) ?sb ?size_iota // /unzip1 -map_comp.
rewrite -/(unzip1 _) unzip1_zip ?sb ?size_iota //; by apply: eq_map => -[i j].
Qed.
Lemma first_holds : has_state firsts (f_first_lookup_state (all_of F) n).
Proof.
have [gC g2 g4 g6 gK] := grows_all.
have C1 : grows (f_time_written (all_of F) [::]) (get_Counters_nodes _ C) by do 4!apply: grows_end; exact: grows_refl.
have C2 : grows (f_turning_written (all_of F) (f_time_written (all_of F) [::]) n) (get_Counters_nodes _ C) by do 3!apply: grows_end; exact: grows_refl.
set c3 := f_counted_written (all_of F) (f_turning_written (all_of F) (f_time_written (all_of F) [::]) n) (get_Counters_turn_n _ C) n.
have C4 : grows (f_turning_written (all_of F) c3 (2 * n)) (get_Counters_nodes _ C) by apply: grows_end; exact: grows_refl.
have size_turn k : size (f_before_turning (all_of F) k) = k by rewrite /f_before_turning size_map /iota_to size_iota subn0.
unfold f_first_lookup_state; split; cbv beta iota delta [get_LookupState_time get_LookupState_turn_n get_LookupState_turn_2n get_LookupState_query get_LookupState_matches get_LookupState_started_on get_LookupState_registers].
- by move: (grows_trans C1 gC); unfold f_time_written; cbv zeta => g; exact: (first_end g).
- split; split; [exact: (turning_first (grows_trans C2 gC)) | exact: size_turn | exact: (turning_first (grows_trans C4 gC)) | exact: size_turn].
- rewrite !zeros_of !size_nseq addn1; split; split=> //.
    have [before [i [e g]]] := query_is nodes1 (get_Modes_is_prompt _ M) (get_Counters_mod_n _ C) n gains.
    by have := g2; rewrite /nodes2 e => h; exact: (first_added_up h).
  move: g4; unfold nodes4, f_buffer_written; cbv zeta => g; rewrite (first_end g) /= /f_first_state map_cat -map_comp.
  have -> : 0 :: nseq n (0 : F) = nseq n 0 ++ [:: 0] by rewrite -[[:: 0]]/(nseq 1 0) -nseqD addn1.
  congr (_ ++ _); apply: (@eq_from_nth _ 0) => [|k]; rewrite size_map /iota_to subn0 size_iota ?size_nseq // => hk.
  by rewrite (nth_map 0%N) ?size_iota // nth_nseq hk.
- by move: g6; unfold nodes6, f_started_written; cbv zeta => g; exact: (first_added_up g).
split=> [|k hk]; first by rewrite zeros_of size_nseq.
have [_ /(_ k hk) [before [i [-> g]]]] := copied_registers nodes7 (size nodes7) (get_Counters_mod_n _ C) n gains.
rewrite zeros_of nth_nseq hk; have := grows_trans g gK; unfold f_register_written; cbv zeta => h; exact: (first_added_up h).
Qed.

(* ---------- a run ---------- *)
Definition answers (t : T_LookupState (all_of F) * seq F) a :=
  let s := f_lookup_step (all_of F) n gains t.1 a in (s, t.2 ++ [:: f_lookup_output (all_of F) n gains s]).
Lemma program_runs xs vs os t : has_state vs t.1 -> os = [seq [:: y] | y <- t.2] ->
  (foldl (in_program program) (vs, os) [seq [:: x] | x <- xs]).2 = [seq [:: y] | y <- (foldl answers t xs).2].
Proof.
elim: xs vs os t => [|x xs IH] vs os t h e //=.
have [h' _ out] := next_holds x h.
have E : f_node_values (all_of F) program vs [:: x] = known vs [:: x] nodes9 by rewrite valuesE lookup_programE.
rewrite /in_program E; apply: IH; first exact: h'.
by rewrite e /answers map_cat -[last _ _]nth_last size_known out.
Qed.
Lemma same_outputs xs : f_scalar_outputs (all_of F) program xs = f_lookup_outputs (all_of F) n gains xs.
Proof.
rewrite /f_scalar_outputs; cbv zeta; rewrite in_programE.
rewrite (@program_runs xs _ _ (f_first_lookup_state (all_of F) n, [::])) //; last exact: first_holds.
rewrite -map_comp map_id_in // /f_lookup_outputs /f_outputs_from; cbv zeta.
by rewrite (fold_same (g := answers)); [case: foldl | case].
Qed.
End Lookup.
