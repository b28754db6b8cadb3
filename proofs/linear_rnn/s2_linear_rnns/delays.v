(* The memory holds the last T tokens, the newest first: a step moves each of them on by one place.
   So its read-out is the convolution with the filter. *)
Section Delays.
Variable F : realFieldType.
Lemma picked n (f : nat -> F) a : (a < n)%N -> \sum_(c < n) (a == c :> nat)%:R * f c = f a.
Proof.
move=> h; rewrite (bigD1 (Ordinal h)) //= eqxx mul1r big1 ?addr0 // => i ne.
rewrite (_ : (a == i :> nat) = false) ?mul0r //; apply/negbTE; rewrite eq_sym.
by apply: contra ne => /eqP e; apply/eqP/val_inj.
Qed.
Lemma moved_on T n (s : F) (h : nat -> nat -> F) (x : nat -> F) l a :
  s != 0 -> (l < T)%N -> (a < n)%N ->
  (\sum_(b < T) (\sum_(c < n) ((((\sum_(u < 2) (l == (b + u)%N :> nat)%:R)
     + (- 1) * (l == b :> nat)%:R) * (a == c :> nat)%:R) * (1 * (s^-1))) * h b c)) * (1 * s)
  + (\sum_(v < n) ((l == (l + l)%N :> nat)%:R * (a == v :> nat)%:R) * x v)
  = if l is l'.+1 then h l' a else x a.
Proof.
move=> hs hl ha.
have inner b : \sum_(c < n) ((((\sum_(u < 2) (l == (b + u)%N :> nat)%:R)
     + (- 1) * (l == b :> nat)%:R) * (a == c :> nat)%:R) * (1 * (s^-1))) * h b c
   = (l == b.+1 :> nat)%:R * (h b a * s^-1).
  rewrite -(picked (fun c => h b c * s^-1) ha) mulr_sumr; apply: eq_bigr => c _.
  rewrite !big_ord_recl big_ord0 /= addn0 /bump /= add1n addn1 addr0 mul1r mulN1r.
  by rewrite addrAC subrr add0r -!mulrA; congr (_ * (_ * _)); rewrite mulrC.
have first : \sum_(v < n) ((l == (l + l)%N :> nat)%:R * (a == v :> nat)%:R) * x v
   = (l == 0%N)%:R * x a.
  rewrite -(picked x ha) mulr_sumr; apply: eq_bigr => v _; rewrite -mulrA; congr (_ * _).
  by rewrite -[X in X == _]addn0 eqn_add2l eq_sym.
rewrite {}first (eq_bigr _ (fun (b : 'I_T) _ => inner b)) mul1r {inner}.
case: l hl => [|l] hl; first by rewrite mul1r big1 ?mul0r ?add0r // => b _; rewrite mul0r.
rewrite mul0r addr0 mulr_suml.
rewrite -[RHS](picked (fun b => h b a) (ltnW hl)); apply: eq_bigr => b _.
by rewrite eqSS -!mulrA mulVf // mulr1.
Qed.
Lemma cancelled (a x s : F) : s != 0 -> a * (1 * s^-1) * x * (1 * s) = a * x.
Proof. by move=> hs; rewrite !mul1r mulrAC divfK. Qed.
End Delays.

Theorem proved : statement.
Proof.
move=> F N n_x T n_y s xs L hN hx hT hy hs; split; last split; last first.
- by rewrite ler_pmulr ?ler1n // mulr_gt0 // ltr0n.
- rewrite (eq_bigr (fun=> n_x%:R)) => [|i _]; last by rewrite sumr_const card_ord.
  by rewrite sumr_const card_ord mulr_natl.
move=> start' after' row' i hi.
pose state k := foldl after' start' [seq row' s' | s' <- iota 0 k].
have held k l a : (l < T)%N -> (a < n_x)%N ->
    state k l a = if (l < k)%N then xs (k - l.+1)%N a else 0.
  rewrite /state; elim: k l => [|k IH] l hl ha //.
  rewrite -addn1 iotaD map_cat foldl_cat /= add0n addn1 /after' moved_on //.
  by case: l hl => [|l] hl; [rewrite subn1 | rewrite IH ?(ltnW hl) // ltnS subSS].
move=> h x j hj.
have out k l : (k < T)%N -> (l < n_x)%N -> after' h x k l = if (k <= i)%N then xs (i - k)%N l else 0.
  move=> hk hl; have := held i.+1 k l hk hl.
  by rewrite /state -addn1 iotaD map_cat foldl_cat /= add0n addn1 ltnS subSS.
transitivity (\sum_(k < T) \sum_(l < n_x) L k j l * (if (k <= i)%N then xs (i - k)%N l else 0)).
  rewrite mulr_suml; apply: eq_bigr => k _; rewrite mulr_suml; apply: eq_bigr => l _.
  by rewrite -(out k l) // cancelled.
rewrite [RHS]exchange_big; apply: eq_bigr => k _ /=; rewrite [RHS]exchange_big; apply: eq_bigr => l _.
case: leqP => hk; last first.
  rewrite mulr0 big1 // => v _; rewrite (_ : (i == v + k :> nat)%N = false) ?mul0r //.
  by apply/negbTE/eqP => e; rewrite e ltnNge leq_addl in hk.
rewrite -(@picked F N (fun v => L k j l * xs v l)) ?(leq_ltn_trans (leq_subr _ _)) //.
apply: eq_bigr => v _; rewrite -mulrA; congr (_%:R * _).
by rewrite -(eqn_add2r k) subnK.
Qed.
