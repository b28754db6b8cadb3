(* One layer for each node: the stack that is exported puts out what the program does; see stack_runs.v. *)
Section Layers.
Variable F : realFieldType.
Implicit Types x y : seq F.
Implicit Types vs : seq (seq F).
Implicit Types node : T_any_LinNode (all_of F).


(* ---------- forms ---------- *)
Lemma moved_dot r s n x : f_dot (all_of F) (f_moved (all_of F) r s n) x = f_dot (all_of F) r (take n (drop s x)).
Proof.
rewrite !dotE big_map big_filter big_mkcond; apply: eq_bigr => -[i c] _ /=.
case: ltnP => h; first by rewrite nth_take // nth_drop.
by rewrite nth_default ?mulr0 // size_take; case: ifP => // /negbT; rewrite -leqNgt => /leq_trans ->.
Qed.
Lemma moved_value f s n x : f_value (all_of F) (f_moved_form (all_of F) f s n) x = f_value (all_of F) f (take n (drop s x)).
Proof. by rewrite /f_value /= moved_dot. Qed.
Lemma state_held fs l x : f_next_state (all_of F) (f_without_memory (all_of F) fs) l x = f_values (all_of F) fs x.
Proof. by rewrite /f_next_state -map_comp; apply: eq_map => f /=; rewrite dot_nil add0r. Qed.
(* ---------- values side by side ---------- *)
Lemma start_size vs i : f_start_of (all_of F) (map size vs) i = size (flatten (take i vs)).
Proof. by rewrite /f_start_of map_id -map_take size_flatten. Qed.
Lemma dim_size vs i : f_dim_at (all_of F) (map size vs) i = size (nth [::] vs i).
Proof.
rewrite /f_dim_at; case: (ltnP i (size vs)) => h; first by rewrite (nth_map [::]).
by rewrite !nth_default ?size_map.
Qed.
Lemma sum_dims vs : sumn (map (fun d => d) (map size vs)) = size (flatten vs).
Proof. by rewrite map_id size_flatten. Qed.
Lemma flatten_at vs i : (i < size vs)%N -> flatten vs = flatten (take i vs) ++ (nth [::] vs i ++ flatten (drop i.+1 vs)).
Proof. by move=> h; rewrite -{1}(cat_take_drop i vs) (drop_nth [::] h) flatten_cat. Qed.
Lemma part_of vs i : take (size (nth [::] vs i)) (drop (size (flatten (take i vs))) (flatten vs)) = nth [::] vs i.
Proof.
case: (ltnP i (size vs)) => h; last by rewrite nth_default // take0.
by rewrite (flatten_at h) drop_size_cat // take_size_cat.
Qed.
Lemma part_fits vs i : (size (flatten (take i vs)) + size (nth [::] vs i) <= size (flatten vs))%N.
Proof.
case: (ltnP i (size vs)) => h.
  by rewrite (flatten_at h) !size_cat leq_add2l leq_addr.
by rewrite nth_default // addn0 take_oversize.
Qed.
(* ---------- one layer ---------- *)
Definition own_size node : nat := if node is of_any_LinNode_LinStateNode (make_LinStateNode _ es) then size es else 0%N.
Definition keeps node (n : nat) (kept old : seq F) : Prop :=
  if node is of_any_LinNode_LinStateNode _ then take (own_size node) (drop n kept) = old else True.
Lemma size_value node old vs : size (f_node_value (all_of F) node old vs) = f_dim_of (all_of F) node (map size vs).
Proof.
case: node => [[i fs]|[i]|[i]|[i es]|[l]] /=; rewrite ?size_map ?dim_size //.
  set m := size (nth _ _ _); have h : (m./2 + m./2 <= m)%N by rewrite addnn -{2}(odd_double_half m) leq_addl.
  rewrite /f_vector_at size_zip divn2 size_drop size_takel; last exact: leq_trans (leq_addr _ _) h.
  by apply/minn_idPl; rewrite leq_subRL // (leq_trans (leq_addr _ _) h).
