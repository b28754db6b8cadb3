(* Means of what a machine puts out at last on a random sequence.

   That a mean is at least a value says that it exists, too. For this the expectation has to be
   one of an order: what is nowhere negative has no negative mean ([nonnegative_mean]). *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums Means.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- what a statement says ---------- *)
Section Statements.
Variables (F : numFieldType) (W : Type) (E : expectation F W).
Definition nonnegative_mean := forall f, integrable E f -> (forall w, 0 <= f w) -> 0 <= mean E f.
Definition mean_at_least f v := integrable E f /\ v <= mean E f.
End Statements.

(* laws on finitely many values, of which none has a negative weight, have such means *)
Theorem finite_nonnegative (F : numFieldType) (dims : seq (seq nat)) (T : finType)
    (weight : nat -> T -> F) :
  (forall t x, 0 <= weight t x) -> nonnegative_mean (finite_mean dims weight).
Proof.
move=> h f _ hf; apply: sumr_ge0 => w _; rewrite mulr_ge0 ?hf //; apply: prodr_ge0 => i _; exact: h.
Qed.

(* ---------- linear combinations of functions ---------- *)
Section Spans.
Variables (F : numFieldType) (W : Type).
Implicit Types (Q : (W -> F) -> Prop) (f g : W -> F).
Inductive spanned Q : (W -> F) -> Prop :=
| spanned_in f : Q f -> spanned Q f
| spanned_none : spanned Q (fun=> 0)
| spanned_add f g : spanned Q f -> spanned Q g -> spanned Q (fun w => f w + g w)
| spanned_scale c f : spanned Q f -> spanned Q (fun w => c * f w)
| spanned_ext f g : f =1 g -> spanned Q f -> spanned Q g.
Lemma spanned_sum Q n (f : nat -> W -> F) : (forall i, (i < n)%N -> spanned Q (f i)) ->
  spanned Q (fun w => \sum_(i < n) f i w).
Proof.
elim: n => [|n IH] h; first by apply: spanned_ext (spanned_none Q) => w; rewrite big_ord0.
have h1 : spanned Q (fun w => \sum_(i < n) f i w) by apply: IH => i hi; apply: h; exact: ltnW.
by apply: spanned_ext (spanned_add h1 (h n (ltnSn n))) => w; rewrite big_ord_recr.
Qed.
Lemma spanned_sub Q Q' f : (forall g, Q g -> spanned Q' g) -> spanned Q f -> spanned Q' f.
Proof.
move=> h; elim=> [g /h //||g g' _ h1 _ h2|c g _ h1|g g' e _ h1]; first exact: spanned_none.
- exact: spanned_add.
- exact: spanned_scale.
- exact: spanned_ext e h1.
Qed.
Lemma spanned_mul Q1 Q2 Q3 f g :
  (forall f g, Q1 f -> Q2 g -> spanned Q3 (fun w => f w * g w)) ->
  spanned Q1 f -> spanned Q2 g -> spanned Q3 (fun w => f w * g w).
Proof.
move=> h h1 h2; elim: h1 => [f1 q1||f1 f2 _ k1 _ k2|c f1 _ k1|f1 f2 e _ k1].
- elim: h2 => [g1 q2||g1 g2 _ k1 _ k2|c g1 _ k1|g1 g2 e _ k1]; first exact: h.
  + by apply: spanned_ext (spanned_none _) => w; rewrite mulr0.
  + by apply: spanned_ext (spanned_add k1 k2) => w; rewrite mulrDr.
  + by apply: spanned_ext (spanned_scale c k1) => w; rewrite mulrCA.
  + by apply: spanned_ext k1 => w; rewrite e.
- by apply: spanned_ext (spanned_none _) => w; rewrite mul0r.
- by apply: spanned_ext (spanned_add k1 k2) => w; rewrite mulrDl.
- by apply: spanned_ext (spanned_scale c k1) => w; rewrite mulrA.
- by apply: spanned_ext k1 => w; rewrite e.
Qed.
Variable E : expectation F W.
Hypothesis zero : has_mean E (fun=> 0) 0.
Lemma spanned_mean0 Q f : (forall g, Q g -> has_mean E g 0) -> spanned Q f -> has_mean E f 0.
Proof.
move=> h; elim=> [g /h //|//|g g' _ h1 _ h2|c g _ h1|g g' e _ h1].
- by have := hm_add h1 h2; rewrite addr0.
- by have := hm_scale c h1; rewrite mulr0.
- exact: hm_ext e h1.
Qed.
Lemma spanned_integrable Q f : (forall g, Q g -> integrable E g) -> spanned Q f -> integrable E f.
Proof.
move=> h; elim=> [g /h //||g g' _ h1 _ h2|c g _ h1|g g' e _ h1]; first by case: zero.
- by case: (mean_add h1 h2).
- by case: (mean_scale c h1).
- by case: (mean_ext e h1).
Qed.
End Spans.

(* ---------- polynomials in entries, with their parity at some places, and degrees ---------- *)
Section Polynomials.
Variables (F : numFieldType) (W : Type) (Y : place -> W -> F) (dims : seq (seq nat)).
Implicit Types (S : pred place) (b : bool) (D : nat -> nat) (f g : W -> F).
Definition monomial S b D g := exists s : seq place, [/\ all (inside dims) s, odd (count S s) = b,
  forall t, (count (fun p => p.1 == t) s <= D t)%N & g =1 fun w => \prod_(p <- s) Y p w].
Definition of_parity S b D := spanned (monomial S b D).
Lemma poly_entry S p : inside dims p -> of_parity S (S p) (fun t => (p.1 == t)) (Y p).
Proof.
move=> h; apply: spanned_in; exists [:: p]; split=> /=; first by rewrite h.
- by rewrite addn0; case: (S p).
- by move=> t; rewrite addn0.
- by move=> w; rewrite big_seq1.
Qed.
Lemma poly_one S D : of_parity S false D (fun=> 1).
Proof. by apply: spanned_in; exists [::]; split=> // w; rewrite big_nil. Qed.
Lemma poly_mul S b b' D D' f g : of_parity S b D f -> of_parity S b' D' g ->
  of_parity S (b (+) b') (fun t => (D t + D' t)%N) (fun w => f w * g w).
Proof.
apply: spanned_mul => {}f {}g [s [h1 h2 h3 h4]] [s' [k1 k2 k3 k4]]; apply: spanned_in; exists (s ++ s').
split; first by rewrite all_cat h1.
- by rewrite count_cat oddD h2 k2.
- by move=> t; rewrite count_cat leq_add.
- by move=> w; rewrite h4 k4 big_cat.
Qed.
Lemma poly_sub S b D D' f : (forall t, (D t <= D' t)%N) -> of_parity S b D f -> of_parity S b D' f.
Proof.
move=> h; apply: spanned_sub => g [s [h1 h2 h3 h4]]; apply: spanned_in; exists s; split=> // t.
exact: leq_trans (h3 t) (h t).
Qed.
Lemma odd_count S (s : seq place) : odd (count S s) -> exists2 p, p \in s & S p && odd (count_mem p s).
Proof.
have -> : count S s = (\sum_(p <- undup s | S p) count_mem p s)%N.
  rewrite -sum1_count -big_undup_iterop_count; apply: eq_bigr => p _.
  by case: (count_mem p s) => [|c] //; rewrite iteropS iter_addn mul1n addn1.
