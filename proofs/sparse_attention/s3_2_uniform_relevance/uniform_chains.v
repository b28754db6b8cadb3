(* No chain (i) has better scores than (0): what is looked at from t + i has the weight 1/(t + i),
   which is at most 1/t. *)
Lemma later_is_less (F : realFieldType) (t i : nat) :
  (1 <= t)%N -> ((i%:R + t%:R)^-1 <= t%:R^-1 :> F).
Proof.
move=> t_gt0; rewrite -natrD lef_pinv ?posrE ?ltr0n ?addn_gt0 ?t_gt0 ?orbT //.
by rewrite ler_nat leq_addl.
Qed.

Theorem proved : statement.
Proof.
move=> F t i later t_gt0; do ![split=> //].
by apply: ler_wpmul2r; [rewrite invr_ge0 !addr_ge0 ?ler0n ?ler01 | apply: later_is_less].
Qed.
