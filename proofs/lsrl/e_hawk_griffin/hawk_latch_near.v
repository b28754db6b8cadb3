(* A side that the query is o outside of has its middle within delta / 2 + o; and the squares of what
   it is outside, side by side, add up to at most the square of the sum. *)
From mathcomp.algebra_tactics Require Import ring.
Import Order.POrderTheory Order.TotalTheory.
Section Near.
Variables (F : realFieldType) (delta : F).
Hypothesis positive : 0 < delta.
Lemma max_0 (x : F) : x <= 0 -> Num.max x 0 = 0.
Proof. by rewrite /Order.max; case: ltP => // h le; apply/eqP; rewrite eq_le le h. Qed.
Lemma max_most (x : F) : x <= Num.max x 0.
Proof. by rewrite /Order.max; case: ltP => // /ltW. Qed.
Lemma max_least (x : F) : 0 <= Num.max x 0.
Proof. by rewrite /Order.max; case: ltP. Qed.

Definition outside (x : F) := Num.max (- x) 0 + Num.max (x - delta) 0.
Lemma outside_least x : 0 <= outside x.
Proof. by rewrite addr_ge0 ?max_least. Qed.
Lemma outside_none x : 0 <= x -> x <= delta -> outside x = 0.
Proof. by move=> h1 h2; rewrite /outside !max_0 ?addr0 // ?oppr_le0 ?subr_le0. Qed.
Lemma outside_middle x : (x * 2%:R - delta) ^+ 2 <= (delta + 2%:R * outside x) ^+ 2.
Proof.
rewrite -subr_ge0.
have -> : (delta + 2%:R * outside x) ^+ 2 - (x * 2%:R - delta) ^+ 2 =
  4%:R * ((outside x + x) * (outside x - (x - delta))) by ring.
rewrite mulr_ge0 ?mulr_ge0 ?ler0n // ?subr_ge0.
  by rewrite -[x in _ + x]opprK subr_ge0 /outside (le_trans (max_most _)) // ler_addl max_least.
by rewrite /outside (le_trans (max_most _)) // ler_addr max_least.
Qed.
Lemma near d (x : nat -> F) : \sum_(i < d) outside (x i) < delta ->
  \sum_(i < d) (x i * 2%:R - delta) ^+ 2 <= delta ^+ 2 * (8%:R + d%:R).
Proof.
set S := \sum_(i < d) outside (x i) => less.
have S0 : 0 <= S by apply: sumr_ge0 => i _; exact: outside_least.
have bound : \sum_(i < d) (x i * 2%:R - delta) ^+ 2 <=
    \sum_(i < d) (delta ^+ 2 + 4%:R * (delta + S) * outside (x i)).
  apply: ler_sum => i _; apply: le_trans (outside_middle _) _; rewrite -subr_ge0.
  have -> : delta ^+ 2 + 4%:R * (delta + S) * outside (x i) - (delta + 2%:R * outside (x i)) ^+ 2 =
    4%:R * (outside (x i) * (S - outside (x i))) by ring.
  rewrite mulr_ge0 ?mulr_ge0 ?ler0n ?outside_least // subr_ge0 /S (bigD1 i) //= ler_addl.
  by apply: sumr_ge0 => j _; exact: outside_least.
apply: le_trans bound _; rewrite -subr_ge0.
have -> : \sum_(i < d) (delta ^+ 2 + 4%:R * (delta + S) * outside (x i)) =
  delta ^+ 2 * d%:R + 4%:R * (delta + S) * S.
  by rewrite big_split /= sumr_const card_ord -mulr_sumr mulr_natr.
have -> : delta ^+ 2 * (8%:R + d%:R) - (delta ^+ 2 * d%:R + 4%:R * (delta + S) * S) =
  4%:R * ((delta - S) * (2%:R * delta + S)) by ring.
rewrite mulr_ge0 ?mulr_ge0 ?ler0n // ?subr_ge0 ?(ltW less) // addr_ge0 // mulr_ge0 ?ler0n //.
exact: ltW.
Qed.
End Near.
