(* Tokens as numbers, and the constants of a program: any gains that are large enough. *)
Section Gains.
Variable F : realFieldType.
Let N := all_of F.
Lemma numbersE w : f_in_numbers N w = mkseq (fun i => (nth 0%N w i)%:R) (size w).
Proof.
rewrite /f_in_numbers -{1}(mkseq_nth 0%N w) -map_comp; apply: eq_map => i /=; exact: multipleE.
Qed.
Lemma at_leastP (a b : F) : b <= f_at_least N a b.
Proof. by rewrite /f_at_least /nsub /= subr_ge0; case: ifP. Qed.
Lemma gainsE (mu lam : F) M : exists mu' lam' : F,
  [/\ f_gains_of N mu lam M = gains mu' lam', 2%:R <= mu' & M%:R <= lam'].
Proof.
set m := f_at_least N mu (1 + 1); exists m, (f_at_least N lam M%:R).
have m2 : 2%:R <= m by exact: at_leastP.
split=> //; last exact: at_leastP.
have m0 : m != 0 by rewrite gt_eqF // (lt_le_trans _ m2) // ltr0n.
have t0 : 1 + 1 != 0 :> F by rewrite -[1 + 1]/(2%:R) pnatr_eq0.
rewrite /f_gains_of /gains multipleE -/m /nsub /= !subr0.
by rewrite (negbTE t0) -/m (negbTE m0).
Qed.
End Gains.
