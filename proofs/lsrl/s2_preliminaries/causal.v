(* Each token puts one output behind those so far, and later tokens leave these as they are. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Causal.
Variable F : realFieldType.
Implicit Types (p : T_ListedProgram (all_of F)) (t : seq (seq F) * seq (seq F)).

Definition after_token p t (x : seq F) :=
  let vs := f_node_values (all_of F) p t.1 x in (vs, t.2 ++ [:: last [::] vs]).
Definition at_first_state p : seq (seq F) * seq (seq F) :=
  ([::] :: map (f_node_first (all_of F)) (get_ListedProgram_nodes (all_of F) p), [::]).

Lemma same_runs (A B : Type) (f g : A -> B -> A) a s :
  (forall a b, f a b = g a b) -> foldl f a s = foldl g a s.
Proof. by move=> e; elim: s a => [|b s IH] a //=; rewrite e IH. Qed.
Lemma outputsE p xs :
  f_program_outputs (all_of F) p xs = (foldl (after_token p) (at_first_state p) xs).2.
Proof.
rewrite /f_program_outputs (same_runs (g := after_token p)); first by case: foldl.
by move=> [last outputs] x.
Qed.

Lemma outputs_behind p t xs :
  exists2 ys, (foldl (after_token p) t xs).2 = t.2 ++ ys & size ys = size xs.
Proof.
elim: xs t => [|x xs IH] t; first by exists [::]; rewrite ?cats0.
have [ys e n] := IH (after_token p t x).
exists (last [::] (after_token p t x).1 :: ys); last by rewrite /= n.
by rewrite /= e /= -catA.
Qed.
Lemma one_each p xs : size (f_program_outputs (all_of F) p xs) = size xs.
Proof. by rewrite outputsE; have [ys -> <-] := outputs_behind p (at_first_state p) xs. Qed.
Lemma at_firstE p xs later :
  take (size xs) (f_program_outputs (all_of F) p (xs ++ later)) = f_program_outputs (all_of F) p xs.
Proof.
rewrite -{1}(one_each p xs) !outputsE foldl_cat.
have [ys -> _] := outputs_behind p (foldl (after_token p) (at_first_state p) xs) later.
by rewrite take_size_cat.
Qed.
End Causal.

Theorem proved : statement.
Proof.
by move=> F; split=> [later p xs | p xs]; [exact: at_firstE | exact: one_each].
Qed.
