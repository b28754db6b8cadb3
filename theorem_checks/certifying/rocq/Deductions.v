(* The rules of natural deduction, of induction, and of equals in place of equals, as lemmas. Each
   says what its rule concludes from what it asks of its parts. Statements are propositions, and
   what stands in a statement is a variable of it. *)
From Coq Require Import ZArith Lia List Reals Lra.
Local Open Scope Z_scope.

(* ---------- and, implies ---------- *)
Lemma conjunction (parts : list Prop) : Forall (fun A => A) parts ->
  forall A, In A parts -> A.
Proof. intros h A hA; exact (proj1 (Forall_forall _ _) h A hA). Qed.
Lemma given (A B : Prop) : B -> A -> B. Proof. tauto. Qed.
Lemma given_each (A B C : Prop) : (A -> B) -> (A -> C) -> A -> B /\ C. Proof. tauto. Qed.
Lemma modus_ponens (A B : Prop) : (A -> B) -> A -> B. Proof. tauto. Qed.
Lemma syllogism (A B C : Prop) : (A -> B) -> (B -> C) -> A -> C. Proof. tauto. Qed.
(* each step follows from the hypotheses and from the steps before it *)
Lemma derivation (H : Prop) (step : nat -> Prop) :
  (forall k, H -> (forall j, (j < k)%nat -> step j) -> step k) -> H -> forall k, step k.
Proof. intros each h k; induction k as [k IH] using (well_founded_induction lt_wf); auto. Qed.

(* ---------- special cases ---------- *)
Lemma instantiate (A : Z -> Prop) n0 c : (forall n, n0 <= n -> A n) -> n0 <= c -> A c.
Proof. auto. Qed.
(* a sort is what is known of a symbol: real, positive, an integer; of an array, nothing *)
Lemma specialise (X : Type) (sort A : X -> Prop) c : (forall x, sort x -> A x) -> sort c -> A c.
Proof. auto. Qed.
Lemma at_arrays (Place X : Type) (A : (Place -> X) -> Prop) B : (forall free, A free) -> A B.
Proof. auto. Qed.
(* hypotheses about entries are about each of them *)
Lemma entrywise (Place X : Type) (H A : X -> Prop) (array : Place -> X) :
  (forall x, H x -> A x) -> (forall i, H (array i)) -> forall i, A (array i).
Proof. auto. Qed.
Lemma for_any (H : Prop) (A : Z -> Prop) n0 :
  (forall n, n0 <= n -> H -> A n) -> H -> forall n, n0 <= n -> A n.
Proof. auto. Qed.
Lemma either_sign (A : R -> Prop) : (forall z, (0 <= z)%R -> A z) ->
  (forall z, (0 <= z)%R -> A (- z)%R) -> forall x, A x.
Proof.
intros h k x; destruct (Rle_or_lt 0 x) as [p|p]; [exact (h x p)|].
replace x with (- - x)%R by ring; apply k; lra.
Qed.

(* ---------- induction ---------- *)
(* under a hypothesis, and one for all integers from m0 on, of which base and step may use the
   instances from m0, and from n0 - 8 or n on, up to the next integer *)
Theorem induction (H : Prop) (G A : Z -> Prop) m0 n0 :
  (H -> (forall k, m0 <= k -> n0 - 8 <= k <= n0 + 1 -> G k) -> A n0) ->
  (forall n, n0 <= n -> H -> (forall k, k = 0 \/ k = 1 -> m0 <= n0 + k -> G (n + k)) ->
    A n -> A (n + 1)) ->
  H -> (forall m, m0 <= m -> G m) -> forall n, n0 <= n -> A n.
Proof.
intros base step h g n hn; replace n with (n0 + Z.of_nat (Z.to_nat (n - n0))) by lia.
induction (Z.to_nat (n - n0)) as [|k IH].
- replace (n0 + Z.of_nat 0) with n0 by lia; auto.
- replace (n0 + Z.of_nat (S k)) with (n0 + Z.of_nat k + 1) by lia.
  apply step; try lia; auto; intros j hj hm; apply g; lia.
