(* Chains of machines on sequences of T tokens. [keeps_first] is part of statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import Chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section FirstChains.
Variables (F : ringType) (T : nat).
(* [keeps] of Chains, of sequences of at most T tokens *)
Definition keeps_first (p q : interface F) (c1 c2 : cell F) : Prop :=
  forall xs ys, (size xs <= T)%N -> tied p xs ys -> tied q (c1 xs) (c2 ys).
(* what goes on along a chain: that, and as many outputs as tokens *)
Definition keeps_length (p q : interface F) (c1 c2 : cell F) : Prop := forall xs ys,
  (size xs <= T)%N -> tied p xs ys -> tied q (c1 xs) (c2 ys) /\ size (c1 xs) = size xs.

Lemma every_chain_keeps_first (links : interface F -> interface F -> cell F -> cell F -> Prop) :
  (forall p q c1 c2, links p q c1 c2 -> keeps_length p q c1 c2) ->
  forall p q c1 c2, chain links p q c1 c2 -> keeps_first p q c1 c2.
Proof.
move=> one p q c1 c2 h; have {h} : keeps_length p q c1 c2; last first.
  by move=> kept xs ys few t; case: (kept xs ys few t).
elim: h => {p q c1 c2} [p xs ys //|p q r b1 b2 c1 c2 _ IH /one h xs ys few t] /=.
have [{}t length] := IH xs ys few t; rewrite -length in few *; exact: h.
Qed.

Lemma same_first_outs (m1 m2 : machine F) (h1 : state m1) (h2 : state m2) n :
  (forall ws w, (size ws < n)%N ->
    out (foldl (@after _ m1) h1 ws) w = out (foldl (@after _ m2) h2 ws) w) ->
  forall zs, (size zs <= n)%N -> outs h1 zs = outs h2 zs.
Proof.
move=> same zs; elim: zs n h1 h2 same => [//|z zs IH] [//|n] h1 h2 same few /=.
rewrite (same [::] z isT) (IH n _ (after h2 z)) // => ws w; exact: (same (z :: ws) w).
Qed.
Lemma size_outs (m : machine F) (h : state m) zs : size (outs h zs) = size zs.
Proof. by elim: zs h => [|z zs IH] h //=; rewrite IH. Qed.

Lemma link_keeps_length p q (m1 m2 : machine F) (c1 c2 : cell F) : is_link p q m1 m2 c1 c2 ->
  (forall ws w, (size ws < T)%N ->
    out (foldl (@after _ m1) (start m1) ws) w = out (foldl (@after _ m2) (start m2) ws) w) ->
  keeps_length p q c1 c2.
Proof.
move=> link /same_first_outs same xs ys few [zs [hz ex ey]].
have few' : (size zs <= T)%N by rewrite ex size_map in few.
have /= [h1 h2 ha] := link zs hz; have e : puts m1 zs = puts m2 zs by exact: same.
rewrite {xs few}ex {ys}ey; set us := c1 _ in h1 ha *; set vs := c2 _ in h2 ha *.
have length : size us = size (map (first_passes p) zs).
  by rewrite size_map -(size_outs (start m1) zs) -[outs _ _]h1 size_map.
split=> //; move: h1 h2 ha; rewrite -e => {e length} <-; rewrite /first_passes /second_passes.
case E: (is_first q) => e ha; [exists us | exists vs]; split=> //.
- by rewrite -[LHS]map_id; apply: eq_map => z; rewrite /first_passes E.
- by rewrite -[LHS]map_id e; apply: eq_map => z; rewrite /second_passes E.
- by rewrite -[LHS]map_id -e; apply: eq_map => z; rewrite /first_passes E.
by rewrite -[LHS]map_id; apply: eq_map => z; rewrite /second_passes E.
Qed.
End FirstChains.
