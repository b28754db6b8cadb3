(* The mean of a product of traces of words in one square normal matrix is a sum over pairings. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import Means Words Pairings NormalMeans WordMeans.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Typed.
Variable sizes : seq (seq nat).
Notation columns := (columns sizes).
Notation rows := (rows sizes).
Notation typed := (typed sizes).
Lemma typed_partners l u ts q : all_typed sizes ((rows l, l :: u) :: ts) ->
  q \in partners_of sizes l u ts -> all_typed sizes q.
Proof.
case/andP=> /and3P [hl _ hu] hts; rewrite mem_cat => /orP [/mapP [s]|/allpairsPdep [r [s [hr]]]].
  rewrite mem_filter => /andP [/eqP e /typed_split /(_ hu) [h1 h2 h3]] ->.
  case: ifP => [/eqP e'|/negbT ne].
    apply/andP; split=> //; apply/typed_cat; rewrite e' in h1 h3.
    by exists (rows l) => //; exact: typed_transposed.
  have e' : s.1.2 = flip l by case: (s.1.2) (l) e ne => m [] [m' []] /= -> //; rewrite ?eqxx.
  by rewrite e' rows_flip in h1 h3; apply/and3P.
have hp := picks_perm hr; have : all_typed sizes (r.1 :: r.2) by rewrite /all_typed -(perm_all _ hp).
case/andP=> hr1 hr2; rewrite mem_filter => /andP [/eqP e /typed_split /(_ hr1) [h1 h2 h3]] ->.
have h4 : typed (columns s.1.2) (s.2 ++ s.1.1) (rows s.1.2) by apply/typed_cat; exists r.1.1.
apply/andP; split=> //; apply/typed_cat; exists (rows l) => //; case: ifP => [/eqP e'|/negbT ne].
  by rewrite e' in h4; exact: typed_transposed.
have e' : s.1.2 = flip l by case: (s.1.2) (l) e ne => m [] [m' []] /= -> //; rewrite ?eqxx.
by rewrite e' rows_flip in h4.
Qed.
End Typed.

Definition bits (s : seq letter) := [seq ~~ l.2 | l <- s].
Definition all_bits (ts : seq traced) := [seq bits t.2 | t <- ts].
Lemma bits_transposed s : bits (transposed s) = turned (bits s).
Proof. by rewrite /bits /transposed /turned map_rev -!map_comp. Qed.
Lemma bits_cat s t : bits (s ++ t) = bits s ++ bits t. Proof. exact: map_cat. Qed.

Lemma cube (R : comRingType) (c d : R) : d * (c * (c * c)) = c * (c * (d * c)). Proof. by ring. Qed.
Lemma regrouped (R : comRingType) (c c' d p a b p' s : R) :
  c' * (d * p) * (a * c * b) * (p' * s) = (c' * c) * (p * p') * (a * (d * b * s)).
Proof. by ring. Qed.
Section OneMatrix.
Variables (F : numFieldType) (variances : seq F) (sizes : seq (seq nat)) (m n : nat).
Variables (W : Type) (E : expectation F W) (X : place -> W -> F).
Hypothesis N : normal variances sizes E X.
Hypotheses (square : nth [::] sizes m = [:: n; n]) (n0 : (0 < n)%N).
Definition only (s : seq letter) := all (fun l => l.1 == m) s.
Definition only_in (ts : seq traced) := all (fun t => only t.2) ts.
Definition dimensions (ts : seq traced) : F := \prod_(t <- ts) t.1%:R.
Definition pairing_value (ts : seq traced) : F :=
  dimensions ts * (nth 0 variances m * n%:R) ^+ (letters (all_bits ts))./2 * share n%:R^-1 (all_bits ts).
