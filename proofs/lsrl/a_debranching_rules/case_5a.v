Import Order.TTheory.
(* A row commutes with ReLU at -e_j only if its entry j is not negative, and at e_j - e_k only if one
   of the two is 0. A row with one positive entry is a positive multiple of that entry of x. *)
Section Rows.
Variable F : realFieldType.
Lemma picked n (f : nat -> F) j : (j < n)%N -> (forall i, (i < n)%N -> i != j -> f i = 0) ->
  \sum_(i < n) f i = f j.
Proof.
move=> hj h; rewrite (bigD1 (Ordinal hj)) //= big1 ?addr0 // => i ne; exact: h.
Qed.
Definition at_place (j s : nat) : F := (s == j)%:R.
Lemma times_unit n (a : nat -> F) j : (j < n)%N -> \sum_(s < n) at_place j s * a s = a j.
Proof.
move=> hj; rewrite (picked (f := fun s => at_place j s * a s) hj).
  by rewrite /at_place eqxx mul1r.
by move=> i _ ne; rewrite /at_place (negbTE ne) mul0r.
Qed.
Lemma at_unit n (a : nat -> F) j : (j < n)%N ->
  Num.max (\sum_(s < n) - at_place j s * a s) 0 = \sum_(s < n) Num.max (- at_place j s) 0 * a s ->
  0 <= a j.
Proof.
move=> hj; rewrite [X in _ = X -> _]big1; last first.
  by move=> s _; rewrite max_r ?mul0r // oppr_le0 ler0n.
rewrite (eq_bigr (fun s : 'I_n => - (at_place j s * a s))) => [|s _]; last by rewrite mulNr.
rewrite sumrN times_unit // => h.
have : - a j <= Num.max (- a j) 0 by rewrite le_maxr lexx.
by rewrite h oppr_le0.
Qed.
Lemma at_two n (a : nat -> F) j k : (j < n)%N -> (k < n)%N -> j != k ->
  Num.max (\sum_(s < n) (at_place j s - at_place k s) * a s) 0 =
    \sum_(s < n) Num.max (at_place j s - at_place k s) 0 * a s ->
  0 <= a j -> 0 <= a k -> a j * a k = 0.
Proof.
move=> hj hk ne.
rewrite (eq_bigr (fun s : 'I_n => at_place j s * a s - at_place k s * a s)) => [|s _]; last first.
  by rewrite mulrBl.
rewrite sumrB !times_unit //.
rewrite [X in _ = X -> _](eq_bigr (fun s : 'I_n => at_place j s * a s)) => [|s _]; last first.
  congr (_ * _); rewrite /at_place; have [->|hs] := eqVneq (s : nat) k.
    by rewrite eq_sym (negbTE ne) max_r // sub0r oppr_le0 ler01.
  by rewrite subr0 max_l // ler0n.
rewrite times_unit // => h pj pk.
have [le|lt] := leP (a j - a k) 0; first by rewrite -h max_r // mul0r.
move: h; rewrite max_l ?(ltW lt) // => /eqP; rewrite -subr_eq0 addrAC subrr add0r oppr_eq0.
by move=> /eqP ->; rewrite mulr0.
Qed.
Lemma one_positive n (a x : nat -> F) : (forall j, (j < n)%N -> 0 <= a j) ->
  (forall j k, (j < n)%N -> (k < n)%N -> j != k -> a j * a k = 0) ->
  Num.max (\sum_(s < n) x s * a s) 0 = \sum_(s < n) Num.max (x s) 0 * a s.
Proof.
move=> pos apart; have [p ne|none] := pickP [pred s : 'I_n | a s != 0].
- have others i : (i < n)%N -> i != p -> a i = 0.
    move=> hi h; have /eqP := apart i p hi (ltn_ord p) h.
    by rewrite mulf_eq0 (negbTE ne) orbF => /eqP.
  rewrite (picked (f := fun s => x s * a s) (ltn_ord p)); last first.
    by move=> i hi h; rewrite others // mulr0.
  rewrite (picked (f := fun s => Num.max (x s) 0 * a s) (ltn_ord p)); last first.
    by move=> i hi h; rewrite others // mulr0.
  have ap : 0 <= a p by apply: pos.
  have [le|lt] := leP (x p) 0.
    by rewrite mul0r max_r // mulr_le0_ge0.
  by rewrite max_l // mulr_ge0 // ltW.
- have zero (s : 'I_n) : a s = 0 by apply/eqP; have := none s => /negbFE.
  rewrite !big1 ?max_l // => s _; by rewrite zero mulr0.
Qed.
End Rows.
Theorem proved : statement.
Proof.
move=> F m n A _ _; split.
  move=> same.
  have at_row (x : nat -> F) i : (i < m)%N -> Num.max (\sum_(j < n) x j * A i j) 0 =
      \sum_(k < n) Num.max (x k) 0 * A i k.
    have h := same [::] x; cbv zeta in h; exact: h.
  have pos i j : (i < m)%N -> (j < n)%N -> 0 <= A i j.
    by move=> hi hj; exact: (at_unit hj (at_row (fun s => - at_place F j s) i hi)).
  split.
    by move=> i j hi hj; rewrite mul1r mulr0 mulN1r max_r // oppr_le0 pos.
  move=> i j k hi hj hk; have [->|ne] := eqVneq j k; first by rewrite mulN1r subrr !mul0r.
  rewrite (at_two hj hk ne (at_row (fun s => at_place F j s - at_place F k s) i hi)) ?pos //.
  by rewrite mul1r.
move=> [signs pairs] /= _ x i hi; apply: one_positive.
  move=> j hj; have h := signs i j hi hj.
  have : (- 1) * A i j <= Num.max ((- 1) * A i j) 0 by rewrite le_maxr lexx.
  by rewrite h mul1r mulr0 mulN1r oppr_le0.
move=> j k hj hk ne; have := pairs i j k hi hj hk.
by rewrite (negbTE ne) mulr0n mulr0 addr0 !mul1r.
Qed.
