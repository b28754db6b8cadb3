From mathcomp.algebra_tactics Require Import ring.
(* A step lowers |R|^2 by eta fall (2 - eta V) at least, and moves the filter by at most what R and the
   data are: both by Cauchy and Schwarz. So much for all runs of gradient descent on a filter. *)
Section Squares.
Variable F : realFieldType.
Lemma cauchy (I : finType) (f g : I -> F) :
  (\sum_i f i * g i) ^+ 2 <= (\sum_i f i ^+ 2) * (\sum_i g i ^+ 2).
Proof.
set C := \sum_i f i * g i; set A := \sum_i f i ^+ 2; set B := \sum_i g i ^+ 2.
have e : \sum_i \sum_j (f i * g j - f j * g i) ^+ 2 = A * B + B * A - 2%:R * (C * C).
  rewrite /A /B /C !big_distrlr /= mulr_sumr -sumrN -!big_split /=; apply: eq_bigr => i _.
  rewrite mulr_sumr -sumrN -!big_split /=; apply: eq_bigr => j _; ring.
have : 0 <= \sum_i \sum_j (f i * g j - f j * g i) ^+ 2.
  by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; exact: sqr_ge0.
rewrite e (mulrC B) -mulr2n -mulr_natl -mulrBr pmulr_rge0 ?ltr0n // subr_ge0.
by rewrite expr2.
Qed.
Lemma cauchy2 n m (f g : nat -> nat -> F) :
  (\sum_(i < n) \sum_(j < m) f i j * g i j) ^+ 2 <=
  (\sum_(i < n) \sum_(j < m) f i j ^+ 2) * (\sum_(i < n) \sum_(j < m) g i j ^+ 2).
Proof. by rewrite !pair_bigA; apply: cauchy. Qed.
Lemma cauchy3 n m p (f g : nat -> nat -> nat -> F) :
  (\sum_(i < n) \sum_(j < m) \sum_(k < p) f i j k * g i j k) ^+ 2 <=
  (\sum_(i < n) \sum_(j < m) \sum_(k < p) f i j k ^+ 2) *
  (\sum_(i < n) \sum_(j < m) \sum_(k < p) g i j k ^+ 2).
Proof. by rewrite !pair_bigA; apply: cauchy. Qed.
(* from |d|^2 <= (eta l)^2 B and |s|^2 <= B *)
Lemma longer n m p (d s : nat -> nat -> nat -> F) (eta l B : F) : 0 < eta -> 0 <= l ->
  \sum_(i < n) \sum_(j < m) \sum_(k < p) d i j k ^+ 2 <= (l * eta) ^+ 2 * B ->
  \sum_(i < n) \sum_(j < m) \sum_(k < p) s i j k ^+ 2 <= B ->
  \sum_(i < n) \sum_(j < m) \sum_(k < p) (d i j k + eta * s i j k) ^+ 2 <=
    ((l + 1) * eta) ^+ 2 * B.
Proof.
move=> eta0 l0 hd hs; have := cauchy3 n m p d s; move: hd hs.
have -> : \sum_(i < n) \sum_(j < m) \sum_(k < p) (d i j k + eta * s i j k) ^+ 2 =
    \sum_(i < n) \sum_(j < m) \sum_(k < p) d i j k ^+ 2 +
    2%:R * eta * (\sum_(i < n) \sum_(j < m) \sum_(k < p) d i j k * s i j k) +
    eta ^+ 2 * (\sum_(i < n) \sum_(j < m) \sum_(k < p) s i j k ^+ 2).
  do 3![rewrite !mulr_sumr -!big_split /=; apply: eq_bigr => ? _]; ring.
