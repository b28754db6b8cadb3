Theorem proved : statement.
Proof.
intro a; unfold tanh, sinh, cosh.
pose proof (exp_pos a); pose proof (exp_pos (- a)).
assert (h : (exp a - exp (- a)) / 2 / ((exp a + exp (- a)) / 2) * (exp a + exp (- a))
            = exp a - exp (- a)) by (field; lra).
set (t := (exp a - exp (- a)) / 2 / ((exp a + exp (- a)) / 2)) in *.
apply Rabs_def1; nra.
Qed.
