(* The turned vector is that of the angle 2 pi t/n, and its product with the k-th place the cosine of
   2 pi (k - t)/n: 1 at the count, and else at most cos(2 pi/n) < cos(pi/n), by products of sines.
   So of the indicators that are summed just that of the count is not 0. *)
Definition turn n := 2 * PI * / INR n.
Lemma size_positive n : (1 <= n)%nat -> 0 < INR n.
Proof. intro h; apply lt_0_INR; lia. Qed.
Lemma half_turn n : (1 <= n)%nat -> 0 < PI * / INR n /\ INR n * (PI * / INR n) = PI.
Proof.
intro h; pose proof (size_positive n h); pose proof PI_RGT_0; split; [|field; lra].
apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra].
Qed.
Lemma turned n (u v : nat -> R) : u O = cos (turn n) -> v O = - sin (turn n) ->
  (forall t, u (1 + t)%nat = u t * cos (turn n) - v t * sin (turn n) /\
    v (1 + t)%nat = u t * sin (turn n) + v t * cos (turn n)) ->
  forall t, u t = cos (turn n * (INR t - 1)) /\ v t = sin (turn n * (INR t - 1)).
Proof.
intros hu hv h; induction t as [|t [IHu IHv]].
- replace (turn n * (INR 0 - 1)) with (- turn n) by (simpl; ring).
  rewrite cos_neg, sin_neg; split; assumption.
- destruct (h t) as [eu ev]; simpl (1 + t)%nat in eu, ev.
  replace (turn n * (INR (S t) - 1)) with (turn n * (INR t - 1) + turn n) by (rewrite S_INR; ring).
  rewrite cos_plus, sin_plus, eu, ev, IHu, IHv; split; ring.
Qed.
Lemma whole_turns n q r a : (1 <= n)%nat ->
  cos (turn n * a - turn n * (INR (1 + r + q * n) - 1)) = cos (turn n * (a - INR r)).
Proof.
intro h; pose proof (size_positive n h).
rewrite <- (cos_period (turn n * a - turn n * (INR (1 + r + q * n) - 1)) q); f_equal.
rewrite !plus_INR, mult_INR; unfold turn; simpl (INR 1); field; lra.
Qed.
(* the product with the place a, at the token r + q n *)
Lemma product n u v q r a : (1 <= n)%nat -> u O = cos (turn n) -> v O = - sin (turn n) ->
  (forall t, u (1 + t)%nat = u t * cos (turn n) - v t * sin (turn n) /\
    v (1 + t)%nat = u t * sin (turn n) + v t * cos (turn n)) ->
  u (1 + r + q * n)%nat * cos (turn n * a) + v (1 + r + q * n)%nat * sin (turn n * a) =
    cos (turn n * (a - INR r)).
Proof.
intros hn hu hv h; destruct (turned n u v hu hv h (1 + r + q * n)%nat) as [-> ->].
rewrite <- (whole_turns n q r a hn), cos_minus; ring.
Qed.
Lemma own n r : cos (turn n * (INR r - INR r)) = 1.
Proof. rewrite Rminus_diag_eq, Rmult_0_r by reflexivity; apply cos_0. Qed.
Lemma steps_away n r k : (r < n)%nat -> (k < n)%nat -> k <> r ->
  exists j, (1 <= j)%nat /\ (j + 1 <= n)%nat /\
    cos (turn n * (INR k - INR r)) = cos (2 * INR j * (PI * / INR n)).
Proof.
intros hr hk ne; destruct (Nat.lt_ge_cases r k) as [lt|ge].
- exists (k - r)%nat; split; [lia|split; [lia|]]; rewrite minus_INR by lia; f_equal; unfold turn; ring.
- exists (r - k)%nat; split; [lia|split; [lia|]]; rewrite minus_INR by lia.
  rewrite <- cos_neg; f_equal; unfold turn; ring.
Qed.
Lemma below_half n j : (1 <= j)%nat -> (j + 1 <= n)%nat ->
  cos (2 * INR j * (PI * / INR n)) < cos (PI * / INR n).
Proof.
intros hj hn; destruct (half_turn n ltac:(lia)) as [hx e]; set (x := PI * / INR n) in *.
apply le_INR in hj; apply le_INR in hn; rewrite plus_INR in hn; simpl in hj, hn.
pose proof (form2 x (2 * INR j * x)) as f.
replace ((x - 2 * INR j * x) / 2) with (- ((2 * INR j - 1) * x / 2)) in f by field.
replace ((x + 2 * INR j * x) / 2) with ((2 * INR j + 1) * x / 2) in f by field.
rewrite sin_neg in f.
assert (0 < sin ((2 * INR j - 1) * x / 2)) by (apply sin_gt_0; nra).
assert (0 < sin ((2 * INR j + 1) * x / 2)) by (apply sin_gt_0; nra).
nra.
Qed.
Lemma below_whole n j : (1 <= j)%nat -> (j + 1 <= n)%nat ->
  cos (2 * INR j * (PI * / INR n)) <= cos (turn n).