set D := \sum_(i < n) _; set S := \sum_(i < n) _; set X := \sum_(i < n) _ => hD hS hX.
have S0 : 0 <= S by do 3![apply: sumr_ge0 => ? _]; exact: sqr_ge0.
have B0 : 0 <= B := Order.POrderTheory.le_trans S0 hS.
have hX' : X <= l * eta * B.
  have lB : 0 <= l * eta * B by rewrite !mulr_ge0 // Order.POrderTheory.ltW.
  apply: Order.POrderTheory.le_trans (ler_norm X) _; rewrite -(ler_pexpn2r (n := 2)) ?nnegrE //= -normrX ger0_norm ?sqr_ge0 //.
  apply: Order.POrderTheory.le_trans hX _; rewrite exprMn [B ^+ 2]expr2 mulrA.
  apply: Order.POrderTheory.le_trans (ler_wpmul2r S0 hD) _; apply: ler_wpmul2l hS.
  by rewrite mulr_ge0 ?sqr_ge0.
have -> : ((l + 1) * eta) ^+ 2 * B = (l * eta) ^+ 2 * B + 2%:R * eta * (l * eta * B) + eta ^+ 2 * B.
  by ring.
apply: ler_add; [apply: ler_add hD _|]; apply: ler_wpmul2l => //; last exact: sqr_ge0.
by rewrite mulr_ge0 ?ler0n ?Order.POrderTheory.ltW.
Qed.
End Squares.
Section Step.
Variables (F : realFieldType) (n T n_x M : nat) (eta : F) (r q : nat -> F).
Variables (X : nat -> nat -> nat -> F) (R : nat -> nat -> F).
Definition toward a j b := \sum_(k < M) R a k * X j b k.
Definition rooted a j b := r j * toward a j b.
Definition change a k := \sum_(j < T) \sum_(b < n_x) rooted a j b * (r j * X j b k).
Definition squared (A : nat -> nat -> F) := \sum_(a < n) \sum_(k < M) A a k ^+ 2.
Definition room := \sum_(j < T) \sum_(b < n_x) \sum_(k < M) (r j * X j b k) ^+ 2.
Definition fall := \sum_(a < n) \sum_(j < T) \sum_(b < n_x) rooted a j b ^+ 2.
Lemma change_and_residual : \sum_(a < n) \sum_(k < M) R a k * change a k = fall.
Proof.
apply: eq_bigr => a _; under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /=.
apply: eq_bigr => j _; under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /=.
apply: eq_bigr => b _.
have -> : rooted a j b ^+ 2 = rooted a j b * (r j * \sum_(k < M) R a k * X j b k) by rewrite expr2.
by rewrite !mulr_sumr; apply: eq_bigr => k _; ring.
Qed.
Lemma change_within : squared change <= fall * room.
Proof.
rewrite /fall mulr_suml; apply: ler_sum => a _.
have -> : room = \sum_(k < M) \sum_(j < T) \sum_(b < n_x) (r j * X j b k) ^+ 2.
  rewrite exchange_big /=; apply: eq_bigr => j _; exact: exchange_big.
rewrite mulr_sumr; apply: ler_sum => k _.
exact: (cauchy2 T n_x (rooted a) (fun j b => r j * X j b k)).
Qed.
Lemma never_grows : 0 < eta -> room * eta <= 2%:R ->
  squared (fun a k => R a k - eta * change a k) <= squared R.
Proof.
move=> eta0 small.
have -> : squared (fun a k => R a k - eta * change a k) =
    squared R + eta * (eta * squared change - 2%:R * fall).
  rewrite -change_and_residual /squared !(mulr_sumr, mulrBr) -sumrB -big_split /=.
  apply: eq_bigr => a _; rewrite !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => k _; ring.
rewrite ger_addl pmulr_rle0 // subr_le0.
have fall0 : 0 <= fall by do 3![apply: sumr_ge0 => ? _]; exact: sqr_ge0.
apply: Order.POrderTheory.le_trans (ler_wpmul2l (Order.POrderTheory.ltW eta0) change_within) _.
by rewrite mulrCA [2%:R * _]mulrC; apply: ler_wpmul2l; rewrite // mulrC.
Qed.
Definition lags := \sum_(j < T) \sum_(b < n_x) \sum_(k < M) (q j * (r j * r j) * X j b k) ^+ 2.
Lemma step_within : \sum_(a < n) \sum_(j < T) \sum_(b < n_x)
  (q j * (r j * r j) * toward a j b) ^+ 2 <= lags * squared R.
