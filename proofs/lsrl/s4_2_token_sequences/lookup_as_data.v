(* The nodes put out what the formulas do. *)
Theorem proved : statement.
Proof. by move=> F N gains n tokens; exact: same_outputs. Qed.
