(* [decide] of IndexSums.v for long equations, and its soundness: the same normal forms, at less cost.
   What is 0 is left out at first; conditions are asked one after the other, as the kernel computes
   both sides of [&&]; and a renaming is looked for only where the atoms are alike. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums Orders.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Faster.
Definition next_fast (fr bs : binders) (s : seq atom) (v : inverse) (a b : atom) :
    option (nat * (nat * nat)) :=
  let: (p, q, n) := v in
  match a, b with
  | ((0%N, p'), [:: i; j]), ((0%N, q'), [:: j'; k]) =>
      if p' == p then if q' == q then if j == j' then if lookup j bs == Some n then
      if j \notin [:: i; k] then if j \notin vars (rem b (rem a s)) then
      if a \in s then if b \in rem a s then if lookup i (dropb j bs ++ fr) == Some n then
      if lookup k (dropb j bs ++ fr) == Some n then Some (j, (i, k))
      else None else None else None else None else None else None else None else None else None
      else None
  | _, _ => None end.
Lemma if_both (A : Type) (b c : bool) (x y : A) :
  (if b && c then x else y) = if b then if c then x else y else y.
Proof. by case: b. Qed.
Lemma next_fastE fr bs s v a b : next_fast fr bs s v a b = next_to fr bs s v a b.
Proof.
move: v a b => [[p q] n] [[[|ka] p'] [|i [|j [|? ?]]]] [[[|kb] q'] [|j' [|k [|? ?]]]] //=.
by rewrite !if_both.
Qed.
Lemma eq_first_some (A B : Type) (f g : A -> option B) l : f =1 g -> first_some f l = first_some g l.
Proof. by move=> h; elim: l => //= x l IH; rewrite h IH. Qed.
Definition invert_fast (ivs : seq inverse) (fr : binders) (m : binders * seq atom) :=
  let: (bs, s) := m in
  match first_some (fun v => first_some (fun a => first_some (fun b =>
          if next_fast fr bs s v a b is Some x then Some ((a, b), x) else None) s) s) ivs with
  | Some ((a, b), (j, (i, k))) => (dropb j bs, ((1%N, 0%N), [:: i; k]) :: rem b (rem a s))
  | None => (bs, s) end.
Lemma invert_fastE ivs fr m : invert_fast ivs fr m = invert1 ivs fr m.
Proof.
case: m => bs s; rewrite /invert_fast /invert1; congr (match _ with Some _ => _ | None => _ end).
by do 3 !(apply: eq_first_some => ?); rewrite next_fastE.
Qed.
Definition step_fast (ivs : seq inverse) (fr : binders) (m : binders * seq atom) :=
  if proper fr m.1
  then let m1 := contract1 fr m in
       let m2 := unused1 (m1.1, filter (fun a => ~~ is_triv a) m1.2) in
       if proper fr m2.1 then invert_fast ivs fr m2 else m2
  else m.
Definition reduce_fast (ivs : seq inverse) (prs : seq pair1) (fr : binders) (m : mono) : mono :=
  let: (bs, s) := iter (size m.2.1).+1 (step_fast ivs fr) m.2 in
  (cred m.1, (bs, cancel prs (spread s))).
Lemma reduce_fastE ivs prs fr m : reduce_fast ivs prs fr m = reduce ivs prs fr m.
Proof.
rewrite /reduce_fast /reduce (@eq_iter _ _ (step ivs fr)) // => m'.
by rewrite /step_fast /step invert_fastE.
Qed.
Definition looks (bs : binders) (a : atom) :=
  (a.1, map (fun i => if i \in bv bs then None else Some i) a.2).
Definition alike (m1 m2 : binders * seq atom) :=
  if size m1.1 == size m2.1 then perm_eq (map (looks m1.1) m1.2) (map (looks m2.1) m2.2) else false.
Fixpoint insert_fast (m : mono) (p : poly) : poly :=
  match p with [::] => [:: m]
  | m' :: p' => if (if alike m.2 m'.2 then alpha_eq m.2 m'.2 else false)
                then (cadd m.1 m'.1, m'.2) :: p' else m' :: insert_fast m p' end.
Definition decide_fast (k : known) (e1 e2 : expr) : bool :=
  if norm (Add e1 (Opp e2)) is Some p then
    is0 (iter 2 (fun q => round k (turns q))
      (nonzero (foldr insert_fast [::]
        (map (reduce_fast (inverses k) (pairs k) (free_ k)) (nonzero p)))))
  else false.
End Faster.

Section Sound.
Variables (R : numFieldType) (sz : nat -> nat) (T : nat -> seq nat -> R).
Local Notation pval := (pval sz T).
Lemma insert_fast_sound m p r : pval (insert_fast m p) r = mval sz T m r + pval p r.
Proof.
elim: p => [|m' p IH] /=; first by rewrite /IndexSums.pval !big_cons !big_nil.
case: ifP => [|_]; last by rewrite /IndexSums.pval !big_cons -!/(pval _ r) IH addrCA.
case: alike => // h; have := @insert_sound R sz T m (m' :: p) r.
by rewrite /= h.
Qed.
Theorem decide_fast_sound k (depth : nat) e1 e2 r : holds sz T k -> in_range sz (free_ k) r ->
  decide_fast k e1 e2 -> eval sz T e1 r = eval sz T e2 r.
Proof.
move=> H R1; rewrite /decide_fast; case E: norm => [p|] //; set q := map _ _.
have /= h := norm_sound sz T r E; rewrite -nonzero_sound in h => /(is0_sound sz T r) h0.
apply/eqP; rewrite -subr_eq0 h; apply/eqP; move: h0.
rewrite /= !((fun p => round_sound p H R1), turns_sound) nonzero_sound => <-.
transitivity (pval q r).
  rewrite /q /IndexSums.pval big_map; apply: eq_bigr => m _.
  by case: H => HI HP _; rewrite reduce_fastE reduce_sound.
by elim: (q) => [|m q' IH] //=; rewrite insert_fast_sound -IH /IndexSums.pval big_cons.
Qed.
End Sound.
