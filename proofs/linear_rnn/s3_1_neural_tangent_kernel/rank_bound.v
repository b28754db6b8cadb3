(* The bounds are those of the factors of the kernel, and N times is more than n_x times. *)
Theorem proved : statement.
Proof.
move=> F k N T n_x m L x r R _ _ hT _ hm; split; last first.
  by rewrite ltr_pmul2l ?ltr0n // ltr_addr ltr0n.
move=> h; have [lags sequences] := rank_at_most h.
by split; rewrite -natrM ler_nat.
Qed.