move=> h; case: (boolP (has (fun p => S p && odd (count_mem p s)) s)) => [/hasP //|/hasPn no].
move: h; rewrite (big_morph odd oddD (erefl _)) big_seq_cond big1 // => p; rewrite mem_undup.
by case/andP=> /no; case: (S p) => //= /negbTE.
Qed.
Variables (E : expectation F W) (laws : seq (seq F)) (N : nat).
Hypothesis I : independent E Y laws dims.
Hypothesis sizes : all (fun l => N < size l)%N laws.
Hypothesis tensors : size laws = size dims.
Let fits D s : (forall t, (D t <= N)%N) -> all (inside dims) s ->
  (forall t, (count (fun p => p.1 == t) s <= D t)%N) ->
  all (fun p => (count_mem p s < size (nth [::] laws p.1))%N) s.
Proof.
move=> h hs hD; apply/allP => p hp.
have /and3P [ht _ _] := allP hs _ hp; rewrite -tensors in ht.
apply: leq_ltn_trans (allP sizes _ (mem_nth _ ht)).
apply: leq_trans (leq_trans (hD p.1) (h p.1)).
by apply: sub_count => x /eqP ->.
Qed.
Lemma zero_mean : has_mean E (fun=> 0) 0.
Proof. exact: hm_0 (I (s := [::]) isT isT). Qed.
Lemma poly_integrable S b D f : (forall t, (D t <= N)%N) -> of_parity S b D f -> integrable E f.
Proof.
move=> h; apply: (spanned_integrable zero_mean) => g [s [h1 h2 h3 h4]].
have [i _] := I h1 (fits h h1 h3).
by have [] := mean_ext (f := fun w => \prod_(p <- s) Y p w) (g := g) (fun w => esym (h4 w)) i.
Qed.
(* of a monomial the mean is a product of moments *)
Lemma monomial_mean s : (N >= size s)%N -> all (inside dims) s ->
  has_mean E (fun w => \prod_(p <- s) Y p w) (EP (fun t a => nth 0 (nth [::] laws t) a) s).
Proof.
move=> h hs; apply: I => //; apply: (@fits (fun=> size s)) => // t; exact: count_size.
Qed.
(* odd moments are 0, and so are the means of what is odd at some places *)
Hypothesis odd0 : forall t a, odd a -> nth 0 (nth [::] laws t) a = 0.
Lemma poly_odd S D f : (forall t, (D t <= N)%N) -> of_parity S true D f -> has_mean E f 0.
Proof.
move=> h; apply: (spanned_mean0 zero_mean) => g [s [h1 h2 h3 h4]].
apply: (hm_ext (fun w => esym (h4 w))).
have := I h1 (fits h h1 h3); set v := \prod_(p <- undup s) _; suff -> : v = 0 by [].
have [p hp /andP [_ ho]] := odd_count h2.
by rewrite /v (bigD1_seq p) ?mem_undup ?undup_uniq //= odd0 ?mul0r.
Qed.
End Polynomials.
