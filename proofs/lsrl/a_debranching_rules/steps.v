(* Each step of the mended rules keeps the outputs, and makes the rest shorter; see fusing.v. *)
Section Stages.
Variable F : realFieldType.
Implicit Types x y z t v l : seq F.
Implicit Types u : T_any_ReLUs (all_of F).
Implicit Types us : seq (T_any_ReLUs (all_of F)).
Implicit Types todo : seq (T_any_ReLUs (all_of F) * bool).
Implicit Types last : seq (seq F).
Implicit Types p : T_Gathered (all_of F).

(* ---------- one stage more ---------- *)
Definition staged p flags := f_with_stage (all_of F) p flags (f_ends_in_relus (all_of F) (get_Gathered_stages (all_of F) p)).
Lemma with_stageE p flags : staged p flags =
  let todo := zip (get_Gathered_rest (all_of F) p) flags in
  let width := f_width_of (all_of F) (get_Gathered_stages (all_of F) p) (get_Gathered_dim (all_of F) p) in
  let read := f_entries_read (all_of F) (others todo) (get_Gathered_output (all_of F) p) width in
  let positive := f_ends_in_relus (all_of F) (get_Gathered_stages (all_of F) p) in
  let stage := f_stage_of (all_of F) (now todo) read positive in
  let own := sumn (map (f_size_of_unit (all_of F)) (now todo)) in
  let s := foldl (@move_one F) (f_passed_views (all_of F) (now todo) read positive own width, [::], 0%N, f_size_of_unit (all_of F) stage) todo in
  make_Gathered (all_of F) (get_Gathered_dim (all_of F) p) (get_Gathered_stages (all_of F) p ++ [:: stage]) s.1.1.2 (f_composed_forms (all_of F) (get_Gathered_output (all_of F) p) s.1.1.1).
