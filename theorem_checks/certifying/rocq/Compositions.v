(* What every stack of machines is, by which operations stand in the steps of its machines: the
   lemma of the rule `composing`.

   A step is given by expressions, one for each entry of the next state and of the output, in the
   entries of state and token: numbers (weights), sums, products, ReLUs, exponentials and inverses.
   Sums over indices are sums of so many terms. First what their forms say of expressions, then of
   steps, of machines on sequences by induction over the tokens, and of stacks by induction over
   the machines. Sizes of vectors are largest absolute values of entries; of other norms the same is
   so, with other constants. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import Stacks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Compositions.
Variables (F : realFieldType) (exponential : F -> F).
Hypothesis exponential_ge0 : forall x, 0 <= exponential x.
Local Notation vec := (vec F).
Implicit Types (x y h k : vec) (n : nat) (d r K : F) (xs ys : seq vec).

(* ---------- expressions, and their forms ---------- *)
Inductive expr :=
| Const of F | State of nat | Token of nat
| Plus of expr & expr | Times of expr & expr | Relu of expr | Exp of expr | Inverse of expr.
Implicit Types e : expr.
Fixpoint value h x e : F :=
  match e with
  | Const c => c
  | State i => h i
  | Token i => x i
  | Plus a b => value h x a + value h x b
  | Times a b => value h x a * value h x b
  | Relu a => Num.max (value h x a) 0
  | Exp a => exponential (value h x a)
  | Inverse a => (value h x a)^-1
  end.
(* its places are below the sizes of state and token *)
Fixpoint within s n e : bool :=
  match e with
  | Const _ => true
  | State i => (i < s)%N
  | Token i => (i < n)%N
  | Plus a b | Times a b => within s n a && within s n b
  | Relu a | Exp a | Inverse a => within s n a
  end.
Fixpoint without_state e : bool :=
  match e with
  | Const _ | Token _ => true
  | State _ => false
  | Plus a b | Times a b => without_state a && without_state b
  | Relu a | Exp a | Inverse a => without_state a
  end.
Fixpoint fixed e : bool :=
  match e with
  | Const _ => true
  | State _ | Token _ => false
  | Plus a b | Times a b => fixed a && fixed b
  | Relu a | Exp a | Inverse a => fixed a
  end.
(* nothing that moves is multiplied with what moves *)
Fixpoint is_lipschitz e : bool := fixed e ||
  match e with
  | Const _ | State _ | Token _ => true
  | Plus a b => is_lipschitz a && is_lipschitz b
  | Times a b => fixed a && is_lipschitz b || fixed b && is_lipschitz a
  | Relu a => is_lipschitz a
  | Exp _ | Inverse _ => false
  end.
(* sums, products and ReLUs alone *)
Fixpoint is_continuous e : bool := fixed e ||
  match e with
  | Const _ | State _ | Token _ => true
  | Plus a b | Times a b => is_continuous a && is_continuous b
  | Relu a => is_continuous a
  | Exp _ | Inverse _ => false
  end.
(* the state stands with weights for factors, and in no ReLU *)
Fixpoint is_affine e : bool := without_state e && is_continuous e ||
  match e with
  | Const _ | State _ | Token _ => true
  | Plus a b => is_affine a && is_affine b
  | Times a b => fixed a && is_affine b || fixed b && is_affine a
  | Relu _ | Exp _ | Inverse _ => false
  end.
(* at least a number that is positive, or 0, whatever stands in it *)
Fixpoint is_nonnegative e : bool :=
  match e with
  | Const c => 0 <= c
  | Exp _ => true
  | Plus a b | Times a b => is_nonnegative a && is_nonnegative b
  | _ => false
  end.
Fixpoint is_positive e : bool :=
  match e with
  | Const c => 0 < c
  | Plus a b => (is_positive a && is_nonnegative b) || (is_nonnegative a && is_positive b)
  | _ => false
  end.
Fixpoint is_bounded e : bool := fixed e ||
  match e with
  | Plus a b | Times a b => is_bounded a && is_bounded b
  | Relu a => is_bounded a
  | Inverse a => is_positive a
  | _ => false
  end.
(* of the factors of a product all but one are bounded *)
Fixpoint is_at_most_linear e : bool := is_bounded e ||
  match e with
  | Const _ | State _ | Token _ => true
  | Plus a b => is_at_most_linear a && is_at_most_linear b
  | Times a b => is_bounded a && is_at_most_linear b || is_bounded b && is_at_most_linear a
  | Relu a => is_at_most_linear a
  | Exp _ | Inverse _ => false
  end.

(* ---------- what the forms say ---------- *)
Definition near n d x y : Prop := forall i, (i < n)%N -> `|x i - y i| <= d.
Definition small n r x : Prop := forall i, (i < n)%N -> `|x i| <= r.
Lemma fixed_value e h x k y : fixed e -> value h x e = value k y e.
Proof.
elim: e => //= [a IHa b IHb|a IHa b IHb|a IH|a IH|a IH]; try by move=> /IH ->.
all: by case/andP=> /IHa -> /IHb ->.
Qed.
Lemma fixed_lipschitz e : fixed e -> is_lipschitz e.
Proof. by case: e => [c|i|i|a b|a b|a|a|a] //= ->. Qed.
Lemma relu_near (a b : F) : `|Num.max a 0 - Num.max b 0| <= `|a - b|.
Proof.
wlog ab : a b / b <= a => [H|].
  by case: (leP b a) => [/H //|/ltW /H]; rewrite distrC [X in _ <= X]distrC.
rewrite [X in _ <= X]ger0_norm ?subr_ge0 // ger0_norm; last first.
  by rewrite subr_ge0 le_maxl !le_maxr ab lexx orbT.
case: (leP a 0) => ha; case: (leP b 0) => hb; rewrite ?subrr ?subr_ge0 ?lexx //.
- by rewrite ler_add2r; exact: ltW (lt_le_trans hb ab).
- by rewrite ler_add2l ler_opp2.
Qed.
Lemma relu_small (a : F) : `|Num.max a 0| <= `|a|.
Proof. by have := relu_near a 0; rewrite maxxx !subr0. Qed.

Section Forms.
Variables s n : nat.
Lemma lipschitz_form e : within s n e -> is_lipschitz e -> exists2 K, 0 <= K &
  forall d h k x y, 0 <= d -> near s d h k -> near n d x y ->
    `|value h x e - value k y e| <= K * d.
Proof.
have of_fixed e' : fixed e' -> exists2 K, 0 <= K & forall d h k x y, 0 <= d -> near s d h k ->
    near n d x y -> `|value h x e' - value k y e'| <= K * d.
  move=> fe; exists 0 => // d h k x y d0 _ _.
  by rewrite (fixed_value h x k y fe) subrr normr0 mul0r.
elim: e => [c|i|i|a IHa b IHb|a IHa b IHb|a IH|a IH|a IH] w /=.
- by move=> _; exact: (of_fixed (Const c) isT).
- by move=> _; exists 1 => [|d h k x y _ hd _]; rewrite ?ler01 // mul1r; exact: hd.
- by move=> _; exists 1 => [|d h k x y _ _ hd]; rewrite ?ler01 // mul1r; exact: hd.
- case/orP => [f|/andP [la lb]]; first exact: (of_fixed (Plus a b) f).
  case/andP: w => wa wb; have [K K0 hK] := IHa wa la; have [L L0 hL] := IHb wb lb.
  exists (K + L); first exact: addr_ge0.
  move=> d h k x y d0 hd xd; rewrite opprD addrACA mulrDl.
  by apply: le_trans (ler_norm_add _ _) (ler_add _ _); [apply: hK|apply: hL].
- case/orP => [f|]; first exact: (of_fixed (Times a b) f).
  case/andP: w => wa wb; case/orP=> /andP [f l].
    have [K K0 hK] := IHb wb l; pose c := value (fun=> 0) (fun=> 0) a.
    exists (`|c| * K) => [|d h k x y d0 hd xd]; first exact: mulr_ge0.
    rewrite (fixed_value h x (fun=> 0) (fun=> 0) f) (fixed_value k y (fun=> 0) (fun=> 0) f).
    by rewrite -mulrBr normrM -mulrA ler_wpmul2l //; apply: hK.
  have [K K0 hK] := IHa wa l; pose c := value (fun=> 0) (fun=> 0) b.
  exists (`|c| * K) => [|d h k x y d0 hd xd]; first exact: mulr_ge0.
  rewrite (fixed_value h x (fun=> 0) (fun=> 0) f) (fixed_value k y (fun=> 0) (fun=> 0) f).
  by rewrite -mulrBl normrM mulrC -mulrA ler_wpmul2l //; apply: hK.
- case/orP => [f|l]; first exact: (of_fixed (Relu a) f).
  have [K K0 hK] := IH w l; exists K => // d h k x y d0 hd xd.
  by apply: le_trans (relu_near _ _) _; apply: hK.
- by rewrite orbF => f; exact: (of_fixed (Exp a) f).
by rewrite orbF => f; exact: (of_fixed (Inverse a) f).
Qed.

Lemma continuous_form e : within s n e -> is_continuous e -> forall h x eps, 0 < eps ->
  exists2 d, 0 < d & forall k y, near s d h k -> near n d x y ->
    `|value h x e - value k y e| <= eps.
Proof.
have of_fixed e' : fixed e' -> forall h x eps, 0 < eps -> exists2 d, 0 < d & forall k y,
    near s d h k -> near n d x y -> `|value h x e' - value k y e'| <= eps.
  move=> fe h x eps e0; exists 1 => [|k y _ _]; first exact: ltr01.
  by rewrite (fixed_value h x k y fe) subrr normr0 ltW.
have less m d d' x y : d <= d' -> near m d x y -> near m d' x y.
  by move=> dd' near_d i hi; apply: le_trans dd'; exact: near_d.
elim: e => [c|i|i|a IHa b IHb|a IHa b IHb|a IH|a IH|a IH] w /=.
- by move=> _; exact: (of_fixed (Const c) isT).
- by move=> _ h x eps e0; exists eps => // k y hd _; exact: hd.
- by move=> _ h x eps e0; exists eps => // k y _ hd; exact: hd.
- case/orP => [f|/andP [la lb]]; first exact: (of_fixed (Plus a b) f).
  case/andP: w => wa wb h x eps e0; have e2 : 0 < eps / 2%:R by rewrite divr_gt0 ?ltr0n.
  have [d d0 hd] := IHa wa la h x _ e2; have [d' d'0 hd'] := IHb wb lb h x _ e2.
  exists (Num.min d d') => [|k y hk xy]; first by rewrite lt_minr d0.
  rewrite opprD addrACA [eps]splitr; apply: le_trans (ler_norm_add _ _) (ler_add _ _).
    by apply: hd; [apply: less hk|apply: less xy]; rewrite le_minl lexx.
  by apply: hd'; [apply: less hk|apply: less xy]; rewrite le_minl lexx orbT.
- case/orP => [f|/andP [la lb]]; first exact: (of_fixed (Times a b) f).
  case/andP: w => wa wb h x eps e0.
  set u := value h x a; set v := value h x b.
  pose M := 1 + `|u| + `|v|; have M1 : 1 <= M by rewrite /M -addrA ler_addl addr_ge0.
  have M0 : 0 < M by apply: lt_le_trans M1.
  pose t := Num.min 1 (eps / (2%:R * M)).
  have t0 : 0 < t by rewrite lt_minr ltr01 divr_gt0 // mulr_gt0 ?ltr0n.
  have [d d0 hd] := IHa wa la h x _ t0; have [d' d'0 hd'] := IHb wb lb h x _ t0.
  exists (Num.min d d') => [|k y hk xy]; first by rewrite lt_minr d0.
  have ha : `|u - value k y a| <= t.
    by apply: hd; [apply: less hk|apply: less xy]; rewrite le_minl lexx.
  have hb : `|v - value k y b| <= t.
    by apply: hd'; [apply: less hk|apply: less xy]; rewrite le_minl lexx orbT.
  set p := value k y a in ha *; set q := value k y b in hb *.
  have -> : u * v - p * q = u * (v - q) + (u - p) * q by ring.
  have t1 : t <= 1 by rewrite le_minl lexx.
  have hq : `|q| <= M.
    rewrite (_ : q = v - (v - q)); last by ring.
    apply: le_trans (ler_norm_sub _ _) _; apply: le_trans (ler_add (lexx _) (le_trans hb t1)) _.
    by rewrite /M addrC -addrA [`|u| + _]addrC addrA ler_addl.
  have hu : `|u| <= M by rewrite /M addrAC ler_addr addr_ge0.
  have te : M * t <= eps / 2%:R.
    rewrite mulrC -ler_pdivl_mulr // -mulrA -invfM le_minl; by rewrite lexx orbT.
  rewrite [eps]splitr; apply: le_trans (ler_norm_add _ _) (ler_add _ _); rewrite normrM.
    by apply: le_trans te; apply: ler_pmul.
  by apply: le_trans te; rewrite mulrC; apply: ler_pmul.
- case/orP => [f|l]; first exact: (of_fixed (Relu a) f).
  move=> h x eps e0; have [d d0 hd] := IH w l h x eps e0; exists d => // k y hk xy.
  by apply: le_trans (relu_near _ _) _; apply: hd.
- by rewrite orbF => f; exact: (of_fixed (Exp a) f).
by rewrite orbF => f; exact: (of_fixed (Inverse a) f).
Qed.

Lemma nonnegative_form e h x : is_nonnegative e -> 0 <= value h x e.
Proof.
elim: e => //= [a IHa b IHb /andP [/IHa ha /IHb]|a IHa b IHb /andP [/IHa ha /IHb]].
  exact: addr_ge0.
exact: mulr_ge0.
Qed.
Lemma positive_form e : is_positive e -> exists2 c, 0 < c & forall h x, c <= value h x e.
Proof.
elim: e => //= [c c0|a IHa b IHb]; first by exists c.
case/orP=> /andP [pa pb].
  have [c c0 hc] := IHa pa; exists c => // h x.
  by apply: le_trans (hc h x) _; rewrite ler_addl nonnegative_form.
have [c c0 hc] := IHb pb; exists c => // h x.
by apply: le_trans (hc h x) _; rewrite ler_addr nonnegative_form.
Qed.
Lemma bounded_form e : is_bounded e -> exists2 c, 0 <= c & forall h x, `|value h x e| <= c.
Proof.
have of_fixed e' : fixed e' -> exists2 c, 0 <= c & forall h x, `|value h x e'| <= c.
  move=> f; exists `|value (fun=> 0) (fun=> 0) e'| => // h x.
  by rewrite (fixed_value h x (fun=> 0) (fun=> 0) f).
elim: e => [c|i|i|a IHa b IHb|a IHa b IHb|a IH|a IH|a IH] //=.
- by move=> _; exact: (of_fixed (Const c)).
- case/orP => [f|/andP [/IHa [c c0 hc] /IHb [d d0 hd]]]; first exact: (of_fixed (Plus a b) f).
  exists (c + d) => [|h x]; first exact: addr_ge0.
  by apply: le_trans (ler_norm_add _ _) (ler_add _ _).
- case/orP => [f|/andP [/IHa [c c0 hc] /IHb [d d0 hd]]]; first exact: (of_fixed (Times a b) f).
  exists (c * d) => [|h x]; first exact: mulr_ge0.
  by rewrite normrM ler_pmul.
- case/orP => [f|/IH [c c0 hc]]; first exact: (of_fixed (Relu a) f).
  by exists c => // h x; exact: le_trans (relu_small _) (hc h x).
- by rewrite orbF => f; exact: (of_fixed (Exp a) f).
case/orP => [f|/positive_form [c c0 hc]]; first exact: (of_fixed (Inverse a) f).
exists c^-1 => [|h x]; first by rewrite invr_ge0 ltW.
have v0 : 0 < value h x a by exact: lt_le_trans (hc h x).
by rewrite /= ger0_norm ?lef_pinv ?posrE // invr_ge0 ltW.
Qed.
Lemma linear_form e : within s n e -> is_at_most_linear e -> exists2 c, 0 <= c &
  forall r h x, 0 <= r -> small s r h -> small n r x -> `|value h x e| <= c * (1 + r).
Proof.
have of_bounded e' : is_bounded e' -> exists2 c, 0 <= c &
    forall r h x, 0 <= r -> small s r h -> small n r x -> `|value h x e'| <= c * (1 + r).
  move/bounded_form => [c c0 hc]; exists c => // r h x r0 _ _.
  by apply: le_trans (hc h x) _; rewrite ler_pemulr // ler_addl.
have one r (a : F) : 0 <= r -> a <= r -> a <= 1 * (1 + r).
  by move=> r0 ar; rewrite mul1r; apply: le_trans ar _; rewrite ler_addr ler01.
elim: e => [c|i|i|a IHa b IHb|a IHa b IHb|a IH|a IH|a IH] w.
- by move=> _; exact: (of_bounded (Const c)).
- by move=> _; exists 1 => [|r h x r0 hr _]; rewrite ?ler01 //; apply: one => //; exact: hr.
- by move=> _; exists 1 => [|r h x r0 _ hr]; rewrite ?ler01 //; apply: one => //; exact: hr.
- case/orP => [f|/andP [la lb]]; first exact: (of_bounded (Plus a b) f).
  case/andP: w => wa wb; have [c c0 hc] := IHa wa la; have [d d0 hd] := IHb wb lb.
  exists (c + d) => [|r h x r0 hr xr]; first exact: addr_ge0.
  by rewrite mulrDl; apply: le_trans (ler_norm_add _ _) (ler_add _ _); [apply: hc|apply: hd].
- case/orP => [f|]; first exact: (of_bounded (Times a b) f).
  case/andP: w => wa wb; case/orP=> /andP [/bounded_form [c c0 hc] l].
    have [d d0 hd] := IHb wb l; exists (c * d) => [|r h x r0 hr xr]; first exact: mulr_ge0.
    by rewrite /= normrM -mulrA; apply: ler_pmul => //; apply: hd.
  have [d d0 hd] := IHa wa l; exists (c * d) => [|r h x r0 hr xr]; first exact: mulr_ge0.
  by rewrite /= mulrC normrM -mulrA; apply: ler_pmul => //; apply: hd.
- case/orP => [f|l]; first exact: (of_bounded (Relu a) f).
  have [c c0 hc] := IH w l; exists c => // r h x r0 hr xr.
  by apply: le_trans (relu_small _) _; apply: hc.
- by case/orP => // f; exact: (of_bounded (Exp a) f).
by case/orP => // f; exact: (of_bounded (Inverse a) f).
Qed.

(* what is made of sums, products and ReLUs is at most as a power *)
Lemma power_form e : within s n e -> is_continuous e -> exists D m, 1 <= D /\
  forall r h x, 1 <= r -> small s r h -> small n r x -> `|value h x e| <= D * r ^+ m.
Proof.
have of_fixed e' : fixed e' -> exists D m, 1 <= D /\
    forall r h x, 1 <= r -> small s r h -> small n r x -> `|value h x e'| <= D * r ^+ m.
  move=> f; exists (1 + `|value (fun=> 0) (fun=> 0) e'|), 0%N; split; first by rewrite ler_addl.
  move=> r h x _ _ _; rewrite (fixed_value h x (fun=> 0) (fun=> 0) f) expr0 mulr1.
  by rewrite ler_addr ler01.
have more D D' r m m' : 1 <= r -> 0 <= D -> D <= D' -> (m <= m')%N -> D * r ^+ m <= D' * r ^+ m'.
  move=> r1 D0 DD' mm'; apply: ler_pmul => //; last exact: ler_weexpn2l.
  by rewrite exprn_ge0 // (le_trans ler01).
elim: e => [c|i|i|a IHa b IHb|a IHa b IHb|a IH|a IH|a IH] w.
- by move=> _; exact: (of_fixed (Const c)).
- by move=> _; exists 1, 1%N; split=> // r h x r1 hr _; rewrite mul1r expr1; exact: hr.
- by move=> _; exists 1, 1%N; split=> // r h x r1 _ hr; rewrite mul1r expr1; exact: hr.
- case/orP => [f|/andP [la lb]]; first exact: (of_fixed (Plus a b) f).
  case/andP: w => wa wb; have [D [m [D1 hD]]] := IHa wa la; have [D' [m' [D'1 hD']]] := IHb wb lb.
  have D0 := le_trans ler01 D1; have D'0 := le_trans ler01 D'1.
  exists (D + D'), (maxn m m'); split=> [|r h x r1 hr xr].
    by apply: le_trans D1 _; rewrite ler_addl.
  rewrite mulrDl; apply: le_trans (ler_norm_add _ _) (ler_add _ _).
    by apply: le_trans (hD r h x r1 hr xr) (more _ _ _ _ _ r1 D0 (lexx _) (leq_maxl _ _)).
  by apply: le_trans (hD' r h x r1 hr xr) (more _ _ _ _ _ r1 D'0 (lexx _) (leq_maxr _ _)).
- case/orP => [f|/andP [la lb]]; first exact: (of_fixed (Times a b) f).
  case/andP: w => wa wb; have [D [m [D1 hD]]] := IHa wa la; have [D' [m' [D'1 hD']]] := IHb wb lb.
  exists (D * D'), (m + m')%N; split=> [|r h x r1 hr xr].
    by apply: mulr_ege1.
  by rewrite /= normrM exprD mulrACA; apply: ler_pmul => //; [apply: hD|apply: hD'].
- case/orP => [f|l]; first exact: (of_fixed (Relu a) f).
  have [D [m [D1 hD]]] := IH w l; exists D, m; split=> // r h x r1 hr xr.
  by apply: le_trans (relu_small _) _; apply: hD.
- by case/orP => // f; exact: (of_fixed (Exp a) f).
by case/orP => // f; exact: (of_fixed (Inverse a) f).
Qed.
Lemma without_state_value e h k x : without_state e -> value h x e = value k x e.
Proof.
elim: e => //= [a IHa b IHb|a IHa b IHb|a IH|a IH|a IH]; try by move=> /IH ->.
all: by case/andP=> /IHa -> /IHb ->.
Qed.
Lemma affine_form e : within s n e -> is_affine e -> exists D m, 1 <= D /\
  forall q r h x, 0 <= q -> 1 <= r -> small s q h -> small n r x ->
    `|value h x e| <= D * (q + r ^+ m).
Proof.
have of_tokens e' : within s n e' -> without_state e' && is_continuous e' -> exists D m, 1 <= D /\
    forall q r h x, 0 <= q -> 1 <= r -> small s q h -> small n r x ->
      `|value h x e'| <= D * (q + r ^+ m).
  move=> w /andP [f c]; have [D [m [D1 hD]]] := power_form w c.
  exists D, m; split=> // q r h x q0 r1 _ xr.
  rewrite (without_state_value h (fun=> 0) x f); apply: le_trans (hD r _ x r1 _ xr) _.
    by move=> i _; rewrite normr0 (le_trans ler01).
  by rewrite ler_wpmul2l ?(le_trans ler01 D1) // ler_addr.
have more D D' q r m m' : 1 <= r -> 0 <= q -> 0 <= D -> D <= D' -> (m <= m')%N ->
    D * (q + r ^+ m) <= D' * (q + r ^+ m').
  move=> r1 q0 D0 DD' mm'; apply: ler_pmul => //; last by rewrite ler_add2l ler_weexpn2l.
  by rewrite addr_ge0 // exprn_ge0 // (le_trans ler01).
have weighted c a : (exists D m, 1 <= D /\ forall q r h x, 0 <= q -> 1 <= r -> small s q h ->
      small n r x -> `|value h x a| <= D * (q + r ^+ m)) ->
    exists D m, 1 <= D /\ forall q r h x, 0 <= q -> 1 <= r -> small s q h -> small n r x ->
      `|c * value h x a| <= D * (q + r ^+ m).
  move=> [D [m [D1 hD]]]; exists ((1 + `|c|) * D), m; split=> [|q r h x q0 r1 hq xr].
    by apply: mulr_ege1; rewrite // ler_addl.
  rewrite normrM -mulrA; apply: ler_pmul => //; last exact: hD.
  by rewrite ler_addr ler01.
elim: e => [c|i|i|a IHa b IHb|a IHa b IHb|a IH|a IH|a IH] w.
- by move=> _; exact: (of_tokens (Const c)).
- move=> _; exists 1, 0%N; split=> // q r h x q0 r1 hq _; rewrite mul1r expr0.
  by apply: le_trans (hq i w) _; rewrite ler_addl ler01.
- by move=> _; exact: (of_tokens (Token i)).
- case/orP => [f|/andP [la lb]]; first exact: (of_tokens (Plus a b) w f).
  case/andP: w => wa wb; have [D [m [D1 hD]]] := IHa wa la; have [D' [m' [D'1 hD']]] := IHb wb lb.
  have D0 := le_trans ler01 D1; have D'0 := le_trans ler01 D'1.
  exists (D + D'), (maxn m m'); split=> [|q r h x q0 r1 hq xr].
    by apply: le_trans D1 _; rewrite ler_addl.
  rewrite mulrDl; apply: le_trans (ler_norm_add _ _) (ler_add _ _).
    apply: le_trans (hD q r h x q0 r1 hq xr) (more _ _ _ _ _ _ r1 q0 D0 (lexx _) (leq_maxl _ _)).
  by apply: le_trans (hD' q r h x q0 r1 hq xr) (more _ _ _ _ _ _ r1 q0 D'0 (lexx _) (leq_maxr _ _)).
- case/orP => [f|]; first exact: (of_tokens (Times a b) w f).
  case/andP: w => wa wb; pose o : vec := fun=> 0; case/orP=> /andP [f l].
    have [D [m [D1 hD]]] := weighted (value o o a) b (IHb wb l); exists D, m; split=> // q r h x.
    by rewrite /= (fixed_value h x o o f); exact: hD.
  have [D [m [D1 hD]]] := weighted (value o o b) a (IHa wa l); exists D, m; split=> // q r h x.
  by rewrite /= mulrC (fixed_value h x o o f); exact: hD.
- by case/orP => // f; exact: (of_tokens (Relu a) w f).
- by case/orP => // f; exact: (of_tokens (Exp a) w f).
by case/orP => // f; exact: (of_tokens (Inverse a) w f).
Qed.

(* slopes far out in the token, which know of nothing before *)
Definition zero : vec := fun=> 0.
Fixpoint slope (v : vec) e : F := if fixed e then 0 else
  match e with
  | Token i => v i
  | Plus a b => slope v a + slope v b
  | Times a b => if fixed a then value zero zero a * slope v b else value zero zero b * slope v a
  | Relu a => Num.max (slope v a) 0
  | _ => 0
  end.
Definition goes (f : F -> F) (v : F) : Prop := forall eps, 0 < eps ->
  exists2 R, 0 < R & forall r, R <= r -> `|f r - r * v| <= eps * r.
Lemma goes_const c : goes (fun=> c) 0.
Proof.
move=> eps e0; exists (1 + `|c| / eps) => [|r hr].
  by apply: lt_le_trans ltr01 _; rewrite ler_addl divr_ge0 // ltW.
rewrite mulr0 subr0 mulrC -ler_pdivr_mulr //; apply: le_trans hr.
by rewrite ler_addr ler01.
Qed.
Lemma goes_ext f g v : f =1 g -> goes f v -> goes g v.
Proof.
by move=> e h eps e0; have [R R0 hR] := h eps e0; exists R => // r hr; rewrite -e; exact: hR.
Qed.
Lemma goes_add f g v u : goes f v -> goes g u -> goes (fun r => f r + g r) (v + u).
Proof.
move=> hf hg eps e0; have e2 : 0 < eps / 2%:R by rewrite divr_gt0 ?ltr0n.
have [R R0 hR] := hf _ e2; have [T T0 hT] := hg _ e2.
exists (Num.max R T) => [|r]; first by rewrite lt_maxr R0.
rewrite le_maxl => /andP [/hR h1 /hT h2]; rewrite mulrDr opprD addrACA [eps]splitr mulrDl.
exact: le_trans (ler_norm_add _ _) (ler_add h1 h2).
Qed.
Lemma goes_scale c f v : goes f v -> goes (fun r => c * f r) (c * v).
Proof.
move=> hf eps e0; have c0 : 0 < 1 + `|c| by apply: lt_le_trans ltr01 _; rewrite ler_addl.
have [R R0 hR] := hf (eps / (1 + `|c|)) (divr_gt0 e0 c0).
exists R => // r hr; rewrite mulrCA -mulrBr normrM.
have r0 : 0 <= r by apply: le_trans hr; exact: ltW.
apply: (@le_trans _ _ ((1 + `|c|) * (eps / (1 + `|c|) * r))).
  by apply: ler_pmul; rewrite ?hR // ler_addr ler01.
