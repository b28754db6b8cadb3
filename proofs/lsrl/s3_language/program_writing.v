(* Nodes that formulas write, one after the other: each function adds some to those that there are, and the
   value of the last one is that of its formula, whatever the nodes before. *)
Section Writing.
Variable F : realFieldType.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes more : seq (T_any_LinNode (all_of F))) (x y : seq F) (c : F).
Local Arguments f_vector_at : simpl never.

(* ---------- values of the nodes that there are, which stay ---------- *)
Definition known nodes := values_from olds [:: token] nodes.
Lemma size_known nodes : size (known nodes) = (size nodes).+1.
Proof. by rewrite /known size_values_from. Qed.
Definition holds nodes i x := (i <= size nodes)%N /\ nth [::] (known nodes) i = x.
Definition grows nodes more := exists new, more = nodes ++ new.
Definition writes nodes more x := grows nodes more /\ holds more (size more) x.
Lemma grows_refl nodes : grows nodes nodes. Proof. by exists [::]; rewrite cats0. Qed.
Lemma grows_trans nodes more most : grows nodes more -> grows more most -> grows nodes most.
Proof. by move=> [m ->] [n ->]; exists (m ++ n); rewrite catA. Qed.
Lemma grows_size nodes more : grows nodes more -> (size nodes <= size more)%N.
Proof. by move=> [m ->]; rewrite size_cat leq_addr. Qed.
Lemma holds_more nodes more i x : grows nodes more -> holds nodes i x -> holds more i x.
Proof.
move=> [new ->] [h e]; split; first by rewrite size_cat (leq_trans h) // leq_addr.
by rewrite /known values_from_cat nth_values_from ?e // -/(known nodes) size_known ltnS.
Qed.
Lemma holds_token nodes : holds nodes 0 token.
Proof. by split=> //; rewrite /known nth_values_from. Qed.
Lemma holds_vector nodes i x : holds nodes i x -> f_vector_at (all_of F) (known nodes) i = x.
Proof. by case. Qed.
Lemma writes_trans nodes more most x : grows nodes more -> writes more most x -> writes nodes most x.
Proof. by move=> g [h e]; split=> //; exact: grows_trans g h. Qed.

(* ---------- a node ---------- *)
Lemma writes_node nodes n : writes nodes (nodes ++ [:: n])
  (f_node_value (all_of F) n (nth [::] olds (size nodes).+1) (known nodes)).
Proof.
split; first by exists [:: n].
split=> //; rewrite size_cat addn1 /known values_from_cat -/(known nodes) [values_from _ _ [:: n]]/=.
by rewrite nth_cat size_known ltnn subnn /= -size_known.
Qed.
Lemma writes_forms nodes a x (f : nat -> T_Form (all_of F)) m : holds nodes a x ->
  writes nodes (nodes ++ [:: of_any_LinNode_LinNode (all_of F) (make_LinNode (all_of F) a (map f (iota_to 0 m)))])
    (mkseq (fun i => f_value (all_of F) (f i) x) m).
Proof.
move=> h; have := writes_node nodes (of_any_LinNode_LinNode (all_of F) (make_LinNode (all_of F) a (map f (iota_to 0 m)))).
by rewrite /= (holds_vector h) /iota_to subn0 /f_values -map_comp.
Qed.
Lemma valueE row c x : f_value (all_of F) (make_Form (all_of F) row c) x = \sum_(a <- row) a.2 * nth 0 x a.1 + c.
Proof. by rewrite /f_value dotE. Qed.
Lemma writes_eq nodes more x y : x = y -> writes nodes more x -> writes nodes more y. Proof. by move->. Qed.

(* ---------- formulas ---------- *)
Lemma plus_number_writes nodes a c m x : holds nodes a x ->
  writes nodes (f_plus_number (all_of F) nodes a c m) (mkseq (fun i => nth 0 x i + c) m).
Proof.
move=> h; apply: writes_eq (writes_forms (fun i => make_Form (all_of F) [:: (i, 1)] c) m h).
by apply: eq_mkseq => i; rewrite valueE big_seq1 /= mul1r.
Qed.
Lemma times_writes nodes a c m x : holds nodes a x ->
  writes nodes (f_times (all_of F) nodes c a m) (mkseq (fun i => c * nth 0 x i) m).
