(* The traces of a linear network C W^j F at its start: their means as sums over pairings.

   The matrices are C, F and W, in this order. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import Means Words Pairings WordMeans OneMatrix PairedOff ExactMeans.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* what is left of a product of traces, by computation, where all words fit together *)
Ltac reduce_traces :=
  rewrite /all_fit /ready /reduced /= /singles /is_matrix /rows /columns /= !eqxx !orbT /=.
Ltac read_pairings :=
  rewrite /pairings_value /size_of /factor_bits /= ?cats0.

Section Answers.
Variables (F : numFieldType) (n_y n n_x : nat) (nu_C nu_F nu_W : F).
Hypothesis n1 : (1 <= n)%N.
Notation variances := [:: nu_C; nu_F; nu_W].
Notation sizes := [:: [:: n_y; n]; [:: n; n_x]; [:: n; n]]%N.
Let reduced_to ms ts := @exactly_reduced sizes 2 n F variances erefl n1 ms ts.
(* tr C W^j F F^T (W^k)^T C^T *)
Lemma answers j k : exactly sizes variances
  (fun tr => tr n_y [:: (0, false, 1); (2, false, j); (1, false, 1); (1, true, 1); (2, true, k); (0, true, 1)]%N)
  (n_x%:R * n_y%:R * nu_C * nu_F * (n%:R ^+ 1 * (nu_W * n%:R) ^+ (j + k)./2) *
   share n%:R^-1 [:: [::]; nseq k false ++ nseq j true; [::]]).
Proof.
have := @reduced_to [:: 0%N; 1%N]
  [:: (n_y, [:: (0, false, 1); (2, false, j); (1, false, 1); (1, true, 1); (2, true, k); (0, true, 1)]%N)].
reduce_traces => /(_ isT isT) h; apply: exactly_ext (exactly_is _ h) => [tr|]; first by rewrite mulr1.
read_pairings; rewrite !addn0 add0n [(k + j)%N]addnC; clear h.
move: (share _ _) (_ ^+ (j + k)./2) => s p; ring.
Qed.
(* tr F^T (W^j)^T W^k F *)
Lemma of_inputs j k : exactly sizes variances
  (fun tr => tr n_x [:: (1, true, 1); (2, true, j); (2, false, k); (1, false, 1)]%N)
  (n_x%:R * nu_F * (n%:R ^+ 1 * (nu_W * n%:R) ^+ (j + k)./2) *
   share n%:R^-1 [:: nseq j false ++ nseq k true; [::]]).
Proof.
have := @reduced_to [:: 1%N] [:: (n_x, [:: (1, true, 1); (2, true, j); (2, false, k); (1, false, 1)]%N)].
reduce_traces => /(_ isT isT) h; apply: exactly_ext (exactly_is _ h) => [tr|]; first by rewrite mulr1.
read_pairings; rewrite !addn0; clear h.
move: (share _ _) (_ ^+ (j + k)./2) => s p; ring.
Qed.
(* tr C W^j (W^k)^T C^T *)
Lemma of_outputs j k : exactly sizes variances
  (fun tr => tr n_y [:: (0, false, 1); (2, false, j); (2, true, k); (0, true, 1)]%N)
  (n_y%:R * nu_C * (n%:R ^+ 1 * (nu_W * n%:R) ^+ (j + k)./2) *
   share n%:R^-1 [:: nseq j true ++ nseq k false; [::]]).
Proof.
have := @reduced_to [:: 0%N] [:: (n_y, [:: (0, false, 1); (2, false, j); (2, true, k); (0, true, 1)]%N)].
reduce_traces => /(_ isT isT) h; apply: exactly_ext (exactly_is _ h) => [tr|]; first by rewrite mulr1.
read_pairings; rewrite !addn0; clear h.
move: (share _ _) (_ ^+ (j + k)./2) => s p; ring.
Qed.
(* tr C W^a (W^b)^T C^T tr F^T (W^i)^T W^k F *)
Lemma of_places a b i k : exactly sizes variances
  (fun tr => tr n_y [:: (0, false, 1); (2, false, a); (2, true, b); (0, true, 1)]%N *
             tr n_x [:: (1, true, 1); (2, true, i); (2, false, k); (1, false, 1)]%N)
  (n_x%:R * n_y%:R * nu_C * nu_F * (n%:R ^+ 2 * (nu_W * n%:R) ^+ (a + b + (i + k))./2) *
   share n%:R^-1 [:: nseq i false ++ nseq k true; [::]; nseq a true ++ nseq b false; [::]]).
Proof.
have := @reduced_to [:: 0%N; 1%N]
  [:: (n_y, [:: (0, false, 1); (2, false, a); (2, true, b); (0, true, 1)]%N);
      (n_x, [:: (1, true, 1); (2, true, i); (2, false, k); (1, false, 1)]%N)].
reduce_traces => /(_ isT isT) h; apply: exactly_ext (exactly_is _ h) => [tr|]; first by rewrite mulr1.
read_pairings; rewrite !addn0 ?add0n [(i + k + _)%N]addnC; clear h.
move: (share _ _) (_ ^+ (a + b + (i + k))./2) => s p; ring.
Qed.
End Answers.
(* tr C W^j F *)
Lemma alone (F : numFieldType) (n_y n j : nat) (nu_C nu_F nu_W : F) : (1 <= n)%N ->
  exactly [:: [:: n_y; n]; [:: n; n_y]; [:: n; n]]%N [:: nu_C; nu_F; nu_W]
  (fun tr => tr n_y [:: (0, false, 1); (2, false, j); (1, false, 1)]%N) 0.
Proof.
move=> n1; have := @exactly_reduced [:: [:: n_y; n]; [:: n; n_y]; [:: n; n]]%N 2 n F
  [:: nu_C; nu_F; nu_W] erefl n1 [:: 0%N] [:: (n_y, [:: (0, false, 1); (2, false, j); (1, false, 1)]%N)].
reduce_traces => /(_ isT isT) h; apply: exactly_ext (exactly_is _ h) => [tr|]; last by rewrite mulr0.
by rewrite mulr1.
Qed.
