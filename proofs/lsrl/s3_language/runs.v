(* Forms, programs and stacks of layers as they are exported: what they put out, as folds. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Runs.
Variable F : realFieldType.
Implicit Types x y : seq F.
Implicit Types vs : seq (seq F).

(* ---------- forms ---------- *)
Lemma nsumE (a : F) (s : seq F) : nsum (all_of F) a s = a + \sum_(b <- s) b.
Proof.
rewrite /nsum; elim: s a => [|b s IH] a /=; first by rewrite big_nil addr0.
by rewrite IH big_cons addrA.
Qed.
Lemma dotE r x : f_dot (all_of F) r x = \sum_(a <- r) a.2 * nth 0 x a.1.
Proof. by rewrite /f_dot nsumE add0r big_map; apply: eq_bigr => -[i c]. Qed.
Lemma dot_nil x : f_dot (all_of F) [::] x = 0. Proof. by rewrite dotE big_nil. Qed.
Lemma value_at i x : f_value (all_of F) (f_coordinate (all_of F) i) x = nth 0 x i.
Proof. by rewrite /f_value dotE big_seq1 /= mul1r addr0. Qed.
Lemma values_cat fs gs x : f_values (all_of F) (fs ++ gs) x = f_values (all_of F) fs x ++ f_values (all_of F) gs x.
Proof. exact: map_cat. Qed.
Lemma size_values fs x : size (f_values (all_of F) fs x) = size fs. Proof. exact: size_map. Qed.
Lemma size_range s n : size (f_range_of (all_of F) s n) = n.
Proof. by rewrite size_map size_iota subn0. Qed.
Lemma values_range s n x : (s + n <= size x)%N -> f_values (all_of F) (f_range_of (all_of F) s n) x = take n (drop s x).
Proof.
move=> h; apply: (@eq_from_nth _ (0 : F)).
  by rewrite size_values size_range size_takel // size_drop leq_subRL // (leq_trans (leq_addr _ _) h).
rewrite size_values size_range => i hi.
rewrite nth_take // nth_drop (nth_map (f_coordinate (all_of F) 0)) ?size_range //.
by rewrite (nth_map 0%N) ?size_iota ?subn0 // nth_iota ?subn0 // add0n value_at.
Qed.
Lemma values_all x : f_values (all_of F) (f_range_of (all_of F) 0 (size x)) x = x.
Proof. by rewrite values_range // drop0 take_size. Qed.
Lemma network1 fs x : f_network_value (all_of F) (make_ListedNetwork (all_of F) fs [::]) x = f_values (all_of F) fs x. Proof. by []. Qed.
Lemma size_products x y : size (f_products (all_of F) x y) = minn (size x) (size y).
Proof. by rewrite size_map size_zip. Qed.

(* ---------- runs ---------- *)
Fixpoint values_from (last : seq (seq F)) vs (nodes : seq (T_any_LinNode (all_of F))) : seq (seq F) :=
  if nodes is n :: ns then values_from last (vs ++ [:: f_node_value (all_of F) n (nth [::] last (size vs)) vs]) ns else vs.
Fixpoint stack_from (last : seq (seq F)) (st : seq (seq F)) (x : seq F) (ls : seq (T_any_PlainLayer (all_of F))) : seq (seq F) * seq F :=
  if ls is l :: ls' then
    let s := f_next_state (all_of F) (f_entries_of (all_of F) l) (nth [::] last (size st)) x in
    stack_from last (st ++ [:: s]) (f_layer_output (all_of F) l s x) ls'
  else (st, x).
Lemma valuesE p last x : f_node_values (all_of F) p last x =
  values_from last [:: map (f_entry_of (all_of F) x) (iota 0 (get_ListedProgram_dim (all_of F) p))] (get_ListedProgram_nodes (all_of F) p).
Proof.
rewrite /f_node_values /iota_to subn0; move: [:: map _ _]; elim: (get_ListedProgram_nodes (all_of F) p) => [|n ns IH] vs //=.
Qed.
Lemma stackE ls last x : f_stack_step (all_of F) ls false last x = stack_from last [::] x ls.
Proof.
rewrite /f_stack_step; set f := (fun _ _ => _).
have -> : forall st y, foldl f (st, y) ls = stack_from last st y ls by elim: ls => [|l ls IH] st y //=; rewrite IH.
by case: stack_from.
Qed.
Lemma stack_cons last st x l ls : stack_from last st x (l :: ls) =
  let s := f_next_state (all_of F) (f_entries_of (all_of F) l) (nth [::] last (size st)) x in
  stack_from last (st ++ [:: s]) (f_layer_output (all_of F) l s x) ls.
Proof. by []. Qed.
Lemma stack_cat last st x ls ks : stack_from last st x (ls ++ ks) =
  let t := stack_from last st x ls in stack_from last t.1 t.2 ks.
Proof. by elim: ls st x => [|l ls IH] st x //=; rewrite IH. Qed.
Lemma size_values_from last vs nodes : size (values_from last vs nodes) = (size vs + size nodes)%N.
Proof. by elim: nodes vs => [|n ns IH] vs /=; rewrite ?addn0 // IH size_cat addn1 addSnnS. Qed.
Definition in_program p (t : seq (seq F) * seq (seq F)) (x : seq F) :=
  let vs := f_node_values (all_of F) p t.1 x in (vs, t.2 ++ [:: last [::] vs]).
Lemma fold_same (A B : Type) (f g : A -> B -> A) a s : (forall a b, f a b = g a b) -> foldl f a s = foldl g a s.
Proof. by move=> e; elim: s a => [|b s IH] a //=; rewrite e IH. Qed.
Lemma in_programE p xs : f_program_outputs (all_of F) p xs =
  (foldl (in_program p) ([::] :: map (f_node_first (all_of F)) (get_ListedProgram_nodes (all_of F) p), [::]) xs).2.
Proof.
rewrite /f_program_outputs (fold_same (g := in_program p)); first by case: foldl.
by move=> [k os] x.
Qed.
End Runs.
