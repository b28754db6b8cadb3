(* Recurrent maps on a token many times, with another one in between: what a number of their states
   is then, if each token multiplies it by 0 or by 1, or a vector by a matrix, and adds what only
   the token says. *)
From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

(* r tokens e, but z where k more follow *)
Definition placed (X : Type) (r k : nat) (z e : X) : seq X := nseq (r - k.+1) e ++ z :: nseq k e.
Lemma size_placed (X : Type) r k (z e : X) : (k < r)%N -> size (placed r k z e) = r.
Proof. by move=> h; rewrite size_cat /= !size_nseq subnK. Qed.

Section Numbers.
Variables (F : ringType) (S X : Type) (f : S -> X -> S) (phi : S -> F) (G : X -> F).
Section Kept.
Hypothesis kept : forall s x, phi (f s x) = phi s + G x.
Lemma kept_all r s e : phi (foldl f s (nseq r e)) = phi s + r%:R * G e.
Proof.
elim: r s => [|r IH] s /=; first by rewrite mul0r addr0.
by rewrite IH kept -addrA -add1n natrD mulrDl mul1r.
Qed.
Lemma kept_but_one r k s z e : (k < r)%N ->
  phi (foldl f s (placed r k z e)) = phi s + r%:R * G e + (G z + - G e).
Proof.
move=> h; rewrite foldl_cat /= kept_all kept kept_all.
have -> : r%:R * G e = (r - k.+1)%:R * G e + (G e + k%:R * G e).
  by rewrite -{1}(subnK h) -add1n !natrD !mulrDl mul1r.
by rewrite -!addrA; congr (_ + (_ + _)); rewrite [RHS]addrC -!addrA addNr addr0 addrC.
Qed.
End Kept.
Section Forgotten.
Hypothesis forgotten : forall s x, phi (f s x) = G x.
Lemma forgotten_all r s e : (0 < r)%N -> phi (foldl f s (nseq r e)) = G e.
Proof. by case: r => // r _; rewrite -addn1 nseqD foldl_cat /= forgotten. Qed.
Lemma forgotten_but_one r k s z e : (k < r)%N ->
  phi (foldl f s (placed r k z e)) = G e + (k == 0%N)%:R * (G z + - G e).
Proof.
move=> h; rewrite foldl_cat /=; case: k h => [|k] h; first by rewrite /= forgotten mul1r addrC subrK.
by rewrite forgotten_all // mul0r addr0.
Qed.
End Forgotten.
End Numbers.

Section Vectors.
Variables (F : comRingType) (S X : Type) (f : S -> X -> S) (n : nat) (phi : S -> nat -> F).
Variables (G : X -> nat -> F) (B : nat -> nat -> F) (P : nat -> nat -> nat -> F).
Hypothesis moved : forall s x i, (i < n)%N -> phi (f s x) i = \sum_(m < n) B i m * phi s m + G x i.
Hypothesis at_0 : forall i k, (i < n)%N -> (k < n)%N -> P 0%N i k = (i == k)%:R.
Hypothesis after : forall a i k, (i < n)%N -> (k < n)%N ->
  P a.+1 i k = \sum_(m < n) B i m * P a m k.
Lemma times_power0 (v : nat -> F) i : (i < n)%N -> \sum_(m < n) P 0%N i m * v m = v i.
Proof.
move=> h; rewrite (bigD1 (Ordinal h)) //= at_0 // eqxx mul1r big1 ?addr0 // => m hm.
by rewrite at_0 // (_ : _ == _ = false) ?mul0r //; apply/negbTE; rewrite eq_sym.
Qed.
Lemma times_power a (v : nat -> F) i : (i < n)%N ->
  \sum_(m < n) P a.+1 i m * v m = \sum_(m < n) B i m * \sum_(l < n) P a m l * v l.