rewrite size_flatten /shape -!map_comp; congr sumn; apply: eq_map => i /=.
by rewrite map_id dim_size.
Qed.
Lemma values_carried vs fs : f_values (all_of F) (f_range_of (all_of F) 0 (size (flatten vs)) ++ fs) (flatten vs) = flatten vs ++ f_values (all_of F) fs (flatten vs).
Proof. by rewrite values_cat values_all. Qed.
Lemma relu_halves (a : F) : (if nge0 (all_of F) (nsub (all_of F) a 0) then a else 0) - (if nge0 (all_of F) (nsub (all_of F) (- a) 0) then - a else 0) = a.
Proof.
rewrite /nsub /= !subr0 oppr_ge0; case: (ltrgtP 0 a) => h; rewrite ?subr0 ?add0r ?opprK //.
by rewrite -h addr0.
Qed.
Lemma products_cat (a b c d : seq F) : size a = size c -> f_products (all_of F) (a ++ b) (c ++ d) = f_products (all_of F) a c ++ f_products (all_of F) b d.
Proof. by move=> h; rewrite /f_products zip_cat // map_cat. Qed.
Lemma products_swap (a b : seq F) : f_products (all_of F) a b = f_products (all_of F) b a.
Proof. by rewrite /f_products; elim: a b => [|u a IH] [|w b] //=; rewrite IH mulrC. Qed.
Lemma products_take (a b : seq F) : f_products (all_of F) a (take (size a) b) = f_products (all_of F) a b.
Proof. by rewrite /f_products; elim: a b => [|u a IH] [|w b] //=; rewrite IH. Qed.
Lemma products_ones x : f_products (all_of F) (nseq (size x) 1) x = x.
Proof. by elim: x => [|a x IH] //=; rewrite /f_products /= mul1r -/(f_products (all_of F) _ _) IH. Qed.
Lemma values_relu vs (i : nat) : let x := flatten vs in let n := size x in let s := size (flatten (take i vs)) in
  let m := size (nth [::] vs i) in
  f_values (all_of F) (f_differences (all_of F) n ++ f_range_of (all_of F) (n + n) m)
    (f_relus (all_of F) (f_values (all_of F) (f_range_of (all_of F) 0 n ++ (f_negated (all_of F) n ++ f_range_of (all_of F) s m)) x)) =
  x ++ f_relus (all_of F) (nth [::] vs i).
Proof.
move=> x n s m; rewrite !values_cat values_all values_range; last exact: part_fits.
rewrite part_of; set y := nth [::] vs i.
have e : f_values (all_of F) (f_negated (all_of F) n) x = map (fun a : F => - a) x.
  rewrite /f_values /f_negated -map_comp.
  apply: (@eq_from_nth _ (0 : F)); rewrite ?size_map ?size_iota ?subn0 // => j hj.
  rewrite (nth_map (0 : F)) // (nth_map 0%N) ?size_iota ?subn0 // nth_iota ?subn0 //= add0n.
  by rewrite /f_value dotE big_seq1 /= addr0 mulN1r.
rewrite e /f_relus !map_cat -/(f_relus (all_of F) _); congr (_ ++ _).
  rewrite /f_values /f_differences -map_comp.
  apply: (@eq_from_nth _ (0 : F)); rewrite ?size_map ?size_iota ?subn0 // => j hj.
  rewrite (nth_map 0%N) ?size_iota ?subn0 // nth_iota ?subn0 //= add0n /f_value dotE.
  rewrite big_cons big_seq1 /= addr0 mul1r mulN1r !nth_cat !size_map hj.
  rewrite ltnNge leq_addr /= addKn hj -map_comp !(nth_map (0 : F)) //=.
  exact: relu_halves.
rewrite values_range ?size_cat ?size_map ?addnA ?leqnn //.
rewrite catA drop_size_cat; last by rewrite size_cat !size_map.
by rewrite take_oversize // size_map.
Qed.
Lemma layer_right node vs old kept : keeps node (size (flatten vs)) kept old ->
  let l := f_layer_of (all_of F) node (map size vs) in
  let s := f_next_state (all_of F) (f_entries_of (all_of F) l) kept (flatten vs) in
  f_layer_output (all_of F) l s (flatten vs) = flatten vs ++ f_node_value (all_of F) node old vs /\
  keeps node (size (flatten vs)) s (f_node_value (all_of F) node old vs).
Proof.
move=> K; rewrite /f_layer_of sum_dims.
case: node K => [[i fs]|[i]|[i]|[i es]|[l]] K; cbv zeta; rewrite /f_entries_of ?start_size ?dim_size /=.
- split=> //; rewrite state_held network1 /f_selecting.
  set gs := _ ++ _; rewrite -{1}(size_values gs (flatten vs)) values_all /gs values_carried; congr (_ ++ _).
  by rewrite /f_values -map_comp; apply: eq_map => f; apply: (etrans (moved_value f _ _ _)); rewrite part_of.
