(* The covariance of L_j and L_k: of the pairings of W^j (W^T)^k, j < k, none has no defect, and for
   even j + k there are j + 1 of defect 1. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.algebra_tactics Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* one input and one output *)
Section Covariances.
Variables (F : numFieldType) (n j g : nat) (c f w : F).
Hypotheses (hn : (1 <= n)%N) (c0 : 0 < c) (f0 : 0 < f) (w0 : 0 < w).
Lemma mean_0 : mean_within [:: c; f; w] [:: [:: 1; n]; [:: n; 1]; [:: n; n]]%N
  (fun tr => tr 1%N [:: (0, false, 1); (2, false, j); (1, false, 1)]%N) 0 0.
Proof.
eapply exactly_within; first by eapply alone.
by rewrite subrr normr0.
Qed.
Lemma at_even (k := (2 + 2 * g + j)%N) : mean_within [:: c; f; w] [:: [:: 1; n]; [:: n; 1]; [:: n; n]]%N
  (fun tr => (n%:R ^+ (2 + g + j))^-1 *
     tr 1%N [:: (0, false, 1); (2, false, j); (1, false, 1); (1, true, 1); (2, true, k); (0, true, 1)]%N)
  (n%:R^-1 * c * f * w ^+ (1 + g + j) * (1 + j%:R))
  ((n%:R ^+ 2)^-1 * c * f * w ^+ (1 + g + j) * (odd_factorial (1 + g + j))%:R).
Proof.
eapply exactly_within; first by eapply exactly_scale, (answers hn j).
rewrite (_ : (j + k)./2 = 1 + g + j)%N; last by rewrite /k; lia.
apply: near_is (near_scaled hn _ _ _ _) _ _; first by lia.
- by rewrite mul1r mul1r mulr_ge0 ?ltW.
- exact: ltW.
- rewrite !counting /counted_once /k.
  have -> : ((2 + 2 * g + j == j) = false)%N by lia.
  have -> : odd (2 + 2 * g + j + j) = false by lia.
  have -> : (minn (2 + 2 * g + j) j = j)%N by lia.
  by move: (w ^+ _) => p; rewrite /= add0r (mulrS 1 j); ring.
have -> : letters [:: [::]; nseq k false ++ nseq j true; [::]] = (1 + g + j).*2.
  by rewrite /letters /= size_cat !size_nseq /k; lia.
rewrite pairings_even exprVn le_eqVlt; apply/orP; left; apply/eqP.
by move: (w ^+ _) (odd_factorial _) => p q; ring.
Qed.
Lemma at_odd (r : F) (k := (1 + 2 * g + j)%N) : mean_within [:: c; f; w] [:: [:: 1; n]; [:: n; 1]; [:: n; n]]%N
  (fun tr => r^-1 *
     tr 1%N [:: (0, false, 1); (2, false, j); (1, false, 1); (1, true, 1); (2, true, k); (0, true, 1)]%N) 0 0.
Proof.
eapply exactly_within; first by eapply exactly_scale, (answers hn j).
rewrite share_odd ?mulr0 ?subrr ?normr0 //.
by rewrite /letters /= size_cat !size_nseq /k; lia.
Qed.
End Covariances.
Theorem proved : statement.
Proof.
move=> F n j g c f w hn c0 f0 w0; split; [|split].
- by eapply mean_0.
- by eapply at_even.
by eapply at_odd.
Qed.
