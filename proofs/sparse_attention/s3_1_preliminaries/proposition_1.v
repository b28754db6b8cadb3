(* Both recurrences are one, where there are at least as many rounds as steps: by induction over the
   rounds. *)
Theorem proved : statement.
Proof.
intros t column n D P Q J Y ht hn [[hD0 hD] [hY0 hY]] s.
induction s as [|s IH]; intros k a h; apply INR_le in h.
  replace k with 0%nat by lia; rewrite hY0, hD0, Nat.add_0_r; reflexivity.
destruct (hY s) as [hYs0 hYs]; change (1 + s)%nat with (S s) in *.
destruct k as [|k]; [rewrite hYs0, hD0; reflexivity|].
assert (e1 := hYs k a); assert (e2 := hD k a); change (1 + k)%nat with (S k) in *.
rewrite e1, e2; f_equal; [f_equal|]; apply total_eq; intros i hi.
  rewrite IH; [reflexivity | apply le_INR; lia].
apply total_eq; intros m hm; rewrite IH; [reflexivity | apply le_INR; lia].
Qed.
