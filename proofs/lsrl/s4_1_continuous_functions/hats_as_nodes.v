(* The nodes of the program of hats compute what its formulas say, and a run of it is theirs. *)
Section HatNodes.
Variable F : realFieldType.

(* ---------- formulas of values of one entry ---------- *)
Section Values.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes : seq (T_any_LinNode (all_of F))) (x y : seq F) (a b : F).
Lemma chosen_writes nodes i x start m : holds olds token nodes i x ->
  writes olds token nodes (f_chosen (all_of F) nodes i start m) (mkseq (fun k => nth 0 x (start + k)) m).
Proof.
move=> h; apply: writes_eq (writes_forms (fun k => f_coordinate (all_of F) (start + k)) m h).
by apply: eq_mkseq => k; rewrite value_at.
Qed.
Lemma larger_writes nodes i a b : holds olds token nodes (size nodes) [:: a] -> holds olds token nodes i [:: b] ->
  writes olds token nodes (f_larger_written (all_of F) nodes i) [:: a + f_relu (all_of F) (b - a)].
Proof.
move=> ha hb; rewrite /f_larger_written; have start := grows_refl nodes; written (less_one hb ha) ns1 g1 h1.
written (relu_of_writes h1) ns2 g2 h2; exact: writes_trans start (added_one ha h2).
Qed.
Lemma left_writes nodes i first a xs m : holds olds token nodes i [:: a] -> size xs = m.+1 ->
  (forall k, (k < m.+1)%N -> holds olds token nodes (first + k) [:: nth 0 xs k]) ->
  writes olds token nodes (f_left_written (all_of F) nodes i first m.+1) [:: a - f_largest_or_zero (all_of F) xs].
