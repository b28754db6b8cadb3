Theorem proved : statement.
Proof.
intros n x hn h i hi; destruct (Req_dec (ln (x i)) 0) as [e|e].
- rewrite <- (exp_ln (x i)) at 2 by auto; rewrite e, exp_0; lra.
- pose proof (exp_ineq1 (ln (x i)) e) as l; rewrite exp_ln in l by auto; lra.
Qed.
