(* L K R is a product through the lags and inputs, and one through the sequences and times; what is
   the identity of k rows has a factor of k columns at least. *)
Theorem proved : statement.
Proof.
move=> F k N T n_x m L x r R _ _ hT _ hm; split; last first.
  by rewrite ltr_pmul2l ?ltr0n // ltr_addr ltr0n.
move=> h; split; rewrite -natrM ler_nat.
  pose X b c u v : F := \sum_(w < T) (c == (w + u)%N :> nat)%:R * x b w v.
  pose Y u v l a : F := ((r u * r u) * 1) * (\sum_(w < T) (a == (w + u)%N :> nat)%:R * x l w v).
  apply: (@through_pairs F k T n_x (fun i u v => \sum_(b < N) \sum_(c < T) L i b c * X b c u v)
    (fun u v j => \sum_(l < N) \sum_(a < T) Y u v l a * R l a j)) => i j hi hj.
  by rewrite -(swap_pairs N T T n_x (L i) (fun l a => R l a j) X Y); exact: h.
pose G i l a : F := \sum_(b < N) \sum_(c < T) L i b c * (\sum_(u < T) \sum_(v < n_x)
  (\sum_(w < T) (c == (w + u)%N :> nat)%:R * x b w v)
  * (((r u * r u) * 1) * (\sum_(w < T) (a == (w + u)%N :> nat)%:R * x l w v))).
exact: (@through_pairs F k N T G R h).
Qed.
