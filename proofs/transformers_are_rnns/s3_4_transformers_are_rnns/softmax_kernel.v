(* More than C rows of C numbers depend on each other, and a sum of n exponentials has fewer than n
   zeros unless all its factors are 0, by Rolle. *)
Lemma total_ext f g n : (forall i, (i < n)%nat -> f i = g i) -> total f 0 n = total g 0 n.
Proof.
induction n as [|n IH]; intro h; [reflexivity|].
rewrite !total_S, IH by (intros i hi; apply h; lia); simpl; rewrite h by lia; reflexivity.
Qed.
Lemma total_plus f g n : total (fun i => f i + g i) 0 n = total f 0 n + total g 0 n.
Proof. induction n as [|n IH]; [simpl; lra | rewrite !total_S, IH; lra]. Qed.
Lemma total_scale k f n : total (fun i => k * f i) 0 n = k * total f 0 n.
Proof. induction n as [|n IH]; [simpl; lra | rewrite !total_S, IH; lra]. Qed.
Lemma total_swap (f : nat -> nat -> R) m n :
  total (fun i => total (f i) 0 m) 0 n = total (fun j => total (fun i => f i j) 0 n) 0 m.
Proof.
induction n as [|n IH]; [symmetry; apply total_none; reflexivity|].
rewrite total_S, IH, <- total_plus; apply total_ext; intros; rewrite total_S; reflexivity.
Qed.
Definition past p i := if (i <? p)%nat then i else S i.
Lemma total_past n p f : (p <= n)%nat ->
  total f 0 (S n) = f p + total (fun i => f (past p i)) 0 n.
Proof.
unfold past; induction n as [|n IH]; intro h.
- replace p with O by lia; simpl; lra.
- destruct (Nat.eq_dec p (S n)) as [->|ne].
  + rewrite total_S; simpl (0 + _)%nat; rewrite (Rplus_comm _ (f (S n))); f_equal.
    apply total_ext; intros i hi; destruct (Nat.ltb_spec i (S n)); [reflexivity | lia].
  + rewrite total_S, IH, total_S by lia; simpl (0 + _)%nat.
    destruct (Nat.ltb_spec n p); [lia | lra].
Qed.
Lemma some_or_none (f : nat -> R) n :
  (exists p, (p < n)%nat /\ f p <> 0) \/ (forall i, (i < n)%nat -> f i = 0).
Proof.
induction n as [|n [(p & hp & h)|h]]; [right; lia | left; exists p; split; [lia | exact h] |].
destruct (Req_dec (f n) 0) as [e|ne]; [right | left; exists n; split; [lia | exact ne]].
intros i hi; destruct (Nat.eq_dec i n) as [->|]; [exact e | apply h; lia].
Qed.
Lemma dependent C : forall n (v : nat -> nat -> R), (C < n)%nat ->
  exists c, (exists i, (i < n)%nat /\ c i <> 0) /\
    forall k, (k < C)%nat -> total (fun i => c i * v i k) 0 n = 0.