Proof.
move=> ha; case: xs => // x xs [sx] hx; rewrite /f_left_written; have start := grows_refl nodes.
have h0 := hx 0%N isT; rewrite addn0 in h0; written (relu_of_writes h0) ns1 g1 h1.
rewrite /iota_to subn1 /=; set step := fun ns k => f_larger_written _ _ _.
set larger := fun v b => v + f_relu (all_of F) (b - v).
have loop k : (k <= m)%N -> writes olds token ns1 (foldl step ns1 (iota 1 k)) [:: foldl larger (f_relu (all_of F) x) (take k xs)].
  elim: k => [|k IH] hk; first by split; [exact: grows_refl | rewrite take0].
  have [g h] := IH (ltnW hk); rewrite -(addn1 k) iotaD foldl_cat addn1 (take_nth 0) ?sx // -cats1 foldl_cat.
  have hk' := holds_more g (hx k.+1 hk).
  exact: writes_trans g (larger_writes h hk').
have [g h] := loop m (leqnn m); rewrite take_oversize ?sx // in h; more g.
apply: writes_trans start _; have := less_one ha h; rewrite /f_largest_or_zero /= drop0; exact.
Qed.
Lemma loop_of_one nodes i x m : holds olds token nodes i x ->
  let more := foldl (fun ns k => f_chosen (all_of F) ns i k 1) nodes (iota_to 0 m) in
  grows nodes more /\ forall k, (k < m)%N -> holds olds token more (size nodes + 1 + k) [:: nth 0 x k].
Proof.
move=> h; rewrite /iota_to subn0 addn1 /=; set step := fun _ _ => _.
have size_step k : size (foldl step nodes (iota 0 k)) = (size nodes + k)%N.
  elim: k => [|k IH]; first by rewrite addn0.
  by rewrite -(addn1 k) iotaD foldl_cat /= size_cat IH /= addnA.
elim: m => [|m [g IH]]; first by split=> //; exact: grows_refl.
rewrite -(addn1 m) iotaD foldl_cat /=; set ns1 := foldl _ _ _ in g IH *.
have [g1 h1] := chosen_writes m 1 (holds_more g h).
split=> [|k]; first exact: grows_trans g g1.
rewrite addn1 ltnS leq_eqVlt => /orP[/eqP-> | hk]; last exact: holds_more g1 (IH k hk).
move: h1; rewrite size_cat size_step /= addn1 addSn /mkseq /= addn0; exact.
Qed.
Lemma negated_loop nodes first x m : size x = m -> (forall k, (k < m)%N -> holds olds token nodes (first + k) [:: nth 0 x k]) ->
  let more := foldl (fun ns k => f_times (all_of F) ns (- 1) (first + k) 1) nodes (iota_to 0 m) in
  grows nodes more /\ forall k, (k < m)%N -> holds olds token more (size nodes + 1 + k) [:: nth 0 (map -%R x) k].
Proof.
move=> sx hx; rewrite /iota_to subn0 addn1 /=; set step := fun _ _ => _.
have size_step k : size (foldl step nodes (iota 0 k)) = (size nodes + k)%N.
  elim: k => [|k IH]; first by rewrite addn0.
  by rewrite -(addn1 k) iotaD foldl_cat /= size_cat IH /= addnA.
have: (m <= size x)%N by rewrite sx.
elim: {sx} m hx => [|m IH] hx hm; first by split=> //; exact: grows_refl.
have [g {}IH] := IH (fun k l => hx k (ltnW l)) (ltnW hm).
rewrite -(addn1 m) iotaD foldl_cat /=; set ns1 := foldl _ _ _ in g IH *.
have [g1 h1] := times_writes (- 1) 1 (holds_more g (hx m (ltnSn m))).
split=> [|k]; first exact: grows_trans g g1.
rewrite addn1 ltnS leq_eqVlt => /orP[/eqP-> | hk]; last exact: holds_more g1 (IH k hk).
move: h1; rewrite size_cat size_step /= addn1 addSn /mkseq /= mulN1r (nth_map 0) //; exact.
Qed.
Lemma hat_writes nodes i xs m : holds olds token nodes i xs -> size xs = m.+1 ->
  writes olds token nodes (f_hat_written (all_of F) nodes i m.+1) [:: f_hat (all_of F) (nth 0 token 1) xs].
Proof.
move=> hx sx; rewrite /f_hat_written; have start := grows_refl nodes.
written (chosen_writes 1 1 (holds_token olds token nodes)) ns1 g1 h1; rewrite /mkseq /= in h1.
have [g2 h2] := loop_of_one m.+1 hx; move: (size ns1) h1 h2 => delta h1 h2.
move: (foldl _ _ _) g2 h2 => ns2 g2 h2; more g2.
written (left_writes h1 sx h2) ns3 g3 h3; move: (size ns3) h3 (@negated_loop ns3 (delta + 1) xs m.+1 sx) => above h3 loop.
have [g4 h4] := loop h2; move: (foldl _ _ _) g4 h4 => ns4 g4 h4; more g4.
have sy : size (map -%R xs) = m.+1 by rewrite size_map.
written (left_writes h3 sy h4) ns5 g5 h5.
exact: writes_trans start (relu_of_writes h5).
Qed.
Lemma kept_writes nodes i x : holds olds token nodes i x ->
  writes olds token nodes (f_kept_written (all_of F) nodes i (size x))
    (mkseq (fun k => f_kept_at_query (all_of F) (nth 0 x k) (nth 0 token 0)) (size x)).
Proof.
move=> hx; rewrite /f_kept_written; have start := grows_refl nodes; move E : (size x) => m.
written (chosen_writes 0 1 (holds_token olds token nodes)) ns1 g1 h1; rewrite /mkseq /= in h1.
written (added_writes 1 hx h1 E) ns2 g2 h2; written (plus_number_writes (nopp (all_of F) (n1 (all_of F))) m h2) ns3 g3 h3.
apply: writes_trans start _; apply: writes_eq (relu_of_writes h3).
rewrite -map_comp; apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk] /=.
have e : (if m == 1%N then 1%N else m) = m by case: eqP.
by rewrite e nth_mkseq // (@place_of m k).
Qed.
Lemma weighted_writes nodes a start m : holds olds token nodes (size nodes) [:: a] ->
  writes olds token nodes (f_weighted_written (all_of F) nodes start m)
    (mkseq (fun k => f_weighted (all_of F) a (nth 0 token (start + k))) m).
