(* The comparisons of Listing 2 as nodes: each computes its formula. *)
Section Comparing.
Variable F : realFieldType.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes : seq (T_any_LinNode (all_of F))) (a b c : F) (steps : T_Steps (all_of F)) (gains : T_Gains (all_of F)).
Lemma plus_one nodes i c a : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_plus_number (all_of F) nodes i c 1) [:: a + c].
Proof. by move=> h; have := plus_number_writes c 1 h. Qed.
Lemma times_one nodes i c a : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_times (all_of F) nodes c i 1) [:: c * a].
Proof. by move=> h; have := times_writes c 1 h. Qed.
Lemma number_less_one nodes i c a : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_number_less (all_of F) nodes c i 1) [:: c - a].
Proof.
move=> h; apply: writes_eq (writes_forms (fun k => make_Form (all_of F) [:: (k, - 1)] c) 1 h).
by apply: (congr1 (fun v => [:: v])); rewrite valueE big_seq1 /= mulN1r addrC.
Qed.
Lemma relu_one nodes i a : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_relu_of (all_of F) nodes i) [:: f_relu (all_of F) a].
Proof. exact: relu_of_writes. Qed.
Lemma wrote nodes more x y : grows nodes more -> holds olds token more (size more) x -> x = y -> writes olds token nodes more y.
Proof. by move=> g h <-. Qed.
End Comparing.
(* what is written next, to values of one entry that are known *)
Ltac next w := let ns := fresh "ns" in let g := fresh "g" in let h := fresh "h" in written w ns g h.
Ltac write_one := match goal with
  | h : holds _ _ ?ns ?i [:: _] |- context [f_plus_number _ ?ns ?i ?c 1] => is_var ns; next (plus_one c h)
  | h : holds _ _ ?ns ?i [:: _] |- context [f_times _ ?ns ?c ?i 1] => is_var ns; next (times_one c h)
  | h : holds _ _ ?ns ?i [:: _] |- context [f_number_less _ ?ns ?c ?i 1] => is_var ns; next (number_less_one c h)
  | h : holds _ _ ?ns ?i [:: _] |- context [f_relu_of _ ?ns ?i] => is_var ns; next (relu_one h)
  | h : holds _ _ ?ns ?i [:: _], k : holds _ _ ?ns ?j [:: _] |- context [f_less _ ?ns ?i 1 ?j 1] => is_var ns; next (less_one h k)
  | h : holds _ _ ?ns ?i [:: _], k : holds _ _ ?ns ?j [:: _] |- context [f_added _ ?ns ?i 1 ?j 1] => is_var ns; next (added_one h k)
  end.
Ltac begin_writing := match goal with |- writes _ _ ?ns _ _ => have := grows_refl ns; intro end.
Ltac done_writing := match goal with |- writes _ _ ?a ?b _ => match goal with
  g : grows a b, h : holds _ _ b (size b) _ |- _ => apply: (wrote g h) end end.
Section Comparisons.
Variable F : realFieldType.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes : seq (T_any_LinNode (all_of F))) (a b c : F) (steps : T_Steps (all_of F)) (gains : T_Gains (all_of F)).
Lemma ramp_one nodes i a steps : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_ramp_written (all_of F) nodes i steps) [:: f_ramp (all_of F) a (get_Steps_mu _ steps) (get_Steps_width _ steps)].
Proof. by move=> h; unfold f_ramp_written; cbv zeta; begin_writing; do ![write_one]; done_writing. Qed.
End Comparisons.
Ltac write_ramp := match goal with
  | h : holds _ _ ?ns ?i [:: _] |- context [f_ramp_written _ ?ns ?i ?s] => is_var ns; next (ramp_one s h) end.
Section Larger.
Variable F : realFieldType.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes : seq (T_any_LinNode (all_of F))) (a b c : F) (steps : T_Steps (all_of F)) (gains : T_Gains (all_of F)).
Lemma above_one nodes i c steps a : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_above_written (all_of F) nodes i c steps) [:: f_larger (all_of F) a c steps].
Proof. by move=> h; unfold f_above_written; cbv zeta; begin_writing; write_one; write_ramp; done_writing. Qed.
Lemma below_one nodes i c steps a : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_below_written (all_of F) nodes i c steps) [:: f_larger (all_of F) c a steps].
Proof. by move=> h; unfold f_below_written; cbv zeta; begin_writing; write_one; write_ramp; done_writing. Qed.
Lemma larger_one nodes i j steps a b : holds olds token nodes i [:: a] -> holds olds token nodes j [:: b] ->
  writes olds token nodes (f_larger_written (all_of F) nodes i j steps) [:: f_larger (all_of F) a b steps].
Proof. by move=> h k; unfold f_larger_written; cbv zeta; begin_writing; write_one; write_ramp; done_writing. Qed.
Lemma both_one nodes i j steps a b : holds olds token nodes i [:: a] -> holds olds token nodes j [:: b] ->
  writes olds token nodes (f_both_written (all_of F) nodes i j steps) [:: f_both (all_of F) a b steps].
Proof.
move=> h k; unfold f_both_written; cbv zeta; begin_writing; do 2!write_ramp; do ![write_one]; done_writing.
by [].
Qed.
Lemma kept_one nodes i j gains a b : holds olds token nodes i [:: a] -> holds olds token nodes j [:: b] ->
  writes olds token nodes (f_kept_if_written (all_of F) nodes i j gains) [:: f_kept (all_of F) a b gains].
Proof. by move=> h k; unfold f_kept_if_written; cbv zeta; begin_writing; do ![write_one]; done_writing. Qed.
End Larger.
Ltac compare_one := match goal with
  | h : holds _ _ ?ns ?i [:: _] |- context [f_above_written _ ?ns ?i ?c ?s] => is_var ns; next (above_one c s h)
  | h : holds _ _ ?ns ?i [:: _] |- context [f_below_written _ ?ns ?i ?c ?s] => is_var ns; next (below_one c s h)
  | h : holds _ _ ?ns ?i [:: _], k : holds _ _ ?ns ?j [:: _] |- context [f_larger_written _ ?ns ?i ?j ?s] => is_var ns; next (larger_one s h k)
  | h : holds _ _ ?ns ?i [:: _], k : holds _ _ ?ns ?j [:: _] |- context [f_both_written _ ?ns ?i ?j ?s] => is_var ns; next (both_one s h k)
  | h : holds _ _ ?ns ?i [:: _], k : holds _ _ ?ns ?j [:: _] |- context [f_kept_if_written _ ?ns ?i ?j ?s] => is_var ns; next (kept_one s h k)
  | _ => write_one
  end.
Section Equality.
Variable F : realFieldType.
Variables (olds : seq (seq F)) (token : seq F).
Implicit Types (nodes : seq (T_any_LinNode (all_of F))) (a b c : F) (steps : T_Steps (all_of F)) (gains : T_Gains (all_of F)).
Lemma is_at_one nodes i k steps a : holds olds token nodes i [:: a] ->
  writes olds token nodes (f_is_at_written (all_of F) nodes i k steps) [:: f_equals (all_of F) a (f_multiple (all_of F) k 1) steps].
Proof. by move=> h; unfold f_is_at_written; cbv zeta; begin_writing; do ![compare_one]; done_writing. Qed.
Lemma equals_one nodes i j steps a b : holds olds token nodes i [:: a] -> holds olds token nodes j [:: b] ->
  writes olds token nodes (f_equals_written (all_of F) nodes i j steps) [:: f_equals (all_of F) a b steps].
Proof. by move=> h k; unfold f_equals_written; cbv zeta; begin_writing; do ![compare_one]; done_writing. Qed.
End Equality.
