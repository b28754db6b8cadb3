(* Chains of machines, each of which reads what the one before it puts out. What passes is a list of
   vectors. The definitions up to [keeps] are part of statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.

Section Chains.
Variable F : ringType.
(* what passes at one place of a chain at one time: some vectors *)
Definition passed := seq (seq F).
Definition part (w : passed) (k i : nat) : F := nth 0 (nth [::] w k) i.
Definition of_lengths (ns : seq nat) (w : passed) : bool := map size w == ns.
(* how two chains are tied at one place: with any vectors z that fit, one of them passes z, the first
   one if [is_first], and the other one a function of z *)
Record interface := Interface {
  is_first : bool; function_of : passed -> passed; fits : passed -> bool }.
Definition first_passes p z := if is_first p then z else function_of p z.
Definition second_passes p z := if is_first p then function_of p z else z.
Definition tied p (xs ys : seq passed) : Prop := exists zs : seq passed,
  [/\ all (fits p) zs, xs = map (first_passes p) zs & ys = map (second_passes p) zs].
(* a machine, and all that it puts out along a sequence *)
Record machine := Machine {
  state : Type; start : state; after : state -> passed -> state; out : state -> passed -> passed }.
Fixpoint outs m (h : state m) (zs : seq passed) : seq passed :=
  if zs is z :: zs' then out h z :: outs (after h z) zs' else [::].
Definition puts m := outs (start m).
(* a link: a cell of each chain, which are any functions of sequences. On what passes at p they do
   what the machines m1 and m2 do on z, where outputs are compared as q ties them: what the second
   chain would pass beside the first one's output, and the other way round *)
Definition cell := seq passed -> seq passed.
Definition is_link p q (m1 m2 : machine) (c1 c2 : cell) : Prop :=
  forall zs, all (fits p) zs -> let xs := c1 (map (first_passes p) zs) in
    let ys := c2 (map (second_passes p) zs) in
    [/\ map (second_passes q) xs = puts m1 zs, map (first_passes q) ys = puts m2 zs
      & all (fits q) (if is_first q then xs else ys)].
(* chains, with what is at both ends: none, or one with a link behind it *)
Inductive chain (links : interface -> interface -> cell -> cell -> Prop) :
    interface -> interface -> cell -> cell -> Prop :=
  | No_link p : chain links p p id id
  | One_more p q r b1 b2 c1 c2 : chain links p q b1 b2 -> links q r c1 c2 ->
      chain links p r (c1 \o b1) (c2 \o b2).
Definition keeps p q (c1 c2 : cell) : Prop :=
  forall xs ys, tied p xs ys -> tied q (c1 xs) (c2 ys).

Lemma every_chain_keeps (links : interface -> interface -> cell -> cell -> Prop) :
  (forall p q c1 c2, links p q c1 c2 -> keeps p q c1 c2) ->
  forall p q c1 c2, chain links p q c1 c2 -> keeps p q c1 c2.
Proof.
move=> one p q c1 c2; elim=> {p q c1 c2} [p xs ys //|p q r b1 b2 c1 c2 _ IH /one h xs ys].
by move=> /IH /h.
Qed.
Lemma same_outs (m1 m2 : machine) (h1 : state m1) (h2 : state m2) :
  (forall ws w, out (foldl (@after m1) h1 ws) w = out (foldl (@after m2) h2 ws) w) ->
  forall zs, outs h1 zs = outs h2 zs.
Proof.
move=> same zs; elim: zs h1 h2 same => [//|z zs IH] h1 h2 same /=.
by rewrite (same [::] z) (IH _ _ (fun ws w => same (z :: ws) w)).
Qed.
Lemma link_keeps p q (m1 m2 : machine) (c1 c2 : cell) : is_link p q m1 m2 c1 c2 ->
  (forall ws w, out (foldl (@after m1) (start m1) ws) w = out (foldl (@after m2) (start m2) ws) w) ->
  keeps p q c1 c2.
Proof.
move=> link /same_outs same xs ys [zs [hz -> ->]].
have /= [h1 h2] := link zs hz; have : puts m1 zs = puts m2 zs by exact: same.
set us := c1 _ in h1 *; set vs := c2 _ in h2 *; rewrite -h1 -h2 /first_passes /second_passes.
case E: (is_first q) => e ha; [exists us | exists vs]; split=> //.
- by rewrite -[LHS]map_id; apply: eq_map => z; rewrite /first_passes E.
- by rewrite -[LHS]map_id -e; apply: eq_map => z; rewrite /second_passes E.
- by rewrite -[LHS]map_id e; apply: eq_map => z; rewrite /first_passes E.
by rewrite -[LHS]map_id; apply: eq_map => z; rewrite /second_passes E.
Qed.
Lemma same_part (f g : nat -> F) n : (forall i, (i < n)%N -> f i = g i) -> mkseq f n = mkseq g n.
Proof. by move=> h; apply/eq_in_map => i; rewrite mem_iota add0n => /h. Qed.
Lemma fold_of_map (S X Y : Type) (f : S -> Y -> S) (g : X -> Y) h xs :
  foldl f h (map g xs) = foldl (fun h x => f h (g x)) h xs.
Proof. by elim: xs h => [|x xs IH] h //=. Qed.
End Chains.
