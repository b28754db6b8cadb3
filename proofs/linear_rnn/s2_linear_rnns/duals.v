(* Rows of numbers as lists: combinations that duals find, and the rank, which is MathComp's. What
   is not in a list counts as 0. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Duals.
Variable F : realFieldType.
Implicit Types (r v : seq F) (rows : seq (seq F)) (d : seq (seq F * seq F)) (w q : nat).

(* ---------- lists and numbers ---------- *)
Definition at_ r q : F := nth 0 r q.
Definition prod_ w r v : F := \sum_(q < w) at_ r q * at_ v q.
Definition zeros r := all (fun a : F => a == 0) r.

Lemma nsumE (a : F) s : nsum (all_of F) a s = a + \sum_(x <- s) x.
Proof.
by rewrite /nsum; elim: s a => [|x s IH] a /=; rewrite ?big_nil ?addr0 // IH big_cons addrA.
Qed.
Lemma enumE (T : Type) (x : T) s : enumerated T s = [seq (i, nth x s i) | i <- iota 0 (size s)].
Proof.
rewrite /enumerated -{2}(mkseq_nth x s) /mkseq -{1}(map_id (iota 0 (size s))); exact: zip_map.
Qed.
Lemma range0 n : iota_to 0 n = iota 0 n.
Proof. by rewrite /iota_to subn0. Qed.
Lemma nth_range (T : Type) (x : T) (f : nat -> T) n i :
  (i < n)%N -> nth x [seq f j | j <- iota 0 n] i = f i.
Proof. by move=> h; rewrite (nth_map 0%N) ?size_iota // nth_iota. Qed.
Lemma is0E (a : F) : nis0 (all_of F) (nsub (all_of F) a 0) = (a == 0).
Proof. by rewrite /nsub /= oppr0 addr0. Qed.
Lemma anyE s : has id [seq ~~ nis0 (all_of F) (nsub (all_of F) a (n0 (all_of F))) | a <- s] = ~~ zeros s.
Proof.
rewrite has_map /zeros -has_predC; apply: eq_has => a /=.
by rewrite oppr0 addr0.
Qed.
Lemma inverseE (a : F) : f_inverse (all_of F) a = a^-1.
Proof. by rewrite /f_inverse is0E; case: eqP => //= ->; rewrite invr0. Qed.
Lemma zeros_at r q : zeros r -> at_ r q = 0.
Proof.
move=> /allP z; case: (ltnP q (size r)) => h; last by rewrite /at_ nth_default.
exact/eqP/z/mem_nth.
Qed.
Lemma at_default r q : (size r <= q)%N -> at_ r q = 0.
Proof. exact: nth_default. Qed.

Lemma size_padded w r : size (f_padded (all_of F) w r) = w.
Proof. by rewrite /f_padded range0 size_map size_iota. Qed.
Lemma at_padded w r q : (q < w)%N -> at_ (f_padded (all_of F) w r) q = at_ r q.
Proof. by move=> h; rewrite /at_ /f_padded range0 nth_range. Qed.
Lemma size_multiple (a : F) r : size (f_multiple (all_of F) a r) = size r.
Proof. exact: size_map. Qed.
Lemma at_multiple (a : F) r q : at_ (f_multiple (all_of F) a r) q = a * at_ r q.
Proof.
rewrite /at_ /f_multiple; case: (ltnP q (size r)) => h; first by rewrite (nth_map 0).
by rewrite !nth_default ?mulr0 ?size_map.
Qed.
Lemma size_less r (a : F) v : size (f_less (all_of F) r a v) = size r.
Proof. by rewrite /f_less (enumE 0) !size_map size_iota. Qed.
Lemma at_less r (a : F) v q : (q < size r)%N -> at_ (f_less (all_of F) r a v) q = at_ r q - a * at_ v q.
Proof.
by move=> h; rewrite /at_ /f_less (enumE 0) -map_comp nth_range.
Qed.

Lemma prod_zip r v w : (size v <= w)%N -> \sum_(p <- zip r v) p.1 * p.2 = prod_ w r v.
Proof.
elim: v r w => [|b v IH] [|a r] [|w] //= h.
- by rewrite big_nil /prod_ big_ord0.
- by rewrite big_nil /prod_ big1 // => q _; rewrite /at_ nth_nil mulr0.
- by rewrite big_nil /prod_ big_ord0.
- by rewrite big_nil /prod_ big1 // => q _; rewrite /at_ nth_nil mulr0.
- by rewrite big_nil /prod_ big1 // => q _; rewrite /at_ nth_nil mul0r.
by rewrite big_cons (IH r w) // /prod_ big_ord_recl.
Qed.
Lemma dotE r v w : (size v <= w)%N -> f_dot (all_of F) r v = prod_ w r v.
Proof.
move=> h; rewrite -(prod_zip r h) /f_dot nsumE add0r big_map.
by apply: eq_bigr => -[a b].
Qed.
Lemma prod_linear (I : Type) (s : seq I) w r v (u : seq F) (a : I -> F) (g : I -> seq F) :
  (forall q, (q < w)%N -> at_ v q = at_ u q - \sum_(i <- s) a i * at_ (g i) q) ->
  prod_ w r v = prod_ w r u - \sum_(i <- s) a i * prod_ w r (g i).
Proof.
move=> e; transitivity (\sum_(q < w) (at_ r q * at_ u q - \sum_(i <- s) a i * (at_ r q * at_ (g i) q))).
  apply: eq_bigr => q _; rewrite e // mulrBr mulr_sumr; congr (_ - _).
  by apply: eq_bigr => i _; rewrite mulrCA.
rewrite sumrB exchange_big; congr (_ - _).
by apply: eq_bigr => i _; rewrite /prod_ mulr_sumr.
Qed.
Lemma prodC w r v : prod_ w r v = prod_ w v r.
Proof. by apply: eq_bigr => q _; rewrite mulrC. Qed.

(* ---------- the vector that reads the first entry that is not 0 ---------- *)
Lemma first_entry_rcons r (a : F) : f_first_entry (all_of F) (rcons r a) =
  rcons (f_first_entry (all_of F) r) (if zeros (f_first_entry (all_of F) r) then a^-1 else 0).
Proof.
rewrite /f_first_entry foldl_rcons cats1 -[RHS]/(rcons _ _); congr rcons.
by rewrite anyE inverseE if_neg.
Qed.
Lemma at_rcons r (a : F) q :
  at_ (rcons r a) q = if (q < size r)%N then at_ r q else if q == size r then a else 0.
Proof. exact: nth_rcons. Qed.
Lemma prod_rcons r v (a b : F) : size v = size r ->
  prod_ (size r).+1 (rcons r a) (rcons v b) = prod_ (size r) r v + a * b.
Proof.
move=> e; rewrite /prod_ big_ord_recr /= !at_rcons e ltnn eqxx; congr (_ + _).
by apply: eq_bigr => q _; rewrite !at_rcons e ltn_ord.
Qed.
Lemma first_entryP r : [/\ size (f_first_entry (all_of F) r) = size r,
  zeros r -> zeros (f_first_entry (all_of F) r) &
  ~~ zeros r -> ~~ zeros (f_first_entry (all_of F) r) /\ prod_ (size r) r (f_first_entry (all_of F) r) = 1].
Proof.
elim/last_ind: r => [|r a [es z0 z1]] //; rewrite first_entry_rcons !size_rcons es.
rewrite /zeros !all_rcons -/(zeros r) -/(zeros (f_first_entry (all_of F) r)).
have [rz|rz] := boolP (zeros r); rewrite ?andbT ?andbF; last first.
  have [fz one] := z1 rz; rewrite (negbTE fz) andbF; split=> // _.
  by rewrite prod_rcons // mulr0 addr0.
have fz := z0 rz; rewrite fz andbT invr_eq0; split=> // a0; split=> //.
rewrite prod_rcons // mulfV // /prod_ big1 ?add0r // => q _.
by rewrite (zeros_at _ fz) mulr0.
Qed.

Lemma size_first_entry r : size (f_first_entry (all_of F) r) = size r.
Proof. by have [] := first_entryP r. Qed.
Lemma first_entry_zeros r : zeros r -> zeros (f_first_entry (all_of F) r).
Proof. by have [] := first_entryP r. Qed.
Lemma first_entry_1 r : ~~ zeros r -> prod_ (size r) r (f_first_entry (all_of F) r) = 1.
Proof. by have [_ _ h] := first_entryP r; move=> /h[]. Qed.

(* ---------- sums that are taken away one after the other ---------- *)
Lemma rest_ofE w d r : size (f_rest_of (all_of F) w d r) = w /\ forall q, (q < w)%N ->
  at_ (f_rest_of (all_of F) w d r) q = at_ r q - \sum_(b <- d) f_dot (all_of F) r b.2 * at_ b.1 q.
Proof.
suff gen t : size t = w -> let s' := foldl (fun left '(other, vector) =>
      f_less (all_of F) left (f_dot (all_of F) r vector) other) t d in
    size s' = w /\ forall q, (q < w)%N ->
      at_ s' q = at_ t q - \sum_(b <- d) f_dot (all_of F) r b.2 * at_ b.1 q.
  have [h1 h2] := gen _ (size_padded w r); split=> // q hq.
  by rewrite -(at_padded r hq); exact: h2.
