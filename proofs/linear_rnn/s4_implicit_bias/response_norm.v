Theorem proved : statement.
Proof. by move=> F n_y n n_x j nu_C nu_F nu_W hy hn hx; exact: norm_at_start. Qed.
