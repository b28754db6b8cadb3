(* ReLUs and products: what hints say of their entries is so, if it is checked; see facts.v. *)
Section EntriesOfUnits.
Variable F : realFieldType.
Variables L W : seq F.
Implicit Types f g : T_Form (all_of F).
Implicit Types h : T_any_Fresh (all_of F).
Implicit Types K : T_Facts (all_of F).

Lemma nth_more (T : Type) (d : T) (s : seq T) (b : bool) a i :
  nth d (if b then s ++ [:: a] else s) i = if b && (i == size s) then a else nth d s i.
Proof.
case: b => //=; rewrite at_end; case: (ltngtP i (size s)) => // h.
by rewrite nth_default // ltnW.
Qed.

(* ---------- ReLUs ---------- *)
Definition relu_of (z : T_Form (all_of F) * T_any_Fresh (all_of F)) K := f_relu_view (all_of F) z.1 z.2 K.
Definition after_relu (z : T_Form (all_of F) * T_any_Fresh (all_of F)) K := f_with_relu (all_of F) z.1 z.2 K.
Definition relu_at (z : T_Form (all_of F) * T_any_Fresh (all_of F)) : F := relu1 (f_value (all_of F) z.1 W).
Lemma relu_right z K : get_Facts_right (all_of F) (after_relu z K) -> get_Facts_right (all_of F) K. Proof. by case/andP. Qed.
Lemma relu_there z K : get_Facts_there (all_of F) (after_relu z K) = (get_Facts_there (all_of F) K).+1. Proof. exact: addn1. Qed.
Lemma relu_past z K : same_past K (after_relu z K). Proof. by []. Qed.
Lemma relu_view_right f h K : holding L W K -> f_is_right_relu (all_of F) f h K -> nth 0 W (get_Facts_there (all_of F) K) = relu1 (f_value (all_of F) f W) ->
  f_value (all_of F) (f_relu_view (all_of F) f h K) W = relu1 (f_value (all_of F) f W).
Proof.
move=> V; case: h => -[].
- by move=> s _ <-; exact: value_at.
- by move=> i by' /same_form e _; rewrite {2}e; exact: (v_rect V).
- move=> i /same_form e _; apply: etrans (plusE _ _ _ _) _.
  rewrite e scaledE !mulN1r relu1_opp; congr (_ - _); exact: (v_rect V).
- by move=> why /(shown V) /relu1_pos -> _.
- move=> why /(shown V) h _; rewrite scaledE mulN1r in h; rewrite (relu1_neg h); exact: value_none.
by [].
Qed.
Lemma relu_entry z K : holding L W K -> get_Facts_right (all_of F) (after_relu z K) -> nth 0 W (get_Facts_there (all_of F) K) = relu_at z ->
  f_value (all_of F) (relu_of z K) W = relu_at z /\ holding L W (after_relu z K).
Proof.
case: z => f h V /andP[_ R] e; split; first exact: relu_view_right.
case: V => V1 V2 V3 V4; split=> // i; rewrite /f_rectified_at /after_relu /f_with_relu /=.
rewrite nth_more; case: ifP => _; last exact: V1.
by rewrite -[RHS]e; exact: value_at.
Qed.

