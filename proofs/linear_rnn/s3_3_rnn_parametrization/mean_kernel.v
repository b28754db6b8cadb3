From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.algebra_tactics Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma counted_once_same a : counted_once a a = 0%N. Proof. by rewrite /counted_once eqxx. Qed.
Lemma counted_once_gap (a g : nat) : counted_once a (2 + 2 * g + a)%N = a.+1.
Proof.
rewrite /counted_once (_ : (a == _) || odd _ = false); last by lia.
by rewrite (_ : minn _ _ = a) //; lia.
Qed.
Lemma places_counts (j g l a : nat) : (l < j)%N -> (a < 2 + 2 * g + j)%N ->
  ((j - (1 + l) == 1 + 2 * g + j - a) && (l == a))%N = false /\
  (counted_once (j - (1 + l)) (1 + 2 * g + j - a) * (l == a) +
   (j - (1 + l) == 1 + 2 * g + j - a) * counted_once l a =
   (l == a) * (j - l) + (2 + 2 * g + l == a) * l.+1)%N.
Proof.
move=> hl ha; have [<-|ne] := eqVneq l a.
  have -> : (1 + 2 * g + j - l = 2 + 2 * g + (j - (1 + l)))%N by lia.
  by rewrite counted_once_gap; split; lia.
rewrite andbF; split=> //; have [<-|ne'] := eqVneq (2 + 2 * g + l)%N a.
  by rewrite counted_once_gap; lia.
by rewrite (_ : (j - (1 + l) == _)%N = false); lia.
Qed.
Section AnswerBounds.
Variables (F : numFieldType) (n : nat) (nu c : F).
Hypotheses (n1 : (1 <= n)%N) (c0 : 0 <= c) (nu0 : 0 <= nu).
Lemma near_words p t ts m k0 k1 half : p = (t + m)%N -> half = m -> letters ts = m.*2 ->
  count_of ts 0 = k0 -> count_of ts 1 = k1 ->
  near ((n%:R ^+ p)^-1 * (c * (n%:R ^+ t * (nu * n%:R) ^+ half) * share (n%:R^-1 : F) ts))
    (c * nu ^+ m * (k0%:R + (n%:R^-1 : F) * k1%:R)) ((n%:R^-1 : F) ^+ 2 * (c * nu ^+ m * (odd_factorial m)%:R)).
Proof.
move=> e -> eL <- <-; apply: near_is (near_scaled n1 _ e c0 nu0) erefl _.
by rewrite eL pairings_even mulrCA.
Qed.
Lemma near_one p j k m ts half : ts = [:: nseq j true ++ nseq k false; [::]] \/
    ts = [:: nseq j false ++ nseq k true; [::]] ->
  (j + k = m.*2)%N -> p = m.+1 -> half = (j + k)./2 ->
  near ((n%:R ^+ p)^-1 * (c * (n%:R ^+ 1 * (nu * n%:R) ^+ half) * share (n%:R^-1 : F) ts))
    (c * nu ^+ m * ((j == k)%:R + (n%:R^-1 : F) * (counted_once j k)%:R))
    ((n%:R^-1 : F) ^+ 2 * (c * nu ^+ m * (odd_factorial m)%:R)).
Proof.
move=> h1 e -> ->; apply: near_words; rewrite ?e ?doubleK //; case: h1 => ->; rewrite ?sizing ?counting //.
Qed.
Lemma near_places p a b i k m half : (a + b + (i + k) = m.*2)%N -> p = m.+2 ->
  half = (a + b + (i + k))./2 ->
  near ((n%:R ^+ p)^-1 * (c * (n%:R ^+ 2 * (nu * n%:R) ^+ half) *
     share (n%:R^-1 : F) [:: nseq i false ++ nseq k true; [::]; nseq a true ++ nseq b false; [::]]))
    (c * nu ^+ m * (((i == k) && (a == b))%:R
       + (n%:R^-1 : F) * (counted_once i k * (a == b) + (i == k) * counted_once a b)%:R))
    ((n%:R^-1 : F) ^+ 2 * (c * nu ^+ m * (odd_factorial m)%:R)).
Proof.
move=> e -> ->; apply: near_words; rewrite ?e ?doubleK // ?sizing ?counting ?mulnb //; lia.
Qed.
End AnswerBounds.