Proof.
move=> ha; rewrite /f_weighted_written; have from := grows_refl nodes.
have ht := holds_token olds token nodes; move: (size nodes) ha => height ha.
written (chosen_writes start m ht) ns1 g1 h1; move: (size ns1) h1 => w h1.
have sw := size_mkseq (fun k => nth 0 token (start + k)) m; set x := mkseq _ m in h1 sw.
written (one_added ha h1 sw) ns2 g2 h2.
written (plus_number_writes (nopp (all_of F) (n1 (all_of F))) m h2) ns3 g3 h3.
written (relu_of_writes h3) ns4 g4 h4; move: (size ns4) h4 => above h4.
written (one_less ha h1 sw) ns5 g5 h5.
written (plus_number_writes (nopp (all_of F) (n1 (all_of F))) m h5) ns6 g6 h6.
written (relu_of_writes h6) ns7 g7 h7.
apply: writes_trans from _; apply: writes_eq (less_same h4 h7 _ _); last 2 first.
- by rewrite size_map size_mkseq.
- by rewrite size_map size_mkseq.
apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk].
by rewrite !(nth_map 0) ?size_mkseq // !nth_mkseq // !(nth_map 0) ?sw // /x !nth_mkseq.
Qed.
End Values.

(* ---------- the nodes of the program ---------- *)
Local Arguments f_chosen : simpl never.
Local Arguments f_kept_written : simpl never.
Local Arguments f_added_up : simpl never.
Local Arguments f_less : simpl never.
Local Arguments f_hat_written : simpl never.
Local Arguments f_weighted_written : simpl never.
Variables m e : nat.
Let d := m.+1.
Let H := f_hats_written (all_of F) d.
Let height_nodes := get_HatsWritten_nodes (all_of F) H.
Let query := get_HatsWritten_query (all_of F) H.
Let update_nodes := f_weighted_written (all_of F) height_nodes (2 + d) e.
Let all_nodes := f_added_up (all_of F) update_nodes (size update_nodes) e.
Let output := (size update_nodes).+1.
Implicit Types (olds vs : seq (seq F)) (x token q y : seq F).
Definition asked q x := mkseq (fun k => nth 0 q k + f_kept_at_query (all_of F) (nth 0 x (2 + k)) (nth 0 x 0)) d.
Definition height_at q x := f_hat (all_of F) (nth 0 x 1) (mkseq (fun k => nth 0 q k - nth 0 x (2 + k)) d).
Lemma hats_hold olds token : let q := asked (nth [::] olds query) token in
  [/\ exists nodes a, query = size (f_added_up (all_of F) nodes a d) /\ grows (f_added_up (all_of F) nodes a d) height_nodes,
  holds olds token height_nodes query q & holds olds token height_nodes (size height_nodes) [:: height_at q token]].
Proof.
rewrite /height_nodes /query /H /f_hats_written; cbv beta iota zeta delta [get_HatsWritten_nodes get_HatsWritten_query].
written (chosen_writes 2 d (holds_token olds token [::])) ns1 g1 h1; move: (size ns1) h1 => c h1.
have sc := size_mkseq (fun k => nth 0 token (2 + k)) d; set xc := mkseq _ d in h1 sc.
have := kept_writes h1; rewrite sc => w2; written w2 ns2 g2 h2.
have : exists nodes a, f_added_up (all_of F) ns2 (size ns2) d = f_added_up (all_of F) nodes a d by exists ns2, (size ns2).
move: (added_up_writes d h2); move: (f_added_up _ ns2 _ _) => ns3 [g3 h3] [before [a e3]]; more g3; have {}h3 : holds olds token ns3 (size ns3) (asked (nth [::] olds (size ns3)) token).
  have <- // : mkseq (fun i => nth 0 (nth [::] olds (size ns3)) i + nth 0 (mkseq (fun k => f_kept_at_query (all_of F) (nth 0 xc k) (nth 0 token 0)) d) i) d = asked (nth [::] olds (size ns3)) token.
  by apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk]; rewrite nth_mkseq // /xc nth_mkseq.
have start := grows_refl ns3; move: (size ns3) h3 (congr1 size e3) => at_q h3 eq; set q := asked (nth [::] olds at_q) token in h3 *; have sq : size q = d by rewrite size_mkseq.
written (less_same h3 h1 sq sc) ns4 g4 h4.
have [g5 h5] := hat_writes h4 (size_mkseq _ _).
split; first by exists before, a; split=> //; rewrite -e3; exact: grows_trans start g5.
  exact: holds_more g5 h3.
