(* With p and q the roots of x^2 = x + 1: the count is that of every other Fibonacci number. *)
Lemma square_of_root : sqrt 5 * sqrt 5 = 5. Proof. apply sqrt_sqrt; lra. Qed.
Theorem proved : statement.
Proof.
intros N _ [h0 hS].
set (r := sqrt 5) in *; assert (hr : r * r = 5) by apply square_of_root; clearbody r.
set (p := 1 / 2 + 1 / 2 * r); set (q := 1 / 2 + -1 / 2 * r).
assert (hp : p * p = p + 1) by (unfold p; lra).
assert (hq : q * q = q + 1) by (unfold q; lra).
assert (hd : r * (p - q) = 5) by (unfold p, q; lra).
clearbody p q.
assert (h : forall k, N k = 1 / 5 * r * (q * q * q ^ (2 * k) * -1 + p * p * p ^ (2 * k)) /\
  total N 0 k = -1 + 1 / 5 * r * (q * q ^ (2 * k) * -1 + p * p ^ (2 * k))).
  induction k as [|k [IH1 IH2]]; [rewrite h0; simpl; rewrite hp, hq; lra|].
  assert (e := hS k); change (1 + k)%nat with (S k) in e.
  change (total (fun j => N j) 0 k) with (total N 0 k) in e.
  rewrite total_S, e, IH2, Nat.add_0_l, IH1.
  replace (2 * S k)%nat with (S (S (2 * k))) by lia; rewrite <- !tech_pow_Rmult.
  set (P := p ^ (2 * k)); set (Q := q ^ (2 * k)).
  replace (q * q * (q * (q * Q))) with ((q * q) * (q * q) * Q) by ring.
  replace (p * p * (p * (p * P))) with ((p * p) * (p * p) * P) by ring.
  replace (q * (q * (q * Q))) with ((q * q) * q * Q) by ring.
  replace (p * (p * (p * P))) with ((p * p) * p * P) by ring.
  rewrite hp, hq; replace ((q + 1) * (q + 1)) with (3 * q + 2) by (ring_simplify; lra).
  replace ((p + 1) * (p + 1)) with (3 * p + 2) by (ring_simplify; lra).
  replace ((q + 1) * q) with (2 * q + 1) by (ring_simplify; lra).
  replace ((p + 1) * p) with (2 * p + 1) by (ring_simplify; lra).
  split; field.
intro k; destruct (h k) as [h1 h2]; rewrite !pow_add, !pow_1; split.
  rewrite h1; simpl (_ ^ 2); field.
change (total (fun i => N i) 0 k) with (total N 0 k); rewrite h2; field.
Qed.
