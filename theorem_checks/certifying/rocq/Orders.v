(* Orders of two indices in both directions: i <= j and j <= i, of which one holds, and both where
   i = j. [decide_orders] is [decide] of IndexSums.v that knows this, too, and
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
Definition turn_mono (m : mono) : poly :=
  map (fun q => (if q.1 then copp m.1 else m.1, (m.2.1, q.2))) (turn (bv m.2.1) m.2.2).
Definition turns (p : poly) : poly := flatten (map turn_mono p).
Definition decide_orders (k : known) (depth : nat) (e1 e2 : expr) : bool :=
  if nf k depth (Add e1 (Opp e2)) is Some p
  then is0 (iter 2 (fun q => round k (turns q)) p) else false.

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
Lemma turn_mono_sound m r : pval (turn_mono m) r = mval m r.
Proof.
case: m => c [bs s]; rewrite /turn_mono /IndexSums.pval big_map /IndexSums.mval /bval /=.
transitivity (\sum_(q <- turn (bv bs) s) cv R c * msum sz bs (fun r' => sign q.1 * pr q.2 r') r).
  apply: eq_bigr => q _; rewrite -msum_scale mulrA; congr (_ * _).
  by rewrite /sign; case: q.1; rewrite ?cvN ?mulrN mulr1.
rewrite -big_distrr -msum_sum; congr (_ * _); apply: eq_msum => r'; exact: turn_sound.
Qed.
Lemma turns_sound p r : pval (turns p) r = pval p r.
Proof.
by rewrite /turns /IndexSums.pval big_flatten big_map; apply: eq_bigr => m _; exact: turn_mono_sound.
Qed.
Theorem decide_orders_sound k depth e1 e2 r : holds sz T k -> in_range sz (free_ k) r ->
  decide_orders k depth e1 e2 -> eval sz T e1 r = eval sz T e2 r.
Proof.
move=> H R1; rewrite /decide_orders; case E: nf => [p|] // /is0_sound h0.
have /= h := nf_sound H R1 E; apply/eqP; rewrite -subr_eq0 h -(h0 R sz T r) /=.
by rewrite !((fun p => round_sound p H R1), turns_sound).
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
