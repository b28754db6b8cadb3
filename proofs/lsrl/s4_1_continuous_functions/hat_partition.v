(* Sums over the grid that is exported are those of `hats.v`, coordinate by coordinate. *)
Section Partition.
Variable F : realFieldType.
Implicit Types (a b r x q delta : F) (xs qs w : seq F).

Definition more delta n (vs : seq (seq F)) (_ : F) :=
  flatten (map (fun v => map (fun k => cat v [:: f_multiple (all_of F) k delta]) (iota_to 0 (addn n 1))) vs).
Lemma offsetsE delta n qs :
  f_offsets (all_of F) delta n qs = map (differences qs) (foldl (more delta n) [:: [::]] qs).
Proof. by []. Qed.
Lemma foldl_nodes delta n qs (vs : seq (seq F)) G :
  \sum_(v <- foldl (more delta n) vs qs) G v = \sum_(v <- vs) at_nodes delta n qs (fun w => G (v ++ w)).
Proof.
elim: qs vs G => [|q qs IH] vs G /=; first by apply: eq_bigr => v _; rewrite cats0.
rewrite IH {1}/more big_flatten big_map; apply: eq_bigr => v _.
rewrite big_map /iota_to subn0 addn1; apply: eq_bigr => k _.
by apply: at_nodes_ext => w; rewrite -catA multipleE.
Qed.
Lemma sum_offsets delta n qs G : \sum_(xs <- f_offsets (all_of F) delta n qs) G xs = grid delta n qs G.
Proof. by rewrite offsetsE big_map foldl_nodes big_seq1 grid_of_nodes. Qed.
Lemma absolute_ge0 a : 0 <= f_absolute (all_of F) a.
Proof. by rewrite /f_absolute /nsub /= subr0; case: (leP 0 a) => // /ltW; rewrite oppr_ge0. Qed.
Lemma insideE delta n qs : 0 <= delta -> inside delta n (f_inside (all_of F) delta n qs).
Proof.
move=> hd; have hn : 0 <= delta *+ n by exact: mulrn_wge0.
rewrite /inside /f_inside multipleE -map_comp all_map; apply/allP => q _ /=.
rewrite /nsub /= !subr0 !subr_ge0; case: (leP 0 q) => h0; case: ifP => h; rewrite ?h0 ?hn ?lexx //=.
Qed.
Lemma squareE xs : f_square (all_of F) xs = norm xs.
Proof. by rewrite /f_square sum_fromE add0r big_map. Qed.

Section At.
Variables (n : nat) (delta : F) (qs : seq F).
Hypothesis hd : 0 <= delta.
Hypothesis hq : inside delta n qs.
Let X := f_offsets (all_of F) delta n qs.
Let h := f_hat (all_of F) delta.
Lemma heights_ge0 xs : 0 <= h xs. Proof. by rewrite /h hatE left_ge0. Qed.
Lemma added_right : f_added (all_of F) (map h X) = delta.
Proof.
rewrite /f_added map_id sum_fromE add0r big_map /X sum_offsets.
rewrite (@grid_ext _ _ _ _ h (left delta 0 0)); last exact: hatE.
by rewrite partition // !subr0 pos_all.
Qed.
Lemma total : \sum_(xs <- X) h xs = delta.
Proof. by rewrite -[RHS]added_right /f_added map_id sum_fromE add0r big_map. Qed.
Lemma spread_right : (\sum_(xs <- X) h xs * norm xs) *+ 4 <= (delta * delta * delta) *+ size qs.
Proof.
rewrite /X sum_offsets (@grid_ext _ _ _ _ _ (fun xs => left delta 0 0 xs * norm xs)); last by move=> xs; rewrite /h hatE.
by rewrite spread //; exact: sum_sides.
Qed.
Lemma near_right : f_is_near (all_of F) (map h X) X delta qs.
Proof.
rewrite /f_is_near /nsub /= subr_ge0 !multipleE sum_fromE add0r -[Z in zip _ Z]map_id zip_map 2!big_map /=.
rewrite (eq_bigr (fun xs => h xs * norm xs)); [exact: spread_right | by move=> xs _; rewrite squareE].
Qed.
Lemma interpolates_right (values : seq F) value slope :
  f_interpolates (all_of F) (map h X) X delta qs values value slope.
