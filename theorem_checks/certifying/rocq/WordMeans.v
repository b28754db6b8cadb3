(* The mean of a product of traces of words in independent normal matrices: one letter is paired off.

   A trace is a number of rows with a word. The first letter of the first word is paired with each
   other letter of its matrix, and two traces or one are left in place of one or two
   ([mean_of_traces]). *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import Means Words Pairings NormalMeans.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition traced := (nat * seq letter)%type.      (* rows, and a word *)
Definition flip (l : letter) : letter := (l.1, ~~ l.2).
Definition transposed (s : seq letter) := rev (map flip s).
Lemma flipK : involutive flip. Proof. by case=> m b; rewrite /flip /= negbK. Qed.
Definition place_at (l : letter) (i j : nat) : place := (l.1, if l.2 then [:: j; i] else [:: i; j]).
Lemma place_flip l i j : place_at (flip l) j i = place_at l i j.
Proof. by case: l => m []. Qed.

Section Words.
Variable sizes : seq (seq nat).
Notation columns := (columns sizes).
Definition rows l := columns (flip l).
Definition is_matrix (l : letter) := (l.1 < size sizes)%N && (size (nth [::] sizes l.1) == 2%N).
Fixpoint typed r (s : seq letter) c :=
  if s is l :: s' then [&& is_matrix l, rows l == r & typed (columns l) s' c] else r == c.
Lemma rows_flip l : rows (flip l) = columns l. Proof. by rewrite /rows flipK. Qed.
Lemma typed_cat r s t c :
  reflect (exists2 d, typed r s d & typed d t c) (typed r (s ++ t) c).
