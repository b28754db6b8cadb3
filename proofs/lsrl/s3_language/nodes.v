(* Layers as nodes: the program that is exported puts out what the stack does, on tokens of its size; see stack_runs.v. *)
Section Nodes.
Variable F : realFieldType.
Implicit Types vs olds : seq (seq F).
Implicit Types node : T_any_LinNode (all_of F).
Local Arguments f_vector_at : simpl never.

(* ---------- networks ---------- *)
Fixpoint more (y : nat) (rest : seq (seq (T_Form (all_of F)))) : seq (T_any_LinNode (all_of F)) :=
  if rest is fs :: r then of_any_LinNode_ReLUNode (all_of F) (make_ReLUNode (all_of F) y) ::
    of_any_LinNode_LinNode (all_of F) (make_LinNode (all_of F) y.+1 fs) :: more y.+2 r
  else [::].
Lemma networkE phi x : f_nodes_of_network (all_of F) phi x =
  of_any_LinNode_LinNode (all_of F) (make_LinNode (all_of F) x (get_ListedNetwork_first (all_of F) phi)) ::
  more x.+1 (get_ListedNetwork_rest (all_of F) phi).
Proof.
rewrite /f_nodes_of_network; set f := (fun _ _ => _); set n := of_any_LinNode_LinNode _ _.
have H : forall rest ns, foldl f ns rest = ns ++ more (x + size ns) rest.
  elim=> [|fs r IH] ns /=; first by rewrite cats0.
  by rewrite IH /f size_cat /= -catA /= !addnS addn0 addn0.
by rewrite H /= addn1.
Qed.
Lemma more_value olds rest vs y : size vs = y.+1 ->
  nth [::] (values_from olds vs (more y rest)) (y + size (more y rest)) =
  foldl (fun z fs => f_values (all_of F) fs (f_relus (all_of F) z)) (nth [::] vs y) rest.
Proof.
elim: rest vs y => [|fs r IH] vs y h /=; first by rewrite addn0.
set a := f_relus _ _; set b := f_values _ _ _.
have hb : b = f_values (all_of F) fs a by rewrite /b /f_vector_at nth_cat h ltnn subnn.
have := IH ((vs ++ [:: a]) ++ [:: b]) y.+2; rewrite !size_cat h !addn1 => /(_ erefl).
rewrite !addSnnS => ->; rewrite nth_cat size_cat h addn1 ltnn subnn /=.
by rewrite hb.
Qed.
Lemma network_nodes olds vs phi x : size vs = x.+1 ->
  nth [::] (values_from olds vs (f_nodes_of_network (all_of F) phi x)) (x + size (f_nodes_of_network (all_of F) phi x)) =
  f_network_value (all_of F) phi (nth [::] vs x).
Proof.
move=> h; rewrite networkE /= -addSnnS; set a := f_values _ _ _.
by rewrite (@more_value olds _ (vs ++ [:: a])) ?size_cat ?h ?addn1 // nth_cat h ltnn subnn.
Qed.
Lemma size_network phi x : size (f_network_value (all_of F) phi x) = f_size_of (all_of F) phi.
Proof.
rewrite /f_network_value /f_size_of; set y := f_values _ _ _.
have : size y = size (get_ListedNetwork_first (all_of F) phi) by exact: size_map.
move: y (size (get_ListedNetwork_first (all_of F) phi)); elim: (get_ListedNetwork_rest _ _) => //= fs r IH y n _.
by apply: IH; exact: size_map.
Qed.

(* ---------- layers ---------- *)
Definition state_place (l : T_any_PlainLayer (all_of F)) x : nat :=
  if l is of_any_PlainLayer_GatedLayer (make_GatedLayer _ _ gamma) then
    (x + size (f_nodes_of_network (all_of F) gamma x)).+1 else x.+1.
Lemma products_min (a b : seq F) : let k := minn (size a) (size b) in
  f_products (all_of F) (take k a) (take k b) = f_products (all_of F) a b.
Proof.
rewrite /f_products; elim: a b => [|u a IH] [|w b] //=.
by rewrite minnSS /= IH.
Qed.
Lemma layer_values olds vs l x : size vs = x.+1 ->
  let r := values_from olds vs (f_nodes_of_layer (all_of F) l x) in
  let s := f_next_state (all_of F) (f_entries_of (all_of F) l) (nth [::] olds (state_place l x)) (nth [::] vs x) in
  [/\ nth [::] r (x + size (f_nodes_of_layer (all_of F) l x)) = f_layer_output (all_of F) l s (nth [::] vs x),
      nth [::] r (state_place l x) = s & (state_place l x < size r)%N].
Proof.
case: l => [[es phi]|[es phi gamma]] h; cbv zeta.
  rewrite /f_nodes_of_layer /state_place /f_entries_of /f_layer_output /= h addn1.
  set s := f_next_state _ _ _ _; have hs : size (vs ++ [:: s]) = x.+2 by rewrite size_cat h addn1.
  have ns : nth [::] (vs ++ [:: s]) x.+1 = s by rewrite nth_cat h ltnn subnn.
  split; last by rewrite size_values_from hs ltn_addr.
    by rewrite -addSnnS network_nodes // ns.
  by rewrite nth_values_from ?hs // ns.
