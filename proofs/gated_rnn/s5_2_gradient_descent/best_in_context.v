From mathcomp.algebra_tactics Require Import ring.
Import Order.TTheory.

Section Task.
Variables (F : realFieldType) (n d dy : nat) (k s m6 m8 sW m4W m6W m8W m6q m8q : F).
Hypothesis (n1 : (1 <= n)%N) (d1 : (1 <= d)%N) (s0 : 0 < s) (k1 : 1 <= k).
Variables (W' : Type) (E : expectation F W').
Variables (X W : nat -> nat -> W' -> F) (q : nat -> W' -> F).
Let Y (p' : place) (w' : W') := match p'.1, p'.2 with
      | 0%N, [:: a0'; a1'] => X a0' a1' w'
      | 1%N, [:: a0'; a1'] => W a0' a1' w'
      | 2%N, [:: a0'] => q a0' w'
      | _, _ => 0 end.
Let laws := [:: [:: 1; 0; s; 0; k * (s ^+ 2); 0; m6; 0; m8]; [:: 1; 0; sW; 0; m4W; 0; m6W; 0; m8W];
                [:: 1; 0; s; 0; k * (s ^+ 2); 0; m6q; 0; m8q]].
Let dims := ([:: [:: n; d]; [:: dy; d]; [:: d]])%N.
Hypothesis I : independent E Y laws dims.
Hypothesis E0 : nonnegative_mean E.
Let laws8 : all (fun l => 8 < size l)%N laws. Proof. by []. Qed.
Let tensors : size laws = size dims. Proof. by []. Qed.
Let odd0 t a : odd a -> nth 0 (nth [::] laws t) a = 0.
Proof. by case: t => [|[|[|t]]] /=; [do 9 case: a => [|a] //= ..|]; rewrite ?nth_nil. Qed.
Let poly := of_parity Y dims.
Let pX t a : place := (0, [:: t; a])%N.
Let pW l a : place := (1, [:: l; a])%N.
Let pq a : place := (2, [:: a])%N.

(* ---------- functions, with their parities ---------- *)
Let one_each : nat -> nat := fun=> 1%N.
Lemma polyX S t a : (t < n)%N -> (a < d)%N -> poly S (S (pX t a)) (fun t => 0 == t)%N (X t a).
Proof. by move=> ht ha; apply: (@poly_entry _ _ Y dims S (pX t a)); rewrite /inside /= ht ha. Qed.
Lemma polyW S l a : (l < dy)%N -> (a < d)%N -> poly S (S (pW l a)) (fun t => 1 == t)%N (W l a).
Proof. by move=> hl ha; apply: (@poly_entry _ _ Y dims S (pW l a)); rewrite /inside /= hl ha. Qed.
Lemma polyq S a : (a < d)%N -> poly S (S (pq a)) (fun t => 2 == t)%N (q a).
Proof. by move=> ha; apply: (@poly_entry _ _ Y dims S (pq a)); rewrite /inside /= ha. Qed.
Lemma once D f S b : (forall t, D t <= 1)%N -> poly S b D f -> poly S b one_each f.
Proof. by move=> h; apply: poly_sub => t; exact: h. Qed.
Lemma polyX1 S b t a : (t < n)%N -> (a < d)%N -> S (pX t a) = b -> poly S b one_each (X t a).
Proof. by move=> ht ha <-; apply: once (polyX S ht ha) => u; case: eqP. Qed.
Lemma polyq1 S b a : (a < d)%N -> S (pq a) = b -> poly S b one_each (q a).
Proof. by move=> ha <-; apply: once (polyq S ha) => u; case: eqP. Qed.
Definition y t l (w : W') := \sum_(a < d) X t a w * W l a w.
Lemma polyy S b t l : (t < n)%N -> (l < dy)%N ->
  (forall a, (a < d)%N -> S (pX t a) (+) S (pW l a) = b) -> poly S b one_each (y t l).
Proof.
move=> ht hl h; apply: (@spanned_sum _ _ _ _ (fun a w => X t a w * W l a w)) => a ha.
rewrite -(h a ha); apply: poly_sub (poly_mul (polyX S ht ha) (polyW S hl ha)) => u.
by case: u => [|[|u]].
Qed.
Definition target l (w : W') := \sum_(a < d) W l a w * q a w.
Lemma polytarget S b l : (l < dy)%N ->
  (forall a, (a < d)%N -> S (pW l a) (+) S (pq a) = b) -> poly S b one_each (target l).
Proof.
move=> hl h; apply: (@spanned_sum _ _ _ _ (fun a w => W l a w * q a w)) => a ha.
rewrite -(h a ha); apply: poly_sub (poly_mul (polyW S hl ha) (polyq S ha)) => u.
by case: u => [|[|[|u]]].
Qed.
Definition rate := s^-1 * ((- 2%:R) + d%:R + k + n%:R)^-1.
Definition taken l t a w := X t a w * y t l w * q a w.
Definition step l w := rate * \sum_(t < n) \sum_(a < d) taken l t a w.
Let twice : nat -> nat := fun=> 2%N.
Lemma polytaken S b l t a : (l < dy)%N -> (t < n)%N -> (a < d)%N ->
  (forall c, (c < d)%N -> S (pX t a) (+) (S (pX t c) (+) S (pW l c)) (+) S (pq a) = b) ->
  poly S b twice (taken l t a).
Proof.
move=> hl ht ha h; set c0 := S (pX t a) (+) S (pq a) (+) b.
have hy : poly S c0 (fun t => (t < 2))%N (y t l).
  apply: (@spanned_sum _ _ _ _ (fun a w => X t a w * W l a w)) => c hc.
  have -> : c0 = S (pX t c) (+) S (pW l c).
    by rewrite /c0 -(h c hc); do 4 case: (S _).
  apply: poly_sub (poly_mul (polyX S ht hc) (polyW S hl hc)) => u.
  by case: u => [|[|u]].
have := poly_mul (poly_mul (polyX S ht ha) hy) (polyq S ha).
have -> : S (pX t a) (+) c0 (+) S (pq a) = b by rewrite /c0; do 2 case: (S _); case: (b).
by apply: poly_sub => u; case: u => [|[|[|u]]].
Qed.
Lemma polystep S b l : (l < dy)%N -> (forall t a, (t < n)%N -> (a < d)%N ->
  forall c, (c < d)%N -> S (pX t a) (+) (S (pX t c) (+) S (pW l c)) (+) S (pq a) = b) ->
  poly S b twice (step l).
Proof.
move=> hl h; apply: spanned_scale; apply: (@spanned_sum _ _ _ _ (fun t w => \sum_(a < d) taken l t a w)) => t ht.
apply: (@spanned_sum _ _ _ _ (fun a w => taken l t a w)) => a ha; apply: polytaken => //; exact: h.
Qed.
Definition left_ l w := target l w - step l w.
Lemma polyleft S b l : (l < dy)%N ->
  (forall a, (a < d)%N -> S (pW l a) (+) S (pq a) = b) ->
  (forall t a, (t < n)%N -> (a < d)%N ->
  forall c, (c < d)%N -> S (pX t a) (+) (S (pX t c) (+) S (pW l c)) (+) S (pq a) = b) ->
  poly S b twice (left_ l).
Proof.
move=> hl h1 h2; have p1 : poly S b twice (target l) by apply: poly_sub (polytarget hl h1).
apply: spanned_ext (spanned_add p1 (spanned_scale (- 1) (polystep hl h2))) => w.
by rewrite /left_ mulN1r.
Qed.

(* ---------- changes of sign ---------- *)
Definition of_query : pred place := fun p => p.1 == 2%N.
Definition of_token t : pred place := fun p => (p.1 == 0%N) && (nth 0%N p.2 0 == t).
Definition of_input a : pred place := fun p =>
  ((p.1 == 2%N) && (nth 0%N p.2 0 == a)) || ((p.1 < 2)%N && (nth 0%N p.2 1 == a)).
Definition of_output l : pred place := fun p => (p.1 == 1%N) && (nth 0%N p.2 0 == l).
Section Residual.
Variable l : nat.
Hypothesis hl : (l < dy)%N.
Lemma left_query : poly of_query true twice (left_ l).
Proof. exact: polyleft. Qed.
Lemma left_token t : poly (of_token t) false twice (left_ l).
Proof. by apply: polyleft => // t' a _ _ c _; rewrite /of_token /=; case: (_ == _). Qed.
Lemma left_input a : poly (of_input a) false twice (left_ l).
Proof.
apply: polyleft => // [c _|t' c _ _ e _]; rewrite /of_input /= ?orbF; first exact: addbb.
by do 2 case: (_ == _).
Qed.
Lemma left_output l' : poly (of_output l') (l == l') twice (left_ l).
Proof. by apply: polyleft => // [a _|t a _ _ c _]; rewrite /of_output /= !addbF. Qed.
End Residual.

(* ---------- what networks read ---------- *)
Inductive of_example t : (W' -> F) -> Prop :=
| input_of a : (a < d)%N -> of_example t (X t a)
| output_of l : (l < dy)%N -> of_example t (y t l)
| one_beside : of_example t (fun=> 1).
Inductive of_last : (W' -> F) -> Prop :=
| query_of a : (a < d)%N -> of_last (q a)
| one_behind : of_last (fun=> 1).
Inductive gated : (W' -> F) -> Prop :=
| gated_example t f g : (t < n)%N -> of_example t f -> of_example t g -> gated (fun w => f w * g w)
| gated_last f g : of_last f -> of_last g -> gated (fun w => f w * g w).
Inductive multiplied : (W' -> F) -> Prop :=
| multiplied_gated f g : gated f -> gated g -> multiplied (fun w => f w * g w).

Lemma poly11 S : poly S false one_each (fun=> 1). Proof. exact: poly_one. Qed.
Lemma example_query t f : (t < n)%N -> of_example t f -> poly of_query false one_each f.
Proof.
move=> ht []; [move=> a ha; exact: polyX1|move=> l hl; exact: polyy|exact: poly11].
Qed.
Lemma last_output l f : of_last f -> poly (of_output l) false one_each f.
Proof. by case=> [a ha|]; [exact: polyq1|exact: poly11]. Qed.
Lemma last_token t f : of_last f -> poly (of_token t) false one_each f.
Proof. by case=> [a ha|]; [exact: polyq1|exact: poly11]. Qed.
Lemma input_token t a : (t < n)%N -> (a < d)%N -> poly (of_token t) true one_each (X t a).
Proof. by move=> ht ha; apply: polyX1 => //; rewrite /of_token /= eqxx. Qed.
Lemma output_token t l : (t < n)%N -> (l < dy)%N -> poly (of_token t) true one_each (y t l).
Proof. by move=> ht hl; apply: polyy => // a ha; rewrite /of_token /= eqxx. Qed.
Lemma input_output t a l' : (t < n)%N -> (a < d)%N -> poly (of_output l') false one_each (X t a).
Proof. by move=> ht ha; apply: polyX1. Qed.
Lemma output_output t l l' : (t < n)%N -> (l < dy)%N -> poly (of_output l') (l == l') one_each (y t l).
Proof. by move=> ht hl; apply: polyy. Qed.
Lemma output_input t l a : (t < n)%N -> (l < dy)%N -> poly (of_input a) false one_each (y t l).
Proof. by move=> ht hl; apply: polyy => // c hc; rewrite /of_input /=; exact: addbb. Qed.
Lemma input_input t c a : (t < n)%N -> (c < d)%N -> poly (of_input a) (c == a) one_each (X t c).
Proof. by move=> ht hc; apply: polyX1. Qed.
Lemma query_input c a : (c < d)%N -> poly (of_input a) (c == a) one_each (q c).
Proof. by move=> hc; apply: polyq1 => //; rewrite /of_input /= orbF. Qed.

(* a product of all, by the parities of its parts *)
Lemma none S b b1 b2 b3 b4 D r f g f' g' : (forall t, D t <= 4)%N ->
  poly S b D r -> poly S b1 one_each f -> poly S b2 one_each g ->
  poly S b3 one_each f' -> poly S b4 one_each g' ->
  b (+) (b1 (+) b2 (+) (b3 (+) b4)) -> has_mean E (fun w => r w * (f w * g w * (f' w * g' w))) 0.
Proof.
move=> hD h h1 h2 h3 h4 e; have := poly_mul h (poly_mul (poly_mul h1 h2) (poly_mul h3 h4)).
rewrite e; apply: (poly_odd I laws8 tensors odd0) => t; rewrite /one_each.
by have := hD t; case: (D t) => [|[|[|[|[|u]]]]].
Qed.

(* ---------- means of what keeps its sign ---------- *)
Let M t a := nth 0 (nth [::] laws t) a.
Lemma mean_of c : (8 >= size c)%N -> all (inside dims) c ->
  has_mean E (fun w => \prod_(p <- c) Y p w) (EP M c).
Proof. exact: (monomial_mean I laws8 tensors). Qed.
Lemma mean_once c p : (8 >= size c)%N -> all (inside dims) c -> count_mem p c = 1%N ->
  has_mean E (fun w => \prod_(p <- c) Y p w) 0.
Proof.
move=> h1 h2 h3; apply: (@poly_odd _ _ Y dims E laws 8 I laws8 tensors odd0 (pred1 p) (fun=> size c)) => //.
apply: spanned_in; exists c; split=> //; first by rewrite h3.
move=> t; exact: count_size.
Qed.
Let inX t a : (t < n)%N -> (a < d)%N -> inside dims (pX t a).
Proof. by move=> h h'; rewrite /inside /= h h'. Qed.
Let inW l a : (l < dy)%N -> (a < d)%N -> inside dims (pW l a).
Proof. by move=> h h'; rewrite /inside /= h h'. Qed.
Let inq a : (a < d)%N -> inside dims (pq a).
Proof. by move=> h; rewrite /inside /= h. Qed.
Lemma EP_nil : EP M [::] = 1. Proof. by rewrite /EP big_nil. Qed.
Lemma hm_as f v v' : has_mean E f v -> v = v' -> has_mean E f v'. Proof. by move=> h <-. Qed.
Lemma hm_sum_below N (f : nat -> W' -> F) v : (forall i, (i < N)%N -> has_mean E (f i) (v i)) ->
  has_mean E (fun w => \sum_(i < N) f i w) (\sum_(i < N) v i).
Proof. by move=> h; apply: (hm_sum _ (zero_mean I)) => i; exact: h. Qed.
Let eqX t a t' a' : (pX t a == pX t' a') = (t == t') && (a == a').
Proof. by rewrite !eqE /= !eqE /= !eqE /= andbT. Qed.
Let eqW t a t' a' : (pW t a == pW t' a') = (t == t') && (a == a').
Proof. by rewrite !eqE /= !eqE /= !eqE /= andbT. Qed.
Let eqq a a' : (pq a == pq a') = (a == a').
Proof. by rewrite !eqE /= !eqE /= andbT. Qed.
Let eqXW t a t' a' : (pX t a == pW t' a') = false. Proof. by rewrite !eqE. Qed.
Let eqWX t a t' a' : (pW t' a' == pX t a) = false. Proof. by rewrite !eqE. Qed.
Let eqXq t a a' : (pX t a == pq a') = false. Proof. by rewrite !eqE. Qed.
Let eqqX t a a' : (pq a' == pX t a) = false. Proof. by rewrite !eqE. Qed.
Let eqWq t a a' : (pW t a == pq a') = false. Proof. by rewrite !eqE. Qed.
Let eqqW t a a' : (pq a' == pW t a) = false. Proof. by rewrite !eqE. Qed.
Let eqs := (eqX, eqW, eqq, eqXW, eqWX, eqXq, eqqX, eqWq, eqqW, eqxx).

Section Products.
Variables (l t a : nat).
Hypotheses (hl : (l < dy)%N) (ht : (t < n)%N) (ha : (a < d)%N).
Lemma target_two c b : (c < d)%N -> (b < d)%N ->
  has_mean E (fun w => (W l c w * q c w) * (X t a w * (X t b w * W l b w) * q a w))
    (sW * s * s * (c == a)%:R * (b == a)%:R).
Proof.
move=> hc hb; set u := [:: pW l c; pW l b; pq c; pq a; pX t a; pX t b].
have hu : all (inside dims) u by rewrite /= !inX ?inW ?inq.
apply: (hm_ext (f := fun w => \prod_(p <- u) Y p w)) => [w|].
  by rewrite !big_cons big_nil /Y /=; ring.
case: (eqVneq c a) => [e|ne]; last first.
  rewrite !(mulr0, mul0r); apply: (mean_once (p := pq c)) => //=.
  by rewrite !eqs [a == c]eq_sym (negbTE ne).
case: (eqVneq b a) => [e'|ne]; last first.
  rewrite !mulr0; apply: (mean_once (p := pX t b)) => //=.
  by rewrite !eqs [a == b]eq_sym (negbTE ne).
apply: hm_as (mean_of _ hu) _ => //; rewrite /u e e'.
rewrite -[_ :: _]/(nseq 2 (pW l a) ++ (nseq 2 (pq a) ++ (nseq 2 (pX t a) ++ [::]))).
by rewrite !EP_block ?EP_nil //= ?inE ?eqs // /Mo /M /= !mulr1 mulrA.
Qed.
Lemma step_two t' e b c : (t' < n)%N -> (e < d)%N -> (b < d)%N -> (c < d)%N ->
  has_mean E (fun w => (X t' e w * (X t' c w * W l c w) * q e w)
      * (X t a w * (X t b w * W l b w) * q a w))
    (sW * s * (s ^+ 2) * (c == b)%:R * (e == a)%:R
      * ((t' == t)%:R + (b == a)%:R + (k - 2%:R) * ((t' == t)%:R * (b == a)%:R))).
Proof.
move=> ht' he hb hc; set u := [:: pW l c; pW l b; pq e; pq a; pX t' c; pX t' e; pX t b; pX t a].
have hu : all (inside dims) u by rewrite /= !inX ?inW ?inq.
apply: (hm_ext (f := fun w => \prod_(p <- u) Y p w)) => [w|].
  by rewrite !big_cons big_nil /Y /=; ring.
case: (eqVneq c b) => [e1|ne]; last first.
  rewrite !(mulr0, mul0r); apply: (mean_once (p := pW l c)) => //=.
  by rewrite !eqs [b == c]eq_sym (negbTE ne).
case: (eqVneq e a) => [e2|ne]; last first.
  rewrite !(mulr0, mul0r); apply: (mean_once (p := pq e)) => //=.
  by rewrite !eqs [a == e]eq_sym (negbTE ne).
have two v : nseq 2 (pW l b) ++ (nseq 2 (pq a) ++ v) = [:: pW l b, pW l b, pq a, pq a & v] by [].
case: (eqVneq t' t) => [e3|n3]; case: (eqVneq b a) => [e4|n4].
- apply: hm_as (mean_of _ hu) _ => //; rewrite /u e1 e2 e3 -e4 -[[:: pX t b; _; _; _]]/(nseq 4 (pX t b) ++ [::]).
  rewrite -e4 in two; rewrite -two !EP_block ?EP_nil ?mem_cat ?inE ?eqs // /Mo /M /=; ring.
- apply: hm_as (mean_of _ hu) _ => //; rewrite /u e1 e2 e3 -two.
  rewrite (_ : EP M _ = EP M (nseq 2 (pW l b) ++ (nseq 2 (pq a) ++ (nseq 2 (pX t b) ++ (nseq 2 (pX t a) ++ [::]))))).
    by rewrite !EP_block ?EP_nil ?mem_cat ?inE ?eqs ?(negbTE n4) // /Mo /M /=; ring.
  apply: EP_perm; do 2 rewrite perm_cat2l; rewrite /= perm_cons -[[:: pX t a; _; _]]/([:: pX t a; pX t b] ++ [:: pX t a]).
  by rewrite -[[:: _; _; pX t a]]/([:: pX t b; pX t a] ++ [:: pX t a]) perm_cat2r (perm_catC [:: _] [:: _]).
- apply: hm_as (mean_of _ hu) _ => //; rewrite /u e1 e2 -e4 -[[:: pX t' b; _; _; _]]/(nseq 2 (pX t' b) ++ (nseq 2 (pX t b) ++ [::])).
  rewrite -e4 in two; rewrite -two !EP_block ?EP_nil ?mem_cat ?inE ?eqs ?(negbTE n3) // /Mo /M /=; ring.
- apply: hm_as (mean_once (p := pX t' b) _ hu _) _ => //; last by rewrite !(mulr0, mul0r, addr0).
  by rewrite /= e1 !eqs ?eqxx e2 [a == b]eq_sym (negbTE n4) [t == t']eq_sym (negbTE n3).
Qed.
End Products.

Lemma sum_delta N x (f : nat -> F) : (x < N)%N -> \sum_(i < N) f i * (i == x :> nat)%:R = f x.
Proof.
move=> h; rewrite (bigD1 (Ordinal h)) //= eqxx mulr1 big1 ?addr0 // => i ne.
by move: ne; rewrite -val_eqE /= => /negbTE ->; rewrite mulr0.
Qed.
Lemma sum_tokens N x (c A e : F) : (x < N)%N ->
  \sum_(i < N) A * (e * (i == x :> nat)%:R + 1 + c * (i == x :> nat)%:R) = A * (N%:R + e + c).
Proof.
move=> h; rewrite -mulr_sumr; congr (_ * _).
rewrite !big_split /= sumr_const card_ord (sum_delta (fun=> e) h) (sum_delta (fun=> c) h).
by rewrite [e + _]addrC.
Qed.
Lemma above : 0 < (- 2%:R) + d%:R + k + n%:R :> F.
Proof.
have hd : 1 <= d%:R :> F by rewrite ler1n.
have hn : 1 <= n%:R :> F by rewrite ler1n.
apply: (lt_le_trans ltr01); rewrite -subr_ge0.
rewrite (_ : _ - 1 = (d%:R - 1) + (k - 1) + (n%:R - 1)); last by ring.
by apply: addr_ge0; [apply: addr_ge0|]; rewrite subr_ge0.
Qed.
Lemma rate_of : rate * (s * (n%:R + d%:R + (k - 2%:R))) = 1.
Proof.
have h := above.
rewrite /rate (_ : n%:R + d%:R + (k - 2%:R) = (- 2%:R) + d%:R + k + n%:R); last by ring.
by rewrite mulrACA mulVf ?mul1r ?mulVf // gt_eqF.
Qed.
Section Residuals.
Variable l : nat.
Hypothesis hl : (l < dy)%N.
Lemma target_taken t a : (t < n)%N -> (a < d)%N ->
  has_mean E (fun w => target l w * taken l t a w) (sW * s * s).
Proof.
move=> ht ha; pose h c b w := (W l c w * q c w) * (X t a w * (X t b w * W l b w) * q a w).
apply: (hm_ext (f := fun w => \sum_(c < d) \sum_(b < d) h c b w)) => [w|].
  rewrite /target /taken /y mulr_suml; apply: eq_bigr => c _.
  by rewrite !(mulr_sumr, mulr_suml); apply: eq_bigr => b _.
apply: hm_as (hm_sum_below (f := fun c w => \sum_(b < d) h c b w)
  (v := fun c => \sum_(b < d) sW * s * s * (c == a)%:R * (b == a :> nat)%:R) _) _.
  move=> c hc; apply: (hm_sum_below (f := h c) (v := fun b => sW * s * s * (c == a)%:R * (b == a)%:R)) => b hb.
  exact: target_two.
transitivity (\sum_(c < d) sW * s * s * (c == a :> nat)%:R); last exact: (sum_delta (fun=> _)).
by apply: eq_bigr => c _; rewrite (sum_delta (fun=> _)).
Qed.
Lemma step_taken t a : (t < n)%N -> (a < d)%N ->
  has_mean E (fun w => step l w * taken l t a w) (sW * s * s).
Proof.
move=> ht ha; pose h t' e b c w := (X t' e w * (X t' c w * W l c w) * q e w) * (X t a w * (X t b w * W l b w) * q a w).
apply: (hm_ext (f := fun w => rate * \sum_(t' < n) \sum_(e < d) \sum_(b < d) \sum_(c < d) h t' e b c w)) => [w|].
  rewrite /step -mulrA; congr (_ * _); rewrite mulr_suml; apply: eq_bigr => t' _.
  rewrite mulr_suml; apply: eq_bigr => e _.
  rewrite /taken /y exchange_big !(mulr_sumr, mulr_suml) /=; apply: eq_bigr => c _.
  by rewrite !(mulr_sumr, mulr_suml); apply: eq_bigr => b _.
pose z (t' b : nat) : F := (t' == t)%:R + (b == a)%:R + (k - 2%:R) * ((t' == t)%:R * (b == a)%:R).
pose v (t' e b c : nat) : F := sW * s * (s ^+ 2) * (c == b)%:R * (e == a)%:R * z t' b.
apply: hm_as (hm_scale rate (hm_sum_below (f := fun t' w => \sum_(e < d) \sum_(b < d) \sum_(c < d) h t' e b c w)
  (v := fun t' => \sum_(e < d) \sum_(b < d) \sum_(c < d) v t' e b c) _)) _.
  move=> t' ht'; apply: (hm_sum_below (f := fun e w => \sum_(b < d) \sum_(c < d) h t' e b c w)
    (v := fun e => \sum_(b < d) \sum_(c < d) v t' e b c)) => e he.
  apply: (hm_sum_below (f := fun b w => \sum_(c < d) h t' e b c w) (v := fun b => \sum_(c < d) v t' e b c)) => b hb.
  apply: (hm_sum_below (f := h t' e b) (v := v t' e b)) => c hc; exact: step_two.
transitivity (rate * \sum_(t' < n) \sum_(b < d) (sW * s * (s ^+ 2)) * z t' b).
  congr (_ * _); apply: eq_bigr => t' _; rewrite exchange_big /=; apply: eq_bigr => b _.
  transitivity (\sum_(e < d) sW * s * s ^+ 2 * z t' b * (e == a :> nat)%:R); last exact: (sum_delta (fun=> _)).
  apply: eq_bigr => e _; rewrite -[RHS](sum_delta (fun=> _) (ltn_ord b)); apply: eq_bigr => c _.
  rewrite /v -!mulrA; congr (_ * (_ * (_ * (_ * _)))); by rewrite mulrC -mulrA [RHS]mulrCA.
have -> : \sum_(t' < n) \sum_(b < d) sW * s * s ^+ 2 * z t' b
    = sW * s * s ^+ 2 * (n%:R + d%:R + (k - 2%:R)).
  transitivity (\sum_(t' < n) sW * s * s ^+ 2 * (d%:R * (t' == t :> nat)%:R + 1 + (k - 2%:R) * (t' == t :> nat)%:R)).
    apply: eq_bigr => t' _; rewrite -mulr_sumr; congr (_ * _); rewrite /z !big_split /=.
    rewrite sumr_const card_ord -[X in _ + X = _]mulr_sumr -[X in _ + _ * X = _]mulr_sumr.
    have one := sum_delta (fun=> 1) ha; rewrite (eq_bigr (fun i : 'I_d => (i == a :> nat)%:R)) in one; last by move=> i _; rewrite mul1r.
    by rewrite one mulr1 mulr_natl.
  exact: sum_tokens.
transitivity (sW * s * s * (rate * (s * (n%:R + d%:R + (k - 2%:R))))); last by rewrite rate_of mulr1.
by move: (n%:R + _) rate => u r; ring.
Qed.
Lemma hm_sub f g u v : has_mean E f u -> has_mean E g v -> has_mean E (fun w => f w - g w) (u - v).
Proof.
move=> h1 h2; have := hm_add h1 (hm_scale (- 1) h2); rewrite mulN1r.
by apply: hm_ext => w; rewrite mulN1r.
Qed.
Lemma left_taken t a : (t < n)%N -> (a < d)%N -> has_mean E (fun w => left_ l w * taken l t a w) 0.
Proof.
move=> ht ha; have := hm_sub (target_taken ht ha) (step_taken ht ha); rewrite subrr.
by apply: hm_ext => w; rewrite /left_ mulrBl.
Qed.
Let two4 : forall t : nat, (twice t <= 4)%N. Proof. by []. Qed.
Lemma left_example t f g f' g' : (t < n)%N -> of_example t f -> of_example t g -> of_last f' -> of_last g' ->
  has_mean E (fun w => left_ l w * (f w * g w * (f' w * g' w))) 0.
Proof.
move=> ht hf hg hf' hg'.
have h1 := example_query ht hf; have h2 := example_query ht hg.
have tok b1 b2 : poly (of_token t) b1 one_each f -> poly (of_token t) b2 one_each g -> b1 (+) b2 ->
    has_mean E (fun w => left_ l w * (f w * g w * (f' w * g' w))) 0.
  move=> k1' k2' e; apply: (none two4 (left_token hl t) k1' k2' (last_token t hf') (last_token t hg')).
  by rewrite e.
have out l' b1 b2 : poly (of_output l') b1 one_each f -> poly (of_output l') b2 one_each g ->
    (l == l') (+) (b1 (+) b2) -> has_mean E (fun w => left_ l w * (f w * g w * (f' w * g' w))) 0.
  move=> k1' k2' e; apply: (none two4 (left_output hl l') k1' k2' (last_output l' hf') (last_output l' hg')).
  by rewrite !addbF.
have que b1 b2 : poly of_query b1 one_each f' -> poly of_query b2 one_each g' -> b1 (+) b2 = false ->
    has_mean E (fun w => left_ l w * (f w * g w * (f' w * g' w))) 0.
  move=> k1' k2' e; apply: (none two4 (left_query hl) h1 h2 k1' k2').
  by rewrite e.
(* an input and an output, and the query *)
have main b m (v : W' -> F) : (b < d)%N -> (m < dy)%N -> of_last v -> forall e, (e < d)%N ->
    has_mean E (fun w => left_ l w * (X t b w * y t m w * (q e w * 1))) 0.
  move=> hb hm _ e he; case: (eqVneq l m) => [<-|ne]; last first.
    apply: (none two4 (left_output hl l) (input_output l ht hb) (output_output l ht hm)
      (last_output l (query_of he)) (last_output l one_behind)).
    by rewrite eqxx eq_sym (negbTE ne).
  case: (eqVneq b e) => [<-|ne].
    by apply: hm_ext (left_taken ht hb) => w; rewrite /taken mulr1.
  apply: (none two4 (left_input hl e) (input_input e ht hb) (output_input e ht hl)
    (query_input e he) (poly11 _)).
  by rewrite (negbTE ne) eqxx.
have ending b m : (b < d)%N -> (m < dy)%N ->
    has_mean E (fun w => left_ l w * (X t b w * y t m w * (f' w * g' w))) 0.
  move=> hb hm; case: hf' {tok out que} hg' => [e he|] [e' he'|].
  - apply: (none two4 (left_query hl) (example_query ht (input_of t hb)) (example_query ht (output_of t hm))
      (polyq1 he erefl) (polyq1 he' erefl)) => //.
  - exact: (main b m (fun=> 1) hb hm one_behind e he).
  - apply: hm_ext (main b m (fun=> 1) hb hm one_behind e' he') => w; congr (_ * (_ * _)); exact: mulrC.
  - exact: (none two4 (left_query hl) (example_query ht (input_of t hb)) (example_query ht (output_of t hm))
      (poly11 _) (poly11 _)).
case: hf h1 tok out que => [b hb|m hm|] h1 tok out que; case: hg h2 tok out que => [b' hb'|m' hm'|] h2 tok out que.
- by apply: (out l _ _ (input_output l ht hb) (input_output l ht hb')); rewrite eqxx.
- exact: ending.
- exact: (tok _ _ (input_token ht hb) (poly11 _)).
- by apply: hm_ext (ending _ _ hb' hm) => w; congr (_ * (_ * _)); exact: mulrC.
- case: (eqVneq l m) => [e|n1']; case: (eqVneq l m') => [e'|n2].
  + by apply: (out l _ _ (output_output l ht hm) (output_output l ht hm')); rewrite -e -e' !eqxx.
  + by apply: (out m' _ _ (output_output m' ht hm) (output_output m' ht hm')); rewrite -e (negbTE n2) eqxx.
  + by apply: (out m _ _ (output_output m ht hm) (output_output m ht hm')); rewrite -e' (negbTE n1') eqxx.
  + apply: (out l _ _ (output_output l ht hm) (output_output l ht hm')).
    by rewrite eqxx ![_ == l]eq_sym (negbTE n1') (negbTE n2).
- exact: (tok _ _ (output_token ht hm) (poly11 _)).
- exact: (tok _ _ (poly11 _) (input_token ht hb')).
- exact: (tok _ _ (poly11 _) (output_token ht hm')).
- by apply: (out l _ _ (poly11 _) (poly11 _)); rewrite eqxx.
Qed.
Lemma left_multiplied g : multiplied g -> has_mean E (fun w => left_ l w * g w) 0.
Proof.
case=> {g} f g []  => [t f1 f2 ht h1 h2|f1 f2 h1 h2] [t' g1 g2 ht' k1' k2'|g1 g2 k1' k2'].
- by apply: (none two4 (left_query hl) (example_query ht h1) (example_query ht h2)
    (example_query ht' k1') (example_query ht' k2')).
- exact: (left_example ht h1 h2 k1' k2').
- apply: hm_ext (left_example ht' k1' k2' h1 h2) => w; congr (_ * _); exact: mulrC.
- apply: (none two4 (left_output hl l) (last_output l h1) (last_output l h2)
    (last_output l k1') (last_output l k2')); by rewrite eqxx.
Qed.
End Residuals.

(* ---------- the loss of the step, and of what else is a sum of products ---------- *)
Lemma target_target l : (l < dy)%N -> has_mean E (fun w => target l w * target l w) (d%:R * (sW * s)).
Proof.
move=> hl; pose h a c w := (W l a w * q a w) * (W l c w * q c w).
apply: (hm_ext (f := fun w => \sum_(a < d) \sum_(c < d) h a c w)) => [w|].
  by rewrite /target mulr_suml; apply: eq_bigr => a _; rewrite mulr_sumr.
apply: hm_as (hm_sum_below (f := fun a w => \sum_(c < d) h a c w)
  (v := fun a => \sum_(c < d) sW * s * (c == a :> nat)%:R) _) _.
  move=> a ha; apply: (hm_sum_below (f := h a) (v := fun c => sW * s * (c == a)%:R)) => c hc.
  set u := [:: pW l a; pW l c; pq a; pq c].
  have hu : all (inside dims) u by rewrite /= ?inW ?inq.
  apply: (hm_ext (f := fun w => \prod_(x <- u) Y x w)) => [w|].
    by rewrite !big_cons big_nil /Y /h /=; ring.
  case: (eqVneq c a) => [e|ne]; last first.
    by rewrite mulr0; apply: (mean_once (p := pq c)) => //=; rewrite !eqs [a == c]eq_sym (negbTE ne).
  apply: hm_as (mean_of _ hu) _ => //; rewrite /u e.
  rewrite -[_ :: _]/(nseq 2 (pW l a) ++ (nseq 2 (pq a) ++ [::])).
  by rewrite !EP_block ?EP_nil //= ?inE ?eqs // /Mo /M /= !mulr1.
transitivity (\sum_(a < d) sW * s); last by rewrite sumr_const card_ord mulr_natl.
by apply: eq_bigr => a _; exact: (sum_delta (fun=> _)).
Qed.
Definition rho := d%:R * (sW * s) - rate * (n%:R * (d%:R * (sW * s * s))).
Lemma left_target l : (l < dy)%N -> has_mean E (fun w => left_ l w * target l w) rho.
Proof.
move=> hl.
have h : has_mean E (fun w => rate * \sum_(t < n) \sum_(a < d) target l w * taken l t a w)
    (rate * (n%:R * (d%:R * (sW * s * s)))).
  apply: hm_as (hm_scale rate (hm_sum_below (f := fun t w => \sum_(a < d) target l w * taken l t a w)
    (v := fun=> \sum_(a < d) sW * s * s) _)) _.
    move=> t ht; apply: (hm_sum_below (f := fun a w => target l w * taken l t a w) (v := fun=> _)) => a ha.
    exact: target_taken.
  by rewrite !sumr_const !card_ord !mulr_natl.
apply: hm_ext (hm_sub (target_target hl) h) => w.
rewrite /left_ mulrBl; congr (_ - _); rewrite /step -[RHS]mulrA; congr (_ * _). rewrite [RHS]mulrC;
  rewrite mulr_sumr; apply: eq_bigr => t _; by rewrite mulr_sumr.
Qed.
Lemma span_left l g : (l < dy)%N -> spanned multiplied g -> has_mean E (fun w => left_ l w * g w) 0.
Proof.
move=> hl; elim=> [f /(left_multiplied hl) //||f f' _ h1 _ h2|c f _ h1|f f' e _ h1].
- by apply: hm_ext (zero_mean I) => w; rewrite mulr0.
- by have := hm_add h1 h2; rewrite addr0; apply: hm_ext => w; rewrite mulrDr.
- by have := hm_scale c h1; rewrite mulr0; apply: hm_ext => w; rewrite mulrCA.
- by apply: hm_ext h1 => w; rewrite e.
Qed.
Lemma step_span l : (l < dy)%N -> spanned multiplied (step l).
Proof.
move=> hl; apply: spanned_scale; apply: (@spanned_sum _ _ _ _ (fun t w => \sum_(a < d) taken l t a w)) => t ht.
apply: (@spanned_sum _ _ _ _ (fun a w => taken l t a w)) => a ha.
have h := multiplied_gated (gated_example ht (input_of t ha) (output_of t hl)) (gated_last (query_of ha) one_behind).
by apply: spanned_ext (spanned_in h) => w; rewrite mulr1.
Qed.
Lemma left_left l : (l < dy)%N -> has_mean E (fun w => left_ l w * left_ l w) rho.
Proof.
move=> hl; have := hm_sub (left_target hl) (span_left hl (step_span hl)); rewrite subr0.
by apply: hm_ext => w; rewrite -mulrBr.
Qed.
Lemma poly_gated f : gated f -> poly pred0 false twice f.
Proof.
have ex t g : (t < n)%N -> of_example t g -> poly pred0 false one_each g.
  by move=> ht []; [move=> a ha; exact: polyX1|move=> l hl; exact: polyy|exact: poly11].
have la g : of_last g -> poly pred0 false one_each g by case=> [a ha|]; [exact: polyq1|exact: poly11].
case=> [t g g' ht h1 h2|g g' h1 h2]; last exact: poly_mul (la _ h1) (la _ h2).
exact: poly_mul (ex _ _ ht h1) (ex _ _ ht h2).
Qed.
Lemma square_integrable f : spanned multiplied f -> integrable E (fun w => f w * f w).
Proof.
move=> h; have hp : poly pred0 false (fun=> 4%N) f.
  apply: spanned_sub h => g [g1 g2 h1 h2]; exact: poly_mul (poly_gated h1) (poly_gated h2).
by apply: (poly_integrable I laws8 tensors _ (poly_mul hp hp)).
Qed.
Definition value := d%:R * dy%:R * s * sW * ((- 2%:R) + d%:R + k)
  * (((- 4%:R) + 2%:R * d%:R + 2%:R * k + 2%:R * n%:R)^-1).
Lemma rho_value : dy%:R * rho * (1 * 2%:R^-1) = value.
Proof.
rewrite /rho /value /rate; have := above; set u := _ + n%:R => hu.
rewrite (_ : (- 4%:R) + 2%:R * d%:R + 2%:R * k + 2%:R * n%:R = 2%:R * u); last by rewrite /u; ring.
rewrite (_ : (- 2%:R) + d%:R + k = u - n%:R); last by rewrite /u; ring.
have := lt0r_neq0 hu; have := lt0r_neq0 s0; move: u {hu} => u h1 h2.
by field; rewrite h1 h2.
Qed.
Definition loss (a : nat -> W' -> F) w :=
  (0 + (\sum_(l < dy) (target l w + (- 1) * a l w) * (target l w + (- 1) * a l w))) * (1 * 2%:R^-1).
Theorem at_best a : (forall l, (l < dy)%N -> a l =1 step l) -> has_mean E (loss a) value.
Proof.
move=> h; have := hm_scale (1 * 2%:R^-1) (hm_sum_below (f := fun l w => left_ l w * left_ l w) (v := fun=> rho) left_left).
rewrite sumr_const card_ord -[rho *+ _]mulr_natl [X in has_mean _ _ X]mulrC rho_value; apply: hm_ext => w.
rewrite /loss add0r mulrC; congr (_ * _); apply: eq_bigr => l _.
by rewrite h // mulN1r.
Qed.
Theorem at_least a : (forall l, (l < dy)%N -> spanned multiplied (a l)) -> mean_at_least E (loss a) value.
Proof.
move=> h; pose f l w := (target l w + (- 1) * a l w) * (target l w + (- 1) * a l w).
have one l : (l < dy)%N -> exists2 v, has_mean E (f l) v & rho <= v.
  move=> hl; have hs : spanned multiplied (fun w => step l w + (- 1) * a l w).
    exact: spanned_add (step_span hl) (spanned_scale _ (h l hl)).
  have hi := square_integrable hs; pose g w := (step l w + (- 1) * a l w) * (step l w + (- 1) * a l w).
  exists (rho + (2%:R * 0 + mean E g)); last first.
    by rewrite mulr0 add0r ler_addl; apply: E0 => // w; exact: sqr_ge0.
  have hg : has_mean E g (mean E g) by [].
  apply: hm_ext (hm_add (left_left hl) (hm_add (hm_scale 2%:R (span_left hl hs)) hg)) => w.
  by rewrite /f /g /left_; ring.
have all : exists2 v, has_mean E (fun w => \sum_(l < dy) f l w) v & dy%:R * rho <= v.
  have: forall N, (N <= dy)%N -> exists2 v, has_mean E (fun w => \sum_(l < N) f l w) v & N%:R * rho <= v.
    elim=> [|N IH] hN.
      by exists 0; rewrite ?mul0r //; apply: hm_ext (zero_mean I) => w; rewrite big_ord0.
    have [v hv lv] := IH (ltnW hN); have [u hu lu] := one N hN.
    exists (v + u); first by apply: hm_ext (hm_add hv hu) => w; rewrite big_ord_recr.
    by rewrite -addn1 natrD mulrDl mul1r ler_add.
  exact.
have [v hv lv] := all; have [hi hm] := hm_scale (1 * 2%:R^-1) hv.
have e : (fun w => 1 * 2%:R^-1 * \sum_(l < dy) f l w) =1 loss a.
  by move=> w; rewrite /loss add0r mulrC.
have [h1 h2] := mean_ext e hi; split=> //; rewrite h2 hm -rho_value mulrC ler_pmul2l //.
by rewrite mul1r invr_gt0 ltr0n.
Qed.

(* ---------- networks ---------- *)
Lemma example_affine t (c e : nat -> F) g : (t < n)%N ->
  spanned (of_example t) (fun w => \sum_(a < d) c a * X t a w + \sum_(b < dy) e b * y t b w + g * 1).
Proof.
move=> ht; apply: spanned_add; last exact: spanned_scale (spanned_in (one_beside t)).
apply: spanned_add; first apply: (@spanned_sum _ _ _ _ (fun a w => c a * X t a w)) => a ha.
  exact: spanned_scale (spanned_in (input_of t ha)).
apply: (@spanned_sum _ _ _ _ (fun b w => e b * y t b w)) => b hb.
exact: spanned_scale (spanned_in (output_of t hb)).
Qed.
Lemma last_affine (c e : nat -> F) g :
  spanned of_last (fun w => \sum_(a < d) c a * q a w + \sum_(b < dy) e b * 0 + g * 1).
Proof.
apply: spanned_add; last exact: spanned_scale (spanned_in one_behind).
apply: spanned_add; first apply: (@spanned_sum _ _ _ _ (fun a w => c a * q a w)) => a ha.
  exact: spanned_scale (spanned_in (query_of ha)).
by apply: (@spanned_ext _ _ _ (fun=> 0)) (spanned_none _) => w; rewrite big1 // => b _; rewrite mulr0.
Qed.
Let token := ((nat -> F) * (nat -> F) * (nat -> F))%type.
Definition row w t : token :=
  ((fun a => X t a w), (fun l => \sum_(a < d) X t a w * W l a w), (fun l => \sum_(a < d) X t a w * W l a w)).
Definition last_row w : token := ((fun a => q a w), (fun=> 0), (fun l => \sum_(a < d) W l a w * q a w)).
Section Networks.
Variables (m p : nat) (cm em cx ex : nat -> nat -> F) (gm gx : nat -> F) (om ox D : nat -> nat -> F).
Variable kept : (nat -> F) -> nat -> F.
Hypothesis linear : forall h : W' -> nat -> F, (forall i, spanned gated (fun w => h w i)) ->
  forall i, spanned gated (fun w => kept (h w) i).
Definition gate (x y : nat -> F) i :=
  (\sum_(a < d) cm i a * x a + \sum_(b < dy) em i b * y b + gm i * 1)
  * (\sum_(a < d) cx i a * x a + \sum_(b < dy) ex i b * y b + gx i * 1).
Definition after (h : nat -> F) (z : token) : nat -> F := let: (x, y, _) := z in fun i => kept h i + gate x y i.
Definition state w N := foldl after (fun=> 0) [seq row w t | t <- iota 0 N].
Definition answer l w := \sum_(v < p) D l v *
  ((\sum_(i < m) om v i * after (state w n) (last_row w) i) * (\sum_(i < m) ox v i * after (state w n) (last_row w) i)).
Lemma state_span N i : (N <= n)%N -> spanned gated (fun w => state w N i).
Proof.
elim: N i => [|N IH] i hN; first exact: spanned_none.
rewrite /state -addn1 iotaD /=.
apply: (@spanned_ext _ _ _ (fun w => after (state w N) (row w N) i)) => [w|].
  by rewrite map_cat foldl_cat.
change (spanned gated (fun w => kept (state w N) i + gate (fun a => X N a w) (fun l => y N l w) i)).
apply: spanned_add; first by apply: linear => j; apply: IH; exact: ltnW.
apply: (spanned_mul (Q1 := of_example N) (Q2 := of_example N)) => [f g h1 h2||]; last 2 first.
- exact: (example_affine (cm i) (em i) (gm i)).
- exact: (example_affine (cx i) (ex i) (gx i)).
- exact: spanned_in (gated_example hN h1 h2).
Qed.
Lemma answer_span l : spanned multiplied (answer l).
Proof.
have h i : spanned gated (fun w => after (state w n) (last_row w) i).
  change (spanned gated (fun w => kept (state w n) i + gate (fun a => q a w) (fun=> 0) i)).
  apply: spanned_add; first by apply: linear => j; exact: state_span.
  apply: (spanned_mul (Q1 := of_last) (Q2 := of_last)) => [f g h1 h2||]; last 2 first.
  - exact: (last_affine (cm i) (em i) (gm i)).
  - exact: (last_affine (cx i) (ex i) (gx i)).
  - exact: spanned_in (gated_last h1 h2).
apply: (@spanned_sum _ _ _ _ (fun v w => D l v * ((\sum_(i < m) om v i * after (state w n) (last_row w) i)
  * (\sum_(i < m) ox v i * after (state w n) (last_row w) i)))) => v hv.
apply: spanned_scale; apply: (spanned_mul (Q1 := gated) (Q2 := gated)) => [f g h1 h2||].
- exact: spanned_in (multiplied_gated h1 h2).
- by apply: (@spanned_sum _ _ _ _ (fun i w => om v i * after (state w n) (last_row w) i)) => i _; exact: spanned_scale.
- by apply: (@spanned_sum _ _ _ _ (fun i w => ox v i * after (state w n) (last_row w) i)) => i _; exact: spanned_scale.
Qed.
Theorem network : mean_at_least E (loss answer) value.
Proof. by apply: at_least => l _; exact: answer_span. Qed.
End Networks.

(* ---------- the network that takes the step ---------- *)
Lemma pick N x (f : nat -> F) : (x < N)%N -> \sum_(i < N) (x == i :> nat)%:R * f i = f x.
Proof. by move=> h; rewrite -[RHS](sum_delta f h); apply: eq_bigr => i _; rewrite mulrC eq_sym. Qed.
Let pairs := ((nat -> nat -> F) * (nat -> F))%type.
Definition after_kv (kv : nat -> nat -> F) (x y : nat -> F) i j :=
  1 * kv i j + (\sum_(a < dy) (i == a :> nat)%:R * y a) * (\sum_(b < d) (j == b :> nat)%:R * x b).
Definition after_q (x : nat -> F) i := (\sum_(a < d) ((i == a :> nat)%:R * rate) * x a) * (1 * 1).
Definition after_pairs (h : pairs) (z : token) : pairs :=
  let: (kv, _) := h in let: (x, y, _) := z in (after_kv kv x y, after_q x).
Definition pairs_after w N := foldl after_pairs ((fun _ _ => 0), (fun=> 0)) [seq row w t | t <- iota 0 N].
Definition now w kv := after_kv kv (fun a => q a w) (fun=> 0).
Definition taking kv l w := \sum_(a < dy) \sum_(b < d) (l == a :> nat)%:R *
  ((\sum_(c < dy) \sum_(u < d) ((a == c :> nat)%:R * (b == u :> nat)%:R) * now w kv c u)
  * (\sum_(i < d) (b == i :> nat)%:R * after_q (fun a => q a w) i)).
Definition loss_of_taking w := let: (kv, _) := pairs_after w n in loss (taking kv) w.
Lemma stored w N i j : (i < dy)%N -> (j < d)%N ->
  (pairs_after w N).1 i j = \sum_(t < N) X t j w * y t i w.
Proof.
move=> hi hj; elim: N => [|N IH]; first by rewrite big_ord0.
rewrite big_ord_recr /= -IH /pairs_after -addn1 iotaD map_cat foldl_cat /=; case: (foldl _ _ _) => kv p /=.
rewrite /after_kv mul1r (pick (fun a => y N a w) hi) (pick (fun b => X N b w) hj).
by rewrite [X in _ + X]mulrC.
Qed.
Lemma taking_step l w : (l < dy)%N -> taking (pairs_after w n).1 l w = step l w.
Proof.
move=> hl; rewrite /taking; set kv := (pairs_after w n).1.
pose r b := now w kv l b * (rate * q b w).
transitivity (\sum_(a < dy) (l == a :> nat)%:R * \sum_(b < d) (\sum_(c < dy) \sum_(u < d) ((a == c :> nat)%:R * (b == u :> nat)%:R)
    * now w kv c u) * (rate * q b w)).
  apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => b _; congr (_ * (_ * _)).
  rewrite (pick (after_q (fun a => q a w)) (ltn_ord b)) /after_q !mulr1.
  rewrite -[RHS](pick (fun i => rate * q i w) (ltn_ord b)); apply: eq_bigr => i _; exact: esym (mulrA _ _ _).
rewrite (pick (fun a => \sum_(b < d) (\sum_(c < dy) \sum_(u < d) ((a == c :> nat)%:R * (b == u :> nat)%:R)
    * now w kv c u) * (rate * q b w)) hl).
transitivity (\sum_(b < d) r b).
  apply: eq_bigr => b _; congr (_ * _).
  rewrite -[RHS](pick (fun c => now w kv c b) hl); apply: eq_bigr => c _.
  rewrite -[X in _ = _ * X](pick (now w kv c) (ltn_ord b)) mulr_sumr.
  by apply: eq_bigr => u _; rewrite mulrA.
rewrite /step exchange_big /= mulr_sumr; apply: eq_bigr => b _.
rewrite /r /now /after_kv mul1r (pick (fun=> 0) hl) mul0r addr0 /kv stored //.
rewrite mulr_suml mulr_sumr; apply: eq_bigr => t _; rewrite /taken; ring.
Qed.
Theorem taken_at_best : has_mean E loss_of_taking value.
Proof.
apply: hm_ext (at_best (a := fun l w => taking (pairs_after w n).1 l w) _) => [w|l hl w]; last exact: taking_step.
by rewrite /loss_of_taking /loss; case: (pairs_after w n).
Qed.
End Task.

Theorem proved : statement.
Proof.
move=> F n d dy m p k s m6 m8 sW m4W m6W m8W m6q m8q lam cm em gm cx ex gx D om ox A.
move=> n1 d1 _ _ _ _ s0 _ W' E X W q I E0 k1; split; last split.
- apply: (@network _ n d dy k s m6 m8 sW m4W m6W m8W m6q m8q n1 d1 s0 k1 W' E X W q I E0
    m p cm em cx ex gm gx om ox D (fun h i => lam i * h i)) => h hh i.
  exact: spanned_scale.
- apply: (@network _ n d dy k s m6 m8 sW m4W m6W m8W m6q m8q n1 d1 s0 k1 W' E X W q I E0
    m p cm em cx ex gm gx om ox D (fun h i => \sum_(j < m) A i j * h j)) => h hh i.
  apply: (@spanned_sum _ _ _ _ (fun j w => A i j * h w j)) => j _; exact: spanned_scale.
- exact: (@taken_at_best _ n d dy k s m6 m8 sW m4W m6W m8W m6q m8q n1 d1 s0 k1 W' E X W q I).
Qed.
