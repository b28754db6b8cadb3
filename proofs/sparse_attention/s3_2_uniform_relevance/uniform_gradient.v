From mathcomp.algebra_tactics Require Import ring.
(* An identity between fractions whose divisors are sizes, and such sizes with 1 or 2 more. *)
Theorem proved : statement.
Proof.
move=> F T lam u_0 h_one sum_one h_other sum_other u_1 hT.
have h0 : T%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have h1 : 1 + T%:R != 0 :> F by rewrite -(natrD _ 1) pnatr_eq0.
have h2 : 2%:R + T%:R != 0 :> F by rewrite -natrD pnatr_eq0.
by field; rewrite ?h0 ?h1 ?h2.
Qed.
