(* After d hops at most d nu states are behind, and T of them need T / nu hops, rounded up. *)
Lemma rounded_up x (d : nat) : - 1 * IZR (R_Ifp.Int_part (- 1 * x)) <= INR d <-> x <= INR d.
Proof.
destruct (base_Int_part (- 1 * x)) as [h1 h2]; set (z := R_Ifp.Int_part _) in *; clearbody z.
split; intro h; [lra|].
rewrite INR_IZR_INZ in *; assert (k : (- z < Z.of_nat d + 1)%Z).
  apply lt_IZR; rewrite opp_IZR, plus_IZR; lra.
apply Z.lt_succ_r, IZR_le in k; rewrite opp_IZR in k; lra.
Qed.
Theorem proved : statement.
Proof.
intros nu T t gap at_ far hn hT ht _ _ _ [hg [[a0 aS] [f0 fS]]] d.
assert (n1 := le_INR _ _ hn); simpl in n1; assert (t1 := le_INR _ _ ht); simpl in t1.
assert (u : - 1 * INR T * / INR nu = - 1 * (INR T * / INR nu)) by ring.
assert (turned : forall k, INR T * / INR nu <= INR k <-> INR T <= INR k * INR nu).
  assert (i1 : 0 < / INR nu) by (apply Rinv_0_lt_compat; lra).
  intro k; split; intro h.
    apply (Rmult_le_compat_r (INR nu)) in h; [|lra].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r in h; lra.
  apply (Rmult_le_compat_r (/ INR nu)) in h; [|lra].
  rewrite Rmult_assoc, Rinv_r, Rmult_1_r in h; lra.
assert (ha : forall k, INR T + - 1 * INR k * INR nu <= at_ k).
  induction k as [|k IH]; [rewrite a0; simpl; lra|].
  assert (e := aS k); change (1 + k)%nat with (S k) in e; rewrite e, S_INR.
  assert (b := hg k); lra.
assert (hf : forall k, far k = Rmax 0 (INR T + - 1 * INR k * INR nu)).
  induction k as [|k IH].
    rewrite f0, Rmax_right; simpl; [lra|]; assert (b := pos_INR T); lra.
  assert (e := fS k); change (1 + k)%nat with (S k) in e; rewrite e, IH, S_INR.
  unfold Rmax; repeat destruct Rle_dec; lra.
rewrite u; assert (r := rounded_up (INR T * / INR nu) d); rewrite turned in r.
split; [apply ha|]; split; [apply hf|]; split; [|split; [|split]].
- intro h; apply r; assert (b := ha d); lra.
- intro h; rewrite hf, Rmax_left; [reflexivity|].
  assert (b : INR T <= INR d * INR nu) by (apply r; lra); lra.
- intro h; rewrite hf; destruct (Rle_lt_dec (INR T) (INR d * INR nu)) as [k|k].
    apply r in k; lra.
  rewrite Rmax_right; lra.
- rewrite <- u.
  assert (le : - 1 * INR T * / INR nu <= / INR nu * (- 1 + - 1 * INR T + INR t)).
    assert (i1 : 0 < / INR nu) by (apply Rinv_0_lt_compat; lra).
    assert (0 <= / INR nu * (INR t - 1)) by (apply Rmult_le_pos; lra); lra.
  destruct (base_Int_part (- 1 * INR T * / INR nu)) as [h1 h2].
  destruct (base_Int_part (/ INR nu * (- 1 + - 1 * INR T + INR t))) as [h3 h4].
  apply Rmult_le_compat_neg_l; [lra|]; apply IZR_le, Z.lt_succ_r, lt_IZR; rewrite succ_IZR; lra.
Qed.
