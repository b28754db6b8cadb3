(* By induction over s, for all places: a weighted sum of what is at most a bound, weights 2 at most. *)
Lemma total_ge_0 f a n : (forall i, 0 <= f i) -> 0 <= total f a n.
Proof. intro h; induction n as [|n IH]; [simpl; lra|]; rewrite total_S; pose proof (h (a + n)%nat); lra. Qed.
Lemma total_weighed f g m a n : (forall i, f i <= m * g i) -> total f a n <= m * total g a n.
Proof. intro h; induction n as [|n IH]; [simpl; lra|]; rewrite !total_S; pose proof (h (a + n)%nat); lra. Qed.
Theorem proved : statement.
Proof.
intros v P xi term hv hP _ [h2 [[h0 hs] [ht0 ht]]].
assert (0 <= 2 * v) as hv2 by lra.
assert (forall s k, 0 <= xi s k /\ xi s k <= 2 * (2 * v) ^ s) as hxi.
{ induction s as [|s IH]; intro k.
  { rewrite h0; split; [apply hP|]; pose proof (h2 k).
    assert (0 <= total (fun i => P k (1 + i)%nat) 0 k) by (apply total_ge_0; auto).
    simpl; lra. }
  destruct (hs s) as [first later].
  assert (0 <= (2 * v) ^ s) as hp by (apply pow_le; lra).
  destruct k as [|k].
  { change (S s) with (1 + s)%nat; rewrite first; split; [lra|].
    simpl; pose proof (Rmult_le_pos _ _ hv2 hp); lra. }
  change (S s) with (1 + s)%nat; change (S k) with (1 + k)%nat; rewrite later.
  assert (forall i j, 0 <= v * P (1 + k)%nat i * xi s j) as hpos.
  { intros i j; destruct (IH j); repeat apply Rmult_le_pos; auto. }
  split.
  { pose proof (hpos (1 + k)%nat k).
    assert (0 <= total (fun j => v * P (1 + k)%nat (1 + j)%nat * xi s j) 0 k).
    { apply total_ge_0; intro; apply hpos. }
    lra. }
  set (m := v * (2 * (2 * v) ^ s)).
  assert (0 <= m) as hm by (unfold m; apply Rmult_le_pos; lra).
  assert (forall i j, v * P (1 + k)%nat i * xi s j <= m * P (1 + k)%nat i) as hone.
  { intros i j; destruct (IH j) as [_ hj]; unfold m.
    replace (v * P (1 + k)%nat i * xi s j) with ((v * P (1 + k)%nat i) * xi s j) by ring.
    replace (v * (2 * (2 * v) ^ s) * P (1 + k)%nat i)
      with ((v * P (1 + k)%nat i) * (2 * (2 * v) ^ s)) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos|]; auto. }
  pose proof (hone (1 + k)%nat k) as last.
  assert (total (fun j => v * P (1 + k)%nat (1 + j)%nat * xi s j) 0 k
    <= m * total (fun j => P (1 + k)%nat (1 + j)%nat) 0 k) as rest.
  { apply total_weighed; intro; apply hone. }
  pose proof (h2 (1 + k)%nat) as two; pose proof (hP (1 + k)%nat 0%nat) as begin.
  change (total (fun i => P (1 + k)%nat (1 + i)%nat) 0 (1 + k)%nat)
    with (total (fun i => P (1 + k)%nat (1 + i)%nat) 0 k + P (1 + k)%nat (1 + k)%nat) in two.
  set (w := total (fun j => P (1 + k)%nat (1 + j)%nat) 0 k) in *.
  assert (m * (w + P (1 + k)%nat (1 + k)%nat) <= m * 2) as all
    by (apply Rmult_le_compat_l; lra).
  change ((2 * v) ^ (1 + s)) with (2 * v * (2 * v) ^ s).
  unfold m in *; lra. }
split; [exact hxi|].
intro l; induction l as [|l IH]; [rewrite ht0; simpl; lra|].
change (S l) with (1 + l)%nat; rewrite ht, IH; simpl; ring.
Qed.
