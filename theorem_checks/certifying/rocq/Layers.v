(* Second moments through random layers, of any number: the lemma of the rule that follows signals
   through linear networks at initialisation.

   h_l = W_l h_{l-1}, with matrices W_l of independent entries of mean 0 and variance s_l. All that
   stands in h_{l-1} is entries of the matrices before; so the mean of a product of two entries of
   W_l and of what is made of these is the product of the means, monomial by monomial. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import Means.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Layers.
Variables (F : numFieldType) (W : Type) (E : expectation F W) (X : place -> W -> F).
(* the sizes of the input and of the layers, the variances of the entries of each, how many *)
Variables (n : nat -> nat) (s : nat -> F) (depth : nat) (x : nat -> F).
Let dims : seq (seq nat) := [seq [:: n l.+1; n l] | l <- iota 0 depth].
Let laws : seq (seq F) := [seq [:: 1; 0; s l.+1] | l <- iota 0 depth].
Fixpoint h (l i : nat) (w : W) : F :=
  if l is l'.+1 then \sum_(j < n l') X (l', [:: i; (j : nat)]) w * h l' j w else x i.
(* E |h_l|^2: of the input its length, then n_l s_l times that before *)
Definition squared (l : nat) : F := (\sum_(j < n 0) x j ^+ 2) * \prod_(1 <= a < l.+1) ((n a)%:R * s a).
Definition moment (l i k : nat) : F :=
  if l is l'.+1 then (i == k)%:R * (s l * squared l') else x i * x k.

Let M (t a : nat) : F := nth 0 (nth [::] laws t) a.
Let mean_of := EP M.
Lemma dims_at t : (t < depth)%N -> nth [::] dims t = [:: n t.+1; n t].
Proof. by move=> ht; rewrite (nth_map 0%N) ?size_iota // nth_iota. Qed.
Lemma laws_at t : (t < depth)%N -> nth [::] laws t = [:: 1; 0; s t.+1].
Proof. by move=> ht; rewrite (nth_map 0%N) ?size_iota // nth_iota. Qed.
(* sums of monomials in the first l matrices, with their means *)
Inductive known (l : nat) : (W -> F) -> F -> Prop :=
| Monomial q : all (inside dims) q -> all (fun p => (p.1 < l)%N) q ->
    (forall p, (count_mem p q <= 2)%N) -> known l (fun w => \prod_(p <- q) X p w) (mean_of q)
| Sum_of f g v u : known l f v -> known l g u -> known l (fun w => f w + g w) (v + u)
| Multiple c f v : known l f v -> known l (fun w => c * f w) (c * v)
| Same f g v u : f =1 g -> v = u -> known l f v -> known l g u.
Lemma known_none l : known l (fun=> 0) 0.
Proof.
have h1 := @Monomial l [::] isT isT (fun=> isT).
by apply: Same (Multiple 0 h1) => [w|]; rewrite mul0r.
Qed.
Lemma known_sum l N (f : nat -> W -> F) (v : nat -> F) : (forall i, (i < N)%N -> known l (f i) (v i)) ->
  known l (fun w => \sum_(i < N) f i w) (\sum_(i < N) v i).
Proof.
elim: N => [|N IH] each.
  by apply: Same (known_none l) => [w|]; rewrite big_ord0.
have h1 : known l (fun w => \sum_(i < N) f i w) (\sum_(i < N) v i).
  by apply: IH => i hi; apply: each; exact: ltnW.
by apply: Same (Sum_of h1 (each N (ltnSn N))) => [w|]; rewrite big_ord_recr.
Qed.
(* two entries of the next matrix, times what is made of those before *)
Lemma known_times l f v i k j m : (l < depth)%N -> (i < n l.+1)%N -> (k < n l.+1)%N ->
  (j < n l)%N -> (m < n l)%N -> known l f v ->
  known l.+1 (fun w => X (l, [:: i; j]) w * X (l, [:: k; m]) w * f w)
    (((i == k) && (j == m))%:R * s l.+1 * v).
