(* Pure functions that are exported compute with numbers of any kind: with all of an ordered field,
   of which theorems speak, or with the rational ones, of which Rocq computes. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums.
Unset Implicit Arguments.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Record numbers := Numbers {
  num : Type; n0 : num; n1 : num; nadd : num -> num -> num; nmul : num -> num -> num;
  nopp : num -> num; ninv : num -> num; nis0 : num -> bool; nge0 : num -> bool }.
Definition all_of (F : realFieldType) : numbers :=
  Numbers F 0 1 (fun a b => a + b) (fun a b => a * b) (fun a => - a) (fun a => a^-1) (fun a => a == 0)
    (fun a => 0 <= a).
(* the inverse of 0 is 0, and is read nowhere: what is exported asks for it before *)
Definition cinv (a : coef) : coef :=
  match a.1 with Z0 => a | Zpos p => (Zpos a.2, p) | Zneg p => (Zneg a.2, p) end.
Definition rationals : numbers :=
  Numbers coef (Z0, xH) cone (fun a b => cred (cadd a b)) (fun a b => cred (cmul a b)) copp cinv cis0 cis_ge0.
Definition nsub (N : numbers) (a b : num N) : num N := nadd N a (nopp N b).
Definition nsum (N : numbers) (a : num N) (s : seq (num N)) : num N := foldl (nadd N) a s.
Definition iota_to (a b : nat) : seq nat := iota a (b - a)%N.
Definition enumerated (T : Type) (s : seq T) : seq (nat * T) := zip (iota 0 (size s)) s.
