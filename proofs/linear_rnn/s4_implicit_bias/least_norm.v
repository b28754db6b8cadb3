(* Gradient descent for the filter from 0 is that for G, of which it is G Xi^T D(r); the distance of G from
   A falls by what the residual is, which never grows. *)
Section Fit.
Variables (F : realFieldType) (n_y P M : nat) (eta : F) (A Xi : nat -> nat -> F) (r : nat -> F).
Let table := nat -> nat -> F.
Definition read (G : table) k b := (\sum_(c < M) G k c * Xi b c) * (1 * r b).
Definition back (G : table) k a := \sum_(b < P) (read G k b * (1 * r b)) * Xi b a.
Definition filter_after (h : table) (_ : F) : table := fun k l =>
  h k l + ((\sum_(a < M) (back A k a + - 1 * (\sum_(u < P) (h k u * (1 * r u)) * Xi u a)) * Xi l a) *
    (1 * r l)) * (1 * eta).
Definition fit_after (g : table * F) (_ : F) : table * F := let: (G, l) := g in
  (fun k a => G k a + (back A k a + - 1 * back G k a) * (1 * eta), l + 1 * 1).
Definition fit_start : table * F := (fun k a => back A k a * (1 * 0), 0).
Lemma one_step (h G : table) l x k b : (b < P)%N -> (forall u, (u < P)%N -> h k u = read G k u) ->
  filter_after h x k b = read (fit_after (G, l) x).1 k b.
Proof.
move=> hb same; rewrite /filter_after same //.
have e a : \sum_(u < P) (h k u * (1 * r u)) * Xi u a = back G k a.
  by apply: eq_bigr => u _; rewrite same.
under eq_bigr do rewrite e; rewrite /read /= mulrAC -mulrDl; congr (_ * _).
rewrite mulr_suml -big_split /=; apply: eq_bigr => a _.
by rewrite [RHS]mulrDl [X in _ = _ + X]mulrAC.
Qed.
Lemma is_fit (xs : seq F) (x : F) : let h := foldl filter_after (fun _ _ => 0) xs in
  let: (G, l) := foldl fit_after fit_start xs in
  forall k b, (k < n_y)%N -> (b < P)%N ->
    filter_after h x k b = read (fit_after (G, l) x).1 k b.
Proof.
move=> h; have : forall k b, (b < P)%N -> h k b = read (foldl fit_after fit_start xs).1 k b.
  rewrite /h; elim/last_ind: xs {h} => [|xs y IH] k b hb.
    by rewrite /read big1 ?mul0r // => c _; rewrite /= !mulr0 mul0r.
  rewrite !foldl_rcons; case: (foldl fit_after fit_start xs) IH => G l IH.
  by apply: one_step => // u; exact: IH.
by case: (foldl fit_after fit_start xs) => G l same k b _ hb; apply: one_step => // u; exact: same.
Qed.
(* the same in D = A - G *)
Let X (j _ k : nat) := Xi k j * (1 * r k).
Definition size_of (n m : nat) (B : table) := \sum_(k < n) 1 * (\sum_(a < m) B k a * B k a * 1).
Definition of_inputs := \sum_(j < M) 1 * (\sum_(k < P) (X j 0 k * X j 0 k) * 1).
Lemma size_ofE n m (B : table) : size_of n m B = squared n m B.
Proof. by rewrite squaredE. Qed.
Lemma towardE (D : table) k a b : toward P X (read D) k a b = back D k a.
Proof. by apply: eq_bigr => c _; rewrite /X mulrCA mulrC mulrA mulrAC. Qed.
Lemma read_and_back (D : table) :
  \sum_(k < n_y) \sum_(a < M) D k a * back D k a = squared n_y P (read D).
Proof.
apply: eq_bigr => k _; under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /=.
apply: eq_bigr => b _; rewrite expr2 [X in _ = _ * X]/read mulr_suml mulr_sumr.
by apply: eq_bigr => a _; ring.
Qed.
Lemma inputsE : room M 1 P (fun=> 1) X = of_inputs.
Proof.
apply: eq_bigr => j _; rewrite big_ord1 mul1r; apply: eq_bigr => k _.
by rewrite mul1r mulr1 expr2.
Qed.
Lemma back_within (D : table) :
  squared n_y M (back D) <= of_inputs * squared n_y P (read D).
