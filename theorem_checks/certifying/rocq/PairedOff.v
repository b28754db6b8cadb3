(* Matrices of which no power stands in a word are averaged out, two letters at a time.

   Words are lists of factors with exponents here, so that what is left for symbolic exponents is
   found by computation: [reduced ms w] takes out letters of the matrices in [ms], one after another,
   and what is left are words in one matrix. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import Means Words Pairings NormalMeans WordMeans OneMatrix.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition written := (nat * seq factor)%type.     (* rows, and a word as factors *)
Definition spelled_out (t : written) : traced := (t.1, spelled t.2).
Definition flipped (fs : seq factor) : seq factor := rev [seq (flip f.1, f.2) | f <- fs].
Definition single m (fs : seq factor) := all (fun f => (f.1.1 == m) ==> (f.2 == 1%N)) fs.
Definition places_of m (fs : seq factor) := [seq s <- splits fs | s.1.2.1.1 == m].
Lemma spelled_cat fs gs : spelled (fs ++ gs) = spelled fs ++ spelled gs.
Proof. by rewrite /spelled map_cat flatten_cat. Qed.
Lemma spelled_cons f fs : spelled (f :: fs) = nseq f.2 f.1 ++ spelled fs. Proof. by []. Qed.
Lemma spelled_flipped fs : spelled (flipped fs) = transposed (spelled fs).
Proof.
elim: fs => // f fs IH; rewrite spelled_cons /transposed map_cat rev_cat map_nseq.
rewrite -/(transposed _) -IH /flipped /= rev_cons -cats1 spelled_cat; congr (_ ++ _).
by rewrite /spelled /= cats0 rev_nseq.
Qed.
Lemma places_spelled m fs : single m fs ->
  [seq s <- splits (spelled fs) | s.1.2.1 == m] =
  [seq (spelled s.1.1, s.1.2.1, spelled s.2) | s <- places_of m fs].
Proof.
elim: fs => // [[l e] fs] IH /andP [/= h /IH {}IH].
have next a : [seq t <- [seq (a ++ s.1.1, s.1.2, s.2) | s <- splits (spelled fs)] | t.1.2.1 == m] =
  [seq (a ++ s.1.1, s.1.2, s.2) | s <- [seq s <- splits (spelled fs) | s.1.2.1 == m]].
  by rewrite filter_map.
have later : places_of m ((l, e) :: fs) = (if l.1 == m then [:: ([::], (l, e), fs)] else [::]) ++
  [seq ((l, e) :: s.1.1, s.1.2, s.2) | s <- places_of m fs].
  by rewrite /places_of /= filter_map; case: ifP.
rewrite later spelled_cons splits_cat filter_cat next IH -!map_comp map_cat -map_comp; congr (_ ++ _).
rewrite splits_nseq; move: h; case: eqP => [em /= /eqP ->|/eqP/negbTE ne _] /=; last first.
  rewrite (eq_in_filter (a2 := pred0)) ?filter_pred0 // => t.
  by case/mapP=> s /mapP [i _ ->] ->; rewrite /= ne.
by rewrite /= em eqxx.
Qed.

Section PairedOff.
Variable sizes : seq (seq nat).
Notation columns := (columns sizes).
Notation rows := (rows sizes).
(* what is left when a first letter is paired with each other one *)
Definition left_over (l : letter) (u : seq factor) (ts : seq written) : seq (seq written) :=
  [seq (if s.1.2.1 == l then (columns l, s.1.1 ++ flipped s.2) :: ts
        else (columns l, s.1.1) :: (rows l, s.2) :: ts) | s <- places_of l.1 u] ++
  [seq (columns l, u ++ if s.1.2.1 == l then flipped (s.2 ++ s.1.1) else s.2 ++ s.1.1) :: r.2
     | r <- picks ts, s <- places_of l.1 r.1.2].
Definition singles m (ts : seq written) := all (fun t => single m t.2) ts.
Lemma left_over_spelled l u ts : single l.1 u -> singles l.1 ts ->
  partners_of sizes l (spelled u) (map spelled_out ts) = map (map spelled_out) (left_over l u ts).
Proof.
move=> hu hts; rewrite /partners_of places_spelled // map_cat -!map_comp map_allpairs picks_map allpairs_mapl.
congr (_ ++ flatten _).
  by apply: eq_map => s /=; case: ifP => _; rewrite /spelled_out /= ?spelled_cat ?spelled_flipped.
apply/eq_in_map => r hr; rewrite /= places_spelled; last first.
  by apply: (allP hts); rewrite (perm_mem (picks_perm hr)) mem_head.
rewrite -map_comp; apply: eq_map => s /=; rewrite /spelled_out /= !spelled_cat.
by case: ifP => _; rewrite ?spelled_flipped ?spelled_cat.
Qed.
(* the first letter of a matrix is brought to the front of its word, and paired *)
Definition first_place m (ts : seq written) :=
  ohead [seq (r, s) | r <- picks ts, s <- places_of m r.1.2].
Definition paired_off m (ts : seq written) : seq (seq written) :=
  if first_place m ts is Some (r, s) then left_over s.1.2.1 (s.2 ++ s.1.1) r.2 else [::].
Fixpoint fits r (fs : seq factor) c :=
  if fs is f :: fs' then [&& is_matrix sizes f.1, rows f.1 == r,
    (f.2 == 1%N) || (rows f.1 == columns f.1) & fits (columns f.1) fs' c] else r == c.
Definition all_fit (ts : seq written) := all (fun t => fits t.1 t.2 t.1) ts.
Lemma fits_typed r fs c : fits r fs c -> typed sizes r (spelled fs) c.
Proof.
elim: fs r => // [[l e] fs] IH r /= /and4P [hl /eqP hr h /IH hfs].
rewrite spelled_cons; apply/typed_cat; exists (columns l) => //=.
case/orP: h => [/eqP -> /=|/eqP hc]; first by rewrite hl hr !eqxx.
have -> : r = columns l by rewrite -hr hc.
by elim: e => [|e IHe] //=; rewrite hl hc eqxx.
Qed.
Lemma all_fit_typed ts : all_fit ts -> all_typed sizes (map spelled_out ts).
Proof. by rewrite /all_typed all_map; apply: sub_all => t /fits_typed. Qed.

Lemma first_placeP m ts r s : first_place m ts = Some (r, s) -> singles m ts ->
  [/\ perm_eq ts (r.1 :: r.2), r.1.2 = s.1.1 ++ s.1.2 :: s.2, s.1.2.1.1 = m,
      s.1.2.2 = 1%N & single m (s.2 ++ s.1.1) /\ singles m r.2].
Proof.
rewrite /first_place => h hs.
have /allpairsPdep [r' [s' [h1 h2 [-> ->]]]] : (r, s) \in [seq (r, s) | r <- picks ts, s <- places_of m r.1.2].
  by case: [seq _ | _ <- _, _ <- _] h => //= a l [->]; rewrite mem_head.
