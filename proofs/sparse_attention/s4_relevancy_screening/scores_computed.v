From mathcomp.algebra_tactics Require Import ring.
(* Each token adds as many scores as the buffer and the relevant set have places. *)
Theorem proved : statement.
Proof.
move=> F nu n rho m V U b A phi _ _ _ _ start after xs.
elim/last_ind: xs => [|xs x]; first by rewrite /= mul0r.
rewrite foldl_rcons; move: (foldl after start xs).
case=> [[[[[[[[[[[? ?] ?] ?] ?] ?] ?] ?] ?] ?] scores] tokens] /= ->.
by rewrite !mul1r mulrDl mul1r.
Qed.
