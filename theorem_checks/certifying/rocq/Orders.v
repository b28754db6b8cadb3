(* Orders of two indices in both directions: i <= j and j <= i, of which one holds, and both where
   i = j, free ones as well as bound ones. [decide_orders] is [decide] of IndexSums.v that knows this, too, and
   [decide_orders_sound] its soundness. And how many pairs i <= j there are. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* each order of two indices in one direction only, as [i <= j] = 1 + [i = j] - [j <= i]; which of
   two bound ones is the first is not said, as they can be renamed *)
Definition turned (bs : seq nat) (a : atom) : option (nat * nat) :=
  match a with
  | ((3%N, _), [:: i; j]) =>
      if (j \notin bs) && ((i \in bs) || (j < i)%N) then Some (i, j) else None
  | _ => None end.
Fixpoint turn (bs : seq nat) (s : seq atom) : seq (bool * seq atom) :=
  if s is a :: s' then
    if turned bs a is Some (i, j) then
      flatten (map (fun q => [:: q; (q.1, ((1%N, 0%N), [:: i; j]) :: q.2);
                                 (~~ q.1, ((3%N, 0%N), [:: j; i]) :: q.2)]) (turn bs s'))
    else map (fun q => (q.1, a :: q.2)) (turn bs s')
  else [:: (false, [::])].
Definition signed (m : mono) (l : seq (bool * seq atom)) : poly :=
  map (fun q => (if q.1 then copp m.1 else m.1, (m.2.1, q.2))) l.
Definition turn_mono (m : mono) : poly := signed m (turn (bv m.2.1) m.2.2).
Definition turns (p : poly) : poly := flatten (map turn_mono p).
(* an order of two bound indices, where the monomial with the other order has been seen *)
Definition faced (t i j : nat) (s : seq atom) : seq (bool * seq atom) :=
  [:: (false, s); (false, ((1%N, 0%N), [:: i; j]) :: s); (true, ((3%N, t), [:: j; i]) :: s)].
Definition facing (seen : poly) (m : mono) (a : atom) : option poly :=
  match a with
  | ((3%N, t), [:: i; j]) =>
      let s := rem a m.2.2 in
      if (a \in m.2.2) && has (fun m' => alpha_eq (m.2.1, ((3%N, t), [:: j; i]) :: s) m'.2) seen
      then Some (signed m (faced t i j s)) else None
  | _ => None end.
Fixpoint meets (seen p : poly) : poly :=
  if p is m :: p' then
    meets (if first_some (facing seen m) m.2.2 is Some q then q ++ seen else m :: seen) p'
  else seen.
Definition decide_orders (k : known) (depth : nat) (e1 e2 : expr) : bool :=
  if nf k depth (Add e1 (Opp e2)) is Some p
  then is0 (iter 2 (fun q => round k (meets [::] q)) (iter 2 (fun q => round k (turns q)) p))
  else false.

Section Sound.
Variables (R : numFieldType) (sz : nat -> nat) (T : nat -> seq nat -> R).
Local Notation aval := (aval sz T).
Local Notation pr := (pr sz T).
Local Notation pval := (pval sz T).
Local Notation mval := (mval sz T).
Definition sign (b : bool) : R := if b then -1 else 1.
Lemma turned_sound bs a i j r : turned bs a = Some (i, j) ->
  aval r a = 1 + (r i == r j)%:R - (r j <= r i)%N%:R.
Proof.
move: a => [[[|[|[|[|k]]]] t] [|i' [|j' [|l js]]]] //=; case: ifP => // _ [-> ->].
by case: ltngtP => _; rewrite ?addr0 ?subr0 ?addrK ?subrr.
Qed.
Lemma turn_sound bs s r : \sum_(q <- turn bs s) sign q.1 * pr q.2 r = pr s r.
Proof.
elim: s => [|a s IH] /=; first by rewrite big_seq1 mul1r.
rewrite [RHS]/IndexSums.pr big_cons -/(pr s r) -IH big_distrr /=; case E: turned => [[i j]|]; last first.
  by rewrite big_map; apply: eq_bigr => q _; rewrite /IndexSums.pr big_cons mulrCA.
rewrite big_flatten big_map; apply: eq_bigr => q _; rewrite !big_cons big_nil /= (turned_sound _ E).
rewrite ![pr (_ :: _) r]/IndexSums.pr !big_cons /= -/(pr q.2 r); set u := pr q.2 r.
have -> : sign (~~ q.1) = - sign q.1 by case: q.1; rewrite /sign /= ?opprK.
rewrite addr0 !mulrDl mul1r !mulNr addrA (mulrCA (sign q.1) (r i == r j)%:R u).
by rewrite (mulrCA (sign q.1) (r j <= r i)%N%:R u).
Qed.
Lemma signed_sound m l r : (forall r', \sum_(q <- l) sign q.1 * pr q.2 r' = pr m.2.2 r') ->
  pval (signed m l) r = mval m r.
Proof.
case: m => c [bs s] h; rewrite /signed /IndexSums.pval big_map /IndexSums.mval /bval /=.
transitivity (\sum_(q <- l) cv R c * msum sz bs (fun r' => sign q.1 * pr q.2 r') r).
  apply: eq_bigr => q _; rewrite -msum_scale mulrA; congr (_ * _).
  by rewrite /sign; case: q.1; rewrite ?cvN ?mulrN mulr1.
rewrite -big_distrr -msum_sum; congr (_ * _); apply: eq_msum => r'; exact: h.
Qed.
Lemma turn_mono_sound m r : pval (turn_mono m) r = mval m r.
Proof. by apply: signed_sound => r'; exact: turn_sound. Qed.
Lemma facing_sound seen m a q r : facing seen m a = Some q -> pval q r = mval m r.
Proof.
case: a => [[[|[|[|[|k]]]] t] [|i [|j [|l js]]]] //=; case: ifP => // /andP [ha _] [<-].
apply: (@signed_sound m (faced t i j (rem ((3%N, t), [:: i; j]) m.2.2))) => r'; rewrite [RHS](perm_big _ (perm_to_rem ha)) /= !big_cons big_nil /=.
set s := rem _ _; rewrite -[X in _ = _ * X]/(pr s r') ![pr (_ :: _) _]/IndexSums.pr !big_cons.
rewrite -!/(pr s r') /= addr0 /sign !mul1r mulN1r -[X in X + _]mul1r -mulNr -!mulrDl; congr (_ * _).
by case: ltngtP => _; rewrite ?sub0r ?subrr ?subr0 ?addr0.
Qed.
Lemma meets_sound seen p r : pval (meets seen p) r = pval seen r + pval p r.
Proof.
elim: p seen => [|m p IH] seen /=; first by rewrite [X in _ + X]/IndexSums.pval big_nil addr0.
rewrite IH [X in _ = _ + X]/IndexSums.pval big_cons -/(pval p r) addrA; congr (_ + _).
case E: first_some => [q|]; last by rewrite /IndexSums.pval big_cons addrC.
have [a hq] := first_someP E.
by rewrite /IndexSums.pval big_cat -!/(pval _ r) (facing_sound r hq) addrC.
Qed.
Lemma turns_sound p r : pval (turns p) r = pval p r.
Proof.
by rewrite /turns /IndexSums.pval big_flatten big_map; apply: eq_bigr => m _; exact: turn_mono_sound.
Qed.
Theorem decide_orders_sound k depth e1 e2 r : holds sz T k -> in_range sz (free_ k) r ->
  decide_orders k depth e1 e2 -> eval sz T e1 r = eval sz T e2 r.
Proof.
move=> H R1; rewrite /decide_orders; case E: nf => [p|] // /is0_sound h0.
have /= h := nf_sound H R1 E; apply/eqP; rewrite -subr_eq0 h -(h0 R sz T r).
lazy beta iota delta [iter]; rewrite !((fun p => round_sound p H R1), meets_sound, turns_sound).
by rewrite /IndexSums.pval !big_nil !add0r.
Qed.
End Sound.

Section Pairs.
Variable F : numFieldType.
Lemma less_equal (r u v : F) : u = v -> r + (u + - v) = r.
Proof. by move=> ->; rewrite subrr addr0. Qed.
Lemma pairs_below n : \sum_(i < n) \sum_(j < n) (i <= j)%N%:R = n%:R * (n%:R + 1) * 2%:R^-1 :> F.
Proof.
have h : 2%:R != 0 :> F by rewrite pnatr_eq0.
apply: (mulIf h); rewrite mulfVK //.
suff {h} -> : \sum_(i < n) \sum_(j < n) (i <= j)%N%:R = 'C(n.+1, 2)%:R :> F.
  by rewrite -natrM mulnC -mul_bin_diag bin1 /= natrM -addn1 natrD mulrC.
elim: n => [|n IH]; first by rewrite big_ord0.
rewrite big_ord_recr /= (eq_bigr (fun i : 'I_n => \sum_(j < n) (i <= j)%N%:R + 1)) => [|i _].
  rewrite big_split /= IH sumr_const card_ord big_ord_recr /= leqnn big1 => [|j _]; last first.
    by rewrite leqNgt ltn_ord.
  by rewrite add0r [in RHS]binS bin1 natrD -[n.+1]addn1 natrD addrA.
by rewrite big_ord_recr /= ltnW.
Qed.
End Pairs.