Proof.
move=> h; apply: writes_eq (writes_forms (fun i => make_Form (all_of F) [:: (i, c)] 0) m h).
by apply: eq_mkseq => i; rewrite valueE big_seq1 /= addr0.
Qed.
Lemma relu_of_writes nodes a x : holds nodes a x ->
  writes nodes (f_relu_of (all_of F) nodes a) (map (f_relu (all_of F)) x).
Proof.
move=> h; have := writes_node nodes (of_any_LinNode_ReLUNode (all_of F) (make_ReLUNode (all_of F) a)).
by rewrite /= (holds_vector h).
Qed.
Lemma placeE i m : f_place (all_of F) i m = if m == 1%N then 0%N else i. Proof. by []. Qed.
Lemma combined_writes nodes a m b n c x y : holds nodes a x -> holds nodes b y -> size x = m ->
  writes nodes (f_combined (all_of F) nodes a m b n c)
    (mkseq (fun i => nth 0 x (if m == 1%N then 0%N else i) + c * nth 0 y (if n == 1%N then 0%N else i)) (if m == 1%N then n else m)).
Proof.
move=> ha hb sx; rewrite /f_combined.
set cat_node := of_any_LinNode_ConcatNode _ _; set f := (fun _ : nat => make_Form _ _ _).
have [g1 h1] := writes_node nodes cat_node.
have {}h1 : holds (nodes ++ [:: cat_node]) (size nodes + 1) (x ++ y).
  by move: h1; rewrite size_cat /= (holds_vector ha) (holds_vector hb) !map_id cats0.
have w := writes_forms f (if eqn m 1 then n else m) h1; rewrite -catA in w.
apply: writes_trans g1 _; apply: writes_eq w; apply/eq_in_map => i; rewrite mem_iota add0n => /andP[_ hi].
rewrite /f valueE big_cons big_seq1 /= addr0 mul1r !placeE; congr (_ + _ * _); last first.
  by rewrite nth_cat sx ltnNge leq_addr /= addKn.
rewrite nth_cat sx; case: eqP hi => [-> // | ne]; have -> : eqn m 1 = false by apply/eqP.
by move->.
Qed.
Lemma added_writes nodes a m b n x y : holds nodes a x -> holds nodes b y -> size x = m ->
  writes nodes (f_added (all_of F) nodes a m b n)
    (mkseq (fun i => nth 0 x (if m == 1%N then 0%N else i) + nth 0 y (if n == 1%N then 0%N else i)) (if m == 1%N then n else m)).
Proof.
by move=> ha hb s; apply: writes_eq (combined_writes _ 1 ha hb s); apply: eq_mkseq => i; rewrite mul1r.
Qed.
Lemma less_writes nodes a m b n x y : holds nodes a x -> holds nodes b y -> size x = m ->
  writes nodes (f_less (all_of F) nodes a m b n)
    (mkseq (fun i => nth 0 x (if m == 1%N then 0%N else i) - nth 0 y (if n == 1%N then 0%N else i)) (if m == 1%N then n else m)).
Proof.
by move=> ha hb s; apply: writes_eq (combined_writes _ (-1) ha hb s); apply: eq_mkseq => i; rewrite mulN1r.
Qed.
Lemma size_added_up nodes a m : size (f_added_up (all_of F) nodes a m) = (size nodes).+1.
Proof. by rewrite size_cat addn1. Qed.
Lemma added_up_writes nodes a m x : holds nodes a x ->
  writes nodes (f_added_up (all_of F) nodes a m)
    (mkseq (fun i => nth 0 (nth [::] olds (size (f_added_up (all_of F) nodes a m))) i + nth 0 x i) m).
Proof.
move=> h; rewrite size_added_up /f_added_up; set n := of_any_LinNode_LinStateNode _ _.
apply: writes_eq (writes_node nodes _); rewrite /= (holds_vector h) /f_next_state /iota_to subn0 -map_comp.
apply: eq_map => i.
by rewrite /comp [get_Entry_fed _ _]/= [get_Entry_past _ _]/= value_at dotE big_seq1 /= mul1r.
Qed.
Lemma less_one nodes i j (a b : F) : holds nodes i [:: a] -> holds nodes j [:: b] ->
  writes nodes (f_less (all_of F) nodes i 1 j 1) [:: a - b].
Proof. by move=> hi hj; have := less_writes 1 hi hj (erefl _). Qed.
Lemma added_one nodes i j (a b : F) : holds nodes i [:: a] -> holds nodes j [:: b] ->
  writes nodes (f_added (all_of F) nodes i 1 j 1) [:: a + b].
Proof. by move=> hi hj; have := added_writes 1 hi hj (erefl _). Qed.
Lemma place_of m k : (k < m)%N -> (if m == 1%N then 0%N else k) = k.
Proof. by case: eqP => // ->; case: k. Qed.
Lemma one_added nodes i j (a : F) x m : holds nodes i [:: a] -> holds nodes j x -> size x = m ->
  writes nodes (f_added (all_of F) nodes i 1 j m) (map (fun b => a + b) x).
Proof.
move=> hi hj sx; apply: writes_eq (added_writes m hi hj (erefl 1%N)).
rewrite -[in RHS](mkseq_nth 0 x) -map_comp sx; apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk] /=.
by rewrite place_of.
Qed.
Lemma one_less nodes i j (a : F) x m : holds nodes i [:: a] -> holds nodes j x -> size x = m ->
  writes nodes (f_less (all_of F) nodes i 1 j m) (map (fun b => a - b) x).
