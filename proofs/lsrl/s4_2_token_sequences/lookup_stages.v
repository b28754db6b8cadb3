(* The nodes of Listing 2 compute what its formulas say, and a run of it is theirs. *)
Section Loops.
Variable F : realFieldType.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes more : seq (T_any_LinNode (all_of F))) (x : seq F) (a b c : F).
Lemma multiple_of k a : f_multiple (all_of F) k a = a *+ k.
Proof.
rewrite /f_multiple nsumE add0r big_map /iota_to subn0 big_const_seq count_predT size_iota.
exact: iter_addr_0.
Qed.
Lemma total_one nodes i x n : holds olds token nodes i x ->
  writes olds token nodes (f_total_written (all_of F) nodes i n) [:: \sum_(k <- iota 0 n) nth 0 x k].
Proof.
move=> h; rewrite /f_total_written; set f := make_Form _ _ _.
apply: writes_eq (writes_forms (fun _ => f) 1 h); apply: (congr1 (fun v => [:: v])).
by rewrite valueE addr0 /f_ones /iota_to subn0 big_map; apply: eq_bigr => k _ /=; rewrite mul1r.
Qed.
Lemma concat_writes nodes parts (v : nat -> F) n : size parts = n ->
  (forall k, (k < n)%N -> holds olds token nodes (nth 0%N parts k) [:: v k]) ->
  writes olds token nodes (nodes ++ [:: of_any_LinNode_ConcatNode (all_of F) (make_ConcatNode (all_of F) parts)]) (mkseq v n).
Proof.
move=> sp h; apply: writes_eq (writes_node olds token nodes _); rewrite /=.
have -> : parts = mkseq (nth 0%N parts) n by rewrite -sp mkseq_nth.
rewrite -map_comp /mkseq; elim: {sp} n h => [|n IH] h //.
rewrite -(addn1 n) iotaD !map_cat flatten_cat IH; last by move=> k hk; apply: h; rewrite ltnS ltnW.
by congr (_ ++ _); rewrite /= map_id (holds_vector (h n (ltnSn n))).
Qed.
(* a loop that writes a value for each k, and keeps which it is *)
Lemma parts_loop (write : seq (T_any_LinNode (all_of F)) -> nat -> seq (T_any_LinNode (all_of F))) (v : nat -> F) nodes n :
  (forall ns k, grows nodes ns -> (k < n)%N -> writes olds token ns (write ns k) [:: v k]) ->
  let r := foldl (fun s k => (write s.1 k, s.2 ++ [:: size (write s.1 k)])) (nodes, [::]) (iota 0 n) in
  [/\ grows nodes r.1, size r.2 = n & forall k, (k < n)%N -> holds olds token r.1 (nth 0%N r.2 k) [:: v k]].
Proof.
elim: n => [|n IH] h; first by split=> //; exact: grows_refl.
have [g s {}IH] := IH (fun ns k g l => h ns k g (ltnW l)).
rewrite -(addn1 n) iotaD foldl_cat /=; set r := foldl _ _ _ in g s IH *.
have [g1 h1] := h r.1 n g (ltnSn n); split; first exact: grows_trans g g1.
  by rewrite size_cat s.
move=> k; rewrite addn1 ltnS leq_eqVlt => /orP[/eqP-> | hk]; first by rewrite nth_cat s ltnn subnn.
by rewrite nth_cat s hk; exact: holds_more g1 (IH k hk).
Qed.
End Loops.

Section Stages.
Variable F : realFieldType.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes more : seq (T_any_LinNode (all_of F))) (x : seq F) (a b c p : F) (gains : T_Gains (all_of F)).
Lemma chosen_one nodes i k x : holds olds token nodes i x ->
  writes olds token nodes (f_chosen (all_of F) nodes i k 1) [:: nth 0 x k].
Proof.
move=> h; apply: writes_eq (writes_forms (fun j => f_coordinate (all_of F) (k + j)) 1 h).
by apply: (congr1 (fun v => [:: v])); rewrite value_at addn0.
Qed.
Lemma kept_at_one nodes j k i gains a c : holds olds token nodes j [:: c] -> holds olds token nodes i [:: a] ->
  writes olds token nodes (f_kept_at_written (all_of F) nodes j k i gains)
    [:: f_kept (all_of F) (f_equals (all_of F) c (f_multiple (all_of F) k 1) (get_Gains_steps _ gains)) a gains].
