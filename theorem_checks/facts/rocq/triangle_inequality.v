Theorem proved : statement.
Proof. intros a b; apply Rabs_triang. Qed.