(* ---------- products ---------- *)
Definition product_of (z : T_Form (all_of F) * T_Form (all_of F) * T_any_Fresh (all_of F)) K := f_product_view (all_of F) z.1.1 z.1.2 z.2 K.
Definition after_product (z : T_Form (all_of F) * T_Form (all_of F) * T_any_Fresh (all_of F)) K := f_with_product (all_of F) z.1.1 z.1.2 z.2 K.
Definition product_at (z : T_Form (all_of F) * T_Form (all_of F) * T_any_Fresh (all_of F)) : F := f_value (all_of F) z.1.1 W * f_value (all_of F) z.1.2 W.
Lemma product_right z K : get_Facts_right (all_of F) (after_product z K) -> get_Facts_right (all_of F) K. Proof. by case/andP. Qed.
Lemma product_there z K : get_Facts_there (all_of F) (after_product z K) = (get_Facts_there (all_of F) K).+1. Proof. exact: addn1. Qed.
Lemma product_past z K : same_past K (after_product z K). Proof. by []. Qed.
Lemma multiple f g : f_is_multiple (all_of F) f g -> exists c : F, f_value (all_of F) f W = c * f_value (all_of F) g W.
Proof.
rewrite /f_is_multiple; move: (f_first_factor _ f) (f_first_factor _ g) => c d /andP[hd /same_form e].
have {hd} hd : d != 0 by move: hd; rewrite /nsub /= subr0.
have h : d * f_value (all_of F) f W = c * f_value (all_of F) g W by rewrite -!scaledE e.
by exists (d^-1 * c); rewrite -mulrA -h mulKf.
Qed.
Lemma never (a b c d : F) : 0 < c -> 0 < d -> c * a + d * b <= 0 -> relu1 a * relu1 b = 0.
Proof.
rewrite /relu1 => hc hd; case: ifP => ha; last by rewrite mul0r.
case: ifP => hb h; last by rewrite mulr0.
move: ha; rewrite le_eqVlt => /orP[/eqP <-|ha]; first by rewrite mul0r.
have : 0 < c * a + d * b by rewrite ltr_paddr ?mulr_gt0 // mulr_ge0 // ltW.
by move/lt_le_trans => /(_ _ h); rewrite ltxx.
Qed.
Lemma gt0 (c : F) : ~~ nge0 (all_of F) (nsub (all_of F) 0 c) -> 0 < c.
Proof. by rewrite gea ltNge. Qed.
Lemma product_view_right f g h K : holding L W K -> f_is_right_product (all_of F) f g h K -> nth 0 W (get_Facts_there (all_of F) K) = f_value (all_of F) f W * f_value (all_of F) g W ->
  f_value (all_of F) (f_product_view (all_of F) f g h K) W = f_value (all_of F) f W * f_value (all_of F) g W.
Proof.
move=> V; case: h => -[].
- by move=> s _ <-; exact: value_at.
- move=> i by'; rewrite /f_is_right_product => R _; rewrite [LHS](v_mult V).
  by case/orP: R => /andP[/same_form -> /same_form ->] //; exact: mulrC.
- by [].
- move=> why R _; rewrite /f_product_view; case: ifP => e.
    by rewrite scaledE (empty_row _ e).
  move: R; rewrite /f_is_right_product e orFb => e'; rewrite scaledE (empty_row _ e'); exact: mulrC.
- by [].
move=> i j c d R _; rewrite [LHS]value_none; move: R; rewrite /f_is_right_product.
case/andP => /andP[/andP[/andP[/andP[/gt0 hc /gt0 hd] he] hk] /multiple[a ->]] /multiple[b ->].
rewrite !(v_rect V) mulrACA (never hc hd) ?mulr0 //.
by rewrite -[X in X + _]scaledE -plusE (empty_row _ he) -gea.
Qed.
Lemma product_signed f g h K : holding L W K -> f_signed (all_of F) f g h K -> 0 <= f_value (all_of F) f W * f_value (all_of F) g W.
Proof.
move=> V; case: h => -[] //= signs /orP[/same_form ->|]; first by rewrite -expr2 sqr_ge0.
case: signs => [|a [|b []]] //= /andP[/(shown V) h1 /andP[/(shown V) h2 _]]; exact: mulr_ge0.
Qed.
Lemma product_entry z K : holding L W K -> get_Facts_right (all_of F) (after_product z K) -> nth 0 W (get_Facts_there (all_of F) K) = product_at z ->
  f_value (all_of F) (product_of z K) W = product_at z /\ holding L W (after_product z K).
Proof.
case: z => -[f g] h V /andP[_ R] e; split; first exact: product_view_right.
have own : f_value (all_of F) (f_coordinate (all_of F) (get_Facts_there (all_of F) K)) W = f_value (all_of F) f W * f_value (all_of F) g W by rewrite value_at.
have [V1 V2 V3 V4] := V; split=> // i.
  by rewrite /f_multiplied_at /after_product /f_with_product /= nth_more; case: ifP => _; [exact: own | exact: V2].
rewrite /f_positive_at /after_product /f_with_product /= nth_more; case: andP => [[hs _]|_]; last exact: V4.
rewrite [X in 0 <= X]own; exact: product_signed hs.
Qed.
End EntriesOfUnits.
