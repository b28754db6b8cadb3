(* A run by induction over its tokens: what states hold are sums over these. As at most one key is the
   query, at most one value is kept. *)
(* ---------- counters ---------- *)
Lemma sizeE (k : nat) : f_multiple N k (n1 N) = k%:R.
Proof. exact: multipleE. Qed.
Lemma mkseq_ext (T : Type) (f g : nat -> T) m : (forall i, (i < m)%N -> f i = g i) -> mkseq f m = mkseq g m.
Proof. by move=> h; apply/eq_in_map => i; rewrite mem_iota => /andP[_ hi]; exact: h. Qed.
Definition turn k t : seq (num N) := mkseq (fun i => (i.+1 %% k == t %% k)%N%:R) k.
Lemma turn_first k : f_before_turning N k = turn k 0.
Proof.
rewrite /f_before_turning /iota_to subn0 -/(mkseq _ k); apply: mkseq_ext => i hi.
rewrite addn1 mod0n; case: eqnP => [-> | /eqP ne]; first by rewrite modnn.
by rewrite modn_small // ltn_neqAle ne.
Qed.
Lemma last_mkseq (f : nat -> num N) k : (0 < k)%N -> last 0 (mkseq f k) = f k.-1.
Proof. by case: k => // k _; rewrite -nth_last size_mkseq nth_mkseq. Qed.
Lemma turnedE k t : f_turned N (turn k t) = turn k t.+1.
Proof.
rewrite /f_turned /turn; apply: (@eq_from_nth _ 0); rewrite size_take size_cat !size_mkseq /= ?add1n ?ltnSn // => i hi.
rewrite nth_take // nth_mkseq //; case: i hi => [|i] hi /=.
  rewrite last_mkseq // prednK // modnn; congr (nat_of_bool _)%:R.
  by have := eqn_modDl 1 0 t k; rewrite addn0 add1n mod0n => ->.
by rewrite nth_mkseq ?(ltnW hi) // -(addn1 i.+1) -(addn1 t) eqn_modDr.
Qed.
Lemma turn_at k t i : (i < k)%N -> (i.+1 %% k == t.+1 %% k)%N = (t %% k == i)%N.
Proof. by move=> hi; rewrite -(addn1 i) -(addn1 t) eqn_modDr modn_small // eq_sym. Qed.
Lemma countE k t : (0 < k)%N -> f_count_of N (turn k t.+1) = (t %% k)%:R.
Proof.
move=> k0; rewrite /f_count_of /turn enumE.
rewrite (@mkseq_ext _ _ (fun i => ((t %% k == i) * i)%N%:R)); last first.
  by move=> i hi; rewrite multipleE turn_at // mulnC natrM mulr_natl.
by rewrite sum_mkseq sum_one ltn_pmod // mul1n.
Qed.
Definition at_ s : seq (num N) := mkseq (fun i => (s %% n == i)%N%:R) n.
Lemma placesE t : f_places N n (turn n t.+1) gains = at_ t.
Proof.
rewrite /f_places /iota_to subn0 countE // -/(mkseq _ n); apply: mkseq_ext => i hi.
by rewrite sizeE equalsE.
Qed.
Lemma selectedE (b : nat -> bool) (h : nat -> nat) : (forall i, (h i <= M)%N) ->
  f_selected N (mkseq (fun i => (b i)%:R) n) (mkseq (fun i => (h i)%:R) n) gains = (\sum_(0 <= i < n) b i * h i)%N%:R.
Proof.
move=> hM; rewrite /f_selected enumE -sum_mkseq; congr (nsum N _ _); apply: mkseq_ext => i hi.
by rewrite /f_entry_of nth_mkseq // keptE.
Qed.

(* ---------- what states hold after t tokens ---------- *)
Variable X : nat -> nat.
Hypothesis XM : forall s, (X s <= M)%N.
Definition Q t i := (\sum_(0 <= s < t) ((s < n) && (s %% n == i)) * X s)%N.
Definition matching s := (X s == Q s.+1 (s %% n))%N && (n <= s %% (2 * n))%N.
Definition B t k := (n < t + k)%N && matching (t + k - n.+1).
Definition A s := (n <= \sum_(0 <= k < n) B s.+1 k)%N.
Definition copy s := (n <= s)%N && ~~ (n <= s %% (2 * n))%N.
Definition starts s := A s && (copy s && (s %% n == 0)%N).
Definition S_ t := (\sum_(0 <= s < t) starts s * s)%N.
Definition is_on s := copy s && (s < S_ s.+1 + n)%N.
Definition R t i := (\sum_(0 <= s < t) (is_on s && (s %% n == i)) * X s)%N.
Definition state t := make_LookupState N (nadd N t%:R (nopp N (n1 N))) (turn n t) (turn (2 * n) t)
  (mkseq (fun i => (Q t i)%:R) n) (mkseq (fun k => (B t k)%:R) n.+1) (S_ t)%:R (mkseq (fun i => (R t i)%:R) n).

