(* What is known of the values of two programs side by side: that it is so, at one token; see units.v.
   W is the values, L those of the token before. *)
Import Order.TTheory.
Section Known.
Variable F : realFieldType.
Implicit Types x y : seq F.
Implicit Types f g : T_Form (all_of F).
Implicit Types h : T_any_Fresh (all_of F).
Implicit Types K : T_Facts (all_of F).

Definition relu1 (a : F) : F := if 0 <= a then a else 0.
Lemma relu1E (a : F) : (if nge0 (all_of F) (nsub (all_of F) a 0) then a else 0) = relu1 a.
Proof. by rewrite /nsub /= subr0. Qed.
Lemma relu1_ge0 (a : F) : 0 <= relu1 a. Proof. by rewrite /relu1; case: ifP. Qed.
Lemma relu1_pos (a : F) : 0 <= a -> relu1 a = a. Proof. by rewrite /relu1 => ->. Qed.
Lemma relu1_neg (a : F) : 0 <= - a -> relu1 a = 0.
Proof. by rewrite oppr_ge0 /relu1 => h; case: ifP => // h'; apply/eqP; rewrite eq_le h h'. Qed.
Lemma relu1_opp (a : F) : relu1 (- a) = relu1 a - a.
Proof.
rewrite /relu1 oppr_ge0; case: (ltrgt0P a) => [h|h|->]; rewrite ?subrr ?sub0r ?oppr0 //.
Qed.
Lemma relu1_scale (c a : F) : 0 <= c -> relu1 (c * a) = c * relu1 a.
Proof.
rewrite /relu1 le_eqVlt => /orP[/eqP <-|h]; first by rewrite !mul0r lexx.
by rewrite pmulr_rge0 //; case: ifP; rewrite ?mulr0.
Qed.
Lemma relu1_le (a b : F) : a <= b -> relu1 a <= relu1 b.
Proof.
rewrite /relu1 => h; case: ifP => h1; case: ifP => h2 //; first by rewrite (le_trans h1 h) in h2.
Qed.
Lemma ge0 (a : F) : nge0 (all_of F) (nsub (all_of F) a 0) = (0 <= a). Proof. by rewrite /nsub /= subr0. Qed.
Lemma gea (a b : F) : nge0 (all_of F) (nsub (all_of F) a b) = (b <= a). Proof. by rewrite /nsub /= subr_ge0. Qed.

Lemma plusE f (c : F) g x : f_value (all_of F) (f_plus (all_of F) f c g) x = f_value (all_of F) f x + c * f_value (all_of F) g x.
Proof. by rewrite /f_plus /f_value /= with_termsE mulrDr -!addrA; congr (_ + _); rewrite addrCA. Qed.
Lemma scaledE (c : F) f x : f_value (all_of F) (f_scaled (all_of F) c f) x = c * f_value (all_of F) f x.
Proof. by rewrite /f_scaled plusE -/(no_form F) value_none add0r. Qed.
Lemma empty_row f x : eqn (size (get_Form_row (all_of F) f)) 0 -> f_value (all_of F) f x = get_Form_constant (all_of F) f.
Proof. by case: f => [[|a r] k] //= _; rewrite /f_value /= dot_nil add0r. Qed.

Lemma is_pairE c r d q : f_is_pair (all_of F) c r d q -> [/\ 0 <= c, 0 <= d &
  forall x, d * f_value (all_of F) (get_Rectified_form (all_of F) q) x <= c * f_value (all_of F) (get_Rectified_form (all_of F) r) x].
Proof.
rewrite /f_is_pair !ge0 => /andP[/andP[/andP[hc hd] he] hk]; split=> // x.
by rewrite -subr_ge0 -mulNr -[X in 0 <= X + _]scaledE -plusE (empty_row _ he).
Qed.

Section Values.
Variables L W : seq F.
Record holding K : Prop := Holding {
  v_rect : forall i, f_value (all_of F) (get_Rectified_view (all_of F) (f_rectified_at (all_of F) K i)) W = relu1 (f_value (all_of F) (get_Rectified_form (all_of F) (f_rectified_at (all_of F) K i)) W);
  v_mult : forall i, f_value (all_of F) (get_Multiplied_view (all_of F) (f_multiplied_at (all_of F) K i)) W = f_value (all_of F) (get_Multiplied_one (all_of F) (f_multiplied_at (all_of F) K i)) W * f_value (all_of F) (get_Multiplied_other (all_of F) (f_multiplied_at (all_of F) K i)) W;
  v_recu : forall i, f_value (all_of F) (get_Recurring_view (all_of F) (f_recurring_at (all_of F) K i)) W = f_value (all_of F) (get_Recurring_past (all_of F) (f_recurring_at (all_of F) K i)) L + f_value (all_of F) (get_Recurring_fed (all_of F) (f_recurring_at (all_of F) K i)) W;
  v_pos : forall i, 0 <= f_value (all_of F) (f_positive_at (all_of F) K i) W }.

