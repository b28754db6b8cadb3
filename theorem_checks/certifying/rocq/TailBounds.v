(* Probabilities by means: the lemmas of the rules `surely`, `by_markov`, `by_chebyshev` and
   `by_chernoff`.

   A [probability] is an expectation, as in Means.v, whose mean of 1 is 1, which keeps the order of
   what is almost surely in order, and of which what is below a number, and what two events have in
   common, are events. The integrable functions of every probability space are one: nothing that is
   asked says how an expectation was made. [finite_probability] is a model: all finite spaces. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import Means.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- what is said ---------- *)
Section Events.
Variables (F : realFieldType) (W : Type) (E : expectation F W).
Definition indicator (A : pred W) (w : W) : F := (A w)%:R.
Definition is_event (A : pred W) : Prop := integrable E (indicator A).
Definition almost_surely (A : pred W) : Prop := has_mean E (indicator A) 1.
(* that an event has a probability of p or more *)
Definition at_least (p : F) (A : pred W) : Prop := is_event A /\ p <= mean E (indicator A).
End Events.
Record probability (F : realFieldType) (W : Type) := Probability {
  expected :> expectation F W;
  of_one : has_mean expected (fun=> 1) 1;
  of_order : forall f, integrable expected f -> almost_surely expected (fun w => 0 <= f w) ->
    0 <= mean expected f;
  of_below : forall f t, integrable expected f -> is_event expected (fun w => f w < t);
  of_both : forall A B, is_event expected A -> is_event expected B ->
    is_event expected (fun w => A w && B w) }.

(* ---------- order, and events ---------- *)
Section Probability.
Variables (F : realFieldType) (W : Type) (P : probability F W).
Implicit Types (A B : pred W) (f g X : W -> F) (p t : F).
Local Notation ind := (@indicator F W).
Lemma event_ext A B : A =1 B -> is_event P A -> is_event P B.
Proof. by move=> e h; case: (mean_ext (g := ind B) _ h) => // w; rewrite /indicator e. Qed.
Lemma hm_minus f g v u : has_mean P f v -> has_mean P g u -> has_mean P (fun w => f w - g w) (v - u).
Proof.
move=> hf hg; have := hm_add hf (hm_scale (- 1) hg); rewrite mulN1r.
by apply: hm_ext => w; rewrite mulN1r.
Qed.
Lemma mean_order f g v u : has_mean P f v -> has_mean P g u -> (forall w, f w <= g w) -> v <= u.
Proof.
move=> hf hg le; have [i e] := hm_minus hg hf; rewrite -subr_ge0 -e; apply: of_order => //.
by apply: hm_ext (of_one P) => w; rewrite /indicator subr_ge0 le.
Qed.
Lemma event_not A : is_event P A -> is_event P (fun w => ~~ A w).
Proof.
move=> h; have [] := hm_minus (of_one P) (conj h erefl) => i _.
by case: (mean_ext (g := ind (fun w => ~~ A w)) _ i) => // w; rewrite /indicator; case: (A w); rewrite ?subrr ?subr0.
Qed.
Lemma event_at_most f t : integrable P f -> is_event P (fun w => f w <= t).
Proof.
move=> h; have [i _] := hm_scale (- 1) (conj h erefl : has_mean P f _).
by apply: event_ext (event_not (of_below (- t) i)) => w; rewrite -leNgt mulN1r ler_opp2.
Qed.
Lemma event_from f t : integrable P f -> is_event P (fun w => t <= f w).
Proof. by move=> h; apply: event_ext (event_not (of_below t h)) => w; rewrite -leNgt. Qed.
Lemma at_least_more A B p q : at_least P p A -> is_event P B -> (forall w, A w -> B w) -> q <= p ->
  at_least P q B.
