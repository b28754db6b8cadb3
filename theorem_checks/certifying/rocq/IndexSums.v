(* Sums over indices, for all sizes: terms as data, a normaliser of them, and its soundness.

   An [expr] is a polynomial in entries of tensors, with sums over ranges whose sizes are numbers
   that an environment gives. [eval] says what it means in a field; [decide] compares two of them,
   and [decide_sound] is the theorem that makes of its answer an equation, for all sizes and all
   tensors. Whoever uses it writes the equation as a reader reads it: that it is what [eval] says
   is checked by conversion.

   What the normaliser knows: the laws of commutative rings; that sums can be exchanged, and bound
   indices renamed; deltas; that a sum of what does not depend on its index is the size times it;
   rational coefficients (binary); tensors that are defined by other expressions; two matrices of
   which one is the inverse of the other; pairs of scalars whose product is 1. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra ssrZ.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- coefficients: rational numbers with binary numerator and denominator ---------- *)
Canonical positive_eqType := EqType positive (EqMixin Pos.eqb_spec).
Definition coef := (Z * positive)%type.
Definition cone : coef := (Zpos xH, xH).
Definition cadd (a b : coef) : coef :=
  if Pos.eqb a.2 b.2 then (Z.add a.1 b.1, a.2)
  else (Z.add (Z.mul a.1 (Zpos b.2)) (Z.mul b.1 (Zpos a.2)), Pos.mul a.2 b.2).
Definition cmul (a b : coef) : coef := (Z.mul a.1 b.1, Pos.mul a.2 b.2).
Definition copp (a : coef) : coef := (Z.opp a.1, a.2).
Definition cred (a : coef) : coef :=
  let: (_, (z, d)) := Z.ggcd a.1 (Zpos a.2) in
  if d is Zpos p then if Z.eqb (Z.mul z (Zpos a.2)) (Z.mul a.1 (Zpos p)) then (z, p) else a else a.
Definition cis0 (a : coef) : bool := Z.eqb a.1 Z0.
Definition cis_ge0 (a : coef) : bool := Z.leb Z0 a.1.

(* ---------- terms ---------- *)
Definition env := nat -> nat.
Definition upd (r : env) (i v : nat) : env := fun j => if j == i then v else r j.
(* kind, name, indices; kinds: 0 entry of a tensor, 1 delta, 2 size, 3 [i <= j] *)
Definition atom := (nat * nat * seq nat)%type.
Definition binders := seq (nat * nat).            (* variable, size *)
Definition mono := (coef * (binders * seq atom))%type.
Definition poly := seq mono.
Inductive expr :=
  | Num of nat | Inv of positive | Atm of atom
  | Add of expr & expr | Mul of expr & expr | Opp of expr | Sum of nat & nat & expr.

Definition bv (bs : binders) := map fst bs.
Definition vars (s : seq atom) : seq nat := flatten (map snd s).

(* ---------- the normaliser ---------- *)
Definition indep (m1 m2 : mono) :=
  let: (_, (bs1, as1)) := m1 in let: (_, (bs2, as2)) := m2 in
  all (fun i => (i \notin vars as2) && (i \notin bv bs2)) (bv bs1)
  && all (fun i => i \notin vars as1) (bv bs2).
Definition mulm (m1 m2 : mono) : mono :=
  (cmul m1.1 m2.1, (m1.2.1 ++ m2.2.1, m1.2.2 ++ m2.2.2)).
Definition mulp (p q : poly) : poly := flatten (map (fun m1 => map (mulm m1) q) p).
Definition oppp (p : poly) : poly := map (fun m => (copp m.1, m.2)) p.
Definition sump i n (p : poly) : poly := map (fun m => (m.1, ((i, n) :: m.2.1, m.2.2))) p.
Fixpoint norm (e : expr) : option poly :=
  match e with
  | Num n => Some [:: ((Z.of_nat n, xH), ([::], [::]))]
  | Inv p => Some [:: ((Zpos xH, p), ([::], [::]))]
  | Atm a => Some [:: (cone, ([::], [:: a]))]
  | Add a b => if norm a is Some p then if norm b is Some q then Some (p ++ q) else None else None
  | Mul a b => if norm a is Some p then if norm b is Some q then
       if all (fun m1 => all (indep m1) q) p then Some (mulp p q) else None else None else None
  | Opp a => if norm a is Some p then Some (oppp p) else None
  | Sum i n a => if norm a is Some p then Some (sump i n p) else None
  end.

Fixpoint lookup (i : nat) (s : seq (nat * nat)) : option nat :=
  match s with [::] => None | (j, k) :: t => if j == i then Some k else lookup i t end.
Definition app (s : seq (nat * nat)) (i : nat) := if lookup i s is Some k then k else i.
Definition ren (f : nat -> nat) (a : atom) : atom := (a.1, map f a.2).
Definition sub1 (i j : nat) (k : nat) := if k == i then j else k.
Definition dropb (i : nat) (bs : binders) := filter (fun b => b.1 != i) bs.
Definition proper (fr bs : binders) :=
  uniq (bv bs) && ~~ has (fun i => i \in bv fr) (bv bs).

(* a delta with a bound index *)
Definition del_ok (fr bs : binders) i j :=
  [&& i != j, i \in bv bs & if lookup j (bs ++ fr) is Some n then (lookup i bs == Some n) else false].
Fixpoint find_delta (fr bs : binders) (s : seq atom) : option (atom * (nat * nat)) :=
  match s with [::] => None
  | a :: t => match a with
     | ((1%N, _), [:: i; j]) =>
        if del_ok fr bs i j then Some (a, (i, j))
        else if del_ok fr bs j i then Some (a, (j, i)) else find_delta fr bs t
     | _ => find_delta fr bs t end end.
Definition contract1 (fr : binders) (m : binders * seq atom) :=
  let: (bs, s) := m in
  match find_delta fr bs s with
  | Some (a, (i, j)) => (dropb i bs, map (ren (sub1 i j)) (rem a s))
  | None => (bs, s) end.
Definition is_triv (a : atom) :=
  match a with ((1%N, _), [:: i; j]) => i == j | ((3%N, _), [:: i; j]) => i == j | _ => false end.
Definition unused1 (m : binders * seq atom) :=
  let: (bs, s) := m in
  match filter (fun b => b.1 \notin vars s) bs with
  | (i, n) :: _ => (dropb i bs, ((2%N, n), [::]) :: s)
  | [::] => (bs, s) end.
