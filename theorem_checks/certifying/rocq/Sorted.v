(* [decide_fast] of Faster.v for equations of thousands of monomials: these are sorted by which atoms
   stand in them, and each is compared with those of the same atoms alone. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra ssrZ.
From TheoremChecks Require Import IndexSums Orders Faster.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* the atoms of a monomial as numbers, in order *)
Fixpoint put_in (x : N) (s : seq N) : seq N :=
  if s is y :: s' then if N.leb x y then x :: s else y :: put_in x s' else [:: x].
Definition key_of (m : mono) : seq N :=
  foldr put_in [::] (map (fun a : atom => N.add (N.mul 8 (N.of_nat a.1.2)) (N.of_nat a.1.1)) m.2.2).
Fixpoint key_leq (s t : seq N) : bool :=
  match s, t with
  | [::], _ => true
  | _, [::] => false
  | x :: s', y :: t' => if N.eqb x y then key_leq s' t' else N.leb x y end.
Fixpoint key_eq (s t : seq N) : bool :=
  match s, t with
  | [::], [::] => true
  | x :: s', y :: t' => if N.eqb x y then key_eq s' t' else false
  | _, _ => false end.
Definition keyed := (seq N * mono)%type.
Fixpoint insert_keyed (m : keyed) (p : seq keyed) : seq keyed :=
  match p with
  | [::] => [:: m]
  | m' :: p' =>
      if key_eq m.1 m'.1 then
        if (if alike m.2.2 m'.2.2 then alpha_eq m.2.2 m'.2.2 else false)
        then (m'.1, (cadd m.2.1 m'.2.1, m'.2.2)) :: p' else m' :: insert_keyed m p'
      else m :: p end.
Definition collect_sorted (p : poly) : poly :=
  map snd (foldr insert_keyed [::]
    (sort (fun m1 m2 : keyed => key_leq m1.1 m2.1) (map (fun m => (key_of m, m)) p))).
Definition decide_sorted (k : known) (e1 e2 : expr) : bool :=
  if norm (Add e1 (Opp e2)) is Some p then
    is0 (iter 2 (fun q => round k (turns q))
      (nonzero (collect_sorted (map (reduce_fast (inverses k) (pairs k) (free_ k)) (nonzero p)))))
  else false.

Section Sound.
Variables (R : numFieldType) (sz : nat -> nat) (T : nat -> seq nat -> R).
Local Notation pval := (pval sz T).
Local Notation kval p r := (\sum_(m <- p) mval sz T m.2 r).
Lemma insert_keyed_sound (m : keyed) p r : kval (insert_keyed m p) r = mval sz T m.2 r + kval p r.
Proof.
elim: p => [|m' p IH] /=; first by rewrite !big_cons !big_nil.
case: key_eq; last by rewrite !big_cons.
case: ifP => [|_]; last by rewrite !big_cons IH addrCA.
case: alike => // h; have := @insert_sound R sz T m.2 [:: m'.2] r.
by rewrite /= h /IndexSums.pval !big_cons !big_nil !addr0 addrA => ->.
Qed.
Lemma collect_sorted_sound p r : pval (collect_sorted p) r = pval p r.
Proof.
rewrite /collect_sorted /IndexSums.pval big_map; set q := sort _ _.
have -> : kval (foldr insert_keyed [::] q) r = kval q r.
  by elim: q => [|m q IH] //=; rewrite insert_keyed_sound big_cons IH.
rewrite (perm_big (map (fun m => (key_of m, m)) p)) ?big_map //=.
by rewrite /q; apply/permPl/perm_sort.
Qed.
Theorem decide_sorted_sound k (depth : nat) e1 e2 r : holds sz T k -> in_range sz (free_ k) r ->
  decide_sorted k e1 e2 -> eval sz T e1 r = eval sz T e2 r.
Proof.
move=> H R1; rewrite /decide_sorted; case E: norm => [p|] //; set q := map _ _.
have /= h := norm_sound sz T r E; rewrite -nonzero_sound in h => /(is0_sound sz T r) h0.
apply/eqP; rewrite -subr_eq0 h; apply/eqP; move: h0.
rewrite /= !((fun p => round_sound p H R1), turns_sound) nonzero_sound collect_sorted_sound => <-.
rewrite /q /IndexSums.pval big_map; apply: eq_bigr => m _.
by case: H => HI HP _; rewrite reduce_fastE reduce_sound.
Qed.
End Sound.