Proof.
elim: s r => [|l s IH] r /=.
  by apply: (iffP idP) => [h|[d /eqP -> //]]; exists r.
apply: (iffP and3P) => [[h1 h2 /IH [d h3 h4]]|[d /and3P [h1 h2 h3] h4]].
  by exists d => //; rewrite h1 h2.
by split=> //; apply/IH; exists d.
Qed.
Lemma typed_transposed r s c : typed r s c -> typed c (transposed s) r.
Proof.
elim: s r => [|l s IH] r /=; first by rewrite eq_sym.
case/and3P=> hl /eqP <- /IH h; rewrite /transposed /= rev_cons -cats1.
by apply/typed_cat; exists (columns l) => //=; rewrite /is_matrix /= in hl *; rewrite hl rows_flip !eqxx.
Qed.
Lemma typed_split r s c t : t \in splits s -> typed r s c ->
  [/\ typed r t.1.1 (rows t.1.2), is_matrix t.1.2 & typed (columns t.1.2) t.2 c].
Proof.
by move/splits_join=> -> /typed_cat [d h1 /= /and3P [h2 /eqP h3 h4]]; rewrite h3.
Qed.

Section AtOneDraw.
Variables (F : numFieldType) (x : place -> F).
Notation along := (along sizes x).
Lemma sum_delta n i (f : 'I_n -> F) (h : (i < n)%N) :
  \sum_(k < n) (i == k)%:R * f k = f (Ordinal h).
Proof.
rewrite (bigD1 (Ordinal h)) //= eqxx mul1r big1 ?addr0 // => k; rewrite -val_eqE /= eq_sym.
by move/negbTE => ->; rewrite mul0r.
Qed.
Lemma along_cat r s d t c i j : typed r s d -> typed d t c -> (i < r)%N ->
  along (s ++ t) i j = \sum_(k < d) along s i k * along t k j.
Proof.
elim: s r i => [|l s IH] r i /=; first by move=> /eqP -> _ h; rewrite (sum_delta _ h).
case/and3P=> hl hr hs ht hi; under eq_bigr do rewrite (IH _ _ hs ht (ltn_ord _)) mulr_sumr.
rewrite exchange_big; apply: eq_bigr => k _ /=; rewrite mulr_suml.
by apply: eq_bigr => k' _; rewrite mulrA.
Qed.
Lemma entry_flip l i j : entry_of x (flip l) j i = entry_of x l i j.
Proof. by case: l => m []. Qed.
Lemma along_transposed r s c i j : typed r s c -> (i < r)%N -> (j < c)%N ->
  along (transposed s) j i = along s i j.
Proof.
elim: s r i => [|l s IH] r i /=; first by rewrite [in RHS]eq_sym.
case/and3P=> hl /eqP hr hs hi hj; rewrite /transposed /= rev_cons -cats1.
have hs' := typed_transposed hs.
have ht : typed (columns l) [:: flip l] r.
  by apply/and3P; split=> //=; rewrite ?rows_flip // -hr.
rewrite (along_cat _ hs' ht hj); apply: eq_bigr => k _; rewrite (IH _ _ hs (ltn_ord _) hj) mulrC.
congr (_ * _); rewrite /= (_ : columns (flip l) = r) //.
under eq_bigr do rewrite mulrC eq_sym.
by rewrite (sum_delta _ hi) entry_flip.
Qed.
Definition traced_value (t : traced) := \sum_(i < t.1) along t.2 i i.
Definition values (ts : seq traced) := \prod_(t <- ts) traced_value t.
Lemma trace_rotated r s d t : typed r s d -> typed d t r ->
  traced_value (r, s ++ t) = traced_value (d, t ++ s).
Proof.
move=> hs ht; rewrite /traced_value /=.
under eq_bigr do rewrite (along_cat _ hs ht (ltn_ord _)).
under [RHS]eq_bigr do rewrite (along_cat _ ht hs (ltn_ord _)).
by rewrite exchange_big; apply: eq_bigr => i _; apply: eq_bigr => k _; rewrite mulrC.
Qed.

(* ---------- as polynomials in the entries ---------- *)
Fixpoint entries (s : seq letter) (i j : nat) : monomials :=
  if s is l :: s' then
    flatten [seq [seq place_at l i k :: m | m <- entries s' k j] | k : 'I_(columns l) <- index_enum _]
  else if i == j then [:: [::]] else [::].
Lemma value_entries s i j : value x (entries s i j) = along s i j.
Proof.
elim: s i => [|l s IH] i /=.
  by rewrite /value; case: eqP => _; rewrite ?big_nil // big_seq1 /product big_nil.
rewrite value_flatten; apply: eq_bigr => k _; rewrite -IH /value big_map mulr_sumr.
by apply: eq_bigr => m _; rewrite product_cons.
Qed.
Lemma slope_entries_cons p l s i j : slope x p (entries (l :: s) i j) =
  \sum_(k < columns l) ((place_at l i k == p)%:R * along s k j
                        + entry_of x l i k * slope x p (entries s k j)).
Proof.
rewrite [entries _ _ _]/= slope_flatten; apply: eq_bigr => k _.
rewrite -value_entries /slope /value big_map !mulr_sumr -big_split; apply: eq_bigr => m _.
exact: slope_of_cons.
Qed.
Definition hit p (l : letter) a b : F := (place_at l a b == p)%:R.
Lemma slope_entries r s c p i j : typed r s c -> (i < r)%N -> slope x p (entries s i j) =
  \sum_(t <- splits s) \sum_(a < rows t.1.2) \sum_(b < columns t.1.2)
     along t.1.1 i a * hit p t.1.2 a b * along t.2 b j.
Proof.
elim: s r i => [|l s IH] r i.
  by move=> _ _; rewrite big_nil /slope /=; case: eqP => _; rewrite ?big_nil // big_seq1 /slope_of big_nil.
case/and3P=> hl /eqP hr hs hi; rewrite slope_entries_cons big_split [splits _]/= big_cons big_map /=.
congr (_ + _).
  rewrite hr exchange_big; apply: eq_bigr => k _.
  under eq_bigr do rewrite /= -mulrA.
  by rewrite (sum_delta _ hi).
under eq_bigr do rewrite (IH _ _ hs (ltn_ord _)) mulr_sumr.
rewrite exchange_big; apply: eq_bigr => t _; under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => a _; under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => b _; rewrite !mulr_suml.
by apply: eq_bigr => k _; rewrite !mulrA.
Qed.
Definition diagonal (t : traced) : monomials :=
  flatten [seq entries t.2 i i | i : 'I_t.1 <- index_enum _].
Lemma value_diagonal t : value x (diagonal t) = traced_value t.
Proof. by rewrite value_flatten; apply: eq_bigr => i _; rewrite value_entries. Qed.
Lemma slope_diagonal r s p : typed r s r -> slope x p (diagonal (r, s)) =
  \sum_(t <- splits s) \sum_(a < rows t.1.2) \sum_(b < columns t.1.2)
     hit p t.1.2 a b * along (t.2 ++ t.1.1) b a.
Proof.
move=> hs; rewrite slope_flatten; under eq_bigr do rewrite (slope_entries _ _ hs (ltn_ord _)).
rewrite exchange_big /= big_seq [RHS]big_seq; apply: eq_bigr => t /typed_split /(_ hs) [h1 _ h2].
rewrite exchange_big; apply: eq_bigr => a _; rewrite exchange_big; apply: eq_bigr => b _.
rewrite (along_cat _ h2 h1 (ltn_ord _)) mulr_sumr; apply: eq_bigr => k _.
by rewrite [X in X * _]mulrC -mulrA; congr (_ * _); exact: mulrC.
Qed.
Fixpoint all_diagonals (ts : seq traced) : monomials :=
  if ts is t :: ts' then times (diagonal t) (all_diagonals ts') else [:: [::]].
Lemma value_all ts : value x (all_diagonals ts) = values ts.
Proof.
elim: ts => [|t ts IH]; first by rewrite /value /values big_nil /= big_seq1 /product big_nil.
by rewrite /values big_cons [all_diagonals _]/= value_times value_diagonal IH.
Qed.
Lemma slope_all p ts : slope x p (all_diagonals ts) =
  \sum_(r <- picks ts) slope x p (diagonal r.1) * values r.2.
Proof.
elim: ts => [|t ts IH]; first by rewrite big_nil /slope big_seq1 /slope_of big_nil.
rewrite [all_diagonals _]/= slope_times value_all value_diagonal IH big_cons big_map mulr_sumr.
congr (_ + _); apply: eq_bigr => r _ /=; rewrite [values (_ :: _)]big_cons; exact: mulrCA.
Qed.

(* ---------- one letter is paired off ---------- *)
Lemma hits l l' (H : nat -> nat -> nat -> nat -> F) :
  \sum_(i < rows l) \sum_(k < columns l) \sum_(a < rows l') \sum_(b < columns l')
     hit (place_at l i k) l' a b * H i k a b =
  if l'.1 == l.1 then if l' == l then \sum_(i < rows l) \sum_(k < columns l) H i k i k
                      else \sum_(i < rows l) \sum_(k < columns l) H i k k i else 0.
Proof.
have [e|ne] := eqVneq l'.1 l.1; last first.
  rewrite big1 // => i _; rewrite big1 // => k _; rewrite big1 // => a _; rewrite big1 // => b _.
  by rewrite /hit /place_at xpair_eqE (negbTE ne) mul0r.
have same m c d i k : (place_at m c d == place_at m i k) = (i == c) && (k == d).
  by case: m => m [] /=; rewrite /place_at /= xpair_eqE eqxx /= !eqseq_cons eqxx andbT ![_ == i]eq_sym ![_ == k]eq_sym // andbC.
have hit_same (i k a b : nat) : hit (place_at l i k) l a b = (i == a)%:R * (k == b)%:R.
  by rewrite /hit same -natrM mulnb.
case: eqP => [->|ne]; apply: eq_bigr => i _; apply: eq_bigr => k _.
  under eq_bigr do under eq_bigr do rewrite hit_same -mulrA.
  under eq_bigr do rewrite -mulr_sumr.
  by rewrite (sum_delta _ (ltn_ord i)) /= (sum_delta _ (ltn_ord k)).
have -> : l' = flip l by case: (l') (l) e ne => m [] [m' []] /= -> // [].
have hit_flip (a b : nat) : hit (place_at l i k) (flip l) a b = ((k : nat) == a)%:R * ((i : nat) == b)%:R.
  by rewrite /hit place_flip -/(hit _ _ _ _) hit_same mulrC.
under eq_bigr do under eq_bigr do rewrite hit_flip -mulrA.
under eq_bigr do rewrite -mulr_sumr.
rewrite rows_flip (sum_delta _ (ltn_ord k)) /= (_ : columns (flip l) = rows l) //.
by rewrite (sum_delta _ (ltn_ord i)).
Qed.
Definition partners_of l (u : seq letter) (ts : seq traced) : seq (seq traced) :=
  [seq (if s.1.2 == l then (columns l, s.1.1 ++ transposed s.2) :: ts
        else (columns l, s.1.1) :: (rows l, s.2) :: ts) | s <- [seq s <- splits u | s.1.2.1 == l.1]] ++
  [seq (columns l, u ++ if s.1.2 == l then transposed (s.2 ++ s.1.1) else s.2 ++ s.1.1) :: r.2
     | r <- picks ts, s <- [seq s <- splits r.1.2 | s.1.2.1 == l.1]].
Definition all_typed (ts : seq traced) := all (fun t => typed t.1 t.2 t.1) ts.
Lemma slopes_of_entries l u ts : typed (columns l) u (rows l) ->
  (\sum_(i < rows l) \sum_(k < columns l) slope x (place_at l i k) (entries u k i)) * values ts =
  \sum_(s <- [seq s <- splits u | s.1.2.1 == l.1]) values
     (if s.1.2 == l then (columns l, s.1.1 ++ transposed s.2) :: ts
        else (columns l, s.1.1) :: (rows l, s.2) :: ts).
Proof.
move=> hu.
under [X in X * _]eq_bigr do under eq_bigr do rewrite (slope_entries _ _ hu (ltn_ord _)).
under [X in X * _]eq_bigr do rewrite exchange_big.
rewrite [X in X * _]exchange_big /= big_filter mulr_suml [RHS]big_mkcond.
rewrite big_seq [RHS]big_seq; apply: eq_bigr => t /typed_split /(_ hu) [h1 h2 h3].
pose H (i k a b : nat) := along t.1.1 k a * along t.2 b i.
transitivity ((\sum_(i < rows l) \sum_(k < columns l) \sum_(a < rows t.1.2) \sum_(b < columns t.1.2)
     hit (place_at l i k) t.1.2 a b * H i k a b) * values ts).
  congr (_ * _); apply: eq_bigr => i _; apply: eq_bigr => k _; apply: eq_bigr => a _; apply: eq_bigr => b _.
  by rewrite [X in X * _]mulrC -mulrA.
rewrite hits; case: ifP => [/eqP e|_]; last by rewrite mul0r.
case: ifP => [/eqP e'|/negbT ne].
  rewrite /values big_cons; congr (_ * _); rewrite /traced_value /= exchange_big.
  rewrite e' in h1 h3; have h3' := typed_transposed h3.
  apply: eq_bigr => k _; rewrite (along_cat _ h1 h3' (ltn_ord _)); apply: eq_bigr => i _.
  by rewrite (along_transposed h3 (ltn_ord _) (ltn_ord _)).
rewrite /values !big_cons mulrA; congr (_ * _); rewrite /traced_value /= mulrC mulr_suml.
by apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => k _; rewrite /H mulrC.
Qed.
Lemma slopes_of_diagonal l u r ts : typed (columns l) u (rows l) -> typed r.1 r.2 r.1 ->
  (\sum_(i < rows l) \sum_(k < columns l)
     along u k i * slope x (place_at l i k) (diagonal r)) * values ts =
  \sum_(s <- [seq s <- splits r.2 | s.1.2.1 == l.1]) values
     ((columns l, u ++ if s.1.2 == l then transposed (s.2 ++ s.1.1) else s.2 ++ s.1.1) :: ts).
Proof.
case: r => r v hu /= hv; under [X in X * _]eq_bigr do under eq_bigr do rewrite (slope_diagonal _ hv) mulr_sumr.
under [X in X * _]eq_bigr do rewrite exchange_big.
rewrite [X in X * _]exchange_big /= big_filter mulr_suml [RHS]big_mkcond.
rewrite big_seq [RHS]big_seq; apply: eq_bigr => t /typed_split /(_ hv) [h1 h2 h3].
have h4 : typed (columns t.1.2) (t.2 ++ t.1.1) (rows t.1.2) by apply/typed_cat; exists r.
pose H (i k a b : nat) := along u k i * along (t.2 ++ t.1.1) b a.
transitivity ((\sum_(i < rows l) \sum_(k < columns l) \sum_(a < rows t.1.2) \sum_(b < columns t.1.2)
     hit (place_at l i k) t.1.2 a b * H i k a b) * values ts).
  congr (_ * _); apply: eq_bigr => i _; apply: eq_bigr => k _; rewrite mulr_sumr.
  by apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => b _; rewrite mulrCA.
rewrite hits; case: ifP => [/eqP e|_]; last by rewrite mul0r.
rewrite /values big_cons /traced_value /=; congr (_ * _); case: ifP => [/eqP e'|/negbT ne].
  rewrite e' in h4; have h4' := typed_transposed h4.
  rewrite exchange_big; apply: eq_bigr => k _; rewrite (along_cat _ hu h4' (ltn_ord _)).
  by apply: eq_bigr => i _; rewrite (along_transposed h4 (ltn_ord _) (ltn_ord _)).
have e' : t.1.2 = flip l by case: (t.1.2) (l) e ne => m [] [m' []] /= -> //; rewrite ?eqxx.
rewrite e' rows_flip in h4; rewrite exchange_big; apply: eq_bigr => k _.
by rewrite (along_cat _ hu h4 (ltn_ord _)).
Qed.
Lemma values_cons t ts : values (t :: ts) = traced_value t * values ts.
Proof. exact: big_cons. Qed.
Lemma values_as_sums l u ts : values ((rows l, l :: u) :: ts) =
  \sum_(i < rows l) \sum_(k < columns l)
     x (place_at l i k) * value x (times (entries u k i) (all_diagonals ts)).
Proof.
rewrite values_cons mulr_suml; apply: eq_bigr => i _; rewrite /= mulr_suml; apply: eq_bigr => k _.
by rewrite value_times value_entries value_all mulrA.
Qed.
Lemma slopes_as_partners l u ts : all_typed ((rows l, l :: u) :: ts) ->
  \sum_(i < rows l) \sum_(k < columns l)
     slope x (place_at l i k) (times (entries u k i) (all_diagonals ts)) =
  \sum_(q <- partners_of l u ts) values q.
Proof.
case/andP=> /= /and3P [hl _ hu] /allP hts; rewrite big_cat big_map big_allpairs_dep /=.
rewrite -slopes_of_entries //.
transitivity ((\sum_(i < rows l) \sum_(k < columns l) slope x (place_at l i k) (entries u k i)) * values ts
  + \sum_(r <- picks ts) (\sum_(i < rows l) \sum_(k < columns l)
      along u k i * slope x (place_at l i k) (diagonal r.1)) * values r.2); last first.
  congr (_ + _); rewrite big_seq [RHS]big_seq; apply: eq_bigr => r hr.
  by rewrite slopes_of_diagonal //; apply: hts; rewrite (perm_mem (picks_perm hr)) mem_head.
transitivity (\sum_(i < rows l) \sum_(k < columns l)
  (slope x (place_at l i k) (entries u k i) * values ts
   + \sum_(r <- picks ts) along u k i * slope x (place_at l i k) (diagonal r.1) * values r.2)).
  apply: eq_bigr => i _; apply: eq_bigr => k _; rewrite slope_times value_all value_entries slope_all.
  by rewrite mulr_sumr; congr (_ + _); apply: eq_bigr => r _; rewrite mulrA.
transitivity (\sum_(i < rows l) (\sum_(k < columns l) slope x (place_at l i k) (entries u k i) * values ts +
   \sum_(k < columns l) \sum_(r <- picks ts)
     along u k i * slope x (place_at l i k) (diagonal r.1) * values r.2)).
  by apply: eq_bigr => i _; rewrite big_split.
rewrite big_split /=; congr (_ + _).
  by rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulr_suml.
transitivity (\sum_(r <- picks ts) \sum_(i < rows l) \sum_(k < columns l)
     along u k i * slope x (place_at l i k) (diagonal r.1) * values r.2).
  by rewrite [RHS]exchange_big; apply: eq_bigr => i _; rewrite exchange_big.
by apply: eq_bigr => r _; rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulr_suml.
Qed.
End AtOneDraw.

Lemma entries_inside r s c i j : typed r s c -> (i < r)%N ->
  all (all (inside sizes)) (entries s i j).
Proof.
elim: s r i => [|l s IH] r i /=; first by case: (i == j).
case/and3P=> /andP [hl /eqP h2] /eqP hr hs hi; apply/allP => m /flattenP [ms /mapP [k _ ->]].
case/mapP=> m' hm ->; rewrite /= (allP (IH _ _ hs (ltn_ord k)) _ hm) andbT /inside /= hl /=.
move: hi (ltn_ord k); move: (nat_of_ord k) => k'; rewrite -hr /rows /Words.columns /= negbK.
case: (nth _ _ _) h2 => [|a [|b []]] // _; by case: l.2 => /= -> ->.
Qed.
Lemma diagonals_inside ts : all_typed ts -> all (all (inside sizes)) (all_diagonals ts).
Proof.
elim: ts => //= t ts IH /andP [ht /IH hts]; apply/allP => m /allpairsP [[m1 m2] [/= h1 h2 ->]].
rewrite all_cat (allP hts _ h2) andbT; case/flattenP: h1 => ms /mapP [i _ ->].
by move: m1; apply/allP; apply: entries_inside ht (ltn_ord i).
Qed.

(* ---------- in the mean ---------- *)
Section Means.
Variables (F : numFieldType) (variances : seq F).
Variables (W : Type) (E : expectation F W) (X : place -> W -> F).
Hypothesis N : normal variances sizes E X.
Definition mean_is_value ts v := has_mean E (fun w => values (fun p => X p w) ts) v.
Lemma mean_of_traces l u ts (v : seq traced -> F) : all_typed ((rows l, l :: u) :: ts) ->
  (forall q, q \in partners_of l u ts -> mean_is_value q (v q)) ->
  mean_is_value ((rows l, l :: u) :: ts) (nth 0 variances l.1 * \sum_(q <- partners_of l u ts) v q).
Proof.
move=> ht hv; have /andP [/and3P [/andP [hl h2] _ hu] hts] := ht.
have zero : has_mean E (fun=> 0) 0 by exact: hm_0 (N (s := [::]) isT).
pose f (i k : nat) := times (entries u k i) (all_diagonals ts).
pose D i k w := slope (fun p => X p w) (place_at l i k) (f i k).
have parts (i : 'I_(rows l)) (k : 'I_(columns l)) :
  has_mean E (D i k) (mean E (D i k)) /\
  has_mean E (fun w => X (place_at l i k) w * value (fun p => X p w) (f i k))
    (nth 0 variances l.1 * mean E (D i k)).
  have hp : inside sizes (place_at l i k).
    have /allP h : all (all (inside sizes)) (entries [:: l] i k).
      by apply: (@entries_inside (rows l) [:: l] (columns l)) => //=; rewrite /is_matrix hl h2 !eqxx.
    suff /h : [:: place_at l i k] \in entries [:: l] i k by rewrite /= andbT.
    apply/flattenP; exists [:: [:: place_at l i k]]; last exact: mem_head.
    by apply/mapP; exists k; rewrite ?mem_index_enum //= eqxx.
  have hf : all (all (inside sizes)) (f i k).
    apply/allP => m /allpairsP [[m1 m2] [/= h1 h3 ->]].
    rewrite all_cat (allP (diagonals_inside hts) _ h3) andbT.
    exact: (allP (entries_inside _ hu (ltn_ord k)) _ h1).
  by have [d [h3 h4] h5] := by_parts N hp hf; rewrite /D h4; split; last exact: h5.
have whole := hm_sum (index_enum _) zero (fun i => hm_sum (index_enum _) zero (fun k => (parts i k).2)).
have slopes := hm_sum (index_enum _) zero (fun i => hm_sum (index_enum _) zero (fun k => (parts i k).1)).
have {hv} : has_mean E (fun w => \sum_(q <- partners_of l u ts) values (fun p => X p w) q)
    (\sum_(q <- partners_of l u ts) v q).
  elim: partners_of hv => [|q qs IH] hv; first by rewrite big_nil; apply: hm_ext zero => w; rewrite big_nil.
  rewrite big_cons; have h1 := hv q (mem_head _ _).
  have h3 := IH (fun q' h => hv q' (@mem_behead _ (q :: qs) _ h)); apply: hm_ext (hm_add h1 h3) => w; by rewrite big_cons.
move=> [_ <-]; have [_ e] : has_mean E (fun w => \sum_(q <- partners_of l u ts) values (fun p => X p w) q)
    (\sum_(i < rows l) \sum_(k < columns l) mean E (D i k)).
  by apply: hm_ext slopes => w; rewrite /D slopes_as_partners.
rewrite e; suff -> : nth 0 variances l.1 * (\sum_(i < rows l) \sum_(k < columns l) mean E (D i k)) =
  \sum_(i < rows l) \sum_(k < columns l) nth 0 variances l.1 * mean E (D i k).
  by apply: hm_ext whole => w; rewrite values_as_sums.
by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr.
Qed.
End Means.
End Words.