- split=> //; rewrite state_held values_all; exact: values_relu.
- split=> //; set h := (size _ %/ 2)%N; rewrite state_held !network1.
  have hh : (h + h <= size (nth [::] vs i))%N by rewrite /h divn2 addnn -{2}(odd_double_half (size _)) leq_addl.
  have f1 : (size (flatten (take i vs)) + h <= size (flatten vs))%N.
    by apply: leq_trans (part_fits vs i); rewrite leq_add2l (leq_trans (leq_addr _ _) hh).
  have f2 : (size (flatten (take i vs)) + h + h <= size (flatten vs))%N.
    by apply: leq_trans (part_fits vs i); rewrite -addnA leq_add2l.
  set gs := f_range_of (all_of F) 0 _ ++ _; have eg : (size (flatten vs) + h)%N = size (f_values (all_of F) gs (flatten vs)).
    by rewrite size_values /gs size_cat !size_range.
  rewrite eg values_all values_cat values_carried !values_range //.
  have -> : f_values (all_of F) (nseq (size (flatten vs)) (make_Form (all_of F) [::] 1)) (flatten vs) = nseq (size (flatten vs)) 1.
    by rewrite /f_values map_nseq /f_value /= dot_nil add0r.
  rewrite products_cat ?size_nseq // products_ones products_swap; congr (_ ++ _).
  have e1 : take h (drop (size (flatten (take i vs))) (flatten vs)) = take h (nth [::] vs i).
    by rewrite -[in RHS](part_of vs i) take_take // (leq_trans (leq_addr h h) hh).
  have e2 : take h (drop (size (flatten (take i vs)) + h) (flatten vs)) = take h (drop h (nth [::] vs i)).
    by rewrite [RHS]take_drop -[in RHS](part_of vs i) take_take // -take_drop drop_drop addnC.
  rewrite e1 e2 -{2}(size_takel (n0 := h) (s := nth [::] vs i)) ?products_take //.
  exact: leq_trans (leq_addr _ _) hh.
- set own := map _ es.
  have e : f_next_state (all_of F) own kept (flatten vs) = f_next_state (all_of F) es old (nth [::] vs i).
    rewrite /f_next_state -map_comp; apply: eq_map => a; congr (_ + _).
      by apply: (etrans (moved_dot _ _ _ _)); rewrite K.
    by apply: (etrans (moved_value _ _ _ _)); rewrite part_of.
  have -> : f_next_state (all_of F) (f_without_memory (all_of F) (f_range_of (all_of F) 0 (size (flatten vs))) ++ own) kept (flatten vs) =
      flatten vs ++ f_next_state (all_of F) es old (nth [::] vs i).
    by rewrite {1}/f_next_state map_cat -!/(f_next_state (all_of F) _ _ _) e state_held values_all.
  rewrite drop_size_cat // take_oversize ?size_map //; split=> //.
  rewrite network1; set z := _ ++ _; have -> : (size (flatten vs) + size es)%N = size z.
    by rewrite size_cat size_map.
  exact: values_all.
split=> //; rewrite state_held network1 /f_selecting.
set gs := _ ++ _; rewrite -{1}(size_values gs (flatten vs)) values_all /gs values_carried; congr (_ ++ _).
rewrite /f_values map_flatten -!map_comp; congr flatten; apply: eq_map => j /=.
by rewrite !map_id start_size dim_size -/(f_values _ _ _) values_range ?part_fits // part_of.
Qed.
(* ---------- all of them, one after the other ---------- *)
Fixpoint layers_from (dims : seq nat) (nodes : seq (T_any_LinNode (all_of F))) :=
  if nodes is n :: ns then f_layer_of (all_of F) n dims :: layers_from (dims ++ [:: f_dim_of (all_of F) n dims]) ns else [::].
Fixpoint dims_from (dims : seq nat) (nodes : seq (T_any_LinNode (all_of F))) :=
  if nodes is n :: ns then dims_from (dims ++ [:: f_dim_of (all_of F) n dims]) ns else dims.
Definition final (p : T_ListedProgram (all_of F)) : T_any_PlainLayer (all_of F) :=
  let dims := dims_from [:: get_ListedProgram_dim (all_of F) p] (get_ListedProgram_nodes (all_of F) p) in
  let k := size (get_ListedProgram_nodes (all_of F) p) in
  f_selecting (all_of F) (f_range_of (all_of F) (f_start_of (all_of F) dims k) (f_dim_at (all_of F) dims k)).