Qed.
Theorem induction_from_all_before (H : Prop) (A : Z -> Prop) n0 : (H -> A n0) ->
  (forall n, n0 <= n -> H -> (forall m, n0 <= m <= n -> A m) -> A (n + 1)) ->
  H -> forall n, n0 <= n -> A n.
Proof.
intros base step h.
assert (all : forall k n, n0 <= n <= n0 + Z.of_nat k -> A n).
{ induction k as [|k IH]; intros n hn; [replace n with n0 by lia; auto|].
  destruct (Z.eq_dec n (n0 + Z.of_nat (S k))) as [->|ne]; [|apply IH; lia].
  replace (n0 + Z.of_nat (S k)) with (n0 + Z.of_nat k + 1) by lia.
  apply step; try lia; auto; intros m hm; apply IH; lia. }
intros n hn; apply (all (Z.to_nat (n - n0))); lia.
Qed.
(* of the state of a machine, after any tokens that are allowed *)
Section Tokens.
Variables (State Token : Type) (start : State) (after : State -> Token -> State).
Variable allowed : State -> Token -> Prop.
Inductive reached : State -> Prop :=
| At_first : reached start
| And_then h x : reached h -> allowed h x -> reached (after h x).
Theorem induction_over_tokens (H : Prop) (A : State -> Prop) : (H -> A start) ->
  (forall h x, H -> A h -> allowed h x -> A (after h x)) -> H -> forall h, reached h -> A h.
Proof. intros base step known h; induction 1; auto. Qed.
Theorem by_invariant (H : Prop) (I A : State -> Prop) : (H -> forall h, reached h -> I h) ->
  (forall h, H -> I h -> A h) -> H -> forall h, reached h -> A h.
Proof. auto. Qed.
(* what is said of the state and of the output, which a state and an allowed token give *)
Theorem invariant (I A : State -> Prop) (Output : Type) (output : State -> Token -> Output)
    (B : Output -> Prop) : I start ->
  (forall h x, I h -> allowed h x -> I (after h x) /\ A (after h x) /\ B (output h x)) ->
  forall h x, reached h -> allowed h x -> A (after h x) /\ B (output h x).
Proof.
intros base step h x hh hx.
assert (kept : I h) by (clear x hx; induction hh as [|h y hh IH hy]; [auto|apply (step h y IH hy)]).
exact (proj2 (step h x kept hx)).
Qed.
End Tokens.

(* ---------- equals in place of equals ---------- *)
Lemma chain (X : Type) (a b c : X) : a = b -> b = c -> a = c. Proof. congruence. Qed.
Lemma rewriting (X : Type) (A : X -> Prop) a b : A b -> a = b -> A a. Proof. intros h ->; exact h. Qed.
Lemma assuming (X : Type) (B : X -> Prop) a b : B b -> a = b -> B a. Proof. intros h ->; exact h. Qed.
(* an array is what it is at its places: what stands in the context depends on these alone *)
Lemma replacing (Place X Y : Type) (context : (Place -> X) -> Y) (c d : Y) a b :
  (forall f g, (forall i, f i = g i) -> context f = context g) ->
  c = context a -> d = context b -> (forall i, a i = b i) -> c = d.
Proof. intros ext -> -> e; apply ext; exact e. Qed.
Lemma eliminating (X : Type) (S : X -> Prop) product :
  S product -> forall C, C = product -> S C.
Proof. intros h C ->; exact h. Qed.

(* ---------- machines on so many tokens ---------- *)
Lemma at_first_tokens (Token Output : Type) (f g : list Token -> Output) (T : nat) :
  (forall xs, f xs = g xs) -> forall xs, (length xs <= T)%nat -> f xs = g xs.
Proof. auto. Qed.
Lemma by_common_outputs (Token Output : Type) (f g formula : list Token -> Output) (T : nat) :
  (forall xs, (length xs <= T)%nat -> f xs = formula xs) ->
  (forall xs, (length xs <= T)%nat -> g xs = formula xs) ->
  forall xs, (length xs <= T)%nat -> f xs = g xs.
Proof. intros hf hg xs h; rewrite hf, hg; auto. Qed.