Proof.
rewrite /f_interpolates; case: ifP => // /negbFE; rewrite /f_is_lipschitz (enumE [::]) -map_comp all_map.
move/allP => lip; rewrite /nsub /= subr_ge0 !multipleE sum_fromE add0r (enumE 0) size_map -map_comp big_map /=.
set at_ := fun i => nth 0 values i - value.
pose H i := h (nth [::] X i).
have bound i : i \in iota 0 (size X) -> at_ i * at_ i <= slope * slope * norm (nth [::] X i).
  by move/lip; rewrite /= /nsub /= subr_ge0 !squareE /norm big_seq1.
have over (G : seq F -> F) : \sum_(xs <- X) G xs = \sum_(i <- iota 0 (size X)) G (nth [::] X i).
  by rewrite -(big_map (nth [::] X) xpredT G) -/(mkseq _ _) mkseq_nth.
have -> : \sum_(i <- iota 0 (size X)) nth 0 [seq h xs | xs <- X] i * f_value_at (all_of F) values i + - (delta * value) =
    \sum_(i <- iota 0 (size X)) H i * at_ i.
  rewrite -total over big_distrl -sumrN -big_split; apply: eq_big_seq => i; rewrite mem_iota => hi.
  by rewrite (nth_map [::]) //= /f_value_at /at_ mulrBr.
set S := \sum_(i <- _) _.
have hS : S * S <= delta * (\sum_(i <- iota 0 (size X)) H i * (at_ i * at_ i)).
  case: (ltrgtP 0 delta) (hd) => // [pd _|e _]; last first.
    suff -> : S = 0 by rewrite mul0r -e mul0r.
    by rewrite /S big1 // => i _; rewrite /H /h hatE -e left0 mul0r.
  rewrite -(ler_pmul2l pd) -subr_ge0.
  suff -> : delta * (delta * (\sum_(i <- iota 0 (size X)) H i * (at_ i * at_ i))) - delta * (S * S) =
      \sum_(i <- iota 0 (size X)) H i * (delta * at_ i - S) ^+ 2.
    by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?heights_ge0 // sqr_ge0.
  rewrite [RHS](eq_bigr (fun i => delta * delta * (H i * (at_ i * at_ i)) - delta * S *+ 2 * (H i * at_ i) + S * S * H i)); last first.
    by move=> i _; ring.
  rewrite !big_split sumrN -!big_distrr -/S /=.
  have -> : \sum_(i <- iota 0 (size X)) H i = delta by rewrite -[RHS]total over.
  by ring.
have hU : delta * (\sum_(i <- iota 0 (size X)) H i * (at_ i * at_ i)) <=
    delta * (slope * slope * \sum_(xs <- X) h xs * norm xs).
  apply: ler_wpmul2l => //; rewrite over big_distrr /= big_seq [Z in _ <= Z]big_seq; apply: ler_sum => i hi.
  rewrite [Z in _ <= Z]mulrCA; apply: ler_wpmul2l; [exact: heights_ge0 | exact: bound].
apply: le_trans (_ : (delta * (slope * slope * \sum_(xs <- X) h xs * norm xs)) *+ 4 <= _).
  by rewrite ler_pmuln2r //; exact: le_trans hS hU.
have -> : slope * slope * (delta * delta) * (delta * delta) *+ size qs =
    delta * (slope * slope) * ((delta * delta * delta) *+ size qs).
  by rewrite mulrnAr; congr (_ *+ _); ring.
rewrite mulrA -mulrnAr; apply: ler_wpmul2l; last exact: spread_right.
by rewrite mulr_ge0 // -expr2 sqr_ge0.
Qed.
End At.
End Partition.

Theorem proved : statement.
Proof.
move=> F N; split; [|split] => n delta point; have hd := absolute_ge0 delta; have hq := insideE n point hd.
- exact: added_right.
- exact: near_right.
- move=> slope value values; exact: interpolates_right.
Qed.
