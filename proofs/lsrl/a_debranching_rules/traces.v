(* Units, nodes and programs: their entries are the forms that hints make of them; see memory.v. *)
Section Units.
Variable F : realFieldType.
Implicit Types K : T_Facts (all_of F).
Implicit Types x last : seq F.
Implicit Types u : T_any_ReLUs (all_of F).

Lemma map_zip1 (A B C : Type) (f : A -> C) (s : seq A) (t : seq B) : size t = size s -> [seq f z.1 | z <- zip s t] = map f s.
Proof. by move=> e; rewrite (map_comp f fst) -/(unzip1 _) unzip1_zip // e. Qed.
Lemma at_slice (s t : seq F) p n i : take n (drop p s) = t -> (i < n)%N -> nth 0 s (p + i) = nth 0 t i.
Proof. by move=> <- h; rewrite nth_take // nth_drop. Qed.
Definition tied_unit u K x last : Prop :=
  if u is of_any_ReLUs_States (make_States es) then take (size es) (drop (get_Facts_there (all_of F) K) x) = last /\ size last = size es else True.
Definition begins_unit u K x : Prop :=
  if u is of_any_ReLUs_States (make_States es) then take (size es) (drop (get_Facts_there (all_of F) K) x) = f_first_state (all_of F) es else True.
Lemma relus_tracedE fs hs K : f_relus_traced (all_of F) fs hs K =
  foldl (one_entry (@relu_of F) (@after_relu F)) ([::], f_with_right (all_of F) K (eqn (size hs) (size fs))) (zip fs hs).
Proof.
rewrite /f_relus_traced (fold_same (g := one_entry (@relu_of F) (@after_relu F))); first by case: foldl.
by move=> [vs k] [f h].
Qed.
Lemma products_tracedE fs hs K : f_products_traced (all_of F) fs hs K =
  foldl (one_entry (@product_of F) (@after_product F)) ([::], f_with_right (all_of F) K (eqn (size hs) (size fs))) (zip fs hs).
Proof.
rewrite /f_products_traced (fold_same (g := one_entry (@product_of F) (@after_product F))); first by case: foldl.
by move=> [vs k] [[f g] h].
Qed.

Record unit_seen u K K' (vs : seq (T_Form (all_of F))) L W last : Prop := UnitSeen {
  unit_views : f_values (all_of F) vs W = f_unit_value (all_of F) u last W;
  unit_holds : holding L W K';
  unit_keeps : kept W K -> kept W K' }.
Lemma unit_steps u hs K : let t := f_unit_traced (all_of F) u hs K in get_Facts_right (all_of F) t.2 ->
  [/\ get_Facts_right (all_of F) K, get_Facts_there (all_of F) t.2 = (get_Facts_there (all_of F) K + f_size_of_unit (all_of F) u)%N & forall x, kept x t.2 -> kept x K].
Proof.
case: u => -[fs] /=; last rewrite states_tracedE; rewrite ?relus_tracedE ?products_tracedE.
- move=> R; have := entries_right (@relu_right F) R; case/andP => R1; rewrite eqnE => /eqP e.
  split=> //; first by rewrite (entries_there (@relu_of F) (@relu_there F)) size_zip e minnn.
  by move=> x; rewrite (kept_past x (entries_past (@relu_of F) (@relu_past F) _ _)).
- move=> R; have := entries_right (@product_right F) R; case/andP => R1; rewrite eqnE => /eqP e.
  split=> //; first by rewrite (entries_there (@product_of F) (@product_there F)) size_zip e minnn.
  by move=> x; rewrite (kept_past x (entries_past (@product_of F) (@product_past F) _ _)).
move=> /andP[R]; rewrite eqnE => /eqP e; split.
- exact: (entries_right (@state_right F K hs) R).
- by rewrite /= (entries_there (@state_of F K) (@state_there F K hs)) size_zip e minnn.
by move=> x; rewrite (kept_past x (past_right _ _)) kept_states => -[].
Qed.
Lemma unit_traced_right u hs K L W last : let t := f_unit_traced (all_of F) u hs K in
  get_Facts_right (all_of F) t.2 -> holding L W K -> kept L t.2 -> tied_unit u K L last ->
  take (f_size_of_unit (all_of F) u) (drop (get_Facts_there (all_of F) K) W) = f_unit_value (all_of F) u last W ->
  unit_seen u K t.2 t.1 L W last.
