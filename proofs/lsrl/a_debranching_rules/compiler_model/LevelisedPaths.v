(* The path: each stage puts out what it computes and what runs past it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import LsrlPrograms Levelised LevelisedReader LevelisedStages.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Path.
Variables (N : numbers) (F : realFieldType) (v : meaning N F).
Local Notation row := (row N).
Local Notation form := (form N).
Local Notation atoms := (atoms N).
Local Notation fval := (fval v).
Local Notation dot := (dot v).
Local Notation link := (link N).
(* ---------- what links of a path put out ---------- *)
Definition link_value (old y : seq F) (l : link) : seq F :=
  match l with
  | LLin fs => map (fval (nth 0 y)) fs
  | LRelu => map (@relu F) y
  | LMulti => halves_times y
  | LState es => [seq dot e.1.1 (nth 0 old) + fval (nth 0 y) e.1.2 | e <- es]
  end.
Fixpoint flow (olds : seq (seq F)) (y : seq F) (ls : seq link) : seq (seq F) :=
  if ls is l :: ls' then
    let z := link_value (head [::] olds) y l in z :: flow (behead olds) z ls'
  else [::].
Definition link_first (l : link) : seq F := if l is LState es then map (fun e => v e.2) es else [::].
Lemma path_values d ls olds (x : nat -> F) :
  values v (path_of d ls) olds x = mkseq x d :: flow (behead olds) (mkseq x d) ls.
Proof.
rewrite /values /path_of /=.
suff H : forall ls vs y, foldl (fun vs n => rcons vs (node_value v (nth [::] olds (size vs)) vs n)) (rcons vs y)
      [seq as_node a.1 a.2 | a <- zip (iota (size vs) (size ls)) ls] =
    rcons vs y ++ flow (drop (size vs).+1 olds) y ls.
  by have := H ls [::] (mkseq x d); rewrite /= drop1.
elim=> [|l ls' IH] vs y /=; first by rewrite cats0.
set z := node_value _ _ _ _; have ez : z = link_value (head [::] (drop (size vs).+1 olds)) y l.
  rewrite /z size_rcons -nth0 nth_drop addn0.
  have ey : nth [::] (rcons vs y) (size vs) = y by rewrite nth_rcons ltnn eqxx.
  by case: l {z} => [fs|||es] /=; rewrite ey.
have := IH (rcons vs y) z; rewrite size_rcons => ->.
rewrite -ez -[in RHS]cat_rcons; congr (_ ++ flow _ _ _).
by rewrite -drop1 drop_drop add1n.
Qed.
Lemma path_first d ls : map (first_value v) (nodes (path_of d ls)) = map link_first ls.
Proof.
rewrite /path_of /=; elim: ls 0%N => [|l ls IH] i //=; rewrite IH; congr (_ :: _).
by case: l.
Qed.
(* ---------- reading ---------- *)
Definition readable (rd : Levelised.read N) (e : nat -> F) (y : seq F) : Prop :=
  forall k, k \in carried rd -> dot (reading rd k) (nth 0 y) = e k.
Lemma by_row_sound rd e y (f : form) : readable rd e y -> (forall k, k \in keys f.1 -> k \in carried rd) ->
  fval (nth 0 y) (by_row rd f) = fval e f.
Proof.
by move=> R h; rewrite /LsrlPrograms.fval /= dot_rput; congr (_ + _); apply: dot_ext => k /h /R.
Qed.
Lemma by_vari rd e y k : readable rd e y -> k \in carried rd -> fval (nth 0 y) (by_row rd (vari N k)) = e k.
Proof. by move=> R h; rewrite (by_row_sound R) ?fval_vari // => j; rewrite inE => /eqP ->. Qed.
Lemma reading_cons a (rd : Levelised.read N) k : reading (a :: rd) k = if a.1 == k then a.2 else reading rd k.
Proof. by rewrite /reading /=; case: ifP. Qed.
Lemma reading_cat (rd rd' : Levelised.read N) k : reading (rd ++ rd') k = if k \in carried rd then reading rd k else reading rd' k.
Proof.
elim: rd => [|a rd IH] //=; rewrite !reading_cons inE eq_sym; case: eqP => //= _.
Qed.
Lemma carried_numbered ks i : carried (numbered N ks i) = ks.
Proof. by elim: ks i => [|k ks IH] i //=; rewrite IH. Qed.
Lemma numbered_sound ks i e (y : seq F) :
  (forall j, (j < size ks)%N -> nth 0 y (i + j) = e (nth 0%N ks j)) -> readable (numbered N ks i) e y.
Proof.
elim: ks i => [|k ks IH] i H k' //=; rewrite inE reading_cons /= eq_sym; case: eqP => [<-|_] /=.
  by rewrite val1 mul1r addr0; have := H 0%N isT; rewrite addn0.
by apply: IH => j hj; have := H j.+1 hj; rewrite addnS.
Qed.
Lemma readable_cat rd rd' e y : readable rd e y -> readable rd' e y -> readable (rd ++ rd') e y.
Proof.
move=> h1 h2 k; rewrite /carried map_cat mem_cat reading_cat; case: ifP => [hk _|_ /=]; [exact: h1 | exact: h2].
Qed.
(* ---------- one stage ---------- *)
Variables (s : atoms) (outs : seq form).
Section Step.
Variables (old x e : nat -> F).
Hypothesis H : holds v old x e s.
Lemma past_relu_sound rd y ps i (y' : seq F) : readable rd e y -> {subset ps <= carried rd} ->
  let t := past_relu s rd ps i in
  (forall j, (j < size t.1)%N -> nth 0 y' (i + j) = relu (fval (nth 0 y) (nth (zeroes N) t.1 j))) ->
  carried t.2 = ps /\ readable t.2 e y'.
Proof.
move=> R; elim: ps i => [|k ps IH] i sub //=.
have hk : k \in carried rd by apply: sub; rewrite inE eqxx.
have sub' : {subset ps <= carried rd} by move=> j hj; apply: sub; rewrite inE hj orbT.
case: ifP => hr.
  have := IH i.+1 sub'; case: past_relu => fs rd' /= {}IH h.
  have [j hj|e1 R'] := IH; first by have := h j.+1; rewrite ltnS addnS addSn => /(_ hj).
  split=> [|k']; first by rewrite e1.
  rewrite inE reading_cons /= eq_sym; case: eqP => [<- _|_ /= hk']; last by apply: R'; rewrite /carried.
  have := h 0%N isT; rewrite addn0 /= (by_vari R hk) val1 mul1r addr0 => ->.
  by rewrite relu_id //; exact: relu_atom_ge0 H hr.
have := IH i.+2 sub'; case: past_relu => fs rd' /= {}IH h.
have [j hj|e1 R'] := IH; first by have := h j.+2; rewrite !ltnS !addnS !addSn => /(_ hj).
split=> [|k']; first by rewrite e1.
rewrite inE reading_cons /= eq_sym; case: eqP => [<- _|_ /= hk']; last by apply: R'; rewrite /carried.
have := h 0%N isT; have := h 1%N isT; rewrite addn0 addn1 /= fval_fneg (by_vari R hk) => -> ->.
by rewrite valN val1 mul1r mulN1r addr0 relu_split.
Qed.
Lemma dot_addenv (r : row) (g h : nat -> F) : dot r g + dot r h = dot r (fun k => g k + h k).
Proof. by elim: r => [|a r IH] /=; rewrite ?addr0 // addrACA -mulrDr IH. Qed.
Definition d1 : nat * (row * form) := (0%N, ([::], cons_ (n0 N))).
Definition computes (old' y : nat -> F) (t : entries N) : Prop :=
  forall i, (i < size t)%N -> dot (nth d1 t i).2.1 old' + fval y (nth d1 t i).2.2 = e (nth d1 t i).1.
Lemma inside_sound old' y t k : computes old' y t -> inside t k ->
  dot (entry t k).1 old' + fval y (entry t k).2 = e k.
Proof.
move=> C h; have hf : has (fun a => a.1 == k) t.
  by move: h; rewrite /inside; elim: (t) => [|a l IH] //=; rewrite inE eq_sym => /orP [->|/IH ->]; rewrite ?orbT.
have := C (find (fun a => a.1 == k) t); rewrite -has_find => /(_ hf) e1.
by rewrite /entry e1 (eqP (nth_find d1 hf)).
Qed.
Lemma state_entry_sound rd ks t b r f c k (old' y : seq F) : readable rd e y -> at_ s k = State b r f c ->
  (k < size s)%N -> (forall j, j \in keys r -> j \in ks) ->
  (forall i, (i < size ks)%N -> nth 0 old' i = old (nth 0%N ks i)) ->
  (forall j, j \in keys f.1 -> inside t j \/ j \in carried rd) -> computes (nth 0 old') (nth 0 y) t ->
  let a := state_entry rd ks t r f in dot a.1 (nth 0 old') + fval (nth 0 y) a.2 = e k.
Proof.
move=> R E hk hr ho hf C /=; have := H hk; rewrite /holds1 E => ->.
rewrite dot_radd fval_fput dot_rput /LsrlPrograms.fval -!addrA; congr (_ + _).
  have : forall l : row, (forall j, j \in keys l -> j \in ks) ->
      dot [seq (index a.1 ks, a.2) | a <- l] (nth 0 old') = dot l old.
    elim=> [|a l IH] //= hl; rewrite IH; last by move=> j hj; apply: hl; rewrite inE hj orbT.
    have ha : a.1 \in ks by apply: hl; rewrite inE eqxx.
    by rewrite ho ?index_mem // nth_index.
  exact.
rewrite addrA dot_addenv; congr (_ + _); apply: dot_ext => j hj.
case: ifP => [hin|hout]; first exact: inside_sound.
case: (hf j hj) => [h|h]; first by rewrite h in hout.
by rewrite /= add0r /LsrlPrograms.fval /= val0 addr0 R.
Qed.
Lemma state_entries_sound rd done ks (old' y : seq F) : readable rd e y ->
  (forall k, k \in ks -> exists b r f c, [/\ at_ s k = State b r f c, (k < size s)%N & forall j, j \in keys r -> j \in ks]) ->
  (forall i, (i < size ks)%N -> nth 0 old' i = old (nth 0%N ks i)) ->
  ordered s done ks -> (forall k f j, k \in ks -> List.In f (operands (at_ s k)) -> j \in keys f.1 -> j \in done -> j \in carried rd) ->
  let t := state_entries s rd ks in map fst t = ks /\ computes (nth 0 old') (nth 0 y) t.
Proof.
move=> R hs ho; rewrite /state_entries.
set step := fun t k => _.
suff G : forall l t there, {subset l <= ks} -> (forall k f j, k \in ks -> List.In f (operands (at_ s k)) -> j \in keys f.1 -> j \in there -> inside t j \/ j \in carried rd) ->
    ordered s there l -> computes (nth 0 old') (nth 0 y) t ->
    map fst (foldl step t l) = map fst t ++ l /\ computes (nth 0 old') (nth 0 y) (foldl step t l).
  move=> O D; apply: (G ks [::] done _ _ O) => // k f j h1 h2 h3 h4.
  by right; exact: D h1 h2 h3 h4.
elim=> [|k l IH] t there sub D O C /=; first by rewrite cats0.
have hk : k \in ks by apply: sub; rewrite inE eqxx.
have [b [r [f [c [E hk2 hr]]]]] := hs k hk; rewrite {2 4}/step E.
case: O => O1 O2; set a := state_entry _ _ _ _ _.
have ca : dot a.1 (nth 0 old') + fval (nth 0 y) a.2 = e k.
  apply: (state_entry_sound R E hk2 hr ho _ C) => j hj.
  by apply: (D k f j hk) => //; [rewrite E; left | apply: (O1 f j) => //; rewrite E; left].
have C' : computes (nth 0 old') (nth 0 y) (rcons t (k, a)).
  move=> i; rewrite size_rcons ltnS leq_eqVlt => /orP [/eqP ->|hi]; first by rewrite nth_rcons ltnn eqxx.
  by rewrite nth_rcons hi; exact: C.
have sub' : {subset l <= ks} by move=> j hj; apply: sub; rewrite inE hj orbT.
have D' : forall k' f j, k' \in ks -> List.In f (operands (at_ s k')) -> j \in keys f.1 -> j \in k :: there ->
    inside (rcons t (k, a)) j \/ j \in carried rd.
  move=> k' f' j h1 h2 h3; rewrite inE => /orP [/eqP ->|h4].
    by left; rewrite /inside map_rcons mem_rcons inE eqxx.
  case: (D k' f' j h1 h2 h3 h4) => [h|]; [left | by right].
  by move: h; rewrite /inside map_rcons mem_rcons inE => ->; rewrite orbT.
have [e1 e2] := IH (rcons t (k, a)) (k :: there) sub' D' O2 C'; split=> //.
by rewrite e1 map_rcons cat_rcons.
Qed.
End Step.
End Path.

Section Built.
Variables (N : numbers) (F : realFieldType) (v : meaning N F).
Local Notation row := (row N).
Local Notation form := (form N).
Local Notation atoms := (atoms N).
Local Notation fval := (fval v).
Local Notation dot := (dot v).
Local Notation link := (link N).
Local Notation flow := (flow v).
Variables (s : atoms) (outs : seq form).
(* what the states of a path are, if those of the atoms are [old] *)
Fixpoint rel (ss : seq stage) (olds : seq (seq F)) (old : nat -> F) : Prop :=
  if ss is t :: ss' then
    if t.1 is KState then
      (forall i, (i < size t.2)%N -> nth 0 (head [::] olds) i = old (nth 0%N t.2 i)) /\ rel ss' (behead olds) old
    else rel ss' (behead (behead olds)) old
  else True.
Lemma halves_cat (l r : seq F) : size l = size r -> halves_times (l ++ r) = [seq a.1 * a.2 | a <- zip l r].
Proof. by move=> h; rewrite /halves_times size_cat -h addnn doubleK take_size_cat // drop_size_cat. Qed.
Section Step.
Variables (old x e : nat -> F).
Hypothesis H : holds v old x e s.
Variables (rd : Levelised.read N) (done ks ps : seq nat) (y : seq F).
Hypothesis R : readable v rd e y.
Hypothesis sub : {subset ps <= carried rd}.
Hypothesis use : forall k f j, k \in ks -> List.In f (operands (at_ s k)) -> j \in keys f.1 -> j \in done -> j \in carried rd.
Definition step_ok (t : stage) (z : seq F) (ls : seq link) (rd' : Levelised.read N) : Prop :=
  carried rd' = t.2 ++ ps /\ readable v rd' e z.
Lemma relu_step olds : stage_ok s done (KRelu, ks) ->
  let t := link_of s rd (KRelu, ks) ps in exists y1 z, [/\ forall r, flow olds y (t.1 ++ r) = y1 :: z :: flow (behead (behead olds)) z r,
    carried t.2 = ks ++ ps & readable v t.2 e z].
Proof.
case=> S1 S2; cbv zeta; rewrite /link_of /=; case E: (past_relu s rd ps (size ks)) => [fs rd'] /=.
exists (map (fval (nth 0 y)) ([seq by_row rd (operand s 0 k) | k <- ks] ++ fs)).
exists (map (@relu F) (map (fval (nth 0 y)) ([seq by_row rd (operand s 0 k) | k <- ks] ++ fs))).
split; first by [].
- have := @past_relu_sound _ _ v s old x e H rd y ps (size ks)
    (map (@relu F) (map (fval (nth 0 y)) ([seq by_row rd (operand s 0 k) | k <- ks] ++ fs))) R sub.
  rewrite E /=; case=> [j hj|<- _]; last by rewrite /carried map_cat -/(carried _) carried_numbered.
  rewrite -map_comp (nth_map (zeroes N)) ?size_cat ?size_map ?ltn_add2l //=.
  by rewrite nth_cat size_map ltnNge leq_addr /= addKn.
apply: readable_cat.
  apply: numbered_sound => j hj; rewrite add0n -map_comp (nth_map (zeroes N)); last by rewrite size_cat size_map ltn_addr.
  rewrite /= nth_cat size_map hj (nth_map 0%N) //; set k := nth _ _ _.
  have hk : k \in ks by exact: mem_nth.
  have [h1 h2 h3] := S1 k hk; have := H h1; have := S2 k hk; have := use hk; rewrite /operand /ops_in /holds1.
  case: (at_ s k) h2 h3 => // f _ _ /= u o ->.
  by rewrite (by_row_sound R) // => i hi; apply: (u f) => //; [left | apply: (o f) => //; left].
have := @past_relu_sound _ _ v s old x e H rd y ps (size ks)
    (map (@relu F) (map (fval (nth 0 y)) ([seq by_row rd (operand s 0 k) | k <- ks] ++ fs))) R sub.
rewrite E /=; case=> [j hj|_ //].
rewrite -map_comp (nth_map (zeroes N)) ?size_cat ?size_map ?ltn_add2l //=.
by rewrite nth_cat size_map ltnNge leq_addr /= addKn.
Qed.
Lemma multi_step olds : stage_ok s done (KMulti, ks) ->
  let t := link_of s rd (KMulti, ks) ps in exists y1 z, [/\ forall r, flow olds y (t.1 ++ r) = y1 :: z :: flow (behead (behead olds)) z r,
    carried t.2 = ks ++ ps & readable v t.2 e z].
Proof.
case=> S1 S2; cbv zeta; rewrite /link_of /=; set fs := [seq _ | _ <- ks] ++ _.
exists (map (fval (nth 0 y)) fs), (halves_times (map (fval (nth 0 y)) fs)); split; [by [] | by rewrite carried_numbered |].
rewrite /fs.
rewrite !catA -catA map_cat halves_cat; last by rewrite !size_map !size_cat !size_map size_nseq.
apply: numbered_sound => j; rewrite size_cat add0n => hj.
rewrite (nth_map (0, 0)); last by rewrite size_zip !size_map !size_cat !size_map size_nseq minnn.
rewrite nth_zip /=; last by rewrite !size_map !size_cat !size_map size_nseq.
rewrite !(nth_map (zeroes N)) ?size_cat ?size_map ?size_nseq // !nth_cat !size_map.
case: ltnP => hjk; last first.
  have hj' : (j - size ks < size ps)%N by rewrite ltn_subLR.
  rewrite nth_nseq hj' fval_cons val1 mulr1 (nth_map 0%N) //.
  by apply: by_vari => //; apply: sub; exact: mem_nth.
rewrite !(nth_map 0%N) //; set k := nth _ _ _.
have hk : k \in ks by exact: mem_nth.
have [h1 h2 h3] := S1 k hk; have := H h1; have := S2 k hk; have := use hk; rewrite /operand /ops_in /holds1.
case: (at_ s k) h2 h3 => // f g _ _ /= u o ->.
rewrite !(by_row_sound R) // => i hi; [apply: (u g) | apply: (u f)] => //; auto; [apply: (o g) | apply: (o f)]; auto.
Qed.
Lemma state_step olds : stage_ok s done (KState, ks) ->
  (forall i, (i < size ks)%N -> nth 0 (head [::] olds) i = old (nth 0%N ks i)) ->
  let t := link_of s rd (KState, ks) ps in exists z, [/\ forall r, flow olds y (t.1 ++ r) = z :: flow (behead olds) z r,
    carried t.2 = ks ++ ps, readable v t.2 e z & forall i, (i < size ks)%N -> nth 0 z i = e (nth 0%N ks i)].
Proof.
case=> S1 [O S2] ho; cbv zeta; rewrite /link_of /=; have st k : k \in ks -> exists b r f c,
    [/\ at_ s k = State b r f c, (k < size s)%N & forall j, j \in keys r -> j \in ks].
  move=> hk; have [h1 h2 h3] := S1 k hk; have := fun j b r f c => S2 k j b r f c hk.
  by case: (at_ s k) h2 h3 => // b r f c _ _ h; exists b, r, f, c; split=> // j; exact: h.
have [e1 C] := state_entries_sound H R st ho O use.
set t := state_entries s rd ks in e1 C *.
have st_ : size t = size ks by rewrite -e1 size_map.
set es := [seq _ | _ <- t] ++ _.
set z := [seq dot a.1.1 (nth 0 (head [::] olds)) + fval (nth 0 y) a.1.2 | a <- es].
exists z.
have zi : forall i, (i < size ks)%N -> nth 0 z i = e (nth 0%N ks i).
  move=> i hi; rewrite /z /es map_cat nth_cat !size_map st_ hi -map_comp (nth_map (d1 N)) ?st_ //=.
  by rewrite C ?st_ // -[in RHS]e1 (nth_map (d1 N)) ?st_.
split=> //; first by rewrite carried_numbered.
apply: numbered_sound => i; rewrite size_cat add0n => hi; case: (ltnP i (size ks)) => hik.
    by rewrite zi // nth_cat hik.
  have hi' : (i - size ks < size ps)%N by rewrite ltn_subLR.
  rewrite /z /es map_cat !nth_cat !size_map st_ ltnNge hik /= -map_comp (nth_map 0%N) //= add0r.
  by apply: by_vari => //; apply: sub; exact: mem_nth.
Qed.
End Step.
Lemma wanted_cons t ss j : j \in wanted s ss outs -> j \in wanted s (t :: ss) outs.
Proof. by rewrite /wanted /= !mem_cat => /orP [->|->]; rewrite ?orbT. Qed.
Lemma built_sound old x e ss rd done y olds : holds v old x e s -> valid s outs done ss ->
  (forall j, j \in done -> j \in wanted s ss outs -> j \in carried rd) -> readable v rd e y -> rel ss olds old ->
  last y (flow olds y (built s outs ss rd)) = map (fval e) outs /\ rel ss (flow olds y (built s outs ss rd)) e.
Proof.
move=> H; elim: ss rd done y olds => [|[kd ks] ss IH] rd done y olds.
  move=> V C R _ /=; split=> //; rewrite -map_comp.
  have : forall l, (forall f, List.In f l -> List.In f outs) -> map (fval (nth 0 y) \o by_row rd) l = map (fval e) l.
    elim=> [|f l IH] //= hl; rewrite IH; last by move=> g hg; apply: hl; right.
    rewrite (by_row_sound R) // => k hk; have hf : List.In f outs by apply: hl; left.
    apply: C; first exact: V hf hk.
    rewrite /wanted /=; elim: (outs) hf => [|g l' IH'] //= [->|/IH' h]; rewrite mem_cat ?hk ?h ?orbT //.
  by apply.
move=> [S V] C R Rel; set ps := [seq k <- carried rd | k \in wanted s ss outs].
have sub : {subset ps <= carried rd} by move=> k; rewrite mem_filter => /andP [].
have use k f j : k \in ks -> List.In f (operands (at_ s k)) -> j \in keys f.1 -> j \in done -> j \in carried rd.
  move=> hk hf hj hd; apply: C hd _; rewrite /wanted /= !mem_cat.
  by rewrite (@uses_in _ s ks k f j hk hf hj).
have C' : forall j, j \in ks ++ done -> j \in wanted s ss outs -> j \in ks ++ ps.
  move=> j hj hw; move: hj; rewrite !mem_cat => /orP [->//|hd]; apply/orP; right.
  by rewrite mem_filter hw C //; exact: wanted_cons.
have next rd' z olds' : carried rd' = ks ++ ps -> readable v rd' e z -> rel ss olds' old ->
    last z (flow olds' z (built s outs ss rd')) = map (fval e) outs /\ rel ss (flow olds' z (built s outs ss rd')) e.
  by move=> hc R' Rel'; apply: (IH rd' (ks ++ done) z olds' V) => //; rewrite hc.
rewrite /built -/built -/ps; clear V C; case: kd S Rel => S Rel.
- case: Rel => Rel1 Rel2; have [z [e1 e2 e3 e4]] := state_step H R sub use S Rel1.
  case: (link_of s rd (KState, ks) ps) e1 e2 e3 => ls rd' /= e1 e2 e3; rewrite e1 /=.
  by have [n1 n2] := next rd' z _ e2 e3 Rel2.
- have [y1 [z [e1 e2 e3]]] := relu_step H R sub use olds S.
  case: (link_of s rd (KRelu, ks) ps) e1 e2 e3 => ls rd' /= e1 e2 e3; rewrite e1 /=.
  exact: next rd' z _ e2 e3 Rel.
have [y1 [z [e1 e2 e3]]] := multi_step H R sub use olds S.
case: (link_of s rd (KMulti, ks) ps) e1 e2 e3 => ls rd' /= e1 e2 e3; rewrite e1 /=.
exact: next rd' z _ e2 e3 Rel.
Qed.
Lemma past_relu_carried rd ps i : carried (past_relu s rd ps i).2 = ps.
Proof.
elim: ps i => [|k ps IH] i //=; case: ifP => _.
  by have := IH i.+1; case: past_relu => fs rd' /= <-.
by have := IH i.+2; case: past_relu => fs rd' /= <-.
Qed.
Lemma state_entries_keys rd ks : (forall k, k \in ks -> kind_of (at_ s k) = KState) ->
  map fst (state_entries s rd ks) = ks.
Proof.
rewrite /state_entries; set step := fun t k => _ => h.
suff G : forall l t, {subset l <= ks} -> map fst (foldl step t l) = map fst t ++ l by exact: G.
elim=> [|k l IH] t sub /=; first by rewrite cats0.
rewrite IH; last by move=> j hj; apply: sub; rewrite inE hj orbT.
have hk : k \in ks by apply: sub; rewrite inE eqxx.
by have := h k hk; rewrite /step; case: (at_ s k) => // b r f c _; rewrite map_rcons cat_rcons.
Qed.
Lemma built_first ss rd done : valid s outs done ss ->
  rel ss (map (link_first v) (built s outs ss rd)) (init v s).
Proof.
elim: ss rd done => [|[kd ks] ss IH] rd done //= [S V].
set ps := [seq _ <- _ | _]; have {}IH rd' := IH rd' _ V; clear V; case: kd S => -[S1 S2].
- rewrite /=; split; last exact: IH.
  have e1 : map fst (state_entries s rd ks) = ks by apply: state_entries_keys => k /S1 [].
  have st_ : size (state_entries s rd ks) = size ks by rewrite -{2}e1 size_map.
  move=> i hi; rewrite map_cat nth_cat !size_map st_ hi -map_comp (nth_map (d1 N)) ?st_ //=.
  rewrite -[X in init v s (nth _ X _)]e1 (nth_map (d1 N)) ?st_ // /init /init_of.
  by case: at_ => [|?|? ?|? ? ? ?]; rewrite ?val0.
- by rewrite /link_of /=; case: (past_relu s rd ps (size ks)) => [fs rd'] /=; exact: IH.
by rewrite /link_of /=; exact: IH.
Qed.
End Built.