Proof.
move=> hl hi hk hj hm; set p := (l, [:: i; j]); set p' := (l, [:: k; m]).
have same : (p == p') = (i == k) && (j == m) by rewrite /p /p' xpair_eqE eqxx /= eqseq_cons eqseq_cons eqxx andbT.
have in_p : inside dims p by rewrite /inside size_map size_iota hl dims_at //= hi hj.
have in_p' : inside dims p' by rewrite /inside size_map size_iota hl dims_at //= hk hm.
elim=> {f v} [q ins before few|f g v u _ hf _ hg|c f v _ hf|f g v u e ev _ hf].
- have out r : r.1 = l -> r \notin q.
    by move=> e; apply/negP => /(allP before); rewrite e ltnn.
  have none r : r.1 = l -> count_mem r q = 0%N by move/out/count_memPn.
  apply: Same (_ : known l.+1 (fun w => \prod_(r <- p :: p' :: q) X r w) (mean_of [:: p, p' & q])).
  + by move=> w; rewrite !big_cons mulrA.
  + rewrite -same; case: eqP => [<-|/eqP ne].
      rewrite /mean_of (@EP_block _ _ p 2 q) ?out // /Mo /M laws_at //=.
      by rewrite mul1r.
    rewrite /mean_of (@EP_block _ _ p 1 (p' :: q)) ?inE ?negb_or ?ne ?out //.
    by rewrite /Mo /M laws_at //= !mul0r.
  apply: Monomial => /=; rewrite ?in_p ?in_p' //.
    by rewrite !ltnSn /=; apply: sub_all before => r /ltnW.
  move=> r; case: (eqVneq p r) => [e|_]; last case: (eqVneq p' r) => [e|_].
  + by rewrite none -?e // addn0; case: eqP.
  + by rewrite none -?e // addn0.
  by rewrite !add0n; exact: few.
- by apply: Same (Sum_of hf hg) => [w|]; rewrite mulrDr.
- by apply: Same (Multiple c hf) => [w|]; rewrite mulrCA.
by apply: Same hf => [w|]; rewrite ?e ?ev.
Qed.
Lemma squared_next l : \sum_(j < n l.+1) s l.+1 * squared l = squared l.+1.
Proof.
rewrite sumr_const card_ord -mulr_natl /squared [in RHS]big_nat_recr //=; ring.
Qed.
Lemma sum_moments l : \sum_(j < n l) moment l j j = squared l.
Proof.
case: l => [|l]; first by rewrite /squared big_geq // mulr1; apply: eq_bigr => j _; rewrite expr2.
by rewrite -squared_next; apply: eq_bigr => j _; rewrite /= eqxx mul1r.
Qed.
Lemma known_moments l i k : (l <= depth)%N -> (i < n l)%N -> (k < n l)%N ->
  known l (fun w => h l i w * h l k w) (moment l i k).
Proof.
elim: l i k => [|l IH] i k hl hi hk.
  have h1 := @Monomial 0 [::] isT isT (fun=> isT).
  by apply: Same (Multiple (x i * x k) h1) => [w|]; rewrite /= ?big_nil /mean_of ?EP0 mulr1.
have each j m : (j < n l)%N -> (m < n l)%N -> known l.+1
    (fun w => X (l, [:: i; j]) w * X (l, [:: k; m]) w * (h l j w * h l m w))
    (((i == k) && (j == m))%:R * s l.+1 * moment l j m).
  by move=> hj hm; apply: known_times => //; apply: IH => //; exact: ltnW.
apply: Same (known_sum (fun j hj => known_sum (fun m hm => each j m hj hm))) => [w|] /=.
  rewrite mulr_suml; apply: eq_bigr => j _; rewrite mulr_sumr; apply: eq_bigr => m _.
  by rewrite mulrACA.
rewrite -sum_moments mulr_sumr mulr_sumr; apply: eq_bigr => j _.
rewrite (bigD1 j) //= eqxx andbT mulrA big1 ?addr0 // => m ne.
by rewrite (_ : (j == m :> nat) = false) ?andbF ?mul0r //; apply: contraNF ne => /eqP e; apply/eqP/val_inj.
Qed.
Hypothesis entries : independent E X laws dims.
Lemma known_mean l f v : (l <= depth)%N -> known l f v -> has_mean E f v.
Proof.
move=> hl; elim=> {f v} [q ins before few|f g v u _ hf _ hg|c f v _ hf|f g v u e <- _ hf].
- apply: entries => //; apply/allP => p hp; rewrite laws_at ?(leq_trans (allP before p hp)) //.
  by rewrite ltnS few.
- exact: hm_add.
- exact: hm_scale.
exact: hm_ext e hf.
Qed.
(* E h h^T = s_L n_{L-1} s_{L-1} ... n_1 s_1 |x|^2 I *)
Theorem second_moment i k : (0 < depth)%N -> (i < n depth)%N -> (k < n depth)%N ->
  has_mean E (fun w => h depth i w * h depth k w)
    ((i == k)%:R * (s depth * (\prod_(1 <= l < depth) ((n l)%:R * s l)) * \sum_(j < n 0) x j ^+ 2)).
Proof.
move=> d0 hi hk; have := known_mean (leqnn _) (known_moments (leqnn _) hi hk).
by case: (depth) d0 => [|d] //= _; rewrite /squared -mulrA [\prod_(_ <= _ < _) _ * _]mulrC.
Qed.
End Layers.
