(* Each part by the recursion of the parts, of which all sums are linear: by induction over the
   number of Jacobians, and over the steps for those of which there are as many. *)
Lemma total_times x f g a n : (forall i, f i = x * g i) -> total f a n = x * total g a n.
Proof.
intro h; induction n as [|n IH]; [unfold total; simpl; ring|].
rewrite !total_S, IH, h; ring.
Qed.
Lemma total_plus f g h a n : (forall i, f i = g i + h i) -> total f a n = total g a n + total h a n.
Proof.
intro e; induction n as [|n IH]; [unfold total; simpl; ring|].
rewrite !total_S, IH, e; ring.
Qed.
Theorem proved : statement.
Proof.
intros t column n c D P Q J eta_0 eta eta_c_0 eta_c upto ht hn
  [[hD0 hD] [[h00 h0] [[he0 he] [[hc00 hc0] [[hce0 hce] [hU0 hU]]]]]].
assert (same : forall k a, eta_c_0 k a = eta_0 k a).
  induction k as [|k IH]; intro a; [rewrite hc00, h00; reflexivity|].
  assert (e1 := hc0 k a); assert (e2 := h0 k a); change (1 + k)%nat with (S k) in *.
  rewrite e1, e2; f_equal; apply total_eq; intros i hi; rewrite IH; reflexivity.
assert (first : forall u v, upto u 0%nat v = P t t v column).
  induction u as [|u IH]; intro v; [rewrite hU0, he0, h00; reflexivity|].
  assert (e1 := hU u 0%nat v); destruct (he u) as [e2 _]; specialize (e2 v).
  change (1 + u)%nat with (S u) in *; rewrite e1, e2, IH; ring.
split; [|split; [|split; [exact first|]]].
- induction m'45 as [|s IHs]; intros k a.
    rewrite hce0, he0, same; simpl; ring.
  destruct (hce s) as [e1 e2]; destruct (he s) as [e3 e4].
  change (1 + s)%nat with (S s) in *.
  revert a; induction k as [|k IHk]; intro a; [rewrite e1, e3; ring|].
  assert (l := e2 k a); assert (r := e4 k a); change (1 + k)%nat with (S k) in l, r.
  rewrite l, r, !Rmult_plus_distr_l; f_equal; [f_equal|].
  + apply total_times; intro i; rewrite IHk; ring.
  + apply total_times; intro i; rewrite IHs; simpl; ring.
  + apply total_times; intro j; apply total_times; intro i; rewrite IHs; simpl; ring.
- intros k a; induction p'50 as [|s IH].
    rewrite hU0; change (1 + 0)%nat with 1%nat; rewrite total_S; unfold total; simpl; ring.
  assert (e := hU s k a); change (1 + s)%nat with (S s) in *.
  rewrite e, IH; change (1 + S s)%nat with (S (S s)); rewrite (total_S _ _ (S s)).
  change (0 + S s)%nat with (S s); ring.
