(* Reading a program as affine forms of atoms: these have the values of its nodes, and their levels
   are at most its depth. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import LsrlPrograms Levelised.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Proofs.
Variables (N : numbers) (F : realFieldType) (v : meaning N F).
Local Notation row := (row N).
Local Notation form := (form N).
Local Notation dot := (dot v).
Local Notation fval := (fval v).

(* ---------- forms ---------- *)
Lemma dot_rins k c r e : dot (rins k c r) e = v c * e k + dot r e.
Proof.
elim: r => [|a t IH] /=.
  by case: ifP => //=; rewrite (val_is0 v) => /eqP ->; rewrite mul0r addr0.
case: ifP => _; first by case: ifP => //=; rewrite (val_is0 v) => /eqP ->; rewrite mul0r add0r.
case: eqP => [->|_] /=; last by rewrite IH addrCA.
case: ifP => /=; last by rewrite valD mulrDl addrA.
by rewrite (val_is0 v) valD addrA -mulrDl => /eqP ->; rewrite mul0r add0r.
Qed.
Lemma dot_radd r s e : dot (radd r s) e = dot r e + dot s e.
Proof. by elim: r => [|a r IH] /=; rewrite ?add0r // dot_rins IH addrA. Qed.
Lemma dot_rscale c r e : dot (rscale c r) e = v c * dot r e.
Proof. by elim: r => [|a r IH] /=; rewrite ?mulr0 // valM IH mulrDr mulrA. Qed.
Lemma dot_rput r rows e : dot (rput r rows) e = dot r (fun k => dot (rows k) e).
Proof. by elim: r => [|a r IH] //=; rewrite dot_radd dot_rscale IH. Qed.
Lemma fval_fput f forms e : fval e (fput f forms) = fval (fun k => fval e (forms k)) f.
Proof.
case: f => r c; rewrite /fval /fput /= dot_rput.
by elim: r => [|a r IH] /=; rewrite ?valD ?valM ?add0r // mulrDr addrACA IH addrA.
Qed.
Lemma fval_vari k e : fval e (vari N k) = e k.
Proof. by rewrite /fval /= val1 val0 mul1r !addr0. Qed.
Lemma fval_cons c e : fval e (cons_ c) = v c.
Proof. by rewrite /fval /= add0r. Qed.
Lemma fval_fneg f e : fval e (fneg f) = - fval e f.
Proof. by rewrite /fval /= dot_rscale !valN val1 mulN1r opprD. Qed.
Lemma fval_fscale c f e : fval e (fscale c f) = v c * fval e f.
Proof.
rewrite /fscale; case: ifP => [|_]; last by rewrite /fval /= dot_rscale valM mulrDr.
by rewrite (val_is0 v) fval_cons val0 => /eqP ->; rewrite mul0r.
Qed.
Lemma fval_fadd f g e : fval e (fadd f g) = fval e f + fval e g.
Proof. by rewrite /fval /= dot_radd valD addrACA. Qed.
Lemma fval_const f e : nilp f.1 -> fval e f = v f.2.
Proof. by move/nilP=> h; rewrite /fval h /= add0r. Qed.
Lemma feq_sound f g e : feq f g -> fval e f = fval e g.
Proof.
case/andP=> h0 h; apply/eqP; rewrite -subr_eq0 -fval_fneg -fval_fadd (fval_const _ h0).
by rewrite -(val_is0 v).
Qed.
Lemma dot_ext (r : row) (e e' : nat -> F) : (forall k, k \in keys r -> e k = e' k) -> dot r e = dot r e'.
Proof.
elim: r => [|a r IH] //= h; rewrite h ?inE ?eqxx // IH // => k hk.
by rewrite h // inE hk orbT.
Qed.
Lemma fval_ext (f : form) (e e' : nat -> F) : (forall k, k \in keys f.1 -> e k = e' k) -> fval e f = fval e' f.
Proof. by move=> h; rewrite /fval (dot_ext h). Qed.
Lemma keys_rins k c (r : row) j : j \in keys (rins k c r) -> (j == k) || (j \in keys r).
Proof.
elim: r => [|a t IH] /=; first by case: ifP.
case: ifP => _; first by case: ifP => _ //; rewrite ?inE ?orbT // => ->; rewrite orbT.
case: eqP => [->|_].
  case: ifP => _ h; first by rewrite inE h !orbT.
  by move: h; rewrite /= !inE => ->; rewrite orbT.
by rewrite /= !inE => /orP [-> |/IH /orP [] ->]; rewrite ?orbT.
Qed.
Lemma keys_radd (r s : row) j : j \in keys (radd r s) -> (j \in keys r) || (j \in keys s).
Proof.
elim: r => [|a r IH] //= /keys_rins /orP [/eqP ->|/IH]; first by rewrite inE eqxx.
by rewrite inE -orbA => ->; rewrite orbT.
Qed.
Lemma keys_rscale c (r : row) : keys (rscale c r) = keys r.
Proof. by rewrite /keys /rscale -map_comp. Qed.
Lemma keys_rput (r : row) rows j : j \in keys (rput r rows) ->
  exists2 k, k \in keys r & j \in keys (rows k).
Proof.
elim: r => [|a r IH] //= /keys_radd /orP []; first by rewrite keys_rscale => h; exists a.1; rewrite ?inE ?eqxx.
by case/IH=> k hk hj; exists k; rewrite // inE hk orbT.
Qed.
Lemma keys_fscale c (f : form) j : j \in keys (fscale c f).1 -> j \in keys f.1.
Proof. by rewrite /fscale; case: ifP => //= _; rewrite keys_rscale. Qed.
End Proofs.

Lemma greatest_le s d : (greatest s <= d)%N = all (fun k => k <= d)%N s.
Proof. by elim: s => [|a s IH] //=; rewrite geq_max IH. Qed.
Lemma in_greatest s k : k \in s -> (k <= greatest s)%N.
Proof. by move=> h; have := leqnn (greatest s); rewrite greatest_le => /allP /(_ k h). Qed.
Lemma in_greatest_of (A : Type) (g : A -> nat) (l : seq A) x : List.In x l -> (g x <= greatest (map g l))%N.
Proof.
elim: l => [|a l IH] //= [->|/IH h]; first exact: leq_maxl.
by apply: leq_trans h _; exact: leq_maxr.
Qed.
Lemma greatest_of_le (A : Type) (g : A -> nat) (l : seq A) d :
  (forall x, List.In x l -> g x <= d)%N -> (greatest (map g l) <= d)%N.
Proof.
elim: l => [|a l IH] //= h; rewrite geq_max h ?IH //; last by left.
by move=> x hx; apply: h; right.
Qed.
Section Reader.
Variable N : numbers.
Local Notation row := (row N).
Local Notation form := (form N).
Local Notation atoms := (atoms N).
(* ---------- atoms that are well formed ---------- *)
Definition good (d : nat) (s : atoms) (f : form) : Prop :=
  forall k, k \in keys f.1 -> (k < size s)%N /\ (level s k <= d)%N.
Definition first_of (s : atoms) (k : nat) : nat := if at_ s k is State f _ _ _ then f else k.
Definition wf1 (s : atoms) (k : nat) : Prop :=
  match at_ s k with
  | Token => True
  | Relu f => forall j, j \in keys f.1 -> (j < k)%N /\ (level s j < level s k)%N
  | Times f g => (forall j, j \in keys f.1 -> (j < k)%N /\ (level s j < level s k)%N) /\
                 (forall j, j \in keys g.1 -> (j < k)%N /\ (level s j < level s k)%N)
  | State b r f _ => [/\ (b <= k)%N,
      forall j, j \in keys f.1 -> (j < b)%N /\ (level s j < level s k)%N,
      forall j, j \in keys r -> (j < size s)%N /\ if at_ s j is State b' _ _ _ then b' = b else False
    & forall j, (j < size s)%N -> (if at_ s j is State b' _ _ _ then b' == b else false) -> level s j = level s k]
  end.
Definition wf (s : atoms) : Prop := forall k, (k < size s)%N -> wf1 s k.
Definition ext (s s' : atoms) : Prop := exists2 t, all (fun a => ~~ is_token a.1 && (0 < a.2)%N) t & s' = s ++ t.
Lemma ext_refl s : ext s s. Proof. by exists [::]; rewrite ?cats0. Qed.
Lemma ext_trans s t u : ext s t -> ext t u -> ext s u.
Proof. by move=> [a h ->] [b h' ->]; exists (a ++ b); rewrite ?catA // all_cat h. Qed.
Lemma ext_size s s' : ext s s' -> (size s <= size s')%N.
Proof. by case=> t _ ->; rewrite size_cat leq_addr. Qed.
Lemma ext_at s s' k : ext s s' -> (k < size s)%N -> at_ s' k = at_ s k.
Proof. by case=> t _ -> h; rewrite /at_ nth_cat h. Qed.
Lemma ext_level s s' k : ext s s' -> (k < size s)%N -> level s' k = level s k.
Proof. by case=> t _ -> h; rewrite /level nth_cat h. Qed.
Lemma ext_token s s' k : ext s s' -> (size s <= k)%N -> (k < size s')%N ->
  ~~ is_token (at_ s' k) && (0 < level s' k)%N.
Proof.
case=> t h -> hk; rewrite size_cat -ltn_subLR // => hk2; rewrite /at_ /level nth_cat ltnNge hk /=.
by elim: t h (k - size s)%N hk2 => [|a t IH] //= /andP [h1 h2] [|i] //=; exact: IH.
Qed.
Definition within (d : nat) (s s' : atoms) : Prop :=
  forall k, (size s <= k)%N -> (k < size s')%N -> (level s' k <= d)%N.
Lemma within_refl d s : within d s s. Proof. by move=> k h1 h2; rewrite leqNgt h2 in h1. Qed.
Lemma within_trans d s t u : within d s t -> within d t u -> ext t u -> within d s u.
Proof.
move=> h1 h2 E k hk hu; case: (ltnP k (size t)) => h; last exact: h2.
by rewrite (ext_level E h); exact: h1.
Qed.
Lemma ext_good d d' s s' f : (d <= d')%N -> ext s s' -> good d s f -> good d' s' f.
Proof.
move=> hd E h k /h [h1 h2]; rewrite (ext_level E) //; split; last exact: leq_trans h2 hd.
exact: leq_trans h1 (ext_size E).
Qed.
Lemma good_above s d (f : form) : good d s f -> (above s f <= d)%N.
Proof. by move=> h; rewrite greatest_le; apply/allP=> _ /mapP [k /h [_ hk] ->]. Qed.
Lemma level_above s (f : form) k : k \in keys f.1 -> (level s k <= above s f)%N.
Proof. by move=> h; apply: in_greatest; exact: map_f. Qed.
Lemma good_cons d s c : good d s (cons_ c). Proof. by []. Qed.
Lemma good_vari d s k : (k < size s)%N -> (level s k <= d)%N -> good d s (vari N k).
Proof. by move=> h1 h2 j; rewrite inE => /eqP ->. Qed.
Lemma good_fscale d s c (f : form) : good d s f -> good d s (fscale c f).
Proof. by move=> h k /keys_fscale /h. Qed.
Lemma good_fput d s (f : form) x : (forall k, good d s (x k)) -> good d s (fput f x).
Proof. by move=> h j /keys_rput [k _ /h]. Qed.
(* an atom put behind: what reads atoms before it only *)
Definition small_ops (a : atom N) : bool := match a with Relu _ | Times _ _ => true | _ => false end.
Lemma wf_rcons s a : wf s -> small_ops a ->
  (forall f j, List.In f (operands a) -> j \in keys f.1 -> (j < size s)%N) ->
  wf (rcons s (a, (greatest (map (above s) (operands a))).+1)).
Proof.
move=> W sa h k; set d := (greatest _).+1; set s' := rcons s _.
have E : ext s s' by exists [:: (a, d)]; rewrite ?cats1 //= andbT andbC; case: (a) sa.
have ha : at_ s' (size s) = a by rewrite /at_ nth_rcons ltnn eqxx.
have hd : level s' (size s) = d by rewrite /level nth_rcons ltnn eqxx.
rewrite size_rcons ltnS leq_eqVlt => /orP [/eqP -> {k}|hk].
  have L f j : List.In f (operands a) -> j \in keys f.1 -> (j < size s)%N /\ (level s' j < level s' (size s))%N.
    move=> hf hj; have h1 := h f j hf hj; split=> //.
    rewrite hd (ext_level E) // ltnS; apply: leq_trans (level_above _ hj) _.
    exact: in_greatest_of.
  rewrite /wf1 ha; case: a sa h d s' E ha hd L => [|f|f g|] //= _ h d s' E ha hd L.
    by move=> j; apply: L; left.
  by split=> j; apply: L; [left | right; left].
have := W k hk; rewrite /wf1 (ext_at E hk).
have lk : level s' k = level s k := ext_level E hk.
have sm j : (j < k)%N -> level s' j = level s j.
  by move=> hj; rewrite (ext_level E) // (ltn_trans hj).
case: at_ => [|f|f g|b r f c] //=.
- by move=> H j /H [h1 h2]; rewrite lk sm.
- by case=> H1 H2; split=> j; [move/H1|move/H2] => -[h1 h2]; rewrite lk sm.
case=> H1 H2 H3 H4; split=> //.
- by move=> j /H2 [h1 h2]; rewrite lk sm // (leq_trans h1).
- by move=> j /H3 [h1 h2]; rewrite (ext_at E) // size_rcons (ltn_trans h1).
move=> j; rewrite size_rcons ltnS leq_eqVlt => /orP [/eqP ->|hj].
  by rewrite ha; case: (a) sa.
by rewrite (ext_at E) // lk (ext_level E) //; exact: H4.
Qed.
End Reader.

Section Values.
Variables (N : numbers) (F : realFieldType) (v : meaning N F).
Local Notation row := (row N).
Local Notation form := (form N).
Local Notation atoms := (atoms N).
Local Notation fval := (fval v).
Definition holds1 (old x e : nat -> F) (s : atoms) (k : nat) : Prop :=
  match at_ s k with
  | Token => e k = x k
  | Relu f => e k = relu (fval e f)
  | Times f g => e k = fval e f * fval e g
  | State _ r f _ => e k = dot v r old + fval e f
  end.
Definition holds old x e s : Prop := forall k, (k < size s)%N -> holds1 old x e s k.
Lemma holds_ext old x e s s' : ext s s' -> holds old x e s' -> holds old x e s.
Proof.
move=> E h k hk; have := h k (leq_trans hk (ext_size E)).
by rewrite /holds1 (ext_at E).
Qed.
Lemma relu_ge0 (a : F) : 0 <= relu a. Proof. by rewrite /relu le_maxr lexx orbT. Qed.
Lemma relu_id (a : F) : 0 <= a -> relu a = a. Proof. by move/max_idPl. Qed.
Lemma relu_split (a : F) : relu a + - relu (- a) = a.
Proof.
rewrite /relu; case: (leP a 0) => h; first by rewrite (max_idPl _) ?oppr_ge0 // opprK add0r.
by rewrite (max_idPr _) ?oppr_le0 ?ltW // subr0.
Qed.
(* what is asked of an operation that reads one form of good operands *)
Definition reads_as (d : nat) (s : atoms) (t : atoms * form) (what : (nat -> F) -> F) : Prop :=
  [/\ ext s t.1, wf t.1, good d t.1 t.2, within d s t.1 &
      forall old x e, holds old x e t.1 -> fval e t.2 = what e].
Definition aval (e : nat -> F) (a : atom N) : F :=
  match a with Relu f => relu (fval e f) | Times f g => fval e f * fval e g | _ => 0 end.
Lemma same_sound (a b : atom N) e : same a b -> aval e a = aval e b.
Proof.
case: a b => [|f|f g|b r f c] [|f'|f' g'|b' r' f' c'] //=; first by move/(feq_sound v e) ->.
by case/orP=> /andP [/(feq_sound v e) -> /(feq_sound v e) ->]; rewrite // mulrC.
Qed.
Lemma shared_sound d s a : wf s -> small_ops a -> (forall f, List.In f (operands a) -> good d s f) ->
  reads_as d.+1 s (shared s a) (aval ^~ a).
Proof.
move=> W sa h; rewrite /shared; set d' := (greatest _).+1; set P := fun b => _.
have hd : (d' <= d.+1)%N.
  by rewrite ltnS; apply: greatest_of_le => f /h /good_above.
rewrite -has_find; case: ifP => [hp|_].
  have := nth_find (Token N, 0%N) hp; set k := find _ _ => /andP [hs hl].
  have hk : (k < size s)%N by rewrite -has_find.
  split=> //=; [exact: ext_refl | apply: good_vari => //; exact: leq_trans hl hd | exact: within_refl |].
  move=> old x e /(_ k hk); rewrite fval_vari (same_sound e hs) /holds1 /at_.
  by case: (nth _ _ _).1 hs => [|f|f g|] //=; case: (a) sa.
have E : ext s (rcons s (a, d')) by exists [:: (a, d')]; rewrite ?cats1 //= andbT andbC; case: (a) sa.
have hn : at_ (rcons s (a, d')) (size s) = a by rewrite /at_ nth_rcons ltnn eqxx.
split=> //=.
- by apply: wf_rcons => // f j /h hf /hf [].
- by apply: good_vari; rewrite ?size_rcons // /level nth_rcons ltnn eqxx.
- move=> k h1; rewrite size_rcons ltnS => h2; have -> : k = size s by apply/eqP; rewrite eqn_leq h2.
  by rewrite /level nth_rcons ltnn eqxx.
move=> old x e /(_ (size s)); rewrite size_rcons ltnSn fval_vari /holds1 hn => /(_ isT).
by case: (a) sa.
Qed.
Lemma dot_ge0 (r : row) (e : nat -> F) (P : nat -> bool) :
  (forall k, P k -> 0 <= e k) -> all (fun a => P a.1 && nge0 a.2) r -> 0 <= dot v r e.
Proof.
move=> hP; elim: r => [|a r IH] //= /andP [/andP [h1 h2] /IH h3].
by rewrite addr_ge0 // mulr_ge0 ?hP // -val_ge0.
Qed.
Lemma relu_atom_ge0 old x e s k : holds old x e s -> is_relu (at_ s k) -> 0 <= e k.
Proof.
move=> H; case: (ltnP k (size s)) => hk; last by rewrite /at_ nth_default.
by have := H k hk; rewrite /holds1; case: at_ => // f -> _; exact: relu_ge0.
Qed.
Lemma read_relu_sound d s f : wf s -> good d s f ->
  reads_as d.+1 s (read_relu s f) (fun e => relu (fval e f)).
Proof.
move=> W h; rewrite /read_relu; case: ifP => [h0|_].
  split=> //=; [exact: ext_refl | exact: within_refl |].
  move=> old x e _; rewrite (fval_const v e h0) fval_cons (val_ge0 v) /relu.
  by case: (leP 0 (v f.2)) => h1; rewrite ?val0.
case: ifP => [/andP [ha hc]|_].
  split=> //=; [exact: ext_refl | apply: ext_good h => //; exact: ext_refl | exact: within_refl |].
  move=> old x e H; rewrite relu_id //.
  rewrite /LsrlPrograms.fval addr_ge0 -?(val_ge0 v) //.
  by apply: dot_ge0 ha => k; exact: relu_atom_ge0 H.
by apply: shared_sound => // g [<-|].
Qed.
Lemma above0_sound c : above0 c -> 0 < v c.
Proof. by rewrite /above0 (val_ge0 v) valN oppr_ge0 -ltNge. Qed.
Lemma never_both_sound old x e s f g : holds old x e s -> never_both s f g -> fval e f * fval e g = 0.
Proof.
case: f g => [[|[k a] [|? ?]] c] // [[|[l b] [|? ?]] d] //= H; rewrite /never_both.
case Ek: at_ => [|u|? ?|? ? ? ?] //; case El: at_ => [|w|? ?|? ? ? ?] //.
set p := nabs _; set q := nabs _; case/and5P; rewrite (val_is0 v) => /eqP hc.
rewrite (val_is0 v) => /eqP hd /above0_sound hp /above0_sound hq /andP [h0 h].
have hk : (k < size s)%N by case: ltnP => // h1; rewrite /at_ nth_default in Ek.
have hl : (l < size s)%N by case: ltnP => // h1; rewrite /at_ nth_default in El.
have := H k hk; have := H l hl; rewrite /holds1 Ek El => el ek.
rewrite /LsrlPrograms.fval /= hc hd ek el !addr0 mulrACA.
suff -> : relu (fval e u) * relu (fval e w) = 0 by rewrite mulr0.
have : fval e (fadd (fscale q u) (fscale p w)) <= 0.
  by rewrite (fval_const v e (f := fadd _ _) h0) -oppr_ge0 -valN -(val_ge0 v).
rewrite fval_fadd !fval_fscale /relu => hs.
case: (leP (fval e u) 0) => hu; first by rewrite mul0r.
case: (leP (fval e w) 0) => hw; first by rewrite mulr0.
have : 0 < v q * fval e u + v p * fval e w by rewrite addr_gt0 // mulr_gt0.
by move/(le_lt_trans hs); rewrite ltxx.
Qed.
Lemma read_product_sound d s f g : wf s -> good d s f -> good d s g ->
  reads_as d.+1 s (read_product s f g) (fun e => fval e f * fval e g).
Proof.
move=> W hf hg; rewrite /read_product.
have up h : good d s h -> good d.+1 s h by apply: ext_good => //; exact: ext_refl.
case: ifP => [h0|_].
  split=> //=; [exact: ext_refl | by apply: good_fscale; exact: up | exact: within_refl |].
  by move=> old x e _; rewrite fval_fscale (fval_const v e h0).
case: ifP => [h0|_].
  split=> //=; [exact: ext_refl | by apply: good_fscale; exact: up | exact: within_refl |].
  by move=> old x e _; rewrite fval_fscale (fval_const v e h0) mulrC.
case: ifP => [h0|_].
  split=> //=; [exact: ext_refl | exact: within_refl |].
  by move=> old x e H; rewrite fval_cons val0 (never_both_sound H h0).
by apply: shared_sound => // h [<-|[<-|]].
Qed.
(* several, one after the other *)
Definition all_read (d : nat) (s : atoms) (t : atoms * seq form)
    (what : (nat -> F) -> (nat -> F) -> seq F) : Prop :=
  [/\ ext s t.1, wf t.1, forall f, List.In f t.2 -> good d t.1 f, within d s t.1 &
      forall old x e, holds old x e t.1 -> map (fval e) t.2 = what old e].
Lemma each_sound (A : Type) (op : atoms -> A -> atoms * form) (ok : atoms -> A -> Prop) d what :
  (forall s x, wf s -> ok s x -> reads_as d s (op s x) (what ^~ x)) ->
  (forall s s' x, ext s s' -> ok s x -> ok s' x) ->
  forall l s, wf s -> (forall x, List.In x l -> ok s x) ->
  all_read d s (each op s l) (fun _ e => map (what e) l).
Proof.
move=> H1 H2; elim=> [|a l IH] s W h /=; first by split=> //; [exact: ext_refl | exact: within_refl].
have [] := H1 s a W (h a (or_introl erefl)).
case: (op s a) => s1 f /= E1 W1 g1 l1 v1.
have h1 x : List.In x l -> ok s1 x by move=> hx; apply: H2 E1 _; apply: h; right.
have [] := IH s1 W1 h1; case: (each op s1 l) => s2 fs /= E2 W2 g2 l2 v2.
split=> //=; first exact: ext_trans E1 E2.
  by move=> g [<-|/g2 //]; apply: ext_good g1.
  exact: within_trans l1 l2 E2.
by move=> old x e H; rewrite (v2 old x e H) (v1 old x e (holds_ext E2 H)).
Qed.
End Values.

Section Values.
Variables (N : numbers) (F : realFieldType) (v : meaning N F).
Local Notation row := (row N).
Local Notation form := (form N).
Local Notation atoms := (atoms N).
Local Notation fval := (fval v).
Local Notation all_read := (all_read v).
Definition news (s0 : nat) (d : nat) (x : nat -> form) (n : nat) (es : seq (row * form * N)) : atoms :=
  [seq (State s0 [seq ((s0 + a.1)%N, a.2) | a <- e.1.1 & (a.1 < n)%N] (fput e.1.2 x) e.2, d) | e <- es].
Lemma dot_shift s0 n (r : row) (old : nat -> F) (oldn : seq F) :
  (forall i, (i < n)%N -> nth 0 oldn i = old (s0 + i)%N) -> size oldn = n ->
  dot v [seq ((s0 + a.1)%N, a.2) | a <- r & (a.1 < n)%N] old = dot v r (nth 0 oldn).
Proof.
move=> h hs; elim: r => [|a r IH] //=; case: ifP => ha /=; first by rewrite IH h.
by rewrite IH (nth_default 0) ?mulr0 ?add0r // hs leqNgt ha.
Qed.
Lemma keys_shift s0 n (r : row) j : j \in keys [seq ((s0 + a.1)%N, a.2) | a <- r & (a.1 < n)%N] ->
  exists2 i, (i < n)%N & j = (s0 + i)%N.
Proof.
elim: r => [|a r IH] //=; case: ifP => //= h; rewrite inE => /orP [/eqP ->|/IH //].
by exists a.1.
Qed.
Lemma read_state_sound d s x es : wf s -> (forall k, good d s (x k)) ->
  let t := read_state s x es in
  [/\ ext s t.1, wf t.1, forall f, List.In f t.2 -> good d.+1 t.1 f, within d.+1 s t.1
    & t.2 = map (@vari N) (iota (size s) (size es))] /\
  [/\ forall old x' e (oldn : seq F), holds v old x' e t.1 -> oldn = map (fval old) t.2 ->
        map (fval e) t.2 = [seq dot v a.1.1 (nth 0 oldn) + fval (fun k => fval e (x k)) a.1.2 | a <- es]
    & forall i, (i < size es)%N -> exists r f, at_ t.1 (size s + i) = State (size s) r f (nth ([::], zeroes N, n0 N) es i).2].
Proof.
move=> W gx; rewrite /read_state; set dd := (greatest _).+1; set t := (_, _); move=> /=.
have hd : (dd <= d.+1)%N.
  rewrite ltnS; apply: greatest_of_le => f; elim: (es) => [|e l IH] //= [<-|/IH //].
  by apply: good_above; exact: good_fput.
set s' := s ++ _; have E : ext s s' by exists (news (size s) dd x (size es) es) => //; rewrite /news; elim: {2}es.
have ss : size s' = (size s + size es)%N by rewrite size_cat size_map.
have an i : (i < size es)%N -> exists e, [/\ e = nth ([::], zeroes N, n0 N) es i, List.In e es,
    at_ s' (size s + i) = State (size s) [seq ((size s + a.1)%N, a.2) | a <- e.1.1 & (a.1 < size es)%N]
      (fput e.1.2 x) e.2 & level s' (size s + i) = dd].
  move=> hi; exists (nth ([::], zeroes N, n0 N) es i).
  rewrite /at_ /level nth_cat ltnNge leq_addr /= addKn (nth_map ([::], zeroes N, n0 N)) //; split=> //.
  by elim: (es) i hi => [|a l IH] [|i] //= h; [left | right; exact: IH].
have up k : (size s <= k)%N -> (k < size s')%N -> exists2 i, k = (size s + i)%N & (i < size es)%N.
  by move=> h1; rewrite ss => h2; exists (k - size s)%N; rewrite ?subnKC // ltn_subLR.
split; [split=> // | split].
- move=> k hk; case: (ltnP k (size s)) => hks.
    have := W k hks; rewrite /wf1 (ext_at E hks).
    have lk := ext_level E hks.
    have sm j : (j < k)%N -> level s' j = level s j.
      by move=> hj; rewrite (ext_level E) // (ltn_trans hj).
    have bounded f : (forall j, j \in keys f.1 -> (j < k)%N /\ (level s j < level s k)%N) ->
        (forall j, j \in keys f.1 -> (j < k)%N /\ (level s' j < level s' k)%N).
      by move=> H j /H [h1 h2]; rewrite lk sm.
    case: (at_ s k) => [|f|f g|b r f c] //=; first exact: bounded.
      by case=> H1 H2; split; exact: bounded.
    case=> H1 H2 H3 H4; split=> //.
    + by move=> j /H2 [h1 h2]; rewrite lk sm // (leq_trans h1).
    + by move=> j /H3 [h1 h2]; rewrite (ext_at E) // ss ltn_addr.
    move=> j hj; case: (ltnP j (size s)) => hjs; first by rewrite (ext_at E) // lk (ext_level E) //; exact: H4.
    have [i -> /an [e [_ _ -> _]]] := up j hjs hj.
    by move=> /eqP hb; move: hks; rewrite -{}hb in H1 *; rewrite ltnNge H1.
  have [i -> hi] := up k hks hk; have [e [_ ine ha hl]] := an i hi.
  rewrite /wf1 ha; split; first exact: leq_addr.
  + move=> j hj; have [m _ /gx [h1 h2]] := keys_rput hj.
    rewrite hl (ext_level E) //; split=> //; rewrite ltnS.
    apply: leq_trans (level_above s hj) _.
    by apply: in_greatest_of; exact: (List.in_map (fun e => fput e.1.2 x)).
  + move=> j /keys_shift [i' h ->].
    have [e' [_ _ -> _]] := an _ h; by rewrite ss ltn_add2l.
  move=> j hj; case: (ltnP j (size s)) => hjs; last first.
    by have [i' -> /an [e' [_ _ _ -> ]]] := up j hjs hj.
  rewrite (ext_at E) //; have := W j hjs; rewrite /wf1; case: at_ => // b r f c [hb _ _ _] /eqP hbs.
  by move: hb; rewrite hbs leqNgt hjs.
- move=> f; have : forall i, (i < size es)%N -> good d.+1 s' (vari N (size s + i)).
    move=> i hi; have [e [_ _ _ hl]] := an i hi.
    by apply: good_vari; rewrite ?hl // ss ltn_add2l.
  move=> H /List.in_map_iff [k [<- ]].
  have -> : forall l, List.In k l <-> k \in l.
    elim=> [|a l IH] //=; rewrite inE; split=> [[->|/IH ->]|/orP [/eqP ->|/IH]]; rewrite ?eqxx ?orbT; auto.
  by rewrite mem_iota => /andP [h1 h2]; rewrite -(subnKC h1); apply: H; rewrite ltn_subLR.
- by move=> k h1 h2; have [i -> /an [e [_ _ _ ->]]] := up k h1 h2.
- move=> old x' e oldn H ho.
  have hn i : (i < size es)%N -> nth 0 oldn i = old (size s + i)%N.
    by move=> hi; rewrite ho -map_comp (nth_map 0%N) ?size_iota //= fval_vari nth_iota.
  have hsz : size oldn = size es by rewrite ho !size_map size_iota.
  apply: (eq_from_nth (x0 := 0)); rewrite !size_map size_iota // => i hi.
  rewrite -map_comp (nth_map 0%N) ?size_iota //= fval_vari nth_iota // (nth_map ([::], zeroes N, n0 N)) //.
  have [e' [-> _ ha _]] := an i hi.
  have := H (size s + i)%N; rewrite ss ltn_add2l => /(_ hi); rewrite /holds1 ha => ->.
  by rewrite (dot_shift _ hn hsz) fval_fput.
- by move=> i /an [e [-> _ -> _]]; eexists; eexists; reflexivity.
Qed.

Definition init (s : atoms) (k : nat) : F := if at_ s k is State _ _ _ c then v c else 0.
Lemma in_take_ (A : Type) n (l : seq A) x : List.In x (take n l) -> List.In x l.
Proof. by elim: l n => [|a l IH] [|n] //= [->|/IH]; auto. Qed.
Lemma in_drop_ (A : Type) n (l : seq A) x : List.In x (drop n l) -> List.In x l.
Proof. by elim: l n => [|a l IH] [|n] //= /IH; auto. Qed.
Lemma in_zip (A B : Type) (l : seq A) (m : seq B) a b : List.In (a, b) (zip l m) -> List.In a l /\ List.In b m.
Proof. by elim: l m => [|c l IH] [|d m] //= [[-> ->]|/IH []]; auto. Qed.
Lemma in_nth (A : Type) (x0 : A) l i : (i < size l)%N -> List.In (nth x0 l i) l.
Proof. by elim: l i => [|a l IH] [|i] //= h; auto. Qed.
Lemma nth_map0 (e : nat -> F) (l : seq form) i : nth 0 (map (fval e) l) i = fval e (nth (zeroes N) l i).
Proof.
case: (ltnP i (size l)) => h; first by rewrite (nth_map (zeroes N)).
by rewrite !nth_default ?size_map // fval_cons val0.
Qed.
Lemma nth_map_map (e : nat -> F) (fss : seq (seq form)) i :
  nth [::] (map (map (fval e)) fss) i = map (fval e) (nth [::] fss i).
Proof.
case: (ltnP i (size fss)) => h; first by rewrite (nth_map [::]).
by rewrite !nth_default ?size_map.
Qed.
Definition is_state (n : node N) : bool := if n is LinState _ _ then true else false.
Definition bound (ds : seq nat) (n : node N) : nat := (~~ is_affine n + greatest (map (nth 0%N ds) (reads n)))%N.
Lemma read_node_sound (ds : seq nat) s (fss : seq (seq form)) n : wf s ->
  (forall i f, List.In f (nth [::] fss i) -> good (nth 0%N ds i) s f) ->
  let t := read_node s fss n in
  [/\ ext s t.1, wf t.1 /\ within (bound ds n) s t.1, forall f, List.In f t.2 -> good (bound ds n) t.1 f,
    forall old x e oldn, holds v old x e t.1 -> (is_state n -> oldn = map (fval old) t.2) ->
      map (fval e) t.2 = node_value v oldn (map (map (fval e)) fss) n
  & is_state n -> map (fval (init t.1)) t.2 = first_value v n].
Proof.
move=> W G.
have G1 i k : good (nth 0%N ds i) s (nth (zeroes N) (nth [::] fss i) k).
  case: (ltnP k (size (nth [::] fss i))) => h; first by apply: G; exact: in_nth.
  by rewrite [nth (zeroes N) _ _]nth_default; first exact: good_cons.
case: n => [i fs|i|i|i es|l] /=; rewrite /bound /= ?maxn0 ?add0n.
- split=> //=; [exact: ext_refl | by split=> //; exact: within_refl | |].
  + by move=> f /List.in_map_iff [g [<- _]]; exact: good_fput.
  + move=> old x e oldn _ _; rewrite -map_comp; apply: eq_map => f /=.
    by rewrite fval_fput nth_map_map; apply: fval_ext => k _; rewrite nth_map0.
- have [] := @each_sound N F v form (@read_relu N) (fun s f => good (nth 0%N ds i) s f) (nth 0%N ds i).+1
    (fun e f => relu (fval e f)) _ _ (nth [::] fss i) s W (fun f => G i f).
  + by move=> s' f; exact: read_relu_sound.
  + by move=> s1 s2 f E; exact: ext_good.
  move=> E W' G' L V; split=> // old x e oldn H _.
  by rewrite nth_map_map (V old x e H) -map_comp.
- set x := nth [::] fss i.
  have [] := @each_sound N F v (form * form) (fun s p => read_product s p.1 p.2)
    (fun s p => good (nth 0%N ds i) s p.1 /\ good (nth 0%N ds i) s p.2) (nth 0%N ds i).+1
    (fun e p => fval e p.1 * fval e p.2) _ _ (zip (take (size x)./2 x) (drop (size x)./2 x)) s W _.
  + by move=> s' p W' [g1 g2]; exact: read_product_sound.
  + by move=> s1 s2 p E [g1 g2]; split; [exact: (ext_good (leqnn _) E g1) | exact: (ext_good (leqnn _) E g2)].
  + move=> [a b] hab; have [h1 h2] := in_zip hab.
    by split; apply: G; [exact: in_take_ h1 | exact: in_drop_ h2].
  move=> E W' G' L V; split=> // old x' e oldn H _.
  rewrite nth_map_map (V old x' e H) /halves_times size_map -/x -map_take -map_drop.
  by elim: (take _ _) (drop _ _) => [|a l IH] [|b m] //=; rewrite IH.
- have [[E W' G' L Ef] [V I]] := @read_state_sound (nth 0%N ds i) s (nth (zeroes N) (nth [::] fss i)) es W (G1 i).
  split=> //.
  + move=> old x e oldn H /(_ isT) ho; rewrite (V old x e oldn H ho); apply: eq_map => a.
    by congr (_ + _); rewrite nth_map_map; apply: fval_ext => k _; rewrite nth_map0.
  move=> _; rewrite -map_comp; apply: (eq_from_nth (x0 := 0)); rewrite !size_map size_iota // => k hk.
  rewrite (nth_map 0%N) ?size_iota //= fval_vari nth_iota // (nth_map ([::], zeroes N, n0 N)) //.
  by have [r [f /= hI]] := I k hk; rewrite /init hI.
split=> //=; [exact: ext_refl | by split=> //; exact: within_refl | |].
  move=> f; elim: l => [|i l IH] //= /List.in_app_iff [/G|/IH]; apply: ext_good; try exact: ext_refl.
    exact: leq_maxl.
  exact: leq_maxr.
move=> old x e oldn _ _; rewrite map_flatten -map_comp; congr flatten.
by apply: eq_map => i /=; rewrite nth_map_map.
Qed.

(* ---------- the whole program, node by node ---------- *)
Lemma in_iota_ k i m : List.In k (iota i m) -> (k < i + m)%N.
Proof. by elim: m i => [|m IH] i //= [<-|/IH]; rewrite ?addnS ?ltnS ?leq_addr // addSn. Qed.
Lemma map_in (A B : Type) (g h : A -> B) l : (forall x, List.In x l -> g x = h x) -> map g l = map h l.
Proof.
elim: l => [|a l IH] //= H; rewrite H; last by left.
by rewrite IH // => x hx; apply: H; right.
Qed.
Lemma depths_rcons d ns (n : node N) : depths (Program d (rcons ns n)) =
  rcons (depths (Program d ns)) (bound (depths (Program d ns)) n).
Proof. by rewrite /depths /= -cats1 foldl_cat. Qed.
Lemma values_rcons d ns (n : node N) olds (x : nat -> F) : let vs := values v (Program d ns) olds x in
  values v (Program d (rcons ns n)) olds x = rcons vs (node_value v (nth [::] olds (size vs)) vs n).
Proof. by rewrite /values /= -cats1 foldl_cat. Qed.
Variable d0 : nat.
Definition read_some (ns : seq (node N)) := read_program (Program d0 ns).
Lemma read_rcons ns n : read_some (rcons ns n) =
  let t := read_node (read_some ns).1 (read_some ns).2 n in (t.1, rcons (read_some ns).2 t.2).
Proof. by rewrite /read_some /read_program /= -cats1 foldl_cat /=; case: read_node. Qed.
Definition related (ns : seq (node N)) (fss : seq (seq form)) (olds : seq (seq F)) (old : nat -> F) : Prop :=
  forall k, (k < size ns)%N -> is_state (nth (Concat [::]) ns k) ->
    nth [::] olds k.+1 = map (fval old) (nth [::] fss k.+1).
Lemma read_sound ns : let t := read_some ns in let p := Program d0 ns in
  [/\ wf t.1 /\ (forall k, (k < size t.1)%N -> is_token (at_ t.1 k) = (k < d0)%N) /\ (d0 <= size t.1)%N /\
       (forall k, (k < size t.1)%N -> ~~ is_token (at_ t.1 k) -> (0 < level t.1 k)%N) /\
       (forall k, (k < size t.1)%N -> (level t.1 k <= greatest (depths p))%N),
    size t.2 = (size ns).+1 /\ size (depths p) = (size ns).+1,
    forall i f, List.In f (nth [::] t.2 i) -> good (nth 0%N (depths p) i) t.1 f,
    forall olds old x e, holds v old x e t.1 -> related ns t.2 olds old ->
      map (map (fval e)) t.2 = values v p olds x
  & forall k, (k < size ns)%N -> is_state (nth (Concat [::]) ns k) ->
      map (fval (init t.1)) (nth [::] t.2 k.+1) = first_value v (nth (Concat [::]) ns k)].
Proof.
elim/last_ind: ns => [|ns n IH].
  have hw : size (nseq d0 (Token N, 0%N)) = d0 by rewrite size_nseq.
  have ha k : at_ (nseq d0 (Token N, 0%N)) k = Token N by rewrite /at_ nth_nseq; case: ifP.
  split=> //=.
  - split; [by move=> k _; rewrite /wf1 ha | split; [by move=> k; rewrite hw ha => -> | rewrite hw; split=> //]].
    by split=> k; [rewrite ha | rewrite /level nth_nseq; case: ifP].
  - case=> [|i] f //=; last by rewrite nth_nil.
    move=> /List.in_map_iff [k [<- hk]]; apply: good_vari; last first.
      by rewrite /level nth_nseq; case: ifP.
    by rewrite hw; exact: in_iota_ hk.
  move=> olds old x e H _; rewrite /values /= /mkseq; congr [:: _].
  rewrite -map_comp; apply/eq_in_map => k; rewrite mem_iota add0n => /andP [_ hk] /=.
  by rewrite fval_vari; have := H k; rewrite hw /holds1 ha => /(_ hk).
cbv zeta in IH |- *; rewrite read_rcons depths_rcons; case: (read_some ns) IH => s fss /=.
set ds := depths _ => -[[W [T [D [Q B]]]] [S1 S2] G V I].
have := read_node_sound n W G; case: (read_node s fss n) => s' fs /= [E [W' L'] G' V' I'].
have last_ k : (k < size (rcons ns n))%N -> ~~ (k < size ns)%N -> k = size ns.
  by rewrite size_rcons ltnS -leqNgt => h1 h2; apply/eqP; rewrite eqn_leq h1.
split=> //.
- split=> //; split; [|split; [exact: leq_trans D (ext_size E) | split]] => k hk; case: (ltnP k (size s)) => hs.
  + by rewrite (ext_at E) // T.
  + by case/andP: (ext_token E hs hk) => /negbTE -> _; rewrite ltnNge (leq_trans D hs).
  + by rewrite (ext_at E) // (ext_level E) //; exact: Q.
  + by case/andP: (ext_token E hs hk).
  + rewrite (ext_level E) //; apply: leq_trans (B k hs) _.
    by rewrite greatest_le; apply/allP=> j hj; apply: in_greatest; rewrite mem_rcons inE hj orbT.
  by apply: leq_trans (L' k hs hk) _; apply: in_greatest; rewrite mem_rcons inE eqxx.
- by rewrite !size_rcons S1 S2.
- move=> i f; rewrite !nth_rcons S1 S2; case: ltnP => _; first by move/G; exact: ext_good.
  by case: eqP => // _ /G'.
- move=> olds old x e H R; rewrite values_rcons map_rcons.
  have Hs := holds_ext E H.
  have R1 : related ns fss olds old.
    move=> k hk hst; have := R k; rewrite size_rcons ltnS (ltnW hk) nth_rcons hk => /(_ isT hst).
    by rewrite nth_rcons S1 ltnS hk.
  rewrite -(V olds old x e Hs R1) /=; congr rcons; rewrite size_map S1.
  apply: (V' old x e _ H) => hst; have := R (size ns).
  by rewrite size_rcons ltnSn nth_rcons ltnn eqxx nth_rcons S1 ltnn eqxx => /(_ isT hst).
move=> k hk; rewrite !nth_rcons S1 ltnS eqSS; case: (ltnP k (size ns)) => hks; last first.
  by have -> : k = size ns; [by apply: last_ hk _; rewrite -leqNgt | rewrite eqxx; exact: I'].
move=> hst; rewrite -(I k hks hst); apply: map_in => f /G gf.
by apply: fval_ext => j /gf [hj _]; rewrite /init (ext_at E).
Qed.
End Values.
