(* Tensors of any number of indices that are symmetric, or antisymmetric, under every exchange of two
   of these. [decide_symmetric] is [decide] of IndexSums.v that knows this, too: it sorts the indices
   of such an entry, and looks for renamings under which two monomials are then the same.
   [decide_symmetric_sound] is its soundness. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* tensor, number of indices, size, and whether an exchange of two neighbours changes the sign *)
Definition symmetry := (nat * nat * nat * bool)%type.
Fixpoint swap_at (p : nat) (js : seq nat) : seq nat :=
  match p, js with
  | 0%N, i :: j :: l => j :: i :: l
  | p'.+1, i :: l => i :: swap_at p' l
  | _, _ => js end.

(* sorting by exchanges of neighbours, and whether their number is odd *)
Fixpoint put (i : nat) (l : seq nat) : bool * seq nat :=
  if l is j :: l' then
    if (i <= j)%N then (false, i :: l) else let: (b, l2) := put i l' in (~~ b, j :: l2)
  else (false, [:: i]).
Fixpoint in_order (l : seq nat) : bool * seq nat :=
  if l is i :: l' then
    let: (b, l1) := in_order l' in let: (b', l2) := put i l1 in (b (+) b', l2)
  else (false, [::]).
Fixpoint twice (l : seq nat) : bool :=
  if l is i :: l' then (if l' is j :: _ then i == j else false) || twice l' else false.
Definition find_symmetry (syms : seq symmetry) (a : atom) : option (nat * bool) :=
  if a.1.1 == 0%N then
    first_some (fun v : symmetry =>
      if (v.1.1.1 == a.1.2) && (v.1.1.2 == size a.2) then Some (v.1.2, v.2) else None) syms
  else None.
Definition ordered (syms : seq symmetry) (fr bs : binders) (a : atom) : coef * atom :=
  if find_symmetry syms a is Some (n, anti) then
    if all (fun j => lookup j (bs ++ fr) == Some n) a.2 then
      let: (b, js) := in_order a.2 in
      (if anti then if twice js then (Z0, xH) else if b then copp cone else cone else cone,
       (a.1, js))
    else (cone, a)
  else (cone, a).
Definition order_mono (syms : seq symmetry) (fr : binders) (m : mono) : mono :=
  if proper fr m.2.1 then
    let l := map (ordered syms fr m.2.1) m.2.2 in
    (foldr cmul m.1 (map fst l), (m.2.1, map snd l))
  else m.

(* search for a renaming: no proof needed, what is renamed by it has the same value *)
Definition renaming := seq (nat * nat).
Definition agrees (bs1 bs2 : binders) (s : renaming) (j k : nat) : option renaming :=
  if j \in bv bs1 then
    match lookup j s with
    | Some k' => if k' == k then Some s else None
    | None => if [&& k \in bv bs2, k \notin map snd s & lookup j bs1 == lookup k bs2]
              then Some ((j, k) :: s) else None end
  else if j == k then Some s else None.
Fixpoint place (any : bool) (bs1 bs2 : binders) (js ks : seq nat) (s : renaming)
    (go : renaming -> option renaming) : option renaming :=
  match js with
  | [::] => if ks is [::] then go s else None
  | j :: js' => (fix try (pre ks : seq nat) : option renaming :=
      match ks with
      | [::] => None
      | k :: ks' =>
          match (if agrees bs1 bs2 s j k is Some s'
                 then place any bs1 bs2 js' (catrev pre ks') s' go else None) with
          | Some found => Some found
          | None => if any then try (k :: pre) ks' else None end
      end) [::] ks
  end.
Fixpoint look (syms : seq symmetry) (bs1 bs2 : binders) (as1 as2 : seq atom) (s : renaming) :
    option renaming :=
  match as1 with
  | [::] => Some s
  | a :: as1' => (fix try (l : seq atom) : option renaming :=
      match l with
      | [::] => None
      | b :: l' =>
          match (if a.1 == b.1
                 then place (find_symmetry syms a) bs1 bs2 a.2 b.2 s
                        (look syms bs1 bs2 as1' (rem b as2))
                 else None) with
          | Some found => Some found
          | None => try l' end
      end) as2
  end.
