From mathcomp.algebra_tactics Require Import ring.
Import Order.TTheory.
(* Cauchy and Schwarz with ones; and a shift by 1/n of each of d coordinates moves the sum by d/n. *)
Section Order.
Variable F : realFieldType.
Lemma square_of_sum d (x : nat -> F) :
  \sum_(i < d) \sum_(j < d) x i * x j <= (\sum_(k < d) x k * x k) * d%:R.
Proof.
rewrite -subr_ge0.
have -> : (\sum_(k < d) x k * x k) * d%:R - \sum_(i < d) \sum_(j < d) x i * x j =
    2%:R^-1 * \sum_(i < d) \sum_(j < d) (x i - x j) ^+ 2.
  transitivity (2%:R^-1 * (\sum_(i < d) \sum_(j < d) x i * x i + \sum_(i < d) \sum_(j < d) x j * x j
      - 2%:R * \sum_(i < d) \sum_(j < d) x i * x j)).
    have e : \sum_(i < d) \sum_(j < d) x i * x i = (\sum_(k < d) x k * x k) * d%:R.
      by rewrite mulr_suml; apply: eq_bigr => i _; rewrite sumr_const card_ord mulr_natr.
    have e' : \sum_(i < d) \sum_(j < d) x j * x j = (\sum_(k < d) x k * x k) * d%:R.
      by rewrite exchange_big /=.
    rewrite e e'; move: (_ * d%:R) (\sum_(i < d) \sum_(j < d) _) => A B.
    have -> : A + A = 2%:R * A by rewrite mulr_natl mulr2n.
    by rewrite mulrBr !mulKf ?pnatr_eq0.
  congr (_ * _); rewrite mulr_sumr -big_split -sumrB /=; apply: eq_bigr => i _.
  by rewrite mulr_sumr -big_split -sumrB /=; apply: eq_bigr => j _; ring.
by rewrite mulr_ge0 ?invr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite sumr_ge0 // => j _; exact: sqr_ge0.
Qed.
Lemma too_few (n d c eps e : F) : 0 < n -> 0 < eps -> n < 2%:R^-1 * c * d * eps^-1 -> e <= eps ->
  eps < d * n^-1 * c - e.
Proof.
move=> hn he h h1; rewrite ltr_subr_addr (le_lt_trans (ler_add (lexx eps) h1)) //.
rewrite -(ltr_pmul2r hn) mulrAC mulfVK ?gt_eqF //.
have -> : d * c = (2%:R^-1 * c * d * eps^-1) * (eps + eps) by field; rewrite gt_eqF.
by rewrite [X in X < _]mulrC ltr_pmul2r // addr_gt0.
Qed.
End Order.
Theorem proved : statement.
Proof.
move=> F d n c eps e x l hd hn hc he; split.
  rewrite !mul1r [X in _ <= _ * X]mulrC [X in _ <= X]mulrA ler_pmul2r ?exprn_gt0 //; exact: square_of_sum.
rewrite !mulr0 !add0r !mul1r => -[h [_ h1]].
have e1 : \sum_(b < d) (l b + n%:R^-1) = \sum_(b < d) l b + d%:R * n%:R^-1.
  by rewrite big_split /= sumr_const card_ord mulr_natl.
have -> : (\sum_(b < d) (l b + n%:R^-1)) * c + -1 * ((\sum_(c0 < d) l c0) * c + e) =
    d%:R * n%:R^-1 * c - e by rewrite e1; ring.
apply: too_few => //; first by rewrite ltr0n.
by move: h1; rewrite mulN1r addrAC subrr add0r.
Qed.
