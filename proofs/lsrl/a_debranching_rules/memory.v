(* States: an entry that began like a form of others, and is fed and kept like it, is that form. *)
Section Memory.
Variable F : realFieldType.
Implicit Types f g : T_Form (all_of F).
Implicit Types h : T_any_Fresh (all_of F).
Implicit Types K : T_Facts (all_of F).
Implicit Types x : seq F.
Definition no_hint : T_any_Fresh (all_of F) := of_any_Fresh_Opposite (all_of F) (make_Opposite (all_of F) 0).
Definition no_pair := (no_entry F, no_hint).

Section OneState.
Variables (K0 : T_Facts (all_of F)) (hints : seq (T_any_Fresh (all_of F))).
Definition lasts : seq (T_Form (all_of F)) := [seq f_last_view (all_of F) p.2 (get_Facts_there (all_of F) K0 + p.1) K0 | p <- enumerated _ hints].
Definition signs : seq bool := map (f_is_signed (all_of F)) hints.
Definition past_form (z : T_Entry (all_of F) * T_any_Fresh (all_of F)) := f_composed (all_of F) (make_Form (all_of F) (get_Entry_past (all_of F) z.1) 0) lasts.
Definition own_fact z K := make_Recurring (all_of F) (f_coordinate (all_of F) (get_Facts_there (all_of F) K)) (past_form z) (get_Entry_fed (all_of F) z.1) (get_Entry_first (all_of F) z.1).
Definition right_of z := f_is_right_state (all_of F) z.1 (past_form z) z.2 K0 && f_are_signed (all_of F) z.1 z.2 signs K0.
Definition state_of z K := f_state_view (all_of F) (get_Entry_fed (all_of F) z.1) z.2 (get_Facts_there (all_of F) K) K0.
Definition after_state z K := f_with_state (all_of F) (own_fact z K) z.2 (f_same_state (all_of F) (own_fact z K) z.2 K0) (right_of z) K.
Lemma states_tracedE es : f_states_traced (all_of F) es hints K0 =
  let s := foldl (one_entry state_of after_state) ([::], K0) (zip es hints) in
  (s.1, f_with_right (all_of F) s.2 (eqn (size hints) (size es))).
