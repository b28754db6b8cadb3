Theorem proved : statement.
Proof.
intros n x y hn [hx hy] i hi; apply ln_mult; auto.
Qed.
