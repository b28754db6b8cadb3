(* The least number of units of a linear RNN with given L_0, ..., L_{T-1}: rows that are kept are
   the units of a network that has this response, they are so many as ranks of Hankel matrices say,
   and with the vectors that separate them they make a triangular matrix with ones, which factors
   through the units of whatever network has this response. *)
From mathcomp Require Import zify.
Section Realisation.
Variable F : realFieldType.
Implicit Types (r v : seq F) (rows pre M : seq (seq F)) (L : seq (seq (seq F))).
Definition row_no rows a := nth [::] rows a.

(* ---------- two indices as one ---------- *)
Lemma flatten_map (T : Type) (f : nat -> nat -> T) n m :
  flatten [seq [seq f i j | j <- iota 0 m] | i <- iota 0 n] =
  [seq f (a %/ m)%N (a %% m)%N | a <- iota 0 (n * m)].
Proof.
elim: n => [|n IH] //; rewrite -addn1 iotaD map_cat flatten_cat IH /= cats0 addn1 mulSnr iotaD map_cat.
congr (_ ++ _); rewrite add0n -[(n * m)%N]addn0 (iotaDl (n * m) 0 m) -map_comp; apply/eq_in_map => j.
rewrite mem_iota add0n /= => h; have m0 : (0 < m)%N by apply: leq_ltn_trans h.
by rewrite divnMDl // divn_small // addn0 modnMDl modn_small.
Qed.

(* ---------- a combination by its coordinates ---------- *)
Definition coords w rows r : seq F :=
  map (fun b : seq F * seq F => f_dot (all_of F) r b.2) (f_duals_of (all_of F) w rows).
Lemma size_duals w rows : size (f_duals_of (all_of F) w rows) = size rows.
Proof. by rewrite -{2}(duals_of_rows w rows) size_map. Qed.
Lemma size_coords w rows r : size (coords w rows r) = size rows.
Proof. by rewrite size_map size_duals. Qed.
Lemma coords_combine w rows r q : zeros (rest w rows r) -> (q < w)%N ->
  at_ r q = \sum_(m < size rows) at_ (coords w rows r) m * at_ (row_no rows m) q.
Proof.
move=> z h; rewrite (combination (duals_ofP _ _) z) // (big_nth ([::], [::])) big_mkord size_duals.
apply: eq_bigr => m _; have hm : (m < size (f_duals_of (all_of F) w rows))%N by rewrite size_duals.
congr (_ * _); last first.
  move: (nat_of_ord m) hm => k hk.
  by rewrite /row_no -{2}(duals_of_rows w rows) (nth_map ([::], [::])).
rewrite /at_ /coords (@nth_map _ ([::], [::]) _ (0 : F)) // (@dotE _ _ _ w) //.
by rewrite (duals_ofP w rows).1 ?mem_nth.
Qed.

(* ---------- what is known of each row ---------- *)
Definition known rows (found : T_Kept (all_of F)) := let K := get_Kept_kept (all_of F) found in
  let nu := get_Kept_numbers (all_of F) found in let X := get_Kept_coordinates (all_of F) found in
  [/\ [/\ size X = size rows, K = [seq row_no rows a | a <- nu], sorted ltn nu &
    forall a, a \in nu -> (a < size rows)%N],
  forall a m, (a < size rows)%N -> at_ (row_no X a) m != 0 -> (m < size nu)%N /\ (nth 0%N nu m <= a)%N,
  forall a q, (a < size rows)%N -> (q < size (row_no rows a))%N ->
    at_ (row_no rows a) q = \sum_(m < size nu) at_ (row_no X a) m * at_ (row_no K m) q &
  forall m, (m < size nu)%N -> exists v, [/\ size v = size (row_no K m),
    prod_ (size v) (row_no K m) v = 1 & forall l, (l < m)%N -> prod_ (size v) (row_no K l) v = 0]].

Lemma row_no_rcons rows r a :
  row_no (rcons rows r) a = if (a < size rows)%N then row_no rows a else
    if a == size rows then r else [::].
Proof. exact: nth_rcons. Qed.
Lemma at_own rows m : at_ (rcons [seq (0 : F) | _ <- rows] 1) m = (m == size rows)%:R :> F.
Proof.
rewrite at_rcons size_map; case: ltngtP => //= h.
by rewrite /at_ (nth_map [::]).
Qed.
Lemma with_nextE (K X : seq (seq F)) (nu : seq nat) r :
  f_with_next (all_of F) (make_Kept (all_of F) K nu X) r =
  if zeros (rest (size r) K r)
  then make_Kept (all_of F) K nu (rcons X (coords (size r) K r))
  else make_Kept (all_of F) (rcons K r) (rcons nu (size X)) (rcons X (rcons [seq (0 : F) | _ <- K] 1)).
