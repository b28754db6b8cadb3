(* Binomial coefficients as real numbers, 0 where they choose more than there are. *)
Definition choose (n k : nat) : R := if Nat.leb k n then Binomial.C n k else 0.
Lemma choose_0 n : choose n 0 = 1.
Proof.
unfold choose, Binomial.C; simpl; rewrite Nat.sub_0_r; field; apply INR_fact_neq_0.
Qed.
Lemma choose_of_0 k : choose 0 (S k) = 0. Proof. reflexivity. Qed.
Lemma choose_all n : choose n n = 1.
Proof.
unfold choose, Binomial.C; rewrite Nat.leb_refl, Nat.sub_diag; simpl; field; apply INR_fact_neq_0.
Qed.
Lemma choose_above n k : (n < k)%nat -> choose n k = 0.
Proof. intro h; unfold choose; rewrite (proj2 (Nat.leb_gt k n) h); reflexivity. Qed.
Lemma pascal_rule n k : choose (S n) (S k) = choose n k + choose n (S k).
Proof.
destruct (Nat.lt_trichotomy n k) as [h | [<- | h]].
- rewrite !choose_above by lia; lra.
- rewrite !choose_all, choose_above by lia; lra.
- unfold choose; rewrite !(fun a b => proj2 (Nat.leb_le a b)) by lia; symmetry; apply pascal; lia.
Qed.
