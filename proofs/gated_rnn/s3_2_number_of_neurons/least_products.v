(* What tokens leave in a network whose gate is a product of two forms, and in attention. *)
Section Network.
Variables (F : realFieldType) (n d d_v d_k p N : nat) (A G_m G_x : nat -> nat -> F).
Variables (b_m b_x : nat -> F) (W_V W_K W_Q D O U C : nat -> nat -> F).
Definition sees (G : nat -> nat -> F) (x : nat -> F) i := \sum_(l < d) G i l * x l.
Definition gate x i := (sees G_m x i + b_m i * 1) * (sees G_x x i + b_x i * 1).
Definition moved (h : nat -> F) i := \sum_(k < n) A i k * h k.
Lemma movedE h i : moved h i = \sum_(k < n) A i k * h k. Proof. by []. Qed.
Definition after h x := fun i => moved h i + gate x i.
Definition absorbed (S : nat -> nat -> F) x := fun y j => S y j + sees W_V x y * sees W_K x j.
Fixpoint tokens R (T : nat -> nat -> F) : seq (nat -> F) :=
  if R is R'.+1 then rcons (tokens R' (fun k => T k.+1)) (T 0%N) else [::].
Lemma state_after R T i :
  foldl after (fun=> 0) (tokens R T) i = \sum_(k < R) iter k moved (gate (T k)) i.
Proof.
elim: R T i => [|R IH] T i; first by rewrite big_ord0.
rewrite /= foldl_rcons big_ord_recl /= /after addrC; congr (_ + _).
transitivity (\sum_(k < n) \sum_(r < R) A i k * iter r moved (gate (T r.+1)) k).
  by apply: eq_bigr => k _; rewrite IH mulr_sumr.
by rewrite exchange_big; apply: eq_bigr.
Qed.
Lemma state_absorbed R T y j : foldl absorbed (fun _ _ => 0) (tokens R T) y j =
  \sum_(k < R) sees W_V (T k) y * sees W_K (T k) j.
Proof.
elim: R T => [|R IH] T; first by rewrite big_ord0.
by rewrite /= foldl_rcons big_ord_recl /= /absorbed addrC IH.
Qed.
Lemma iter_sum k (f g h : nat -> F) a b q i : (forall j, q j = f j + a * g j + b * h j) ->
  iter k moved q i = iter k moved f i + a * iter k moved g i + b * iter k moved h i.
Proof.
move=> e; elim: k i => [|k IH] i //=; rewrite !movedE !mulr_sumr -!big_split /=.
by apply: eq_bigr => j _; rewrite IH; ring.
Qed.
(* a token that is s times another one *)
Definition square c i := sees G_m c i * sees G_x c i.
Definition line c i := sees G_m c i * b_x i + b_m i * sees G_x c i.
Lemma sees_scaled G s c i : sees G (fun j => s * c j) i = s * sees G c i.
Proof. by rewrite /sees mulr_sumr; apply: eq_bigr => j _; ring. Qed.
Lemma gate_scaled s c i :
  gate (fun j => s * c j) i = b_m i * b_x i + s * line c i + s ^+ 2 * square c i.
Proof. by rewrite /gate !sees_scaled /line /square; ring. Qed.
(* forms L of the state that tokens s_k c_k, k + 1 tokens before x, leave *)
Definition form (L : nat -> nat -> F) (h : nat -> F) r := \sum_(l < n) L r l * h l.
Definition scaled (s : nat -> F) k := fun j => s k * C k j.
Definition at_rest L x r :=
  form L (fun i => moved (fun j => \sum_(k < N) iter k moved (fun l => b_m l * b_x l) j) i
    + gate x i) r.
Definition left_by (part : (nat -> F) -> nat -> F) L r k := form L (iter k.+1 moved (part (C k))) r.
Lemma out_of (w : nat -> F) (f g : nat -> nat -> F) s :
  \sum_(k < N) (s k * (\sum_(j < n) w j * f k j) + s k ^+ 2 * (\sum_(j < n) w j * g k j)) =
  \sum_(j < n) w j * \sum_(k < N) (s k * f k j + s k ^+ 2 * g k j).
