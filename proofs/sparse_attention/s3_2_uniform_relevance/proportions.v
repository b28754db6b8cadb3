(* A sequence s with |s_{k+1} - s_k| <= (b_k - b_{k+1}) |s_k|, where b goes to 0, has a limit, and
   that is not 0. So is F by its mode in the disc, with b of the order 1 / T, and G by its mode from
   the circle on, with b of the order 1 / sqrt T. *)
Lemma fst_le z : Rabs (fst z) <= Cmod z.
Proof. apply Rle_trans with (2 := Rmax_Cmod z), Rmax_l. Qed.
Lemma snd_le z : Rabs (snd z) <= Cmod z.
Proof. apply Rle_trans with (2 := Rmax_Cmod z), Rmax_r. Qed.
Lemma le_both z b : Rabs (fst z) <= b -> Rabs (snd z) <= b -> Cmod z <= 2 * b.
Proof.
intros h i.
replace z with (RtoC (fst z) + Ci * RtoC (snd z))%C;
  [|apply injective_projections; simpl; ring].
apply Rle_trans with (1 := Cmod_triangle _ _).
rewrite Cmod_mult, !Cmod_R; assert (one : Cmod Ci = 1).
  unfold Cmod, Ci; simpl; replace (0 * (0 * 1) + 1 * (1 * 1)) with 1 by ring; apply sqrt_1.
rewrite one; lra.
Qed.
Lemma Cmod_swap z w : Cmod (z - w)%C = Cmod (w - z)%C.
Proof. rewrite <- Cmod_opp; f_equal; ring. Qed.
Definition tends (s : nat -> C) (l : C) := vanishes (fun k => Cmod (s k - l)%C).
Lemma complete (s : nat -> C) :
  (forall e, 0 < e -> exists n, forall k, (n <= k)%nat -> Cmod (s k - s n)%C <= e) ->
  exists l : C, tends s l.
Proof.
intro close.
assert (parts : forall f : C -> R, (forall z w, Rabs (f z - f w) <= Cmod (z - w)%C) ->
    {l : R | Un_cv (fun k => f (s k)) l}).
  intros f hf; apply R_complete; intros e he.
  destruct (close (e / 4) ltac:(lra)) as [n hn]; exists n; intros j k hj hk.
  unfold R_dist; apply Rle_lt_trans with (1 := hf _ _).
  replace (s j - s k)%C with ((s j - s n) - (s k - s n))%C by ring.
  apply Rle_lt_trans with (1 := Cmod_minus_le _ _).
  assert (h := hn j hj); assert (i := hn k hk); lra.
destruct (parts fst) as [u hu].
  intros z w; apply Rle_trans with (2 := fst_le _); right; f_equal; simpl; ring.
destruct (parts snd) as [v hv].
  intros z w; apply Rle_trans with (2 := snd_le _); right; f_equal; simpl; ring.
exists (u, v); intros e he.
destruct (hu (e / 2) ltac:(lra)) as [m hm]; destruct (hv (e / 2) ltac:(lra)) as [n hn].
exists (m + n)%nat; intros k hk; replace e with (2 * (e / 2)) by field.
assert (h := hm k ltac:(lia)); assert (i := hn k ltac:(lia)); unfold R_dist in *.
apply le_both; simpl; left; assumption.
Qed.
Lemma settling (s : nat -> C) (b : nat -> R) :
  eventually (fun k => s k <> 0%C) -> (forall k, 0 <= b k) -> vanishes b ->
  eventually (fun k => Cmod (s (S k) - s k)%C <= (b k - b (S k)) * Cmod (s k)) ->
  exists l : C, l <> 0%C /\ tends s l.
