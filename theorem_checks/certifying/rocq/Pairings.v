(* Pairings of the letters of words in one matrix and its transpose, counted by their defect.

   A letter is a boolean: true for the matrix, false for its transpose. The first letter of all is
   paired with each other one. What is left are words again: two of one where it stands beside its
   transpose, which adds no defect; one of one where it stands twice, which adds 1; one of two words
   where the other letter stands in another one, which adds 2. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- places in words, and words in lists of them ---------- *)
Section Splits.
Variable T : Type.
Fixpoint splits (u : seq T) : seq (seq T * T * seq T) :=
  if u is y :: v then ([::], y, v) :: [seq (y :: s.1.1, s.1.2, s.2) | s <- splits v] else [::].
Fixpoint picks (ts : seq T) : seq (T * seq T) :=
  if ts is w :: ts' then (w, ts') :: [seq (r.1, w :: r.2) | r <- picks ts'] else [::].
Lemma size_splits u : size (splits u) = size u.
Proof. by elim: u => //= y v IH; rewrite size_map IH. Qed.
Lemma splits_cat u v : splits (u ++ v) =
  [seq (s.1.1, s.1.2, s.2 ++ v) | s <- splits u] ++ [seq (u ++ s.1.1, s.1.2, s.2) | s <- splits v].
Proof.
elim: u => [|y u IH] /=; first by rewrite -[LHS]map_id; apply: eq_map => [[[]]].
by congr (_ :: _); rewrite IH map_cat -!map_comp.
Qed.
Lemma splits_nseq b y :
  splits (nseq b y) = [seq (nseq i y, y, nseq (b - i.+1) y) | i <- iota 0 b].
Proof.
elim: b => //= b IH; rewrite subSS subn0; congr (_ :: _); rewrite IH -map_comp -[1%N]addn0 iotaDl -map_comp.
by apply: eq_map => i /=; rewrite add1n subSS.
Qed.
End Splits.
Lemma splits_map (S T : Type) (f : S -> T) u :
  splits (map f u) = [seq (map f s.1.1, f s.1.2, map f s.2) | s <- splits u].
Proof. by elim: u => //= y u ->; congr (_ :: _); rewrite -!map_comp. Qed.
Lemma picks_map (S T : Type) (f : S -> T) ts :
  picks (map f ts) = [seq (f r.1, map f r.2) | r <- picks ts].
Proof. by elim: ts => //= w ts ->; congr (_ :: _); rewrite -!map_comp. Qed.
Lemma splits_join (T : eqType) (u : seq T) s : s \in splits u -> u = s.1.1 ++ s.1.2 :: s.2.
Proof.
elim: u s => // y u IH s /=; rewrite inE => /orP [/eqP -> //|/mapP [s' /IH -> ->]] //.
Qed.
Lemma picks_perm (T : eqType) (ts : seq T) r : r \in picks ts -> perm_eq ts (r.1 :: r.2).
Proof.
elim: ts r => // w ts IH r /=; rewrite inE => /orP [/eqP -> //|/mapP [r' /IH h ->]] /=.
by rewrite (perm_trans (y := w :: r'.1 :: r'.2)) ?perm_cons // -(cat1s w) -(cat1s r'.1) perm_catCA.
Qed.

(* ---------- what is left when the first letter is paired ---------- *)
Definition turned (w : seq bool) := rev (map negb w).
Definition partners (x : bool) (u : seq bool) (ts : seq (seq bool)) : seq (nat * seq (seq bool)) :=
  [seq (if s.1.2 == x then (1%N, (s.1.1 ++ turned s.2) :: ts) else (0%N, s.1.1 :: s.2 :: ts))
     | s <- splits u] ++
  [seq (2%N, (u ++ if s.1.2 == x then turned (s.2 ++ s.1.1) else s.2 ++ s.1.1) :: r.2)
     | r <- picks ts, s <- splits r.1].
Definition letters (ts : seq (seq bool)) := sumn (map size ts).
Definition weight (ts : seq (seq bool)) := (letters ts + size ts)%N.
Lemma size_turned w : size (turned w) = size w.
Proof. by rewrite size_rev size_map. Qed.
Lemma turned_nseq k x : turned (nseq k x) = nseq k (~~ x).
Proof.
rewrite /turned map_nseq; elim: k => //= k IH; rewrite rev_cons IH -cats1.
by elim: {IH} k => //= k ->.
Qed.
Lemma turned_cat u v : turned (u ++ v) = turned v ++ turned u.
Proof. by rewrite /turned map_cat rev_cat. Qed.
Lemma size_partners x u ts : size (partners x u ts) = (letters (u :: ts))%N.
Proof.
rewrite size_cat size_map size_splits /letters /=; congr (_ + _)%N.
rewrite size_allpairs_dep; elim: ts => //= w ts IH; rewrite size_splits -map_comp.
by congr (_ + _)%N; rewrite -IH; congr sumn; apply: eq_map.
Qed.
Lemma letters_partners x u ts p : p \in partners x u ts -> (letters p.2).+2 = letters ((x :: u) :: ts).
Proof.
rewrite mem_cat => /orP [/mapP [s /splits_join -> ->]|].
  rewrite /letters; case: ifP => _ /=; rewrite !size_cat ?size_turned /=; lia.
case/allpairsPdep => r [s [/picks_perm h1 /splits_join h2 ->]]; rewrite /letters /= size_cat.
have -> : sumn (map size ts) = sumn (map size (r.1 :: r.2)) by apply: perm_sumn; apply: perm_map.
by case: ifP => _; rewrite ?size_turned !size_cat /= h2 !size_cat /=; lia.
Qed.

(* ---------- the number of pairings, and what they come to ---------- *)
Fixpoint counted k (ts : seq (seq bool)) (d : nat) : nat :=
  match ts, k with
  | [::], _ => (d == 0)%N
  | [::] :: ts', k'.+1 => counted k' ts' d
  | (x :: u) :: ts', k'.+1 =>
      sumn [seq if p.1 <= d then counted k' p.2 (d - p.1) else 0 | p <- partners x u ts']%N
  | _, _ => 0%N
  end.
Definition count_of ts d := counted (weight ts) ts d.
(* (m - 1)!! for even m, else 0 *)
Fixpoint pairings_of (m : nat) : nat :=
  if m is m'.+1 then if m' is m''.+1 then (m' * pairings_of m'')%N else 0%N else 1%N.
Section Share.
Variables (F : numFieldType) (h : F).
(* the sum of h^defect over the pairings *)
Fixpoint shared k (ts : seq (seq bool)) : F :=
  match ts, k with
  | [::], _ => 1
  | [::] :: ts', k'.+1 => shared k' ts'
  | (x :: u) :: ts', k'.+1 => \sum_(p <- partners x u ts') h ^+ p.1 * shared k' p.2
  | _, _ => 0
  end.
Definition share ts := shared (weight ts) ts.
End Share.

Lemma weight_partners x u ts p : p \in partners x u ts -> (weight p.2 < weight ((x :: u) :: ts))%N.
Proof.
move=> h; have h1 := letters_partners h; rewrite /weight -h1.
suff : (size p.2 <= (size ts).+2)%N by rewrite /=; lia.
move: h; rewrite mem_cat => /orP [/mapP [s _ ->]|]; first by case: ifP => _ /=; lia.
by case/allpairsPdep => r [s [/picks_perm /perm_size /= -> _ ->]] /=; lia.
Qed.

Lemma weight_nil ts : weight ([::] :: ts) = (weight ts).+1.
Proof. by rewrite /weight /letters /= addnS. Qed.
Lemma words_ind (P : seq (seq bool) -> Prop) :
  P [::] -> (forall ts, P ts -> P ([::] :: ts)) ->
  (forall x u ts, (forall p, p \in partners x u ts -> P p.2) -> P ((x :: u) :: ts)) ->
  forall ts, P ts.
Proof.
move=> h0 h1 h2 ts; move: {2}(weight ts) (leqnn (weight ts)) => k; elim: k ts => [|k IH] [|[|x u] ts] //.
- by rewrite weight_nil.
- by rewrite weight_nil ltnS => /IH; exact: h1.
- by move=> hk; apply: h2 => p /weight_partners hp; apply: IH; rewrite -ltnS; apply: leq_trans hp hk.
Qed.
Lemma weight_cons x u ts : weight ((x :: u) :: ts) = (weight ((x :: u) :: ts)).-1.+1.
Proof. by []. Qed.
Lemma counted_weight k ts d : (weight ts <= k)%N -> counted k ts d = count_of ts d.
Proof.
elim/words_ind: ts k d => [|ts IH|x u ts IH] k d; first by case: k.
  by rewrite /count_of weight_nil; case: k => // k hk; exact: IH.
rewrite /count_of weight_cons; case: k => // k hk /=; congr sumn.
apply/eq_in_map => p hp; case: ifP => // _.
by have := weight_partners hp; rewrite weight_cons => h; rewrite !IH //; move: h hk; lia.
Qed.
Lemma count_0 d : count_of [::] d = (d == 0)%N. Proof. by []. Qed.
Lemma count_nil ts d : count_of ([::] :: ts) d = count_of ts d.
Proof. by rewrite /count_of weight_nil. Qed.
Lemma count_cons x u ts d : count_of ((x :: u) :: ts) d =
  (\sum_(p <- partners x u ts) if p.1 <= d then count_of p.2 (d - p.1) else 0)%N.
Proof.
rewrite {1}/count_of weight_cons /= sumnE big_map; apply: eq_big_seq => p hp; case: ifP => // _.
by have := weight_partners hp; rewrite weight_cons ltnS => h; rewrite counted_weight.
Qed.
Section Shares.
Variables (F : numFieldType) (h : F).
Lemma shared_weight k ts : (weight ts <= k)%N -> shared h k ts = share h ts.
Proof.
elim/words_ind: ts k => [|ts IH|x u ts IH] k; first by case: k.
  by rewrite /share weight_nil; case: k => // k hk; exact: IH.
rewrite /share weight_cons; case: k => // k hk /=; apply: eq_big_seq => p hp.
by have := weight_partners hp; rewrite weight_cons => h'; rewrite !IH //; move: h' hk; lia.
Qed.
Lemma share_nil ts : share h ([::] :: ts) = share h ts.
Proof. by rewrite /share weight_nil. Qed.
Lemma share_cons x u ts :
  share h ((x :: u) :: ts) = \sum_(p <- partners x u ts) h ^+ p.1 * share h p.2.
Proof.
rewrite {1}/share weight_cons /=; apply: eq_big_seq => p hp.
by have := weight_partners hp; rewrite weight_cons ltnS => h'; rewrite shared_weight.
Qed.
Lemma share_odd ts : odd (letters ts) -> share h ts = 0.
Proof.
elim/words_ind: ts => // [ts IH|x u ts IH] o; first by rewrite share_nil IH.
rewrite share_cons big1_seq // => p /= hp; rewrite IH ?mulr0 //.
by move: o; rewrite -(letters_partners hp) /= negbK.
Qed.
Hypotheses (h0 : 0 <= h) (h1 : h <= 1).
Let all_of ts : F := (pairings_of (letters ts))%:R.
Lemma all_cons x u ts : all_of ((x :: u) :: ts) = \sum_(p <- partners x u ts) all_of p.2.
Proof.
rewrite (eq_big_seq (fun=> (pairings_of (letters ((x :: u) :: ts)).-2)%:R)) => [|p hp].
  rewrite big_const_seq count_predT size_partners iter_addr_0 /all_of -mulrnA.
  have -> : letters ((x :: u) :: ts) = (letters (u :: ts)).+1 by [].
  by case: (letters (u :: ts)) => [|m]; rewrite ?muln0 // mulnC.
by rewrite /all_of -(letters_partners hp).
Qed.
Lemma all_sum x u ts (f : nat * seq (seq bool) -> F) a v :
  v = \sum_(p <- partners x u ts) f p ->
  (forall p, p \in partners x u ts -> 0 <= f p <= a * all_of p.2) ->
  0 <= v <= a * all_of ((x :: u) :: ts).
Proof.
move=> -> hf; rewrite all_cons mulr_sumr !big_seq; apply/andP; split.
  by apply: sumr_ge0 => p /hf /andP [].
by apply: ler_sum => p /hf /andP [].
Qed.
Lemma share_bounds ts : let c d : F := (count_of ts d)%:R in
  [/\ 0 <= share h ts <= 1 * all_of ts, 0 <= share h ts - c 0%N <= h * all_of ts
    & 0 <= share h ts - c 0%N - h * c 1%N <= h ^+ 2 * all_of ts].
Proof.
elim/words_ind: ts => [|ts IH|x u ts IH] /=.
- by rewrite /share /all_of /= !count_0 /= mulr0 !subrr ?subr0 !mulr1 exprn_ge0 ?h0 ?ler01 ?lexx.
- by rewrite share_nil !count_nil.
pose c d (p : nat * seq (seq bool)) : F := (if p.1 <= d then count_of p.2 (d - p.1) else 0)%N%:R.
have hc d : (count_of ((x :: u) :: ts) d)%:R = \sum_(p <- partners x u ts) c d p.
  by rewrite count_cons natr_sum.
have hm a b (t : F) : 0 <= a -> 0 <= t <= b -> 0 <= a * t <= a * b.
  by move=> ha /andP [t0 tb]; rewrite mulr_ge0 // ler_wpmul2l.
have hk k b (t : F) : 0 <= t <= 1 * b -> 0 <= h ^+ k * t <= b.
  rewrite mul1r => /andP [t0 tb]; rewrite mulr_ge0 ?exprn_ge0 //=; apply: le_trans tb.
  by rewrite -[X in _ <= X]mul1r ler_wpmul2r // exprn_ile1.
rewrite share_cons !hc; split.
- by apply: all_sum erefl _ => p hp; have [? _ _] := IH p hp; rewrite mul1r; apply: hk.
- apply: (all_sum (f := fun p => h ^+ p.1 * share h p.2 - c 0%N p)); first by rewrite sumrB.
  case=> [[|d] ts'] /= hp; have [s0 s1 _] := IH _ hp; rewrite /c /=; first by rewrite mul1r.
  by rewrite subr0 exprS -mulrA; apply: hm => //; apply: hk.
apply: (all_sum (f := fun p => h ^+ p.1 * share h p.2 - c 0%N p - h * c 1%N p)).
  by rewrite !sumrB -mulr_sumr.
case=> [[|[|d]] ts'] /= hp; have [s0 s1 s2] := IH _ hp; rewrite /c /=; first by rewrite mul1r.
  by rewrite subr0 expr1 -mulrBr expr2 -mulrA; apply: hm.
by rewrite mulr0 !subr0 -addn2 exprD [h ^+ d * _]mulrC -mulrA; apply: hm; rewrite ?exprn_ge0 ?hk.
Qed.
End Shares.