rewrite /f_nodes_of_layer /state_place /f_entries_of /f_layer_output; cbv zeta.
set gate := f_nodes_of_network _ gamma x; set u := (x + size gate)%N; rewrite !addn1; set read := f_nodes_of_network _ phi _.
rewrite !addn2; set v := (u.+1 + size read)%N; set m := f_size_of _ gamma; set n := f_size_of _ phi.
set k := (if _ then m else n); rewrite !values_from_cat.
set vs1 := values_from olds vs gate; have h1 : size vs1 = u.+1 by rewrite size_values_from h.
have g1 : nth [::] vs1 u = f_network_value (all_of F) gamma (nth [::] vs x) by rewrite /vs1 /u /gate network_nodes.
have x1 : nth [::] vs1 x = nth [::] vs x by rewrite nth_values_from ?h.
rewrite [values_from olds vs1 _]/= h1 /f_vector_at x1.
set s := f_next_state _ _ _ _; set vs2 := vs1 ++ [:: s].
have h2 : size vs2 = u.+2 by rewrite size_cat h1 addn1.
have s2 : nth [::] vs2 u.+1 = s by rewrite nth_cat h1 ltnn subnn.
set vs3 := values_from olds vs2 read; have h3 : size vs3 = v.+1 by rewrite size_values_from h2.
have f3 : nth [::] vs3 v = f_network_value (all_of F) phi s by rewrite -s2 /vs3 /v /read network_nodes.
have g3 : nth [::] vs3 u = f_network_value (all_of F) gamma (nth [::] vs x).
  by rewrite nth_values_from ?h2 // nth_cat h1 ltnSn.
have s3 : nth [::] vs3 u.+1 = s by rewrite nth_values_from ?h2.
rewrite !size_cat /=; set c := (map _ (f_vector_at (all_of F) vs3 u) ++ _); set d := f_values _ _ _; set p := f_products _ _ _.
split.
- have -> : (x + (size gate + (size read + 3).+1))%N = v.+3.
    by rewrite addnA -/u addnS addnA addnS -/v !addnS addn0.
  rewrite nth_cat !size_cat h3 !addn1 ltnn subnn /= /p.
  have ed : nth [::] ((vs3 ++ [:: c]) ++ [:: d]) v.+2 = d by rewrite nth_cat size_cat h3 addn1 ltnn subnn.
  have ec : nth [::] (vs3 ++ [:: c]) v.+1 = c by rewrite nth_cat h3 ltnn subnn.
  rewrite /f_vector_at ed /d /f_vector_at ec /c /= /f_vector_at g3 f3 !map_id cats0.
  set g := f_network_value _ gamma _; set f := f_network_value _ phi _.
  have hm : m = size g by rewrite size_network. have hn : n = size f by rewrite size_network.
  have ek : k = minn (size g) (size f) by rewrite /k hm hn.
  rewrite values_cat !values_range; last 2 first.
  + by rewrite hm ek size_cat leq_add2l geq_minr.
  + by rewrite add0n ek size_cat (leq_trans (geq_minl _ _)) // leq_addr.
  rewrite drop0 hm drop_size_cat // takel_cat ?ek ?geq_minl //.
  have e1 : size (take (minn (size g) (size f)) g) = minn (size g) (size f) by rewrite size_takel // geq_minl.
  have e2 : size (take (minn (size g) (size f)) f) = minn (size g) (size f) by rewrite size_takel // geq_minr.
  rewrite size_cat e1 e2 addnn divn2 doubleK take_size_cat // drop_size_cat // products_min.
  by [].
- by rewrite -!catA nth_cat h3 ltnS leq_addr s3.
have uv : (u < v)%N by rewrite /v addSn ltnS leq_addr.
by rewrite ?size_cat h3 /= !addn1 !ltnS (leq_trans (ltnW uv)) // (leqW (leqnSn v)).
Qed.

(* ---------- all layers, and all tokens ---------- *)
Fixpoint all_nodes x ls : seq (T_any_LinNode (all_of F)) :=
  if ls is l :: r then let ns := f_nodes_of_layer (all_of F) l x in ns ++ all_nodes (x + size ns)%N r else [::].
Lemma program_ofE ls dim : f_program_of (all_of F) ls dim = make_ListedProgram (all_of F) dim (all_nodes 0 ls).
Proof.
rewrite /f_program_of; set f := (fun _ _ => _); congr make_ListedProgram.
have H : forall ns, foldl f ns ls = ns ++ all_nodes (size ns) ls.
  elim: ls => [|l ls IH] ns /=; first by rewrite cats0.
  by rewrite IH /f size_cat -catA.
exact: H.
Qed.
Fixpoint linked x ls olds (kept : seq (seq F)) j : Prop :=
  if ls is l :: r then nth [::] olds (state_place l x) = nth [::] kept j /\
    linked (x + size (f_nodes_of_layer (all_of F) l x))%N r olds kept j.+1
  else True.
