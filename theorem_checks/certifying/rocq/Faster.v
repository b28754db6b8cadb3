(* [decide] of IndexSums.v for long equations, and its soundness: the same normal forms, but nothing
   is opened, what is 0 is left out at first, and orders of free indices are turned. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums Orders.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition decide_fast (k : known) (e1 e2 : expr) : bool :=
  if norm (Add e1 (Opp e2)) is Some p
  then is0 (iter 2 (fun q => round k (turns q)) (round k (nonzero p))) else false.
Section Sound.
Variables (R : numFieldType) (sz : nat -> nat) (T : nat -> seq nat -> R).
Theorem decide_fast_sound k (depth : nat) e1 e2 r : holds sz T k -> in_range sz (free_ k) r ->
  decide_fast k e1 e2 -> eval sz T e1 r = eval sz T e2 r.
Proof.
move=> H R1; rewrite /decide_fast; case E: norm => [p|] // /(is0_sound sz T r) h0.
have /= h := norm_sound sz T r E; apply/eqP; rewrite -subr_eq0 h; apply/eqP; move: h0.
lazy beta iota delta [iter]; rewrite !((fun p => round_sound p H R1), turns_sound) nonzero_sound.
done.
Qed.
End Sound.
