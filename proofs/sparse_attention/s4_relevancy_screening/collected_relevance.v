Theorem proved : statement.
Proof.
intros i nu in_S upto alpha got hi hn _ [[s0 sS] [[u0 uS] [g0 gS]]] t.
assert (v : forall t, in_S t = if andb (Nat.leb i t) (Nat.ltb t (i + nu)) then 1 else 0)
  by by_lines i nu sS.
exact (conj eq_refl (conj (in_buffer _ _ _ v t)
  (by_range _ _ _ _ _ hi hn (collected _ _ _ _ _ _ v hi hn g0 uS gS t)))).
Qed.
