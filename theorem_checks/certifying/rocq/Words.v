(* Means of products of random matrices with normal entries: what is said of them.

   A factor is a matrix, by its number, or its transpose, with a natural number for its power; a word
   is a list of matrices and transposes, those of its factors one after the other ([spelled]). Entries
   of a product are sums over paths ([along]), and a trace is over a number of rows that is given, so
   that the empty word has one. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import Means.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition letter := (nat * bool)%type.            (* number of a matrix; whether transposed *)
Definition factor := (letter * nat)%type.          (* with an exponent *)
Definition spelled (fs : seq factor) : seq letter := flatten [seq nseq f.2 f.1 | f <- fs].

Section Products.
Variables (F : numFieldType) (sizes : seq (seq nat)) (X : place -> F).
(* rows and columns of a matrix are listed in this order *)
Definition columns (l : letter) : nat := nth 0%N (nth [::] sizes l.1) (~~ l.2).
Definition entry_of (l : letter) (i j : nat) : F := X (l.1, if l.2 then [:: j; i] else [:: i; j]).
Fixpoint along (s : seq letter) (i j : nat) : F :=
  if s is l :: s' then \sum_(k < columns l) entry_of l i k * along s' k j else (i == j)%:R.
Definition trace (rows : nat) (fs : seq factor) : F := \sum_(i < rows) along (spelled fs) i i.
End Products.

(* (2 k - 1)!!, the product of the first k odd numbers: in so many ways 2 k things are paired off *)
Fixpoint odd_factorial (k : nat) : nat :=
  if k is k'.+1 then (k'.*2.+1 * odd_factorial k')%N else 1%N.

(* the mean of a power of a normal number with mean 0 *)
Definition normal_moment (F : numFieldType) (variance : F) (a : nat) : F :=
  if odd a then 0 else variance ^+ a./2 * (odd_factorial a./2)%:R.

Section Normal.
Variables (F : numFieldType) (variances : seq F) (sizes : seq (seq nat)).
(* the entries are independent, normal, and of mean 0; those of one matrix have one variance *)
Definition normal (W : Type) (E : expectation F W) (X : place -> W -> F) :=
  forall s : seq place, all (inside sizes) s ->
    has_mean E (fun w => \prod_(p <- s) X p w)
      (\prod_(p <- undup s) normal_moment (nth 0 variances p.1) (count_mem p s)).
(* whatever the entries are drawn from, the mean of a function of traces is near a number *)
Definition mean_within (f : (nat -> seq factor -> F) -> F) (about within : F) :=
  forall (W : Type) (E : expectation F W) (X : place -> W -> F), normal E X ->
    let statistic w := f (trace sizes (fun p => X p w)) in
    integrable E statistic /\ `|mean E statistic - about| <= within.
End Normal.