Proof.
move=> hc ha; unfold f_kept_at_written; cbv zeta; begin_writing.
next (is_at_one k (get_Gains_steps _ gains) hc); compare_one; done_writing; by [].
Qed.
Lemma entry_at_one nodes j k i gains x c : holds olds token nodes j [:: c] -> holds olds token nodes i x ->
  writes olds token nodes (f_entry_at_written (all_of F) nodes j k i gains)
    [:: f_kept (all_of F) (f_equals (all_of F) c (f_multiple (all_of F) k 1) (get_Gains_steps _ gains)) (nth 0 x k) gains].
Proof.
move=> hc hx; unfold f_entry_at_written; cbv zeta; begin_writing.
next (is_at_one k (get_Gains_steps _ gains) hc); next (chosen_one k hx); compare_one; done_writing; by [].
Qed.
Definition asked_now (y : seq F) p c a n gains := let steps := get_Gains_steps _ gains in mkseq (fun k => nth 0 y k +
    f_kept (all_of F) (f_equals (all_of F) c (f_multiple (all_of F) k 1) steps) (f_kept (all_of F) (f_off (all_of F) p steps) a gains) gains) n.
Lemma query_writes nodes i j n gains a p c : holds olds token nodes 0 [:: a] -> holds olds token nodes i [:: p] -> holds olds token nodes j [:: c] ->
  writes olds token nodes (f_query_written (all_of F) nodes i j n gains)
    (asked_now (nth [::] olds (size (f_query_written (all_of F) nodes i j n gains))) p c a n gains).
Proof.
move=> ha hp hc; unfold f_query_written; cbv zeta; begin_writing; do 2!compare_one.
rewrite /iota_to subn0 (fold_same (g := fun s k => (f_kept_at_written (all_of F) s.1 j k (size ns0) gains,
  s.2 ++ [:: size (f_kept_at_written (all_of F) s.1 j k (size ns0) gains)]))); last by case.
have step ms k : grows ns0 ms -> (k < n)%N -> writes olds token ms (f_kept_at_written (all_of F) ms j k (size ns0) gains)
    [:: f_kept (all_of F) (f_equals (all_of F) c (f_multiple (all_of F) k 1) (get_Gains_steps _ gains)) (f_kept (all_of F) (f_off (all_of F) p (get_Gains_steps _ gains)) a gains) gains].
  by move=> g' _; more g'; exact: kept_at_one.
have := parts_loop step; move: (foldl _ _ _) => [ms parts]; cbv beta iota zeta delta [fst snd]; move=> [g' sp hk]; more g'.
next (concat_writes sp hk); next (added_up_writes n h1); done_writing.
by apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ l]; rewrite nth_mkseq.
Qed.
Definition matches_now q p c a n gains := let steps := get_Gains_steps _ gains in
  f_both (all_of F) (f_equals (all_of F) a (\sum_(k <- iota 0 n) f_kept (all_of F) (f_equals (all_of F) c (f_multiple (all_of F) k 1) steps) (nth 0 q k) gains) steps) p steps.
Lemma matching_writes nodes i j l n gains q a p c : holds olds token nodes 0 [:: a] -> holds olds token nodes i q ->
  holds olds token nodes j [:: c] -> holds olds token nodes l [:: p] ->
  writes olds token nodes (f_matching_written (all_of F) nodes i j l n gains) [:: matches_now q p c a n gains].
Proof.
move=> ha hq hc hp; unfold f_matching_written; cbv zeta; begin_writing.
rewrite /iota_to subn0 (fold_same (g := fun s k => (f_entry_at_written (all_of F) s.1 j k i gains,
  s.2 ++ [:: size (f_entry_at_written (all_of F) s.1 j k i gains)]))); last by case.
have step ms k : grows nodes ms -> (k < n)%N -> writes olds token ms (f_entry_at_written (all_of F) ms j k i gains)
    [:: f_kept (all_of F) (f_equals (all_of F) c (f_multiple (all_of F) k 1) (get_Gains_steps _ gains)) (nth 0 q k) gains].
  by move=> g' _; more g'; exact: entry_at_one.