Lemma fold_value (A : Type) (step : T_Form (all_of F) -> A -> T_Form (all_of F)) (v : A -> F) x (s : seq A) f :
  (forall f a, f_value (all_of F) (step f a) x = f_value (all_of F) f x + v a) -> f_value (all_of F) (foldl step f s) x = f_value (all_of F) f x + \sum_(a <- s) v a.
Proof.
move=> h; elim: s f => [|a s IH] f; first by rewrite big_nil addr0.
by rewrite -[foldl _ _ _]/(foldl step (step f a) s) IH h big_cons addrA.
Qed.
Lemma shown f why K : holding K -> f_is_shown (all_of F) f why K -> 0 <= f_value (all_of F) f W.
Proof.
move=> V; rewrite /f_is_shown; case: why => rs os ps.
rewrite /get_Shown_relus /get_Shown_others /get_Shown_pairs.
set t1 := foldl _ _ rs; set t2 := foldl _ _ os; set t3 := foldl _ _ ps.
rewrite gea => /andP[/andP[/andP[/andP[hr ho] hp]] /same_row er ec].
have -> : f_value (all_of F) f W = f_value (all_of F) t3 W + (get_Form_constant (all_of F) f - get_Form_constant (all_of F) t3).
  by rewrite /f_value er /= -addrA; congr (_ + _); rewrite addrCA subrr addr0.
rewrite addr_ge0 ?subr_ge0 // /t3.
rewrite (fold_value (v := fun p : (nat * F) * (nat * F) => p.1.2 * f_value (all_of F) (get_Rectified_view (all_of F) (f_rectified_at (all_of F) K p.1.1)) W - p.2.2 * f_value (all_of F) (get_Rectified_view (all_of F) (f_rectified_at (all_of F) K p.2.1)) W)); last first.
  by move=> g [[i c] [j d]]; rewrite !plusE /= mulNr -addrA.
apply: addr_ge0; last first.
  elim: ps hp {t3 er ec} => [|[[i c] [j d]] ps IH]; first by rewrite big_nil.
  rewrite big_cons => /andP[/is_pairE[hc hd hp] /IH h]; apply: addr_ge0 => //.
  by rewrite !(v_rect V) subr_ge0 -!relu1_scale //; apply: relu1_le.
rewrite /t2 (fold_value (v := fun p : nat * F => p.2 * f_value (all_of F) (f_positive_at (all_of F) K p.1) W)); last by move=> g [i c]; rewrite plusE.
apply: addr_ge0; last first.
  elim: os ho {t2 t3 er ec} => [|[i c] os IH]; first by rewrite big_nil.
  rewrite big_cons => /andP[hc /IH h]; have {hc} hc : 0 <= c by rewrite -ge0; exact: hc.
  apply: addr_ge0 => //; apply: mulr_ge0 => //; exact: v_pos.
rewrite /t1 (fold_value (v := fun p : nat * F => p.2 * f_value (all_of F) (get_Rectified_view (all_of F) (f_rectified_at (all_of F) K p.1)) W)); last by move=> g [i c]; rewrite plusE.
rewrite -/(no_form F) value_none add0r.
elim: rs hr {t1 t2 t3 er ec} => [|[i c] rs IH]; first by rewrite big_nil.
rewrite big_cons => /andP[hc /IH h]; have {hc} hc : 0 <= c by rewrite -ge0; exact: hc.
apply: addr_ge0 => //; apply: mulr_ge0 => //.
by rewrite (v_rect V) relu1_ge0.
Qed.
End Values.

(* ---------- what is known of the values before the token ---------- *)
Definition two_forms : T_Form (all_of F) * T_Form (all_of F) := (no_form F, no_form F).
Definition kept x K : Prop :=
  (forall i, f_value (all_of F) (nth two_forms (get_Facts_same (all_of F) K) i).1 x = f_value (all_of F) (nth two_forms (get_Facts_same (all_of F) K) i).2 x) /\
  (forall i, 0 <= f_value (all_of F) (nth (no_form F) (get_Facts_above (all_of F) K) i) x).
Definition begun_at x K : Prop := forall i, f_value (all_of F) (get_Recurring_view (all_of F) (f_recurring_at (all_of F) K i)) x = get_Recurring_first (all_of F) (f_recurring_at (all_of F) K i).
Record same_past K K' : Prop := SamePast {
  past_same : get_Facts_same (all_of F) K' = get_Facts_same (all_of F) K;
  past_above : get_Facts_above (all_of F) K' = get_Facts_above (all_of F) K;
  past_recu : get_Facts_recurring (all_of F) K' = get_Facts_recurring (all_of F) K }.