Definition onto (syms : seq symmetry) (m m' : mono) : option renaming :=
  if size m.2.1 == size m'.2.1 then if key_eq (key_of m) (key_of m')
  then look syms m.2.1 m'.2.1 m.2.2 m'.2.2 [::] else None else None.
Definition renamed (s : renaming) (m : mono) : mono :=
  let: (c, (bs, l)) := m in
  if apart (app s) bs l && all (fun k => (k \in bv bs) || (app s k == k)) (vars l)
  then (c, (map (fun b => (app s b.1, b.2)) bs, map (ren (app s)) l)) else m.

(* each monomial as the first one that it is the same as *)
Fixpoint gather (syms : seq symmetry) (fr : binders) (seen p : poly) : poly :=
  if p is m :: p' then
    if first_some (onto syms m) seen is Some s
    then order_mono syms fr (renamed s m) :: gather syms fr seen p'
    else let m' := order_mono syms fr m in m' :: gather syms fr (m' :: seen) p'
  else [::].
(* what is its own opposite with two bound indices exchanged *)
Definition half (m : mono) : mono := (cmul (Zpos xH, 2%positive) m.1, m.2).
Definition halves (syms : seq symmetry) (fr : binders) (m : mono) : poly :=
  let exchanged ij := if ij.1 == ij.2 then None else
    let m' := order_mono syms fr (renamed [:: ij; (ij.2, ij.1)] m) in
    if cis0 (cadd m.1 m'.1) && alpha_eq m.2 m'.2 then Some m' else None in
  if has snd syms then
    if first_some exchanged [seq (i, j) | i <- bv m.2.1, j <- bv m.2.1] is Some m'
    then [:: half m; half m'] else [:: m]
  else [:: m].
Definition decide_symmetric (syms : seq symmetry) (k : known) (depth : nat) (e1 e2 : expr) : bool :=
  if nf k depth (Add e1 (Opp e2)) is Some p
  then is0 (round k (flatten (map (halves syms (free_ k)) (gather syms (free_ k) [::] p))))
  else false.

Section Sound.
Variables (R : numFieldType) (sz : nat -> nat) (T : nat -> seq nat -> R).
Local Notation aval := (aval sz T).
Local Notation pr := (pr sz T).
Local Notation pval := (pval sz T).
Local Notation mval := (mval sz T).
Definition sign (anti : bool) : R := if anti then -1 else 1.
Definition is_symmetry (v : symmetry) : Prop := let: (t, r, n, anti) := v in
  forall js p, size js = r -> all (fun j => j < sz n)%N js -> (p.+1 < r)%N ->
    T t js = sign anti * T t (swap_at p js).
Lemma swap_at_cat l i j l' : swap_at (size l) (l ++ i :: j :: l') = l ++ j :: i :: l'.
Proof. by elim: l => [|x l IH] //=; rewrite IH. Qed.
Lemma sign_xor anti b b' : sign (anti && (b (+) b')) = sign (anti && b) * sign (anti && b').
Proof. by case: anti b b' => [] [] []; rewrite /sign /= ?mulr1 ?mul1r ?mulrN1 ?opprK. Qed.

Section One.
Variables (t r n : nat) (anti : bool) (env : env).
Hypothesis symmetric : is_symmetry (t, r, n, anti).
Definition at_places js := T t (map env js).
Definition fits js := (size js = r) /\ all (fun j => env j < sz n)%N js.
Lemma swapped l i j l' : fits (l ++ i :: j :: l') ->
  at_places (l ++ i :: j :: l') = sign anti * at_places (l ++ j :: i :: l').
Proof.
case=> s h; rewrite /at_places (symmetric (p := size l)) ?size_map ?all_map //.
  by rewrite !map_cat /= -[X in swap_at X](size_map env) swap_at_cat.
