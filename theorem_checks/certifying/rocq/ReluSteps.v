(* What programs are built of that choose: steps of two ReLUs, which go from 0 to 1, and two ReLUs
   that keep a value until they are silenced. Proofs by authors use these. *)
From Coq Require Import Reals Lra Psatz.
From TheoremChecks Require Import RealCases.
Local Open Scope R_scope.

Lemma implied (A B : Prop) : A \/ ~ A -> (A -> B) -> ~ A \/ B. Proof. tauto. Qed.
Ltac suppose := apply implied; [decided|].
Ltac cases := cases_within; hypotheses; lra.

Lemma absolute x : Rmax x (-1 * x) = Rabs x.
Proof. unfold Rabs; destruct (Rcase_abs x); [rewrite Rmax_right|rewrite Rmax_left]; lra. Qed.
Lemma absolute_at_most x m : Rmax x (-1 * x) <= m -> - m <= x <= m.
Proof. intro h; pose proof (Rmax_l x (-1 * x)); pose proof (Rmax_r x (-1 * x)); lra. Qed.

(* the two units that keep a value, where they are silenced at z *)
Definition kept t z := Rmax (t - z) 0 - Rmax (-1 * t - z) 0.
Lemma silent t z : - z <= t <= z -> kept t z = 0. Proof. intro h; unfold kept; cases. Qed.
Lemma open t z : z = 0 -> kept t z = t. Proof. intro h; unfold kept; cases. Qed.
Lemma nothing t z : kept (0 * t) z = 0.
Proof. unfold kept; replace (-1 * (0 * t)) with (0 * t) by ring; ring. Qed.
Lemma error_of t z :
  Rmax (kept t z - t) (-1 * (kept t z - t)) = Rmin (Rmax t (-1 * t)) (Rmax z (-1 * z)).
Proof. unfold kept; cases. Qed.

(* a step from 0 to 1 of two units *)
Definition step mu x := Rmax (mu * x) 0 - mu * Rmax (x - 1 / mu) 0.
Lemma inverse mu : 0 < mu -> mu * (1 / mu) = 1 /\ 0 < 1 / mu.
Proof. intro h; split; [field; lra|]; unfold Rdiv; rewrite Rmult_1_l; apply Rinv_0_lt_compat, h. Qed.
Lemma below mu x : 0 < mu -> x <= 0 -> step mu x = 0.
Proof. intros h hx; destruct (inverse mu h); unfold step; rewrite !Rmax_right; nra. Qed.
Lemma between mu x : 0 < mu -> 0 <= x <= 1 / mu -> step mu x = mu * x.
Proof. intros h hx; unfold step; rewrite Rmax_left by nra; rewrite Rmax_right; lra. Qed.
Lemma above mu x : 0 < mu -> 1 / mu <= x -> step mu x = 1.
Proof.
intros h hx; destruct (inverse mu h); unfold step.
rewrite !Rmax_left by nra; rewrite Rmult_minus_distr_l; lra.
Qed.

(* both by their names, wherever they stand *)
Ltac named := repeat match goal with
  | |- context [Rmax (?mu * ?x) 0 - ?mu * Rmax (?x - 1 / ?mu) 0] =>
      change (Rmax (mu * x) 0 - mu * Rmax (x - 1 / mu) 0) with (step mu x) end;
  repeat match goal with |- context [Rmax (?t - ?z) 0 - Rmax (-1 * ?t - ?z) 0] =>
      change (Rmax (t - z) 0 - Rmax (-1 * t - z) 0) with (kept t z) end.
