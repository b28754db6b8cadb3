(* Means of polynomials in random tensors whose entries are independent, for all sizes.

   An [expectation] is a linear functional on a class of functions, which are called integrable;
   [independent] says of entries that a product of powers of different ones is integrable, and its
   mean the product of their moments. Nothing else is asked of a law: not that it is finite, nor
   that it has a density, nor that moments of a higher order exist. [finite_laws] is a model: every
   law on finitely many values has such entries.

   A mean is reduced to an equation of index sums: each product of entries becomes a sum of products
   of deltas and cumulants ([expand]), and the normaliser of index sums decides the rest
   ([decide_mean_sound]). *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import IndexSums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- what a statement says ---------- *)
Record expectation (F : numFieldType) (W : Type) := Expectation {
  integrable : (W -> F) -> Prop;
  mean : (W -> F) -> F;
  mean_ext : forall f g, f =1 g -> integrable f -> integrable g /\ mean g = mean f;
  mean_add : forall f g, integrable f -> integrable g ->
    integrable (fun w => f w + g w) /\ mean (fun w => f w + g w) = mean f + mean g;
  mean_scale : forall c f, integrable f ->
    integrable (fun w => c * f w) /\ mean (fun w => c * f w) = c * mean f }.
Definition place := (nat * seq nat)%type.          (* of an entry: number of the tensor, indices *)
Definition inside (dims : seq (seq nat)) (p : place) :=
  let ns := nth [::] dims p.1 in
  [&& (p.1 < size dims)%N, size p.2 == size ns & all (fun jn => (jn.1 < jn.2)%N) (zip p.2 ns)].
Section Statements.
Variables (F : numFieldType) (W : Type) (E : expectation F W).
Definition has_mean f v := integrable E f /\ mean E f = v.
Definition same_mean f g := [/\ integrable E f, integrable E g & mean E f = mean E g].
Definition least (f : F -> W -> F) (x : F) :=
  (forall y, integrable E (f y)) /\ forall y, y != x -> mean E (f x) < mean E (f y).
(* the moments of orders 0, 1, ... of the entries of each tensor, and its sizes *)
Definition independent (X : place -> W -> F) (laws : seq (seq F)) (dims : seq (seq nat)) :=
  forall s : seq place, all (inside dims) s ->
    all (fun p => (count_mem p s < size (nth [::] laws p.1))%N) s ->
    has_mean (fun w => \prod_(p <- s) X p w)
             (\prod_(p <- undup s) nth 0 (nth [::] laws p.1) (count_mem p s)).
End Statements.

(* ---------- means ---------- *)
Section Linear.
Variables (F : numFieldType) (W : Type) (E : expectation F W).
Lemma hm_ext f g v : f =1 g -> has_mean E f v -> has_mean E g v.
Proof. by move=> h [i <-]; case: (mean_ext h i). Qed.
Lemma hm_add f g v u : has_mean E f v -> has_mean E g u -> has_mean E (fun w => f w + g w) (v + u).
Proof. by move=> [i <-] [j <-]; case: (mean_add i j). Qed.
Lemma hm_scale c f v : has_mean E f v -> has_mean E (fun w => c * f w) (c * v).
Proof. by move=> [i <-]; case: (mean_scale c i). Qed.
Lemma hm_0 f v : has_mean E f v -> has_mean E (fun=> 0) 0.
Proof. by move/(hm_scale 0); rewrite mul0r; apply: hm_ext => w; rewrite mul0r. Qed.
Lemma hm_sum (I : Type) (l : seq I) (f : I -> W -> F) v : has_mean E (fun=> 0) 0 ->
  (forall i, has_mean E (f i) (v i)) -> has_mean E (fun w => \sum_(i <- l) f i w) (\sum_(i <- l) v i).
Proof.
move=> h0 h; elim: l => [|i l IH]; first by rewrite big_nil; apply: hm_ext h0 => w; rewrite big_nil.
by rewrite big_cons; apply: hm_ext (hm_add (h i) IH) => w; rewrite big_cons.
Qed.
End Linear.

(* ---------- moments by cumulants ---------- *)
Section Moments.
Variables (F : numFieldType) (M : nat -> nat -> F).
Definition EP (s : seq place) := \prod_(p <- undup s) M p.1 (count_mem p s).
Definition Mo t a := if a is 0%N then 1 else M t a.
Lemma EP_perm s t : perm_eq s t -> EP s = EP t.
Proof.
move=> h; rewrite /EP (perm_big _ (perm_undup (perm_mem h))) /=.
by apply: eq_bigr => p _; rewrite (permP h).
Qed.
Lemma EP_block p a s : p \notin s -> EP (nseq a p ++ s) = Mo p.1 a * EP s.
Proof.
case: a => [|a] ns; first by rewrite mul1r.
have e : undup (nseq a.+1 p ++ s) = p :: undup s.
  elim: a => [|a IH] /=; first by rewrite (negbTE ns).
  by rewrite -cat_cons -[nseq a.+1 p]/(p :: nseq a p) /= inE eqxx /= in IH *.