Proof.
intros hj hn; destruct (half_turn n ltac:(lia)) as [hx e].
replace (turn n) with (2 * (PI * / INR n)) by (unfold turn; ring).
set (x := PI * / INR n) in *.
apply le_INR in hj; apply le_INR in hn; rewrite plus_INR in hn; simpl in hj, hn.
pose proof (form2 (2 * x) (2 * INR j * x)) as f.
replace ((2 * x - 2 * INR j * x) / 2) with (- ((INR j - 1) * x)) in f by field.
replace ((2 * x + 2 * INR j * x) / 2) with ((INR j + 1) * x) in f by field.
rewrite sin_neg in f.
assert (0 <= sin ((INR j - 1) * x)) by (apply sin_ge_0; nra).
assert (0 <= sin ((INR j + 1) * x)) by (apply sin_ge_0; nra).
nra.
Qed.
Lemma half_below_1 n : (1 <= n)%nat -> cos (PI * / INR n) < 1.
Proof.
intro hn; destruct (half_turn n hn) as [hx e]; set (x := PI * / INR n) in *.
assert (1 <= INR n) by (apply (le_INR 1); exact hn).
pose proof (form2 0 x) as f; rewrite cos_0 in f.
replace ((0 - x) / 2) with (- (x / 2)) in f by field.
replace ((0 + x) / 2) with (x / 2) in f by field.
rewrite sin_neg in f; pose proof PI_RGT_0.
assert (0 < sin (x / 2)) by (apply sin_gt_0; nra).
nra.
Qed.
Lemma place_below n k : INR k <= -1 + INR n -> (k < n)%nat.
Proof. intro h; apply INR_lt; lra. Qed.
Lemma products n (u v : nat -> R) : (1 <= n)%nat ->
  u O = cos (2 * PI * / INR n) /\ v O = -1 * sin (2 * PI * / INR n) /\
  (forall t, u (1 + t)%nat = u t * cos (2 * PI * / INR n) + -1 * v t * sin (2 * PI * / INR n) /\
    v (1 + t)%nat = u t * sin (2 * PI * / INR n) + v t * cos (2 * PI * / INR n)) ->
  forall q r a, u (1 + r + q * n)%nat * cos (turn n * a) + v (1 + r + q * n)%nat * sin (turn n * a) =
    cos (turn n * (a - INR r)).
Proof.
intros hn (hu & hv & h) q r a; fold (turn n) in hu, hv, h; apply product; [exact hn | exact hu | | ].
- rewrite hv; ring.
- intro t; destruct (h t) as [e1 e2]; split; [rewrite e1; ring | exact e2].
Qed.
Lemma at_place n k : 2 * PI * INR k * / INR n = turn n * INR k.
Proof. unfold turn; ring. Qed.
Ltac of_runner_up :=
  intros n u v hn h2 hs q r hr; pose proof (products n u v hn hs q r) as P;
  apply place_below in hr; fold (turn n);
  split; [rewrite P; apply own | split; [|split]];
  [ intros k hk ne; apply place_below in hk; rewrite at_place, P;
    destruct (steps_away n r k hr hk ltac:(intros ->; apply ne; reflexivity)) as (j & h3 & h4 & ->);
    exact (below_whole n j h3 h4)
  | intros _; replace (PI * / INR n * (-2 + 2 * INR r)) with (turn n * (INR r - 1))
      by (unfold turn; ring); rewrite P;
    replace (turn n * (INR r - 1 - INR r)) with (- turn n) by ring; apply cos_neg
  | intros e; pose proof (P 1) as e1; rewrite e, Rminus_0_r, Rmult_1_r in e1; exact e1 ].
Ltac of_threshold :=
  intros n u v hn hs q r hr; pose proof (products n u v hn hs q r) as P;
  apply place_below in hr; fold (turn n);
  split; [rewrite P, own; exact (half_below_1 n hn) |];
  intros k hk ne; apply place_below in hk; rewrite at_place, P;
  destruct (steps_away n r k hr hk ltac:(intros ->; apply ne; reflexivity)) as (j & h3 & h4 & ->);
  apply Rlt_le; exact (below_half n j h3 h4).
