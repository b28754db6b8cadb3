(* Each of the regions: from the circle on, lam = 1, lam = 0, the disc, and what is between them. *)
Lemma square_D t (h g A B : nat -> R) k : INR k + INR t <> 0 ->
  square (D t (fun k => (h k, g k)) (fun k => (A k, B k)) k) =
  (/ (INR k + INR t) * B k + g k) ^ 2 + (/ (INR k + INR t) * A k + h k) ^ 2.
Proof.
intro h0; unfold square, D, share, time; simpl; rewrite (Rplus_comm (INR t)); ring.
Qed.
Theorem proved : statement.
Proof.
intros x t y h g A B t1 [h0 [g0 [A0 [B0 step]]]].
set (lam := (x, y) : C); set (H k := (h k, g k) : C); set (I k := (A k, B k) : C).
assert (H0 : H 0%nat = 1%C) by (unfold H; rewrite h0, g0; reflexivity).
assert (I0 : I 0%nat = 1%C) by (unfold I; rewrite A0, B0; reflexivity).
destruct (complex_steps x t y h g A B step) as [HS IS].
change (forall k, H (S k) = (lam * D t H I k)%C) in HS.
change (forall k, I (S k) = (I k + lam * D t H I k)%C) in IS.
assert (pos : forall k, INR k + INR t <> 0).
  intro k; assert (one := time_ge_1 t t1 k); unfold time in one; lra.
assert (term : forall k, (INR k + INR t) ^ 2 * ((/ (INR k + INR t) * B k + g k) ^ 2 +
    (/ (INR k + INR t) * A k + h k) ^ 2) = time t k ^ 2 * square (D t H I k)).
  intro k; unfold H, I; rewrite square_D by apply pos; unfold time; ring.
assert (size : x ^ 2 + y ^ 2 = square lam) by reflexivity.
split.
- intro region.
  assert (away : exists c, 0 < c /\
      eventually (fun k => c <= time t k ^ 2 * square (D t H I k))).
    destruct (Rle_lt_dec 1 (square lam)) as [large | small].
      destruct (Req_dec x 1) as [x1 | other].
        destruct (Req_dec y 0) as [y0 | other].
          exists 1; split; [lra|]; exists 0%nat; intros k _.
          apply (at_one t lam H I t1 H0 I0 HS IS); unfold lam; rewrite x1, y0; reflexivity.
        destruct (outside_bounded t lam H I t1 H0 I0 HS IS large) as [c [c0 low]].
          intro e; injection e; intros; contradiction.
        exists c; split; [exact c0|]; exists 0%nat; intros k _; apply low.
      destruct (outside_bounded t lam H I t1 H0 I0 HS IS large) as [c [c0 low]].
        intro e; injection e; intros; contradiction.
      exists c; split; [exact c0|]; exists 0%nat; intros k _; apply low.
    assert (disc : square lam <= fst lam).
      destruct region as [disc | large]; unfold square in *; simpl in *; lra.
    destruct (Req_dec (square lam) 0) as [none | some].
      exists 1; split; [lra|]; exists 1%nat; intros k k1.
      apply (at_zero t lam H I t1 I0 HS IS); [|exact k1].
      unfold square in none; simpl in none; apply injective_projections; simpl; nra.
    apply (disc_bounded t lam H I t1 H0 I0 HS IS small disc).
    intro none; apply some; rewrite none; unfold square; simpl; ring.
  destruct away as [c [c0 [n low]]]; exists c; split; [exact c0|]; exists n; intros k hk.
  rewrite term; split; [apply pos | apply low, hk].
- intros [c [c0 [n low]]].
  destruct (Rle_lt_dec 1 (square lam)) as [large | small]; [right; exact large | left].
  apply Rnot_lt_le; intro out.
  apply (not_bounded t lam H I t1 HS IS small) with (c := c); [|exact c0|].
    unfold square in *; simpl in *; lra.
  exists n; intros k hk; rewrite <- term; apply low, hk.
Qed.