Lemma layersE p : f_layers_of (all_of F) p = f_selecting (all_of F) (f_range_of (all_of F) 0 (get_ListedProgram_dim (all_of F) p)) ::
  layers_from [:: get_ListedProgram_dim (all_of F) p] (get_ListedProgram_nodes (all_of F) p) ++ [:: final p].
Proof.
rewrite /f_layers_of /final; case: p => d nodes /=.
set sel := f_selecting (all_of F) (f_range_of (all_of F) 0 d); set f := (fun _ _ => _).
have -> : foldl f ([:: d], [:: sel]) nodes = (dims_from [:: d] nodes, [:: sel] ++ layers_from [:: d] nodes).
  move: [:: sel] [:: d]; elim: nodes => [|n ns IH] ls dims /=; first by rewrite cats0.
  by rewrite IH -catA.
by [].
Qed.
Fixpoint related (nodes : seq (T_any_LinNode (all_of F))) (dims : seq nat) (kept old : seq (seq F)) : Prop :=
  if nodes is n :: ns then keeps n (sumn dims) (nth [::] kept (size dims)) (nth [::] old (size dims)) /\
    related ns (dims ++ [:: f_dim_of (all_of F) n dims]) kept old
  else True.
Lemma step_right nodes vs st kept old : related nodes (map size vs) kept old -> size st = size vs ->
  let vs' := values_from old vs nodes in
  let t := stack_from kept st (flatten vs) (layers_from (map size vs) nodes) in
  [/\ t.2 = flatten vs', size t.1 = size vs', exists e, t.1 = st ++ e, exists e, vs' = vs ++ e &
    map size vs' = dims_from (map size vs) nodes /\ forall tail, related nodes (map size vs) (t.1 ++ tail) vs'].
Proof.
elim: nodes vs st => [|n ns IH] vs st.
  by move=> _ e /=; split=> //; [exists [::]; rewrite cats0 | exists [::]; rewrite cats0].
move=> /= [K R] e; rewrite size_map -size_flatten in K *; rewrite e.
have [h1 h2] := layer_right K.
set l := f_layer_of (all_of F) n (map size vs) in h1 h2 *.
set s := f_next_state (all_of F) (f_entries_of (all_of F) l) _ _ in h1 h2 *; rewrite h1.
set y := f_node_value (all_of F) n _ vs in h1 h2 *.
have ed : map size vs ++ [:: f_dim_of (all_of F) n (map size vs)] = map size (vs ++ [:: y]).
  by rewrite map_cat /= size_value.
rewrite ed in R *; have es : size (st ++ [:: s]) = size (vs ++ [:: y]) by rewrite !size_cat e.
have := IH _ _ R es; rewrite flatten_cat /= cats0 => -[a1 a2 [t1 a3] [t2 a4] [a5 a6]].
split=> //.
- by exists (s :: t1); rewrite a3 -catA.
- by exists (y :: t2); rewrite a4 -catA.
split=> // tail; split; last exact: a6.
by rewrite a3 a4 -!catA /= !nth_cat e ltnn subnn /=.
Qed.
Lemma first_right nodes dims (ls os tail : seq (seq F)) : size ls = size dims -> size os = size dims ->
  related nodes dims (ls ++ map (fun l => f_first_state (all_of F) (f_entries_of (all_of F) l)) (layers_from dims nodes) ++ tail)
    (os ++ map (f_node_first (all_of F)) nodes).
Proof.
elim: nodes dims ls os => [|n ns IH] dims ls os e1 e2 //=; split.
  rewrite !nth_cat e1 e2 ltnn subnn /=.
  case: n => [[i fs]|[i]|[i]|[i es]|[l]] //=.
  rewrite /f_layer_of /= /f_first_state map_cat map_id drop_size_cat; last first.
    by rewrite !size_map size_iota subn0.
  by rewrite -map_comp take_oversize ?size_map.
rewrite -(cat_rcons _ ls) -(cat_rcons _ os).
  apply: IH; by rewrite size_rcons size_cat addn1 ?e1 ?e2.
Qed.
Lemma token_right d kept x : f_layer_output (all_of F) (f_selecting (all_of F) (f_range_of (all_of F) 0 d))
  (f_next_state (all_of F) (f_entries_of (all_of F) (f_selecting (all_of F) (f_range_of (all_of F) 0 d))) kept x) x = map (f_entry_of (all_of F) x) (iota 0 d).
