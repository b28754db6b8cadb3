"""The lemmas that clear orders of numbers of what is positive."""

import pytest

from theorem_checks import All, AtMost, Less, exp
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.statements.worlds.symbolic import Symbolic


@pytest.fixture(scope="module")
def proof():
    """The proof that e^x is at least 1 + x, and of what is beside it."""
    w = Symbolic()
    x = w.number("x")
    beside = AtMost(0, 1 + x * x), Less(-1, x * x)
    return certificate_for(All((AtMost(1 + x, exp(x)), *beside))).proof


def test_an_order_of_numbers_is_cleared_by_the_lemma_of_its_kind(proof):
    cleared = [line for line in proof.splitlines() if "clear_" in line]
    assert ["clear_at_most" in line for line in cleared] == [True, False]
    assert ["clear_less" in line for line in cleared] == [False, True]
    assert not any("exp" in line for line in cleared)