have := parts_loop step; move: (foldl _ _ _) => [ms parts]; cbv beta iota zeta delta [fst snd]; move=> [g' sp hk]; more g'.
next (concat_writes sp hk); next (total_one n h); next (equals_one (get_Gains_steps _ gains) ha h0); compare_one; done_writing.
apply: (congr1 (fun s => [:: f_both (all_of F) (f_equals (all_of F) a s (get_Gains_steps _ gains)) p (get_Gains_steps _ gains)])).
apply: eq_big_seq => k.
by rewrite mem_iota add0n => /andP[_ lk]; rewrite nth_mkseq.
Qed.
Lemma all_matching_one nodes i x n steps : holds olds token nodes i x ->
  writes olds token nodes (f_all_matching_written (all_of F) nodes i n steps)
    [:: f_reaches (all_of F) (\sum_(k <- iota 0 n) nth 0 x k) (f_multiple (all_of F) n 1) steps].
Proof.
move=> h; unfold f_all_matching_written; cbv zeta; begin_writing; next (total_one n h); compare_one; done_writing; by [].
Qed.
Lemma added_up_one nodes i a : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_added_up (all_of F) nodes i 1) [:: nth 0 (nth [::] olds (size (f_added_up (all_of F) nodes i 1))) 0 + a].
Proof. exact: (added_up_writes 1). Qed.
Lemma started_one nodes i j gains a b t : holds olds token nodes (size nodes) [:: a] -> holds olds token nodes i [:: b] -> holds olds token nodes j [:: t] ->
  writes olds token nodes (f_started_written (all_of F) nodes i j gains)
    [:: nth 0 (nth [::] olds (size (f_started_written (all_of F) nodes i j gains))) 0 + f_kept (all_of F) (f_both (all_of F) a b (get_Gains_steps _ gains)) t gains].
Proof.
move=> ha hb ht; unfold f_started_written; cbv zeta; begin_writing; do 2!compare_one; next (added_up_one h0); done_writing; by [].
Qed.
Lemma on_one nodes i j n steps a b t : holds olds token nodes (size nodes) [:: a] -> holds olds token nodes i [:: b] -> holds olds token nodes j [:: t] ->
  writes olds token nodes (f_on_written (all_of F) nodes i j n steps) [:: f_is_on (all_of F) b t a (f_multiple (all_of F) n 1) steps].
Proof.
move=> ha hb ht; unfold f_on_written; cbv zeta; begin_writing; do ![compare_one]; done_writing; by [].
Qed.
Lemma register_one nodes i j gains a b c : holds olds token nodes 0 [:: a] -> holds olds token nodes i [:: b] -> holds olds token nodes j [:: c] ->
  writes olds token nodes (f_register_written (all_of F) nodes i j gains)
    [:: nth 0 (nth [::] olds (size (f_register_written (all_of F) nodes i j gains))) 0 +
      f_kept (all_of F) (f_on (all_of F) (f_both (all_of F) b c (get_Gains_steps _ gains)) (get_Gains_steps _ gains)) a gains].
Proof.
move=> ha hb hc; unfold f_register_written; cbv zeta; begin_writing; do 3!compare_one; next (added_up_one h1); done_writing; by [].
Qed.
Lemma put_out_one nodes i gains a c : holds olds token nodes (size nodes) [:: a] -> holds olds token nodes i [:: c] ->
  writes olds token nodes (f_put_out_written (all_of F) nodes i gains) [:: f_kept (all_of F) (f_on (all_of F) c (get_Gains_steps _ gains)) a gains].
