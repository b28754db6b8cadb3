(* Two recurrent maps whose states stay related: their outputs are equal after any tokens. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Simulation.
Variables (X S1 S2 G : Type) (a1 : S1 -> X -> S1) (a2 : S2 -> X -> S2) (ag : S1 -> S2 -> G -> X -> G).
Variables (R : S1 -> S2 -> G -> Prop) (P : S1 -> S2 -> X -> Prop).
Hypothesis kept : forall h1 h2 k x, R h1 h2 k -> R (a1 h1 x) (a2 h2 x) (ag h1 h2 k x).
Hypothesis read : forall h1 h2 k x, R h1 h2 k -> P h1 h2 x.
Theorem simulation s1 s2 g : R s1 s2 g ->
  forall (xs : seq X) (x : X), P (foldl a1 s1 xs) (foldl a2 s2 xs) x.
Proof.
move=> h xs x.
have [k hk] : exists k, R (foldl a1 s1 xs) (foldl a2 s2 xs) k.
  by elim: xs s1 s2 g h => [|y xs IH] s1 s2 g h; [exists g | exact: IH (kept y h)].
exact: read hk.
Qed.
End Simulation.
