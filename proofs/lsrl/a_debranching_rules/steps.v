(* Each step of the mended rules keeps the outputs, and makes the rest shorter; see stages.v. *)
Section Steps.
Variable F : realFieldType.
Implicit Types x y z t v l : seq F.
Implicit Types u : T_any_ReLUs (all_of F).
Implicit Types us : seq (T_any_ReLUs (all_of F)).
Implicit Types todo : seq (T_any_ReLUs (all_of F) * bool).
Implicit Types last : seq (seq F).
Implicit Types p : T_Gathered (all_of F).

(* ---------- what is ready ---------- *)
Lemma is_readyE u W there : f_is_ready (all_of F) u W there = all (fun i => (i < W)%N || (there <= i)%N) (places u).
Proof.
rewrite /f_is_ready /places; elim: (f_forms_of (all_of F) u) => //= f fs IH; rewrite !all_cat IH; congr (_ && _).
by elim: (get_Form_row (all_of F) f) => //= -[i c] r ->.
Qed.
Fixpoint kinds_from us (W there : nat) : seq nat :=
  if us is u :: us then (if f_is_ready (all_of F) u W there then f_kind_of (all_of F) u else 3%N) :: kinds_from us W (there + f_size_of_unit (all_of F) u)%N else [::].
Fixpoint pressing_from us (W there : nat) : seq nat :=
  if us is u :: us then (if f_reads_something (all_of F) u then if f_is_ready (all_of F) u W there then f_kind_of (all_of F) u else 3%N else 3%N) :: pressing_from us W (there + f_size_of_unit (all_of F) u)%N
  else [::].
Definition least us W := let kinds := kinds_from us W W in let pressing := pressing_from us W W in
  f_first_kind (all_of F) (if has (fun k => k < 3)%N pressing then pressing else kinds).
Lemma chosenE us W : f_chosen (all_of F) us W = map (fun k => eqn k (least us W)) (kinds_from us W W).
Proof.
rewrite /f_chosen /least; set g := (fun _ _ => _).
have h ks ps there : exists n, foldl g (ks, ps, there) us = (ks ++ kinds_from us W there, ps ++ pressing_from us W there, n).
  elim: us ks ps there => [|u us IH] ks ps there /=; first by exists there; rewrite !cats0.
  have [n hn] := IH (ks ++ [:: if f_is_ready (all_of F) u W there then f_kind_of (all_of F) u else 3%N])
    (ps ++ [:: if f_reads_something (all_of F) u then if f_is_ready (all_of F) u W there then f_kind_of (all_of F) u else 3%N else 3%N]) (there + f_size_of_unit (all_of F) u)%N.
  by exists n; rewrite {1}/g hn -!catA.
by have [n ->] := h [::] [::] W; rewrite has_map.
Qed.
Lemma first_kind_in (s : seq nat) : has (fun k => k < 3)%N s -> f_first_kind (all_of F) s \in s.
Proof.
rewrite /f_first_kind !has_map /=; case: ifP => [/hasP[k hk /=]|h0]; first by rewrite eqnE => /eqP <-.
case: ifP => [/hasP[k hk /=]|h1]; first by rewrite eqnE => /eqP <-.
move=> /hasP[k hk]; case: k hk => [|[|[|k]]] // hk _.
  by move/negbT/hasPn/(_ _ hk): h0.
by move/negbT/hasPn/(_ _ hk): h1.
Qed.
Lemma first_kind_small (s : seq nat) : (f_first_kind (all_of F) s < 3)%N.
Proof. by rewrite /f_first_kind; case: ifP => // _; case: ifP. Qed.
Lemma pressing_in us W there k : (k < 3)%N -> k \in pressing_from us W there -> k \in kinds_from us W there.
Proof.
move=> hk; elim: us there => //= u us IH there; rewrite !inE => /orP[|/IH ->]; last by rewrite orbT.
by case: ifP => _ /eqP e; rewrite e ?eqxx // in hk *.
Qed.
Lemma least_in us W : (0 < size us)%N -> least us W \in kinds_from us W W.
Proof.
move=> h; rewrite /least; case: ifP => hp.
  by apply: pressing_in; [apply: first_kind_small | apply: first_kind_in].
apply: first_kind_in; case: us h {hp} => //= u us _; rewrite is_readyE.
have -> : all (fun i => (i < W) || (W <= i))%N (places u).
  by apply/allP => i _; case: ltnP.