Proof.
intros other b0 small step.
destruct (both_eventually _ _ other step) as [m hm].
assert (near : forall n, (m <= n)%nat -> b n <= / 4 -> forall k, (n <= k)%nat ->
    Cmod (s k - s n)%C <= 2 * (b n - b k) * Cmod (s n)).
  intros n mn bn k nk; induction nk as [|k nk IH].
    replace (s n - s n)%C with (RtoC 0) by ring; rewrite Cmod_0; lra.
  destruct (hm k ltac:(lia)) as [_ h].
  assert (rn := Cmod_ge_0 (s n)); assert (bk := b0 k).
  assert (size : Cmod (s k) <= 2 * Cmod (s n)).
    replace (s k) with ((s k - s n) + s n)%C by ring.
    apply Rle_trans with (1 := Cmod_triangle _ _).
    assert (2 * (b n - b k) * Cmod (s n) <= 1 * Cmod (s n)) by (apply Rmult_le_compat_r; lra); lra.
  assert (down : 0 <= b k - b (S k)).
    destruct (Rle_lt_dec 0 (b k - b (S k))) as [le | lt]; [exact le|].
    assert (c := Cmod_ge_0 (s (S k) - s k)%C); destruct (hm k ltac:(lia)) as [nz _].
    apply Cmod_gt_0 in nz; nra.
  replace (s (S k) - s n)%C with ((s (S k) - s k) + (s k - s n))%C by ring.
  apply Rle_trans with (1 := Cmod_triangle _ _).
  assert ((b k - b (S k)) * Cmod (s k) <= (b k - b (S k)) * (2 * Cmod (s n)))
    by (apply Rmult_le_compat_l; assumption).
  lra.
destruct (small (/ 4) ltac:(lra)) as [j hj]; set (n0 := (m + j)%nat).
assert (at_n0 := near n0 ltac:(unfold n0; lia) (hj n0 ltac:(unfold n0; lia))).
assert (r0 : 0 < Cmod (s n0)).
  apply Cmod_gt_0; apply (hm n0); unfold n0; lia.
destruct (complete s) as [l hl].
  intros e he; assert (room : 0 < e / (4 * Cmod (s n0))) by (apply Rdiv_lt_0_compat; lra).
  destruct (small _ room) as [i hi]; exists (n0 + i)%nat; intros k hk; set (n := (n0 + i)%nat) in *.
  assert (bn := hi n ltac:(unfold n; lia)); assert (b4 := hj n ltac:(unfold n, n0; lia)).
  apply Rle_trans with (1 := near n ltac:(unfold n, n0; lia) b4 k hk).
  assert (size : Cmod (s n) <= 2 * Cmod (s n0)).
    assert (h := at_n0 n ltac:(unfold n; lia)); assert (bj := hj n0 ltac:(unfold n0; lia)).
    cbv beta in *.
    replace (s n) with ((s n - s n0) + s n0)%C by ring.
    apply Rle_trans with (1 := Cmod_triangle _ _); assert (bb := b0 n).
    assert (2 * (b n0 - b n) * Cmod (s n0) <= 1 * Cmod (s n0)) by (apply Rmult_le_compat_r; lra);
      lra.
  assert (bk := b0 k); assert (bn0 := b0 n); assert (rn := Cmod_ge_0 (s n)).
  apply Rle_trans with (2 * b n * (2 * Cmod (s n0))).
    apply Rmult_le_compat; try lra.
    assert (h := near n ltac:(unfold n, n0; lia) b4 k hk); assert (z := Cmod_ge_0 (s k - s n)%C).
    assert (pos : 0 < Cmod (s n)) by (apply Cmod_gt_0, (hm n); unfold n, n0; lia); nra.
  apply Rle_trans with (4 * Cmod (s n0) * (e / (4 * Cmod (s n0)))).
    assert (4 * Cmod (s n0) * b n <= 4 * Cmod (s n0) * (e / (4 * Cmod (s n0))));
      [apply Rmult_le_compat_l; lra | lra].
  right; field; lra.
