(* Tokens and their number are at most what is enough. *)
Lemma enoughP (F : realFieldType) tokens : (size tokens <= f_enough_for (all_of F) tokens)%N /\
  forall s, (nth 0%N tokens s <= f_enough_for (all_of F) tokens)%N.
Proof.
rewrite /f_enough_for map_id; set L := foldr _ _ _.
have hL s : (nth 0%N tokens s <= L)%N.
  rewrite /L {L}; elim: tokens s => [|a w IH] [|s] //=; first exact: leq_maxl.
  exact: leq_trans (IH s) (leq_maxr _ _).
case: ifP => h; first by split.
split=> // s; apply: leq_trans (hL s) _; move: h; clear; lia.
Qed.
