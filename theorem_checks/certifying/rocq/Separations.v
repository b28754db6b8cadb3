(* What no stack computes, as it is too steep, jumps, or grows too fast: the lemmas of the rules
   `not_lipschitz`, `not_continuous`, `superlinear` and `superexponential`. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import Stacks Compositions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Separations.
Variable F : realFieldType.
Local Notation vec := (vec F).
Implicit Types (c : seq vec -> seq vec) (xs ys : seq vec) (reads wanted : vec).
Variables (n l : nat) (every : (seq vec -> seq vec) -> Prop).
(* what `every` says holds of stacks, which put out as much as goes in *)
Hypothesis sizes : forall c, every c -> forall xs, size (c xs) = size xs.
(* a stack goes through a run: at the last token of a sequence it puts out what is wanted *)
Definition last_out c xs : vec := at_time (c xs) (size xs).-1.
Definition through c xs wanted : Prop :=
  (0 < size xs)%N /\ forall i, (i < l)%N -> last_out c xs i = wanted i.
Definition read (reads y : vec) : F := \sum_(i < l) reads i * y i.
Lemma read_small reads y d : small l d y -> `|read reads y| <= (\sum_(i < l) `|reads i|) * d.
Proof.
move=> h; apply: le_trans (ler_norm_sum _ _ _) _; rewrite mulr_suml; apply: ler_sum => i _.
by rewrite normrM ler_wpmul2l // h.
Qed.
Lemma read_minus reads y z : read reads y - read reads z = read reads (fun i => y i - z i).
Proof. by rewrite -sumrB; apply: eq_bigr => i _; rewrite mulrBr. Qed.
Lemma read_ext reads y z : (forall i, (i < l)%N -> y i = z i) -> read reads y = read reads z.
Proof. by move=> h; apply: eq_bigr => i _; rewrite h. Qed.
Lemma sum_ge0 reads : 0 <= \sum_(i < l) `|reads i|. Proof. exact: sumr_ge0. Qed.
Lemma along_at (R : vec -> vec -> Prop) xs ys t : along R xs ys -> (t < size xs)%N ->
  R (at_time xs t) (at_time ys t).
Proof. by elim: xs ys t => [|x xs IH] [|y ys] [|t] //= [h /IH k] // /k. Qed.
Lemma at_along (R : vec -> vec -> Prop) xs ys : size xs = size ys ->
  (forall t, (t < size xs)%N -> R (at_time xs t) (at_time ys t)) -> along R xs ys.
Proof.
elim: xs ys => [|x xs IH] [|y ys] //= [e] h; split; first exact: (h 0%N).
by apply: IH => // t ht; exact: (h t.+1).
Qed.
Lemma throughout_at (P : nat -> vec -> Prop) u xs t : throughout P u xs -> (t < size xs)%N ->
  P (u + t)%N (at_time xs t).
Proof.
elim: xs u t => [|x xs IH] u [|t] //= [h k] ht; first by rewrite addn0.
by rewrite addnS -addSn; exact: IH.
Qed.
Lemma at_throughout (P : nat -> vec -> Prop) u xs :
  (forall t, (t < size xs)%N -> P (u + t)%N (at_time xs t)) -> throughout P u xs.
Proof.
elim: xs u => [|x xs IH] u //= h; split; first by have := h 0%N isT; rewrite addn0.
by apply: IH => t ht; rewrite addSn -addnS; exact: (h t.+1).
Qed.
Lemma all_small T (a : nat -> vec) m : exists2 d, 0 <= d & forall t, (t < T)%N -> small m d (a t).
Proof.
apply: (@largest _ (fun t d => small m d (a t))) => [t d d' _ dd|t _]; first exact: small_more.
exact: vector_small.
Qed.

(* ---------- too steep ---------- *)
(* pairs of runs, for every number r, whose tokens are apart by what does not hang on r *)
Record steep := Steep {
  length : nat; one : F -> seq vec; other : F -> seq vec; wanted_one : F -> vec;
  wanted_other : F -> vec; apart : nat -> vec; reads_of : vec; slope_of : F; rest_of : F }.
Definition is_steep (p : steep) : Prop := forall r,
  [/\ size (one p r) = length p, size (other p r) = length p,
      forall t i, (t < length p)%N -> (i < n)%N ->
        at_time (one p r) t i - at_time (other p r) t i = apart p t i &
      read (reads_of p) (fun i => wanted_one p r i - wanted_other p r i)
        = r * slope_of p + rest_of p].
Theorem not_lipschitz C (choices : 'I_C -> steep) :
  (forall c, every c -> lipschitz n l c) -> (forall k, is_steep (choices k)) ->
  0 < \sum_k slope_of (choices k) ^+ 2 ->
  ~ exists2 c, every c & forall k r, through c (one (choices k) r) (wanted_one (choices k) r) /\
      through c (other (choices k) r) (wanted_other (choices k) r).
Proof.
move=> lip all_steep positive [c ec hc].
have [k sk] : exists k, slope_of (choices k) != 0.
  apply/existsP; apply: contraTT positive; rewrite negb_exists => /forallP none.
  by rewrite big1 ?ltxx // => k _; have := none k; rewrite negbK => /eqP ->; rewrite expr0n.
have {}hc := hc k; have {all_steep} := all_steep k; move: (choices k) sk hc => p s0 hc hp.
have [d d0 hd] := all_small (length p) (apart p) n.
have [K K0 hK] := lip c ec (length p).
pose S := \sum_(i < l) `|reads_of p i|.
have bound r : `|r * slope_of p + rest_of p| <= S * (K * d).
  have [s1 s2 ap <-] := hp r; have [[pos w1] [_ w2]] := hc r; rewrite s1 in pos.
  have close : along (near n d) (one p r) (other p r).
    by apply: at_along => [|t ht i hi]; rewrite ?s1 ?s2 // ap -?s1 // hd -?s1.
  have := along_at (t := (length p).-1) (hK d _ _ d0 s1 close); rewrite sizes // s1 ltn_predL.
  move/(_ pos) => h; apply: read_small => i hi; rewrite -w1 // -w2 // /last_out s1 s2.
  exact: h.
have := bound ((S * (K * d) + 1 - rest_of p) / slope_of p).
rewrite divfK // subrK ger0_norm.
  by rewrite ger_addl leNgt ltr01.
by rewrite addr_ge0 ?ler01 // !mulr_ge0 // sum_ge0.
Qed.

(* ---------- along a ray ---------- *)
Theorem superlinear T (run : F -> seq vec) (wanted : F -> vec) (at_one : nat -> vec) reads v p :
  (forall c, every c -> at_most_linear n l c) -> (1 < p)%N -> 0 < v ->
  (forall r, size (run r) = T /\
    forall t i, (t < T)%N -> (i < n)%N -> at_time (run r) t i = at_one t i * r) ->
  (forall r, read reads (wanted r) = v * r ^+ p) ->
  ~ exists2 c, every c & forall r, through c (run r) (wanted r).
Proof.
move=> lin p1 v0 hrun hread [c ec hc]; have [X X0 hX] := all_small T at_one n.
have [K K0 hK] := lin c ec T; pose S := \sum_(i < l) `|reads i|.
have S0 : 0 <= S := sum_ge0 reads.
have bound r : 1 <= r -> v * r <= S * (K * (1 + X)).
  move=> r1; have r0 : 0 < r by apply: lt_le_trans r1.
  have [sT hT] := hrun r; have [pos w] := hc r; rewrite sT in pos.
  have ok : throughout (fun=> small n (X * r)) 0 (run r).
    apply: at_throughout => t ht i hi; rewrite sT in ht; rewrite hT // normrM (gtr0_norm r0).
    by rewrite ler_pmul2r // hX.
  have := throughout_at (t := T.-1) (hK _ _ (mulr_ge0 X0 (ltW r0)) sT ok).
  rewrite sizes // sT ltn_predL => /(_ pos) h.
  have wS : small l (K * (1 + X * r)) (wanted r) by move=> i hi; rewrite -w // /last_out sT h.
  have := read_small reads wS; rewrite hread ger0_norm; last first.
    by rewrite mulr_ge0 ?ltW // exprn_gt0.
  move=> le; rewrite -(ler_pmul2r r0) -[X in X <= _]mulrA -expr2.
  apply: (@le_trans _ _ (v * r ^+ p)); first by rewrite ler_wpmul2l ?(ltW v0) // ler_weexpn2l.
  apply: le_trans le _; rewrite -mulrA ler_wpmul2l // -mulrA ler_wpmul2l // mulrDl mul1r ler_add2r.
  exact: r1.