Proof.
rewrite /f_with_next anyE if_neg -/(rest _ _ _) /= !cats1; case: ifP => // _.
by congr (make_Kept (all_of F) _ _ (rcons _ _)); apply: eq_map => -[].
Qed.
Lemma knows_next rows r (found : T_Kept (all_of F)) :
  known rows found -> known (rcons rows r) (f_with_next (all_of F) found r).
Proof.
case: found => K nu X [[/= sX eK up inside] before comb sep].
have sK : size K = size nu by rewrite eK size_map.
have X0 a : (a < size rows)%N -> at_ (row_no X a) (size nu) = 0.
  by move=> h; apply/eqP; apply: contraT => /(before _ _ h)[]; rewrite ltnn.
rewrite with_nextE; case: ifP => [z|/negbT z]; split=> /=.
- rewrite !size_rcons sX; split=> //; last by move=> a /inside/ltnW.
  rewrite eK; apply/eq_in_map => a /inside h; by rewrite row_no_rcons h.
- move=> a m; rewrite size_rcons ltnS leq_eqVlt row_no_rcons sX => /predU1P[->|h]; last first.
    by rewrite h => /before; apply.
  rewrite ltnn eqxx => nz; have hm : (m < size nu)%N.
    by rewrite -sK ltnNge; apply: contra nz => h; rewrite at_default ?size_coords.
  by split=> //; apply/ltnW/inside/mem_nth.
- move=> a q; rewrite size_rcons ltnS leq_eqVlt !row_no_rcons sX => /predU1P[->|h]; last first.
    by rewrite h => hq; exact: comb.
  by rewrite ltnn eqxx => hq; rewrite (coords_combine z) // sK.
- exact: sep.
- rewrite !size_rcons sX; split=> //.
  + rewrite map_rcons row_no_rcons ltnn eqxx eK; congr rcons.
    by apply/eq_in_map => a /inside h; rewrite row_no_rcons h.
  + case: (nu) up inside => //= y s up inside; rewrite rcons_path up /=.
    exact/inside/mem_last.
  + by move=> a; rewrite mem_rcons inE => /predU1P[->|/inside/ltnW] //; rewrite ltnS.
- move=> a m; rewrite !size_rcons !ltnS leq_eqVlt row_no_rcons sX => /predU1P[->|h].
    rewrite ltnn eqxx at_own sK; case: (m =P size nu) => [->|_]; last by rewrite eqxx.
    by rewrite nth_rcons ltnn eqxx.
  by rewrite h => /(before _ _ h)[hm le]; rewrite nth_rcons hm ltnW.
- move=> a q; rewrite !size_rcons ltnS leq_eqVlt !row_no_rcons sX big_ord_recr /=.
  rewrite row_no_rcons sK ltnn eqxx => /predU1P[->|h]; last first.
    rewrite h X0 // mul0r addr0 => hq; rewrite (comb a q h hq); apply: eq_bigr => m _.
    by rewrite row_no_rcons sK ltn_ord.
  rewrite ltnn eqxx => hq; rewrite at_own sK eqxx mul1r big1 ?add0r // => m _.
  by rewrite at_own sK ltn_eqF ?mul0r.
move=> m; rewrite size_rcons ltnS leq_eqVlt => /predU1P[->|h].
  have [v [sv one none]] := separated z; exists v; rewrite row_no_rcons sK ltnn eqxx sv; split=> // l hl.
  by rewrite row_no_rcons sK hl; apply/none/mem_nth; rewrite sK.
have [v [sv one none]] := sep m h; exists v; rewrite row_no_rcons sK h; split=> // l hl.
by rewrite row_no_rcons sK (ltn_trans hl h) none.
Qed.
Lemma rows_kept_rcons rows r :
  f_rows_kept (all_of F) (rcons rows r) = f_with_next (all_of F) (f_rows_kept (all_of F) rows) r.
Proof. by rewrite /f_rows_kept foldl_rcons. Qed.
Lemma knows rows : known rows (f_rows_kept (all_of F) rows).
Proof.
elim/last_ind: rows => [|rows r IH]; first by split.
by rewrite rows_kept_rcons; exact: knows_next.
Qed.

(* ---------- how many rows are kept ---------- *)
Definition count rows := size (get_Kept_numbers (all_of F) (f_rows_kept (all_of F) rows)).
Lemma kept_count rows : size (get_Kept_kept (all_of F) (f_rows_kept (all_of F) rows)) = count rows.
Proof. by have [[_ e _ _] _ _ _] := knows rows; rewrite e size_map. Qed.
Lemma span_kept w rows : (forall r, r \in rows -> (w <= size r)%N) ->
  (span w (get_Kept_kept (all_of F) (f_rows_kept (all_of F) rows)) :=: span w rows)%MS.
Proof.
move=> wide; case e: (f_rows_kept (all_of F) rows) (knows rows) => [K nu X] [/= [sX eK _ inside] _ comb _].
apply/eqmxP/andP; split; apply/span_sub => r.
  by rewrite eK => /mapP[a /inside h ->]; apply/in_span/mem_nth.