by rewrite -s size_cat /= -addn2 leq_add2l.
Qed.
Lemma fits_perm js ks : perm_eq js ks -> fits js -> fits ks.
Proof. by move=> e [s h]; split; [rewrite -(perm_size e) | rewrite -(perm_all _ e)]. Qed.
Lemma put_perm i l : perm_eq (i :: l) (put i l).2.
Proof.
elim: l => [|j l IH] //=; case: ifP => // _; case: (put i l) IH => b l2 /= IH.
by rewrite -[i :: j :: l]/([:: i] ++ [:: j] ++ l) perm_catCA /= perm_cons.
Qed.
Lemma put_sound l i l' : fits (l ++ i :: l') ->
  at_places (l ++ i :: l') = sign (anti && (put i l').1) * at_places (l ++ (put i l').2).
Proof.
elim: l' l => [|j l' IH] l h /=; first by rewrite andbF mul1r.
case: ifP => _ /=; first by rewrite andbF mul1r.
have h2 : fits ((l ++ [:: j]) ++ i :: l').
  by apply: fits_perm h; rewrite -catA perm_cat2l -[i :: j :: l']/([:: i] ++ [:: j] ++ l') perm_catCA.
rewrite (swapped h) -[l ++ j :: i :: l']/(l ++ [:: j] ++ i :: l') catA (IH _ h2).
case: (put i l') => b l2 /=; rewrite -catA mulrA; congr (_ * _).
by case: anti b => [] []; rewrite /sign /= ?mulN1r ?opprK ?mul1r.
Qed.
Lemma in_order_perm l : perm_eq l (in_order l).2.
Proof.
elim: l => [|i l IH] //=; case: (in_order l) IH => b l1 /= IH; have := put_perm i l1.
by case: (put i l1) => b' l2 /=; apply: perm_trans; rewrite perm_cons.
Qed.
Lemma in_order_sound l l' : fits (l ++ l') ->
  at_places (l ++ l') = sign (anti && (in_order l').1) * at_places (l ++ (in_order l').2).
Proof.
elim: l' l => [|i l' IH] l h /=; first by rewrite andbF mul1r.
have h1 : fits ((l ++ [:: i]) ++ l') by rewrite -catA.
rewrite -[l ++ i :: l']/(l ++ [:: i] ++ l') catA (IH _ h1); have := in_order_perm l'.
case: (in_order l') => b l1 /= e; rewrite -catA /=.
have h2 : fits (l ++ i :: l1) by apply: fits_perm h; rewrite perm_cat2l perm_cons.
by rewrite (put_sound h2); case: (put i l1) => b' l2 /=; rewrite mulrA sign_xor.
Qed.
Lemma twice_sound l l' : anti -> fits (l ++ l') -> twice l' -> at_places (l ++ l') = 0.
Proof.
move=> a; elim: l' l => [|i l' IH] l h //= /orP [|d]; last first.
  by rewrite -[l ++ i :: l']/(l ++ [:: i] ++ l') catA IH // -catA.
case: l' IH h => [|j l'] _ h // /eqP e; move: h; rewrite {i}e => h.
apply/eqP; have := swapped h; rewrite /sign a mulN1r => /eqP; rewrite -addr_eq0 -mulr2n.
by rewrite -mulr_natl mulf_eq0 pnatr_eq0.
Qed.
End One.

Variable syms : seq symmetry.
Hypothesis symmetric : foldr (fun v P => is_symmetry v /\ P) True syms.
Lemma find_symmetryP a n anti : find_symmetry syms a = Some (n, anti) ->
  a.1.1 = 0%N /\ is_symmetry (a.1.2, size a.2, n, anti).
