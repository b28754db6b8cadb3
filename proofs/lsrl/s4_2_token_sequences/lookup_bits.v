(* Steps of a gain of 2 or more are bits where integers are compared, so that states hold natural numbers. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import zify.
From mathcomp.algebra_tactics Require Import ring.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Lines.
Variable F : realFieldType.
Let N := all_of F.
Variables (mu lam : F) (n M : nat).
Hypothesis mu2 : 2%:R <= mu.
Hypothesis lamM : M%:R <= lam.
Hypothesis n_gt0 : (0 < n)%N.
Definition gains := make_Gains N (make_Steps N mu mu^-1 2%:R^-1) lam.
Let by_ := get_Gains_steps N gains.
Lemma mu_gt0 : 0 < mu. Proof. exact: lt_le_trans mu2. Qed.
Lemma width_le : mu^-1 <= 2%:R^-1. Proof. by rewrite lef_pinv // posrE ?ltr0n // mu_gt0. Qed.
Lemma lam_ge0 : 0 <= lam. Proof. exact: le_trans (ler0n _ _) lamM. Qed.
Lemma half2 : 2%:R^-1 + 2%:R^-1 = 1 :> F.
Proof.
have h : 2%:R != 0 :> F by rewrite pnatr_eq0.
by apply: (mulIf h); rewrite mulrDl mulVf // mul1r.
Qed.
Lemma half_gt0 : 0 < 2%:R^-1 :> F. Proof. by rewrite invr_gt0 ltr0n. Qed.
Lemma half_le1 : 2%:R^-1 <= 1 :> F.
Proof. by rewrite -[X in _ <= X]half2 ler_addl ltW // half_gt0. Qed.
Lemma half_left : 1 - 2%:R^-1 = 2%:R^-1 :> F.
Proof. by rewrite -[X in X - _]half2 addrK. Qed.

Lemma relu_pos a : 0 <= a -> f_relu N a = a.
Proof. by rewrite /f_relu /nsub /= subr0 => ->. Qed.
Lemma relu_neg a : a <= 0 -> f_relu N a = 0.
Proof. by rewrite /f_relu /nsub /= subr0; case: (leP 0 a) => // h h'; apply/eqP; rewrite eq_le h h'. Qed.
Lemma ramp_none a : a <= 0 -> f_ramp N a mu mu^-1 = 0.
Proof.
move=> h; rewrite /f_ramp /= !relu_neg ?mulr0 ?subr0 //; last by rewrite pmulr_rle0 // mu_gt0.
by rewrite subr_le0; apply: le_trans h _; rewrite invr_ge0 ltW // mu_gt0.
Qed.
Lemma ramp_all a : 2%:R^-1 <= a -> f_ramp N a mu mu^-1 = 1.
Proof.
move=> h; have a0 : 0 <= a by apply: le_trans h; exact: ltW half_gt0.
rewrite /f_ramp /= !relu_pos ?subr_ge0 ?(le_trans width_le) ?mulr_ge0 ?(ltW mu_gt0) //.
by rewrite mulrBr mulfV ?gt_eqF ?mu_gt0 // opprB addrCA subrr addr0.
Qed.
Lemma reachesE (a b : nat) : f_reaches N a%:R b%:R by_ = (b <= a)%N%:R.
Proof.
rewrite /f_reaches /f_larger /=; have -> : a%:R + - (b%:R + - 2%:R^-1) = 2%:R^-1 + (a%:R - b%:R) :> F by rewrite opprB addrCA.
case: leqP => h.
  by apply: ramp_all; rewrite -{1}[2%:R^-1]addr0 ler_add2l subr_ge0 ler_nat.
apply: ramp_none; apply: (@le_trans _ _ (2%:R^-1 - 1)); last by rewrite subr_le0 half_le1.
by rewrite ler_add2l -opprB ler_oppl opprK -natrB ?(ltnW h) // ler1n subn_gt0.
Qed.
Lemma ramp_bit (b : bool) : f_ramp N b%:R mu mu^-1 = b%:R.
Proof. by case: b; [rewrite ramp_all // half_le1 | exact: ramp_none]. Qed.
Lemma bothE (a b : bool) : f_both N a%:R b%:R by_ = (a && b)%:R.
Proof.
rewrite /f_both !ramp_bit /f_overlap /=.
case: a b => [] [] /=; rewrite ?add0r ?addr0 ?subrr ?addrK.
- by rewrite relu_pos ?ler01.
- by rewrite relu_pos.
- by rewrite relu_pos.
by rewrite relu_neg // oppr_le0 ler01.
Qed.
Lemma smallE (a b : nat) : f_larger N (b%:R + 2%:R^-1) a%:R by_ = (a <= b)%N%:R.
Proof.
rewrite -[RHS]reachesE /f_reaches /f_larger /=.
by have -> : b%:R + 2%:R^-1 - a%:R = b%:R - (a%:R - 2%:R^-1) :> F by rewrite opprB addrA.
Qed.
Lemma equalsE (a b : nat) : f_equals N a%:R b%:R by_ = (a == b)%N%:R.
Proof. by rewrite /f_equals -/(f_reaches N a%:R b%:R by_) reachesE smallE bothE eqn_leq andbC. Qed.
Lemma onE (b : bool) : f_on N b%:R by_ = b%:R.
Proof.
rewrite /f_on /f_larger; case: b.
  by apply: ramp_all; rewrite /= half_left.
by apply: ramp_none; rewrite /= add0r oppr_le0 ltW // half_gt0.
Qed.
Lemma offE (k : nat) : f_off N k%:R by_ = (k == 0)%N%:R.
Proof. by rewrite -leqn0 -smallE add0r. Qed.
Lemma off_bit (b : bool) : f_off N b%:R by_ = (~~ b)%:R.
Proof. by case: b; rewrite (offE 1, offE 0). Qed.
Lemma notE (b : bool) : f_f_not N b%:R = (~~ b)%:R.
Proof. by case: b; rewrite /f_f_not /= ?subrr ?subr0. Qed.
Lemma copiesE (a b : bool) : f_copies N a%:R b%:R by_ = (a && ~~ b)%:R.
Proof. by rewrite /f_copies notE bothE. Qed.
Lemma beginsE (a : bool) (k : nat) : f_begins N a%:R k%:R by_ = (a && (k == 0)%N)%:R.
Proof. by rewrite /f_begins offE bothE. Qed.
Lemma larger_natE (a b : nat) : f_larger N b%:R a%:R by_ = (a < b)%N%:R.
Proof.
rewrite /f_larger; case: ltnP => h; last by apply: ramp_none; rewrite /= subr_le0 ler_nat.
apply: ramp_all; apply: (@le_trans _ _ 1); last by rewrite /= -natrB ?(ltnW h) // ler1n subn_gt0.
exact: half_le1.
Qed.
Lemma is_onE (c : bool) (t s : nat) : f_is_on N c%:R t%:R s%:R n%:R by_ = (c && (t < s + n)%N)%:R.
Proof.
rewrite /f_is_on; have -> : nadd N s%:R n%:R = (s + n)%:R by rewrite natrD.
by rewrite larger_natE bothE.
Qed.
Lemma keptE (b : bool) (v : nat) : (v <= M)%N -> f_kept N b%:R v%:R gains = (b * v)%:R.
Proof.
move=> h; rewrite /f_kept /f_silenced notE /=; case: b => /=; first by rewrite mulr0 subr0 mul1n relu_pos // ler0n.
by rewrite mulr1 mul0n relu_neg // subr_le0; apply: le_trans lamM; rewrite ler_nat.
Qed.
Lemma sum_fromE (a : F) (s : seq F) : nsum N a s = a + \sum_(c <- s) c.
Proof.
rewrite /nsum; elim: s a => [|c s IH] a /=; first by rewrite big_nil addr0.
by rewrite IH big_cons addrA.
Qed.
Lemma multipleE (k : nat) (a : F) : f_multiple N k a = a *+ k.
Proof.
rewrite /f_multiple sum_fromE add0r big_map /iota_to subn0 big_const_seq count_predT size_iota.
exact: iter_addr_0.
Qed.
Lemma enumE (T U : Type) (f : nat * T -> U) (h : nat -> T) m :
  map f (enumerated T (mkseq h m)) = mkseq (fun i => f (i, h i)) m.
Proof.
rewrite /enumerated size_mkseq /mkseq -{1}(map_id (iota 0 m)) zip_map -map_comp.
by apply: eq_map => i.
Qed.
Lemma sum_mkseq (h : nat -> nat) m : nsum N 0 (mkseq (fun i => (h i)%:R) m) = (\sum_(0 <= i < m) h i)%N%:R.
Proof. by rewrite sum_fromE add0r big_map natr_sum /index_iota subn0. Qed.
Lemma sum_one (h : nat -> nat) m k : (\sum_(0 <= i < m) (k == i) * h i)%N = ((k < m) * h k)%N.
Proof.
elim: m => [|m IH]; first by rewrite big_nil ltn0.
by rewrite big_nat_recr //= IH ltnS; case: (ltngtP k m) => [_|_|->]; rewrite ?mul1n ?mul0n ?addn0 ?add0n.
Qed.
