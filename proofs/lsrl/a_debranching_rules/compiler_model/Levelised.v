(* The levelised compiler as a function of programs, and that it is right for all of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import LsrlPrograms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Compiler.
Variable N : numbers.
Local Notation row := (row N).
Local Notation form := (form N).
Local Notation node := (node N).
Local Notation program := (program N).

(* ---------- forms ---------- *)
Fixpoint rins (k : nat) (c : N) (r : row) : row :=
  match r with
  | [::] => if nis0 c then [::] else [:: (k, c)]
  | a :: t =>
      if (k < a.1)%N then (if nis0 c then r else (k, c) :: r)
      else if k == a.1 then (let d := nadd c a.2 in if nis0 d then t else (k, d) :: t)
      else a :: rins k c t
  end.
Definition radd (r s : row) : row := foldr (fun a => rins a.1 a.2) s r.
Definition rscale (c : N) (r : row) : row := map (fun a => (a.1, nmul c a.2)) r.
(* the combination by a row of rows, or of forms *)
Definition rput (r : row) (rows : nat -> row) : row :=
  foldr (fun a s => radd (rscale a.2 (rows a.1)) s) [::] r.
Definition fput (f : form) (forms : nat -> form) : form :=
  (rput f.1 (fun k => (forms k).1),
   foldr (fun a s => nadd (nmul a.2 (forms a.1).2) s) f.2 f.1).
Definition vari (k : nat) : form := ([:: (k, n1 N)], n0 N).
Definition cons_ (c : N) : form := ([::], c).
Definition fneg (f : form) : form := (rscale (nopp (n1 N)) f.1, nopp f.2).
Definition fscale (c : N) (f : form) : form :=
  if nis0 c then cons_ (n0 N) else (rscale c f.1, nmul c f.2).
Definition fadd (f g : form) : form := (radd f.1 g.1, nadd f.2 g.2).
Definition feq (f g : form) : bool := let d := fadd f (fneg g) in nilp d.1 && nis0 d.2.
Definition keys (r : row) : seq nat := map fst r.

(* ---------- a program as affine forms of atoms: entries of the token, of ReLUs, products, states ---------- *)
(* of a state: the first atom of its node; the row by which it depends on the last values of atoms;
   what comes in; the first value. Beside each atom its level: the most stages on a way to it. *)
Inductive atom := Token | Relu of form | Times of form & form | State of nat & row & form & N.
Definition atoms := seq (atom * nat).
Definition at_ (s : atoms) (k : nat) : atom := (nth (Token, 0%N) s k).1.
Definition level (s : atoms) (k : nat) : nat := (nth (Token, 0%N) s k).2.
Definition above (s : atoms) (f : form) : nat := greatest (map (level s) (keys f.1)).
Definition same (a b : atom) : bool :=
  match a, b with
  | Relu f, Relu g => feq f g
  | Times f g, Times f' g' => (feq f f' && feq g g') || (feq f g' && feq g f')
  | _, _ => false
  end.
Definition operands (a : atom) : seq form :=
  match a with Token => [::] | Relu f => [:: f] | Times f g => [:: f; g] | State _ _ f _ => [:: f] end.
Definition shared (s : atoms) (a : atom) : atoms * form :=
  let d := (greatest (map (above s) (operands a))).+1 in
  let k := find (fun b => same a b.1 && (b.2 <= d)%N) s in
  if (k < size s)%N then (s, vari k) else (rcons s (a, d), vari (size s)).
Definition is_relu (a : atom) : bool := if a is Relu _ then true else false.
Definition read_relu (s : atoms) (f : form) : atoms * form :=
  if nilp f.1 then (s, cons_ (if nge0 f.2 then f.2 else n0 N))
  else if all (fun a => is_relu (at_ s a.1) && nge0 a.2) f.1 && nge0 f.2 then (s, f)
  else shared s (Relu f).
Definition nabs (c : N) : N := if nge0 c then c else nopp c.
Definition above0 (c : N) : bool := ~~ nge0 (nopp c).
(* two ReLUs of which one is 0 wherever the other is not *)
Definition never_both (s : atoms) (f g : form) : bool :=
  match f, g with
  | ([:: (k, _)], c), ([:: (l, _)], d) =>
      if at_ s k is Relu u then if at_ s l is Relu w then
        let a := nabs (head (0%N, n0 N) u.1).2 in let b := nabs (head (0%N, n0 N) w.1).2 in
        let both := fadd (fscale b u) (fscale a w) in
        [&& nis0 c, nis0 d, above0 a, above0 b, nilp both.1 & nge0 (nopp both.2)]
      else false else false
  | _, _ => false
  end.
Definition read_product (s : atoms) (f g : form) : atoms * form :=
  if nilp f.1 then (s, fscale f.2 g)
  else if nilp g.1 then (s, fscale g.2 f)
  else if never_both s f g then (s, cons_ (n0 N))
  else shared s (Times f g).
Fixpoint each (A : Type) (op : atoms -> A -> atoms * form) (s : atoms) (l : seq A) :
    atoms * seq form :=
  if l is x :: l' then
    let (s1, f) := op s x in let (s2, fs) := each op s1 l' in (s2, f :: fs)
  else (s, [::]).
Definition read_state (s : atoms) (x : nat -> form) (es : seq (row * form * N)) : atoms * seq form :=
  let fs := map (fun e => fput e.1.2 x) es in
  let d := (greatest (map (above s) fs)).+1 in
  (s ++ [seq (State (size s) [seq ((size s + a.1)%N, a.2) | a <- e.1.1 & (a.1 < size es)%N] (fput e.1.2 x) e.2, d) | e <- es],
   map vari (iota (size s) (size es))).
Definition zeroes : form := cons_ (n0 N).
Definition read_node (s : atoms) (fss : seq (seq form)) (n : node) : atoms * seq form :=
  let at_node i := nth [::] fss i in
  match n with
  | Lin i fs => (s, map (fun f => fput f (nth zeroes (at_node i))) fs)
  | ReLU i => each read_relu s (at_node i)
  | Multi i => let x := at_node i in
      each (fun s p => read_product s p.1 p.2) s (zip (take (size x)./2 x) (drop (size x)./2 x))
  | LinState i es => read_state s (nth zeroes (at_node i)) es
  | Concat l => (s, flatten (map at_node l))
  end.
Definition read_program (p : program) : atoms * seq (seq form) :=
  foldl (fun t n => let (s, fs) := read_node t.1 t.2 n in (s, rcons t.2 fs))
    (nseq (dim p) (Token, 0%N), [:: map vari (iota 0 (dim p))]) (nodes p).

(* ---------- the atoms that the output depends on ---------- *)
Definition deps (a : atom) : seq nat :=
  flatten (map (fun f => keys f.1) (operands a)) ++ (if a is State _ r _ _ then keys r else [::]).
Definition mark (b : seq bool) (ks : seq nat) : seq bool := foldl (fun b k => set_nth false b k true) b ks.
Definition pass (s : atoms) (b : seq bool) : seq bool :=
  foldr (fun k b => if nth false b k then mark b (deps (at_ s k)) else b) b (iota 0 (size s)).
Fixpoint closing (s : atoms) (fuel : nat) (b : seq bool) : seq bool :=
  if fuel is n.+1 then let b' := pass s b in if b' == b then b else closing s n b' else b.
Definition closed (s : atoms) (outs : seq form) (b : seq bool) : bool :=
  [&& all (fun k => nth false b k ==> all (nth false b) (deps (at_ s k))) (iota 0 (size s)),
      all (fun f => all (nth false b) (keys f.1)) outs & (size b <= size s)%N].
Definition needed (s : atoms) (outs : seq form) : seq bool :=
  let b := closing s (size s).+1 (mark (nseq (size s) false) (flatten (map (fun f => keys f.1) outs))) in
  if closed s outs b then b else nseq (size s) true.

(* ---------- in which order they are computed: stages of one kind each ---------- *)
Inductive kind := KState | KRelu | KMulti.
Definition code (k : kind) : nat := match k with KState => 0%N | KRelu => 1%N | KMulti => 2%N end.
Definition kind_of (a : atom) : kind :=
  match a with Times _ _ => KMulti | State _ _ _ _ => KState | _ => KRelu end.
Definition is_kind (k l : kind) : bool := code k == code l.
(* what is placed as a whole: an atom, or all that are needed of a state *)
Record unit_ := Unit { ukind : kind; members : seq nat; needs : seq nat; height : nat }.
Definition is_token (a : atom) : bool := if a is Token then true else false.
Definition mates (s : atoms) (b : seq bool) (k : nat) : seq nat :=
  if at_ s k is State f _ _ _ then
    [seq j <- iota 0 (size s) | nth false b j & if at_ s j is State g _ _ _ then g == f else false]
  else [:: k].
Definition uses_of (s : atoms) (ks : seq nat) : seq nat :=
  flatten (map (fun k => flatten (map (fun f => keys f.1) (operands (at_ s k)))) ks).
Definition units (s : atoms) (b : seq bool) : seq unit_ :=
  [seq let m := mates s b k in Unit (kind_of (at_ s k)) m (uses_of s m) 0
     | k <- iota 0 (size s) & [&& nth false b k, ~~ is_token (at_ s k) & k == head k (mates s b k)]].
(* for each unit the most stages that a way from it to the end takes, by itself included *)
Definition raised (u : unit_) (t : seq unit_ * (seq nat * seq nat)) : seq unit_ * (seq nat * seq nat) :=
  let: (done, (of_atom, of_state)) := t in
  let most tab := greatest (map (nth 0%N tab) (members u)) in
  let h := if ukind u is KState then maxn (most of_atom).+1 (most of_state)
           else (maxn (most of_atom) (most of_state)).+1 in
  let put tab := foldl (fun tab k => set_nth 0%N tab k (maxn h (nth 0%N tab k))) tab (needs u) in
  (Unit (ukind u) (members u) (needs u) h :: done,
   if ukind u is KState then (of_atom, put of_state) else (put of_atom, of_state)).
Definition with_heights (us : seq unit_) : seq unit_ := (foldr raised ([::], ([::], [::])) us).1.
(* the units of a kind whose operands are there, for states also through states among them; the rest *)
Fixpoint place (k : kind) (there : seq nat) (us : seq unit_) : seq unit_ * seq unit_ :=
  if us is u :: us' then
    if is_kind (ukind u) k && all (fun j => j \in there) (needs u) then
      let (c, l) := place k (if k is KState then members u ++ there else there) us' in (u :: c, l)
    else let (c, l) := place k there us' in (c, u :: l)
  else ([::], [::]).
Definition stage := (kind * seq nat)%type.
Fixpoint staged (choose : nat -> seq nat -> seq unit_ -> kind) (fuel i : nat) (done : seq nat)
    (us : seq unit_) : seq stage * seq unit_ :=
  if fuel is n.+1 then
    if us is [::] then ([::], [::]) else
    let k := choose i done us in
    let (c, l) := place k done us in
    let ks := flatten (map members c) in
    let (ss, left) := staged choose n i.+1 (ks ++ done) l in
    (if nilp c then ss else (k, ks) :: ss, left)
  else ([::], us).
Definition block := [:: KRelu; KMulti; KState; KRelu; KMulti].
Definition in_blocks (i : nat) (done : seq nat) (us : seq unit_) : kind := nth KRelu block (i %% 5).
Definition longest_first (i : nat) (done : seq nat) (us : seq unit_) : kind :=
  let most k := greatest (map height (place k done us).1) in
  let s := most KState in let r := most KRelu in let p := most KMulti in
  if (r <= s)%N && (p <= s)%N then KState else if (p <= r)%N then KRelu else KMulti.
Definition most_stages (d : nat) : nat := uphalf (5 * d).
Definition tokens_of (s : atoms) : seq nat := [seq k <- iota 0 (size s) | is_token (at_ s k)].
Definition stages_of (s : atoms) (b : seq bool) : seq stage :=
  let us := with_heights (units s b) in
  let done := tokens_of s in
  let d := greatest (map (level s) (iota 0 (size s))) in
  let blocks := (staged in_blocks (most_stages d) 0 done us).1 in
  let (longest, left) := staged longest_first (size blocks) 0 done us in
  if nilp left && (size longest <= size blocks)%N then longest else blocks.

(* ---------- the path ---------- *)
Inductive link := LLin of seq form | LRelu | LMulti | LState of seq (row * form * N).
Definition as_node (i : nat) (l : link) : node :=
  match l with LLin fs => Lin i fs | LRelu => ReLU i | LMulti => Multi i | LState es => LinState i es end.
Definition path_of (d : nat) (ls : seq link) : program :=
  Program d [seq as_node a.1 a.2 | a <- zip (iota 0 (size ls)) ls].
Definition wanted (s : atoms) (ss : seq stage) (outs : seq form) : seq nat :=
  flatten (map (fun t : stage => uses_of s t.2) ss) ++ flatten (map (fun f => keys f.1) outs).
Definition read := seq (nat * row).               (* how the atoms that are carried are read *)
Definition reading (rd : read) (k : nat) : row := (nth (0%N, [::]) rd (find (fun a => a.1 == k) rd)).2.
Definition carried (rd : read) : seq nat := map fst rd.
Definition by_row (rd : read) (f : form) : form := (rput f.1 (reading rd), f.2).
Definition numbered (ks : seq nat) (i : nat) : read := [seq (a.1, [:: (a.2, n1 N)]) | a <- zip ks (iota i (size ks))].
(* what runs past a ReLU: as one if it cannot be negative, else as two *)
Fixpoint past_relu (s : atoms) (rd : read) (ps : seq nat) (i : nat) : seq form * read :=
  if ps is k :: ps' then
    let f := by_row rd (vari k) in
    if is_relu (at_ s k) then
      let (fs, rd') := past_relu s rd ps' i.+1 in (f :: fs, (k, [:: (i, n1 N)]) :: rd')
    else
      let (fs, rd') := past_relu s rd ps' i.+2 in
      (f :: fneg f :: fs, (k, [:: (i, n1 N); (i.+1, nopp (n1 N))]) :: rd')
  else ([::], [::]).
(* for each state of a stage the row in the last states, and the form in what is carried *)
Definition entries := seq (nat * (row * form)).
Definition entry (t : entries) (k : nat) : row * form :=
  (nth (0%N, ([::], cons_ (n0 N))) t (find (fun a => a.1 == k) t)).2.
Definition inside (t : entries) (k : nat) : bool := k \in map fst t.
Definition state_entry (rd : read) (ks : seq nat) (t : entries) (r : row) (f : form) : row * form :=
  (radd [seq (index a.1 ks, a.2) | a <- r] (rput f.1 (fun k => if inside t k then (entry t k).1 else [::])),
   fput f (fun k => if inside t k then (entry t k).2 else (reading rd k, n0 N))).
Definition state_entries (s : atoms) (rd : read) (ks : seq nat) : entries :=
  foldl (fun t k => if at_ s k is State _ r f _ then rcons t (k, state_entry rd ks t r f) else t) [::] ks.
Definition operand (s : atoms) (i k : nat) : form := nth zeroes (operands (at_ s k)) i.
Definition init_of (s : atoms) (k : nat) : N := if at_ s k is State _ _ _ c then c else n0 N.
Definition link_of (s : atoms) (rd : read) (t : stage) (ps : seq nat) : seq link * read :=
  let ks := t.2 in
  match t.1 with
  | KRelu => let (fs, rd') := past_relu s rd ps (size ks) in
      ([:: LLin ([seq by_row rd (operand s 0 k) | k <- ks] ++ fs); LRelu], numbered ks 0 ++ rd')
  | KMulti =>
      ([:: LLin ([seq by_row rd (operand s 0 k) | k <- ks] ++ [seq by_row rd (vari k) | k <- ps] ++
                 [seq by_row rd (operand s 1 k) | k <- ks] ++ nseq (size ps) (cons_ (n1 N))); LMulti],
       numbered (ks ++ ps) 0)
  | KState =>
      ([:: LState ([seq (a.2, init_of s a.1) | a <- state_entries s rd ks] ++
                   [seq ([::], by_row rd (vari k), n0 N) | k <- ps])],
       numbered (ks ++ ps) 0)
  end.
Fixpoint built (s : atoms) (outs : seq form) (ss : seq stage) (rd : read) : seq link :=
  if ss is t :: ss' then
    let ps := [seq k <- carried rd | k \in wanted s ss' outs] in
    let (ls, rd') := link_of s rd t ps in ls ++ built s outs ss' rd'
  else [:: LLin [seq by_row rd f | f <- outs]].
Definition levelised (p : program) : program :=
  let (s, fss) := read_program p in
  let outs := last [::] fss in
  path_of (dim p) (built s outs (stages_of s (needed s outs)) (numbered (tokens_of s) 0)).
End Compiler.
