(* Stages whose kinds come in turn put out the same; see stages.v. *)
Section InTurn.
Variable F : realFieldType.
Implicit Types u : T_any_ReLUs (all_of F).
Implicit Types us : seq (T_any_ReLUs (all_of F)).
Implicit Types p : T_Gathered (all_of F).
Implicit Types there : seq bool.

(* ---------- what can be there ---------- *)
Fixpoint there_from c us there : seq bool :=
  if us is u :: us then let b := (f_kind_of (all_of F) u == c) && all (nth true there) (places u) in
    b :: there_from c us (there ++ nseq (f_size_of_unit (all_of F) u) (b && (c == 1%N))) else [::].
Lemma reads_what_isE u there : f_reads_what_is (all_of F) u there = all (nth true there) (places u).
Proof.
rewrite /f_reads_what_is /places; elim: (f_forms_of (all_of F) u) => //= f fs IH; rewrite !all_cat IH; congr (_ && _).
by elim: (get_Form_row (all_of F) f) => //= -[i a] r ->.
Qed.
Lemma map_same (A B : Type) (b : B) (s : seq A) : map (fun _ => b) s = nseq (size s) b.
Proof. by elim: s => //= a s ->. Qed.
Lemma can_be_thereE us W c : f_can_be_there (all_of F) us W c = there_from c us (nseq W true).
Proof.
rewrite /f_can_be_there map_same /iota_to size_iota subn0; set g := (fun _ _ => _).
have h bs there : (foldl g (bs, there) us).1 = bs ++ there_from c us there.
  elim: us bs there => [|u us IH] bs there /=; first by rewrite cats0.
  by rewrite IH reads_what_isE map_same size_iota !subn0 !eqnE -catA.
by have := h [::] (nseq W true); case: foldl.
Qed.
Lemma size_there_from c us there : size (there_from c us there) = size us.
Proof. by elim: us there => //= u us IH there; rewrite IH. Qed.
Lemma there_fine c us there : fine c (zip us (there_from c us there)) there.
Proof. by elim: us there => //= u us IH there; split. Qed.
Lemma with_kind_same p c xs : f_gathered_outputs (all_of F) (f_with_kind (all_of F) p c) xs = f_gathered_outputs (all_of F) p xs.
Proof.
rewrite /f_with_kind; case: ifP => // _; apply: (@stage_same F c).
by rewrite can_be_thereE; split; [apply: size_there_from | apply: there_fine].
Qed.
Definition turn (n : nat) := ((n %% 5 + 2) %% 3)%N.
Lemma in_turnE p n : f_in_turn (all_of F) p n = foldl (fun q k => f_with_kind (all_of F) q (turn k)) p (iota 0 n).
Proof. by rewrite /f_in_turn /iota_to subn0. Qed.
Lemma in_turn_same p n xs : f_gathered_outputs (all_of F) (f_in_turn (all_of F) p n) xs = f_gathered_outputs (all_of F) p xs.
Proof. by rewrite in_turnE; elim: (iota 0 n) p => //= k ks IH p; rewrite IH with_kind_same. Qed.
Lemma with_kind_stages p c : (size (get_Gathered_stages (all_of F) (f_with_kind (all_of F) p c)) <= (size (get_Gathered_stages (all_of F) p)).+1)%N.
Proof.
rewrite /f_with_kind; case: ifP => // _; rewrite -/(staged p _) with_stageE /=.
by rewrite size_cat addn1.
Qed.
Lemma in_turn_stages p n : (size (get_Gathered_stages (all_of F) (f_in_turn (all_of F) p n)) <= size (get_Gathered_stages (all_of F) p) + n)%N.
Proof.
rewrite in_turnE -{2}(size_iota 0 n); elim: (iota 0 n) p => [|k ks IH] p /=; first by rewrite addn0.
by apply: leq_trans (IH _) _; rewrite addnS -addSn leq_add2r with_kind_stages.
Qed.
End InTurn.