Proof.
rewrite /find_symmetry; case: eqP => // e; elim: syms symmetric => [|[[[t r] n'] anti'] l IH] //=.
case=> h hl; case: ifP => [/andP [/eqP <- /eqP <-] [<- <-] //|_]; exact: IH hl.
Qed.
Lemma cv_sign b : cv R (if b then copp cone else cone) = sign b.
Proof. by case: b; rewrite ?cvN cv1. Qed.
Lemma ordered_sound fr bs a r r' : in_range sz fr r -> proper fr bs ->
  (forall b, b \in bs -> (r' b.1 < sz b.2)%N) -> (forall k, k \notin bv bs -> r' k = r k) ->
  aval r' a = cv R (ordered syms fr bs a).1 * aval r' (ordered syms fr bs a).2.
Proof.
move=> R1 P h1 h2; rewrite /ordered; case E: find_symmetry => [[n anti]|]; last by rewrite cv1 mul1r.
have [k0 hs] := find_symmetryP E; case: ifP => [/allP ha|_]; last by rewrite cv1 mul1r.
case: a k0 hs ha {E} => [[k t] js] /= -> hs ha.
have f : fits (size js) n r' js.
  by split=> //; apply/allP => j /ha /eqP; exact: lookup_range R1 P h1 h2.
have := @in_order_sound t _ n anti r' hs [::] js f; have := in_order_perm js.
have := @twice_sound t _ n anti r' hs [::].
case: (in_order js) => b ks /= tw e; rewrite {1}/at_places => ->; case: anti {hs} tw f => tw f /=.
  case: ifP => d; last by rewrite cv_sign.
  by rewrite cv0 // mul0r tw ?mulr0 //; apply: fits_perm e f.
by rewrite cv1.
Qed.
Lemma foldr_cmul c l : cv R (foldr cmul c l) = cv R c * \prod_(x <- l) cv R x.
Proof. by elim: l => [|x l IH] /=; rewrite ?big_nil ?mulr1 // cvM IH big_cons mulrCA. Qed.
Lemma order_mono_sound fr m r : in_range sz fr r -> mval (order_mono syms fr m) r = mval m r.
Proof.
move=> R1; rewrite /order_mono; case: ifP => // P; case: m P => c [bs s] /= P.
rewrite /IndexSums.mval /bval /= foldr_cmul -mulrA msum_scale; congr (_ * _).
apply: eq_msum_range => [|r' h1 h2]; first by case/andP: P.
rewrite /IndexSums.pr !big_map -big_split; apply: eq_bigr => a _ /=.
by rewrite -(ordered_sound a R1 P h1 h2).
Qed.
Lemma renamed_sound s m r : mval (renamed s m) r = mval m r.
Proof.
case: m => c [bs l]; rewrite /renamed; case: ifP => // /andP [ap /allP h].
rewrite /IndexSums.mval /bval /=; congr (_ * _); symmetry; apply: rename_sound => // k /h.
by case/orP=> [->|/eqP ->] //; rewrite eqxx orbT.
Qed.
Lemma gather_sound fr seen p r : in_range sz fr r -> pval (gather syms fr seen p) r = pval p r.
Proof.
move=> R1; elim: p seen => [|m p IH] seen //=; case: first_some => [s|] /=.
  by rewrite /IndexSums.pval !big_cons -!/(pval _ r) IH order_mono_sound // renamed_sound.
by rewrite /IndexSums.pval !big_cons -!/(pval _ r) IH order_mono_sound.
Qed.
Lemma half_sound m r : mval (half m) r = 2%:R^-1 * mval m r.
Proof.
case: m => c m; rewrite /half /IndexSums.mval [_.1]/= cvM -mulrA; congr (_ * _).
by rewrite /cv /= mul1r.
Qed.
Lemma halves_sound fr m r : in_range sz fr r -> pval (halves syms fr m) r = mval m r.
Proof.
move=> R1; rewrite /halves; case: ifP => _; last by rewrite /IndexSums.pval big_seq1.
case E: first_some => [m'|]; last by rewrite /IndexSums.pval big_seq1.
have [ij] := first_someP E; case: ifP => // _; case: ifP => // _ [<-] {E m'}.
rewrite /IndexSums.pval big_cons big_seq1 !half_sound order_mono_sound // renamed_sound.
by rewrite -mulrDl -mulr2n -[_ *+ 2]mulr_natl divff ?mul1r // pnatr_eq0.
Qed.
Theorem decide_symmetric_sound k depth e1 e2 r : holds sz T k -> in_range sz (free_ k) r ->
  decide_symmetric syms k depth e1 e2 -> eval sz T e1 r = eval sz T e2 r.
Proof.
move=> H R1; rewrite /decide_symmetric; case E: nf => [p|] // /(is0_sound sz T r).
rewrite round_sound // => h0; have /= h := nf_sound H R1 E; apply/eqP; rewrite -subr_eq0 h -h0.
rewrite [X in _ == X]/IndexSums.pval big_flatten big_map -[X in _ == X]/(\sum_(m <- _) pval (halves _ _ m) r).
by rewrite (eq_bigr (fun m => mval m r)) => [|m _]; rewrite ?halves_sound // -/(pval _ r) gather_sound.
Qed.
End Sound.
