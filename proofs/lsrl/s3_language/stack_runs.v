(* Stacks of layers as they are exported: entries side by side, and a step as a fold; see
   program_runs.v. *)
Section StackRuns.
Variable F : realFieldType.
Implicit Types x y : seq F.
Implicit Types vs olds : seq (seq F).

Lemma values_cat fs gs x : f_values (all_of F) (fs ++ gs) x = f_values (all_of F) fs x ++ f_values (all_of F) gs x.
Proof. exact: map_cat. Qed.
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

Fixpoint stack_from (last : seq (seq F)) (st : seq (seq F)) (x : seq F) (ls : seq (T_any_PlainLayer (all_of F))) : seq (seq F) * seq F :=
  if ls is l :: ls' then
    let s := f_next_state (all_of F) (f_entries_of (all_of F) l) (nth [::] last (size st)) x in
    stack_from last (st ++ [:: s]) (f_layer_output (all_of F) l s x) ls'
  else (st, x).
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
End StackRuns.
