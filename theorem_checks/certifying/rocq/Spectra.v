(* Spectral radii, and powers of matrices that vanish.

   Eigenvalues are in a field C as the complex numbers are one of the reals: algebraically closed,
   with an absolute value that is Archimedean, and F lies in it with its order ([extends]). So a
   radius is said of fields alone that have such a field about them; of the reals it is what it is. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- what a statement says ---------- *)
Section Statements.
Variables (F : realFieldType) (n : nat) (W : nat -> nat -> F).
Definition extends (C : numClosedFieldType) (f : {rmorphism F -> C}) : Prop :=
  (forall x : F, 0 <= x -> 0 <= f x) /\ (forall z : C, exists m : nat, `|z| <= m%:R).
Definition is_eigenvalue (C : numClosedFieldType) (f : F -> C) (z : C) : Prop :=
  exists v : nat -> C, (exists2 i, (i < n)%N & v i != 0) /\
    (forall i, (i < n)%N -> \sum_(k < n) f (W i k) * v k = z * v i).
(* every eigenvalue is less than r in absolute value *)
Definition radius_below (r : F) : Prop :=
  exists (C : numClosedFieldType) (f : {rmorphism F -> C}),
    extends f /\ (forall z : C, is_eigenvalue f z -> `|z| < f r).
(* |W^t x| goes to 0 for every x *)
Definition applied (x : nat -> F) (i : nat) : F := \sum_(k < n) W i k * x k.
Definition powers_vanish : Prop :=
  forall (x : nat -> F) (e : F), 0 < e -> exists T : nat, forall t, (T <= t)%N ->
    \sum_(i < n) iter t applied x i ^+ 2 < e ^+ 2.
End Statements.

(* ---------- powers of what is less than 1 ---------- *)
Lemma faded (C : numFieldType) (q : C) k : 0 <= q -> q <= 1 -> q ^+ k * (1 + k%:R * (1 - q)) <= 1.
Proof.
move=> q0 q1; have y0 : 0 <= 1 - q by rewrite subr_ge0.
elim: k => [|k IH]; first by rewrite expr0 mul0r addr0 mul1r.
apply: le_trans IH; rewrite exprSr -mulrA; apply: ler_wpmul2l; first exact: exprn_ge0.
have e : 1 + k%:R * (1 - q) - q * (1 + k.+1%:R * (1 - q)) = (1 - q) * ((1 - q) * (1 + k%:R)).
  by rewrite -addn1 natrD; ring.
by rewrite -subr_ge0 e !mulr_ge0 // addr_ge0 ?ler01 ?ler0n.
Qed.

Section Vanishing.
Variable C : numClosedFieldType.
Hypothesis archimedean : forall z : C, exists m : nat, `|z| <= m%:R.
Lemma power_falls (q B e : C) : 0 <= q -> q < 1 -> 0 <= B -> 0 < e ->
  exists T, forall t, (T <= t)%N -> q ^+ t * B <= e.
Proof.
move=> q0 q1 B0 e0; have y0 : 0 < 1 - q by rewrite subr_gt0.
have [m hm] := archimedean (B / (e * (1 - q))).
exists m => t mt; have {}hm : B <= m%:R * (e * (1 - q)).
  by move: hm; rewrite ger0_norm ?ler_pdivr_mulr ?mulr_gt0 // divr_ge0 // ltW ?mulr_gt0.
have p0 : 0 <= q ^+ t by exact: exprn_ge0.
have below : q ^+ t * (t%:R * (1 - q)) <= 1.
  apply: le_trans (faded t q0 (ltW q1)); apply: ler_wpmul2l => //.
  by rewrite ler_addr ler01.
apply: (@le_trans _ _ (q ^+ t * (t%:R * (1 - q)) * e)); last by rewrite ler_pimull // ltW.
rewrite -mulrA; apply: ler_wpmul2l => //; apply: le_trans hm _.
rewrite -mulrA [(1 - q) * e]mulrC; apply: ler_wpmul2r; first by rewrite mulr_ge0 // ltW.
by rewrite ler_nat.
Qed.
Definition vanishes (y : nat -> C) :=
  forall e, 0 < e -> exists T, forall t, (T <= t)%N -> `|y t| <= e.
Lemma contracts (z : C) (w y : nat -> C) : `|z| < 1 -> vanishes w ->
  (forall t, y t.+1 = w t + z * y t) -> vanishes y.
Proof.
move=> z1 hw step e e0; set q := `|z| in z1.
have q0 : 0 <= q by exact: normr_ge0.
have y0 : 0 < 1 - q by rewrite subr_gt0.
have half0 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [T hT] := hw (e / 2%:R * (1 - q)) (mulr_gt0 half0 y0).
have near k : `|y (T + k)%N| <= q ^+ k * `|y T| + e / 2%:R.
  elim: k => [|k IH]; first by rewrite addn0 expr0 mul1r ler_addl ltW.
  rewrite addnS step; apply: le_trans (ler_norm_add _ _) _; rewrite normrM -/q.
  apply: le_trans (ler_add (hT _ (leq_addr _ _)) (ler_wpmul2l q0 IH)) _.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite exprS; ring.
have [K hK] := power_falls q0 z1 (normr_ge0 (y T)) half0.
exists (T + K)%N => t late.
have -> : t = (T + (t - T))%N by rewrite subnKC // (leq_trans (leq_addr K T)).
apply: le_trans (near _) _; rewrite [X in _ <= X](splitr e) ler_add2r.
by apply: hK; rewrite leq_subRL // (leq_trans (leq_addr K T)).
Qed.

