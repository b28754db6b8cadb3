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
(* with some C and some q < r, |W^t x| <= C q^t |x| for all x and t *)
Definition powers_bounded (r : F) : Prop :=
  exists C q : F, 0 <= C /\ 0 <= q /\ q < r /\ forall (x : nat -> F) (t : nat),
    \sum_(i < n) iter t applied x i ^+ 2 <= (C * q ^+ t) ^+ 2 * \sum_(i < n) x i ^+ 2.
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
  (forall z, eigenvalue A z -> `|z| < 1) -> dies v.
Proof.
move=> below; have [roots e] := closed_field_poly_normal (char_poly A).
apply: (@dies_by_roots roots) => [z hz|].
  apply: below; rewrite eigenvalue_root_char e rootZ ?root_prod_XsubC //.
  by rewrite lead_coef_eq0 -size_poly_gt0 size_char_poly.
have := Cayley_Hamilton A; rewrite e (monicP (char_poly_monic A)) scale1r rmorph_prod /= => gone.
rewrite -[X in _ *m X](_ : \prod_(z <- roots) horner_mx A ('X - z%:P) = _); first by rewrite gone mulmx0.
by apply: eq_bigr => z _; rewrite rmorphB /= horner_mx_X horner_mx_C.
Qed.
End Vanishing.

(* ---------- eigenvalues of matrices of F, in C ---------- *)
Section Embedded.
Variables (F : realFieldType) (C : numClosedFieldType) (f : {rmorphism F -> C}).
Hypothesis order : forall x : F, 0 <= x -> 0 <= f x.
Lemma embeds_positive x : 0 < x -> 0 < f x.
Proof. by move=> x0; rewrite lt_def fmorph_eq0 gt_eqF //=; apply: order; exact: ltW. Qed.
Lemma embeds_order x y : x <= y -> f x <= f y.
Proof. by move=> xy; rewrite -subr_ge0 -rmorphB; apply: order; rewrite subr_ge0. Qed.
Lemma order_embeds x y : f x <= f y -> x <= y.
Proof.
move=> h; rewrite leNgt; apply/negP; rewrite -subr_gt0 => /embeds_positive.
by rewrite rmorphB subr_gt0 => /lt_le_trans /(_ h); rewrite ltxx.
Qed.
Lemma embeds_real x : f x \is Num.real.
Proof.
rewrite realE; case: (lerP 0 x) => [/order -> //|/ltW x0].
by have := @order (- x); rewrite oppr_ge0 rmorphN oppr_ge0 => /(_ x0) ->; rewrite orbT.
Qed.
Variables (n : nat) (W : nat -> nat -> F).
Definition embedded : 'M[C]_n.+1 := \matrix_(k, i) f (W i k).
Lemma is_eigenvalueE z : is_eigenvalue n.+1 W f z <-> eigenvalue embedded z.
Proof.
split=> [[v [[i hi v0] ev]]|/eigenvalueP [u hu u0]].
  apply/eigenvalueP; exists (\row_i v i).
    by apply/rowP => j; rewrite !mxE -ev //; apply: eq_bigr => k _; rewrite !mxE mulrC.
  by apply/rV0Pn; exists (Ordinal hi); rewrite mxE.
exists (fun i => u 0 (inord i)); split.
  have /rV0Pn [i hi] := u0; exists i; first exact: ltn_ord.
  by rewrite inord_val.
move=> i hi; have /matrixP /(_ 0 (Ordinal hi)) := hu; rewrite !mxE => h.
rewrite (_ : inord i = Ordinal hi); last by apply: val_inj; rewrite /= inordK.
by rewrite -h; apply: eq_bigr => k _; rewrite inord_val mxE mulrC.
Qed.
End Embedded.

Theorem powers_by_radius (F : realFieldType) n (W : nat -> nat -> F) r :
  radius_below n W r -> r <= 1 -> powers_vanish n W.
Proof.
case: n => [|n] [C [f [[order archimedean] below]]] r1 x e e0.
  by exists 0%N => t _; rewrite big_ord0 exprn_gt0.
have r1' : f r <= 1 by rewrite -(rmorph1 f); exact: embeds_order.
pose A := embedded f n W; pose v : 'rV[C]_n.+1 := \row_i f (x i).
have run t (i : 'I_n.+1) : (v *m A ^+ t) 0 i = f (iter t (applied n.+1 W) x i).
  elim: t i => [|t IH] i; first by rewrite mulmx1 mxE.
  rewrite exprSr mulmxA mxE /= /applied rmorph_sum; apply: eq_bigr => k _.
  by rewrite IH mxE rmorphM mulrC.
have dying : dies A v.
  apply: (dies_by_eigenvalues archimedean) => z /is_eigenvalueE /below hz.
  exact: lt_le_trans hz r1'.
pose small := e / n.+2%:R.
have small0 : 0 < small by rewrite divr_gt0 ?ltr0n.
have [T hT] : exists T, forall t, (T <= t)%N -> forall i, `|(v *m A ^+ t) 0 i| <= f small.
  have each i : exists T, forall t, (T <= t)%N -> `|(v *m A ^+ t) 0 i| <= f small.
    exact: dying (embeds_positive order small0).
  have /fin_all_exists [T hT] := each; exists (\max_i T i) => t late i.
  by apply: hT; apply: leq_trans late; exact: leq_bigmax.
exists T => t /hT near.
apply: (@le_lt_trans _ _ (\sum_(i < n.+1) small ^+ 2)).
  apply: ler_sum => i _; have := near i; rewrite run => h.
  apply: (order_embeds order); rewrite !rmorphX -(real_normK (embeds_real order _)).
  by rewrite ler_pexpn2r ?nnegrE // ltW ?embeds_positive.
rewrite sumr_const card_ord -mulr_natl /small expr_div_n mulrA ltr_pdivr_mulr ?exprn_gt0 ?ltr0n //.
rewrite mulrC ltr_pmul2l ?exprn_gt0 // -natrX ltr_nat (leq_trans (ltnSn _)) // expnS.
by rewrite leq_pmulr // expn_gt0.
Qed.

(* ---------- that the powers are at most those of a number that is less than r ---------- *)
Section Bounded.
Variables (F : realFieldType) (n : nat).
Implicit Types W V : nat -> nat -> F.
Lemma tighter W r : (0 < n)%N -> radius_below n W r ->
  exists q, 0 < q /\ q < r /\ radius_below n W q.
Proof.
case: n => // m _ [C [f [[order archimedean] below]]].
pose A := embedded f m W.
have [roots e] := closed_field_poly_normal (char_poly A).
have among z : is_eigenvalue m.+1 W f z <-> z \in roots.
  rewrite is_eigenvalueE eigenvalue_root_char e rootZ ?root_prod_XsubC //.
  by rewrite lead_coef_eq0 -size_poly_gt0 size_char_poly.
have r0 : 0 < r.
  have [z hz] : exists z, root (char_poly A) z by apply/closed_rootP; rewrite size_char_poly.
  have {}hz : `|z| < f r by apply: below; rewrite is_eigenvalueE eigenvalue_root_char.
  rewrite ltNge; apply/negP => /(embeds_order order); rewrite rmorph0 => /(lt_le_trans hz).
  by rewrite normr_lt0.
have [q [q0 [qr hq]]] : exists q, 0 < q /\ q < r /\ forall z, z \in roots -> `|z| < f q.
  have : forall z, z \in roots -> `|z| < f r by move=> z /among; exact: below.
  elim: {e among} roots => [_|z roots IH less].
    exists (r / 2%:R); rewrite divr_gt0 ?ltr0n // ltr_pdivr_mulr ?ltr0n //.
    by rewrite mulr_natr mulr2n ltr_addl.
  have [y hy|q [q0 [qr hq]]] := IH; first by apply: less; rewrite in_cons hy orbT.
  have gap : 0 < f r - `|z| by rewrite subr_gt0 less ?mem_head.
  have [k hk] := archimedean (f r - `|z|)^-1.
  have {}hk : `|z| < f (r - k.+1%:R^-1).
    rewrite rmorphB fmorphV rmorph_nat ltr_subr_addl -ltr_subr_addr -[X in _ < X]invrK.
    rewrite ltf_pinv ?posrE ?ltr0Sn ?invr_gt0 //.
    apply: le_lt_trans (_ : k%:R < _); last by rewrite ltr_nat.
    by move: hk; rewrite ger0_norm // invr_ge0 ltW.
  exists (Num.max q (r - k.+1%:R^-1)); rewrite lt_maxr q0 lt_maxl qr ltr_subl_addl ltr_addr invr_gt0.
  rewrite ltr0Sn; split=> //; split=> // y; rewrite in_cons => /orP [/eqP ->|/hq h].
    by apply: lt_le_trans hk _; apply: embeds_order => //; rewrite le_maxr lexx orbT.
  by apply: lt_le_trans h _; apply: embeds_order => //; rewrite le_maxr lexx.
by exists q; split=> //; split=> //; exists C, f; split=> // z /among; exact: hq.
Qed.
Lemma scaled W q t x i : iter t (applied n (fun i j => q * W i j)) x i =
  q ^+ t * iter t (applied n W) x i.
Proof.
elim: t i => [|t IH] i; first by rewrite mul1r.
rewrite /= /applied mulr_sumr; by apply: eq_bigr => k _; rewrite IH exprS mulrACA.
Qed.
Lemma radius_scaled W q : 0 < q -> radius_below n W q -> radius_below n (fun i j => q^-1 * W i j) 1.
Proof.
move=> q0 [C [f [ext below]]]; exists C, f; split=> // z [v [v0 ev]].
have fq0 : 0 < f q by apply: embeds_positive q0; exact: ext.1.
have : `|f q * z| < f q.
  apply: below; exists v; split=> // i hi; rewrite -mulrA -ev // mulr_sumr; apply: eq_bigr => k _.
  by rewrite rmorphM fmorphV !mulrA divff ?mul1r // gt_eqF.
