(* A run adds a multiple of a hat at each token. What a grid adds makes its nodes right to half a step, and
   between nodes the error is the mean of those at the nodes, and of what the function varies. *)
From mathcomp Require Import zify.
From mathcomp.algebra_tactics Require Import ring.

Section Counting.
Variable F : realFieldType.
Implicit Types (a delta : F).
Lemma count_iota (p : pred nat) m : (forall k, p k.+1 -> p k) ->
  forall k, (k < m)%N -> p k = (k < count p (iota 0 m))%N.
Proof.
move=> down; elim: m => // m IH k; rewrite -{2}(addn1 m) iotaD count_cat /= add0n addn0 => hk.
case: (boolP (p m)) => hm.
  have all_ i : (i <= m)%N -> p i.
    by move=> hi; rewrite -(subKn hi); elim: (m - i)%N => [|j IHj]; rewrite ?subn0 // subnS; case: (m - j)%N IHj => // ? /down.
  have -> : count p (iota 0 m) = m.
    rewrite -[RHS](size_iota 0 m); apply/eqP; rewrite -all_count; apply/allP => i; rewrite mem_iota => /andP[_ hi].
    by apply: all_; rewrite ltnW.
  by rewrite addn1 hk all_ // -ltnS.
rewrite addn0; move: hk; rewrite ltnS leq_eqVlt => /orP[/eqP -> | hk]; last exact: IH.
rewrite (negbTE hm); symmetry; apply/negbTE; rewrite -leqNgt.
by rewrite -[X in (_ <= X)%N](size_iota 0 m) count_size.
Qed.
Definition counted a delta k :=
  ~~ (0 <= delta *+ (2 * k + 1) - (a + a)) || (delta *+ (2 * k + 1) - (a + a) == 0) && eqn (modn k 2) 1.
