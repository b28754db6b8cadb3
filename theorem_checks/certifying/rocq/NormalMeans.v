(* Integration by parts for polynomials in independent normal entries, as monomials in lists. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From TheoremChecks Require Import Means Words Pairings.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition monomials := seq (seq place).

(* ---------- values and derivatives, at one draw of the entries ---------- *)
Section Values.
Variables (F : comRingType) (x : place -> F).
Definition product (m : seq place) := \prod_(q <- m) x q.
Definition value (f : monomials) := \sum_(m <- f) product m.
(* by an entry *)
Definition slope_of (p : place) (m : seq place) :=
  \sum_(s <- splits m | s.1.2 == p) product (s.1.1 ++ s.2).
Definition slope p (f : monomials) := \sum_(m <- f) slope_of p m.
Definition times (f g : monomials) : monomials := [seq m ++ m' | m <- f, m' <- g].
Lemma product_cat m m' : product (m ++ m') = product m * product m'.
Proof. exact: big_cat. Qed.
Lemma product_cons q m : product (q :: m) = x q * product m.
Proof. exact: big_cons. Qed.
Lemma slope_of_cat p m m' : slope_of p (m ++ m') = slope_of p m * product m' + product m * slope_of p m'.
Proof.
rewrite /slope_of splits_cat big_cat !big_map /= mulr_suml mulr_sumr.
congr (_ + _); apply: eq_bigr => s _; rewrite !product_cat ?mulrA //; congr (_ * _).
Qed.
Lemma slope_of_cons p q m : slope_of p (q :: m) = (q == p)%:R * product m + x q * slope_of p m.
Proof.
rewrite -cat1s slope_of_cat /slope_of /= !big_cons big_nil /product big_seq1 addr0; congr (_ * _ + _).
by case: eqP => _ //=; rewrite big_nil.
Qed.
Lemma value_times f g : value (times f g) = value f * value g.
Proof.
rewrite /value big_allpairs_dep mulr_suml; apply: eq_bigr => m _; rewrite mulr_sumr.
by apply: eq_bigr => m' _; rewrite product_cat.
Qed.
Lemma slope_times p f g : slope p (times f g) = slope p f * value g + value f * slope p g.
Proof.
rewrite /slope /value big_allpairs_dep !mulr_suml -big_split; apply: eq_bigr => m _ /=.
rewrite !mulr_sumr -big_split; apply: eq_bigr => m' _; exact: slope_of_cat.
Qed.
Lemma value_cat f g : value (f ++ g) = value f + value g. Proof. exact: big_cat. Qed.
Lemma slope_cat p f g : slope p (f ++ g) = slope p f + slope p g. Proof. exact: big_cat. Qed.
Lemma value_flatten I (r : seq I) (f : I -> monomials) :
  value (flatten [seq f i | i <- r]) = \sum_(i <- r) value (f i).
Proof. by rewrite /value big_flatten /= big_map. Qed.
Lemma slope_flatten p I (r : seq I) (f : I -> monomials) :
  slope p (flatten [seq f i | i <- r]) = \sum_(i <- r) slope p (f i).
Proof. by rewrite /slope big_flatten /= big_map. Qed.
End Values.