(* the indicators: 0 up to the threshold c, and min(1, mu (1 - c)) at the product 1 *)
Definition indicator mu c a b := (- 1) * mu * Rmax 0 ((- 1) * / mu + a + b + (- 1) * c) +
  Rmax 0 (mu * (a + b + (- 1) * c)).
Lemma indicator_below mu c a b : 0 < mu -> a + b <= c -> indicator mu c a b = 0.
Proof.
intros hm h; unfold indicator; pose proof (Rinv_0_lt_compat mu hm).
rewrite (Rmax_left 0 ((- 1) * / mu + _ + _ + _)) by lra.
rewrite (Rmax_left 0 (mu * _)) by nra; ring.
Qed.
Lemma indicator_at mu c a b : 0 < mu -> a + b = 1 -> c < 1 ->
  indicator mu c a b = Rmin 1 (mu * (1 + (- 1) * c)).
Proof.
intros hm h hc; unfold indicator; assert (mu * / mu = 1) by (field; lra).
replace ((- 1) * / mu + a + b + (- 1) * c) with ((- 1) * / mu + (1 + (- 1) * c)) by lra.
rewrite h, (Rmax_right 0 (mu * _)) by nra.
destruct (Rle_lt_dec 1 (mu * (1 + (- 1) * c))) as [many|few].
- rewrite Rmin_left, Rmax_right by nra; transitivity (mu * / mu); [ring | assumption].
- rewrite Rmin_right, Rmax_left by nra; ring.
Qed.
Lemma one_term f n r : (r < n)%nat -> (forall k, (k < n)%nat -> k <> r -> f k = 0) ->
  total f 0 n = f r.
Proof.
intros h z; assert (forall m, (m <= n)%nat -> total f 0 m = if (r <? m)%nat then f r else 0) as H.
- induction m as [|m IH]; intro hm; [reflexivity|].
  rewrite total_S, IH by lia; simpl (0 + m)%nat.
  destruct (Nat.ltb_spec r m), (Nat.ltb_spec r (S m)); try lia.
  + rewrite (z m) by lia; ring.
  + replace m with r by lia; ring.
  + rewrite (z m) by lia; ring.
- rewrite H by lia; destruct (Nat.ltb_spec r n); [reflexivity | lia].
Qed.
Lemma counted n mu r (a b : nat -> R) : (1 <= n)%nat -> 0 < mu -> (r < n)%nat ->
  (forall k, a k + b k = cos (turn n * (INR k - INR r))) ->
  total (fun k => INR k * indicator mu (cos (PI * / INR n)) (a k) (b k)) 0 n =
    INR r * Rmin 1 (mu * (1 + (- 1) * cos (PI * / INR n))).
Proof.
intros hn hm hr P; rewrite (one_term _ n r hr).
- rewrite indicator_at; [reflexivity | exact hm | rewrite P; apply own | exact (half_below_1 n hn)].
- intros k hk ne; rewrite indicator_below; [ring | exact hm | rewrite P].
  destruct (steps_away n r k hr hk ne) as (j & h1 & h2 & ->); apply Rlt_le; exact (below_half n j h1 h2).
Qed.
Ltac count_of n mu u v q r P hn hm hr :=
  let e := fresh "e" in
  pose proof (counted n mu r (fun k => u (1 + r + q * n)%nat * cos (2 * PI * INR k * / INR n))
    (fun k => v (1 + r + q * n)%nat * sin (2 * PI * INR k * / INR n)) hn hm hr
    ltac:(intro; cbv beta; rewrite at_place; apply P)) as e;
  unfold indicator in e; cbv beta in e; rewrite ?e.
Ltac of_counter :=
  intros n mu u v hn hm hs; pose proof (products n u v hn hs) as P;
  split; intros h q r hr; apply place_below in hr; count_of n mu u v q r P hn hm hr;
  [ rewrite Rmin_left by exact h; ring
  | apply (INR_eq n 1) in h; assert (r = 0%nat) as -> by lia; simpl (INR 0); ring ].
Ltac of_gain :=
  intros n mu u v hn hm h2 hs q r hr; pose proof (products n u v hn hs) as P;
  apply place_below in hr; count_of n mu u v q r P hn hm hr; split; [reflexivity | split];
  [ intros h; rewrite Rmin_left by exact h; ring
  | intros h e1; destruct (Rle_lt_dec 1 (mu * (1 + (- 1) * cos (PI * / INR n)))) as [|few];
    [assumption | rewrite Rmin_right in e1 by lra; nra] ].
