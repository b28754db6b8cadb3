(* Forms of polynomials of a symmetric matrix: the lemma of the rule `by_eigenvalues`.

   Real numbers are those of a field C that is algebraically closed and has absolute values, as the
   complex numbers are and the algebraic ones. A symmetric matrix A of such numbers has real
   eigenvalues, on which a polynomial p >= 0 is the square of one polynomial g with real
   coefficients; then p(A) = g(A)^2, so that z^T p(A) z is the square of a length. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Eigenvalues.
Variables (C : numClosedFieldType) (n : nat).
Local Notation real := (@Num.real C).
Implicit Types (A B : 'M[C]_n.+1) (v z : 'rV[C]_n.+1) (p g : {poly C}) (x : C) (rs : seq C).
Definition is_real k m (M : 'M[C]_(k, m)) : Prop := forall i j, M i j \is real.
Definition symmetric B : Prop := is_real B /\ B^T = B.
Definition form B z : C := (z *m B *m z^T) 0 0.
Definition square z : C := \sum_i z 0 i ^+ 2.
Lemma square_ge0 z : is_real z -> 0 <= square z.
Proof. by move=> h; apply: sumr_ge0 => i _; rewrite real_exprn_even_ge0. Qed.
Lemma square0 z : is_real z -> square z = 0 -> z = 0.
Proof.
move=> h /eqP; rewrite psumr_eq0 => [/allP all0|i _]; last by rewrite real_exprn_even_ge0.
apply/rowP => i; rewrite [RHS]mxE; have := all0 i (mem_index_enum _).
by rewrite /= sqrf_eq0 => /eqP.
Qed.
Lemma real_mul k m l (M : 'M[C]_(k, m)) (N : 'M[C]_(m, l)) : is_real M -> is_real N -> is_real (M *m N).
Proof. by move=> hM hN i j; rewrite mxE rpred_sum // => a _; rewrite rpredM. Qed.
Lemma times_itself z : (z *m z^T) 0 0 = square z.
Proof. by rewrite mxE; apply: eq_bigr => i _; rewrite mxE expr2. Qed.

(* ---------- polynomials of a symmetric matrix ---------- *)
Lemma symmetric_power A k : symmetric A -> symmetric (A ^+ k).
Proof.
move=> [rA sA]; elim: k => [|k [rk sk]].
  by split=> [i j|]; rewrite ?trmx1 // expr0 mxE; exact: rpredMn (rpred1 _).
split; first by rewrite exprS; exact: real_mul.
by rewrite exprS -mulmxE trmx_mul sk sA mulmxE -exprSr exprS.
Qed.
Lemma polynomialE A p : horner_mx A p = \sum_(k < size p) p`_k *: A ^+ k.
Proof.
rewrite -{1}[p]coefK poly_def rmorph_sum; apply: eq_bigr => k _ /=.
by rewrite horner_mxZ rmorphX /= horner_mx_X.
Qed.
Lemma symmetric_polynomial A p : symmetric A -> p \is a polyOver real -> symmetric (horner_mx A p).
Proof.
move=> sA /polyOverP rp; rewrite polynomialE; split=> [i j|].
  rewrite summxE rpred_sum // => k _; rewrite mxE rpredM //.
  by have [rk _] := symmetric_power k sA.
rewrite linear_sum; apply: eq_bigr => k _ /=; rewrite linearZ /=.
by have [_ ->] := symmetric_power k sA.
Qed.
Lemma nilpotent B N : symmetric B -> B ^+ N = 0 -> B = 0.
Proof.
have once D : symmetric D -> D ^+ 2 = 0 -> D = 0.
  move=> [rD sD] D2; apply/row_matrixP => i; rewrite row0; apply: square0 => [k j|].
    by rewrite mxE.
  have := congr1 (fun M : 'M[C]_n.+1 => M i i) D2; rewrite expr2 -mulmxE !mxE => e.
  rewrite -[RHS]e; apply: eq_bigr => j _; rewrite mxE expr2; congr (_ * _).
  by rewrite -{1}sD mxE.
have power k : forall D, symmetric D -> D ^+ (2 ^ k) = 0 -> D = 0.
  elim: k => [|k IH] D sD; first by rewrite expn0 expr1.
  rewrite expnS exprM => /(IH _ (symmetric_power 2 sD)); exact: once.
move=> sB BN; apply: (power N) => //; have := ltnW (ltn_expl N (isT : 1 < 2)%N) => h.
by rewrite -(subnKC h) exprD BN mul0r.
Qed.

(* ---------- its eigenvalues ---------- *)
Section Symmetric.
Variable A : 'M[C]_n.+1.
Hypothesis sym : symmetric A.
Lemma eigenvalue_real x : eigenvalue A x -> x \is real.
Proof.
move=> /eigenvalueP [v ev v0]; pose S := \sum_j v 0 j * (v 0 j)^*.
have S0 : 0 < S.
  have pos j : 0 <= v 0 j * (v 0 j)^* by exact: mul_conjC_ge0.
  rewrite lt_def sumr_ge0 // andbT psumr_eq0 //; apply: contra v0 => /allP all0.
  apply/eqP/rowP => j; rewrite [RHS]mxE; have := all0 j (mem_index_enum _).
  by rewrite /= mul_conjC_eq0 => /eqP.
pose T := \sum_j (\sum_i v 0 i * A i j) * (v 0 j)^*.
have TE : T = x * S.
  rewrite /T /S mulr_sumr; apply: eq_bigr => j _; have := congr1 (fun w : 'rV[C]_n.+1 => w 0 j) ev.
  by rewrite !mxE => ->; rewrite mulrA.
have [rA sA] := sym.
have Tc : T^* = T.
  rewrite /T rmorph_sum /=.
  transitivity (\sum_j \sum_i (v 0 i)^* * A i j * v 0 j).
    apply: eq_bigr => j _; rewrite rmorphM /= conjCK rmorph_sum mulr_suml; apply: eq_bigr => i _ /=.
    by rewrite rmorphM /= (conj_Creal (rA i j)).
  rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite mulr_suml; apply: eq_bigr => i _.
  by have -> : A j i = A i j; [rewrite -{1}sA mxE|ring].
have Sr : S^* = S by rewrite conj_Creal // ger0_real // ltW.
apply/CrealP; apply: (mulIf (lt0r_neq0 S0)); by rewrite -{1}Sr -rmorphM -TE Tc.
Qed.
Lemma real_eigenvector x : eigenvalue A x -> exists z, [/\ is_real z, z != 0 & z *m A = x *: z].
Proof.
move=> ex; have rx := eigenvalue_real ex; have /eigenvalueP [v ev v0] := ex.
have [rA sA] := sym; pose u : 'rV[C]_n.+1 := \row_j 'Re (v 0 j).
pose w : 'rV[C]_n.+1 := \row_j 'Im (v 0 j).
have at_j j : \sum_i v 0 i * A i j = x * v 0 j.
  by have := congr1 (fun y : 'rV[C]_n.+1 => y 0 j) ev; rewrite !mxE.
case: (eqVneq u 0) => [u0|nu].
  exists w; split.
  - by move=> i j; rewrite mxE Creal_Im.
  - apply: contra v0 => /eqP w0; apply/eqP/rowP => j; rewrite [RHS]mxE [v 0 j]Crect.
    have := congr1 (fun y : 'rV[C]_n.+1 => y 0 j) u0; rewrite !mxE => ->.
    have := congr1 (fun y : 'rV[C]_n.+1 => y 0 j) w0; rewrite !mxE => ->.
    by rewrite mulr0 addr0.
  apply/rowP => j; rewrite !mxE; transitivity ('Im (\sum_i v 0 i * A i j)).
    rewrite raddf_sum; apply: eq_bigr => i _ /=; rewrite mxE ImM.
    by rewrite (Creal_ImP _ (rA i j)) mulr0 add0r (Creal_ReP _ (rA i j)) mulrC.
  by rewrite at_j ImM (Creal_ImP _ rx) mulr0 addr0 (Creal_ReP _ rx).
exists u; split=> //; first by move=> i j; rewrite mxE Creal_Re.
apply/rowP => j; rewrite !mxE; transitivity ('Re (\sum_i v 0 i * A i j)).
  rewrite raddf_sum; apply: eq_bigr => i _ /=; rewrite mxE ReM.
  by rewrite (Creal_ImP _ (rA i j)) mulr0 subr0 (Creal_ReP _ (rA i j)).
by rewrite at_j ReM (Creal_ImP _ rx) mul0r subr0 (Creal_ReP _ rx).
Qed.
(* different real numbers, between the bounds, at which a product is 0 at A *)
Lemma spectrum a b : (forall z, is_real z -> a * square z <= form A z /\ form A z <= b * square z) ->
  exists rs, [/\ uniq rs, (forall x, x \in rs -> [/\ x \is real, a <= x & x <= b]) &
    horner_mx A (\prod_(x <- rs) ('X - x%:P)) = 0].
Proof.
move=> bounds; have [roots e] := closed_field_poly_normal (char_poly A).
rewrite (monicP (char_poly_monic A)) scale1r in e.
have eigen x : x \in roots -> eigenvalue A x.
  by move=> hx; rewrite eigenvalue_root_char e root_prod_XsubC.
have within x : x \in roots -> [/\ x \is real, a <= x & x <= b].
  move=> /eigen ex; have [z [rz z0 ez]] := real_eigenvector ex.
  have s0 : 0 < square z.
    rewrite lt_def square_ge0 // andbT; apply: contra z0 => /eqP h; apply/eqP; exact: square0.
  have fE : form A z = x * square z by rewrite /form ez -scalemxAl mxE times_itself.
  have [h1 h2] := bounds z rz; rewrite fE in h1 h2; split; first exact: eigenvalue_real.
    by rewrite -(ler_pmul2r s0).
  by rewrite -(ler_pmul2r s0).
exists (undup roots); split; first exact: undup_uniq.
  by move=> x; rewrite mem_undup; exact: within.
set q := \prod_(x <- _) _; have rq : q \is a polyOver real.
  rewrite /q big_seq rpred_prod // => x; rewrite mem_undup => /within [rx _ _].
  by rewrite polyOverXsubC.
apply: (@nilpotent _ (size roots)); first exact: symmetric_polynomial.
have : char_poly A %| q ^+ size roots.
  rewrite e.
  have sub (s : seq C) : {subset s <= roots} -> \prod_(x <- s) ('X - x%:P) %| q ^+ size s.
    elim: s => [|x s IH] h; first by rewrite big_nil dvd1p.
    rewrite big_cons exprS dvdp_mul //; last by apply: IH => y hy; apply: h; rewrite in_cons hy orbT.
    by rewrite dvdp_XsubCl root_prod_XsubC mem_undup h ?mem_head.
  exact: sub.
move=> /dvdpP [d ed]; rewrite -rmorphX ed rmorphM /= Cayley_Hamilton mulr0 //.
Qed.
(* what is not negative at different real numbers is there the square of one real polynomial *)
Lemma root_of_values p rs : uniq rs -> (forall x, x \in rs -> x \is real /\ 0 <= p.[x]) ->
  exists2 g, g \is a polyOver real & forall x, x \in rs -> g.[x] ^+ 2 = p.[x].
Proof.
elim: rs => [|x rs IH] /=; first by exists 0; rewrite ?rpred0.
case/andP=> xn urs h.
have [g rg hg] := IH urs (fun y hy => h y (mem_behead (s := x :: rs) hy)).
have [rx px] := h x (mem_head _ _); pose q := \prod_(y <- rs) ('X - y%:P).
have rq : q \is a polyOver real.
  rewrite /q big_seq rpred_prod // => y hy.
  by have [ry _] := h y (mem_behead (s := x :: rs) hy); rewrite polyOverXsubC.
have q0 : q.[x] != 0 by have := root_prod_XsubC rs x; rewrite (negbTE xn) rootE => ->.
have at_real f : f \is a polyOver real -> f.[x] \is real by move=> rf; exact: rpred_horner.
pose c := (sqrtC p.[x] - g.[x]) / q.[x].
have rc : c \is real.
  by rewrite rpred_div ?at_real // rpredB ?at_real // ger0_real // sqrtC_ge0.
exists (g + c *: q); first by rewrite rpredD // polyOverZ.
move=> y; rewrite in_cons => /orP [/eqP ->|hy].
  by rewrite hornerD hornerZ /c divfK // addrC subrK sqrtCK.
have qy : q.[y] = 0 by apply/eqP; rewrite -rootE root_prod_XsubC.
by rewrite hornerD hornerZ qy mulr0 addr0 hg.
Qed.
Theorem by_eigenvalues a b p (f g : C) z :
  (forall v, is_real v -> a * square v <= form A v /\ form A v <= b * square v) ->
  p \is a polyOver real -> (forall x, x \is real -> a <= x -> x <= b -> 0 <= p.[x]) ->
  is_real z -> g - f = form (horner_mx A p) z -> f <= g.
Proof.
move=> bounds rp p0 rz e; have [rs [urs within none]] := spectrum bounds.
have [r rr hr] := @root_of_values p rs urs (fun x hx => let: And3 rx ax xb := within x hx in
  conj rx (p0 x rx ax xb)).
have /dvdpP [d ed] : \prod_(x <- rs) ('X - x%:P) %| p - r ^+ 2.
  apply: uniq_roots_dvdp; last by rewrite uniq_rootsE.
  by apply/allP => x hx; rewrite rootE hornerD hornerN horner_exp hr // subrr.
have square_of : horner_mx A p = horner_mx A r *m horner_mx A r.
  apply/eqP; rewrite -subr_eq0 mulmxE -expr2 -rmorphX -rmorphB ed rmorphM /= none mulr0 //.
have [rR sR] := symmetric_polynomial sym rr.
rewrite -subr_ge0 e /form square_of mulmxA -mulmxA -{2}sR -trmx_mul times_itself.
by apply: square_ge0; exact: real_mul.
Qed.
End Symmetric.
End Eigenvalues.
