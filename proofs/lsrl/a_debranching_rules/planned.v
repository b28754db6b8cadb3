(* Where each unit has a stage of its kind, behind what it reads, all is there at last; see in_turn.v. *)
Section Planned.
Variable F : realFieldType.
Implicit Types u : T_any_ReLUs (all_of F).
Implicit Types us : seq (T_any_ReLUs (all_of F)).
Implicit Types p : T_Gathered (all_of F).
Implicit Types f : T_Form (all_of F).
Implicit Types todo : seq (T_any_ReLUs (all_of F) * bool).
Implicit Types there : seq bool.
Implicit Types from : seq (nat * nat).

(* ---------- what is read is read on ---------- *)
Definition of_form f : seq nat := map fst (get_Form_row (all_of F) f).
Lemma with_term_places r i a : {subset map fst (f_with_term (all_of F) r i a) <= i :: map fst r}.
Proof.
rewrite /f_with_term; case: ifP => _; first case: ifP => _ j.
- by rewrite map_cat mem_cat !inE orbC.
- by rewrite inE => ->; rewrite orbT.
have e (P : pred nat) : {subset map fst [seq (let '(j, c) := b in (j, c)) | b <- r & (let '(j, c) := b in P j)] <= map fst r}.
  move=> j /mapP[q /mapP[[k c]]]; rewrite mem_filter => /andP[_ h] -> ->.
  by apply/mapP; exists (k, c).
move=> j; rewrite !map_cat !mem_cat inE => /orP[/(e (fun k => k < i)%N) ->|]; first by rewrite orbT.
case/orP => [|/(e (fun k => i < k)%N) ->]; last by rewrite orbT.
by case: ifP => //= _; rewrite inE => ->.
Qed.
Lemma with_terms_places r a s : {subset map fst (f_with_terms (all_of F) r a s) <= map fst r ++ map fst s}.
Proof.
rewrite /f_with_terms; elim: s r => [|[i c] s IH] r j /=; first by rewrite cats0.
move/IH; rewrite mem_cat => /orP[/with_term_places|]; rewrite mem_cat !inE; first by case/orP => ->; rewrite ?orbT.
by move=> ->; rewrite !orbT.
Qed.
Lemma composed_places f (inner : seq (T_Form (all_of F))) j : j \in of_form (f_composed (all_of F) f inner) ->
  exists2 i, i \in of_form f & j \in of_form (nth (no_form F) inner i).
