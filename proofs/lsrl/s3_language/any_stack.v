(* Every stack of layers is a program, and one without gates has no products: see nodes.v. *)
Theorem proved : statement.
Proof.
by move=> F; split=> [dim ls xs | dim ls]; [exact: layers_as_nodes | exact: no_products].
Qed.
