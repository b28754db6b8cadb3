(* Whether each of eight numbers is positive decides all: 256 cases, by computation. *)
Inductive said := is (n : nat) | no (a : said) | both (a b : said) | one (a b : said).
Fixpoint holds (v : nat -> Prop) a := match a with
  | is n => v n | no a => ~ holds v a
  | both a b => holds v a /\ holds v b | one a b => holds v a \/ holds v b end.
Fixpoint truth (v : nat -> bool) a := match a with
  | is n => v n | no a => negb (truth v a)
  | both a b => truth v a && truth v b | one a b => truth v a || truth v b end%bool.
Lemma holds_truth v w a : (forall n, v n <-> w n = true) -> holds v a <-> truth w a = true.
Proof.
intro h; induction a as [n|a IH|a IH b JH|a IH b JH]; simpl; [apply h|..].
{ rewrite IH; destruct (truth w a); simpl; intuition discriminate. }
{ rewrite IH, JH; destruct (truth w a), (truth w b); simpl; intuition discriminate. }
rewrite IH, JH; destruct (truth w a), (truth w b); simpl; intuition discriminate.
Qed.
Definition at_list (l : list bool) n := List.nth n l false.
Definition every (check : list bool -> bool) : bool := (fix go n l := match n with
  | O => check l | S n => go n (cons true l) && go n (cons false l) end)%bool 8%nat nil.
Lemma every_true check : every check = true ->
  forall a b c d e f g h, check (a :: b :: c :: d :: e :: f :: g :: h :: nil)%list = true.
Proof.
intros H a b c d e f g h; unfold every in H.
repeat match goal with k : (_ && _)%bool = true |- _ => apply andb_prop in k; destruct k end.
destruct a, b, c, d, e, f, g, h; assumption.
Qed.
Definition positive x : bool := if Rlt_dec 0 x then true else false.
Lemma positive_true x : 0 < x <-> positive x = true.
Proof. unfold positive; destruct (Rlt_dec 0 x); intuition discriminate. Qed.
Definition among (l : list R) n := 0 < List.nth n l 0.
Lemma decided (a b : said) :
  every (fun l => implb (truth (at_list l) a) (truth (at_list l) b)) = true ->
  forall u0 u1 u2 u3 u4 u5 u6 u7 : R,
  holds (among (u0 :: u1 :: u2 :: u3 :: u4 :: u5 :: u6 :: u7 :: nil)%list) a ->
  holds (among (u0 :: u1 :: u2 :: u3 :: u4 :: u5 :: u6 :: u7 :: nil)%list) b.
Proof.
intros H u0 u1 u2 u3 u4 u5 u6 u7.
set (l := (u0 :: u1 :: u2 :: u3 :: u4 :: u5 :: u6 :: u7 :: nil)%list).
assert (forall n, among l n <-> at_list (List.map positive l) n = true) as h.
{ intro n; unfold among, at_list; rewrite positive_true.
  do 8 (destruct n as [|n]; [reflexivity|]); simpl.
  assert (positive 0 = false) as z by (unfold positive; destruct (Rlt_dec 0 0); [lra|reflexivity]).
  destruct n; rewrite ?z; reflexivity. }
rewrite !(holds_truth _ _ _ h); intro ha; pose proof (every_true _ H) as k.
specialize (k (positive u0) (positive u1) (positive u2) (positive u3)
  (positive u4) (positive u5) (positive u6) (positive u7)); cbv beta in k.
change (List.map positive l) with (positive u0 :: positive u1 :: positive u2 :: positive u3 ::
  positive u4 :: positive u5 :: positive u6 :: positive u7 :: nil)%list in *.
rewrite ha in k; exact k.
Qed.
Ltac place x l := match l with (x :: _)%list => constr:(O)
  | (_ :: ?r)%list => let n := place x r in constr:(S n) end.
Ltac read p l := match p with
  | ~ ?a => let x := read a l in constr:(no x)
  | ?a /\ ?b => let x := read a l in let y := read b l in constr:(both x y)
  | ?a \/ ?b => let x := read a l in let y := read b l in constr:(one x y)
  | 0 < ?x => let n := place x l in constr:(is n) end.
Ltac by_computation := intros u0 u1 u2 u3 u4 u5 u6 u7; match goal with |- ?p -> ?q =>
  let l := constr:((u0 :: u1 :: u2 :: u3 :: u4 :: u5 :: u6 :: u7 :: nil)%list) in
  let a := read p l in let b := read q l in
  refine (decided a b _ u0 u1 u2 u3 u4 u5 u6 u7); vm_compute; reflexivity end.
Theorem proved : statement.
Proof. split; by_computation. Qed.
