Theorem proved : statement.
Proof.
intros n x hn h i hi; apply exp_ln; auto.
Qed.
