Theorem proved : statement.
Proof.
intros n x y hn [hx h] i hi; destruct (h i hi) as [l|<-]; [left; apply ln_increasing; auto | right; reflexivity].
Qed.