Proof.
rewrite /f_selecting /f_entries_of state_held /= network1 size_range; set y := f_values (all_of F) _ x.
have := values_all y; rewrite {1}/y size_values size_range => ->.
rewrite /y /f_values /f_range_of -map_comp /iota_to subn0; apply: eq_map => i.
by apply: (etrans (value_at _ _)); rewrite add0n.
Qed.
Lemma token_step p kept old x : related (get_ListedProgram_nodes (all_of F) p) [:: get_ListedProgram_dim (all_of F) p] kept old ->
  let t := f_stack_step (all_of F) (f_layers_of (all_of F) p) false kept x in let vs := f_node_values (all_of F) p old x in
  t.2 = last [::] vs /\ related (get_ListedProgram_nodes (all_of F) p) [:: get_ListedProgram_dim (all_of F) p] t.1 vs.
Proof.
move=> R; cbv zeta; rewrite stackE valuesE layersE stack_cons; cbv zeta; rewrite token_right stack_cat.
case: p R => d nodes R; rewrite [get_ListedProgram_dim _ _]/= [get_ListedProgram_nodes _ _]/= in R *; set y := map _ (iota 0 d); set s := f_next_state (all_of F) _ _ x.
have ey : [:: d] = map size [:: y] by rewrite /= size_map size_iota.
have ef : y = flatten [:: y] by rewrite /= cats0.
rewrite ey in R; have := step_right R (erefl : size [:: s] = size [:: y]).
rewrite -ey -ef /=; move: (stack_from _ _ _ _) => -[st z] /= [-> e1 [t1 e2] [t2 e3] [e4 h]].
rewrite /final /= -e4; set vs := values_from _ _ _ in e1 e3 e4 h *; split; last exact: h.
rewrite state_held network1; set g := f_values (all_of F) _ (flatten vs).
rewrite -(size_values _ (flatten vs)) -/g values_all /g start_size dim_size values_range ?part_fits // part_of.
by rewrite (last_nth [::]) size_values_from; rewrite e3.
Qed.
Definition in_stack p (t : seq (seq F) * seq (seq F)) (x : seq F) :=
  let u := f_stack_step (all_of F) (f_layers_of (all_of F) p) false t.1 x in (u.1, t.2 ++ [:: u.2]).
Lemma in_stackE p xs : f_stack_outputs (all_of F) (f_layers_of (all_of F) p) xs =
  (foldl (in_stack p) (map (fun l => f_first_state (all_of F) (f_entries_of (all_of F) l)) (f_layers_of (all_of F) p), [::]) xs).2.
Proof.
rewrite /f_stack_outputs /f_outputs_of (fold_same (g := in_stack p)); first by case: foldl.
by move=> [k os] x; rewrite /in_stack; case: f_stack_step.
Qed.
Lemma folds_right p xs os kept old : related (get_ListedProgram_nodes (all_of F) p) [:: get_ListedProgram_dim (all_of F) p] kept old ->
  (foldl (in_stack p) (kept, os) xs).2 = (foldl (in_program p) (old, os) xs).2.
Proof.
elim: xs kept old os => [|y ys IH] kept old os R //=.
have [e R'] := token_step y R; rewrite /in_stack /in_program -/(in_stack p) -/(in_program p) /= e; exact: IH.
Qed.
Theorem same_outputs p xs : f_stack_outputs (all_of F) (f_layers_of (all_of F) p) xs = f_program_outputs (all_of F) p xs.
Proof.
rewrite in_stackE in_programE; apply: folds_right.
pose l0 : seq (seq F) := [:: f_first_state (all_of F) (f_entries_of (all_of F) (f_selecting (all_of F) (f_range_of (all_of F) 0 (get_ListedProgram_dim (all_of F) p))))].
pose l1 : seq (seq F) := [:: f_first_state (all_of F) (f_entries_of (all_of F) (final p))].
have := @first_right (get_ListedProgram_nodes (all_of F) p) [:: get_ListedProgram_dim (all_of F) p] l0 [:: [::]] l1 erefl erefl.
by rewrite layersE /= map_cat.
Qed.
Theorem plain p : f_are_plain (all_of F) (f_layers_of (all_of F) p) = f_has_no_products (all_of F) p.
Proof.
rewrite /f_are_plain layersE /= map_cat all_cat /= andbT /f_has_no_products.
elim: (get_ListedProgram_nodes (all_of F) p) [:: _] => [|n ns IH] dims //=.
by rewrite IH; case: n => [[i fs]|[i]|[i]|[i es]|[l]].
Qed.
End Layers.
