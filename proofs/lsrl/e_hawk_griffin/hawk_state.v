(* From 0 a block whose kernel is that of the window puts out the states of the recurrence. *)
Theorem proved : statement.
Proof.
move=> F [//|t] m n A P B b _ _ _ p0 pS; split; rewrite !one !nothing_kept.
all: move=> start1 after1 start2 after2 xs x hx.
all: have afterE h y : next t m y h.1.1.1.1 h.1.1.1.2 (after1 h y).1.1.1.1 (after1 h y).1.1.1.2.
1,3: move: h => [[[[? ?] ?] ?] ?] c hc; rewrite /after1 /moved /=; split; first by rewrite mul1r.
1,2: by move=> u hu; rewrite (pick _ hu).
all: have puts i := @puts_out F t m n A P B b p0 pS _ (fun h => h.1.1.1.1) (fun h => h.1.1.1.2)
  start1 after1 start2 after2 (fun _ _ _ => conj erefl (fun _ _ => erefl)) afterE
  (fun _ => erefl) (fun _ _ _ => erefl) xs x i hx.
all: case: (foldl after1 start1 xs) (foldl after2 start2 xs) puts => [[[[X O] hn] h4] h5] s /= puts.
all: split; [move=> k hk; rewrite !(pick _ hk) only_new [LHS]mulr1; exact: puts|split].
1,2,3: by move=> k hk; rewrite !(pick _ hk) ?only_new ?[LHS]mulr1 // !(pick_less _ hk) both_signs.
by rewrite !mul1r.
Qed.
