(* A hat of a coarse grid is a sum of lengths, one for each of the parts of its width, and at the nodes of
   a finer grid each of them is the width or 0: they lie in a box or not. Of boxes the hats of the finer
   grid have the right sums, coordinate by coordinate; so they interpolate coarse hats. *)
Section Boxes.
Variable F : realFieldType.
Implicit Types (a b r t x y q l h delta : F) (xs qs w lo hi c s p : seq F).

Definition on_grid delta x := exists i j : nat, x = delta *+ i - delta *+ j.
Lemma on_gridB delta x y : on_grid delta x -> on_grid delta y -> on_grid delta (x - y).
Proof.
move=> [i [j ->]] [k [l ->]]; exists (i + l)%N, (j + k)%N; rewrite !mulrnDr; ring.
Qed.
Lemma on_grid_nat delta k : on_grid delta (delta *+ k).
Proof. by exists k, 0%N; rewrite mulr0n subr0. Qed.
(* no number of the grid lies between two next to each other *)
Lemma apart_on_grid delta l j : 0 < delta -> on_grid delta l ->
  [\/ l <= delta *+ j - delta, l = delta *+ j | delta *+ j + delta <= l].
Proof.
move=> d0 [i [k ->]]; have h0 := ltW d0; case: (ltngtP i (j + k)%N) => h.
- apply: Or31; rewrite ler_subl_addr -addrAC -mulrnDr ler_subr_addr -mulrSr.
  by rewrite ler_pmuln2l //.
- by apply: Or33; rewrite ler_subr_addr -addrAC -mulrnDr -mulrSr ler_pmuln2l.
- by apply: Or32; rewrite h mulrnDr addrK.
Qed.
Lemma foldl_max_max a x s : foldl Num.max (Num.max a x) s = Num.max (foldl Num.max a s) x.
Proof. by elim: s a => //= y s IH a; rewrite -IH maxAC. Qed.
Lemma foldl_max_sub a t s : foldl Num.max a [seq x - t | x <- s] = foldl Num.max (a + t) s - t.
Proof.
elim: s a => [|x s IH] a /=; first by rewrite addrK.
by rewrite IH addr_maxl subrK.
Qed.
Lemma foldl_max_le a s t : (foldl Num.max a s <= t) = (a <= t) && all (fun x => x <= t) s.
Proof. by elim: s a => [|x s IH] a /=; rewrite ?andbT // IH le_maxl andbA. Qed.

(* ---------- one coordinate ---------- *)
Lemma side_box delta n q a b l h : 0 < delta -> 0 <= q -> q <= delta *+ n -> 0 <= a -> 0 <= b ->
  on_grid delta l -> on_grid delta h ->
  \sum_(k <- iota 0 n.+1) one delta a b (q - delta *+ k) * ((l <= delta *+ k) && (delta *+ k <= h))%:R =
  pos (delta - Num.max a (q - h) - Num.max b (l - q)).
Proof.
move=> d0 q0 qn a0 b0 gl gh; have hd := ltW d0.
have [r [r0 r1 [j e] H]] := two hd q0 qn.
pose G x := one delta a b x * ((l <= q - x) && (q - x <= h))%:R.
transitivity (side delta n q G); first by apply: eq_bigr => k _; rewrite /G subKr.
rewrite H => [|x hx|x hx]; last 2 first.
- by rewrite /G one_above // mul0r.
- by rewrite /G one_below // mul0r.
have ej : delta *+ j = q - r by rewrite e; ring.
rewrite {H}/G; have e1 : q - (r - delta) = q - r + delta by ring.
have maxl x y : 0 <= x -> y <= 0 -> Num.max x y = x by move=> hx hy; rewrite max_l // (le_trans hy).
have none x y : 0 <= x -> 0 <= y -> delta <= x \/ delta <= y -> pos (delta - x - y) = 0.
  move=> hx hy h'; apply: pos_none; rewrite -addrA -opprD subr_le0.
  by case: h' => h'; apply: le_trans h' _; rewrite ?ler_addl ?ler_addr.