Proof.
move=> ha hc; unfold f_put_out_written; cbv zeta; begin_writing; do 2!compare_one; done_writing; by [].
Qed.
End Stages.
Section States.
Variable F : realFieldType.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes more : seq (T_any_LinNode (all_of F))) (x : seq F) (a b c p : F) (gains : T_Gains (all_of F)).
Lemma map_of_enumerated (G : nat -> F -> F) x : map (fun '(i, a) => G i a) (enumerated _ x) = mkseq (fun i => G i (nth 0 x i)) (size x).
Proof.
have -> : enumerated _ x = [seq (i, nth 0 x i) | i <- iota 0 (size x)].
  by rewrite /enumerated -{2}(mkseq_nth 0 x) /mkseq -{1}(map_id (iota 0 (size x))); exact: zip_map.
by rewrite -map_comp.
Qed.
Lemma writes_state nodes i x es : holds olds token nodes i x ->
  writes olds token nodes (nodes ++ [:: of_any_LinNode_LinStateNode (all_of F) (make_LinStateNode (all_of F) i es)])
    (f_next_state (all_of F) es (nth [::] olds (size nodes).+1) x).
Proof. by move=> h; apply: writes_eq (writes_node olds token nodes _); rewrite /= (holds_vector h). Qed.
Lemma one_more nodes (node : T_any_LinNode (all_of F)) : (size nodes).+1 = size (nodes ++ [:: node]).
Proof. by rewrite size_cat addn1. Qed.
Lemma time_one nodes : writes olds token nodes (f_time_written (all_of F) nodes)
  [:: nth 0 (nth [::] olds (size (f_time_written (all_of F) nodes))) 0 + 1].
Proof.
unfold f_time_written; cbv zeta; set one := of_any_LinNode_LinNode _ _; begin_writing.
have w : writes olds token nodes (nodes ++ [:: one]) [:: 1].
  apply: writes_eq (writes_node olds token nodes one); apply: (congr1 (fun v => [:: v])).
  by rewrite valueE big_nil add0r.
next w; rewrite -one_more; have := writes_state [:: make_Entry (all_of F) [:: (0%N, n1 (all_of F))] (f_coordinate (all_of F) 0) (nopp (all_of F) (n1 (all_of F)))] h.
move=> [g1 h1]; split; first exact: grows_trans H g1.
move: h1; rewrite /f_next_state; set v := map _ _ => h1; rewrite (_ : [:: _] = v) //.
rewrite /v; apply: (congr1 (fun v => [:: v])).
by rewrite [get_Entry_fed _ _]/= [get_Entry_past _ _]/= value_at dotE big_seq1 /= mul1r.
Qed.
Definition turned_in n x := take n (nth 0 x n.-1 :: mkseq (nth 0 x) n).
Lemma turned_inE n x : size x = n -> turned_in n x = f_turned (all_of F) x.
Proof.
by move=> <-; rewrite /turned_in /f_turned mkseq_nth nth_last.
Qed.
Lemma turning_writes nodes n : writes olds token nodes (f_turning_written (all_of F) nodes n)
  (turned_in n (nth [::] olds (size (f_turning_written (all_of F) nodes n)))).
Proof.
unfold f_turning_written; cbv zeta; set es := map _ (enumerated _ _); rewrite -one_more.
apply: writes_eq (writes_state es (holds_token olds token nodes)); rewrite /f_next_state /es -map_comp.
set old := nth [::] olds _; set before := take _ _.
have E : before = take n (n.-1 :: iota 0 n).
  rewrite /before map_id /iota_to subn0; case: n {es before} => // n.
  by rewrite -[last 0%N _]nth_last size_iota nth_iota.
transitivity (map (nth 0 old) before); last by rewrite E /turned_in map_take.
rewrite /enumerated -[in RHS](@unzip2_zip _ _ (iota 0 (size before)) before) ?size_iota // /unzip2 -map_comp.
by apply: eq_map => -[i k] /=; rewrite /f_value /= dot_nil dotE big_seq1 /= mul1r !addr0.
Qed.
Definition count_in n x := \sum_(k <- iota 1 (n - 1)) f_multiple (all_of F) k 1 * nth 0 x k.
Lemma counted_one nodes i x n : holds olds token nodes i x ->
  writes olds token nodes (f_counted_written (all_of F) nodes i n) [:: count_in n x].
Proof.
move=> h; unfold f_counted_written; cbv zeta; set f := make_Form _ _ _.
apply: writes_eq (writes_forms (fun _ => f) 1 h); apply: (congr1 (fun v => [:: v])).
by rewrite valueE addr0 /iota_to big_map.
Qed.
Lemma count_inE n x : size x = n -> count_in n x = f_count_of (all_of F) x.
Proof.
move=> <-; rewrite /f_count_of nsumE add0r map_of_enumerated big_map /count_in; case: (size x) => [|m]; first by rewrite !big_nil.
rewrite [iota 0 m.+1]/= big_cons multiple_of mulr0n add0r subn1; apply: eq_bigr => k _.
by rewrite !multiple_of mulr_natl.
Qed.
Lemma buffer_writes nodes i n a : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_buffer_written (all_of F) nodes i n)
    (mkseq (fun k => nth 0 (nth [::] olds (size (f_buffer_written (all_of F) nodes i n))) k.+1) n ++ [:: a]).
Proof.
move=> h; unfold f_buffer_written; cbv zeta; rewrite -one_more; set es := (_ ++ [:: make_Entry _ _ _ _]).
apply: writes_eq (writes_state es h); rewrite /f_next_state /es map_cat /iota_to subn0 -map_comp; congr (_ ++ _).
  apply: eq_map => k; rewrite /comp [get_Entry_fed _ _]/= [get_Entry_past _ _]/= dotE big_seq1 addn1.
  by rewrite valueE big_nil /= addr0 mul1r addr0.
