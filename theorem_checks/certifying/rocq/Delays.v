(* How many units it takes to delay vectors: the lemma of the rule `order_of_delay`. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import Ranks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Delay.
Variables (F : fieldType) (n m T : nat) (A X Y : nat -> nat -> F) (P : nat -> nat -> nat -> F).
Hypothesis power0 : forall u v, (u < n)%N -> (v < n)%N -> P 0 u v = (u == v)%:R.
Hypothesis powerS : forall j u v, (u < n)%N -> (v < n)%N -> P j.+1 u v = \sum_(k < n) A u k * P j k v.
Lemma power_sum i j u v : (u < n)%N -> (v < n)%N ->
  \sum_(w < n) P i u w * P j w v = P (i + j) u v.
Proof.
elim: i u => [|i IH] u hu hv.
  rewrite (bigD1 (Ordinal hu)) //= power0 // eqxx mul1r big1 ?addr0 // => w ne.
  by rewrite power0 // (_ : (u == w) = false) ?mul0r //; apply: contraNF ne => /eqP e; apply/eqP/val_inj.
rewrite addSn powerS //.
transitivity (\sum_(w < n) \sum_(k < n) A u k * (P i k w * P j w v)).
  by apply: eq_bigr => w _; rewrite powerS // mulr_suml; apply: eq_bigr => k _; rewrite mulrA.
by rewrite exchange_big; apply: eq_bigr => k _; rewrite -mulr_sumr IH.
Qed.
Theorem order_of_delay :
  (forall j a b, (j < T)%N -> (a < m)%N -> (b < m)%N ->
    \sum_(u < n) \sum_(v < n) X a u * P j u v * Y v b = ((j.+1 == T) && (a == b))%:R) ->
  (T * m <= n)%N.
Proof.
move=> response.
pose L (r : 'I_T * 'I_m) u := \sum_(v < n) X r.2 v * P r.1 v u.
pose R u (r : 'I_T * 'I_m) := \sum_(v < n) P (T.-1 - r.1)%N u v * Y v r.2.
have product r s : \sum_(u < n) L r u * R u s =
    \sum_(u < n) \sum_(v < n) X r.2 u * P (r.1 + (T.-1 - s.1))%N u v * Y v s.2.
  transitivity (\sum_(u < n) \sum_(k < n) \sum_(v < n) X r.2 k * (P r.1 k u * P (T.-1 - s.1)%N u v) * Y v s.2).
    apply: eq_bigr => u _; rewrite mulr_suml; apply: eq_bigr => k _; rewrite mulr_sumr.
    by apply: eq_bigr => v _; rewrite !mulrA.
  rewrite exchange_big; apply: eq_bigr => k _; rewrite exchange_big; apply: eq_bigr => v _ /=.
  by rewrite -mulr_suml -mulr_sumr power_sum.
have := @inner_dimension F _ n L R predT (fun r => (T - r.1)%N).
rewrite card_prod !card_ord; apply.
  move=> [i a] [k b] _ _ /= e; have ik : i = k :> nat.
    by rewrite -(subKn (ltnW (ltn_ord i))) e subKn // ltnW.
  have T0 : (0 < T)%N by apply: leq_ltn_trans (ltn_ord i).
  have kT : (k <= T.-1)%N by rewrite -ltnS prednK.
  rewrite product /= ik subnKC // response ?ltn_ord ?prednK // eqxx /= xpair_eqE.
  by rewrite -val_eqE /= ik eqxx.
move=> [i a] [k b] _ _ /= lt; have ik : (i < k)%N.
  by rewrite ltnNge; apply: contraL lt => ki; rewrite -leqNgt leq_sub2l.
have T0 : (0 < T)%N by apply: leq_ltn_trans (ltn_ord i).
have kT : (k <= T.-1)%N by rewrite -ltnS prednK.
have less : (i + (T.-1 - k) < T.-1)%N by rewrite -[X in (_ < X)%N](subnKC kT) ltn_add2r.
rewrite product /= response ?ltn_ord //; last by apply: leq_trans less (leq_pred _).
by rewrite (_ : (_ == T) = false) //; apply: ltn_eqF; rewrite -[X in (_ < X)%N](prednK T0) ltnS.
Qed.
End Delay.