Proof.
rewrite /f_states_traced; have -> : [seq (let '(i, h) := p in f_last_view (all_of F) h (get_Facts_there (all_of F) K0 + i) K0) | p <- enumerated _ hints] = lasts.
  by apply: eq_map => -[].
rewrite (fold_same (g := one_entry state_of after_state)); first by case: foldl.
by move=> [vs K] [e h].
Qed.
Lemma state_right z K : get_Facts_right (all_of F) (after_state z K) -> get_Facts_right (all_of F) K. Proof. by case/andP. Qed.
Lemma state_there z K : get_Facts_there (all_of F) (after_state z K) = (get_Facts_there (all_of F) K).+1. Proof. exact: addn1. Qed.
Lemma states_right s zs : get_Facts_right (all_of F) (foldl (one_entry state_of after_state) s zs).2 -> all right_of zs.
Proof.
elim: zs s => //= z zs IH s R; rewrite (IH _ R) andbT.
by have := @entries_right _ _ state_of after_state state_right (one_entry state_of after_state s z) zs R; case/andP.
Qed.

(* ---------- what is claimed of values ---------- *)
Definition claim h x (p : nat) : Prop := match h with
  | of_any_Fresh_Fresh (make_Fresh ss) => (0 < size ss)%N -> 0 <= nth 0 x p
  | of_any_Fresh_Same (make_Same i _) => nth 0 x p = f_value (all_of F) (get_Recurring_view (all_of F) (f_recurring_at (all_of F) K0 i)) x
  | _ => True end.
Lemma nth_behind_all (T : Type) (d : T) (P : T -> Prop) (s t : seq T) : P d ->
  (forall i, P (nth d (s ++ t) i)) <-> (forall i, P (nth d s i)) /\ (forall i, P (nth d t i)).
Proof.
move=> hd; split=> [h|[h1 h2] i]; last by rewrite nth_cat; case: ifP.
split=> i; last by have := h (size s + i)%N; rewrite nth_cat ltnNge leq_addr addKn.
by case: (ltnP i (size s)) => hi; [have := h i; rewrite nth_cat hi | rewrite nth_default].
Qed.
Lemma kept_state x z K : kept x (after_state z K) <-> kept x K /\ claim z.2 x (get_Facts_there (all_of F) K).
Proof.
rewrite /kept /=; case: z => e h /=.
have h1 := @nth_behind_all _ (two_forms F) (fun p => f_value (all_of F) p.1 x = f_value (all_of F) p.2 x) (get_Facts_same (all_of F) K) (f_same_state (all_of F) (own_fact (e, h) K) h K0) erefl.
have hz : 0 <= f_value (all_of F) (no_form F) x by rewrite value_none.
have h2 := @nth_behind_all _ (no_form F) (fun f => 0 <= f_value (all_of F) f x) (get_Facts_above (all_of F) K) (if f_is_signed (all_of F) h then [:: f_coordinate (all_of F) (get_Facts_there (all_of F) K)] else [::]) hz.
have at_there : f_value (all_of F) (f_coordinate (all_of F) (get_Facts_there (all_of F) K)) x = nth 0 x (get_Facts_there (all_of F) K) by exact: value_at.
split.
  case=> /h1[a1 a2] /h2[b1 b2]; split=> //; case: h a2 b2 {h1 h2} => -[] //.
    move=> ss _ b hs; rewrite -at_there.
    by have := b 0%N; rewrite (_ : f_is_signed _ _ = true).
  by move=> i by' a _; exact: etrans (esym at_there) (a 0%N).
case=> -[a1 b1] c; split; [apply/h1 | apply/h2]; split=> // i; case: h c {h1 h2} => -[].
- by move=> ss _; rewrite nth_nil.
- by move=> j by' c; case: i => [|i]; [exact: etrans at_there c | rewrite [nth _ _ _]nth_nil].
- by move=> j _; rewrite nth_nil.
- by move=> j _; rewrite nth_nil.
- by move=> j _; rewrite nth_nil.
- by move=> j k c d _; rewrite nth_nil.
- move=> ss c; case: ifP => hs; last by rewrite nth_nil.
  by case: i => [|i]; [rewrite [X in 0 <= X]at_there; exact: c | rewrite [nth _ _ _]nth_nil].
- by move=> j k _; rewrite nth_nil.
- by move=> j _; rewrite nth_nil.
- by move=> j _; rewrite nth_nil.
- by move=> j _; rewrite nth_nil.
by move=> j k c d _; rewrite nth_nil.
Qed.
Lemma kept_states x s zs : kept x (foldl (one_entry state_of after_state) s zs).2 <->
  kept x s.2 /\ (forall i, (i < size zs)%N -> claim (nth no_pair zs i).2 x (get_Facts_there (all_of F) s.2 + i)).
Proof.
elim: zs s => [|z zs IH] s /=; first by split=> [h|[]].
rewrite IH kept_state state_there; split.
  by case=> -[h c] hs; split=> // -[|i] hi; rewrite ?addn0 // addnS -addSn; apply: hs.
case=> h hs; split; first by split=> //; have := hs 0%N isT; rewrite addn0.
by move=> i hi; rewrite addSnnS; apply: (hs i.+1).
Qed.

(* ---------- one token ---------- *)
Section OneToken.
Variables (L W last : seq F).
Hypothesis (V0 : holding L W K0).
Hypothesis right_lasts : forall r, f_value (all_of F) (f_composed (all_of F) (make_Form (all_of F) r 0) lasts) L = f_dot (all_of F) r last.
Hypothesis right_signs : forall i, nth false signs i -> 0 <= nth 0 last i.
Definition state_at (z : T_Entry (all_of F) * T_any_Fresh (all_of F)) : F := f_dot (all_of F) (get_Entry_past (all_of F) z.1) last + f_value (all_of F) (get_Entry_fed (all_of F) z.1) W.
Definition one_step (t : T_Form (all_of F) * T_Form (all_of F)) j :=
  let c := f_factor_at (all_of F) t.2 (get_Recurring_view (all_of F) (f_recurring_at (all_of F) K0 j)) in
  (f_plus (all_of F) t.1 c (get_Recurring_past (all_of F) (f_recurring_at (all_of F) K0 j)),
   f_plus (all_of F) (f_plus (all_of F) t.2 (nopp (all_of F) c) (get_Recurring_view (all_of F) (f_recurring_at (all_of F) K0 j))) c (get_Recurring_fed (all_of F) (f_recurring_at (all_of F) K0 j))).
Lemma is_right_same e p i js : f_is_right_state (all_of F) e p (of_any_Fresh_Same (all_of F) (make_Same (all_of F) i js)) K0 ->
  let t := foldl one_step (no_form F, get_Recurring_view (all_of F) (f_recurring_at (all_of F) K0 i)) js in
  [/\ get_Entry_first (all_of F) e = get_Recurring_first (all_of F) (f_recurring_at (all_of F) K0 i), t.1 = p & t.2 = get_Entry_fed (all_of F) e].
Proof.
rewrite /f_is_right_state (fold_same (g := one_step)); last by move=> [b n].
by case: foldl => b n /andP[/andP[/is0 e1 /same_form e2] /same_form e3].
Qed.
Lemma unfolded (js : seq nat) t : f_value (all_of F) (foldl one_step t js).1 L + f_value (all_of F) (foldl one_step t js).2 W = f_value (all_of F) t.1 L + f_value (all_of F) t.2 W.
Proof.
elim: js t => [|j js IH] t //; apply: etrans (IH _) _; case: t => b n; rewrite /one_step !plusE (v_recu V0).
move: (f_factor_at _ _ _) (f_value (all_of F) (get_Recurring_past _ _) L) (f_value (all_of F) (get_Recurring_fed _ _) W) => c p q.
by rewrite -[nopp _ _]/(- c) mulNr (mulrDr c p q) opprD [X in _ + (X + _)]addrA subrK addrACA subrr addr0.
Qed.
Lemma state_same z i js : z.2 = of_any_Fresh_Same (all_of F) (make_Same (all_of F) i js) -> right_of z ->
  f_value (all_of F) (get_Recurring_view (all_of F) (f_recurring_at (all_of F) K0 i)) W = state_at z.
Proof.
case: z => e h /= -> /andP[/is_right_same[_ eb en] _].
have := unfolded js (no_form F, get_Recurring_view (all_of F) (f_recurring_at (all_of F) K0 i)).
by rewrite eb en value_none add0r right_lasts.
Qed.
Lemma state_signed z : right_of z -> f_is_signed (all_of F) z.2 -> 0 <= state_at z.
Proof.
case: z => e [] [] // ss /andP[_]; rewrite /f_are_signed /= => R hs.
move: R; rewrite eqnE -leqn0 leqNgt hs /= => /andP[/andP[_ hp] hf]; apply: addr_ge0; last first.
  by case: ss hs hf => [|s ss] //= _ /andP[/(shown V0)].
rewrite dotE; elim: (get_Entry_past (all_of F) e) hp => [|[i c] r IH] /=; first by rewrite big_nil.
rewrite big_cons /nsub /= subr0 => /andP[/andP[hc hi] /IH h]; apply: addr_ge0 => //.
by apply: mulr_ge0 => //; apply: right_signs.
Qed.
Lemma state_entry z K : holding L W K -> get_Facts_right (all_of F) (after_state z K) -> nth 0 W (get_Facts_there (all_of F) K) = state_at z ->
  f_value (all_of F) (state_of z K) W = state_at z /\ holding L W (after_state z K).
Proof.
move=> V /andP[_ R] e; split.
  case: z e R => a h; case: h => -[] //=.
  - by move=> ss e _; rewrite -e; exact: value_at.
  - by move=> i js _ R; apply: (@state_same (a, _) _ js).
  - move=> why _ /andP[/andP[h1 h2] _]; rewrite /state_at -right_lasts (empty_row _ h1) /=.
    by rewrite (is0 h2) add0r.
have [V1 V2 V3 V4] := V; split=> // i.
  rewrite /f_recurring_at /after_state /f_with_state /=; rewrite /f_fresh_state.
  have -> : get_Facts_recurring (all_of F) K ++ (if f_is_fresh (all_of F) z.2 then [:: own_fact z K] else [::]) =
      if f_is_fresh (all_of F) z.2 then get_Facts_recurring (all_of F) K ++ [:: own_fact z K] else get_Facts_recurring (all_of F) K by case: ifP; rewrite ?cats0.
  rewrite nth_more; case: ifP => _; last exact: V3.
  by apply: etrans (value_at _ _) _; rewrite e /state_at -right_lasts.
rewrite /f_positive_at /after_state /f_with_state /=.
have -> : forall b, get_Facts_positive (all_of F) K ++ (if b then [:: f_coordinate (all_of F) (get_Facts_there (all_of F) K)] else [::]) =
    if b then get_Facts_positive (all_of F) K ++ [:: f_coordinate (all_of F) (get_Facts_there (all_of F) K)] else get_Facts_positive (all_of F) K by case; rewrite ?cats0.
rewrite nth_more; case: andP => [[hs _]|_]; last exact: V4.
rewrite [X in 0 <= X]value_at e; exact: state_signed.
Qed.
Lemma state_claim z p : right_of z -> nth 0 W p = state_at z -> claim z.2 W p.
Proof.
move=> R e; case: z R e => a [] [] //.
  by move=> ss R e hs; rewrite e; apply: state_signed.
by move=> i js R e; rewrite /claim /= e; apply/esym; apply: state_same.
Qed.
End OneToken.
End OneState.
End Memory.