Proof.
case: u => -[fs]; rewrite /f_unit_traced.
- rewrite relus_tracedE => R V _ _ h; have := entries_right (@relu_right F) R; case/andP => _; rewrite eqnE => /eqP e.
  have [] := entries_hold (d := (no_form F, no_hint F)) (@relu_right F) (@relu_there F) (@relu_entry F L W) (s := ([::], f_with_right (all_of F) K (eqn (size hs) (size fs)))) (zs := zip fs hs).
  + exact/holding_right.
  + exact: R.
  + move=> i hi; rewrite /= (at_slice h); last by move: hi; rewrite size_zip e minnn.
    rewrite -(nth_map _ 0 (relu_at W)) // /relu_at (map_zip1 (fun f => relu1 (f_value (all_of F) f W)) e) /= /f_relus -map_comp.
    by congr nth; apply: eq_map => f /=; rewrite relu1E.
  move=> ev V'; split=> //; last by rewrite (kept_past W (entries_past (@relu_of F) (@relu_past F) _ _)).
  rewrite ev /= /relu_at (map_zip1 (fun f => relu1 (f_value (all_of F) f W)) e) /f_relus -map_comp.
  by apply: eq_map => f /=; rewrite relu1E.
- rewrite products_tracedE => R V _ _ h; have := entries_right (@product_right F) R; case/andP => _; rewrite eqnE => /eqP e.
  have ep : [seq product_at W z | z <- zip fs hs] = f_unit_value (all_of F) (of_any_ReLUs_Products _ (make_Products _ fs)) last W.
    by rewrite /product_at (map_zip1 (fun p => f_value (all_of F) p.1 W * f_value (all_of F) p.2 W) e); apply: eq_map => -[].
  have [] := entries_hold (d := ((no_form F, no_form F), no_hint F)) (@product_right F) (@product_there F) (@product_entry F L W) (s := ([::], f_with_right (all_of F) K (eqn (size hs) (size fs)))) (zs := zip fs hs).
  + exact/holding_right.
  + exact: R.
  + move=> i hi; rewrite /= (at_slice h); last by move: hi; rewrite size_zip e minnn.
    by rewrite -ep (nth_map ((no_form F, no_form F), no_hint F)).
  by move=> ev V'; split=> //; [rewrite ev -ep | rewrite (kept_past W (entries_past (@product_of F) (@product_past F) _ _))].
rewrite states_tracedE => /andP[R] /=; rewrite eqnE => /eqP e V.
rewrite (kept_past L (past_right _ _)) kept_states /= size_zip e minnn => -[kL cL] [tL sl] h.
have nz i : (i < size fs)%N -> nth (no_pair F) (zip fs hs) i = (nth (no_entry F) fs i, nth (no_hint F) hs i).
  by move=> hi; rewrite nth_zip // e.
