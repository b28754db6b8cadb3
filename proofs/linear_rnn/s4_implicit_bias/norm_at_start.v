(* Eq. (24): of the pairings of W^j (W^T)^j one has no defect, and none has defect 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma norm_at_start (F : realFieldType) (n_x n_y n j : nat) (nu_C nu_F nu_W : F) :
  (1 <= n_x)%N -> (1 <= n_y)%N -> (1 <= n)%N -> 0 < nu_C -> 0 < nu_F -> 0 < nu_W ->
  mean_within ([:: nu_C; nu_F; nu_W] : seq F) [:: [:: n_y; n]; [:: n; n_x]; [:: n; n]]%N
    (fun tr => (n%:R ^+ (1 + j)%N)^-1 * tr n_y%N [:: (0, false, 1); (2, false, j);
      (1, false, 1); (1, true, 1); (2, true, j); (0, true, 1)]%N)
    (n_x%:R * n_y%:R * nu_C * nu_F * nu_W ^+ j)
    ((n%:R ^+ 2)^-1 * n_x%:R * n_y%:R * nu_C * nu_F * nu_W ^+ j * (odd_factorial j)%:R).
Proof.
move=> hx hy hn c0 f0 w0.
apply: exactly_within (exactly_scale _ (answers hn j j)) _; rewrite addnn doubleK.
apply: near_is (near_scaled hn _ _ _ _) _ _ => //; try by nonnegative.
  by rewrite !counting eqxx /counted_once eqxx /= mulr0 addr0 mulr1.
rewrite !sizing addnn pairings_even exprVn; move: (n%:R ^- 2) (nu_W ^+ j) => q p.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
