"""What is true of all numbers of a range is true of those in it."""

import pytest
import sympy as sp

from tests.proving.rules.theorems import at_least_one, m, n, proved
from theorem_checks import (
    ArgumentError,
    Verdict,
)
from theorem_checks.proving.rules.connectives import given
from theorem_checks.proving.rules.inductions import induction
from theorem_checks.proving.rules.instances import instantiate
from theorem_checks.statements.conclusions import (
    ForAll,
    Implies,
)


def test_an_instance_lies_in_the_range():
    general = ForAll(n, 1, at_least_one(n))
    step = given(Implies(at_least_one(n), at_least_one(n + 1)), proved(at_least_one(n + 1)))
    whole = induction(general, proved(at_least_one(sp.Integer(1))), step)
    assert instantiate(general, whole, 0).verdict is Verdict.UNDECIDED
    assert instantiate(general, whole, 2 * m).verdict is not Verdict.PROVED
    with pytest.raises(ArgumentError, match="an integer"):
        instantiate(general, whole, "1/2")