rewrite /EP e big_cons count_cat count_nseq /= eqxx mul1n (count_memPn ns) addn0; congr (_ * _).
rewrite big_seq [RHS]big_seq; apply: eq_bigr => q; rewrite mem_undup => qs.
rewrite count_cat count_nseq /=; case: eqP => [e'|] //; by rewrite e' qs in ns.
Qed.
Lemma EP_split p s : EP s = Mo p.1 (count_mem p s) * EP (filter (predC1 p) s).
Proof.
rewrite -(@EP_block p); last by rewrite mem_filter /= eqxx.
apply: EP_perm; rewrite -(perm_filterC (pred1 p) s).
rewrite (_ : filter (pred1 p) s = nseq (count_mem p s) p) ?perm_refl //.
by rewrite -size_filter; apply/all_pred1P; apply: filter_all.
Qed.
(* the block of the first entry is chosen, among the entries of its tensor *)
Fixpoint choices (t : nat) (l : seq place) : seq (seq place * seq place) :=
  if l is x :: l' then
    (if x.1 == t then map (fun br => (x :: br.1, br.2)) (choices t l') else [::])
    ++ map (fun br => (br.1, x :: br.2)) (choices t l')
  else [:: ([::], [::])].
Fixpoint Bin c (f : nat -> nat -> F) : F :=
  if c is c'.+1 then Bin c' (fun k j => f k.+1 j) + Bin c' (fun k j => f k j.+1) else f 0%N 0%N.
Lemma Bin_mul c f (e : F) : Bin c (fun k j => f k j * e) = Bin c f * e.
Proof. by elim: c f => [|c IH] f //=; rewrite !IH mulrDl. Qed.
Lemma choices_sum p l (G : nat -> nat -> seq place -> F) :
  \sum_(br <- choices p.1 l)
     (\prod_(q <- br.1) (q == p)%:R) * G (size br.1) (count_mem p br.2) (filter (predC1 p) br.2)
  = Bin (count_mem p l) (fun k j => G k j (filter (predC1 p) l)).
Proof.
elim: l G => [|x l IH] G; first by rewrite /= big_seq1 big_nil mul1r.
rewrite /= big_cat big_map /=; case: (eqVneq x p) => [->|ne] /=.
  rewrite eqxx big_map -(IH (fun k j r => G k.+1 j r)) -(IH (fun k j r => G k j.+1 r)).
  by congr (_ + _); apply: eq_bigr => br _; rewrite ?big_cons ?eqxx ?mul1r.
rewrite [X in X + _]big1_seq => [|br].
  by rewrite add0r -(IH (fun k j r => G k j (x :: r))); apply: eq_bigr => br _.
by case: ifP => // _ /mapP [br' _ ->]; rewrite big_cons (negbTE ne) !mul0r.
Qed.
Lemma EP_cum (kappa : nat -> F) p l :
  Mo p.1 (count_mem p l).+1 = Bin (count_mem p l) (fun k j => kappa k.+1 * Mo p.1 j) ->
  EP (p :: l) = \sum_(br <- choices p.1 l)
    (\prod_(q <- br.1) (q == p)%:R) * (kappa (size br.1).+1 * EP br.2).
Proof.
move=> h.
transitivity (Bin (count_mem p l) (fun k j => kappa k.+1 * Mo p.1 j * EP (filter (predC1 p) l))).
  by rewrite Bin_mul -h (EP_split p) /= eqxx /= add1n.
rewrite -(choices_sum p l (fun k j r => kappa k.+1 * Mo p.1 j * EP r)); apply: eq_bigr => br _.
by rewrite [in RHS](EP_split p) /=; congr (_ * _); rewrite mulrA.
Qed.
Lemma EP0 : EP [::] = 1. Proof. by rewrite /EP big_nil. Qed.
End Moments.

(* ---------- the expansion, as data ---------- *)
Definition term := (coef * seq atom)%type.         (* a coefficient, and deltas and scalars *)
Definition differ (cs : seq (nat * nat)) i j :=
  if lookup i cs is Some a then if lookup j cs is Some b then a != b else false else false.
Fixpoint deltas (cs : seq (nat * nat)) (js ks : seq nat) : option (seq atom) :=
  match js, ks with
  | [::], [::] => Some [::]
  | j :: js', k :: ks' =>
      if differ cs j k then None
      else if deltas cs js' ks' is Some d
           then Some (if j == k then d else (1%N, 0%N, [:: j; k]) :: d) else None
  | _, _ => None end.
Fixpoint all_deltas cs (ks : seq nat) (b : seq place) : option (seq atom) :=
  match b with
  | [::] => Some [::]
  | q :: b' => if deltas cs q.2 ks is Some d then
                 if all_deltas cs ks b' is Some d' then Some (d ++ d') else None else None end.
Definition plain (m : mono) := m.2.1 == [::].
Definition terms_of (e : expr) : seq term :=
  if norm e is Some p then map (fun m : mono => (m.1, m.2.2)) p else [::].
Definition is_plain (e : expr) := if norm e is Some p then all plain p else false.
Section Expansion.
Variables (cs : seq (nat * nat)) (kap : nat -> nat -> seq term).
Fixpoint expand fuel (l : seq place) : seq term :=
  match fuel, l with
  | f.+1, p :: l' => flatten (map (fun br =>
      match kap p.1 (size br.1).+1 with
      | [::] => [::]
      | ks => if all_deltas cs p.2 br.1 is Some d then
                let rest := expand f br.2 in
                flatten (map (fun k : term =>
                  map (fun x : term => (cmul k.1 x.1, d ++ (k.2 ++ x.2))) rest) ks)
              else [::] end) (choices p.1 l'))
  | _, _ => [:: (cone, [::])] end.
Variable q : nat.                                  (* the tensors below it are random *)
Definition is_random (a : atom) := (a.1.1 == 0%N) && (a.1.2 < q)%N.
Definition place_of (a : atom) : place := (a.1.2, a.2).
Definition expect1 (m : mono) : poly :=
  let: (c, (bs, s)) := m in
  let rs := map place_of (filter is_random s) in
  map (fun x : term => (cmul c x.1, (bs, x.2 ++ filter (predC is_random) s)))
      (expand (size rs) rs).
Definition expect (p : poly) : poly := flatten (map expect1 p).
Definition fits1 (fr : binders) (rng : seq (seq nat)) (degs : seq nat) (m : mono) :=
  let: (_, (bs, s)) := m in
  let rs := map place_of (filter is_random s) in
  [&& proper fr bs,
      all (fun p : place => (size p.2 == size (nth [::] rng p.1)) &&
         all (fun jn => lookup jn.1 (bs ++ fr) == Some jn.2) (zip p.2 (nth [::] rng p.1))) rs
    & all (fun p : place => count (fun p' => p'.1 == p.1) rs < nth 0 degs p.1)%N rs].
End Expansion.
Fixpoint BinE c (f : nat -> nat -> expr) : expr :=
  if c is c'.+1 then Add (BinE c' (fun k j => f k.+1 j)) (BinE c' (fun k j => f k j.+1))
  else f 0%N 0%N.
Definition at_of (ls : seq (seq expr)) t a := nth (Num 0) (nth [::] ls t) a.
Definition cumulants_of (kex : seq (seq expr)) t a := terms_of (at_of kex t a).
Definition moE (lex : seq (seq expr)) t a := if a is 0%N then Num 1 else at_of lex t a.
(* the cumulants are those of the moments *)
Definition fit_cumulants k (lex kex : seq (seq expr)) :=
  all (fun t => all (fun a =>
      decide k 0 (moE lex t a.+1) (BinE a (fun i j => Mul (at_of kex t i.+1) (moE lex t j))))
    (iota 0 (size (nth [::] lex t)).-1)) (iota 0 (size lex))
  && all (all is_plain) kex.
Definition expected k cs (lex kex : seq (seq expr)) (rng : seq (seq nat)) (e : expr) :
    option poly :=
  if norm e is Some p then
    if [&& fit_cumulants k lex kex, all (fun c => c.1 \in bv (free_ k)) cs, size rng == size lex
         & all (fits1 (size rng) (free_ k) rng (map size lex)) p]
    then Some (expect cs (cumulants_of kex) (size rng) p) else None
  else None.
Definition decide_mean k cs lex kex rng (e rhs : expr) : bool :=
  if expected k cs lex kex rng e is Some p then
    if norm rhs is Some p' then is0 (round k (p ++ oppp p')) else false else false.
Definition decide_same k cs lex kex rng (e e' : expr) : bool :=
  if expected k cs lex kex rng e is Some p then
    if expected k cs lex kex rng e' is Some p' then is0 (round k (p ++ oppp p')) else false
  else false.

(* ---------- its soundness ---------- *)
Definition consts (cs : seq (nat * nat)) (r : env) := forall j a, lookup j cs = Some a -> r j = a.
Lemma consts_nth (vs : seq nat) : consts (zip (iota 0 (size vs)) vs) (nth 0%N vs).
Proof.
move=> j a; rewrite -[X in zip (iota X _)](addn0 0%N).
suff h m : lookup j (zip (iota m (size vs)) vs) = Some a -> (m <= j)%N /\ nth 0%N vs (j - m) = a.
  by case/h; rewrite subn0.
elim: vs m => [|v vs IH] m //=; case: (eqVneq m j) => [-> [<-]|ne /IH [h1 <-]].
  by rewrite leqnn subnn.
split; first exact: ltnW.
by rewrite -[X in nth _ _ X = _](subnSK h1).
Qed.
Section Sound.
Variables (F : numFieldType) (sz : nat -> nat) (T0 : nat -> seq nat -> F).
Notation eval := (eval sz T0). Notation pr := (pr sz T0). Notation pval := (pval sz T0).
Notation mval := (mval sz T0). Notation msum := (msum sz).
Definition tval (x : term) r : F := cv F x.1 * pr x.2 r.
Lemma deltas_sound cs js ks r : consts cs r ->
  (map r js == map r ks)%:R = (if deltas cs js ks is Some d then pr d r else 0).
Proof.
move=> hc; elim: js ks => [|j js IH] [|k ks] //=; first by rewrite /IndexSums.pr big_nil.
rewrite eqseq_cons -mulnb natrM IH /differ.
have h (d : option (seq atom)) : (r j == r k)%:R * (if d is Some s then pr s r else 0) =
  (if d is Some d' then pr (if j == k then d' else (1%N, 0%N, [:: j; k]) :: d') r else 0).
  case: d => [d|]; last by rewrite mulr0.
  case: (eqVneq j k) => [->|_]; first by rewrite eqxx mul1r.
  by rewrite /IndexSums.pr big_cons.
case Lj: lookup => [a|]; last by case: deltas (h (deltas cs js ks)).
case Lk: lookup => [b|]; last by case: deltas (h (deltas cs js ks)).
case: (eqVneq a b) => [_|ne] /=; first by case: deltas (h (deltas cs js ks)).
by rewrite (hc _ _ Lj) (hc _ _ Lk) (negbTE ne) mul0r.
Qed.
Definition at_ (r : env) (p : place) : place := (p.1, map r p.2).
Lemma all_deltas_sound cs t ks b r : consts cs r -> all (fun q : place => q.1 == t) b ->
  \prod_(q <- map (at_ r) b) (q == at_ r (t, ks))%:R
  = (if all_deltas cs ks b is Some d then pr d r else 0).
Proof.
move=> hc; elim: b => [|x b IH] /=; first by rewrite big_nil /IndexSums.pr big_nil.
case/andP=> /eqP ht /IH e; rewrite big_cons {}e xpair_eqE ht eqxx /= (deltas_sound _ _ hc).
case: deltas => [d|]; last by rewrite mul0r.
by case: all_deltas => [d'|]; rewrite ?mulr0 // /IndexSums.pr big_cat.
Qed.
Lemma choices_map r t l : choices t (map (at_ r) l)
  = map (fun br => (map (at_ r) br.1, map (at_ r) br.2)) (choices t l).
Proof.
elim: l => [|x l IH] //=; rewrite IH map_cat -!map_comp; congr (_ ++ _).
by case: ifP => // _; rewrite -!map_comp.
Qed.
Lemma choicesP t l br : br \in choices t l ->
  all (fun q : place => q.1 == t) br.1 /\ subseq br.2 l.
Proof.
elim: l br => [|x l IH] br /=; first by rewrite inE => /eqP ->.
rewrite mem_cat; case/orP.
  case: ifP => // hx /mapP [c /IH [h1 h2] ->] /=; rewrite hx h1; split=> //.
  exact: subseq_trans h2 (subseq_cons _ _).
by case/mapP => c /IH [h1 h2] -> /=; rewrite eqxx.
Qed.
Lemma products_sum (ks rest : seq term) d r :
  \sum_(x <- flatten (map (fun k : term =>
     map (fun x : term => (cmul k.1 x.1, d ++ (k.2 ++ x.2))) rest) ks)) tval x r
  = pr d r * ((\sum_(k <- ks) tval k r) * \sum_(x <- rest) tval x r).
Proof.
rewrite big_flatten big_map mulr_suml mulr_sumr; apply: eq_bigr => k _.
rewrite big_map !mulr_sumr; apply: eq_bigr => x _.
rewrite /tval /= cvM /IndexSums.pr !big_cat /=.
by rewrite [in RHS]mulrACA [RHS]mulrCA.
Qed.
Section Laws.
Variables (M : nat -> nat -> F) (cs : seq (nat * nat)) (kap : nat -> nat -> seq term).
Variable deg : nat -> nat.
Definition kval t a r := \sum_(x <- kap t a) tval x r.
Variable r : env.
Hypothesis hc : consts cs r.
Hypothesis kapE : forall t a, (a.+1 < deg t)%N ->
  Mo M t a.+1 = Bin a (fun i j => kval t i.+1 r * Mo M t j).
Lemma expand_sound f l : (size l <= f)%N ->
  all (fun p : place => count (fun p' => p'.1 == p.1) l < deg p.1)%N l ->
  \sum_(x <- expand cs kap f l) tval x r = EP M (map (at_ r) l).
Proof.
elim: f l => [|f IH] [|p l] // hf hd;
  rewrite ?EP0 ?big_seq1 /tval /= ?cv1 ?mul1r /IndexSums.pr ?big_nil //.
rewrite -/(pr _ _) (@EP_cum _ _ (fun a => kval p.1 a r)); last first.
  apply: kapE; apply: leq_ltn_trans (allP hd p (mem_head _ _)).
  rewrite /= eqxx add1n ltnS count_map; apply: sub_count => x /=.
  by rewrite xpair_eqE => /andP [].
rewrite choices_map big_map big_flatten /= big_map.
rewrite big_seq [RHS]big_seq; apply: eq_bigr => br hb.
have [h1 h2] := choicesP hb.
rewrite -/(at_ r p).
have -> : at_ r p = at_ r (p.1, p.2) by [].
rewrite (all_deltas_sound _ hc h1) size_map.
have e : EP M (map (at_ r) br.2) = \sum_(x <- expand cs kap f br.2) tval x r.
  rewrite IH //; first by apply: leq_trans (size_subseq h2) hf.
  apply/allP => x hx; have := allP hd x.
  rewrite inE (mem_subseq h2 hx) orbT => /(_ isT); apply: leq_ltn_trans.
  by apply: leq_trans (leq_count_subseq _ h2) _; rewrite /= leq_addl.
rewrite e /kval; case: (kap _ _) => [|k ks]; first by rewrite !big_nil mul0r mulr0.
case: all_deltas => [d|]; last by rewrite big_nil mul0r.
exact: (products_sum (k :: ks)).
Qed.
End Laws.
Lemma terms_sound e r : is_plain e -> \sum_(x <- terms_of e) tval x r = eval e r.
Proof.
rewrite /is_plain /terms_of; case N: norm => [p|] // hp; rewrite (norm_sound sz T0 r N) big_map.
rewrite /IndexSums.pval; elim: p hp {N} => [|[c [bs s]] p IH] /=; first by rewrite !big_nil.
by case/andP=> /eqP /= -> /IH IHe; rewrite !big_cons IHe.
Qed.
Lemma BinE_sound a f r : eval (BinE a f) r = Bin a (fun i j => eval (f i j) r).
Proof. by elim: a f => [|a IH] f //=; rewrite !IH. Qed.
Lemma eq_Bin a (f g : nat -> nat -> F) : (forall i j, f i j = g i j) -> Bin a f = Bin a g.
Proof. by elim: a f g => [|a IH] f g h //=; congr (_ + _); apply: IH. Qed.

Variables (W : Type) (E : expectation F W) (X : place -> W -> F).
Variables (lex kex : seq (seq expr)) (rng : seq (seq nat)) (cs : seq (nat * nat)) (k : known).
Hypothesis K : holds sz T0 k.
Variables (laws : seq (seq F)) (dims : seq (seq nat)).
Hypothesis lawsE : forall r, laws = map (map (fun e => eval e r)) lex.
Hypothesis dimsE : dims = map (map sz) rng.
Hypothesis I : independent E X laws dims.
Definition with_random (w : W) t js : F := if (t < size rng)%N then X (t, js) w else T0 t js.
Let M t a := nth 0 (nth [::] laws t) a.
Lemma M_eval t a r : M t a = eval (at_of lex t a) r.
Proof.
rewrite /M /at_of (lawsE r); case: (ltnP t (size lex)) => ht; last first.
  by rewrite !(nth_default [::]) ?size_map // !nth_nil.
rewrite (nth_map [::]) //; case: (ltnP a (size (nth [::] lex t))) => ha.
  by rewrite (nth_map (Num 0)).
by rewrite (nth_default 0) ?size_map // (nth_default (Num 0)) // /=.
Qed.
Let has0 : has_mean E (fun=> 0) 0.
Proof. exact: hm_0 (I (s := [::]) isT isT). Qed.
Lemma hm_msum bs (G : env -> W -> F) (g : env -> F) r : uniq (bv bs) ->
  (forall r', (forall b, b \in bs -> (r' b.1 < sz b.2)%N) ->
     (forall j, j \notin bv bs -> r' j = r j) -> has_mean E (G r') (g r')) ->
  has_mean E (fun w => msum bs (fun r' => G r' w) r) (msum bs g r).
Proof.
elim: bs r => [|[i n] bs IH] r /= U h; first exact: h.
case/andP: U => ni U.
apply: (hm_sum (index_enum _) has0) => v; apply: IH => // r' h1 h2.
apply: h => [b|j]; last by rewrite inE negb_or => /andP [k1 k2]; rewrite h2 // /upd (negbTE k1).
rewrite inE => /orP [/eqP->|]; last exact: h1.
by rewrite /= h2 // /upd eqxx.
Qed.
Lemma free_kept fr bs r r' : in_range sz fr r -> proper fr bs ->
  (forall j, j \notin bv bs -> r' j = r j) -> in_range sz fr r'.
Proof.
move=> R1 /andP [_ /hasPn D] h b hb; rewrite h ?R1 //; apply/negP => /D; by rewrite (map_f fst hb).
Qed.
Lemma consts_kept fr bs r r' : all (fun c => c.1 \in bv fr) cs -> proper fr bs -> consts cs r ->
  (forall j, j \notin bv bs -> r' j = r j) -> consts cs r'.
Proof.
move=> /allP hf /andP [_ /hasPn D] hc h j a L; rewrite h ?(hc _ _ L) //.
by apply/negP => /D; rewrite (hf _ (lookup_in L)).
Qed.
Lemma cumulants_fit r : fit_cumulants k lex kex -> in_range sz (free_ k) r ->
  forall t a, (a.+1 < nth 0 (map size lex) t)%N ->
  Mo M t a.+1 = Bin a (fun i j => kval (cumulants_of kex) t i.+1 r * Mo M t j).
Proof.
case/andP=> /allP h hp R1 t a ha.
have ht : (t < size lex)%N by rewrite ltnNge; apply: contraL ha => ?; rewrite nth_default ?size_map.
rewrite (nth_map [::]) // in ha.
have moE_ b : eval (moE lex t b) r = Mo M t b.
  by case: b => [|b] //; rewrite /moE /Mo (M_eval _ _ r).
have h1 := h t; rewrite mem_iota /= add0n in h1.
have := h1 ht; move/allP/(_ a); rewrite mem_iota /= add0n => h'.
have /h' : (a < (size (nth [::] lex t)).-1)%N by rewrite -ltnS prednK //; apply: leq_trans ha.
move/(decide_sound K R1); rewrite BinE_sound -M_eval => e; rewrite [LHS]e; apply: eq_Bin => i j.
rewrite /= moE_ /kval /cumulants_of terms_sound // /at_of.
have [hi|hi] := ltnP t (size kex); last by rewrite (nth_default _ hi) nth_nil.
move/(all_nthP [::])/(_ _ hi): hp => hp; have [hj|hj] := ltnP i.+1 (size (nth [::] kex t)).
  exact: (elimT (all_nthP (Num 0)) hp).
by rewrite nth_default.
Qed.
Lemma oppp_sound p r : pval (oppp p) r = - pval p r.
Proof.
by rewrite /IndexSums.pval big_map -sumrN; apply: eq_bigr => m _; rewrite /IndexSums.mval /= cvN mulNr.
Qed.
Lemma sub_sound p p' r : in_range sz (free_ k) r -> is0 (round k (p ++ oppp p')) ->
  pval p r = pval p' r.
Proof.
move=> R1 h0; apply/eqP; rewrite -subr_eq0 -oppp_sound /IndexSums.pval -big_cat /= -/(pval _ r).
by rewrite -(round_sound _ K R1); apply/eqP; exact: is0_sound.
Qed.
Lemma zip_ranges (look : nat -> option nat) r js ns :
  (forall j n, look j = Some n -> (r j < sz n)%N) ->
  all (fun jn => look jn.1 == Some jn.2) (zip js ns) ->
  all (fun jn => (jn.1 < jn.2)%N) (zip (map r js) (map sz ns)).
Proof.
move=> h; elim: js ns => [|j js IH] [|n ns] //= /andP [/eqP /h -> /IH ->] //.
Qed.
Lemma mean_mono r m : (forall t a, (a.+1 < nth 0 (map size lex) t)%N ->
    forall r', in_range sz (free_ k) r' ->
    Mo M t a.+1 = Bin a (fun i j => kval (cumulants_of kex) t i.+1 r' * Mo M t j)) ->
  size rng = size lex -> all (fun c => c.1 \in bv (free_ k)) cs -> consts cs r ->
  in_range sz (free_ k) r -> fits1 (size rng) (free_ k) rng (map size lex) m ->
  has_mean E (fun w => IndexSums.mval sz (with_random w) m r)
    (pval (expect1 cs (cumulants_of kex) (size rng) m) r).
Proof.
case: m => [c [bs s]] hk hs hf hc R1 /and3P [P hr hd]; rewrite /IndexSums.mval /bval /=.
set q := size rng in hr hd *; set rs := map place_of (filter (is_random q) s) in hr hd *.
set rest := filter (predC (is_random q)) s.
have -> : pval (expect1 cs (cumulants_of kex) q (c, (bs, s))) r = cv F c * msum bs (fun r' =>
    pr rest r' * \sum_(x <- expand cs (cumulants_of kex) (size rs) rs) tval x r') r.
  rewrite /IndexSums.pval /expect1 big_map -/rs -/rest msum_scale.
  transitivity (\sum_(x <- expand cs (cumulants_of kex) (size rs) rs)
      msum bs (fun r' => cv F c * (pr rest r' * tval x r')) r).
    apply: eq_bigr => x _; rewrite /IndexSums.mval /bval /= msum_scale; apply: eq_msum => r'.
    rewrite /tval cvM /IndexSums.pr big_cat /=; set a := cv F c; set b := cv F x.1.
    rewrite -mulrA; congr (_ * _); rewrite [RHS]mulrCA; congr (_ * _); exact: mulrC.
  rewrite -msum_sum; apply: eq_msum => r'; by rewrite mulr_sumr mulr_sumr.
apply: hm_scale; have [U _] := andP P; apply: hm_msum => // r' h1 h2.
have R2 := free_kept R1 P h2; have hc2 := consts_kept hf P hc h2.
rewrite (@expand_sound M _ _ _ r' hc2 (fun t a h => hk t a h r' R2)) //.
have random p : p \in rs -> (p.1 < q)%N.
  by case/mapP => a; rewrite mem_filter => /andP [/andP [_ h] _] ->.
apply: hm_ext (hm_scale (pr rest r') (I _ _)).
- move=> w; rewrite /IndexSums.pr [RHS](bigID (is_random q)) /= [LHS]mulrC; congr (_ * _).
    rewrite big_map big_map big_filter; apply: eq_bigr => [[[kd t] js]] /andP [/eqP /= -> /= h].
    by rewrite /with_random h.
  rewrite big_filter; apply: eq_bigr => [[[[|kd] t] js]] //= h.
  by rewrite /with_random; move: h; rewrite /is_random /= => /negbTE ->.
- apply/allP => p /mapP [p0 h0 ->]; have /andP [/eqP h3 h4] := allP hr _ h0.
  rewrite /inside /at_ /= dimsE size_map -/q random //= size_map (nth_map [::]) ?random // size_map h3 eqxx.
  apply: zip_ranges h4 => j n; exact: lookup_range R1 P h1 h2.
- apply/allP => p /mapP [p0 h0 ->]; rewrite (lawsE r) (nth_map [::]); last by rewrite -hs; exact: (random p0 h0).
  rewrite size_map /=; have := allP hd _ h0; rewrite (nth_map [::]); last by rewrite -hs; exact: (random p0 h0).
  apply: leq_ltn_trans; rewrite count_map; apply: sub_count => x /=.
  by rewrite xpair_eqE => /andP [].
Qed.
Lemma expected_sound r e p : consts cs r -> in_range sz (free_ k) r ->
  expected k cs lex kex rng e = Some p ->
  has_mean E (fun w => IndexSums.eval sz (with_random w) e r) (pval p r).
Proof.
move=> hc R1; rewrite /expected; case N: norm => [p0|] //; case: ifP => // /and4P [h1 h2 /eqP h3 h4] [<-].
have hk t a : (a.+1 < nth 0 (map size lex) t)%N -> forall r', in_range sz (free_ k) r' ->
    Mo M t a.+1 = Bin a (fun i j => kval (cumulants_of kex) t i.+1 r' * Mo M t j).
  by move=> ha r' R2; apply: cumulants_fit.
apply: (hm_ext (f := fun w => IndexSums.pval sz (with_random w) p0 r)).
  by move=> w; rewrite (norm_sound sz (with_random w) r N).
rewrite /IndexSums.pval /expect.
elim: p0 h4 {N} => [|m p0 IH] /=.
  by rewrite big_nil => _; apply: hm_ext has0 => w; rewrite big_nil.
case/andP=> f1 /IH IHp; rewrite big_cat /=.
apply: hm_ext (hm_add (mean_mono hk h3 h2 hc R1 f1) IHp) => w; by rewrite big_cons.
Qed.
Theorem decide_mean_sound r e rhs : consts cs r -> in_range sz (free_ k) r ->
  decide_mean k cs lex kex rng e rhs ->
  has_mean E (fun w => IndexSums.eval sz (with_random w) e r) (eval rhs r).
Proof.
move=> hc R1; rewrite /decide_mean; case X1: expected => [p|] //; case N: norm => [p'|] // h0.
by have := expected_sound hc R1 X1; rewrite (sub_sound R1 h0) -(norm_sound sz T0 r N).
Qed.
Theorem decide_same_sound r e e' : consts cs r -> in_range sz (free_ k) r ->
  decide_same k cs lex kex rng e e' ->
  same_mean E (fun w => IndexSums.eval sz (with_random w) e r)
              (fun w => IndexSums.eval sz (with_random w) e' r).
Proof.
move=> hc R1; rewrite /decide_same; case X1: expected => [p|] //; case X2: expected => [p'|] // h0.
have [i1 h1] := expected_sound hc R1 X1; have [i2 h2] := expected_sound hc R1 X2.
by split=> //; rewrite h1 h2; exact: sub_sound h0.
Qed.
End Sound.

(* ---------- where a mean is least ---------- *)
Lemma least_of_quadratic (F : realFieldType) (W : Type) (E : expectation F W) (f : F -> W -> F)
    (a b c x : F) :
  (forall y, has_mean E (f y) (a * (y * y) - 2%:R * b * y + c)) -> 0 < a -> a * x = b ->
  least E f x.
Proof.
move=> h ha hx; split=> [y|y ne]; first by case: (h y).
case: (h y) => _ ->; case: (h x) => _ ->; rewrite -hx -subr_gt0.
rewrite [X in 0 < X](_ : _ = a * ((y - x) * (y - x))); last by ring.
by rewrite mulr_gt0 // -expr2 exprn_even_gt0 //= subr_eq0.
Qed.

(* ---------- a model: laws on finitely many values ---------- *)
Fixpoint all_indices (ns : seq nat) : seq (seq nat) :=
  if ns is n :: ns' then [seq j :: js | j <- iota 0 n, js <- all_indices ns'] else [:: [::]].
Definition all_places (dims : seq (seq nat)) : seq place :=
  flatten [seq [seq (t, js) | js <- all_indices (nth [::] dims t)] | t <- iota 0 (size dims)].
Lemma mem_indices ns js : size js == size ns ->
  all (fun jn => (jn.1 < jn.2)%N) (zip js ns) -> js \in all_indices ns.
Proof.
elim: ns js => [|n ns IH] [|j js] //= hs /andP [hj /IH h].
by apply: allpairs_f; [rewrite mem_iota | exact: h].
Qed.
Lemma mem_places dims p : inside dims p -> p \in all_places dims.
Proof.
case: p => t js /and3P [/= h1 h2 h3]; apply/flattenP.
exists [seq (t, js) | js <- all_indices (nth [::] dims t)]; last by apply: map_f; exact: mem_indices.
by apply/mapP; exists t; rewrite // mem_iota.
Qed.
Section Model.
Variables (F : numFieldType) (dims : seq (seq nat)) (T : finType) (orders : seq nat).
Variables (weight value : nat -> T -> F).          (* for each tensor, of each of the values *)
Hypothesis weight1 : forall t, \sum_x weight t x = 1.
Let I : finType := [finType of seq_sub (all_places dims)].
Definition moment t a := \sum_x weight t x * value t x ^+ a.
Definition drawn : finType := [finType of {ffun I -> T}].
Definition weight_of (w : drawn) := \prod_i weight (val i).1 (w i).
Program Definition finite_mean : expectation F drawn :=
  @Expectation F drawn (fun=> True) (fun f => \sum_w weight_of w * f w) _ _ _.
Next Obligation. by split=> //; apply: eq_bigr => w _; rewrite H. Qed.
Next Obligation. by split=> //; rewrite -big_split; apply: eq_bigr => w _; rewrite mulrDr. Qed.
Next Obligation. by split=> //; rewrite mulr_sumr; apply: eq_bigr => w _; rewrite mulrCA. Qed.
Definition finite_entry (p : place) (w : drawn) : F :=
  if insub p is Some i then value p.1 (w i) else 0.
Definition finite_laws := mkseq (fun t => mkseq (moment t) (nth 0%N orders t)) (size dims).
Theorem finite_model : independent finite_mean finite_entry finite_laws dims.
Proof.
move=> s hs hc; split=> //=.
have [s' es] : exists s' : seq I, s = map val s'.
  elim: s hs {hc} => [|p s IH] /=; first by exists [::].
  case/andP=> /mem_places hp /IH [s' ->]; by exists (SeqSub hp :: s').
transitivity (\prod_(i : I) moment (val i).1 (count_mem i s')).
  rewrite /moment bigA_distr_bigA; apply: eq_bigr => w _; rewrite big_split /=; congr (_ * _).
  rewrite es big_map -prodr_undup_exp_count (big_uniq _ (undup_uniq s')) big_mkcond /=.
  rewrite [RHS](eq_bigr (fun i => if i \in undup s' then
     finite_entry (val i) w ^+ count_mem i s' else 1)) // => i _.
  rewrite mem_undup /finite_entry valK; case: ifP => // /negbT /count_memPn ->; exact: expr0.
rewrite [LHS](bigID (fun i => i \in undup s')) /= [X in _ * X]big1 ?mulr1 => [|i].
  rewrite -(big_uniq _ (undup_uniq s')) /= es undup_map_inj ?big_map; last exact: val_inj.
  rewrite [LHS]big_seq [RHS]big_seq; apply: eq_bigr => i hi.
  rewrite count_map (eq_count (a2 := pred1 i)); last by move=> j; exact: (inj_eq val_inj).
  have hp : val i \in s by rewrite es map_f // -mem_undup.
  have := allP hc _ hp; have /and3P [ht _ _] := allP hs _ hp.
  rewrite /finite_laws nth_mkseq // size_mkseq => hcount; rewrite nth_mkseq //.
  by move: hcount; rewrite es count_map (eq_count (a2 := pred1 i)) // => j; exact: (inj_eq val_inj).
rewrite mem_undup => /count_memPn ->; rewrite /moment -[RHS](weight1 (val i).1).
by apply: eq_bigr => x _; rewrite expr0 mulr1.
Qed.
End Model.

(* ---------- what proofs use ---------- *)
Ltac places_in_ranges :=
  let b := fresh "b" in
  move=> b; rewrite /= ?inE; do ? [case/orP]; do ? [move/eqP => -> /=];
  first [done | assumption
        | match goal with
          | H : is_true (_ <= _%:R) |- _ => by move: H; rewrite ler_nat
          | H : is_true (1 <= ?n)%N |- is_true (0 < ?n)%N => exact: H
          end].
Ltac nonnegative :=
  solve [repeat first
    [ assumption | exact: ler0n | exact: ler01 | (apply: ltW; assumption)
    | by rewrite subr_ge0 ler1n | by rewrite subr_ge0 | by rewrite subr_ge0 ler_nat
    | by rewrite invr_ge0 ler0n | apply: mulr_ge0 | apply: exprn_ge0 | apply: addr_ge0 ]].
Ltac positive :=
  solve [repeat first
    [ assumption | exact: ltr01 | by rewrite ltr0n | apply: mulr_gt0 | apply: exprn_gt0
    | by rewrite invr_gt0 ltr0n | by rewrite invr_gt0
    | (apply: ltr_paddr; [nonnegative|]) | apply: addr_gt0 ]].
(* not 0, as what a hypothesis says to be positive, written in another way *)
Ltac not_zero :=
  first
    [ by rewrite pnatr_eq0
    | apply: lt0r_neq0; positive
    | match goal with
      | H : is_true (0 < ?e) |- is_true (?x != 0) =>
          first [ rewrite (_ : x = e); [apply: lt0r_neq0; exact: H | ring]
                | rewrite (_ : x = 2%:R * e); [apply: lt0r_neq0; positive | ring] ]
      end ].
Ltac field_of_numbers := solve [ring | field; repeat (apply/andP; split); not_zero].
