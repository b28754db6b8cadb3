(* Means of products of traces, as sums over pairings: what is said of them, and how they add up. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From TheoremChecks Require Import Means Words Pairings Blocks NormalMeans WordMeans OneMatrix PairedOff.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Reduced.
Variables (sizes : seq (seq nat)) (m n : nat).
Fixpoint reduced ms (ts : seq written) : seq (seq written) :=
  if ms is a :: ms' then flatten [seq reduced ms' q | q <- paired_off sizes a ts] else [:: ts].
Fixpoint ready ms (ts : seq written) : bool :=
  if ms is a :: ms' then
    [&& singles a ts, isSome (first_place a ts) & all (ready ms') (paired_off sizes a ts)]
  else all (fun t => all (fun f => f.1.1 == m) t.2) ts.
Definition factor_bits (fs : seq factor) := flatten [seq nseq f.2 (~~ f.1.2) | f <- fs].
Definition size_of (ts : seq written) := sumn [seq sumn [seq f.2 | f <- t.2] | t <- ts].
Variable F : numFieldType.
Definition rows_of (ts : seq written) : F := foldr (fun t p => t.1%:R * p) 1 ts.
Definition pairings_value (variance : F) (ts : seq written) : F :=
  rows_of ts * (variance * n%:R) ^+ (size_of ts)./2 * share n%:R^-1 (map (fun t => factor_bits t.2) ts).
Variables variances : seq F.
Definition exactly (f : (nat -> seq factor -> F) -> F) (v : F) :=
  forall (W : Type) (E : expectation F W) (X : place -> W -> F), normal variances sizes E X ->
    has_mean E (fun w => f (trace sizes (fun p => X p w))) v.
Lemma exactly_ext f g v : (forall tr, f tr = g tr) -> exactly f v -> exactly g v.
Proof. by move=> h hf W E X N; apply: hm_ext (hf W E X N) => w; rewrite h. Qed.
Lemma exactly_is f v u : v = u -> exactly f v -> exactly f u. Proof. by move=> ->. Qed.
Lemma exactly_number c : exactly (fun=> c) c.
Proof.
move=> W E X N; have := hm_scale c (N [::] isT); rewrite [undup _]/= big_nil mulr1.
by apply: hm_ext => w; rewrite big_nil mulr1.
Qed.
Lemma exactly_add f g v u : exactly f v -> exactly g u -> exactly (fun tr => f tr + g tr) (v + u).
Proof. by move=> hf hg W E X N; apply: hm_add (hf W E X N) (hg W E X N). Qed.
Lemma exactly_scale c f v : exactly f v -> exactly (fun tr => c * f tr) (c * v).
Proof. by move=> hf W E X N; apply: hm_scale (hf W E X N). Qed.
Lemma exactly_sum k (f : 'I_k -> (nat -> seq factor -> F) -> F) (v : 'I_k -> F) :
  (forall i, exactly (f i) (v i)) -> exactly (fun tr => \sum_(i < k) f i tr) (\sum_(i < k) v i).
Proof.
move=> h W E X N; apply: hm_sum => [|i]; last exact: h.
exact: hm_0 (N [::] isT).
Qed.
Lemma exactly_within f v about within : exactly f v -> `|v - about| <= within ->
  mean_within variances sizes f about within.
Proof. by move=> h hv W E X N; have [i e] := h W E X N; split=> //; rewrite /= e. Qed.

Hypotheses (square : nth [::] sizes m = [:: n; n]) (n0 : (0 < n)%N).
Notation variance := (nth 0 variances m).
Lemma pairings_value_spelled ts :
  pairing_value variances m n (map spelled_out ts) = pairings_value variance ts.
Proof.
have bitsE fs : bits (spelled fs) = factor_bits fs.
  by rewrite /bits /spelled map_flatten -map_comp; congr flatten; apply: eq_map => f /=; rewrite map_nseq.
have sizeE fs : size (factor_bits fs) = sumn [seq f.2 | f <- fs].
  by elim: fs => //= f fs <-; rewrite size_cat size_nseq.
have e : all_bits (map spelled_out ts) = map (fun t => factor_bits t.2) ts.
  by rewrite /all_bits -map_comp; apply: eq_map => t /=; rewrite bitsE.
rewrite /pairing_value /pairings_value e; congr (_ * _ ^+ _ * _).
  by rewrite /dimensions /rows_of big_map; elim: ts {e} => [|t ts IH]; rewrite ?big_nil ?big_cons //= IH.
by rewrite /letters /size_of -map_comp; congr (sumn _)./2; apply: eq_map => t /=; rewrite sizeE.
Qed.
Lemma exactly_reduced ms ts : all_fit sizes ts -> ready ms ts ->
  exactly (fun tr => foldr (fun t p => tr t.1 t.2 * p) 1 ts)
    ((foldr (fun a p => nth 0 variances a * p) 1 ms) *
     foldr (fun q s => pairings_value variance q + s) 0 (reduced ms ts)).
Proof.
move=> /all_fit_typed ht hr W E X N.
have sumE qs : foldr (fun q s => pairings_value variance q + s) 0 qs = \sum_(q <- qs) pairings_value variance q.
  by elim: qs => [|q qs /= ->]; rewrite ?big_nil ?big_cons.
rewrite sumE.
suff h : mean_is_value sizes E X (map spelled_out ts)
  (foldr (fun a p => nth 0 variances a * p) 1 ms * \sum_(q <- reduced ms ts) pairings_value variance q).
  apply: hm_ext h => w; rewrite /values big_map; elim: (ts) => [|t ts' IH]; first by rewrite big_nil.
  by rewrite big_cons IH.
elim: ms ts ht hr => [|a ms IH] ts ht hr.
  rewrite mul1r big_seq1 -pairings_value_spelled; apply: mean_of_one_matrix => //.
  rewrite /only_in all_map; apply: sub_all hr => t /=; rewrite /only /spelled.
  by elim: (t.2) => //= f fs IH /andP [/eqP e /IH]; rewrite all_cat all_nseq e eqxx orbT.
case/and3P: hr => h1 h2 /allP h3; rewrite big_flatten big_map /= -mulrA mulr_sumr.
apply: mean_of_paired => // q hq; apply: IH (h3 q hq); exact: paired_typed hq.
Qed.
End Reduced.
