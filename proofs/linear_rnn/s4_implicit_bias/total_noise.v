(* Divided by the square of the rate, each difference is a polynomial with positive numbers at powers of
   twice the rate times powers of what that is less than 1 by. *)
Lemma term_at_least c t u k m : 0 <= c -> 0 <= t -> 0 <= u -> 0 <= c * (t ^ k * u ^ m).
Proof. intros; repeat apply Rmult_le_pos; try apply pow_le; assumption. Qed.
Lemma last_more c t k : 0 < c -> 0 < t -> 0 < c * t ^ k.
Proof. intros; apply Rmult_lt_0_compat; [|apply pow_lt]; assumption. Qed.
Ltac by_terms e := apply Rminus_gt_0_lt; match goal with |- 0 < ?d => replace d with e by field end;
  apply Rmult_lt_0_compat; [apply pow_lt; lra|];
  repeat (apply Rplus_le_lt_0_compat; [apply term_at_least; lra|]); apply last_more; lra.
Theorem proved : statement.
Proof.
unfold statement; repeat apply conj; intros eta [h0 h1].
by_terms (eta ^ 2 * ((114 / 25) * (2 * eta) ^ 0)).
by_terms (eta ^ 2 * ((169303061420086679 / 62500000000000000) * (2 * eta) ^ 0)).
by_terms (eta ^ 2 * ((456 / 25) * ((2 * eta) ^ 0 * (1 - 2 * eta) ^ 2) +
  ((2036 / 125) * ((2 * eta) ^ 1 * (1 - 2 * eta) ^ 1) +
  ((3983 / 1250) * (2 * eta) ^ 2)))).
by_terms (eta ^ 2 * ((169303061420086679 / 15625000000000000) * ((2 * eta) ^ 0 * (1 - 2 * eta) ^ 2) +
  ((210030838299079889102178469 / 7812500000000000000000000) * ((2 * eta) ^ 1 * (1 - 2 * eta) ^ 1) +
  ((200231221539443429117635525690499759 / 15625000000000000000000000000000000) * (2 * eta) ^ 2)))).
by_terms (eta ^ 2 * ((1026 / 25) * ((2 * eta) ^ 0 * (1 - 2 * eta) ^ 4) +
  ((9162 / 125) * ((2 * eta) ^ 1 * (1 - 2 * eta) ^ 3) +
  ((12681 / 250) * ((2 * eta) ^ 2 * (1 - 2 * eta) ^ 2) +
  ((95973 / 6250) * ((2 * eta) ^ 3 * (1 - 2 * eta) ^ 1) +
  ((226407 / 125000) * (2 * eta) ^ 4)))))).
by_terms (eta ^ 2 * ((1523727552780780111 / 62500000000000000) * ((2 * eta) ^ 0 * (1 - 2 * eta) ^ 4) +
  ((1890277544691719001919606221 / 15625000000000000000000000) * ((2 * eta) ^ 1 * (1 - 2 * eta) ^ 3) +
  ((525466080064908357591599495671499277 / 3125000000000000000000000000000000) * ((2 * eta) ^ 2 * (1 - 2 * eta) ^ 2) +
  ((372918454205543269192430361168765598969535847 / 3906250000000000000000000000000000000000000) * ((2 * eta) ^ 3 * (1 - 2 * eta) ^ 1) +
  ((76087410799478851689967206646860013021924440168272039 / 3906250000000000000000000000000000000000000000000000) * (2 * eta) ^ 4)))))).
Qed.
