(* A machine that adds up what its tokens give: its state before a token is a sum over the tokens
   before that. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Adding.
Variables (X S : Type) (after : S -> X -> S) (start : S) (row : nat -> X) (said : nat -> S -> Prop).
Hypothesis first : said 0%N start.
Hypothesis later : forall k h, said k h -> said k.+1 (after h (row k)).
Lemma run_adds_up k : said k (foldl after start (map row (iota 0 k))).
Proof.
elim: k => [|k IH] //; rewrite -[k.+1]addn1 iotaD map_cat foldl_cat /= add0n addn1.
exact: later.
Qed.
End Adding.

Section Sums.
Variable F : numFieldType.
(* a sum over the places before one, as the normaliser writes it *)
Lemma sum_before (f : nat -> F) i n : (i < n)%N ->
  \sum_(s < i) f s = \sum_(s < n) ((s <= i)%N%:R + (- (s == i :> nat)%:R)) * f s.
Proof.
move=> h; pose g s := ((s <= i)%N%:R + (- (s == i :> nat)%:R)) * f s.
rewrite -(big_mkord xpredT f) -[RHS](big_mkord xpredT g).
rewrite [RHS](@big_cat_nat _ _ _ i) ?(ltnW h) //= [X in _ + X]big1_seq ?addr0 => [|s]; last first.
  rewrite mem_index_iota /g => /andP [_ /andP [h1 _]]; rewrite [(s == i)]eqn_leq h1 andbT.
  by case: (s <= i)%N; rewrite ?subrr ?subr0 mul0r.
rewrite big_seq [RHS]big_seq; apply: eq_bigr => s; rewrite mem_index_iota /g => /andP [_ h1].
by rewrite (ltnW h1) (ltn_eqF h1) subr0 mul1r.
Qed.
Lemma sum_of_none (f : nat -> F) : 0 = \sum_(s < 0) f s.
Proof. by rewrite big_ord0. Qed.
Lemma sum_and_next (f : nat -> F) k v : v = \sum_(s < k) f s -> v + f k = \sum_(s < k.+1) f s.
Proof. by move=> ->; rewrite big_ord_recr. Qed.
End Sums.
