Theorem proved : statement.
Proof.
intro a; destruct (Req_dec a 0) as [->|h].
- rewrite exp_0; lra.
- left; apply exp_ineq1; exact h.
Qed.