Lemma stepsE a delta most : f_steps (all_of F) a delta most = count (counted a delta) (iota 0 most).
Proof.
rewrite /f_steps /iota_to subn0; have one (s : seq nat) : sumn [seq 1%N | _ <- s] = size s by elim: s => //= x s ->.
by rewrite one size_filter; apply: eq_count => k; rewrite /counted /nsub /= multipleE.
Qed.
Lemma counted_le a delta k : counted a delta k -> delta *+ (2 * k + 1) <= a + a.
Proof. by rewrite /counted -ltNge subr_lt0 => /orP[/ltW // | /andP[/eqP /subr0_eq -> _]]. Qed.
Lemma counted_ge a delta k : ~~ counted a delta k -> a + a <= delta *+ (2 * k + 1).
Proof. by rewrite /counted negb_or negbK subr_ge0 => /andP[]. Qed.
Lemma counted_down a delta k : 0 < delta -> counted a delta k.+1 -> counted a delta k.
Proof.
move=> d0 /counted_le h; rewrite /counted -ltNge subr_lt0; apply/orP; left; apply: lt_le_trans h.
by rewrite ltr_pmuln2l //; lia.
Qed.
Lemma steps_less a delta most k : 0 < delta -> (k < f_steps (all_of F) a delta most)%N -> delta *+ (2 * k + 1) <= a + a.
Proof.
move=> d0 h; apply: counted_le; rewrite stepsE in h.
rewrite (@count_iota (counted a delta) most) //; first by move=> j; exact: counted_down.
apply: leq_trans h _; by rewrite -[X in (_ <= X)%N](size_iota 0 most) count_size.
Qed.
Definition nearest a delta most : F := (f_steps (all_of F) a delta most)%:R - (f_steps (all_of F) (- a) delta most)%:R.
Lemma steps_none a delta most : 0 < delta -> a <= 0 -> f_steps (all_of F) a delta most = 0%N.
Proof.
move=> d0 a0; case E: (f_steps _ _ _ _) => [//|k].
have := @steps_less a delta most 0 d0; rewrite E => /(_ isT); rewrite mulr1n leNgt => /negP; case.
by apply: le_lt_trans d0; rewrite -[0]addr0 ler_add.
Qed.
Lemma steps_near a delta most : 0 < delta -> 0 <= a -> a <= delta *+ most ->
  `|delta * (f_steps (all_of F) a delta most)%:R - a| *+ 2 <= delta.
Proof.
move=> d0 a0 am; set N := f_steps _ _ _ _.
have lo : (delta *+ N) *+ 2 - delta <= a + a.
  case E: N => [|k]; first by rewrite mulr0n mul0rn add0r; apply: (@le_trans _ _ 0); [rewrite oppr_le0 ltW | exact: addr_ge0].
  have := @steps_less a delta most k d0; rewrite -/N E => /(_ (ltnSn _)); apply: le_trans.
  by rewrite -mulrnA -{2}(mulr1n delta) -mulrnBr; [rewrite ler_wpmuln2l ?ltW //; lia | lia].
have hi : a + a <= (delta *+ N) *+ 2 + delta.
  case: (ltnP N most) => h.
    have nc : ~~ counted a delta N.
      rewrite (@count_iota (counted a delta) most) // -?stepsE ?ltnn // => j; exact: counted_down.
    by apply: le_trans (counted_ge nc) _; rewrite -mulrnA -mulrSr ler_wpmuln2l ?ltW //; lia.
  apply: le_trans (_ : (delta *+ N) *+ 2 <= _); last by rewrite ler_addl ltW.
  rewrite mulr2n; apply: ler_add; apply: le_trans am _; by rewrite ler_wpmuln2l ?ltW.
rewrite mulr_natr -normrMn ler_norml mulrnBl (mulr2n a); apply/andP; split.
  by rewrite ler_subr_addr addrC ler_subl_addr.
by rewrite ler_subl_addr addrC -ler_subl_addr.
Qed.
Lemma nearest_near a delta most : 0 < delta -> `|a| <= delta *+ most -> `|delta * nearest a delta most - a| *+ 2 <= delta.
Proof.
move=> d0 ha; rewrite /nearest; case: (lerP 0 a) => a0.
  rewrite (@steps_none (- a)) ?oppr_le0 // subr0; apply: steps_near => //.
  by apply: le_trans (ler_norm a) ha.
rewrite (@steps_none a _ _ d0 (ltW a0)) sub0r mulrN; set S := _%:R; have -> : - (delta * S) - a = - (delta * S - - a) by ring.
rewrite normrN /S.
apply: steps_near => //; [by rewrite oppr_ge0 ltW | by apply: le_trans ha; rewrite -normrN ler_norm].
Qed.
Lemma steps_few a delta most K k : 0 < delta -> a <= delta *+ K -> (k < f_steps (all_of F) a delta most)%N -> (k < K)%N.
Proof.
move=> d0 ha /(steps_less d0) h; have : delta *+ (2 * k + 1) <= delta *+ (K + K).
  by apply: le_trans h _; rewrite mulrnDr; exact: ler_add.
by rewrite ler_pmuln2l //; lia.
Qed.
End Counting.

Section Runs.
Variables (F : realFieldType) (d e : nat).
Implicit Types (q y t : seq F) (T : seq (seq F)) (delta : F).

(* ---------- tokens of hats ---------- *)
Definition centre t := mkseq (fun i => nth 0 t (2 + i)) d.
Definition weight t k := nth 0 t (2 + d + k).
Definition sum_of T k q := \sum_(t <- T) weight t k * at_offset (nth 0 t 1) (centre t) q.
Definition good delta t := [/\ nth 0 t 0 = 0, (exists2 m, nth 0 t 1 = delta *+ m & delta *+ m <= 1),
  (forall i, (i < d)%N -> exists2 k, nth 0 t (2 + i) = delta *+ k & delta *+ k <= 1) &
  (forall k, (k < e)%N -> [\/ weight t k = 1, weight t k = - 1 | weight t k = 0])].
Definition step (s : seq F * seq F) (x : seq F) : seq F * seq F :=
  let q := map (fun '(i, a) => a + f_kept_at_query (all_of F) (nth 0 x (2 + i)) (nth 0 x 0)) (enumerated _ s.1) in
  let h := f_hat (all_of F) (nth 0 x 1) (map (fun '(i, a) => a - nth 0 x (2 + i)) (enumerated _ q)) in
  (q, map (fun '(k, b) => b + f_weighted (all_of F) h (nth 0 x (2 + d + k))) (enumerated _ s.2)).
Lemma zerosE n : [seq (0 : F) | _ <- iota_to 0 n] = nseq n 0.
Proof. by rewrite /iota_to subn0; elim: n {1}0%N => //= n IH i; rewrite IH. Qed.
Lemma hat_valuesE T : f_hat_values (all_of F) d e T = (foldl step (nseq d 0, nseq e 0) T).2.
Proof.
rewrite /f_hat_values -!zerosE; move: (map _ _) (map _ _) => q y /=.
have same : forall s, (let '(v_q, v_y) := foldl (fun '(v_q, v_y) v_x =>
   (map (fun '(v_i, v_a) => v_a + f_kept_at_query (all_of F) (f_entry_of (all_of F) v_x (addn 2 v_i)) (f_entry_of (all_of F) v_x 0)) (enumerated _ v_q),
    map (fun '(v_k, v_b) => v_b + f_weighted (all_of F) (f_hat (all_of F) (f_entry_of (all_of F) v_x 1)
      (map (fun '(v_i, v_a) => v_a - f_entry_of (all_of F) v_x (addn 2 v_i)) (enumerated _ (map (fun '(v_i, v_a) => v_a + f_kept_at_query (all_of F) (f_entry_of (all_of F) v_x (addn 2 v_i)) (f_entry_of (all_of F) v_x 0)) (enumerated _ v_q)))))
      (f_entry_of (all_of F) v_x (addn (addn 2 d) v_k))) (enumerated _ v_y))) s T in v_y) = (foldl step s T).2.
  by elim: T => [|x T IH] [q' y'] //=; rewrite IH.
exact: same.
Qed.
Lemma map_enumerated (G : nat -> F -> F) s : map (fun '(i, a) => G i a) (enumerated _ s) = mkseq (fun i => G i (nth 0 s i)) (size s).
Proof. by rewrite (enumE 0) -map_comp. Qed.
Lemma stepE q y x : size q = d -> size y = e ->
  let q' := mkseq (fun i => nth 0 q i + f_kept_at_query (all_of F) (nth 0 x (2 + i)) (nth 0 x 0)) d in
  step (q, y) x = (q', mkseq (fun k => nth 0 y k + f_weighted (all_of F) (at_offset (nth 0 x 1) (centre x) q') (weight x k)) e).
Proof.
move=> sq sy q'; rewrite /step !map_enumerated /= sq sy -/q'; congr (_, _); apply: eq_map => k; congr (_ + f_weighted (all_of F) _ _).
rewrite hatE; congr left; rewrite /q' /differences /centre size_mkseq; set G := fun i => nth 0 q i + _.
rewrite /mkseq zip_map -map_comp; apply/eq_in_map => i; rewrite mem_iota add0n => hi /=.
by rewrite (nth_map 0%N) ?size_iota // nth_iota.
Qed.
Lemma left_le delta xs : 0 <= delta -> left delta 0 0 xs <= delta.
Proof.
move=> d0; rewrite /left /pos le_maxl d0 andbT -addrA ger_addl -opprD oppr_le0.
by apply: addr_ge0; exact: (foldl_max 0).
Qed.
Lemma weightedE h w : 0 <= h -> h <= 1 -> [\/ w = 1, w = - 1 | w = 0] -> f_weighted (all_of F) h w = w * h.
Proof.
move=> h0 h1; rewrite /f_weighted !reluE /=; case=> ->.
- rewrite addrK mul1r pos_all // pos_none ?subr0 //; apply: (@le_by _ _ _ (1 + (1 - h))); last by ring.
  by rewrite addr_ge0 ?subr_ge0.
- rewrite opprK addrK mulN1r (@pos_all _ h) // pos_none ?sub0r //; apply: (@le_by _ _ _ (1 + (1 - h))); last by ring.
  by rewrite addr_ge0 ?subr_ge0.
by rewrite subr0 addr0 subrr mul0r.
Qed.
Lemma step_good delta q y t : 0 <= delta -> good delta t -> size q = d -> size y = e ->
  step (q, y) t = (q, mkseq (fun k => nth 0 y k + weight t k * at_offset (nth 0 t 1) (centre t) q) e).
Proof.
move=> d0 [t0 [m tm m1] tc tw] sq sy; rewrite stepE //.
have -> : mkseq (fun i => nth 0 q i + f_kept_at_query (all_of F) (nth 0 t (2 + i)) (nth 0 t 0)) d = q.
  apply: (@eq_from_nth _ 0); rewrite size_mkseq ?sq // => i hi; rewrite nth_mkseq //.
  have [k -> k1] := tc i hi; rewrite /f_kept_at_query t0 reluE /= addr0 pos_none ?addr0 //.
  by rewrite subr_le0.
congr (_, _); apply: (@eq_from_nth _ 0); rewrite !size_mkseq // => k hk; rewrite !nth_mkseq // weightedE ?tm //.
- exact: left_ge0.
- by apply: le_trans (left_le _ _) m1; rewrite mulrn_wge0.
exact: tw.
Qed.
Lemma run_good delta q y T : 0 <= delta -> (forall t, t \in T -> good delta t) -> size q = d -> size y = e ->
  (foldl step (q, y) T).2 = mkseq (fun k => nth 0 y k + sum_of T k q) e.
Proof.
move=> d0; elim: T y => [|t T IH] y gT sq sy /=.
  apply: (@eq_from_nth _ 0); rewrite ?size_mkseq ?sy // => k hk; by rewrite nth_mkseq // /sum_of big_nil addr0.
rewrite (step_good d0 (gT t _) sq sy); last by rewrite inE eqxx.
rewrite IH ?size_mkseq //; last by move=> u hu; apply: gT; rewrite inE hu orbT.
apply: (@eq_from_nth _ 0); rewrite !size_mkseq // => k hk; rewrite !nth_mkseq //.
by rewrite /sum_of big_cons addrA.
Qed.
Lemma outputs delta q T : 0 <= delta -> (forall t, t \in T -> good delta t) -> size q = d -> (forall x, x \in q -> 0 <= x) ->
  f_hat_values (all_of F) d e (f_query_token (all_of F) q e :: T) = mkseq (fun k => sum_of T k q) e.
Proof.
move=> d0 gT sq q0; rewrite hat_valuesE [foldl _ _ _]/= stepE ?size_nseq //.
set x := f_query_token _ _ _; have xE i : (i < d)%N -> nth 0 x (2 + i) = nth 0 q i.
  by move=> hi; rewrite /x /f_query_token nth_cat /= addKn nth_cat sq hi.
have xw k : weight x k = 0.
  rewrite /weight /x /f_query_token nth_cat /= -addnA addKn nth_cat sq ltnNge leq_addr /= addKn zerosE nth_nseq.
  by case: ifP.
have qE : mkseq (fun i => nth 0 (nseq d 0) i + f_kept_at_query (all_of F) (nth 0 x (2 + i)) (nth 0 x 0)) d = q.
  apply: (@eq_from_nth _ 0); rewrite size_mkseq ?sq // => i hi; rewrite nth_mkseq // nth_nseq hi add0r xE //.
  by rewrite /f_kept_at_query reluE /= addrK pos_all // q0 // mem_nth // sq.
rewrite qE (run_good d0 gT sq) ?size_mkseq //.
apply: (@eq_from_nth _ 0); rewrite !size_mkseq // => k hk; rewrite !nth_mkseq // nth_nseq hk add0r.
rewrite xw weightedE ?mul0r ?add0r //; [exact: left_ge0 | | by apply: Or33].
by apply: le_trans (left_le _ _) ler01.
Qed.
End Runs.

Section Grids.
Variables (F : realFieldType) (d e : nat).
Implicit Types (q y t v : seq F) (T : seq (seq F)) (delta : F).
Let Y := @sum_of F d.
Let all_good delta T := forall t, t \in T -> good d e delta t.
Lemma good_finer delta t : good d e (delta *+ 2) t -> good d e delta t.
Proof.
case=> t0 [m tm m1] tc tw; split=> //; first by exists (2 * m)%N; rewrite mulrnA.
by move=> i hi; have [k tk k1] := tc i hi; exists (2 * k)%N; rewrite mulrnA.
Qed.
Lemma over_nodes (X : seq (seq F)) (G : seq F -> F) : \sum_(v <- X) G v = \sum_(i <- iota 0 (size X)) G (nth [::] X i).
Proof. by rewrite -(big_map (nth [::] X) xpredT G) -/(mkseq _ _) mkseq_nth. Qed.

Section Between.
Variables (delta : F) (n : nat) (T : seq (seq F)) (q : seq F).
Hypothesis d0 : 0 < delta.
Hypothesis sq : size q = d.
Hypothesis hq : inside delta n q.
Let V := nodes delta n d.
Let H v := at_offset delta v q.
Lemma H_ge0 v : 0 <= H v. Proof. exact: left_ge0. Qed.
Lemma total : \sum_(v <- V) H v = delta.
Proof.
rewrite (sum_nodes delta n _ sq) (grid_of_nodes delta n q (left delta 0 0)) partition ?(ltW d0) //.
by rewrite !subr0 pos_all ?(ltW d0).
Qed.
Lemma spread_of : (\sum_(v <- V) H v * norm (differences q v)) *+ 4 <= (delta * delta * delta) *+ d.
Proof.
rewrite (sum_nodes delta n _ sq) (grid_of_nodes delta n q (fun xs => left delta 0 0 xs * norm xs)).
by rewrite spread ?(ltW d0) // -sq; apply: sum_sides => //; exact: ltW.
Qed.
Lemma interpolated k : all_good delta T -> \sum_(v <- V) H v * Y T k v = delta * Y T k q.
Proof.
move=> gT; rewrite /Y /sum_of [RHS]big_distrr /=.
under eq_bigr do rewrite big_distrr /=.
rewrite exchange_big /= !big_seq; apply: eq_bigr => t ht; have [_ [m -> _] tc _] := gT t ht.
rewrite mulrCA -(@refined _ delta n m (centre d t) q) ?size_mkseq ?sq //; last first.
  move=> x /mapP[i]; rewrite mem_iota add0n => /andP[_ hi] ->; have [j -> _] := tc i hi; exact: on_grid_nat.
by rewrite big_distrr; apply: eq_bigr => v _; rewrite /= mulrCA.
Qed.
Lemma error_between (f : nat -> F) (fq slope root : F) k : all_good delta T ->
  (forall i, (i < size V)%N -> `|Y T k (nth [::] V i) - f i| *+ 2 <= delta) ->
  (forall i, (i < size V)%N -> (fq - f i) * (fq - f i) <= slope * slope * norm (differences q (nth [::] V i))) ->
  0 <= root -> (slope * slope) *+ d <= root * root -> `|Y T k q - fq| *+ 2 <= delta * (root + 1).
Proof.
move=> gT near vary r0 hr; set I := iota 0 (size V); pose h i := H (nth [::] V i).
pose S1 := \sum_(i <- I) h i * (Y T k (nth [::] V i) - f i); pose S2 := \sum_(i <- I) h i * (fq - f i).
have tot : \sum_(i <- I) h i = delta by rewrite -over_nodes total.
have e12 : delta * (Y T k q - fq) = S1 - S2.
  rewrite /S1 /S2 -sumrB (eq_bigr (fun i => h i * Y T k (nth [::] V i) - h i * fq)); last by move=> i _; ring.
  rewrite sumrB -big_distrl /= tot -(over_nodes V (fun v => H v * Y T k v)) interpolated //; ring.
have hI i : i \in I -> (i < size V)%N by rewrite mem_iota add0n.
have b1 : `|S1| *+ 2 <= delta * delta.
  apply: le_trans (_ : (\sum_(i <- I) h i * `|Y T k (nth [::] V i) - f i|) *+ 2 <= _).
    rewrite ler_pmuln2r //; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => i _.
    by rewrite normrM ger0_norm // H_ge0.
  have -> : delta * delta = \sum_(i <- I) h i * delta by rewrite -big_distrl tot.
  rewrite -sumrMnl !big_seq; apply: ler_sum => i /hI hi.
  by rewrite -mulrnAr; apply: ler_wpmul2l; [exact: H_ge0 | exact: near].
have b2 : `|S2| *+ 2 <= root * (delta * delta).
  rewrite -normrMn -(@ler_pexpn2r _ 2) ?nnegrE ?normr_ge0 ?mulr_ge0 ?(ltW d0) // real_normK ?num_real //.
  have := @mean_near F I h (fun i => fq - f i) (fun i => norm (differences q (nth [::] V i))) delta slope d d0.
  move=> /(_ (fun i => H_ge0 _) tot) near2.
  have sp : (\sum_(i <- I) h i * norm (differences q (nth [::] V i))) *+ 4 <= (delta * delta * delta) *+ d.
    by rewrite -(over_nodes V (fun v => H v * norm (differences q v))); exact: spread_of.
  have := near2 sp (fun i hi => vary i (hI i hi)); rewrite -/S2 => b.
  have -> : (S2 *+ 2) ^+ 2 = (S2 * S2) *+ 4 by ring.
  apply: le_trans b _; have -> : (root * (delta * delta)) ^+ 2 = (root * root) * (delta * delta * (delta * delta)) by ring.
  have -> : (slope * slope * (delta * delta) * (delta * delta)) *+ d = (slope * slope) *+ d * (delta * delta * (delta * delta)).
    by rewrite mulrnAl; congr (_ *+ _); ring.
  by apply: ler_wpmul2r; rewrite ?mulr_ge0 ?(ltW d0).
have scaled : `|Y T k q - fq| * delta = `|S1 - S2| by rewrite -e12 normrM (ger0_norm (ltW d0)) mulrC.
rewrite -(ler_pmul2r d0) mulrnAl scaled.
have -> : delta * (root + 1) * delta = delta * delta + root * (delta * delta) by ring.
apply: le_trans (_ : `|S1| *+ 2 + `|S2| *+ 2 <= _); last exact: ler_add.
by rewrite -mulrnDl ler_pmuln2r // ler_norm_sub.
Qed.
End Between.

(* ---------- the tokens of one grid ---------- *)
Lemma unaryE a delta most r : 0 < delta -> f_unary (all_of F) a delta most r =
  (r < f_steps (all_of F) a delta most)%:R - (r < f_steps (all_of F) (- a) delta most)%:R.
Proof.
move=> d0; rewrite /f_unary /=; case: (lerP 0 a) => a0.
  by rewrite (@steps_none _ (- a)) ?oppr_le0 // ltn0 subr0; case: ifP.
by rewrite (steps_none most d0 (ltW a0)) ltn0 sub0r; case: ifP => _; rewrite ?oppr0.
Qed.
Lemma sum_below s most : (s <= most)%N -> \sum_(r <- iota 0 most) ((r < s)%:R : F) = s%:R.
Proof.
move=> h; rewrite -(subnKC h) iotaD big_cat /= [X in _ + X]big_seq [X in _ + X]big1 ?addr0; last first.
  by move=> r; rewrite mem_iota add0n => /andP[hr _]; rewrite ltnNge hr.
rewrite big_seq (eq_bigr (fun _ => 1)); last by move=> r; rewrite mem_iota add0n => /andP[_ ->].
by rewrite -big_seq big_const_seq count_predT size_iota iter_addr addr0.
Qed.
Lemma steps_most a delta most : (f_steps (all_of F) a delta most <= most)%N.
Proof. by rewrite stepsE -[X in (_ <= X)%N](size_iota 0 most) count_size. Qed.
Let any_step (M : seq F) delta most (r : nat) := has id [seq (leq r.+1 (f_steps (all_of F) a delta most)) || (leq r.+1 (f_steps (all_of F) (- a) delta most)) | a <- M].
Lemma correctionsE M delta most : f_corrections (all_of F) M delta most =
  [seq [seq f_unary (all_of F) a delta most r | a <- M] | r <- iota 0 most & any_step M delta most r].
Proof. by rewrite /f_corrections /iota_to subn0. Qed.
Lemma corrections_sum M delta most k : 0 < delta -> (k < size M)%N ->
  \sum_(w <- f_corrections (all_of F) M delta most) nth 0 w k = nearest (nth 0 M k) delta most.
Proof.
move=> d0 hk; rewrite correctionsE big_map big_filter.
rewrite (eq_bigr (fun r => f_unary (all_of F) (nth 0 M k) delta most r)); last by move=> r _; rewrite (nth_map 0).
transitivity (\sum_(r <- iota 0 most) f_unary (all_of F) (nth 0 M k) delta most r).
  rewrite [RHS](bigID (any_step M delta most)) /= [X in _ = _ + X]big1 ?addr0 // => r.
  rewrite /any_step has_map -all_predC => /allP/(_ _ (mem_nth 0 hk)) /=; rewrite negb_or => /andP[n1 n2].
  by rewrite unaryE // (negbTE n1) (negbTE n2) subrr.
rewrite (eq_bigr _ (fun r _ => unaryE _ most r d0)) sumrB !sum_below //; exact: steps_most.
Qed.
Lemma corrections_size M delta most K : 0 < delta -> (forall a, a \in M -> `|a| <= delta *+ K) ->
  (size (f_corrections (all_of F) M delta most) <= K)%N.
Proof.
move=> d0 hM; rewrite correctionsE size_map -[X in (_ <= X)%N](size_iota 0 K); apply: uniq_leq_size; first by rewrite filter_uniq ?iota_uniq.
move=> r; rewrite mem_filter mem_iota add0n => /andP[+ _]; rewrite mem_iota /any_step has_map => /hasP[a ha /= /orP[] h].
  by apply: steps_few h => //; apply: le_trans (hM a ha); exact: ler_norm.
by apply: steps_few h => //; apply: le_trans (hM a ha); rewrite -normrN; exact: ler_norm.
Qed.

Lemma sumn_most (f : nat -> nat) s K : {in s, forall i, (f i <= K)%N} -> (sumn [seq f i | i <- s] <= size s * K)%N.
Proof.
elim: s => [|i s IH] h //=; rewrite mulSn leq_add ?h ?inE ?eqxx // IH // => j hj; by apply: h; rewrite inE hj orbT.
Qed.

Section Level.
Variables (delta : F) (n most : nat) (B : seq (seq F)) (wanted : seq (seq F)).
Hypothesis n0 : (0 < n)%N.
Hypothesis deltaE : delta = f_one_over (all_of F) n.
Hypothesis gB : all_good delta B.
Let V := nodes delta n d.
Lemma delta_n : delta *+ n = 1.
Proof.
have h : (n%:R : F) != 0 by rewrite pnatr_eq0 -lt0n.
by rewrite deltaE /f_one_over /nsub /= subr0 multipleE h -mulr_natr mulVf.
Qed.
Lemma delta_gt0 : 0 < delta.
Proof. by have := @ltr01 F; rewrite -delta_n pmulrn_lgt0. Qed.
Lemma node_cube v x : v \in V -> x \in v -> (0 <= x) && (x <= 1).
Proof.
move=> hv hx; have [k hk ->] := node_entry hv hx; rewrite mulrn_wge0 ?(ltW delta_gt0) //= -delta_n.
by rewrite ler_wpmuln2l // ltW ?delta_gt0.
Qed.
Definition miss i k := nth 0 (nth [::] wanted i) k - Y B k (nth [::] V i).
Lemma missingE i : (i < size V)%N ->
  f_missing_at (all_of F) (nth [::] V i) (nth [::] wanted i) d e B = mkseq (miss i) e.
Proof.
move=> hi; rewrite /f_missing_at /= (@outputs F d e delta) ?(ltW delta_gt0) //; last 2 first.
- by apply: node_size (mem_nth _ hi).
- by move=> x /(node_cube (mem_nth _ hi)) /andP[].
rewrite map_enumerated size_mkseq; apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk].
by rewrite nth_mkseq.
Qed.
Let L := f_level_tokens (all_of F) n wanted d e B most.
Lemma levelE : L = flatten [seq [seq [:: 0, delta & nth [::] V i ++ w] | w <- f_corrections (all_of F) (mkseq (miss i) e) delta most]
  | i <- iota 0 (size V)].
Proof.
rewrite /L /f_level_tokens -deltaE (enumE [::]) -map_comp; congr flatten; apply/eq_in_map => i.
by rewrite mem_iota add0n => /andP[_ hi] /=; rewrite -missingE.
Qed.
Lemma level_good : all_good delta L.
Proof.
move=> t; rewrite levelE => /flattenP[_ /mapP[i hi ->] /mapP[w hw ->]].
have hV : (i < size V)%N by move: hi; rewrite mem_iota add0n.
have sz := node_size (mem_nth [::] hV : nth [::] V i \in V).
split=> //.
- exists 1%N; rewrite ?mulr1n // -delta_n -{1}(mulr1n delta) ler_wpmuln2l //; exact: ltW delta_gt0.
- move=> j hj; rewrite /= nth_cat sz hj.
  have hx : nth 0 (nth [::] V i) j \in nth [::] V i by rewrite mem_nth // sz.
  have [k hk e'] := node_entry (mem_nth [::] hV : nth [::] V i \in V) hx; exists k => //.
  by rewrite -delta_n ler_wpmuln2l // ltW ?delta_gt0.
move=> k hk; rewrite /weight /= nth_cat sz ltnNge leq_addr /= addKn.
move: hw; rewrite correctionsE => /mapP[r _ ->]; rewrite (nth_map 0) ?size_mkseq //.
rewrite /f_unary /=; case: ifP => _; [exact: Or31 | case: ifP => _; [exact: Or32 | exact: Or33]].
Qed.
Lemma level_sum k q : (k < e)%N -> Y L k q = \sum_(i <- iota 0 (size V)) at_offset delta (nth [::] V i) q * nearest (miss i k) delta most.
Proof.
move=> hk; rewrite /Y /sum_of levelE big_flatten big_map !big_seq; apply: eq_bigr => i; rewrite mem_iota add0n => /andP[_ hV].
have sz := node_size (mem_nth [::] hV : nth [::] V i \in V).
rewrite big_map -(nth_mkseq 0 (miss i) hk) -corrections_sum ?size_mkseq ?delta_gt0 // big_distrr /=.
apply: eq_bigr => w _; rewrite /weight /= nth_cat sz ltnNge leq_addr /= addKn mulrC; congr (at_offset _ _ _ * _).
apply: (@eq_from_nth _ 0); rewrite size_mkseq ?sz // => j hj; rewrite nth_mkseq // /= nth_cat sz hj //.
Qed.
Lemma level_at_node k i : (k < e)%N -> (i < size V)%N -> Y L k (nth [::] V i) = delta * nearest (miss i k) delta most.
Proof.
move=> hk hi; rewrite level_sum // (bigD1_seq i) ?mem_iota ?iota_uniq //= (own_hat delta_gt0 (mem_nth [::] hi) (mem_nth [::] hi)) eqxx.
rewrite big_seq_cond big1 ?addr0 // => j; rewrite mem_iota add0n => /andP[/andP[_ hj] ne].
by rewrite (own_hat delta_gt0 (mem_nth [::] hi) (mem_nth [::] hj)) nth_uniq ?uniq_nodes ?delta_gt0 // eq_sym (negbTE ne) mul0r.
Qed.
Lemma level_near k i : (k < e)%N -> (i < size V)%N -> `|miss i k| <= delta *+ most ->
  `|Y (B ++ L) k (nth [::] V i) - nth 0 (nth [::] wanted i) k| *+ 2 <= delta.
Proof.
move=> hk hi small; rewrite /Y /sum_of big_cat -/(sum_of d B k _) -/(sum_of d L k _) -/Y level_at_node //.
have -> : Y B k (nth [::] V i) + delta * nearest (miss i k) delta most - nth 0 (nth [::] wanted i) k =
  delta * nearest (miss i k) delta most - miss i k by rewrite /miss; ring.
by apply: nearest_near; rewrite ?delta_gt0.
Qed.
Lemma level_size K : (forall i k, (i < size V)%N -> (k < e)%N -> `|miss i k| <= delta *+ K) -> (size L <= n.+1 ^ d * K)%N.
Proof.
move=> small; rewrite levelE size_flatten /shape -map_comp -(size_nodes delta n d) -/V -[X in (_ <= X * _)%N](size_iota 0 (size V)).
apply: sumn_most => i; rewrite mem_iota add0n => /andP[_ hi]; rewrite /= size_map; apply: corrections_size; first exact: delta_gt0.
by move=> a /mapP[k]; rewrite mem_iota add0n => /andP[_ hk] ->; exact: small.
Qed.
End Level.

(* ---------- one grid after the other ---------- *)
Section Levels.
Variables (values : seq (seq (seq F))) (levels most_slope most : nat) (slope root : F).
Let fine j := f_one_over (all_of F) (2 ^ j).
Let V j := nodes (fine j) (2 ^ j) d.
Let wanted j i k := nth 0 (nth [::] (nth [::] values j) i) k.
Let bound := (most_slope + 1 + most)%N.
Hypothesis root0 : 0 <= root.
Hypothesis rootE : (slope * slope) *+ d <= root * root.
Hypothesis root_most : root <= 1 *+ most_slope.
Hypothesis bounded : forall i k, (i < size (V 0))%N -> (k < e)%N -> `|wanted 0 i k| <= 1 *+ most.
Hypothesis slow : forall j i h k, (j < levels)%N -> (i < size (V j.+1))%N -> (h < size (V j))%N -> (k < e)%N ->
  (wanted j.+1 i k - wanted j h k) * (wanted j.+1 i k - wanted j h k) <=
  slope * slope * norm (differences (nth [::] (V j.+1) i) (nth [::] (V j) h)).
Fixpoint tokens j := let B := if j is j'.+1 then tokens j' else [::] in
  B ++ f_level_tokens (all_of F) (2 ^ j) (nth [::] values j) d e B bound.
Lemma two_gt0 j : (0 < 2 ^ j)%N. Proof. by rewrite expn_gt0. Qed.
Lemma fine_gt0 j : 0 < fine j. Proof. exact: (delta_gt0 (two_gt0 j)). Qed.
Lemma fineE j : fine j = fine j.+1 *+ 2.
Proof.
have a := delta_n (two_gt0 j) (erefl (fine j)); have b := delta_n (two_gt0 j.+1) (erefl (fine j.+1)).
have t0 : (2 ^ j)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n two_gt0.
by apply: (mulIf t0); rewrite !mulr_natr -mulrnA -expnS a b.
Qed.
Lemma node_inside j v : v \in V j -> size v = d /\ forall m, inside (fine m) (2 ^ m) v.
Proof.
move=> hv; split; first exact: node_size hv.
move=> m; apply/allP => x hx; rewrite (delta_n (two_gt0 m) (erefl (fine m))).
exact: (node_cube (two_gt0 j) (erefl (fine j)) hv hx).
Qed.
Lemma tokens_right j : (j <= levels)%N -> [/\ all_good (fine j) (tokens j),
  (forall i k, (i < size (V j))%N -> (k < e)%N -> `|Y (tokens j) k (nth [::] (V j) i) - wanted j i k| *+ 2 <= fine j) &
  (0 < d)%N -> (size (tokens j) <= 2 ^ (d + 1) * (most_slope + 1) * 2 ^ (j * d) + 2 ^ d * most)%N].
Proof.
elim: j => [|j IH] hj.
  have g0 : all_good (fine 0) [::] by [].
  have f1 : fine 0 = 1 by have := delta_n (two_gt0 0) (erefl (fine 0)); rewrite mulr1n.
  have small i k : (i < size (V 0))%N -> (k < e)%N -> `|miss (fine 0) (2 ^ 0) [::] (nth [::] values 0) i k| <= fine 0 *+ most.
    by move=> hi hk; rewrite /miss /Y /sum_of big_nil subr0 f1; exact: bounded.
  split; first exact: (level_good (two_gt0 0) (erefl _) g0).
    move=> i k hi hk; apply: (level_near (two_gt0 0) (erefl _) g0) => //; apply: le_trans (small i k hi hk) _.
    by rewrite ler_wpmuln2l ?(ltW (fine_gt0 0)) // leq_addl.
  move=> _; apply: leq_trans (level_size bound (two_gt0 0) (erefl _) g0 small) _.
  exact: leq_addl.
have [gB near few] := IH (ltnW hj).
have gF : all_good (fine j.+1) (tokens j) by move=> t /gB; rewrite fineE; exact: good_finer.
have small i k : (i < size (V j.+1))%N -> (k < e)%N -> `|miss (fine j.+1) (2 ^ j.+1) (tokens j) (nth [::] values j.+1) i k| <= fine j.+1 *+ (most_slope + 1).
  move=> hi hk; have [sz ins] := node_inside (mem_nth [::] hi).
  have := @error_between (fine j) (2 ^ j) (tokens j) (nth [::] (V j.+1) i) (fine_gt0 j) sz (ins j)
    (fun h => wanted j h k) (wanted j.+1 i k) slope root k gB (fun h hh => near h k hh hk) (fun h hh => slow hj hi hh hk) root0 rootE.
  rewrite distrC fineE mulrnAl ler_pmuln2r // => h; apply: le_trans h _.
  rewrite -mulr_natr; apply: ler_wpmul2l; first exact: ltW (fine_gt0 _).
  by rewrite natrD ler_add2r.
have -> : tokens j.+1 = tokens j ++ f_level_tokens (all_of F) (2 ^ j.+1) (nth [::] values j.+1) d e (tokens j) bound by [].
split.
- move=> t; rewrite mem_cat => /orP[/gF // | ht]; exact: (level_good (two_gt0 j.+1) (erefl _) gF) ht.
- move=> i k hi hk; apply: (level_near (two_gt0 j.+1) (erefl _) gF) => //; apply: le_trans (small i k hi hk) _.
  by rewrite ler_wpmuln2l ?(ltW (fine_gt0 _)) // leq_addr.
move=> d1; rewrite size_cat; have h1 := few d1; have h2 := level_size bound (two_gt0 j.+1) (erefl _) gF small.
apply: leq_trans (leq_add h1 h2) _; rewrite addnAC leq_add2r.
have p1 : ((2 ^ j.+1).+1 ^ d <= 2 ^ d * 2 ^ (j.+1 * d))%N.
  by rewrite expnM -expnMn leq_exp2r //; have := two_gt0 j.+1; move: (2 ^ j.+1)%N => x; lia.
have p2 : (2 * 2 ^ (j * d) <= 2 ^ (j.+1 * d))%N.
  by rewrite -expnS leq_exp2l // mulSn; lia.
apply: leq_trans (_ : 2 ^ (d + 1) * (most_slope + 1) * 2 ^ (j * d) + 2 ^ d * 2 ^ (j.+1 * d) * (most_slope + 1) <= _)%N.
  by rewrite leq_add2l leq_mul2r p1 orbT.
rewrite addn1 expnS; move: (2 ^ d)%N (2 ^ (j * d))%N (2 ^ (j.+1 * d))%N (most_slope + 1)%N p2 => x y z b p2.
have := leq_mul (leqnn (x * b)%N) p2; rewrite !mulnA [(2 * x)%N]mulnC; lia.
Qed.
End Levels.
End Grids.

(* ---------- what is exported ---------- *)
Section Said.
Variables (F : realFieldType) (d e : nat).
Implicit Types (values : seq (seq (seq F))).
Let grid_at j := nodes (f_one_over (all_of F) (2 ^ j)) (2 ^ j) d.
Lemma all_flatten (T : Type) (a : pred T) ss : all a (flatten ss) = all (all a) ss.
Proof. by elim: ss => //= s ss IH; rewrite all_cat IH. Qed.
Lemma two_toE j : f_two_to (all_of F) j = (2 ^ j)%N.
Proof. by rewrite /f_two_to /iota_to subn0; elim: j => // j IH; rewrite -(addn1 j) iotaD foldl_cat IH /= addn1 expnS. Qed.
Lemma nodes_atE j : f_nodes_at (all_of F) j d = grid_at j.
Proof. by rewrite /f_nodes_at two_toE. Qed.
Lemma tokensE values levels s m : f_hat_tokens (all_of F) values levels d e (f_looked_for (all_of F) s m) = tokens d e values s m levels.
Proof.
rewrite /f_hat_tokens /iota_to subn0 addn1; elim: levels => [|j IH]; first by [].
by rewrite -(addn1 j.+1) iotaD foldl_cat IH /= two_toE.
Qed.
Lemma absoluteE (a : F) : f_absolute (all_of F) a = `|a|.
Proof.
rewrite /f_absolute /nsub /= subr0; case: (lerP 0 a) => h; first by rewrite ger0_norm.
by rewrite ltr0_norm.
Qed.
Lemma cut_in (a : F) : (0 <= f_cut (all_of F) a) && (f_cut (all_of F) a <= 1).
Proof.
rewrite /f_cut /nsub /= !subr0 !subr_ge0; case: (boolP (0 <= a)) => h0; last by rewrite ler01 lexx ler01.
by case: ifP => h1; rewrite ?h0 ?h1 ?ler01 ?lexx.
Qed.
Lemma squareE (xs : seq F) : f_square (all_of F) xs = norm xs.
Proof. by rewrite /f_square sum_fromE add0r big_map. Qed.
Lemma variesP (q value : seq F) values j slope : size q = d -> f_varies_little (all_of F) q value values j e slope ->
  forall h k, (h < size (grid_at j))%N -> (k < e)%N ->
  (nth 0 value k - nth 0 (nth [::] (nth [::] values j) h) k) * (nth 0 value k - nth 0 (nth [::] (nth [::] values j) h) k) <=
  slope * slope * norm (differences q (nth [::] (grid_at j) h)).
Proof.
move=> sq; rewrite /f_varies_little sq nodes_atE (enumE [::]) -map_comp all_flatten all_map => /allP all_h h k hh hk.
have := all_h h; rewrite mem_iota add0n => /(_ hh); rewrite /= all_map /iota_to subn0 => /allP/(_ k).
rewrite mem_iota add0n => /(_ hk); rewrite /= /nsub /= subr_ge0 !squareE {1}/norm big_seq1.
exact.
Qed.
Lemma allowedP values levels slope root s m : f_is_allowed (all_of F) values levels d e slope root s m ->
  [/\ 0 <= root, (slope * slope) *+ d <= root * root, root <= 1 *+ s,
  (forall i k, (i < size (grid_at 0))%N -> (k < e)%N -> `|nth 0 (nth [::] (nth [::] values 0) i) k| <= 1 *+ m) &
  (forall j i h k, (j < levels)%N -> (i < size (grid_at j.+1))%N -> (h < size (grid_at j))%N -> (k < e)%N ->
    (nth 0 (nth [::] (nth [::] values j.+1) i) k - nth 0 (nth [::] (nth [::] values j) h) k) *
    (nth 0 (nth [::] (nth [::] values j.+1) i) k - nth 0 (nth [::] (nth [::] values j) h) k) <=
    slope * slope * norm (differences (nth [::] (grid_at j.+1) i) (nth [::] (grid_at j) h)))].
