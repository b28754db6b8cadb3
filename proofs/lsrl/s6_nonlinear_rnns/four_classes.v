(* Eq. (11) as a pass: a stack with ReLUs on its states, in halves, puts out what one without does;
   with layers.v, what the program does. *)
Section Halves.
Variable F : realFieldType.
Implicit Types s x : seq F.

(* ---------- a state in halves ---------- *)
Definition positive (a : F) : F := f_positive_part (all_of F) a.
Definition parts s : seq F := map positive s ++ map (fun a => positive (- a)) s.
Lemma relusE s : f_relus (all_of F) s = map positive s. Proof. by []. Qed.
Lemma positiveB (a : F) : positive a - positive (- a) = a.
Proof. exact: relu_halves. Qed.
Lemma size_parts s : size (parts s) = (size s + size s)%N.
Proof. by rewrite size_cat !size_map. Qed.
Lemma dot_difference r s : f_dot (all_of F) (f_difference (all_of F) r (size s)) (parts s) = f_dot (all_of F) r s.
Proof.
rewrite !dotE /f_difference big_cat /= -map_comp !big_map !big_filter -big_split /= big_mkcond /=.
apply: eq_bigr => -[i c] _ /=; case: ltnP => h; last by rewrite nth_default ?mulr0.
rewrite !nth_cat size_map h -ltn_subRL subnn ltn0 addKn !(nth_map 0) // mulNr -mulrBr.
by rewrite positiveB.
Qed.
Lemma dot_scaled r (c : F) x : f_dot (all_of F) (f_scaled (all_of F) r c) x = c * f_dot (all_of F) r x.
Proof.
rewrite !dotE big_map big_distrr; apply: eq_bigr => -[i a] _ /=.
by rewrite mulrA.
Qed.
Lemma next_half es (c : F) kept x : size kept = size es ->
  f_next_state (all_of F) (map (fun e => f_half (all_of F) e c (size es)) es) (parts kept) x =
  map (fun a => c * a) (f_next_state (all_of F) es kept x).
Proof.
move=> h; rewrite /f_next_state -!map_comp; apply: eq_map => e /=; rewrite -h dot_scaled dot_difference.
by rewrite /f_value /= dot_scaled !mulrDr.
Qed.
Lemma next_halves es kept x : size kept = size es ->
  f_relus (all_of F) (f_next_state (all_of F) (f_both_halves (all_of F) es) (parts kept) x) =
  parts (f_next_state (all_of F) es kept x).
Proof.
move=> h; have e : forall a b : seq (T_Entry (all_of F)), f_next_state (all_of F) (a ++ b) (parts kept) x =
    f_next_state (all_of F) a (parts kept) x ++ f_next_state (all_of F) b (parts kept) x.
  by move=> a b; exact: map_cat.
rewrite relusE e !next_half //; move: (f_next_state _ es kept x) => y.
rewrite map_cat -!map_comp /parts; congr (_ ++ _); apply: eq_map => a /=.
  by rewrite mul1r.
by rewrite mulN1r.
Qed.
Lemma first_halves es : f_first_state (all_of F) (f_both_halves (all_of F) es) = parts (f_first_state (all_of F) es).
Proof.
rewrite /f_first_state map_cat -!map_comp /parts -!map_comp; congr (_ ++ _); apply: eq_map => e /=.
  by rewrite mul1r.
by rewrite mulN1r.
Qed.
Lemma network_halves phi s :
  f_network_value (all_of F) (f_of_differences (all_of F) phi (size s)) (parts s) = f_network_value (all_of F) phi s.
Proof.
rewrite /f_network_value /=; congr (foldl _ _ _).
by rewrite /f_values -map_comp; apply: eq_map => f /=; rewrite /f_value /= dot_difference.
Qed.

(* ---------- one layer, and all of them ---------- *)
Local Arguments f_layer_state : simpl never.
Local Arguments f_layer_output : simpl never.
Lemma size_state l kept x : size (f_layer_state (all_of F) l false kept x) = size (f_entries_of (all_of F) l).
Proof. exact: size_map. Qed.
Lemma state_halves l kept x : size kept = size (f_entries_of (all_of F) l) ->
  f_layer_state (all_of F) (f_layer_in_halves (all_of F) l) true (parts kept) x = parts (f_layer_state (all_of F) l false kept x).
Proof. by case: l => [[es phi]|[es phi gamma]] h; exact: next_halves. Qed.
Lemma output_halves l s x : size s = size (f_entries_of (all_of F) l) ->
  f_layer_output (all_of F) (f_layer_in_halves (all_of F) l) (parts s) x = f_layer_output (all_of F) l s x.
Proof. by case: l => [[es phi]|[es phi gamma]] /= h; rewrite /f_layer_output /= -h network_halves. Qed.
Fixpoint states_from b (last st : seq (seq F)) x ls : seq (seq F) * seq F :=
  if ls is l :: ls' then
    let s := f_layer_state (all_of F) l b (nth [::] last (size st)) x in
    states_from b last (rcons st s) (f_layer_output (all_of F) l s x) ls'
  else (st, x).
