(* The bounds are those of `rank_bound.v`. For impulses each of the sums has one term that is not 0. *)
Section Picked.
Variable F : comRingType.
Lemma picked n (f : nat -> F) a : (a < n)%N -> \sum_(c < n) f c * (a == c :> nat)%:R = f a.
Proof.
move=> h; rewrite (bigD1 (Ordinal h)) //= eqxx mulr1 big1 ?addr0 // => i ne.
rewrite (_ : (a == i :> nat) = false) ?mulr0 //; apply/negbTE; rewrite eq_sym.
by apply: contra ne => /eqP e; apply/eqP/val_inj.
Qed.
Lemma picked_both n m (f : nat -> nat -> F) a b : (a < n)%N -> (b < m)%N ->
  \sum_(c < n) \sum_(d < m) ((c == a :> nat)%:R * (d == b :> nat)%:R) * f c d = f a b.
Proof.
move=> ha hb; rewrite -(picked (fun c => f c b) ha); apply: eq_bigr => c _.
rewrite -(picked (f c) hb) mulr_suml; apply: eq_bigr => d _.
by rewrite mulrC [in LHS]mulrC !(eq_sym (_ : nat) (nat_of_ord _)) [RHS]mulrC -mulrA [_ * f _ _]mulrC.
Qed.
Lemma first_of T t j : (0 < T)%N ->
  \sum_(s < T) (t == (s + j)%N :> nat)%:R * (s == (s + s)%N :> nat)%:R = (t == j)%:R :> F.
Proof.
move=> hT; rewrite -[RHS](picked (fun s => (t == (s + j)%N)%:R) hT); apply: eq_bigr => s _.
by rewrite -[X in X == (s + s)%N]addn0 eqn_add2l.
Qed.
Lemma of_impulses T m (r : nat -> F) v w c u : (0 < T)%N -> (w < T)%N -> (v < m)%N ->
  \sum_(i < T) (\sum_(j < m) ((\sum_(s < T) (w == (s + i)%N :> nat)%:R * (s == (s + s)%N :> nat)%:R)
     * (v == j :> nat)%:R) * (((r i * r i) * 1) * ((\sum_(s < T) (u == (s + i)%N :> nat)%:R
     * (s == (s + s)%N :> nat)%:R) * (c == j :> nat)%:R)))
  = (u == w :> nat)%:R * (c == v :> nat)%:R * (r w * r w).
Proof.
move=> hT hw hv; pose G i := (u == i :> nat)%:R * (c == v :> nat)%:R * (r i * r i).
rewrite -[RHS](picked G hw); apply: eq_bigr => i _; rewrite !first_of //.
pose H j := (u == i :> nat)%:R * (c == j :> nat)%:R * (r i * r i).
rewrite -[G i](picked H hv) mulr_suml; apply: eq_bigr => j _; rewrite /H.
by rewrite mulr1 mulrC -[RHS]mulrA; congr (_ * _); rewrite ?[(_ * _) * (r i * r i)]mulrC // mulrC.
Qed.
End Picked.
Theorem proved : statement.
Proof.
move=> F k N T n_x more m L x r R _ _ hT _ hm _; split; last first.
  split; first by rewrite ler_nat => /minn_idPr ->.
  split; first by rewrite ler_nat => /minn_idPl ->; rewrite mulrC.
  split; first by rewrite ltr_pmul2l ?ltr0n // ltr_addr ltr0n.
  split=> // one a t b u ha ht hb hu.
  have inner c v : \sum_(v' < m) \sum_(w < T) ((v' == a :> nat)%:R * (w == t :> nat)%:R) * (\sum_(i < T)
      (\sum_(j < m) ((\sum_(s < T) (w == (s + i)%N :> nat)%:R * (s == (s + s)%N :> nat)%:R)
      * (v' == j :> nat)%:R) * (((r i * r i) * 1) * ((\sum_(s < T) (v == (s + i)%N :> nat)%:R
      * (s == (s + s)%N :> nat)%:R) * (c == j :> nat)%:R))))
    = (v == t :> nat)%:R * (c == a :> nat)%:R * (r t * r t) :> F.
    rewrite (picked_both (fun v' w => \sum_(i < T) (\sum_(j < m) ((\sum_(s < T) (w == (s + i)%N :> nat)%:R
      * (s == (s + s)%N :> nat)%:R) * (v' == j :> nat)%:R) * (((r i * r i) * 1) * ((\sum_(s < T)
      (v == (s + i)%N :> nat)%:R * (s == (s + s)%N :> nat)%:R) * (c == j :> nat)%:R)))) ha ht).
    exact: of_impulses.
  pose f c v : F := (v == t :> nat)%:R * (c == a :> nat)%:R * (r t * r t) * (r v * r v)^-1.
  transitivity (f b u).
    rewrite -(picked_both f hb hu); apply: eq_bigr => c _; apply: eq_bigr => v _.
    by rewrite inner mulrCA.
  rewrite /f eq_sym [b == a]eq_sym; case: eqP => [->|_]; last by rewrite !(mul0r, mulr0).
  by rewrite mul1r mulr1 -mulrA one // mulr1.
move=> h; have [lags sequences] := rank_at_most h.
by split; rewrite -natrM ler_nat.
Qed.
