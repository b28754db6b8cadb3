"""What is known of the values of functions that stand in entries."""

import pytest

from theorem_checks import All, AtMost, Implies, Less, Verdict, arithmetic
from theorem_checks.statements.worlds.symbolic import Symbolic

x = Symbolic().array("x")


@pytest.mark.parametrize(
    ("known", "said", "verdict"),
    [
        (AtMost(2, 1 / x), AtMost(2 * x, 1), True),
        (AtMost(2, 1 / x), AtMost(3 * x, 1), False),
        (AtMost(1 / x, 2), AtMost(1, 2 * x), True),
        (AtMost(1 / x, 2), AtMost(1, x), False),
    ],
    ids=["a half at most", "a third at most", "a half at least", "one at least"],
)
def test_a_reciprocal_is_what_its_number_is_multiplied_with_to_1(known, said, verdict: bool):
    found = arithmetic(Implies(All((Less(0, x), known)), said))
    assert (found.verdict is Verdict.PROVED) is verdict
