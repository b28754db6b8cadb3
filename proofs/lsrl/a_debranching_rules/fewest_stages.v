(* Programs of depth d take 5 d/2 stages of one kind, rounded up: what has depth k is there after
   5 k/2. And words that have all ways of d kinds as parts, in order, are no shorter: four letters
   lack RR, PP or SR, so that five pass before every word that begins so can go on. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* --- words *)
Definition next (a b : nat) := (a < 2)%N || (b < 2)%N.
Definition is_way (w : seq nat) := all (fun a => a < 3)%N w && sorted next w.
Lemma later_part (p u w : seq nat) n :
  subseq (p ++ u) w -> ~~ subseq p (take n w) -> subseq u (drop n.+1 w).
Proof.
elim: w n p => [|y w IH] n p; first by case: p => // ; rewrite ?sub0seq.
case: p => [|x p]; first by rewrite sub0seq.
have after q : subseq (q ++ u) w -> subseq u w by apply/subseq_trans/suffix_subseq.
case: n => [|n] /=; rewrite ?drop0.
  by case: eqP => _ h _; [apply: (after p) | apply: (after (x :: p))].
by case: eqP => _ h none; [exact: (IH _ p) | exact: (IH _ (x :: p))].
Qed.
Lemma four_letters (w : seq nat) : (size w <= 4)%N ->
  [|| ~~ subseq [:: 0; 0] w, ~~ subseq [:: 1; 1] w | ~~ subseq [:: 2; 0] w].
Proof.
by move: w => [|[|[|a]] [|[|[|b]] [|[|[|c]] [|[|[|e]] [|? ?]]]]] //; rewrite ?orbT //=.
Qed.
Lemma begun p u : p \in [:: [:: 0; 0]; [:: 1; 1]; [:: 2; 0]] -> is_way u -> is_way (p ++ u).
Proof.
rewrite !inE /is_way => /or3P[]/eqP-> /andP[all3 way] /=; rewrite all3 /=.
all: by case: u all3 way => //= a u _; rewrite /next.
Qed.
Lemma way_of_zeros d : is_way (nseq d 0).
Proof. by rewrite /is_way all_nseq orbT /=; elim: d => [|[|d] IH]. Qed.
Lemma no_fewer d (w : seq nat) :
  (forall v, is_way v -> size v = d -> subseq v w) -> (5 * d <= 2 * size w)%N.
Proof.
have [m] := ubnP d; elim: m d w => // m IH [|[|d]] w hd parts.
- by rewrite muln0.
- have : (size [:: 0; 1; 2] <= size w)%N.
    have isin a : is_way [:: a] -> a \in w by rewrite -sub1seq => h; exact: parts.
    by apply: uniq_leq_size => // a; rewrite !inE => /or3P[]/eqP->; exact: isin.
  by move=> h; rewrite (@leq_trans (2 * 3)) // leq_mul2l.
have [p hp none] : exists2 p, p \in [:: [:: 0; 0]; [:: 1; 1]; [:: 2; 0]] & ~~ subseq p (take 4 w).
  have := @four_letters (take 4 w); rewrite size_take; case: ifP => [_ /(_ isT)|/negbT].
    by move=> /or3P[]; [exists [:: 0; 0] | exists [:: 1; 1] | exists [:: 2; 0]].
  by rewrite -leqNgt => h /(_ h) /or3P[]; [exists [:: 0; 0] | exists [:: 1; 1] | exists [:: 2; 0]].
have size_p : size p = 2 by move: hp; rewrite !inE => /or3P[]/eqP->.
have both u : is_way u -> size u = d -> subseq (p ++ u) w.
  by move=> way hu; apply: parts; [exact: begun | rewrite size_cat size_p hu].
have long : (4 < size w)%N.
  rewrite ltnNge; apply/negP => h; move: none; rewrite take_oversize // => /negP; apply.
  apply: subseq_trans (both _ (way_of_zeros d) (size_nseq d 0)); exact: prefix_subseq.
have := IH d (drop 5 w) (ltnW hd) (fun u way hu => later_part (both u way hu) none).
rewrite size_drop => h.
by rewrite -[X in (_ <= 2 * X)%N](subnK long) -[d.+2]addn2 !mulnDr leq_add.
Qed.