Proof.
rewrite -inputsE; have := step_within n_y M 1 P (fun=> 1) (fun=> 1) X (read D).
have -> : lags M 1 P (fun=> 1) (fun=> 1) X = room M 1 P (fun=> 1) X.
  by do 3![apply: eq_bigr => ? _]; rewrite !mul1r.
congr (_ <= _); apply: eq_bigr => k _; apply: eq_bigr => a _.
by rewrite big_ord1 !mul1r towardE.
Qed.
Let next (D : table) : table := fun k a => D k a - eta * back D k a.
Hypotheses (eta0 : 0 < eta) (slow : of_inputs * eta <= 2%:R).
Lemma residual_falls (D : table) : squared n_y P (read (next D)) <= squared n_y P (read D).
Proof.
have := never_grows n_y (read D) eta0 (_ : room M 1 P (fun=> 1) X * eta <= 2%:R).
rewrite inputsE => /(_ slow); congr (_ <= _); apply: eq_bigr => k _; apply: eq_bigr => b _.
congr (_ ^+ 2); rewrite /change /read /next.
under [in RHS]eq_bigr do rewrite mulrBl; rewrite sumrB mulrBl; congr (_ - _).
rewrite mulr_sumr mulr_suml; apply: eq_bigr => a _.
by rewrite big_ord1 /rooted towardE /X; ring.
Qed.
Lemma distance_falls (D : table) : squared n_y M (next D) +
  (2%:R - of_inputs * eta) * eta * squared n_y P (read D) <= squared n_y M D.
Proof.
have -> : squared n_y M (next D) = squared n_y M D - 2%:R * eta * squared n_y P (read D) +
    eta ^+ 2 * squared n_y M (back D).
  rewrite -read_and_back /squared !mulr_sumr -sumrB -big_split; apply: eq_bigr => k _.
  rewrite /= !mulr_sumr -sumrB -big_split; apply: eq_bigr => a _; rewrite /next /=; ring.
have := ler_wpmul2l (sqr_ge0 eta) (back_within D).
move: (squared n_y M D) (squared _ _ (back D)) (squared _ _ (read D)) of_inputs => d b q v h.
have : 0 <= eta ^+ 2 * (v * q) - eta ^+ 2 * b by rewrite subr_ge0.
by rewrite -(subr_ge0 _ d); congr (0 <= _); ring.
Qed.
Definition apart (G : table) : table := fun k a => A k a - G k a.
Lemma read_apart G k b : read (apart G) k b = read A k b - read G k b.
Proof. by rewrite /read -mulrBl -sumrB; congr (_ * _); apply: eq_bigr => a _; rewrite mulrBl. Qed.
Lemma back_apart G k a : back (apart G) k a = back A k a - back G k a.
Proof. by rewrite /back -sumrB; apply: eq_bigr => b _; rewrite read_apart !mulrBl. Qed.
Lemma apart_after G l x k a : apart (fit_after (G, l) x).1 k a = next (apart G) k a.
Proof. by rewrite /apart /next back_apart /=; ring. Qed.
Lemma squared_ext n m (B B' : table) : (forall k a, B k a = B' k a) -> squared n m B = squared n m B'.
Proof. by move=> e; apply: eq_bigr => k _; apply: eq_bigr => a _; rewrite e. Qed.
Lemma fit_nears (xs : seq F) : let: (G, l) := foldl fit_after fit_start xs in
  (l * (1 * 0) + 1 * 0 <= l) /\
  (size_of n_y M (fun k a => A k a + - 1 * G k a) +
    (l * ((- 1 * (of_inputs * (1 * eta)) + 1 * 2%:R) * (1 * eta))) *
    size_of n_y P (fun k b => read A k b + - 1 * read G k b) <= size_of n_y M A).
Proof.
pose c := (2%:R - of_inputs * eta) * eta.
have c0 : 0 <= c by rewrite mulr_ge0 ?subr_ge0 // Order.POrderTheory.ltW.
pose holds (g : table * F) := 0 <= g.2 /\ squared n_y M (apart g.1) +
  g.2 * c * squared n_y P (read (apart g.1)) <= squared n_y M A.
