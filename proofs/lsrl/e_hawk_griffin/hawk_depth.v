(* The block of the state puts out [s; x; 1]. *)
Theorem proved : statement.
Proof.
move=> F [//|t] m n A P B b _ _ _ p0 pS; rewrite !one !nothing_kept.
move=> start1 after1 start2 after2 xs x hx.
have afterE h y : next t m y h.1.1.1.1 h.1.1.1.2 (after1 h y).1.1.1.1 (after1 h y).1.1.1.2.
  move: h => [[[[? ?] ?] ?] ?] c hc; rewrite /after1 /moved /=; split; first by rewrite mul1r.
  by move=> u hu; rewrite (pick _ hu).
have puts i := @puts_out F t m n A P B b p0 pS _ (fun h => h.1.1.1.1) (fun h => h.1.1.1.2)
  start1 after1 start2 after2 (fun _ _ _ => conj erefl (fun _ _ => erefl)) afterE
  (fun _ => erefl) (fun _ _ _ => erefl) xs x i hx.
case: (foldl after1 start1 xs) (foldl after2 start2 xs) puts => [[[[X O] hn] h4] h5] s /= puts.
split; [move=> k hk; rewrite !(pick _ hk) only_new [LHS]mulr1; exact: puts|split].
  by move=> k hk; rewrite !(pick _ hk) ?[LHS]mulr1 // !(pick_less _ hk) both_signs.
by rewrite !mul1r.
Qed.