Proof.
transitivity (\sum_(k < N) \sum_(j < n) w j * (s k * f k j + s k ^+ 2 * g k j)).
  by apply: eq_bigr => k _; rewrite !mulr_sumr -big_split /=; apply: eq_bigr => j _; ring.
by rewrite exchange_big; apply: eq_bigr => j _; rewrite mulr_sumr.
Qed.
Lemma form_after L s x r :
  form L (after (foldl after (fun=> 0) (tokens N (scaled s))) x) r =
  at_rest L x r + \sum_(k < N) (s k * left_by line L r k + s k ^+ 2 * left_by square L r k).
Proof.
have -> : \sum_(k < N) (s k * left_by line L r k + s k ^+ 2 * left_by square L r k) =
    \sum_(l < n) L r l * \sum_(j < n) A l j * \sum_(k < N)
      (s k * iter k moved (line (C k)) j + s k ^+ 2 * iter k moved (square (C k)) j).
  have := out_of (L r) (fun k => iter k.+1 moved (line (C k)))
    (fun k => iter k.+1 moved (square (C k))) s.
  rewrite /left_by /form => ->; apply: eq_bigr => l _; congr (_ * _).
  exact: (out_of (A l) (fun k => iter k moved (line (C k)))
    (fun k => iter k moved (square (C k)))).
rewrite /at_rest /form -big_split /=; apply: eq_bigr => l _.
rewrite -mulrDr; congr (_ * _); rewrite /after addrAC; congr (_ + _); rewrite !movedE -big_split /=.
apply: eq_bigr => j _; rewrite -mulrDr; congr (_ * _).
rewrite state_after -big_split /=; apply: eq_bigr => k _; rewrite addrA.
by apply: iter_sum => i; exact: gate_scaled.
Qed.
(* outputs, where they are those of attention *)
Hypothesis same : forall xs x y, (y < d_v)%N ->
  \sum_(r < p) D y r * (form O (after (foldl after (fun=> 0) xs) x) r *
    form U (after (foldl after (fun=> 0) xs) x) r) =
  \sum_(j < d_k) absorbed (foldl absorbed (fun _ _ => 0) xs) x y j * sees W_Q x j.
Lemma attention (s : nat -> F) x y : (y < d_v)%N ->
  \sum_(r < p) D y r *
    ((at_rest O x r + \sum_(k < N) (s k * left_by line O r k + s k ^+ 2 * left_by square O r k)) *
     (at_rest U x r + \sum_(k < N) (s k * left_by line U r k + s k ^+ 2 * left_by square U r k))) =
  \sum_(j < d_k) (\sum_(k < N) s k ^+ 2 * (sees W_V (C k) y * sees W_K (C k) j)
    + sees W_V x y * sees W_K x j) * sees W_Q x j.
Proof.
move=> yd; transitivity (\sum_(j < d_k)
  absorbed (foldl absorbed (fun _ _ => 0) (tokens N (scaled s))) x y j * sees W_Q x j).
  by rewrite -same //; apply: eq_bigr => r _; rewrite !form_after.
apply: eq_bigr => j _; rewrite /absorbed state_absorbed; congr ((_ + _) * _).
by apply: eq_bigr => k _; rewrite !sees_scaled; ring.
Qed.
Lemma nothing_now (s : nat -> F) y : (y < d_v)%N ->
  \sum_(r < p) D y r *
    ((at_rest O (fun=> 0) r
        + \sum_(k < N) (s k * left_by line O r k + s k ^+ 2 * left_by square O r k)) *
     (at_rest U (fun=> 0) r
        + \sum_(k < N) (s k * left_by line U r k + s k ^+ 2 * left_by square U r k)))
  = 0.
Proof.
move=> yd; rewrite attention //; apply: big1 => j _; rewrite [sees W_Q _ _]big1 ?mulr0 // => l _.
by rewrite mulr0.
Qed.
(* one token, or two *)
Lemma one_token s m (f g : nat -> F) : (m < N)%N ->
  \sum_(k < N) ((s * (k == m :> nat)%:R) * f k + (s * (k == m :> nat)%:R) ^+ 2 * g k) =
  s * f m + s ^+ 2 * g m.
