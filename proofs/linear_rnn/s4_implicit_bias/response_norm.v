(* Theorem 4.1, eq. (24): of the pairings of W^j (W^T)^j one has no defect, and none has defect 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem proved : statement.
Proof.
move=> F n_y n n_x j nu_C nu_F nu_W hy hn hx c0 f0 w0.
apply: exactly_within (exactly_scale _ (answers hn j j)) _; rewrite addnn doubleK.
apply: near_is (near_scaled hn _ _ _ _) _ _ => //; try by nonnegative.
  by rewrite !counting eqxx /counted_once eqxx /= mulr0 addr0 mulr1.
rewrite !sizing addnn pairings_even exprVn; move: (n%:R ^- 2) (nu_W ^+ j) => q p.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
