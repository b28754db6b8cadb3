Theorem proved : statement.
Proof.
move=> F T n_x M n_y n j further eta c f w r X L0 Y q _ hx _ hy hn eta0 c0 f0 w0.
split; last split; last 1 first.
- have bits : 0 <= w ^+ j * (c * f * w^-1 * further%:R).
    by rewrite !mulr_ge0 ?ler0n ?invr_ge0 ?exprn_ge0 ?ltW.
  by rewrite -subr_ge0; move: bits; congr (0 <= _); ring.
- by move=> slow start after' xs; exact: (@coefficients_after F T n_x M n_y eta r q X L0 Y xs).
- exact: norm_at_start.
Qed.
