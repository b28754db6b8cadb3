(* The lemma `by_columns`, with the factor of each entry outside of its sum. *)
Theorem proved : statement.
Proof.
move=> F N o J p X D S Z T Y _ _ _ [one none]; rewrite ler_nat.
apply: (@by_columns F N o J p X D S T Y Z _ none) => i j iN jN.
rewrite -(one i j iN jN); apply: eq_bigr => k _; apply: eq_bigr => l _.
by rewrite mulr_sumr.
Qed.