have : holds (foldl fit_after fit_start xs).
  elim/last_ind: xs => [|xs x].
    split=> //=; rewrite !mul0r addr0 (@squared_ext _ _ _ A) => [|k a]; first exact: Order.POrderTheory.lexx.
    by rewrite /apart !mulr0 subr0.
  rewrite foldl_rcons; case: (foldl fit_after fit_start xs) => G l [/= l0 near]; split.
    by rewrite /= mulr1 addr_ge0 ?ler01.
  rewrite (squared_ext _ _ (apart_after G l x)).
  have -> : squared n_y P (read (apart (fit_after (G, l) x).1)) =
      squared n_y P (read (next (apart G))).
    by apply: squared_ext => k b; congr (_ * _); apply: eq_bigr => a _; rewrite apart_after.
  rewrite /= mulr1; apply: Order.POrderTheory.le_trans near.
  apply: (@Order.POrderTheory.le_trans _ _ (squared n_y M (next (apart G)) +
      (l + 1) * c * squared n_y P (read (apart G)))).
    rewrite ler_add2l; apply: ler_wpmul2l (residual_falls _).
    by rewrite mulr_ge0 // addr_ge0 ?ler01.
  have := distance_falls (apart G); rewrite -/c -(ler_add2r (l * c * squared n_y P (read (apart G)))).
  by congr (_ <= _); rewrite -addrA; congr (_ + _); ring.
case: (foldl fit_after fit_start xs) => G l [/= l0 near]; split; first by rewrite !mulr0 addr0.
rewrite !size_ofE.
have -> : squared n_y M (fun k a => A k a + - 1 * G k a) = squared n_y M (apart G).
  by apply: squared_ext => k a; rewrite mulN1r.
have -> : squared n_y P (fun k b => read A k b + - 1 * read G k b) = squared n_y P (read (apart G)).
  by apply: squared_ext => k b; rewrite mulN1r read_apart.
by move: near; congr (_ + _ * _ <= _); rewrite /c !mul1r mulN1r [- _ + _]addrC.
Qed.
Lemma misfit_of_other (E : table) :
  \sum_(k < n_y) 1 * (\sum_(b < P) (((read A k b + E k b) * (read A k b + E k b)) *
    (1 * ((r b * r b) * 0 + 1))) * 1) =
  ((\sum_(k < n_y) 1 * (\sum_(b < P) ((read A k b * read A k b) * (1 * ((r b * r b) * 0 + 1))) * 1)) +
   (\sum_(k < n_y) 1 * (\sum_(b < P) ((E k b * E k b) * (1 * ((r b * r b) * 0 + 1))) * 1))) +
  (\sum_(k < n_y) 1 * (\sum_(a < M) (A k a * (\sum_(b < P) (E k b * (1 * r b)) * Xi b a)) * 1)) *
    (1 * 2%:R).
Proof.
rewrite mulr_suml -!big_split; apply: eq_bigr => k _; rewrite /= !(mul1r 2%:R) ![1 * \sum_(_ < _) _]mul1r.
have -> : \sum_(a < M) (A k a * (\sum_(b < P) (E k b * (1 * r b)) * Xi b a)) * 1 =
    \sum_(b < P) E k b * read A k b.
  under eq_bigr do rewrite mulr1 mulr_sumr; rewrite exchange_big; apply: eq_bigr => b _.
  by rewrite /read mulr_suml mulr_sumr; apply: eq_bigr => a _; ring.
by rewrite mulr_suml -!big_split; apply: eq_bigr => b _; rewrite /=; ring.
Qed.
End Fit.
Theorem proved : statement.
Proof.
move=> F n_y P M eta A Xi r E _ _ _ eta0; split; [|split].
- move=> start1 after1' start2 after2' xs x; have := @is_fit F n_y P M eta A Xi r xs x.
  exact.
- move=> slow start after' xs.
  have small : of_inputs P M Xi r * eta <= 2%:R by move: slow; rewrite !mulr0 add0r !mul1r.
  exact: (@fit_nears F n_y P M eta A Xi r eta0 small xs).
exact: misfit_of_other.
Qed.
