(* the hyperbolic tangent, less 1, and its derivative *)
Definition shifted x := -2 / (1 + exp (2 * x)).
Definition slope x := 4 * exp (2 * x) / (1 + exp (2 * x)) ^ 2.

Lemma slope_is x : derivable_pt_lim shifted x (slope x).
Proof.
pose proof (exp_pos (2 * x)).
assert (inner : derivable_pt_lim (mult_real_fct 2 id) x (2 * 1))
  by (apply derivable_pt_lim_scal, derivable_pt_lim_id).
assert (e : derivable_pt_lim (comp exp (mult_real_fct 2 id)) x (exp (2 * x) * (2 * 1)))
  by (apply derivable_pt_lim_comp; [exact inner | apply derivable_pt_lim_exp]).
assert (below : derivable_pt_lim (fct_cte 1 + comp exp (mult_real_fct 2 id))%F x
                  (0 + exp (2 * x) * (2 * 1)))
  by (apply derivable_pt_lim_plus; [apply derivable_pt_lim_const | exact e]).
assert (d := derivable_pt_lim_div (fct_cte (-2)) _ x 0 _ (derivable_pt_lim_const (-2) x) below).
assert (n : (fct_cte 1 + comp exp (mult_real_fct 2 id))%F x = 1 + exp (2 * x)) by reflexivity.
rewrite n in d; specialize (d ltac:(lra)); unfold Rsqr, fct_cte in d.
replace (slope x) with ((0 * (1 + exp (2 * x)) - (0 + exp (2 * x) * (2 * 1)) * -2)
                        / ((1 + exp (2 * x)) * (1 + exp (2 * x))))
  by (unfold slope; field; lra).
exact d.
Qed.

Lemma slope_between x : 0 < slope x <= 1.
Proof.
unfold slope; pose proof (exp_pos (2 * x)); set (e := exp (2 * x)) in *.
assert (0 < (1 + e) ^ 2) by nra.
split; [apply Rdiv_lt_0_compat; lra |].
apply Rmult_le_reg_r with ((1 + e) ^ 2); [lra |].
replace (4 * e / (1 + e) ^ 2 * (1 + e) ^ 2) with (4 * e) by (field; lra).
pose proof (pow2_ge_0 (1 - e)); lra.
Qed.

Lemma mean_slope a b : a < b -> exists c, shifted b - shifted a = slope c * (b - a) /\ a < c < b.
Proof. intro h; exact (MVT_cor2 shifted slope a b h (fun c _ => slope_is c)). Qed.

Lemma shorter q x y : 0 < q <= 1 -> y = q * x -> y ^ 2 <= x ^ 2.
Proof.
intros h ->; assert (q ^ 2 <= 1) by nra.
rewrite Rpow_mult_distr; replace (x ^ 2) with (1 * x ^ 2) at 2 by ring.
apply Rmult_le_compat_r; [apply pow2_ge_0 | lra].
Qed.

(* the slope is 1 less the square of the tangent, which is nearer to 0 than the number *)
Lemma slope_least x : 1 - x ^ 2 <= slope x.
Proof.
assert (zero : shifted 0 = -1) by (unfold shifted; rewrite Rmult_0_r, exp_0; field).
assert (near : (shifted x + 1) ^ 2 <= x ^ 2).
{ destruct (Rtotal_order x 0) as [h | [-> | h]].
  - destruct (mean_slope x 0 h) as [c [e _]]; apply (shorter (slope c)); [apply slope_between | lra].
  - rewrite zero; lra.
  - destruct (mean_slope 0 x h) as [c [e _]]; apply (shorter (slope c)); [apply slope_between | lra]. }
assert (same : slope x = 1 - (shifted x + 1) ^ 2)
  by (unfold slope, shifted; pose proof (exp_pos (2 * x)); field; lra).
lra.
Qed.

Lemma steepness B a b : - B <= a <= B -> - B <= b <= B -> a < b ->
  exists q, shifted b - shifted a = q * (b - a) /\ 0 < q <= 1 /\ 1 - B ^ 2 <= q.
Proof.
intros ha hb h; destruct (mean_slope a b h) as [c [e [l r]]]; exists (slope c).
pose proof (slope_between c); pose proof (slope_least c); repeat split; [exact e | lra | lra | nra].
Qed.

Lemma by_slope q B d : 0 < q <= 1 -> 1 - B ^ 2 <= q ->
  (1 + -1 * B ^ 2) * d ^ 2 <= d * (q * d) /\ (q * d) ^ 2 <= d * (q * d).
Proof.
intros h l; assert (q ^ 2 <= q) by nra; pose proof (pow2_ge_0 d).
replace (d * (q * d)) with (q * d ^ 2) by ring; rewrite Rpow_mult_distr.
split; apply Rmult_le_compat_r; lra.
Qed.

Theorem proved : statement.
Proof.
intros B a b (la & ra & lb & rb).
pose proof (exp_pos (2 * a)); pose proof (exp_pos (2 * b)).
assert (e : 2 * / (1 + exp (2 * a)) + -2 * / (1 + exp (2 * b)) = shifted b - shifted a)
  by (unfold shifted, Rdiv; lra).
replace (-1 * a + b) with (b - a) by ring; rewrite e.
assert (s : exists q, shifted b - shifted a = q * (b - a) /\ 0 < q <= 1 /\ 1 - B ^ 2 <= q).
{ destruct (Rtotal_order a b) as [h | [-> | h]].
  - exact (steepness B a b ltac:(lra) ltac:(lra) h).
  - exists 1; repeat split; try lra; pose proof (pow2_ge_0 B); lra.
  - destruct (steepness B b a ltac:(lra) ltac:(lra) h) as [q [f r]].
    exists q; split; [replace (b - a) with (- (a - b)) by ring; rewrite <- Ropp_mult_distr_r, <- f; ring
                     | exact r]. }
destruct s as [q [-> [p l]]]; destruct (by_slope q B (b - a) p l).
repeat split; lra.
Qed.