Proof.
move=> mN; rewrite (bigD1 (Ordinal mN)) //= eqxx mulr1 big1 ?addr0 // => k.
by rewrite -val_eqE /= => /negbTE ->; rewrite mulr0n; ring.
Qed.
Lemma two_tokens s t m q (f g : nat -> F) : (m < N)%N -> (q < N)%N -> m != q ->
  \sum_(k < N) ((s * (k == m :> nat)%:R + t * (k == q :> nat)%:R) * f k
    + (s * (k == m :> nat)%:R + t * (k == q :> nat)%:R) ^+ 2 * g k) =
  s * f m + s ^+ 2 * g m + (t * f q + t ^+ 2 * g q).
Proof.
move=> mN qN mq; rewrite -(one_token s f g mN) -(one_token t f g qN) -big_split /=.
apply: eq_bigr => k _; case: (eqVneq (k : nat) m) => [->|_]; last by rewrite mulr0n; ring.
by rewrite (negbTE mq) mulr0n; ring.
Qed.
Lemma second_differences (f : F -> F -> nat -> F) : (forall s t, \sum_(r < p) f s t r = 0) ->
  \sum_(r < p) (f 1 1 r + f 1 (-1) r + f (-1) 1 r + f (-1) (-1) r + (- 2%:R) * f 1 0 r
    + (- 2%:R) * f (-1) 0 r + (- 2%:R) * f 0 1 r + (- 2%:R) * f 0 (-1) r + 4%:R * f 0 0 r) = 0.
Proof. by move=> h; rewrite !big_split /= -!mulr_sumr !h !mulr0 !addr0. Qed.
Lemma none_within y m q : (y < d_v)%N -> (m < N)%N -> (q < N)%N ->
  \sum_(r < p) D y r * (left_by square O r m * left_by square U r q
    + left_by square U r m * left_by square O r q) = 0.
Proof.
move=> yd mN qN; case: (eqVneq m q) => [<-|mq].
  pose f s t r := D y r *
    ((at_rest O (fun=> 0) r
        + ((s + t) * left_by line O r m + (s + t) ^+ 2 * left_by square O r m)) *
     (at_rest U (fun=> 0) r
        + ((s + t) * left_by line U r m + (s + t) ^+ 2 * left_by square U r m))).
  have h s t : \sum_(r < p) f s t r = 0.
    rewrite -[RHS](nothing_now (fun k => (s + t) * (k == m)%:R) yd).
    by apply: eq_bigr => r _; rewrite !one_token.
  apply: (mulfI (_ : 12%:R != 0)); first by rewrite pnatr_eq0.
  rewrite mulr0 -[RHS](second_differences h) mulr_sumr; apply: eq_bigr => r _.
  by rewrite /f; ring.
pose f s t r := D y r *
  ((at_rest O (fun=> 0) r + (s * left_by line O r m + s ^+ 2 * left_by square O r m
     + (t * left_by line O r q + t ^+ 2 * left_by square O r q))) *
   (at_rest U (fun=> 0) r + (s * left_by line U r m + s ^+ 2 * left_by square U r m
     + (t * left_by line U r q + t ^+ 2 * left_by square U r q)))).
have h s t : \sum_(r < p) f s t r = 0.
  rewrite -[RHS](nothing_now (fun k => s * (k == m)%:R + t * (k == q)%:R) yd).
  by apply: eq_bigr => r _; rewrite !two_tokens.
apply: (mulfI (_ : 4%:R != 0)); first by rewrite pnatr_eq0.
rewrite mulr0 -[RHS](second_differences h) mulr_sumr; apply: eq_bigr => r _.
by rewrite /f; ring.
Qed.
Lemma with_one_now x y m : (y < d_v)%N -> (m < N)%N ->
  \sum_(r < p) D y r * ((at_rest O x r - at_rest O (fun=> 0) r) * left_by square U r m
    + (at_rest U x r - at_rest U (fun=> 0) r) * left_by square O r m) =
  sees W_V (C m) y * \sum_(j < d_k) sees W_K (C m) j * sees W_Q x j.
Proof.
move=> yd mN.
pose now z s r := D y r *
  ((at_rest O z r + (s * left_by line O r m + s ^+ 2 * left_by square O r m)) *
   (at_rest U z r + (s * left_by line U r m + s ^+ 2 * left_by square U r m))).