(* --- numbers *)
Section Numbers.
Variable N : numbers.
Lemma halves k : exists q, [/\ f_most N k <= 5 * q + 3, f_most N k.+1 <= 5 * q + 5 &
  (k = q.*2 /\ f_most N k = 5 * q /\ f_most N k.+1 = 5 * q + 3 /\
    forall a b, f_behind N k a b = 5 * q + a) \/
  (k = q.*2.+1 /\ f_most N k = 5 * q + 3 /\ f_most N k.+1 = 5 * q + 5 /\
    forall a b, f_behind N k a b = 5 * q + b)]%N.
Proof.
have even q : (5 * q.*2 + 1) %/ 2 = (5 * q)%N by rewrite -muln2 mulnA divnMDl // addn0.
have odd1 q : (5 * q.*2.+1 + 1) %/ 2 = (5 * q + 3)%N.
  by rewrite mulnS -muln2 mulnA addnC addnA addnC divnMDl.
have later q : (5 * q.*2.+2 + 1) %/ 2 = (5 * q + 5)%N by rewrite -doubleS even mulnS addnC.
have [q [->|->]] : exists q, k = q.*2 \/ k = q.*2.+1.
- by exists k./2; rewrite -{1 3}(odd_double_half k); case: (odd k); [right|left].
- exists q; rewrite /f_most /f_behind even odd1 modn2 divn2 odd_double doubleK leq_addr leq_add2l.
  by split=> //; left.
exists q; rewrite /f_most /f_behind odd1 later modn2 divn2 /= odd_double uphalf_double !leqnn.
by split=> //; right.
Qed.
Lemma most_up : {homo f_most N : k l / (k <= l)%N}.
Proof. by move=> k l h; rewrite leq_div2r // leq_add2r leq_mul2l h. Qed.
Lemma greatest_at_most s m : (foldr maxn 0 s <= m)%N = all (fun n => n <= m)%N s.
Proof. by elim: s => //= n s IH; rewrite geq_max IH. Qed.
Lemma at_most_greatest (s : seq nat) n : n \in s -> (n <= foldr maxn 0 s)%N.
Proof. by have := leqnn (foldr maxn 0%N s); rewrite greatest_at_most => /allP h /h. Qed.

(* --- values of programs, and their depths *)
Implicit Type nodes : seq (T_any_LinNode N).
Lemma enumE (T : Type) (x : T) s : enumerated T s = [seq (i, nth x s i) | i <- iota 0 (size s)].
Proof.
rewrite /enumerated -{2}(mkseq_nth x s) /mkseq -{1}(map_id (iota 0 (size s))); exact: zip_map.
Qed.
Lemma depths_rcons nodes x :
  f_depths N (rcons nodes x) = rcons (f_depths N nodes) (f_depth_of N x (f_depths N nodes)).
Proof. by rewrite /f_depths foldl_rcons cats1. Qed.
Lemma size_depths nodes : size (f_depths N nodes) = (size nodes).+1.
Proof. by elim/last_ind: nodes => // nodes x IH; rewrite depths_rcons !size_rcons IH. Qed.
Lemma first_depths nodes i : (i <= size nodes)%N ->
  take i.+1 (f_depths N nodes) = f_depths N (take i nodes).