move: h2; rewrite mem_filter => /andP [/eqP e /splits_join j]; have p := picks_perm h1.
have : singles m (r'.1 :: r'.2) by rewrite /singles -(perm_all _ p).
case/andP; rewrite j /single all_cat /= e eqxx /= => /and3P [h3 /eqP h4 h5] h6.
by split=> //; split=> //; rewrite all_cat h5 h3.
Qed.
(* the word as it stands, and turned so that the letter comes first *)
Lemma front_typed m ts r s (l := s.1.2.1) : first_place m ts = Some (r, s) -> singles m ts ->
  all_typed sizes (map spelled_out ts) ->
  [/\ typed sizes r.1.1 (spelled s.1.1) (rows l), typed sizes (rows l) (l :: spelled s.2) r.1.1
    & all_typed sizes ((rows l, l :: spelled (s.2 ++ s.1.1)) :: map spelled_out r.2)].
Proof.
move=> h hs ht; have [p j em e1 _] := first_placeP h hs.
have : all_typed sizes (map spelled_out (r.1 :: r.2)) by rewrite /all_typed -(perm_all _ (perm_map _ p)).
case/andP=> /=; rewrite j spelled_cat spelled_cons e1 /= -/l => /typed_cat [d t1 t2] hr.
have /= /and3P [hl /eqP ed t3] := t2; rewrite -{}ed in t1 t2.
have t4 : typed sizes (columns l) (spelled (s.2 ++ s.1.1)) (rows l).
  by rewrite spelled_cat; apply/typed_cat; exists r.1.1.
split=> //; apply/andP; split; last exact: hr.
exact: (introT and3P (And3 hl (eqxx _) t4)).
Qed.
Lemma paired_typed m ts q : all_typed sizes (map spelled_out ts) -> singles m ts ->
  q \in paired_off m ts -> all_typed sizes (map spelled_out q).
Proof.
move=> ht hs; rewrite /paired_off; case h: first_place => [[r s]|] // hq.
have [_ _ em _ [h1 h2]] := first_placeP h hs; have [_ _ hf] := front_typed h hs ht.
apply: typed_partners hf _; rewrite left_over_spelled ?em //; exact: map_f.
Qed.

Section Means.
Variables (F : numFieldType) (variances : seq F).
Variables (W : Type) (E : expectation F W) (X : place -> W -> F).
Hypothesis N : normal variances sizes E X.
Notation mean_is ts v := (mean_is_value sizes E X (map spelled_out ts) v).
Lemma mean_of_paired m ts (v : seq written -> F) : all_typed sizes (map spelled_out ts) ->
  singles m ts -> isSome (first_place m ts) ->
  (forall q, q \in paired_off m ts -> mean_is q (v q)) ->
  mean_is ts (nth 0 variances m * \sum_(q <- paired_off m ts) v q).
Proof.
move=> ht hs; rewrite /paired_off; case h: first_place => [[r s]|] // _ hv.
have [p j em e1 [h1 h2]] := first_placeP h hs; have [t1 t2 ht'] := front_typed h hs ht.
set l := s.1.2.1 in em hv t1 t2 ht' *.
pose mean_of q := mean E (fun w => values sizes (fun p => X p w) q).
have h3 := left_over_spelled (l := l); rewrite em in h3.
have := mean_of_traces N (v := mean_of) ht'; rewrite h3 // em => h4.
rewrite (_ : \sum_(q <- left_over _ _ _) v q =
  \sum_(q <- map (map spelled_out) (left_over l (s.2 ++ s.1.1) r.2)) mean_of q); last first.
  by rewrite big_map big_seq [RHS]big_seq; apply: eq_bigr => q /hv [_ <-].
apply: hm_ext (h4 _) => [w|q /mapP [q' /hv [i e] ->]]; last by split.
have -> : values sizes (fun p => X p w) (map spelled_out ts) =
  values sizes (fun p => X p w) (map spelled_out (r.1 :: r.2)) by apply: perm_big; apply: perm_map.
rewrite /= !values_cons; congr (_ * _); rewrite /spelled_out j !spelled_cat spelled_cons e1 /= -/l.
by rewrite (trace_rotated _ t1 t2).
Qed.
End Means.
End PairedOff.