Proof.
rewrite /staged /f_with_stage.
have e (P : pred bool) s : [seq (let '(u, _) := q in u) | q <- s & (let '(_, b) := q in P b)] = [seq q.1 | q <- s & P q.2] :> seq (T_any_ReLUs (all_of F)).
  by rewrite (eq_filter (a2 := fun q => P q.2)) => [|[]//]; apply: eq_map => -[].
rewrite (e id) (e negb) -/(now _) -/(others _).
rewrite (fold_same (g := @move_one F)); last by move=> [[[ws ks] i] j] [u b]; case: b.
by case: foldl => [[[ws ks] i] j].
Qed.
Lemma read_all us out W : let read := f_entries_read (all_of F) us out W in
  all (is_read read W) (flatten (map (@places F) us)) /\
  all (is_read read W) (flatten [seq map fst (get_Form_row (all_of F) f) | f <- out]).
Proof.
move=> read; set good := is_read read W; have h i : i \in flatten [seq map fst (get_Form_row (all_of F) f) | f <- flatten (map (f_forms_of (all_of F)) us) ++ out] -> good i.
  move=> hi; apply/implyP => hW; rewrite /read /f_entries_read map_id mem_filter mem_iota subn0 add0n hW andbT leq0n andbT.
  rewrite has_map; apply/hasP; exists i; last by rewrite /= eqnE.
  rewrite (eq_map (f2 := f_forms_of (all_of F))) => [|w]; last exact: map_id.
  by move: hi; congr (_ \in flatten _); apply: eq_map => f; apply: eq_map => -[].
have e : flatten (map (@places F) us) = flatten [seq map fst (get_Form_row (all_of F) f) | f <- flatten (map (f_forms_of (all_of F)) us)].
  by rewrite map_flatten -!map_comp {h good read}; elim: us => //= w us IH; rewrite IH flatten_cat.
by rewrite e; split; apply/allP => i hi; apply: h; rewrite map_cat flatten_cat mem_cat hi ?orbT.
Qed.
Lemma all_todo (P : pred nat) todo : all P (flatten (map (@places F) (others todo))) ->
  all (fun q => q.2 || all P (places q.1)) todo.
Proof. by elim: todo => //= -[u []] todo IH //=; rewrite all_cat => /andP[-> /IH ->]. Qed.
Lemma composed_values fs (views : seq (T_Form (all_of F))) x y :
  all (fun i => f_value (all_of F) (nth (no_form F) views i) x == nth 0 y i) (flatten [seq map fst (get_Form_row (all_of F) f) | f <- fs]) ->
  f_values (all_of F) (f_composed_forms (all_of F) fs views) x = f_values (all_of F) fs y.
Proof.
elim: fs => //= f fs IH; rewrite all_cat => /andP[/composed_value e /IH h].
exact: (f_equal2 cons e h).
Qed.
Lemma firsts_kept todo (s : moving F) : map (f_unit_first (all_of F)) (foldl (@move_one F) s todo).1.1.2 =
  map (f_unit_first (all_of F)) s.1.1.2 ++ map (f_unit_first (all_of F)) (others todo).
Proof.
elim: todo s => [|[u b] todo IH] [[[ws ks] i] j] /=; first by rewrite cats0.
by rewrite IH; case: b => //=; rewrite map_cat -catA /= first_on_views.
Qed.
Lemma size_kept todo (s : moving F) : size (foldl (@move_one F) s todo).1.1.2 = (size s.1.1.2 + size (others todo))%N.
Proof. by have := f_equal size (firsts_kept todo s); rewrite size_cat !size_map. Qed.
Fixpoint cut_firsts us start l : Prop :=
  if us is u :: us then take (f_size_of_unit (all_of F) u) (drop start l) = f_unit_first (all_of F) u /\ cut_firsts us (start + f_size_of_unit (all_of F) u)%N l else True.
Lemma cut_firsts_nil us start : ~~ has (fun u => f_kind_of (all_of F) u == 1)%N us -> cut_firsts us start [::].
Proof. by elim: us start => [|[[s]|[s]|[s]] us IH] start //= h; split=> //; apply: IH. Qed.
Lemma cut_firsts_states us start j P Q : of_kind 1%N us -> size P = start -> cut_firsts us start (P ++ f_first_state (all_of F) (joined_from us j) ++ Q).
Proof.
elim: us start j P => [|[[s]|[s]|[s]] us IH] start j P //= h eP.
have e : f_first_state (all_of F) (map (fun e => make_Entry (all_of F) (f_moved (all_of F) (get_Entry_past (all_of F) e) j (size s)) (get_Entry_fed (all_of F) e) (get_Entry_first (all_of F) e)) s ++ joined_from us (j + size s)) =
  f_first_state (all_of F) s ++ f_first_state (all_of F) (joined_from us (j + size s)).
  by rewrite /f_first_state map_cat -map_comp.
have es : size (f_first_state (all_of F) s) = size s by rewrite size_map.
rewrite e; split; first by rewrite drop_size_cat // -catA -es take_size_cat.
by rewrite -!catA catA; apply: IH => //; rewrite size_cat eP es.
Qed.
Lemma first_of_stage us read positive : of_kind (f_kind_of (all_of F) (f_kind_of_all (all_of F) us)) us ->
  cut_firsts us 0 (f_unit_first (all_of F) (f_stage_of (all_of F) us read positive)).
Proof.
rewrite /f_stage_of; case: (f_kind_of_all (all_of F) us) => -[s] /= h.
- by apply: cut_firsts_nil; elim: us h => //= -[[]|[]|[]] //= a us IH /IH.
- by apply: cut_firsts_nil; elim: us h => //= -[[]|[]|[]] //= a us IH /IH.
by rewrite joinedE // /f_first_state map_cat; apply: (@cut_firsts_states us 0 0 [::]).
Qed.
Lemma tie_firsts todo start l O O' : cut_firsts (now todo) start l ->
  tie todo start l (O ++ map (f_unit_first (all_of F)) (map fst todo)) (size O) (O' ++ map (f_unit_first (all_of F)) (others todo)) (size O').
Proof.
elim: todo start O O' => [|[u b] todo IH] start O O' //=; rewrite nth_cat ltnn subnn /=.
case: b => /= [[h hs]|hs]; split=> //.
- by rewrite -cat_rcons -(size_rcons O (f_unit_first (all_of F) u)); apply: IH.
- by rewrite nth_cat ltnn subnn.
by rewrite -!cat_rcons -(size_rcons O (f_unit_first (all_of F) u)) -(size_rcons O' (f_unit_first (all_of F) u)); apply: IH.
Qed.
Definition valid p (flags : seq bool) :=
  let todo := zip (get_Gathered_rest (all_of F) p) flags in
  let width := f_width_of (all_of F) (get_Gathered_stages (all_of F) p) (get_Gathered_dim (all_of F) p) in
  [/\ size flags = size (get_Gathered_rest (all_of F) p), ready_all todo width width & of_kind (f_kind_of (all_of F) (f_kind_of_all (all_of F) (now todo))) (now todo)].
Definition tied_stage p flags last last' :=
  let k := size (get_Gathered_stages (all_of F) p) in
  (forall i, (i < k)%N -> nth [::] last' i = nth [::] last i) /\
  tie (zip (get_Gathered_rest (all_of F) p) flags) 0 (nth [::] last' k) last k last' k.+1.
Lemma fst_zip (A B : Type) (s : seq A) (r : seq B) : size r = size s -> map fst (zip s r) = s.
Proof. by move=> h; rewrite -[RHS](unzip1_zip (t := r)) ?h. Qed.
Lemma stage_token p flags last last' x : valid p flags -> tied_stage p flags last last' ->
  let g := f_gathered_step (all_of F) p last x in let g' := f_gathered_step (all_of F) (staged p flags) last' x in
  g'.2 = g.2 /\ tied_stage p flags g.1 g'.1.
Proof.
move=> [ef rd kd] [pre ti]; rewrite !gathered_stepE with_stageE; cbv zeta.
set todo := zip _ _ in rd kd ti *; set W := f_width_of _ _ _ in rd *.
set read := f_entries_read _ _ _ _; set pos := f_ends_in_relus _ _; set stage := f_stage_of _ _ _ _.
set own := sumn _; set st := foldl _ _ _.
rewrite [get_Gathered_dim _ _]/= [get_Gathered_stages _ (make_Gathered _ _ _ _ _)]/= [get_Gathered_rest _ (make_Gathered _ _ _ _ _)]/= [get_Gathered_output _ (make_Gathered _ _ _ _ _)]/=.
set x0 := token_of _ _; set K := size (get_Gathered_stages (all_of F) p) in pre ti *.
rewrite stages_rcons (stages_same (last := last)) => [|i]; last by rewrite add0n; apply: pre.
rewrite add0n size_cat addn1 -/K last_cat /=.
set sts := stages_values last 0 x0 _; set v := seq.last x0 sts; set l := nth [::] last' K in ti *.
have ev : size v = W by rewrite /v /sts -width_ofE size_token.
have hp : pos -> f_relus (all_of F) v = v by apply: ends_right.
have esv := @stage_value F (now todo) read pos l v kd; rewrite -/stage in esv.
set sv := f_unit_value (all_of F) stage l v in esv *.
have [gu go] := read_all (others todo) (get_Gathered_output (all_of F) p) W; rewrite -/read in gu go.
have hv : exists e, v = v ++ e by exists [::]; rewrite cats0.
have hs : exists e, sv = sv ++ e by exists [::]; rewrite cats0.
have sview : size (f_passed_views (all_of F) (now todo) read pos own W) = size v.
  by rewrite /f_passed_views size_map size_iota subn0 ev.
have fit i t : is_read read (size v) i -> f_value (all_of F) (nth (no_form F) (f_passed_views (all_of F) (now todo) read pos own W) i) (sv ++ t) = nth 0 v i.
  rewrite ev /is_read => h; case: (ltnP i W) => hi; last first.
    by rewrite !nth_default ?sview ?ev // value_none.
  rewrite esv; apply: passed_right => //; first exact: size_cut.
  exact: (implyP h).
have := @moved_right F last last' v sv l read todo _ [::] 0%N v sv [::] _ K K.+1 hv hs sview fit esv erefl.
rewrite ev => /(_ rd (all_todo gu) ti); rewrite size_unit_value -/st => -[knew ek]; cbv zeta => -[hfit htie]; rewrite ek cat0s.
have er : map fst todo = get_Gathered_rest (all_of F) p by apply: fst_zip.
rewrite er in hfit htie.
set rvs := rest_values last K v _ in hfit htie *; set kvs := rest_values last' K.+1 sv knew in hfit htie *.
have sK : size sts = K by rewrite size_stages_values.
split.
  apply: composed_values; apply: sub_all go => i /(hfit i [::]); by rewrite cats0 => ->.
split=> [i hi|] /=; rewrite -/K.
  by rewrite -!catA !nth_cat sK hi.
rewrite -/todo -[X in tie _ _ X _ _ _ _](_ : sv = _).
  by apply: htie; rewrite ?size_cat ?sK ?addn1.
by rewrite -catA nth_cat sK ltnn subnn.
Qed.
Theorem stage_same p flags xs : valid p flags ->
  f_gathered_outputs (all_of F) (staged p flags) xs = f_gathered_outputs (all_of F) p xs.
Proof.
move=> ok; rewrite !in_gatheredE.
have folds last last' os : tied_stage p flags last last' ->
    (foldl (in_gathered (staged p flags)) (last', os) xs).2 = (foldl (in_gathered p) (last, os) xs).2.
  elim: xs last last' os => [|x xs IH] last last' os R //=.
  have [e R'] := stage_token x ok R; rewrite /in_gathered -!/(in_gathered _) e; exact: IH.
apply: folds; have [ef rd kd] := ok; rewrite with_stageE; split=> /=.
  by move=> i hi; rewrite map_cat -catA !nth_cat !size_map hi.
rewrite firsts_kept map_cat /= -catA nth_cat size_map ltnn subnn /=.
set todo := zip _ flags in kd *; set read := f_entries_read _ _ _ _.
have := first_of_stage read (f_ends_in_relus (all_of F) (get_Gathered_stages (all_of F) p)) kd.
set s := f_unit_first (all_of F) _ => hc; pose O := map (f_unit_first (all_of F)) (get_Gathered_stages (all_of F) p).
have := tie_firsts O (rcons O s) hc; rewrite /O.
by rewrite size_rcons !size_map fst_zip // cat_rcons.
Qed.

(* ---------- what is ready ---------- *)
Fixpoint kinds_from us (W there : nat) : seq nat :=
  if us is u :: us then (if f_is_ready (all_of F) u W there then f_kind_of (all_of F) u else 3%N) :: kinds_from us W (there + f_size_of_unit (all_of F) u)%N else [::].
Fixpoint pressing_from us (W there : nat) : seq nat :=
  if us is u :: us then (if f_reads_something (all_of F) u then if f_is_ready (all_of F) u W there then f_kind_of (all_of F) u else 3%N else 3%N) :: pressing_from us W (there + f_size_of_unit (all_of F) u)%N
  else [::].
Definition least us W := let kinds := kinds_from us W W in let pressing := pressing_from us W W in
  f_first_kind (all_of F) (if has (fun k => k < 3)%N pressing then pressing else kinds).
Lemma chosenE us W : f_chosen (all_of F) us W = map (fun k => eqn k (least us W)) (kinds_from us W W).
Proof.
rewrite /f_chosen /least; set g := (fun _ _ => _).
have h ks ps there : exists n, foldl g (ks, ps, there) us = (ks ++ kinds_from us W there, ps ++ pressing_from us W there, n).
  elim: us ks ps there => [|u us IH] ks ps there /=; first by exists there; rewrite !cats0.
  have [n hn] := IH (ks ++ [:: if f_is_ready (all_of F) u W there then f_kind_of (all_of F) u else 3%N])
    (ps ++ [:: if f_reads_something (all_of F) u then if f_is_ready (all_of F) u W there then f_kind_of (all_of F) u else 3%N else 3%N]) (there + f_size_of_unit (all_of F) u)%N.
  by exists n; rewrite {1}/g hn -!catA.
by have [n ->] := h [::] [::] W; rewrite has_map.
Qed.
Lemma first_kind_in (s : seq nat) : has (fun k => k < 3)%N s -> f_first_kind (all_of F) s \in s.
Proof.
rewrite /f_first_kind !has_map /=; case: ifP => [/hasP[k hk /=]|h0]; first by rewrite eqnE => /eqP <-.
case: ifP => [/hasP[k hk /=]|h1]; first by rewrite eqnE => /eqP <-.
move=> /hasP[k hk]; case: k hk => [|[|[|k]]] // hk _.
  by move/negbT/hasPn/(_ _ hk): h0.
by move/negbT/hasPn/(_ _ hk): h1.
Qed.
Lemma first_kind_small (s : seq nat) : (f_first_kind (all_of F) s < 3)%N.
Proof. by rewrite /f_first_kind; case: ifP => // _; case: ifP. Qed.
Lemma pressing_in us W there k : (k < 3)%N -> k \in pressing_from us W there -> k \in kinds_from us W there.
Proof.
move=> hk; elim: us there => //= u us IH there; rewrite !inE => /orP[|/IH ->]; last by rewrite orbT.
by case: ifP => _ /eqP e; rewrite e ?eqxx // in hk *.
Qed.
Lemma least_in us W : (0 < size us)%N -> least us W \in kinds_from us W W.
Proof.
move=> h; rewrite /least; case: ifP => hp.
  by apply: pressing_in; [apply: first_kind_small | apply: first_kind_in].
apply: first_kind_in; case: us h {hp} => //= u us _; rewrite is_readyE.
have -> : all (fun i => (i < W) || (W <= i))%N (places u).
  by apply/allP => i _; case: ltnP.
by case: u => -[s].
Qed.
Lemma ready_chosen us W there c : (c < 3)%N -> ready_all (zip us (map (fun k => eqn k c) (kinds_from us W there))) W there /\
  of_kind c (now (zip us (map (fun k => eqn k c) (kinds_from us W there)))).
Proof.
move=> hc; elim: us there => [|u us IH] there //=; have [h1 h2] := IH (there + f_size_of_unit (all_of F) u)%N.
split; first split=> //; first by case: ifP => // _; rewrite eqnE => /eqP e; rewrite -e in hc.
rewrite /now /= eqnE; case: eqP => //= e; rewrite -/(now _) h2 andbT.
by move: e; case: ifP => _ e; rewrite -e // in hc *.
Qed.
Lemma size_kinds us W there : size (kinds_from us W there) = size us.
Proof. by elim: us there => //= u us IH there; rewrite IH. Qed.
Lemma kind_of_now us c : of_kind c us -> of_kind (f_kind_of (all_of F) (f_kind_of_all (all_of F) us)) us.
Proof.
case: us => // u us h; suff -> : f_kind_of (all_of F) (f_kind_of_all (all_of F) (u :: us)) = c by [].
rewrite /f_kind_of_all /=; elim: us u h => [|w us IH] u /= /andP[/eqP h hs] //.
exact: IH.
Qed.
Lemma chosen_valid p : valid p (f_chosen (all_of F) (get_Gathered_rest (all_of F) p) (f_width_of (all_of F) (get_Gathered_stages (all_of F) p) (get_Gathered_dim (all_of F) p))).
Proof.
set W := f_width_of _ _ _; rewrite chosenE; set c := least _ _.
have hc : (c < 3)%N by apply: first_kind_small.
have [h1 h2] := ready_chosen (get_Gathered_rest (all_of F) p) W W hc.
by split; rewrite ?size_map ?size_kinds //; apply: kind_of_now h2.
Qed.
Lemma fused_same p xs : f_gathered_outputs (all_of F) (f_fused (all_of F) p) xs = f_gathered_outputs (all_of F) p xs.
Proof. by rewrite /f_fused; case: ifP => // _; apply: stage_same; apply: chosen_valid. Qed.
Lemma size_others us (flags : seq bool) : size flags = size us -> has id flags -> (size (others (zip us flags)) < size us)%N.
Proof.
have le (vs : seq (T_any_ReLUs (all_of F))) (bs : seq bool) : (size (others (zip vs bs)) <= size vs)%N.
  elim: vs bs => [|v vs IH] [|[] bs] //=; [by apply: leqW; apply: IH | by rewrite ltnS; apply: IH].
elim: us flags => [|u us IH] [|b flags] //= [e]; case: b => /= [_|/(IH _ e)] //.
by rewrite ltnS; apply: le.
Qed.
Lemma fused_falls p : f_falls (all_of F) p (f_fused (all_of F) p).
Proof.
rewrite /f_falls /f_fused; case: p => d st rest out /=; case: eqnP => //= h.
rewrite -/(staged (make_Gathered (all_of F) d st rest out) _) with_stageE /= size_kept /= add0n; apply: size_others.
  by rewrite chosenE size_map size_kinds.
rewrite chosenE has_map; apply/hasP; exists (least rest (f_width_of (all_of F) st d)); last by rewrite /= eqnE.
by apply: least_in; rewrite lt0n; apply/eqP.
Qed.
Lemma finished_rest p : get_Gathered_rest (all_of F) (f_finished (all_of F) p) = [::].
Proof.
rewrite /f_finished; have h (T : Type) (s : seq T) q : (size (get_Gathered_rest (all_of F) q) <= size s)%N ->
    get_Gathered_rest (all_of F) (foldl (fun m _ => f_fused (all_of F) m) q s) = [::].
  elim: s q => [|a s IH] q /=; first by case: (get_Gathered_rest (all_of F) q).
  move=> hq; apply: IH; have := fused_falls q; rewrite /f_falls => /orP[|/leq_trans h]; last by rewrite -ltnS; apply: h.
  by move=> e; rewrite /f_fused e; move/eqnP: e => ->.
exact: h.
Qed.
Lemma finished_same p xs : f_gathered_outputs (all_of F) (f_finished (all_of F) p) xs = f_gathered_outputs (all_of F) p xs.
Proof.
rewrite /f_finished; have h (s : seq (T_any_ReLUs (all_of F))) q :
    f_gathered_outputs (all_of F) (foldl (fun m _ => f_fused (all_of F) m) q s) xs = f_gathered_outputs (all_of F) q xs.
  by elim: s q => //= u us IH q; rewrite IH fused_same.
exact: h.
Qed.
End Stages.