by case: u => -[s].
Qed.
Lemma ready_chosen us W there c : (c < 3)%N -> (W <= size there)%N -> (forall i, (i < W)%N -> nth true there i) ->
  fine c (zip us (map (fun k => eqn k c) (kinds_from us W (size there)))) there.
Proof.
move=> hc; elim: us there => [|u us IH] there le h //=; split.
  case: ifP => rd; rewrite eqnE; last by move/eqP => e; rewrite -e in hc.
  by move=> -> /=; move: rd; rewrite is_readyE; apply: sub_all => i /orP[/h|hi] //; rewrite nth_default.
set b := _ && _; have := IH (there ++ nseq (f_size_of_unit (all_of F) u) b); rewrite size_cat size_nseq; apply.
  by apply: leq_trans le _; apply: leq_addr.
by move=> i hi; rewrite nth_cat (leq_trans hi le); apply: h.
Qed.
Lemma size_kinds us W there : size (kinds_from us W there) = size us.
Proof. by elim: us there => //= u us IH there; rewrite IH. Qed.
Lemma chosen_valid p : let W := f_width_of (all_of F) (get_Gathered_stages (all_of F) p) (get_Gathered_dim (all_of F) p) in
  valid (least (get_Gathered_rest (all_of F) p) W) p (f_chosen (all_of F) (get_Gathered_rest (all_of F) p) W).
Proof.
move=> W; rewrite chosenE; set c := least _ _; have hc : (c < 3)%N by apply: first_kind_small.
split; first by rewrite size_map size_kinds.
have := @ready_chosen (get_Gathered_rest (all_of F) p) W (nseq W true) c hc; rewrite size_nseq; apply=> // i hi.
by rewrite nth_nseq hi.
Qed.
Lemma fused_same p xs : f_gathered_outputs (all_of F) (f_fused (all_of F) p) xs = f_gathered_outputs (all_of F) p xs.
Proof. by rewrite /f_fused; case: ifP => // _; apply: (stage_same _ (chosen_valid p)). Qed.
Lemma size_others us (flags : seq bool) : size flags = size us -> has id flags -> (size (others (zip us flags)) < size us)%N.
Proof.
have le (vs : seq (T_any_ReLUs (all_of F))) (bs : seq bool) : (size (others (zip vs bs)) <= size vs)%N.
  elim: vs bs => [|v vs IH] [|[] bs] //=; [by apply: leqW; apply: IH | by rewrite ltnS; apply: IH].
elim: us flags => [|u us IH] [|b flags] //= [e]; case: b => /= [_|/(IH _ e)] //.
by rewrite ltnS; apply: le.
Qed.
Lemma fused_falls p : f_falls (all_of F) p (f_fused (all_of F) p).
Proof.
rewrite /f_falls /f_fused; case: p => d st rest out /=; case: eqnP => //= h.
rewrite -/(staged (make_Gathered (all_of F) d st rest out) _) with_stageE /= size_kept /= add0n; apply: size_others.
  by rewrite chosenE size_map size_kinds.
rewrite chosenE has_map; apply/hasP; exists (least rest (f_width_of (all_of F) st d)); last by rewrite /= eqnE.
by apply: least_in; rewrite lt0n; apply/eqP.
Qed.
Lemma finished_rest p : get_Gathered_rest (all_of F) (f_finished (all_of F) p) = [::].
Proof.
rewrite /f_finished; have h (T : Type) (s : seq T) q : (size (get_Gathered_rest (all_of F) q) <= size s)%N ->
    get_Gathered_rest (all_of F) (foldl (fun m _ => f_fused (all_of F) m) q s) = [::].
  elim: s q => [|a s IH] q /=; first by case: (get_Gathered_rest (all_of F) q).
  move=> hq; apply: IH; have := fused_falls q; rewrite /f_falls => /orP[|/leq_trans h]; last by rewrite -ltnS; apply: h.
  by move=> e; rewrite /f_fused e; move/eqnP: e => ->.
exact: h.
Qed.
Lemma finished_same p xs : f_gathered_outputs (all_of F) (f_finished (all_of F) p) xs = f_gathered_outputs (all_of F) p xs.
Proof.
rewrite /f_finished; have h (s : seq (T_any_ReLUs (all_of F))) q :
    f_gathered_outputs (all_of F) (foldl (fun m _ => f_fused (all_of F) m) q s) xs = f_gathered_outputs (all_of F) q xs.
  by elim: s q => //= u us IH q; rewrite IH fused_same.
exact: h.
Qed.
End Steps.