(* ---------- their means ---------- *)
Section Means.
Variables (F : numFieldType) (variances : seq F) (sizes : seq (seq nat)).
Variables (W : Type) (E : expectation F W) (X : place -> W -> F).
Hypothesis N : normal variances sizes E X.
Let at_ w (p : place) : F := X p w.
Let v (t : nat) := nth 0 variances t.
Let M t a := normal_moment (v t) a.
Let zero : has_mean E (fun=> 0) 0. Proof. exact: hm_0 (N (s := [::]) isT). Qed.
Lemma moment_next t a : Mo M t a.+1 = v t * (a%:R * Mo M t a.-1).
Proof.
have e b : Mo M t b = M t b by case: b => //=; rewrite /M /normal_moment /= mul1r.
rewrite !e /M /normal_moment; case: a => [|a]; first by rewrite mul0r mulr0.
rewrite [a.+1.-1]/= [odd a.+2]/= negbK; case: ifP => o; first by rewrite !mulr0.
rewrite [a.+2./2]/= /= exprS natrM -!mulrA; congr (_ * _); rewrite mulrCA; congr (_ * _).
by rewrite -[in RHS](odd_double_half a) o add0n.
Qed.
Lemma EP_next p m : EP M (p :: m) = v p.1 * \sum_(s <- splits m | s.1.2 == p) EP M (s.1.1 ++ s.2).
Proof.
rewrite (EP_split M p) /= eqxx add1n moment_next -!mulrA; congr (_ * _).
transitivity (\sum_(s <- splits m | s.1.2 == p)
    (Mo M p.1 (count_mem p m).-1 * EP M (filter (predC1 p) m))); last first.
  rewrite big_seq_cond [RHS]big_seq_cond; apply: eq_bigr => s /andP [/splits_join h /eqP e].
  rewrite [RHS](EP_split M p) h e !count_cat !filter_cat /= eqxx add1n addnS; congr (Mo _ _ _ * EP _ _).
rewrite big_const_seq iter_addr_0 -[in RHS]mulr_natl; congr (_ * _).
suff e : map (fun s => s.1.2) (splits m) = m by rewrite -[in LHS]e count_map.
by elim: m => //= q m e; rewrite -map_comp -[in RHS]e.
Qed.
Let inside_ := all (inside sizes).
Lemma integrable_value f : all inside_ f -> integrable E (fun w => value (at_ w) f).
Proof.
move=> h; suff [] : has_mean E (fun w => value (at_ w) f) (\sum_(m <- f) EP M m) by [].
elim: f h => [|m f IH] /=; first by move=> _; rewrite big_nil; apply: hm_ext zero => w; rewrite /value big_nil.
case/andP=> hm /IH IHf; rewrite big_cons.
by apply: hm_ext (hm_add (N hm) IHf) => w; rewrite /value big_cons.
Qed.
Lemma mean_slope_of p m : inside_ m ->
  has_mean E (fun w => slope_of (at_ w) p m) (\sum_(s <- splits m | s.1.2 == p) EP M (s.1.1 ++ s.2)).
Proof.
move=> h; rewrite /slope_of -big_filter.
apply: (@hm_ext _ _ _ (fun w => \sum_(s <- [seq s <- splits m | s.1.2 == p]) product (at_ w) (s.1.1 ++ s.2))).
  by move=> w; rewrite big_filter.
have : all (fun s => inside_ (s.1.1 ++ s.2)) [seq s <- splits m | s.1.2 == p].
  apply/allP => s; rewrite mem_filter => /andP [_ /splits_join e].
  by move: h; rewrite e /inside_ !all_cat /= => /and3P [-> _ ->].
elim: [seq _ <- _ | _] => [_|s l IH] /=; first by rewrite big_nil; apply: hm_ext zero => w; rewrite big_nil.
case/andP=> hs /IH IHl; rewrite big_cons.
by apply: hm_ext (hm_add (N hs) IHl) => w; rewrite big_cons.
Qed.
(* E[x_p f] is the variance times the mean of the derivative of f by x_p *)
Lemma by_parts p f : inside sizes p -> all inside_ f -> exists2 u,
  has_mean E (fun w => slope (at_ w) p f) u & has_mean E (fun w => X p w * value (at_ w) f) (v p.1 * u).
Proof.
move=> hp; elim: f => [_|m f IH /andP [hm /IH [u h1 h2]]].
  exists 0; first by apply: hm_ext zero => w; rewrite /slope big_nil.
  by rewrite mulr0; apply: hm_ext zero => w; rewrite /value big_nil mulr0.
exists ((\sum_(s <- splits m | s.1.2 == p) EP M (s.1.1 ++ s.2)) + u).
  by apply: hm_ext (hm_add (mean_slope_of p hm) h1) => w; rewrite /slope big_cons.
rewrite mulrDr -EP_next; apply: hm_ext (hm_add (N (s := p :: m) _) h2) => [w|].
  by rewrite /value !big_cons mulrDr.
by rewrite /= hp.
Qed.
End Means.
