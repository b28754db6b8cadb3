(* Steps of a gain of 2 or more are 0 or 1 where what is compared is 1/2 apart at least; conditionals
   keep a value behind 1 and silence it behind 0. *)
Lemma half mu : 0 < mu -> 2 <= mu -> 0 < 1 / mu <= 1 / 2.
Proof. intros h h2; destruct (inverse mu h); split; [assumption|nra]. Qed.
Ltac steps := repeat match goal with |- context [step ?mu ?x] =>
  first [rewrite (below mu x) by lra | rewrite (above mu x) by lra] end.
Ltac choices := rewrite ?nothing; repeat match goal with |- context [kept ?t ?z] =>
  first [rewrite (open t z) by lra | rewrite (silent t z) by lra] end.
Ltac by_steps mu h := split; [lra|]; named; suppose; intro known;
  try pose proof (half mu h ltac:(tauto)); hypotheses; subst; steps; choices; cases.
Theorem proved : statement.
Proof.
unfold statement; split; [|split; [|split; [|split; [|split; [|split; [|split; [|split; [|split; [|split]]]]]]]]].
{ intros; suppose; intro known; hypotheses; lra. }
{ intros mu lam gap h _; by_steps mu h. }
{ intros mu lam total n h _; by_steps mu h. }
{ intros mu lam a b h _; by_steps mu h. }
{ intros mu lam started n t h _; by_steps mu h. }
{ intros mu lam n t h _; by_steps mu h. }
{ intros mu lam a b h _; by_steps mu h. }
{ intros mu lam a b m h _; by_steps mu h. }
{ intros mu lam x a h hl; by_steps mu h. }
{ intros mu lam x a h hl; named; suppose; intro known; hypotheses; subst; choices; cases. }
intros mu lam x a h hl; by_steps mu h.
Qed.
