(* A unit of depth d has its stage within the first 5 d/2, rounded up, and is no deeper than its node;
   see planned.v and gathering.v. *)
Section Latest.
Variable N : numbers.
Definition latest (k m : nat) : nat := (5 * m./2 + nth 0 (if odd m then [:: 4; 2; 3] else [:: 1; 2; 0]) k)%N.
Lemma latest_turn k m : (k < 3)%N -> turn (latest k m) = k.
Proof. by rewrite /turn /latest mulnC modnMDl; case: (odd m); case: k => [|[|[|]]]. Qed.
Lemma latest_up k j m : (k < 3)%N -> (j <= m)%N -> (latest k j <= latest k m)%N.
Proof.
move=> hk /subnKC <-; elim: (m - j)%N => [|e IH]; first by rewrite addn0.
apply: leq_trans IH _; rewrite addnS /latest /= uphalf_half; case: (odd _) => /=.
  by rewrite add1n mulnS [(5 + _)%N]addnC -addnA leq_add2l; move: hk; case: k => [|[|[|]]].
by rewrite add0n leq_add2l; move: hk; case: k => [|[|[|]]].
Qed.
Lemma latest_behind a b j : (a < 3)%N -> (b < 3)%N -> (early a (from_stage b (latest b j)) <= latest a j.+1)%N.
Proof.
move=> ha hb; rewrite /latest /= uphalf_half /early /from_stage; case: (odd j) => /=.
  rewrite add1n mulnS [(5 + _)%N]addnC; move: (5 * j./2)%N => h.
  by move: ha hb; case: a => [|[|[|]]] //; case: b => [|[|[|]]] //= _ _; rewrite -?addnS -?addnA leq_add2l.
rewrite add0n; move: (5 * j./2)%N => h; by move: ha hb; case: a => [|[|[|]]] //; case: b => [|[|[|]]] //= _ _; rewrite -?addnS leq_add2l.
Qed.
Lemma latest_most k m : (k < 3)%N -> (latest k m < f_most N m.+1)%N.
Proof.
move=> hk; rewrite /latest /f_most -{3}(odd_double_half m) -muln2.
case: (odd m) => /=.
  have -> : (5 * (1 + m./2 * 2).+1 + 1 = (5 * m./2 + 5) * 2 + 1)%N.
    by rewrite add1n -[(m./2 * 2).+2]/(2 + m./2 * 2)%N -mulSn mulnA -[(m./2).+1]addn1 mulnDr muln1.
  by rewrite divnMDl // addn0 -addnS leq_add2l; move: hk; case: k => [|[|[|]]].
have -> : (5 * (0 + m./2 * 2).+1 + 1 = (5 * m./2 + 3) * 2)%N.
  by rewrite add0n -[(m./2 * 2).+1]addn1 mulnDr mulnA muln1 -addnA -[(5 + 1)%N]/(3 * 2)%N -mulnDl.
by rewrite mulnK // -addnS leq_add2l; move: hk; case: k => [|[|[|]]].
Qed.
Lemma most_up j m : (j <= m)%N -> (f_most N j <= f_most N m)%N.
Proof. by move=> h; rewrite /f_most leq_div2r // leq_add2r leq_mul2l h. Qed.
End Latest.

Section UnitDepths.
Variable F : realFieldType.
Implicit Types u : T_any_ReLUs (all_of F).
Implicit Types us : seq (T_any_ReLUs (all_of F)).
Implicit Types f : T_Form (all_of F).
Implicit Types fs : seq (T_Form (all_of F)).
Implicit Types node : T_any_LinNode (all_of F).
Implicit Types ds : seq nat.
Definition largest (s : seq nat) : nat := foldr maxn 0%N s.
Lemma largest_le (s : seq nat) m : (largest s <= m)%N = all (fun n => n <= m)%N s.
Proof. by elim: s => //= n s IH; rewrite geq_max IH. Qed.
Lemma le_largest (s : seq nat) n : n \in s -> (n <= largest s)%N.
Proof. by have := leqnn (largest s); rewrite largest_le => /allP h /h. Qed.
Definition unit_depth u ds : nat := (largest [seq nth 0%N ds i | i <- places u]).+1.
Fixpoint unit_depths us ds : seq nat :=
  if us is u :: us then let d := unit_depth u ds in d :: unit_depths us (ds ++ nseq (f_size_of_unit (all_of F) u) d) else [::].
Fixpoint value_depths us ds : seq nat :=
  if us is u :: us then value_depths us (ds ++ nseq (f_size_of_unit (all_of F) u) (unit_depth u ds)) else ds.
