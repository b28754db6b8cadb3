"""The lemmas that clear orders of numbers of what is positive."""

import re

import pytest
import sympy as sp

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


def test_a_number_under_a_stroke_is_taken_as_it_is_below_one_in_the_middle():
    """A half stands for all values: there 4 x - 3 is below 0, so that 3 - 4 x clears."""
    x = Symbolic().number("x")
    proof = certificate_for(AtMost(1 / (x - sp.Rational(3, 4)), x * x)).proof
    (factor,) = re.findall(r"clear_at_most _ _ _ (.*)\); \[", proof)
    assert factor == "(/ (3 + ((- 4) * x)))"