Proof.
induction C as [|C IH]; intros n v hn.
- exists (fun _ => 1); split; [exists O; split; [lia | lra] | lia].
- destruct (some_or_none (fun i => v i C) n) as [(p & hp & ne)|none].
  + destruct n as [|n]; [lia|].
    destruct (IH n (fun i k => v (past p i) k - v (past p i) C / v p C * v p k) ltac:(lia))
      as (c & (i & hi & hc) & hsum).
    pose (c' := fun i => if (i =? p)%nat
      then - total (fun i => c i * (v (past p i) C / v p C)) 0 n
      else c (if (i <? p)%nat then i else pred i)).
    assert (forall i, c' (past p i) = c i) as hpast.
    { intro k; unfold c', past; destruct (Nat.ltb_spec k p).
      - destruct (Nat.eqb_spec k p); [lia|]; destruct (Nat.ltb_spec k p); [reflexivity | lia].
      - destruct (Nat.eqb_spec (S k) p); [lia|].
        destruct (Nat.ltb_spec (S k) p); [lia | reflexivity]. }
    assert (c' p = - total (fun i => c i * (v (past p i) C / v p C)) 0 n) as hown.
    { unfold c'; rewrite Nat.eqb_refl; reflexivity. }
    exists c'; split.
    * exists (past p i); split; [unfold past; destruct (i <? p)%nat; lia | rewrite hpast; exact hc].
    * intros k hk; rewrite (total_past n p) by lia; rewrite hown.
      rewrite (total_ext (fun i => c' (past p i) * v (past p i) k)
        (fun i => c i * v (past p i) k) n) by (intros; rewrite hpast; reflexivity).
      assert (- total (fun i => c i * (v (past p i) C / v p C)) 0 n * v p k =
        total (fun i => - v p k * (c i * (v (past p i) C / v p C))) 0 n) as e.
      { rewrite total_scale; ring. }
      rewrite e, <- total_plus.
      destruct (Nat.eq_dec k C) as [->|].
      { apply total_none; intros; field; exact ne. }
      rewrite <- (hsum k ltac:(lia)); apply total_ext; intros; ring.
  + destruct (IH n v ltac:(lia)) as (c & hc & hsum); exists c; split; [exact hc|].
    intros k hk; destruct (Nat.eq_dec k C) as [->|]; [|apply hsum; lia].
    apply total_none; intros i hi; rewrite none by exact hi; ring.
Qed.
Lemma chosen (P : nat -> R -> Prop) n : (forall j, (j < n)%nat -> exists z, P j z) ->
  exists f, forall j, (j < n)%nat -> P j (f j).
Proof.
induction n as [|n IH]; intro h; [exists (fun _ => 0); lia|].
destruct IH as [f hf]; [intros; apply h; lia|]; destruct (h n ltac:(lia)) as [z hz].
exists (fun j => if (j =? n)%nat then z else f j); intros j hj.
destruct (Nat.eqb_spec j n) as [->|]; [exact hz | apply hf; lia].
Qed.
Lemma slope_of_sum (c b : nat -> R) n t :
  derivable_pt_lim (fun t => total (fun i => c i * exp (b i * t)) 0 n) t
    (total (fun i => c i * b i * exp (b i * t)) 0 n).
Proof.
induction n as [|n IH]; [apply (derivable_pt_lim_const 0)|].
rewrite total_S; apply (derivable_pt_lim_plus _ (fun t => c n * exp (b n * t))); [exact IH|].
simpl (0 + _)%nat; replace (c n * b n * exp (b n * t)) with (c n * (exp (b n * t) * (b n * 1))) by ring.
apply (derivable_pt_lim_scal (fun t => exp (b n * t))).
apply (derivable_pt_lim_comp (fun t => b n * t) exp); [|apply derivable_pt_lim_exp].
apply (derivable_pt_lim_scal id), derivable_pt_lim_id.
Qed.
Lemma independent n : forall a c y : nat -> R,
  (forall i j, (i < j < n)%nat -> a i < a j) -> (forall i j, (i < j < n)%nat -> y i < y j) ->
  (forall j, (j < n)%nat -> total (fun i => c i * exp (a i * y j)) 0 n = 0) ->
  forall i, (i < n)%nat -> c i = 0.
Proof.
induction n as [|n IH]; intros a c y ha hy hsum; [lia|].
pose (b := fun i => a i - a n).
pose (g := fun t => total (fun i => c i * exp (b i * t)) 0 (S n)).
assert (forall j, (j < S n)%nat -> g (y j) = 0) as hg.
{ intros j hj; unfold g; rewrite (total_ext _ (fun i => exp (- a n * y j) * (c i * exp (a i * y j)))).
  - rewrite total_scale, (hsum j hj); ring.
  - intros i _; replace (b i * y j) with (- a n * y j + a i * y j) by (unfold b; ring).
    rewrite exp_plus; ring. }
assert (exists z, forall j, (j < n)%nat -> (y j < z j < y (S j)) /\
  total (fun i => c i * b i * exp (b i * z j)) 0 (S n) = 0) as [z hz].
{ apply (chosen (fun j z => y j < z < y (S j) /\
    total (fun i => c i * b i * exp (b i * z)) 0 (S n) = 0)).
  intros j hj; pose proof (hy j (S j) ltac:(lia)) as lt.
  destruct (MVT_cor2 g _ (y j) (y (S j)) lt (fun t _ => slope_of_sum c b (S n) t)) as (t & e & ht).
  exists t; split; [exact ht|]; rewrite !hg in e by lia.
  apply (Rmult_eq_reg_r (y (S j) - y j)); lra. }
assert (forall i, (i < n)%nat -> c i = 0) as hc.
{ intros i hi; assert (c i * b i = 0) as e.
  - apply (IH b (fun i => c i * b i) z); [| | |exact hi].
    + intros k l h; unfold b; pose proof (ha k l ltac:(lia)); lra.
    + intros k l h; destruct (hz k ltac:(lia)) as [[_ h1] _], (hz l ltac:(lia)) as [[h2 _] _].
      destruct (Nat.eq_dec (S k) l) as [<-|]; [lra | pose proof (hy (S k) l ltac:(lia)); lra].
    + intros j hj; destruct (hz j hj) as [_ e]; rewrite total_S in e; simpl (0 + _)%nat in e.
      replace (b n) with 0 in e by (unfold b; ring); lra.
  - apply Rmult_integral in e; destruct e as [e|e]; [exact e|].
    pose proof (ha i n ltac:(lia)); unfold b in e; lra. }
intros i hi; destruct (Nat.eq_dec i n) as [->|]; [|apply hc; lia].
pose proof (hsum O ltac:(lia)) as e; rewrite total_S, total_none in e
  by (intros k hk; rewrite hc by exact hk; ring).
simpl (0 + _)%nat in e; rewrite Rplus_0_l in e; pose proof (exp_pos (a n * y O)).
apply Rmult_integral in e; lra.
Qed.

Definition reached (n : nat) (a : nat -> R) i :=
  total (fun p => (if (p <=? i)%nat then 1 else 0) * (a p * a p)) 0 n.
Lemma reached_increases n a : (forall p, (p < n)%nat -> 0 < a p * a p) ->
  forall i j, (i < j < n)%nat -> reached n a i < reached n a j.
Proof.
intros ha i j h; unfold reached.
pose (f := fun p => ((if (p <=? j)%nat then 1 else 0) - (if (p <=? i)%nat then 1 else 0))
  * (a p * a p)).
assert (a j * a j <= total f 0 n) as hj.
{ replace (a j * a j) with (f j).
  - apply term_of_total; [|lia]; intros p hp; unfold f; pose proof (ha p hp).
    destruct (Nat.leb_spec p j), (Nat.leb_spec p i); try lia; nra.
  - unfold f; destruct (Nat.leb_spec j j), (Nat.leb_spec j i); try lia; ring. }
pose proof (ha j ltac:(lia)).
assert (total f 0 n + total (fun p => (if (p <=? i)%nat then 1 else 0) * (a p * a p)) 0 n =
  total (fun p => (if (p <=? j)%nat then 1 else 0) * (a p * a p)) 0 n) as e.
{ rewrite <- total_plus; apply total_ext; intros; unfold f; ring. }
lra.
Qed.
Lemma misses C n (phi psi : nat -> nat -> R) (A B : nat -> R) : (C < n)%nat ->
  (forall i j, (i < j < n)%nat -> A i < A j) -> (forall i j, (i < j < n)%nat -> B i < B j) ->
  (forall i j, (i < n)%nat -> (j < n)%nat ->
    total (fun k => phi i k * psi k j) 0 C = exp (A i * B j)) -> False.
Proof.
intros hn hA hB h; destruct (dependent C n phi hn) as (c & (i & hi & ne) & hc); apply ne.
apply (independent n A c B hA hB); [|exact hi]; intros j hj.
rewrite (total_ext _ (fun i => total (fun k => psi k j * (c i * phi i k)) 0 C) n).
- rewrite total_swap; apply total_none; intros k hk; rewrite total_scale, hc by exact hk; ring.
- intros l hl; rewrite <- h by assumption; rewrite <- total_scale.
  apply total_ext; intros; ring.
Qed.
Theorem proved : statement.
Proof.
intros u d C m a b phi psi _ _ hm (hu & ha & hb).
set (U := total (fun p => u p * u p) 0 d) in *; set (n := (C + m)%nat).
set (E := fun i j => total (fun k => phi i k * psi k j) 0 C + - 1 * exp (total (fun e =>
  reached n a i * u e * (reached n b j * u e)) 0 d)).
change ((0 + total (fun i => total (fun j => E i j * E i j) 0 n) 0 n) * (1 * 0) + 1 * 0
  < 0 + total (fun i => total (fun j => E i j * E i j) 0 n) 0 n).
assert (forall i, 0 <= total (fun j => E i j * E i j) 0 n) as hrow.
{ intro i; apply total_least; intros; apply Rle_0_sqr. }
destruct (Rle_lt_or_eq_dec _ _ (total_least _ n (fun i _ => hrow i))) as [lt|e]; [lra|].
exfalso; apply (misses C n phi psi (reached n a) (fun j => reached n b j * U)).
- unfold n; lia.
- exact (reached_increases n a ha).
- intros i j h; pose proof (reached_increases n b hb i j h).
  apply Rmult_lt_compat_r; lra.
- intros i j hi hj; assert (E i j = 0) as ne.
  { pose proof (term_of_total _ n i (fun i _ => hrow i) hi) as h1.
    pose proof (term_of_total (fun j => E i j * E i j) n j (fun j _ => Rle_0_sqr (E i j)) hj) as h2.
    cbv beta in h1, h2; pose proof (Rle_0_sqr (E i j)) as h3; unfold Rsqr in h3.
    assert (E i j * E i j = 0) as h4 by lra; apply Rmult_integral in h4; lra. }
  unfold E in ne; replace (reached n a i * (reached n b j * U)) with
    (total (fun e => reached n a i * u e * (reached n b j * u e)) 0 d); [lra|].
  rewrite <- total_scale || unfold U; rewrite <- !total_scale; apply total_ext; intros; ring.
Qed.
