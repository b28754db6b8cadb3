(* Machines of fixed sizes: a step is a straight-line program of sums, products and maxima. The
   definitions down to [same_outputs] are part of statements; then terms as data, a checker of
   simulations that are written down, and its soundness. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- what a statement says ---------- *)
(* operations on entries of the state and of the token, on numbers, on what earlier ones gave *)
Inductive op :=
  | StateAt of nat | TokenAt of nat | Const of coef
  | Plus of nat & nat | Minus of nat & nat | Prod of nat & nat | Max of nat & nat | Min of nat & nat.
Record machine := Machine { start : seq coef; ops : seq op; after : seq nat; outs : seq nat }.

Section Meaning.
Variable F : realFieldType.
Definition value (s : seq F) (x : nat -> F) (vs : seq F) (o : op) : F :=
  match o with
  | StateAt i => nth 0 s i
  | TokenAt i => x i
  | Const c => cv F c
  | Plus i j => nth 0 vs i + nth 0 vs j
  | Minus i j => nth 0 vs i - nth 0 vs j
  | Prod i j => nth 0 vs i * nth 0 vs j
  | Max i j => Num.max (nth 0 vs i) (nth 0 vs j)
  | Min i j => Num.min (nth 0 vs i) (nth 0 vs j)
  end.
Definition values (m : machine) (s : seq F) (x : nat -> F) : seq F :=
  foldl (fun vs o => rcons vs (value s x vs o)) [::] (ops m).
Definition next (m : machine) (s : seq F) (x : nat -> F) : seq F :=
  map (nth 0 (values m s x)) (after m).
Definition output (m : machine) (s : seq F) (x : nat -> F) : seq F :=
  map (nth 0 (values m s x)) (outs m).
Definition state (m : machine) (xs : seq (nat -> F)) : seq F :=
  foldl (next m) (map (cv F) (start m)) xs.
(* after any tokens xs, the outputs at a token x *)
Definition same_outputs (m m' : machine) : Prop :=
  forall (xs : seq (nat -> F)) (x : nat -> F), output m (state m xs) x = output m' (state m' xs) x.
End Meaning.

(* ---------- linear forms in atoms; the atom 0 is 1 ---------- *)
Definition form := seq (nat * coef).
Fixpoint fins (k : nat) (c : coef) (f : form) : form :=
  match f with
  | [::] => if cis0 c then [::] else [:: (k, c)]
  | a :: t =>
      if (k < a.1)%N then (k, c) :: f
      else if k == a.1 then
        let d := cred (cadd c a.2) in if cis0 d then t else (k, d) :: t
      else a :: fins k c t
  end.
Definition fadd (f g : form) : form := foldr (fun a => fins a.1 a.2) g f.
Definition fscale (c : coef) (f : form) : form :=
  if cis0 c then [::] else map (fun a => (a.1, cred (cmul c a.2))) f.
Definition fneg (f : form) : form := fscale (copp cone) f.
Definition fsub (f g : form) : form := fadd f (fneg g).
Definition fzero (f : form) : bool := all (fun a => cis0 a.2) f.
Definition feq (f g : form) : bool := fzero (fsub f g).
Definition fput (news : seq form) (f : form) : form :=
  foldr (fun a g => fadd (fscale a.2 (nth [::] news a.1)) g) [::] f.
Definition fbelow (n : nat) (f : form) : bool := all (fun a => (a.1 < n)%N) f.
Definition constant (f : form) : option coef :=
  match f with [::] => Some (Z0, xH) | [:: (0%N, c)] => Some c | _ => None end.
Definition constant_ge0 (f : form) : bool := if constant f is Some c then cis_ge0 c else false.
Definition cis_gt0 (a : coef) : bool := Z.ltb Z0 a.1.

Inductive atom := Free | Relu of form | Times of form & form.
(* why a form is not negative *)
Inductive why := Plain | Less of nat & coef & why | Split of nat & coef & why & why
  | Pair of nat & coef & nat & coef & why.
(* why a product or a ReLU is what it is said to be *)
Inductive hint := Numeral | Product of coef & coef & nat & bool
  | Never of (coef * (nat * bool)) & coef & (coef * (nat * bool)) & coef
  | Above of why | Under of why | Once of coef & nat | Turned of coef & nat.