Proof.
move=> [iA hA] iB sub qp; split=> //; apply: le_trans qp (le_trans hA _).
apply: (mean_order (conj iA erefl) (conj iB erefl)) => w; rewrite ler_nat.
by case hw: (A w) => //; rewrite sub.
Qed.
Lemma at_least_surely A B : almost_surely P A -> is_event P B -> (forall w, A w -> B w) ->
  almost_surely P B.
Proof.
move=> [iA hA] iB sub; split=> //; apply: le_anti; apply/andP; split; last first.
  by have [] := at_least_more (conj iA (lexx _)) iB sub (lexx _); rewrite hA.
by apply: (mean_order (conj iB erefl) (of_one P)) => w; rewrite lern1 leq_b1.
Qed.
Lemma both_at_least A B p q : at_least P p A -> at_least P q B ->
  at_least P (p + q - 1) (fun w => A w && B w).
Proof.
move=> [iA hA] [iB hB]; have iAB := of_both iA iB; split=> //.
have sum := hm_minus (hm_add (conj iA erefl) (conj iB erefl)) (of_one P).
apply: le_trans (mean_order sum (conj iAB erefl) _) => [|w]; first by rewrite ler_sub ?ler_add.
by rewrite /indicator; case: (A w); case: (B w); rewrite /= ?addrK ?addr0 ?subrr ?add0r ?oppr_le0 ?ler01.
Qed.
(* all of several: what fails adds up *)
Theorem union_bound (events : seq (pred W)) share :
  (forall k, (k < size events)%N -> at_least P (1 - share) (nth xpredT events k)) ->
  at_least P (1 - share * (size events)%:R) (fun w => all (fun A => A w) events).
