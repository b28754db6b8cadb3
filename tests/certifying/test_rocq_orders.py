"""Orders of two indices in both directions: what the normaliser knows of them."""

import pytest

from tests.certifying.shared import NEEDS_COQC, coqc_output
from theorem_checks.certifying.rocq import compiled_library

FILE = """
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import IndexSums Orders Faster.
Definition free := Known [:: (0, 0); (1, 0)] [::] [::] [::].
Definition entry i := Atm (0, 0, [:: i]).
Definition order i j := Atm (3, 0, [:: i; j]).
Definition delta i j := Atm (1, 0, [:: i; j]).
Definition says e1 e2 := decide_orders free 0 e1 e2.
Definition both := Add (order 0 1) (order 1 0).
Definition masked := Sum 2 0 (Mul (Add (order 0 2) (order 2 0)) (entry 2)).
Goal says both (Add (Num 1) (delta 0 1)). Proof. by []. Qed.
Goal says (Mul (order 0 1) (order 1 0)) (delta 0 1). Proof. by []. Qed.
Goal says masked (Add (Sum 3 0 (entry 3)) (entry 0)). Proof. by []. Qed.
Definition other i := Atm (0, 1, [:: i]).
Definition pair i j := Mul (entry i) (other j).
Definition sum i j e := Sum i 0 (Sum j 0 e).
Definition half i j := sum 2 3 (Mul (order i j) (pair 2 3)).
Definition halves := Add (half 2 3) (half 3 2).
Definition whole := Add (sum 2 3 (pair 2 3)) (Sum 2 0 (pair 2 2)).
Goal says halves whole. Proof. by []. Qed.
Goal ~~ says halves (sum 2 3 (pair 2 3)). Proof. by []. Qed.
Definition zero := Mul (Num 0) (order 2 3).
Definition inverses := Known [:: (0, 0); (1, 0)] [:: (2, 3, 0)] [::] [::].
Definition product := Sum 4 0 (Mul (Atm (0, 2, [:: 0; 4])) (Atm (0, 3, [:: 4; 1]))).
Goal decide_fast inverses (Add product (sum 2 3 zero)) (delta 1 0). Proof. by []. Qed.
Definition more := Add (delta 0 1) (Num 1).
Goal decide_fast free (Add (sum 2 3 (pair 3 2)) both) (Add (sum 2 3 (pair 2 3)) more).
Proof. by []. Qed.
Goal ~~ decide_fast free product (delta 0 1). Proof. by []. Qed.
Goal ~~ decide_fast free (sum 2 3 (pair 2 3)) (Sum 2 0 (pair 2 2)). Proof. by []. Qed.
Goal ~~ says both (Num 1). Proof. by []. Qed.
Goal ~~ says masked (Sum 3 0 (entry 3)). Proof. by []. Qed.
Goal ~~ says (order 0 1) (order 1 0). Proof. by []. Qed.
Print Assumptions decide_orders_sound.
Print Assumptions decide_fast_sound.
Print Assumptions pairs_below.
"""


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_of_two_orders_one_holds_and_both_where_the_indices_are_equal(rocq_folder, tmp_path):
    library = compiled_library(rocq_folder, "lower bounds")
    said = coqc_output(tmp_path / "orders.v", FILE, library)
    assert said.count("Closed under the global context") == 3