have na x : 0 <= Num.max a x by rewrite le_maxr a0.
have nb x : 0 <= Num.max b x by rewrite le_maxr b0.
have no x y : x <= y - delta -> (y <= x) = false.
  by move=> hx; rewrite leNgt (le_lt_trans hx) // gtr_addl oppr_lt0.
rewrite e1; set u := q - r in ej *; have eu : q = u + r by rewrite /u subrK.
case: (apart_on_grid j d0 gh); rewrite ej => hh.
  rewrite (no _ _ hh) andbF (no h (u + delta)) ?andbF ?addrK; last by apply: le_trans hh _; rewrite ger_addl oppr_le0.
  rewrite !mulr0 addr0 none //; left; rewrite le_maxr; apply/orP; right.
  by apply: (@le_by _ _ _ (r + (u - delta - h))); [rewrite addr_ge0 // subr_ge0 | rewrite eu; ring].
all: case: (apart_on_grid j.+1 d0 gl); rewrite mulrSr ej ?addrK => hl; last first.
1, 4: have no2 : (l <= u + delta) = false by rewrite leNgt (lt_le_trans _ hl) // ltr_addl.
1, 2: have no1 : (l <= u) = false by rewrite leNgt (lt_le_trans _ hl) // -addrA ltr_addl addr_gt0.
1, 2: rewrite no1 no2 !mulr0 addr0 none //; right; rewrite le_maxr; apply/orP; right.
1, 2: apply: (@le_by _ _ _ (l - (u + delta + delta) + (delta - r))); first by rewrite addr_ge0 // subr_ge0.
1, 2: by rewrite eu; ring.
all: have r_le : - r <= 0 by rewrite oppr_le0.
all: have rd_le : r - delta <= 0 by rewrite subr_le0.
all: have uN : (u + delta <= u) = false by rewrite leNgt ltr_addl d0.
all: have qu : q - u = r by rewrite eu; ring.
- rewrite hl hh uN andbF mulr0 mulr0 addr0 qu; symmetry; apply: pos_none.
  have -> : u + delta - q = delta - r by rewrite eu; ring.
  rewrite -addrA -opprD subr_le0 -{1}(subrK r delta) addrC; apply: ler_add; by rewrite le_maxr lexx orbT.
- have lq : l - q <= 0 by rewrite subr_le0; apply: le_trans hl _; rewrite eu ler_addl.
  by rewrite hh hl lexx uN andbF mulr0 addr0 mulr1 /one qu (maxl b) // (maxl b (l - q)).
- have qh : q - h <= 0.
    by apply: le_trans rd_le; apply: (@le_by _ _ _ (h - (u + delta))); rewrite ?subr_ge0 // eu; ring.
  rewrite hl uN lexx hh mulr0 add0r mulr1 /one (maxl a) // (maxl a (q - h)) //; congr (pos (_ - Num.max _ _)).
  by rewrite eu; ring.
have lq : l - q <= 0 by rewrite subr_le0; apply: le_trans hl _; rewrite eu ler_addl.
have qh : q - h <= 0.
  by apply: le_trans rd_le; apply: (@le_by _ _ _ (h - (u + delta))); rewrite ?subr_ge0 // eu; ring.
have uh : u <= h by apply: le_trans hh; rewrite ler_addl.
have lu : l <= u + delta by apply: le_trans hl _; rewrite ler_addl.
by rewrite hl uh lu hh !mulr1 (maxl a) // (maxl b) // two_places.
Qed.

(* ---------- all coordinates ---------- *)
Fixpoint box lo hi w := match lo, hi, w with
  | l :: lo', h :: hi', x :: w' => (l <= x) && (x <= h) && box lo' hi' w'
  | _, _, _ => true end.
Lemma at_nodes_scale delta n qs G a : at_nodes delta n qs (fun w => G w * a) = at_nodes delta n qs G * a.
Proof.
elim: qs G => [|q qs IH] G //=; rewrite big_distrl; apply: eq_bigr => k _; exact: IH.
Qed.
Lemma boxed delta n qs lo hi a b : 0 < delta -> inside delta n qs -> 0 <= a -> 0 <= b ->
  size lo = size qs -> size hi = size qs -> {in lo, forall x, on_grid delta x} -> {in hi, forall x, on_grid delta x} ->
  at_nodes delta n qs (fun w => left delta a b (differences qs w) * (box lo hi w)%:R) =
  pos (delta - foldl Num.max a (differences qs hi) - foldl Num.max b (differences lo qs)).
Proof.
move=> d0; elim: qs lo hi a b => [|q qs IH] [|l lo] [|h hi] a b //=; first by rewrite mulr1.
move=> /andP[/andP[q0 qn] hs] a0 b0 [sl] [sh] gl gh.
rewrite /differences /= !foldl_max_max -/(differences _ _) -/(differences _ _) -(@side_box delta n) //; last 4 first.
- by apply: le_trans (foldl_max _ _).
- by apply: le_trans (foldl_max _ _).
- by apply: gl; rewrite inE eqxx.
- by apply: gh; rewrite inE eqxx.
apply: eq_bigr => k _; set x := q - _.
have -> : one delta (foldl Num.max a (differences qs hi)) (foldl Num.max b (differences lo qs)) x =
    pos (delta - foldl Num.max (Num.max a x) (differences qs hi) - foldl Num.max (Num.max b (- x)) (differences lo qs)).
  by rewrite !foldl_max_max.
rewrite -IH // ?le_maxr ?a0 ?b0 //; last 2 first.
- by move=> y hy; apply: gl; rewrite inE hy orbT.
- by move=> y hy; apply: gh; rewrite inE hy orbT.
rewrite -at_nodes_scale; apply: at_nodes_ext => w.
by rewrite /= left_cons -mulnb natrM -!mulrA [_%:R * _%:R in RHS]mulrC.
Qed.

(* ---------- lengths, one after the other ---------- *)
Lemma parts delta A C m : 0 < delta -> 0 <= A ->
  \sum_(k <- iota 0 m) pos (delta - pos (A - delta *+ k) - pos (delta *+ k.+1 - C)) = pos (Num.min C (delta *+ m) - A).
Proof.
move=> d0 A0; elim: m => [|m IH].
  by rewrite big_nil mulr0n pos_none // subr_le0; apply: le_trans A0; rewrite le_minl lexx orbT.
rewrite -{1}(addn1 m) iotaD big_cat big_seq1 /= add0n IH mulrSr; move: (delta *+ m) => y.
case: (leP C y) => h.
  rewrite (@min_l _ _ C (y + delta)); last by apply: le_trans h _; rewrite ler_addl ltW.
  rewrite (@pos_none _ (_ - pos (y + delta - C))) ?addr0 //.
  rewrite (@pos_all _ (y + delta - C)); last by rewrite subr_ge0; apply: le_trans h _; rewrite ler_addl ltW.
  have p := pos_ge0 (A - y); apply: (@le_by _ _ _ (pos (A - y) + (y - C))); last by ring.
  by rewrite addr_ge0 // subr_ge0.
have hd := ltW d0; case: (leP C (y + delta)) => h2.
  rewrite (@pos_all _ (y + delta - C)) ?subr_ge0 //; case: (leP A y) => h3.
    rewrite (@pos_none _ (A - y)) ?subr_le0 // !pos_all ?subr_ge0 //; first by ring.
    - by apply: le_trans h3 (ltW h).
    - by apply: (@le_by _ _ _ (C - y)); rewrite ?subr_ge0 ?(ltW h) //; ring.
  rewrite (@pos_all _ (A - y)) ?subr_ge0 ?ltW // (@pos_none _ (y - A)) ?subr_le0 ?ltW // add0r.
  by congr pos; ring.
rewrite (@pos_none _ (y + delta - C)) ?subr_le0 ?ltW // subr0; case: (leP A y) => h3.
  rewrite (@pos_none _ (A - y)) ?subr_le0 // subr0 !pos_all ?subr_ge0 //; first by ring.
  by apply: le_trans h3 _; rewrite ler_addl.
rewrite (@pos_all _ (A - y)) ?subr_ge0 ?ltW // (@pos_none _ (y - A)) ?subr_le0 ?ltW // add0r.
by congr pos; ring.
Qed.

(* ---------- nodes ---------- *)
Definition nodes delta n d := f_grid_nodes (all_of F) delta n d.
Lemma nodesS delta n d : nodes delta n d.+1 = [seq rcons v (delta *+ k) | v <- nodes delta n d, k <- iota 0 n.+1].
Proof.
rewrite /nodes /f_grid_nodes /iota_to !subn0 -(addn1 d) (iotaD 0 d 1) foldl_cat /=; congr flatten; apply: eq_map => v.
by rewrite addn1; apply: eq_map => k; rewrite cats1 multipleE.
Qed.
Lemma size_nodes delta n d : size (nodes delta n d) = (n.+1 ^ d)%N.
Proof. by elim: d => [|d IH] //; rewrite nodesS size_allpairs IH size_iota expnSr. Qed.
Lemma node_size delta n d v : v \in nodes delta n d -> size v = d.
Proof.
elim: d v => [|d IH] v; first by rewrite inE => /eqP ->.
by rewrite nodesS => /allpairsP[[w k] [/IH <- _ ->]]; rewrite size_rcons.
Qed.
Lemma node_entry delta n d v x : v \in nodes delta n d -> x \in v -> exists2 k, (k <= n)%N & x = delta *+ k.
Proof.
elim: d v => [|d IH] v; first by rewrite inE => /eqP ->.
rewrite nodesS => /allpairsP[[w k] [hw hk ->]]; rewrite mem_rcons inE => /orP[/eqP -> | hx]; last exact: IH hx.
by exists k => //; move: hk; rewrite mem_iota add0n ltnS.
Qed.
Lemma uniq_nodes delta n d : 0 < delta -> uniq (nodes delta n d).
Proof.
move=> d0; elim: d => [|d IH] //; rewrite nodesS; apply: allpairs_uniq => //; first exact: iota_uniq.
by move=> [v k] [w j] _ _ /= /rcons_inj[-> /(mulrIn (lt0r_neq0 d0)) ->].
Qed.
Lemma at_nodes_rcons delta n qs q G :
  at_nodes delta n (rcons qs q) G = at_nodes delta n qs (fun w => \sum_(k <- iota 0 n.+1) G (rcons w (delta *+ k))).
Proof. by elim: qs G => [|y qs IH] G //; apply: eq_bigr => k _; exact: IH. Qed.
Lemma sum_nodes delta n d qs (G : seq F -> F) : size qs = d -> \sum_(v <- nodes delta n d) G v = at_nodes delta n qs G.
Proof.
move=> <- {d}; elim/last_ind: qs G => [|qs q IH] G; first by rewrite /nodes /f_grid_nodes /= big_seq1.
rewrite size_rcons nodesS big_flatten big_map at_nodes_rcons -IH; apply: eq_bigr => v _.
by rewrite big_map.
Qed.

(* ---------- hats of coarse grids ---------- *)
Definition at_offset delta c p := left delta 0 0 (differences p c).
Lemma differencesE p c (i : nat) : size p = size c -> (i < size p)%N -> nth 0 (differences p c) i = nth 0 p i - nth 0 c i.
Proof. by move=> e hi; rewrite (nth_map (0, 0)) ?size_zip -?e ?minnn // nth_zip. Qed.
Lemma size_differences p c : size p = size c -> size (differences p c) = size p.
Proof. by move=> e; rewrite size_map size_zip -e minnn. Qed.
Lemma differences_shift p c t : differences p [seq x + t | x <- c] = [seq y - t | y <- differences p c].
Proof.
rewrite /differences; elim: p c => [|a p IH] [|b c] //=; rewrite IH; congr (_ :: _); ring.
Qed.
Lemma differences_opp p c : differences c p = [seq - y | y <- differences p c].
Proof. by rewrite /differences; elim: p c => [|a p IH] [|b c] //=; rewrite IH opprB. Qed.
Lemma foldl_shift s t : 0 <= t -> foldl Num.max 0 [seq x - t | x <- s] = pos (foldl Num.max 0 s - t).
Proof.
move=> t0; rewrite foldl_max_sub add0r -[t in foldl _ t _](@max_r _ _ 0 t) // foldl_max_max /pos.
by rewrite addr_maxl subrr.
Qed.
(* the lower and the upper corner of the box of part k of a width of m *)
Definition low delta m k c := [seq x + (delta *+ k.+1 - delta *+ m) | x <- c].
Definition high delta k c := [seq x + delta *+ k | x <- c].
Definition part delta m k c p :=
  pos (delta - foldl Num.max 0 (differences p (high delta k c)) - foldl Num.max 0 (differences (low delta m k c) p)).
Lemma partE delta m k c p : 0 < delta -> (k < m)%N -> part delta m k c p =
  pos (delta - pos (foldl Num.max 0 (differences p c) - delta *+ k) -
    pos (delta *+ k.+1 - (delta *+ m - foldl Num.max 0 (map -%R (differences p c))))).
Proof.
move=> d0 km; rewrite /part /high differences_shift foldl_shift ?mulrn_wge0 ?ltW //.
congr (pos (_ - _)).
have -> : differences (low delta m k c) p = [seq y - (delta *+ m - delta *+ k.+1) | y <- map -%R (differences p c)].
  rewrite differences_opp /low differences_shift -!map_comp; apply: eq_map => y /=.
  by move: (delta *+ m) (delta *+ k.+1) => u v; ring.
rewrite foldl_shift; last by rewrite -mulrnBr // mulrn_wge0 ?ltW.
by move: (delta *+ m) (delta *+ k.+1) => u v; congr pos; ring.
Qed.
Lemma sum_parts delta m c p : 0 < delta -> \sum_(k <- iota 0 m) part delta m k c p = at_offset (delta *+ m) c p.
Proof.
move=> d0; have -> : at_offset (delta *+ m) c p = pos (Num.min (delta *+ m - foldl Num.max 0 (map -%R (differences p c)))
    (delta *+ m) - foldl Num.max 0 (differences p c)).
  rewrite min_l ?ger_addl ?oppr_le0; last exact: (foldl_max 0).
  by rewrite /at_offset /left addrAC.
rewrite -parts //; last exact: (foldl_max 0).
by rewrite !big_seq; apply: eq_bigr => k; rewrite mem_iota => hk; exact: partE.
Qed.
Lemma box_all lo hi p : size lo = size p -> size hi = size p ->
  box lo hi p = all (fun y => y <= 0) (differences p hi) && all (fun y => y <= 0) (differences lo p).
Proof.
rewrite /differences; elim: p lo hi => [|x p IH] [|l lo] [|h hi] //= [sl] [sh].
rewrite IH // !subr_le0; case: (l <= x); case: (x <= h); rewrite ?andbF ?andbT //=.
Qed.
Lemma step_or_none delta s : 0 < delta -> {in s, forall x, on_grid delta x} ->
  if all (fun y => y <= 0) s then foldl Num.max 0 s = 0 else delta <= foldl Num.max 0 s.
Proof.
move=> d0 gs; case: ifP => h.
  by apply/eqP; rewrite eq_le (foldl_max 0) foldl_max_le lexx h.
have /hasP[x hx] : has (fun y => ~~ (y <= 0)) s by rewrite has_predC h.
rewrite -ltNge => x0; have := lexx (foldl Num.max 0 s); rewrite foldl_max_le => /andP[_ /allP/(_ x hx)].
apply: le_trans; case: (apart_on_grid 0 d0 (gs x hx)); rewrite ?mulr0n ?add0r //.
  by move=> le; have := lt_le_trans x0 le; rewrite oppr_gt0 ltNge ltW.
by move=> e; rewrite e ltxx in x0.
Qed.
Lemma on_grid_differences delta (u v : seq F) : {in u, forall x, on_grid delta x} -> {in v, forall x, on_grid delta x} ->
  {in differences u v, forall x, on_grid delta x}.
Proof.
rewrite /differences; elim: u v => [|x u IH] [|y v] //= gu gv z; rewrite inE => /orP[/eqP -> | hz].
  by apply: on_gridB; [apply: gu | apply: gv]; rewrite inE eqxx.
by apply: (IH v) hz => t ht; [apply: gu | apply: gv]; rewrite inE ht orbT.
Qed.
Lemma part_at_node delta m k c p : 0 < delta -> (k < m)%N -> size c = size p ->
  {in c, forall x, on_grid delta x} -> {in p, forall x, on_grid delta x} ->
  part delta m k c p = delta * (box (low delta m k c) (high delta k c) p)%:R.
Proof.
move=> d0 km e gc gp; rewrite box_all ?size_map // /part.
have add_grid x y : on_grid delta x -> on_grid delta y -> on_grid delta (x + y).
  move=> gx [i [j ->]]; rewrite -[_ - _]opprB; apply: on_gridB => //; by exists j, i.
have gh : {in high delta k c, forall x, on_grid delta x}.
  by move=> _ /mapP[x hx ->]; apply: add_grid; [exact: gc | exact: on_grid_nat].
have gl : {in low delta m k c, forall x, on_grid delta x}.
  by move=> _ /mapP[x hx ->]; apply: add_grid; [exact: gc | exists k.+1, m].
have := step_or_none d0 (on_grid_differences gp gh); have := step_or_none d0 (on_grid_differences gl gp).
have ge0 s := foldl_max 0 s; case: ifP => _ h1; case: ifP => _ h2 /=; rewrite ?mulr0 ?mulr1 ?h1 ?h2 ?subr0.
- by rewrite pos_all ?ltW.
- by rewrite pos_none // subr_le0.
- by rewrite pos_none // subr_le0.
by rewrite pos_none // -addrA -opprD subr_le0; apply: le_trans h1 _; rewrite ler_addr.
Qed.
(* hats of a grid interpolate hats of any width and place that is on it *)
Lemma refined delta n m c p : 0 < delta -> inside delta n p -> size c = size p -> {in c, forall x, on_grid delta x} ->
  \sum_(v <- nodes delta n (size p)) at_offset delta v p * at_offset (delta *+ m) c v = delta * at_offset (delta *+ m) c p.
Proof.
move=> d0 hp sc gc; rewrite -(sum_parts m c p d0) big_distrr /=.
rewrite (eq_big_seq (fun v => \sum_(k <- iota 0 m) at_offset delta v p * (delta * (box (low delta m k c) (high delta k c) v)%:R))).
  rewrite exchange_big; apply: eq_bigr => k _; rewrite (sum_nodes delta n _ (erefl (size p))).
  rewrite /part -(boxed (n := n)) ?size_map ?sc //; last 2 first.
  - move=> _ /mapP[x hx ->]; have [i [j ->]] := gc x hx; exists (i + k.+1)%N, (j + m)%N; rewrite !mulrnDr.
    by move: (delta *+ i) (delta *+ j) (delta *+ k.+1) (delta *+ m) => y z u v; ring.
  - move=> _ /mapP[x hx ->]; have [i [j ->]] := gc x hx; exists (i + k)%N, j; rewrite !mulrnDr; ring.
  rewrite mulrC -at_nodes_scale; apply: at_nodes_ext => w; by rewrite /at_offset [delta * _]mulrC mulrA.
move=> v hv; rewrite -(sum_parts m c v d0) big_distrr /= !big_seq; apply: eq_bigr => k; rewrite mem_iota => hk.
rewrite part_at_node // ?(node_size hv) // => x hx; have [i _ ->] := node_entry hv hx; exact: on_grid_nat.
Qed.
(* at a node its own hat is the width, and no other one is there *)
Lemma own_hat delta n d (v w : seq F) : 0 < delta -> v \in nodes delta n d -> w \in nodes delta n d ->
  at_offset delta w v = if v == w then delta else 0.
Proof.
move=> d0 hv hw; have gv : {in v, forall x, on_grid delta x}.
  by move=> x hx; have [i _ ->] := node_entry hv hx; exact: on_grid_nat.
have gw : {in w, forall x, on_grid delta x}.
  by move=> x hx; have [i _ ->] := node_entry hw hx; exact: on_grid_nat.
have sz : size v = size w by rewrite (node_size hv) (node_size hw).
rewrite /at_offset /left -differences_opp.
have := step_or_none d0 (on_grid_differences gv gw); have := step_or_none d0 (on_grid_differences gw gv).
have ge0 s := foldl_max 0 s; case: (eqVneq v w) => [e | ne].
  have -> : differences w v = nseq (size v) 0.
    by rewrite e /differences; elim: (w) => //= x p ->; rewrite subrr.
  have -> : differences v w = nseq (size v) 0.
    by rewrite e /differences; elim: (w) => //= x p ->; rewrite subrr.
  by rewrite all_nseq lexx orbT => -> _; rewrite !subr0 pos_all ?ltW.
case: ifP => a2 h2; case: ifP => a1 h1; last first.
- by rewrite pos_none // -addrA -opprD subr_le0; apply: le_trans h1 _; rewrite ler_addl.
- by rewrite h1 subr0 pos_none // subr_le0.
- by rewrite h2 subr0 pos_none // subr_le0.
case/negP: ne; apply/eqP/(@eq_from_nth _ 0) => // i hi; apply/eqP; rewrite eq_le.
have hw' : (i < size w)%N by rewrite -sz.
have n1 : nth 0 (differences v w) i <= 0 by move/(all_nthP 0): a1; apply; rewrite size_differences.
have n2 : nth 0 (differences w v) i <= 0 by move/(all_nthP 0): a2; apply; rewrite size_differences.
by move: n1 n2; rewrite !differencesE // !subr_le0 => -> ->.
Qed.

(* ---------- means of values ---------- *)
Lemma mean_near (I : seq nat) (H A N : nat -> F) delta slope d : 0 < delta -> (forall i, 0 <= H i) ->
  \sum_(i <- I) H i = delta -> (\sum_(i <- I) H i * N i) *+ 4 <= (delta * delta * delta) *+ d ->
  {in I, forall i, A i * A i <= slope * slope * N i} ->
  ((\sum_(i <- I) H i * A i) * (\sum_(i <- I) H i * A i)) *+ 4 <= (slope * slope * (delta * delta) * (delta * delta)) *+ d.
Proof.
move=> pd H0 total spread bound; set S := \sum_(i <- I) H i * A i.
have hS : S * S <= delta * (\sum_(i <- I) H i * (A i * A i)).
  rewrite -(ler_pmul2l pd) -subr_ge0.
  suff -> : delta * (delta * (\sum_(i <- I) H i * (A i * A i))) - delta * (S * S) =
      \sum_(i <- I) H i * (delta * A i - S) ^+ 2.
    by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?H0 // sqr_ge0.
  rewrite [RHS](eq_bigr (fun i => delta * delta * (H i * (A i * A i)) - delta * S *+ 2 * (H i * A i) + S * S * H i)); last first.
    by move=> i _; ring.
  rewrite !big_split sumrN -!big_distrr -/S /= total; ring.
have hU : delta * (\sum_(i <- I) H i * (A i * A i)) <= delta * (slope * slope * \sum_(i <- I) H i * N i).
  apply: ler_wpmul2l; first exact: ltW.
  rewrite big_distrr /= big_seq [Z in _ <= Z]big_seq; apply: ler_sum => i hi.
  rewrite [Z in _ <= Z]mulrCA; apply: ler_wpmul2l; [exact: H0 | exact: bound].
apply: le_trans (_ : (delta * (slope * slope * \sum_(i <- I) H i * N i)) *+ 4 <= _).
  by rewrite ler_pmuln2r //; exact: le_trans hS hU.
have -> : slope * slope * (delta * delta) * (delta * delta) *+ d = delta * (slope * slope) * ((delta * delta * delta) *+ d).
  by rewrite mulrnAr; congr (_ *+ _); ring.
rewrite mulrA -mulrnAr; apply: ler_wpmul2l; last exact: spread.
by apply: mulr_ge0; [exact: ltW | rewrite -expr2 sqr_ge0].
Qed.
End Boxes.
