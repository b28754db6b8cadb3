(* What is proved of the levelised compiler, for all programs: its path is a path, has the same outputs
   on all sequences, and at most five stages for two levels. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import LsrlPrograms Levelised LevelisedReader LevelisedStages LevelisedPaths.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Existence.
Variables (N : numbers) (F : realFieldType) (v : meaning N F).
(* there are values of the atoms at each token *)
Definition avalue (old x : nat -> F) (vs : seq F) (a : atom N) : F :=
  match a with
  | Token => x (size vs)
  | Relu f => relu (fval v (nth 0 vs) f)
  | Times f g => fval v (nth 0 vs) f * fval v (nth 0 vs) g
  | State _ r f _ => dot v r old + fval v (nth 0 vs) f
  end.
Lemma holds_exists (s : atoms N) old x : wf s -> exists e, holds v old x e s.
Proof.
move=> W; pose vs n := foldl (fun vs a => rcons vs (avalue old x vs a.1)) [::] (take n s).
have sz n : (n <= size s)%N -> size (vs n) = n.
  elim: n => [|n IH] hn; first by rewrite /vs take0.
  by rewrite /vs (take_nth (Token N, 0%N)) // -cats1 foldl_cat /= size_rcons -/(vs n) IH // ltnW.
have S n : (n < size s)%N -> vs n.+1 = rcons (vs n) (avalue old x (vs n) (at_ s n)).
  by move=> hn; rewrite /vs (take_nth (Token N, 0%N)) // -cats1 foldl_cat.
have K n m k : (k < n)%N -> (n + m <= size s)%N -> nth 0 (vs (n + m)%N) k = nth 0 (vs n) k.
  elim: m => [|m IH] hk hm; first by rewrite addn0.
  rewrite addnS S -?addnS // nth_rcons sz; last by rewrite ltnW // -addnS.
  by rewrite (leq_trans hk (leq_addr _ _)) IH // ltnW // -addnS.
exists (nth 0 (vs (size s))) => k hk.
have E j : (j <= k)%N -> nth 0 (vs (size s)) j = nth 0 (vs k.+1) j.
  by move=> hj; rewrite -(subnKC hk) K // subnKC.
have E' j : (j < k)%N -> nth 0 (vs k) j = nth 0 (vs (size s)) j.
  by move=> hj; rewrite -(subnKC (ltnW hk)) K // subnKC // ltnW.
rewrite /holds1 E // S // nth_rcons sz ?ltnn ?eqxx; last exact: ltnW.
have := W k hk; rewrite /wf1 /avalue; case: (at_ s k) => [|f|f g|b r f c].
- by rewrite sz // ltnW.
- by move=> H; congr relu; apply: fval_ext => j /H [h _]; exact: E'.
- by case=> H1 H2; congr (_ * _); apply: fval_ext => j; [move/H1|move/H2] => -[h _]; exact: E'.
by case=> hb H _ _; congr (_ + _); apply: fval_ext => j /H [h _]; apply: E'; exact: leq_trans h hb.
Qed.
End Existence.

Section Theorems.
Variable N : numbers.
Lemma path_is_path d (ls : seq (link N)) : is_path (path_of d ls).
Proof.
rewrite /is_path /path_of /= size_map size_zip size_iota minnn.
by elim: ls 0%N => [|l ls IH] i //=; rewrite IH; case: l.
Qed.
Theorem levelised_is_path (p : program N) : is_path (levelised p).
Proof. by rewrite /levelised; case: read_program => s fss; exact: path_is_path. Qed.

Definition deepest (s : atoms N) : nat := greatest (map (level s) (iota 0 (size s))).
Theorem levelised_same (F : realFieldType) (v : meaning N F) (p : program N) :
  same_outputs v p (levelised p).
Proof.
case: p => d ns xs x; have := read_sound v d ns; rewrite /levelised /read_some; cbv zeta.
rewrite /output; set p := Program d ns.
case: (read_program p) => s fss /= [[W [T [D [Q B]]]] [S1 S2] G V I].
set outs := last [::] fss.
have Wout f j : List.In f outs -> j \in keys f.1 -> (j < size s)%N.
  rewrite /outs -nth_last => hf hj; by have [] := G _ f hf j hj.
pose dd := deepest s.
have L k : nth false (needed s outs) k -> (level s k <= dd)%N.
  move=> hk; apply: in_greatest; apply: map_f.
  by rewrite mem_iota (needed_small W Wout hk).
have [Va _] := stages_of_sound W Wout L Q erefl.
have et : tokens_of s = iota 0 d.
  rewrite /tokens_of -(subnKC D) iotaD filter_cat (eq_in_filter (a2 := predT)) ?filter_predT.
    rewrite (eq_in_filter (a2 := pred0)) ?filter_pred0 ?cats0 // => k; rewrite mem_iota add0n => /andP [h1 h2].
    have hk : (k < size s)%N by move: h2; rewrite subnKC.
    by rewrite T // ltnNge h1.
  by move=> k; rewrite mem_iota add0n => /andP [_ h]; rewrite T ?h // (leq_trans h D).
rewrite et in Va *; set rd := numbered N (iota 0 d) 0; set ls := built _ _ _ _.
have step olds olds' old y : related v ns fss olds old -> rel (stages_of s (needed s outs)) (behead olds') old ->
    exists e, [/\ related v ns fss (values v p olds y) e,
      rel (stages_of s (needed s outs)) (behead (values v (path_of d ls) olds' y)) e &
      last [::] (values v p olds y) = last [::] (values v (path_of d ls) olds' y)].
  move=> h1 h2; have [e H] := holds_exists v old y W; exists e.
  rewrite -(V olds old y e H h1) path_values /=.
  have R : readable v rd e (mkseq y d).
    apply: numbered_sound => j; rewrite size_iota => hj; rewrite add0n nth_mkseq // nth_iota // add0n.
    have hj' := leq_trans hj D; have := H j hj'; rewrite /holds1; have := T j hj'; rewrite hj.
    by case: (at_ s j) => // _ ->.
  have C j : j \in iota 0 d -> j \in wanted s (stages_of s (needed s outs)) outs -> j \in carried rd.
    by rewrite carried_numbered.
  have [e1 e2] := built_sound H Va C R h2; split=> //.
    by move=> k hk _; rewrite nth_map_map.
  rewrite e1 /outs; by case: (fss) => [|f l] //=; rewrite last_map.
have [e [h1 h2]] : exists e, related v ns fss (run v p xs) e /\ rel (stages_of s (needed s outs)) (behead (run v (path_of d ls) xs)) e.
  rewrite /run; have : exists e, related v ns fss ([::] :: map (first_value v) (nodes p)) e /\
      rel (stages_of s (needed s outs)) (behead ([::] :: map (first_value v) (nodes (path_of d ls)))) e.
    exists (init v s); split; last by rewrite path_first /=; exact: built_first Va.
    by move=> k hk hs /=; rewrite (I k hk hs) (nth_map (Concat [::])).
  move: ([::] :: _) ([::] :: _); elim: xs => [|y xs IH] o' o [e [h1 h2]]; first by exists e.
  by have [e' [h3 h4 _]] := step o o' e y h1 h2; apply: IH; exists e'.
by have [e' [_ _ ->]] := step _ _ e x h1 h2.
Qed.
Lemma stages_path d (ls : seq (link N)) : stages (path_of d ls) =
  count (fun l => if l is LLin _ then false else true) ls.
Proof.
rewrite /stages /path_of /=; elim: ls 0%N => [|l ls IH] i //=; rewrite IH; congr (_ + _)%N.
by case: l.
Qed.
Lemma built_stages s outs ss rd : count (fun l : link N => if l is LLin _ then false else true) (built s outs ss rd) = size ss.
Proof.
elim: ss rd => [|[kd ks] ss IH] rd //=; rewrite /link_of; case: kd => /=; try by rewrite IH.
set t := past_relu _ _ _ _; move: t => [fs rd'] /=.
by rewrite IH.
Qed.
Theorem levelised_stages (F : realFieldType) (v : meaning N F) (p : program N) :
  (stages (levelised p) <= uphalf (5 * depth p))%N.
Proof.
case: p => d ns; have := read_sound v d ns; rewrite /levelised /read_some; cbv zeta.
set p := Program d ns; case: (read_program p) => s fss /= [[W [T [D [Q B]]]] [S1 S2] G V I].
set outs := last [::] fss.
have Wout f j : List.In f outs -> j \in keys f.1 -> (j < size s)%N.
  rewrite /outs -nth_last => hf hj; by have [] := G _ f hf j hj.
have L k : nth false (needed s outs) k -> (level s k <= deepest s)%N.
  by move=> hk; apply: in_greatest; apply: map_f; rewrite mem_iota (needed_small W Wout hk).
have [_ sz] := stages_of_sound W Wout L Q erefl.
rewrite stages_path built_stages; apply: leq_trans sz _.
rewrite /most_stages uphalf_leq // leq_mul2l /= /deepest greatest_le; apply/allP=> j /mapP [k].
by rewrite mem_iota => /andP [_ hk] ->; exact: B.
Qed.
End Theorems.
