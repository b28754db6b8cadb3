(* With a step e of at most 1, 1 - (1 - e)^l lies between 0 and 1, and grows with e. *)
Lemma powers a b l : 0 <= a -> a < b -> a ^ S l < b ^ S l.
Proof.
intros ha hb; induction l as [|l IH]; [simpl; lra|].
change (a * a ^ S l < b * b ^ S l).
apply Rle_lt_trans with (a * b ^ S l); [apply Rmult_le_compat_l; lra|].
apply Rmult_lt_compat_r; [apply pow_lt|]; lra.
Qed.
Theorem proved : statement.
Proof.
intros eta rho l he hr hl [h1 h2]; destruct l as [|l]; [lia|].
assert (forall e, 0 < e -> e <= 1 -> 0 <= (1 + -1 * e) ^ S l <= 1) as within.
{ intros e e0 e1; split; [apply pow_le; lra|]; 
  apply Rle_trans with (1 ^ S l); [apply pow_incr; lra|rewrite pow1; lra]. }
pose proof (within eta he h1) as w1; pose proof (within (eta * rho) (Rmult_lt_0_compat _ _ he hr) h2) as w2.
replace (1 + -1 * eta * rho) with (1 + -1 * (eta * rho)) by ring.
assert (rho <= 1 -> (1 + -1 * eta) ^ S l <= (1 + -1 * (eta * rho)) ^ S l) as most.
{ intro h; apply pow_incr; nra. }
assert (1 < rho -> (1 + -1 * (eta * rho)) ^ S l < (1 + -1 * eta) ^ S l) as less.
{ intro h; apply powers; nra. }
set (p := (1 + -1 * eta) ^ S l) in *; set (q := (1 + -1 * (eta * rho)) ^ S l) in *; clearbody p q.
split; intro h.
{ destruct (Rle_dec rho 1) as [|no%Rnot_le_lt]; [assumption|]; pose proof (less no); nra. }
pose proof (most h); nra.
Qed.
