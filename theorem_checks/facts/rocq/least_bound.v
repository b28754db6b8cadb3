Theorem proved : statement.
Proof.
intros n x m hn [h k]; apply greatest_most; [exact hn | intros i hi].
apply Rabs_le; specialize (h i hi); specialize (k i hi); lra.
Qed.
