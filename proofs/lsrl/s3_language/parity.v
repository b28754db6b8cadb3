(* One state and R ReLUs do not tell the parity of 2^(R+1) bits, and do of 2^R: see program_runs.v. *)
Import Order.TTheory.
Section Parity.
Variable F : realFieldType.
Implicit Types (J K L : seq nat) (r x : nat -> bool) (g h : (nat -> bool) -> F).
Implicit Types (olds : seq (seq F)) (node : T_any_LinNode (all_of F)).
Local Arguments f_vector_at : simpl never.
Definition bit (b : bool) : F := if b then 1 else 0.

(* ---------- affine functions of bits at the places J, where the others are those of r ---------- *)
Definition agrees J r x := forall i, i \notin J -> x i = r i.
Definition affine J r g := exists c0 : F, exists c : nat -> F,
  forall x, agrees J r x -> g x = c0 + \sum_(j <- J) c j * bit (x j).
Lemma affine_ext J r g h : (forall x, g x = h x) -> affine J r h -> affine J r g.
Proof. by move=> e [c0 [c H]]; exists c0, c => x a; rewrite e H. Qed.
Lemma affine_const J r (a : F) : affine J r (fun _ => a).
Proof. by exists a, (fun _ => 0) => x _; rewrite big1 ?addr0 // => j _; rewrite mul0r. Qed.
Lemma affine_add J r g h : affine J r g -> affine J r h -> affine J r (fun x => g x + h x).
Proof.
move=> [c0 [c G]] [d0 [d H]]; exists (c0 + d0), (fun j => c j + d j) => x a.
by rewrite G // H // addrACA -big_split; congr (_ + _); apply: eq_bigr => j _; rewrite mulrDl.
Qed.
Lemma affine_scale J r (a : F) g : affine J r g -> affine J r (fun x => a * g x).
Proof.
move=> [c0 [c G]]; exists (a * c0), (fun j => a * c j) => x b.
by rewrite G // mulrDr big_distrr; congr (_ + _); apply: eq_bigr => j _ /=; rewrite mulrA.
Qed.
Lemma affine_bit J r i : uniq J -> affine J r (fun x => bit (x i)).
Proof.
move=> u; case iJ : (i \in J).
  exists 0, (fun j => bit (j == i)) => x _; rewrite add0r (bigD1_seq i) //= eqxx mul1r big1 ?addr0 //.
  by move=> j /negbTE->; rewrite mul0r.
exists (bit (r i)), (fun _ => 0) => x a.
by rewrite a ?iJ // big1 ?addr0 // => j _; rewrite mul0r.
Qed.
Lemma affine_dot J r row (y : (nat -> bool) -> seq F) : (forall i, affine J r (fun x => nth 0 (y x) i)) ->
  affine J r (fun x => f_dot (all_of F) row (y x)).
Proof.
move=> A; apply: affine_ext (fun x => dotE row (y x)) _.
elim: row => [|a row IH]; first by apply: affine_ext (affine_const J r 0) => x; rewrite big_nil.
apply: affine_ext (affine_add (affine_scale a.2 (A a.1)) IH) => x; exact: big_cons.
Qed.
Lemma affine_value J r f (y : (nat -> bool) -> seq F) : (forall i, affine J r (fun x => nth 0 (y x) i)) ->
  affine J r (fun x => f_value (all_of F) f (y x)).
Proof. by move=> A; apply: affine_add (affine_dot _ A) (affine_const _ _ _). Qed.