Proof.
elim/last_ind: nodes i => [[|i] //|nodes x IH i]; rewrite size_rcons leq_eqVlt => /orP[/eqP->|h].
  by rewrite !take_oversize // ?size_depths ?size_rcons.
rewrite depths_rcons -!cats1 !takel_cat ?size_depths //; exact: IH.
Qed.
Lemma first_depth nodes : nth 0%N (f_depths N nodes) 0 = 0%N.
Proof.
have /(congr1 (fun s => nth 0%N s 0)) := @first_depths nodes 0 (leq0n _).
by rewrite nth_take // take0.
Qed.
Lemma depth_at x nodes i : (i < size nodes)%N -> nth 0%N (f_depths N nodes) i.+1 =
  f_depth_of N (nth x nodes i) (take i.+1 (f_depths N nodes)).
Proof.
move=> h; rewrite first_depths ?(ltnW h) //.
have /(congr1 (fun s => nth 0%N s i.+1)) := first_depths h.
rewrite nth_take // (take_nth x) // depths_rcons nth_rcons size_depths size_takel ?(ltnW h) //.
by rewrite ltnn eqxx.
Qed.
Lemma read_at nodes i j : f_entry N (take i.+1 (f_depths N nodes)) j =
  if (j <= i)%N then nth 0%N (f_depths N nodes) j else 0%N.
Proof.
rewrite /f_entry; case: leqP => h; first by rewrite nth_take.
by rewrite nth_default // size_take; case: ifP => [_|/negbT] //; rewrite -leqNgt => /leq_trans; apply.
Qed.
Lemma depth_of_all nodes v : (nth 0 (f_depths N nodes) v <= f_depth N (make_ListedProgram N 0 nodes))%N.
Proof.
rewrite /f_depth map_id; case: (ltnP v (size (f_depths N nodes))) => h.
  by apply: at_most_greatest; exact: mem_nth.
by rewrite nth_default.
Qed.

(* --- so many stages are enough *)
Lemma plan_at x nodes i : (i < size nodes)%N -> f_entry N (f_plan_of N nodes) i.+1 =
  f_planned N (nth x nodes i) (take i.+1 (f_depths N nodes)).
Proof.
move=> h; rewrite /f_entry /f_plan_of (enumE x) -map_comp /=.
by rewrite (nth_map 0%N) ?size_iota // nth_iota //= add0n addn1.
Qed.
Lemma planned_most x found : (f_planned N x found <= f_most N (f_depth_of N x found))%N.
Proof.
case: x => -[s] => [? //|||? |//] /=; rewrite /f_depth_of add1n.
all: have [q [_ _ [] [_ [_ [-> more]]]]] := halves (f_entry N found s); rewrite more leq_add2l //.
Qed.
Lemma plan_most nodes v : (v <= size nodes)%N ->
  (f_entry N (f_plan_of N nodes) v <= f_most N (nth 0 (f_depths N nodes) v))%N.
Proof.
case: v nodes => [|i] [|x nodes] // h.
by rewrite (plan_at x h) (depth_at x h); exact: planned_most.
Qed.
Lemma is_there nodes i s own before : (i < size nodes)%N ->
  (f_most N (f_entry N (take i.+1 (f_depths N nodes)) s) + before <= own)%N ->
  f_is_there N i s (f_plan_of N nodes) own before.
Proof.
move=> hi; rewrite read_at /f_is_there; case: leqP => //= hs; apply: leq_trans.
by rewrite leq_add2r; apply: plan_most; exact: leq_trans hs (ltnW hi).
Qed.
Lemma kind_in_blocks n q a : (5 * q + a < n)%N ->
  f_kind_at N (map (fun k => k %% 5 %% 3) (iota_to 0 n)) (5 * q + a.+1) = a %% 5 %% 3.
Proof.
move=> h; rewrite /f_kind_at addnS /= /iota_to subn0 (nth_map 0%N) ?size_iota // nth_iota //.
by rewrite add0n mulnC modnMDl.
Qed.
Lemma enough (p : T_ListedProgram N) : f_is_enough N p (f_most N (f_depth N p)).
Proof.
case: p => size' nodes; rewrite /f_is_enough /f_works /=.
have deep v := leq_trans (depth_of_all nodes v) (leqnn _).
have [->//|[x _]] : nodes = [::] \/ exists x : T_any_LinNode N, x = x.
  by case: (nodes) => [|x s]; [left | right; exists x].
set n := f_most _ _; rewrite (enumE x) !all_map.
apply/allP => i; rewrite mem_iota add0n => /= hi; rewrite /f_fits addn1 (plan_at x hi).
have : (f_most N (nth 0 (f_depths N nodes) i.+1) <= n)%N by apply: most_up; exact: deep.
rewrite (depth_at x hi).
case: (nth x nodes i) => -[s] => [? _|||? |_] /=.
- by apply: is_there => //; rewrite addn0.
all: rewrite ?add1n.
4: rewrite all_map; apply/allP => k hk /=; apply: is_there => //; rewrite addn0; apply: most_up.
4: by apply: at_most_greatest; exact: map_f.
all: have [q [_ _ [] [_ [low [-> more]]]]] := halves (f_entry N (take i.+1 (f_depths N nodes)) s).
all: rewrite more => hn; rewrite ?kind_in_blocks; try by apply: leq_trans hn; rewrite -addnS leq_add2l.
all: apply/andP; split=> //; apply: is_there => //; rewrite low -?addnA ?leq_add2l //.
Qed.

(* --- and no fewer for all ways side by side *)
Lemma mem_ways d (w : seq nat) : (w \in f_ways N d) = (size w == d) && is_way w.
Proof.
have step e : f_ways N e.+1 = flatten (map (fun a => map (cons a)
    (filter (fun v => (a < 2) || (f_entry N v 0 < 2))%N (f_ways N e))) [:: 0; 1; 2]%N).
  by rewrite /f_ways /iota_to !subn0 -{1}[e.+1]addn1 iotaD foldl_cat.
elim: d w => [|d IH] w; first by rewrite inE; case: w.
have mem_cons a b v s : (a :: v \in map (cons b) s) = (a == b) && (v \in s).
  apply/mapP/andP => [[u hu [-> ->]]|[/eqP-> hv]]; by [rewrite eqxx | exists v].
rewrite step /= cats0 !mem_cat; case: w => [|a w].
  by apply/negP => /or3P[] /mapP[].
rewrite !mem_cons !mem_filter !IH /is_way /= eqSS.
case: a => [|[|[|a]]]; case: w => [|b w]; rewrite /next /f_entry ?andbF //=.
all: try case: ((size w).+1 == d); try case: (b < 3)%N; try case: (all _ w).
all: try case: (path _ b w); try case: (b < 2)%N; try case: (0 == d)%N => //.
all: by rewrite ?orbF ?andbF ?andbT.
Qed.
Lemma way_in_order (w kinds : seq nat) (t : nat -> nat) : is_way w ->
  (forall k, (k < size w)%N -> f_kind_at N kinds (t k) = nth 0 w k) ->
  (forall k, (k.+1 < size w)%N -> (t k < t k.+1)%N) -> subseq w kinds.
Proof.
move=> /andP[small _] same up; pose ts := mkseq t (size w).
have e : w = map (nth 3 (3 :: kinds)) ts.
  apply: (@eq_from_nth _ 0) => [|k hk]; first by rewrite size_map size_mkseq.
  by rewrite (nth_map 0) ?size_mkseq // nth_mkseq // -same.
have sorts : sorted ltn ts.
  apply/(sortedP 0) => k; rewrite size_mkseq => hk; rewrite !nth_mkseq ?(ltnW hk) //; exact: up.
have below : all (fun n => n < (size kinds).+1)%N ts.
  apply/allP => n /(map_f (nth 3 (3 :: kinds))); rewrite -e => /(allP small).
  by case: (ltnP n (size kinds).+1) => // h; rewrite nth_default.
have : subseq w (3 :: kinds).
  rewrite {1}e -{2}[3 :: kinds](mkseq_nth 3) /mkseq; apply: map_subseq.
  suff -> : ts = [seq n <- iota 0 (size (3 :: kinds)) | n \in ts] by exact: filter_subseq.
  apply: (irr_sorted_eq ltn_trans ltnn) => //.
    by apply: sorted_filter (iota_ltn_sorted _ _); exact: ltn_trans.
  by move=> n; rewrite mem_filter mem_iota add0n /=; case h: (n \in ts) => //; rewrite (allP below).
by case: w small {same up ts e sorts below} => [|[|[|[|a]]] w] //=; rewrite sub0seq.
Qed.
Lemma nth_uniform (T : Type) (x : T) ss d j k : all (fun s => size s == d) ss ->
  (j < size ss)%N -> (k < d)%N -> nth x (flatten ss) (j * d + k) = nth x (nth [::] ss j) k.
Proof.
elim: ss j => //= s ss IH j /andP[/eqP hs sizes] hj hk; rewrite nth_cat hs.
case: j hj => [|j] hj; first by rewrite mul0n add0n hk.
by rewrite mulSn -addnA ltnNge leq_addr addKn IH.
Qed.
Lemma size_uniform (T : Type) (ss : seq (seq T)) d : all (fun s => size s == d) ss ->
  size (flatten ss) = (size ss * d)%N.
Proof. by elim: ss => //= s ss IH /andP[/eqP hs /IH h]; rewrite size_cat hs h. Qed.

Section Ways.
Variable d : nat.
Let nodes := get_ListedProgram_nodes N (f_all_ways N d).
Let unit_of j k := f_unit N (nth 0 (nth [::] (f_ways N d) j) k)
  (if eqn k 0 then 0%N else j * d + k)%N (f_doubled N d).
Let x : T_any_LinNode N := of_any_LinNode_ReLUNode N (make_ReLUNode N 0).
Let units := [seq [seq unit_of j k | k <- iota 0 d] | j <- iota 0 (size (f_ways N d))].
Lemma way_at j : (j < size (f_ways N d))%N ->
  size (nth [::] (f_ways N d) j) = d /\ is_way (nth [::] (f_ways N d) j).
Proof. by move=> /(mem_nth [::]); rewrite mem_ways => /andP[/eqP]. Qed.
Lemma nodesE : nodes = flatten units ++ [:: of_any_LinNode_ConcatNode N
  (make_ConcatNode N [seq (j * d + d)%N | j <- iota 0 (size (f_ways N d))])].
Proof.
rewrite /nodes /f_all_ways /= !(enumE [::] (f_ways N d)) -!map_comp; congr (flatten _ ++ _).
apply/eq_in_map => j; rewrite mem_iota add0n /= => hj; have [hd _] := way_at hj.
by rewrite (enumE 0) -map_comp hd.
Qed.
Lemma uniform : all (fun s => size s == d) units.
Proof. by rewrite /units all_map; apply/allP => j _ /=; rewrite size_map size_iota. Qed.
Lemma size_units : size (flatten units) = (size (f_ways N d) * d)%N.
Proof. by rewrite (size_uniform uniform) size_map size_iota. Qed.
Lemma place j k : (j < size (f_ways N d))%N -> (k < d)%N -> (j * d + k < size (f_ways N d) * d)%N.
Proof.
move=> hj hk; apply: leq_trans (leq_mul hj (leqnn d)); rewrite mulSn addnC ltn_add2r //.
Qed.
Lemma node_at j k : (j < size (f_ways N d))%N -> (k < d)%N -> nth x nodes (j * d + k) = unit_of j k.
Proof.
move=> hj hk; rewrite nodesE nth_cat size_units place // (nth_uniform _ uniform) ?size_map ?size_iota //.
by rewrite (nth_map 0) ?size_iota // (nth_map 0) ?size_iota // !nth_iota.
Qed.
Lemma size_nodes : size nodes = (size (f_ways N d) * d).+1.
Proof. by rewrite nodesE size_cat size_units addn1. Qed.
Lemma depth_of_unit a s n found : f_depth_of N (f_unit N a s n) found = (f_entry N found s).+1.
Proof. by rewrite /f_unit; do 2?case: ifP => _. Qed.
Lemma depth_in_way j k : (j < size (f_ways N d))%N -> (k < d)%N ->
  nth 0 (f_depths N nodes) (j * d + k).+1 = k.+1.
Proof.
move=> hj; elim: k => [|k IH] hk.
all: rewrite (depth_at x) ?size_nodes; last by rewrite ltnW // ltnS place.
all: rewrite node_at // depth_of_unit read_at /= ?first_depth //.
by rewrite leqnn addnS (IH (ltnW hk)).
Qed.
Lemma depth_of_ways : f_depth N (f_all_ways N d) = d.
Proof.
have some : (0 < size (f_ways N d))%N.
  have := mem_ways d (nseq d 0); rewrite way_of_zeros size_nseq eqxx.
  by case: ((f_ways N d)).
have end_of j : (j < size (f_ways N d))%N -> nth 0 (f_depths N nodes) (j * d + d) = d.
  case: (posnP d) => [->|h] hj; first by rewrite muln0 first_depth.
  by rewrite -{2}(prednK h) addnS depth_in_way // prednK.
apply/eqP; rewrite eqn_leq; apply/andP; split; last first.
  by have := depth_of_all nodes (0 * d + d); rewrite end_of.
rewrite /f_depth map_id -/nodes greatest_at_most; apply/(all_nthP 0) => [[|i]]; rewrite ?first_depth //.
rewrite size_depths size_nodes ltnS ltnS => hi; rewrite (depth_at x) ?size_nodes ?ltnS //.
move: hi; rewrite leq_eqVlt => /orP[/eqP e|hi].
  rewrite nodesE nth_cat size_units -e ltnn subnn -nodesE /= greatest_at_most all_map.
  apply/allP => s /mapP[j]; rewrite mem_iota add0n => /= hj ->.
  by rewrite /= read_at; case: ifP => // _; rewrite end_of.
have h : (0 < d)%N by case: (d) hi => //; rewrite muln0.
have hj : (i %/ d < size (f_ways N d))%N by rewrite ltn_divLR.
have hk : (i %% d < d)%N by rewrite ltn_mod.
have hs : (i < size nodes)%N by rewrite size_nodes ltnS ltnW.
by rewrite -(depth_at x hs) (divn_eq i d) (depth_in_way hj hk).
Qed.
Lemma none_fewer kinds plan : f_works N (f_all_ways N d) kinds plan ->
  (f_most N d <= size kinds)%N.
Proof.
rewrite /f_works (enumE x) !all_map => /allP works.
have fits j k : (j < size (f_ways N d))%N -> (k < d)%N ->
    f_fits N (j * d + k) (unit_of j k) kinds plan.
  move=> hj hk; rewrite -node_at //; apply: works.
  by rewrite mem_iota add0n size_nodes /= ltnW // ltnS place.
have parts w : is_way w -> size w = d -> subseq w kinds.
  move=> way hw; have : w \in (f_ways N d) by rewrite mem_ways hw eqxx.
  move=> /(nthP [::])[j hj e]; have fit k (hk : (k < d)%N) := fits j k hj hk.
  pose t k := f_entry N plan (j * d + k).+1.
  have [small pairs] := andP way.
  have own k : (k < d)%N -> f_kind_at N kinds (t k) = nth 0 w k /\
      (0 < k -> t k.-1 + (nth 0 w k < 2) <= t k)%N.
    move=> hk; move: (fit k hk); rewrite /unit_of e /f_unit /f_fits addn1 -/(t k).
    have : (nth 0 w k < 3)%N by apply: (allP small); rewrite mem_nth ?hw.
    have before : (0 < k)%N -> (if eqn k 0 then 0 else j * d + k)%N = (j * d + k.-1).+1.
      by case: (k) => // k' _; rewrite addnS.
    have near : (0 < k)%N -> (j * d + k < (j * d + k.-1).+1)%N = false.
      by case: (k) => // k' _; rewrite addnS ltnn.
    case: (nth 0 w k) => [|[|[|a]]] // _ /= /andP[/eqP kind there];
      by split=> // hk0; move: there; rewrite before // /f_is_there near.
  apply: (way_in_order (t := t)) => // [k hk|k hk]; rewrite hw in hk; first by have [] := own k hk.
  have [kind1 /(_ isT) /= up] := own _ hk; have [kind0 _] := own _ (ltnW hk).
  move: up; case two: (nth 0 w k.+1 < 2)%N; first by rewrite addn1.
  rewrite addn0 leq_eqVlt => /orP[/eqP same|//].
  have /(sortedP 0) /(_ k) := pairs; rewrite hw => /(_ hk).
  by rewrite /next -kind0 same kind1 two.
have := no_fewer parts; rewrite /f_most divn2 => h.
rewrite addn1 -[size kinds]uphalf_double.
by apply: (@half_leq _ (size kinds).*2.+1); rewrite ltnS -mul2n.
Qed.
End Ways.
End Numbers.

Theorem proved : statement.
Proof.
move=> F N; split; first by move=> p; rewrite enough.
split; first exact: depth_of_ways.
move=> d kinds plan; rewrite /f_needs /f_yes.
by case h: (f_works _ _ _ _); rewrite ?orbT // (none_fewer h).
Qed.
