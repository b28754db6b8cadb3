(* After a token the state is the sum of what each token has become: its powers times what it drove. *)
Section Sums.
Variable F : numFieldType.
Lemma sum_at n i (f : nat -> F) : (i < n)%N -> \sum_(k < n) (i == k :> nat)%:R * f k = f i.
Proof.
move=> h; rewrite (bigD1 (Ordinal h)) //= eqxx mul1r big1 ?addr0 // => k.
by rewrite -val_eqE /= eq_sym => /negbTE ->; rewrite mul0r.
Qed.
Lemma sum_first m n (f : nat -> F) : (m <= n)%N ->
  (forall i, (m <= i)%N -> (i < n)%N -> f i = 0) -> \sum_(i < n) f i = \sum_(i < m) f i.
Proof.
move=> h z; rewrite -!(big_mkord xpredT) (@big_cat_nat _ _ _ m) //= [X in _ + X]big1_seq ?addr0 //.
by move=> i; rewrite mem_index_iota => /andP [_ /andP [h1 h2]]; apply: z.
Qed.
Lemma sum_lag T v i (f : nat -> F) : (v < T)%N ->
  \sum_(j < T) (v == (i + j)%N :> nat)%:R * f j = (i <= v)%N%:R * f (v - i)%N.
Proof.
move=> hv; case: (leqP i v) => h.
  rewrite mul1r -(sum_at f (leq_ltn_trans (leq_subr i v) hv)); apply: eq_bigr => j _.
  by rewrite -(eqn_add2l i (v - i)) subnKC.
rewrite mul0r big1 // => j _; rewrite (_ : (v == _) = false) ?mul0r //.
by apply/negbTE; rewrite neq_ltn (leq_trans h (leq_addr _ _)).
Qed.
End Sums.
Section Powers.
Variables (F : numFieldType) (n : nat) (A : nat -> nat -> F).
Variables (power : nat -> nat -> nat -> nat -> F) (age : nat -> nat -> nat -> F).
Hypothesis before : forall a b i k : nat, (i < n)%N -> (k < n)%N -> (a < b)%N -> power a b i k = 0.
Hypothesis first : forall a i k : nat, (i < n)%N -> (k < n)%N -> power a a i k = (i == k)%:R.
Hypothesis later : forall a b i k : nat, (i < n)%N -> (k < n)%N -> (b <= a)%N ->
  power a.+1 b i k = \sum_(m < n) A i m * power a b m k.
Hypothesis young : forall i k : nat, (i < n)%N -> (k < n)%N -> age 0%N i k = (i == k)%:R.
Hypothesis older : forall a i k : nat, (i < n)%N -> (k < n)%N ->
  age a.+1 i k = \sum_(m < n) A i m * age a m k.
Lemma by_age d b i k : (i < n)%N -> (k < n)%N -> power (b + d)%N b i k = age d i k.
Proof.
elim: d i k => [|d IH] i k hi hk; first by rewrite addn0 first ?young.
by rewrite addnS later ?leq_addr // older //; apply: eq_bigr => m _; rewrite IH.
Qed.
Lemma by_difference v b i k : (i < n)%N -> (k < n)%N ->
  power v b i k = (b <= v)%N%:R * age (v - b)%N i k.
Proof.
move=> hi hk; case: (leqP b v) => h; last by rewrite before ?mul0r.
by rewrite mul1r -(by_age _ b) // subnKC.
Qed.
Variables (state : nat -> nat -> F) (D : nat -> nat -> F).
Hypothesis at_first : forall i, state 0%N i = D 0%N i.
Hypothesis at_next : forall k i, state k.+1 i = \sum_(m < n) A i m * state k m + D k.+1 i.
Lemma unrolled k i : (i < n)%N ->
  state k i = \sum_(l < k.+1) \sum_(b < n) power k l i b * D l b.
Proof.
move=> hi; elim: k i hi => [|k IH] i hi.
  rewrite at_first big_ord_recr big_ord0 /= add0r -(sum_at (D 0%N) hi).
  by apply: eq_bigr => b _; rewrite first.
