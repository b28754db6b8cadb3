(* The state of one unit is a sum over its inputs, linear in these. Two of them, for a and b, differ
   by (a - b) times that for a of what is before each token in that for b. So if all T are 0 at the
   end, then so are T - 1 of them with the states for b as their inputs. *)
Fixpoint kept (a : R) (d : nat -> R) (t : nat) : R :=
  match t with O => 0 | S t' => kept a d t' * a + d t' end.
Lemma kept_ext a d e t : (forall s, (s < t)%nat -> d s = e s) -> kept a d t = kept a e t.
Proof.
induction t as [|t IH]; intro h; [reflexivity|]; simpl.
rewrite IH by (intros; apply h; lia); rewrite h by lia; reflexivity.
Qed.
Lemma differ a b d t : kept a d t - kept b d t = (a - b) * kept a (kept b d) t.
Proof. induction t as [|t IH]; simpl; [ring|]; nra. Qed.
Lemma later a d t : d O = 0 -> kept a d (S t) = kept a (fun s => d (S s)) t.
Proof.
intro h; induction t as [|t IH]; [simpl; rewrite h; ring|].
change (kept a d (S t) * a + d (S t) = kept a (fun s => d (S s)) t * a + d (S t)).
rewrite IH; reflexivity.
Qed.
Lemma nothing T : forall (a : nat -> R) d, (forall i j, (i < j < T)%nat -> a i < a j) ->
  (forall i, (i < T)%nat -> kept (a i) d T = 0) -> forall t, (t < T)%nat -> d t = 0.
Proof.
induction T as [|T IH]; intros a d ha h t ht; [lia|].
pose (v := kept (a T) d).
assert (forall s, (s <= S T)%nat -> v s = 0) as hv.
{ intros [|s] hs; [reflexivity|].
  destruct (Nat.eq_dec s T) as [->|ne]; [apply h; lia|].
  apply (IH a (fun s => v (S s))); [intros; apply ha; lia | | lia].
  intros i hi; rewrite <- later by reflexivity.
  pose proof (differ (a i) (a T) d (S T)) as e; rewrite !h in e by lia.
  pose proof (ha i T ltac:(lia)); fold v in e.
  assert ((a i - a T) * kept (a i) v (S T) = 0) as e' by lra.
  apply Rmult_integral in e'; destruct e' as [e'|e']; [lra | exact e']. }
pose proof (hv (S t) ltac:(lia)) as e; unfold v in e; simpl in e.
fold v in e; rewrite (hv t) in e by lia; lra.
Qed.
Lemma increasing (a : nat -> R) : (forall i, a i < a (1 + i)%nat) ->
  forall i j, (i < j)%nat -> a i < a j.
Proof.
intros h i j hij; induction j as [|j IH]; [lia|]; pose proof (h j) as hj; simpl in hj.
destruct (Nat.eq_dec i j) as [->|ne]; [exact hj | pose proof (IH ltac:(lia)); lra].
Qed.
Theorem proved : statement.
Proof.
intros T u lam h x g z _ (ha & (h0 & hs) & (g0 & gs)); split; [intro apart | reflexivity].
assert (forall i t, h t i - g t i = kept (lam i) (fun s => x s - z s) t) as e.
{ intros i; induction t as [|t IH]; [rewrite h0, g0; simpl; ring|].
  simpl; rewrite <- IH; pose proof (hs t i) as e1; pose proof (gs t i) as e2; simpl in e1, e2.
  rewrite e1, e2; ring. }
assert (forall v : R, 0 <= v ^ 2) as sq by (intro v; simpl; rewrite Rmult_1_r; apply Rle_0_sqr).
destruct (Rle_lt_or_eq_dec _ _ (total_least (fun i => ((- 1) * g T i + h T i) ^ 2) T
  (fun i _ => sq _))) as [lt|eq]; [exact lt|].
exfalso; apply (Rlt_irrefl 0); rewrite total_none in apart; [exact apart|].
intros t ht; cbv beta; replace (x t + - 1 * z t) with (x t - z t) by ring.
rewrite (nothing T lam (fun s => x s - z s)); [simpl; ring | | | exact ht].
- intros i j hij; apply (increasing lam ha); lia.
- intros i hi; rewrite <- e.
  pose proof (term_of_total (fun i => ((- 1) * g T i + h T i) ^ 2) T i (fun i _ => sq _) hi) as le.
  cbv beta in le; rewrite <- eq in le; pose proof (sq (- 1 * g T i + h T i)).
  assert ((- 1 * g T i + h T i) * (- 1 * g T i + h T i) = 0) as e2 by (simpl in *; lra).
  apply Rmult_integral in e2; lra.
Qed.
