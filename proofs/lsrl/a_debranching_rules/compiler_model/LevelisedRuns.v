(* Rational numbers, of which Rocq computes, and runs of programs in them. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums LsrlPrograms Levelised.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Definition rationals : numbers := @Numbers coef (Z0, xH) cone (fun a b => cred (cadd a b))
  (fun a b => cred (cmul a b)) copp cis0 cis_ge0.
Section Rationals.
Variable F : realFieldType.
Lemma pos_gt0 (p : positive) : 0 < ((Pos.to_nat p)%:R : F)^-1.
Proof. by rewrite invr_gt0 ltr0n; apply/ssrnat.ltP; exact: Pos2Nat.is_pos. Qed.
Lemma rational_is0 (a : coef) : cis0 a = (cv F a == 0).
Proof.
case: a => n p; rewrite /cv /cis0 /= mulf_eq0 (gt_eqF (pos_gt0 p)) orbF intr_eq0.
by case: n => [|q|q] //=; have := Pos2Nat.is_pos q; case: Pos.to_nat => // /ssrnat.ltP.
Qed.
Lemma rational_ge0 (a : coef) : cis_ge0 a = (0 <= cv F a).
Proof.
case: a => n p; rewrite /cv /cis_ge0 /= (pmulr_lge0 _ (pos_gt0 p)) ler0z.
by case: n => [|q|q] //=; have := Pos2Nat.is_pos q; case: Pos.to_nat => // /ssrnat.ltP.
Qed.
Definition of_rationals : meaning rationals F.
Proof.
refine (@Meaning rationals F (cv F) _ _ _ _ _ rational_is0 rational_ge0) => //.
- by rewrite /cv /= mul0r.
- exact: cv1.
- by move=> a b; rewrite /= cv_red cvD.
- by move=> a b; rewrite /= cv_red cvM.
- exact: cvN.
Defined.
(* all numbers of an ordered field *)
Definition all_of : numbers := @Numbers F 0 1 +%R *%R -%R (fun a => a == 0) (fun a => 0 <= a).
Definition of_all : meaning all_of F.
Proof. by refine (@Meaning all_of F id _ _ _ _ _ _ _). Defined.
End Rationals.
(* ---------- runs of programs in the numbers that they hold ---------- *)
Section Runs.
Variable N : numbers.
Definition crelu (a : N) : N := if nge0 a then a else n0 N.
Definition cdot (r : row N) (e : nat -> N) : N := foldr (fun a s => nadd (nmul a.2 (e a.1)) s) (n0 N) r.
Definition cform (e : nat -> N) (f : form N) : N := nadd (cdot f.1 e) f.2.
Definition centry (x : seq N) : nat -> N := nth (n0 N) x.
Definition cnode (old : seq N) (vs : seq (seq N)) (n : node N) : seq N :=
  match n with
  | Lin i fs => map (cform (centry (nth [::] vs i))) fs
  | ReLU i => map crelu (nth [::] vs i)
  | Multi i => let x := nth [::] vs i in
      [seq nmul a.1 a.2 | a <- zip (take (size x)./2 x) (drop (size x)./2 x)]
  | LinState i es => [seq nadd (cdot e.1.1 (centry old)) (cform (centry (nth [::] vs i)) e.1.2) | e <- es]
  | Concat l => flatten (map (nth [::] vs) l)
  end.
Definition cvalues (p : program N) (olds : seq (seq N)) (x : nat -> N) : seq (seq N) :=
  foldl (fun vs n => rcons vs (cnode (nth [::] olds (size vs)) vs n)) [:: mkseq x (dim p)] (nodes p).
Definition cfirst (n : node N) : seq N := if n is LinState _ es then map snd es else [::].
Definition crun (p : program N) (xs : seq (nat -> N)) : seq (seq N) :=
  foldl (cvalues p) ([::] :: map cfirst (nodes p)) xs.
Definition coutput (p : program N) xs x : seq N := last [::] (cvalues p (crun p xs) x).
Variables (F : realFieldType) (v : meaning N F).
Lemma v_nth (x : seq N) i : nth 0 (map v x) i = v (centry x i).
Proof.
rewrite /centry; case: (ltnP i (size x)) => h; first by rewrite (nth_map (n0 N)).
by rewrite !nth_default ?size_map ?val0.
Qed.
Lemma v_dot r (x : seq N) : dot v r (nth 0 (map v x)) = v (cdot r (centry x)).
Proof. by elim: r => [|a r IH] /=; rewrite ?val0 // valD valM IH v_nth. Qed.
Lemma v_form f (x : seq N) : fval v (nth 0 (map v x)) f = v (cform (centry x) f).
Proof. by rewrite /fval v_dot valD. Qed.
Lemma v_nths (vs : seq (seq N)) i : nth [::] (map (map v) vs) i = map v (nth [::] vs i).
Proof.
case: (ltnP i (size vs)) => h; first by rewrite (nth_map [::]).
by rewrite !nth_default ?size_map.
Qed.
Lemma v_node old vs n : node_value v (map v old) (map (map v) vs) n = map v (cnode old vs n).
Proof.
case: n => [i fs|i|i|i es|l] /=; rewrite ?v_nths.
- by rewrite -map_comp; apply: eq_map => f /=; rewrite v_form.
- rewrite -!map_comp; apply: eq_map => a /=; rewrite /relu /crelu (val_ge0 v).
  by case: (leP 0 (v a)) => h; rewrite ?val0.
- rewrite /halves_times size_map -map_take -map_drop.
  by elim: (take _ _) (drop _ _) => [|a l IH] [|b m] //=; rewrite IH valM.
- by rewrite -map_comp; apply: eq_map => a /=; rewrite v_dot v_form valD.
by rewrite map_flatten -map_comp; congr flatten; apply: eq_map => i /=; rewrite v_nths.
Qed.
Lemma v_values p olds x : values v p (map (map v) olds) (v \o x) = map (map v) (cvalues p olds x).
Proof.
rewrite /values /cvalues.
suff H : forall ns vs, foldl (fun vs n => rcons vs (node_value v (nth [::] (map (map v) olds) (size vs)) vs n))
    (map (map v) vs) ns = map (map v) (foldl (fun vs n => rcons vs (cnode (nth [::] olds (size vs)) vs n)) vs ns).
  by rewrite -H /= /mkseq -map_comp.
by elim=> [|n ns IH] vs //=; rewrite size_map v_nths v_node -map_rcons IH.
Qed.
(* what is computed is what is meant *)
Theorem computed p xs x : output v p (map (fun x => v \o x) xs) (v \o x) = map v (coutput p xs x).
Proof.
have E : run v p (map (fun x => v \o x) xs) = map (map v) (crun p xs).
  rewrite /run /crun; have : [::] :: map (first_value v) (nodes p) = map (map v) ([::] :: map cfirst (nodes p)).
    rewrite /= -map_comp; congr (_ :: _); apply: eq_map => n /=.
    by case: n => [? ?|?|?|? es|?] //=; rewrite -map_comp.
  move=> ->; move: (_ :: _); elim: xs => [|y xs IH] o //=; by rewrite v_values IH.
rewrite /output /coutput E v_values.
by case: (cvalues _ _ _) => [|a l] //=; rewrite last_map.
Qed.
End Runs.
