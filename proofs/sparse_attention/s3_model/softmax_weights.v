(* A weight's share of the whole is positive, scores of at least alpha add up to at least alpha t,
   and shares of one whole add up to 1. *)
Theorem proved : statement.
Proof.
move=> F t w others alpha a t1 w0 o0 a0.
have least i : alpha <= a i * a i + 1 * (1 * alpha).
  by rewrite !mul1r ler_addr -expr2 sqr_ge0.
have t0 : 0 < t%:R :> F by rewrite ltr0n.
have whole : alpha * t%:R <= \sum_(i < t) (a i * a i + 1 * (1 * alpha)).
  rewrite mulr_natr -{1}(card_ord t) -sumr_const.
  by apply: ler_sum => i _; apply: least.
have at0 : 0 < alpha * t%:R by rewrite mulr_gt0.
split=> //; split; first by rewrite mulr_gt0 // invr_gt0 ltr_paddl.
split; first by rewrite !mulr0 add0r mul1r.
split=> //.
set S := \sum_(l < t) _ in whole *.
have S0 : S != 0 by rewrite (lt0r_neq0 (Order.POrderTheory.lt_le_trans at0 whole)).
rewrite (eq_bigr (fun k : 'I_t => (a k * a k + 1 * (1 * alpha)) * S^-1)).
  by rewrite -mulr_suml divff.
by move=> k _; rewrite mulN1r addrCA subrr addr0.
Qed.
