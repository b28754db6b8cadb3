(* Each unit stands in the first stage of its kind behind what it needs: so it is early enough. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Folds.
Variables (A B : Type) (f : A -> seq B -> B) (a : A) (b : B).
Definition grown (s : seq A) := foldl (fun t x => t ++ [:: f x t]) [::] s.
Lemma grown_rcons s x : grown (rcons s x) = rcons (grown s) (f x (grown s)).
Proof. by rewrite /grown foldl_rcons cats1. Qed.
Lemma size_grown s : size (grown s) = size s.
Proof. by elim/last_ind: s => // s x IH; rewrite grown_rcons !size_rcons IH. Qed.
Lemma take_grown s i : take i (grown s) = grown (take i s).
Proof.
elim/last_ind: s => // s x IH; rewrite grown_rcons; case: (ltnP i (size (rcons s x))) => h.
  by rewrite size_rcons ltnS in h; rewrite -!cats1 !takel_cat ?size_grown.
by rewrite size_rcons in h; rewrite !take_oversize ?size_rcons ?size_grown // grown_rcons.
Qed.
Lemma nth_grown s i : (i < size s)%N -> nth b (grown s) i = f (nth a s i) (take i (grown s)).
Proof.
move=> h; rewrite take_grown -[LHS](nth_take b (ltnSn i)) take_grown (take_nth a h) grown_rcons.
by rewrite nth_rcons size_grown size_takel ?(ltnW h) // ltnn eqxx.
Qed.
End Folds.
Lemma same_fold (A B : Type) (f g : A -> B -> A) a s : (forall a b, f a b = g a b) -> foldl f a s = foldl g a s.
Proof. by move=> e; elim: s a => [|b s IH] a //=; rewrite e IH. Qed.

Section Blocks.
Variable N : numbers.
Lemma in_turn k s : (k < 3)%N -> f_next_place N k s %% 5 %% 3 = k.
Proof.
rewrite /f_next_place {1}(divn_eq s 5) -addnA modnMDl; have := ltn_pmod s (isT : (0 < 5)%N).
by case: (s %% 5) => [|[|[|[|[|]]]]] //; case: k => [|[|[|]]].
Qed.
Lemma least k s t : (k < 3)%N -> (s <= t)%N -> t %% 5 %% 3 = k -> (f_next_place N k s <= t)%N.
Proof.
move=> hk /subnKC <-; move: (t - s)%N => e; rewrite /f_next_place leq_add2l.
rewrite {1}(divn_eq s 5) -addnA modnMDl; have := ltn_pmod s (isT : (0 < 5)%N).
case: (ltnP e 5) => [he|he] hr; last first.
  by move=> _; apply: leq_trans he; move: hr hk; case: (s %% 5) => [|[|[|[|[|]]]]] //; case: k => [|[|[|]]].
move: hr hk he; case: (s %% 5) => [|[|[|[|[|]]]]] //; case: k => [|[|[|]]] //; by case: e => [|[|[|[|[|]]]]].
Qed.
Definition latest k m := (5 * m./2 + (if odd m then nth 0 [:: 3; 4; 2] k else k))%N.
Lemma latest_turn k m : (k < 3)%N -> latest k m %% 5 %% 3 = k.
Proof. by rewrite /latest mulnC modnMDl; case: (odd m); case: k => [|[|[|]]]. Qed.
Lemma latest_up k j m : (k < 3)%N -> (j <= m)%N -> (latest k j <= latest k m)%N.
Proof.
move=> hk /subnKC <-; elim: (m - j)%N => [|e IH]; first by rewrite addn0.
apply: leq_trans IH _; rewrite addnS /latest /= uphalf_half; case: (odd _) => /=.
  by rewrite add1n mulnS [(5 + _)%N]addnC -addnA leq_add2l; move: hk; case: k => [|[|[|]]].
by rewrite add0n leq_add2l; move: hk; case: k => [|[|[|]]].
Qed.
Lemma latest_behind a b j : (a < 3)%N -> (b < 3)%N -> (f_behind N a b (latest b j) <= latest a j.+1)%N.
Proof.
move=> ha hb; rewrite /latest /= uphalf_half /f_behind; case: (odd j) => /=.
  rewrite add1n mulnS [(5 + _)%N]addnC; move: (5 * j./2)%N => h.
  by move: ha hb; case: a => [|[|[|]]] //; case: b => [|[|[|]]] //= _ _; rewrite -!addnA leq_add2l.
rewrite add0n; move: (5 * j./2)%N => h; by move: ha hb; case: a => [|[|[|]]] //; case: b => [|[|[|]]] //= _ _; rewrite -!addnA leq_add2l.
Qed.
Lemma latest_most k m : (k < 3)%N -> (latest k m < f_most N m.+1)%N.
Proof.
move=> hk; rewrite /latest /f_most -{3}(odd_double_half m) -muln2.
case: (odd m) => /=.
  have -> : (5 * (1 + m./2 * 2).+1 + 1 = (5 * m./2 + 5) * 2 + 1)%N.
    by rewrite add1n -[(m./2 * 2).+2]/(2 + m./2 * 2)%N -mulSn mulnA -[(m./2).+1]addn1 mulnDr muln1.
  by rewrite divnMDl // addn0 -addnS leq_add2l; move: hk; case: k => [|[|[|]]].
have -> : (5 * (0 + m./2 * 2).+1 + 1 = (5 * m./2 + 3) * 2)%N.
  by rewrite add0n -[(m./2 * 2).+1]addn1 mulnDr mulnA muln1 -addnA -[(5 + 1)%N]/(3 * 2)%N -mulnDl.
by rewrite mulnK // -addnS leq_add2l; move: hk; case: k => [|[|[|]]].
Qed.
Lemma behind_up a b s t : (s <= t)%N -> (f_behind N a b s <= f_behind N a b t)%N.
Proof. by rewrite /f_behind; case: ifP => // _; rewrite leq_add2r. Qed.
Lemma max_le (s : seq nat) m : (foldr maxn 0 s <= m)%N = all (fun n => n <= m)%N s.
Proof. by elim: s => //= n s IH; rewrite geq_max IH. Qed.
Lemma le_max (s : seq nat) n : n \in s -> (n <= foldr maxn 0 s)%N.
Proof. by have := leqnn (foldr maxn 0%N s); rewrite max_le => /allP h /h. Qed.

Variables (ks : seq nat) (needs : seq (seq nat)).
Hypothesis small : all (fun k => k < 3)%N ks.
Let items := zip ks needs.
Let place (x : nat * seq nat) ps := f_next_place N x.1 (f_start_of_unit N x.1 x.2 ks ps).
Let deep (x : nat * seq nat) (ds : seq nat) := (foldr maxn 0 [seq nth 0 ds i | i <- x.2] + 1)%N.
Let P := grown place items.
Let D := grown deep items.
Lemma placesE : f_in_blocks N ks needs = P.
Proof. by rewrite /f_in_blocks /P /grown -/items; apply: same_fold => ps [k some]. Qed.
Lemma depthsE : f_depths_of N ks needs = D.
Proof. by rewrite /f_depths_of /D /grown -/items; apply: same_fold => ds [k some]. Qed.
Lemma kind_at i : (i < size items)%N -> (nth (0, [::]) items i).1 = nth 0 ks i /\ (nth 0 ks i < 3)%N.
Proof.
rewrite /items size_zip leq_min => /andP[h h']; split; last by apply: (all_nthP 0 small).
by have := nth_zip_cond (0, [::]) ks needs i; rewrite size_zip leq_min h h' /= => ->.
Qed.
Lemma starts i j : (i < size items)%N -> j \in (nth (0, [::]) items i).2 -> (j < i)%N ->
  (f_behind N (nth 0 ks i) (nth 0 ks j) (nth 0 P j) <= f_start_of_unit N (nth 0 ks i) (nth (0, [::]) items i).2 ks (take i P))%N.
Proof.
move=> hi hj ji; apply: le_max; apply/mapP; exists j; last by rewrite /f_number_at nth_take.
by rewrite mem_filter hj size_takel ?size_grown ?(ltnW hi) // ji.
Qed.
Lemma early i : (i < size items)%N -> (nth 0 P i <= latest (nth 0 ks i) (nth 0 D i).-1)%N.
Proof.
elim/ltn_ind: i => i IH hi; have [ek hk] := kind_at hi.
rewrite /P (nth_grown _ (0, [::])) // /place ek -/P; apply: least => //; last exact: latest_turn.
rewrite /f_start_of_unit max_le all_map; apply/allP => j; rewrite mem_filter => /andP[hj hm] /=.
rewrite size_takel ?size_grown ?(ltnW hi) // in hj; have hji := ltn_trans hj hi.
have [_ hkj] := kind_at hji; rewrite /f_number_at nth_take //.
apply: leq_trans (behind_up _ _ (IH j hj hji)) _.
apply: leq_trans (latest_behind _ hk hkj) _; apply: latest_up => //.
have dj : (0 < nth 0 D j)%N by rewrite /D (nth_grown _ (0, [::])) // /deep addn1.
rewrite prednK // {2}/D (nth_grown _ (0, [::])) // /deep addn1 /= -/D.
by apply: le_max; apply/mapP; exists j; rewrite // nth_take.
Qed.
Lemma works : f_works N ks needs (f_in_blocks N ks needs).
Proof.
rewrite /f_works depthsE placesE !size_grown eqnE eqxx andbT.
set L := zip (zip ks needs) _; have sP : size P = size items by apply: size_grown.
have sD : size D = size items by apply: size_grown.
have sL : size L = size items by rewrite /L -/items size_zip (size_zip P D) sP sD !minnn.
rewrite /enumerated all_map; apply/(all_nthP (0, ((0, [::]), (0, 0)))) => i.
rewrite size_zip size_iota minnn sL => hi; rewrite nth_zip ?size_iota // nth_iota ?sL // add0n.
rewrite /L -/items nth_zip; last by rewrite (size_zip P D) sP sD minnn.
rewrite (@nth_zip _ _ 0 0 P D) ?sP ?sD //=.
have [ek hk] := kind_at hi; have eP : nth 0 P i = f_next_place N (nth 0 ks i) (f_start_of_unit N (nth 0 ks i) (nth (0, [::]) items i).2 ks (take i P)).
  by rewrite {1}/P (nth_grown _ (0, [::])) // /place ek.
have := starts hi; case: (nth (0, [::]) items i) ek eP => k some /= -> eP hs; apply/andP; split; last first.
  have dj : (0 < nth 0 D i)%N by rewrite /D (nth_grown _ (0, [::])) // /deep addn1.
  by apply: leq_ltn_trans (early hi) _; rewrite -{2}(prednK dj); apply: latest_most.
rewrite /f_fits eqnE {1}eP in_turn // eqxx /= all_map; apply/allP => j; rewrite mem_filter => /andP[hj hm] /=.
rewrite size_takel ?size_grown ?(ltnW hi) // in hj; rewrite nth_take // /f_before_it !eqnE.
have := leq_trans (hs j hm hj) (leq_addr (f_gap N (nth 0 ks i) (f_start_of_unit N (nth 0 ks i) some ks (take i P) %% 5)) _).
rewrite -[X in (_ <= X)%N]/(f_next_place N _ _) -eP /f_behind !eqnE; case: (nth 0 ks i == 2); case: (nth 0 ks j == 2) => /=.
all: rewrite ?addn1 ?andbT ?andbF ?orbF //.
by rewrite leq_eqVlt orbC.
Qed.
End Blocks.
Theorem proved : statement.
Proof.
move=> F N needs numbers; rewrite works //.
by rewrite /f_kinds_of all_map; apply/allP => n _ /=; rewrite ltn_mod.
Qed.
