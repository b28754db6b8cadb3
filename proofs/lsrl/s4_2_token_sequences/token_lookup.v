(* A run of the lookup, token by token: token 1 + s + 2 n P stands at the place s of 2 n. *)
Definition ind (b : bool) : R := if b then 1 else 0.
Definition kept V x w := Rmax 0 ((- 1) * V + V * w + x).
Lemma kept_1 V x : 0 <= x -> kept V x 1 = x.
Proof. intro h; unfold kept; rewrite Rmax_right; lra. Qed.
Lemma kept_0 V x : x <= V -> kept V x 0 = 0.
Proof. intro h; unfold kept; rewrite Rmax_left; lra. Qed.
Lemma kept_ind V x b : 0 <= x <= V -> kept V x (ind b) = if b then x else 0.
Proof. intros [h h']; destruct b; [apply kept_1 | apply kept_0]; assumption. Qed.
Lemma total_ext f g a m : (forall k, (k < m)%nat -> f (a + k)%nat = g (a + k)%nat) -> total f a m = total g a m.
Proof.
induction m as [|m IH]; intro h; [reflexivity|].
rewrite !total_S, h, IH by lia || (intros; apply h; lia); reflexivity.
Qed.
Lemma total_none f a m : (forall k, (k < m)%nat -> f (a + k)%nat = 0) -> total f a m = 0.
Proof. induction m as [|m IH]; intro h; [reflexivity|]. rewrite total_S, h, IH by lia || (intros; apply h; lia); lra. Qed.
Lemma total_one f m r : (r < m)%nat -> (forall k, (k < m)%nat -> k <> r -> f k = 0) -> total f 0 m = f r.
Proof.
intros h z; induction m as [|m IH]; [lia|]; rewrite total_S; simpl (0 + m)%nat.
destruct (Nat.eq_dec m r) as [->|ne].
- rewrite total_none; [lra | intros k hk; apply z; simpl; lia].
- rewrite IH, (z m) by (lia || (intros; apply z; lia)); lra.
Qed.
Lemma total_all f m : (forall k, (k < m)%nat -> f k = 1) -> total f 0 m = INR m.
Proof. induction m as [|m IH]; intro h; [reflexivity|]. rewrite total_S, S_INR, IH, h; [lra | simpl; lia | intros; apply h; lia]. Qed.
Lemma total_most f m : (forall k, (k < m)%nat -> 0 <= f k <= 1) -> 0 <= total f 0 m <= INR m.
Proof.
induction m as [|m IH]; intro h; [simpl; lra|]; rewrite total_S, S_INR.
specialize (IH ltac:(intros; apply h; lia)); specialize (h m ltac:(lia)); simpl (0 + m)%nat; lra.
Qed.
Lemma total_less f m r : (r < m)%nat -> f r = 0 -> (forall k, (k < m)%nat -> 0 <= f k <= 1) -> total f 0 m <= INR m - 1.
Proof.
induction m as [|m IH]; intros hr z h; [lia|]; rewrite total_S, S_INR; simpl (0 + m)%nat.
destruct (Nat.eq_dec m r) as [->|ne].
- rewrite z; pose proof (total_most f r ltac:(intros; apply h; lia)); lra.
- specialize (IH ltac:(lia) z ltac:(intros; apply h; lia)); specialize (h m ltac:(lia)); lra.
Qed.
Lemma total_first f m : total f 0 (S m) = f 0%nat + total (fun k => f (S k)) 0 m.
Proof.
induction m as [|m IH]; [simpl; lra|]; rewrite total_S, IH, total_S; simpl (0 + _)%nat; lra.
Qed.
Lemma total_0_terms f m : (forall k, (k < m)%nat -> 0 <= f k) -> total f 0 m = 0 -> forall k, (k < m)%nat -> f k = 0.
Proof.
intros p; induction m as [|m IH]; intros z k hk; [lia|]; rewrite total_S in z; simpl (0 + m)%nat in z.
assert (0 <= total f 0 m) by (clear - p; induction m as [|m IH]; [simpl; lra|]; rewrite total_S; simpl (0 + m)%nat; pose proof (p m ltac:(lia)); specialize (IH ltac:(intros; apply p; lia)); lra).
pose proof (p m ltac:(lia)); destruct (Nat.eq_dec k m) as [->|ne]; [lra|].
apply IH; [intros; apply p; lia | lra | lia].
Qed.

Section Run.
Variables (V n : nat) (x : nat -> R) (turn leave a b d e : nat -> nat -> R) (c : nat -> R).
Hypothesis hn : (1 <= n)%nat.
Hypothesis hx : forall t, 0 <= x t <= INR V.
Hypothesis whole : forall t, exists z, x t = IZR z.
Hypothesis turn0 : forall k, turn 0%nat k = Rmax 0 (2 + (- 2) * INR n + INR k).
Hypothesis turn1 : forall t, turn (1 + t)%nat 0%nat = turn t (2 * n - 1)%nat.
Hypothesis turn2 : forall t k, turn (1 + t)%nat (1 + k)%nat = turn t k.
Hypothesis leave0 : forall k, leave 0%nat k = Rmax 0 (1 + (- 1) * INR k).
Hypothesis leave1 : forall t, leave (1 + t)%nat 0%nat = 0.
Hypothesis leave2 : forall t k, leave (1 + t)%nat (1 + k)%nat = leave t k.
Hypothesis a0 : forall k, a 0%nat k = 0.
Hypothesis a1 : forall t k, a (1 + t)%nat k = a t k + kept (INR V) (x (1 + t)%nat) (leave (1 + t)%nat (1 + k)%nat).
Definition place t k := turn t k + turn t (k + n)%nat.
Definition asked t := total (fun k => kept (INR V) (a t k) (place t k)) 0 n.
Definition match_of t := Rmax 0 ((- 1) * Rmax 0 ((- 1) * x t + asked t) + (- 1) * Rmax 0 (x t + (- 1) * asked t) +
  total (fun k => turn t (k + n)%nat) 0 n).
Hypothesis b0 : forall k, b 0%nat k = 0.
Hypothesis b1 : forall t, b (1 + t)%nat 0%nat = match_of (1 + t)%nat.
Hypothesis b2 : forall t k, b (1 + t)%nat (1 + k)%nat = b t k.
Definition found t := Rmax 0 ((- 1) * INR n + turn t 0%nat + total (fun k => b t k) 0 (1 + n)%nat).
Hypothesis c0 : c 0%nat = 0.
Hypothesis c1 : forall t, c (1 + t)%nat = c t + found (1 + t)%nat.
Definition first t := Rmax 0 ((- 1) * c t + 2 * found t).
Hypothesis d0 : forall k, d 0%nat k = 0.
Hypothesis d1 : forall t, d (1 + t)%nat 0%nat = first (1 + t)%nat.
Hypothesis d2 : forall t k, d (1 + t)%nat (1 + k)%nat = d t k.
Hypothesis e0 : forall k, e 0%nat k = 0.
Hypothesis e1 : forall t k, e (1 + t)%nat k = e t k + kept (INR V) (x (1 + t)%nat) (d (1 + t)%nat k).
Definition output t := total (fun k => kept (INR V) (e t k) (place t k)) 0 n.

(* ---------- the counter ---------- *)
Lemma turnE P s k : (s < 2 * n)%nat -> (k < 2 * n)%nat -> turn (1 + s + P * (2 * n))%nat k = ind (k =? s).
Proof.
assert (next : forall t, (forall k, (k < 2 * n)%nat -> turn t k = ind (k =? 2 * n - 1)) ->
  forall s k, (s < 2 * n)%nat -> (k < 2 * n)%nat -> turn (1 + s + t)%nat k = ind (k =? s)).
- intros t h r; induction r as [|r IH]; intros m hr hm; destruct m as [|m].
  + simpl (1 + 0 + t)%nat; rewrite turn1, h, Nat.eqb_refl by lia; reflexivity.
  + simpl (1 + 0 + t)%nat; rewrite turn2, h by lia; destruct (Nat.eqb_spec m (2 * n - 1)); [lia|reflexivity].
  + replace (1 + S r + t)%nat with (1 + (1 + r + t))%nat by lia.
    rewrite turn1, IH by lia; destruct (Nat.eqb_spec (2 * n - 1) r); [lia|reflexivity].
  + replace (1 + S r + t)%nat with (1 + (1 + r + t))%nat by lia; rewrite turn2, IH by lia; reflexivity.
- revert s k; induction P as [|P IH]; intros s k hs hk; apply next; try assumption; intros m hm.
  + simpl (0 * _)%nat; rewrite turn0.
    destruct (Nat.eqb_spec m (2 * n - 1)) as [e'|ne]; unfold ind.
    * replace (INR m) with (2 * INR n - 1) by (rewrite e', minus_INR, mult_INR by lia; simpl; lra).
      rewrite Rmax_right; lra.
    * rewrite Rmax_left; [reflexivity|]; assert (h : (m + 2 <= 2 * n)%nat) by lia.
      apply le_INR in h; rewrite plus_INR, mult_INR in h; simpl in h; lra.
  + replace (S P * (2 * n))%nat with (1 + (2 * n - 1) + P * (2 * n))%nat by lia; apply IH; lia.
Qed.
Lemma at_place t : (1 <= t)%nat -> exists P s, (s < 2 * n)%nat /\ t = (1 + s + P * (2 * n))%nat.
Proof.
intro h; exists ((t - 1) / (2 * n))%nat, ((t - 1) mod (2 * n))%nat.
split; [apply Nat.mod_upper_bound; lia|]; pose proof (Nat.div_mod (t - 1) (2 * n) ltac:(lia)); lia.
Qed.
Lemma read (y : nat -> nat -> R) P s i : (forall k, 0 <= y (1 + s + P * (2 * n))%nat k <= INR V) -> (i < n)%nat -> s = i \/ s = (n + i)%nat ->
  total (fun k => kept (INR V) (y (1 + s + P * (2 * n))%nat k) (place (1 + s + P * (2 * n))%nat k)) 0 n = y (1 + s + P * (2 * n))%nat i.
Proof.
intros hy hi hs.
assert (p : forall k, (k < n)%nat -> place (1 + s + P * (2 * n))%nat k = ind (k =? i)).
- intros k hk; unfold place; rewrite !turnE by lia; unfold ind.
  destruct (Nat.eqb_spec k s), (Nat.eqb_spec (k + n) s), (Nat.eqb_spec k i); lia || lra.
- rewrite (total_one _ n i hi); [rewrite p, Nat.eqb_refl by lia; apply kept_1, hy|].
  intros k hk ne; rewrite p by lia; destruct (Nat.eqb_spec k i); [lia|]; apply kept_0, hy.
Qed.
Lemma in_key P s : (s < 2 * n)%nat ->
  total (fun k => turn (1 + s + P * (2 * n))%nat (k + n)%nat) 0 n = ind (n <=? s).
Proof.
intro hs; destruct (Nat.leb_spec n s) as [ge|lt].
- rewrite (total_one _ n (s - n)) by (lia || (intros k hk ne; rewrite turnE by lia; destruct (Nat.eqb_spec (k + n) s); [lia|reflexivity])).
  rewrite turnE by lia; destruct (Nat.eqb_spec (s - n + n) s); [reflexivity|lia].
- apply total_none; intros k hk; rewrite turnE by lia; destruct (Nat.eqb_spec (0 + k + n) s); [lia|reflexivity].
Qed.

(* ---------- the query ---------- *)
Lemma leaveE t k : leave t k = ind (k =? t).
Proof.
revert k; induction t as [|t IH]; intros [|k].
- rewrite leave0; change (INR 0) with 0; change (ind (0 =? 0)) with 1; rewrite Rmax_right; lra.
- rewrite leave0, S_INR; pose proof (pos_INR k); change (ind (S k =? 0)) with 0; rewrite Rmax_left; lra.
- rewrite leave1; reflexivity.
- rewrite leave2, IH; reflexivity.
Qed.
Lemma aE t k : a t k = if (k <? t)%nat then x (1 + k)%nat else 0.
Proof.
induction t as [|t IH]; [rewrite a0; destruct (Nat.ltb_spec k 0); [lia|reflexivity]|].
change (S t) with (1 + t)%nat; rewrite a1, IH, leaveE, kept_ind by apply hx.
destruct (Nat.ltb_spec k t), (Nat.ltb_spec k (1 + t)), (Nat.eqb_spec (1 + k) (1 + t)); try lia; try lra.
replace k with t by lia; lra.
Qed.
Lemma a_within t k : 0 <= a t k <= INR V.
Proof. rewrite aE; pose proof (hx (1 + k)%nat); pose proof (hx 0%nat); destruct (k <? t)%nat; lra. Qed.

(* ---------- the matches ---------- *)
Lemma apart i j : x i <> x j -> 1 <= Rabs (x i - x j).
Proof.
destruct (whole i) as [y ->], (whole j) as [z ->]; intro ne; rewrite <- minus_IZR, <- abs_IZR.
apply IZR_le; assert (y <> z) by (intros ->; apply ne; reflexivity); lia.
Qed.
Lemma no_match P s : (s < n)%nat -> match_of (1 + s + P * (2 * n))%nat = 0.
Proof.
intro hs; unfold match_of; rewrite in_key by lia; destruct (Nat.leb_spec n s); [lia|]; unfold ind.
pose proof (Rmax_l 0 ((- 1) * x (1 + s + P * (2 * n))%nat + asked (1 + s + P * (2 * n))%nat)).
pose proof (Rmax_l 0 (x (1 + s + P * (2 * n))%nat + (- 1) * asked (1 + s + P * (2 * n))%nat)).
apply Rmax_left; lra.
Qed.
Definition same p i := if Req_EM_T (x (1 + i + n + p * (2 * n))%nat) (x (1 + i)%nat) then 1 else 0.
Lemma matched p i : (i < n)%nat -> match_of (1 + (n + i) + p * (2 * n))%nat = same p i.
Proof.
intro hi; unfold match_of, asked; rewrite in_key by lia; destruct (Nat.leb_spec n (n + i)); [|lia].
rewrite (read a p (n + i) i) by (lia || (intro; apply a_within)); rewrite aE.
destruct (Nat.ltb_spec i (1 + (n + i) + p * (2 * n))); [|lia].
unfold same; replace (1 + i + n + p * (2 * n))%nat with (1 + (n + i) + p * (2 * n))%nat by lia.
set (t := (1 + (n + i) + p * (2 * n))%nat); unfold ind.
destruct (Req_EM_T (x t) (x (1 + i)%nat)) as [eq|ne].
- rewrite eq, (Rmax_left 0 (_ * x (1 + i)%nat + _)), (Rmax_left 0 (x (1 + i)%nat + _)) by lra; rewrite Rmax_right; lra.
- apply apart in ne; unfold Rabs in ne; apply Rmax_left.
  destruct (Rcase_abs (x t - x (1 + i)%nat)).
  + rewrite (Rmax_right 0 ((- 1) * x t + _)), (Rmax_left 0 (x t + _)); lra.
  + rewrite (Rmax_left 0 ((- 1) * x t + _)), (Rmax_right 0 (x t + _)); lra.
Qed.
Lemma same_bit p i : same p i = 0 \/ same p i = 1.
Proof. unfold same; destruct (Req_EM_T _ _); auto. Qed.
Lemma match_bit t : (1 <= t)%nat -> match_of t = 0 \/ match_of t = 1.
Proof.
intro h; destruct (at_place t h) as (P & s & hs & ->); destruct (Nat.lt_ge_cases s n) as [lt|ge].
- left; apply no_match; exact lt.
- replace s with (n + (s - n))%nat by lia; rewrite matched by lia; apply same_bit.
Qed.
Lemma bE t k : b t k = if (k <? t)%nat then match_of (t - k)%nat else 0.
Proof.
revert k; induction t as [|t IH]; intros [|k].
- rewrite b0; reflexivity.
- rewrite b0; reflexivity.
- change (S t) with (1 + t)%nat; rewrite b1; reflexivity.
- change (S t) with (1 + t)%nat; change (S k) with (1 + k)%nat; rewrite b2, IH; reflexivity.
Qed.
Lemma b_bit t k : 0 <= b t k <= 1.
Proof.
rewrite bE; destruct (Nat.ltb_spec k t); [|lra]; destruct (match_bit (t - k) ltac:(lia)) as [-> | ->]; lra.
Qed.

(* ---------- keys that are found ---------- *)
Definition hit p := Rmax 0 (1 + (- 1) * INR n + total (same p) 0 n).
Lemma not_found P s : (s < 2 * n)%nat -> (1 <= s)%nat -> found (1 + s + P * (2 * n))%nat = 0.
Proof.
intros hs h1; unfold found; rewrite turnE by lia; destruct (Nat.eqb_spec 0 s); [lia|]; unfold ind.
apply Rmax_left; set (t := (1 + s + P * (2 * n))%nat).
assert (exists k, (k < 1 + n)%nat /\ b t k = 0) as (k & hk & z).
- destruct (Nat.lt_ge_cases s n) as [lt|ge].
  + exists 0%nat; split; [lia|]; rewrite bE; destruct (0 <? t)%nat; [|reflexivity].
    rewrite Nat.sub_0_r; apply no_match, lt.
  + exists (s - n + 1)%nat; split; [lia|]; rewrite bE; destruct (_ <? t)%nat; [|reflexivity].
    replace (t - (s - n + 1))%nat with (1 + (n - 1) + P * (2 * n))%nat by (unfold t; lia); apply no_match; lia.
- pose proof (total_less (fun k => b t k) (1 + n) k hk z ltac:(intros; apply b_bit)) as h.
  rewrite plus_INR in h; change (INR 1) with 1 in h; lra.
Qed.
Lemma not_found_first : found 1%nat = 0.
Proof.
unfold found; change 1%nat with (1 + 0 + 0 * (2 * n))%nat at 1; rewrite turnE by lia; unfold ind; simpl (0 =? 0)%nat; cbv iota.
rewrite total_none; [assert (1 <= INR n) by (apply (le_INR 1); exact hn); apply Rmax_left; lra|].
intros k hk; rewrite bE; destruct (Nat.ltb_spec (0 + k) 1); [|reflexivity].
replace (1 - (0 + k))%nat with (1 + 0 + 0 * (2 * n))%nat by lia; apply no_match; lia.
Qed.
Lemma found_at p : found (1 + 0 + S p * (2 * n))%nat = hit p.
Proof.
unfold found, hit; rewrite turnE by lia; simpl (0 =? 0)%nat; unfold ind.
replace (total (fun k => b (1 + 0 + S p * (2 * n))%nat k) 0 (1 + n)) with (total (same p) 0 n); [f_equal; lra|].
change (1 + n)%nat with (S n); rewrite total_first, bE.
destruct (Nat.ltb_spec 0 (1 + 0 + S p * (2 * n))); [|lia].
rewrite Nat.sub_0_r, no_match, Rplus_0_l by lia.
assert (rev : forall m, (m <= n)%nat -> total (fun k => b (1 + 0 + S p * (2 * n))%nat (S k)) 0 m = total (fun k => same p (n - m + k)%nat) 0 m).
- induction m as [|m IH]; intro hm; [reflexivity|].
  rewrite total_S, IH, total_first by lia; simpl (0 + m)%nat; rewrite bE.
  destruct (Nat.ltb_spec (S m) (1 + 0 + S p * (2 * n))); [|lia].
  replace (1 + 0 + S p * (2 * n) - S m)%nat with (1 + (n + (n - S m)) + p * (2 * n))%nat by lia.
  rewrite matched, Nat.add_0_r, Rplus_comm by lia; f_equal.
  apply total_ext; intros k hk; simpl (0 + k)%nat; f_equal; lia.
- rewrite rev by lia; apply total_ext; intros k hk; f_equal; lia.
Qed.
Lemma hit_1 p : (forall i, (i < n)%nat -> x (1 + i + n + p * (2 * n))%nat = x (1 + i)%nat) -> hit p = 1.
Proof.
intro h; unfold hit; rewrite total_all; [rewrite Rmax_right; lra|].
intros k hk; unfold same; destruct (Req_EM_T _ _) as [|ne]; [reflexivity | destruct ne; apply h, hk].
Qed.
Lemma hit_0 p i : (i < n)%nat -> x (1 + i + n + p * (2 * n))%nat <> x (1 + i)%nat -> hit p = 0.
Proof.
intros hi ne; unfold hit; apply Rmax_left.
assert (z : same p i = 0) by (unfold same; destruct (Req_EM_T _ _); [contradiction|reflexivity]).
pose proof (total_less (same p) n i hi z ltac:(intros k _; destruct (same_bit p k) as [-> | ->]; lra)); lra.
Qed.
Lemma hit_bit p : 0 <= hit p <= 1.
Proof.
split; [apply Rmax_l|]; unfold hit; apply Rmax_lub; [lra|].
pose proof (total_most (same p) n ltac:(intros k _; destruct (same_bit p k) as [-> | ->]; lra)); lra.
Qed.
(* up to the pair m none was found *)
Lemma none_found m : (forall q, (q < m)%nat -> hit q = 0) -> forall t, (t <= m * (2 * n) + 2 * n)%nat -> (1 <= t)%nat -> found t = 0.
Proof.
intros h t ht h1; destruct (at_place t h1) as (P & s & hs & ->).
destruct (Nat.eq_dec s 0) as [-> | ne]; [|apply not_found; lia].
destruct P as [|P]; [exact not_found_first|]; rewrite found_at; apply h.
apply Nat.nle_gt; intro le; assert (m * (2 * n) <= P * (2 * n))%nat by (apply Nat.mul_le_mono_r; exact le); lia.
Qed.
Lemma none_counted m : (forall q, (q < m)%nat -> hit q = 0) -> forall t, (t <= m * (2 * n) + 2 * n)%nat -> c t = 0.
Proof.
intros h t; induction t as [|t IH]; intro ht; [exact c0|].
change (S t) with (1 + t)%nat; rewrite c1, IH, (none_found m h) by lia; lra.
Qed.
Lemma found_bit t : (1 <= t)%nat -> 0 <= found t <= 1.
Proof.
intro h1; destruct (at_place t h1) as (P & s & hs & ->); destruct (Nat.eq_dec s 0) as [-> | ne].
- destruct P as [|P]; [change (1 + 0 + 0 * (2 * n))%nat with 1%nat; rewrite not_found_first; lra | rewrite found_at; apply hit_bit].
- rewrite not_found; lra || lia.
Qed.
Lemma c_grows t s : c t <= c (s + t)%nat.
Proof.
induction s as [|s IH]; [simpl; lra|]; change (S s + t)%nat with (1 + (s + t))%nat.
rewrite c1; pose proof (found_bit (1 + (s + t)) ltac:(lia)); lra.
Qed.
Lemma dE t k : d t k = if (k <? t)%nat then first (t - k)%nat else 0.
Proof.
revert k; induction t as [|t IH]; intros [|k].
- rewrite d0; reflexivity.
- rewrite d0; reflexivity.
- change (S t) with (1 + t)%nat; rewrite d1; reflexivity.
- change (S t) with (1 + t)%nat; change (S k) with (1 + k)%nat; rewrite d2, IH; reflexivity.
Qed.

Section First.
Variable p : nat.
Hypothesis before : forall q, (q < p)%nat -> hit q = 0.
Hypothesis now : hit p = 1.
Definition start := (1 + 0 + S p * (2 * n))%nat.
Lemma c_start : c start = 1.
Proof.
unfold start; change (1 + 0 + S p * (2 * n))%nat with (1 + S p * (2 * n))%nat.
rewrite c1; change (1 + S p * (2 * n))%nat with (1 + 0 + S p * (2 * n))%nat; rewrite found_at, now.
rewrite (none_counted p before) by lia; lra.
Qed.
Lemma firstE t : (1 <= t)%nat -> first t = ind (t =? start).
Proof.
intro h1; unfold first; destruct (Nat.eqb_spec t start) as [-> | ne]; unfold ind.
- rewrite c_start; unfold start; rewrite found_at, now, Rmax_right; lra.
- apply Rmax_left; destruct (Nat.lt_ge_cases t start) as [lt|ge].
  + unfold start in lt; rewrite (none_found p before), (none_counted p before) by lia; lra.
  + destruct (at_place t h1) as (P & s & hs & e'); destruct (Nat.eq_dec s 0) as [-> | hs'].
    * destruct t as [|t]; [lia|]; change (S t) with (1 + t)%nat; rewrite c1.
      pose proof (c_grows start (t - start)) as h; rewrite c_start in h.
      replace (t - start + start)%nat with t in h by lia; pose proof (found_bit (1 + t) ltac:(lia)); lra.
    * rewrite e', not_found by lia; rewrite <- e'.
      pose proof (c_grows start (t - start)) as h; rewrite c_start in h.
      replace (t - start + start)%nat with t in h by lia; lra.
Qed.
Lemma eE t k : e t k = if (start + k <=? t)%nat then x (start + k)%nat else 0.
Proof.
induction t as [|t IH]; [rewrite e0; destruct (Nat.leb_spec (start + k) 0); [unfold start in *; lia|reflexivity]|].
change (S t) with (1 + t)%nat; rewrite e1, IH, dE.
assert (w : (if (k <? 1 + t)%nat then first (1 + t - k)%nat else 0) = ind (1 + t =? start + k)).
- destruct (Nat.ltb_spec k (1 + t)).
  + rewrite firstE by lia; destruct (Nat.eqb_spec (1 + t - k) start), (Nat.eqb_spec (1 + t) (start + k)); reflexivity || lia.
  + destruct (Nat.eqb_spec (1 + t) (start + k)); [unfold start in *; lia | reflexivity].
- rewrite w, kept_ind by apply hx.
  destruct (Nat.leb_spec (start + k) t), (Nat.leb_spec (start + k) (1 + t)), (Nat.eqb_spec (1 + t) (start + k)); try lia; try lra.
  replace (1 + t)%nat with (start + k)%nat by lia; lra.
Qed.
Lemma answered s i : (i < n)%nat -> output (1 + i + (1 + p + s) * (2 * n))%nat = x (start + i)%nat.
Proof.
intro hi; unfold output; rewrite (read e (1 + p + s) i i) by (auto || (intro k; rewrite eE; pose proof (hx (start + k)%nat); pose proof (hx 0%nat); destruct (_ <=? _)%nat; lra)).
rewrite eE; destruct (Nat.leb_spec (start + i) (1 + i + (1 + p + s) * (2 * n))); [reflexivity|].
unfold start in *; assert (0 <= s * (2 * n))%nat by lia; lia.
Qed.
End First.

Section None.
Variable m : nat.
Hypothesis before : forall q, (q < m)%nat -> hit q = 0.
Lemma e_none t k : (t <= m * (2 * n) + 2 * n)%nat -> e t k = 0.
Proof.
induction t as [|t IH]; intro ht; [apply e0|].
change (S t) with (1 + t)%nat; rewrite e1, IH, dE by lia.
assert (w : (if (k <? 1 + t)%nat then first (1 + t - k)%nat else 0) = 0).
- destruct (Nat.ltb_spec k (1 + t)); [|reflexivity]; unfold first.
  rewrite (none_found m before), (none_counted m before) by lia; apply Rmax_left; lra.
- rewrite w, kept_0 by apply hx; lra.
Qed.
Lemma nothing i : (i < n)%nat -> output (1 + i + m * (2 * n))%nat = 0.
Proof.
intro hi; unfold output; pose proof (hx 0%nat).
rewrite (read e m i i) by (auto || (intro k; rewrite e_none by lia; lra)); apply e_none; lia.
Qed.
End None.
End Run.

(* ---------- what is stated ---------- *)
Section Wrong.
Variables (n : nat) (x missed : nat -> R).
Definition wrong p := total (fun k => Rabs (x (1 + k)%nat + (- 1) * x (1 + k + n + 2 * p * n)%nat)) 0 n.
Hypothesis missed1 : forall p, missed (1 + p)%nat = missed p * wrong p.
Lemma equal_or_not p m : (forall i, (i < m)%nat -> x (1 + i + n + p * (2 * n))%nat = x (1 + i)%nat) \/
  exists i, (i < m)%nat /\ x (1 + i + n + p * (2 * n))%nat <> x (1 + i)%nat.
Proof.
induction m as [|m [IH | (i & hi & ne)]]; [left; lia | | right; exists i; split; [lia | exact ne]].
destruct (Req_EM_T (x (1 + m + n + p * (2 * n))%nat) (x (1 + m)%nat)) as [eq|ne].
- left; intros i hi; destruct (Nat.eq_dec i m) as [->|]; [exact eq | apply IH; lia].
- right; exists m; split; [lia | exact ne].
Qed.
Lemma key_place k p : (1 + k + n + 2 * p * n)%nat = (1 + k + n + p * (2 * n))%nat. Proof. lia. Qed.
Lemma right_hit p : wrong p = 0 -> hit n x p = 1.
Proof.
intro z; apply hit_1; intros i hi; unfold wrong in z.
pose proof (total_0_terms _ n ltac:(intros; apply Rabs_pos) z i hi) as e; cbv beta in e.
rewrite key_place in e; destruct (Req_EM_T (x (1 + i)%nat + (- 1) * x (1 + i + n + p * (2 * n))%nat) 0) as [h|h]; [lra|].
apply Rabs_no_R0 in h; contradiction.
Qed.
Lemma wrong_hit p : wrong p <> 0 -> hit n x p = 0.
Proof.
intro ne; destruct (equal_or_not p n) as [h | (i & hi & h)]; [|exact (hit_0 n x p i hi h)].
destruct ne; unfold wrong; apply total_none; intros k hk; simpl (0 + k)%nat.
rewrite key_place, h by lia; replace (x (1 + k)%nat + (- 1) * x (1 + k)%nat) with 0 by lra; apply Rabs_R0.
Qed.
Lemma missed_hits p : missed p <> 0 -> forall q, (q < p)%nat -> hit n x q = 0.
Proof.
induction p as [|p IH]; intros h q hq; [lia|]; change (S p) with (1 + p)%nat in h; rewrite missed1 in h.
destruct (Nat.eq_dec q p) as [-> | ne]; [apply wrong_hit | apply IH; [|lia]]; intro z; rewrite z in h; lra.
Qed.
End Wrong.
Lemma below n i : INR i <= (- 1) + INR n -> (i < n)%nat.
Proof. intro h; apply INR_lt; lra. Qed.
Theorem proved : statement.
Proof.
intros V n x turn leave a b c d e missed hV hn whole _
  (hx & (t0 & t1) & (l0 & l1) & (a0 & a1) & (b0 & b1) & (c0 & c1) & (d0 & d1) & (e0 & e1) & (_ & m1)).
assert (a1' : forall t k, a (1 + t)%nat k = a t k + kept (INR V) (x (1 + t)%nat) (leave (1 + t)%nat (1 + k)%nat))
  by (intros t [|k]; apply (a1 t)).
assert (e1' : forall t k, e (1 + t)%nat k = e t k + kept (INR V) (x (1 + t)%nat) (d (1 + t)%nat k))
  by (intros t [|k]; apply (e1 t)).
pose proof (answered V n x turn leave a b d e c hn hx whole t0 (fun t => proj1 (t1 t)) (fun t => proj2 (t1 t))
  l0 (fun t => proj1 (l1 t)) (fun t => proj2 (l1 t)) a0 a1' b0 (fun t => proj1 (b1 t)) (fun t => proj2 (b1 t))
  c0 c1 d0 (fun t => proj1 (d1 t)) (fun t => proj2 (d1 t)) e0 e1') as A.
pose proof (nothing V n x turn leave a b d e c hn hx whole t0 (fun t => proj1 (t1 t)) (fun t => proj2 (t1 t))
  l0 (fun t => proj1 (l1 t)) (fun t => proj2 (l1 t)) a0 a1' b0 (fun t => proj1 (b1 t)) (fun t => proj2 (b1 t))
  c0 c1 d0 (fun t => proj1 (d1 t)) (fun t => proj2 (d1 t)) e0 e1') as N.
split.
- intros p s i (hm & hw & hi); apply below in hi.
  specialize (A p (missed_hits n x missed m1 p hm) (right_hit n x p hw) s i hi).
  unfold output, start in A.
  replace (1 + i + 2 * n + 2 * p * n + 2 * s * n)%nat with (1 + i + (1 + p + s) * (2 * n))%nat by lia.
  replace (1 + i + 2 * n + 2 * p * n)%nat with (1 + 0 + S p * (2 * n) + i)%nat by lia; exact A.
- intros r i (hm & hi); apply below in hi.
  specialize (N (1 + r)%nat (missed_hits n x missed m1 (1 + r) hm) i hi); unfold output in N.
  replace (1 + i + 2 * n + 2 * r * n)%nat with (1 + i + (1 + r) * (2 * n))%nat by lia; exact N.
Qed.
