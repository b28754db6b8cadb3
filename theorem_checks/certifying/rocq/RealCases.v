(* Formulas over the reals by cases: comparisons, maxima and case distinctions are split, and what
   remains is linear or polynomial arithmetic. *)
From Coq Require Import Reals Lra Psatz.
Local Open Scope R_scope.

Lemma decided_le x y : x <= y \/ ~ x <= y. Proof. destruct (Rle_dec x y); auto. Qed.
Lemma decided_lt x y : x < y \/ ~ x < y. Proof. destruct (Rlt_dec x y); auto. Qed.
Lemma decided_eq (x y : R) : x = y \/ ~ x = y. Proof. destruct (Req_EM_T x y); auto. Qed.
Lemma decided_not A : A \/ ~ A -> ~ A \/ ~ ~ A. Proof. tauto. Qed.
Lemma decided_and A B : A \/ ~ A -> B \/ ~ B -> (A /\ B) \/ ~ (A /\ B). Proof. tauto. Qed.
Lemma decided_or A B : A \/ ~ A -> B \/ ~ B -> (A \/ B) \/ ~ (A \/ B). Proof. tauto. Qed.
Ltac decided :=
  repeat first [apply decided_le | apply decided_lt | apply decided_eq | apply decided_and
               | apply decided_or | apply decided_not].

Lemma not_and A B : A \/ ~ A -> ~ (A /\ B) -> ~ A \/ ~ B. Proof. tauto. Qed.
Lemma not_not A : A \/ ~ A -> ~ ~ A -> A. Proof. tauto. Qed.
Lemma not_equal (x y : R) : ~ x = y -> x < y \/ y < x.
Proof. intro h; destruct (Rtotal_order x y) as [?|[?|?]]; auto; contradiction. Qed.

Ltac within t := match t with context [Rle_dec _ _] => idtac | context [Rlt_dec _ _] => idtac
  | context [Req_EM_T _ _] => idtac end.
Ltac plain t := tryif within t then fail else idtac.

Ltac hypotheses :=
  repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | H : ~ (_ \/ _) |- _ => apply Decidable.not_or in H
  | H : ~ (_ /\ _) |- _ => apply not_and in H; [|decided]
  | H : ~ ~ _ |- _ => apply not_not in H; [|decided]
  | H : ~ (_ <= _) |- _ => apply Rnot_le_lt in H
  | H : ~ (_ < _) |- _ => apply Rnot_lt_le in H
  end.

Ltac closed := solve [exfalso; lra | lra].
Ltac arithmetic := solve [lra | nra | exfalso; nra | timeout 10 (psatz R 2)].
(* the case distinctions within terms, the inner ones first *)
Ltac cases_within :=
  unfold Rmax, Rmin in *;
  repeat (match goal with
  | |- context [Rle_dec ?a ?b] => plain a; plain b; destruct (Rle_dec a b)
  | |- context [Rlt_dec ?a ?b] => plain a; plain b; destruct (Rlt_dec a b)
  | |- context [Req_EM_T ?a ?b] => plain a; plain b; destruct (Req_EM_T a b)
  | _ : context [Rle_dec ?a ?b] |- _ => plain a; plain b; destruct (Rle_dec a b)
  | _ : context [Rlt_dec ?a ?b] |- _ => plain a; plain b; destruct (Rlt_dec a b)
  | _ : context [Req_EM_T ?a ?b] |- _ => plain a; plain b; destruct (Req_EM_T a b)
  end; hypotheses; try closed).
Ltac nonzero := intro; hypotheses; first [lra | nra].
(* what is known of 1 / d: d * (1 / d) = 1, and its sign *)
(* of a numeral it stays as it is: then what is linear stays linear *)
Ltac is_no_numeral d := match d with IZR _ => fail 1 | _ => idtac end.
Ltac inverses :=
  unfold Rdiv in *;
  repeat match goal with
  | |- context [/ ?d] => is_no_numeral d;
      first [ let H := fresh in assert (H : d <> 0) by nonzero;
              let E := fresh in assert (E : d * / d = 1) by (apply Rinv_r; exact H);
              try (let P := fresh in assert (P : 0 < / d) by (apply Rinv_0_lt_compat; lra));
              try (let P := fresh in assert (P : / d < 0) by (apply Rinv_lt_0_compat; lra));
              let i := fresh "i" in set (i := / d) in *; clearbody i ]
  | _ : context [/ ?d] |- _ => is_no_numeral d;
      first [ let H := fresh in assert (H : d <> 0) by nonzero;
              let E := fresh in assert (E : d * / d = 1) by (apply Rinv_r; exact H);
              try (let P := fresh in assert (P : 0 < / d) by (apply Rinv_0_lt_compat; lra));
              try (let P := fresh in assert (P : / d < 0) by (apply Rinv_lt_0_compat; lra));
              let i := fresh "i" in set (i := / d) in *; clearbody i ]
  end.
Ltac goals :=
  repeat match goal with
  | |- forall _, _ => intro
  | |- _ /\ _ => split
  | |- ~ _ => intro
  | |- ?A \/ _ => let h := fresh in
      assert (h : A \/ ~ A) by decided; destruct h as [h|h]; [left; exact h | right]
  end.
Ltac by_field := solve [field; repeat split; nonzero].
Ltac by_cases :=
  intros; hypotheses; goals; hypotheses; try by_field; try closed;
  inverses; cases_within; hypotheses;
  repeat match goal with H : ~ _ = _ |- _ => apply not_equal in H; destruct H end;
  try arithmetic.