Lemma kind_small u : (f_kind_of (all_of F) u < 3)%N. Proof. by case: u => -[s]. Qed.
Lemma planned_depths N us ds (from : seq (nat * nat)) : size ds = size from ->
  (forall c i, (c < 3)%N -> (early c (nth none from i) <= latest c (nth 0%N ds i))%N) ->
  all (fun d => f_most (all_of F) d <= N)%N (unit_depths us ds) -> exists ns, planned 0 N us ns from.
Proof.
elim: us ds from => [|u us IH] ds from es h /=; first by exists [::].
case/andP => hd hds; set d := unit_depth u ds in hd hds; set k := f_kind_of (all_of F) u; have hk : (k < 3)%N by apply: kind_small.
have [||ns hn] := IH _ (from ++ nseq (f_size_of_unit (all_of F) u) (from_stage k (latest k d.-1))) _ _ hds.
- by rewrite !size_cat !size_nseq es.
- move=> c i hc; rewrite !nth_cat es; case: ltnP => hi; first exact: h.
  rewrite !nth_nseq; case: ifP => _; last by rewrite /early /none; case: (c == 1%N).
  exact: latest_behind.
exists (latest k d.-1 :: ns); split=> //.
- by apply: leq_trans hd; apply: latest_most.
- exact: latest_turn.
apply/allP => i hi; apply: leq_trans (h k i hk) _; apply: latest_up => //.
by apply: le_largest; apply: map_f.
Qed.