Proof.
elim: events => [|A events IH] each.
  rewrite mulr0 subr0; have [i e] := of_one P.
  by split; [case: (mean_ext (g := ind (fun=> true)) _ i)|case: (mean_ext (g := ind (fun=> true)) _ i) => // _ ->; rewrite e].
have := both_at_least (each 0%N isT) (IH (fun k => each k.+1)).
rewrite [X in at_least P X _](_ : _ = 1 - share * (size (A :: events))%:R) //=.
by rewrite -[(size events).+1]addn1 natrD; ring.
Qed.

(* ---------- the rules ---------- *)
(* what is so wherever some numbers are as their laws say almost surely; none, where it is so
   everywhere *)
Theorem surely A (laws : seq (pred W)) p :
  (forall k, (k < size laws)%N -> almost_surely P (nth xpredT laws k)) ->
  (forall w, all (fun B => B w) laws -> A w) -> is_event P A -> p <= 1 -> at_least P p A.
Proof.
move=> each sub iA p1; have h : at_least P 1 (fun w => all (fun B => B w) laws).
  have := @union_bound laws 0; rewrite mul0r subr0; apply=> k /each [i e].
  by split=> //; rewrite e.
exact: at_least_more h iA sub p1.
Qed.
Lemma below_at_most A t f p : A =1 (fun w => f w < t) -> integrable P f -> at_least P p A ->
  at_least P p (fun w => f w < t) /\ at_least P p (fun w => f w <= t).
Proof.
move=> e i h; have sub w : A w -> f w < t by rewrite e.
split; apply: at_least_more h _ _ (lexx _) => //; first exact: of_below.
  exact: event_at_most.
by move=> w /sub /ltW.
Qed.
Theorem by_markov X m t p : almost_surely P (fun w => 0 <= X w) -> has_mean P X m -> 0 < t ->
  m / t <= 1 - p -> at_least P p (fun w => X w < t) /\ at_least P p (fun w => X w <= t).
Proof.
move=> X0 hX t0 enough; have iX := hX.1; apply: (below_at_most (fun=> erefl)) => //.
have iA := of_below t iX; split=> //.
set v := mean P _; have hA : has_mean P (ind (fun w => X w < t)) v by [].
pose g w := X w - (t * 1 - t * ind (fun w => X w < t) w).
have hg : has_mean P g (m - (t * 1 - t * v)).
  by apply: hm_minus hX (hm_minus (hm_scale t (of_one P)) (hm_scale t hA)).
have : 0 <= m - (t * 1 - t * v).
  rewrite -hg.2; apply: of_order hg.1 _.
  apply: at_least_surely X0 (event_from 0 hg.1) _ => w Xw; rewrite /g /indicator.
  by case: ltP => h; rewrite ?mulr1 ?mulr0 ?subrr ?subr0 ?subr_ge0.
rewrite mulr1 subr_ge0 -[X in X - _]mulr1 -mulrBr mulrC -ler_pdivl_mulr // => h.
by have := le_trans h enough; rewrite ler_add2l ler_opp2.
Qed.
Theorem by_chebyshev X m q t lower upper p : has_mean P X m -> has_mean P (fun w => X w * X w) q ->
  0 < t -> lower <= m - t -> m + t <= upper -> (q - m ^+ 2) / t ^+ 2 <= 1 - p ->
  at_least P p (fun w => (lower <= X w) && (X w <= upper)) /\
  at_least P p (fun w => (lower < X w) && (X w < upper)).
Proof.
move=> hX hq t0 below above enough.
pose g w := X w * X w + ((- 2%:R * m) * X w + m ^+ 2 * 1).
have gE w : g w = (X w - m) ^+ 2 by rewrite /g; ring.
have hg : has_mean P g (q - m ^+ 2).
  have := hm_add hq (hm_add (hm_scale (- 2%:R * m) hX) (hm_scale (m ^+ 2) (of_one P))).
  by rewrite (_ : q + _ = q - m ^+ 2) //; ring.
have g0 : almost_surely P (fun w => 0 <= g w).
  by apply: hm_ext (of_one P) => w; rewrite /indicator gE sqr_ge0.
have [near _] := by_markov g0 hg (exprn_gt0 2 t0) enough.
have within w : g w < t ^+ 2 -> (lower < X w) && (X w < upper).
  rewrite gE -[(_ - _) ^+ 2]real_normK ?num_real // ltr_pexpn2r ?nnegrE ?normr_ge0 ?ltW //.
  rewrite ltr_norml => /andP [h1 h2]; rewrite ltr_subr_addr addrC in h1.
  rewrite ltr_subl_addr addrC in h2.
  by rewrite (le_lt_trans below h1) (lt_le_trans h2).
have iX := hX.1.
split; apply: at_least_more near _ _ (lexx _).
- by apply: of_both; [exact: event_from|exact: event_at_most].
- by move=> w /within /andP [/ltW -> /ltW ->].
- apply: of_both; last exact: of_below.
  by apply: event_ext (event_not (event_at_most lower iX)) => w; rewrite -ltNge.
exact: within.
Qed.
End Probability.

(* ---------- Chernoff's bound, by any function that is as the exponential ---------- *)
Section Exponential.
Variables (F : realFieldType) (W : Type) (P : probability F W) (e : F -> F).
Hypothesis e_sum : forall x y, e (x + y) = e x * e y.
Hypothesis e_positive : forall x, 0 < e x.
Hypothesis e_increases : forall x y, x <= y -> e x <= e y.
Implicit Types (X : W -> F) (p t l M : F).
(* that the exponential of a statistic has a mean, which is at most a number *)
Definition exponential_mean X M := integrable P (fun w => e (X w)) /\ mean P (fun w => e (X w)) <= M.
Lemma chernoff X l t M share : 0 <= l -> is_event P (fun w => X w < t) ->
  exponential_mean (fun w => l * X w) M -> M * e (- (l * t)) <= share ->
  at_least P (1 - share) (fun w => X w < t).
Proof.
move=> l0 iA [i small] enough; split=> //.
have bound := hm_minus (of_one P) (hm_scale (e (- (l * t))) (conj i erefl : has_mean P _ _)).
apply: le_trans (mean_order bound (conj iA erefl) _) => [|w].
  rewrite ler_sub // mulrC; apply: le_trans enough; apply: ler_wpmul2r small.
  exact: ltW.
rewrite /indicator; case: ltP => h; first by rewrite ler_subl_addr ler_addl mulr_ge0 // ltW.
have e0 : e 0 = 1.
  by apply: (mulIf (lt0r_neq0 (e_positive 0))); rewrite mul1r -e_sum addr0.
rewrite subr_le0 -e_sum -e0; apply: e_increases.
by rewrite addrC subr_ge0 ler_wpmul2l.
Qed.
(* relations X_k < t_k, or what follows from these, that fail with equal shares of 1 - p *)
Record relation := Relation {
  statistic : W -> F; level : F; rate : F; most : F; event : pred W }.
Theorem by_chernoff (relations : seq relation) p : (0 < size relations)%N ->
  (forall r, List.In r relations ->
    [/\ 0 <= rate r, is_event P (fun w => statistic r w < level r), is_event P (event r),
        forall w, statistic r w < level r -> event r w &
        exponential_mean (fun w => rate r * statistic r w) (most r) /\
        most r * e (- (rate r * level r)) <= (1 - p) / (size relations)%:R]) ->
  at_least P p (fun w => all (fun r => event r w) relations).
Proof.
move=> some each; set share := (1 - p) / _ in each *.
have sum : 1 - share * (size (map event relations))%:R = p.
  by rewrite size_map /share divfK ?subKr // pnatr_eq0 -lt0n.
clearbody share; have := @union_bound _ _ P (map event relations) share; rewrite sum => h.
have {}h : at_least P p (fun w => all (fun A : pred W => A w) (map event relations)).
  apply: h; rewrite size_map {sum some} => k; elim: relations k each => [//|r rs IH] [|k] each hk /=.
    have [l0 iA iB sub [small enough]] := each r (or_introl erefl).
    exact: at_least_more (chernoff l0 iA small enough) iB sub (lexx _).
  by apply: IH => // r' hr'; apply: each; right.
have [i _] := h; have same : (fun w => all (fun A : pred W => A w) (map event relations)) =1
    (fun w => all (fun r => event r w) relations) by move=> w; rewrite all_map.
by apply: at_least_more h (event_ext same i) _ (lexx _) => w; rewrite same.
Qed.
End Exponential.

(* ---------- a model ---------- *)
Section Finite.
Variables (F : realFieldType) (W : finType) (weight : W -> F).
Hypothesis weight_ge0 : forall w, 0 <= weight w.
Hypothesis weights : \sum_w weight w = 1.
Definition finite_expectation : expectation F W.
refine (@Expectation F W (fun=> True) (fun f => \sum_w weight w * f w) _ _ _).
- by move=> f g h _; split=> //; apply: eq_bigr => w _; rewrite h.
- by move=> f g _ _; split=> //; rewrite -big_split; apply: eq_bigr => w _; rewrite mulrDr.
- by move=> c f _; split=> //; rewrite mulr_sumr; apply: eq_bigr => w _; rewrite mulrCA.
Defined.
Definition finite_probability : probability F W.
refine (@Probability F W finite_expectation _ _ _ _) => //.
  by split=> //=; rewrite -[RHS]weights; apply: eq_bigr => w _; rewrite mulr1.
move=> f _ [_ /= total]; apply: sumr_ge0 => w _.
case: (lerP 0 (f w)) => h; first exact: mulr_ge0.
suff -> : weight w = 0 by rewrite mul0r.
apply: le_anti; rewrite weight_ge0 andbT -(ler_add2l 1) addr0 -{1}total -weights.
rewrite [X in X + _](bigD1 w) //= [X in _ <= X](bigD1 w) //= /indicator [0 <= f w]leNgt h mulr0 add0r addrC.
rewrite ler_add2l; apply: ler_sum => v _; rewrite /indicator.
by case: (0 <= f v); rewrite ?mulr1 ?mulr0.
Defined.
End Finite.
