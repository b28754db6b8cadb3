(* Behind 1 the silence is 0, and what is left is the positive part less the negative one; behind 0 it is
   lam, which no entry exceeds. *)
Import Order.Theory.
Lemma silent (F : realFieldType) (x lam : F) : x <= lam -> Num.max (x - lam) 0 = 0.
Proof. by move=> h; rewrite max_r // subr_le0. Qed.
Lemma parts (F : realFieldType) (x : F) : Num.max x 0 - Num.max (- x) 0 = x.
Proof.
case: (leP x 0) => h; first by rewrite max_l ?oppr_ge0 // sub0r opprK.
by rewrite max_r ?subr0 // oppr_le0 ltW.
Qed.
Theorem proved : statement.
Proof.
move=> F e lam v _ lam_gt0; split=> [i _ | [above below] i hi].
  rewrite !(big_ord1, mulr1, mul1r, mulN1r, mulr0, mul0r, addNr, oppr0, addr0, add0r).
  by rewrite subrr add0r parts.
have hi' := above i hi; have lo := below i hi; rewrite mulN1r in lo.
have lo' : - v i <= lam by rewrite ler_oppl.
by rewrite !(mul1r, mulN1r, mulr0, oppr0) subrr add0r (silent hi') (silent lo') subrr.
Qed.
