(* Both sides are the same sums; the names of what is summed over differ. *)
Theorem proved : statement.
Proof. intros t n b D P Q J g ht hn _; split; [|intro k]; reflexivity. Qed.
