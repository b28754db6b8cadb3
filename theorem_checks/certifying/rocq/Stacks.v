(* Stacks of machines, each of which reads what the one below puts out: the lemmas of the rules
   `stacking` and `no_stack`. A vector is a function of places, of which those below a size count. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

(* ---------- machines and stacks ---------- *)
Section Stacks.
Variable F : Type.
Definition vec := nat -> F.
Record machine := Machine {
  tokens : nat; states : nat; outputs : nat; start : vec;
  next : vec -> vec -> vec; output : vec -> vec -> vec }.
Implicit Types (m : machine) (c : seq vec -> seq vec) (xs : seq vec).
(* what it puts out along a sequence, from a state on, and from its first state on *)
Fixpoint outs m (h : vec) xs : seq vec :=
  if xs is x :: xs' then output m h x :: outs m (next m h x) xs' else [::].
Definition puts m := outs m (start m).
(* any number of machines of some kinds, none as well; how much goes in and comes out *)
Inductive stack (kind : machine -> Prop) : nat -> nat -> (seq vec -> seq vec) -> Prop :=
| No_machine n : stack kind n n id
| One_more n m c : stack kind n (tokens m) c -> kind m -> stack kind n (outputs m) (puts m \o c).
Lemma size_outs m h xs : size (outs m h xs) = size xs.
Proof. by elim: xs h => [|x xs IH] h //=; rewrite IH. Qed.
(* what each machine does to sequences, and what two in a row then do, every stack does *)
Lemma every_stack (kind : machine -> Prop) (so : nat -> nat -> (seq vec -> seq vec) -> Prop) :
  (forall n, so n n id) -> (forall m, kind m -> so (tokens m) (outputs m) (puts m)) ->
  (forall n k l c c', so n k c -> so k l c' -> so n l (c' \o c)) ->
  forall n l c, stack kind n l c -> so n l c.
Proof.
move=> none each two n l c; elim=> {n l c} [//|n m c _ IH km].
exact: two IH (each m km).
Qed.
Lemma size_stack kind n l c : stack kind n l c -> forall xs, size (c xs) = size xs.
Proof. by elim=> {n l c} [//|n m c _ IH _ xs] /=; rewrite size_outs IH. Qed.
End Stacks.

(* ---------- what adds up to 0 ---------- *)
Section Adding_up.
Variables (F : ringType) (K : nat) (weight : 'I_K -> F).
Local Notation vec := (vec F).
Implicit Types (n l : nat) (ws hs : 'I_K -> vec) (m : machine F).
Definition adds_up n ws : Prop := forall i, (i < n)%N -> \sum_k weight k * ws k i = 0.
Definition at_time (xs : seq vec) (t : nat) : vec := nth (fun=> 0) xs t.
(* sequences of one length, at each time *)
Definition adds_up_along n T (xs : 'I_K -> seq vec) : Prop :=
  (forall k, size (xs k) = T) /\
  forall t, (t < T)%N -> adds_up n (fun k => at_time (xs k) t).
Definition keeps n l c : Prop :=
  forall T xs, adds_up_along n T xs -> adds_up_along l T (fun k => c (xs k)).
(* one step, of any states and tokens that add up; and the first state *)
Definition each_step_keeps m : Prop :=
  adds_up (states m) (fun=> start m) /\
  forall hs ws, adds_up (states m) hs -> adds_up (tokens m) ws ->
    adds_up (states m) (fun k => next m (hs k) (ws k)) /\
    adds_up (outputs m) (fun k => output m (hs k) (ws k)).
Lemma machine_keeps m : each_step_keeps m -> keeps (tokens m) (outputs m) (puts m).
Proof.
move=> [first step] T xs; rewrite /puts; suff from hs ys : adds_up (states m) hs ->
    adds_up_along (tokens m) T ys -> adds_up_along (outputs m) T (fun k => outs m (hs k) (ys k)).
  exact: from first.
elim: T hs ys {xs} => [|T IH] hs xs hh [sizes sums].
  by split=> [k|//]; rewrite size_outs.
pose x k := at_time (xs k) 0; pose rest k := behead (xs k).
have e k : xs k = x k :: rest k by rewrite /x /rest; case: (xs k) (sizes k).
have [after out] := step hs x hh (sums 0%N isT).
have along : adds_up_along (tokens m) T rest.
  by split=> [k|t ht]; [rewrite size_behead sizes|have := sums t.+1 ht; rewrite /at_time /rest;
    move=> h i hi; rewrite -[RHS](h i hi); apply: eq_bigr => k _; rewrite nth_behead].
have [_ later] := IH _ _ after along.
split=> [k|[|t] ht i hi]; first by rewrite size_outs.
  by rewrite -[RHS](out i hi); apply: eq_bigr => k _; rewrite e.
by rewrite -[RHS](later t ht i hi); apply: eq_bigr => k _; rewrite e.
Qed.
Theorem stacking (kind : machine F -> Prop) : (forall m, kind m -> each_step_keeps m) ->
  forall n l c, stack kind n l c -> keeps n l c.
Proof.
move=> each; apply: every_stack => [n T xs //|m /each|n k l c c' h h' T xs /h /h' //].
exact: machine_keeps.
Qed.
(* the same outputs on all sequences *)
Definition same_along l (ys zs : seq vec) : Prop :=
  size ys = size zs /\ forall t i, (i < l)%N -> at_time ys t i = at_time zs t i.
Theorem no_stack (kind : machine F -> Prop) (target : machine F) ws (reads : nat -> F) :
  (forall c, stack kind (tokens target) (outputs target) c ->
    keeps (tokens target) (outputs target) c) ->
  adds_up (tokens target) ws ->
  \sum_(i < outputs target)
    reads i * (\sum_k weight k * output target (start target) (ws k) i) = 1 ->
  ~ exists2 c, stack kind (tokens target) (outputs target) c &
    forall xs, same_along (outputs target) (c xs) (puts target xs).
Proof.
move=> kept sum one [c hc same]; move: one; rewrite big1 => [/eqP|i _].
  by rewrite eq_sym oner_eq0.
have along : adds_up_along (tokens target) 1 (fun k => [:: ws k]).
  by split=> // -[|t].
have [_ /(_ 0%N isT i (ltn_ord i)) zero] := kept c hc _ _ along.
rewrite -[RHS](mulr0 (reads i)); congr (_ * _); rewrite -[RHS]zero.
by apply: eq_bigr => k _; have [_ ->] := same [:: ws k].
Qed.
End Adding_up.

(* over a field: what adds up with a weight that is not 0 is any others, and what these make it *)
Lemma adds_up_last (F : fieldType) K (weight : 'I_K.+1 -> F) n ws :
  weight ord_max != 0 -> adds_up weight n ws <->
  forall i, (i < n)%N -> ws ord_max i =
    \sum_(k < K) (- weight (widen_ord (leqnSn K) k) / weight ord_max) * ws (widen_ord (leqnSn K) k) i.
Proof.
move=> w0; rewrite /adds_up; split=> h i hi.
  have := h i hi; rewrite big_ord_recr /= => /eqP; rewrite addrC addr_eq0 => /eqP e.
  apply: (mulfI w0); rewrite e -sumrN mulr_sumr; apply: eq_bigr => k _.
  by rewrite mulrA [X in _ = X * _]mulrC divfK // mulNr.
rewrite big_ord_recr /= h // mulr_sumr -big_split big1 //= => k _.
by rewrite mulrA [X in _ + X * _]mulrC divfK // mulNr subrr.
Qed.
