(* Three links, each by what both machines hold: units whose r is 1 take what is new, and the others
   hold theirs where r is 0. *)
Section Runs.
Variable F : realFieldType.
Lemma by_relation (m1 m2 : Chains.machine F) (R : Chains.state m1 -> Chains.state m2 -> Prop) :
  R (Chains.start m1) (Chains.start m2) ->
  (forall h1 h2 z, R h1 h2 -> R (Chains.after h1 z) (Chains.after h2 z) /\
    Chains.out h1 z = Chains.out h2 z) ->
  forall ws w, Chains.out (foldl (@Chains.after F m1) (Chains.start m1) ws) w =
    Chains.out (foldl (@Chains.after F m2) (Chains.start m2) ws) w.
Proof.
move=> start step ws w; apply: (proj2 (step _ _ w _)).
elim/last_ind: ws => [//|ws z IH]; rewrite !foldl_rcons; exact: (proj1 (step _ _ z IH)).
Qed.
Lemma new (u v : F) : (1 + (- 1) * (1 * (1 * 1^-1))) * u + (1 + (- 1) * (1 + (- 1) * (1 * (1 * 1^-1)))) * (1 * (0 + v)) = v.
Proof. by rewrite invr1 !mul1r !mulN1r subrr mul0r oppr0 addr0 !add0r mul1r. Qed.
Lemma held (x u v : F) : (1 + (- 1) * (Num.max (1 * (0 + 1 * (1 * x))) 0 * (1 * (Num.max (1 * (0 + 1 * (1 * x))) 0)^-1))) * u
  + (1 + (- 1) * (1 + (- 1) * (Num.max (1 * (0 + 1 * (1 * x))) 0 * (1 * (Num.max (1 * (0 + 1 * (1 * x))) 0)^-1)))) * (1 * (0 + v)) =
  (1 * (Num.max (x + (- 1) * (x * (1 * 0))) 0 * (1 * (Num.max (x + (- 1) * (x * (1 * 0))) 0)^-1))) * v
  + (1 + (- 1) * (1 * (Num.max (x + (- 1) * (x * (1 * 0))) 0 * (1 * (Num.max (x + (- 1) * (x * (1 * 0))) 0)^-1)))) * u.
Proof.
rewrite !mul1r !mulr0 !add0r addr0 !mulN1r opprB addrCA subrr addr0; exact: addrC.
Qed.
End Runs.

Lemma keeps0 (F : realFieldType) p q c1 c2 : @Part0'.link0' F p q c1 c2 -> Chains.keeps p q c1 c2.
Proof.
move=> [d [e [_ [_ [-> [-> link]]]]]]; apply: (Chains.link_keeps link) => ws w.
pose R (h1 : Chains.state (Part0'.one0' F d e)) (h2 : Chains.state (Part0'.other0' F d e)) :=
  forall i, (i < d)%N -> h1.1.1.1.2 i = h2 i.
apply: (by_relation (R := R)) => // [[[[[[[[[? ?] ?] ?] ?] q'] ?] ?] ?]] h z.
rewrite /R /= => same; split.
  by move=> i hi; rewrite !one twice !(pick _ hi) held same.
congr [:: _; _; _; _].
- apply: Chains.same_part => i hi; do !rewrite ?(pick _ hi) ?(pick_less _ hi).
  by rewrite !one twice held new same // !mul1r !mulN1r /= addrC.
- apply: Chains.same_part => i hi; do !rewrite ?(pick _ hi) ?(pick_less _ hi).
  by rewrite !one twice held !new same // !mul1r !mulN1r /= addrAC.
- by rewrite !one new !mul1r mulr1.
by apply: Chains.same_part => i hi; rewrite !(pick _ hi) !one new !mul1r mulr1.
Qed.
Lemma keeps1 (F : realFieldType) p q c1 c2 : @Part0'.link1' F p q c1 c2 -> Chains.keeps p q c1 c2.
Proof.
move=> [d [e [_ [_ [-> [-> link]]]]]]; apply: (Chains.link_keeps link) => ws w.
apply: (by_relation (R := fun _ _ => True)) => // [[[[[[[[? ?] ?] ?] ?] ?] ?] ?]] [] z _; split=> //=.
have each k (g : 'I_d -> F) : (forall i : 'I_d, g i = (- 1) * (1 * Chains.part z k i)) ->
    \sum_(i < d) g i = (- 1) * \sum_(i < d) 1 * Chains.part z k i.
  by move=> h; rewrite mulr_sumr; apply: eq_bigr => i _; rewrite h.
congr [:: [:: _]; _].
- rewrite [LHS]mul1r [LHS]mul1r; congr (Num.max _ 0).
  rewrite [LHS]addrC [LHS]addrA; congr (_ + _ + _).
  + by rewrite !one new !mul1r.
  + by apply: each => i; rewrite !(pick _ (ltn_ord i)) !one new !mul1r mulr1.
  by apply: each => i; rewrite !(pick _ (ltn_ord i)) !one new !mul1r mulr1.
by apply: Chains.same_part => i hi; rewrite !(pick _ hi) !one new !mul1r mulr1.
Qed.
Lemma keeps2 (F : realFieldType) p q c1 c2 : @Part0'.link2' F p q c1 c2 -> Chains.keeps p q c1 c2.
Proof.
move=> [e [_ [-> [-> link]]]]; apply: (Chains.link_keeps link) => ws w.
pose R (h1 : Chains.state (Part0'.one2' F e)) (h2 : Chains.state (Part0'.other2' F e)) :=
  forall i, (i < e)%N -> h1.2 i = h2 i.
apply: (by_relation (R := R)) => // [[[[? ?] ?] y]] h z.
rewrite /R /= => same; split.
  by move=> i hi; rewrite !one twice !(pick _ hi) held same.
congr [:: _].
apply: Chains.same_part => i hi; rewrite !(pick _ hi) !one twice held same // [LHS]mulr1.
by rewrite [LHS]mul1r.
Qed.
Theorem proved : statement.
Proof.
move=> F p' q' c1' c2' chain'; refine (Chains.every_chain_keeps _ chain') => p q c1 c2.
by case=> [|[]]; [exact: keeps0 | exact: keeps1 | exact: keeps2].
Qed.