(* a matrix next to its inverse: sum_j p i j * q j k = delta i k *)
Definition inverse := (nat * nat * nat)%type.      (* matrix, inverse, size *)
Definition next_to (fr bs : binders) (s : seq atom) (v : inverse) (a b : atom) :
    option (nat * (nat * nat)) :=
  let: (p, q, n) := v in
  match a, b with
  | ((0%N, p'), [:: i; j]), ((0%N, q'), [:: j'; k]) =>
      if p' == p then if q' == q then if j == j' then
      if [&& lookup j bs == Some n, j \notin [:: i; k],
             j \notin vars (rem b (rem a s)), a \in s, b \in rem a s,
             lookup i (dropb j bs ++ fr) == Some n & lookup k (dropb j bs ++ fr) == Some n]
      then Some (j, (i, k)) else None else None else None else None
  | _, _ => None end.
Fixpoint first_some (A B : Type) (f : A -> option B) (l : seq A) : option B :=
  match l with [::] => None | x :: t => if f x is Some y then Some y else first_some f t end.
Definition invert1 (ivs : seq inverse) (fr : binders) (m : binders * seq atom) :=
  let: (bs, s) := m in
  match first_some (fun v => first_some (fun a => first_some (fun b =>
          if next_to fr bs s v a b is Some x then Some ((a, b), x) else None) s) s) ivs with
  | Some ((a, b), (j, (i, k))) => (dropb j bs, ((1%N, 0%N), [:: i; k]) :: rem b (rem a s))
  | None => (bs, s) end.
Definition step (ivs : seq inverse) (fr : binders) (m : binders * seq atom) :=
  if proper fr m.1
  then let m1 := contract1 fr m in
       let m2 := unused1 (m1.1, filter (fun a => ~~ is_triv a) m1.2) in
       if proper fr m2.1 then invert1 ivs fr m2 else m2
  else m.

(* what deltas say of indices that are not bound; what is 0 or 1 stands once *)
Definition orient (a : atom) : atom :=
  match a with ((1%N, t), [:: i; j]) => if (j < i)%N then ((1%N, t), [:: j; i]) else a | _ => a end.
Definition spread1 (s : seq atom) (a : atom) : seq atom :=
  match a with
  | ((1%N, _), [:: i; j]) => if a \in s then a :: map (ren (sub1 j i)) (rem a s) else s
  | _ => s end.
Definition is_delta (a : atom) := a.1.1 == 1%N.
Definition is_bit (a : atom) := (a.1.1 == 1%N) || (a.1.1 == 3%N).
Definition spread (s : seq atom) :=
  let s1 := map orient s in
  let s2 := filter (fun a => ~~ is_triv a) (foldl spread1 s1 (filter is_delta s1)) in
  undup (filter is_bit s2) ++ filter (fun a => ~~ is_bit a) s2.
(* scalars whose product is 1, or that are 1 *)
Definition pair1 := (atom * option atom)%type.
Definition cancel1 (s : seq atom) (c : pair1) : seq atom :=
  if c.2 is Some b then if (c.1 \in s) && (b \in rem c.1 s) then rem b (rem c.1 s) else s
  else if c.1 \in s then rem c.1 s else s.
Definition cancel (prs : seq pair1) (s : seq atom) :=
  foldl cancel1 s (flatten (nseq (size s) prs)).

Definition reduce (ivs : seq inverse) (prs : seq pair1) (fr : binders) (m : mono) : mono :=
  let: (bs, s) := iter (size m.2.1).+1 (step ivs fr) m.2 in (cred m.1, (bs, cancel prs (spread s))).

(* tensors that others define: t at parameters is an expression in these *)
Definition def := (nat * (binders * expr))%type.
Definition fresh_from (bs : binders) (s : seq atom) := (foldr maxn 0%N (bv bs ++ vars s)).+1.
Definition open_ren (ps bs' : binders) (js : seq nat) (K : nat) : seq (nat * nat) :=
  zip (bv ps) js ++ map (fun i => (i, (i + K)%N)) (bv bs').
(* renaming f of a monomial m: bound variables stay apart from all others *)
Definition apart (f : nat -> nat) (bs : binders) (s : seq atom) :=
  all (fun i => all (fun k => (k == i) || (f k != f i)) (vars s)) (bv bs).
Definition open_mono (ps : binders) (js : seq nat) (rest : seq atom) (K : nat) (m : mono) :
    option mono :=
  let: (c, (bs', s')) := m in
  let f := app (open_ren ps bs' js K) in
  let bs2 := map (fun b => (f b.1, b.2)) bs' in
  if [&& all (fun k => (k \in bv bs') || ((k \in bv ps) && (f k == nth 0%N js (index k (bv ps)))))
          (vars s'), apart f bs' s' & all (fun i => i \notin vars rest) (bv bs2)]
  then Some (c, (bs2, map (ren f) s' ++ rest)) else None.
Fixpoint all_some (A : Type) (l : seq (option A)) : option (seq A) :=
  match l with [::] => Some [::]
  | x :: t => if x is Some y then if all_some t is Some ys then Some (y :: ys) else None else None
  end.
Definition params_ok (fr bs ps : binders) (js : seq nat) :=
  (size js == size ps) &&
  all (fun jp => lookup jp.1 (bs ++ fr) == Some jp.2.2) (zip js ps).
Definition find_def (defs : seq def) (s : seq atom) : option (atom * (binders * expr)) :=
  first_some (fun a => if a.1.1 == 0%N then first_some (fun d : def => if d.1 == a.1.2
     then Some (a, d.2) else None) defs else None) s.
Definition open1 (defs : seq def) (fr : binders) (m : mono) : option poly :=
  let: (c, (bs, s)) := m in
  match find_def defs s with
  | Some (a, (ps, e)) =>
      if norm e is Some body then
        if params_ok fr bs ps a.2 && proper fr bs then
          let K := maxn (fresh_from bs s) (fresh_from ps [::]) in
          if all_some (map (open_mono ps a.2 (rem a s) K) body) is Some q
          then Some (map (fun m' : mono => (cmul c m'.1, (bs ++ m'.2.1, m'.2.2))) q)
          else None
        else None
      else None
  | None => None end.
Definition opens (defs : seq def) (fr : binders) (p : poly) : poly :=
  flatten (map (fun m => if open1 defs fr m is Some q then q else [:: m]) p).

(* search for a renaming: no proof needed, what it finds is checked *)
Fixpoint unify (bv1 bv2 : seq nat) (s : seq (nat * nat)) (js ks : seq nat) :=
  match js, ks with
  | [::], [::] => Some s
  | j :: js, k :: ks => if j \in bv1 then
       match lookup j s with
       | Some k' => if k' == k then unify bv1 bv2 s js ks else None
       | None => if (k \in bv2) && (k \notin map snd s)
                 then unify bv1 bv2 ((j, k) :: s) js ks else None end
     else if j == k then unify bv1 bv2 s js ks else None
  | _, _ => None end.
Fixpoint search (bv1 bv2 : seq nat) s (as1 as2 : seq atom) :=
  match as1 with
  | [::] => Some s
  | a :: t => (fix try (bs : seq atom) := match bs with [::] => None | b :: bs' =>
       match (if a.1 == b.1 then unify bv1 bv2 s a.2 b.2 else None) with
       | Some s' => match search bv1 bv2 s' t (rem b as2) with
                    | Some s'' => Some s'' | None => try bs' end
       | None => try bs' end end) as2 end.
Definition alpha_ok (s : seq (nat * nat)) (m1 m2 : binders * seq atom) :=
  let: (bs1, as1) := m1 in let: (bs2, as2) := m2 in let vs := vars as1 in
  [&& perm_eq (map (fun b => (app s b.1, b.2)) bs1) bs2, perm_eq (map (ren (app s)) as1) as2,
      uniq (bv bs2), apart (app s) bs1 as1 & all (fun k => (k \in bv bs1) || (app s k == k)) vs].
(* one condition after the other, as the kernel computes both sides of [&&]; and a renaming is looked
   for only where the atoms are alike *)
Definition looks (bs : binders) (a : atom) :=
  (a.1, map (fun i => if i \in bv bs then None else Some i) a.2).
Definition alike (m1 m2 : binders * seq atom) :=
  if size m1.2 == size m2.2 then if size m1.1 == size m2.1 then
    perm_eq (map (looks m1.1) m1.2) (map (looks m2.1) m2.2) else false else false.
Definition alpha_eq (m1 m2 : binders * seq atom) :=
  if alike m1 m2 then
    match search (bv m1.1) (bv m2.1) [::] m1.2 m2.2 with
    | Some s => alpha_ok s m1 m2 | None => false end
  else false.
(* what is alike is added up; monomials are sorted by their atoms, as numbers in order, and each is
   compared with those of the same atoms alone *)
Fixpoint put_in (x : N) (s : seq N) : seq N :=
  if s is y :: s' then if N.leb x y then x :: s else y :: put_in x s' else [:: x].
Definition key_of (m : mono) : seq N :=
  foldr put_in [::] (map (fun a : atom => N.add (N.mul 8 (N.of_nat a.1.2)) (N.of_nat a.1.1)) m.2.2).
Fixpoint key_leq (s t : seq N) : bool :=
  match s, t with
  | [::], _ => true
  | _, [::] => false
  | x :: s', y :: t' => if N.eqb x y then key_leq s' t' else N.leb x y end.
Fixpoint key_eq (s t : seq N) : bool :=
  match s, t with
  | [::], [::] => true
  | x :: s', y :: t' => if N.eqb x y then key_eq s' t' else false
  | _, _ => false end.
Definition keyed := (seq N * mono)%type.
Fixpoint insert (m : keyed) (p : seq keyed) : seq keyed :=
  match p with
  | [::] => [:: m]
  | m' :: p' =>
      if key_eq m.1 m'.1 then
        if alpha_eq m.2.2 m'.2.2 then (m'.1, (cadd m.2.1 m'.2.1, m'.2.2)) :: p'
        else m' :: insert m p'
      else m :: p end.
Definition collect (p : poly) : poly :=
  map snd (foldr insert [::]
    (sort (fun m1 m2 : keyed => key_leq m1.1 m2.1) (map (fun m => (key_of m, m)) p))).
Arguments collect : simpl never.
Definition is0 (p : poly) := all (fun m => cis0 m.1) p.
Definition nonzero (p : poly) := filter (fun m => ~~ cis0 m.1) p.

Record known := Known {
  free_ : binders; inverses : seq inverse; pairs : seq pair1; defs_ : seq def }.
Definition round (k : known) (p : poly) : poly :=
  nonzero (collect (map (reduce (inverses k) (pairs k) (free_ k)) p)).
Definition nf (k : known) (depth : nat) (e : expr) : option poly :=
  if norm e is Some p
  then Some (round k (iter depth (fun p => opens (defs_ k) (free_ k) (round k p)) p))
  else None.
Definition decide (k : known) (depth : nat) (e1 e2 : expr) : bool :=
  if nf k depth (Add e1 (Opp e2)) is Some p then is0 p else false.
(* sums of products of what is not negative *)
Definition natural_atom (pos : seq nat) (a : atom) :=
  match a.1.1 with 0%N => a.1.2 \in pos | 1%N | 2%N | 3%N => true | _ => false end.
Definition decide_ge0 (k : known) (pos : seq nat) (depth : nat) (e : expr) : bool :=
  if nf k depth e is Some p
  then all (fun m => cis_ge0 m.1 && all (natural_atom pos) m.2.2) p else false.

(* ---------- meaning ---------- *)
Section Sound.
Variables (R : numFieldType) (sz : nat -> nat) (T : nat -> seq nat -> R).
Definition aval (r : env) (a : atom) : R :=
  match a with
  | ((0%N, t), js) => T t (map r js)
  | ((1%N, _), [:: i; j]) => (r i == r j)%:R
  | ((2%N, n), _) => (sz n)%:R
  | ((3%N, _), [:: i; j]) => (r i <= r j)%N%:R
  | _ => 0 end.
Fixpoint eval (e : expr) (r : env) : R :=
  match e with
  | Num n => n%:R | Inv p => (Pos.to_nat p)%:R^-1
  | Atm a => aval r a | Add a b => eval a r + eval b r | Mul a b => eval a r * eval b r
  | Opp a => - eval a r | Sum i n a => \sum_(v < sz n) eval a (upd r i v) end.

Definition cv (c : coef) : R := (int_of_Z c.1)%:~R / (Pos.to_nat c.2)%:R.
Lemma pos_neq0 p : (Pos.to_nat p)%:R != 0 :> R.
Proof. by rewrite pnatr_eq0 -lt0n; apply/ssrnat.ltP; exact: Pos2Nat.is_pos. Qed.
Lemma int_pos p : (int_of_Z (Zpos p))%:~R = (Pos.to_nat p)%:R :> R.
Proof. by []. Qed.
Lemma intZD a b : (int_of_Z (Z.add a b))%:~R = (int_of_Z a)%:~R + (int_of_Z b)%:~R :> R.
Proof. by rewrite -intrD -(rmorphD [rmorphism of int_of_Z]). Qed.
Lemma intZM a b : (int_of_Z (Z.mul a b))%:~R = (int_of_Z a)%:~R * (int_of_Z b)%:~R :> R.
Proof. by rewrite -intrM -(rmorphM [rmorphism of int_of_Z]). Qed.
Lemma intZN a : (int_of_Z (Z.opp a))%:~R = - (int_of_Z a)%:~R :> R.
Proof. by rewrite -mulrNz -(rmorphN [rmorphism of int_of_Z]). Qed.
Lemma cv1 : cv cone = 1. Proof. by rewrite /cv /= divr1. Qed.
Lemma posM p q : (Pos.to_nat (Pos.mul p q))%:R = (Pos.to_nat p)%:R * (Pos.to_nat q)%:R :> R.
Proof. by rewrite Pos2Nat.inj_mul -natrM. Qed.
Lemma cvD a b : cv (cadd a b) = cv a + cv b.
Proof.
case: a b => [a p] [b q]; rewrite /cadd /=; case: Pos.eqb_spec => [->|_].
  by rewrite /cv /= intZD mulrDl.
rewrite /cv /= intZD !intZM !int_pos posM.
have hp := pos_neq0 p; have hq := pos_neq0 q.
by rewrite addf_div.
Qed.
Lemma cvM a b : cv (cmul a b) = cv a * cv b.
Proof. by case: a b => [a p] [b q]; rewrite /cv /= intZM posM invfM mulrACA. Qed.
Lemma cvN a : cv (copp a) = - cv a.
Proof. by case: a => [a p]; rewrite /cv /= intZN mulNr. Qed.
Lemma cv_red a : cv (cred a) = cv a.
Proof.
case: a => [a p]; rewrite /cred; case: Z.ggcd => [g [z d]] /=; case: d => [|q|] //.
case: Z.eqb_spec => // h; rewrite /cv /=.
by apply/eqP; rewrite eqr_div ?pos_neq0 // -!int_pos -!intZM h.
Qed.
Lemma cv0 a : cis0 a -> cv a = 0.
Proof. by case: a => [a p] /Z.eqb_spec /= ->; rewrite /cv /= mul0r. Qed.
Lemma cv_ge0 a : cis_ge0 a -> 0 <= cv a.
Proof. by case: a => [[|a|a] p] //= _; rewrite /cv /= ?mul0r // divr_ge0 ?ler0n. Qed.

Fixpoint msum (bs : binders) (F : env -> R) (r : env) : R :=
  match bs with [::] => F r | (i, n) :: bs' => \sum_(v < sz n) msum bs' F (upd r i v) end.
Definition pr (s : seq atom) (r : env) : R := \prod_(a <- s) aval r a.
Definition bval (m : binders * seq atom) r := msum m.1 (pr m.2) r.
Definition mval (m : mono) r : R := cv m.1 * bval m.2 r.
Definition pval (p : poly) r : R := \sum_(m <- p) mval m r.

Definition agree (vs : seq nat) (r r' : env) := forall k, k \in vs -> r k = r' k.
Lemma aval_agree a r r' : agree a.2 r r' -> aval r a = aval r' a.
Proof.
move: a => [[k t] js] /= h.
have e : map r js = map r' js by apply/eq_in_map => x /h.
case: k => [|[|[|[|k]]]] //=; first by rewrite e.
- by case: js e {h} => [|i [|j [|]]] //= [-> ->].
- by case: js e {h} => [|i [|j [|]]] //= [-> ->].
Qed.
Lemma pr_agree s r r' : agree (vars s) r r' -> pr s r = pr s r'.
Proof.
rewrite /pr; elim: s => [|a s IH] h; first by rewrite !big_nil.
rewrite !big_cons (@aval_agree a r r') ?IH // => k hk; apply: h; by rewrite /vars /= mem_cat hk ?orbT.
Qed.
Definition ext (F : env -> R) := forall r r', r =1 r' -> F r = F r'.
Lemma pr_ext s : ext (pr s). Proof. by move=> r r' h; apply: pr_agree => k _. Qed.
Lemma upd_ext r r' i v : r =1 r' -> upd r i v =1 upd r' i v.
Proof. by move=> h k; rewrite /upd h. Qed.
Lemma msum_ext bs F : ext F -> ext (msum bs F).
Proof.
move=> hF; elim: bs => [|[i n] bs IH] r r' h /=; first exact: hF.
by apply: eq_bigr => v _; apply: IH; apply: upd_ext.
Qed.
(* equality under the sums, where every bound index is in its range and the others are as outside *)
Lemma eq_msum_range bs F G r : uniq (bv bs) ->
  (forall r', (forall b, b \in bs -> (r' b.1 < sz b.2)%N) ->
     (forall k, k \notin bv bs -> r' k = r k) -> F r' = G r') ->
  msum bs F r = msum bs G r.
Proof.
elim: bs r => [|[i n] bs IH] r /= U h; first exact: h.
case/andP: U => ni U; apply: eq_bigr => v _; apply: IH => // r' h1 h2.
apply: h => [b|k]; last by rewrite inE negb_or => /andP [k1 k2]; rewrite h2 // /upd (negbTE k1).
rewrite inE => /orP [/eqP->|]; last exact: h1.
by rewrite /= h2 // /upd eqxx.
Qed.
Lemma eq_msum bs F G r : F =1 G -> msum bs F r = msum bs G r.
Proof. by move=> h; elim: bs r => [|[i n] bs IH] r //=; apply: eq_bigr => v _. Qed.
Lemma msum_cat bs bs' F r : msum (bs ++ bs') F r = msum bs (msum bs' F) r.
Proof. by elim: bs r => [|[i n] bs IH] r //=; apply: eq_bigr => v _. Qed.
Lemma msum_swap i n j m bs F r : ext F -> i != j ->
  msum [:: (i, n), (j, m) & bs] F r = msum [:: (j, m), (i, n) & bs] F r.
Proof.
move=> hF ne /=; rewrite exchange_big; apply: eq_bigr => v _; apply: eq_bigr => w _.
apply: msum_ext => // k; rewrite /upd; case: eqP => [->|] //; by rewrite eq_sym (negbTE ne).
Qed.
Lemma msum_move x s1 s2 F r : ext F -> uniq (bv (x :: s1)) ->
  msum (s1 ++ x :: s2) F r = msum (x :: s1 ++ s2) F r.
Proof.
move=> hF; elim: s1 r => [|y s1 IH] r //= /andP [].
rewrite inE negb_or => /andP [nxy nx] /andP [ny U].
case: y nxy ny => j m nxy ny; case: x nxy nx IH => i n /= nij nx IH.
rewrite -[RHS]/(msum [:: (i, n), (j, m) & s1 ++ s2] F r) msum_swap //=.
by apply: eq_bigr => v _; rewrite IH //= nx.
Qed.
Lemma msum_perm bs bs' F r : ext F -> perm_eq bs bs' -> uniq (bv bs) -> msum bs F r = msum bs' F r.
Proof.
move=> hF; elim: bs bs' r => [|x bs IH] bs' r P U.
  by move/perm_size: P; case: bs'.
have xin : x \in bs' by rewrite -(perm_mem P) mem_head.
case/splitPr: xin P => s1 s2 P.
have P2 : perm_eq bs (s1 ++ s2).
  by rewrite -(perm_cons x); apply: (perm_trans P); rewrite -cat1s perm_catCA.
have U2 : uniq (bv (s1 ++ x :: s2)) by rewrite /bv -(perm_uniq (perm_map fst P)).
rewrite msum_move //; last first.
  move: U2; rewrite /bv map_cat cat_uniq /= => /and3P [u1 /norP [h _] _]; by rewrite u1 h.
case: x P U U2 => i n P /= /andP [_ U] U2; by apply: eq_bigr => v _; apply: IH.
Qed.
(* constants go in and out *)
Lemma msumMr bs F G r :
  (forall r', (forall k, k \notin bv bs -> r' k = r k) -> G r' = G r) ->
  msum bs F r * G r = msum bs (fun r' => F r' * G r') r.
Proof.
elim: bs r => [|[i n] bs IH] r h //=.
rewrite big_distrl; apply: eq_bigr => v _ /=.
have e : G (upd r i v) = G r.
  by apply: h => // k; rewrite inE negb_or /upd => /andP [/negbTE->].
rewrite -e IH // => r' h2; rewrite e; apply: h => // k; rewrite inE negb_or => /andP [k1 k2].
by rewrite h2 // /upd (negbTE k1).
Qed.
Lemma msum_agree bs s r r' : (forall k, k \in vars s -> k \notin bv bs -> r k = r' k) ->
  msum bs (pr s) r = msum bs (pr s) r'.
Proof.
elim: bs r r' => [|[i n] bs IH] r r' h /=; first by apply: pr_agree => k hk; apply: h.
apply: eq_bigr => v _; apply: IH => k hk nk; rewrite /upd; case: eqP => // /eqP ne; apply: h => //.
by rewrite inE negb_or ne.
Qed.
Lemma msum_scale bs F r c : c * msum bs F r = msum bs (fun r' => c * F r') r.
Proof.
elim: bs r => [|[i n] bs IH] r //=; rewrite big_distrr; apply: eq_bigr => v _; exact: IH.
Qed.
Lemma msum_sum (I : Type) (l : seq I) bs (F : I -> env -> R) r :
  msum bs (fun r' => \sum_(x <- l) F x r') r = \sum_(x <- l) msum bs (F x) r.
Proof.
elim: bs r => [|[i n] bs IH] r //=; rewrite exchange_big; apply: eq_bigr => v _; exact: IH.
Qed.
Lemma mulm_sound m1 m2 r : indep m1 m2 -> mval (mulm m1 m2) r = mval m1 r * mval m2 r.
Proof.
case: m1 m2 => [c1 [bs1 as1]] [c2 [bs2 as2]] /andP [/allP h1 /allP h2].
rewrite /mval /bval /= cvM [RHS]mulrACA; congr (_ * _).
rewrite msumMr; last first.
  move=> r' h; apply: msum_agree => k k2 _; apply: h; apply/negP => /h1; by rewrite k2.
rewrite msum_cat; apply: eq_msum => r'.
rewrite mulrC msumMr; last first.
  move=> r'' h; apply: pr_agree => k k1; apply: h; apply/negP => /h2; by rewrite k1.
by apply: eq_msum => r''; rewrite /pr big_cat mulrC.
Qed.
Lemma mulp_sound p q r : all (fun m1 => all (indep m1) q) p -> pval (mulp p q) r = pval p r * pval q r.
Proof.
rewrite /pval; elim: p => [|m p IH] /=; first by rewrite !big_nil mul0r.
case/andP=> h1 h2; rewrite big_cat big_cons IH // mulrDl; congr (_ + _).
rewrite big_map big_distrr /= big_seq [RHS]big_seq; apply: eq_bigr => m2 h.
by rewrite mulm_sound //; apply: (allP h1).
Qed.
Lemma sump_sound i n p r : pval (sump i n p) r = \sum_(v < sz n) pval p (upd r i v).
Proof.
rewrite /pval exchange_big big_map; apply: eq_bigr => [[c [bs s]]] _.
by rewrite /mval /bval /= big_distrr.
Qed.
Lemma norm_sound e r p : norm e = Some p -> eval e r = pval p r.
Proof.
elim: e r p => [n|d|a|a IHa b IHb|a IHa b IHb|a IHa|i n a IHa] r p /=.
- case=> <-; rewrite /pval big_seq1 /mval /bval /= /pr big_nil mulr1 /cv /= divr1.
  by case: n => [|n] //=; rewrite SuccNat2Pos.id_succ.
- by case=> <-; rewrite /pval big_seq1 /mval /bval /= /pr big_nil mulr1 /cv /= mul1r.
- by case=> <-; rewrite /pval big_seq1 /mval /bval /= /pr big_seq1 cv1 mul1r.
- case: (norm a) IHa => // pa IHa; case: (norm b) IHb => // pb IHb [<-].
  by rewrite (IHa r pa) // (IHb r pb) // /pval big_cat.
- case: (norm a) IHa => // pa IHa; case: (norm b) IHb => // pb IHb; case: ifP => // ok [<-].
  by rewrite (IHa r pa) // (IHb r pb) // mulp_sound.
- case: (norm a) IHa => // pa IHa [<-]; rewrite (IHa r pa) // /pval big_map -sumrN.
  by apply: eq_bigr => m _; rewrite /mval /= cvN mulNr.
- case: (norm a) IHa => // pa IHa [<-]; rewrite sump_sound; apply: eq_bigr => v _; exact: IHa.
Qed.
(* renaming *)
Lemma aval_ren f a r r' : (forall k, k \in a.2 -> r' (f k) = r k) -> aval r' (ren f a) = aval r a.
Proof.
move: a => [[k t] js] /= h.
have e : map r' (map f js) = map r js by rewrite -map_comp; apply/eq_in_map => x /h.
case: k => [|[|[|[|k]]]] //=; first by rewrite e.
- by case: js e {h} => [|i [|j [|]]] //= [-> ->].
- by case: js e {h} => [|i [|j [|]]] //= [-> ->].
Qed.
Lemma pr_ren f s r r' : (forall k, k \in vars s -> r' (f k) = r k) -> pr (map (ren f) s) r' = pr s r.
Proof.
rewrite /pr; elim: s => [|a s IH] h /=; first by rewrite !big_nil.
rewrite !big_cons (@aval_ren f a r r') ?IH // => k hk; apply: h; by rewrite /vars /= mem_cat hk ?orbT.
Qed.
Lemma rename_sound f bs s r r' : apart f bs s ->
  (forall k, k \in vars s -> (k \in bv bs) || (r' (f k) == r k)) ->
  msum bs (pr s) r = msum (map (fun b => (f b.1, b.2)) bs) (pr (map (ren f) s)) r'.
Proof.
rewrite /apart; elim: bs r r' => [|[i n] bs IH] r r' h1 h /=.
  by rewrite (@pr_ren _ _ r) // => k /h /eqP.
move: h1 => /= /andP [/allP hi h1].
apply: eq_bigr => v _; apply: IH => // k hk; have := hi k hk; rewrite /upd.
case: (k =P i) => [->|/eqP ne]; first by rewrite !eqxx orbT.
move=> /= /negbTE->; have := h k hk; by rewrite inE (negbTE ne).
Qed.
Lemma alpha_sound s m1 m2 r : alpha_ok s m1 m2 -> bval m1 r = bval m2 r.
Proof.
case: m1 m2 => [bs1 as1] [bs2 as2] /and5P [pb pa u h1 /allP h2]; rewrite /bval /=.
rewrite (@rename_sound (app s) _ _ r r) // => [|k /h2 /orP [->|/eqP->] //]; last by rewrite eqxx orbT.
transitivity (msum bs2 (pr (map (ren (app s)) as1)) r).
  apply: msum_perm => //; first exact: pr_ext.
  by rewrite /bv (perm_uniq (perm_map fst pb)).
by apply: eq_msum => r'; apply: perm_big.
Qed.
Lemma insert_sound (m : keyed) p r :
  pval (map snd (insert m p)) r = mval m.2 r + pval (map snd p) r.
Proof.
rewrite /pval; elim: p => [|m' p IH] /=; first by rewrite big_seq1 big_nil addr0.
case: key_eq; last by rewrite !big_cons.
case: ifP => h; rewrite /= !big_cons; last by rewrite IH addrCA.
rewrite addrA; congr (_ + _); rewrite /mval /= cvD mulrDl; congr (_ * _ + _).
by move: h; rewrite /alpha_eq; case: ifP => // _; case: search => // s /alpha_sound ->.
Qed.
Lemma collect_sound p r : pval (collect p) r = pval p r.
Proof.
rewrite /collect; set q := sort _ _.
have -> : pval (map snd (foldr insert [::] q)) r = pval (map snd q) r.
  by elim: q => [|m q IH] //=; rewrite insert_sound IH /pval big_cons.
rewrite /pval big_map (perm_big (map (fun m => (key_of m, m)) p)) ?big_map //=.
by rewrite /q; apply/permPl/perm_sort.
Qed.
Lemma is0_sound p r : is0 p -> pval p r = 0.
Proof.
rewrite /is0 /pval => /allP h; rewrite big_seq big1 // => m /h e; by rewrite /mval cv0 // mul0r.
Qed.
Lemma nonzero_sound p r : pval (nonzero p) r = pval p r.
Proof.
rewrite /nonzero /pval big_filter [RHS](bigID (fun m => cis0 m.1)) /= [X in _ = X + _]big1 ?add0r //.
by move=> m h; rewrite /mval cv0 // mul0r.
Qed.
(* contraction *)
Lemma lookup_in i l n : lookup i l = Some n -> (i, n) \in l.
Proof. by elim: l => [|[j k] l IH] //=; case: eqP => [->[->]|_ /IH h]; rewrite inE ?eqxx // h orbT. Qed.
Lemma find_deltaP fr bs s a i j : find_delta fr bs s = Some (a, (i, j)) ->
  [/\ a \in s, del_ok fr bs i j & forall r, aval r a = (r i == r j)%:R].
Proof.
elim: s => [|[[k t] js] s IH] //=.
have other : find_delta fr bs s = Some (a, (i, j)) ->
  [/\ a \in (k, t, js) :: s, del_ok fr bs i j & forall r, aval r a = (r i == r j)%:R].
  by case/IH => h1 h2 h3; split=> //; rewrite inE h1 orbT.
case: k other => [|[|k]] // other; case: js other => [|x [|y [|z l]]] // other.
case: ifP => [ok [<- <- <-]|_]; first by split=> //; exact: mem_head.
case: ifP => [ok [<- <- <-]|_ //]; split=> //; first exact: mem_head.
by move=> r /=; rewrite eq_sym.
Qed.
Lemma drop_perm bs i n : uniq (bv bs) -> (i, n) \in bs -> perm_eq bs (dropb i bs ++ [:: (i, n)]).
Proof.
move=> U h; case/splitPr: h U => s1 s2 U.
have e : dropb i (s1 ++ (i, n) :: s2) = s1 ++ s2.
  move: U; rewrite /bv map_cat cat_uniq /= negb_or => /and4P [_ /andP [h1 _] h2 _].
  rewrite /dropb filter_cat /= eqxx /=; congr (_ ++ _); apply/all_filterP/allP => b hb; apply/eqP => e.
    by move: h1; rewrite -e map_f.
  by move: h2; rewrite -e map_f.
by rewrite e -catA perm_cat2l -[(i, n) :: s2]cat1s perm_catC.
Qed.
Lemma drop_uniq bs i : uniq (bv bs) -> uniq (bv (dropb i bs)).
Proof. by move=> U; apply: subseq_uniq U; apply: map_subseq; apply: filter_subseq. Qed.
Lemma in_drop bs i b : b \in dropb i bs -> b \in bs.
Proof. by rewrite mem_filter => /andP []. Qed.
Lemma in_bv_drop bs i k : k \in bv (dropb i bs) -> k \in bv bs.
Proof. by case/mapP => b /in_drop h ->; apply: map_f. Qed.
Lemma drop_proper fr bs i : proper fr bs -> proper fr (dropb i bs).
Proof.
case/andP=> U /hasPn D; rewrite /proper drop_uniq //=; apply/hasPn => k /in_bv_drop; exact: D.
Qed.
Lemma msum_out bs i n s r : uniq (bv bs) -> (i, n) \in bs ->
  msum bs (pr s) r = msum (dropb i bs) (fun r' => \sum_(v < sz n) pr s (upd r' i v)) r.
Proof. move=> U h; rewrite (msum_perm r (@pr_ext s) (drop_perm U h) U) msum_cat; exact: eq_msum. Qed.
Definition in_range (fr : binders) (r : env) := forall b, b \in fr -> (r b.1 < sz b.2)%N.
Lemma lookup_range fr bs r r' j n : in_range fr r -> proper fr bs ->
  (forall b, b \in bs -> (r' b.1 < sz b.2)%N) -> (forall k, k \notin bv bs -> r' k = r k) ->
  lookup j (bs ++ fr) = Some n -> (r' j < sz n)%N.
Proof.
move=> R1 /andP [_ /hasPn D] h1 h2 /lookup_in; rewrite mem_cat => /orP [h|h].
  exact: (h1 (j, n)).
rewrite h2; first exact: (R1 _ h).
by apply/negP => /D; rewrite (map_f fst h).
Qed.
Lemma contract1_sound fr bs s r : in_range fr r -> proper fr bs ->
  bval (contract1 fr (bs, s)) r = bval (bs, s) r.
Proof.
move=> R1 P; have /andP [U /hasPn D] := P; rewrite /contract1; case E: find_delta => [[a [i j]]|] //.
case/find_deltaP: E => ain /and3P [nij ib]; case L: lookup => [n|] // /eqP /lookup_in inb av.
rewrite /bval [RHS](msum_out _ _ U inb) /=; apply: eq_msum_range; first exact: drop_uniq.
move=> r' h1 h2.
have rj : (r' j < sz n)%N.
  move/lookup_in: L; rewrite mem_cat => /orP [h|h].
    by apply: (h1 (j, n)); rewrite mem_filter h andbT eq_sym.
  rewrite h2; first exact: (R1 _ h).
  by apply/negP => /in_bv_drop /D; rewrite (map_f fst h).
have av' v : pr s (upd r' i v) = (v == r' j)%:R * pr (rem a s) (upd r' i v).
  by rewrite /pr (perm_big _ (perm_to_rem ain)) big_cons av /upd eqxx [j == i]eq_sym (negbTE nij).
symmetry; rewrite (bigD1 (Ordinal rj)) //= [X in _ + X]big1 ?addr0 => [|v]; last first.
  by move=> ne; rewrite av' (_ : (_ == _) = false) ?mul0r //; apply/negbTE.
rewrite av' eqxx mul1r; symmetry; apply: pr_ren => k _; by rewrite /sub1 /upd; case: eqP.
Qed.
Lemma triv1 a r : is_triv a -> aval r a = 1.
Proof.
by move: a => [[[|[|[|[|k]]]] t] [|i [|j [|l js]]]] //= /eqP ->; rewrite ?eqxx ?leqnn.
Qed.
Lemma pr_triv s r : pr (filter (fun a => ~~ is_triv a) s) r = pr s r.
Proof.
rewrite /pr big_filter [RHS](bigID is_triv) /= [X in X * _]big1 ?mul1r // => a; exact: triv1.
Qed.
Lemma triv_sound bs s r : bval (bs, filter (fun a => ~~ is_triv a) s) r = bval (bs, s) r.
Proof. by rewrite /bval; apply: eq_msum => r' /=; rewrite pr_triv. Qed.
Lemma unused1_sound bs s r : uniq (bv bs) -> bval (unused1 (bs, s)) r = bval (bs, s) r.
Proof.
move=> U; rewrite /unused1; case E: filter => [|[i n] l] //.
have : (i, n) \in filter (fun b => b.1 \notin vars s) bs by rewrite E mem_head.
rewrite mem_filter /= => /andP [ni inb].
rewrite /bval [RHS](msum_out _ _ U inb) /=; apply: eq_msum => r'.
rewrite (eq_bigr (fun=> pr s r')) => [|v _]; last first.
  by apply: pr_agree => k hk; rewrite /upd; case: eqP => // e; rewrite -e hk in ni.
by rewrite sumr_const card_ord /pr big_cons /= mulr_natl.
Qed.
(* a matrix next to its inverse *)
Definition is_inverse (v : inverse) := let: (p, q, n) := v in
  forall i k, (i < sz n)%N -> (k < sz n)%N ->
    \sum_(j < sz n) T p [:: i; nat_of_ord j] * T q [:: nat_of_ord j; k] = (i == k)%:R.
Lemma first_someP (A B : Type) (f : A -> option B) l y : first_some f l = Some y ->
  exists x, f x = Some y.
Proof. by elim: l => [|x l IH] //=; case E: (f x) => [z|] // [<-]; exists x. Qed.
Lemma invert1_sound ivs fr bs s r :
  (forall v, v \in ivs -> is_inverse v) -> in_range fr r -> proper fr bs ->
  bval (invert1 ivs fr (bs, s)) r = bval (bs, s) r.
Proof.
move=> HI R1 P; rewrite /invert1; case E: first_some => [[[a b] [j [i k]]]|] //.
have [v vin] : exists2 v, v \in ivs & exists x, first_some (fun b =>
    if next_to fr bs s v x b is Some y then Some ((x, b), y) else None) s
    = Some ((a, b), (j, (i, k))).
  elim: ivs E {HI} => [|v l IH] //=; case F: first_some => [z|].
    by case=> e; rewrite e in F; exists v; [rewrite mem_head | exact: first_someP F].
  by case/IH => v' h1 h2; exists v' => //; rewrite inE h1 orbT.
case=> a' h; have [b' {h}] := first_someP h; case N: next_to => [[j' [i' k']]|] // [ea eb ej ei ek].
move: N; rewrite {}ea {}eb {}ej {}ei {}ek => {a' b' j' i' k' E}.
move: v vin => [[p q] n] vin; rewrite /next_to.
move: a b => [[[|ka] p'] [|i1 [|j1 [|x1 l1]]]] //; move=> [[[|kb] q'] [|j2 [|k2 [|x2 l2]]]] //.
do 3 !(case: eqP => // ->); case: ifP => // C [ej ei ek].
move: C; rewrite {}ej {}ei {}ek => {j1 i1 k2 p' q'}.
case/and5P => /eqP /lookup_in jb njik nj ain /and3P [bin /eqP Li /eqP Lk].
have [U _] := andP P.
set a := (0%N, p, [:: i; j]) in ain bin nj *; set b := (0%N, q, [:: j; k]) in bin nj *.
rewrite /bval [RHS](msum_out _ _ U jb) /=; apply: eq_msum_range; first exact: drop_uniq.
move=> r' h1 h2; have P' := drop_proper j P.
have ri := lookup_range R1 P' h1 h2 Li; have rk := lookup_range R1 P' h1 h2 Lk.
move: njik; rewrite !inE negb_or => /andP [nji njk].
rewrite /pr big_cons /= -(HI _ vin _ _ ri rk) big_distrl; apply: eq_bigr => x _ /=.
rewrite (perm_big _ (perm_to_rem ain)) big_cons (perm_big _ (perm_to_rem bin)) big_cons /= mulrA.
rewrite /upd /= !eqxx [i == j]eq_sym (negbTE nji) [k == j]eq_sym (negbTE njk); congr (_ * _).
apply: pr_agree => l hl; case: eqP => // e; by rewrite -e hl in nj.
Qed.
Lemma step_sound ivs fr m r : (forall v, v \in ivs -> is_inverse v) -> in_range fr r ->
  bval (step ivs fr m) r = bval m r.
Proof.
move=> HI R1; rewrite /step; case: ifP => // P; case: m P => bs s P.
have e : bval (unused1 ((contract1 fr (bs, s)).1,
                        filter (fun a => ~~ is_triv a) (contract1 fr (bs, s)).2)) r = bval (bs, s) r.
  rewrite unused1_sound; first by case E: contract1 => [bs' s'] /=; rewrite triv_sound -E contract1_sound.
  rewrite /contract1; case: find_delta => [[a [i j]]|] /=; last by case/andP: P.
  by apply: drop_uniq; case/andP: P.
set m2 := unused1 _ in e *; case: ifP => // P2.
by case: m2 P2 e => bs2 s2 P2 e; rewrite invert1_sound.
Qed.
(* deltas between indices that are not bound *)
Lemma orient1 a r : aval r (orient a) = aval r a.
Proof.
by move: a => [[[|[|k]] t] [|i [|j [|l js]]]] //=; case: ifP => //= _; rewrite eq_sym.
Qed.
Lemma spread1_sound s a r : pr (spread1 s a) r = pr s r.
Proof.
move: a => [[[|[|k]] t] [|i [|j [|l js]]]] //=; case: ifP => // ain.
rewrite /pr [RHS](perm_big _ (perm_to_rem ain)) !big_cons /=.
case: eqP => [e|]; rewrite ?mul0r //; congr (_ * _); apply: pr_ren => x _.
by rewrite /sub1; case: eqP => [->|].
Qed.
Lemma bit_idem a r : is_bit a -> aval r a * aval r a = aval r a.
Proof.
move: a => [[[|[|[|[|k]]]] t] js] //= _.
- by case: js => [|i [|j [|l js]]] /=; rewrite ?mulr0 // -natrM mulnb andbb.
- by case: js => [|i [|j [|l js]]] /=; rewrite ?mulr0 // -natrM mulnb andbb.
Qed.
Lemma undup_bits s r : all is_bit s -> pr (undup s) r = pr s r.
Proof.
rewrite /pr; elim: s => [|a s IH] //= /andP [ha hs]; case: ifP => ain; rewrite ?big_cons IH //.
by rewrite (perm_big _ (perm_to_rem ain)) big_cons mulrA bit_idem.
Qed.
Lemma spread_sound s r : pr (spread s) r = pr s r.
Proof.
rewrite /spread; set s1 := map orient s.
have e1 : pr s1 r = pr s r by rewrite /pr big_map; apply: eq_bigr => a _; rewrite orient1.
set l := filter is_delta s1.
have e2 : pr (foldl spread1 s1 l) r = pr s r.
  have h : forall l s1, pr (foldl spread1 s1 l) r = pr s1 r.
    by elim=> [|a l' IH] s' //=; rewrite IH spread1_sound.
  by rewrite h e1.
set s2 := filter _ (foldl _ _ _).
transitivity (pr s2 r); last by rewrite /s2 pr_triv.
move: s2 => {e1 e2} s2.
rewrite /pr big_cat /= -/(pr _ r) undup_bits ?filter_all // /pr !big_filter.
by rewrite [RHS](bigID is_bit).
Qed.
(* scalars whose product is 1 *)
Definition is_pair (c : pair1) :=
  forall r, (if c.2 is Some b then aval r c.1 * aval r b else aval r c.1) = 1.
Lemma cancel_sound prs s r : (forall c, c \in prs -> is_pair c) -> pr (cancel prs s) r = pr s r.
Proof.
move=> H; rewrite /cancel.
have : forall c, c \in flatten (nseq (size s) prs) -> is_pair c.
  by move=> c /flattenP [l]; rewrite mem_nseq => /andP [_ /eqP ->]; exact: H.
move: (flatten (nseq (size s) prs)) => l {H}; elim: l s => [|c l IH] s H //=.
rewrite IH => [|c' h]; last by apply: H; rewrite inE h orbT.
have := H c (mem_head _ _); case: c {H} => [a [b|]]; rewrite /is_pair /cancel1 /= => Hr.
  case: ifP => // /andP [h1 h2]; rewrite [RHS]/pr (perm_big _ (perm_to_rem h1)) big_cons.
  by rewrite (perm_big _ (perm_to_rem h2)) big_cons /= mulrA Hr mul1r.
by case: ifP => // h1; rewrite [RHS]/pr (perm_big _ (perm_to_rem h1)) big_cons /= Hr mul1r.
Qed.
Definition is_def (d : def) := let: (t, (ps, e)) := d in
  forall vs : seq nat, size vs = size ps ->
    (forall l, (l < size ps)%N -> (nth 0%N vs l < sz (nth (0%N, 0%N) ps l).2)%N) ->
    T t vs = eval e (fun k => nth 0%N vs (index k (bv ps))).
Record holds (k : known) := Holds {
  holds_inverses : forall v, v \in inverses k -> is_inverse v;
  holds_pairs : forall c, c \in pairs k -> is_pair c;
  holds_defs : foldr (fun d P => is_def d /\ P) True (defs_ k) }.
Lemma reduce_sound ivs prs fr m r : (forall v, v \in ivs -> is_inverse v) ->
  (forall c, c \in prs -> is_pair c) -> in_range fr r ->
  mval (reduce ivs prs fr m) r = mval m r.
Proof.
move=> HI HP R1; rewrite /mval /reduce.
have <- : bval (iter (size m.2.1).+1 (step ivs fr) m.2) r = bval m.2 r.
  by elim: _.+1 => [|k IH] //=; rewrite step_sound.
case: (iter _ _ _) => bs s /=; rewrite cv_red; congr (_ * _); apply: eq_msum => r' /=.
by rewrite cancel_sound // spread_sound.
Qed.
(* definitions *)
Lemma all_someP (A : eqType) (l : seq (option A)) q : all_some l = Some q -> l = map Some q.
Proof.
by elim: l q => [|[x|] l IH] q //=; [case=> <- | case E: all_some => [ys|] // [<-] /=; rewrite (IH ys)].
Qed.
Lemma open_mono_sound ps js rest K m m' r r0 :
  size js = size ps -> (forall k, k \in bv ps -> r0 k = r (nth 0%N js (index k (bv ps)))) ->
  open_mono ps js rest K m = Some m' -> mval m r0 * pr rest r = mval m' r.
Proof.
case: m => [c [bs' s']] hs h0; rewrite /open_mono; case: ifP => // /and3P [/allP h1 h2 /allP h3] [<-].
rewrite /mval /bval /= -mulrA; congr (_ * _).
rewrite (@rename_sound (app (open_ren ps bs' js K)) bs' s' r0 r) // => [|k /h1]; last first.
  by case/orP=> [->|/andP [kp /eqP ->]] //; rewrite h0 // eqxx orbT.
rewrite msumMr; first by apply: eq_msum => r'; rewrite /pr big_cat.
move=> r' h; apply: pr_agree => k hk; apply: h; apply/negP => /h3; by rewrite hk.
Qed.
Lemma find_defP defs s a ps e : find_def defs s = Some (a, (ps, e)) ->
  [/\ a \in s, a.1.1 = 0%N & foldr (fun d P => is_def d /\ P) True defs -> is_def (a.1.2, (ps, e))].
Proof.
rewrite /find_def; elim: s => [|b s IH] //=; case: ifP => hb.
  case E: first_some => [x|].
    case=> ex; rewrite {}ex in E; clear IH.
    have -> : a = b.
      elim: defs E => [|d l IHl] //=; case: ifP => [_ [<-]|_ /IHl] //.
    split; [exact: mem_head | exact/eqP |].
    elim: defs E => [|[t [ps' e']] l IHl] //=; case: ifP => [/eqP <- [_ <- <-] []|_ /IHl h [_ /h]] //.
  by case/IH => h1 h2 h3; split=> //; rewrite inE h1 orbT.
by case/IH => h1 h2 h3; split=> //; rewrite inE h1 orbT.
Qed.
Lemma open1_sound defs fr m q r : foldr (fun d P => is_def d /\ P) True defs -> in_range fr r ->
  open1 defs fr m = Some q -> pval q r = mval m r.
Proof.
case: m => [c [bs s]] HD R1; rewrite /open1; case F: find_def => [[a [ps e]]|] //.
case/find_defP: F => ain k0 /(_ HD) Ha; case N: norm => [body|] //.
case: ifP => // /andP [/andP [/eqP hs /allP hp] P]; case A: all_some => [q'|] // [<-].
move/all_someP: A => A; rewrite /pval big_map /mval /bval /=.
transitivity (\sum_(m' <- q') cv c * msum bs (fun r' => mval m' r') r).
  apply: eq_bigr => [[c' [bs' s']]] _; rewrite /mval /bval /= cvM -mulrA; congr (_ * _).
  by rewrite msum_cat msum_scale.
rewrite -big_distrr /= -msum_sum; congr (_ * _); apply: eq_msum_range; first by case/andP: P.
move=> r' h1 h2; rewrite /pr [RHS](perm_big _ (perm_to_rem ain)) big_cons /= -/(pr _ r').
have -> : aval r' a = T a.1.2 (map r' a.2) by case: a k0 {ain Ha hs hp A} => [[[|k] t] js].
rewrite Ha ?size_map // => [|l hl]; last first.
  have hl' : (l < size a.2)%N by rewrite hs.
  rewrite (nth_map 0%N) //.
  apply: (lookup_range R1 P h1 h2); apply/eqP.
  apply: (hp (nth 0%N a.2 l, nth (0%N, 0%N) ps l)).
  by rewrite -(nth_zip 0%N (0%N, 0%N)) // mem_nth // size_zip hs minnn.
rewrite (norm_sound _ N) /pval big_distrl /=.
set K := maxn _ _ in A.
elim: body q' A {N} => [|m body IH] [|m' q'] //=; first by rewrite !big_nil.
case=> E1 E2; rewrite !big_cons (IH _ E2); congr (_ + _); symmetry.
apply: (open_mono_sound _ _ E1) => // k kp; rewrite (nth_map 0%N) //.
by rewrite hs; move: kp; rewrite -index_mem size_map.
Qed.
Lemma opens_sound defs fr p r : foldr (fun d P => is_def d /\ P) True defs -> in_range fr r ->
  pval (opens defs fr p) r = pval p r.
Proof.
move=> HD R1; rewrite /opens; elim: p => [|m p IH] //=.
rewrite {1}/pval big_cat /= -/(pval _ r) -/(pval _ r) IH [RHS]/pval big_cons; congr (_ + _).
case E: open1 => [q|]; first exact: open1_sound E.
by rewrite /pval big_seq1.
Qed.
Lemma round_sound k p r : holds k -> in_range (free_ k) r -> pval (round k p) r = pval p r.
Proof.
move=> [HI HP HD] R1; rewrite /round nonzero_sound collect_sound /pval big_map.
by apply: eq_bigr => m _; rewrite reduce_sound.
Qed.
Lemma nf_sound k depth e p r : holds k -> in_range (free_ k) r -> nf k depth e = Some p ->
  eval e r = pval p r.
Proof.
move=> H R1; rewrite /nf; case E: norm => [p0|] // [<-]; rewrite round_sound // (norm_sound r E).
by elim: depth => [|n IH] //=; rewrite opens_sound ?round_sound //; case: H.
Qed.
Lemma half_of_equal (a b : R) : a = b -> a = (Pos.to_nat 2)%:R^-1 * (a + b).
Proof.
by move=> <-; have -> : Pos.to_nat 2 = 2%N by []; rewrite -mulr2n -[a *+ 2]mulr_natl mulKf ?pnatr_eq0.
Qed.
Lemma half_of_opposite (a b : R) : a = - b -> a = (Pos.to_nat 2)%:R^-1 * (a + - b).
Proof. exact: half_of_equal. Qed.
Theorem decide_sound k depth e1 e2 r : holds k -> in_range (free_ k) r -> decide k depth e1 e2 ->
  eval e1 r = eval e2 r.
Proof.
move=> H R1; rewrite /decide; case E: nf => [p|] // h0.
have /= h := nf_sound H R1 E; apply/eqP; rewrite -subr_eq0 h; apply/eqP; exact: is0_sound.
Qed.
Lemma msum_ge0 bs F r : (forall r', 0 <= F r') -> 0 <= msum bs F r.
Proof. by move=> h; elim: bs r => [|[i n] bs IH] r //=; apply: sumr_ge0 => v _; apply: IH. Qed.
Theorem decide_ge0_sound k pos depth e r :
  (forall t, t \in pos -> forall js, 0 <= T t js) -> holds k -> in_range (free_ k) r ->
  decide_ge0 k pos depth e -> 0 <= eval e r.
Proof.
move=> HT H R1; rewrite /decide_ge0; case E: nf => [p|] // /allP h0.
rewrite (nf_sound H R1 E) /pval big_seq; apply: sumr_ge0 => m /h0 /andP [hc /allP ha].
rewrite /mval mulr_ge0 ?cv_ge0 //; apply: msum_ge0 => r'; rewrite /pr big_seq; apply: prodr_ge0.
move=> a /ha; move: a => [[[|[|[|[|l]]]] t] js] //= h; rewrite ?ler0n //; first exact: HT.
- by case: js h => [|i [|j [|]]] //=; rewrite ler0n.
- by case: js h => [|i [|j [|]]] //=; rewrite ler0n.
Qed.
End Sound.
