Theorem proved : statement.
Proof. by move=> F n r W n1 r0; exact: bounded_by_radius n1. Qed.