- assert (again : forall g h e, upto (1 + g)%nat (1 + h)%nat e =
    P (1 + h + t)%nat t e column
    + total (fun m => Q (1 + h + t)%nat e m * upto (1 + g)%nat h m) 0%nat n
    + total (fun m => upto g h m *
        total (fun i => J (h + t)%nat i m * P (1 + h + t)%nat (1 + h + t)%nat e i) 0%nat n) 0%nat n
    + total (fun j => total (fun m => upto g j m *
        total (fun i => J (j + t)%nat i m * P (1 + h + t)%nat (1 + j + t)%nat e i) 0%nat n)
        0%nat n) 0%nat h).
    induction g as [|g IH]; intros h e; rewrite hU;
      match goal with |- context [eta (1 + ?s)%nat _ _] => destruct (he s) as [_ step] end;
      rewrite step.
      rewrite hU0, he0, h0.
      rewrite (total_plus (fun m => Q (1 + h + t)%nat e m * upto (1 + 0)%nat h m)
        (fun m => Q (1 + h + t)%nat e m * eta (1 + 0)%nat h m)
        (fun m => Q (1 + h + t)%nat e m * eta_0 h m))
        by (intro i; rewrite hU, hU0, he0; ring).
      rewrite (total_eq (fun m => upto 0%nat h m * _) (fun m => eta 0%nat h m *
        total (fun i => J (h + t)%nat i m * P (1 + h + t)%nat (1 + h + t)%nat e i) 0%nat n))
        by (intros i hi; rewrite hU0; reflexivity).
      rewrite (total_eq (fun j => total (fun m => upto 0%nat j m * _) 0%nat n)
        (fun j => total (fun m => eta 0%nat j m *
        total (fun i => J (j + t)%nat i m * P (1 + h + t)%nat (1 + j + t)%nat e i) 0%nat n)
        0%nat n)) by (intros j hj; apply total_eq; intros i hi; rewrite hU0; reflexivity).
      ring.
    assert (e0 := IH h e); change (1 + g)%nat with (S g) in e0; rewrite e0.
    rewrite (total_plus (fun m => Q (1 + h + t)%nat e m * upto (1 + S g)%nat h m)
      (fun m => Q (1 + h + t)%nat e m * eta (1 + S g)%nat h m)
      (fun m => Q (1 + h + t)%nat e m * upto (S g) h m))
      by (intro i; rewrite hU; ring).
    rewrite (total_plus (fun m => upto (S g) h m * _)
      (fun m => eta (S g) h m *
        total (fun i => J (h + t)%nat i m * P (1 + h + t)%nat (1 + h + t)%nat e i) 0%nat n)
      (fun m => upto g h m *
        total (fun i => J (h + t)%nat i m * P (1 + h + t)%nat (1 + h + t)%nat e i) 0%nat n))
      by (intro i; change (S g) with (1 + g)%nat; rewrite hU; ring).
    rewrite (total_plus (fun j => total (fun m => upto (S g) j m * _) 0%nat n)
      (fun j => total (fun m => eta (S g) j m *
        total (fun i => J (j + t)%nat i m * P (1 + h + t)%nat (1 + j + t)%nat e i) 0%nat n)
        0%nat n)
      (fun j => total (fun m => upto g j m *
        total (fun i => J (j + t)%nat i m * P (1 + h + t)%nat (1 + j + t)%nat e i) 0%nat n)
        0%nat n))
      by (intro j; apply total_plus; intro i; change (S g) with (1 + g)%nat; rewrite hU; ring).
    ring.
  split; [exact again|].
  induction s'63 as [|s IH]; intro k.
    intros a h; apply INR_le in h; replace k with 0%nat by lia; rewrite first, hD0; reflexivity.
  induction k as [|k IHk]; intros a h; [rewrite first, hD0; reflexivity|].
  apply INR_le in h.
  assert (e1 := again s k a); assert (e2 := hD k a); change (1 + k)%nat with (S k) in *.
  change (1 + s)%nat with (S s) in *; rewrite e1, e2.
  assert (last : forall m, upto (S s) k m = D k m) by (intro m; apply IHk, le_INR; lia).
  assert (all : forall j m, (j <= k)%nat -> upto s j m = D j m)
    by (intros j m hj; apply IH, le_INR; lia).
  rewrite (total_plus
    (fun m => (Q (S k + t)%nat a m +
      total (fun i => J (k + t)%nat i m * P (S k + t)%nat (S k + t)%nat a i) 0%nat n) * D k m)
    (fun m => Q (S k + t)%nat a m * upto (S s) k m)
    (fun m => upto s k m *
      total (fun i => J (k + t)%nat i m * P (S k + t)%nat (S k + t)%nat a i) 0%nat n))
    by (intro m; rewrite last, all by lia; ring).
  rewrite (total_eq (fun j => total (fun m => upto s j m * _) 0%nat n)
    (fun j => total (fun m => D j m *
      total (fun i => J (j + t)%nat i m * P (S k + t)%nat (1 + j + t)%nat a i) 0%nat n)
      0%nat n)) by (intros j hj; apply total_eq; intros m hm; rewrite all by lia; reflexivity).
  ring.
Qed.
