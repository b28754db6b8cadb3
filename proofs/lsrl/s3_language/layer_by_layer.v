(* Every program is a stack of layers, and one without products has no gates: see layers.v. *)
Theorem proved : statement.
Proof. by move=> F; split; [exact: same_outputs | exact: plain]. Qed.
