From mathcomp.algebra_tactics Require Import ring.
(* How many products it takes to multiply a matrix of linear forms by unknowns.
   One product less: the form of the unknowns that is not 0 is 0 where one unknown is a form of the
   others; what is known is changed by as much of that unknown as makes the other factor 0. No two
   unknowns are multiplied, so that this changes nothing of what unknowns give. *)
Section Columns.
Variables (F : realFieldType) (N o J : nat) (D : nat -> nat -> F).
Definition at_form (form : nat -> 'cV[F]_N) r (v : 'rV[F]_N) : F := (v *m form r) 0 0.
Definition given p (S T : nat -> nat -> F) (Y Z : nat -> 'cV[F]_N) y j v :=
  \sum_(r < p) D y r * (S r j * at_form Z r v + T r j * at_form Y r v).
Definition within p (Y Z : nat -> 'cV[F]_N) y v w :=
  \sum_(r < p) D y r * (at_form Y r v * at_form Z r w + at_form Z r v * at_form Y r w).
Definition computes p S T Y Z (U : 'M[F]_N) :=
  (forall v, (v <= U)%MS ->
    (forall y j, (y < o)%N -> (j < J)%N -> given p S T Y Z y j v = 0) -> v = 0) /\
  (forall y v w, (y < o)%N -> (v <= U)%MS -> (w <= U)%MS -> within p Y Z y v w = 0).
Lemma at_formZ form r a v : at_form form r (a *: v) = a * at_form form r v.
Proof. by rewrite /at_form -scalemxAl mxE. Qed.
Lemma swapped p S T Y Z U : computes p S T Y Z U -> computes p T S Z Y U.
Proof.
move=> [free none]; split=> [v vU h|y v w yo vU wU].
  apply: free => // y j yo jJ; rewrite -(h y j yo jJ).
  by apply: eq_bigr => r _; rewrite addrC.
rewrite -(none y v w yo vU wU); apply: eq_bigr => r _.
by rewrite addrC.
Qed.
Lemma one_less p :
  (forall S T Y Z U, computes p S T Y Z U -> (\rank U <= p)%N) ->
  forall S T Y Z U, computes p.+1 S T Y Z U -> U *m Y p != 0 -> (\rank U <= p.+1)%N.
Proof.
move=> IH S T Y Z U [free none] not0.
have [w [wU w1]] : exists w, (w <= U)%MS /\ at_form Y p w = 1.
  have [i hi] : exists i, (row i U *m Y p) 0 0 != 0.
    apply/existsP; apply: contraNT not0; rewrite negb_exists => /forallP h.
    apply/eqP/matrixP => i k; rewrite ord1 [RHS]mxE; have := h i; rewrite negbK => /eqP.
    by rewrite -row_mul mxE.
  exists ((at_form Y p (row i U))^-1 *: row i U); split; first exact/scalemx_sub/row_sub.
  by rewrite at_formZ mulVf.
pose S' r j := S r j - S p j * at_form Y r w; pose T' r j := T r j - S p j * at_form Z r w.
have less : computes p S' T' Y Z (U :&: kermx (Y p))%MS.
  have zero v : (v <= U :&: kermx (Y p))%MS -> (v <= U)%MS /\ at_form Y p v = 0.
    by rewrite sub_capmx => /andP[vU /sub_kermxP h]; split=> //; rewrite /at_form h mxE.
  split=> [v /zero[vU v0] h|y v u yo /zero[vU v0] /zero[uU u0]]; last first.
    have := none y v u yo vU uU; rewrite /within big_ord_recr /= v0 u0.
    by rewrite mul0r mulr0 addr0 mulr0 addr0.
  apply: free => // y j yo jJ.
  have -> : given p.+1 S T Y Z y j v =
      given p.+1 S' T' Y Z y j v + S p j * within p.+1 Y Z y w v.
    rewrite /given /within mulr_sumr -big_split /=; apply: eq_bigr => r _.
    by rewrite /S' /T'; ring.
  rewrite none // mulr0 addr0 /given big_ord_recr /= -/(given p S' T' Y Z y j v) h // add0r.
  by rewrite /S' w1 v0; ring.
rewrite -(mxrank_mul_ker U (Y p)) -[p.+1]add1n; apply: leq_add; first exact: rank_leq_col.
exact: IH less.
Qed.
Lemma no_fewer p S T Y Z U : computes p S T Y Z U -> (\rank U <= p)%N.
Proof.
elim: p S T Y Z U => [|p IH] S T Y Z U h.
  have [free _] := h; suff -> : U = 0 by rewrite mxrank0.
  apply/row_matrixP => i; rewrite row0; apply: free => [|y j _ _]; first exact: row_sub.
  by rewrite /given big_ord0.
case: (eqVneq (U *m Y p) 0) => [Y0|not0]; last exact: (one_less IH h not0).
case: (eqVneq (U *m Z p) 0) => [Z0|not0]; last exact: (one_less IH (swapped h) not0).
have gone form v : U *m form p = 0 -> (v <= U)%MS -> at_form form p v = 0.
  by move=> U0 /submxP[a ->]; rewrite /at_form -mulmxA U0 mulmx0 mxE.
apply: leqW; apply: (IH S T Y Z); have [free none] := h; split=> [v vU hv|y v w yo vU wU].
  apply: free => // y j yo jJ; rewrite /given big_ord_recr /= -/(given p S T Y Z y j v) hv //.
  by rewrite !gone // !mulr0 addr0 mulr0 addr0.
have := none y v w yo vU wU; rewrite /within big_ord_recr /= (gone Y v) // (gone Z v) //.
by rewrite !mul0r addr0 mulr0 addr0.
Qed.
End Columns.
Theorem by_columns (F : realFieldType) N o J p (X : nat -> nat -> nat -> F)
    (D S T Y Z : nat -> nat -> F) :
  (forall i j : nat, (i < N)%N -> (j < N)%N -> \sum_(k < o) \sum_(l < J) X i k l *
    (\sum_(a < p) D k a * (S a l * Z a j + T a l * Y a j)) = (i == j)%:R) ->
  (forall b c u : nat, (b < o)%N -> (c < N)%N -> (u < N)%N ->
    \sum_(v < p) D b v * (Y v c * Z v u + Z v c * Y v u) = 0) -> (N <= p)%N.
Proof.
move=> one none.
pose form (A : nat -> nat -> F) r : 'cV[F]_N := \col_m A r m.
have at_entries A r v : at_form (form A) r v = \sum_(m < N) v 0 m * A r m.
  by rewrite /at_form mxE; apply: eq_bigr => m _; rewrite mxE.
rewrite -[N in (N <= _)%N](mxrank1 F).
apply: (@no_fewer F N o J D p S T (form Y) (form Z)); split=> [v _ h|y v w yo _ _].
  apply/rowP => k; rewrite [RHS]mxE.
  have <- : \sum_(m < N) (k == m)%:R * v 0 m = v 0 k.
    rewrite (bigD1 k) //= eqxx mul1r big1 ?addr0 // => m /negbTE.
    by rewrite eq_sym => ->; rewrite mul0r.
  have -> : \sum_(m < N) (k == m)%:R * v 0 m =
      \sum_(y < o) \sum_(j < J) X k y j * given D p S T (form Y) (form Z) y j v.
    rewrite (eq_bigr (fun m : 'I_N => \sum_(y < o) \sum_(j < J) X k y j *
        ((\sum_(r < p) D y r * (S r j * Z r m + T r j * Y r m)) * v 0 m))); last first.
      move=> m _; rewrite -(one k m) // mulr_suml; apply: eq_bigr => y _.
      by rewrite mulr_suml; apply: eq_bigr => j _; rewrite mulrA.
    rewrite exchange_big; apply: eq_bigr => y _ /=; rewrite exchange_big; apply: eq_bigr => j _ /=.
    rewrite -mulr_sumr; congr (_ * _); rewrite /given.
    under eq_bigr do rewrite mulr_suml; rewrite exchange_big; apply: eq_bigr => r _ /=.
    rewrite !at_entries !mulr_sumr -big_split /= mulr_sumr.
    by apply: eq_bigr => m _; ring.
  by apply: big1 => y _; apply: big1 => j _; rewrite h // mulr0.
rewrite /within; under eq_bigr do rewrite !at_entries.
have -> : \sum_(r < p) D y r * ((\sum_(m < N) v 0 m * Y r m) * (\sum_(m < N) w 0 m * Z r m) +
    (\sum_(m < N) v 0 m * Z r m) * (\sum_(m < N) w 0 m * Y r m)) =
    \sum_(m < N) \sum_(n < N) v 0 m * w 0 n *
      (\sum_(r < p) D y r * (Y r m * Z r n + Z r m * Y r n)).
  under [RHS]eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under [RHS]eq_bigr do rewrite exchange_big.
  rewrite exchange_big; apply: eq_bigr => r _ /=.
  rewrite !mulr_suml -big_split /= mulr_sumr; apply: eq_bigr => m _.
  rewrite !mulr_sumr -big_split /= mulr_sumr; apply: eq_bigr => n _.
  by ring.
by apply: big1 => m _; apply: big1 => n _; rewrite none // mulr0.
Qed.