apply: (congr1 (fun v => [:: v])); rewrite [get_Entry_fed _ _]/= [get_Entry_past _ _]/= dot_nil value_at /=.
exact: add0r.
Qed.
End States.
Section Parts.
Variable F : realFieldType.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes more : seq (T_any_LinNode (all_of F))) (x : seq F) (a b c p t : F) (steps : T_Steps (all_of F)) (gains : T_Gains (all_of F)).
Lemma counters_hold n t u w : let C := f_counters_written (all_of F) n in
  nth [::] olds (get_Counters_time _ C) = [:: t] -> nth [::] olds (get_Counters_turn_n _ C) = u -> size u = n ->
  nth [::] olds (get_Counters_turn_2n _ C) = w -> size w = (2 * n)%N ->
  let nodes := get_Counters_nodes _ C in
  [/\ holds olds token nodes (get_Counters_time _ C) [:: t + 1],
    holds olds token nodes (get_Counters_turn_n _ C) (f_turned (all_of F) u) /\
    holds olds token nodes (get_Counters_turn_2n _ C) (f_turned (all_of F) w),
    holds olds token nodes (get_Counters_mod_n _ C) [:: f_count_of (all_of F) (f_turned (all_of F) u)] &
    holds olds token nodes (get_Counters_mod_2n _ C) [:: f_count_of (all_of F) (f_turned (all_of F) w)]].
Proof.
unfold f_counters_written; cbv beta iota zeta delta [get_Counters_nodes get_Counters_time get_Counters_turn_n get_Counters_turn_2n get_Counters_mod_n get_Counters_mod_2n].
have size_turned x : size (f_turned (all_of F) x) = size x by rewrite /f_turned size_take /= ltnSn.
have := time_one olds token [::]; move: (f_time_written _ _) => ns0 [g0 h0].
have := turning_writes olds token ns0 n; move: (f_turning_written _ _ _) => ns1 [g1 h1]; more g1.
have := counted_one n h1; move: (f_counted_written _ _ _ _) => ns2 [g2 h2]; more g2.
have := turning_writes olds token ns2 (2 * n); move: (f_turning_written _ _ _) => ns3 [g3 h3]; more g3.
have := counted_one (2 * n) h3; move: (f_counted_written _ _ _ _) => ns4 [g4 h4]; more g4.
move=> et eu su ew sw; rewrite et eu ew in h0 h1 h2 h3 h4; rewrite !turned_inE // in h1 h2 h3 h4.
by rewrite !count_inE ?size_turned // in h2 h4; split.
Qed.
Lemma modes_hold (C : T_Counters (all_of F)) n steps t b c : let nodes := get_Counters_nodes _ C in
  holds olds token nodes (get_Counters_time _ C) [:: t] -> holds olds token nodes (get_Counters_mod_n _ C) [:: b] ->
  holds olds token nodes (get_Counters_mod_2n _ C) [:: c] ->
  let M := f_modes_written (all_of F) C n steps in let more := get_Modes_nodes _ M in
  let is_prompt := f_reaches (all_of F) t (f_multiple (all_of F) n 1) steps in
  let is_compare := f_reaches (all_of F) c (f_multiple (all_of F) n 1) steps in
  let is_copy := f_copies (all_of F) is_prompt is_compare steps in
  [/\ grows nodes more, holds olds token more (get_Modes_is_prompt _ M) [:: is_prompt],
    holds olds token more (get_Modes_is_compare_mode _ M) [:: is_compare],
    holds olds token more (get_Modes_is_copy_mode _ M) [:: is_copy] &
    holds olds token more (size more) [:: f_begins (all_of F) is_copy b steps]].
Proof.
unfold f_modes_written; cbv beta iota zeta delta [get_Modes_nodes get_Modes_is_prompt get_Modes_is_compare_mode get_Modes_is_copy_mode].
move: (get_Counters_nodes _ C) (get_Counters_time _ C) (get_Counters_mod_n _ C) (get_Counters_mod_2n _ C) => nodes i j k ht hb hc.
have start := grows_refl nodes.
next (above_one (nadd (all_of F) (f_multiple (all_of F) n (n1 (all_of F))) (nopp (all_of F) (get_Steps_half (all_of F) steps))) steps ht).
next (above_one (nadd (all_of F) (f_multiple (all_of F) n (n1 (all_of F))) (nopp (all_of F) (get_Steps_half (all_of F) steps))) steps hc).
do 4!compare_one; by split.
Qed.
Definition register_now olds i a b c gains := nth 0 (nth [::] olds i) 0 +
  f_kept (all_of F) (f_on (all_of F) (f_both (all_of F) b c (get_Gains_steps _ gains)) (get_Gains_steps _ gains)) a gains.