Proof.
rewrite /f_composed /of_form; case: f => r k /=; set g := (fun _ _ => _).
suff h s b : j \in map fst (foldl g (s, b) r).1 -> (j \in map fst s) || has (fun i => j \in of_form (nth (no_form F) inner i)) (map fst r).
  move=> hj; have {hj} : j \in map fst (foldl g ([::], k) r).1 by move: hj; case: foldl.
  by move/h => /= /hasP[i hi h']; exists i.
elim: r s b => [|[i c] r IH] s b /=; first by move=> ->.
move/IH => /orP[/with_terms_places|->]; last by rewrite !orbT.
by rewrite mem_cat => /orP[] -> //; rewrite ?orbT.
Qed.
Lemma forms_on_views u (views : seq (T_Form (all_of F))) : f_forms_of (all_of F) (f_on_views (all_of F) u views) = [seq f_composed (all_of F) f views | f <- map id (f_forms_of (all_of F) u)].
Proof.
case: u => -[s] /=; first by rewrite map_id.
  by rewrite map_id map_flatten -!map_comp; congr flatten; apply: eq_map => -[].
by rewrite map_id -!map_comp; apply: eq_map.
Qed.
Lemma on_views_places u (views : seq (T_Form (all_of F))) j : j \in places (f_on_views (all_of F) u views) ->
  exists2 i, i \in places u & j \in of_form (nth (no_form F) views i).
Proof.
rewrite /places forms_on_views map_id; elim: (f_forms_of (all_of F) u) => //= f fs IH; rewrite mem_cat => /orP[/composed_places|/IH] [i hi h].
  by exists i => //; rewrite mem_cat hi.
by exists i => //; rewrite mem_cat hi orbT.
Qed.

(* ---------- when units are there: for each value the first stage for others, and for states ---------- *)
Definition none : nat * nat := (0%N, 0%N).
Definition early (c : nat) (a : nat * nat) : nat := if c == 1%N then a.2 else a.1.
Definition from_stage c n : nat * nat := (n.+1, if c == 1%N then n else n.+1).
Fixpoint planned (n N : nat) us (ns : seq nat) (from : seq (nat * nat)) : Prop :=
  match us, ns with
  | [::], [::] => True
  | u :: us, m :: ns => [/\ (n <= m < N)%N, turn m = f_kind_of (all_of F) u,
      all (fun i => early (f_kind_of (all_of F) u) (nth none from i) <= m)%N (places u) &
      planned n N us ns (from ++ nseq (f_size_of_unit (all_of F) u) (from_stage (f_kind_of (all_of F) u) m))]
  | _, _ => False
  end.
Lemma planned_end n us ns from : planned n n us ns from -> us = [::].
Proof. by case: us ns => [|u us] [|m ns] //= [/andP[h /(leq_ltn_trans h)]]; rewrite ltnn. Qed.
Lemma planned_there n N us (ns : seq nat) from there : size there = size from ->
  (forall i, (early (turn n) (nth none from i) <= n)%N -> nth true there i) -> planned n N us ns from ->
  all (fun q => (q.1 == n) ==> q.2) (zip ns (there_from (turn n) us there)).
Proof.
elim: us ns from there => [|u us IH] [|m ns] from there //= es h [/andP[hn _] hk hp hs].
set b := (_ == turn n) && _; have hb : (m == n) ==> b.
  by apply/implyP => /eqP e; rewrite /b -hk e eqxx /=; apply: sub_all hp => i; rewrite -hk e; apply: h.
rewrite hb; apply: (IH _ _ _ _ _ hs); first by rewrite !size_cat !size_nseq es.
move=> i; rewrite !nth_cat es; case: ltnP => hi; first exact: h.
rewrite !nth_nseq; case: ltnP => // _; rewrite /early /from_stage; case: (turn n == 1%N) (hb) => /=; last by rewrite ltnNge hn.
case: ifP => [hc|_]; last by rewrite ltnNge hn.
rewrite andbT => /implyP h' hm; apply: h'; by rewrite eqn_leq hm hn.
Qed.

Lemma planned_later n N us ns from : planned n N us ns from -> all (fun m => m != n) ns -> planned n.+1 N us ns from.
Proof.
elim: us ns from => [|u us IH] [|m ns] from //= [/andP[h1 h2] h3 h4 h5] /andP[h6 h7]; split=> //; last exact: IH.
by rewrite h2 ltn_neqAle eq_sym h6 h1.
Qed.
Lemma kind_on_views u (views : seq (T_Form (all_of F))) : f_kind_of (all_of F) (f_on_views (all_of F) u views) = f_kind_of (all_of F) u.
Proof. by case: u => -[s]. Qed.

(* ---------- behind a stage ---------- *)
Definition at_least (a b : nat * nat) := (a.1 <= b.1)%N && (a.2 <= b.2)%N.
Lemma early_least c a b : at_least a b -> (early c a <= early c b)%N.
Proof. by rewrite /early => /andP[h1 h2]; case: ifP. Qed.
Definition seen_from (good : pred nat) (views : seq (T_Form (all_of F))) from from' :=
  forall i j, good i -> j \in of_form (nth (no_form F) views i) -> (j < size from')%N && at_least (nth none from' j) (nth none from i).
Lemma in_range start n i j : j \in of_form (nth (no_form F) (f_range_of (all_of F) start n) i) -> (i < n)%N && (j == start + i)%N.
Proof.
case: (ltnP i n) => h; last by rewrite nth_default ?size_range_of.
by rewrite (nth_map 0%N) ?size_iota ?subn0 // nth_iota ?subn0 // add0n inE.
Qed.
Lemma kept_planned good n N todo (ns : seq nat) views kept start from from' (W : nat) :
  size views = size from -> seen_from good views from from' -> (forall j, (j < W)%N -> nth none from' j = none) -> (W <= size from')%N ->
  (start + sumn (map (f_size_of_unit (all_of F)) (now todo)) <= W)%N ->
  all (fun q => q.2 || all good (places q.1)) todo ->
  planned n N (map fst todo) ns from -> all (fun q => (q.1 == n) ==> q.2) (zip ns (map snd todo)) ->
  exists2 new, (foldl (@move_one F) (views, kept, start, size from') todo).1.1.2 = kept ++ new & exists ns', planned n.+1 N new ns' from'.
Proof.
elim: todo ns views kept start from from' => [|[u b] todo IH] ns views kept start from from' ev sf hW leW hs /=.
  by move=> _ _ _; exists [::]; [rewrite cats0 | exists [::]].
case: ns => // m ns /andP[g gs] [hm hk hp pl] /= /andP[hn hns]; set d := from_stage _ m in pl.
have old i j from2 : (forall j, (j < size from')%N -> nth none from2 j = nth none from' j) -> (size from' <= size from2)%N ->
    good i -> (i < size from)%N -> j \in of_form (nth (no_form F) views i) ->
    (j < size from2)%N && at_least (nth none from2 j) (nth none (from ++ nseq (f_size_of_unit (all_of F) u) d) i).
  move=> h1 h2 hg hi /(sf _ _ hg)/andP[hj h]; by rewrite (leq_trans hj h2) h1 // nth_cat hi.
case: b g hn hs => [_ _ hs|g hn hs].
  rewrite /= addnA in hs; apply: (IH ns _ _ _ (from ++ nseq (f_size_of_unit (all_of F) u) d)) => //.
    by rewrite !size_cat size_nseq size_range_of ev.
  move=> i j hg; rewrite (nth_cat (no_form F)) ev; case: ltnP => hi; first exact: old.
  move/in_range => /andP[h /eqP ->]; have hj : (start + (i - size from) < W)%N.
    by apply: leq_trans hs; rewrite ltn_addr // ltn_add2l.
  by rewrite (leq_trans hj leW) hW.
have en : m != n by move: hn; rewrite implybF.
pose from2 := from' ++ nseq (f_size_of_unit (all_of F) u) d.
have e2 : (size from' + f_size_of_unit (all_of F) u)%N = size from2 by rewrite size_cat size_nseq.
have s2 j : (j < size from')%N -> nth none from2 j = nth none from' j by move=> h; rewrite nth_cat h.
have [||||new e [ns' h]] := IH ns (views ++ f_range_of (all_of F) (size from') (f_size_of_unit (all_of F) u)) (kept ++ [:: f_on_views (all_of F) u views]) start
    (from ++ nseq (f_size_of_unit (all_of F) u) d) from2 _ _ _ _ hs gs pl hns.
- by rewrite !size_cat size_nseq size_range_of ev.
- move=> i j hg; rewrite (nth_cat (no_form F)) ev; case: ltnP => hi; first by apply: old; rewrite // -e2 leq_addr.
  move/in_range => /andP[h /eqP ->]; rewrite -e2 ltn_add2l h /from2 !nth_cat (ltnNge _ (size from)) hi ltnNge leq_addr /= addKn.
  by rewrite !nth_nseq h /at_least !leqnn.
- by move=> j hj; rewrite s2 ?hW // (leq_trans hj leW).
- by apply: leq_trans leW _; rewrite -e2 leq_addr.
exists (f_on_views (all_of F) u views :: new); first by rewrite /= e2 e -catA.
exists (m :: ns'); rewrite /= kind_on_views size_on_views; split=> //.
  by case/andP: hm => h1 h2; rewrite h2 ltn_neqAle eq_sym en h1.
apply/allP => j /on_views_places[i hi hj]; have /= hg := allP g i hi.
by have /andP[_ /early_least hl] := sf _ _ hg hj; apply: leq_trans (hl _) _; apply: (allP hp).
Qed.
Lemma sizes_unfolded todo start seen : map (f_size_of_unit (all_of F)) (unfolded_from todo start seen) = map (f_size_of_unit (all_of F)) (now todo).
Proof. by elim: todo start seen => [|[u []] todo IH] start seen //=; rewrite IH ?size_put_in. Qed.
Lemma size_stage us read positive : of_kind (f_kind_of (all_of F) (f_kind_of_all (all_of F) us)) us -> f_size_of_unit (all_of F) (f_stage_of (all_of F) us read positive) =
  (sumn (map (f_size_of_unit (all_of F)) us) + (if f_is_relus (all_of F) (f_kind_of_all (all_of F) us) then size read + (if positive then 0 else size read) else size read))%N.
Proof.
move=> h; rewrite -(size_unit_value _ [::] [::]) (stage_value read positive [::] [::] h) size_cat size_units_value; congr (_ + _)%N.
by rewrite /passed; case: ifP => _; rewrite ?size_cat ?size_map //; case: positive; rewrite ?size_map.
Qed.
Lemma width_stage (stages : seq (T_any_ReLUs (all_of F))) u dim : f_width_of (all_of F) (stages ++ [:: u]) dim = f_size_of_unit (all_of F) u.
Proof. by rewrite /f_width_of foldl_cat. Qed.
Definition width p := f_width_of (all_of F) (get_Gathered_stages (all_of F) p) (get_Gathered_dim (all_of F) p).
Lemma stage_planned c n N p (ns : seq nat) (flags : seq bool) : valid c p flags -> planned n N (get_Gathered_rest (all_of F) p) ns (nseq (width p) none) ->
  all (fun q => (q.1 == n) ==> q.2) (zip ns flags) ->
  exists ns', planned n.+1 N (get_Gathered_rest (all_of F) (staged p flags)) ns' (nseq (width (staged p flags)) none).
Proof.
move=> [ef rd] pl hn; rewrite with_stageE; cbv zeta; set todo := zip _ flags in rd *.
set us := unfolded_from _ _ _; set read := f_entries_read _ _ _ _; set pos := f_ends_in_relus _ _.
set own := sumn _; rewrite /width /= width_stage -/(width p); set W := f_size_of_unit (all_of F) _.
have := size_stage read pos (of_kind_all (kind_unfolded 0 (at_first F (width p)) rd)); rewrite -/us -/W -/own => eW.
have [gu _] := read_all (others todo) (get_Gathered_output (all_of F) p) (width p).
have [|||||||new e [ns' h]] := @kept_planned (is_read read (width p)) n N todo ns (f_passed_views (all_of F) us read pos own (width p)) [::] 0%N
    (nseq (width p) none) (nseq W none) W _ _ _ _ _ (all_todo gu).
- by rewrite size_map size_iota subn0 size_nseq.
- move=> i j; rewrite /is_read /f_passed_views; case: (ltnP i (width p)) => /= hi; last first.
    by rewrite nth_default ?size_map ?size_iota ?subn0.
  move=> hr; rewrite (nth_map 0%N) ?size_iota ?subn0 // nth_iota ?subn0 // add0n indexE size_nseq !nth_nseq => hj.
  have hx : (index i read < size read)%N by rewrite index_mem.
  suff hjW : (j < W)%N by rewrite hjW; case: ifP.
  rewrite eW; move: hj; case: (f_is_relus _ _) => /=; last by rewrite inE => /eqP ->; rewrite ltn_add2l.
  case: pos {eW W} => /=; rewrite !inE; first by move/eqP ->; rewrite addn0 ltn_add2l.
  by case/orP => /eqP ->; rewrite -?addnA ltn_add2l ?ltn_add2l // ltn_addr.
- by move=> j hj; rewrite nth_nseq hj.
- by rewrite size_nseq.
- by rewrite add0n -(sizes_unfolded todo 0 (at_first F (width p))) -/us -/own eW leq_addr.
- by rewrite fst_zip.
- by rewrite -/(unzip2 _) unzip2_zip ?ef.
by exists ns'; rewrite size_nseq cat0s in e; rewrite e.
Qed.
Lemma kind_planned n N p (ns : seq nat) : planned n N (get_Gathered_rest (all_of F) p) ns (nseq (width p) none) ->
  let q := f_with_kind (all_of F) p (turn n) in exists ns', planned n.+1 N (get_Gathered_rest (all_of F) q) ns' (nseq (width q) none).
Proof.
move=> pl; rewrite /f_with_kind -/(width p) can_be_thereE; set flags := there_from _ _ _.
have hn : all (fun q => (q.1 == n) ==> q.2) (zip ns flags).
  apply: planned_there pl => [|i]; first by rewrite !size_nseq.
  by rewrite !nth_nseq; case: ifP.
rewrite map_id; case: ifP => hf; last first.
  exists ns; apply: (planned_later pl); have el : (size ns <= size flags)%N.
    rewrite size_there_from; elim: (get_Gathered_rest (all_of F) p) ns (nseq _ none) pl {hn flags hf} => [|u us IH] [|m ns] from //= [_ _ _ /IH].
    exact.
  elim: ns flags {pl} hn el hf => [|m ns IH] [|b flags] //= /andP[h1 h2] h3 /negbT; rewrite negb_or => /andP[h4 h5].
  by rewrite (IH flags) ?(negbTE h5) // andbT; move: h1; rewrite (negbTE h4) implybF.
have ok : valid (turn n) p flags by split; [apply: size_there_from | apply: there_fine].
exact: stage_planned ok pl hn.
Qed.
Lemma turns_planned k n N p (ns : seq nat) : planned n N (get_Gathered_rest (all_of F) p) ns (nseq (width p) none) ->
  let q := foldl (fun q k => f_with_kind (all_of F) q (turn k)) p (iota n k) in exists ns', planned (n + k) N (get_Gathered_rest (all_of F) q) ns' (nseq (width q) none).
Proof.
elim: k n p ns => [|k IH] n p ns pl /=; first by exists ns; rewrite addn0.
by have [ns' h] := kind_planned pl; rewrite addnS -addSn; apply: IH h.
Qed.
Lemma in_turn_rest N p (ns : seq nat) : planned 0 N (get_Gathered_rest (all_of F) p) ns (nseq (width p) none) ->
  get_Gathered_rest (all_of F) (f_in_turn (all_of F) p N) = [::].
Proof. by move=> /(turns_planned N)[ns']; rewrite in_turnE add0n; apply: planned_end. Qed.
End Planned.
