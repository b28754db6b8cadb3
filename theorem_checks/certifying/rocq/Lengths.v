(* How long a matrix makes vectors: the lemmas of the rules `by_normality` and `by_vector_norms`. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import Spectra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- a normal matrix, by its spectral radius ---------- *)
Section Normal.
Variables (F : realFieldType) (n : nat) (W : nat -> nat -> F).
Definition square (x : nat -> F) : F := \sum_(i < n) x i ^+ 2.
Definition is_normal : Prop := forall i j, (i < n)%N -> (j < n)%N ->
  \sum_(k < n) W i k * W j k = \sum_(k < n) W k i * W k j.
Let turned (y : nat -> F) (i : nat) : F := \sum_(k < n) W k i * y k.
Lemma square_ge0 x : 0 <= square x. Proof. by apply: sumr_ge0 => i _; exact: sqr_ge0. Qed.
Lemma cauchy (a b : nat -> F) : (\sum_(i < n) a i * b i) ^+ 2 <= square a * square b.
Proof.
have : 0 <= \sum_(i < n) \sum_(j < n) (a i * b j - a j * b i) ^+ 2.
  by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; exact: sqr_ge0.
have -> : \sum_(i < n) \sum_(j < n) (a i * b j - a j * b i) ^+ 2 =
    (square a * square b - (\sum_(i < n) a i * b i) ^+ 2) *+ 2.
  have s2 : square a * square b = \sum_(i < n) \sum_(j < n) a i ^+ 2 * b j ^+ 2.
    by rewrite /square mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr.
  have s1 : square a * square b = \sum_(i < n) \sum_(j < n) a j ^+ 2 * b i ^+ 2.
    by rewrite s2 exchange_big.
  have s3 : (\sum_(i < n) a i * b i) ^+ 2 = \sum_(i < n) \sum_(j < n) (a i * b i) * (a j * b j).
    by rewrite expr2 mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr.
  rewrite mulr2n {1}s2 s1 s3 -!sumrB -big_split; apply: eq_bigr => i _ /=.
  by rewrite -!sumrB -big_split; apply: eq_bigr => j _ /=; ring.
by rewrite pmulrn_lge0 // subr_ge0.
Qed.
Hypothesis normal : is_normal.
Lemma turned_as_long y : square (turned y) = square (applied n W y).
Proof.
have spread (V : nat -> nat -> F) : \sum_(i < n) (\sum_(k < n) V i k * y k) ^+ 2 =
    \sum_(k < n) \sum_(l < n) (y k * y l) * \sum_(i < n) V i k * V i l.
  transitivity (\sum_(i < n) \sum_(k < n) \sum_(l < n) (y k * y l) * (V i k * V i l)).
    apply: eq_bigr => i _; rewrite expr2 mulr_suml; apply: eq_bigr => k _.
    by rewrite mulr_sumr; apply: eq_bigr => l _; ring.
  rewrite exchange_big; apply: eq_bigr => k _; rewrite exchange_big; apply: eq_bigr => l _ /=.
  by rewrite mulr_sumr.
rewrite /square (spread (fun i k => W k i)) (spread W).
by apply: eq_bigr => k _; apply: eq_bigr => l _; rewrite normal.
Qed.
Lemma in_between y : square (applied n W y) ^+ 2 <=
  square y * square (applied n W (applied n W y)).
Proof.
rewrite -(turned_as_long (applied n W y)); apply: le_trans (cauchy _ _); rewrite le_eqVlt; apply/orP; left; apply/eqP.
congr (_ ^+ 2); transitivity (\sum_(i < n) \sum_(k < n) W i k * y k * applied n W y i).
  by apply: eq_bigr => i _; rewrite -mulr_suml expr2.
rewrite exchange_big; apply: eq_bigr => k _ /=; rewrite mulr_sumr; apply: eq_bigr => i _.
by ring.
Qed.
Variable z : nat -> F.
Let a t := square (iter t (applied n W) z).
Lemma grows : 0 < a 0 -> 0 < a 1 -> forall t, 0 < a t /\ a t * a 1 <= a t.+1 * a 0.
Proof.
move=> a0 a1; elim=> [|t [pt ht]]; first by rewrite mulrC.
have pt1 : 0 < a t.+1 by rewrite -(pmulr_lgt0 _ a0); apply: lt_le_trans ht; exact: mulr_gt0.
split=> //; rewrite -(ler_pmul2l pt) [X in _ <= X]mulrA.
apply: (@le_trans _ _ (a t.+1 ^+ 2 * a 0)); last by rewrite ler_pmul2r //; exact: in_between.
have -> : a t.+1 ^+ 2 * a 0 = a t.+1 * (a t.+1 * a 0) by ring.
  by rewrite (_ : a t * _ = a t.+1 * (a t * a 1)) ?ler_pmul2l //; ring.
Qed.
Lemma geometric : 0 < a 0 -> 0 < a 1 -> forall t, (a 1 / a 0) ^+ t * a 0 <= a t.
Proof.
move=> a0 a1; elim=> [|t IH]; first by rewrite mul1r.
have [pt ht] := grows a0 a1 t; rewrite -(ler_pmul2r a0); apply: le_trans ht.
rewrite (_ : _ * a 0 * a 0 = (a 1 / a 0) ^+ t * a 0 * (a 1 / a 0 * a 0)); last by rewrite exprS; ring.
by rewrite divfK ?gt_eqF // ler_pmul2r.
Qed.
End Normal.

Lemma power_at_most (F : realFieldType) (x b : F) : (forall y : F, exists m : nat, y <= m%:R) ->
  0 <= x -> (forall t : nat, x ^+ t <= b) -> x <= 1.
