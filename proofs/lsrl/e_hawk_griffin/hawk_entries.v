(* A sum over the places of a vector with a 1 at one of them is its entry there; maxima of 0. *)
Section Entries.
Variable F : realFieldType.
Lemma pick q k (f : 'I_q -> F) (hk : (k < q)%N) :
  \sum_(l < q) (k == l :> nat)%:R * f l = f (Ordinal hk).
Proof.
rewrite (bigD1 (Ordinal hk)) //= eqxx mul1r big1 ?addr0 // => i; rewrite -val_eqE /= => h'.
by rewrite eq_sym (negbTE h') mul0r.
Qed.
Lemma pick_less q k (f : 'I_q -> F) (hk : (k < q)%N) :
  \sum_(l < q) ((- 1) * (k == l :> nat)%:R) * f l = - f (Ordinal hk).
Proof. by rewrite -(pick f hk) -[RHS]mulN1r mulr_sumr; apply: eq_bigr => l _; rewrite mulrA. Qed.
Lemma one : Num.max 1 0 = 1 :> F.
Proof. by rewrite /Order.max Order.POrderTheory.lt_gtF ?ltr01. Qed.
Lemma twice (x : F) : Num.max (Num.max x 0) 0 = Num.max x 0.
Proof. by rewrite /Order.max; case h: (x < 0); rewrite ?if_same ?h. Qed.
End Entries.
