(* Two recurrent maps whose states stay related: their outputs are equal after any tokens. And what
   follows from equal outputs: weighted sums of their differences are 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
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

Section Differences.
Import GRing.Theory.
Local Open Scope ring_scope.
Variable F : ringType.
Lemma less_zero (x r y : F) : x = r -> y = 0 -> x + y = r. Proof. by move=> -> ->; rewrite addr0. Qed.
Lemma differ0 (w a b : F) : a = b -> w * (a + - b) = 0.
Proof. by move=> ->; rewrite subrr mulr0. Qed.
Lemma differ1 n (w a b : nat -> F) : (forall i, (i < n)%N -> a i = b i) ->
  \sum_(i < n) w i * (a i + - b i) = 0.
Proof. by move=> h; apply: big1 => i _; rewrite h // subrr mulr0. Qed.
Lemma differ2 n m (w a b : nat -> nat -> F) :
  (forall i j, (i < n)%N -> (j < m)%N -> a i j = b i j) ->
  \sum_(i < n) \sum_(j < m) w i j * (a i j + - b i j) = 0.
Proof. by move=> h; apply: big1 => i _; apply: big1 => j _; rewrite h // subrr mulr0. Qed.
End Differences.