move=> hr; have ha : (index r rows < size rows)%N by rewrite index_mem.
have -> : row_ w r = \sum_(m < size nu) at_ (row_no X (index r rows)) m *: row_ w (row_no K m).
  apply/rowP => q; rewrite mxE summxE -{1}(nth_index [::] hr) comb //; last first.
    by rewrite /row_no nth_index // (leq_trans (ltn_ord q)) ?wide.
  by apply: eq_bigr => m _; rewrite !mxE.
by apply: summx_sub => m _; apply/scalemx_sub/in_span/mem_nth; rewrite eK size_map.
Qed.
Lemma count_rcons rows r : (forall s, s \in rows -> (size r <= size s)%N) ->
  (count (rcons rows r) + f_rank (all_of F) (size r) rows =
   count rows + f_rank (all_of F) (size r) (rcons rows r))%N.
Proof.
move=> /span_kept e; rewrite rank_rcons addnA addnAC; congr addn.
rewrite zeros_rest -e -zeros_rest /count rows_kept_rcons.
case: (f_rows_kept (all_of F) rows) => K nu X; rewrite with_nextE /=.
by case: zeros; rewrite ?size_rcons ?addn0 ?addn1.
Qed.

(* ---------- what a rank is: the least number of rows of which all are sums ---------- *)
Lemma combinedP w v M : size (f_combined (all_of F) w v M) = w /\ forall q, (q < w)%N ->
  at_ (f_combined (all_of F) w v M) q = \sum_(m < size M) at_ v m * at_ (row_no M m) q.