Section Kernel.
Variables (F : numFieldType) (n : nat) (nu_C nu_F nu_W : F).
Hypotheses (hn : (1 <= n)%N) (c0 : 0 < nu_C) (f0 : 0 < nu_F) (w0 : 0 < nu_W).
Lemma sum_same k (x : F) : \sum_(i < k) x = k%:R * x.
Proof. by rewrite sumr_const card_ord mulr_natl. Qed.
Section Exactly.
Variables (c : F) (j k : nat) (e d : nat -> nat).
Definition kernel (tr : nat -> seq factor -> F) : F :=
  c * tr 1%N [:: (1, true, 1); (2, true, j); (2, false, k); (1, false, 1)]%N +
  c * tr 1%N [:: (0, false, 1); (2, false, j); (2, true, k); (0, true, 1)]%N +
  \sum_(l < j) \sum_(a < k)
    c * tr 1%N [:: (0, false, 1); (2, false, (l : nat)); (2, true, (a : nat)); (0, true, 1)]%N *
        tr 1%N [:: (1, true, 1); (2, true, e l); (2, false, d a); (1, false, 1)]%N.
Definition by_places (l a : nat) : F := 1%:R * 1%:R * nu_C * nu_F *
  (n%:R ^+ 2 * (nu_W * n%:R) ^+ (l + a + (e l + d a))./2) *
  share (n%:R^-1 : F) [:: nseq (e l) false ++ nseq (d a) true; [::]; nseq l true ++ nseq a false; [::]].
Lemma kernel_exactly : exactly [:: [:: 1; n]; [:: n; 1]; [:: n; n]]%N [:: nu_C; nu_F; nu_W] kernel
  (c * (1%:R * nu_F * (n%:R ^+ 1 * (nu_W * n%:R) ^+ (j + k)./2) *
     share (n%:R^-1 : F) [:: nseq j false ++ nseq k true; [::]]) +
   c * (1%:R * nu_C * (n%:R ^+ 1 * (nu_W * n%:R) ^+ (j + k)./2) *
     share (n%:R^-1 : F) [:: nseq j true ++ nseq k false; [::]]) +
   \sum_(l < j) \sum_(a < k) c * by_places l a).
Proof.
apply: exactly_add (exactly_add (exactly_scale _ (of_inputs hn j k))
  (exactly_scale _ (of_outputs hn j k))) (exactly_sum _) => l; apply: exactly_sum => a.
by apply: exactly_ext (exactly_scale c (of_places hn l a (e l) (d a))) => tr; rewrite mulrA.
Qed.
End Exactly.

Section Near.
Variables (j k m : nat) (e d : nat -> nat).
Hypotheses (hm : (j + k = m.*2)%N)
  (hp : forall l a, (l < j)%N -> (a < k)%N -> (l + a + (e l + d a)).+2 = m.*2).
Definition places_order (l a : nat) : F := nu_C * nu_F * nu_W ^+ m.-1 *
  (((e l == d a) && (l == a))%:R +
   (n%:R^-1 : F) * (counted_once (e l) (d a) * (l == a) + (e l == d a) * counted_once l a)%:R).
Lemma kernel_within about within :
  nu_W ^+ m * (nu_C + nu_F) * ((j == k)%:R + (n%:R^-1 : F) * (counted_once j k)%:R)
    + \sum_(l < j) \sum_(a < k) places_order l a = about ->
  (n%:R^-1 : F) ^+ 2 * (nu_W ^+ m * (nu_C + nu_F) * (odd_factorial m)%:R +
    (j * k)%:R * (nu_C * nu_F * nu_W ^+ m.-1 * (odd_factorial m.-1)%:R)) = within ->
  mean_within [:: nu_C; nu_F; nu_W] [:: [:: 1; n]; [:: n; 1]; [:: n; n]]%N (kernel (n%:R ^+ m.+1)^-1 j k e d) about within.
