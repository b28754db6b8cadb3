(* What the counter that turns a vector counts, by the lemmas of `turned_vector.v`. *)
Theorem proved : statement.
Proof.
first [solve [of_runner_up] | solve [of_threshold] | solve [of_gain] | of_counter].
Qed.
