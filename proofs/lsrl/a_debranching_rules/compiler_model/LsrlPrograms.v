(* Programs of LSRL: what they are, what they put out, and which of them are paths. All of it is part
   of what is stated of the levelised compiler.

   A program is a list of nodes, each of which reads nodes before it: 0 is the token, i + 1 the node
   at place i. Its numbers are of any kind that [numbers] describes, such as all of an ordered field,
   or the rational ones, of which Rocq computes. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* numbers that are computed with, and what they are in an ordered field *)
Record numbers := Numbers {
  num :> Type; n0 : num; n1 : num; nadd : num -> num -> num; nmul : num -> num -> num;
  nopp : num -> num; nis0 : num -> bool; nge0 : num -> bool }.
Record meaning (N : numbers) (F : realFieldType) := Meaning {
  val :> num N -> F;
  val0 : val (n0 N) = 0; val1 : val (n1 N) = 1;
  valD : forall a b, val (nadd a b) = val a + val b;
  valM : forall a b, val (nmul a b) = val a * val b;
  valN : forall a, val (nopp a) = - val a;
  val_is0 : forall a, nis0 a = (val a == 0);
  val_ge0 : forall a, nge0 a = (0 <= val a) }.

Section Programs.
Variable N : numbers.
Definition row := seq (nat * N).                  (* places, and their factors *)
Definition form := (row * N)%type.                (* an affine form: a row, and a constant *)
Inductive node :=
  | Lin of nat & seq form                         (* A x + b, the rows of A with the entries of b *)
  | ReLU of nat
  | Multi of nat                                  (* the first half times the second *)
  | LinState of nat & seq (row * form * N)        (* A s + B x + b, row by row, and the first s *)
  | Concat of seq nat.
Record program := Program { dim : nat; nodes : seq node }.

(* ---------- what a program puts out ---------- *)
Section Meaning.
Variables (F : realFieldType) (v : N -> F).
Definition relu (x : F) : F := Num.max x 0.
Definition dot (r : row) (e : nat -> F) : F := foldr (fun a s => v a.2 * e a.1 + s) 0 r.
Definition fval (e : nat -> F) (f : form) : F := dot f.1 e + v f.2.
Definition halves_times (x : seq F) : seq F :=
  [seq a.1 * a.2 | a <- zip (take (size x)./2 x) (drop (size x)./2 x)].
(* of a node, given the values [vs] of the nodes before it, and of its own at the last token *)
Definition node_value (old : seq F) (vs : seq (seq F)) (n : node) : seq F :=
  match n with
  | Lin i fs => map (fval (nth 0 (nth [::] vs i))) fs
  | ReLU i => map relu (nth [::] vs i)
  | Multi i => halves_times (nth [::] vs i)
  | LinState i es => [seq dot e.1.1 (nth 0 old) + fval (nth 0 (nth [::] vs i)) e.1.2 | e <- es]
  | Concat l => flatten (map (nth [::] vs) l)
  end.
(* of the token and all nodes at a token, given the same of the last one *)
Definition values (p : program) (olds : seq (seq F)) (x : nat -> F) : seq (seq F) :=
  foldl (fun vs n => rcons vs (node_value (nth [::] olds (size vs)) vs n))
    [:: mkseq x (dim p)] (nodes p).
Definition first_value (n : node) : seq F :=
  if n is LinState _ es then map (fun e => v e.2) es else [::].
Definition run (p : program) (xs : seq (nat -> F)) : seq (seq F) :=
  foldl (values p) ([::] :: map first_value (nodes p)) xs.
(* after the tokens xs, at a token x *)
Definition output (p : program) (xs : seq (nat -> F)) (x : nat -> F) : seq F :=
  last [::] (values p (run p xs) x).
Definition same_outputs (p q : program) : Prop := forall xs x, output p xs x = output q xs x.
End Meaning.

(* ---------- paths, depths, sizes ---------- *)
Definition reads (n : node) : seq nat :=
  match n with Lin i _ => [:: i] | ReLU i => [:: i] | Multi i => [:: i] | LinState i _ => [:: i]
  | Concat l => l end.
Definition is_path (p : program) : Prop := map reads (nodes p) = [seq [:: i] | i <- iota 0 (size (nodes p))].
Definition is_affine (n : node) : bool := match n with Lin _ _ | Concat _ => true | _ => false end.
Definition is_product (n : node) : bool := if n is Multi _ then true else false.
Definition greatest (s : seq nat) : nat := foldr maxn 0%N s.
(* the most ReLUs, products and states on a way from the token to each node *)
Definition depths (p : program) : seq nat :=
  foldl (fun ds n => rcons ds (~~ is_affine n + greatest (map (nth 0%N ds) (reads n)))%N)
    [:: 0%N] (nodes p).
Definition depth (p : program) : nat := greatest (depths p).
Definition stages (p : program) : nat := count (fun n => ~~ is_affine n) (nodes p).
End Programs.
Arguments Lin {N}. Arguments ReLU {N}. Arguments Multi {N}. Arguments LinState {N}. Arguments Concat {N}.