Lemma square_sides l : l.1 == m -> columns sizes l = n /\ rows sizes l = n.
Proof. by case: l => a [] /= /eqP ->; rewrite /rows /columns /= square. Qed.
Lemma same_letter (l l' : letter) : l.1 == m -> l'.1 == m -> (~~ l'.2 == ~~ l.2) = (l' == l).
Proof. by case: l l' => a b [a' b'] /= /eqP -> /eqP ->; rewrite xpair_eqE eqxx; case: b b' => [] []. Qed.
(* partners of words, beside those of their bits, in the same order *)
Lemma zipped l u ts : all_typed sizes ((n, l :: u) :: ts) -> only_in ((n, l :: u) :: ts) ->
  exists zs : seq (seq traced * (nat * seq (seq bool))),
  [/\ map fst zs = partners_of sizes l u ts, map snd zs = partners (~~ l.2) (bits u) (all_bits ts)
    & forall z, z \in zs -> [/\ z.2.2 = all_bits z.1, only_in z.1
        & dimensions z.1 * n%:R ^+ z.2.1 = n%:R * dimensions ((n, l :: u) :: ts)]].
Proof.
case/andP=> _ ht /andP [/andP [hl hu'] hts']; have [hc hr] := square_sides hl.
have hu : only u := hu'; have hts : only_in ts := hts'.
have only_split s t : only s -> t \in splits s -> [/\ only t.1.1, t.1.2.1 == m & only t.2].
  by move=> hs /splits_join e; move: hs; rewrite e /only all_cat /= => /and3P.
have all_splits s : only s -> [seq t <- splits s | t.1.2.1 == l.1] = splits s.
  move=> hs; rewrite (eq_in_filter (a2 := predT)) ?filter_predT // => t /(only_split _ _ hs) [_ e _].
  by rewrite (eqP e) eq_sym.
have only_transposed s : only (transposed s) = only s by rewrite /only /transposed all_rev all_map.
have only_cat s t : only (s ++ t) = only s && only t by exact: all_cat.
pose one (s : seq letter * letter * seq letter) :=
  (if s.1.2 == l then (n, s.1.1 ++ transposed s.2) :: ts else (n, s.1.1) :: (n, s.2) :: ts,
   if ~~ s.1.2.2 == ~~ l.2 then (1%N, (bits s.1.1 ++ turned (bits s.2)) :: all_bits ts)
   else (0%N, bits s.1.1 :: bits s.2 :: all_bits ts)).
pose two (r : traced * seq traced) (s : seq letter * letter * seq letter) :=
  ((n, u ++ if s.1.2 == l then transposed (s.2 ++ s.1.1) else s.2 ++ s.1.1) :: r.2,
   (2%N, (bits u ++ if ~~ s.1.2.2 == ~~ l.2 then turned (bits s.2 ++ bits s.1.1)
                    else bits s.2 ++ bits s.1.1) :: all_bits r.2)).
exists (map one (splits u) ++ [seq two r s | r <- picks ts, s <- splits r.1.2]); split.
- rewrite map_cat -map_comp map_allpairs /partners_of hc hr all_splits //; congr (_ ++ flatten _).
  apply/eq_in_map => r hr'; rewrite all_splits //.
  by apply: (allP hts); rewrite (perm_mem (picks_perm hr')) mem_head.
- rewrite map_cat -map_comp map_allpairs /partners splits_map -map_comp picks_map allpairs_mapl.
  congr (_ ++ flatten _); apply: eq_map => r /=; rewrite splits_map -map_comp; exact: eq_map.
move=> z; rewrite mem_cat => /orP [/mapP [s hs ->]|/allpairsPdep [r [s [hr' hs ->]]]].
  have [o1 o2 o3] := only_split _ _ hu hs; rewrite /one /= same_letter //.
  case: ifP => _ /=; rewrite ?bits_cat ?bits_transposed ?only_cat ?only_transposed o1 o3; split=> //.
    by rewrite /dimensions !big_cons expr1 mulrC.
  by rewrite /dimensions !big_cons mulr1.
have h3 := picks_perm hr'; have : only_in (r.1 :: r.2) by rewrite /only_in -(perm_all _ h3).
case/andP=> o4 o5';  have o5 : only_in r.2 := o5'; have [o1 o2 o3] := only_split _ _ o4 hs.
rewrite /two /= same_letter //; split.
- by case: ifP => _; rewrite ?bits_cat ?bits_transposed ?bits_cat.
- by case: ifP => _; rewrite ?only_cat ?only_transposed ?only_cat hu ?o1 ?o3.
have e1 : r.1.1 = n.
  have : typed sizes r.1.1 r.1.2 r.1.1.
    by apply: (allP ht); rewrite (perm_mem h3) mem_head.
  case: (r.1.2) o4 hs => // a v /andP [ha _] _ /and3P [_ /eqP <- _].
  by have [] := square_sides ha.
by rewrite /dimensions !big_cons (perm_big _ h3) big_cons /= e1 expr2 mulrC -!mulrA cube.
Qed.
Theorem mean_of_one_matrix ts : all_typed sizes ts -> only_in ts ->
  mean_is_value sizes E X ts (pairing_value ts).
Proof.
have [k] := ubnP (weight (all_bits ts)); elim: k ts => // k IH [|[d [|l u]] ts] hk ht ho.
- rewrite /pairing_value /dimensions big_nil /share /= expr0 !mul1r.
  have := N (s := [::]) isT; rewrite [undup _]/= big_nil.
  by apply: hm_ext => w; rewrite /values !big_nil.
- move: hk ht ho; rewrite [all_bits _]/= weight_nil => hk /andP [_ ht] /andP [_ ho].
  have := hm_scale d%:R (IH ts hk ht ho); rewrite /pairing_value [all_bits (_ :: _)]/= share_nil.
  rewrite /dimensions big_cons -!mulrA; apply: hm_ext => w; rewrite values_cons; congr (_ * _).
  rewrite /traced_value /=; under eq_bigr do rewrite eqxx.
  by rewrite sumr_const card_ord.
have e : d = n.
  case/andP: ht => /and3P [_ /eqP /= e _] _; case/andP: ho => /andP [hl _] _.
  by rewrite -e; have [] := square_sides hl.
rewrite {d}e in hk ht ho *; have [zs [h1 h2 h3]] := zipped ht ho.
have hl : l.1 == m by case/andP: ho => /andP [].
have hr : rows sizes l = n by have [] := square_sides hl.
have := @mean_of_traces _ _ _ _ _ _ N l u ts pairing_value; rewrite hr => /(_ ht) h.
set L := letters (all_bits ((n, l :: u) :: ts)); set D := dimensions ((n, l :: u) :: ts).
have lettersE z : z \in zs -> (letters (all_bits z.1)).+2 = L.
  move=> hz; have [<- _ _] := h3 z hz; apply: (letters_partners (x := ~~ l.2) (u := bits u) (ts := all_bits ts)).
  by rewrite -h2; apply: map_f.
rewrite (_ : pairing_value _ = nth 0 variances l.1 * \sum_(q <- partners_of sizes l u ts) pairing_value q).
  apply: h => q; rewrite -h1 => /mapP [z hz ->]; have [e2 o _] := h3 z hz; apply: IH => //.
    rewrite -e2; apply: leq_trans (_ : weight ((~~ l.2 :: bits u) :: all_bits ts) <= k)%N; last by rewrite -ltnS.
    by apply: weight_partners; rewrite -h2; apply: map_f.
  by apply: (@typed_partners _ l u ts); rewrite ?hr // -h1; apply: map_f.
rewrite -h1 big_map (eqP hl); have nz : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
set a := nth 0 variances m; rewrite /pairing_value -/L -/D -/a [all_bits _]/= share_cons -h2 big_map !mulr_sumr.
rewrite big_seq [RHS]big_seq; apply: eq_bigr => z hz; have [-> _ e2] := h3 z hz.
rewrite -(lettersE z hz) /= exprS; set B := _ ^+ _./2; set S := share _ _.
have -> : D = n%:R^-1 * (dimensions z.1 * n%:R ^+ z.2.1) by rewrite e2 mulKf.
rewrite exprVn; set P := n%:R ^+ z.2.1; have nP : P != 0 by rewrite expf_neq0.
rewrite -/a; set d := dimensions z.1.
by rewrite regrouped mulVf // mulfV // !mul1r.
Qed.
End OneMatrix.
