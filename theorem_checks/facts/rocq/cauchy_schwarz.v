From mathcomp.algebra_tactics Require Import ring.
(* What is at least 0 is the sum of the squares of |y|^2 x_i - <x, y> y_i. *)
Section Squares.
Variables (F : realFieldType) (n : nat) (x y : nat -> F).
Let xx := \sum_(i < n) x i * x i.
Let xy := \sum_(i < n) x i * y i.
Let yy := \sum_(i < n) y i * y i.
Lemma of_squares : \sum_(i < n) (yy * x i - xy * y i) ^+ 2 = yy * (xx * yy - xy * xy).
Proof.
rewrite (eq_bigr (fun i : 'I_n => yy * yy * (x i * x i)
  + (- (yy * xy + yy * xy) * (x i * y i) + xy * xy * (y i * y i)))); last by move=> i _; ring.
by rewrite !big_split /= -!mulr_sumr -/xx -/xy -/yy; ring.
Qed.
Lemma product_of_squares : xy * xy <= xx * yy.
Proof.
have yy0 : 0 <= yy by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
case: (eqVneq yy 0) => [h|h].
  have y0 i : (i < n)%N -> y i = 0.
    move=> hi; have := h; rewrite /yy => /eqP.
    rewrite psumr_eq0 => [/allP all0|k _]; last by rewrite -expr2 sqr_ge0.
    have := all0 (Ordinal hi) (mem_index_enum _).
    by rewrite /= mulf_eq0 orbb => /eqP.
  have -> : xy = 0 by rewrite /xy big1 // => i _; rewrite y0 ?mulr0.
  by rewrite h !mulr0.
rewrite -subr_ge0 -(pmulr_rge0 _ (_ : 0 < yy)); last by rewrite lt0r h.
by rewrite -of_squares; apply: sumr_ge0 => i _; rewrite sqr_ge0.
Qed.
End Squares.
Theorem proved : statement.
Proof. by move=> F n x y _; exact: product_of_squares. Qed.