Section Checker.
Variable atoms : seq atom.
Definition atom_of k := nth Free atoms k.
Definition is_relu k := if atom_of k is Relu _ then true else false.
Definition is_free k := (k < size atoms)%N && (if atom_of k is Free then true else false).
Fixpoint nonneg (pos : seq nat) (f : form) (t : why) : bool :=
  match t with
  | Plain => all (fun a => cis_ge0 a.2 && [|| a.1 == 0%N, is_relu a.1 | a.1 \in pos]) f
  | Less r c t' =>
      if atom_of r is Relu g then
        cis_ge0 c && nonneg pos (fadd f (fadd [:: (r, copp c)] (fscale c g))) t'
      else false
  | Split r c t1 t2 =>
      if atom_of r is Relu g then
        let rest := fadd [:: (r, copp c)] f in
        nonneg pos rest t1 && nonneg pos (fadd rest (fscale c g)) t2
      else false
  | Pair h p l q t' =>
      if atom_of h is Relu u then if atom_of l is Relu v then
        [&& cis_ge0 p, cis_ge0 q, constant_ge0 (fsub (fscale p u) (fscale q v))
          & nonneg pos (fadd [:: (h, copp p); (l, q)] f) t']
      else false else false
  end.
Fixpoint grow (pos : seq nat) (s : seq (nat * (why * why))) : seq nat :=
  if s is (k, (t1, t2)) :: s' then
    grow (if atom_of k is Times f g then
            if feq f g || (nonneg pos f t1 && nonneg pos g t2) then k :: pos else pos
          else pos) s'
  else pos.
(* a multiple of a ReLU, or of the ReLU of the negative: that, and of what *)
Definition multiple (o : coef * (nat * bool)) : option (form * form) :=
  let: (c, (k, turned)) := o in
  if atom_of k is Relu g then
    Some (if turned then (fscale c (fsub [:: (k, cone)] g), fneg g) else ([:: (k, c)], g))
  else None.
Definition product (h : hint) (a b : form) : option form :=
  match h with
  | Product l r k swapped =>
      let (a', b') := if swapped then (b, a) else (a, b) in
      if atom_of k is Times f g then
        if feq a' (fscale l f) && feq b' (fscale r g) then Some [:: (k, cred (cmul l r))] else None
      else None
  | Never o p o' q =>
      if multiple o is Some (f, u) then if multiple o' is Some (g, v) then
        if [&& feq a f, feq b g, cis_gt0 p, cis_gt0 q
             & constant_ge0 (fneg (fadd (fscale p u) (fscale q v)))]
        then Some [::] else None
      else None else None
  | _ => if constant a is Some c then Some (fscale c b)
         else if constant b is Some c then Some (fscale c a) else None
  end.
Definition relu (pos : seq nat) (h : hint) (d : form) : option form :=
  match h with
  | Above t => if nonneg pos d t then Some d else None
  | Under t => if nonneg pos (fneg d) t then Some [::] else None
  | Once l k => if atom_of k is Relu g then
      if cis_ge0 l && feq d (fscale l g) then Some [:: (k, l)] else None else None
  | Turned l k => if atom_of k is Relu g then
      if cis_ge0 l && feq d (fscale (copp l) g) then Some (fadd [:: (k, l)] d) else None else None
  | _ => None
  end.
(* what an operation gives, for a state of forms and forms of what earlier ones gave *)
Definition given (pos : seq nat) (token : nat) (s fs : seq form) (oh : op * hint) : option form :=
  let at_ := nth [::] fs in
  match oh.1 with
  | StateAt i => Some (nth [::] s i)
  | TokenAt i => if is_free (token + i)%N then Some [:: ((token + i)%N, cone)] else None
  | Const c => Some (fscale c [:: (0%N, cone)])
  | Plus i j => Some (fadd (at_ i) (at_ j))
  | Minus i j => Some (fsub (at_ i) (at_ j))
  | Prod i j => product oh.2 (at_ i) (at_ j)
  | Max i j => if relu pos oh.2 (fsub (at_ i) (at_ j)) is Some r then Some (fadd r (at_ j)) else None
  | Min i j => if relu pos oh.2 (fsub (at_ i) (at_ j)) is Some r then Some (fsub (at_ i) r) else None
  end.
Fixpoint all_given pos token (s fs : seq form) (os : seq (op * hint)) : option (seq form) :=
  if os is o :: os' then
    if given pos token s fs o is Some f then all_given pos token s (rcons fs f) os' else None
  else Some fs.
Definition atom_below n (a : atom) : bool :=
  match a with Free => true | Relu f => fbelow n f | Times f g => fbelow n f && fbelow n g end.
Fixpoint made_in_order n (s : seq atom) : bool :=
  if s is a :: s' then atom_below n a && made_in_order n.+1 s' else true.
End Checker.
Arguments is_free : simpl never.

(* A simulation: atoms; what both states are, as forms in the first atoms, which are entries of
   states (of the other machine where [true]); these at first; which are not negative, and why a
   step keeps it; which products are not negative; what helps at each operation. *)
Record simulation := Simulation {
  atoms : seq atom; state1 : seq form; state2 : seq form; entries : seq (bool * nat);
  at_first : seq coef; kept_ge0 : seq (nat * why); products : seq (nat * (why * why));
  hints1 : seq hint; hints2 : seq hint }.
Definition all_equal (fs gs : seq form) : bool :=
  (size fs == size gs) && all (fun p => feq p.1 p.2) (zip fs gs).
Definition later (c : simulation) (one two : seq form) : seq form :=
  [:: (0%N, cone)] :: map (fun e => nth [::] (if e.1 then two else one) e.2) (entries c).
Definition simulates (m m' : machine) (c : simulation) : bool :=
  let n := (size (entries c)).+1 in
  let pos := grow (atoms c) (map fst (kept_ge0 c)) (products c) in
  let first := map (fun a => [:: (0%N, a)]) (cone :: at_first c) in
  let at_start (fs : seq form) (s : seq coef) :=
    all_equal (map (fput first) fs) (map (fun a => [:: (0%N, a)]) s) in
  [&& made_in_order 0 (atoms c), all (is_free (atoms c)) (iota 0 n),
      all (fbelow n) (state1 c), all (fbelow n) (state2 c),
      at_start (state1 c) (start m), at_start (state2 c) (start m'),
      all (fun k => (0 < k < n)%N && cis_ge0 (nth cone (cone :: at_first c) k))
        (map fst (kept_ge0 c)), size (at_first c) == size (entries c),
      size (hints1 c) == size (ops m), size (hints2 c) == size (ops m') &
  if all_given (atoms c) pos n (state1 c) [::] (zip (ops m) (hints1 c)) is Some fs then
  if all_given (atoms c) pos n (state2 c) [::] (zip (ops m') (hints2 c)) is Some gs then
    let one := map (nth [::] fs) in let two := map (nth [::] gs) in
    let news := later c (one (after m)) (two (after m')) in
    [&& all_equal (one (after m)) (map (fput news) (state1 c)),
        all_equal (two (after m')) (map (fput news) (state2 c)),
        all_equal (one (outs m)) (two (outs m'))
      & all (fun p => nonneg (atoms c) pos (nth [::] news p.1) p.2) (kept_ge0 c)]
  else false else false].

(* ---------- soundness ---------- *)
Section Forms.
Variables (F : realFieldType) (e : nat -> F).
Local Notation cv := (cv F).
Fixpoint fe (f : form) : F := if f is a :: t then cv a.2 * e a.1 + fe t else 0.
Lemma fe_ins k c f : fe (fins k c f) = cv c * e k + fe f.
Proof.
elim: f => [|a t IH] /=; first by case: ifP => [/(cv0 F) ->|_] /=; rewrite ?mul0r ?addr0.
case: ifP => _ //; case: eqP => [-> |_] /=; last by rewrite IH addrCA.
have h : cv (cred (cadd c a.2)) = cv c + cv a.2 by rewrite cv_red cvD.
by case: ifP => [/(cv0 F) h0|_] /=; rewrite addrA -mulrDl -h ?h0 ?mul0r ?add0r.
Qed.
Lemma fe_add f g : fe (fadd f g) = fe f + fe g.
Proof. by elim: f => [|a f IH] /=; rewrite ?add0r // fe_ins IH addrA. Qed.
Lemma fe_scale c f : fe (fscale c f) = cv c * fe f.
Proof.
rewrite /fscale; case: ifP => [/(cv0 F) ->|_]; first by rewrite mul0r.
by elim: f => [|a f IH] /=; rewrite ?mulr0 // cv_red cvM IH mulrDr mulrA.
Qed.
Lemma fe_neg f : fe (fneg f) = - fe f.
Proof. by rewrite fe_scale cvN cv1 mulN1r. Qed.
Lemma fe_sub f g : fe (fsub f g) = fe f - fe g.
Proof. by rewrite fe_add fe_neg. Qed.
Lemma fzero_sound f : fzero f -> fe f = 0.
Proof. by elim: f => [|a f IH] //= /andP [/(cv0 F) -> /IH ->]; rewrite mul0r addr0. Qed.
Lemma feq_sound f g : feq f g -> fe f = fe g.
Proof. by move/fzero_sound; rewrite fe_sub => /subr0_eq. Qed.
Lemma all_equal_sound fs gs : all_equal fs gs -> map fe fs = map fe gs.
Proof.
case/andP=> /eqP; elim: fs gs => [|f fs IH] [|g gs] //= [hs] /andP [/feq_sound -> h].
by rewrite (IH gs).
Qed.
Lemma nth_fe fs i : nth 0 (map fe fs) i = fe (nth [::] fs i).
Proof. by elim: fs i => [|f fs IH] [|i] //=. Qed.
Lemma map_nth_fe fs s : map (nth 0 (map fe fs)) s = map fe (map (nth [::] fs) s).
Proof. by rewrite -map_comp; apply: eq_map => i /=; exact: nth_fe. Qed.
Hypothesis e0 : e 0%N = 1.
Lemma constant_sound f c : constant f = Some c -> fe f = cv c.
Proof.
case: f => [|[[|k] d] [|b t]] //= [<-] /=; first by rewrite /IndexSums.cv /= mul0r.
by rewrite e0 mulr1 addr0.
Qed.
Lemma constant_ge0_sound f : constant_ge0 f -> 0 <= fe f.
Proof.
by rewrite /constant_ge0; case E: constant => [c|] // h; rewrite (constant_sound E) cv_ge0.
Qed.
Lemma cv_gt0 c : cis_gt0 c -> 0 < cv c.
Proof.
case: c => [[|a|a] p] //= _; rewrite /IndexSums.cv /= divr_gt0 // ltr0n.
all: by apply/ssrnat.ltP; exact: Pos2Nat.is_pos.
Qed.
End Forms.
Arguments fadd : simpl never.
Arguments fscale : simpl never.
Arguments fput : simpl never.
Lemma fe_ext (F : realFieldType) (e e' : nat -> F) n f :
  fbelow n f -> (forall k, (k < n)%N -> e k = e' k) -> fe e f = fe e' f.
Proof. by move=> h E; elim: f h => [|a f IH] //= /andP [/E -> /IH ->]. Qed.
Lemma map_fe_ext (F : realFieldType) (e e' : nat -> F) n fs :
  all (fbelow n) fs -> (forall k, (k < n)%N -> e k = e' k) -> map (fe e) fs = map (fe e') fs.
Proof. by move=> h E; elim: fs h => [|f fs IH] //= /andP [/fe_ext -/(_ _ _ _ E) -> /IH ->]. Qed.
Lemma fe_put (F : realFieldType) (e e' : nat -> F) news f :
  (forall k, e' k = fe e (nth [::] news k)) -> fe e (fput news f) = fe e' f.
Proof. by move=> h; elim: f => [|a f IH] //=; rewrite fe_add fe_scale IH h. Qed.
Lemma map_fe_put (F : realFieldType) (e e' : nat -> F) news fs :
  (forall k, e' k = fe e (nth [::] news k)) -> map (fe e) (map (fput news) fs) = map (fe e') fs.
Proof. by move=> h; rewrite -map_comp; apply: eq_map => f /=; exact: fe_put. Qed.

(* values of atoms, from those of the free ones *)
Section Values.
Variables (F : realFieldType).
Definition is_value (e : nat -> F) (k : nat) (a : atom) : Prop :=
  match a with
  | Free => True
  | Relu f => e k = Num.max (fe e f) 0
  | Times f g => e k = fe e f * fe e g
  end.
Definition atom_value (u e : nat -> F) (k : nat) (a : atom) : F :=
  match a with
  | Free => u k
  | Relu f => Num.max (fe e f) 0
  | Times f g => fe e f * fe e g
  end.
Fixpoint fill (u : nat -> F) (vs : seq F) (s : seq atom) : seq F :=
  if s is a :: s' then fill u (rcons vs (atom_value u (nth 0 vs) (size vs) a)) s' else vs.
Lemma fill_old u vs s k : (k < size vs)%N -> nth 0 (fill u vs s) k = nth 0 vs k.
Proof.
elim: s vs => [|a s IH] vs //= h; rewrite IH ?size_rcons ?leqW //.
by rewrite nth_rcons h.
Qed.
Lemma fill_sound u vs s k : made_in_order (size vs) s -> (k < size s)%N ->
  nth 0 (fill u vs s) (size vs + k) =
  atom_value u (nth 0 (fill u vs s)) (size vs + k) (nth Free s k).
Proof.
elim: s vs k => [|a s IH] vs [|k] //=; rewrite ?addn0.
  case/andP=> ha _ _; rewrite fill_old ?size_rcons // nth_rcons ltnn eqxx.
  have E j : (j < size vs)%N -> nth 0 vs j =
      nth 0 (fill u (rcons vs (atom_value u (nth 0 vs) (size vs) a)) s) j.
    by move=> h; rewrite fill_old ?size_rcons ?leqW // nth_rcons h.
  case: a ha E => [|f|f g] //= ha E; first by congr (Num.max _ 0); exact: fe_ext ha E.
  by case/andP: ha => h1 h2; congr (_ * _); [exact: fe_ext h1 E | exact: fe_ext h2 E].
case/andP=> _ h hk; rewrite addnS -addSn -(size_rcons vs (atom_value u (nth 0 vs) (size vs) a)).
by apply: IH; rewrite ?size_rcons.
Qed.
End Values.

Section Sound.
Variables (F : realFieldType) (s : seq atom) (e : nat -> F) (pos : seq nat).
Hypothesis e0 : e 0%N = 1.
Hypothesis known : forall k, is_value e k (nth Free s k).
Local Notation fe := (fe e).
Local Notation cv := (cv F).
Lemma relu_ge0 (v : F) : 0 <= Num.max v 0. Proof. by rewrite le_maxr lexx orbT. Qed.
Lemma atom_relu k g : atom_of s k = Relu g -> e k = Num.max (fe g) 0.
Proof. by rewrite /atom_of => h; have := known k; rewrite h. Qed.
Lemma nonneg_sound p f t : {in p, forall k, 0 <= e k} -> nonneg s p f t -> 0 <= fe f.
Proof.
move=> hp; elim: t f => [|r c t IH|r c t1 IH1 t2 IH2|k1 a k2 b t IH] f /=.
- elim: f => [|x f IHf] //= /andP [/andP [h1 h2] /IHf h3].
  rewrite addr_ge0 // mulr_ge0 ?cv_ge0 //; case/or3P: h2 => [/eqP ->|h2|/hp //].
    by rewrite e0 ler01.
  by move: h2; rewrite /is_relu; case E: atom_of => [|g|] // _; rewrite (atom_relu E) relu_ge0.
- case E: atom_of => [|g|] // /andP [hc /IH]; rewrite !fe_add fe_scale /= cvN (atom_relu E).
  move=> h; apply: (le_trans h); rewrite ger_addl addr0 mulNr addrC subr_le0.
  by rewrite ler_wpmul2l ?cv_ge0 // le_maxr lexx.
- case E: atom_of => [|g|] // /andP [/IH1 h1 /IH2]; move: h1.
  rewrite !fe_add fe_scale /= cvN (atom_relu E) !addr0.
  case: (leP (fe g) 0) => _; rewrite ?mulr0 ?oppr0 ?add0r //.
  by move=> _; rewrite mulNr addrAC addNr add0r.
- case E1: atom_of => [|u|] //; case E2: atom_of => [|v|] // /and4P [ha hb hc /IH].
  move: hc => /(constant_ge0_sound e0); rewrite fe_sub !fe_scale subr_ge0 => hc.
  rewrite fe_add /= cvN (atom_relu E1) (atom_relu E2) addr0 => h.
  apply: (le_trans h); rewrite ger_addr mulNr addrC subr_le0.
  have {}ha := cv_ge0 F ha; have {}hb := cv_ge0 F hb.
  case: (leP (fe v) 0) => _; first by rewrite mulr0 mulr_ge0 // relu_ge0.
  by apply: (le_trans hc); rewrite ler_wpmul2l // le_maxr lexx.
Qed.
Lemma grow_sound p t : {in p, forall k, 0 <= e k} -> {in grow s p t, forall k, 0 <= e k}.
Proof.
elim: t p => [|[k [t1 t2]] t IH] p //= hp; apply: IH.
have := known k; rewrite /atom_of; case: nth => [|f|f g] //= hk.
case: ifP => // h j; rewrite inE => /orP [/eqP ->|/hp //]; rewrite hk.
case/orP: h => [/(feq_sound e) ->|/andP [h1 h2]]; first by rewrite -expr2 sqr_ge0.
by rewrite mulr_ge0 // ?(nonneg_sound hp h1) ?(nonneg_sound hp h2).
Qed.
Hypothesis pos_ge0 : {in pos, forall k, 0 <= e k}.
Lemma multiple_sound o f u : multiple s o = Some (f, u) ->
  exists c, fe f = c * Num.max (fe u) 0.
Proof.
case: o => c [k turned]; rewrite /multiple; case E: atom_of => [|g|] // [].
case: turned => -[<- <-]; exists (cv c); last by rewrite /= (atom_relu E) addr0.
rewrite fe_scale fe_ins !fe_neg cv1 (atom_relu E) mul1r; congr (_ * _).
case: (leP (fe g) 0) => h; first by rewrite sub0r (max_idPl _) // oppr_ge0.
by rewrite subrr (max_idPr _) // oppr_le0 ltW.
Qed.
Lemma product_sound h a b f : product s h a b = Some f -> fe f = fe a * fe b.
Proof.
have numeral : (if constant a is Some c then Some (fscale c b)
    else if constant b is Some c then Some (fscale c a) else None) = Some f ->
    fe f = fe a * fe b.
  case E: constant => [c|]; first by case=> <-; rewrite fe_scale (constant_sound e0 E).
  by case E2: constant => [c|] // [<-]; rewrite fe_scale (constant_sound e0 E2) mulrC.
case: h => //= [l r k sw|o p o' q].
  case Ed: (if sw then _ else _) => [a' b'].
  have -> : fe a * fe b = fe a' * fe b' by case: sw Ed => -[-> ->]; rewrite // mulrC.
  have := known k; rewrite /atom_of; case: nth => [|u|u v] // hk.
  case: ifP => // /andP [/(feq_sound e) -> /(feq_sound e) ->] [<-] /=.
  by rewrite !fe_scale cv_red cvM addr0 hk mulrACA.
case E1: multiple => [[u1 v1]|] //; case E2: multiple => [[u2 v2]|] //.
case: ifP => // /and5P [/(feq_sound e) -> /(feq_sound e) -> hp hq /(constant_ge0_sound e0)] h [<-].
have [c1 ->] := multiple_sound E1; have [c2 ->] := multiple_sound E2.
move: h; rewrite fe_neg fe_add !fe_scale oppr_ge0 => h /=.
suff : Num.max (fe v1) 0 * Num.max (fe v2) 0 = 0 by move=> z; rewrite mulrACA z mulr0.
case: (leP (fe v1) 0) => h1; first by rewrite mul0r.
case: (leP (fe v2) 0) => h2; first by rewrite mulr0.
have : 0 < cv p * fe v1 + cv q * fe v2 by rewrite addr_gt0 // mulr_gt0 // cv_gt0.
by move/(le_lt_trans h); rewrite ltxx.
Qed.
Lemma max_scaled (c v : F) : 0 <= c -> Num.max (c * v) 0 = c * Num.max v 0.
Proof. by move=> h; rewrite maxr_pmulr // mulr0. Qed.
Lemma relu_sound h d r : relu s pos h d = Some r -> fe r = Num.max (fe d) 0.
Proof.
case: h => //= [t|t|l k|l k].
- by case: ifP => // /(nonneg_sound pos_ge0) h [<-]; rewrite (max_idPl _).
- case: ifP => // /(nonneg_sound pos_ge0) h [<-]; rewrite fe_neg oppr_ge0 in h.
  by rewrite (max_idPr _).
- case E: atom_of => [|g|] //; case: ifP => // /andP [hl /(feq_sound e) ->] [<-] /=.
  by rewrite fe_scale max_scaled ?cv_ge0 // addr0 (atom_relu E).
- case E: atom_of => [|g|] //; case: ifP => // /andP [hl /(feq_sound e) hd] [<-].
  rewrite fe_ins hd fe_scale cvN (atom_relu E) mulNr -mulrN -mulrDr max_scaled ?cv_ge0 //.
  congr (_ * _); case: (leP (fe g) 0) => h.
    by rewrite sub0r (max_idPl _) // oppr_ge0.
  by rewrite subrr (max_idPr _) // oppr_le0 ltW.
Qed.
Lemma max_by_relu (a b : F) : Num.max (a - b) 0 + b = Num.max a b.
Proof. by case: (leP a b) => h; case: leP; rewrite ?subr_le0 ?subr_gt0 ?add0r ?subrK // => h'; [apply/eqP; rewrite eq_le h (ltW h') | apply/eqP; rewrite eq_le h' (ltW h)]. Qed.
Lemma min_by_relu (a b : F) : a - Num.max (a - b) 0 = Num.min a b.
Proof. by case: (leP a b) => h; case: leP; rewrite ?subr_le0 ?subr_gt0 ?subr0 ?subKr // => h'; [apply/eqP; rewrite eq_le h (ltW h') | apply/eqP; rewrite eq_le h' (ltW h)]. Qed.
Variables (x : nat -> F) (token : nat).
Hypothesis of_token : forall i, is_free s (token + i)%N -> e (token + i)%N = x i.
Lemma given_sound st fs oh f : given s pos token st fs oh = Some f ->
  fe f = value (map fe st) x (map fe fs) oh.1.
Proof.
case: oh => o h; case: o => [i|i|c|i j|i j|i j|i j|i j]; rewrite /given /= ?nth_fe.
- by case=> <-.
- by case: ifP => // h1 [<-] /=; rewrite cv1 mul1r addr0 of_token.
- by case=> <-; rewrite fe_scale /= cv1 e0 mul1r addr0 mulr1.
- by case=> <-; rewrite fe_add.
- by case=> <-; rewrite fe_sub.
- exact: product_sound.
- by case E: relu => [r|] // [<-]; rewrite fe_add (relu_sound E) fe_sub max_by_relu.
- by case E: relu => [r|] // [<-]; rewrite fe_sub (relu_sound E) fe_sub min_by_relu.
Qed.
Lemma all_given_sound st os hs fs gs : size hs = size os ->
  all_given s pos token st fs (zip os hs) = Some gs ->
  map fe gs = foldl (fun vs o => rcons vs (value (map fe st) x vs o)) (map fe fs) os.
Proof.
elim: os hs fs => [|o os IH] [|h hs] fs //=; first by move=> _ [->].
case=> hs_ ; case E: given => [f|] // /(IH _ _ hs_) ->.
by rewrite map_rcons (given_sound E).
Qed.
End Sound.

Lemma all_fst (A : Type) (P : nat -> A -> bool) l k :
  k \in map fst l -> all (fun p => P p.1 p.2) l -> exists t, P k t.
Proof.
by elim: l => [|[j t] l IH] //=; rewrite inE => /orP [/eqP ->|h] /andP [h1 h2]; [exists t | exact: IH].
Qed.

Section Simulation.
Variables (F : realFieldType) (m m' : machine) (c : simulation).
Hypothesis ok : simulates m m' c.
Let n := (size (entries c)).+1.
Definition related (s s' : seq F) : Prop := exists w : nat -> F,
  [/\ w 0%N = 1, s = map (fe w) (state1 c), s' = map (fe w) (state2 c)
    & {in map fst (kept_ge0 c), forall k, 0 <= w k}].
Lemma related_first : related (map (cv F) (start m)) (map (cv F) (start m')).
Proof.
case/and5P: ok => _ _ _ _ /and5P [h1 h2 h3 _ _].
pose w k := cv F (nth (Z0, xH) (cone :: at_first c) k).
have E k : w k = fe (fun=> 1) (nth [::] (map (fun a => [:: (0%N, a)]) (cone :: at_first c)) k).
  rewrite /w; case: (ltnP k (size (cone :: at_first c))) => hk.
    by rewrite (nth_map (Z0, xH)) //= mulr1 addr0.
  by rewrite !nth_default ?size_map //= /cv /= mul0r.
have D s : map (fe (fun=> 1 : F)) (map (fun a => [:: (0%N, a)]) s) = map (cv F) s.
  by rewrite -map_comp; apply: eq_map => a /=; rewrite mulr1 addr0.
exists w; split.
- by rewrite /w /= cv1.
- by rewrite -(map_fe_put _ E) -D; apply/esym; exact: all_equal_sound.
- by rewrite -(map_fe_put _ E) -D; apply/esym; exact: all_equal_sound.
move=> k /(allP h3) /andP [/andP [_ hk] h]; rewrite /w.
case/and5P: ok => _ _ _ _ /and5P [_ _ _ /eqP hs _].
by rewrite (set_nth_default cone) ?cv_ge0 //= hs.
Qed.
Lemma related_next s s' x : related s s' ->
  related (next m s x) (next m' s' x) /\ output m s x = output m' s' x.
Proof.
case=> w [w0 -> -> hw].
case/and5P: ok => o1 o2 b1 b2 /and5P [_ _ h3 _ /and3P [/eqP z1 /eqP z2]].
pose u k := if (k < n)%N then w k else x (k - n)%N.
pose e := nth 0 (fill u [::] (atoms c)).
have V k : (k < size (atoms c))%N -> e k = atom_value u e k (nth Free (atoms c) k).
  by move=> hk; have := @fill_sound F u [::] (atoms c) k o1 hk; rewrite add0n.
have free k : is_free (atoms c) k -> e k = u k.
  by case/andP=> /V ->; rewrite /atom_of; case: nth.
have small k : (k < n)%N -> e k = w k.
  move=> hk; rewrite free ?/u ?hk //; apply: (allP o2); by rewrite mem_iota.
have e0 : e 0%N = 1 by rewrite small.
have known k : is_value e k (nth Free (atoms c) k).
  case: (ltnP k (size (atoms c))) => hk; last by rewrite nth_default.
  by move: (V k hk); case: nth.
have token i : is_free (atoms c) (n + i)%N -> e (n + i)%N = x i.
  by move/free ->; rewrite /u ltnNge leq_addr addKn.
have hw' : {in map fst (kept_ge0 c), forall k, 0 <= e k}.
  move=> k hk; rewrite small ?hw //.
  by case/andP: (allP h3 k hk) => /andP [].
have hpos : {in grow (atoms c) (map fst (kept_ge0 c)) (products c), forall k, 0 <= e k}.
  exact: (grow_sound (s := atoms c) e0 known hw').
set pos := grow _ _ _ in hpos *.
case G1: all_given => [fs|] //; case G2: all_given => [gs|] //.
have v1 := all_given_sound e0 known hpos token z1 G1.
have v2 := all_given_sound e0 known hpos token z2 G2.
rewrite (map_fe_ext b1 small) in v1; rewrite (map_fe_ext b2 small) in v2.
case/and4P=> e1 e2 e3 e4; set news := later c _ _ in e1 e2 e4.
have out1 t : map (nth 0 (values m [seq fe w i | i <- state1 c] x)) t =
    map (fe e) (map (nth [::] fs) t) by rewrite -map_nth_fe v1.
have out2 t : map (nth 0 (values m' [seq fe w i | i <- state2 c] x)) t =
    map (fe e) (map (nth [::] gs) t) by rewrite -map_nth_fe v2.
split; last by rewrite /output out1 out2; exact: all_equal_sound.
exists (fun k => fe e (nth [::] news k)); split.
- by rewrite /= cv1 e0 mulr1 addr0.
- by rewrite /next out1 (all_equal_sound e e1); exact: map_fe_put.
- by rewrite /next out2 (all_equal_sound e e2); exact: map_fe_put.
move=> k hk; have [t ht] :=
  all_fst (P := fun i t => nonneg (atoms c) pos (nth [::] news i) t) hk e4; exact: (nonneg_sound e0 known hpos ht).
Qed.
Theorem simulates_sound : same_outputs F m m'.
Proof.
move=> xs x; suff /related_next h : related (state m xs) (state m' xs) by case: (h x).
rewrite /state; move: related_first; move: (map _ _) (map _ _) => s s'.
by elim: xs s s' => [|y xs IH] s s' //= /related_next h; apply: IH; case: (h y).
Qed.
End Simulation.
