(* Stacks are programs, and programs stacks; gates are products: see nodes.v and layers.v. *)
Theorem proved : statement.
Proof.
move=> F; split; first by move=> dim ls xs; exact: layers_as_nodes.
split; first by move=> dim ls; exact: no_products.
split; [exact: same_outputs | exact: plain].
Qed.