Lemma copied_hold nodes i j n gains a b c : holds olds token nodes 0 [:: a] -> holds olds token nodes i [:: b] -> holds olds token nodes j [:: c] ->
  let K := f_copied_written (all_of F) nodes i j n gains in let more := get_Copied_nodes _ K in let steps := get_Gains_steps _ gains in
  let here k := f_equals (all_of F) c (f_multiple (all_of F) k 1) steps in
  let reg k := register_now olds (nth 0%N (get_Copied_registers _ K) k) a b (here k) gains in
  [/\ grows nodes more, size (get_Copied_outputs _ K) = n,
    forall k, (k < n)%N -> holds olds token more (nth 0%N (get_Copied_registers _ K) k) [:: reg k] &
    forall k, (k < n)%N -> holds olds token more (nth 0%N (get_Copied_outputs _ K) k) [:: f_kept (all_of F) (f_on (all_of F) (here k) steps) (reg k) gains]].
Proof.
move=> ha hb hc; unfold f_copied_written; cbv zeta; rewrite /iota_to subn0.
set step := (fun '(_, _, _) _ => _).
have loop : let r := foldl step (nodes, [::], [::]) (iota 0 n) in
  [/\ grows nodes r.1.1, size r.1.2 = n /\ size r.2 = n,
    forall k, (k < n)%N -> holds olds token r.1.1 (nth 0%N r.1.2 k) [:: register_now olds (nth 0%N r.1.2 k) a b (f_equals (all_of F) c (f_multiple (all_of F) k 1) (get_Gains_steps _ gains)) gains] &
    forall k, (k < n)%N -> holds olds token r.1.1 (nth 0%N r.2 k) [:: f_kept (all_of F) (f_on (all_of F) (f_equals (all_of F) c (f_multiple (all_of F) k 1) (get_Gains_steps _ gains)) (get_Gains_steps _ gains))
      (register_now olds (nth 0%N r.1.2 k) a b (f_equals (all_of F) c (f_multiple (all_of F) k 1) (get_Gains_steps _ gains)) gains) gains]].
  elim: n => [|n IH]; first by split=> //; exact: grows_refl.
  rewrite -(addn1 n) iotaD foldl_cat add0n; move: IH; move: (foldl _ _ _) => [[ms regs] outs].
  cbv beta iota zeta delta [fst snd]; move=> [g [sr so] hr ho]; more g.
  rewrite [foldl _ _ [:: n]]/foldl /step; cbv beta iota zeta.
  next (is_at_one n (get_Gains_steps _ gains) hc); next (register_one gains ha hb h); next (put_out_one gains h0 h).
  split; [by [] | by rewrite !size_cat sr so | |].
    move=> k; rewrite addn1 ltnS leq_eqVlt nth_cat sr => /orP[/eqP-> | hk]; first by rewrite ltnn subnn.
    by rewrite hk; exact: hr.
  move=> k; rewrite addn1 ltnS leq_eqVlt !nth_cat sr so => /orP[/eqP-> | hk]; first by rewrite ltnn subnn.
  by rewrite hk; exact: ho.
move: loop; move: (foldl _ _ _) => [[ms regs] outs].
by cbv beta iota zeta delta [fst snd get_Copied_nodes get_Copied_registers get_Copied_outputs] => -[g [sr so] hr ho].
Qed.
End Parts.

(* ---------- nodes that there are stay ---------- *)
Section Growing.
Variable F : realFieldType.
Implicit Types (nodes more : seq (T_any_LinNode (all_of F))) (steps : T_Steps (all_of F)) (gains : T_Gains (all_of F)).
Lemma grows_end nodes more new : grows nodes more -> grows nodes (more ++ new).
Proof. by move=> g; apply: grows_trans g _; exists new. Qed.
Lemma combined_grows nodes more a i b j c : grows nodes more -> grows nodes (f_combined (all_of F) more a i b j c).
Proof. exact: grows_end. Qed.
Lemma ramp_grows nodes more i s : grows nodes more -> grows nodes (f_ramp_written (all_of F) more i s).
Proof. by move=> g; unfold f_ramp_written; cbv zeta; apply: combined_grows; do 5!apply: grows_end. Qed.
Lemma above_grows nodes more i c s : grows nodes more -> grows nodes (f_above_written (all_of F) more i c s).
Proof. by move=> g; unfold f_above_written; cbv zeta; apply: ramp_grows; exact: grows_end. Qed.
Lemma below_grows nodes more i c s : grows nodes more -> grows nodes (f_below_written (all_of F) more i c s).
Proof. by move=> g; unfold f_below_written; cbv zeta; apply: ramp_grows; exact: grows_end. Qed.
Lemma larger_grows nodes more i j s : grows nodes more -> grows nodes (f_larger_written (all_of F) more i j s).
Proof. by move=> g; unfold f_larger_written; cbv zeta; apply: ramp_grows; exact: combined_grows. Qed.
Lemma both_grows nodes more i j s : grows nodes more -> grows nodes (f_both_written (all_of F) more i j s).
Proof. by move=> g; unfold f_both_written; cbv zeta; do 2!apply: grows_end; apply: combined_grows; do 2!apply: ramp_grows. Qed.
Lemma is_at_grows nodes more i k s : grows nodes more -> grows nodes (f_is_at_written (all_of F) more i k s).
Proof. by move=> g; unfold f_is_at_written; cbv zeta; apply: both_grows; apply: below_grows; exact: above_grows. Qed.
Lemma equals_grows nodes more i j s : grows nodes more -> grows nodes (f_equals_written (all_of F) more i j s).
Proof. by move=> g; unfold f_equals_written; cbv zeta; apply: both_grows; do 2!(apply: larger_grows; apply: grows_end). Qed.
Lemma kept_grows nodes more i j s : grows nodes more -> grows nodes (f_kept_if_written (all_of F) more i j s).
Proof. by move=> g; unfold f_kept_if_written; cbv zeta; apply: grows_end; apply: combined_grows; do 2!apply: grows_end. Qed.
Lemma kept_at_grows nodes more i j k s : grows nodes more -> grows nodes (f_kept_at_written (all_of F) more i j k s).
Proof. by move=> g; unfold f_kept_at_written; cbv zeta; apply: kept_grows; exact: is_at_grows. Qed.
Lemma entry_at_grows nodes more i j k s : grows nodes more -> grows nodes (f_entry_at_written (all_of F) more i j k s).
Proof. by move=> g; unfold f_entry_at_written; cbv zeta; apply: kept_grows; apply: grows_end; exact: is_at_grows. Qed.
Lemma register_grows nodes more i j s : grows nodes more -> grows nodes (f_register_written (all_of F) more i j s).
Proof. by move=> g; unfold f_register_written; cbv zeta; apply: grows_end; apply: kept_grows; apply: above_grows; exact: both_grows. Qed.
Lemma put_out_grows nodes more i s : grows nodes more -> grows nodes (f_put_out_written (all_of F) more i s).
Proof. by move=> g; unfold f_put_out_written; cbv zeta; apply: kept_grows; exact: above_grows. Qed.
Lemma parts_grow nodes (write : seq (T_any_LinNode (all_of F)) -> nat -> seq (T_any_LinNode (all_of F))) ks s0 :
  (forall more k, grows nodes more -> grows nodes (write more k)) -> grows nodes s0.1 ->
  grows nodes (foldl (fun '(ns, ps) k => (write ns k, ps ++ [:: size (write ns k)])) s0 ks).1.
Proof. by move=> h; elim: ks s0 => [|k ks IH] [ns ps] //= g; apply: IH; exact: h. Qed.
Lemma query_is nodes i j n gains : exists before k, f_query_written (all_of F) nodes i j n gains = f_added_up (all_of F) before k n /\ grows nodes before.
Proof.
unfold f_query_written; cbv zeta.
have := @parts_grow nodes (fun ns k => f_kept_at_written (all_of F) ns j k (size (f_kept_if_written (all_of F) (f_below_written (all_of F) nodes i (get_Steps_half (all_of F) (get_Gains_steps (all_of F) gains)) (get_Gains_steps (all_of F) gains))
  (size (f_below_written (all_of F) nodes i (get_Steps_half (all_of F) (get_Gains_steps (all_of F) gains)) (get_Gains_steps (all_of F) gains))) 0 gains)) gains) (iota_to 0 n)
  (f_kept_if_written (all_of F) (f_below_written (all_of F) nodes i (get_Steps_half (all_of F) (get_Gains_steps (all_of F) gains)) (get_Gains_steps (all_of F) gains))
  (size (f_below_written (all_of F) nodes i (get_Steps_half (all_of F) (get_Gains_steps (all_of F) gains)) (get_Gains_steps (all_of F) gains))) 0 gains, [::])
  (fun more k g => kept_at_grows _ _ _ _ g).
move: (foldl _ _ _) => [ms ps]; cbv beta iota zeta delta [fst]; move=> g.
eexists; eexists; split; first by []; apply: grows_end; apply: g; apply: kept_grows; apply: below_grows; exact: grows_refl.
Qed.
Lemma matching_grows nodes more i j l n gains : grows nodes more -> grows nodes (f_matching_written (all_of F) more i j l n gains).
Proof.
move=> g0; unfold f_matching_written; cbv zeta.
have := @parts_grow nodes (fun ns k => f_entry_at_written (all_of F) ns j k i gains) (iota_to 0 n) (more, [::]) (fun more k g => entry_at_grows _ _ _ _ g) g0.
move: (foldl _ _ _) => [ms ps]; cbv beta iota zeta delta [fst]; move=> g.
by apply: both_grows; apply: equals_grows; do 2!apply: grows_end.
Qed.
Lemma copied_registers nodes i j n gains : let K := f_copied_written (all_of F) nodes i j n gains in
  grows nodes (get_Copied_nodes _ K) /\ forall k, (k < n)%N -> exists before l,
    nth 0%N (get_Copied_registers _ K) k = size (f_register_written (all_of F) before i l gains) /\
    grows (f_register_written (all_of F) before i l gains) (get_Copied_nodes _ K).
Proof.
unfold f_copied_written; cbv zeta; rewrite /iota_to subn0; set step := (fun '(_, _, _) _ => _).
have loop : let r := foldl step (nodes, [::], [::]) (iota 0 n) in
  [/\ grows nodes r.1.1, size r.1.2 = n & forall k, (k < n)%N -> exists before l,
    nth 0%N r.1.2 k = size (f_register_written (all_of F) before i l gains) /\ grows (f_register_written (all_of F) before i l gains) r.1.1].
  elim: n => [|n IH]; first by split=> //; exact: grows_refl.
  rewrite -(addn1 n) iotaD foldl_cat add0n; move: IH; move: (foldl _ _ _) => [[ms regs] outs].
  cbv beta iota zeta delta [fst snd]; move=> [g sr src].
  rewrite [foldl _ _ [:: n]]/foldl /step; cbv beta iota zeta.
  set ns := f_is_at_written _ _ _ _ _; set reg := f_register_written _ _ _ _ _; set last_ := f_put_out_written _ _ _ _.
  have g1 : grows reg last_ by apply: put_out_grows; exact: grows_refl.
  have g2 : grows ms last_ by apply: grows_trans g1; apply: register_grows; apply: is_at_grows; exact: grows_refl.
  split; [exact: grows_trans g g2 | by rewrite size_cat sr | move=> k].
  rewrite addn1 ltnS leq_eqVlt nth_cat sr => /orP[/eqP-> | hk]; first by rewrite ltnn subnn; exists ns, (size ns).
  by rewrite hk; have [b [l [e g']]] := src k hk; exists b, l; split=> //; exact: grows_trans g' g2.
move: loop; move: (foldl _ _ _) => [[ms regs] outs].
by cbv beta iota zeta delta [fst snd get_Copied_nodes get_Copied_registers] => -[g _ src].
Qed.
Lemma modes_grow C n steps : grows (get_Counters_nodes (all_of F) C) (get_Modes_nodes _ (f_modes_written (all_of F) C n steps)).
Proof.
unfold f_modes_written; cbv beta iota zeta delta [get_Modes_nodes].
apply: both_grows; apply: below_grows; apply: both_grows; apply: grows_end; do 2!apply: above_grows; exact: grows_refl.
Qed.
Lemma first_end nodes (node : T_any_LinNode (all_of F)) more : grows (nodes ++ [:: node]) more ->
  nth [::] ([::] :: map (f_node_first (all_of F)) more) (size (nodes ++ [:: node])) = f_node_first (all_of F) node.
Proof. by move=> [new ->]; rewrite -one_more -catA; exact: first_of. Qed.
End Growing.