(* ---------- more bits are fixed ---------- *)
Definition restricts J r L r' := (exists K, perm_eq J (K ++ L)) /\ forall i, i \notin J -> r' i = r i.
Lemma restricts_refl J r : restricts J r J r.
Proof. by split=> //; exists [::]; rewrite perm_refl. Qed.
Lemma restricts_sub J r L r' i : restricts J r L r' -> i \in L -> i \in J.
Proof. by move=> [[K p] _]; rewrite (perm_mem p) mem_cat orbC => ->. Qed.
Lemma restricts_uniq J r L r' : restricts J r L r' -> uniq J -> uniq L.
Proof. by move=> [[K p] _]; rewrite (perm_uniq p) cat_uniq => /and3P[]. Qed.
Lemma restricts_trans J r L r' M r'' : restricts J r L r' -> restricts L r' M r'' -> restricts J r M r''.
Proof.
move=> R [[K' p'] e']; have [[K p] e] := R; split.
  by exists (K ++ K'); rewrite -catA; apply: perm_trans p _; rewrite perm_cat2l.
move=> i iJ; rewrite e' ?e //; apply: contra iJ; exact: restricts_sub R.
Qed.
Lemma restrict_affine J r L r' g : uniq J -> restricts J r L r' -> affine J r g -> affine L r' g.
Proof.
move=> u R [c0 [c G]]; have [[K p] e] := R; move: u; rewrite (perm_uniq p) cat_uniq => /and3P[_ /hasPn d _].
exists (c0 + \sum_(j <- K) c j * bit (r' j)), c => x a; rewrite G; last first.
  move=> i iJ; rewrite a ?e //; apply: contra iJ; exact: restricts_sub R.
rewrite (perm_big _ p) big_cat addrA; congr (_ + _ + _).
rewrite big_seq [RHS]big_seq; apply: eq_bigr => j jK; rewrite a //.
by apply/negP => /d /negP; apply.
Qed.

(* ---------- a ReLU takes half of the bits ---------- *)
Definition relu (a : F) : F := if nge0 (all_of F) (nsub (all_of F) a 0) then a else 0.
Lemma reluE a : relu a = if 0 <= a then a else 0.
Proof. by rewrite /relu /nsub /= subr0. Qed.
Definition low (c : nat -> F) L : F := \sum_(j <- L) c j * bit (c j < 0).
Definition high (c : nat -> F) L : F := \sum_(j <- L) c j * bit (0 < c j).
Definition weight (c : nat -> F) L : F := \sum_(j <- L) `|c j|.
Lemma high_low c L : high c L = low c L + weight c L.
Proof.
rewrite /high /low /weight -big_split; apply: eq_bigr => j _ /=; rewrite /bit.
by case: (ltrgtP (c j) 0) => [h|h|->]; rewrite ?mulr1 ?mulr0 ?add0r ?normr0 // ?(ltr0_norm h) ?(gtr0_norm h) ?subrr.
Qed.
Lemma between c L x : low c L <= \sum_(j <- L) c j * bit (x j) <= high c L.
Proof.
apply/andP; split; apply: ler_sum => j _; rewrite /bit; case: (x j); rewrite ?mulr1 ?mulr0.
all: by case: (ltrgtP (c j) 0) => [h|h|->]; rewrite ?mulr1 ?mulr0 ?lexx // ltW.
Qed.
Lemma halve J r g m : uniq J -> (m.*2 <= size J)%N -> affine J r g ->
  exists L, exists r', [/\ (m <= size L)%N, restricts J r L r' & affine L r' (fun x => relu (g x))].
Proof.
move=> u s A; have [c0 [c G]] := A.
have [K [L [p w l]]] : exists K, exists L, [/\ perm_eq J (K ++ L), weight c L <= weight c K & (m <= size L)%N].
  have sd : (m <= size (drop m J))%N by rewrite size_drop leq_subRL ?addnn // (leq_trans _ s) // -addnn leq_addr.
  have st : (m <= size (take m J))%N by rewrite size_takel // (leq_trans _ s) // -addnn leq_addr.
  case: (leP (weight c (take m J)) (weight c (drop m J))) => h.
    by exists (drop m J), (take m J); split=> //; rewrite perm_sym perm_catC cat_take_drop perm_refl.
  by exists (take m J), (drop m J); split; rewrite ?cat_take_drop ?perm_refl // ltW.
have d : forall i, i \in K -> i \notin L.
  by move=> i iK; move: u; rewrite (perm_uniq p) cat_uniq => /and3P[_ /hasPn d _]; apply/negP => /d /negP; apply.
have set_K (v : nat -> bool) : let r' := fun i => if i \in K then v i else r i in restricts J r L r' /\
    forall x, agrees L r' x -> g x = c0 + \sum_(j <- K) c j * bit (v j) + \sum_(j <- L) c j * bit (x j).
  move=> r'; have R : restricts J r L r'.
    split; first by exists K.
    by move=> i; rewrite (perm_mem p) mem_cat negb_or /r' => /andP[/negbTE->].
  split=> // x a; rewrite G; last first.
    move=> i iJ; rewrite a; first by case: R => _ ->.
    apply: contra iJ; exact: restricts_sub R.
  rewrite (perm_big _ p) big_cat addrA; congr (_ + _ + _).
  by rewrite big_seq [RHS]big_seq; apply: eq_bigr => j jK; rewrite a ?d // /r' jK.
case: (leP 0 (c0 + high c K + low c L)) => h.
  have [R H] := set_K (fun j => 0 < c j); exists L; eexists; split; [by []|exact: R|].
  have [e0 [e E]] := restrict_affine u R A; exists e0, e => x a; rewrite -(E x a) reluE.
  have /andP[b _] := between c L x; have -> // : 0 <= g x.
  by rewrite (H x a) -/(high c K) (le_trans h) // ler_add2l.
have [R H] := set_K (fun j => c j < 0); exists L; eexists; split; [by []|exact: R|].
exists 0, (fun _ => 0) => x a; rewrite add0r big1; last by move=> j _; rewrite mul0r.
rewrite reluE; case: ifP => // pos; apply/eqP; rewrite eq_le pos andbT.
have /andP[_ b] := between c L x; rewrite (H x a) -/(low c K); apply: le_trans (ltW h).
rewrite -!addrA ler_add2l high_low -addrA ler_add2l; apply: le_trans b _.
by rewrite high_low addrC ler_add2r.
Qed.

(* ---------- vectors of them ---------- *)
Definition affines J r (n : nat) (y : (nat -> bool) -> seq F) :=
  (forall x, size (y x) = n) /\ forall i, affine J r (fun x => nth 0 (y x) i).
Lemma restrict_affines J r L r' n y : uniq J -> restricts J r L r' -> affines J r n y -> affines L r' n y.
Proof. by move=> u R [s A]; split=> // i; exact: restrict_affine u R (A i). Qed.
Lemma affines_values J r n fs y : affines J r n y -> affines J r (size fs) (fun x => f_values (all_of F) fs (y x)).
Proof.
move=> [s A]; split=> [x|i]; first exact: size_map.
case: (ltnP i (size fs)) => h; last first.
  by apply: affine_ext (affine_const J r 0) => x; rewrite nth_default // size_map.
have [f0 _] : exists f : T_Form (all_of F), True by case: fs h => // f; exists f.
by apply: affine_ext (affine_value (nth f0 fs i) A) => x; rewrite (nth_map f0).
Qed.
Lemma affines_cat J r m n y z : affines J r m y -> affines J r n z -> affines J r (m + n) (fun x => y x ++ z x).
Proof.
move=> [s A] [t B]; split=> [x|i]; first by rewrite size_cat s t.
case: (ltnP i m) => h; first by apply: affine_ext (A i) => x; rewrite nth_cat s h.
by apply: affine_ext (B (i - m)%N) => x; rewrite nth_cat s ltnNge h.
Qed.
Lemma affines_relu J r n y m : uniq J -> (m * 2 ^ n <= size J)%N -> affines J r n y ->
  exists L, exists r', [/\ (m <= size L)%N, restricts J r L r' & affines L r' n (fun x => f_relus (all_of F) (y x))].
Proof.
move=> u s [e A].
have H k : (k <= n)%N -> exists L, exists r', [/\ (m * 2 ^ (n - k) <= size L)%N, restricts J r L r' &
    forall i, (i < k)%N -> affine L r' (fun x => relu (nth 0 (y x) i))].
  elim: k => [|k IH] hk; first by exists J, r; rewrite subn0; split=> //; exact: restricts_refl.
  have [L [r' [a R B]]] := IH (ltnW hk); have uL := restricts_uniq R u.
  have a' : ((m * 2 ^ (n - k.+1)).*2 <= size L)%N.
    by rewrite -mul2n mulnCA -expnS -subSn // subSS.
  have [M [r'' [b R' C]]] := halve uL a' (restrict_affine u R (A k)).
  exists M, r''; split=> //; first exact: restricts_trans R R'.
  move=> i; rewrite ltnS leq_eqVlt => /orP[/eqP->|/B D] //; exact: restrict_affine uL R' D.
have [L [r' [a R B]]] := H n (leqnn n); rewrite subnn muln1 in a.
exists L, r'; split=> //; split=> [x|i]; first by rewrite size_map e.
case: (ltnP i n) => h; first by apply: affine_ext (B i h) => x; rewrite (nth_map 0) ?e.
by apply: affine_ext (affine_const _ _ 0) => x; rewrite nth_default // size_map e.
Qed.

(* ---------- nodes ---------- *)
Definition family J r (dims : seq nat) (vs : (nat -> bool) -> seq (seq F)) :=
  (forall x, size (vs x) = size dims) /\ forall v, affines J r (nth 0%N dims v) (fun x => nth [::] (vs x) v).
Lemma restrict_family J r L r' dims (vs : (nat -> bool) -> seq (seq F)) : uniq J -> restricts J r L r' -> family J r dims vs -> family L r' dims vs.
Proof. by move=> u R [s A]; split=> // v; exact: restrict_affines u R (A v). Qed.
Lemma family_rcons J r dims (vs : (nat -> bool) -> seq (seq F)) n y : family J r dims vs -> affines J r n y ->
  family J r (dims ++ [:: n]) (fun x => vs x ++ [:: y x]).
Proof.
move=> [s A] B; split=> [x|v]; first by rewrite !size_cat s.
have E x : nth [::] (vs x ++ [:: y x]) v = if (v < size dims)%N then nth [::] (vs x) v else nth [::] [:: y x] (v - size dims).
  by rewrite nth_cat s.
have -> : nth 0%N (dims ++ [:: n]) v = if (v < size dims)%N then nth 0%N dims v else nth 0%N [:: n] (v - size dims).
  by rewrite nth_cat.
case: (ltnP v (size dims)) E => h E.
  by have [t C] := A v; split=> [x|i]; [rewrite E; exact: t | apply: affine_ext (C i) => x; rewrite E].
case: (v - size dims)%N E => [|k] E.
  by have [t C] := B; split=> [x|i]; [rewrite E; exact: t | apply: affine_ext (C i) => x; rewrite E].
split=> [x|i]; first by rewrite E /= ?nth_nil.
by apply: affine_ext (affine_const J r 0) => x; rewrite E /= ?nth_nil.
Qed.
Definition ordinary node := match node with
  | of_any_LinNode_MultiNode _ => false | of_any_LinNode_LinStateNode _ => false | _ => true end.
Lemma node_affine J r dims (vs : (nat -> bool) -> seq (seq F)) node (olds : (nat -> bool) -> seq F) m : uniq J -> ordinary node -> family J r dims vs ->
  (m * 2 ^ f_relus_in (all_of F) node dims <= size J)%N ->
  exists L, exists r', [/\ (m <= size L)%N, restricts J r L r' &
    family L r' (dims ++ [:: f_dim_of (all_of F) node dims]) (fun x => vs x ++ [:: f_node_value (all_of F) node (olds x) (vs x)])].
Proof.
move=> u; case: node => [[i fs]|[i]|[i]|[i es]|[l]] //= _ V s; have [_ A] := V.
- exists J, r; split=> //; [by rewrite -[m]muln1|exact: restricts_refl|].
  by apply: family_rcons => //; exact: affines_values (A i).
- have [L [r' [a R B]]] := affines_relu u s (A i); exists L, r'; split=> //.
  by apply: family_rcons => //; exact: restrict_family u R V.
exists J, r; split=> //; [by rewrite -[m]muln1|exact: restricts_refl|].
apply: family_rcons => //; elim: l => [|i l IH] /=.
  split=> [x|i] //; by apply: affine_ext (affine_const J r 0) => x; rewrite nth_nil.
have := affines_cat (A i) IH; rewrite /f_dim_at => -[e B].
by split=> [x|j]; [rewrite map_id; exact: e | apply: affine_ext (B j) => x; rewrite map_id].
Qed.
Fixpoint relus_from (dims : seq nat) (ns : seq (T_any_LinNode (all_of F))) : nat :=
  if ns is n :: ns' then (f_relus_in (all_of F) n dims + relus_from (dims ++ [:: f_dim_of (all_of F) n dims]) ns')%N else 0%N.
Lemma relus_ofE p : f_relus_of (all_of F) p = relus_from [:: get_ListedProgram_dim (all_of F) p] (get_ListedProgram_nodes (all_of F) p).
Proof.
rewrite /f_relus_of; set f := (fun _ _ => _); rewrite -[RHS]add0n.
have H : forall ns dims k, (foldl f (dims, k) ns).2 = (k + relus_from dims ns)%N.
  by elim=> [|n ns IH] dims k; rewrite /= ?addn0 // IH addnA.
by rewrite -H; case: foldl.
Qed.
Lemma nodes_affine ns J r dims (vs olds : (nat -> bool) -> seq (seq F)) m : uniq J -> all ordinary ns -> family J r dims vs ->
  (m * 2 ^ relus_from dims ns <= size J)%N ->
  exists L, exists r', exists dims', [/\ (m <= size L)%N, restricts J r L r' & family L r' dims' (fun x => values_from (olds x) (vs x) ns)].
Proof.
elim: ns J r dims vs m => [|n ns IH] J r dims vs m u /=.
  by move=> _ V s; exists J, r, dims; split=> //; [rewrite -[m]muln1 | exact: restricts_refl].
case/andP=> on ons V s; rewrite expnD [(2 ^ f_relus_in _ _ _ * _)%N]mulnC mulnA in s.
have [L [r' [a R W]]] := node_affine (fun x => nth [::] (olds x) (size (vs x))) u on V s.
have [M [r'' [d [b R' X]]]] := IH _ _ _ _ _ (restricts_uniq R u) ons W a.
by exists M, r'', d; split=> //; exact: restricts_trans R R'.
Qed.

(* ---------- tokens ---------- *)
Definition token x i : seq F := [:: bit (x i)].
Definition tokens x t := map (token x) (iota 0 t).
Lemma tokens_ofE x t : f_tokens_of (all_of F) (map x (iota 0 t)) = tokens x t.
Proof. by rewrite /f_tokens_of -map_comp. Qed.
Lemma token_family J r d t : uniq J -> family J r [:: d] (fun x => [:: map (f_entry_of (all_of F) (token x t)) (iota 0 d)]).
Proof.
move=> u; split=> // -[|v]; split=> [x|i] /=; rewrite ?size_map ?size_iota ?nth_nil //.
  case: (ltnP i d) => h; last first.
    by apply: affine_ext (affine_const J r 0) => x; rewrite nth_default ?size_map ?size_iota.
  have E x : nth 0 (map (f_entry_of (all_of F) (token x t)) (iota 0 d)) i = nth 0 (token x t) i.
    by rewrite (nth_map 0%N) ?size_iota // nth_iota.
  case: i {h} E => [|i] E; first by apply: affine_ext (affine_bit r t u) => x; rewrite E.
  by apply: affine_ext (affine_const J r 0) => x; rewrite E /= ?nth_nil.
by apply: affine_ext (affine_const J r 0) => x; rewrite /= ?nth_nil.
Qed.
Lemma affines_next J r es m n (y z : (nat -> bool) -> seq F) : affines J r m y -> affines J r n z ->
  affines J r (size es) (fun x => f_next_state (all_of F) es (y x) (z x)).
Proof.
move=> [_ A] [_ B]; split=> [x|i]; first exact: size_map.
case: (ltnP i (size es)) => h; last first.
  by apply: affine_ext (affine_const J r 0) => x; rewrite nth_default // size_map.
have [e0 _] : exists e : T_Entry (all_of F), True by case: es h => // e; exists e.
pose e := nth e0 es i.
apply: affine_ext (affine_add (affine_dot (get_Entry_past _ e) A) (affine_value (get_Entry_fed _ e) B)) => x.
by rewrite (nth_map e0).
Qed.

Section OneLayer.
Variable p : T_ListedProgram (all_of F).
Definition first : seq (seq F) := [::] :: map (f_node_first (all_of F)) (get_ListedProgram_nodes (all_of F) p).
Definition run x t := foldl (in_program p) (first, [::]) (tokens x t).
Lemma run_next x t : run x t.+1 = in_program p (run x t) (token x t).
Proof. by rewrite /run /tokens -addn1 iotaD map_cat foldl_cat. Qed.
Lemma in_place k ns : all id [seq (let '(i, n) := q in f_is_in_place (all_of F) i n) | q <- zip (iota k.+1 (size ns)) ns] -> all ordinary ns.
Proof. by elim: ns k => //= n ns IH k /andP[h /IH->]; rewrite andbT; case: n h => [?|?|[?]|[? ?]|?]. Qed.
Lemma one_layer_nodes : f_is_one_layer (all_of F) p -> all ordinary (get_ListedProgram_nodes (all_of F) p) \/
  exists es, exists ns, get_ListedProgram_nodes (all_of F) p =
    of_any_LinNode_LinStateNode (all_of F) (make_LinStateNode (all_of F) 0 es) :: ns /\ all ordinary ns.
Proof.
rewrite /f_is_one_layer /enumerated; case: (get_ListedProgram_nodes _ p) => [|n ns]; first by left.
move=> /= /andP[h /in_place on]; case: n h => [m|m|[m]|[[|s] es]|m] //= _; try by left.
by right; exists es, ns.
Qed.
Lemma run_values x t : (run x t.+1).1 = values_from (run x t).1
  [:: map (f_entry_of (all_of F) (token x t)) (iota 0 (get_ListedProgram_dim (all_of F) p))] (get_ListedProgram_nodes (all_of F) p).
Proof. by rewrite run_next /in_program valuesE. Qed.
Lemma state_affine J r es ns t : uniq J -> get_ListedProgram_nodes (all_of F) p =
    of_any_LinNode_LinStateNode (all_of F) (make_LinStateNode (all_of F) 0 es) :: ns ->
  affines J r (size es) (fun x => nth [::] (run x t).1 1).
Proof.
move=> u e; elim: t => [|t IH].
  rewrite /run /= /first e; split=> [x|i]; [exact: size_map | exact: affine_const].
have [_ T] := token_family r (get_ListedProgram_dim (all_of F) p) t u.
have [s A] := affines_next es IH (T 0%N).
have E x : nth [::] (run x t.+1).1 1 = f_next_state (all_of F) es (nth [::] (run x t).1 1)
    (nth [::] [:: map (f_entry_of (all_of F) (token x t)) (iota 0 (get_ListedProgram_dim (all_of F) p))] 0).
  by rewrite run_values e /= nth_values_from.
by split=> [x|i]; [rewrite E; exact: s | apply: affine_ext (A i) => x; rewrite E].
Qed.
Lemma last_affine n : f_is_one_layer (all_of F) p -> (2 * 2 ^ f_relus_of (all_of F) p <= n.+1)%N ->
  exists L, exists r', [/\ (1 < size L)%N, restricts (iota 0 n.+1) (fun _ => false) L r' &
    affine L r' (fun x => nth 0 (last [::] (run x n.+1).2) 0)].
Proof.
set J := iota 0 n.+1; set r := fun _ => false; have u : uniq J by exact: iota_uniq.
have sJ : size J = n.+1 by exact: size_iota.
move=> one; rewrite relus_ofE -{1}sJ => s; have V := token_family r (get_ListedProgram_dim (all_of F) p) n u.
have [L [r' [dims [a R [e A]]]]] : exists L, exists r', exists dims,
    [/\ (1 < size L)%N, restricts J r L r' & family L r' dims (fun x => (run x n.+1).1)].
  have [on|[es [ns [en on]]]] := one_layer_nodes one.
    have [L [r' [dims [a R [e A]]]]] := nodes_affine (fun x => (run x n).1) u on V s.
    exists L, r', dims; split=> //; split=> [x|v]; first by rewrite run_values.
    by have [f B] := A v; split=> [x|i]; [rewrite run_values | apply: affine_ext (B i) => x; rewrite run_values].
  have [_ T] := V; have W := family_rcons V (affines_next es (state_affine r n u en) (T 0%N)).
  rewrite en /= add0n in s; have [L [r' [dims [a R [e A]]]]] := nodes_affine (fun x => (run x n).1) u on W s.
  exists L, r', dims; split=> //; split=> [x|v]; first by rewrite run_values en; exact: e.
  have [f B] := A v; split=> [x|i]; first by rewrite run_values en; exact: f.
  by apply: affine_ext (B i) => x; rewrite run_values en.
exists L, r'; split=> //; have [_ B] := A (size dims).-1; apply: affine_ext (B 0%N) => x.
have -> : last [::] (run x n.+1).2 = last [::] (run x n.+1).1 by rewrite run_next [LHS]last_cat.
by rewrite -nth_last e.
Qed.
End OneLayer.

(* ---------- parity is not affine on two bits ---------- *)
Definition parity x n : bool := \big[addb/false]_(i <- iota 0 n) x i.
Lemma not_affine n L r r' g : (1 < size L)%N -> restricts (iota 0 n) r L r' -> affine L r' g ->
  ~ (forall x, g x = bit (parity x n)).
Proof.
move=> two R [c0 [c G]] P; have u := restricts_uniq R (iota_uniq 0 n).
set a := nth 0%N L 0; set b := nth 0%N L 1.
have aL : a \in L by rewrite mem_nth // ltnW.
have bL : b \in L by rewrite mem_nth.
have ab : a == b = false by rewrite nth_uniq // ltnW.
pose x (s t : bool) i := if i == a then s else if i == b then t else r' i.
have ag s t : agrees L r' (x s t).
  move=> i iL; have ia : i == a = false by apply: contraNF iL => /eqP->.
  by have ib : i == b = false; [apply: contraNF iL => /eqP-> | rewrite /x ia ib].
have flip y z k : k \in iota 0 n -> (forall i, i != k -> y i = z i) -> y k = ~~ z k -> parity y n = ~~ parity z n.
  move=> kn same other; rewrite /parity (bigD1_seq k) ?iota_uniq //= [X in ~~ X](bigD1_seq k) ?iota_uniq //=.
  by rewrite other addNb; congr (~~ (_ (+) _)); apply: eq_bigr => i; exact: same.
have fa t : parity (x true t) n = ~~ parity (x false t) n.
  apply: (flip _ _ a); [exact: restricts_sub R aL | | by rewrite /x eqxx].
  by move=> i /negbTE ia; rewrite /x ia.
have fb s : parity (x s true) n = ~~ parity (x s false) n.
  apply: (flip _ _ b); [exact: restricts_sub R bL | | by rewrite /x eqxx eq_sym ab].
  by move=> i /negbTE ib; rewrite /x ib.
have E : g (x true true) + g (x false false) = g (x true false) + g (x false true).
  rewrite !G // addrACA -big_split [RHS]addrACA -big_split; congr (_ + _); apply: eq_bigr => j _ /=.
  by rewrite -!mulrDr /x; case: (j == a); case: (j == b); rewrite // addrC.
move: E; rewrite !P !fa !fb; case: (parity _ _) => /=.
all: by rewrite /bit ?addr0 => /eqP; rewrite ?(eq_sym 0) -[1 + 1]/(2%:R) pnatr_eq0.
Qed.

(* ---------- strings of bits ---------- *)
Definition flips (t : bool * seq (seq F)) (b : bool) := (t.1 (+) b, t.2 ++ [:: [:: bit (t.1 (+) b)]]).
Lemma paritiesE bits : f_parities (all_of F) bits = (foldl flips (false, [::]) bits).2.
Proof.
rewrite /f_parities (fold_same (g := flips)); first by case: foldl.
by move=> [o os] b; rewrite /flips /f_number_of /=; case: b; rewrite ?addbT ?addbF.
Qed.
Lemma flips_first o os bits : (foldl flips (o, os) bits).1 = o (+) \big[addb/false]_(b <- bits) b.
Proof. by elim: bits o os => [|b bits IH] o os /=; rewrite ?big_nil ?addbF // IH big_cons addbA. Qed.
Lemma last_parity x n : last [::] (f_parities (all_of F) (map x (iota 0 n.+1))) = [:: bit (parity x n.+1)].
Proof.
have -> : iota 0 n.+1 = iota 0 n ++ [:: n] by rewrite -addn1 iotaD.
rewrite paritiesE map_cat foldl_cat; set t := foldl _ _ _; rewrite [LHS]last_cat [last _ _]/= /t flips_first.
by rewrite /parity -[in RHS]addn1 iotaD big_cat /= big_seq1 big_map.
Qed.
Lemma in_all_bits bits : bits \in f_all_bits (all_of F) (size bits).
Proof.
rewrite /f_all_bits /iota_to subn0; elim/last_ind: bits => [|bits b IH]; first by rewrite inE.
rewrite size_rcons -addn1 iotaD foldl_cat /=; apply/flattenP; eexists; first by apply: map_f IH.
by rewrite -!cats1; case: b; rewrite !inE eqxx ?orbT.
Qed.
Lemma doubledE k : f_doubled (all_of F) k = (2 ^ k)%N.
Proof.
rewrite /f_doubled /iota_to subn0; elim: k => [|k IH] //.
by rewrite -(addn1 k) iotaD foldl_cat /= {}IH addn1 expnS addnn mul2n.
Qed.
Theorem no_fewer p k : f_takes (all_of F) p k (f_doubled (all_of F) k) = true.
Proof.
rewrite /f_takes doubledE; case: leqP => //= h; apply/negP => /andP[one right].
have [n en] : exists n, (2 ^ k)%N = n.+1 by exists (2 ^ k).-1; rewrite prednK // expn_gt0.
have [|L [r' [a R A]]] := @last_affine p n one; first by rewrite -en -expnS leq_exp2l.
apply: (not_affine a R A) => x; apply/eqP; rewrite -subr_eq0.
have /allP/(_ (f_ends_right (all_of F) p (map x (iota 0 n.+1)))) := right.
have -> : f_ends_right (all_of F) p (map x (iota 0 n.+1)) \in [seq f_ends_right (all_of F) p bits | bits <- f_all_bits (all_of F) (2 ^ k)].
  by apply: map_f; have := in_all_bits (map x (iota 0 n.+1)); rewrite size_map size_iota en.
move=> /(_ isT); rewrite /f_ends_right last_parity tokens_ofE in_programE; exact.
Qed.

(* ---------- tents ---------- *)
Local Arguments f_values : simpl never.
Local Arguments f_relus : simpl never.
Fixpoint powers k : seq F := if k is k'.+1 then 2%:R ^+ k' :: powers k' else [::].
Lemma halvesE k : f_halves (all_of F) k = powers k.
Proof.
rewrite /f_halves /iota_to subn0; set f := (fun _ _ => _).
have -> : foldl f ([::], n1 (all_of F)) (iota 0 k) = (powers k, 2%:R ^+ k); last by [].
elim: k => [|k IH] //; rewrite -(addn1 k) iotaD foldl_cat IH /= addn1 /= exprS.
by rewrite -{3}[2%:R]/(1 + 1) mulrDl mul1r.
Qed.
Definition folded (c h : F) : F := c - 2%:R * relu (c - h).
Fixpoint tents u hs : seq (T_any_LinNode (all_of F)) := if hs is h :: hs' then f_tent (all_of F) h u ++ tents (u + 4)%N hs' else [::].
Lemma programE k : f_parity_program (all_of F) k = make_ListedProgram (all_of F) 1
  (of_any_LinNode_LinStateNode (all_of F) (make_LinStateNode (all_of F) 0 [:: make_Entry (all_of F) [:: (0%N, 1)] (f_coordinate (all_of F) 0) 0]) :: tents 1 (powers k)).
Proof.
rewrite /f_parity_program halvesE; congr make_ListedProgram; set f := (fun _ _ => _).
have H hs ns : foldl f ns hs = ns ++ tents (size ns) hs.
  elim: hs ns => [|h hs IH] ns /=; first by rewrite cats0.
  by rewrite IH /f size_cat -catA.
by rewrite H.
Qed.
Lemma tents_last olds (vs : seq (seq F)) u hs c : size vs = u.+1 -> nth [::] vs u = [:: c] ->
  last [::] (values_from olds vs (tents u hs)) = [:: foldl folded c hs].
Proof.
elim: hs vs u c => [|h hs IH] vs u c s e; first by rewrite /= -e -nth_last s.
rewrite [tents _ _]/= -[_ :: _]/(f_tent (all_of F) h u ++ tents (u + 4)%N hs) values_from_cat.
have [v1 [v2 [v3 E]]] : exists v1, exists v2, exists v3, values_from olds vs (f_tent (all_of F) h u) = vs ++ [:: v1; v2; v3; [:: folded c h]].
  rewrite /= !map_id cats0; set v1 := f_values _ _ (f_vector_at (all_of F) vs u); set v2 := f_relus _ _; set v3 := (f_vector_at (all_of F) _ u ++ _); set v4 := f_values _ _ _.
  exists v1, v2, v3; rewrite -!catA /=; congr (_ ++ [:: _; _; _; _]).
  have e1 : v1 = [:: c - h] by rewrite /v1 /f_vector_at e /f_values /= /f_value dotE big_seq1 /= mul1r.
  have e2 : v2 = [:: relu (c - h)] by rewrite /v2 /f_vector_at addn1 nth_cat s ltnn subnn /= e1 /f_relus /=.
  have e3 : v3 = [:: c; relu (c - h)].
    by rewrite /v3 /f_vector_at !nth_cat !size_cat s /= !addn1 leqnSn ltnSn addn2 ltnn subnn /= e e2.
  rewrite /v4 /f_vector_at nth_cat !size_cat s /= !addn1 addn3 ltnn subnn /= e3 /f_values /= /f_value dotE.
  by rewrite big_cons big_seq1 /= addr0 mul1r mulNr.
rewrite E (IH _ _ (folded c h)) //; first by rewrite size_cat s addSn.
have -> : (u + 4 = u.+1 + 3)%N by rewrite addSnnS.
by rewrite nth_cat s ltnNge leq_addr /= addKn.
Qed.
Lemma folds_to_parity k n : (n <= 2 ^ k)%N -> foldl folded n%:R (powers k) = bit (odd n).
Proof.
elim: k n => [|k IH] n; first by case: n => [|[|n]].
move=> h /=; rewrite /folded reluE -natrX; case: (leqP n (2 ^ k)) => l.
  have -> : (if 0 <= n%:R - (2 ^ k)%:R :> F then n%:R - (2 ^ k)%:R else 0) = 0 :> F.
    by case: ifP => // p; apply/eqP; rewrite eq_le p subr_le0 ler_nat l.
  by rewrite mulr0 subr0 IH.
have [m en] : exists m, n = (2 ^ k + m)%N by exists (n - 2 ^ k)%N; rewrite subnKC // ltnW.
have hm : (m <= 2 ^ k)%N by rewrite -(leq_add2l (2 ^ k)) -en addnn -mul2n -expnS.
have e : n%:R - (2 ^ k)%:R = m%:R :> F by rewrite en natrD addrC addKr.
have e2 : n%:R - 2%:R * m%:R = (2 ^ k - m)%:R :> F.
  by rewrite natrB // en natrD mulr_natl mulr2n opprD addrA addrK.
by rewrite e ler0n e2 IH ?leq_subr // oddB // en oddD.
Qed.
Theorem so_many k bits : f_program_outputs (all_of F) (f_parity_program (all_of F) k) (f_tokens_of (all_of F) (f_first_bits (all_of F) bits (f_doubled (all_of F) k))) =
  f_parities (all_of F) (f_first_bits (all_of F) bits (f_doubled (all_of F) k)).
Proof.
rewrite doubledE /f_first_bits; set b := take _ _; have : (0 + size b <= 2 ^ k)%N by rewrite size_take; case: ltnP => // /ltnW.
move: b => b; rewrite in_programE paritiesE programE /=.
set P := make_ListedProgram _ _ _; set olds := [:: [::], [:: 0] & _].
have H : forall os n, nth [::] olds 1 = [:: n%:R] -> (n + size b <= 2 ^ k)%N ->
    (foldl (in_program P) (olds, os) (f_tokens_of (all_of F) b)).2 = (foldl flips (odd n, os) b).2; last first.
  by move=> h; apply: (H [::] 0%N).
elim: b olds => [|c b IH] olds os n e h //=.
rewrite addnS -addSn in h.
have ec : n%:R + bit c = (n + c)%:R :> F by rewrite natrD /bit; case: c.
rewrite {2}/in_program valuesE /P /= /f_vector_at e /= /f_value.
have eb : f_number_of (all_of F) c = bit c by case: c {h IH ec}.
have hn : (n + c <= n.+1)%N by case: c {h IH ec eb}; rewrite ?addn1 ?addn0.
have hk : (n + c <= 2 ^ k)%N by rewrite (leq_trans hn) // (leq_trans _ h) // leq_addr.
rewrite !dotE !big_seq1 /= !mul1r addr0 eb ec (@tents_last olds _ 1 (powers k) (n + c)%:R) // folds_to_parity //.
have -> : flips (odd n, os) c = (odd (n + c), os ++ [:: [:: bit (odd (n + c))]]).
  by rewrite /flips oddD oddb.
apply: IH; first by rewrite nth_values_from.
by rewrite (leq_trans _ h) // leq_add2r.
Qed.
Lemma relus_tents hs dims u : size dims = u.+1 -> nth 0%N dims u = 1%N -> relus_from dims (tents u hs) = size hs.
Proof.
elim: hs dims u => [|h hs IH] dims u s e //.
rewrite [tents _ _]/= /= /f_dim_at !nth_cat !size_cat s addn1 /= ?addn1 ltnn subnn /=.
rewrite add0n; congr (_.+1).
by rewrite add0n IH // ?size_cat ?nth_cat /= ?size_cat /= ?s ?addn1 ?addn4 ?ltnn ?subnn.
Qed.
Theorem k_relus k : f_relus_of (all_of F) (f_parity_program (all_of F) k) = k.
Proof.
rewrite relus_ofE programE /= add0n relus_tents //.
by elim: k => //= k ->.
Qed.
Theorem one_state k : f_is_one_layer (all_of F) (f_parity_program (all_of F) k) = true.
Proof.
rewrite programE /f_is_one_layer /enumerated /=.
have H hs : forall u i, all id [seq (let '(v_i, v_node) := pat in f_is_in_place (all_of F) v_i v_node) | pat <- zip (iota i (size (tents u hs))) (tents u hs)].
  by elim: hs => //= h hs IH u i; exact: IH.
exact: H.
Qed.
End Parity.

Theorem proved : statement.
Proof.
move=> F; split; first by move=> bits k; exact: so_many.
split; first exact: k_relus.
by split=> [k | p k]; [exact: one_state | exact: no_fewer].
Qed.