Proof.
rewrite /f_is_allowed /nsub /= !multipleE subr0 !subr_ge0 -!andbA => /and5P[r0 hr rs b v]; split=> //.
  move=> i k hi hk; move: b; rewrite nodes_atE (enumE [::]) -map_comp all_flatten all_map => /allP/(_ i).
  rewrite mem_iota add0n => /(_ hi); rewrite /= all_map /iota_to subn0 => /allP/(_ k); rewrite mem_iota add0n => /(_ hk) /=.
  by rewrite subr_ge0 absoluteE.
move=> j i h k hj hi hh hk; move: v; rewrite all_flatten all_map /iota_to subn0 => /allP/(_ j).
rewrite mem_iota add0n => /(_ hj) /=; rewrite all_map addn1 nodes_atE (enumE [::]) all_map => /allP/(_ i).
rewrite mem_iota add0n => /(_ hi) /= le; apply: (variesP _ le) => //.
exact: node_size (mem_nth [::] hi).
Qed.
End Said.

Section Bounds.
Variable F : realFieldType.
Lemma always_near d levels most s e (point : seq F) root slope value values :
  let q := f_in_cube (all_of F) d point in
  let at_q := f_both (all_of F) (f_is_allowed (all_of F) values levels d e slope root s most)
    (f_varies_little (all_of F) q value values levels e slope) in
  f_is_within (all_of F) at_q (f_hat_values (all_of F) d e (f_with_query (all_of F) q e (f_hat_tokens (all_of F)
    (f_spoken_of (all_of F) at_q values) (f_levels_spoken_of (all_of F) at_q levels) d e (f_looked_for (all_of F) s most))))
    value levels e root.