Proof.
move=> h; rewrite (eq_bigr (fun m : 'I_n => \sum_(l < n) B i l * P a l m * v m)) => [|m _].
  rewrite exchange_big; apply: eq_bigr => l _; rewrite big_distrr.
  by apply: eq_bigr => m _; rewrite /= mulrA.
by rewrite after // big_distrl.
Qed.
Lemma moved_all r s e i : (i < n)%N -> phi (foldl f s (nseq r e)) i =
  \sum_(m < n) P r i m * phi s m + \sum_(j < r) \sum_(m < n) P j i m * G e m.
Proof.
elim: r i => [|r IH] i h; first by rewrite big_ord0 addr0 times_power0.
rewrite -[r.+1]addn1 nseqD foldl_cat /= moved // addn1 times_power //.
rewrite (eq_bigr (fun m : 'I_n => B i m * (\sum_(l < n) P r m l * phi s l)
  + B i m * \sum_(j < r) \sum_(l < n) P j m l * G e l)) => [|m _]; last by rewrite IH ?ltn_ord // mulrDr.
rewrite big_split -addrA; congr (_ + _); rewrite big_ord_recl /= times_power0 // addrC; congr (_ + _).
rewrite (eq_bigr (fun m : 'I_n => \sum_(j < r) B i m * \sum_(l < n) P j m l * G e l)) => [|m _].
  by rewrite exchange_big; apply: eq_bigr => j _; rewrite -times_power.
by rewrite big_distrr.
Qed.
Lemma moved_but_one r k s z e i : (k < r)%N -> (i < n)%N -> phi (foldl f s (placed r k z e)) i =
  \sum_(m < n) P r i m * phi s m + \sum_(j < r) \sum_(m < n) P j i m * G e m
  + \sum_(m < n) P k i m * (G z m + - G e m).
Proof.
move=> h hi; rewrite -(moved_all r s e hi) -{2}(subnK h) nseqD /placed !foldl_cat /=.
set t := foldl f s _; rewrite !moved_all // addrAC; congr (_ + _).
rewrite -big_split; apply: eq_bigr => m _ /=; rewrite -mulrDr; congr (_ * _).
by rewrite !moved // -addrA (addrC (G e m)) subrK.
Qed.
(* the power r of the matrix, as it times the one before *)
Lemma next_at (r t j : nat) : (\sum_(o < 2) (t == (j + o)%N :> nat)%:R) + - (t == j :> nat)%:R
  = (t == j.+1)%:R :> F.
Proof. by rewrite !big_ord_recl big_ord0 /= /bump /= !addn0 addn1 addr0 addrAC subrr add0r. Qed.
Lemma is_last r j : (j < r.+1)%N ->
  1 + - (\sum_(t < r.+1) ((\sum_(o < 2) (t == (j + o)%N :> nat)%:R) + - (t == j :> nat)%:R))
  = (j == r)%:R :> F.
Proof.
move=> hj; rewrite (eq_bigr (fun t : 'I_r.+1 => (t == j.+1 :> nat)%:R)) => [|t _]; last exact: next_at.
case: (ltngtP j r) hj => [h _|h|-> _]; [|by rewrite ltnS leqNgt h|].
  have h' : (j.+1 < r.+1)%N by [].
  rewrite (bigD1 (Ordinal h')) //= eqxx big1 ?addr0 ?subrr // => t ht.
  by rewrite (_ : (t == _ :> nat) = false) //; apply/negbTE.
rewrite big1 ?oppr0 ?addr0 // => t _; rewrite (_ : (t == _ :> nat) = false) //.
by apply/negbTE; rewrite neq_ltn ltn_ord.
Qed.
Lemma last_power r (v : nat -> F) i : (0 < r)%N -> (i < n)%N -> \sum_(m < n) P r i m * v m =
  \sum_(j < r) (1 + - (\sum_(t < r) ((\sum_(o < 2) (t == (j + o)%N :> nat)%:R) + - (t == j :> nat)%:R)))
    * (\sum_(m < n) B i m * (\sum_(l < n) P j m l * v l)).
Proof.
case: r => // r _ hi; rewrite times_power //.
rewrite [RHS](eq_bigr (fun j : 'I_r.+1 => (j == r :> nat)%:R *
  (\sum_(m < n) B i m * (\sum_(l < n) P j m l * v l)))) => [|j _]; last by rewrite is_last.
rewrite big_ord_recr /= eqxx mul1r -[LHS]add0r; congr (_ + _); apply/esym/big1 => j _.
by rewrite (_ : (j == r :> nat) = false) ?mul0r //; apply/negbTE; rewrite neq_ltn ltn_ord.
Qed.
Lemma moved_all_closed r s e i : (0 < r)%N -> (i < n)%N -> phi (foldl f s (nseq r e)) i =
  (\sum_(j < r) (1 + - (\sum_(t < r) ((\sum_(o < 2) (t == (j + o)%N :> nat)%:R) + - (t == j :> nat)%:R)))
    * (\sum_(m < n) B i m * (\sum_(l < n) P j m l * phi s l)))
  + (\sum_(j < r) (\sum_(m < n) P j i m * G e m)).
Proof. by move=> hr hi; rewrite moved_all // last_power. Qed.
Lemma moved_but_one_closed r k s z e i : (k < r)%N -> (i < n)%N ->
  phi (foldl f s (placed r k z e)) i =
  (\sum_(j < r) (1 + - (\sum_(t < r) ((\sum_(o < 2) (t == (j + o)%N :> nat)%:R) + - (t == j :> nat)%:R)))
    * (\sum_(m < n) B i m * (\sum_(l < n) P j m l * phi s l)))
  + (\sum_(j < r) (\sum_(m < n) P j i m * G e m))
  + (\sum_(m < n) P k i m * (G z m + - G e m)).
Proof. by move=> hk hi; rewrite moved_but_one // last_power // (leq_ltn_trans _ hk). Qed.
End Vectors.

(* that a sequence is no longer than is said *)
Lemma size_both (X : Type) (one other : seq X) n m : size other = m -> (size one + m < n)%N ->
  (size (one ++ other) < n)%N.
Proof. by rewrite size_cat => ->. Qed.
Ltac long_enough :=
  apply: size_both; [by first [exact: size_placed | exact: size_nseq] |];
  rewrite /=; apply/ssrnat.ltP; rewrite -?plusE; lia.