have lastE i : nth 0 last i = if (i < size fs)%N then nth 0 L (get_Facts_there (all_of F) K + i) else 0.
  by case: ltnP => hi; [rewrite (at_slice tL) | rewrite nth_default // sl].
have hl : f_values (all_of F) (lasts K hs) L = last.
  have sz : size (f_values (all_of F) (lasts K hs) L) = size fs.
    by rewrite size_values size_map size_zip size_iota minnn e.
  apply: (@eq_from_nth _ (0 : F)); rewrite sz ?sl // => i hi.
  rewrite (nth_map (no_form F)); last by rewrite -(size_values _ L) sz.
  rewrite (nth_map (0%N, no_hint F)); last by rewrite size_zip size_iota minnn e.
  rewrite nth_zip ?size_iota // nth_iota ?e // add0n /= lastE hi.
  have := cL i hi; rewrite nz //= /claim; case: (nth _ hs i) => -[].
  - by move=> ss _; exact: value_at.
  - by move=> j js c; exact: esym c.
  - by move=> j _; exact: value_at.
  - by move=> w _; exact: value_at.
  - by move=> w _; exact: value_at.
  by move=> j k c d _; exact: value_at.
have rl r : f_value (all_of F) (f_composed (all_of F) (make_Form (all_of F) r 0) (lasts K hs)) L = f_dot (all_of F) r last.
  by rewrite composed_all hl /f_value /= addr0.
have rs i : nth false (signs hs) i -> 0 <= nth 0 last i.
  rewrite lastE; case: ltnP => // hi; rewrite (nth_map (no_hint F)) ?e // => hg.
  by have := cL i hi; rewrite nz //=; case: (nth _ hs i) hg => -[] //= ss hg; apply.
have er := states_right R.
have es : [seq state_at W last z | z <- zip fs hs] = f_next_state (all_of F) fs last W.
  by rewrite /state_at (map_zip1 (fun a => f_dot (all_of F) (get_Entry_past (all_of F) a) last + f_value (all_of F) (get_Entry_fed (all_of F) a) W) e).
have at_state i : (i < size fs)%N -> nth 0 W (get_Facts_there (all_of F) K + i) = state_at W last (nth (no_pair F) (zip fs hs) i).
  by move=> hi; rewrite (at_slice h) // -es (nth_map (no_pair F)) // size_zip e minnn.
have [] := entries_hold (d := no_pair F) (@state_right F K hs) (@state_there F K hs) (@state_entry F K hs L W last V rl rs) (s := ([::], K)) (zs := zip fs hs) V R.
  by move=> i; rewrite size_zip e minnn; apply: at_state.
move=> ev V'; split; [by rewrite ev /= es | exact/holding_right | move=> kW].
rewrite (kept_past W (past_right _ _)); apply/kept_states; split=> // i; rewrite size_zip e minnn => hi.
apply: (state_claim V rl rs); last exact: at_state.
by apply: (all_nthP (no_pair F) er); rewrite size_zip e minnn.
Qed.
Lemma states_begun K hs x s zs : begun_at x s.2 ->
  (forall i, (i < size zs)%N -> nth 0 x (get_Facts_there (all_of F) s.2 + i) = get_Entry_first (all_of F) (nth (no_pair F) zs i).1) ->
  begun_at x (foldl (one_entry (@state_of F K) (@after_state F K hs)) s zs).2.
Proof.
elim: zs s => //= z zs IH s b h; apply: IH; last by move=> i hi; rewrite state_there addSnnS; apply: (h i.+1).
move=> i; have ez := h 0%N isT; rewrite addn0 /= in ez.
rewrite /f_recurring_at /after_state /f_with_state /f_fresh_state /=; case: ifP => _; last by rewrite cats0; apply: b.
rewrite at_end; case: ltnP => _; first exact: b.
by case: eqP => _; [apply: etrans (value_at _ _) ez | exact: value_none].
Qed.
Lemma unit_begun u hs K x : let t := f_unit_traced (all_of F) u hs K in get_Facts_right (all_of F) t.2 -> begun_at x K -> kept x K -> begins_unit u K x ->
  begun_at x t.2 /\ kept x t.2.
Proof.
case: u => -[fs]; rewrite /f_unit_traced.
- rewrite relus_tracedE => _ b k _; have p := entries_past (@relu_of F) (@relu_past F) ([::], f_with_right (all_of F) K (eqn (size hs) (size fs))) (zip fs hs).
  by rewrite (begun_past x p) (kept_past x p).
- rewrite products_tracedE => _ b k _; have p := entries_past (@product_of F) (@product_past F) ([::], f_with_right (all_of F) K (eqn (size hs) (size fs))) (zip fs hs).
  by rewrite (begun_past x p) (kept_past x p).
rewrite states_tracedE => /andP[R] /=; rewrite eqnE => /eqP e b k h.
have at_first i : (i < size fs)%N -> nth 0 x (get_Facts_there (all_of F) K + i) = get_Entry_first (all_of F) (nth (no_pair F) (zip fs hs) i).1.
  by move=> hi; rewrite (at_slice h) // (nth_map (no_entry F)) // nth_zip // e.
have er := states_right R; split; rewrite ?(begun_past x (past_right _ _)) ?(kept_past x (past_right _ _)); last first.
  apply/kept_states; split=> // i; rewrite size_zip e minnn => hi /=.
  have := at_first i hi; have /= := all_nthP (no_pair F) er i; rewrite size_zip e minnn => /(_ hi).
  case: (nth _ (zip fs hs) i) => a h' /= R' e'; rewrite /claim; case: h' R' => -[] //.
    move=> ss /andP[_]; rewrite /f_are_signed /= => R' hss; move: R'; rewrite eqnE -leqn0 leqNgt hss /=.
    by rewrite e' /nsub /= subr0 => /andP[/andP[]].
  by move=> j js /andP[/is_right_same[ef _ _] _]; rewrite e' ef b.
apply: states_begun => // i; rewrite size_zip e minnn; exact: at_first.
Qed.
End Units.