Lemma kept_past x K K' : same_past K K' -> kept x K' <-> kept x K.
Proof. by case=> e1 e2 _; rewrite /kept e1 e2. Qed.
Lemma begun_past x K K' : same_past K K' -> begun_at x K' <-> begun_at x K.
Proof. by case=> _ _ e; rewrite /begun_at /f_recurring_at e. Qed.
Lemma same_past_trans K K' K2 : same_past K K' -> same_past K' K2 -> same_past K K2.
Proof. by case=> a b c [d e f]; split; rewrite ?d ?e ?f. Qed.
Lemma same_past_refl K : same_past K K. Proof. by []. Qed.
Lemma with_rightE K b : f_with_right (all_of F) K b =
  make_Facts (all_of F) (get_Facts_there (all_of F) K) (get_Facts_rectified (all_of F) K) (get_Facts_multiplied (all_of F) K) (get_Facts_recurring (all_of F) K) (get_Facts_positive (all_of F) K) (get_Facts_same (all_of F) K) (get_Facts_above (all_of F) K) (get_Facts_right (all_of F) K && b).
Proof. by []. Qed.
Lemma holding_right L W K b : holding L W (f_with_right (all_of F) K b) <-> holding L W K.
Proof. by split; case=> *; split. Qed.
Lemma past_right K b : same_past K (f_with_right (all_of F) K b). Proof. by []. Qed.

(* ---------- entries one after the other ---------- *)
Section Entries.
Variables (A : Type) (d : A) (v : A -> F) (L W : seq F).
Variables (view : A -> T_Facts (all_of F) -> T_Form (all_of F)) (next : A -> T_Facts (all_of F) -> T_Facts (all_of F)).
Hypothesis next_right : forall a K, get_Facts_right (all_of F) (next a K) -> get_Facts_right (all_of F) K.
Hypothesis next_there : forall a K, get_Facts_there (all_of F) (next a K) = (get_Facts_there (all_of F) K).+1.
Hypothesis next_past : forall a K, same_past K (next a K).
Hypothesis entry : forall a K, holding L W K -> get_Facts_right (all_of F) (next a K) -> nth 0 W (get_Facts_there (all_of F) K) = v a ->
  f_value (all_of F) (view a K) W = v a /\ holding L W (next a K).
Definition one_entry (s : seq (T_Form (all_of F)) * T_Facts (all_of F)) a := (s.1 ++ [:: view a s.2], next a s.2).
Lemma entries_right s zs : get_Facts_right (all_of F) (foldl one_entry s zs).2 -> get_Facts_right (all_of F) s.2.
Proof. by elim: zs s => //= a zs IH s /IH /next_right. Qed.
Lemma entries_there s zs : get_Facts_there (all_of F) (foldl one_entry s zs).2 = (get_Facts_there (all_of F) s.2 + size zs)%N.
Proof. by elim: zs s => [|a zs IH] s /=; rewrite ?addn0 // IH next_there addSnnS. Qed.
Lemma entries_past s zs : same_past s.2 (foldl one_entry s zs).2.
Proof. by elim: zs s => //= a zs IH s; apply: same_past_trans (IH _); apply: next_past. Qed.
Lemma entries_size s zs : size (foldl one_entry s zs).1 = (size s.1 + size zs)%N.
Proof. by elim: zs s => [|a zs IH] s /=; rewrite ?addn0 // IH size_cat addn1 addSnnS. Qed.
Lemma entries_hold s zs : holding L W s.2 -> get_Facts_right (all_of F) (foldl one_entry s zs).2 ->
  (forall i, (i < size zs)%N -> nth 0 W (get_Facts_there (all_of F) s.2 + i) = v (nth d zs i)) ->
  f_values (all_of F) (foldl one_entry s zs).1 W = f_values (all_of F) s.1 W ++ map v zs /\ holding L W (foldl one_entry s zs).2.
Proof.
elim: zs s => [|a zs IH] s V R h; first by split; rewrite ?cats0.
have R1 : get_Facts_right (all_of F) (next a s.2) := @entries_right (one_entry s a) zs R.
have [e V'] := entry V R1 (etrans (f_equal (nth 0 W) (esym (addn0 _))) (h 0%N isT)).
have [|e2 V2] := IH (one_entry s a) V' R.
  by move=> i hi; rewrite next_there addSnnS; apply: (h i.+1).
split=> //; rewrite e2 /= {1}/f_values map_cat /= -catA; congr (_ ++ _); congr (_ :: _); exact: e.
Qed.
End Entries.
End Known.
