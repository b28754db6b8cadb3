(* One stage more puts out the same; see fusing.v. *)
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
  let units := unfolded_from todo 0 (at_first F width) in
  let stage := f_stage_of (all_of F) units read positive in
  let own := sumn (map (f_size_of_unit (all_of F)) units) in
  let s := foldl (@move_one F) (f_passed_views (all_of F) units read positive own width, [::], 0%N, f_size_of_unit (all_of F) stage) todo in
  make_Gathered (all_of F) (get_Gathered_dim (all_of F) p) (get_Gathered_stages (all_of F) p ++ [:: stage]) s.1.1.2 (f_composed_forms (all_of F) (get_Gathered_output (all_of F) p) s.1.1.1).
Proof.
rewrite /staged /f_with_stage /f_with_units.
have e (P : pred bool) s : [seq (let '(u, _) := q in u) | q <- s & (let '(_, b) := q in P b)] = [seq q.1 | q <- s & P q.2] :> seq (T_any_ReLUs (all_of F)).
  by rewrite (eq_filter (a2 := fun q => P q.2)) => [|[]//]; apply: eq_map => -[].
rewrite unfoldedE (e negb) -/(others _).
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
Lemma cut_firsts_states us start P Q : of_kind 1%N us -> size P = start -> cut_firsts us start (P ++ flatten (map (f_unit_first (all_of F)) us) ++ Q).
Proof.
elim: us start P => [|[[s]|[s]|[s]] us IH] start P //= h eP; have es : size (f_first_state (all_of F) s) = size s by rewrite size_map.
split; first by rewrite drop_size_cat // -catA -es take_size_cat.
by rewrite -!catA catA; apply: IH => //; rewrite size_cat eP es.
Qed.
Lemma kind_all us c : of_kind c us -> (0 < size us)%N -> f_kind_of (all_of F) (f_kind_of_all (all_of F) us) = c.
Proof.
case: us => // u us h _; rewrite /f_kind_of_all /=; elim: us u h => [|w us IH] u /= /andP[/eqP h hs] //.
exact: IH.
Qed.
Lemma of_kind_all us c : of_kind c us -> of_kind (f_kind_of (all_of F) (f_kind_of_all (all_of F) us)) us.
Proof. by move=> h; case: us h => // u us h; rewrite (kind_all h). Qed.
Lemma kind_now c todo there : fine c todo there -> of_kind c (now todo).
Proof.
elim: todo there => [|[u b] todo IH] there //= [].
by case: b => [/(_ isT)/andP[h _]|_] /IH //= ->; rewrite h.
Qed.
Lemma first_of_stage us vs read positive c : of_kind c us -> of_kind c vs -> map (f_unit_first (all_of F)) us = map (f_unit_first (all_of F)) vs ->
  cut_firsts vs 0 (f_unit_first (all_of F) (f_stage_of (all_of F) us read positive)).
Proof.
case: vs => // w vs hu hv e; have hs : (0 < size us)%N by have := f_equal size e; rewrite !size_map => ->.
have := kind_all hu hs; rewrite /f_stage_of; case: (f_kind_of_all (all_of F) us) => -[s] ec; rewrite -{}ec in hu hv *.
- by apply: cut_firsts_nil; elim: (w :: vs) hv => //= -[[]|[]|[]] //= a us' IH /IH.
- by apply: cut_firsts_nil; elim: (w :: vs) hv => //= -[[]|[]|[]] //= a us' IH /IH.
rewrite [f_unit_first _ _]map_cat; set rest := map _ (map _ _).
have -> : [seq get_Entry_first (all_of F) a | a <- flatten (map (fun u => map id (f_state_entries (all_of F) u)) us)] = flatten (map (f_unit_first (all_of F)) us).
  by elim: us hu {e hs} => //= -[[]|[]|[]] //= a us IH /IH <-; rewrite map_cat map_id.
by rewrite e; apply: (@cut_firsts_states (w :: vs) 0 [::]).
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
Definition valid c p (flags : seq bool) :=
  let width := f_width_of (all_of F) (get_Gathered_stages (all_of F) p) (get_Gathered_dim (all_of F) p) in
  size flags = size (get_Gathered_rest (all_of F) p) /\ fine c (zip (get_Gathered_rest (all_of F) p) flags) (nseq width true).
Definition tied_stage p flags last last' :=
  let k := size (get_Gathered_stages (all_of F) p) in
  (forall i, (i < k)%N -> nth [::] last' i = nth [::] last i) /\
  tie (zip (get_Gathered_rest (all_of F) p) flags) 0 (nth [::] last' k) last k last' k.+1.
Lemma fst_zip (A B : Type) (s : seq A) (r : seq B) : size r = size s -> map fst (zip s r) = s.
Proof. by move=> h; rewrite -[RHS](unzip1_zip (t := r)) ?h. Qed.
Lemma stage_token c p flags last last' x : valid c p flags -> tied_stage p flags last last' ->
  let g := f_gathered_step (all_of F) p last x in let g' := f_gathered_step (all_of F) (staged p flags) last' x in
  g'.2 = g.2 /\ tied_stage p flags g.1 g'.1.
Proof.
move=> [ef rd] [pre ti]; rewrite !gathered_stepE with_stageE; cbv zeta.
set todo := zip _ _ in rd ti *; set W := f_width_of _ _ _ in rd *; set us := unfolded_from _ _ _.
set read := f_entries_read _ _ _ _; set pos := f_ends_in_relus _ _; set stage := f_stage_of _ _ _ _.
set own := sumn _; set st := foldl _ _ _.
rewrite [get_Gathered_dim _ _]/= [get_Gathered_stages _ (make_Gathered _ _ _ _ _)]/= [get_Gathered_rest _ (make_Gathered _ _ _ _ _)]/= [get_Gathered_output _ (make_Gathered _ _ _ _ _)]/=.
set x0 := token_of _ _; set K := size (get_Gathered_stages (all_of F) p) in pre ti *.
rewrite stages_rcons (stages_same (last := last)) => [|i]; last by rewrite add0n; apply: pre.
rewrite add0n size_cat addn1 -/K last_cat /=.
set sts := stages_values last 0 x0 _; set v := seq.last x0 sts; set l := nth [::] last' K in ti *.
have ev : size v = W by rewrite /v /sts -width_ofE size_token.
have hp : pos -> f_relus (all_of F) v = v by apply: ends_right.
have esv := @stage_value F us read pos l v (of_kind_all (kind_unfolded _ _ rd)); rewrite -/stage in esv.
have eus : units_value us l v = now_values todo last K v.
  by rewrite /us -ev in rd *; apply: unfolded_value rd ti.
set sv := f_unit_value (all_of F) stage l v in esv *.
have [gu go] := read_all (others todo) (get_Gathered_output (all_of F) p) W; rewrite -/read in gu go.
have hs : exists e, sv = sv ++ e by exists [::]; rewrite cats0.
have sview : size (f_passed_views (all_of F) us read pos own W) = size v.
  by rewrite /f_passed_views size_map size_iota subn0 ev.
have fit i t : is_read read (size v) i -> f_value (all_of F) (nth (no_form F) (f_passed_views (all_of F) us read pos own W) i) (sv ++ t) = nth 0 v i.
  rewrite ev /is_read => h; case: (ltnP i W) => hi; last first.
    by rewrite !nth_default ?sview ?ev // value_none.
  rewrite esv; apply: passed_right => //; first exact: size_units_value.
  exact: (implyP h).
rewrite eus in esv; have := @moved_right F last last' v sv l read todo _ [::] 0%N v sv [::] _ K K.+1 hs sview fit esv erefl.
rewrite ev => /(_ (all_todo gu) ti); rewrite size_unit_value -/st => -[knew ek]; cbv zeta => -[hfit htie]; rewrite ek cat0s.
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
Theorem stage_same c p flags xs : valid c p flags ->
  f_gathered_outputs (all_of F) (staged p flags) xs = f_gathered_outputs (all_of F) p xs.
Proof.
move=> ok; rewrite !in_gatheredE.
have folds last last' os : tied_stage p flags last last' ->
    (foldl (in_gathered (staged p flags)) (last', os) xs).2 = (foldl (in_gathered p) (last, os) xs).2.
  elim: xs last last' os => [|x xs IH] last last' os R //=.
  have [e R'] := stage_token x ok R; rewrite /in_gathered -!/(in_gathered _) e; exact: IH.
apply: folds; have [ef rd] := ok; rewrite with_stageE; split=> /=.
  by move=> i hi; rewrite map_cat -catA !nth_cat !size_map hi.
rewrite firsts_kept map_cat /= -catA nth_cat size_map ltnn subnn /=.
set todo := zip _ flags in rd *; set read := f_entries_read _ _ _ _; set us := unfolded_from _ _ _.
have := first_of_stage read (f_ends_in_relus (all_of F) (get_Gathered_stages (all_of F) p)) (kind_unfolded _ _ rd) (kind_now rd) (firsts_unfolded _ _ _).
move/(_ 0%N (at_first F (f_width_of (all_of F) (get_Gathered_stages (all_of F) p) (get_Gathered_dim (all_of F) p)))).
rewrite -/us; set s := f_unit_first (all_of F) _ => hc; pose O := map (f_unit_first (all_of F)) (get_Gathered_stages (all_of F) p).
have := tie_firsts O (rcons O s) hc; rewrite /O.
by rewrite size_rcons !size_map fst_zip // cat_rcons.
Qed.

End Stages.
