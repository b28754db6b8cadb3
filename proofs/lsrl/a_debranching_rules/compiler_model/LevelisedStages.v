(* The stages: what each computes was not computed, and what it needs was; all are there after at most
   five stages for two levels. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import LsrlPrograms Levelised LevelisedReader.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Section Staging.
Variable N : numbers.
Local Notation row := (row N).
Local Notation form := (form N).
Local Notation atoms := (atoms N).
Variables (s : atoms) (outs : seq form).
Hypothesis W : wf s.
Hypothesis Wout : forall f j, List.In f outs -> j \in keys f.1 -> j < size s.
(* ---------- what is needed ---------- *)
Lemma deps_small k : k < size s -> all (fun j => j < size s) (deps (at_ s k)).
Proof.
move=> hk; have := W hk; rewrite /wf1 /deps; case: (at_ s k) => [|f|f g|b r f c] //=.
- by rewrite !cats0 => H; apply/allP=> j /H [h _]; exact: ltn_trans hk.
- by rewrite !cats0 all_cat => -[H1 H2]; apply/andP; split; apply/allP=> j; [move/H1|move/H2] => -[h _]; exact: ltn_trans hk.
rewrite cats0 all_cat => -[hb H1 H2 _]; apply/andP; split; apply/allP=> j.
  by move/H1=> [h _]; exact: (ltn_trans (leq_trans h hb)).
by case/H2.
Qed.
Local Notation b := (needed s outs).
Lemma needed_closed : closed s outs b.
Proof.
rewrite /needed; case: ifP => // _; rewrite /closed size_nseq leqnn andbT.
apply/andP; split.
  apply/allP=> k _; apply/implyP; rewrite nth_nseq; case: ifP => // hk _.
  by apply: sub_all (deps_small hk) => j h; rewrite nth_nseq h.
have : forall f, List.In f outs -> all (nth false (nseq (size s) true)) (keys f.1).
  by move=> f hf; apply/allP=> j /(Wout hf) h; rewrite nth_nseq h.
by elim: (outs) => [|f l IH] //= H; rewrite H ?IH //; [move=> g hg; apply: H; right | left].
Qed.
Lemma needed_small k : nth false b k -> k < size s.
Proof.
case/and3P: needed_closed => _ _ h hk; apply: leq_trans h.
by rewrite ltnNge; apply/negP=> h'; rewrite nth_default in hk.
Qed.
Lemma needed_deps k j : nth false b k -> j \in deps (at_ s k) -> nth false b j.
Proof.
move=> hk hj; have hs := needed_small hk.
case/and3P: needed_closed => /allP /(_ k) h _ _; move: h; rewrite mem_iota hs => /(_ isT).
by rewrite hk => /allP; apply.
Qed.
Lemma needed_outs f j : List.In f outs -> j \in keys f.1 -> nth false b j.
Proof.
case/and3P: needed_closed => _ h _; move: h; move: b => b0.
elim: outs => [|g l IH] //= /andP [/allP h1 h2] [<-|hf]; first exact: h1.
exact: IH.
Qed.
(* ---------- units ---------- *)
Definition start (u : unit_) : nat := head 0 (members u).
Definition lev (u : unit_) : nat := level s (start u).
Definition unit_ok (u : unit_) : Prop :=
  [/\ forall k, k \in members u -> [/\ nth false b k, ~~ is_token (at_ s k), kind_of (at_ s k) = ukind u
                                     & level s k = lev u],
      forall k f j, k \in members u -> List.In f (operands (at_ s k)) -> j \in keys f.1 -> j \in needs u,
      forall j, j \in needs u -> [/\ nth false b j, j < start u & level s j < lev u],
      forall k j b' r f c, k \in members u -> at_ s k = State b' r f c -> j \in keys r -> j \in members u
    & start u \in members u /\ forall k, k \in members u -> start u <= k].
Lemma mates_same k j : j \in mates s b k -> nth false b k -> mates s b j = mates s b k.
Proof.
rewrite {1 3}/mates; case E: (at_ s k) => [|f|f g|b' r f c]; try by rewrite inE => /eqP ->; rewrite /mates E.
rewrite mem_filter => /andP [/andP [_ h] _] _; rewrite /mates; case: (at_ s j) h => // b'' r' f' c' /eqP ->.
by [].
Qed.
Lemma in_uses ks j : j \in uses_of s ks ->
  exists k f, [/\ k \in ks, List.In f (operands (at_ s k)) & j \in keys f.1].
Proof.
rewrite /uses_of => /flattenP [l /mapP [k hk ->]].
have : forall fs : seq form, j \in flatten (map (fun f => keys f.1) fs) -> exists2 f, List.In f fs & j \in keys f.1.
  elim=> [|f fs IH] //=; rewrite mem_cat => /orP [h|/IH [g h1 h2]]; first by exists f; auto.
  by exists g; auto.
by move=> H /H [f h1 h2]; exists k, f.
Qed.
Lemma uses_in ks k f j : k \in ks -> List.In f (operands (at_ s k)) -> j \in keys f.1 -> j \in uses_of s ks.
Proof.
move=> hk hf hj; apply/flattenP; exists (flatten (map (fun f => keys f.1) (operands (at_ s k)))).
  by apply/mapP; exists k.
elim: (operands _) hf => [|g fs IH] //= [->|/IH h]; rewrite mem_cat ?hj ?h ?orbT //.
Qed.
Lemma in_deps k f j : List.In f (operands (at_ s k)) -> j \in keys f.1 -> j \in deps (at_ s k).
Proof.
move=> hf hj; rewrite /deps mem_cat; apply/orP; left.
elim: (operands _) hf => [|g fs IH] //= [->|/IH h]; rewrite mem_cat ?hj ?h ?orbT //.
Qed.
Lemma head_least (p : pred nat) m n k j : k = head k [seq i <- iota m n | p i] ->
  j \in [seq i <- iota m n | p i] -> k <= j.
Proof.
have := sorted_filter ltn_trans p (iota_ltn_sorted m n).
case: (filter _ _) => [|a l] //= h -> ; rewrite inE => /orP [/eqP -> //|hj].
by apply: ltnW; have /allP := order_path_min ltn_trans h; apply.
Qed.
Definition is_head k := [&& nth false b k, ~~ is_token (at_ s k) & k == head k (mates s b k)].
Definition unit_at k h := Unit (kind_of (at_ s k)) (mates s b k) (uses_of s (mates s b k)) h.
Lemma in_mates k : nth false b k -> k \in mates s b k.
Proof.
move=> h; rewrite /mates; case E: (at_ s k) => [|?|? ?|b' r f c]; rewrite ?inE //.
by rewrite mem_filter h E eqxx mem_iota (needed_small h).
Qed.
Lemma start_at k h : is_head k -> start (unit_at k h) = k.
Proof.
case/and3P=> hk _ /eqP e; rewrite /start /=; have := in_mates hk.
by move: e; case: (mates s b k) => //= a l ->.
Qed.
Lemma unit_at_ok k h : is_head k -> unit_ok (unit_at k h).
Proof.
move=> H; have st := start_at h H; case/and3P: (H) => hk ht /eqP he.
have M j : j \in mates s b k -> [/\ nth false b j, ~~ is_token (at_ s j),
    kind_of (at_ s j) = kind_of (at_ s k), level s j = level s k & k <= j].
  move=> hj.
  move: hj he; rewrite /mates; case E: (at_ s k) => [|?|? ?|b' r f c].
  1-3: by rewrite inE => /eqP ->; rewrite hk ht leqnn E.
  move=> hj he; have hkj : k <= j by exact: head_least he hj.
  move: hj; rewrite mem_filter => /andP [/andP [hb hs]]; rewrite mem_iota => /andP [_ hj].
  have := W (needed_small hk); rewrite /wf1 E => -[_ _ _ /(_ j hj)]; move: hs.
  by case: (at_ s j) => // ? ? ? ? -> /(_ isT).
split; rewrite /= ?st /lev ?st.
- by move=> j /M [h1 h2 h3 h4 _].
- by move=> j f i hj hf hi; exact: uses_in hj hf hi.
- move=> j /in_uses [i [f [hi hf hj]]]; have [h1 h2 h3 h4 h5] := M i hi.
  split; first by apply: needed_deps h1 _; exact: in_deps hf hj.
    move: hi; rewrite /mates; case E: (at_ s k) => [|?|? ?|b' r f' c].
    1-3: rewrite inE => /eqP e; subst i; have := W (needed_small h1); rewrite /wf1 E; rewrite E in hf.
    + by [].
    + by case: hf => [->|//] /(_ j hj) [].
    + by case: hf => [->|[->|//]] [H1 H2]; [case: (H1 j hj)|case: (H2 j hj)].
    rewrite mem_filter => /andP [/andP [_ hs] _].
    have := W (needed_small h1); rewrite /wf1; case: (at_ s i) hs hf => // b'' r'' f'' c'' /eqP -> [->|//].
    case=> _ /(_ j hj) [hjb _] _ _; have := W (needed_small hk); rewrite /wf1 E => -[hb _ _ _].
    exact: leq_trans hjb hb.
  rewrite -h4; have := W (needed_small h1); rewrite /wf1; case: (at_ s i) hf => [|f1|f1 g1|b1 r1 f1 c1] /=.
  + by [].
  + by case=> [->|//] /(_ j hj) [].
  + by case=> [->|[->|//]] [H1 H2]; [case: (H1 j hj)|case: (H2 j hj)].
  + by case=> [->|//] [_ /(_ j hj) []].
- move=> j i b' r f c hj E hi; have [h1 _ _ _ _] := M j hj.
  rewrite -(mates_same hj hk) /mates E mem_filter mem_iota.
  have := W (needed_small h1); rewrite /wf1 E => -[_ _ /(_ i hi) [hs hb'] _].
  rewrite hs andbT (needed_deps h1) /=; last by rewrite E /deps /= mem_cat hi orbT.
  by case: (at_ s i) hb' => // ? ? ? ? ->; rewrite eqxx.
by split; [exact: in_mates | move=> j /M []].
Qed.
End Staging.

Section Staging.
Variable N : numbers.
Local Notation row := (row N).
Local Notation form := (form N).
Local Notation atoms := (atoms N).
Variables (s : atoms) (outs : seq form).
Hypothesis W : wf s.
Hypothesis Wout : forall f j, List.In f outs -> j \in keys f.1 -> j < size s.
Local Notation b := (needed s outs).
Local Notation unit_ok := (unit_ok s outs).
Local Notation lev := (lev s).
(* ---------- valid stages ---------- *)
Definition ops_in (k : nat) (there : seq nat) : Prop :=
  forall f j, List.In f (operands (at_ s k)) -> j \in keys f.1 -> j \in there.
Fixpoint ordered (there ks : seq nat) : Prop :=
  if ks is k :: ks' then ops_in k there /\ ordered (k :: there) ks' else True.
Definition stage_ok (done : seq nat) (t : stage) : Prop :=
  (forall k, k \in t.2 -> [/\ k < size s, ~~ is_token (at_ s k) & kind_of (at_ s k) = t.1]) /\
  if t.1 is KState then ordered done t.2 /\
    (forall k j b' r f c, k \in t.2 -> at_ s k = State b' r f c -> j \in keys r -> j \in t.2)
  else forall k, k \in t.2 -> ops_in k done.
Fixpoint valid (done : seq nat) (ss : seq stage) : Prop :=
  if ss is t :: ss' then stage_ok done t /\ valid (t.2 ++ done) ss'
  else forall f j, List.In f outs -> j \in keys f.1 -> j \in done.
Lemma ordered_sub there there' ks : {subset there <= there'} -> ordered there ks -> ordered there' ks.
Proof.
elim: ks there there' => [|k ks IH] t t' //= H [h1 h2]; split.
  by move=> f j h3 h4; apply: H; exact: h1 h3 h4.
by apply: IH h2 => j; rewrite !inE => /orP [->|/H ->]; rewrite ?orbT.
Qed.
Lemma ordered_cat ms ks there : (forall k, k \in ms -> ops_in k there) ->
  ordered (ms ++ there) ks -> ordered there (ms ++ ks).
Proof.
elim: ms there => [|k ms IH] there //= h1 h2; split; first by apply: h1; rewrite inE eqxx.
apply: IH; last by apply: ordered_sub h2 => j; rewrite !(inE, mem_cat) orbCA.
by move=> j hj f i hf hi; rewrite inE (h1 j _ f i hf hi) ?orbT // inE hj orbT.
Qed.
Definition units_ok us : Prop := forall u, List.In u us -> unit_ok u.
Fixpoint inorder (us : seq unit_) : Prop :=
  if us is u :: us' then (forall u' j, List.In u' us' -> j \in members u' -> start u <= j) /\ inorder us'
  else True.
Definition covered (done : seq nat) (us : seq unit_) : Prop :=
  forall k, nth false b k -> k \in done \/ exists u, List.In u us /\ k \in members u.
Lemma is_kindP k l : is_kind k l -> k = l. Proof. by case: k; case: l. Qed.
Definition next_there kd u (there : seq nat) := if kd is KState then members u ++ there else there.
Lemma place_in kd us there u : List.In u us <->
  List.In u (place kd there us).1 \/ List.In u (place kd there us).2.
Proof.
elim: us there => [|a us IH] there /=; first by split=> // [[]].
case: ifP => _.
  by have := IH (next_there kd a there); rewrite /next_there; case: place => c l /= H; split; [case=> [->|/H []]; auto | case=> [[->|h]|h]; auto; right; apply/H; auto].
by have := IH there; case: place => c l /= H; split; [case=> [->|/H []]; auto | case=> [h|[->|h]]; auto; right; apply/H; auto].
Qed.
Lemma place_order kd us there : inorder us -> inorder (place kd there us).2.
Proof.
elim: us there => [|a us IH] there //= [h1 h2]; case: ifP => _.
  by have := IH (next_there kd a there) h2; rewrite /next_there; case: place.
have := IH there h2; have P u := place_in kd us there u; move: P; case: place => c l P /= H; split=> //.
by move=> u' j hu; apply: h1; apply/(P u'); right.
Qed.
Lemma place_kind kd us there u : List.In u (place kd there us).1 -> ukind u = kd.
Proof.
elim: us there => [|a us IH] there //=; case: ifP => [/andP [/is_kindP hk _]|_].
  by have := IH (next_there kd a there); rewrite /next_there; case: place => c l /= H [<-|/H].
by have := IH there; case: place.
Qed.
Lemma mem_flat us k : k \in flatten (map members us) <-> exists u, List.In u us /\ k \in members u.
Proof.
elim: us => [|u us IH] /=; first by split=> // [[? []]].
rewrite mem_cat; split.
  by case/orP=> [h|/IH [u' [h1 h2]]]; [exists u | exists u']; auto.
by case=> u' [[->|h] hk]; rewrite ?hk //; apply/orP; right; apply/IH; exists u'.
Qed.
Lemma place_ops kd us there : units_ok us ->
  let ks := flatten (map members (place kd there us).1) in
  if kd is KState then ordered there ks else forall k, k \in ks -> ops_in k there.
Proof.
have ops u t : unit_ok u -> all (fun j => j \in t) (needs u) -> forall k, k \in members u -> ops_in k t.
  by case=> _ h _ _ _ /allP h2 k hk f j hf hj; apply: h2; exact: h hk hf hj.
elim: us there => [|a us IH] there ok /=; first by case: kd.
have ok' : units_ok us by move=> u hu; apply: ok; right.
case: ifP => [/andP [_ ha]|_]; last by have := IH there ok'; case: place.
have ho := ops a there (ok a (or_introl erefl)) ha.
have := IH (next_there kd a there) ok'; rewrite /next_there; case: (kd); case: place => c l /=.
- exact: ordered_cat.
- by move=> H k; rewrite mem_cat => /orP [/ho|/H].
- by move=> H k; rewrite mem_cat => /orP [/ho|/H].
Qed.
Lemma place_level kd x us there : units_ok us -> inorder us ->
  (forall j, nth false b j -> level s j < x -> j \in there \/ exists u, List.In u us /\ j \in members u) ->
  (forall u, List.In u us -> (ukind u = KState /\ kd = KState) \/ x <= lev u) ->
  forall u, List.In u (place kd there us).2 -> ukind u = kd -> x < lev u.
Proof.
elim: us there => [|a us IH] there //= ok [o1 o2] inv H.
have oka := ok a (or_introl erefl); have ok' : units_ok us by move=> u hu; apply: ok; right.
have H' u : List.In u us -> (ukind u = KState /\ kd = KState) \/ x <= lev u by move=> h; apply: H; right.
case: ifP => [/andP [/is_kindP hk hn]|hno].
  have inv' : forall j, nth false b j -> level s j < x ->
      j \in next_there kd a there \/ exists u, List.In u us /\ j \in members u.
    move=> j hj hx; case: (inv j hj hx) => [h|[u [[<-|hu] hm]]].
    - by left; rewrite /next_there; case: (kd); rewrite ?mem_cat ?h ?orbT.
    - case: (H a (or_introl erefl)) => [[_ ->]|hl]; first by left; rewrite /= mem_cat hm.
      by case: oka => /(_ j hm) [_ _ _ e] _ _ _ _; move: hx; rewrite e ltnNge hl.
    - by right; exists u.
  by have := IH (next_there kd a there) ok' o2 inv' H'; rewrite /next_there; case: place.
have left_ : ukind a = kd -> x < lev a.
  move=> hk; rewrite ltnNge; apply/negP=> hx; move: hno; rewrite hk /is_kind eqxx /= => /negP; apply.
  apply/allP=> j hj; case: oka => _ _ /(_ j hj) [h1 h2 h3] _ [_ le].
  case: (inv j h1 (leq_trans h3 hx)) => // [[u [[e|hu] hm]]].
    by subst u; move: h2; rewrite ltnNge (le j hm).
  by move: h2; rewrite ltnNge (o1 u j hu hm).
have inv' : forall j, nth false b j -> level s j < x ->
    j \in there \/ exists u, List.In u us /\ j \in members u.
  move=> j hj hx; case: (inv j hj hx) => [h|[u [[e|hu] hm]]]; [by left | | by right; exists u].
  subst u; case: oka => /(_ j hm) [_ _ _ e] _ _ _ _; rewrite e in hx.
  case: (H a (or_introl erefl)) => [[e1 e2]|hl]; last by move: hx; rewrite ltnNge hl.
  by have := left_ (etrans e1 (esym e2)); rewrite ltnNge (ltnW hx).
have := IH there ok' o2 inv' H'; case: place => c l /= Q u [<-|hu]; [exact: left_ | exact: Q].
Qed.
(* ---------- what a stage leaves ---------- *)
Definition state_ok done us : Prop := [/\ units_ok us, inorder us & covered done us].
Definition after kd done us := flatten (map members (place kd done us).1) ++ done.
Lemma after_ok kd done us : state_ok done us -> state_ok (after kd done us) (place kd done us).2.
Proof.
case=> h1 h2 h3; split; [by move=> u hu; apply: h1; apply/(place_in kd us done u); right | exact: place_order |].
move=> k /h3 [h|[u [hu hk]]]; first by left; rewrite mem_cat h orbT.
case/(place_in kd us done u): hu => hu; last by right; exists u.
by left; rewrite mem_cat; apply/orP; left; apply/mem_flat; exists u.
Qed.
Lemma staged_valid choose fuel i done us : state_ok done us ->
  let t := staged choose fuel i done us in
  size t.1 <= fuel /\ (t.2 = [::] -> valid done t.1).
Proof.
elim: fuel i done us => [|n IH] i done us ok /=.
  split=> // e; subst us => f j hf hj; case: ok => _ _ C; case: (C j (needed_outs W Wout hf hj)) => [//|[? [[]]]].
case: us ok => [|u us] ok.
  split=> // _ f j hf hj; case: ok => _ _ C; case: (C j (needed_outs W Wout hf hj)) => [//|[? [[]]]].
set k := choose _ _ _; have := after_ok k ok; rewrite /after.
have O := place_ops k done (let: And3 h _ _ := ok in h); have K v := @place_kind k (u :: us) done v.
have P v := place_in k (u :: us) done v.
have [ok1 _ _] := ok.
case: (place k done (u :: us)) O K P => c l /= O K P ok'.
have := IH i.+1 _ _ ok'; case: (staged choose n i.+1 _ l) => ss left /= [sz V].
case: ifP => [/nilP e|_]; first by subst c; split=> [|/V //]; exact: leqW.
split=> // /V V'; split=> //; split=> [k' /mem_flat [u' [hu hk]]|].
  have okc : unit_ok u' by apply: ok1; apply/(P u'); left.
  by case: okc => /(_ k' hk) [h1 h2 h3 _] _ _ _ _; rewrite (needed_small W Wout h1) h2 h3 (K u' hu).
case: (k) O => // O; split=> // k' j b' r f cc /mem_flat [u' [hu hk]] e hj.
have okc : unit_ok u' by apply: ok1; apply/(P u'); left.
by apply/mem_flat; exists u'; split=> //; case: okc => _ _ _ h _; exact: h hk e hj.
Qed.
(* ---------- blocks of kinds ---------- *)
Lemma staged_nil choose n i done : (staged choose n i done [::]).2 = [::]. Proof. by case: n. Qed.
Lemma staged_left choose n i done us : (staged choose n.+1 i done us).2 =
  (staged choose n i.+1 (after (choose i done us) done us) (place (choose i done us) done us).2).2.
Proof.
case: us => [|u us]; first by rewrite /= staged_nil.
have -> : staged choose n.+1 i done (u :: us) =
    (let k := choose i done (u :: us) in let (c, l) := place k done (u :: us) in
     let ks := flatten (map members c) in let (ss, left) := staged choose n i.+1 (ks ++ done) l in
     (if nilp c then ss else (k, ks) :: ss, left)) by [].
by rewrite /after; cbv zeta; case: place => c l; case: staged.
Qed.
Definition over (r p q : nat) us : Prop := forall u, List.In u us ->
  match ukind u with KRelu => r | KMulti => p | KState => q end < lev u.
Lemma letter kd x done us : state_ok done us ->
  (forall u, List.In u us -> (ukind u = KState /\ kd = KState) \/ x <= lev u) ->
  forall u, List.In u (place kd done us).2 -> List.In u us /\ (ukind u = kd -> x < lev u).
Proof.
case=> h1 h2 h3 H u hu; split; first by apply/(place_in kd us done u); right.
by apply: (place_level h1 h2 _ H hu) => j hj _; exact: h3.
Qed.
Lemma letter_relu y p q done us : state_ok done us -> y <= p -> y <= q -> forall r, y <= r -> over r p q us ->
  over y.+1 p q (place KRelu done us).2.
Proof.
move=> ok hp hq r hr H u hu; have [] := @letter KRelu y.+1 done us ok _ u hu.
  by move=> a /H h; right; apply: leq_trans h; case: (ukind a).
by move=> /H; case: (ukind u) => // _ h; exact: h.
Qed.
Lemma letter_multi y r q done us : state_ok done us -> y <= r -> y <= q -> forall p, y <= p -> over r p q us ->
  over r y.+1 q (place KMulti done us).2.
Proof.
move=> ok hp hq p hr H u hu; have [] := @letter KMulti y.+1 done us ok _ u hu.
  by move=> a /H h; right; apply: leq_trans h; case: (ukind a).
by move=> /H; case: (ukind u) => // _ h; exact: h.
Qed.
Lemma letter_state y r p q done us : state_ok done us -> y <= r -> y <= p -> over r p q us ->
  over r p y.+1 (place KState done us).2.
Proof.
move=> ok hr hp H u hu; have [] := @letter KState y.+1 done us ok _ u hu.
  by move=> a /H; case: (ukind a) => h; [left | right; apply: leq_trans h | right; apply: leq_trans h].
by move=> /H; case: (ukind u) => // _ h; exact: h.
Qed.
Lemma three_letters n i done us y : i %% 5 = 0 -> state_ok done us -> over y y y us -> exists done' us',
  [/\ state_ok done' us', over y.+1 y.+1 y.+2 us' &
    (staged in_blocks (3 + n) i done us).2 = (staged in_blocks n (3 + i) done' us').2].
Proof.
move=> hi ok H; have e j d u : in_blocks (j + i) d u = nth KRelu block (j %% 5).
  by rewrite /in_blocks -modnDmr hi addn0.
have ok1 := after_ok KRelu ok; have H1 := letter_relu ok (leqnn y) (leqnn y) (leqnn y) H.
have ok2 := after_ok KMulti ok1; have H2 := letter_multi ok1 (leqnSn y) (leqnn y) (leqnn y) H1.
have ok3 := after_ok KState ok2; have H3 := letter_state ok2 (leqnn y.+1) (leqnn y.+1) H2.
eexists; eexists; split; [exact: ok3 | exact: H3 |].
rewrite !addSn add0n staged_left (e 0) staged_left (e 1) staged_left (e 2) /=.
by [].
Qed.
Lemma five_letters n i done us y : i %% 5 = 0 -> state_ok done us -> over y y y us -> exists done' us',
  [/\ state_ok done' us', over y.+2 y.+2 y.+2 us' &
    (staged in_blocks (5 + n) i done us).2 = (staged in_blocks n (5 + i) done' us').2].
Proof.
move=> hi ok H; have e j d u : in_blocks (j + i) d u = nth KRelu block (j %% 5).
  by rewrite /in_blocks -modnDmr hi addn0.
have [done3 [us3 [ok3 H3 e3]]] := three_letters (2 + n) hi ok H.
have ok4 := after_ok KRelu ok3; have H4 := @letter_relu y.+1 _ _ _ _ ok3 (leqnn y.+1) (leqnSn y.+1) _ (leqnn _) H3.
have ok5 := after_ok KMulti ok4; have H5 := @letter_multi y.+1 _ _ _ _ ok4 (leqnSn y.+1) (leqnSn y.+1) _ (leqnn _) H4.
eexists; eexists; split; [exact: ok5 | exact: H5 |].
rewrite (_ : 5 + n = 3 + (2 + n)) // e3 !addSn add0n staged_left (e 3) staged_left (e 4) /=.
by [].
Qed.
Variable d : nat.
Hypothesis levels : forall k, nth false b k -> level s k <= d.
Lemma lev_small us u : units_ok us -> List.In u us -> lev u <= d.
Proof. by move=> H /H [/(_ (start u)) h _ _ _ [/h [h1 _ _ _] _]]; exact: levels. Qed.
Lemma none_left us y : units_ok us -> d <= y -> (forall u, List.In u us -> y < lev u) -> us = [::].
Proof.
case: us => [|u us] // ok hy H; have := H u (or_introl erefl).
by rewrite ltnNge (leq_trans (lev_small ok (or_introl erefl)) hy).
Qed.
Lemma blocks_left n i done us y : i %% 5 = 0 -> state_ok done us -> over y y y us -> d <= n + y ->
  (staged in_blocks (most_stages n) i done us).2 = [::].
Proof.
elim/ltn_ind: n i done us y => -[|[|n]] IH i done us y hi ok H hd.
- have -> : us = [::]; last by rewrite staged_nil.
  by case: (ok) => h _ _; apply: (none_left h hd) => u /H; case: (ukind u).
- have [done' [us' [ok' H' e]]] := three_letters 0 hi ok H.
  rewrite (_ : most_stages 1 = 3 + 0) // e /=; case: ok' => h _ _; apply: (none_left h hd) => u /H'.
  by case: (ukind u) => // /ltnW.
have [done' [us' [ok' H' e]]] := five_letters (most_stages n) hi ok H.
rewrite (_ : most_stages n.+2 = 5 + most_stages n); last first.
  by rewrite /most_stages (mulnS 5 n.+1) (mulnS 5 n).
have hi' : (5 + i) %% 5 = 0 by rewrite -[5 + i]/(5 + i)%N modnDl.
by rewrite e; apply: (IH n _ _ _ _ _ hi' ok' H') => //; rewrite !addnS -!addSn.
Qed.
(* ---------- the stages of a program ---------- *)
Lemma strip_heights us : map (fun u => (ukind u, members u, needs u)) (with_heights us) =
  map (fun u => (ukind u, members u, needs u)) us.
Proof.
rewrite /with_heights; elim: us => [|u us IH] //=.
by case: (foldr raised _ us) IH => done [x y] /= <-.
Qed.
Lemma unit_ok_strip u u' : (ukind u, members u, needs u) = (ukind u', members u', needs u') -> unit_ok u -> unit_ok u'.
Proof. by case: u u' => k m n h [k' m' n' h'] /= [<- <- <-]. Qed.
Lemma in_strip us us' u : map (fun u => (ukind u, members u, needs u)) us = map (fun u => (ukind u, members u, needs u)) us' ->
  List.In u us -> exists2 u', List.In u' us' & (ukind u', members u', needs u') = (ukind u, members u, needs u).
Proof.
elim: us us' => [|a us IH] [|a' us'] //= [e1 e2 e3] e [<-|/(IH _ e) [u' h1 h2]].
  by exists a'; [left | rewrite e1 e2 e3].
by exists u'; [right |].
Qed.
Lemma inorder_strip us us' : map (fun u => (ukind u, members u, needs u)) us = map (fun u => (ukind u, members u, needs u)) us' ->
  inorder us -> inorder us'.
Proof.
elim: us us' => [|a us IH] [|a' us'] //= [e1 e2 e3] e [h1 h2]; split; last exact: IH e h2.
move=> u' j hu hj; have [u hu' [_ em _]] := in_strip (esym e) hu.
by rewrite /start -e2; apply: (h1 u j hu'); rewrite em.
Qed.
Lemma units_state : state_ok (tokens_of s) (with_heights (units s b)).
Proof.
have E := strip_heights (units s b).
have I u : List.In u (units s b) -> exists2 k, is_head s outs k & u = unit_at s outs k 0.
  rewrite /units; have : forall l, List.In u [seq unit_at s outs k 0 | k <- l & is_head s outs k] ->
      exists2 k, is_head s outs k & u = unit_at s outs k 0.
    by elim=> [|k l IH] //=; case: ifP => // hk [<-|/IH //]; exists k.
  exact.
have ok : units_ok (units s b) by move=> u /I [k hk ->]; exact: unit_at_ok.
split.
- move=> u /(in_strip E) [u' /ok h e]; exact: unit_ok_strip e h.
- apply: inorder_strip (esym E) _; rewrite /units.
  have : sorted ltn (iota 0 (size s)) := iota_ltn_sorted 0 (size s).
  elim: (iota 0 (size s)) => [|k l IH] //= hs; have {}IH := IH (path_sorted hs).
  case: ifP => // hk; split=> // u' j.
  rewrite (_ : Unit _ _ _ _ = unit_at s outs k 0) // start_at //.
  have : all (ltn k) l by exact: order_path_min ltn_trans hs.
  elim: (l) => [|k' l' IH'] //= /andP [h1 h2]; case: ifP => [hk'|_]; last exact: IH'.
  case=> [<-|]; last exact: IH'.
  move=> hj; apply: leq_trans (ltnW h1) _.
  by have [_ _ _ _ [_ H]] := unit_at_ok W Wout 0 hk'; have := H j hj; rewrite start_at.
move=> k hk; have hs := needed_small W Wout hk.
case ht : (is_token (at_ s k)); first by left; rewrite mem_filter ht mem_iota hs.
right; pose k0 := head k (mates s b k).
have hm := in_mates W Wout hk.
have hk0 : k0 \in mates s b k by rewrite /k0; case: (mates s b k) hm => //= a l _; rewrite inE eqxx.
have b0 : nth false b k0 /\ ~~ is_token (at_ s k0).
  move: hk0; rewrite {1}/mates; case e: (at_ s k) => [|?|? ?|b' r f c]; try by rewrite inE => /eqP ->; rewrite hk e.
    by rewrite e in ht.
  by rewrite mem_filter => /andP [/andP [-> ]]; case: (at_ s k0).
have sm := mates_same hk0 hk.
have H0 : is_head s outs k0.
  rewrite /is_head b0.1 b0.2 /= sm /k0; case: (mates s b k) hm => //= a l _; exact: eqxx.
have : List.In (unit_at s outs k0 0) (units s b).
  rewrite /units; have : k0 \in iota 0 (size s) by rewrite mem_iota (needed_small W Wout b0.1).
  elim: (iota 0 _) => [|k' l IH] //=; rewrite inE => /orP [/eqP <-|/IH h]; last by case: ifP => // _; right.
  by move: H0; rewrite /is_head => ->; left.
case/(in_strip (esym E)) => u hu [_ em _]; exists u; split=> //.
by rewrite em /= sm.
Qed.
Hypothesis positive_levels : forall k, k < size s -> ~~ is_token (at_ s k) -> 0 < level s k.
Lemma stages_of_sound : d = greatest (map (level s) (iota 0 (size s))) ->
  valid (tokens_of s) (stages_of s b) /\ size (stages_of s b) <= most_stages d.
Proof.
move=> ed; rewrite /stages_of -ed; have ok := units_state.
have [z V] := staged_valid in_blocks (most_stages d) 0 ok.
have [] := staged_valid longest_first (size (staged in_blocks (most_stages d) 0 (tokens_of s) (with_heights (units s b))).1) 0 ok.
case: (staged longest_first _ _ _ _) => longest left /= z' V'.
case: ifP => [/andP [/nilP /V' h1 h2]|_]; first by split=> //; exact: leq_trans h2 z.
split=> //; apply: V.
have := @blocks_left d 0 (tokens_of s) (with_heights (units s b)) 0 erefl ok _ _; rewrite ?addn0; apply=> // u.
have [ok1 _ _] := ok; move=> /ok1 [/(_ (start u)) h _ _ _ [/h [h1 h2 h3 _] _]].
have : 0 < lev u by exact: positive_levels (needed_small W Wout h1) h2.
by case: (ukind u).
Qed.
End Staging.