have B0 : 0 <= S * (K * (1 + X)) by rewrite !mulr_ge0 // addr_ge0 ?ler01.
move: (S * (K * (1 + X))) bound B0 => B bound B0.
have := bound (1 + B / v); rewrite ler_addl divr_ge0 ?(ltW v0) // => /(_ isT).
by rewrite mulrDr mulr1 [v * (_ / v)]mulrC divfK ?gt_eqF // ger_addr leNgt v0.
Qed.

(* ---------- a jump ---------- *)
Theorem not_continuous T (run : F -> seq vec) (wanted : F -> vec) ys wanted_there
    (steps : nat -> vec) (limit slope reads : vec) gap :
  (forall c, every c -> continuous n l c) ->
  (forall r, 0 < r -> size (run r) = T /\ forall t i, (t < T)%N -> (i < n)%N ->
    at_time (run r) t i = at_time ys t i + steps t i * r) ->
  (forall r, 0 < r -> forall i, (i < l)%N -> wanted r i = limit i + slope i * r) -> size ys = T ->
  read reads (fun i => limit i - wanted_there i) = gap -> 0 < gap ^+ 2 ->
  ~ exists2 c, every c & through c ys wanted_there /\ forall r, 0 < r -> through c (run r) (wanted r).
Proof.
move=> cont hrun hw sy hgap gap2 [c ec [[posy wy] hc]]; rewrite sy in posy.
pose S := \sum_(i < l) `|reads i|; have S0 : 0 <= S := sum_ge0 reads.
have g0 : 0 < `|gap| by rewrite normr_gt0; apply: contraTneq gap2 => ->; rewrite expr0n ltxx.
have S1 : 0 < 1 + S by rewrite ltr_spaddl ?ltr01.
pose eps := `|gap| / (2%:R * (1 + S)).
have e0 : 0 < eps by rewrite divr_gt0 // mulr_gt0 ?ltr0n.
have [d d0 hd] := cont c ec ys eps e0.
have [X X0 hX] := all_small T steps n; have [Y Y0 hY] := vector_small l slope.
have Z0 : 0 < 1 + X + Y by rewrite -addrA ltr_spaddl ?ltr01 // addr_ge0.
pose r := Num.min d eps / (1 + X + Y).
have m0 : 0 < Num.min d eps by rewrite lt_minr d0.
have r0 : 0 < r by rewrite divr_gt0.
have part (a b : F) : 0 <= a -> a <= 1 + X + Y -> Num.min d eps <= b -> a * r <= b.
  move=> a0 aZ mb; apply: le_trans mb; rewrite /r mulrCA -[X in _ <= X]mulr1.
  by rewrite ler_pmul2l // ler_pdivr_mulr // mul1r.
have Xr : X * r <= d.
  by apply: part => //; [rewrite addrAC ler_addr addr_ge0 ?ler01|rewrite le_minl lexx].
have Yr : Y * r <= eps.
  by apply: part => //; [rewrite ler_addr addr_ge0 ?ler01|rewrite le_minl lexx orbT].
have [sr tr] := hrun r r0; have [posr wr] := hc r r0.
have close : along (near n d) ys (run r).
  apply: at_along => [|t ht i hi]; first by rewrite sr.
  rewrite sy in ht; rewrite tr // opprD addNKr normrN normrM (gtr0_norm r0).
  by apply: le_trans Xr; rewrite ler_pmul2r // hX.
have := along_at (t := T.-1) (hd _ close); rewrite sizes // sy ltn_predL => /(_ posy) h.
have {h} h : small l (eps + eps) (fun i => limit i - wanted_there i).
  move=> i hi; have := h i hi; have := wy i hi; have := wr i hi.
  rewrite /last_out sy sr => -> ->; rewrite hw // => near.
  rewrite (_ : _ - _ = (- (wanted_there i - (limit i + slope i * r))) - slope i * r); last by ring.
  apply: le_trans (ler_norm_sub _ _) (ler_add _ _); first by rewrite normrN.
  by rewrite normrM (gtr0_norm r0); apply: le_trans Yr; rewrite ler_pmul2r // hY.
have := read_small reads h; rewrite hgap -/S -mulr2n -mulr_natl mulrA => le.
have : `|gap| < `|gap|.
  apply: le_lt_trans le _; rewrite /eps mulrA ltr_pdivr_mulr; last by rewrite mulr_gt0 ?ltr0n.
  by rewrite mulrC ltr_pmul2l // mulrC ltr_pmul2l ?ltr0n // ltr_addr ltr01.
by rewrite ltxx.
Qed.
End Separations.

(* ---------- squared again and again ---------- *)
Lemma below_power a b : exists j, (a * (b + j) < 2 ^ j)%N.
Proof.
pose k := (a * b + 2 * a)%N; exists (2 * k)%N.
apply: (@leq_trans (k.+1 * k.+1)); last first.
  by rewrite mul2n -addnn expnD leq_mul // ltn_expl.
case: (posnP a) => [->|a0]; first by rewrite mul0n.
have k0 : (0 < k)%N by rewrite addn_gt0 !muln_gt0 a0 orbT.
apply: (@leq_ltn_trans (k * k)); last by rewrite ltn_mul.
have -> : (k * k = a * b * k + a * (2 * k))%N by rewrite {1}/k mulnDl mulnA [(2 * a)%N]mulnC.
by rewrite mulnDr leq_add2r leq_pmulr.
Qed.
Theorem superexponential (F : archiFieldType) n (every : (seq (vec F) -> seq (vec F)) -> Prop)
    (m : machine F) token count :
  (forall c, every c -> forall R, exists2 D, 1 <= D & forall xs,
    throughout (fun=> small n R) 0 xs ->
    throughout (fun t => small (outputs m) (D ^+ t.+1)) 0 (c xs)) ->
  (forall c, every c -> forall xs, size (c xs) = size xs) ->
  outputs m = 1%N -> (forall h x, output m h x 0%N = next m h x 0%N) ->
  (0 < count)%N -> 2%:R <= iter count (next m ^~ token) (start m) 0%N ->
  (forall h, 2%:R <= h 0%N -> h 0%N ^+ 2 <= next m h token 0%N) ->
  ~ exists2 c, every c & forall xs, same_along (outputs m) (c xs) (puts m xs).
Proof.
move=> exponential sizes o1 put c0 first step [c ec same].
have [R R0 hR] := vector_small n token; have [D D1 hD] := exponential c ec R.
have state j : 2%:R ^+ (2 ^ j) <= iter (count + j) (next m ^~ token) (start m) 0%N.
  elim: j => [|j IH]; first by rewrite addn0 expn0 expr1.
  rewrite addnS expnS mulnC exprM; apply: le_trans (step _ _).
    by rewrite ler_expn2r // nnegrE ?exprn_ge0 ?ler0n // (le_trans _ IH) // exprn_ge0 ?ler0n.
  by apply: le_trans IH; rewrite ler_eexpr ?expn_gt0 // ler1n.
have at_last h T t : (t < T)%N ->
    at_time (outs m h (nseq T token)) t 0%N = iter t.+1 (next m ^~ token) h 0%N.
  elim: T t h => [//|T IH] [|t] h /=; first by rewrite put.
  by rewrite ltnS => /(IH _ (next m h token)); rewrite /at_time /= => ->; rewrite -iterSr.
have bound j : 2%:R ^+ (2 ^ j) <= D ^+ (count + j).
  pose T := (count + j)%N; have T0 : (T.-1 < T)%N by rewrite ltn_predL addn_gt0 c0.
  have [_ e] := same (nseq T token).
  apply: le_trans (state j) _; rewrite -/T -(prednK (leq_ltn_trans (leq0n _) T0)) -(at_last _ T) //.
  rewrite -/(puts m _) -e ?o1 //; apply: le_trans (ler_norm _) _.
  have small_run : throughout (fun=> small n R) 0 (nseq T token).
    by elim: {T0 e} T 0%N => [//|T IH] u /=; split.
  have := throughout_at (t := T.-1) (hD _ small_run); rewrite sizes // size_nseq T0.
  by move/(_ isT 0%N); rewrite o1; apply.
pose a := Num.bound D; have Da : D <= 2%:R ^+ a.
  apply: le_trans (ltW (archi_boundP (le_trans ler01 D1))) _.
  by rewrite -natrX ler_nat ltnW // ltn_expl.
have [j hj] := below_power a count; have := bound j; rewrite leNgt => /negP; apply.
apply: (@le_lt_trans _ _ (2%:R ^+ a ^+ (count + j))).
  by rewrite ler_expn2r // nnegrE ?exprn_ge0 ?ler0n // (le_trans ler01).
by rewrite -exprM ltr_eexpn2l // ltr1n.
Qed.
