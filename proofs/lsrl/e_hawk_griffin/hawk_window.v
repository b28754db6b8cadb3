(* A window of the last T tokens, read by the powers of A, is the state of the recurrence from 0, as
   long as no token has left the window: a token more moves the window on, and multiplies all by A. *)

Section Window.
Variables (F : realFieldType) (t m n : nat).
Variables (A : nat -> nat -> F) (P : nat -> nat -> nat -> F) (B : nat -> nat -> F) (b : nat -> F).
Hypothesis first_power :
  forall i k : nat, (i < n)%N -> (k < n)%N -> P 0%N i k = (i == k)%:R.
Hypothesis next_power : forall a i k : nat, (i < n)%N -> (k < n)%N ->
  P a.+1 i k = \sum_(m < n) A i m * P a m k.

(* what moves on: the new token first, and each other one a place further *)
Definition moved (x : F) (X : nat -> F) u := (u == (u + u)%N :> nat)%:R * x +
  \sum_(i < t.+1) ((\sum_(j < 2) (u == (i + j)%N :> nat)%:R) + (- 1) * (u == i :> nat)%:R) * X i.
Lemma first_moved x X : moved x X 0 = x.
Proof.
rewrite /moved addn0 eqxx mul1r big1 ?addr0 // => i _.
rewrite big_ord_recl big_ord1 /= addn0 addn1 /= addr0 mulN1r subrr mul0r //.
Qed.
Lemma later_moved x X u : (u < t)%N -> moved x X u.+1 = X u.
Proof.
move=> h; rewrite /moved -{1}[u.+1]addn0 eqn_add2l mul0r add0r.
rewrite (eq_bigr (fun i : 'I_t.+1 => (u == i :> nat)%:R * X i)) => [|i _].
  by rewrite (pick _ (leqW h)).
by rewrite big_ord_recl big_ord1 /= addn0 addn1 eqSS mulN1r addrAC subrr add0r.
Qed.

Definition given (x : nat -> F) o i := \sum_(u < m) B i u * x u + b i * o.
Definition read (X : nat -> nat -> F) (O : nat -> F) i :=
  0 + (\sum_(c < t.+1) \sum_(u < m) (\sum_(v < n) P c i v * B v u) * X c u)
  + \sum_(k < t.+1) (\sum_(l < n) P k i l * b l) * O k.
Definition at_age c i X O := \sum_(v < n) P c i v * given X O v.
Lemma readE X O i : read X O i = \sum_(c < t.+1) at_age c i (X c) (O c).
Proof.
rewrite /read add0r -big_split /=; apply: eq_bigr => c _; rewrite /at_age /given.
rewrite [RHS](eq_bigr (fun v : 'I_n => \sum_(u < m) P c i v * B v u * X c u + P c i v * b v * O c)).
  rewrite [RHS]big_split /= -mulr_suml [X in _ = X + _]exchange_big /=; congr (_ + _).
  by apply: eq_bigr => u _; rewrite mulr_suml.
move=> v _; rewrite mulrDr mulr_sumr mulrA; congr (_ + _).
by apply: eq_bigr => u _; rewrite mulrA.
Qed.
Lemma at_first i x o : (i < n)%N -> at_age 0 i x o = given x o i.
Proof.
move=> h; rewrite /at_age -[RHS](pick (fun v : 'I_n => given x o v) h).
by apply: eq_bigr => v _; rewrite first_power.
Qed.
Lemma at_next c i x o : (i < n)%N -> at_age c.+1 i x o = \sum_(k < n) A i k * at_age c k x o.
Proof.
move=> h; rewrite /at_age.
rewrite (eq_bigr (fun v : 'I_n => \sum_(k < n) A i k * (P c k v * given x o v))) => [|v _].
  by rewrite exchange_big; apply: eq_bigr => k _; rewrite mulr_sumr.
by rewrite next_power // mulr_suml; apply: eq_bigr => k _; rewrite mulrA.
Qed.
Lemma at_none c i : at_age c i (fun _ => 0) 0 = 0.
Proof. by rewrite /at_age big1 // => v _; rewrite /given mulr0 addr0 big1 ?mulr0 // => u _; rewrite mulr0. Qed.
Lemma same_age c i x x' o : (forall u, (u < m)%N -> x u = x' u) -> at_age c i x o = at_age c i x' o.
Proof.
move=> h; apply: eq_bigr => v _; rewrite /given; congr (_ * (_ + _)).
by apply: eq_bigr => u _; rewrite h.
Qed.

(* the window, of which the places from k on are empty; the next one *)
Definition empty k (X : nat -> nat -> F) (O : nat -> F) := forall c, (k <= c)%N -> (c < t.+1)%N ->
  O c = 0 /\ forall u, (u < m)%N -> X c u = 0.
Definition next x X O (X' : nat -> nat -> F) (O' : nat -> F) := forall c, (c < t.+1)%N ->
  O' c = moved 1 O c /\ forall u, (u < m)%N -> X' c u = moved (x u) (X^~ u) c.
Lemma read_next x X O X' O' i : (i < n)%N -> empty t X O -> next x X O X' O' ->
  read X' O' i = (\sum_(k < n) A i k * read X O k + \sum_(u < m) B i u * x u) + b i.
Proof.
move=> hi none more; rewrite readE big_ord_recl /= addrC.
have [o0 x0] := more 0%N isT; rewrite o0 first_moved (@same_age 0 i _ x) => [|u /x0 ->]; last first.
  by rewrite first_moved.
rewrite at_first // /given mulr1 addrA; congr (_ + _ + _).
rewrite (eq_bigr (fun k : 'I_n => \sum_(c < t) A i k * at_age c k (X c) (O c))) => [|k _].
  rewrite [RHS]exchange_big /=; apply: eq_bigr => c _.
  transitivity (at_age c.+1 i (X c) (O c)); last exact: at_next.
  have hc : (c.+1 < t.+1)%N := ltn_ord c.
  have [o1 x1] := more _ hc; rewrite /bump /= add1n o1 later_moved //.
  by apply: same_age => u /x1 ->; rewrite later_moved.
rewrite readE big_ord_recr /=; have [-> z] := none t (leqnn _) (ltnSn _).
by rewrite (@same_age t k _ (fun _ => 0)) // at_none addr0 mulr_sumr.
Qed.
Lemma empty_next k x X O X' O' : empty k X O -> next x X O X' O' -> empty k.+1 X' O'.
Proof.
move=> none more [//|c] hk hc; have [o1 x1] := more _ hc; have [o2 x2] := none c hk (ltnW hc).
by split=> [|u hu]; [rewrite o1 later_moved | rewrite x1 // later_moved // x2].
Qed.

(* a run of whatever holds such a window, beside one of the recurrence *)
Variables (S : Type) (XS : S -> nat -> nat -> F) (OS : S -> nat -> F).
Variables (start : S) (after : S -> (nat -> F) -> S).
Variables (start2 : nat -> F) (after2 : (nat -> F) -> (nat -> F) -> nat -> F).
Hypothesis starts : empty 0 (XS start) (OS start).
Hypothesis afterE : forall h x, next x (XS h) (OS h) (XS (after h x)) (OS (after h x)).
Hypothesis starts2 : forall i, start2 i = 0.
Hypothesis after2E : forall h x i,
  after2 h x i = (\sum_(k < n) A i k * h k + \sum_(u < m) B i u * x u) + b i.
Lemma runs xs : (seq.size xs < t.+1)%N -> let h := foldl after start xs in
  empty (seq.size xs) (XS h) (OS h) /\
  forall i, (i < n)%N -> foldl after2 start2 xs i = read (XS h) (OS h) i.
Proof.
elim/last_ind: xs => [_|xs x IH] /=.
  split=> // i hi; rewrite starts2 readE big1 // => c _; have [-> z] := starts (leq0n _) (ltn_ord c).
  by rewrite (@same_age c i _ (fun _ => 0)) // at_none.
rewrite size_rcons !foldl_rcons => h; have [none same] := IH (ltnW h).
split=> [|i hi]; first exact: empty_next none (afterE _ _).
rewrite after2E (read_next hi _ (afterE _ _)); last first.
  by move=> c hc; apply: none; rewrite (leq_trans _ hc) // -ltnS ltnW.
by congr (_ + _ + _); apply: eq_bigr => k _; rewrite same.
Qed.
Lemma puts_out xs x i : (seq.size xs < t.+1)%N -> (i < n)%N -> let h := foldl after start xs in
  read (XS (after h x)) (OS (after h x)) i =
  (\sum_(k < n) A i k * foldl after2 start2 xs k + \sum_(u < m) B i u * x u) + b i.
Proof.
move=> hx hi h; have [none same] := runs hx.
rewrite (read_next hi _ (afterE _ _)); last by move=> c hc; apply: none; rewrite (leq_trans _ hc).
by congr (_ + _ + _); apply: eq_bigr => k _; rewrite same.
Qed.
End Window.

Lemma nothing_kept (F : realFieldType) : Num.max (1 + (- 1) * (1 * (1 * 8%:R))) 0 = 0 :> F.
Proof. by rewrite /Order.max !mul1r mulN1r subr_lt0 ltr1n. Qed.
Lemma only_new (F : realFieldType) (u v : F) : 1 * (0 * u + (1 + (- 1) * 0) * (1 * v)) = v.
Proof. by rewrite mulr0 addr0 mul0r add0r !mul1r. Qed.
Lemma less_max (F : realFieldType) (x : F) : Num.max x 0 + - Num.max (- x) 0 = x.
Proof.
rewrite /Order.max oppr_lt0.
by case: (Order.TotalTheory.ltgtP x 0) => [|| ->]; rewrite ?opprK ?add0r ?oppr0 ?addr0.
Qed.
Lemma both_signs (F : realFieldType) (u v x : F) :
  Num.max x 0 * (0 * u + (1 + (- 1) * 0) * (1 * 1))
    + - (Num.max (- x) 0 * (0 * v + (1 + (- 1) * 0) * (1 * 1))) = x.
Proof. by rewrite mulr0 addr0 !mul0r !add0r !mulr1 less_max. Qed.