Lemma stepE b ls last x : f_stack_step (all_of F) ls b last x = states_from b last [::] x ls.
Proof.
rewrite /f_stack_step; set f := (fun _ _ => _).
have -> : forall st y, foldl f (st, y) ls = states_from b last st y ls.
  by elim: ls => [|l ls IH] st y //=; rewrite IH -cats1.
by case: states_from.
Qed.
(* from place k on, states have the sizes of their layers *)
Fixpoint sized (k : nat) ls (kept : seq (seq F)) : bool :=
  if ls is l :: ls' then (size (nth [::] kept k) == size (f_entries_of (all_of F) l)) && sized k.+1 ls' kept else true.
Lemma nth_parts (st : seq (seq F)) k : nth [::] (map parts st) k = parts (nth [::] st k).
Proof.
case: (ltnP k (size st)) => h; first by rewrite (nth_map [::]).
by rewrite !nth_default ?size_map.
Qed.
Lemma step_halves ls kept st x : sized (size st) ls kept ->
  let t := states_from false kept st x ls in
  states_from true (map parts kept) (map parts st) x (map (f_layer_in_halves (all_of F)) ls) = (map parts t.1, t.2) /\
  exists2 e, t.1 = st ++ e & forall tail, sized (size st) ls (st ++ e ++ tail).
Proof.
elim: ls st x => [|l ls IH] st x /=; first by move=> _; split=> //; exists [::]; rewrite ?cats0.
case/andP=> /eqP h H; set s := f_layer_state (all_of F) l false _ x.
rewrite size_map nth_parts state_halves // -/s -map_rcons output_halves ?size_state //.
have := IH (rcons st s) (f_layer_output (all_of F) l s x); rewrite size_rcons => /(_ H) [-> [e e1 e2]].
split=> //; exists (s :: e); rewrite ?e1 ?cat_rcons // => tail; have := e2 tail; rewrite cat_rcons /= => ->.
by rewrite nth_cat ltnn subnn /= size_state eqxx.
Qed.
Definition in_stack_of b ls (t : seq (seq F) * seq (seq F)) x :=
  let u := states_from b t.1 [::] x ls in (u.1, rcons t.2 u.2).
Lemma outputsE b ls xs : f_outputs_of (all_of F) ls b xs =
  (foldl (in_stack_of b ls) (map (fun l => f_first_state (all_of F) (f_entries_of (all_of F) l)) ls, [::]) xs).2.
Proof.
rewrite /f_outputs_of; set f := (fun _ _ => _).
have -> : forall t, foldl f t xs = foldl (in_stack_of b ls) t xs.
  elim: xs => [|x xs IH] t //=; rewrite IH; congr (foldl _ _ _).
  by case: t => st os; rewrite /f stepE /in_stack_of /=; case: states_from => st' y; rewrite cats1.
by case: foldl.
Qed.
Theorem with_relus ls xs : f_relu_stack_outputs (all_of F) (f_in_halves (all_of F) ls) xs = f_stack_outputs (all_of F) ls xs.
Proof.
rewrite /f_relu_stack_outputs /f_stack_outputs !outputsE.
have -> : map (fun l => f_first_state (all_of F) (f_entries_of (all_of F) l)) (f_in_halves (all_of F) ls) =
    map parts (map (fun l => f_first_state (all_of F) (f_entries_of (all_of F) l)) ls).
  by rewrite -!map_comp; apply: eq_map => [[[es phi]|[es phi gamma]]] /=; exact: first_halves.
have : sized 0 ls (map (fun l => f_first_state (all_of F) (f_entries_of (all_of F) l)) ls).
  rewrite -[map _ ls]cat0s; set pre := [::]; rewrite -{1}[0%N]/(size pre); move: pre.
  elim: ls => [|l ls IH] pre //=; rewrite nth_cat ltnn subnn /= size_map eqxx /=.
  by have := IH (rcons pre (f_first_state (all_of F) (f_entries_of (all_of F) l))); rewrite size_rcons cat_rcons.
move: (map _ ls) => kept; elim: xs kept [::] => [|x xs IH] kept os H //=.
have := @step_halves ls kept [::] x H; rewrite /in_stack_of /= => -[-> [e e1 e2]] /=.
by apply: IH; rewrite e1 -[e]cats0; exact: (e2 [::]).
Qed.
End Halves.

Theorem proved : statement.
Proof.
move=> F; split; first exact: same_outputs.
split; first by move=> p xs; rewrite /f_relu_layers_of with_relus same_outputs.
split; first exact: plain.
move=> p; rewrite -plain /f_relu_layers_of /f_are_plain /f_in_halves -map_comp; congr (all _ _).
by apply: eq_map => -[[es phi]|[es phi gamma]].
Qed.
