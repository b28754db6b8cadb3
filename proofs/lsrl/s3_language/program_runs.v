(* Forms and programs as they are exported: their values, and runs as folds. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ProgramRuns.
Variable F : realFieldType.
Implicit Types x y : seq F.
Implicit Types vs olds : seq (seq F).

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
Lemma size_values fs x : size (f_values (all_of F) fs x) = size fs. Proof. exact: size_map. Qed.

(* ---------- values one after the other, and tokens ---------- *)
Fixpoint values_from (last : seq (seq F)) vs (nodes : seq (T_any_LinNode (all_of F))) : seq (seq F) :=
  if nodes is n :: ns then values_from last (vs ++ [:: f_node_value (all_of F) n (nth [::] last (size vs)) vs]) ns else vs.
Lemma values_from_cat olds vs a b :
  values_from olds vs (a ++ b) = values_from olds (values_from olds vs a) b.
Proof. by elim: a vs => //= n a IH vs. Qed.
Lemma nth_values_from olds vs ns i : (i < size vs)%N ->
  nth [::] (values_from olds vs ns) i = nth [::] vs i.
Proof.
elim: ns vs => //= n ns IH vs h; rewrite IH ?nth_cat ?h //.
by rewrite size_cat addn1 ltnW.
Qed.
Lemma valuesE p last x : f_node_values (all_of F) p last x =
  values_from last [:: map (f_entry_of (all_of F) x) (iota 0 (get_ListedProgram_dim (all_of F) p))] (get_ListedProgram_nodes (all_of F) p).
Proof.
rewrite /f_node_values /iota_to subn0; move: [:: map _ _]; elim: (get_ListedProgram_nodes (all_of F) p) => [|n ns IH] vs //=.
Qed.
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
End ProgramRuns.