rewrite at_next big_ord_recr /=; congr (_ + _); last first.
  by rewrite -(sum_at (D k.+1) hi); apply: eq_bigr => b _; rewrite first.
transitivity (\sum_(m < n) \sum_(l < k.+1) \sum_(b < n) A i m * (power k l m b * D l b)).
  apply: eq_bigr => m _; rewrite IH // mulr_sumr; apply: eq_bigr => l _.
  by rewrite mulr_sumr.
rewrite exchange_big /=; apply: eq_bigr => l _; rewrite exchange_big /=; apply: eq_bigr => b _.
rewrite later // ?mulr_suml; last by rewrite -ltnS.
by apply: eq_bigr => m _; rewrite mulrA.
Qed.
End Powers.
Theorem proved : statement.
Proof.
move=> F n T n_x n_y s A xs F1 C power r age theta hn hT hx hy hs before first later young older.
have s0 : s != 0 by apply: lt0r_neq0.
pose D l b := \sum_(c < n_x) F1 b c * xs l c.
have turned l b : \sum_(c < n_x) xs l c * F1 b c = D l b by apply: eq_bigr => c _; rewrite mulrC.
split; [|split; [|split]].
- by move=> i j _ _; rewrite !mul1r mulfVK.
- move=> start after row k hk h' x w hw.
  pose state k i := after (foldl after start [seq row t | t <- iota 0 k]) (row k) i.
  have at_first i : state 0%N i = D 0%N i.
    by rewrite /state /= /after /= big1 ?mul0r ?add0r // => b _; rewrite mulr0.
  have at_next l i : state l.+1 i = \sum_(m < n) A i m * state l m + D l.+1 i.
    rewrite {1}/state -[l.+1]addn1 iotaD map_cat foldl_cat /= add0n addn1 {1}/after /= mulr_suml.
    by congr (_ + _); apply: eq_bigr => m _; rewrite !mul1r mulrAC mulfVK.
  have run := unrolled first later at_first at_next.
  rewrite (@sum_first _ k.+1 T (fun l => \sum_(a < n) \sum_(b < n)
    ((C w a * (1 * s)) * power k l a b) * (\sum_(c < n_x) xs l c * F1 b c))) //; last first.
    move=> l h1 h2; apply: big1 => a _; apply: big1 => b _.
    by rewrite before ?mulr0 ?mul0r.
  transitivity (\sum_(a < n) C w a * state k a * (1 * s)); first by rewrite mulr_suml.
  rewrite exchange_big /=; apply: eq_bigr => a _; rewrite run // mulrAC mulr_sumr.
  apply: eq_bigr => l _; rewrite mulr_sumr; apply: eq_bigr => b _.
  by rewrite turned [LHS]mulrA.
- move=> hr v w hv hw; apply: eq_bigr => i _.
  pose G j := \sum_(c < n_x) (\sum_(l < n) (\sum_(a < n) ((C w l * (1 * s)) * age j l a) * F1 a c))
    * xs i c.
  transitivity (\sum_(j < T) (v == (i + j)%N :> nat)%:R * G j).
    apply: eq_bigr => j _; rewrite mulr_sumr; apply: eq_bigr => c _.
    by rewrite mulrACA hr // mulr1 [RHS]mulrA.
  rewrite sum_lag // /G mulr_sumr.
  transitivity (\sum_(c < n_x) \sum_(l < n) \sum_(a < n)
      (C w l * (1 * s)) * ((i <= v)%N%:R * age (v - i)%N l a) * (xs i c * F1 a c)).
    apply: eq_bigr => c _; rewrite mulr_suml mulr_sumr; apply: eq_bigr => l _.
    rewrite mulr_suml mulr_sumr; apply: eq_bigr => a _.
    by rewrite [xs i c * _]mulrC [RHS]mulrA mulrA mulrA; congr (_ * _ * _); rewrite mulrCA mulrA.
  rewrite exchange_big /=; apply: eq_bigr => l _; rewrite exchange_big /=; apply: eq_bigr => a _.
  by rewrite (by_difference before first later young older) // mulr_sumr.
- by move=> hr i j k hi _ _; rewrite mulrAC hr ?mul1r.
Qed.