rewrite /height_at; have <- // : mkseq (fun k => nth 0 q k - nth 0 xc k) d = mkseq (fun k => nth 0 q k - nth 0 token (2 + k)) d.
by apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk]; rewrite /xc nth_mkseq.
Qed.
Definition summed y a x := mkseq (fun k => nth 0 y k + f_weighted (all_of F) a (nth 0 x (2 + d + k))) e.
Lemma all_hold olds token : let q := asked (nth [::] olds query) token in
  [/\ grows height_nodes all_nodes, holds olds token all_nodes query q &
  holds olds token all_nodes (size all_nodes) (summed (nth [::] olds (size all_nodes)) (height_at q token) token)].
Proof.
move=> q; have [_ h1 h2] := hats_hold olds token.
have [g3 h3] := weighted_writes (2 + d) e h2; have [g4 h4] := added_up_writes e h3.
have g := grows_trans g3 g4; split=> //; first exact: holds_more g h1.
have <- // : mkseq (fun i => nth 0 (nth [::] olds (size all_nodes)) i + nth 0 (mkseq (fun k => f_weighted (all_of F) (height_at q token) (nth 0 token (2 + d + k))) e) i) e = summed (nth [::] olds (size all_nodes)) (height_at q token) token.
by apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk]; rewrite nth_mkseq.
Qed.

(* ---------- a run ---------- *)
Let program := f_listed_hat_program (all_of F) d e.
Lemma programE : program = make_ListedProgram (all_of F) (2 + d + e) all_nodes. Proof. by []. Qed.
Definition starts_at vs := nth [::] vs query = nseq d 0 /\ nth [::] vs (size all_nodes) = nseq e 0.
Lemma first_states : starts_at ([::] :: map (f_node_first (all_of F)) all_nodes).
Proof.
split; last by apply: first_added_up; exact: grows_refl.
have [[before [a [-> g1]]] _ _] := hats_hold [::] [::]; have [g2 _ _] := all_hold [::] [::].
by apply: first_added_up; exact: grows_trans g1 g2.
Qed.
Lemma token_entries x k : (k < 2 + d + e)%N -> nth 0 (map (f_entry_of (all_of F) x) (iota 0 (2 + d + e))) k = nth 0 x k.
Proof. by move=> hk; rewrite (nth_map 0%N) ?size_iota // nth_iota. Qed.
Definition state_step (s : seq F * seq F) x := let q := asked s.1 x in (q, summed s.2 (height_at q x) x).
Lemma program_step vs os q y x : nth [::] vs query = q -> nth [::] vs (size all_nodes) = y ->
  let s := state_step (q, y) x in exists vs', [/\ in_program program (vs, os) x = (vs', os ++ [:: s.2]),
    nth [::] vs' query = s.1 & nth [::] vs' (size all_nodes) = s.2].
Proof.
move=> eq ey s; set token := map (f_entry_of (all_of F) x) (iota 0 (2 + d + e)).
have [_ [_ h1] [_ h2]] := all_hold vs token; exists (known vs token all_nodes).
have e1 : asked (nth [::] vs query) token = s.1.
  rewrite eq; apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk].
  by rewrite !token_entries // -addnA ?ltn_add2l ltn_addr.
have e2 : summed (nth [::] vs (size all_nodes)) (height_at (asked (nth [::] vs query) token) token) token = s.2.
  rewrite e1 ey /height_at token_entries //; apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk].
  rewrite token_entries ?ltn_add2l //.
  suff -> : mkseq (fun i => nth 0 s.1 i - nth 0 token (2 + i)) d = mkseq (fun i => nth 0 s.1 i - nth 0 x (2 + i)) d by [].
  apply/eq_in_map => i; rewrite mem_iota add0n => /andP[_ hi].
  by rewrite token_entries // -addnA ltn_add2l ltn_addr.
