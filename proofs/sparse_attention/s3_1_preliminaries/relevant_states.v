(* Each of k scores that are relevant has a part of more than eps in the whole. *)
Theorem proved : statement.
Proof.
move=> F k eps s a k1 e0 s0.
have k0 : k%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
split; last split=> //.
  rewrite !mulr0 add0r mul1r => whole.
  rewrite -(ler_pmul2r (mulr_gt0 e0 s0)) (mulrA eps^-1) (mulVf (lt0r_neq0 e0)) mul1r.
  apply: Order.POrderTheory.le_trans whole; rewrite mulr_natl -{1}(card_ord k) -sumr_const.
  by apply: ler_sum => i _; rewrite ler_addr -expr2 sqr_ge0.
rewrite (eq_bigr (fun=> k%:R^-1 * s)) => [|i _]; last by rewrite mulr0 add0r.
by rewrite sumr_const card_ord -mulr_natr -mulrA mulrC -mulrA mulfV // mulr1.
Qed.
