(* What the proofs of certificates use beside the normaliser of index sums. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section PositiveParts.
Variable F : realFieldType.
Implicit Types v w : F.
Lemma relu_ge0 v : 0 <= Num.max v 0. Proof. by rewrite le_maxr lexx orbT. Qed.
Lemma relu_pos v : 0 <= v -> Num.max v 0 = v. Proof. by move=> h; apply/max_idPl. Qed.
Lemma relu_neg v : 0 <= - v -> Num.max v 0 = 0.
Proof. by rewrite oppr_ge0 => h; apply/max_idPr. Qed.
Lemma relu_flip v w : v + w = 0 -> Num.max v 0 = Num.max w 0 + v.
Proof.
move/eqP; rewrite addrC addr_eq0 => /eqP ->; case: (leP 0 v) => h.
  by rewrite (max_idPr _) ?add0r // oppr_le0.
by rewrite (max_idPl _) ?addNr // oppr_ge0 ltW.
Qed.
End PositiveParts.

Section Pairs.
Variable F : numFieldType.
Lemma size_pair n : (0 < n)%N -> n%:R * n%:R^-1 = 1 :> F.
Proof. by move=> h; rewrite divff // pnatr_eq0 -lt0n. Qed.
Lemma positive_pair (x : F) : 0 < x -> x * x^-1 = 1.
Proof. by move=> h; rewrite divff // lt0r_neq0. Qed.
Lemma nonzero_pair (x : F) : x != 0 -> x * x^-1 = 1.
Proof. exact: divff. Qed.
Lemma size_and_1 n : (1 + n%:R) * (1 + n%:R)^-1 = 1 :> F.
Proof. by rewrite divff // lt0r_neq0 // ltr_spaddl ?ltr01 ?ler0n. Qed.
Lemma times_0 (r q u : F) : u = 1 -> r + q * (1 + - u) = r.
Proof. by move=> ->; rewrite subrr mulr0 addr0. Qed.
End Pairs.

(* places that stand in a list of ranges *)
Ltac within_ranges :=
  let b := fresh "b" in
  move=> b; rewrite /= ?inE; do ? [case/orP]; do ? [move/eqP => -> /=]; try done; try assumption.
Ltac one_of tac :=
  let v := fresh "v" in
  move=> v; rewrite ?inE; do ? [case/orP]; do ? [move/eqP => ->]; try done; tac.
(* an entry of a tensor that is a positive part, or 0 for a wrong number of places *)
Ltac part_ge0 :=
  simpl;
  repeat (match goal with
          | |- context [match ?l with nil => _ | cons _ _ => _ end] => is_var l; destruct l
          end);
  first [exact: relu_ge0 | exact: lexx].