Proof.
suff gen (t : seq F) : size t = w -> let s := foldl (fun found '(a, row) =>
      map (fun '(number, b) => nadd (all_of F) b (nmul (all_of F) a (f_entry (all_of F) row number)))
        (enumerated _ found)) t (zip v M) in
    size s = w /\ forall q, (q < w)%N ->
      at_ s q = at_ t q + \sum_(m < size M) at_ v m * at_ (row_no M m) q.
  have [h1 h2] := gen _ (size_padded w [::]); split=> // q h.
  move: (h2 q h); rewrite at_padded // (_ : at_ ([::] : seq F) q = 0) ?add0r //.
  exact: nth_nil.
elim: v M t => [|a v IH] [|r M] t ht /=;
  try by split=> // q _; rewrite big1 ?addr0 // => m _; rewrite at_default ?mul0r.
  by split=> // q _; rewrite big_ord0 addr0.
set t' := map _ _; have st' : size t' = w by rewrite size_map (enumE 0) size_map size_iota.
have [h1 h2] := IH M t' st'; split=> // q hq; rewrite h2 // big_ord_recl addrA; congr (_ + _).
by rewrite /t' (enumE 0) -map_comp /at_ nth_range ?ht.
Qed.
Lemma of_width_size w rows r : r \in f_of_width (all_of F) w rows -> size r = w.
Proof. by move=> /mapP[v _ ->]; exact: size_padded. Qed.
Lemma count_is_rank w rows : (forall r, r \in rows -> size r = w) ->
  count rows = f_rank (all_of F) w rows.
Proof.
elim/last_ind: rows => [|rows r IH] // wide.
have sr : size r = w by apply: wide; rewrite mem_rcons mem_head.
have ws s : s \in rows -> size s = w by move=> h; apply: wide; rewrite mem_rcons inE h orbT.
have wider s : s \in rows -> (size r <= size s)%N by move=> /ws ->; rewrite sr.
by have := count_rcons wider; rewrite sr (IH ws); lia.
Qed.
Lemma basis_makes w rows : (forall r, r \in rows -> size r = w) ->
  f_products (all_of F) w (f_by_basis (all_of F) rows) (f_basis (all_of F) rows) = rows.
Proof.
move=> wide; rewrite /f_products /f_by_basis /f_basis.
case e: (f_rows_kept (all_of F) rows) (knows rows) => [K nu X] [/= [sX eK _ _] _ comb _].
apply: (@eq_from_nth _ [::]) => [|a]; rewrite size_map sX // => ha.
have sa : size (row_no rows a) = w by apply/wide/mem_nth.
rewrite (nth_map [::]) ?sX //; apply: (@eq_from_nth _ 0); rewrite (combinedP _ _ _).1 // => q hq.
rewrite -[LHS]/(at_ _ q) (combinedP _ _ _).2 // -[RHS]/(at_ (row_no rows a) q) comb ?sa //.
by rewrite eK size_map.
Qed.
Lemma rank_of_product w factors rows :
  (f_rank (all_of F) w (f_products (all_of F) w factors rows) <= size rows)%N.
Proof.
rewrite rank_span (leq_trans (mxrankS (_ : _ <= span w rows)%MS)) //; last first.
  by rewrite -rank_span rank_of_rows rank_leq_row.
apply/span_sub => r /mapP[v _ ->].
have -> : row_ w (f_combined (all_of F) w v rows) = \sum_(m < size rows) at_ v m *: row_ w (row_no rows m).
  apply/rowP => q; rewrite mxE (combinedP _ _ _).2 // summxE.
  by apply: eq_bigr => m _; rewrite !mxE.
by apply: summx_sub => m _; apply/scalemx_sub/in_span/mem_nth.
Qed.

(* ---------- the rows of the Hankel matrix ---------- *)
Section Shape.
Variables (T ny nx : nat).
Definition coef L j p x : F := at_ (row_no (nth [::] L j) p) x.
Section Filter.
Variable L : seq (seq (seq F)).
(* K blocks of the row of a lag and an output *)
Definition blocks K lag p : seq F :=
  map (fun q => coef L (lag + q %/ nx) p (q %% nx)) (iota 0 (K * nx)).
Definition row a := blocks (T - a %/ ny) (a %/ ny) (a %% ny).
Definition first_rows a : seq (seq F) := map row (iota 0 a).
Lemma size_blocks K lag p : size (blocks K lag p) = (K * nx)%N.
Proof. by rewrite size_map size_iota. Qed.
Lemma at_blocks K lag p q : (q < K * nx)%N ->
  at_ (blocks K lag p) q = coef L (lag + q %/ nx) p (q %% nx).
Proof. exact: nth_range. Qed.
Lemma size_row a : size (row a) = ((T - a %/ ny) * nx)%N.
Proof. exact: size_blocks. Qed.
Lemma rows_ofE : f_rows_of (all_of F) (make_Shape (all_of F) T ny nx) L = first_rows (T * ny).
Proof.
rewrite /f_rows_of /= !range0 -[RHS](flatten_map (fun lag p => blocks (T - lag) lag p)).
congr flatten; apply: eq_map => lag; apply: eq_map => p; rewrite /iota_to.
have -> : iota lag (T - lag) = map (addn lag) (iota 0 (T - lag)) by rewrite -iotaDl addn0.
rewrite -map_comp.
exact: (@flatten_map F (fun later x => coef L (lag + later) p x)).
Qed.
Lemma hankelE i K :
  f_hankel (all_of F) (make_Shape (all_of F) T ny nx) L i K =
  map (fun a => blocks K (a %/ ny) (a %% ny)) (iota 0 (i * ny)).
Proof.
rewrite /f_hankel /= !range0 -[RHS](flatten_map (blocks K)).
congr flatten; apply: eq_map => lag; apply: eq_map => p.
exact: (@flatten_map F (fun later x => coef L (lag + later) p x)).
Qed.
Lemma first_rowsS a : first_rows a.+1 = rcons (first_rows a) (row a).
Proof. by rewrite /first_rows -addn1 iotaD map_cat cats1. Qed.
Lemma row_no_first a b : (a < b)%N -> row_no (first_rows b) a = row a.
Proof. exact: nth_range. Qed.
Lemma size_first_rows a : size (first_rows a) = a.
Proof. by rewrite size_map size_iota. Qed.

(* those that are kept of one lag *)
Lemma count_lag i o : (o <= ny)%N -> let w := ((T - i) * nx)%N in
  (count (first_rows (i * ny + o)) + f_rank (all_of F) w (first_rows (i * ny)) =
   count (first_rows (i * ny)) + f_rank (all_of F) w (first_rows (i * ny + o)))%N.
Proof.
move=> h w; elim: o h => [|o IH] h; first by rewrite addn0.
rewrite addnS first_rowsS; have e : ((i * ny + o) %/ ny = i)%N.
  by rewrite divnMDl ?(leq_ltn_trans _ h) // divn_small ?addn0.
have sw : size (row (i * ny + o)) = w by rewrite size_row e.
have wide s : s \in first_rows (i * ny + o) -> (size (row (i * ny + o)) <= size s)%N.
  move=> /mapP[a]; rewrite mem_iota add0n /= => ha ->.
  by rewrite !size_row leq_mul2r leq_sub2l ?orbT // leq_div2r // ltnW.
have := count_rcons wide; rewrite sw => /(congr1 (addn (f_rank (all_of F) w (first_rows (i * ny))))).
have := IH (ltnW h); lia.
Qed.

(* ---------- and of all lags: ranks of Hankel matrices ---------- *)
Definition hankel_rank i K :=
  f_rank (all_of F) (K * nx) (f_hankel (all_of F) (make_Shape (all_of F) T ny nx) L i K).
Lemma hankel_rankE i K : (i + K <= T.+1)%N ->
  hankel_rank i K = f_rank (all_of F) (K * nx) (first_rows (i * ny)).
Proof.
move=> h; rewrite /hankel_rank !rank_span hankelE /span /first_rows !big_map; congr (\rank _).
apply: eq_big_seq => a; rewrite mem_iota add0n /= => ha; congr genmx; apply/rowP => q; rewrite !mxE.
have ai : (a %/ ny < i)%N by rewrite ltn_divLR //; case: (ny) ha => //; rewrite muln0.
rewrite at_blocks ?ltn_ord // at_blocks // (leq_trans (ltn_ord q)) // leq_mul2r; apply/orP; right; lia.
Qed.
Lemma ranksE S :
  f_ranks (all_of F) (make_Shape (all_of F) T ny nx) L S = (\sum_(i < S.-1) hankel_rank i.+1 (S.-1 - i))%N.
Proof.
rewrite /f_ranks sumnE big_flatten big_map /iota_to -/(index_iota 1 S).
transitivity (\sum_(1 <= i < S) hankel_rank i (S - i))%N; last first.
  by rewrite big_add1 big_mkord; apply: eq_bigr => i _; congr hankel_rank; case: (S) i => [|?] [].
apply: eq_big_seq => i; rewrite mem_index_iota => hi; rewrite big_map.
rewrite (_ : [seq k <- _ | _] = [:: (S - i)%N]) ?big_seq1 //.
rewrite -(@filter_pred1_uniq _ (index_iota 1 S)) ?iota_uniq //; last by rewrite mem_index_iota; lia.
by apply: eq_filter => k /=; rewrite eqnE; lia.
Qed.
Lemma count_ranks :
  (count (first_rows (T * ny)) + f_shorter_ranks (all_of F) (make_Shape (all_of F) T ny nx) L =
   f_known_ranks (all_of F) (make_Shape (all_of F) T ny nx) L)%N.
Proof.
rewrite /f_shorter_ranks /f_known_ranks !ranksE /= addn1 /=.
suff gen n : (n <= T)%N -> (count (first_rows (n * ny)) + \sum_(i < n) hankel_rank i (T - i) =
    \sum_(i < n) hankel_rank i.+1 (T - i))%N.
  rewrite -(gen T) //; congr addn; case: (T) => [|t] /=; first by rewrite !big_ord0.
  rewrite big_ord_recl /= /hankel_rank hankelE /= add0n; apply: eq_bigr => i _.
  by rewrite /bump /= add1n subSS.
elim: n => [|n IH] h; first by rewrite !big_ord0.
rewrite !big_ord_recr /= -(IH (ltnW h)); have := @count_lag n ny (leqnn _).
rewrite !hankel_rankE; [|lia|lia]; rewrite mulSnr /=; lia.
Qed.
End Filter.

Lemma of_shape_again L :
  f_of_shape (all_of F) (make_Shape (all_of F) T ny nx)
    (f_of_shape (all_of F) (make_Shape (all_of F) T ny nx) L) =
  f_of_shape (all_of F) (make_Shape (all_of F) T ny nx) L.
Proof.
rewrite {1 3}/f_of_shape /= !range0; apply/eq_in_map => j; rewrite mem_iota add0n /= => hj.
apply/eq_in_map => p; rewrite mem_iota add0n /= => hp.
rewrite /f_row_at /f_matrix_at /f_of_shape /= !range0 !nth_range // {1 3}/f_padded range0.
by apply/eq_in_map => x; rewrite mem_iota add0n /= => hx; exact: at_padded.
Qed.

(* ---------- responses ---------- *)
Lemma size_image k w (s : F) M M' : size (f_image (all_of F) k w s M M') = k.
Proof. by rewrite /f_image range0 size_map size_iota. Qed.
Lemma size_image_row k w (s : F) M M' p : (p < k)%N -> size (row_no (f_image (all_of F) k w s M M') p) = w.
Proof.
by move=> h; rewrite /row_no /f_image range0 nth_range // size_multiple (combinedP _ _ _).1.
Qed.
Lemma at_image k w (s : F) M M' p q : (p < k)%N -> (q < w)%N ->
  at_ (row_no (f_image (all_of F) k w s M M') p) q =
  s * \sum_(m < size M') at_ (row_no M p) m * at_ (row_no M' m) q.
Proof.
by move=> hp hq; rewrite /row_no /f_image range0 nth_range // at_multiple (combinedP _ _ _).2.
Qed.

Section Network.
Variables (n : nat) (s : F) (C W M : seq (seq F)).
Definition state j := iter j (f_image (all_of F) n nx s W)
  (map (fun u => f_padded (all_of F) nx (f_row_at (all_of F) M u)) (iota 0 n)).
Lemma size_state j : size (state j) = n.
Proof. by case: j => [|j]; rewrite /state /= ?size_image // size_map size_iota. Qed.
Lemma responseE : f_response (all_of F) (make_Shape (all_of F) T ny nx) n s (make_Network (all_of F) C W M) =
  map (fun j => f_image (all_of F) ny nx s C (state j)) (iota 0 T).
Proof.
rewrite /f_response /= !range0 /state; move: (map _ (iota 0 n)) => start.
set step := (fun '(_, _) _ => _); rewrite (_ : foldl step (start, [::]) (iota 0 T) =
  (iter T (f_image (all_of F) n nx s W) start,
   map (fun j => f_image (all_of F) ny nx s C (iter j (f_image (all_of F) n nx s W) start)) (iota 0 T))) //.
elim: (T) => [|t IH] //; have -> : iota 0 t.+1 = rcons (iota 0 t) t by rewrite -addn1 iotaD cats1.
by rewrite foldl_rcons map_rcons IH /= cats1.
Qed.
Lemma coef_response j p x : (j < T)%N -> (p < ny)%N -> (x < nx)%N ->
  coef (f_response (all_of F) (make_Shape (all_of F) T ny nx) n s (make_Network (all_of F) C W M)) j p x =
  s * \sum_(u < n) at_ (row_no C p) u * at_ (row_no (state j) u) x.
Proof.
by move=> hj hp hx; rewrite /coef responseE nth_range // at_image // size_state.
Qed.
End Network.

(* ---------- the network of the rows that are kept ---------- *)
Section Smallest.
Variables (s : F) (L : seq (seq (seq F))).
Hypothesis s_neq0 : s != 0.
Let rows := first_rows L (T * ny).
Let K : seq (seq F) := get_Kept_kept (all_of F) (f_rows_kept (all_of F) rows).
Let nu := get_Kept_numbers (all_of F) (f_rows_kept (all_of F) rows).
Let X : seq (seq F) := get_Kept_coordinates (all_of F) (f_rows_kept (all_of F) rows).
Let n := size nu.
Definition smallest_C :=
  map (fun p => f_multiple (all_of F) s^-1 (f_padded (all_of F) n (row_no X p))) (iota 0 ny).
Definition smallest_W :=
  map (fun a => f_multiple (all_of F) s^-1 (f_padded (all_of F) n (row_no X (a + ny)))) nu.
Definition smallest_F := map (f_padded (all_of F) nx) K.
Lemma size_K : size K = n.
Proof. by have [[_ e _ _] _ _ _] := knows rows; rewrite /K e size_map. Qed.
Lemma smallestE : f_smallest_network (all_of F) (make_Shape (all_of F) T ny nx) s L =
  make_Network (all_of F) smallest_C smallest_W smallest_F.
Proof.
rewrite /f_smallest_network rows_ofE /f_network_of_rows -/rows /= !range0 inverseE -/K size_K.
by [].
Qed.
Lemma units_smallest :
  f_units_of (all_of F) (f_smallest_network (all_of F) (make_Shape (all_of F) T ny nx) s L) = n.
Proof. by rewrite smallestE /f_units_of /= size_map. Qed.
Lemma smallest_has_shape :
  f_has_shape (all_of F) (make_Shape (all_of F) T ny nx)
    (f_smallest_network (all_of F) (make_Shape (all_of F) T ny nx) s L).
Proof.
rewrite /f_has_shape units_smallest smallestE /= !eqnE !size_map size_iota size_K !eqxx /=.
rewrite !all_map; apply/andP; split; [apply/andP; split|]; apply/allP => a _ /=;
  by rewrite ?size_multiple size_padded.
Qed.
Lemma at_C p m : (p < ny)%N -> (m < n)%N -> at_ (row_no smallest_C p) m = s^-1 * at_ (row_no X p) m.
Proof. by move=> hp hm; rewrite /row_no nth_range // at_multiple at_padded. Qed.
Lemma at_W l m : (l < n)%N -> (m < n)%N ->
  at_ (row_no smallest_W l) m = s^-1 * at_ (row_no X (nth 0%N nu l + ny)) m.
Proof. by move=> hl hm; rewrite /row_no (nth_map 0%N) // at_multiple at_padded. Qed.
Lemma scaled (a b : nat -> F) : s * (\sum_(m < n) s^-1 * a m * b m) = \sum_(m < n) a m * b m.
Proof. by rewrite mulr_sumr; apply: eq_bigr => m _; rewrite -mulrA mulVKf. Qed.
Lemma size_rows : size rows = (T * ny)%N. Proof. exact: size_first_rows. Qed.
Lemma row_no_rows a : (a < T * ny)%N -> row_no rows a = row L a. Proof. exact: row_no_first. Qed.
Lemma number_inside l : (l < n)%N -> (nth 0%N nu l < T * ny)%N.
Proof.
by move=> h; have [[_ _ _ inside] _ _ _] := knows rows; rewrite -size_rows; apply/inside/mem_nth.
Qed.
Lemma row_no_K l : (l < n)%N -> row_no K l = row L (nth 0%N nu l).
Proof.
move=> h; have [[_ e _ _] _ _ _] := knows rows.
by rewrite /K e /row_no (nth_map 0%N) // -/(row_no rows _) row_no_rows // number_inside.
Qed.
Lemma at_row a j x : (x < nx)%N -> (j < T - a %/ ny)%N ->
  at_ (row L a) (j * nx + x) = coef L (a %/ ny + j) (a %% ny) x.
Proof.
move=> hx hj; have x0 : (0 < nx)%N by apply: leq_ltn_trans hx.
rewrite /row at_blocks ?divnMDl ?modnMDl ?(divn_small hx) ?(modn_small hx) ?addn0 //.
rewrite -ltn_divLR // divnMDl // divn_small // addn0 //.
Qed.
Lemma states j a x : (a < T * ny)%N -> (x < nx)%N -> (j < T - a %/ ny)%N ->
  \sum_(m < n) at_ (row_no X a) m * at_ (row_no (state n s smallest_W smallest_F j) m) x =
  at_ (row L a) (j * nx + x).
Proof.
have [[sX _ _ _] before comb _] := knows rows.
elim: j a x => [|j IH] a x ha hx hj.
  rewrite mul0n add0n -(row_no_rows ha) comb ?size_rows // ?row_no_rows //; last first.
    by rewrite size_row (leq_trans hx) // leq_pmull.
  apply: eq_bigr => m _; congr (_ * _); rewrite /state /row_no nth_range //= at_padded //.
  by rewrite /f_row_at /smallest_F (nth_map [::]) ?size_K // at_padded.
have y0 : (0 < ny)%N by case: (ny) ha => //; rewrite muln0.
rewrite -(row_no_rows ha) comb ?size_rows // ?row_no_rows //; last first.
  rewrite size_row -ltn_divLR ?(leq_ltn_trans _ hx) // divnMDl ?(leq_ltn_trans _ hx) //.
  by rewrite divn_small // addn0.
apply: eq_bigr => m _; have [->|nz] := eqVneq (at_ (row_no X a) m) 0; first by rewrite !mul0r.
congr (_ * _); have [|hm le] := before a m _ nz; first by rewrite size_rows.
have := leq_div2r ny le => lag_le.
rewrite -/(row_no K m) row_no_K // /state iterS -/(state n s smallest_W smallest_F j).
rewrite at_image ?size_state //.
have -> : s * (\sum_(l < n) at_ (row_no smallest_W m) l *
    at_ (row_no (state n s smallest_W smallest_F j) l) x) =
  \sum_(l < n) at_ (row_no X (nth 0%N nu m + ny)) l * at_ (row_no (state n s smallest_W smallest_F j) l) x.
  rewrite -[RHS](scaled (at_ (row_no X (nth 0%N nu m + ny)))
    (fun l => at_ (row_no (state n s smallest_W smallest_F j) l) x)).
  by congr (_ * _); apply: eq_bigr => l _; rewrite at_W.
have next : ((nth 0%N nu m + ny) %/ ny = (nth 0%N nu m %/ ny).+1)%N by rewrite divnDr ?divnn ?y0 ?addn1.
rewrite IH //; last by rewrite next; lia.
  rewrite !at_row ?next ?modnDr //; [|lia|lia].
  by rewrite addSnnS.
rewrite -ltn_divLR // next; lia.
Qed.
Lemma response_smallest :
  f_response (all_of F) (make_Shape (all_of F) T ny nx)
    (f_units_of (all_of F) (f_smallest_network (all_of F) (make_Shape (all_of F) T ny nx) s L)) s
    (f_smallest_network (all_of F) (make_Shape (all_of F) T ny nx) s L) =
  f_of_shape (all_of F) (make_Shape (all_of F) T ny nx) L.
Proof.
rewrite units_smallest smallestE responseE /f_of_shape /= !range0; apply/eq_in_map => j.
rewrite mem_iota add0n /= => hj; apply: (@eq_from_nth _ [::]).
  by rewrite size_image ?size_map ?size_iota.
rewrite size_image => p hp.
apply: (@eq_from_nth _ 0); rewrite -/(row_no _ p) size_image_row // nth_range // ?size_padded // => x hx.
rewrite -[LHS]/(at_ _ _) -[RHS]/(at_ _ _) at_image // at_padded // size_state -[RHS]/(coef L j p x).
have := @states j p x; rewrite at_row ?divn_small ?subn0 ?modn_small // add0n => <- //; last first.
  by rewrite (leq_trans hp) // leq_pmull // (leq_ltn_trans _ hj).
rewrite -[RHS](scaled (at_ (row_no X p))
  (fun m => at_ (row_no (state n s smallest_W smallest_F j) m) x)).
by congr (_ * _); apply: eq_bigr => m _; rewrite at_C.
Qed.
End Smallest.

(* ---------- no network has fewer units ---------- *)
Section Fewest.
Variables (n : nat) (s : F) (C W M : seq (seq F)).
Let L := f_response (all_of F) (make_Shape (all_of F) T ny nx) n s (make_Network (all_of F) C W M).
Let rows := first_rows L (T * ny).
Let K : seq (seq F) := get_Kept_kept (all_of F) (f_rows_kept (all_of F) rows).
Let nu := get_Kept_numbers (all_of F) (f_rows_kept (all_of F) rows).
Let k := size nu.
Let A : 'M[F]_n := s *: \matrix_(u, v) at_ (row_no W u) v.
Let Z j x : 'cV[F]_n := \col_u at_ (row_no (state n s W M j) u) x.
Let read i p : 'rV[F]_n := iter i (mulmx^~ A) (s *: \row_u at_ (row_no C p) u).
Lemma moved j x : (x < nx)%N -> A *m Z j x = Z j.+1 x.
Proof.
move=> hx; apply/colP => u; rewrite -scalemxAl !mxE /state iterS -/(state n s W M j).
rewrite at_image // size_state; congr (_ * _); apply: eq_bigr => v _; by rewrite !mxE.
Qed.
Lemma read_moved i j p x : (i + j < T)%N -> (p < ny)%N -> (x < nx)%N ->
  (read i p *m Z j x) 0 0 = coef L (i + j) p x.
Proof.
elim: i j => [|i IH] j hij hp hx; last first.
  by rewrite /read iterS -/(read i p) -mulmxA moved // IH ?addSnnS // addnS -addSn.
rewrite /L coef_response // /read /= -scalemxAl !mxE; congr (_ * _).
by apply: eq_bigr => u _; rewrite !mxE.
Qed.
Lemma order l m : (l <= m)%N -> (m < k)%N -> (nth 0%N nu l <= nth 0%N nu m)%N.
Proof.
have [[_ _ up _] _ _ _] := knows rows; rewrite leq_eqVlt => /predU1P[->|lm] // hm.
by apply/ltnW/(sorted_ltn_nth ltn_trans) => //; rewrite inE // (ltn_trans lm).
Qed.
Lemma fewest : (k <= n)%N.
Proof.
have [[_ eK _ _] _ _ sep] := knows rows; have {sep} := sep : forall m, (m < k)%N -> _.
rewrite -/K -/nu => sep.
have {sep} [v hv] := fin_all_exists (fun m : 'I_k => sep m (ltn_ord m)).
pose lag m := (nth 0%N nu m %/ ny)%N; pose out m := (nth 0%N nu m %% ny)%N.
pose P := \matrix_(m < k, u < n) read (lag m) (out m) 0 u.
pose Q := \matrix_(u < n, m < k) \sum_(q < size (v m)) at_ (v m) q * Z (q %/ nx) (q %% nx) u 0.
have inside m : (m < k)%N -> row_no K m = row L (nth 0%N nu m).
  exact: (@row_no_K L).
have entry (l m : 'I_k) : (l <= m)%N -> (P *m Q) l m = prod_ (size (v m)) (row_no K l) (v m).
  move=> lm; rewrite mxE.
  transitivity (\sum_(q < size (v m)) at_ (v m) q * (read (lag l) (out l) *m Z (q %/ nx) (q %% nx)) 0 0).
    under eq_bigr do rewrite !mxE mulr_sumr; rewrite exchange_big; apply: eq_bigr => q _.
    by rewrite mxE mulr_sumr; apply: eq_bigr => u _; rewrite mulrCA.
  apply: eq_bigr => q _; rewrite mulrC; congr (_ * _).
  have hq : (q < (T - lag m) * nx)%N.
    by have [sv _ _] := hv m; rewrite (leq_trans (ltn_ord q)) // sv inside // size_row.
  have x0 : (0 < nx)%N by case: (nx) hq => //; rewrite muln0.
  have y0 : (0 < ny)%N.
    by have := @number_inside L l (ltn_ord l); case: (ny) => //; rewrite muln0.
  have lags : (lag l <= lag m)%N by rewrite leq_div2r // order.
  have hj : (q %/ nx < T - lag m)%N by rewrite ltn_divLR.
  rewrite read_moved ?ltn_mod //; last by lia.
  by rewrite inside // at_blocks // (leq_trans hq) // leq_mul2r leq_sub2l ?orbT.
have unit : P *m Q \in unitmx.
  rewrite unitmxE det_trig; last first.
    by apply/is_trig_mxP => l m lm; rewrite entry ?(ltnW lm) //; have [_ _] := hv m; apply.
  by rewrite big1 ?unitr1 // => m _; rewrite entry //; have [] := hv m.
by rewrite -(mxrank_unit unit) (leq_trans (mxrankM_maxl P Q)) // rank_leq_col.
Qed.
End Fewest.
End Shape.
Lemma not_zeroP (s : F) : f_not_zero (all_of F) s != 0.
Proof. by rewrite /f_not_zero is0E; case: (s =P 0) => [_|/eqP] //=; rewrite oner_eq0. Qed.
End Realisation.

Theorem proved : statement.
Proof.
move=> F N; split=> [L s [T ny nx]|].
  by rewrite (response_smallest _ _ _ _ (not_zeroP s)) of_shape_again.
split=> [L s [T ny nx]|]; first exact: smallest_has_shape.
split=> [L s [T ny nx]|]; first by rewrite /f_together units_smallest; exact: count_ranks.
split=> [[C W M] s [T ny nx] n|].
  by rewrite /f_at_most units_smallest; exact: fewest.
split=> [rows w|]; first by apply: basis_makes => r; exact: of_width_size.
split=> [rows w|factors rows w]; last exact: rank_of_product.
rewrite -count_is_rank /f_number_of /f_basis ?kept_count // => r; exact: of_width_size.
Qed.