Proof.
cbv zeta; set q := f_in_cube (all_of F) d point.
have sq : size q = d by rewrite /q /f_in_cube size_map /iota_to size_iota subn0.
have cube x : x \in q -> (0 <= x) && (x <= 1).
  by rewrite /q /f_in_cube /iota_to subn0 => /mapP[i _ ->]; exact: cut_in.
rewrite /f_is_within /f_spoken_of /f_levels_spoken_of /f_both; case: andP => //= -[/allowedP[r0 hr rs b v] /(variesP sq) near].
have [g ends _] := tokens_right r0 hr rs b v (leqnn levels).
rewrite all_map; apply/allP => k; rewrite /iota_to subn0 mem_iota add0n => /andP[_ hk] /=.
have f0 := fine_gt0 F levels; have fn := delta_n (two_gt0 levels) (erefl (f_one_over (all_of F) (2 ^ levels))).
rewrite /nsub /= subr_ge0 absoluteE multipleE two_toE tokensE.
rewrite (@outputs F d e (f_one_over (all_of F) (2 ^ levels))) ?(ltW f0) //; last by move=> x /cube /andP[].
rewrite /f_entry_of nth_mkseq //.
have ins : inside (f_one_over (all_of F) (2 ^ levels)) (2 ^ levels) q by apply/allP => x hx; rewrite fn; exact: cube.
have := @error_between F d e (f_one_over (all_of F) (2 ^ levels)) (2 ^ levels) _ q f0 sq ins (fun h => nth 0 (nth [::] (nth [::] values levels) h) k) (nth 0 value k) slope root k g
  (fun h hh => ends h k hh hk) (fun h hh => near h k hh hk) r0 hr.
rewrite -(@ler_pmuln2r _ (2 ^ levels)) ?two_gt0 // -mulrnAl fn mul1r; apply: le_trans.
by rewrite -mulrnA.
Qed.
Lemma always_short d levels most s e slope root (values : seq (seq (seq F))) :
  let allowed := f_is_allowed (all_of F) values levels d e slope root s most in
  f_is_short (all_of F) allowed (f_hat_tokens (all_of F) (f_spoken_of (all_of F) allowed values)
    (f_levels_spoken_of (all_of F) allowed levels) d e (f_looked_for (all_of F) s most)) levels d s most.
Proof.
cbv zeta; rewrite /f_is_short /f_spoken_of /f_levels_spoken_of.
case: (boolP (f_is_allowed _ _ _ _ _ _ _ _ _)) => //= /allowedP[r0 hr rs b v]; case: (boolP (eqn d 0)) => //= nz.
have d0 : (0 < d)%N by rewrite lt0n.
have [_ _ few] := tokens_right r0 hr rs b v (leqnn levels).
by rewrite tokensE !two_toE few.
Qed.
End Bounds.
