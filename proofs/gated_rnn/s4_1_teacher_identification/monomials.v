(* Rows of Pascal's triangle; and monomials of one variable more, as those of degree at most j are
   those of degree at most j - i, over all exponents i of the last one. *)
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Lemma foldl_iter (A B : Type) (f : A -> A) (x : A) (s : seq B) :
  foldl (fun a _ => f a) x s = iter (size s) f x.
Proof. by elim: s x => //= b s IH x; rewrite IH -iterSr. Qed.

Definition next_row (row : seq nat) : seq nat :=
  1%N :: map (fun '(a, b) => (a + b)%N) (zip row (drop 1 row ++ [:: 0%N])).
Lemma size_next row : row != [::] -> size (next_row row) = (size row).+1.
Proof.
case: row => // a row _.
by rewrite /= size_map size_zip drop0 size_cat /= addn1 minnn.
Qed.
Lemma row_entries n k :
  (size (iter n next_row [:: 1%N]) = n.+1) * (nth 0%N (iter n next_row [:: 1%N]) k = 'C(n, k)).
Proof.
elim: n k => [|n IH] k; first by case: k => [|[|k]].
have size_n := (IH 0%N).1; rewrite iterS; set row := iter n _ _ in size_n IH *.
have size_S : size (next_row row) = n.+2 by rewrite size_next ?size_n // -size_eq0 size_n.
split=> //; case: k => [|k] /=; first by rewrite bin0.
have same : size row = size (drop 1 row ++ [:: 0%N]).
  by rewrite size_cat size_drop size_n /= subn1 addn1.
case: (ltnP k n.+1) => [small|large]; last first.
  rewrite nth_default ?size_map ?size_zip -?same ?minnn ?size_n //.
  by rewrite bin_small // ltnS.
rewrite (nth_map (0, 0)%N) ?size_zip -?same ?minnn ?size_n // nth_zip //= (IH k).2.
rewrite binS addnC nth_cat size_drop size_n subn1 /= nth_drop add1n.
case: ltnP => [_|far]; first by rewrite (IH k.+1).2.
have -> : k = n by apply/eqP; rewrite eqn_leq far -ltnS small.
by rewrite subnn /= (@bin_small n n.+1).
Qed.

Section Monomials.
Variable D : nat.
Definition within (j : nat) (m : seq nat) : bool := (sumn m <= j)%N.
Definition longer (m : seq nat) : seq (seq nat) :=
  map (fun k => m ++ [:: k])
    (filter (fun k => sumn (map id m) + k <= D)%N (iota_to 0 (D + 1))).
Definition one_more (found : seq (seq nat)) : seq (seq nat) := flatten (map longer found).

Lemma below (t n : nat) : count (fun k => k < t)%N (iota 0 n) = minn t n.
Proof.
elim: n => [|n IH]; first by rewrite minn0.
rewrite -addn1 iotaD count_cat IH /= add0n addn0 addn1.
case: (leqP t n) => h; first by rewrite (minn_idPl (leqW h)) addn0.
by rewrite (minn_idPr h) addn1.
Qed.
Lemma from_on (s n : nat) : \sum_(i < n) (s <= i)%N = (n - s)%N.
Proof.
elim: n => [|n IH]; first by rewrite big_ord0.
rewrite big_ord_recr /= IH; case: leqP => h; first by rewrite addn1 subSn.
by rewrite addn0 (eqP (ltnW h)) (eqP h).
Qed.
Lemma count_longer (j : nat) m : (j <= D)%N ->
  count (within j) (longer m) = \sum_(i < j.+1) within i m.
Proof.
move=> hj; rewrite from_on /longer count_map count_filter map_id /iota_to subn0 addn1.
have few : (j.+1 - sumn m <= D.+1)%N by apply: leq_trans (leq_subr _ _) _.
rewrite -[RHS](minn_idPl few) -below; apply: eq_count => k /=.
rewrite /within sumn_cat /= addn0 ltn_subRL ltnS.
by case: leqP => //= h; rewrite (leq_trans h hj).
Qed.
Lemma count_one_more (j : nat) found : (j <= D)%N ->
  count (within j) (one_more found) = \sum_(i < j.+1) count (within i) found.
Proof.
move=> hj; rewrite /one_more count_flatten -map_comp sumnE big_map.
under [RHS]eq_bigr => i _ do rewrite -sum1_count big_mkcond.
rewrite exchange_big /=; by apply: eq_bigr => m _; rewrite count_longer.
Qed.
Lemma hockey_stick (d j : nat) : \sum_(i < j.+1) 'C(d + i, i) = 'C(d.+1 + j, j).
Proof.
elim: j => [|j IH]; first by rewrite big_ord1 !bin0.
by rewrite big_ord_recr /= IH addSn addnS binS addnC addnS addSn.
Qed.
Lemma so_many (d j : nat) : (j <= D)%N ->
  count (within j) (iter d one_more [:: [::]]) = 'C(d + j, j).
Proof.
elim: d j => [|d IH] j hj; first by rewrite /= /within /= binn.
rewrite iterS count_one_more // -hockey_stick; apply: eq_bigr => i _.
by rewrite IH // (leq_trans _ hj) // -ltnS.
Qed.
Lemma all_within d : all (within D) (iter d one_more [:: [::]]).
Proof.
case: d => [|d] //; rewrite iterS; apply/allP => z /flattenP [l /mapP [m _ ->]].
case/mapP => k; rewrite mem_filter map_id => /andP [h _] ->.
by rewrite /within sumn_cat /= addn0.
Qed.
End Monomials.

Lemma binomialE F n k : f_binomial (all_of F) n k = 'C(n, k).
Proof.
rewrite /f_binomial (foldl_iter next_row) size_iota subn0.
exact: (row_entries n k).2.
Qed.
Lemma listed F d D : f_counted (all_of F) d D = 'C(d + D, D).
Proof.
rewrite /f_counted /f_monomials_up_to (foldl_iter (one_more D)) size_iota subn0.
rewrite -(so_many d (leqnn D)); apply/esym/eqP.
by rewrite -all_count all_within.
Qed.

Theorem proved : statement.
Proof.
move=> F; split; first by move=> D d; rewrite listed /f_by_binomial binomialE.
by rewrite /f_by_binomial !binomialE.
Qed.
