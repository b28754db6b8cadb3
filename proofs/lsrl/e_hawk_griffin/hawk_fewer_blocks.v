(* A block of the state whose perceptron computes maps of the state and of the input: the first ones,
   or the last ones with their product. *)
Lemma times_1 (F : realFieldType) : 1 * (1 * 1) = 1 :> F. Proof. by rewrite !mul1r. Qed.
Lemma product (F : realFieldType) (u v w : F) : w = - v ->
  u * Num.max v 0 + - (u * Num.max w 0) = u * v.
Proof. by move=> ->; rewrite -mulrN -mulrDr less_max. Qed.

Theorem proved : statement.
Proof.
split=> F [//|t] m n.
- move=> f g A P B b W c V d _ _ _ _ _ p0 pS; rewrite !one !nothing_kept times_1.
  move=> start1 after1 start2 after2 xs x hx.
  have afterE h y : next t m y h.1.1.1.1 h.1.1.1.2 (after1 h y).1.1.1.1 (after1 h y).1.1.1.2.
    move: h => [[[[? ?] ?] ?] ?] i hi; rewrite /after1 /moved /=; split; first by rewrite mul1r.
    by move=> u hu; rewrite (pick _ hu).
  have puts i := @puts_out F t m n A P B b p0 pS _ (fun h => h.1.1.1.1) (fun h => h.1.1.1.2)
    start1 after1 start2 after2 (fun _ _ _ => conj erefl (fun _ _ => erefl)) afterE
    (fun _ => erefl) (fun _ _ _ => erefl) xs x i hx.
  case: (foldl after1 start1 xs) (foldl after2 start2 xs) puts => [[[[X O] hn] h4] h5] s /= puts.
  split; [|split=> //] => k hk; rewrite !(pick _ hk) mul1r; congr (Num.max (_ + _) 0).
    apply: eq_bigr => i _; rewrite !(pick _ (ltn_ord i)) only_new; congr (_ * _); exact: puts.
  by apply: eq_bigr => i _; rewrite !(pick _ (ltn_ord i)) !(pick_less _ (ltn_ord i)) both_signs.
move=> q A P B b W c V d _ _ _ _ p0 pS; rewrite !one !nothing_kept times_1.
move=> start1 after1 start2 after2 xs x hx.
have afterE h y : next t m y h.1.1.1.1 h.1.1.1.2 (after1 h y).1.1.1.1 (after1 h y).1.1.1.2.
  move: h => [[[[? ?] ?] ?] ?] i hi; rewrite /after1 /moved /=; split; first by rewrite mul1r.
  by move=> u hu; rewrite (pick _ hu).
have puts i := @puts_out F t m n A P B b p0 pS _ (fun h => h.1.1.1.1) (fun h => h.1.1.1.2)
  start1 after1 start2 after2 (fun _ _ _ => conj erefl (fun _ _ => erefl)) afterE
  (fun _ => erefl) (fun _ _ _ => erefl) xs x i hx.
case: (foldl after1 start1 xs) (foldl after2 start2 xs) puts => [[[[X O] hn] h4] h5] s /= puts.
split=> // k hk; rewrite !(pick _ hk) !(pick_less _ hk) product; last first.
  rewrite opprD -sumrN; congr (_ + _); last by rewrite mulN1r.
  apply: eq_bigr => i _; rewrite !(pick _ (ltn_ord i)) !(pick_less _ (ltn_ord i)) !both_signs.
  by rewrite mulN1r mulNr.
congr ((_ + _) * (_ + _)); apply: eq_bigr => i _; rewrite !(pick _ (ltn_ord i)).
  rewrite only_new; congr (_ * _); exact: puts.
by rewrite !(pick_less _ (ltn_ord i)) both_signs.
Qed.
