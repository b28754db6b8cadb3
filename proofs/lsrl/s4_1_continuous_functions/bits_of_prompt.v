(* Tents on different cells are nowhere positive together, and far from each other where each is. So a
   sum of them changes as slowly as one; and what a prompt gives at the centres tells all signs. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp.algebra_tactics Require Import ring.
From mathcomp Require Import zify.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Tents.
Variable F : realFieldType.
Implicit Types (a b : F) (p q c : seq F) (u v : seq nat).

(* ---------- what is exported ---------- *)
Lemma largerE a b : f_larger (all_of F) a b = Num.max a b.
Proof. by rewrite /f_larger /nsub /= subr_ge0; case: (leP b a). Qed.
Lemma nsumE a s : nsum (all_of F) a s = a + \sum_(c <- s) c.
Proof.
rewrite /nsum; elim: s a => [|c s IH] a /=; first by rewrite big_nil addr0.
by rewrite IH big_cons addrA.
Qed.
Lemma multipleE k a : f_multiple (all_of F) k a = a *+ k.
Proof.
rewrite /f_multiple nsumE add0r big_map /iota_to subn0 big_const_seq count_predT size_iota.
exact: iter_addr_0.
Qed.
Lemma squareE p : f_square (all_of F) p = \sum_(x <- p) x * x.
Proof. by rewrite /f_square nsumE add0r big_map. Qed.
Lemma absoluteE a : f_absolute (all_of F) a = `|a|.
Proof.
rewrite /f_absolute /nsub /= subr0; case: (lerP 0 a) => h; first by rewrite ger0_norm.
by rewrite ltr0_norm.
Qed.
Lemma enumE (T : Type) (x : T) s : enumerated T s = [seq (i, nth x s i) | i <- iota 0 (size s)].
Proof.
rewrite /enumerated -{2}(mkseq_nth x s) /mkseq -{1}(map_id (iota 0 (size s))); exact: zip_map.
Qed.
Lemma powerE (b e : nat) : f_power (all_of F) b e = (b ^ e)%N.
Proof.
rewrite /f_power /iota_to subn0; elim: e => [|e IH] //.
by rewrite -(addn1 e) iotaD foldl_cat IH /= addn1 expnSr.
Qed.
Lemma wordsS s l : f_words (all_of F) s l.+1 =
  [seq rcons v k | v <- f_words (all_of F) s l, k <- iota 0 s].
Proof.
rewrite /f_words /iota_to !subn0 -(addn1 l) iotaD foldl_cat /=; congr flatten; apply: eq_map => v.
by apply: eq_map => k; rewrite cats1.
Qed.
Lemma size_words s l : size (f_words (all_of F) s l) = (s ^ l)%N.
Proof. by elim: l => [|l IH] //; rewrite wordsS size_allpairs IH size_iota expnSr. Qed.
Lemma uniq_words s l : uniq (f_words (all_of F) s l).
Proof.
elim: l => [|l IH] //; rewrite wordsS; apply: allpairs_uniq => //; first exact: iota_uniq.
by move=> [v k] [w j] _ _ /= /rcons_inj.
Qed.
Lemma size_word s l v : v \in f_words (all_of F) s l -> size v = l.
Proof.
elim: l v => [|l IH] v; first by rewrite inE => /eqP ->.
by rewrite wordsS => /allpairsP[[w k] [/IH <- _ ->]]; rewrite size_rcons.
Qed.

(* ---------- distances ---------- *)
Let apart := f_apart (all_of F).
Lemma apart_fold m s B :
  (foldl (fun m' '(a, b) => f_larger (all_of F) m' (f_larger (all_of F) (a - b) (b - a))) m s <= B) =
  (m <= B) && all (fun x : F * F => `|x.1 - x.2| <= B) s.