Proof.
move=> hi hj sx; apply: writes_eq (less_writes m hi hj (erefl 1%N)).
rewrite -[in RHS](mkseq_nth 0 x) -map_comp sx; apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk] /=.
by rewrite place_of.
Qed.
Lemma less_same nodes i j x y m : holds nodes i x -> holds nodes j y -> size x = m -> size y = m ->
  writes nodes (f_less (all_of F) nodes i m j m) (mkseq (fun k => nth 0 x k - nth 0 y k) m).
Proof.
move=> hi hj sx sy; have e : (if m == 1%N then m else m) = m by case: eqP.
apply: writes_eq (less_writes m hi hj sx); rewrite e; apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ hk] /=.
by rewrite place_of.
Qed.

(* ---------- before the first token ---------- *)
Lemma first_of (before after : seq (T_any_LinNode (all_of F))) n i : (size before).+1 = i ->
  nth [::] ([::] :: map (f_node_first (all_of F)) (before ++ n :: after)) i = f_node_first (all_of F) n.
Proof. by move=> <-; rewrite /= map_cat nth_cat size_map ltnn subnn. Qed.
Lemma first_added_up nodes a k more : grows (f_added_up (all_of F) nodes a k) more ->
  nth [::] ([::] :: map (f_node_first (all_of F)) more) (size (f_added_up (all_of F) nodes a k)) = nseq k (0 : F).
Proof.
move=> [new ->]; rewrite size_added_up /f_added_up -catA; set n := of_any_LinNode_LinStateNode _ _.
rewrite (@first_of nodes new n _ (erefl _)) /= /f_first_state /iota_to subn0 -map_comp.
by apply: (@eq_from_nth _ 0); rewrite size_map size_iota ?size_nseq // => i hi; rewrite (nth_map 0%N) ?size_iota // nth_nseq hi.
Qed.
End Writing.

(* what there is goes on where nodes are added *)
Ltac more g :=
  lazymatch type of g with grows ?a ?b =>
    repeat match goal with h : holds _ _ a _ _ |- _ => apply (holds_more g) in h end;
    repeat match goal with h : forall i, _ -> holds _ _ a _ _ |- _ =>
      let k := fresh "kept" in have k := (fun i l => holds_more g (h i l)); clear h; rename k into h end;
    repeat match goal with h : grows ?n a |- _ => apply (fun k => grows_trans k g) in h end end.
(* the next thing that is written, by w: what it is, and that it holds *)
Ltac written w nodes g h :=
  let k := fresh in have k := w;
  lazymatch type of k with writes _ _ _ ?found _ => revert k; generalize found end;
  intros nodes k; destruct k as [g h]; more g.