(* ---------- by the roots of the characteristic polynomial, one after the other ---------- *)
Variables (n : nat) (A : 'M[C]_n.+1).
Definition dies (v : 'rV[C]_n.+1) := forall i, vanishes (fun t => (v *m A ^+ t) 0 i).
Lemma dies_by_roots (roots : seq C) (v : 'rV[C]_n.+1) : (forall z, z \in roots -> `|z| < 1) ->
  v *m \prod_(z <- roots) (A - z%:M) = 0 -> dies v.
Proof.
elim: roots v => [|z roots IH] v below.
  rewrite big_nil mulmx1 => -> i e e0; exists 0%N => t _.
  by rewrite mul0mx mxE normr0 ltW.
rewrite big_cons mulmxA => gone i.
have rest : dies (v *m (A - z%:M)).
  by apply: IH gone => y hy; apply: below; rewrite in_cons hy orbT.
apply: contracts (below z (mem_head _ _)) (rest i) _ => t.
by rewrite exprS mulmxA mulmxBr mulmxBl mul_mx_scalar -scalemxAl !mxE subrK.
Qed.
Lemma dies_by_eigenvalues v :
  (forall z, (exists2 u : 'rV[C]_n.+1, u *m A = z *: u & u != 0) -> `|z| < 1) -> dies v.
Proof.
move=> below; have [roots e] := closed_field_poly_normal (char_poly A).
apply: (@dies_by_roots roots) => [z hz|].
  apply: below; apply/eigenvalueP; rewrite eigenvalue_root_char e rootZ ?root_prod_XsubC //.
  by rewrite lead_coef_eq0 -size_poly_gt0 size_char_poly.
have := Cayley_Hamilton A; rewrite e (monicP (char_poly_monic A)) scale1r rmorph_prod /= => gone.
rewrite -[X in _ *m X](_ : \prod_(z <- roots) horner_mx A ('X - z%:P) = _); first by rewrite gone mulmx0.
by apply: eq_bigr => z _; rewrite rmorphB /= horner_mx_X horner_mx_C.
Qed.
End Vanishing.

Theorem powers_by_radius (F : realFieldType) n (W : nat -> nat -> F) r :
  radius_below n W r -> r <= 1 -> powers_vanish n W.
Proof.
case: n => [|n] [C [f [[order archimedean] below]]] r1 x e e0.
  by exists 0%N => t _; rewrite big_ord0 exprn_gt0.
have r1' : f r <= 1.
  by rewrite -subr_ge0 -(rmorph1 f) -rmorphB; apply: order; rewrite subr_ge0.
have positive y : 0 < y -> 0 < f y.
  by move=> y0; rewrite lt_def fmorph_eq0 gt_eqF //=; apply: order; exact: ltW.
have reflects a b : f a <= f b -> a <= b.
  move=> h; rewrite leNgt; apply/negP ; rewrite -subr_gt0 => /positive.
  by rewrite rmorphB subr_gt0 => /lt_le_trans /(_ h); rewrite ltxx.
have is_real a : f a \is Num.real.
  rewrite realE; case: (lerP 0 a) => [/order -> //|/ltW a0].
  by have := order (- a); rewrite oppr_ge0 rmorphN oppr_ge0 => /(_ a0) ->; rewrite orbT.
pose A : 'M[C]_n.+1 := \matrix_(k, i) f (W i k).
pose v : 'rV[C]_n.+1 := \row_i f (x i).
have run t (i : 'I_n.+1) : (v *m A ^+ t) 0 i = f (iter t (applied n.+1 W) x i).
  elim: t i => [|t IH] i; first by rewrite mulmx1 mxE.
  rewrite exprSr mulmxA mxE /= /applied rmorph_sum; apply: eq_bigr => k _.
  by rewrite IH mxE rmorphM mulrC.
have dying : dies A v.
  apply: (dies_by_eigenvalues archimedean) => z [u hu u0]; apply: lt_le_trans r1'.
  apply: below; exists (fun i => u 0 (inord i)); split.
    have /rV0Pn [i hi] := u0; exists i; first exact: ltn_ord.
    by rewrite inord_val.
  move=> i hi; have /matrixP /(_ 0 (Ordinal hi)) := hu; rewrite !mxE => h.
  rewrite (_ : inord i = Ordinal hi); last by apply: val_inj; rewrite /= inordK.
  by rewrite -h; apply: eq_bigr => k _; rewrite inord_val mxE mulrC.
pose small := e / n.+2%:R.
have small0 : 0 < small by rewrite divr_gt0 ?ltr0n.
have [T hT] : exists T, forall t, (T <= t)%N -> forall i, `|(v *m A ^+ t) 0 i| <= f small.
  have each i : exists T, forall t, (T <= t)%N -> `|(v *m A ^+ t) 0 i| <= f small.
    exact: dying (positive _ small0).
  have /fin_all_exists [T hT] := each; exists (\max_i T i) => t late i.
  by apply: hT; apply: leq_trans late; exact: leq_bigmax.
exists T => t /hT near.
apply: (@le_lt_trans _ _ (\sum_(i < n.+1) small ^+ 2)).
  apply: ler_sum => i _; have := near i; rewrite run => h.
  apply: reflects; rewrite !rmorphX -(real_normK (is_real _)).
  by rewrite ler_pexpn2r ?nnegrE // ltW ?positive.
rewrite sumr_const card_ord -mulr_natl /small expr_div_n mulrA ltr_pdivr_mulr ?exprn_gt0 ?ltr0n //.
rewrite mulrC ltr_pmul2l ?exprn_gt0 // -natrX ltr_nat (leq_trans (ltnSn _)) // expnS.
by rewrite leq_pmulr // expn_gt0.
Qed.