exists l; split; [|exact hl].
intro zero; destruct (hl (Cmod (s n0) / 4) ltac:(lra)) as [i hi]; set (k := (n0 + i)%nat).
assert (h := hi k ltac:(unfold k; lia)); assert (g := at_n0 k ltac:(unfold k; lia)).
cbv beta in h; rewrite zero in h; replace (s k - 0)%C with (s k) in h by ring.
assert (c := Cmod_plus_ge (s n0) (s k - s n0)%C).
replace (s n0 + (s k - s n0))%C with (s k) in c by ring.
assert (bj := hj n0 ltac:(unfold n0; lia)); assert (bk := b0 k); cbv beta in bj.
assert (2 * (b n0 - b k) * Cmod (s n0) <= / 2 * Cmod (s n0)) by (apply Rmult_le_compat_r; lra).
lra.
Qed.
(* a is asymptotically c times m, since f / m settles, and d a is f but for a small part of it *)
Definition proportional (a m : nat -> C) := exists c : C, c <> 0%C /\ forall e, 0 < e ->
  eventually (fun k => m k <> 0%C /\ Cmod (a k - c * m k)%C <= e * Cmod (m k)).
Lemma by_main (a f m : nat -> C) (d : C) (u : nat -> R) : d <> 0%C ->
  eventually (fun k => m k <> 0%C) -> (exists l : C, l <> 0%C /\ tends (fun k => f k / m k)%C l) ->
  vanishes u -> eventually (fun k => Cmod (d * a k - f k)%C <= u k * Cmod (f k)) ->
  proportional a m.
Proof.
intros d0 m0 [l [l0 hl]] hu near; exists (l / d)%C; split.
  intro z; apply l0; replace l with (l / d * d)%C by (field; exact d0); rewrite z; ring.
intros e he; apply Cmod_gt_0 in d0 as dp.
assert (lp := Cmod_ge_0 l).
set (h := e * Cmod d / 2); assert (hp : 0 < h) by (unfold h; apply Rdiv_lt_0_compat; nra).
assert (room : 0 < h / (Cmod l + h)) by (apply Rdiv_lt_0_compat; lra).
destruct (both_eventually _ _ (both_eventually _ _ m0 near)
  (both_eventually _ _ (hl h hp) (hu _ room))) as [n hn].
exists n; intros k hk; destruct (hn k hk) as [[mk nk] [fk uk]]; clear hn; split; [exact mk|].
assert (mp := mk); apply Cmod_gt_0 in mp.
assert (fm : Cmod (f k - l * m k)%C <= h * Cmod (m k)).
  replace (f k - l * m k)%C with ((f k / m k - l) * m k)%C by (field; exact mk).
  rewrite Cmod_mult; apply Rmult_le_compat_r; lra.
assert (fs : Cmod (f k) <= (Cmod l + h) * Cmod (m k)).
  replace (f k) with (l * m k + (f k - l * m k))%C by ring.
  apply Rle_trans with (1 := Cmod_triangle _ _); rewrite Cmod_mult; lra.
assert (rest : u k * Cmod (f k) <= h * Cmod (m k)).
  apply Rle_trans with (h / (Cmod l + h) * Cmod (f k)).
    apply Rmult_le_compat_r; [apply Cmod_ge_0 | exact uk].
  apply Rle_trans with (h / (Cmod l + h) * ((Cmod l + h) * Cmod (m k))).
    apply Rmult_le_compat_l; lra.
  right; field; lra.
apply (Rmult_le_reg_l (Cmod d)); [exact dp|].
rewrite <- Cmod_mult.
replace (d * (a k - l / d * m k))%C with ((d * a k - f k) + (f k - l * m k))%C by (field; exact d0).
apply Rle_trans with (1 := Cmod_triangle _ _); unfold h in *; nra.
Qed.
Lemma proportional_trans (a m n : nat -> C) :
  proportional a m -> proportional m n -> proportional a n.
