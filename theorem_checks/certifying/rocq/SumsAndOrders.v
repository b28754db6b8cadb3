(* Sums, squares and orders of matrices: the lemmas of the rules `term_by_term`, `a_term_of`, `linear`,
   `sum_of_squares`, `cancelling`, `consequence`, `long_consequence`, `least`, `by_quadratic_forms` and
   `at_vectors`. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import Means.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sums.
Variable F : realFieldType.
Implicit Types (f g : nat -> F) (a b : nat).
Theorem term_by_term f g a b :
  ((forall i, (a <= i < b)%N -> f i = g i) -> \sum_(a <= i < b) f i = \sum_(a <= i < b) g i) /\
  ((forall i, (a <= i < b)%N -> f i <= g i) -> \sum_(a <= i < b) f i <= \sum_(a <= i < b) g i).
Proof.
split=> h.
  by rewrite big_seq [RHS]big_seq; apply: eq_bigr => i; rewrite mem_index_iota => /h.
by rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => i; rewrite mem_index_iota => /h.
Qed.
Theorem a_term_of f a b k : (forall i, (a <= i < b)%N -> 0 <= f i) -> (a <= k < b)%N ->
  f k <= \sum_(a <= i < b) f i.
Proof.
move=> h hk; rewrite (bigD1_seq k) ?iota_uniq ?mem_index_iota //= ler_addl big_seq_cond.
by apply: sumr_ge0 => i; rewrite mem_index_iota => /andP [/h].
Qed.
(* of any number of sums, with factors in which the index does not stand *)
Theorem linear (terms : seq (F * (nat -> F))) a b :
  \sum_(a <= i < b) \sum_(t <- terms) t.1 * t.2 i =
  \sum_(t <- terms) t.1 * (\sum_(a <= i < b) t.2 i).
Proof. by rewrite exchange_big; apply: eq_bigr => t _; rewrite mulr_sumr. Qed.
Theorem sum_of_squares (x y : F) (squares : seq (F * seq F)) :
  (forall s, s \in squares -> 0 <= s.1) ->
  y - x = \sum_(s <- squares) s.1 * (\sum_(v <- s.2) v * v) -> x <= y.
Proof.
move=> h e; rewrite -subr_ge0 e big_seq; apply: sumr_ge0 => s hs; rewrite mulr_ge0 ?h //.
by apply: sumr_ge0 => v _; rewrite -expr2 sqr_ge0.
Qed.
Theorem cancelling (x y c D factor : F) : c <= D -> 0 < c ->
  x - y = factor * (D * D^-1 - 1) -> x = y.
Proof.
move=> cD c0; rewrite divff ?gt_eqF ?(lt_le_trans c0) // subrr mulr0 => /eqP.
by rewrite subr_eq0 => /eqP.
Qed.
(* the difference of two sides is differences of what is equal, with weights: outputs of two machines
   on some sequences, which may be summed over indices, and sides of equations *)
Theorem consequence (a b : F) (differences : seq (F * (F * F))) :
  (forall d, d \in differences -> d.2.1 = d.2.2) ->
  a - b = \sum_(d <- differences) d.1 * (d.2.1 - d.2.2) -> a = b.
Proof.
move=> h; rewrite big_seq big1 => [/eqP|d /h ->]; first by rewrite subr_eq0 => /eqP.
by rewrite subrr mulr0.
Qed.
Theorem least_place (W : Type) (E : expectation F W) (f : F -> W -> F) (formula : F -> F) at_ factor :
  (forall x, has_mean E (f x) (formula x)) ->
  (forall x, formula x - formula at_ = factor * (x - at_) ^+ 2) -> 0 < factor -> least E f at_.
Proof.
move=> h e f0; split=> [y|y ne]; first by case: (h y).
case: (h y) => _ ->; case: (h at_) => _ ->; rewrite -subr_gt0 e mulr_gt0 //.
by rewrite exprn_even_gt0 //= subr_eq0.
Qed.
End Sums.

(* ---------- orders of matrices ---------- *)
Section Orders.
Variables (F : realFieldType) (n : nat).
Implicit Types (A B : nat -> nat -> F) (z : nat -> F).
Definition quadratic A z : F := \sum_(i < n) \sum_(j < n) z i * A i j * z j.
(* what A <= B says of matrices *)
Definition loewner A B : Prop :=
  (forall i j, (i < n)%N -> (j < n)%N -> B i j - A i j = B j i - A j i) /\
  forall z, quadratic A z <= quadratic B z.
Theorem by_quadratic_forms A B :
  (forall i j, (i < n)%N -> (j < n)%N -> B i j - A i j = B j i - A j i) ->
  (forall z, quadratic A z <= quadratic B z) -> loewner A B.
Proof. by []. Qed.
Theorem at_vectors (orders : seq ((nat -> nat -> F) * (nat -> nat -> F) * (nat -> F))) (S : Prop) :
  ((forall o, List.In o orders -> quadratic o.1.1 o.2 <= quadratic o.1.2 o.2) -> S) ->
  (forall o, List.In o orders -> loewner o.1.1 o.1.2) -> S.
Proof. by move=> h all; apply: h => o /all [_ h]; exact: h. Qed.
End Orders.
