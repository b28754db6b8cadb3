"""What is known of the values of functions that stand in entries."""

import pytest
import sympy as sp

from theorem_checks import All, AtMost, Implies, Less, Verdict, arithmetic
from theorem_checks.statements.worlds.symbolic import Symbolic

x = Symbolic().array("x")
WITHOUT_FORM = sp.sin(sp.Symbol("a", real=True))  # no canonical form has a sine


@pytest.mark.parametrize("b", [x, x + WITHOUT_FORM], ids=["entry", "sum without a form"])
@pytest.mark.parametrize(
    ("says", "verdict"),
    [
        (lambda b: (AtMost(2, 1 / b), AtMost(2 * b, 1)), True),
        (lambda b: (AtMost(2, 1 / b), AtMost(3 * b, 1)), False),
        (lambda b: (AtMost(1 / b, 2), AtMost(1, 2 * b)), True),
        (lambda b: (AtMost(1 / b, 2), AtMost(1, b)), False),
    ],
    ids=["a half at most", "a third at most", "a half at least", "one at least"],
)
def test_a_reciprocal_is_what_its_number_is_multiplied_with_to_1(says, verdict: bool, b):
    known, said = says(b)
    found = arithmetic(Implies(All((Less(0, b), known)), said))
    assert (found.verdict is Verdict.PROVED) is verdict