Lemma QE t i : Q t i = (if (i < n) && (i < t) then X i else 0)%N.
Proof.
rewrite /Q; elim: t => [|t IH]; first by rewrite big_nil ltn0 andbF.
rewrite big_nat_recr //= IH ltnS; case: (ltnP t n) => ht /=; last first.
  by rewrite mul0n addn0; case: (ltnP i n) => //= hi; rewrite (leq_trans hi ht) (ltnW (leq_trans hi ht)).
rewrite modn_small //; case: (ltngtP i t) => [lt|gt|->]; rewrite ?mul0n ?addn0 ?andbF ?andbT //=.
by rewrite ht mul1n add0n.
Qed.
Lemma QM t i : (Q t i <= M)%N. Proof. by rewrite QE; case: ifP. Qed.
Lemma zerosE m : f_zeros N m = mkseq (fun _ => 0) m.
Proof. by rewrite /f_zeros /iota_to subn0. Qed.
Lemma firstE : f_first_lookup_state N n = state 0.
Proof.
rewrite /f_first_lookup_state /state !turn_first !zerosE addn1.
congr make_LookupState; rewrite /= ?add0r //; try by rewrite /Q /S_ /R big_nil.
- by apply: mkseq_ext => i _; rewrite /Q big_nil.
- by apply: mkseq_ext => i hi; rewrite /B add0n ltnNge -ltnS hi.
by apply: mkseq_ext => i _; rewrite /R big_nil.
Qed.
Lemma with_tokenE t : f_with_token N (mkseq (fun i => (Q t i)%:R) n) (at_ t) (n <= t)%N%:R (X t)%:R gains =
  mkseq (fun i => (Q t.+1 i)%:R) n.
Proof.
rewrite /f_with_token off_bit keptE // enumE; apply: mkseq_ext => i hi.
rewrite /f_entry_of nth_mkseq // keptE; last by rewrite -[M]mul1n leq_mul // leq_b1.
by rewrite /= -natrD /Q big_nat_recr //= mulnA mulnb andbC -ltnNge.
Qed.
Lemma matchesE t : cat (drop 1 (mkseq (fun k => (B t k)%:R : num N) n.+1)) [:: (matching t)%:R] =
  mkseq (fun k => (B t.+1 k)%:R) n.+1.
Proof.
apply: (@eq_from_nth _ 0); first by rewrite size_cat size_drop !size_mkseq subn1 addn1.
rewrite size_cat size_drop size_mkseq subn1 addn1 => i hi.
rewrite nth_cat size_drop size_mkseq subn1 [RHS]nth_mkseq //; case: ltnP => h.
  by rewrite nth_drop nth_mkseq ?add1n // /B addSnnS.