elim: d t => [|[o v] d IH] t ht /=; first by split=> // q _; rewrite big_nil subr0.
have [|h1 h2] := IH (f_less (all_of F) t (f_dot (all_of F) r v) o); first by rewrite size_less.
by split=> // q hq; rewrite h2 // at_less ?ht // big_cons opprD addrA.
Qed.
Definition own w d r := let unit := f_first_entry (all_of F) (f_rest_of (all_of F) w d r) in
  foldl (fun own '(other, vector) => f_less (all_of F) own (f_dot (all_of F) other unit) vector) unit d.
Lemma ownE w d r : let unit := f_first_entry (all_of F) (f_rest_of (all_of F) w d r) in
  size (own w d r) = w /\ forall q, (q < w)%N ->
  at_ (own w d r) q = at_ unit q - \sum_(b <- d) f_dot (all_of F) b.1 unit * at_ b.2 q.
Proof.
move=> unit; have size_unit : size unit = w by rewrite size_first_entry (rest_ofE w d r).1.
suff gen (t : seq F) : size t = w ->
    let s := foldl (fun own '(other, vector) =>
      f_less (all_of F) own (f_dot (all_of F) other unit) vector) t d in
    size s = w /\ forall q, (q < w)%N ->
      at_ s q = at_ t q - \sum_(b <- d) f_dot (all_of F) b.1 unit * at_ b.2 q.
  exact: gen size_unit.
move: unit {size_unit} => unit.
elim: d t => [|[o v] d IH] t ht /=; first by split=> // q _; rewrite big_nil subr0.
have [|h1 h2] := IH (f_less (all_of F) t (f_dot (all_of F) o unit) v); first by rewrite size_less.
by split=> // q hq; rewrite h2 // at_less ?ht // big_cons opprD addrA.
Qed.
Lemma with_dualE w d r : f_with_dual (all_of F) w d r =
  rcons [seq (b.1, f_less (all_of F) b.2 (f_dot (all_of F) r b.2) (own w d r)) | b <- d] (r, own w d r).
Proof. by rewrite /f_with_dual cats1; congr rcons; apply: eq_map => -[]. Qed.

(* ---------- duals: each row, and so each combination, is the sum that they say ---------- *)
Definition are_duals w d := (forall b, b \in d -> size b.2 = w) /\ forall b, b \in d ->
  forall q, (q < w)%N -> at_ b.1 q = \sum_(c <- d) prod_ w b.1 c.2 * at_ c.1 q.
Section Step.
Variables (w : nat) (d : seq (seq F * seq F)) (r : seq F).
Hypothesis good : are_duals w d.
Let rest := f_rest_of (all_of F) w d r.
Let unit := f_first_entry (all_of F) rest.
Let size_unit : size unit = w.
Proof. by rewrite size_first_entry (rest_ofE _ _ _).1. Qed.
Lemma rest_at q : (q < w)%N -> at_ rest q = at_ r q - \sum_(b <- d) prod_ w r b.2 * at_ b.1 q.
Proof.
move=> h; rewrite (rest_ofE _ _ _).2 //; congr (_ - _); apply: eq_big_seq => b /good.1 e.
by rewrite (@dotE _ _ w) ?e.
Qed.
Lemma own_prod s : prod_ w s (own w d r) =
  prod_ w s unit - \sum_(b <- d) prod_ w b.1 unit * prod_ w s b.2.
Proof.
apply: prod_linear => q h; rewrite (ownE _ _ _).2 //; congr (_ - _); apply: eq_big_seq => b _.
by rewrite (@dotE _ _ w) ?size_unit.
Qed.
Lemma rest_prod : prod_ w rest unit = prod_ w r unit - \sum_(b <- d) prod_ w r b.2 * prod_ w b.1 unit.
Proof.
rewrite ![prod_ _ _ unit]prodC; under [in RHS]eq_bigr do rewrite [prod_ _ _ unit]prodC.
exact: prod_linear rest_at.
Qed.
Lemma own_annihilates b : b \in d -> prod_ w b.1 (own w d r) = 0.
Proof.
move=> hb; rewrite own_prod.
rewrite [X in X - _](_ : _ = \sum_(c <- d) prod_ w b.1 c.2 * prod_ w c.1 unit).
  by apply/eqP; rewrite subr_eq0; apply/eqP; apply: eq_bigr => c _; rewrite mulrC.
transitivity (\sum_(q < w) \sum_(c <- d) prod_ w b.1 c.2 * (at_ c.1 q * at_ unit q)).
  by apply: eq_bigr => q _; rewrite (good.2 b) // mulr_suml; apply: eq_bigr => c _; rewrite mulrA.
by rewrite exchange_big; apply: eq_bigr => c _; rewrite mulr_sumr.
Qed.
Lemma own_is_zero : zeros rest -> forall q, (q < w)%N -> at_ (own w d r) q = 0.
Proof.
move=> /first_entry_zeros; rewrite -/unit => zu q h.
rewrite (ownE _ _ _).2 // -/rest -/unit (zeros_at _ zu) big1 ?subr0 // => b _.
rewrite (@dotE _ _ w) ?size_unit // /prod_ big1 ?mul0r // => k _.
by rewrite (zeros_at _ zu) mulr0.
Qed.
Lemma own_takes_to_1 : ~~ zeros rest -> prod_ w r (own w d r) = 1.
Proof.
move=> /first_entry_1; rewrite -/unit (rest_ofE _ _ _).1 => <-.
rewrite rest_prod own_prod; congr (_ - _); apply: eq_bigr => b _; exact: mulrC.
Qed.
(* what is left is nothing just where the row is a combination *)
Lemma combination q : zeros rest -> (q < w)%N ->
  at_ r q = \sum_(b <- d) prod_ w r b.2 * at_ b.1 q.
Proof. by move=> z h; apply/eqP; rewrite -subr_eq0 -rest_at // (zeros_at _ z). Qed.

Lemma with_dualP : are_duals w (f_with_dual (all_of F) w d r).
Proof.
have size_own : size (own w d r) = w by exact: (ownE _ _ _).1.
pose step b := (b.1, f_less (all_of F) b.2 (f_dot (all_of F) r b.2) (own w d r)) : seq F * seq F.
have size_step b : b \in d -> size (step b).2 = w by move=> /good.1 e; rewrite size_less.
have step_prod s b : b \in d ->
    prod_ w s (step b).2 = prod_ w s b.2 - prod_ w r b.2 * prod_ w s (own w d r).
  move=> hb; have e := good.1 _ hb.
  have := @prod_linear _ [:: tt] w s (step b).2 b.2 (fun _ => prod_ w r b.2) (fun _ => own w d r).
  rewrite big_seq1; apply=> q h; rewrite big_seq1 at_less ?e //.
  by rewrite (@dotE _ _ w) ?e.
rewrite with_dualE; split=> b; rewrite mem_rcons inE => /predU1P[->|/mapP[c hc ->]] //=.
- exact: size_step.
- move=> q h; rewrite -cats1 big_cat big_seq1 big_map /=.
  have [z|z] := boolP (zeros rest).
    have own0 : prod_ w r (own w d r) = 0.
      by rewrite /prod_ big1 // => k _; rewrite own_is_zero // mulr0.
    rewrite own0 mul0r addr0 combination //; apply: eq_big_seq => b' hb'.
    by rewrite (step_prod r) // own0 mulr0 subr0.
  rewrite own_takes_to_1 // mul1r big_seq big1 ?add0r // => b' hb'.
  by rewrite (step_prod r) // own_takes_to_1 // mulr1 subrr mul0r.
move=> q h; rewrite -cats1 big_cat big_seq1 big_map /= own_annihilates // mul0r addr0 (good.2 c) //.
by apply: eq_big_seq => b' hb'; rewrite (step_prod c.1) // own_annihilates // mulr0 subr0.
Qed.
End Step.
Lemma duals_of_rcons w rows r :
  f_duals_of (all_of F) w (rcons rows r) = f_with_dual (all_of F) w (f_duals_of (all_of F) w rows) r.
Proof. by rewrite /f_duals_of foldl_rcons. Qed.
Lemma duals_ofP w rows : are_duals w (f_duals_of (all_of F) w rows).
Proof.
elim/last_ind: rows => [|rows r IH]; first by split=> b.
by rewrite duals_of_rcons; exact: with_dualP.
Qed.
Lemma duals_of_rows w rows : [seq b.1 | b <- f_duals_of (all_of F) w rows] = rows.
Proof.
elim/last_ind: rows => [|rows r IH] //; rewrite duals_of_rcons with_dualE map_rcons -map_comp /=.
by rewrite -[in RHS]IH; congr rcons; apply: eq_map.
Qed.
Definition rest w rows r := f_rest_of (all_of F) w (f_duals_of (all_of F) w rows) r.
Lemma separated w rows r : ~~ zeros (rest w rows r) ->
  exists v, [/\ size v = w, prod_ w r v = 1 & forall s, s \in rows -> prod_ w s v = 0].
Proof.
move=> z; exists (own w (f_duals_of (all_of F) w rows) r); split; first exact: (ownE _ _ _).1.
  exact: own_takes_to_1 (duals_ofP w rows) z.
move=> s; rewrite -{1}(duals_of_rows w rows) => /mapP[b hb ->].
exact: (own_annihilates r (duals_ofP w rows) hb).
Qed.

(* ---------- the rank ---------- *)
Definition row_ w r : 'rV[F]_w := \row_q at_ r q.
Definition span w rows : 'M[F]_w := (\sum_(r <- rows) <<row_ w r>>)%MS.
Lemma span_rcons w rows r : span w (rcons rows r) = (span w rows + <<row_ w r>>)%MS.
Proof. by rewrite /span -cats1 big_cat big_seq1. Qed.
Lemma in_span w rows r : r \in rows -> (row_ w r <= span w rows)%MS.
Proof.
by move=> h; rewrite /span (big_rem r) //=; apply: submx_trans (addsmxSl _ _); rewrite genmxE.
Qed.
Lemma span_sub w rows m (A : 'M[F]_(m, w)) :
  reflect (forall r, r \in rows -> (row_ w r <= A)%MS) (span w rows <= A)%MS.
Proof.
apply: (iffP idP) => [h r hr|h]; first exact: submx_trans (in_span w hr) h.
rewrite /span big_seq; elim/big_rec: _ => [|r A' hr IH]; first exact: sub0mx.
by rewrite addsmx_sub genmxE h.
Qed.
Lemma zeros_rest w rows r : zeros (rest w rows r) = (row_ w r <= span w rows)%MS.
Proof.
apply/idP/idP => [z|h].
  have -> : row_ w r = \sum_(b <- f_duals_of (all_of F) w rows) prod_ w r b.2 *: row_ w b.1.
    apply/rowP => q; rewrite mxE (combination (duals_ofP w rows) z) // summxE.
    by apply: eq_bigr => b _; rewrite !mxE.
  rewrite big_seq; apply: summx_sub => b hb; apply: scalemx_sub; apply: in_span.
  by rewrite -(duals_of_rows w rows); apply: map_f.
apply: contraLR isT => /separated[v [_ one none]]; rewrite negbT //=; apply/negP => _.
pose c := \col_q at_ v q : 'cV[F]_w.
have times s : row_ w s *m c = (prod_ w s v)%:M.
  by apply/matrixP => i j; rewrite !ord1 !mxE mulr1n; apply: eq_bigr => q _; rewrite !mxE.
have : (span w rows <= kermx c)%MS by apply/span_sub => s hs; rewrite sub_kermx times none // raddf0.
move=> /(submx_trans h); rewrite sub_kermx times one => /eqP/matrixP/(_ 0 0).
by rewrite !mxE => /eqP; rewrite oner_eq0.
Qed.
Lemma rank_span_rcons w rows r :
  \rank (span w (rcons rows r)) = (\rank (span w rows) + ~~ zeros (rest w rows r))%N.
Proof.
rewrite zeros_rest span_rcons; case h: (row_ w r <= span w rows)%MS.
  by rewrite addn0; apply/eqmx_rank/eqmxP/addsmx_idPl; rewrite genmxE.
rewrite addn1; apply/eqP; rewrite eqn_leq; apply/andP; split.
  apply: leq_trans (mxrank_adds_leqif _ _).1 _; rewrite -[X in (_ <= X)%N]addn1 leq_add2l genmxE.
  exact: rank_leq_row.
apply: rank_ltmx; rewrite ltmxE addsmxSl /=; apply: contraFN h.
by apply: submx_trans; rewrite (submx_trans _ (addsmxSr _ _)) // genmxE.
Qed.
Lemma rank_rcons w rows r :
  f_rank (all_of F) w (rcons rows r) = (f_rank (all_of F) w rows + ~~ zeros (rest w rows r))%N.
Proof.
rewrite /f_rank /rest /f_duals_of foldl_rcons.
set step := (fun '(_, _) _ => _); set step' := (fun _ _ => _).
have -> : foldl step ([::], 0%N) rows = (foldl step' [::] rows, (foldl step ([::], 0%N) rows).2).
  elim/last_ind: rows => [|rows s IH] //; rewrite !foldl_rcons IH /=.
  by [].
rewrite /= /f_is_new anyE; by case: zeros.
Qed.
Lemma rank_span w rows : f_rank (all_of F) w rows = \rank (span w rows).
Proof.
elim/last_ind: rows => [|rows r IH]; first by rewrite /span big_nil mxrank0.
by rewrite rank_rcons rank_span_rcons IH.
Qed.
(* the number that is computed is the rank of the matrix with these rows *)
Theorem rank_of_rows w rows :
  f_rank (all_of F) w rows = \rank (\matrix_(i < size rows, q < w) nth 0 (nth [::] rows i) q : 'M[F]__).
Proof.
rewrite rank_span; apply: eqmx_rank; apply/andP; split.
  apply/span_sub => r hr; have hi : (index r rows < size rows)%N by rewrite index_mem.
  have -> : row_ w r = row (Ordinal hi) (\matrix_(i < size rows, q < w) nth 0 (nth [::] rows i) q).
    by apply/rowP => q; rewrite !mxE /= nth_index.
  exact: row_sub.
apply/row_subP => i; rewrite (_ : row i _ = row_ w (nth [::] rows i)).
  exact/in_span/mem_nth.
by apply/rowP => q; rewrite !mxE.
Qed.
End Duals.
