(* The Xi of a data set, whose delays only leave out inputs; and the sum of the rates. *)
Section Others.
Variable F : realFieldType.
Lemma at_most_one n (p : pred 'I_n) : (forall i j, p i -> p j -> i = j) ->
  \sum_(i < n) (p i)%:R <= 1 :> F.
Proof.
move=> one; case: (pickP p) => [i pi|none]; last by rewrite big1 ?ler01 // => i _; rewrite none.
rewrite (bigD1 i) //= pi big1 ?addr0 // => j ji; case pj: (p j) => //.
by rewrite (one _ _ pj pi) eqxx in ji.
Qed.
Lemma delays_leave_out T w (y : nat -> F) :
  \sum_(k < T) (\sum_(l < T) (k == (l + w)%N :> nat)%:R * y l) ^+ 2 <= \sum_(l < T) y l ^+ 2.
Proof.
apply: (@Order.POrderTheory.le_trans _ _
  (\sum_(k < T) \sum_(l < T) (k == (l + w)%N :> nat)%:R * y l ^+ 2)).
  apply: ler_sum => k _; pose d (l : 'I_T) : F := (k == (l + w)%N :> nat)%:R.
  have dd l : d l * d l = d l by rewrite /d; case: eqP; rewrite ?mulr1 ?mulr0.
  have := cauchy d (fun l => d l * y l).
  under eq_bigr do rewrite mulrA dd; move=> h; apply: Order.POrderTheory.le_trans h _.
  rewrite [X in _ * X](eq_bigr (fun l => d l * y l ^+ 2)); last first.
    by move=> l _; rewrite exprMn expr2 dd.
  rewrite -[X in _ <= X]mul1r; apply: ler_wpmul2r.
    by apply: sumr_ge0 => l _; rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
  under eq_bigr do rewrite expr2 dd; apply: at_most_one => i j /eqP e /eqP e'.
  by apply: val_inj; apply: (@addIn w); rewrite -e -e'.
rewrite exchange_big /=; apply: ler_sum => l _; rewrite -mulr_suml -[X in _ <= X]mul1r.
apply: ler_wpmul2r; first exact: sqr_ge0.
by apply: at_most_one => i j /eqP e /eqP e'; apply: val_inj; rewrite /= e e'.
Qed.
Lemma total_of_rates n (nu c f : F) : 0 < nu -> nu <= 1 -> 0 < c -> 0 < f ->
  \sum_(j < n) (c * (nu ^+ j + j%:R * f * (nu ^+ j * nu^-1)) + f * nu ^+ j) <=
    n%:R * (c + f) + 1 * 2%:R^-1 * n%:R * c * f * (- 1 + n%:R).
Proof.
move=> nu0 nu1 c0 f0; elim: n => [|n IH]; first by rewrite big_ord0 !mul0r mulr0 !mul0r addr0.
have at_most1 k : nu ^+ k <= 1 by apply: exprn_ile1 => //; exact: Order.POrderTheory.ltW.
rewrite big_ord_recr /=; apply: Order.POrderTheory.le_trans
  (ler_add IH (_ : _ <= c * (1 + n%:R * f * 1) + f * 1)) _.
  have [c0' f0'] := (Order.POrderTheory.ltW c0, Order.POrderTheory.ltW f0).
  apply: ler_add; apply: ler_wpmul2l => //; apply: ler_add => //.
  case: n {IH} => [|k]; first by rewrite !mul0r Order.POrderTheory.lexx.
  apply: ler_wpmul2l; first by rewrite mulr_ge0 ?ler0n.
  by rewrite exprS mulrAC mulfV ?mul1r // lt0r_neq0.
rewrite (_ : n.+1%:R = n%:R + 1 :> F); last by rewrite -addn1 natrD.
have two : 2%:R * 2%:R^-1 = 1 :> F by rewrite mulfV ?pnatr_eq0.
set h := 2%:R^-1 in two *; rewrite Order.POrderTheory.le_eqVlt; apply/orP; left; apply/eqP.
have e : n%:R * c * f = 2%:R * h * (n%:R * c * f) by rewrite two mul1r.
have -> : c * (1 + n%:R * f * 1) + f * 1 = c + f + n%:R * c * f by ring.
by rewrite e; ring.
Qed.
End Others.
Theorem proved : statement.
Proof.
move=> F T n_x M n_y N len eta nu c f r X L0 Y q x _ _ _ _ _ _ eta0 nu0 c0 f0; split; last split.
- by move=> slow start after' xs; exact: (@after_steps F T n_x M n_y eta r q X L0 Y xs eta0 slow).
- rewrite mulr_sumr; apply: ler_sum => w _.
  have e i j : \sum_(k < T) (r w * 1 * (\sum_(l < T) (k == (l + w)%N :> nat)%:R * x j l i)) *
      (r w * 1 * (\sum_(l < T) (k == (l + w)%N :> nat)%:R * x j l i)) * 1 <=
    (\sum_(l < T) x j l i * x j l i) * (r w * r w).
    have := ler_wpmul2r (sqr_ge0 (r w)) (delays_leave_out T w (fun l => x j l i)).
    rewrite mulr_suml -expr2 [X in _ <= X * _](eq_bigr (fun l : 'I_T => x j l i * x j l i)) //.
    congr (_ <= _); apply: eq_bigr => k _; by rewrite !mulr1 -expr2 exprMn mulrC.
  apply: (@Order.POrderTheory.le_trans _ _
    (\sum_(i < n_x) \sum_(j < N) (\sum_(l < T) x j l i * x j l i) * (r w * r w))).
    apply: ler_sum => i _; rewrite mul1r; apply: ler_sum => j _; exact: e.
  rewrite exchange_big /= mulr_suml Order.POrderTheory.le_eqVlt; apply/orP; left; apply/eqP.
  apply: eq_bigr => j _; rewrite -mulr_suml exchange_big /=; congr (_ * _); exact: exchange_big.
- move=> nu1; move: len => [|len] // _; split; last exact: total_of_rates.
  rewrite exprS mulrAC mulfV ?mul1r ?lt0r_neq0 //; apply: exprn_ile1 => //.
  exact: Order.POrderTheory.ltW.
Qed.
