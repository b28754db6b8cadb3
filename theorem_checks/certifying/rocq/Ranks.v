(* A product of matrices through n dimensions that has an inverse has at most n rows; and how many
   rows there are. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Product.
Variables (F : fieldType) (I : finType) (n : nat) (L : I -> nat -> F) (R : nat -> I -> F).
Variables (inside : pred I) (level : I -> nat).
Hypothesis one : forall i j, inside i -> inside j -> level i = level j ->
  \sum_(u < n) L i u * R u j = (i == j)%:R.
Hypothesis none : forall i j, inside i -> inside j -> (level j < level i)%N ->
  \sum_(u < n) L i u * R u j = 0.
(* the rows that are inside, and the product of both matrices on these *)
Let row : 'I_#|inside| -> I := fun k => enum_val k.
Let left := \matrix_(k < #|inside|, u < n) L (row k) u.
Let right := \matrix_(u < n, k < #|inside|) R u (row k).
Lemma product_at k l : (left *m right) k l = \sum_(u < n) L (row k) u * R u (row l).
Proof. by rewrite mxE; apply: eq_bigr => u _; rewrite !mxE. Qed.
Lemma row_inside k : inside (row k). Proof. exact: (enum_valP k). Qed.
Lemma no_combination (x : 'rV[F]_#|inside|) : x *m (left *m right) = 0 -> x = 0.
Proof.
move=> h; apply/rowP => l; rewrite mxE.
have [m] := ubnP (level (row l)); elim: m l => // m IH l; rewrite ltnS => hl.
have := congr1 (fun y : 'rV[F]_#|inside| => y 0 l) h; rewrite !mxE.
rewrite (bigD1 l) //= big1 ?addr0 => [|k hk].
  by rewrite product_at one ?row_inside // eqxx mulr1.
rewrite product_at; case: (ltngtP (level (row k)) (level (row l))) => hkl.
- by rewrite IH ?mul0r // (leq_trans hkl).
- by rewrite none ?row_inside // mulr0.
rewrite one ?row_inside // (_ : _ == _ = false) ?mulr0 //.
by apply/negbTE; apply: contra hk => /eqP /enum_val_inj ->.
Qed.
Theorem inner_dimension : (#|inside| <= n)%N.
Proof.
have free : row_free (left *m right).
  by apply/inj_row_free => x /no_combination.
have := mxrankM_maxl left right; rewrite (eqP free) => h.
exact: leq_trans h (rank_leq_col left).
Qed.
End Product.

Section Counting.
Variable F : realFieldType.
Lemma count_inside (I : finType) (inside : pred I) :
  #|inside|%:R = \sum_(r : I) (inside r)%:R :> F.
Proof.
rewrite -sum1_card natr_sum big_mkcond /=; apply: eq_bigr => r _.
by rewrite unfold_in; case: (inside r).
Qed.
Lemma count_sum (A B : finType) (P : pred (A + B)) :
  \sum_(r : A + B) (P r)%:R = \sum_a (P (inl a))%:R + \sum_b (P (inr b))%:R :> F.
Proof. exact: big_sumType. Qed.
Lemma count_pair (A B : finType) (P : pred (A * B)) :
  \sum_(r : A * B) (P r)%:R = \sum_a \sum_b (P (a, b))%:R :> F.
Proof. by rewrite pair_bigA; apply: eq_bigr => -[]. Qed.
End Counting.

(* deltas of rows, as products of deltas of places *)
Lemma same_row (F : ringType) a (x y : 'I_a) : (x == y :> nat)%:R = (x == y)%:R :> F.
Proof. by []. Qed.
Lemma same_pair (F : ringType) a b (x y : 'I_a * 'I_b) :
  (x.1 == y.1 :> nat)%:R * (x.2 == y.2 :> nat)%:R = (x == y)%:R :> F.
Proof. by case: x y => x1 x2 [y1 y2]; rewrite /= -natrM mulnb xpair_eqE. Qed.
(* an equation times orders of places, where these hold *)
Lemma times_orders (F : ringType) (b c : bool) (l r : F) :
  b -> c -> l * (b%:R * c%:R) = r * (b%:R * c%:R) -> l = r.
Proof. by move=> -> ->; rewrite !mulr1. Qed.