by rewrite mulrA [X in X * r]mulrC divfK // gt_eqF.
Qed.
Lemma goes_relu f v : goes f v -> goes (fun r => Num.max (f r) 0) (Num.max v 0).
Proof.
move=> hf eps e0; have [R R0 hR] := hf eps e0; exists R => // r hr.
have r0 : 0 <= r by apply: le_trans hr; exact: ltW.
rewrite maxr_pmulr // mulr0; exact: le_trans (relu_near _ _) (hR r hr).
Qed.
Definition far l (f : F -> vec) (v : vec) : Prop :=
  forall i, (i < l)%N -> goes (fun r => f r i) (v i).
Lemma far_form e : within s n e -> is_lipschitz e -> forall h f v, far n f v ->
  goes (fun r => value h (f r) e) (slope v e).
Proof.
have of_fixed e' h (f : F -> vec) v : fixed e' -> goes (fun r => value h (f r) e') (slope v e').
  move=> fe; have -> : slope v e' = 0 by case: e' fe => [c|i|i|a b|a b|a|a|a] //= ->.
  by apply: goes_ext (goes_const (value zero zero e')) => r; exact: fixed_value.
elim: e => [c|i|i|a IHa b IHb|a IHa b IHb|a IH|a IH|a IH] w /= l h f v hf.
- exact: goes_const.
- exact: goes_const.
- exact: hf.
- case: ifP l => [fe _|_ /= /andP [la lb]].
    by have := of_fixed (Plus a b) h f v fe; rewrite /= fe.
  case/andP: w => wa wb; apply: goes_add; [exact: IHa|exact: IHb].
- case: ifP l => [fe _|_ l].
    by have := of_fixed (Times a b) h f v fe; rewrite /= fe.
  case/andP: w => wa wb; case: ifP l => [fa|fa]; rewrite ?fa /=.
    case/orP => [lb|/andP [fb la]].
      apply: goes_ext (goes_scale (value zero zero a) (IHb wb lb h f v hf)) => r.
      by rewrite (fixed_value h (f r) zero zero fa).
    have lb := fixed_lipschitz fb.
    apply: goes_ext (goes_scale (value zero zero a) (IHb wb lb h f v hf)) => r.
    by rewrite (fixed_value h (f r) zero zero fa).
  case/andP=> fb la; apply: goes_ext (goes_scale (value zero zero b) (IHa wa la h f v hf)) => r.
  by rewrite (fixed_value h (f r) zero zero fb) mulrC.
- case: ifP l => [fe _|_ l].
    by have := of_fixed (Relu a) h f v fe; rewrite /= fe.
  by apply: goes_relu; exact: IH.
- by have := of_fixed (Exp a) h f v; rewrite /= orbF in l *; rewrite l; apply.
by have := of_fixed (Inverse a) h f v; rewrite /= orbF in l *; rewrite l; apply.
Qed.
End Forms.

(* ---------- from entries to vectors ---------- *)
Lemma all_at_once (T : Type) (good : T -> Prop) (le : T -> T -> Prop) (P : nat -> T -> Prop) t0 l :
  good t0 ->
  (forall a b, good a -> good b -> exists c, [/\ good c, le a c & le b c]) ->
  (forall i a b, good a -> le a b -> P i a -> P i b) ->
  (forall i, (i < l)%N -> exists2 a, good a & P i a) ->
  exists2 c, good c & forall i, (i < l)%N -> P i c.
Proof.
move=> g0 join more; elim: l => [|l IH] each; first by exists t0.
have [a ga ha] := IH (fun i hi => each i (ltnW hi)); have [b gb hb] := each l (ltnSn l).
have [c [gc ac bc]] := join a b ga gb; exists c => // i; rewrite ltnS leq_eqVlt.
by case/orP=> [/eqP ->|/ha h]; [exact: more gb bc hb|exact: more ga ac h].
Qed.
Lemma largest (P : nat -> F -> Prop) l :
  (forall i a b, 0 <= a -> a <= b -> P i a -> P i b) ->
  (forall i, (i < l)%N -> exists2 a, 0 <= a & P i a) ->
  exists2 c, 0 <= c & forall i, (i < l)%N -> P i c.
Proof.
move=> more; apply: (@all_at_once _ _ (fun a b => a <= b) P 0) => // a b a0 _.
by exists (Num.max a b); rewrite !le_maxr !lexx a0 orbT.
Qed.
Lemma least (P : nat -> F -> Prop) l :
  (forall i a b, 0 < a -> b <= a -> P i a -> P i b) ->
  (forall i, (i < l)%N -> exists2 a, 0 < a & P i a) ->
  exists2 c, 0 < c & forall i, (i < l)%N -> P i c.
Proof.
move=> more; apply: (@all_at_once _ _ (fun a b => b <= a) P 1) => [|a b a0 b0|//]; first exact: ltr01.
by exists (Num.min a b); rewrite !le_minl !lexx lt_minr a0 b0 orbT.
Qed.
Lemma largest_power (P : nat -> F * nat -> Prop) l :
  (forall i D m D' m', 1 <= D -> D <= D' -> (m <= m')%N -> P i (D, m) -> P i (D', m')) ->
  (forall i, (i < l)%N -> exists D m, 1 <= D /\ P i (D, m)) ->
  exists D m, 1 <= D /\ forall i, (i < l)%N -> P i (D, m).
Proof.
move=> more each.
have [] := @all_at_once _ (fun a => 1 <= a.1) (fun a b => a.1 <= b.1 /\ (a.2 <= b.2)%N) P (1, 0%N) l.
- exact: lexx.
- move=> [D m] [D' m'] /= D1 _; exists (Num.max D D', maxn m m') => /=.
  by rewrite !le_maxr D1 !lexx leq_maxl leq_maxr orbT.
- by move=> i [D m] [D' m'] /= D1 [DD' mm']; exact: more.
- by move=> i /each [D [m [D1 h]]]; exists (D, m).
by move=> [D m] D1 h; exists D, m.
Qed.
Lemma near_more n d d' x y : d <= d' -> near n d x y -> near n d' x y.
Proof. by move=> dd' h i hi; apply: le_trans dd'; exact: h. Qed.
Lemma small_more n r r' x : r <= r' -> small n r x -> small n r' x.
Proof. by move=> rr' h i hi; apply: le_trans rr'; exact: h. Qed.
Lemma vector_small n x : exists2 r, 0 <= r & small n r x.
Proof.
apply: (@largest (fun i a => `|x i| <= a)) => [i a b _ ab h|i _]; first exact: le_trans ab.
by exists `|x i|.
Qed.

(* ---------- what is so of one step, and of sequences ---------- *)
Implicit Types (m : machine F) (c : seq vec -> seq vec).
Definition lipschitz_step m := exists2 K, 0 <= K & forall d h k x y, 0 <= d ->
  near (states m) d h k -> near (tokens m) d x y ->
  near (states m) (K * d) (next m h x) (next m k y) /\
  near (outputs m) (K * d) (output m h x) (output m k y).
Definition continuous_step m := forall h x eps, 0 < eps -> exists2 d, 0 < d & forall k y,
  near (states m) d h k -> near (tokens m) d x y ->
  near (states m) eps (next m h x) (next m k y) /\
  near (outputs m) eps (output m h x) (output m k y).
Definition linear_step m := exists2 K, 0 <= K & forall r h x, 0 <= r ->
  small (states m) r h -> small (tokens m) r x ->
  small (states m) (K * (1 + r)) (next m h x) /\ small (outputs m) (K * (1 + r)) (output m h x).
Definition affine_step m := exists D p, 1 <= D /\ forall q r h x, 0 <= q -> 1 <= r ->
  small (states m) q h -> small (tokens m) r x ->
  small (states m) (D * (q + r ^+ p)) (next m h x) /\
  (q <= r -> small (outputs m) (D * r ^+ p) (output m h x)).
Definition far_step m := exists Y : vec -> vec, forall h f v,
  far (tokens m) f v -> far (outputs m) (fun r => output m h (f r)) (Y v).

(* of two sequences of one length, at each place *)
Fixpoint along (R : vec -> vec -> Prop) xs ys : Prop :=
  match xs, ys with
  | [::], [::] => True
  | x :: xs', y :: ys' => R x y /\ along R xs' ys'
  | _, _ => False
  end.
Fixpoint throughout (P : nat -> vec -> Prop) t xs : Prop :=
  if xs is x :: xs' then P t x /\ throughout P t.+1 xs' else True.
Lemma along_more (R R' : vec -> vec -> Prop) xs ys : (forall x y, R x y -> R' x y) ->
  along R xs ys -> along R' xs ys.
Proof. by move=> sub; elim: xs ys => [|x xs IH] [|y ys] //= [/sub ? /IH ?]. Qed.
Lemma throughout_more (P P' : nat -> vec -> Prop) t xs : (forall u x, P u x -> P' u x) ->
  throughout P t xs -> throughout P' t xs.
Proof. by move=> sub; elim: xs t => [|x xs IH] t //= [/sub ? /IH ?]. Qed.
(* what is said of stacks; n numbers go in at each time, and l come out *)
Definition lipschitz n l c := forall T, exists2 K, 0 <= K & forall d xs ys, 0 <= d ->
  size xs = T -> along (near n d) xs ys -> along (near l (K * d)) (c xs) (c ys).
Definition continuous n l c := forall xs eps, 0 < eps -> exists2 d, 0 < d & forall ys,
  along (near n d) xs ys -> along (near l eps) (c xs) (c ys).
Definition at_most_linear n l c := forall T, exists2 K, 0 <= K & forall r xs, 0 <= r ->
  size xs = T -> throughout (fun=> small n r) 0 xs ->
  throughout (fun=> small l (K * (1 + r))) 0 (c xs).
(* at a last token that goes to r v, the outputs go to r Y(v): the same Y at all times *)
Definition far_slopes n l c := exists Y : vec -> vec, forall xs f v, far n f v ->
  exists2 g, far l g (Y v) & forall r, c (rcons xs (f r)) = rcons (c xs) (g r).
Definition exponential_along n l c := forall C, 1 <= C -> exists2 D, 1 <= D & forall xs,
  throughout (fun t => small n (C ^+ t.+1)) 0 xs -> throughout (fun t => small l (D ^+ t.+1)) 0 (c xs).

(* ---------- machines, by induction over the tokens ---------- *)
Lemma lipschitz_machine m : lipschitz_step m -> lipschitz (tokens m) (outputs m) (puts m).
Proof.
move=> [K K0 step] T.
suff [L L0 hL] : exists2 L, 0 <= L & forall d h k xs ys, 0 <= d -> near (states m) d h k ->
    size xs = T -> along (near (tokens m) d) xs ys ->
    along (near (outputs m) (L * d)) (outs m h xs) (outs m k ys).
  exists L => // d xs ys d0 sx xy; apply: hL => // i _.
  by rewrite subrr normr0.
elim: T => [|T [L L0 hL]]; first by exists 0 => // d h k [|x xs] [|y ys].
exists (K + L * (K + 1)); first by rewrite addr_ge0 // mulr_ge0 // addr_ge0 ?ler01.
move=> d h k [|x xs] [|y ys] // d0 hk [sx] [xy rest] /=.
have [hn ho] := step d h k x y d0 hk xy; have Kd : 0 <= K * d by exact: mulr_ge0.
split; first by apply: near_more ho; rewrite mulrDl ler_addl !mulr_ge0 // addr_ge0 ?ler01.
have := hL ((K + 1) * d) (next m h x) (next m k y) xs ys; rewrite mulrA => later.
apply: along_more (later _ _ sx _); first by move=> u v; apply: near_more; rewrite mulrDl ler_addr.
- by rewrite mulr_ge0 // addr_ge0 ?ler01.
- by apply: near_more hn; rewrite mulrDl ler_addl mul1r.
by apply: along_more rest => u v; apply: near_more; rewrite mulrDl mul1r ler_addr.
Qed.
Lemma continuous_machine m : continuous_step m -> continuous (tokens m) (outputs m) (puts m).
Proof.
move=> step xs eps e0.
suff [d d0 hd] : exists2 d, 0 < d & forall k ys, near (states m) d (start m) k ->
    along (near (tokens m) d) xs ys -> along (near (outputs m) eps) (outs m (start m) xs) (outs m k ys).
  by exists d => // ys xy; apply: hd => // i _; rewrite subrr normr0 ltW.
elim: xs (start m) => [|x xs IH] h; first by exists 1 => [|k [|y ys]]; rewrite ?ltr01.
have [d d0 hd] := IH (next m h x).
have [d' d'0 hd'] := step h x _ d0; have [d'' d''0 hd''] := step h x _ e0.
exists (Num.min d (Num.min d' d'')) => [|k [|y ys] // hk [xy rest] /=].
  by rewrite !lt_minr d0 d'0.
set t := Num.min d _ in hk xy rest.
have t1 : t <= d by rewrite le_minl lexx.
have t2 : t <= d' by rewrite !le_minl lexx orbT.
have t3 : t <= d'' by rewrite !le_minl lexx !orbT.
have [hn _] := hd' k y (near_more t2 hk) (near_more t2 xy).
have [_ ho] := hd'' k y (near_more t3 hk) (near_more t3 xy).
split=> //; apply: hd => //; apply: along_more rest => u v; exact: near_more.
Qed.
Lemma linear_machine m : linear_step m -> at_most_linear (tokens m) (outputs m) (puts m).
Proof.
move=> [K K0 step] T; have [H H0 hH] := vector_small (states m) (start m).
suff [L L0 hL] : exists2 L, 0 <= L & forall u r h xs, 0 <= r -> small (states m) r h ->
    size xs = T -> throughout (fun=> small (tokens m) r) u xs ->
    throughout (fun=> small (outputs m) (L * (1 + r))) u (outs m h xs).
  exists (L * (1 + H)) => [|r xs r0 sx hx]; first by rewrite mulr_ge0 // addr_ge0 ?ler01.
  apply: throughout_more (hL 0%N (r + H) (start m) xs _ _ sx _) => [_ y| | |].
  - apply: small_more; rewrite -mulrA ler_wpmul2l // -subr_ge0 (_ : _ - _ = H * r); last by ring.
    exact: mulr_ge0.
  - exact: addr_ge0.
  - by apply: small_more hH; rewrite ler_addr.
  by apply: throughout_more hx => _ y; apply: small_more; rewrite ler_addl.
elim: T => [|T [L L0 hL]]; first by exists 0 => // u r h [|x xs].
exists (K + L * (1 + K)); first by rewrite addr_ge0 // mulr_ge0 // addr_ge0 ?ler01.
move=> u r h [|x xs] // r0 hh [sx] [xr rest] /=; have r1 : 0 <= 1 + r by rewrite addr_ge0 ?ler01.
have [hn ho] := step r h x r0 hh xr; split.
  by apply: small_more ho; rewrite mulrDl ler_addl !mulr_ge0 // addr_ge0 ?ler01.
have s0 : 0 <= K * (1 + r) + r by rewrite addr_ge0 // mulr_ge0.
apply: throughout_more (hL u.+1 (K * (1 + r) + r) (next m h x) xs s0 _ sx _) => [_ y| |].
- apply: small_more; rewrite -subr_ge0 (_ : _ - _ = K * (1 + r)); last by ring.
  exact: mulr_ge0.
- by apply: small_more hn; rewrite ler_addl.
by apply: throughout_more rest => _ y; apply: small_more; rewrite ler_addr mulr_ge0.
Qed.
Lemma outs_rcons m h xs x : outs m h (rcons xs x) =
  rcons (outs m h xs) (output m (foldl (next m) h xs) x).
Proof. by elim: xs h => [|y xs IH] h //=; rewrite IH. Qed.
Lemma far_machine m : far_step m -> far_slopes (tokens m) (outputs m) (puts m).
Proof.
move=> [Y hY]; exists Y => xs f v hf.
exists (fun r => output m (foldl (next m) (start m) xs) (f r)) => [|r]; first exact: hY.
exact: outs_rcons.
Qed.
Lemma exponential_machine m : affine_step m -> exponential_along (tokens m) (outputs m) (puts m).
Proof.
move=> [D [p [D1 step]]] C C1; have [H H0 hH] := vector_small (states m) (start m).
have H1 : 1 <= 1 + H by rewrite ler_addl.
have ge0 (a : F) : 1 <= a -> 0 <= a by exact: le_trans ler01.
pose G := C ^+ p.+1 * (1 + H); have G1 : 1 <= G by rewrite mulr_ege1 // exprn_ege1.
pose B := 2%:R * D * G.
have D2 : 1 <= 2%:R * D by rewrite mulr_ege1 // ler1n.
have B1 : 1 <= B by exact: mulr_ege1.
have CpG : C ^+ p.+1 <= G by rewrite ler_pemulr // ge0 // exprn_ege1.
have GB : G <= B by rewrite /B ler_pemull // ge0.
have CG : C <= G by apply: le_trans CpG; rewrite exprS ler_pemulr ?exprn_ege1 // ge0.
have HB : H <= B.
  apply: le_trans GB; apply: (@le_trans _ _ (1 + H)); first by rewrite ler_addr ler01.
  by rewrite /G ler_pemull ?exprn_ege1 // ge0.
have B0 := ge0 _ B1; have CB : C <= B := le_trans CG GB; have C0 := ge0 _ C1.
exists (D * B ^+ p) => [|xs hx]; first by rewrite mulr_ege1 // exprn_ege1.
have : small (states m) (B ^+ 1) (start m) by apply: small_more hH; rewrite expr1.
rewrite /puts; move: (start m) 0%N hx => h u; elim: xs h u => [//|x xs IH] h u /= [xr rest] hh.
have Bu : 0 <= B ^+ u.+1 by exact: exprn_ge0.
have Cu : 1 <= C ^+ u.+1 by exact: exprn_ege1.
have CBu : C ^+ u.+1 <= B ^+ u.+1 by rewrite ler_expn2r // nnegrE.
have [hn _] := step _ _ h x Bu Cu hh xr.
have [_ ho] := step _ (B ^+ u.+1) h x Bu (exprn_ege1 _ B1) hh (small_more CBu xr).
split; [apply: small_more (ho (lexx _))|apply: IH => //; apply: small_more hn].
  have -> : (B ^+ u.+1) ^+ p = (B ^+ p) ^+ u.+1 by rewrite -!exprM mulnC.
  rewrite [(D * _) ^+ _]exprMn; apply: ler_wpmul2r; first by rewrite !exprn_ge0.
  by rewrite ler_eexpr.
have power : (C ^+ u.+1) ^+ p <= G ^+ u.+1.
  rewrite -[X in X <= _]exprM mulnC exprM ler_expn2r ?nnegrE ?exprn_ge0 ?ge0 //.
  by apply: le_trans CpG; rewrite exprS ler_pemull ?exprn_ge0.
have powerB : G ^+ u.+1 <= B ^+ u.+1 by rewrite ler_expn2r ?nnegrE ?ge0.
apply: (@le_trans _ _ (D * (B ^+ u.+1 + B ^+ u.+1))).
  by rewrite ler_wpmul2l ?ge0 // ler_add2l (le_trans power).
rewrite -mulr2n -mulr_natl mulrCA mulrA [B ^+ u.+2]exprS ler_wpmul2r //.
by rewrite /B ler_pemulr // ge0.
Qed.

(* ---------- steps that are given by expressions ---------- *)
Record program := Program {
  of_tokens : nat; of_states : nat; of_outputs : nat; at_first : vec;
  next_state : nat -> expr; put_out : nat -> expr }.
Implicit Types (p : program).
Definition machine_of p : machine F :=
  Machine (of_tokens p) (of_states p) (of_outputs p) (at_first p)
    (fun h x i => value h x (next_state p i)) (fun h x i => value h x (put_out p i)).
Definition in_range p : Prop :=
  (forall i, (i < of_states p)%N -> within (of_states p) (of_tokens p) (next_state p i)) /\
  (forall i, (i < of_outputs p)%N -> within (of_states p) (of_tokens p) (put_out p i)).
Definition made_of (form form' : expr -> bool) p : Prop :=
  (forall i, (i < of_states p)%N -> form (next_state p i)) /\
  (forall i, (i < of_outputs p)%N -> form' (put_out p i)).
Lemma lipschitz_program p : in_range p -> made_of is_lipschitz is_lipschitz p ->
  lipschitz_step (machine_of p).
Proof.
move=> [ws wo] [ls lo]; have all (e : nat -> expr) l :
    (forall i, (i < l)%N -> within (of_states p) (of_tokens p) (e i)) ->
    (forall i, (i < l)%N -> is_lipschitz (e i)) -> exists2 K, 0 <= K & forall i, (i < l)%N ->
      forall d h k x y, 0 <= d -> near (of_states p) d h k -> near (of_tokens p) d x y ->
        `|value h x (e i) - value k y (e i)| <= K * d.
  move=> w le; apply: (@largest (fun i K => forall d h k x y, 0 <= d ->
      near (of_states p) d h k -> near (of_tokens p) d x y ->
        `|value h x (e i) - value k y (e i)| <= K * d)) => [i K L _ KL hK d h k x y d0 hd xd|i hi].
    by apply: le_trans (hK d h k x y d0 hd xd) _; exact: ler_wpmul2r.
  exact: lipschitz_form (w i hi) (le i hi).
have [K K0 hK] := all _ _ ws ls; have [L L0 hL] := all _ _ wo lo.
exists (K + L) => [|d h k x y d0 hd xd]; first exact: addr_ge0.
split=> i hi /=; rewrite mulrDl.
  by apply: le_trans (hK i hi d h k x y d0 hd xd) _; rewrite ler_addl mulr_ge0.
by apply: le_trans (hL i hi d h k x y d0 hd xd) _; rewrite ler_addr mulr_ge0.
Qed.
Lemma continuous_program p : in_range p -> made_of is_continuous is_continuous p ->
  continuous_step (machine_of p).
Proof.
move=> [ws wo] [ls lo] h x eps e0; have all (e : nat -> expr) l :
    (forall i, (i < l)%N -> within (of_states p) (of_tokens p) (e i)) ->
    (forall i, (i < l)%N -> is_continuous (e i)) -> exists2 d, 0 < d & forall i, (i < l)%N ->
      forall k y, near (of_states p) d h k -> near (of_tokens p) d x y ->
        `|value h x (e i) - value k y (e i)| <= eps.
  move=> w le; apply: (@least (fun i d => forall k y, near (of_states p) d h k ->
      near (of_tokens p) d x y -> `|value h x (e i) - value k y (e i)| <= eps))
    => [i d d' _ dd hd k y hk xy|i hi].
    by apply: hd; [exact: near_more hk|exact: near_more xy].
  exact: continuous_form (w i hi) (le i hi) h x eps e0.
have [d d0 hd] := all _ _ ws ls; have [d' d'0 hd'] := all _ _ wo lo.
exists (Num.min d d') => [|k y hk xy]; first by rewrite lt_minr d0.
split=> i hi /=.
  by apply: hd => //; [apply: near_more hk|apply: near_more xy]; rewrite le_minl lexx.
by apply: hd' => //; [apply: near_more hk|apply: near_more xy]; rewrite le_minl lexx orbT.
Qed.
Lemma linear_program p : in_range p -> made_of is_at_most_linear is_at_most_linear p ->
  linear_step (machine_of p).
Proof.
move=> [ws wo] [ls lo]; have all (e : nat -> expr) l :
    (forall i, (i < l)%N -> within (of_states p) (of_tokens p) (e i)) ->
    (forall i, (i < l)%N -> is_at_most_linear (e i)) -> exists2 K, 0 <= K & forall i, (i < l)%N ->
      forall r h x, 0 <= r -> small (of_states p) r h -> small (of_tokens p) r x ->
        `|value h x (e i)| <= K * (1 + r).
  move=> w le; apply: (@largest (fun i K => forall r h x, 0 <= r -> small (of_states p) r h ->
      small (of_tokens p) r x -> `|value h x (e i)| <= K * (1 + r)))
    => [i K L _ KL hK r h x r0 hr xr|i hi].
    by apply: le_trans (hK r h x r0 hr xr) _; rewrite ler_wpmul2r ?addr_ge0 ?ler01.
  exact: linear_form (w i hi) (le i hi).
have [K K0 hK] := all _ _ ws ls; have [L L0 hL] := all _ _ wo lo.
exists (K + L) => [|r h x r0 hr xr]; first exact: addr_ge0.
have r1 : 0 <= 1 + r by rewrite addr_ge0 ?ler01.
split=> i hi /=; rewrite mulrDl.
  by apply: le_trans (hK i hi r h x r0 hr xr) _; rewrite ler_addl mulr_ge0.
by apply: le_trans (hL i hi r h x r0 hr xr) _; rewrite ler_addr mulr_ge0.
Qed.
Lemma affine_program p : in_range p -> made_of is_affine is_continuous p ->
  affine_step (machine_of p).
Proof.
move=> [ws wo] [ls lo].
have rm (r : F) (a : nat) : 1 <= r -> 0 <= r ^+ a by move=> r1; rewrite exprn_ge0 // (le_trans ler01).
pose P i (a : F * nat) := forall q r h x, 0 <= q -> 1 <= r -> small (of_states p) q h ->
  small (of_tokens p) r x -> `|value h x (next_state p i)| <= a.1 * (q + r ^+ a.2).
have [||D [m [D1 hD]]] := @largest_power P (of_states p).
- move=> i D m D' m' D1 DD' mm' hD q r h x q0 r1 hq xr.
  apply: le_trans (hD q r h x q0 r1 hq xr) _; apply: ler_pmul => //=.
  + exact: le_trans D1.
  + by rewrite addr_ge0 ?rm.
  by rewrite ler_add2l ler_weexpn2l.
- by move=> i hi; exact: affine_form (ws i hi) (ls i hi).
pose Q i (a : F * nat) := forall r h x, 1 <= r -> small (of_states p) r h ->
  small (of_tokens p) r x -> `|value h x (put_out p i)| <= a.1 * r ^+ a.2.
have [||E [k [E1 hE]]] := @largest_power Q (of_outputs p).
- move=> i D' m' D'' m'' D1' DD' mm' hD' r h x r1 hq xr.
  apply: le_trans (hD' r h x r1 hq xr) _; apply: ler_pmul => //=.
  + exact: le_trans D1'.
  + exact: rm.
  by rewrite ler_weexpn2l.
- by move=> i hi; exact: power_form (wo i hi) (lo i hi).
have D0 := le_trans ler01 D1; have E0 := le_trans ler01 E1.
exists (D + E), (maxn m k); split=> [|q r h x q0 r1 hq xr]; first by apply: le_trans D1 _; rewrite ler_addl.
have r_ge0 a := rm r a r1; split=> [i hi /=|qr i hi /=].
  apply: le_trans (hD i hi q r h x q0 r1 hq xr) _; apply: ler_pmul => //=.
  - exact: addr_ge0.
  - by rewrite ler_addl.
  by rewrite ler_add2l ler_weexpn2l ?leq_maxl.
apply: le_trans (hE i hi r h x r1 (small_more qr hq) xr) _; apply: ler_pmul => //=.
  by rewrite ler_addr.
by rewrite ler_weexpn2l ?leq_maxr.
Qed.
Lemma far_program p : in_range p -> made_of is_lipschitz is_lipschitz p -> far_step (machine_of p).
Proof.
move=> [_ wo] [_ lo]; exists (fun v i => slope v (put_out p i)) => h f v hf i hi.
exact: far_form (wo i hi) (lo i hi) h f v hf.
Qed.

(* ---------- stacks, by induction over the machines ---------- *)
Lemma size_along (R : vec -> vec -> Prop) xs ys : along R xs ys -> size xs = size ys.
Proof. by elim: xs ys => [|x xs IH] [|y ys] //= [_ /IH ->]. Qed.
Section Every.
Variable kind : machine F -> Prop.
Lemma lipschitz_stack : (forall m, kind m -> lipschitz_step m) ->
  forall n l c, stack kind n l c ->
    lipschitz n l c /\ forall xs, size (c xs) = size xs.
Proof.
move=> each n l c h; split; last exact: size_stack h.
elim: h => {n l c} [n T|n m c hc IH km T]; first by exists 1 => [|d xs ys _ _]; rewrite ?ler01 ?mul1r.
have [K K0 hK] := IH T; have [L L0 hL] := lipschitz_machine (each m km) T.
exists (L * K) => [|d xs ys d0 sx xy]; first exact: mulr_ge0.
rewrite -mulrA; apply: hL; [exact: mulr_ge0|by rewrite (size_stack hc)|exact: hK].
Qed.
Lemma continuous_stack : (forall m, kind m -> continuous_step m) ->
  forall n l c, stack kind n l c -> continuous n l c.
Proof.
move=> each; apply: every_stack => [n xs eps e0|m /each|n k l c c' hc hc' xs eps e0].
- by exists eps.
- exact: continuous_machine.
have [d d0 hd] := hc' (c xs) eps e0; have [d' d'0 hd'] := hc xs d d0.
by exists d' => // ys /hd' /hd.
Qed.
Lemma linear_stack : (forall m, kind m -> linear_step m) ->
  forall n l c, stack kind n l c -> at_most_linear n l c.
Proof.
move=> each n l c h; elim: h => {n l c} [n T|n m c hc IH km T].
  exists 1 => [|r xs r0 _]; rewrite ?ler01 ?mul1r //.
  by apply: throughout_more => _ y; apply: small_more; rewrite ler_addr ler01.
have [K K0 hK] := IH T; have [L L0 hL] := linear_machine (each m km) T.
exists (L * (1 + K)) => [|r xs r0 sx xr]; first by rewrite mulr_ge0 // addr_ge0 ?ler01.
have r1 : 0 <= 1 + r by rewrite addr_ge0 ?ler01.
have sc : size (c xs) = T by rewrite (size_stack hc).
apply: throughout_more (hL (K * (1 + r)) (c xs) (mulr_ge0 K0 r1) sc (hK r xs r0 sx xr)) => _ y.
apply: small_more; rewrite -mulrA ler_wpmul2l // -subr_ge0 (_ : _ - _ = r) //; by ring.
Qed.
Lemma far_stack : (forall m, kind m -> far_step m) ->
  forall n l c, stack kind n l c -> far_slopes n l c.
Proof.
move=> each; apply: every_stack => [n|m /each|n k l c c' [Y hY] [Y' hY']].
- by exists id => xs f v hf; exists f.
- exact: far_machine.
exists (Y' \o Y) => xs f v /(hY xs) [g hg eg]; have [g' hg' eg'] := hY' (c xs) g _ hg.
by exists g' => // r; rewrite /= eg eg'.
Qed.
Lemma exponential_stack : (forall m, kind m -> affine_step m) ->
  forall n l c, stack kind n l c -> exponential_along n l c.
Proof.
move=> each; apply: every_stack => [n C C1|m /each|n k l c c' hc hc' C C1].
- by exists C.
- exact: exponential_machine.
have [D D1 hD] := hc C C1; have [E E1 hE] := hc' D D1.
by exists E => // xs /hD /hE.
Qed.
End Every.

(* the rule: kinds of machines, with any sizes and weights, and what `how` says of every stack *)
Section Composing.
Variables (kind : program -> Prop).
Hypothesis ranges : forall p, kind p -> in_range p.
Definition of_kind (m : machine F) : Prop := exists2 p, kind p & m = machine_of p.
Theorem composing :
  [/\ (forall p, kind p -> made_of is_lipschitz is_lipschitz p) ->
        forall n l c, stack of_kind n l c -> lipschitz n l c /\ far_slopes n l c,
      (forall p, kind p -> made_of is_continuous is_continuous p) ->
        forall n l c, stack of_kind n l c -> continuous n l c,
      (forall p, kind p -> made_of is_at_most_linear is_at_most_linear p) ->
        forall n l c, stack of_kind n l c -> at_most_linear n l c &
      (forall p, kind p -> made_of is_affine is_continuous p) ->
        forall n l c, stack of_kind n l c -> forall R, exists2 D, 1 <= D & forall xs,
          throughout (fun=> small n R) 0 xs -> throughout (fun t => small l (D ^+ t.+1)) 0 (c xs)].
Proof.
split=> form n l c h.
- split; last by apply: far_stack h => m [p kp ->]; exact: far_program (ranges kp) (form p kp).
  have each m : of_kind m -> lipschitz_step m.
    by move=> [p kp ->]; exact: lipschitz_program (ranges kp) (form p kp).
  by have [] := lipschitz_stack each h.
- by apply: continuous_stack h => m [p kp ->]; exact: continuous_program (ranges kp) (form p kp).
- by apply: linear_stack h => m [p kp ->]; exact: linear_program (ranges kp) (form p kp).
move=> R; have each m : of_kind m -> affine_step m.
  by move=> [p kp ->]; exact: affine_program (ranges kp) (form p kp).
have C1 : 1 <= Num.max 1 R by rewrite le_maxr lexx.
have [D D1 hD] := exponential_stack each h C1; exists D => // xs hx; apply: hD.
apply: throughout_more hx => t x; apply: small_more.
apply: (@le_trans _ _ (Num.max 1 R)); first by rewrite le_maxr lexx orbT.
by rewrite ler_eexpr.
Qed.
End Composing.
End Compositions.