have E : f_node_values (all_of F) program vs x = known vs token all_nodes by rewrite programE valuesE.
rewrite h2 e2 h1 e1; split=> //; rewrite /in_program E.
by rewrite -[last _ _]nth_last size_known h2 e2.
Qed.
Lemma program_run xs vs os q y : nth [::] vs query = q -> nth [::] vs (size all_nodes) = y -> last [::] os = y ->
  last [::] (foldl (in_program program) (vs, os) xs).2 = (foldl state_step (q, y) xs).2.
Proof.
elim: xs vs os q y => [|x xs IH] vs os q y eq ey eo //=.
have [vs' [-> e1 e2]] := program_step os x eq ey; rewrite [state_step _ _]surjective_pairing; apply: IH => //.
by rewrite last_cat.
Qed.
Lemma last_output x xs : last [::] (f_program_outputs (all_of F) program (x :: xs)) = (foldl state_step (nseq d 0, nseq e 0) (x :: xs)).2.
Proof.
have [e1 e2] := first_states; rewrite in_programE /=.
have [vs' [-> e1' e2']] := program_step [::] x e1 e2; rewrite [state_step _ _]surjective_pairing.
by apply: program_run.
Qed.
End HatNodes.

Section HatRuns.
Variables (F : realFieldType) (m e : nat).
Implicit Types (q y x : seq F) (xs : seq (seq F)).
Lemma state_stepE q y x : size q = m.+1 -> size y = e -> step m.+1 (q, y) x = state_step m e (q, y) x.
Proof.
move=> sq sy; rewrite /state_step /= (stepE x sq sy) -/(asked m q x); congr (_, _); apply: eq_map => k.
congr (_ + f_weighted (all_of F) _ _); rewrite /height_at hatE /at_offset; congr left.
rewrite /differences /centre /asked /mkseq zip_map -map_comp; apply/eq_in_map => i; rewrite mem_iota add0n => /andP[_ hi].
by rewrite -/(mkseq (fun k => nth 0 q k + f_kept_at_query (all_of F) (nth 0 x (2 + k)) (nth 0 x 0)) m.+1) /comp nth_mkseq.
Qed.
Lemma same_runs xs q y : size q = m.+1 -> size y = e -> foldl (state_step m e) (q, y) xs = foldl (step m.+1) (q, y) xs.
Proof.
elim: xs q y => [|x xs IH] q y sq sy //=; rewrite [state_step _ _ _ _]surjective_pairing IH ?size_mkseq //.
by rewrite state_stepE // -surjective_pairing.
Qed.
Lemma last_outputE x xs : last [::] (f_program_outputs (all_of F) (f_listed_hat_program (all_of F) m.+1 e) (x :: xs)) =
  f_hat_values (all_of F) m.+1 e (x :: xs).
Proof. by rewrite last_output hat_valuesE same_runs ?size_nseq. Qed.
End HatRuns.

(* ---------- the numbers of the program ---------- *)
Section HatNumbers.
Variable F : realFieldType.
Implicit Types nodes : seq (T_any_LinNode (all_of F)).
Definition small nodes := all (f_is_small_node (all_of F)) nodes.
Lemma small0 : f_is_small (all_of F) 0. Proof. by rewrite /f_is_small /nsub /= subr0 eqxx. Qed.
Lemma small1 : f_is_small (all_of F) 1. Proof. by rewrite /f_is_small /nsub /= mulr1 subrr eqxx orbT. Qed.
Lemma smallN1 : f_is_small (all_of F) (- 1). Proof. by rewrite /f_is_small /nsub /= mulN1r opprK subrr eqxx orbT. Qed.
Lemma small_form row c : all (fun a : nat * F => f_is_small (all_of F) a.2) row -> f_is_small (all_of F) c ->
  f_is_small_form (all_of F) (make_Form (all_of F) row c).
Proof. by move=> r hc; rewrite /f_is_small_form /f_is_small_row /= hc andbT all_map; apply: sub_all r => -[i a]. Qed.
Lemma small_forms nodes a f k : small nodes -> (forall i, f_is_small_form (all_of F) (f i)) ->
  small (nodes ++ [:: of_any_LinNode_LinNode (all_of F) (make_LinNode (all_of F) a (map f (iota_to 0 k)))]).
Proof. by move=> s h; rewrite /small all_cat [all _ nodes]s /= andbT !all_map; apply/allP => i _; exact: h. Qed.
Lemma chosen_small nodes a i k : small nodes -> small (f_chosen (all_of F) nodes a i k).
Proof. by move=> s; apply: small_forms s _ => j; apply: small_form; rewrite /= ?small1 // small0. Qed.
Lemma times_small nodes a k : small nodes -> small (f_times (all_of F) nodes (- 1) a k).
Proof. by move=> s; apply: small_forms s _ => j; apply: small_form; rewrite /= ?smallN1 // small0. Qed.
Lemma plus_small nodes a k : small nodes -> small (f_plus_number (all_of F) nodes a (- 1) k).
Proof. by move=> s; apply: small_forms s _ => j; apply: small_form; rewrite /= ?smallN1 // small1. Qed.
Lemma relu_small nodes a : small nodes -> small (f_relu_of (all_of F) nodes a).
Proof. by move=> s; rewrite /small all_cat [all _ nodes]s. Qed.
Lemma combined_small nodes a i b j c : f_is_small (all_of F) c -> small nodes -> small (f_combined (all_of F) nodes a i b j c).
Proof.
move=> hc s; rewrite /f_combined; set n := of_any_LinNode_ConcatNode _ _.
rewrite -[[:: n; _]]/([:: n] ++ [:: _]) catA; apply: small_forms; first by rewrite /small all_cat [all _ nodes]s.
by move=> k; apply: small_form; rewrite /= ?small1 ?hc // small0.
Qed.
Lemma less_small nodes a i b j : small nodes -> small (f_less (all_of F) nodes a i b j).
Proof. exact/combined_small/smallN1. Qed.
Lemma added_small nodes a i b j : small nodes -> small (f_added (all_of F) nodes a i b j).
Proof. exact/combined_small/small1. Qed.
Lemma added_up_small nodes a k : small nodes -> small (f_added_up (all_of F) nodes a k).
Proof.
move=> s; rewrite /small all_cat [all _ nodes]s /= andbT !all_map; apply/allP => i _ /=.
by rewrite /f_is_small_entry /f_is_small_form /f_is_small_row /= !small1 small0.
Qed.
Lemma fold_small (T : Type) f (s : seq T) nodes : small nodes -> (forall nodes i, small nodes -> small (f nodes i)) -> small (foldl f nodes s).
Proof. by move=> h step; elim: s nodes h => //= i s IH nodes h; apply: IH; exact: step. Qed.
Lemma left_small nodes a i k : small nodes -> small (f_left_written (all_of F) nodes a i k).
Proof.
move=> s; rewrite /f_left_written; apply: less_small; apply: fold_small => [|ns j h]; first exact: relu_small.
by rewrite /f_larger_written; apply: added_small; apply: relu_small; apply: less_small.
Qed.
Lemma program_small d e : f_is_small_program (all_of F) (f_listed_hat_program (all_of F) d e).
Proof.
rewrite /f_is_small_program all_map; apply: added_up_small; rewrite /f_weighted_written.
apply: less_small; apply: relu_small; apply: plus_small; apply: less_small; apply: relu_small; apply: plus_small.
apply: added_small; apply: chosen_small.
rewrite /f_hats_written; cbv beta iota zeta delta [get_HatsWritten_nodes].
rewrite /f_hat_written; apply: relu_small; apply: left_small; apply: fold_small => [|ns j]; last exact: times_small.
apply: left_small; apply: fold_small => [|ns j]; last exact: chosen_small.
apply: chosen_small; apply: less_small; apply: added_up_small; rewrite /f_kept_written.
by apply: relu_small; apply: plus_small; apply: added_small; do 2!apply: chosen_small.
Qed.
End HatNumbers.

Theorem proved : statement.
Proof.
move=> F N; have size1 d : f_from_one_on N d = d.-1.+1 by case: d.
split; [| split].
- move=> d levels most s e point root slope value values; rewrite size1 /f_last_of /f_with_query last_outputE.
  exact: always_near.
- by move=> d levels most s e point root slope values; exact: always_short.
by move=> d e point; exact: program_small.
Qed.