Proof.
move=> archimedean x0 h; rewrite leNgt; apply/negP => x1; have y0 : 0 < x - 1 by rewrite subr_gt0.
have below t : 1 + t%:R * (x - 1) <= x ^+ t.
  elim: t => [|t IH]; first by rewrite mul0r addr0.
  rewrite exprS; apply: le_trans (ler_wpmul2l x0 IH).
  have -> : x * (1 + t%:R * (x - 1)) = 1 + t.+1%:R * (x - 1) + t%:R * (x - 1) ^+ 2.
    by rewrite -addn1 natrD; ring.
  by rewrite ler_addl mulr_ge0 ?ler0n ?sqr_ge0.
have [m hm] := archimedean (b / (x - 1)); have := le_trans (below m) (h m).
rewrite ler_pdivr_mulr // in hm => /le_trans /(_ hm).
by rewrite ger_addr leNgt ltr01.
Qed.
(* with some positive q < r, |W z| <= q |z| for all z; the eigenvalues of W^T W are between 0 and
   r^2 *)
Theorem by_normality (F : realFieldType) n (W : nat -> nat -> F) r :
  (0 < n)%N -> is_normal n W -> radius_below n W r ->
  exists q, [/\ 0 < q, q < r & forall z, let form := square n (applied n W z) in
    [/\ 0 <= form, form <= r ^+ 2 * square n z & form <= q ^+ 2 * square n z]].
Proof.
move=> n0 normal below; have [C [q [C0 [q0 [qr hq]]]]] := bounded_by_radius n0 below.
have archimedean (y : F) : exists m : nat, y <= m%:R.
  have [K [f [[order arch] _]]] := below; have [m hm] := arch (f y); exists m.
  apply: (order_embeds order); rewrite rmorph_nat; apply: le_trans hm.
  exact: real_ler_norm (embeds_real order y).
have r0 : 0 < r by exact: le_lt_trans qr.
have at_q z : square n (applied n W z) <= q ^+ 2 * square n z.
  set a1 := square _ _; set a0 := square n z.
  have b t := hq z t; have a10 : 0 <= a1 := square_ge0 n _; have a00 : 0 <= a0 := square_ge0 n z.
  case: (eqVneq a1 0) => [->|a1n]; first by rewrite mulr_ge0 ?sqr_ge0.
  have a1p : 0 < a1 by rewrite lt0r a1n.
  have a0p : 0 < a0.
    rewrite lt0r a00 andbT; apply: contraTneq a1p => e; rewrite -leNgt.
    by have := b 1%N; rewrite -/(square n z) -/a0 e mulr0.
  have geo := geometric normal a0p a1p.
  rewrite -ler_pdivr_mulr //; set x := a1 / a0; have x0 : 0 <= x by rewrite divr_ge0.
  have bound t : x ^+ t <= (C * q ^+ t) ^+ 2.
    by rewrite -(ler_pmul2r a0p); apply: le_trans (geo t) (b t).
  have {bound} bound t : x ^+ t <= C ^+ 2 * (q ^+ 2) ^+ t.
    by rewrite -exprM mulnC exprM -exprMn.
  case: (eqVneq q 0) => [e|qn]; first by have := bound 1%N; rewrite e !expr1 expr0n /= mulr0.
  have qp : 0 < q by rewrite lt0r qn.
  have q2 : 0 < q ^+ 2 by exact: exprn_gt0.
  rewrite -[X in _ <= X]mul1r -ler_pdivr_mulr //.
  apply: (power_at_most archimedean (b := C ^+ 2)); first by rewrite divr_ge0 // ltW.
  by move=> t; rewrite expr_div_n ler_pdivr_mulr ?exprn_gt0.
pose p := Num.max q (r / 2%:R).
have half : r / 2%:R < r by rewrite ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_addl.
have pr : p < r by rewrite lt_maxl qr.
have p0 : 0 < p by rewrite lt_maxr divr_gt0 ?ltr0n ?orbT.
have qp : q <= p by rewrite le_maxr lexx.
exists p; split=> // z; split; first exact: square_ge0.
  apply: le_trans (at_q z) _; rewrite ler_wpmul2r ?square_ge0 // ler_expn2r ?nnegrE ?(ltW r0) //.
  exact: ltW.
by apply: le_trans (at_q z) _; rewrite ler_wpmul2r ?square_ge0 // ler_expn2r ?nnegrE ?(ltW p0).
Qed.

(* ---------- the operator norm, by what a matrix does to vectors ---------- *)
Section Operator_norm.
Variables (F : rcfType) (rows columns : nat) (A : nat -> nat -> F).
Definition norm_of n (x : nat -> F) : F := Num.sqrt (square n x).
Definition image (x : nat -> F) (i : nat) : F := \sum_(k < columns) A i k * x k.
(* the largest |A x| over vectors of length 1, and 0 where there are none *)
Definition is_operator_norm (N : F) : Prop :=
  (exists x, [/\ norm_of columns x = 1, norm_of rows (image x) = N &
     forall y, norm_of columns y = 1 -> norm_of rows (image y) <= N]) \/
  ((forall x, norm_of columns x != 1) /\ N = 0).
Theorem by_vector_norms (b N : F) : is_operator_norm N ->
  (forall x, norm_of rows (image x) <= norm_of columns x * b) -> 0 <= b -> N <= b.
Proof.
by move=> [[x [x1 <- _]] /(_ x)|[_ ->]] //; rewrite x1 mul1r.
Qed.
End Operator_norm.