by rewrite normrM gtr0_norm // -[X in _ < X]mulr1 ltr_pmul2l // rmorph1.
Qed.
Lemma square_of_sum m (a : nat -> F) : (\sum_(k < m) a k) ^+ 2 <= m%:R * \sum_(k < m) a k ^+ 2.
Proof.
elim: m => [|m IH]; first by rewrite !big_ord0 expr0n mul0r.
rewrite !big_ord_recr /=; set s := \sum_(k < m) a k in IH *; set S := \sum_(k < m) a k ^+ 2 in IH *.
have both : s * a m *+ 2 <= S + m%:R * a m ^+ 2.
  have -> : m%:R * a m ^+ 2 = \sum_(k < m) a m ^+ 2 by rewrite sumr_const card_ord mulr_natl.
  rewrite /s mulr_suml -sumrMnl -big_split /=; apply: ler_sum => k _.
  by rewrite -subr_ge0 addrAC -sqrrB sqr_ge0.
have -> : m.+1%:R * (S + a m ^+ 2) = m%:R * S + (S + m%:R * a m ^+ 2) + a m ^+ 2.
  by rewrite -addn1 natrD; ring.
by rewrite sqrrD ler_add2r; apply: ler_add.
Qed.
(* a bound of what the powers make of each unit vector bounds what they make of all vectors *)
Let unit (k i : nat) : F := (i == k)%:R.
Lemma by_units V t x i : (i < n)%N ->
  iter t (applied n V) x i = \sum_(k < n) x k * iter t (applied n V) (unit k) i.