Proof.
move=> ha hw; apply: exactly_within (kernel_exactly _ _ _ _ _) _; rewrite !mul1r.
have c1 := ltW c0; have f1 := ltW f0; have w1 := ltW w0.
have h1 := near_one hn f1 w1 (or_intror erefl) hm erefl erefl.
have h2 := near_one hn c1 w1 (or_introl erefl) hm erefl erefl.
have h3 (l : 'I_j) (a : 'I_k) : near ((n%:R ^+ m.+1)^-1 * by_places e d l a) (places_order l a)
    ((n%:R^-1 : F) ^+ 2 * (nu_C * nu_F * nu_W ^+ m.-1 * (odd_factorial m.-1)%:R)).
  have := hp (ltn_ord l) (ltn_ord a); rewrite /by_places /places_order !mul1r.
  case: (m) => [|m'] // /eqP; rewrite doubleS !eqSS => /eqP e1.
  have h3 := near_places hn (mulr_ge0 c1 f1) w1 e1 erefl erefl; exact: h3.
apply: near_is (near_add (near_add h1 h2) (near_sum (fun l => near_sum (fun a => h3 l a)))) _ _.
  by rewrite -ha; congr (_ + _); ring.
rewrite -hw le_eqVlt; apply/orP; left; apply/eqP.
rewrite (eq_bigr (fun=> k%:R * ((n%:R^-1 : F) ^+ 2 * (nu_C * nu_F * nu_W ^+ m.-1 * (odd_factorial m.-1)%:R))));
  last by move=> l _; rewrite sum_same.
rewrite sum_same; move: (nu_C * nu_F * _ * _) (nu_W ^+ m) (odd_factorial m)%:R => x p o.
have -> : j%:R * (k%:R * ((n%:R^-1 : F) ^+ 2 * x)) = (n%:R^-1 : F) ^+ 2 * ((j * k)%:R * x) by rewrite natrM mulrA mulrCA.
rewrite -!mulrDr; congr (_ * (_ + _)).
by rewrite -!mulrDl [nu_F + nu_C]addrC [_ * p]mulrC.
Qed.
End Near.
Lemma sum_at_place k (l : nat) (K : F) : (l < k)%N -> \sum_(a < k) (l == a)%:R * K = K.
Proof.
move=> hl; rewrite (bigD1 (Ordinal hl)) //= eqxx mul1r big1 ?addr0 // => a.
by rewrite -val_eqE /= eq_sym => /negbTE ->; rewrite mul0r.
Qed.
Lemma power_less j : j%:R * nu_W ^+ j.-1 = j%:R * (nu_W ^+ j * nu_W^-1).
Proof. by case: j => [|j]; rewrite ?mul0r // exprSr mulfK // gt_eqF. Qed.
Lemma factorial_less j : j%:R * (odd_factorial j.-1)%:R =
  j%:R * ((odd_factorial j)%:R * (- 1 + 2%:R * j%:R)^-1) :> F.
Proof.
case: j => [|j]; first by rewrite !mul0r.
have -> : - 1 + 2%:R * j.+1%:R = j.*2.+1%:R :> F.
  by rewrite -natrM mul2n doubleS -[j.*2.+2]add1n natrD addKr.
by rewrite /= natrM mulrAC mulfV ?mul1r // pnatr_eq0.
Qed.
Lemma diagonal j : mean_within [:: nu_C; nu_F; nu_W] [:: [:: 1; n]; [:: n; 1]; [:: n; n]]%N
  (kernel (n%:R ^+ j.+1)^-1 j j (fun l => j - (1 + l))%N (fun a => j - (1 + a))%N)
  (nu_C * (nu_W ^+ j + j%:R * nu_F * (nu_W ^+ j * nu_W^-1)) + nu_F * nu_W ^+ j)
  ((n%:R ^+ 2)^-1 * (nu_W ^+ j * (nu_C + nu_F) * (odd_factorial j)%:R +
    j%:R ^+ 2 * nu_C * nu_F * (nu_W ^+ j * nu_W^-1) * ((odd_factorial j)%:R * (- 1 + 2%:R * j%:R)^-1))).
Proof.
apply: kernel_within; [by rewrite addnn | by move=> l a; lia | |].
  rewrite eqxx counted_once_same mulr0 addr0 mulr1.
  rewrite (eq_bigr (fun=> nu_C * nu_F * nu_W ^+ j.-1)) => [|l _].
    rewrite sum_same [j%:R * _]mulrCA power_less.
    by move: (nu_W ^+ j) (nu_W^-1) => p q; ring.
  rewrite -[RHS](sum_at_place _ (ltn_ord l)); apply: eq_bigr => a _; rewrite /places_order mulrC; congr (_ * _).
  have -> : (j - (1 + l) == j - (1 + a))%N = (l == a :> nat).
    by have := ltn_ord l; have := ltn_ord a; lia.
  by case: eqP => [->|_]; rewrite ?counted_once_same ?muln0 ?mulr0 ?addr0.
rewrite -exprVn; congr (_ * (_ + _)); rewrite natrM.
have -> : j%:R * j%:R * (nu_C * nu_F * nu_W ^+ j.-1 * (odd_factorial j.-1)%:R) =
  nu_C * nu_F * (j%:R * nu_W ^+ j.-1) * (j%:R * (odd_factorial j.-1)%:R) :> F.
  by move: (_ ^+ _) (odd_factorial _)%:R => p q; ring.
rewrite power_less factorial_less; move: (nu_W ^+ j) (nu_W^-1) (odd_factorial j)%:R (_ ^-1) => p q r s; ring.
Qed.
Lemma apart j g : mean_within [:: nu_C; nu_F; nu_W] [:: [:: 1; n]; [:: n; 1]; [:: n; n]]%N
  (kernel (n%:R ^+ (1 + g + j).+1)^-1 j (2 + 2 * g + j)%N (fun l => j - (1 + l))%N
     (fun a => 1 + 2 * g + j - a)%N)
  (n%:R^-1 * (nu_W ^+ (1 + g + j)%N * (1 + j%:R) * (nu_C + nu_F) + j%:R * nu_C * nu_F * nu_W ^+ (g + j)%N * (1 + j%:R)))
  ((n%:R ^+ 2)^-1 * (nu_W ^+ (1 + g + j)%N * (nu_C + nu_F) * (odd_factorial (1 + g + j)%N)%:R +
     j%:R * nu_C * nu_F * nu_W ^+ (g + j)%N * (2%:R + 2%:R * g%:R + j%:R) * (odd_factorial (g + j)%N)%:R)).
Proof.
apply: kernel_within; [by lia | by move=> l a; lia | |].
  rewrite (_ : (j == _) = false) ?counted_once_gap ?add0r; last by lia.
  pose K := nu_C * nu_F * nu_W ^+ (g + j) * ((n%:R^-1 : F) * (1 + j%:R)).
  rewrite (eq_bigr (fun=> K)) => [|l _].
    rewrite sum_same /K -[j.+1]/(1 + j)%N natrD.
    by move: (nu_W ^+ _) (nu_W ^+ _) (n%:R^-1 : F) => p q r; ring.
  pose P := nu_C * nu_F * nu_W ^+ (g + j) * (n%:R^-1 : F).
  have hl := ltn_ord l; have hl' : (2 + 2 * g + l < 2 + 2 * g + j)%N by lia.
  have hl2 : (l < 2 + 2 * g + j)%N by lia.
  transitivity (\sum_(a < (2 + 2 * g + j)%N) ((l == a :> nat)%:R * (P * (j - l)%:R)
      + (2 + 2 * g + l == a)%N%:R * (P * l.+1%:R))).
    apply: eq_bigr => a _; rewrite /places_order -[(1 + g + j).-1]/(g + j)%N.
    have [-> ->] := places_counts hl (ltn_ord a).
    rewrite add0r [(_ + _ * l.+1)%:R]natrD (natrM _ (_ == _)) (natrM _ (_ == _)) /P.
    move: (n%:R^-1 : F) (_ ^+ _) (j - l)%:R l.+1%:R => q p r s; ring.
  rewrite big_split /= !sum_at_place // -mulrDr -natrD /K /P -mulrA; congr (_ * (_ * _)).
  by rewrite -[1]/(1%:R) -natrD; congr (_%:R); lia.
rewrite -exprVn; congr (_ * (_ + _)); rewrite -[(1 + g + j).-1]/(g + j)%N.
rewrite (natrM _ j) (natrD _ (2 + 2 * g)%N j) (natrD _ 2 (2 * g)%N) (natrM _ 2 g).
by move: (_ ^+ _) (odd_factorial _)%:R => p q; ring.
Qed.
Lemma odd_gap c j g : mean_within [:: nu_C; nu_F; nu_W] [:: [:: 1; n]; [:: n; 1]; [:: n; n]]%N
  (kernel c j (1 + 2 * g + j)%N (fun l => j - (1 + l))%N (fun a => 2 * g + j - a)%N) 0 0.
Proof.
apply: exactly_within (kernel_exactly _ _ _ _ _) (near_0 _).
rewrite !share_odd ?sizing ?mulr0 ?add0r; try by lia.
rewrite big1 // => l _; rewrite big1 // => a _.
by rewrite /by_places share_odd ?mulr0 // !sizing; have := ltn_ord l; have := ltn_ord a; lia.
Qed.
End Kernel.
Theorem proved : statement.
Proof.
move=> F n j g nu_C nu_F nu_W hn c0 f0 w0; split; last split.
- exact: (diagonal hn c0 f0 w0 j).
- exact: (apart hn c0 f0 w0 j g).
by apply: odd_gap.
Qed.
