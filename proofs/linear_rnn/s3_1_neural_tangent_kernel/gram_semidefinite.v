(* The form is the sum over outputs, lags and inputs of the squares of r times what u weighs. *)
Section Sums.
Variable F : realFieldType.
Lemma exchanged N T A B (g : nat -> nat -> nat -> nat -> F) :
  \sum_(l < N) \sum_(a < T) \sum_(b < A) \sum_(c < B) g l a b c =
  \sum_(b < A) \sum_(c < B) \sum_(l < N) \sum_(a < T) g l a b c.
Proof.
transitivity (\sum_(l < N) \sum_(b < A) \sum_(c < B) \sum_(a < T) g l a b c).
  apply: eq_bigr => l _; rewrite exchange_big /=; apply: eq_bigr => b _; exact: exchange_big.
by rewrite exchange_big /=; apply: eq_bigr => b _; exact: exchange_big.
Qed.
Variables (N T n_y n_x : nat) (u : nat -> nat -> nat -> F) (r : nat -> F).
Variable X : nat -> nat -> nat -> nat -> F.
Definition weighed b c k := \sum_(i < N) \sum_(j < T) X i j b c * u i j k.
Lemma inner i j k :
  \sum_(l < N) \sum_(a < T)
    (\sum_(b < T) \sum_(c < n_x) X i j b c * (((r b * r b) * 1) * X l a b c)) * u l a k =
  \sum_(b < T) \sum_(c < n_x) X i j b c * ((r b * r b) * weighed b c k).
Proof.
transitivity (\sum_(l < N) \sum_(a < T) \sum_(b < T) \sum_(c < n_x)
    X i j b c * ((r b * r b) * (X l a b c * u l a k))).
  apply: eq_bigr => l _; apply: eq_bigr => a _; rewrite mulr_suml; apply: eq_bigr => b _.
  by rewrite mulr_suml; apply: eq_bigr => c _; rewrite mulr1 -!mulrA.
rewrite (exchanged _ _ _ _ (fun l a b c => X i j b c * ((r b * r b) * (X l a b c * u l a k)))).
apply: eq_bigr => b _; apply: eq_bigr => c _; rewrite /weighed !mulr_sumr; apply: eq_bigr => l _.
by rewrite !mulr_sumr.
Qed.
Lemma as_squares :
  \sum_(i < N) (\sum_(j < T) 1 * (\sum_(k < n_y) (u i j k *
    (\sum_(l < N) \sum_(a < T) (\sum_(b < T) \sum_(c < n_x)
      X i j b c * (((r b * r b) * 1) * X l a b c)) * u l a k)) * 1)) =
  \sum_(k < n_y) \sum_(b < T) \sum_(c < n_x) (r b * weighed b c k) ^+ 2.
Proof.
transitivity (\sum_(i < N) \sum_(j < T) \sum_(k < n_y) \sum_(b < T) \sum_(c < n_x)
    (u i j k * X i j b c) * ((r b * r b) * weighed b c k)).
  apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mul1r; apply: eq_bigr => k _.
  rewrite mulr1 inner mulr_sumr; apply: eq_bigr => b _; rewrite mulr_sumr.
  by apply: eq_bigr => c _; rewrite mulrA.
transitivity (\sum_(k < n_y) \sum_(i < N) \sum_(j < T) \sum_(b < T) \sum_(c < n_x)
    (u i j k * X i j b c) * ((r b * r b) * weighed b c k)).
  rewrite [RHS]exchange_big /=; apply: eq_bigr => i _; exact: exchange_big.
apply: eq_bigr => k _.
rewrite (exchanged _ _ _ _ (fun i j b c => (u i j k * X i j b c) * ((r b * r b) * weighed b c k))).
apply: eq_bigr => b _; apply: eq_bigr => c _.
transitivity (weighed b c k * ((r b * r b) * weighed b c k)); last by rewrite mulrCA mulrACA -expr2.
rewrite {2}/weighed mulr_suml; apply: eq_bigr => i _; rewrite mulr_suml; apply: eq_bigr => j _.
by rewrite [u i j k * _]mulrC.
Qed.
Lemma at_least_0 : 0 <= \sum_(k < n_y) \sum_(b < T) \sum_(c < n_x) (r b * weighed b c k) ^+ 2.
Proof. by do 3 (apply: sumr_ge0 => ? _); exact: sqr_ge0. Qed.
End Sums.
Theorem proved : statement.
Proof.
move=> F N T n_y n_x u x r _ _ _ _; split=> [|*] //.
rewrite !mulr0 addr0.
rewrite (as_squares N T n_y n_x u r (fun i j b c => \sum_(v < T) (j == (v + b)%N)%:R * x i v c)).
exact: at_least_0.
Qed.