(* ---------- depths of what is gathered ---------- *)
Lemma value_depths_cat us vs ds : value_depths (us ++ vs) ds = value_depths vs (value_depths us ds).
Proof. by elim: us ds => //= u us IH ds; rewrite IH. Qed.
Lemma unit_depths_cat us vs ds : unit_depths (us ++ vs) ds = unit_depths us ds ++ unit_depths vs (value_depths us ds).
Proof. by elim: us ds => //= u us IH ds; rewrite IH. Qed.
Lemma value_depths_more us ds : exists e, value_depths us ds = ds ++ e.
Proof.
elim: us ds => [|u us IH] ds /=; first by exists [::]; rewrite cats0.
by have [e ->] := IH (ds ++ nseq (f_size_of_unit (all_of F) u) (unit_depth u ds)); rewrite -catA; eexists.
Qed.
Lemma size_value_depths us ds : size (value_depths us ds) = (size ds + sumn (map (f_size_of_unit (all_of F)) us))%N.
Proof. by elim: us ds => [|u us IH] ds /=; rewrite ?addn0 // IH size_cat size_nseq addnA. Qed.
Lemma nth_more_depths ds e i : (nth 0%N ds i <= nth 0%N (ds ++ e) i)%N.
Proof. by rewrite nth_cat; case: ltnP => // h; rewrite nth_default. Qed.
(* All that some forms read is there, and no deeper than d. *)
Definition within_depth ds d fs := all (fun i => (i < size ds) && (nth 0%N ds i <= d))%N (flatten (map (@of_form F) fs)).
Lemma within_more ds e d fs : within_depth ds d fs -> within_depth (ds ++ e) d fs.
Proof. by apply: sub_all => i /andP[h h']; rewrite nth_cat h h' size_cat ltn_addr. Qed.
Lemma within_deeper ds d d' fs : (d <= d')%N -> within_depth ds d fs -> within_depth ds d' fs.
Proof. by move=> h; apply: sub_all => i /andP[-> h']; apply: leq_trans h' h. Qed.
Lemma within_cat ds d fs gs : within_depth ds d (fs ++ gs) = within_depth ds d fs && within_depth ds d gs.
Proof. by rewrite /within_depth map_cat flatten_cat all_cat. Qed.
Lemma within_nth ds d fs i : within_depth ds d fs -> within_depth ds d [:: nth (no_form F) fs i].
Proof.
elim: fs i => [|f fs IH] [|i] //; rewrite -cat1s within_cat => /andP[h1 h2] //.
exact: IH.
Qed.
Lemma within_composed ds d f fs : within_depth ds d fs -> within_depth ds d [:: f_composed (all_of F) f fs].
Proof.
move=> h; rewrite /within_depth /= cats0; apply/allP => j /composed_places[i _ hj].
have := within_nth i h; rewrite /within_depth /= cats0 => /allP; exact.
Qed.
Lemma within_composed_forms ds d gs fs : within_depth ds d fs -> within_depth ds d (f_composed_forms (all_of F) gs fs).
Proof.
move=> h; elim: gs => //= g gs IH; rewrite -cat1s within_cat IH andbT; exact: within_composed.
Qed.
Lemma within_range ds d s n : (s + n <= size ds)%N -> (forall i, (i < n)%N -> (nth 0%N ds (s + i) <= d)%N) -> within_depth ds d (f_range_of (all_of F) s n).
Proof.
move=> hs h; apply/allP => j; have -> : flatten (map (@of_form F) (f_range_of (all_of F) s n)) = [seq (s + i)%N | i <- iota 0 n].
  by rewrite /f_range_of /iota_to subn0; elim: (iota 0 n) => //= i r ->.
move=> /mapP[i]; rewrite mem_iota => /andP[_ hi] ->; rewrite h // andbT.
by apply: leq_trans hs; rewrite ltn_add2l.
Qed.
Lemma within_unit ds d u : within_depth ds d (f_forms_of (all_of F) u) -> (unit_depth u ds <= d.+1)%N.
Proof. by rewrite /unit_depth ltnS largest_le all_map; apply: sub_all => i /andP[]. Qed.
Record right_depths dim (s : gathering F) (found : seq nat) : Prop := RightDepths {
  size_found : size s.1.2 = size found;
  views_within : forall i, within_depth (value_depths s.1.1 (nseq dim 0%N)) (nth 0%N found i) (nth [::] s.1.2 i);
  units_within : all (fun d => d <= largest found)%N (unit_depths s.1.1 (nseq dim 0%N)) }.
Lemma largest_more (s : seq nat) n : (largest s <= largest (s ++ [:: n]))%N.
Proof. by rewrite largest_le; apply/allP => m hm; apply: le_largest; rewrite mem_cat hm. Qed.
(* A node is a form, or has a unit, of what is no deeper than d, and its own depth follows. *)
Definition is_within ds d (found : T_any_Affine (all_of F)) : bool :=
  match found with
  | of_any_Affine_Affine a => within_depth ds d (get_Affine_forms (all_of F) a)
  | of_any_Affine_New a => if d is d'.+1 then within_depth ds d' (f_forms_of (all_of F) (get_New_unit (all_of F) a)) else false
  end.
Lemma within_flatten ds d (fss : seq (seq (T_Form (all_of F)))) : all (within_depth ds d) fss -> within_depth ds d (flatten fss).
Proof. by elim: fss => //= fs fss IH /andP[h /IH h']; rewrite within_cat h. Qed.
Lemma reading_within ds found (views : seq (seq (T_Form (all_of F)))) flags node :
  (forall i, within_depth ds (nth 0%N found i) (nth [::] views i)) ->
  is_within ds (f_depth_of (all_of F) node found) (f_reading (all_of F) node views flags).
Proof.
move=> h; case: node => [[i fs]|[i]|[i]|[i es]|[l]] /=.
- by apply: within_composed_forms; apply: h.
- by case: ifP => _ /=; [apply: within_deeper (h i); rewrite add1n leqnSn | apply: h].
- rewrite /f_view_at; set x := nth [::] views i; set half := (size x %/ 2)%N; have := h i; rewrite -/x -{1}(cat_take_drop half x) within_cat.
  elim: (take half x) (drop half x) => [|f fs IH] [|g gs] //=.
  rewrite -cat1s -[g :: gs]cat1s !within_cat => /andP[/andP[h1 h2] /andP[h3 h4]].
  by rewrite -cat1s within_cat h1 -cat1s within_cat h3; apply: IH; rewrite h2.
- elim: es => //= e es IH; rewrite -cat1s within_cat; apply/andP; split; last exact: IH.
  by apply: within_composed; apply: h.
elim: l => //= i l IH; rewrite map_id within_cat; apply/andP; split.
  by apply: within_deeper (h i); apply: leq_maxl.
by apply: within_deeper IH; apply: leq_maxr.
Qed.
Lemma more_depths dim s found node : right_depths dim s found -> right_depths dim (more dim s node) (found ++ [:: f_depth_of (all_of F) node found]).
Proof.
case=> e h hu; have := reading_within s.2 node h; set d := f_depth_of _ _ _; rewrite /more; case: (f_reading _ _ _ _) => -[a] /=.
  move=> ha; split; rewrite /= ?cats0; first by rewrite !size_cat e.
    by move=> i; rewrite !at_end e; case: ltnP => _; [apply: h | case: eqP].
  by apply: sub_all hu => m /leq_trans; apply; apply: largest_more.
case: d => // d ha; have hd := within_unit ha; set ds := value_depths s.1.1 _ in ha hd h.
have sd us : size (value_depths us (nseq dim 0%N)) = (dim + sumn (map (f_size_of_unit (all_of F)) us))%N by rewrite size_value_depths size_nseq.
have hl : (d.+1 <= largest (found ++ [:: d.+1]))%N by apply: le_largest; rewrite mem_cat inE eqxx orbT.
have up : all (fun m => m <= largest (found ++ [:: d.+1]))%N (unit_depths s.1.1 (nseq dim 0%N)).
  by apply: sub_all hu => m /leq_trans; apply; apply: largest_more.
case: ifP => hk; split; rewrite /= ?cats0; rewrite ?size_cat ?e //.
- move=> i; rewrite !at_end e; case: ltnP => _; first exact: h.
  case: eqP => // _; rewrite placeE in hk *; set k := find _ _ in hk *; have ek : nth (no_unit F) s.1.1 k = a.
    by apply: same_unit; apply: (@nth_find _ (no_unit F) (f_same_unit (all_of F) ^~ a)); rewrite has_find.
  have es : s.1.1 = take k s.1.1 ++ a :: drop k.+1 s.1.1 by rewrite -{1}(cat_take_drop k s.1.1) (drop_nth (no_unit F)) // ek.
  set pre := value_depths (take k s.1.1) (nseq dim 0%N).
  have [g eg] : exists g, ds = (pre ++ nseq (f_size_of_unit (all_of F) a) (unit_depth a pre)) ++ g.
    by rewrite /ds es value_depths_cat /= -/pre; apply: value_depths_more.
  have hp : (unit_depth a pre <= d.+1)%N.
    apply: leq_trans hd; rewrite /unit_depth ltnS largest_le all_map; apply/allP => i' hi' /=.
    apply: leq_trans (le_largest (map_f _ hi')); rewrite eg -catA; exact: nth_more_depths.
  rewrite -/ds -sd -/pre; apply: within_range; first by rewrite eg !size_cat size_nseq leq_addr.
  move=> j hj; rewrite eg -catA nth_cat ltnNge leq_addr /= addKn nth_cat size_nseq hj nth_nseq hj.
  exact: hp.
- move=> i; rewrite value_depths_cat /= -/ds !at_end e; case: ltnP => _; first by apply: within_more; apply: h.
  case: eqP => // _.
  have ek : f_place_of (all_of F) a s.1.1 = size s.1.1.
    by apply/eqP; rewrite eqn_leq {1}placeE find_size leqNgt hk.
  rewrite ek take_size -sd -/ds; apply: within_range; first by rewrite size_cat size_nseq.
  by move=> j hj; rewrite nth_cat ltnNge leq_addr /= addKn nth_nseq hj.
by rewrite unit_depths_cat all_cat up /= andbT; apply: leq_trans hd hl.
Qed.
Lemma gathered_depths (q : T_ListedProgram (all_of F)) : all (fun d => d <= f_depth (all_of F) q)%N
  (unit_depths (get_Gathered_rest (all_of F) (f_gathered (all_of F) q)) (nseq (get_ListedProgram_dim (all_of F) q) 0%N)).
Proof.
set dim := get_ListedProgram_dim (all_of F) q; rewrite gatheredE /= -/dim /f_depth map_id /f_depths; set nodes := get_ListedProgram_nodes (all_of F) q.
have start : right_depths dim (begun F dim) [:: 0%N].
  split=> // -[|i]; last by case: i.
  by apply: within_range => [|i hi]; rewrite /= ?size_nseq // nth_nseq; case: ifP.
suff h s found : right_depths dim s found -> right_depths dim (foldl (more dim) s nodes) (foldl (fun t node => t ++ [:: f_depth_of (all_of F) node t]) found nodes).
  by have [_ _] := h _ _ start.
by elim: nodes s found => //= node nodes IH s found /(more_depths node) /IH.
Qed.
Theorem blocks_rest (q : T_ListedProgram (all_of F)) :
  get_Gathered_rest (all_of F) (f_in_turn (all_of F) (f_gathered (all_of F) q) (f_most (all_of F) (f_depth (all_of F) q))) = [::].
Proof.
have [|||ns h] := @planned_depths (f_most (all_of F) (f_depth (all_of F) q)) (get_Gathered_rest (all_of F) (f_gathered (all_of F) q)) (nseq (get_ListedProgram_dim (all_of F) q) 0%N)
  (nseq (get_ListedProgram_dim (all_of F) q) none).
- by rewrite !size_nseq.
- by move=> c i hc; rewrite !nth_nseq; case: ifP; rewrite /early /none /=; case: (c == 1%N).
- by apply: sub_all (gathered_depths q) => d; apply: most_up.
by apply: (@in_turn_rest F _ _ ns); move: h; rewrite /width gatheredE.
Qed.
End UnitDepths.
