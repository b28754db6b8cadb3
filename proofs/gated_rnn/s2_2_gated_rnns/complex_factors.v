(* What n real units put out, with a_{k+2} = - a_k at n + 2 times, is 0 at these: a_{k+1} - mu_n a_k
   is what n - 1 of them put out, and so 0 by induction; then a_2 = mu_n^2 a_0 is - a_0. *)
Definition put_out (n : nat) (c mu : nat -> R) (k : nat) : R :=
  total (fun i => c i * mu i ^ k) 0 n.
Lemma one_fewer n c mu k :
  put_out n (fun i => c i * (mu i - mu n)) mu k
  = put_out (S n) c mu (S k) - mu n * put_out (S n) c mu k.
Proof.
enough (forall m d, total (fun i => c i * (mu i - d) * mu i ^ k) 0 m
  = total (fun i => c i * mu i ^ S k) 0 m - d * total (fun i => c i * mu i ^ k) 0 m) as e.
{ unfold put_out; rewrite e; simpl; ring. }
intros m d; induction m as [|m IH]; [simpl; ring|]; rewrite !total_S, IH; simpl; ring.
Qed.
Lemma silent n : forall c mu,
  (forall k, (k < n)%nat -> put_out n c mu (S (S k)) = - put_out n c mu k) ->
  forall k, (k < n + 2)%nat -> put_out n c mu k = 0.
Proof.
induction n as [|n IH]; intros c mu turns; [reflexivity|].
assert (forall k, (k < n + 2)%nat -> put_out (S n) c mu (S k) = mu n * put_out (S n) c mu k) as e.
{ intros k hk; pose proof (one_fewer n c mu k) as o.
  rewrite (IH (fun i => c i * (mu i - mu n)) mu) in o; [lra | | exact hk].
  intros j hj; rewrite !one_fewer, (turns (S j)), (turns j) by lia; ring. }
assert (put_out (S n) c mu 0 = 0) as first.
{ pose proof (e 0%nat ltac:(lia)) as e1; pose proof (e 1%nat ltac:(lia)) as e2.
  rewrite (turns 0%nat), e1 in e2 by lia; set (a := put_out (S n) c mu 0) in *.
  assert (a * (1 + mu n * mu n) = 0) as z by lra.
  apply Rmult_integral in z; destruct z as [z|z]; [exact z|].
  pose proof (Rle_0_sqr (mu n)) as sq; unfold Rsqr in sq; lra. }
induction k as [|k IHk]; intro hk; [exact first|].
rewrite e, IHk by lia; ring.
Qed.
Lemma shifted f n : total f 1 n = total (fun i => f (S i)) 0 n.
Proof. induction n as [|n IH]; [reflexivity|]; rewrite !total_S, IH; reflexivity. Qed.

Theorem proved : statement.
Proof.
intros N f g y h b mu c _ _ _ [(f0 & g0 & y0 & step) [h0 hs]].
assert (forall k, y (2 + k)%nat = - 1 * y k) as turns.
{ intro k; destruct (step (S k)) as (_ & _ & ey); destruct (step k) as (_ & eg & _).
  simpl in *; rewrite ey, eg.
  destruct k as [|k]; [rewrite f0, y0; ring|].
  destruct (step k) as (ef & _ & ey'); simpl in *; rewrite ef, ey'; ring. }
assert (y 1%nat = 0) as y1.
{ destruct (step 0%nat) as (_ & _ & ey); simpl in *; rewrite ey, g0; ring. }
split; [exact y0|]; split; [exact y1|]; split; [exact turns|].
rewrite shifted.
match goal with |- 0 < total ?F 0 _ => set (gaps := F) end.
assert (forall i, 0 <= gaps i) as sq.
{ intro i; unfold gaps; simpl; rewrite Rmult_1_r; apply Rle_0_sqr. }
destruct (Rle_lt_or_eq_dec _ _ (total_least gaps (2 + N) (fun i _ => sq i))) as [lt|eq];
  [exact lt|exfalso].
assert (forall k i, h k i = b i * mu i ^ k) as powers.
{ induction k as [|k IH]; intro i; [rewrite h0; simpl; ring|].
  pose proof (hs k i) as e; simpl in e; rewrite e, IH; simpl; ring. }
assert (forall k, (k < 2 + N)%nat -> put_out N (fun i => c i * b i * mu i) mu k = y (S k)) as right.
{ intros k hk; pose proof (term_of_total gaps (2 + N) k (fun i _ => sq i) hk) as le.
  rewrite <- eq in le; pose proof (sq k) as ge; unfold gaps in le, ge; simpl in le, ge.
  assert (put_out N (fun i => c i * b i * mu i) mu k = total (fun i => c i * h (S k) i) 0 N) as ->.
  { apply total_same; intros i _; simpl; rewrite powers; simpl; ring. }
  set (t := total (fun i => c i * h (S k) i) 0 N) in *.
  assert ((- 1 * y (S k) + t) * (- 1 * y (S k) + t) = 0) as z by lra.
  apply Rmult_integral in z; lra. }
pose proof (right 1%nat ltac:(lia)) as e; rewrite (silent N) in e; [|intros k hk| lia].
- pose proof (turns 0%nat) as e2; simpl in e2; lra.
- rewrite !right by lia; pose proof (turns (S k)) as e3; simpl in *; lra.
Qed.
