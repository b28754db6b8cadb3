(* How near means of products of traces are to what the pairings of small defect come to. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From TheoremChecks Require Import Means Words Pairings Blocks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma pairings_even k : pairings_of k.*2 = odd_factorial k.
Proof. by elim: k => //= k ->. Qed.
Lemma pairings_half k : ~~ odd k -> pairings_of k = odd_factorial k./2.
Proof. by move/negbTE=> h; rewrite -pairings_even -{1}(odd_double_half k) h. Qed.
Local Notation n0 := without_defect.
Local Notation n1 := with_defect.
Lemma count0_word w ts : count_of (w :: ts) 0 = (n0 w * count_of ts 0)%N.
Proof. by rewrite !count0_prod big_cons. Qed.
Lemma count1_word w ts : count_of (w :: ts) 1 = (n1 w * count_of ts 0 + n0 w * count_of ts 1)%N.
Proof. by rewrite !count1_sum count0_prod. Qed.
Lemma n0_ab a b : n0 (nseq a true ++ nseq b false) = (a == b). Proof. exact: (n0_two a b true). Qed.
Lemma n0_ba a b : n0 (nseq a false ++ nseq b true) = (a == b). Proof. exact: (n0_two a b false). Qed.
Definition counted_once a b := if (a == b) || odd (a + b) then 0%N else (minn a b).+1.
Lemma n1_ab a b : n1 (nseq a true ++ nseq b false) = counted_once a b.
Proof. exact: (n1_two a b true). Qed.
Lemma n1_ba a b : n1 (nseq a false ++ nseq b true) = counted_once a b.
Proof. exact: (n1_two a b false). Qed.
Lemma letters_word w ts : letters (w :: ts) = (size w + letters ts)%N. Proof. by []. Qed.
Lemma letters_0 : letters [::] = 0%N. Proof. by []. Qed.
Definition sizing := (letters_word, letters_0, size_cat, size_nseq, add0n, addn0).
Definition counting := (count0_word, count1_word, n0_ab, n0_ba, n1_ab, n1_ba, n0_nil, n1_nil, count_0,
  cats0, muln0, mul0n, addn0, add0n, mul1n, muln1).

Section Near.
Variable F : numFieldType.
Definition near (v about within : F) := `|v - about| <= within.
Lemma near_is v a d a' d' : near v a d -> a = a' -> d <= d' -> near v a' d'.
Proof. by rewrite /near => h <-; apply: le_trans. Qed.
Lemma near_add v a d v' a' d' : near v a d -> near v' a' d' -> near (v + v') (a + a') (d + d').
Proof. by rewrite /near => h h'; rewrite opprD addrACA; apply: le_trans (ler_norm_add _ _) (ler_add h h'). Qed.
Lemma near_sum k (v a d : 'I_k -> F) : (forall i, near (v i) (a i) (d i)) ->
  near (\sum_(i < k) v i) (\sum_(i < k) a i) (\sum_(i < k) d i).
Proof.
by move=> h; rewrite /near -sumrB; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => i _; apply: h.
Qed.
Lemma near_scale c v a d : 0 <= c -> near v a d -> near (c * v) (c * a) (c * d).
Proof. by move=> hc h; rewrite /near -mulrBr normrM (ger0_norm hc) ler_wpmul2l. Qed.
Lemma near_0 v : v = 0 -> near v 0 0. Proof. by move=> ->; rewrite /near subrr normr0. Qed.

Variables (n : nat).
Hypothesis n1 : (1 <= n)%N.
Let h : F := n%:R^-1.
Let hp : 0 <= h. Proof. by rewrite invr_ge0 ler0n. Qed.
Let hl : h <= 1. Proof. by rewrite invf_le1 ?ler1n ?ltr0n. Qed.
Lemma n_not_0 : n%:R != 0 :> F. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Let all_of ts : F := (pairings_of (letters ts))%:R.
Lemma share_near2 ts :
  near (share h ts) ((count_of ts 0)%:R + h * (count_of ts 1)%:R) (h ^+ 2 * all_of ts).
Proof.
have [_ _ /andP [h1 h2]] := share_bounds hp hl ts.
by rewrite /near opprD addrA ger0_norm.
Qed.
Lemma share_near1 ts : near (share h ts) (count_of ts 0)%:R (h * all_of ts).
Proof.
have [_ /andP [h1 h2] _] := share_bounds hp hl ts.
by rewrite /near ger0_norm.
Qed.
Lemma powers t k (a : F) : n%:R ^+ t * (a * n%:R) ^+ k = n%:R ^+ (t + k) * a ^+ k.
Proof. by rewrite exprMn exprD mulrAC -!mulrA. Qed.
Lemma scaled p t k (a c s : F) : p = (t + k)%N ->
  (n%:R ^+ p)^-1 * (c * (n%:R ^+ t * (a * n%:R) ^+ k) * s) = c * a ^+ k * s.
Proof.
move=> ->; rewrite powers; set P := n%:R ^+ _; have nP : P != 0 by rewrite expf_neq0 // n_not_0.
by rewrite [c * _]mulrCA -[P * _ * s]mulrA mulKf.
Qed.
(* a product of traces whose pairings without a defect count 1 *)
Lemma near_scaled p t k (a c : F) ts : p = (t + k)%N -> 0 <= c -> 0 <= a ->
  near ((n%:R ^+ p)^-1 * (c * (n%:R ^+ t * (a * n%:R) ^+ k) * share h ts))
    (c * a ^+ k * ((count_of ts 0)%:R + h * (count_of ts 1)%:R)) (c * a ^+ k * (h ^+ 2 * all_of ts)).
Proof.
by move=> e hc ha; rewrite scaled //; apply: near_scale (share_near2 _); rewrite mulr_ge0 ?exprn_ge0.
Qed.
End Near.
