Theorem proved : statement.
Proof.
move=> F T n_x M n_y n j eta c f w r X L0 Y q _ hx _ hy hn eta0 c0 f0 w0.
split; last exact: norm_at_start.
by move=> slow start after' xs; exact: (@coefficients_after F T n_x M n_y eta r q X L0 Y xs).
Qed.