pose seen := \sum_(j < d_k) sees W_K (C m) j * sees W_Q x j.
have h s : \sum_(r < p) now x s r =
    s ^+ 2 * (sees W_V (C m) y * seen) + sees W_V x y * \sum_(j < d_k) sees W_K x j * sees W_Q x j.
  transitivity (\sum_(j < d_k) (s ^+ 2 * (sees W_V (C m) y * sees W_K (C m) j)
      + sees W_V x y * sees W_K x j) * sees W_Q x j).
    transitivity (\sum_(j < d_k) (\sum_(k < N) (s * (k == m :> nat)%:R) ^+ 2 *
        (sees W_V (C k) y * sees W_K (C k) j) + sees W_V x y * sees W_K x j) * sees W_Q x j).
      rewrite -(attention (fun k => s * (k == m)%:R) x yd).
      by apply: eq_bigr => r _; rewrite /now !one_token.
    apply: eq_bigr => j _; congr ((_ + _) * _).
    have := one_token s (fun=> 0) (fun k => sees W_V (C k) y * sees W_K (C k) j) mN.
    by rewrite mulr0 add0r => <-; apply: eq_bigr => k _; rewrite mulr0 add0r.
  by rewrite /seen !mulr_sumr -big_split /=; apply: eq_bigr => j _; ring.
have h0 s : \sum_(r < p) now (fun=> 0) s r = 0.
  rewrite -[RHS](nothing_now (fun k => s * (k == m)%:R) yd).
  by apply: eq_bigr => r _; rewrite /now !one_token.
have e : \sum_(r < p) (now x 1 r + now x (-1) r + (- 2%:R) * now x 0 r
    + (- 1) * now (fun=> 0) 1 r + (- 1) * now (fun=> 0) (-1) r + 2%:R * now (fun=> 0) 0 r) =
    2%:R * (sees W_V (C m) y * seen).
  by rewrite !big_split /= -!mulr_sumr !h !h0; ring.
have two : (2%:R : F) != 0 by rewrite pnatr_eq0.
apply: (mulfI two); rewrite -/seen -e mulr_sumr; apply: eq_bigr => r _; rewrite /now; by ring.
Qed.
Variable X : nat -> nat -> nat -> F.
Hypothesis independent : forall k m : nat, (k < N)%N -> (m < N)%N ->
  \sum_(y < d_v) \sum_(j < d) X k y j * ((\sum_(i < d) C m i * W_V y i) *
    (\sum_(i < d) C m i * (\sum_(l < d_k) W_K l i * W_Q l j))) = (k == m)%:R.
Lemma as_many_products : (N <= p)%N.
Proof.
pose unit j : nat -> F := fun i => (i == j)%:R.
pose now L r j := at_rest L (unit j) r - at_rest L (fun=> 0) r.
apply: (@by_columns F N d_v d p X D (now O) (now U) (left_by square O) (left_by square U)).
  move=> k m kN mN; rewrite -independent //; apply: eq_bigr => y _; apply: eq_bigr => j _.
  congr (_ * _); rewrite /now with_one_now //; congr (_ * _).
    by apply: eq_bigr => i _; rewrite mulrC.
  have at_unit l : sees W_Q (unit j) l = W_Q l j.
    rewrite /sees (bigD1 j) //= /unit eqxx mulr1 big1 ?addr0 // => i.
    by rewrite -val_eqE /= => /negbTE ->; rewrite mulr0.
  under eq_bigr do rewrite at_unit /sees mulr_suml.
  rewrite exchange_big; apply: eq_bigr => i _ /=; rewrite mulr_sumr; apply: eq_bigr => l _; by ring.
by move=> y m q yd mN qN; exact: none_within.
Qed.
End Network.
Theorem proved : statement.
Proof.
move=> F n d d_v d_k p N A G_m b_m G_x b_x W_V W_K D O U W_Q X C _ _ _ _ [same one].
rewrite ler_nat.
exact: (@as_many_products F n d d_v d_k p N A G_m G_x b_m b_x W_V W_K W_Q D O U C same X one).
Qed.
