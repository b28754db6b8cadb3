(* The state keeps: seen is 0 or 1, worst is not negative, and the error of what is held is at most
   worst if seen is 1. A cell that is far does not fire, so what replaces the value counts. *)
Lemma jump (F : realFieldType) (x : F) : Num.max x 0 * (Num.max x 0)^-1 = if 0 < x then 1 else 0.
Proof.
case h: (0 < x); last by rewrite max_0 ?mul0r // leNgt h.
by rewrite /Order.max (lt_gtF h) mulfV // gt_eqF.
Qed.

Theorem proved : statement.
Proof.
move=> F e d delta y0 goal _ _ positive start after xs.
pose error (y : nat -> F) := \sum_(i < e) 1 * ((y i + (- 1) * goal i) * (y i + (- 1) * goal i)).
have error0 y : 0 <= error y by apply: sumr_ge0 => i _; rewrite mul1r -expr2 sqr_ge0.
pose kept (h : (nat -> F) * F * F) :=
  [/\ h.1.2 = 0 \/ h.1.2 = 1, 0 <= h.2 & h.1.2 * error h.1.1 <= h.2].
suff : kept (foldl after start xs) by case: (foldl _ _ _) => [[y s] w] [].
elim/last_ind: xs => [|xs [x v] IH]; first by rewrite /kept /= !mulr0 mul0r; split=> //; left.
rewrite foldl_rcons; case: (foldl _ _ _) IH => [[y s] w] [/= bit w0 held].
pose S := \sum_(i < d) outside delta (x i).
have S0 : 0 <= S by apply: sumr_ge0 => i _; exact: outside_least.
have beside : \sum_(i < d) 1 * (Num.max (- 1 * x i) 0 + Num.max (x i + - 1 * (1 * (1 * delta))) 0) = S.
  by apply: eq_bigr => i _; rewrite /outside !mul1r !mulN1r.
have fire : 1 * (1 * delta) + - 1 * (\sum_(i < d) 1 * Num.max (- 1 * x i) 0) +
    - 1 * (\sum_(i < d) 1 * Num.max (x i + - 1 * (1 * (1 * delta))) 0) = delta - S.
  rewrite !mul1r !mulN1r -addrA -opprD -big_split /=; congr (_ - _); rewrite -beside.
  by apply: eq_bigr => i _; rewrite !mul1r !mulN1r.
have middle : \sum_(i < d) 1 * ((x i * (1 * 2%:R) + - 1 * (1 * (1 * delta))) *
    (x i * (1 * 2%:R) + - 1 * (1 * (1 * delta)))) = \sum_(i < d) (x i * 2%:R - delta) ^+ 2.
  by apply: eq_bigr => i _; rewrite !mul1r !mulN1r expr2.
rewrite /after fire beside middle !mulr0 !addr0 !mul1r !twice !jump !mulN1r /kept /= {after fire middle beside}.
set w' := w + _; have up : w <= w' by rewrite ler_addl max_least.
have up0 : 0 <= w' by exact: le_trans w0 up.
have same g h : g =1 h -> error g = error h by move=> gh; apply: eq_bigr => i _; rewrite gh.
have [fired|none] := boolP (0 < delta - S).
  have worse : error v <= w'.
    rewrite /w' -/(error v) subr_gt0 ltNge (near positive) /=; last by rewrite -subr_gt0.
    rewrite subr0 mul1r -ler_subl_addl; exact: max_most.
  rewrite (same _ v) => [|j]; last by rewrite subrr mul0r addr0 mul1r.
  have bit' : s + (1 - (if 0 < S then 1 else 0)) - s * (1 - (if 0 < S then 1 else 0)) = 0 \/
      s + (1 - (if 0 < S then 1 else 0)) - s * (1 - (if 0 < S then 1 else 0)) = 1.
    by case: bit => ->; case: ifP => _; [left|right|right|right]; ring.
  by split=> //; case: bit' => ->; rewrite ?mul0r ?mul1r.
have -> : 0 < S by apply: lt_le_trans positive _; rewrite -subr_le0 leNgt.
rewrite (same _ y) => [|j]; last by rewrite subr0 mul0r add0r mul1r.
by rewrite subrr mulr0 subr0 addr0; split=> //; apply: le_trans held up.
Qed.
