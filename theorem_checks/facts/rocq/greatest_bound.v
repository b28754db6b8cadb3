Theorem proved : statement.
Proof.
intros n x m hn h; now apply greatest_most.
Qed.
