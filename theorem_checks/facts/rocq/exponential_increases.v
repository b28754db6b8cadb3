Theorem proved : statement.
Proof.
intros n x y hn h i hi; destruct (h i hi) as [l| ->]; [left; now apply exp_increasing | right; reflexivity].
Qed.