Proof.
intros [c [c0 near]] [d [d0 near']]; exists (c * d)%C; split.
  apply Cmod_gt_0; rewrite Cmod_mult; apply Cmod_gt_0 in c0; apply Cmod_gt_0 in d0; nra.
intros e he; assert (cp := Cmod_ge_0 c); assert (dp := Cmod_ge_0 d).
set (e1 := e / (2 * (Cmod d + 1))); set (e2 := Rmin 1 (e / (2 * (Cmod c + 1)))).
assert (p1 : 0 < e1) by (unfold e1; apply Rdiv_lt_0_compat; lra).
assert (p3 : 0 < e / (2 * (Cmod c + 1))) by (apply Rdiv_lt_0_compat; lra).
assert (p2 : 0 < e2) by (unfold e2; apply Rmin_glb_lt; lra).
assert (q1 : e1 * (Cmod d + 1) = e / 2) by (unfold e1; field; lra).
assert (q2 : e2 * (Cmod c + 1) <= e / 2).
  apply Rle_trans with (e / (2 * (Cmod c + 1)) * (Cmod c + 1)).
    apply Rmult_le_compat_r; [lra | apply Rmin_r].
  right; field; lra.
assert (q3 : e2 <= 1) by apply Rmin_l.
generalize (both_eventually _ _ (near e1 p1) (near' e2 p2)).
apply eventually_so; intros k [[_ h] [nz i]]; split; [exact nz|].
assert (np := Cmod_ge_0 (n k)).
assert (size : Cmod (m k) <= (Cmod d + 1) * Cmod (n k)).
  replace (m k) with (d * n k + (m k - d * n k))%C by ring.
  apply Rle_trans with (1 := Cmod_triangle _ _); rewrite Cmod_mult.
  assert (e2 * Cmod (n k) <= 1 * Cmod (n k)) by (apply Rmult_le_compat_r; lra); lra.
replace (a k - c * d * n k)%C with ((a k - c * m k) + c * (m k - d * n k))%C by ring.
apply Rle_trans with (1 := Cmod_triangle _ _); rewrite Cmod_mult.
assert (e1 * Cmod (m k) <= e1 * ((Cmod d + 1) * Cmod (n k))) by (apply Rmult_le_compat_l; lra).
assert (Cmod c * Cmod (m k - d * n k)%C <= Cmod c * (e2 * Cmod (n k)))
  by (apply Rmult_le_compat_l; lra).
assert (e2 * (Cmod c + 1) * Cmod (n k) <= e / 2 * Cmod (n k)) by (apply Rmult_le_compat_r; lra).
assert (0 <= e2 * Cmod (n k)) by (apply Rmult_le_pos; lra).
assert (e1 * ((Cmod d + 1) * Cmod (n k)) = e / 2 * Cmod (n k)) by (rewrite <- q1; ring).
lra.
Qed.
Lemma proportional_times (a m l : nat -> C) : (forall k, l k <> 0%C) -> proportional a m ->
  proportional (fun k => l k * a k)%C (fun k => l k * m k)%C.
Proof.
intros l0 [c [c0 near]]; exists c; split; [exact c0|]; intros e he; generalize (near e he).
apply eventually_so; intros k [nz h]; assert (lp := l0 k).
split.
  apply Cmod_gt_0; rewrite Cmod_mult; apply Cmod_gt_0 in lp; apply Cmod_gt_0 in nz; nra.
replace (l k * a k - c * (l k * m k))%C with (l k * (a k - c * m k))%C by ring.
rewrite !Cmod_mult; assert (z := Cmod_ge_0 (l k)).
apply Rle_trans with (Cmod (l k) * (e * Cmod (m k))); [apply Rmult_le_compat_l; assumption | lra].
Qed.
Lemma proportional_same (a b m n : nat -> C) : (forall k, a k = b k) -> (forall k, m k = n k) ->
  proportional a m -> proportional b n.
Proof.
intros h i [c [c0 near]]; exists c; split; [exact c0|]; intros e he; generalize (near e he).
apply eventually_so; intros k; rewrite h, i; exact (fun x => x).
Qed.
