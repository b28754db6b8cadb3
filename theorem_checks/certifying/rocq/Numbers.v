(* Numbers and sizes: powers whose exponents are sizes, and sums and products over ranges. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoremChecks Require Import RealCases.
Local Open Scope R_scope.

(* the sum of f over the n numbers from a on *)
Fixpoint total (f : nat -> R) (a n : nat) : R :=
  match n with O => 0 | S n' => total f a n' + f (a + n')%nat end.

(* the product of f over the n numbers from a on *)
Fixpoint product (f : nat -> R) (a n : nat) : R :=
  match n with O => 1 | S n' => product f a n' * f (a + n')%nat end.

Lemma size_ge_0 n : 0 <= INR n. Proof. apply pos_INR. Qed.
Lemma size_ge_1 n : (1 <= n)%nat -> 1 <= INR n. Proof. intro h; exact (le_INR 1 n h). Qed.
Ltac known_size n :=
  first [ match goal with h : (1 <= n)%nat |- _ => pose proof (size_ge_1 n h) end
        | pose proof (size_ge_0 n) ].

Lemma no_size : INR 0 = 0. Proof. reflexivity. Qed.
Lemma one_size : INR 1 = 1. Proof. reflexivity. Qed.
Ltac sizes := cbv beta; repeat (rewrite plus_INR || rewrite mult_INR || rewrite S_INR);
  rewrite ?no_size, ?one_size.
Lemma total_0 f a : total f a 0 = 0. Proof. reflexivity. Qed.
Lemma total_S f a n : total f a (S n) = total f a n + f (a + n)%nat. Proof. reflexivity. Qed.
Ltac by_base := rewrite total_0; sizes; first [lra | field].
Ltac by_step := rewrite total_S;
  match goal with h : total _ _ _ = _ |- _ => rewrite h end; sizes; first [lra | field].
Lemma product_0 f a : product f a 0 = 1. Proof. reflexivity. Qed.
Lemma product_S f a n : product f a (S n) = product f a n * f (a + n)%nat. Proof. reflexivity. Qed.
Ltac by_first_factor := rewrite product_0; sizes; simpl; first [lra | field].
Ltac by_factor := rewrite product_S;
  match goal with h : product _ _ _ = _ |- _ => rewrite h end; sizes; simpl pow; first [lra | field].

(* what is known of a power of a positive number: that it is positive *)
Ltac known_power p :=
  try (match p with
       | exp ?x => pose proof (exp_pos x)
       | ?x ^ ?n => try (rewrite (Rpow_mult_distr _ _ n) in * );
                    try (assert (0 < p) by (apply pow_lt; first [lra | nra]))
       end).
Ltac powers := repeat match goal with
  | |- context [(_ * _) ^ ?n] => rewrite Rpow_mult_distr
  | _ : context [(_ * _) ^ ?n] |- _ => rewrite Rpow_mult_distr in *
  end.
Ltac plain_powers := repeat match goal with
  | |- context [?x ^ ?n] => is_var n; let p := fresh "p" in set (p := x ^ n) in *; clearbody p
  | _ : context [?x ^ ?n] |- _ => is_var n; let p := fresh "p" in set (p := x ^ n) in *; clearbody p
  | |- context [exp ?x] => let p := fresh "p" in set (p := exp x) in *; clearbody p
  | |- context [INR ?n] => let r := fresh "r" in set (r := INR n) in *; clearbody r
  | _ : context [INR ?n] |- _ => let r := fresh "r" in set (r := INR n) in *; clearbody r
  end.
Ltac not_0 := first [ assumption | lra | apply Rgt_not_eq; positive_number | nra ]
with positive_number := first [ lra | assumption
  | apply Rmult_lt_0_compat; positive_number | apply Rplus_lt_0_compat; positive_number
  | apply Rinv_0_lt_compat; positive_number | apply pow_lt; positive_number | nra ].
(* an inequality as one of a polynomial, times what is positive *)
Lemma clear_at_most a b n f : 0 < f -> b - a = n * f -> (a <= b <-> 0 <= n).
Proof. intros h e; split; intro k; [apply (Rmult_le_reg_r f); lra | nra]. Qed.
Lemma clear_less a b n f : 0 < f -> b - a = n * f -> (a < b <-> 0 < n).
Proof. intros h e; split; intro k; [apply (Rmult_lt_reg_r f); lra | nra]. Qed.
Ltac by_field_of := powers; field; repeat split; not_0.
Ltac use_cleared := repeat match goal with
  | e : ?A -> _ <-> _, h : ?A |- _ => specialize (e h)
  | e : ?A -> _ -> _ <-> _, h : ?A |- _ => specialize (e h)
  | e : ?A <-> _, h : ?A |- _ => apply (proj1 e) in h
  | e : ?A <-> _ |- ?A => apply (proj2 e)
  | |- _ /\ _ => split
  | h : _ /\ _ |- _ => destruct h
  | |- _ -> _ => intro
  end.
Ltac forget := repeat match goal with h : _ <-> _ |- _ => clear h | h : _ -> _ |- _ => clear h end.
(* products of two of what is known, for `nra`, which multiplies two of these *)
Lemma weakly a : 0 < a -> 0 <= a. Proof. apply Rlt_le. Qed.
Ltac known_product a b := match goal with
  | _ : 0 <= a * b |- _ => fail 1
  | _ : 0 <= b * a |- _ => fail 1
  | _ => assert (0 <= a * b) by (apply Rmult_le_pos; lra) end.
Ltac products := repeat match goal with
  | h : 0 < ?a |- _ => apply weakly in h
  | h : ?a <> 0 |- _ => clear h
  | h : ?a <= ?b |- _ => lazymatch a with 0 => fail | _ =>
      assert (0 <= b - a) by lra; clear h end end;
  repeat match goal with h : 0 <= ?a, k : 0 <= ?b |- _ =>
    lazymatch a with _ * _ => fail | _ => lazymatch b with _ * _ => fail | _ =>
      known_product a b end end end.
Ltac by_numbers :=
  use_cleared; forget; powers; plain_powers; try solve [not_0];
  first [ solve [field; repeat split; not_0] | lra | solve [nra] | solve [products; nra]
        | solve [by_cases] ].