Lemma stack_nodes ls olds kept vs st x : size vs = x.+1 -> linked x ls olds kept (size st) ->
  let t := stack_from kept st (nth [::] vs x) ls in let r := values_from olds vs (all_nodes x ls) in
  [/\ nth [::] r (x + size (all_nodes x ls))%N = t.2, linked x ls r t.1 (size st) & exists e, t.1 = st ++ e].
Proof.
elim: ls vs st x => [|l ls IH] vs st x h; first by rewrite /= addn0; split=> //; exists [::]; rewrite cats0.
case=> e H; have := layer_values olds l h; cbv zeta; rewrite stack_cons; cbv zeta; rewrite -e.
rewrite [all_nodes _ _]/= values_from_cat size_cat addnA.
set ns := f_nodes_of_layer _ l x in H *; set s := f_next_state _ _ _ _; set vs1 := values_from olds vs ns.
case=> o1 s1 p1; have h1 : size vs1 = (x + size ns).+1 by rewrite size_values_from h.
have := IH vs1 (st ++ [:: s]) _ h1; rewrite size_cat addn1 => /(_ H); rewrite o1.
case=> a b [t c]; split=> //; last by exists (s :: t); rewrite c -catA.
split=> //; rewrite nth_values_from // s1 c -catA nth_cat ltnn subnn //.
Qed.
Lemma linked_first ls x (pre pre' : seq (seq F)) : size pre = x.+1 ->
  linked x ls (pre ++ map (f_node_first (all_of F)) (all_nodes x ls))
    (pre' ++ map (fun l => f_first_state (all_of F) (f_entries_of (all_of F) l)) ls) (size pre').
Proof.
elim: ls x pre pre' => [|l ls IH] x pre pre' h //=; split.
  rewrite [RHS]nth_cat ltnn subnn /=; case: l => [[es phi]|[es phi gamma]].
    by rewrite /state_place /= nth_cat h ltnn subnn.
  rewrite /state_place /f_nodes_of_layer; cbv zeta; rewrite !map_cat -!catA catA nth_cat.
  by rewrite size_cat size_map h addSn ltnn subnn.
rewrite map_cat catA -cat_rcons.
have := IH (x + size (f_nodes_of_layer (all_of F) l x))%N
  (pre ++ map (f_node_first (all_of F)) (f_nodes_of_layer (all_of F) l x)) (rcons pre' (f_first_state (all_of F) (f_entries_of (all_of F) l))).
by rewrite size_rcons size_cat size_map h; exact.
Qed.
Definition stack_in ls (t : seq (seq F) * seq (seq F)) x :=
  let u := f_stack_step (all_of F) ls false t.1 x in (u.1, t.2 ++ [:: u.2]).
Lemma stack_inE ls xs : f_stack_outputs (all_of F) ls xs =
  (foldl (stack_in ls) (map (fun l => f_first_state (all_of F) (f_entries_of (all_of F) l)) ls, [::]) xs).2.
Proof.
rewrite /f_stack_outputs /f_outputs_of (fold_same (g := stack_in ls)); first by case: foldl.
by move=> [k os] x; rewrite /stack_in; case: f_stack_step.
Qed.
Theorem layers_as_nodes ls dim xs : f_program_outputs (all_of F) (f_program_of (all_of F) ls dim) xs =
  f_stack_outputs (all_of F) ls (f_resized (all_of F) xs dim).
Proof.
rewrite in_programE stack_inE program_ofE /=.
have := @linked_first ls 0 [:: [::]] [::] erefl; rewrite /=.
move: (map _ ls) (_ :: _) => kept olds; move: [::] => os; elim: xs kept olds os => [|x xs IH] kept olds os H //=.
rewrite [in_program _ _ x]/in_program [stack_in _ (kept, os) _]/stack_in valuesE stackE /=.
have := @stack_nodes ls olds kept [:: map (f_entry_of (all_of F) x) (iota 0 dim)] [::] 0 erefl H.
rewrite /= /iota_to subn0; set vs := values_from _ _ _; case=> o L _.
have -> : last [::] vs = (stack_from kept [::] (map (f_entry_of (all_of F) x) (iota 0 dim)) ls).2.
  by rewrite -o (last_nth [::]) /vs size_values_from.
exact: IH.
Qed.
Theorem no_products ls dim : f_has_no_products (all_of F) (f_program_of (all_of F) ls dim) = f_are_plain (all_of F) ls.
Proof.
rewrite program_ofE /f_has_no_products /f_are_plain /= !all_map; elim: ls 0%N => [|l ls IH] x //=.
rewrite all_cat IH; congr (_ && _).
have net phi y : all (f_is_no_product (all_of F)) (f_nodes_of_network (all_of F) phi y).
  by rewrite networkE /=; elim: (get_ListedNetwork_rest _ _) y.+1 => //= fs r h z.
case: l => [[es phi]|[es phi gamma]]; first exact: net.
by rewrite /f_nodes_of_layer; cbv zeta; rewrite all_cat all_cat all_cat /= ?andbF.
Qed.
End Nodes.
