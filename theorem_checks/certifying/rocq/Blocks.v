(* Pairings without a defect, and those of defect 1, of words of blocks: W^a (W^T)^b and longer ones. *)
From mathcomp Require Import all_ssreflect zify.
From TheoremChecks Require Import Pairings.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* ---------- several words ---------- *)
Definition without_defect w := count_of [:: w] 0.
Definition with_defect w := count_of [:: w] 1.
Fixpoint one_with_defect ts :=
  if ts is w :: ts' then
    with_defect w * \prod_(v <- ts') without_defect v + without_defect w * one_with_defect ts'
  else 0.
Lemma sum_partners x u ts (f : nat * seq (seq bool) -> nat) :
  \sum_(p <- partners x u ts) f p =
  \sum_(s <- splits u) f (if s.1.2 == x then (1, (s.1.1 ++ turned s.2) :: ts)
                          else (0, s.1.1 :: s.2 :: ts)) +
  \sum_(r <- picks ts) \sum_(s <- splits r.1)
     f (2, (u ++ if s.1.2 == x then turned (s.2 ++ s.1.1) else s.2 ++ s.1.1) :: r.2).
Proof. by rewrite big_cat big_map big_allpairs_dep. Qed.
Lemma count0_cons x u ts : count_of ((x :: u) :: ts) 0 =
  \sum_(s <- splits u) if s.1.2 == x then 0 else count_of (s.1.1 :: s.2 :: ts) 0.
Proof.
rewrite count_cons sum_partners [X in _ + X]big1 ?addn0 => [|r _]; last by rewrite big1.
by apply: eq_bigr => s _; case: (_ == x).
Qed.
Lemma count1_cons x u ts : count_of ((x :: u) :: ts) 1 =
  \sum_(s <- splits u) if s.1.2 == x then count_of ((s.1.1 ++ turned s.2) :: ts) 0
                       else count_of (s.1.1 :: s.2 :: ts) 1.
Proof.
rewrite count_cons sum_partners [X in _ + X]big1 ?addn0 => [|r _]; last by rewrite big1.
by apply: eq_bigr => s _; case: (_ == x).
Qed.
(* all words, less the letters that are paired, are shorter *)
Lemma count0_prod ts : count_of ts 0 = \prod_(w <- ts) without_defect w.
Proof.
have [k] := ubnP (weight ts); elim: k ts => // k IH [|[|x u] ts] hk; first by rewrite big_nil.
  rewrite count_nil big_cons IH; last by move: hk; rewrite weight_nil; lia.
  by rewrite /without_defect count_nil mul1n.
rewrite big_cons /without_defect !count0_cons big_distrl /=; apply: eq_big_seq => s /splits_join hs.
move: hk; rewrite ltnS hs /weight /letters /= size_cat /= => hk.
case: ifP => // _; rewrite !IH /= /weight /letters /=; try lia.
by rewrite !big_cons big_nil muln1 mulnA.
Qed.
Lemma count1_sum ts : count_of ts 1 = one_with_defect ts.
Proof.
have [k] := ubnP (weight ts); elim: k ts => // k IH [|[|x u] ts] hk //.
  rewrite count_nil IH /=; last by move: hk; rewrite weight_nil; lia.
  by rewrite /with_defect /without_defect !count_nil mul1n.
rewrite [RHS]/= /with_defect /without_defect count1_cons count1_cons count0_cons !big_distrl -big_split /=.
apply: eq_big_seq => s /splits_join hs.
move: hk; rewrite ltnS hs /weight /letters /= size_cat /= => hk.
case: ifP => // _; first by rewrite mul0n addn0 !count0_prod !big_cons big_nil muln1.
rewrite !IH /= /weight /letters /=; try lia.
rewrite !count0_prod !big_cons !big_nil /with_defect /without_defect; lia.
Qed.

(* ---------- one word ---------- *)
Local Notation n0 := without_defect.
Local Notation n1 := with_defect.
Lemma n0_nil : n0 [::] = 1. Proof. by []. Qed.
Lemma n1_nil : n1 [::] = 0. Proof. by []. Qed.
Lemma n0_cons x u : n0 (x :: u) = \sum_(s <- splits u) if s.1.2 == x then 0 else n0 s.1.1 * n0 s.2.
Proof.
rewrite /n0 count0_cons; apply: eq_bigr => s _; case: ifP => // _.
by rewrite count0_prod !big_cons big_nil muln1.
Qed.
Lemma n1_cons x u : n1 (x :: u) = \sum_(s <- splits u)
  if s.1.2 == x then n0 (s.1.1 ++ turned s.2) else n1 s.1.1 * n0 s.2 + n0 s.1.1 * n1 s.2.
Proof.
rewrite /n1 count1_cons; apply: eq_bigr => s _; case: ifP => // _.
by rewrite count1_sum /= big_cons !big_nil muln0 addn0 !muln1.
Qed.
(* as many letters of the matrix as of its transpose *)
Lemma n0_unbalanced w : count_mem true w != count_mem false w -> n0 w = 0.
Proof.
have [k] := ubnP (size w); elim: k w => // k IH [|x u] hk //.
move=> ne; rewrite n0_cons big1_seq // => [[[p y] q]] /= /splits_join /= hs; case: ifP => // hx.
have [/leP hp /leP hq] : size p < k /\ size q < k.
  by move: hk; rewrite hs /= size_cat /= !ltnS => /leP; split; lia.
move: ne hx; rewrite hs /= !count_cat /= => ne hx.
have [e|n] := eqVneq (count_mem true p) (count_mem false p); last by rewrite IH //; apply/leP.
rewrite [n0 q]IH ?muln0 //; first exact/leP.
by apply: contraNneq ne => ->; rewrite e; case: (x) y hx {hs} => [] [] //= _; rewrite ?add0n ?add1n addnS.
Qed.
Lemma sum_splits_nseq b y v (f : seq bool * bool * seq bool -> nat) :
  \sum_(s <- splits (nseq b y ++ v)) f s =
  \sum_(0 <= i < b) f (nseq i y, y, nseq (b - i.+1) y ++ v) +
  \sum_(s <- splits v) f (nseq b y ++ s.1.1, s.1.2, s.2).
Proof.
by rewrite splits_cat big_cat !big_map splits_nseq big_map /index_iota subn0.
Qed.
Lemma sum_splits_nseq1 b y (f : seq bool * bool * seq bool -> nat) :
  \sum_(s <- splits (nseq b y)) f s = \sum_(0 <= i < b) f (nseq i y, y, nseq (b - i.+1) y).
Proof. by rewrite splits_nseq big_map /index_iota subn0. Qed.
Lemma sum_at k m (f : nat -> nat) : (forall i, i < m -> i != k -> f i = 0) ->
  \sum_(0 <= i < m) f i = (k < m) * f k.
Proof.
move=> hf; have [h|h] := ltnP k m; last first.
  by rewrite big_nat big1 // => i hi; rewrite hf //; lia.
rewrite mul1n (bigD1_seq k) ?iota_uniq ?mem_index_iota //= big_seq_cond big1 ?addn0 // => i.
by rewrite mem_index_iota => /andP [hi ne]; rewrite hf.
Qed.
Lemma nseq_neq b (x : bool) : b != 0 -> n0 (nseq b x) = 0.
Proof. by move=> hb; rewrite n0_unbalanced // !count_nseq; case: x => /=; lia. Qed.
Lemma n0_block a x v : n0 (nseq a.+1 x ++ v) =
  \sum_(s <- splits v) if s.1.2 == x then 0 else n0 (nseq a x ++ s.1.1) * n0 s.2.
Proof. by rewrite n0_cons sum_splits_nseq /= eqxx big1. Qed.
Lemma n1_block a x v : n1 (nseq a.+1 x ++ v) =
  \sum_(0 <= i < a) n0 (nseq i x ++ turned (nseq (a - i.+1) x ++ v)) +
  \sum_(s <- splits v) if s.1.2 == x then n0 ((nseq a x ++ s.1.1) ++ turned s.2)
    else n1 (nseq a x ++ s.1.1) * n0 s.2 + n0 (nseq a x ++ s.1.1) * n1 s.2.
Proof. by rewrite n1_cons sum_splits_nseq /= eqxx. Qed.
Lemma sum_block y b v (f : seq bool * bool * seq bool -> nat) :
  \sum_(s <- splits (nseq b y ++ v)) (if s.1.2 == y then 0 else f s) =
  \sum_(s <- splits v) if s.1.2 == y then 0 else f (nseq b y ++ s.1.1, s.1.2, s.2).
Proof. by rewrite sum_splits_nseq /= eqxx big1. Qed.
Lemma sum_other x b v (f : seq bool * bool * seq bool -> nat) :
  \sum_(s <- splits (nseq b (~~ x) ++ v)) (if s.1.2 == x then 0 else f s) =
  \sum_(0 <= i < b) f (nseq i (~~ x), ~~ x, nseq (b - i.+1) (~~ x) ++ v) +
  \sum_(s <- splits v) if s.1.2 == x then 0 else f (nseq b (~~ x) ++ s.1.1, s.1.2, s.2).
Proof. by rewrite sum_splits_nseq; congr (_ + _); apply: eq_bigr => i _ /=; case: x. Qed.
Lemma sum_other1 x b (f g : seq bool * bool * seq bool -> nat) :
  \sum_(s <- splits (nseq b (~~ x))) (if s.1.2 == x then g s else f s) =
  \sum_(0 <= i < b) f (nseq i (~~ x), ~~ x, nseq (b - i.+1) (~~ x)).
Proof.
by rewrite splits_nseq big_map /index_iota subn0; apply: eq_bigr => i _ /=; case: x.
Qed.
Lemma n0_two a b x : n0 (nseq a x ++ nseq b (~~ x)) = (a == b).
Proof.
have [->|ne] := eqVneq; last by rewrite n0_unbalanced // !count_cat !count_nseq; case: x => /=; lia.
elim: b => // b IH; rewrite n0_block -[nseq b.+1 (~~ x)]cats0 sum_other big_nil addn0.
rewrite (sum_at (k := b)) ?ltnSn ?subnn ?cats0 ?IH // => i hi ne.
by rewrite cats0 nseq_neq ?muln0 //; lia.
Qed.
Lemma n0_two' a b x : n0 (nseq a (~~ x) ++ nseq b x) = (a == b).
Proof. by rewrite -[in RHS](n0_two a b (~~ x)) negbK. Qed.
Lemma n0_three a b c x : n0 (nseq a x ++ nseq b (~~ x) ++ nseq c x) = (a + c == b).
Proof.
have [<-|ne] := eqVneq; last by rewrite n0_unbalanced // !count_cat !count_nseq; case: x => /=; lia.
case: a => [|a].
  by rewrite add0n n0_two' eqxx.
rewrite n0_block sum_other -[nseq c x]cats0 sum_block big_nil addn0.
rewrite (sum_at (k := a)) => [|i hi ne]; last by rewrite n0_two eq_sym (negbTE ne).
rewrite n0_two eqxx mul1n cats0 n0_two'.
by rewrite (_ : _ - _ == _) ?muln1 // ?addSn ?ltnS ?leq_addr // subSS addKn eqxx.
Qed.
Lemma n0_three' a b c x : n0 (nseq a (~~ x) ++ nseq b x ++ nseq c (~~ x)) = (a + c == b).
Proof. by rewrite -[in RHS](n0_three a b c (~~ x)) negbK. Qed.
Lemma n0_four a b c d x :
  n0 (nseq a x ++ nseq b (~~ x) ++ nseq c x ++ nseq d (~~ x)) =
  if a + c == b + d then (minn (minn a b) (minn c d)).+1 else 0.
Proof.
case: ifP => [/eqP h|/eqP ne]; last first.
  by rewrite n0_unbalanced // !count_cat !count_nseq; case: x => /=; lia.
elim: a d h => [|a IH] d h.
  by rewrite min0n min0n /= n0_three' -h eqxx.
rewrite n0_block sum_other sum_block -[nseq d (~~ x)]cats0 sum_other big_nil addn0.
rewrite (sum_at (k := a)) => [|i hi ne]; last by rewrite n0_two eq_sym (negbTE ne).
rewrite (sum_at (k := d.-1)) => [|i hi ne]; last by rewrite cats0 [X in _ * X]nseq_neq ?muln0 //; lia.
rewrite n0_two eqxx mul1n cats0 n0_three'.
case: d h => [|d] h /=; first by rewrite mul0n; lia.
rewrite subSS subnn cats0 n0_nil muln1 IH; lia.
Qed.

Lemma odd_runs m b : \sum_(0 <= i < m) ((i + b == m - i.+1) : nat) = (b < m) && odd (m + b).
Proof.
have [/andP [hb ho]|h] := boolP ((b < m) && odd (m + b)).
  rewrite (sum_at (f := fun i => (i + b == m - i.+1) : nat) (k := (m - b.+1)./2)) => [|i hi ne]; last by lia.
  by lia.
by rewrite big_nat big1 // => i hi; lia.
Qed.
Lemma n1_nseq e x : n1 (nseq e x) = (e != 0) && ~~ odd e.
Proof.
case: e => // e; rewrite -[nseq e.+1 x]cats0 n1_block big_nil addn0.
rewrite (eq_bigr (fun i => (i + 0 == e - i.+1) : nat)) ?odd_runs => [|i _]; first by lia.
by rewrite cats0 turned_nseq n0_two addn0.
Qed.
Lemma n1_two a b x :
  n1 (nseq a x ++ nseq b (~~ x)) = if (a == b) || odd (a + b) then 0 else (minn a b).+1.
Proof.
elim: a b => [|a IH] b.
  by rewrite n1_nseq min0n add0n eq_sym; case: eqP => //= _; case: odd.
rewrite n1_block sum_other1.
rewrite (eq_bigr (fun i => (i + b == a - i.+1) : nat)) ?odd_runs => [|i _]; last first.
  by rewrite turned_cat !turned_nseq negbK catA -nseqD n0_two.
have {IH} -> : \sum_(0 <= i < b) (n1 (nseq a x ++ nseq i (~~ x)) * n0 (nseq (b - i.+1) (~~ x)) +
    n0 (nseq a x ++ nseq i (~~ x)) * n1 (nseq (b - i.+1) (~~ x))) =
  (if b is b'.+1 then if (a == b') || odd (a + b') then 0 else (minn a b').+1 else 0) +
  (a < b) * ((b - a.+1 != 0) && ~~ odd (b - a.+1)).
  rewrite big_split /=; congr (_ + _).
    rewrite (sum_at (k := b.-1)) => [|i hi ne]; last by rewrite nseq_neq ?muln0 //; lia.
    by case: b => // b; rewrite ltnSn subnn IH muln1 mul1n.
  rewrite (sum_at (k := a)) => [|i hi ne]; last by rewrite n0_two eq_sym (negbTE ne).
  by rewrite n0_two eqxx mul1n n1_nseq.
case: b => [|b]; first by rewrite !addn0 minn0 /=; case: a => [|a] //=; case: odd.
rewrite addSn addnS /= negbK minnSS eqSS.
case: (ltngtP a b) => h.
- have -> : odd (b.+1 - a.+1) = odd (a + b) by rewrite subSS oddB ?(ltnW h) // oddD addbC.
  by case: (odd (a + b)) => /=; lia.
- have : a = b.+1 -> odd (a + b) by move=> ->; rewrite addSn /= addnn odd_double.
  by case: (odd (a + b)) => /=; lia.
by rewrite h addnn odd_double /=; lia.
Qed.