have -> : i = n by lia.
by rewrite subnn /B (_ : t.+1 + n - n.+1 = t)%N; [rewrite (_ : n < t.+1 + n)%N //; lia | lia].
Qed.
Lemma stepE t : (t <= M)%N -> f_lookup_step N n gains (state t) (X t)%:R = state t.+1.
Proof.
move=> tM; cbv beta iota zeta delta [f_lookup_step state get_LookupState_time get_LookupState_turn_n
  get_LookupState_turn_2n get_LookupState_query get_LookupState_matches get_LookupState_started_on
  get_LookupState_registers].
have -> : nadd N (nadd N t%:R (nopp N (n1 N))) (n1 N) = t%:R by rewrite /= addrNK.
rewrite !turnedE !countE ?muln_gt0 // placesE sizeE !reachesE copiesE with_tokenE.
rewrite selectedE; last by move=> i; exact: QM.
rewrite sum_one ltn_pmod // mul1n equalsE bothE -/(matching t) matchesE.
have -> : nsum N (n0 N) [seq v | v <- take n (mkseq (fun k => (B t.+1 k)%:R : num N) n.+1)] =
    (\sum_(0 <= k < n) B t.+1 k)%N%:R.
  rewrite map_id -sum_mkseq; congr (nsum N _ _).
  by rewrite -map_take take_iota (minn_idPl (leqnSn n)).
rewrite reachesE beginsE bothE -/(copy t) -/(A t) -/(starts t) keptE //.
have -> : nadd N (S_ t)%:R (starts t * t)%N%:R = (S_ t.+1)%:R.
  by rewrite /= -natrD /S_ big_nat_recr.
rewrite is_onE -/(is_on t) enumE; congr make_LookupState.
  by rewrite /= -addn1 natrD addrK.
apply: mkseq_ext => i hi; rewrite /f_entry_of nth_mkseq // bothE onE keptE //.
by rewrite /= -natrD /R big_nat_recr.
Qed.
Lemma outputE t : (forall i, (R t.+1 i <= M)%N) -> f_lookup_output N n gains (state t.+1) = (R t.+1 (t %% n)%N)%:R.
Proof.
move=> hR; cbv beta iota zeta delta [f_lookup_output state get_LookupState_turn_n get_LookupState_registers].
rewrite placesE -map_comp.
rewrite (@eq_map _ _ _ (fun i => (t %% n == i)%N%:R : num N)); last by move=> i; exact: onE.
by rewrite selectedE // sum_one ltn_pmod // mul1n.
Qed.
Lemma runE t : (t <= M)%N -> (forall s i, (s <= t)%N -> (R s i <= M)%N) ->
  f_lookup_outputs N n gains (mkseq (fun s => (X s)%:R) t) = mkseq (fun s => (R s.+1 (s %% n)%N)%:R) t.
Proof.
move=> tM hR; rewrite /f_lookup_outputs /f_outputs_from firstE.
suff -> : forall T, (T <= t)%N -> foldl (fun '(v_state, v_outputs) v_x =>
   (f_lookup_step N n gains v_state v_x, v_outputs ++ [:: f_lookup_output N n gains (f_lookup_step N n gains v_state v_x)]))
   (state 0, [::]) (mkseq (fun s => (X s)%:R) T) = (state T, mkseq (fun s => (R s.+1 (s %% n)%N)%:R) T) by [].
elim=> [|T IH] hT //; rewrite !mkseqS foldl_rcons IH ?(ltnW hT) // stepE ?(leq_trans (ltnW hT)) // outputE.
  by rewrite cats1.
by move=> i; exact: hR.
Qed.

(* ---------- at most one key is the query ---------- *)
Variables (P p0 : nat).
Hypothesis p0P : (p0 <= P)%N.
Definition hit p := all (fun k => X (n + 2 * n * p + k) == X k) (iota 0 n).
Hypothesis one_hit : forall p, (p < P)%N -> hit p = (p == p0).
Definition total := (n + 2 * n * P)%N.
Definition start := (2 * n * p0.+1)%N.
Hypothesis totalM : (total <= M)%N.
Lemma all_of_sum (b : nat -> bool) m : (m <= \sum_(0 <= k < m) b k)%N = all b (iota 0 m).
Proof.
have most j : (\sum_(0 <= k < j) b k <= j)%N.
  by elim: j => [|j IH]; rewrite ?big_nil // big_nat_recr //= -addn1 leq_add // leq_b1.
elim: m => [|m IH]; first by rewrite big_nil.
rewrite -[in RHS]addn1 iotaD all_cat /= andbT -IH big_nat_recr //= add0n.
by move: (most m); clear; case: (b m); lia.
Qed.
Lemma mod_2n r q : (r < 2 * n)%N -> ((2 * n * q + r) %% (2 * n))%N = r.
Proof. by move=> hr; rewrite mulnC modnMDl modn_small. Qed.
Lemma mod_n r q : (r < n)%N -> ((2 * n * q + r) %% n)%N = r.
Proof. by move=> hr; rewrite (_ : 2 * n * q = (2 * q) * n)%N ?modnMDl ?modn_small //; lia. Qed.
Lemma starts_hit p : starts (2 * n * p.+1) = hit p.
Proof.
have m0 : ((2 * n * p.+1) %% (2 * n) = 0)%N by rewrite -[X in (X %% _)%N]addn0 mod_2n // muln_gt0.
have n0 : ((2 * n * p.+1) %% n = 0)%N by rewrite -[X in (X %% _)%N]addn0 mod_n.
rewrite /starts /copy m0 n0 -ltnNge n_gt0 eqxx !andbT; clear m0 n0.
rewrite (_ : n <= 2 * n * p.+1)%N ?andbT; last by rewrite mulnS; lia.
rewrite /A all_of_sum; apply: eq_in_all => k; rewrite mem_iota add0n => /andP[_ hk].
rewrite /B /matching (_ : (2 * n * p.+1).+1 + k - n.+1 = 2 * n * p + (n + k))%N; last by rewrite mulnS; lia.
rewrite (_ : n < _)%N /=; last by rewrite mulnS; lia.
rewrite mod_2n ?leq_addr ?andbT; last by lia.
rewrite (_ : (2 * n * p + (n + k)) %% n = k)%N; last first.
  by rewrite (_ : 2 * n * p + (n + k) = (2 * p + 1) * n + k)%N ?modnMDl ?modn_small //; lia.
rewrite QE hk (_ : k < (2 * n * p + (n + k)).+1)%N; last by lia.
by rewrite addnCA addnA.
Qed.
Lemma copy_start p r : (r < n)%N -> copy (2 * n * p.+1 + r).
Proof.
move=> hr; rewrite /copy mod_2n; last by lia.
by rewrite -ltnNge hr andbT mulnS; lia.
Qed.
Lemma startsE t : (t < total)%N -> starts t = (t == start).
Proof.
move=> ht; case: (boolP (copy t && (t %% n == 0)%N)) => [/andP[/andP[nt]] | none].
  rewrite -ltnNge => hr /eqP r0; have e := divn_eq t (2 * n).
  set q := (t %/ (2 * n))%N in e; set r := (t %% (2 * n))%N in e hr.
  have er : r = 0%N by rewrite -r0 e mulnC mod_n.
  case eq_q: q => [|p]; first by rewrite e eq_q er mul0n in nt; lia.
  have -> : t = (2 * n * p.+1)%N by rewrite e eq_q er addn0 mulnC.
  rewrite starts_hit one_hit.
    by rewrite /start eqn_pmul2l ?muln_gt0.
  have : (2 * n * p.+1 < 2 * n * P.+1)%N.
    rewrite [X in (_ < X)%N]mulnS; move: ht; rewrite /total e eq_q er mulnC addn0; clear -n_gt0; lia.
  by rewrite ltn_pmul2l ?muln_gt0.
rewrite /starts (negbTE none) andbF; symmetry; apply/negbTE; apply: contra none => /eqP ->.
by rewrite -[start]addn0 copy_start // mod_n.
Qed.
Lemma S_E t : (t <= total)%N -> S_ t = ((start < t) * start)%N.
Proof.
move=> ht; rewrite /S_ -(sum_one id) big_nat [RHS]big_nat; apply: eq_bigr => s /andP[_ hs].
by rewrite startsE ?(leq_trans hs) // eq_sym.
Qed.
Lemma on_E s : (s < total)%N -> is_on s = (start <= s < start + n)%N.
Proof.
move=> hs; rewrite /is_on S_E // ltnS; case: (leqP start s) => h /=.
  rewrite mul1n; case: ltnP => h'; rewrite ?andbF // andbT.
  by rewrite -(subnKC h) copy_start //; lia.
by rewrite mul0n add0n /copy; case: (leqP n s) => hn; rewrite ?andbF.
Qed.
Lemma RE t i : (t <= total)%N -> (i < n)%N -> R t i = (if start + i < t then X (start + i) else 0)%N.
Proof.
move=> ht hi; transitivity ((start + i < t) * X (start + i))%N; last by case: ltnP; rewrite ?mul1n.
rewrite /R -sum_one big_nat [RHS]big_nat; apply: eq_bigr => s /andP[_ hs]; congr (nat_of_bool _ * _)%N.
rewrite on_E; last exact: leq_trans hs ht.
case: (leqP start s) => h /=; last by move: h; clear; lia.
case: ltnP => h' /=; last by move: h h' hi; clear; lia.
have e : s = (start + (s - start))%N by rewrite subnKC.
rewrite {1}e mod_n; first by rewrite eq_sym; move: h; clear; lia.
by move: h h'; clear; lia.
Qed.
Lemma RM t i : (t <= total)%N -> (R t i <= M)%N.
Proof.
move=> ht; case: (ltnP i n) => hi; first by rewrite RE //; case: ifP.
rewrite /R big1 // => s _; rewrite (_ : (s %% n == i)%N = false) ?andbF //.
by apply/negbTE; rewrite neq_ltn (leq_trans _ hi) // ltn_pmod.
Qed.
Lemma lastE : drop (2 * n * P) (f_lookup_outputs N n gains (mkseq (fun s => (X s)%:R) total)) =
  mkseq (fun i => if (p0 < P)%N then (X (start + i))%:R else 0) n.
Proof.
rewrite runE //; last by move=> s i; exact: RM.
apply: (@eq_from_nth _ 0); rewrite size_drop !size_mkseq /total addnK // => i hi.
rewrite nth_drop !nth_mkseq //; last by rewrite /total addnC ltn_add2r.
rewrite mod_n // RE //; last by rewrite /total addnC -addSn leq_add2r.
rewrite ltnS leq_add2r /start leq_pmul2l ?muln_gt0 //.
by case: ifP.
Qed.
End Lines.
