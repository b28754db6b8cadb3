Theorem proved : statement.
Proof.
intros i nu in_S hi hn _ [s0 sS] t.
assert (v : forall t, in_S t = if andb (Nat.leb i t) (Nat.ltb t (i + nu)) then 1 else 0)
  by by_lines i nu sS.
exact (conj (in_buffer _ _ _ v t) (enters_as_it_leaves _ _ _ v t hn)).
Qed.
