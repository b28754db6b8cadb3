(* A hat is the length of what is left of [0, delta] where each coordinate cuts its part out. Of each
   coordinate two places count, so sums over a grid are sums of two, coordinate by coordinate. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp.algebra_tactics Require Import ring.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Hats.
Variable F : realFieldType.
Implicit Types (a b r x q delta : F) (xs qs w : seq F).

Definition pos a : F := Num.max a 0.
Lemma reluE a : f_relu (all_of F) a = pos a.
Proof. by rewrite /f_relu /nsub /= subr0 /pos; case: (leP 0 a) => // /ltW h. Qed.
Lemma pos_ge0 a : 0 <= pos a. Proof. by rewrite /pos le_maxr lexx orbT. Qed.
Lemma pos_none a : a <= 0 -> pos a = 0. Proof. exact: max_r. Qed.
Lemma pos_all a : 0 <= a -> pos a = a. Proof. exact: max_l. Qed.
Lemma sum_fromE a s : nsum (all_of F) a s = a + \sum_(c <- s) c.
Proof.
rewrite /nsum; elim: s a => [|c s IH] a /=; first by rewrite big_nil addr0.
by rewrite IH big_cons addrA.
Qed.
Lemma multipleE k a : f_multiple (all_of F) k a = a *+ k.
Proof.
rewrite /f_multiple sum_fromE add0r big_map /iota_to subn0 big_const_seq count_predT size_iota.
exact: iter_addr_0.
Qed.
Lemma largestE xs : f_largest_or_zero (all_of F) xs = foldl Num.max 0 xs.
Proof.
have step m e : m + f_relu (all_of F) (e - m) = Num.max m e.
  rewrite reluE /pos; case: (leP m e) => h.
    by rewrite max_l ?subr_ge0 // addrC subrK.
  by rewrite max_r ?subr_le0 ?(ltW h) // addr0.
rewrite /f_largest_or_zero; case: xs => [|x xs] /=; first by rewrite reluE /pos maxxx.
rewrite reluE drop0 /pos maxC; elim: xs (Num.max _ _) => [|e xs IH] m //=.
by rewrite step IH.
Qed.

(* ---------- the length that is left ---------- *)
Definition left delta a b xs := pos (delta - foldl Num.max a xs - foldl Num.max b (map -%R xs)).
Lemma hatE delta xs : f_hat (all_of F) delta xs = left delta 0 0 xs.
Proof. by rewrite /f_hat reluE !largestE. Qed.
Lemma left_cons delta a b x xs : left delta a b (x :: xs) = left delta (Num.max a x) (Num.max b (- x)) xs.
Proof. by []. Qed.
Lemma left_nil delta a b : left delta a b [::] = pos (delta - a - b). Proof. by []. Qed.
Lemma foldl_max a xs : a <= foldl Num.max a xs.
Proof. by elim: xs a => [|x xs IH] a //=; apply: le_trans (IH _); rewrite le_maxr lexx. Qed.
Lemma left_ge0 delta a b xs : 0 <= left delta a b xs. Proof. exact: pos_ge0. Qed.
Lemma left0 xs : left 0 0 0 xs = 0.
Proof.
apply: pos_none; rewrite sub0r -opprD oppr_le0.
by apply: addr_ge0; [exact: (foldl_max 0) | exact: (foldl_max 0)].
Qed.

Definition one delta a b x := pos (delta - Num.max a x - Num.max b (- x)).
Lemma one_above delta a b x : 0 <= b -> delta <= x -> one delta a b x = 0.
Proof.
move=> hb hx; apply: pos_none; rewrite -addrA -opprD subr_le0; apply: le_trans hx _.
rewrite -[X in X <= _]addr0; apply: ler_add; first by rewrite le_maxr lexx orbT.
by rewrite le_maxr hb.
Qed.
Lemma one_below delta a b x : 0 <= a -> x <= - delta -> one delta a b x = 0.
Proof.
move=> ha hx; apply: pos_none; rewrite -addrA -opprD subr_le0.
rewrite -[X in X <= _]add0r; apply: ler_add; first by rewrite le_maxr ha.
by rewrite le_maxr ler_oppr hx orbT.
Qed.
Lemma le_by x q c : 0 <= c -> q - x = c -> x <= q. Proof. by move=> h e; rewrite -subr_ge0 e. Qed.
Lemma two_places delta a b r : 0 <= a -> 0 <= b -> 0 <= r -> r <= delta ->
  one delta a b r + one delta a b (r - delta) = pos (delta - a - b).
Proof.
move=> ha hb hr hd; rewrite /one opprB (@max_l _ _ b (- r)); last by rewrite (le_trans _ hb) ?oppr_le0.
rewrite (@max_l _ _ a (r - delta)); last by rewrite (le_trans _ ha) ?subr_le0.
case: (leP 0 (delta - a - b)) => s; last first.
  rewrite !pos_none ?addr0 ?(ltW s) //.
    by apply: le_trans (ltW s); rewrite ler_sub // ?le_maxr ?lexx // ler_sub // le_maxr lexx ?orbT.
  by apply: le_trans (ltW s); rewrite !ler_sub // le_maxr lexx.
case: (leP r a) => h1.
  have h2 : b <= delta - r.
    by apply: (@le_by _ _ ((delta - a - b) + (a - r))); [rewrite addr_ge0 // subr_ge0 | ring].
  rewrite (max_r h2) (@pos_none (delta - a - (delta - r))) ?addr0 //.
  by apply: (@le_by _ _ (a - r)); [rewrite subr_ge0 | ring].
case: (leP b (delta - r)) => h2.
  rewrite !pos_all //; first by ring.
  - by apply: (@le_by _ _ (r - a)); [rewrite subr_ge0 ltW | ring].
  - by rewrite subr_ge0.
by rewrite pos_none ?add0r // subr_le0 ltW.
Qed.

(* ---------- sums over a side of the grid ---------- *)
Definition side delta n q (G : F -> F) := \sum_(k <- iota 0 n.+1) G (q - delta *+ k).
Lemma two delta n q : 0 <= delta -> 0 <= q -> q <= delta *+ n ->
  exists r, [/\ 0 <= r, r <= delta, exists j, r = q - delta *+ j & forall G, (forall x, delta <= x -> G x = 0) ->
    (forall x, x <= - delta -> G x = 0) -> side delta n q G = G r + G (r - delta)].
Proof.
move=> hd; elim: n q => [|n IH] q hq.
  rewrite mulr0n => h0; have -> : q = 0 by apply/eqP; rewrite eq_le h0.
  exists 0; split=> //; first by exists 0%N; rewrite mulr0n subr0.
  move=> G _ hG; rewrite /side big_cons big_nil mulr0n subr0 sub0r addr0.
  by rewrite [G (- delta)]hG // addr0.
have shift (G : F -> F) : side delta n.+1 q G = G q + side delta n (q - delta) G.
  rewrite /side [iota 0 n.+2]/= big_cons mulr0n subr0; congr (_ + _).
  by rewrite -/(iota 1 n.+1) -[1%N]addn0 iotaDl big_map; apply: eq_bigr => k _; rewrite mulrS opprD addrA.
move=> hn; case: (leP q delta) => h.
  exists q; split=> //; first by exists 0%N; rewrite mulr0n subr0.
  move=> G _ hG; rewrite shift; congr (_ + _).
  rewrite /side [iota 0 n.+1]/= big_cons mulr0n subr0 big_seq big1 ?addr0 // => k.
  rewrite mem_iota => /andP[k1 _]; apply: hG; set y := delta *+ k.
  have hy : q <= y by apply: le_trans h _; rewrite -[X in X <= _]mulr1n ler_wpmuln2l.
  by apply: (@le_by _ _ (y - q)); [rewrite subr_ge0 | ring].
have [||r [r0 r1 [j e] H]] := IH (q - delta); rewrite ?subr_ge0 ?(ltW h) //.
  by rewrite ler_subl_addl -mulrS.
exists r; split=> //; first by exists j.+1; rewrite e mulrS opprD addrA.
move=> G hG1 hG2; rewrite shift hG1 ?(ltW h) // add0r; exact: H.
Qed.
Lemma side_one delta n q a b : 0 <= delta -> 0 <= q -> q <= delta *+ n -> 0 <= a -> 0 <= b ->
  side delta n q (one delta a b) = pos (delta - a - b).
Proof.
move=> hd hq hn ha hb; have [r [r0 r1 _ ->]] := two hd hq hn; first exact: two_places.
  by move=> x; exact: one_above.
by move=> x; exact: one_below.
Qed.
Lemma side_square delta n q : 0 <= delta -> 0 <= q -> q <= delta *+ n ->
  side delta n q (fun x => one delta 0 0 x * (x * x)) *+ 4 <= delta * delta * delta.
Proof.
move=> hd hq hn; have [r [r0 r1 _ ->]] := two hd hq hn; first last.
- by move=> x h; rewrite one_below // mul0r.
- by move=> x h; rewrite one_above // mul0r.
have -> : one delta 0 0 r = delta - r.
  by rewrite /one (max_r r0) (@max_l _ _ 0 (- r)) ?oppr_le0 // subr0 pos_all // subr_ge0.
have -> : one delta 0 0 (r - delta) = r.
  rewrite /one opprB (@max_l _ _ 0 (r - delta)) ?subr_le0 // (@max_r _ _ 0) ?subr_ge0 // subr0.
  by rewrite opprB addrC subrK pos_all.
apply: (@le_by _ _ (delta * (delta - r *+ 2) ^+ 2)); last by ring.
by rewrite mulr_ge0 // sqr_ge0.
Qed.

(* ---------- sums over the grid ---------- *)
Fixpoint grid delta n qs (G : seq F -> F) :=
  if qs is q :: qs' then side delta n q (fun x => grid delta n qs' (fun xs => G (x :: xs))) else G [::].
Lemma grid_ext delta n qs G H : (forall xs, G xs = H xs) -> grid delta n qs G = grid delta n qs H.
Proof.
elim: qs G H => [|q qs IH] G H e /=; first exact: e.
by apply: eq_bigr => k _; apply: IH => xs; exact: e.
Qed.
Lemma grid_add delta n qs G H : grid delta n qs (fun xs => G xs + H xs) = grid delta n qs G + grid delta n qs H.
Proof.
elim: qs G H => [|q qs IH] G H //=; rewrite /side -big_split; apply: eq_bigr => k _; exact: IH.
Qed.
Lemma grid_scale delta n qs c G : grid delta n qs (fun xs => G xs * c) = grid delta n qs G * c.
Proof.
elim: qs G => [|q qs IH] G //=; rewrite /side big_distrl; apply: eq_bigr => k _; exact: IH.
Qed.
Definition inside delta n qs := all (fun q => (0 <= q) && (q <= delta *+ n)) qs.
Lemma partition delta n qs a b : 0 <= delta -> inside delta n qs -> 0 <= a -> 0 <= b ->
  grid delta n qs (left delta a b) = pos (delta - a - b).
Proof.
move=> hd; elim: qs a b => [|q qs IH] a b //= /andP[/andP[q0 q1] hs] ha hb.
rewrite -(side_one hd q0 q1 ha hb); apply: eq_bigr => k _; apply: IH => //.
  by rewrite le_maxr ha.
by rewrite le_maxr hb.
Qed.
Definition norm xs := \sum_(x <- xs) x * x.
Lemma spread delta n qs a b : 0 <= delta -> inside delta n qs -> 0 <= a -> 0 <= b ->
  grid delta n qs (fun xs => left delta a b xs * norm xs) =
  \sum_(q <- qs) side delta n q (fun x => one delta a b x * (x * x)).
Proof.
move=> hd; elim: qs a b => [|q qs IH] a b; first by rewrite /= /norm !big_nil mulr0.
move=> /= /andP[/andP[q0 q1] hs] ha hb; rewrite big_cons.
have a1 x : 0 <= Num.max a x by rewrite le_maxr ha.
have b1 x : 0 <= Num.max b x by rewrite le_maxr hb.
rewrite /side (eq_bigr (fun k => one delta a b (q - delta *+ k) * ((q - delta *+ k) * (q - delta *+ k)) +
  grid delta n qs (fun xs => left delta (Num.max a (q - delta *+ k)) (Num.max b (- (q - delta *+ k))) xs * norm xs))).
  rewrite big_split; congr (_ + _).
  rewrite (eq_bigr (fun k => \sum_(p <- qs) side delta n p (fun x => one delta (Num.max a (q - delta *+ k)) (Num.max b (- (q - delta *+ k))) x * (x * x)))); last first.
    by move=> k _; exact: IH.
  rewrite exchange_big; apply: eq_big_seq => p hp; rewrite /side exchange_big; apply: eq_bigr => k _.
  rewrite -big_distrl; congr (_ * _); set x := p - _.
  rewrite [RHS]/one -(@side_one delta n q (Num.max a x) (Num.max b (- x))) //.
  by apply: eq_bigr => j _; rewrite /one !(maxAC _ x) !(maxAC _ (- x)).
move=> k _; set x := q - _.
rewrite [in RHS]/one -(@partition delta n qs (Num.max a x) (Num.max b (- x))) // -grid_scale -grid_add.
by apply: grid_ext => xs; rewrite left_cons /norm big_cons mulrDr.
Qed.

(* ---------- nodes, and offsets from them ---------- *)
Definition differences qs w := map (fun '(a, b) => a - b) (zip qs w).
Fixpoint at_nodes delta n qs (G : seq F -> F) :=
  if qs is _ :: qs' then \sum_(k <- iota 0 n.+1) at_nodes delta n qs' (fun w => G (delta *+ k :: w)) else G [::].
Lemma at_nodes_ext delta n qs G H : (forall xs, G xs = H xs) -> at_nodes delta n qs G = at_nodes delta n qs H.
Proof.
elim: qs G H => [|q qs IH] G H e /=; first exact: e.
by apply: eq_bigr => k _; apply: IH => xs; exact: e.
Qed.
Lemma grid_of_nodes delta n qs G : at_nodes delta n qs (fun w => G (differences qs w)) = grid delta n qs G.
Proof. by elim: qs G => [|q qs IH] G //=; apply: eq_bigr => k _; rewrite -IH. Qed.
Lemma enumE (T : Type) (x : T) s : enumerated T s = [seq (i, nth x s i) | i <- iota 0 (size s)].
Proof.
rewrite /enumerated -{2}(mkseq_nth x s) /mkseq -{1}(map_id (iota 0 (size s))); exact: zip_map.
Qed.

Lemma sum_sides delta n qs : 0 <= delta -> inside delta n qs ->
  (\sum_(q <- qs) side delta n q (fun x => one delta 0 0 x * (x * x))) *+ 4 <= (delta * delta * delta) *+ size qs.
Proof.
move=> hd; elim: qs => [|q qs IH] /=; first by rewrite big_nil mul0rn.
move=> /andP[/andP[q0 q1] hs]; rewrite big_cons mulrnDl [X in _ <= X]mulrS; apply: ler_add; last exact: IH.
exact: side_square.
Qed.
End Hats.