Proof.
elim: s m => [|[a b] s IH] m /=; first by rewrite andbT.
rewrite IH !largerE !le_maxl -!andbA; congr (_ && _).
by rewrite ler_norml ler_oppl opprB -andbA [RHS]andbCA.
Qed.
Lemma apartP p c B : (apart p c <= B) = (0 <= B) && all (fun x : F * F => `|x.1 - x.2| <= B) (zip p c).
Proof. exact: apart_fold. Qed.
Lemma apart_ge0 p c : 0 <= apart p c.
Proof. by have := lexx (apart p c); rewrite apartP => /andP[]. Qed.
Lemma apart_at p c i : size p = size c -> (i < size p)%N -> `|nth 0 p i - nth 0 c i| <= apart p c.
Proof.
move=> e hi; have := lexx (apart p c); rewrite apartP => /andP[_ /(all_nthP (0, 0)) h].
by have := h i; rewrite nth_zip //= size_zip e minnn -e => ->.
Qed.
Lemma apart_least p c B : size p = size c -> 0 <= B ->
  (forall i, (i < size p)%N -> `|nth 0 p i - nth 0 c i| <= B) -> apart p c <= B.
Proof.
move=> e hB h; rewrite apartP hB; apply/(all_nthP (0, 0)) => i; rewrite size_zip e minnn -e => hi.
by rewrite nth_zip //=; exact: h.
Qed.
Lemma triangle p q c : size p = size q -> size q = size c -> apart p c <= apart p q + apart q c.
Proof.
move=> e e'; apply: apart_least; [by rewrite e | by rewrite addr_ge0 ?apart_ge0 |] => i hi.
apply: le_trans (ler_dist_add (nth 0 q i) _ _) _; apply: ler_add; apply: apart_at => //.
by rewrite -e.
Qed.
Lemma apartC p c : size p = size c -> apart p c <= apart c p.
Proof.
move=> e; apply: apart_least => //; first exact: apart_ge0.
by move=> i hi; rewrite distrC; apply: apart_at => //; rewrite -e.
Qed.
Lemma apart_self p : apart p p = 0.
Proof.
apply/eqP; rewrite eq_le apart_ge0 andbT; apply: apart_least => // i _.
by rewrite subrr normr0.
Qed.
Lemma apart_attained m s : let f := foldl (fun m' '(a, b) => f_larger (all_of F) m' (f_larger (all_of F) (a - b) (b - a))) m s in
  f = m \/ exists2 x : F * F, x \in s & f = `|x.1 - x.2|.
Proof.
elim: s m => [|[a b] s IH] m /=; first by left.
case: (IH (f_larger (all_of F) m (f_larger (all_of F) (a - b) (b - a)))) => [-> | [x hx ->]]; last first.
  by right; exists x => //; rewrite inE hx orbT.
rewrite !largerE; case: (leP m (Num.max (a - b) (b - a))) => h; last by left.
right; exists (a, b); first by rewrite inE eqxx.
by rewrite -(opprB a b) maxrN.
Qed.
Lemma apart_square p q : apart p q * apart p q <= \sum_(x <- zip p q) (x.1 - x.2) * (x.1 - x.2).
Proof.
have sq (x : F * F) : 0 <= (x.1 - x.2) * (x.1 - x.2) by rewrite -expr2 sqr_ge0.
case: (apart_attained 0 (zip p q)) => [e | [x hx e]]; rewrite /apart /f_apart e.
  by rewrite mul0r; apply: sumr_ge0 => x _; exact: sq.
rewrite -expr2 real_normK ?num_real // expr2 (big_rem x) //= ler_addl.
by apply: sumr_ge0 => y _; exact: sq.
Qed.

(* ---------- tents ---------- *)
Section Cells.
Variables (m d : nat) (slope : F).
Hypothesis m_gt0 : (0 < m)%N.
Hypothesis slope_ge0 : 0 <= slope.
Let half := f_half_width (all_of F) m.
Let cells := f_words (all_of F) m d.
Let N := size cells.
Definition centre u := [seq half *+ (2 * k + 1) | k <- u].
Definition height c p := Num.max (f_tent (all_of F) slope half (apart p c)) 0.
Lemma tentE a : f_tent (all_of F) slope half a = slope * (half - a). Proof. by []. Qed.
Lemma half_gt0 : 0 < half.
Proof.
have h : 0 < (1 : F) *+ (2 * m) by rewrite pmulrn_lgt0 ?ltr01 // muln_gt0.
by rewrite /half /f_half_width /nsub /= subr0 multipleE gt_eqF //= invr_gt0.
Qed.
Lemma half_ge0 : 0 <= half. Proof. exact: ltW half_gt0. Qed.
Lemma centresE : f_centres (all_of F) m d = map centre cells.
Proof. by apply: eq_map => u; apply: eq_map => k; rewrite multipleE. Qed.
Lemma size_centre u : u \in cells -> size (centre u) = d.
Proof. by move/size_word => e; rewrite size_map. Qed.
Lemma centres_apart u v : u \in cells -> v \in cells -> u != v -> half *+ 2 <= apart (centre u) (centre v).
Proof.
move=> hu hv; move: (size_word hu) (size_word hv) => su sv ne.
have [i hi ne_i] : exists2 i, (i < d)%N & nth 0%N u i != nth 0%N v i.
  case: (boolP (has (fun i => nth 0%N u i != nth 0%N v i) (iota 0 d))) => [/hasP[i]|/hasPn h].
    by rewrite mem_iota => hi ?; exists i.
  case/negP: ne; apply/eqP/(@eq_from_nth _ 0%N) => [|i]; rewrite su ?sv // => hi.
  by apply/eqP/negbNE/h; rewrite mem_iota.
apply: le_trans (@apart_at _ _ i _ _); rewrite ?size_map ?su ?sv // !(nth_map 0%N) ?su ?sv //.
move: (nth 0%N u i) (nth 0%N v i) ne_i => x y; rewrite neq_ltn => /orP[] lt; first rewrite distrC.
  rewrite -mulrnBr; last by lia.
  by rewrite ger0_norm ?mulrn_wge0 ?half_ge0 // ler_wpmuln2l ?half_ge0 //; lia.
rewrite -mulrnBr; last by lia.
by rewrite ger0_norm ?mulrn_wge0 ?half_ge0 // ler_wpmuln2l ?half_ge0 //; lia.
Qed.
Lemma height_ge0 c p : 0 <= height c p. Proof. by rewrite /height le_maxr lexx orbT. Qed.
Lemma height_pos c p : 0 < height c p -> height c p = slope * (half - apart p c).
Proof. by rewrite /height lt_maxr ltxx orbF => h; rewrite max_l ?ltW. Qed.
(* two of them at two points, each positive *)
Lemma two_heights u v p q : u \in cells -> v \in cells -> u != v -> size p = d -> size q = d ->
  0 < height (centre u) p -> 0 < height (centre v) q -> height (centre u) p + height (centre v) q <= slope * apart p q.
Proof.
move=> hu hv ne sp sq /height_pos -> /height_pos ->.
rewrite -mulrDr; apply: ler_wpmul2l => //.
have h : half *+ 2 <= apart p (centre u) + (apart p q + apart q (centre v)).
  apply: le_trans (centres_apart hu hv ne) _.
  apply: le_trans (@triangle _ p _ _ _) _; rewrite ?size_centre ?sp //.
  by apply: ler_add; [apply: apartC; rewrite size_centre // sp | apply: triangle; rewrite ?size_centre ?sp ?sq].
rewrite -subr_ge0 in h; rewrite -subr_ge0; apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by rewrite mulr2n; ring.
Qed.
Lemma one_height u p q : u \in cells -> size p = d -> size q = d ->
  height (centre u) p <= height (centre u) q + slope * apart p q.
Proof.
move=> hu sp sq; have D := mulr_ge0 slope_ge0 (apart_ge0 p q).
rewrite {1}/height le_maxl addr_ge0 ?height_ge0 // andbT.
apply: le_trans (_ : slope * (half - apart q (centre u)) + slope * apart p q <= _); last first.
  by apply: ler_add => //; rewrite /height tentE le_maxr lexx.
rewrite tentE -mulrDr; apply: ler_wpmul2l => //; rewrite -addrA ler_add2l ler_oppl opprD opprK ler_subl_addr.
have := @triangle q p (centre u); rewrite sq sp size_centre // => /(_ erefl erefl) h.
by apply: le_trans h _; rewrite addrC ler_add2l; apply: apartC; rewrite sp sq.
Qed.

(* ---------- their sum ---------- *)
Variable signs : seq bool.
Definition sign (i : nat) : F := if nth false signs i then 1 else - 1.
Definition at_cell (i : nat) p := height (centre (nth [::] cells i)) p.
Definition total p := \sum_(i < N) sign i * at_cell i p.
Lemma totalE p cs : cs = [seq f_tent (all_of F) slope half x | x <- [seq apart p c | c <- f_centres (all_of F) m d]] ->
  f_tents (all_of F) cs signs = total p.
Proof.
move=> ->; rewrite /f_tents nsumE add0r centresE (enumE 0) !big_map !size_map.
rewrite -/N /total -(big_mkord xpredT (fun i => sign i * at_cell i p)) /index_iota subn0.
rewrite !big_seq; apply: eq_bigr => i; rewrite mem_iota => /andP[_ hi].
rewrite /= (nth_map 0) ?size_map // (nth_map [::]) ?size_map // (nth_map [::]) //.
rewrite /f_signed /f_sign_at !largerE /sign; case: ifP => _; first by rewrite mul1r.
by rewrite mulN1r.
Qed.
Lemma sign_le i a : 0 <= a -> sign i * a <= a.
Proof. by move=> h; rewrite /sign; case: ifP => _; rewrite ?mul1r // mulN1r; apply: (@le_trans _ _ 0); rewrite ?oppr_le0. Qed.
Lemma sign_ge i a : 0 <= a -> - a <= sign i * a.
Proof. by move=> h; rewrite /sign; case: ifP => _; rewrite ?mul1r ?mulN1r //; apply: (@le_trans _ _ 0); rewrite ?oppr_le0. Qed.
Lemma in_cells (i : 'I_N) : nth [::] cells i \in cells. Proof. exact: mem_nth. Qed.
Lemma other_cell (i j : 'I_N) : i != j -> nth [::] cells i != nth [::] cells j.
Proof. by rewrite nth_uniq ?uniq_words. Qed.
Lemma support p : size p = d -> (total p = 0 /\ forall i : 'I_N, at_cell i p = 0) \/
  exists i : 'I_N, [/\ 0 < at_cell i p, total p = sign i * at_cell i p & forall j : 'I_N, j != i -> at_cell j p = 0].
Proof.
move=> sp; case: (boolP [exists i : 'I_N, 0 < at_cell i p]) => [/existsP[i hi]|]; last first.
  rewrite negb_exists => /forallP none; left.
  have zero i : at_cell (i : 'I_N) p = 0.
    by apply/eqP; rewrite eq_le height_ge0 andbT leNgt none.
  by split=> //; rewrite /total big1 // => i _; rewrite zero mulr0.
have zero j : j != i -> at_cell (j : 'I_N) p = 0.
  move=> ne; apply/eqP; rewrite eq_le height_ge0 andbT leNgt; apply/negP => hj.
  have := two_heights (in_cells i) (in_cells j) (other_cell _) sp sp hi hj.
  rewrite eq_sym ne apart_self mulr0 => /(_ isT); rewrite leNgt => /negP; apply.
  exact: addr_gt0.
right; exists i; split=> //; rewrite /total (bigD1 i) //= big1 ?addr0 // => j ne.
by rewrite zero // mulr0.
Qed.
Lemma total_slow p q : size p = d -> size q = d -> total p - total q <= slope * apart p q.
Proof.
move=> sp sq; have D := mulr_ge0 slope_ge0 (apart_ge0 p q).
have one i : at_cell (i : 'I_N) p <= at_cell i q + slope * apart p q by exact: one_height (in_cells i) sp sq.
have one' i : at_cell (i : 'I_N) q <= at_cell i p + slope * apart p q.
  apply: le_trans (one_height (in_cells i) sq sp) _; rewrite ler_add2l; apply: ler_wpmul2l => //.
  by apply: apartC; rewrite sp sq.
have ge i r : 0 <= at_cell i r by exact: height_ge0.
case: (support sp) => [[-> zp]|[i [hi -> zp]]]; case: (support sq) => [[-> zq]|[j [hj -> zq]]].
- by rewrite subr0.
- rewrite sub0r ler_oppl; apply: le_trans (sign_ge _ (ge _ _)); rewrite ler_opp2.
  by have := one' j; rewrite zp add0r.
- rewrite subr0; apply: le_trans (sign_le _ (ge _ _)) _.
  by have := one i; rewrite zq add0r.
- case: (eqVneq i j) hj zq => [<-|ne] hj zq.
    rewrite -mulrBr /sign; case: ifP => _; first by rewrite mul1r ler_subl_addl.
    by rewrite mulN1r opprB ler_subl_addl.
  apply: le_trans (two_heights (in_cells i) (in_cells j) (other_cell ne) sp sq hi hj).
  apply: ler_add; first exact/sign_le/ge.
  by rewrite ler_oppl; exact/sign_ge/ge.
Qed.
Lemma total_centre (i : 'I_N) : total (centre (nth [::] cells i)) = sign i * (slope * half).
Proof.
rewrite /total (bigD1 i) //= {1}/at_cell /height apart_self tentE subr0 max_l; last by rewrite mulr_ge0 ?half_ge0.
rewrite big1 ?addr0 // => j ne; rewrite /at_cell /height tentE max_r ?mulr0 //.
apply: mulr_ge0_le0 => //; rewrite subr_le0.
apply: le_trans (centres_apart (in_cells i) (in_cells j) (other_cell _)); last by rewrite eq_sym.
by rewrite mulr2n ler_addl half_ge0.
Qed.
End Cells.

(* ---------- signs, and what tells them ---------- *)
Fixpoint digits k n := if n is n'.+1 then odd k :: digits k./2 n' else [::].
Lemma signs_ofE k n : f_signs_of (all_of F) k n = digits k n.
Proof.
rewrite /f_signs_of /iota_to subn0.
suff fold s i : (let '(_, found) := foldl (fun '(a, found) (_ : nat) =>
    (divn a 2, found ++ [:: eqn (modn a 2) 1])) (k, s) (iota i n) in found) = s ++ digits k n by exact: fold.
elim: n k s i => [|n IH] k s i /=; first by rewrite cats0.
by rewrite IH modn2 divn2 -catA; case: (odd k).
Qed.
Lemma size_digits k n : size (digits k n) = n. Proof. by elim: n k => //= n IH k; rewrite IH. Qed.
Lemma digits_inj n k j : (k < 2 ^ n)%N -> (j < 2 ^ n)%N -> digits k n = digits j n -> k = j.
Proof.
elim: n k j => [|n IH] k j; first by rewrite expn0; case: k j => [|?] [|?].
rewrite expnS => hk hj [e /IH e']; rewrite -(odd_double_half k) -(odd_double_half j) e e' //; lia.
Qed.
Lemma block (T : Type) (ss : seq (seq T)) n i : all (fun s => size s == n) ss -> (i < size ss)%N ->
  drop (i * n) (take ((i + 1) * n) (flatten ss)) = nth [::] ss i.
Proof.
elim: ss i => [|s ss IH] [|i] //= /andP[/eqP e h] hi.
  by rewrite mul0n drop0 mul1n take_cat -e ltnn subnn take0 cats0.
rewrite take_cat e ifN; last by rewrite -leqNgt leq_pmull.
rewrite drop_cat e ifN; last by rewrite -leqNgt mulSn leq_addr.
by rewrite mulSn addSn mulSn !addKn; exact: IH.
Qed.

Section Prompts.
Variables (m d : nat) (slope error : F).
Hypothesis m_gt0 : (0 < m)%N.
Hypothesis slope_ge0 : 0 <= slope.
Hypothesis small : error *+ (2 * m) < slope.
Let half := f_half_width (all_of F) m.
Let N := size (f_words (all_of F) m d).
Let heights := [seq f_tent (all_of F) slope half x | x <- f_from_centres (all_of F) m d].
Lemma error_small : error < slope * half.
Proof.
have h : 0 < (1 : F) *+ (2 * m) by rewrite pmulrn_lgt0 ?ltr01 // muln_gt0.
have -> : half = ((1 : F) *+ (2 * m))^-1 by rewrite /half /f_half_width /nsub /= subr0 multipleE gt_eqF.
by rewrite ltr_pdivl_mulr // mulrnAr mulr1.
Qed.
Lemma heights_at (i : 'I_N) signs :
  f_tents (all_of F) (drop (i * N) (take ((i + 1) * N) heights)) signs = sign signs i * (slope * half).
Proof.
rewrite -(total_centre m_gt0 slope_ge0 signs i); apply: totalE.
rewrite /heights -map_take -map_drop; congr map; rewrite /f_from_centres block; last 2 first.
- by apply/allP => _ /mapP[p _ ->]; rewrite size_map centresE size_map.
- by rewrite size_map centresE size_map.
rewrite (nth_map [::]) centresE ?size_map //; congr map.
  by rewrite (nth_map [::]).
Qed.
Lemma met_tells outputs k : f_is_met (all_of F) outputs heights (f_signs_of (all_of F) k N) N error ->
  f_signs_of (all_of F) k N = mkseq (fun i => 0 < nth 0 outputs i) N.
Proof.
rewrite /f_is_met all_map /iota_to subn0 => /allP met.
apply: (@eq_from_nth _ false); rewrite signs_ofE size_digits ?size_mkseq // => i hi.
have := met i; rewrite mem_iota => /(_ hi); rewrite /= /nsub /= subr_ge0 absoluteE signs_ofE.
rewrite (heights_at (Ordinal hi)) /= nth_mkseq // /sign /f_value_at; have small' := error_small.
case: (nth false (digits k N) i); rewrite ?mul1r ?mulN1r ler_norml => /andP[lo hi'].
  symmetry; rewrite -(ltr_add2r (- (slope * half))) add0r; apply: lt_le_trans lo; by rewrite ltr_opp2.
symmetry; apply/negbTE; rewrite -leNgt -(ler_add2r (slope * half)) add0r.
by rewrite opprK in hi'; apply: le_trans hi' (ltW _).
Qed.
Lemma missed found : (size found < 2 ^ N)%N ->
  has id [seq all id [seq ~~ f_is_met (all_of F) outputs heights (f_signs_of (all_of F) k N) N error | outputs <- found]
    | k <- iota_to 0 (addn (size found) 1)].
Proof.
move=> few; rewrite has_map /iota_to subn0 addn1; apply: contraT => /hasPn none.
have : (size [seq digits k N | k <- iota 0 (size found).+1] <= size [seq mkseq (fun i => (0 < nth 0 o i)%R) N | o <- (found : seq (seq F))])%N.
  apply: uniq_leq_size.
    rewrite map_inj_in_uniq ?iota_uniq // => k j; rewrite !mem_iota !add0n /= => hk hj.
    by apply: digits_inj; [apply: leq_trans hk _ | apply: leq_trans hj _].
  move=> _ /mapP[k hk ->]; have := none k hk; rewrite /= all_map -has_predC => /hasP[o ho] /=.
  rewrite negbK => /met_tells; rewrite signs_ofE => ->; exact: map_f.
by rewrite !size_map size_iota ltnn.
Qed.
End Prompts.
End Tents.

Theorem proved : statement.
Proof.
move=> F N; split.
  move=> m other p signs slope; rewrite /f_always /f_is_lipschitz /nsub /= subr_ge0.
  set q := f_as_long _ p other; have sq : size q = size p by rewrite /q /f_as_long size_map /iota_to size_iota subn0.
  rewrite absoluteE; set L := `|slope|; have L0 : 0 <= L by exact: normr_ge0.
  rewrite (totalE (m := m) (d := size p) (slope := L) signs (p := p)) //.
  rewrite (totalE (m := m) (d := size p) (slope := L) signs (p := q)); last by rewrite -sq.
  set change := total _ _ _ _ p - _.
  have /andP[lo hi] : - (L * f_apart (all_of F) p q) <= change <= L * f_apart (all_of F) p q.
    case: (posnP m) => [m0|m_gt0].
      have none r : total m (size p) L signs r = 0.
        have half0 : f_half_width (all_of F) m = 0 by rewrite m0 /f_half_width /nsub /= subr0 multipleE mulr0n eqxx.
        rewrite /total big1 // => i _; rewrite /at_cell /height half0 /f_tent max_r ?mulr0 //=.
        by rewrite sub0r mulrN oppr_le0 mulr_ge0 ?apart_ge0.
      by rewrite /change !none subr0 oppr_le0 mulr_ge0 ?apart_ge0.
    rewrite total_slow // andbT ler_oppl opprB; apply: le_trans (total_slow m_gt0 L0 signs sq erefl) _.
    by apply: ler_wpmul2l => //; exact: apartC.
  have square : change * change <= (L * f_apart (all_of F) p q) * (L * f_apart (all_of F) p q).
    set B := L * _ in lo hi *; rewrite -subr_ge0.
    have -> : B * B - change * change = (B - change) * (change - (- B)) by ring.
    by rewrite mulr_ge0 ?subr_ge0.
  apply: le_trans square _; rewrite mulrACA; apply: ler_wpmul2l; first by rewrite mulr_ge0.
  rewrite squareE; apply: le_trans (apart_square p q) _; rewrite big_map le_eqVlt; apply/orP; left.
  by apply/eqP; apply: eq_bigr => -[a b].
move=> m d error l model point slope symbols; rewrite /f_always /f_needs_prompts absoluteE.
case: ifP => // /negbT; rewrite negb_or => /andP[m0]; rewrite /nsub /= subr_ge0 -ltNge multipleE => small.
have m_gt0 : (0 < m)%N by rewrite lt0n.
rewrite !powerE -(size_words F m d); case: leqP => //= few.
apply: (missed m_gt0 _ small); first exact: normr_ge0.
apply: leq_ltn_trans few; rewrite -(size_words F symbols l) /f_answers size_map size_zip; exact: geq_minl.
Qed.