Proof.
elim: t i => [|t IH] i hi.
  rewrite /= (bigD1 (Ordinal hi)) //= /unit eqxx mulr1 big1 ?addr0 // => k /eqP neq.
  by case: eqP => [e|_]; rewrite ?mulr0 //; case: neq; apply: val_inj.
transitivity (\sum_(j < n) V i j * \sum_(k < n) x k * iter t (applied n V) (unit k) j).
  by apply: eq_bigr => j _; congr (_ * _); exact: IH.
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => k _.
transitivity (x k * \sum_(j < n) V i j * iter t (applied n V) (unit k) j); last by [].
by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulrCA.
Qed.
Lemma vanishing_is_bounded V : powers_vanish n V -> exists B, 0 <= B /\
  forall t (k i : 'I_n), iter t (applied n V) (unit k) i ^+ 2 <= B.
Proof.
move=> die; have each k : exists B, 0 <= B /\
    forall t, \sum_(i < n) iter t (applied n V) (unit k) i ^+ 2 <= B.
  have [T late] := die (unit k) 1 ltr01.
  pose size t := \sum_(i < n) iter t (applied n V) (unit k) i ^+ 2.
  have size0 t : 0 <= size t by apply: sumr_ge0 => i _; exact: sqr_ge0.
  exists (1 + \sum_(t < T) size t); split; first by rewrite addr_ge0 ?ler01 ?sumr_ge0.
  move=> t; case: (ltnP t T) => [early|/late]; last first.
    by rewrite expr1n => /ltW h; apply: le_trans h _; rewrite ler_addl sumr_ge0.
  rewrite (bigD1 (Ordinal early)) //= addrCA ler_addl.
  by rewrite addr_ge0 ?ler01 ?sumr_ge0.
have /fin_all_exists [B hB] : forall k : 'I_n, exists B, 0 <= B /\
    forall t, \sum_(i < n) iter t (applied n V) (unit k) i ^+ 2 <= B by move=> k; exact: each.
have positive (k : 'I_n) : 0 <= B k by case: (hB k).
exists (\sum_k B k); split=> [|t k i]; first exact: sumr_ge0.
rewrite (bigD1 k) //=; apply: (@le_trans _ _ (B k)); last by rewrite ler_addl sumr_ge0.
apply: le_trans ((hB k).2 t); rewrite (bigD1 i) //= ler_addl.
by apply: sumr_ge0 => j _; exact: sqr_ge0.
Qed.
Theorem bounded_by_radius W r : (0 < n)%N -> radius_below n W r -> powers_bounded n W r.
Proof.
move=> n0 /(tighter n0) [q [q0 [qr below]]].
pose V i j := q^-1 * W i j.
have [B [B0 hB]] := vanishing_is_bounded (powers_by_radius (radius_scaled q0 below) (lexx 1)).
have whole : 0 <= n%:R * (n%:R * B) by rewrite !mulr_ge0 ?ler0n.
exists (1 + n%:R * (n%:R * B)), q; split; first by rewrite addr_ge0 ?ler01.
split; [exact: ltW|split=> // x t].
have each (i : 'I_n) : iter t (applied n W) x i ^+ 2 <=
    (q ^+ t) ^+ 2 * (n%:R * B * \sum_(k < n) x k ^+ 2).
  have -> : iter t (applied n W) x i = q ^+ t * iter t (applied n V) x i.
    by rewrite scaled mulrA -exprMn mulfV ?expr1n ?mul1r // gt_eqF.
  rewrite exprMn ler_wpmul2l ?sqr_ge0 // (by_units V t x (ltn_ord i)).
  apply: le_trans (square_of_sum n (fun k => x k * iter t (applied n V) (unit k) i)) _.
  rewrite -mulrA ler_wpmul2l ?ler0n // mulr_sumr; apply: ler_sum => k _.
  by rewrite exprMn mulrC ler_wpmul2r ?sqr_ge0.
apply: (@le_trans _ _ (\sum_(i < n) (q ^+ t) ^+ 2 * (n%:R * B * \sum_(k < n) x k ^+ 2))).
  by apply: ler_sum => i _; exact: each.
rewrite sumr_const card_ord -[X in X <= _]mulr_natl exprMn.
have S0 : 0 <= \sum_(k < n) x k ^+ 2 by apply: sumr_ge0 => k _; exact: sqr_ge0.
move: (\sum_(k < n) _) S0 ((q ^+ t) ^+ 2) (sqr_ge0 (q ^+ t)) => S S0 Q Q0.
rewrite (_ : n%:R * _ = Q * S * (n%:R * (n%:R * B))); last by ring.
rewrite -[X in _ <= X]mulrA [X in _ <= X]mulrC; apply: ler_wpmul2l; first exact: mulr_ge0.
move: (n%:R * (n%:R * B)) whole => Y Y0; rewrite -subr_ge0.
by rewrite (_ : _ - _ = 1 + Y + Y ^+ 2); [rewrite !addr_ge0 ?ler01 ?sqr_ge0|ring].
Qed.
End Bounded.
