(* x^k (1 + k (1 - x)) is at most 1, which is Bernoulli's inequality for 1/x. *)
Lemma faded (F : realFieldType) (x : F) k : 0 < x -> x < 1 ->
  x ^+ k * (1 + k%:R * (1 + - 1 * x)) <= 1.
Proof.
move=> x0 x1; have y0 : 0 <= 1 - x by rewrite subr_ge0 ltW.
rewrite mulN1r; elim: k => [|k IH]; first by rewrite expr0 mul0r addr0 mul1r.
apply: le_trans IH; rewrite exprSr -mulrA; apply: ler_wpmul2l; first by rewrite exprn_ge0 // ltW.
have e : 1 + k%:R * (1 - x) - x * (1 + k.+1%:R * (1 - x)) = (1 - x) * ((1 - x) * (1 + k%:R)).
  by rewrite -addn1 natrD; ring.
by rewrite -subr_ge0 e !mulr_ge0 // addr_ge0 ?ler01 ?ler0n.
Qed.
Theorem proved : statement.
Proof.
move=> F T n_x M n_y n j k eta c f w x r X L0 Y q _ hx _ hy hn eta0 c0 f0 w0 x0.
split; first by move=> slow start after' xs; exact: (@coefficients_after F T n_x M n_y eta r q X L0 Y xs).
split=> [|x1 _]; first exact: norm_at_start.
have p0 i : 0 <= x ^+ i by rewrite exprn_ge0 // ltW.
have y0 : 0 <= 1 + - 1 * x by rewrite mulN1r subr_ge0 ltW.
have linear : x ^+ (4 * k)%N * (1 + k%:R * (1 + - 1 * x)) <= x ^+ (3 * k)%N.
  rewrite (mulSn 3) addnC exprD -mulrA -[X in _ <= X]mulr1; apply: ler_wpmul2l => //.
  exact: faded.
split=> //; rewrite exprVn; move: linear (p0 (4 * k)%N) (p0 (3 * k)%N).
have : 0 <= (x ^+ 4)^-1 by rewrite invr_ge0.
move: (x ^+ (4 * k)%N) (x ^+ (3 * k)%N) (x ^+ 4)^-1 (1 + - 1 * x) y0 => p s v y y0 v0 linear pp ss.
have less : p <= s.
  apply: le_trans linear; rewrite mulrDr mulr1 ler_addl mulr_ge0 // mulr_ge0 ?ler0n //.
have more : p * (k%:R * y) <= s.
  by apply: le_trans linear; rewrite mulrDr mulr1 ler_addr.
have e : s * (y * (c + f) + c * f * v) - y * (c * (p + k%:R * f * (p * v)) + f * p) =
  (s - p) * (y * (c + f)) + (s - p * (k%:R * y)) * (c * f * v) by ring.
rewrite -subr_ge0 e; apply: addr_ge0; apply: mulr_ge0; rewrite ?subr_ge0 //.
  by rewrite mulr_ge0 // addr_ge0 // ltW.
by rewrite !mulr_ge0 // ltW.
Qed.