Proof.
rewrite mulrC mulr_suml; apply: ler_sum => a _; rewrite mulr_sumr; apply: ler_sum => j _.
rewrite mulr_sumr; apply: ler_sum => b _.
have -> : q j * (r j * r j) * toward a j b = \sum_(k < M) R a k * (q j * (r j * r j) * X j b k).
  by rewrite mulr_sumr; apply: eq_bigr => k _; ring.
exact: (cauchy (fun k : 'I_M => R a k)).
Qed.
End Step.
Section Exported.
Variable F : realFieldType.
(* what is exported, with squares as powers *)
Lemma squaredE n m (A : nat -> nat -> F) :
  squared n m A = \sum_(i < n) 1 * (\sum_(j < m) A i j * A i j * 1).
Proof.
by apply: eq_bigr => i _; rewrite mul1r; apply: eq_bigr => j _; rewrite mulr1 expr2.
Qed.
Lemma by_lagE n m p (A : nat -> nat -> nat -> F) :
  \sum_(i < n) \sum_(j < m) \sum_(k < p) A i j k ^+ 2 =
  \sum_(i < n) (\sum_(j < m) 1 * (\sum_(k < p) A i j k * A i j k * 1)).
Proof.
apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mul1r.
by apply: eq_bigr => k _; rewrite mulr1 expr2.
Qed.
Lemma of_filterE n m p (A : nat -> nat -> nat -> F) :
  \sum_(i < n) \sum_(j < m) \sum_(k < p) A i j k ^+ 2 =
  \sum_(i < n) 1 * (\sum_(j < m) (\sum_(k < p) A i j k * A i j k * 1)).
Proof.
apply: eq_bigr => i _; rewrite mul1r; apply: eq_bigr => j _.
by apply: eq_bigr => k _; rewrite mulr1 expr2.
Qed.
Lemma step_away (eta a b l s l0 : F) : 1 * a * (l + 1 * (b * b) * s * (1 * eta) + - 1 * l0) =
  1 * a * (l + - 1 * l0) + eta * (a * (b * b) * s).
Proof. by ring. Qed.
Lemma bound_is (eta l v w : F) : (l * eta) ^+ 2 * (v * w) = 1 * (l * (1 * eta)) * (l * (1 * eta)) * v * w.
Proof. by ring. Qed.
End Exported.
(* any number of steps from L0, and what is said of them, as they are exported *)
Section Descent.
Variables (F : realFieldType) (T n_x M n_y : nat) (eta : F) (r q : nat -> F).
Variables (X L0 : nat -> nat -> nat -> F) (Y : nat -> nat -> F).
Let filter := (nat -> nat -> nat -> F).
Definition residual (L : filter) a k :=
  Y a k + - 1 * (\sum_(l < T) (\sum_(b < n_x) L a l b * X l b k)).
Definition after (h : filter * F) (_ : F) : filter * F :=
  let: (L, l) := h in
  ((fun a j b => L a j b + 1 * (r j * r j) * (\sum_(k < M) residual L a k * X j b k) * (1 * eta)),
   l + 1 * 1).
Definition of_data := \sum_(j < T) (\sum_(b < n_x) 1 *
  (\sum_(k < M) (r j * 1 * X j b k) * (r j * 1 * X j b k) * 1)).
Definition is_slow := of_data * (1 * eta) <= of_data * (1 * eta) * (1 * 0) + 1 * 2%:R.
Definition residuals L := \sum_(a < n_y) 1 * (\sum_(k < M) residual L a k * residual L a k * 1).
Definition of_filter (A : filter) :=
  \sum_(a < n_y) 1 * (\sum_(j < T) (\sum_(b < n_x) A a j b * A a j b * 1)).
Definition away (L : filter) a j b := 1 * q j * (L a j b + - 1 * L0 a j b).
Definition of_lags := \sum_(j < T) (\sum_(b < n_x) 1 * (\sum_(k < M)
  (q j * (r j * r j) * 1 * X j b k) * (q j * (r j * r j) * 1 * X j b k) * 1)).
Definition farthest l := 1 * (l * (1 * eta)) * (l * (1 * eta)) * of_lags * residuals L0.
Lemma after_steps (xs : seq F) : 0 < eta -> is_slow ->
  let: (L, l) := foldl after (L0, 0) xs in
  (l * (1 * 0) + 1 * 0 <= l) /\ (residuals L <= residuals L0) /\
  (of_filter (away L) <= farthest l).
Proof.
move=> eta0 slow.
have {}slow : room T n_x M r X * eta <= 2%:R.
  move: slow; rewrite /is_slow /of_data -(by_lagE T n_x M (fun i j k => r i * 1 * X i j k)).
  rewrite !mul1r !mulr0 add0r; congr (_ * _ <= _).
  by do 3![apply: eq_bigr => ? _]; rewrite mulr1.
pose at_first := squared n_y M (residual L0).
have all_lags : lags T n_x M r q X =
    \sum_(i < T) \sum_(j < n_x) \sum_(k < M) (q i * (r i * r i) * 1 * X i j k) ^+ 2.
  by do 3![apply: eq_bigr => ? _]; rewrite mulr1.
have lags0 : 0 <= lags T n_x M r q X by do 3![apply: sumr_ge0 => ? _]; exact: sqr_ge0.
pose holds (h : filter * F) := [/\ 0 <= h.2, squared n_y M (residual h.1) <= at_first
  & \sum_(a < n_y) \sum_(j < T) \sum_(b < n_x) away h.1 a j b ^+ 2 <=
    (h.2 * eta) ^+ 2 * (lags T n_x M r q X * at_first)].
have : holds (foldl after (L0, 0) xs).
  elim/last_ind: xs => [|xs z]; first split=> //=.
    rewrite mul0r expr0n mul0r big1 // => a _; rewrite big1 // => j _; rewrite big1 // => b _.
    by rewrite /away mulN1r subrr mulr0 expr0n.
  rewrite foldl_rcons; case: (foldl after (L0, 0) xs) => L l [/= l0 now way].
  have moved a k : residual (after (L, l) z).1 a k =
      residual L a k - eta * change T n_x M r X (residual L) a k.
    rewrite /residual /change /rooted /toward /= !mulN1r -addrA -opprD; congr (_ - _).
    rewrite mulr_sumr -big_split /=; apply: eq_bigr => j _; rewrite mulr_sumr -big_split /=.
    by apply: eq_bigr => b _; rewrite /residual; under eq_bigr do rewrite mulN1r; ring.
  split=> /=.
  + by rewrite mulr1 addr_ge0 ?ler01.
  + apply: Order.POrderTheory.le_trans now.
    have := never_grows n_y (residual L) eta0 slow; congr (_ <= _).
    by apply: eq_bigr => a _; apply: eq_bigr => k _; rewrite moved.
  + rewrite mulr1.
    have step := Order.POrderTheory.le_trans (step_within n_y T n_x M r q X (residual L))
      (ler_wpmul2l lags0 now).
    pose moving a j b := q j * (r j * r j) * toward M X (residual L) a j b.
    apply: Order.POrderTheory.le_trans (longer (d := away L) (s := moving) eta0 l0 way step).
    rewrite Order.POrderTheory.le_eqVlt; apply/orP; left; apply/eqP.
    apply: eq_bigr => a _; apply: eq_bigr => j _; apply: eq_bigr => b _; congr (_ ^+ 2).
    exact: (step_away eta (q j) (r j) (L a j b) (toward M X (residual L) a j b) (L0 a j b)).
case: (foldl after (L0, 0) xs) => L l [/= l0 now way]; split; first by rewrite !mulr0 addr0.
move: now way; rewrite all_lags (of_filterE n_y T n_x (away L)) /at_first !squaredE.
rewrite (by_lagE T n_x M (fun i j k => q i * (r i * r i) * 1 * X i j k)).
move=> now way; split; [exact: now|]; apply: Order.POrderTheory.le_trans way _.
rewrite Order.POrderTheory.le_eqVlt; apply/orP; left; apply/eqP.
exact: bound_is.
Qed.
End Descent.
