(* Up to the first branching node a graph is a path, so that the next node reads that one alone. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Section Graphs.
Variable N : numbers.
Implicit Types users inputs choices : seq (seq nat).

Lemma enumE (T : Type) (x : T) s : enumerated T s = [seq (i, nth x s i) | i <- iota 0 (size s)].
Proof.
rewrite /enumerated -{2}(mkseq_nth x s) /mkseq -{1}(map_id (iota 0 (size s))); exact: zip_map.
Qed.
Definition uses users k := size (nth [::] users k).
Lemma branchingE users :
  f_branching_nodes N users = [seq k <- iota 0 (size users) | (1 < uses users k)%N].
Proof.
rewrite /f_branching_nodes (enumE [::]) filter_map -map_comp.
by rewrite -[RHS]map_id; apply: eq_map.
Qed.
Lemma first_kept (p : pred nat) n b r : [seq k <- iota 0 n | p k] = b :: r ->
  [/\ (b < n)%N, p b & forall k, (k < b)%N -> ~~ p k].
Proof.
move=> e; have : b \in [seq k <- iota 0 n | p k] by rewrite e mem_head.
rewrite mem_filter mem_iota add0n /= => /andP[pb bn]; split=> // k kb.
apply/negP => pk; have : k \in [seq k <- iota 0 n | p k].
  by rewrite mem_filter pk mem_iota add0n (ltn_trans kb bn).
have : sorted ltn (b :: r) by rewrite -e sorted_filter ?iota_ltn_sorted //; exact: ltn_trans.
rewrite e /= inE => /(order_path_min ltn_trans)/allP least /orP[/eqP h|/least h].
  by rewrite h ltnn in kb.
by have := ltn_trans kb h; rewrite ltnn.
Qed.
Lemma begins users : f_begins_with_the_first N users (f_branching_nodes N users).
Proof.
rewrite /f_begins_with_the_first branchingE.
set found := [seq k <- _ | _]; case e: found => [|b r] /=.
  rewrite all_map; apply/allP => m /(nthP 0%N)[k]; rewrite size_map => hk <- /=.
  rewrite (nth_map [::]) // leqNgt; apply/negP => more.
  suff : k \in found by rewrite e.
  by rewrite /found mem_filter mem_iota /= add0n hk andbT.
rewrite take0 /= andbT; have [bn pb least] := first_kept e; apply/andP; split.
  rewrite has_map (enumE 0%N); apply/hasP; exists (b, uses users b); last by rewrite /= eqnE eqxx pb.
  apply/mapP; exists b; first by rewrite mem_iota size_map.
  by rewrite (nth_map [::]).
rewrite all_map; apply/allP => m /(nthP 0%N)[k]; rewrite size_takel ?size_map ?(ltnW bn) // => hk <- /=.
by rewrite nth_take // (nth_map [::]) ?(ltn_trans hk bn) // leqNgt least.
Qed.

Lemma size_inputs choices : size (f_inputs_of N choices) = (size choices).+1.
Proof. by rewrite /f_inputs_of /= (enumE [::]) !size_map size_iota. Qed.
Lemma inputs_next choices i : (i < size choices)%N ->
  nth [::] (f_inputs_of N choices) i.+1 = f_read_by N i (nth [::] choices i).
Proof.
move=> h; rewrite /f_inputs_of /= (enumE [::]) -map_comp (nth_map 0%N) ?size_iota //.
by rewrite nth_iota // add0n.
Qed.
Lemma reads_before i some j : j \in f_read_by N i some -> (j <= i)%N.
Proof.
rewrite /f_read_by; case: ifP => _; last by rewrite inE => /eqP ->.
by move=> /mapP[k _ ->]; case: ifP.
Qed.
Lemma reads_some i some : (0 < size (f_read_by N i some))%N.
Proof. by rewrite /f_read_by; case: ifP => //; rewrite size_map. Qed.

Lemma usesE inputs k : (k < size inputs)%N ->
  uses (f_users_of N inputs) k = sumn [seq count_mem k (nth [::] inputs i) | i <- iota 0 (size inputs)].
Proof.
move=> h; rewrite /uses /f_users_of (nth_map 0%N) ?size_map ?size_iota ?subn0 //.
rewrite nth_iota ?subn0 // add0n (enumE [::]) -map_comp size_flatten /shape -map_comp.
by congr sumn; apply: eq_map => i /=; rewrite size_map size_filter.
Qed.
Lemma sum_of_two (f : nat -> nat) (s : seq nat) i j : i \in s -> j \in s -> i != j ->
  (f i + f j <= sumn [seq f k | k <- s])%N.
Proof.
have one (r : seq nat) k : k \in r -> (f k <= sumn [seq f k | k <- r])%N.
  elim: r => // a r IH; rewrite inE => /orP[/eqP ->|/IH h] /=; first exact: leq_addr.
  exact: leq_trans h (leq_addl _ _).
elim: s => // a s IH; rewrite !inE => /orP[/eqP ->|hi] /orP[/eqP ->|hj] //=.
- by rewrite eqxx.
- by move=> _; rewrite leq_add2l one.
- by move=> _; rewrite addnC leq_add2l one.
- by move=> ne; exact: leq_trans (IH hi hj ne) (leq_addl _ _).
Qed.
Lemma two_readers inputs k i j : (k < size inputs)%N -> (i < size inputs)%N -> (j < size inputs)%N ->
  i != j -> k \in nth [::] inputs i -> k \in nth [::] inputs j -> (1 < uses (f_users_of N inputs) k)%N.
Proof.
move=> hk hi hj ne ki kj; rewrite usesE //.
have := @sum_of_two (fun i => count_mem k (nth [::] inputs i)) (iota 0 (size inputs)) i j.
rewrite !mem_iota add0n hi hj => /(_ isT isT ne); apply: leq_trans.
by apply: (@leq_add 1 1); rewrite -has_count has_pred1.
Qed.

Section Path.
Variables (choices : seq (seq nat)) (b : nat).
Let inputs := f_inputs_of N choices.
Let users := f_users_of N inputs.
Hypothesis single : forall k, (k < b)%N -> (uses users k <= 1)%N.
Lemma reads_last i : (i <= b)%N -> (i < size choices)%N -> {in nth [::] inputs i.+1, forall j, j = i}.
Proof.
elim/ltn_ind: i => i IH ib ic j; rewrite inputs_next // => hj.
have ji := reads_before hj; apply/eqP; rewrite eqn_leq ji leqNgt; apply/negP => lt.
have jc := ltn_trans lt ic; have := single (leq_trans lt ib); rewrite leqNgt => /negP; apply.
apply: (@two_readers inputs j j.+1 i.+1); rewrite ?size_inputs ?ltnS ?(ltnW jc) //.
- by rewrite eqSS (ltn_eqF lt).
- have : (0 < size (nth [::] inputs j.+1))%N by rewrite inputs_next // reads_some.
  case e: (nth _ _ _) => [//|a s] _; have : a \in nth [::] inputs j.+1 by rewrite e mem_head.
  move=> h; rewrite -[X in X \in _](IH j lt (ltnW (leq_trans lt ib)) jc a h) -e //.
- by rewrite inputs_next.
Qed.
Hypothesis branches : (1 < uses users b)%N.
Hypothesis inside : (b < size inputs)%N.
Lemma next_there : (b < size choices)%N.
Proof.
move: inside; rewrite size_inputs ltnS leq_eqVlt => /orP[/eqP e|//].
have unread i : (i < size inputs)%N -> count_mem b (nth [::] inputs i) = 0%N.
  case: i => [_|i]; first by rewrite /inputs /f_inputs_of.
  rewrite size_inputs ltnS => hi; rewrite inputs_next //; apply/count_memPn/negP => /reads_before.
  by rewrite e leqNgt hi.
move: branches; rewrite usesE //.
rewrite (_ : map _ _ = [seq 0%N | i <- iota 0 (size inputs)]); last first.
  by apply/eq_in_map => i; rewrite mem_iota add0n => /unread.
by rewrite (_ : sumn _ = 0%N) //; elim: (iota _ _).
Qed.
Lemma own_user : has id [seq (0 < size parts)%N && all id [seq eqn j b | j <- parts] | parts <- inputs].
Proof.
have hb := next_there; rewrite has_map.
have [p hp e] : exists2 p, p \in inputs & p = f_read_by N b (nth [::] choices b).
  by exists (nth [::] inputs b.+1); [rewrite mem_nth // size_inputs ltnS|exact: inputs_next].
apply/hasP; exists p => //=; rewrite e reads_some all_map; apply/allP => j /= hj.
by rewrite eqnE; apply/eqP; apply: (reads_last (leqnn b) hb); rewrite inputs_next.
Qed.
End Path.
Lemma has_own choices :
  f_has_a_user_of_its_own N (f_inputs_of N choices)
    (f_branching_nodes N (f_users_of N (f_inputs_of N choices))).
Proof.
set users := f_users_of _ _; rewrite /f_has_a_user_of_its_own branchingE; case e: [seq k <- _ | _] => [//|b r] /=.
rewrite take0 /= andbT; have [bn pb least] := first_kept e.
apply: own_user => // [k /least|]; first by rewrite -leqNgt.
by move: bn; rewrite /users /f_users_of size_map size_iota subn0.
Qed.
End Graphs.
Theorem proved : statement.
Proof.
by move=> F; split=> choices; [rewrite begins|rewrite has_own].
Qed.
