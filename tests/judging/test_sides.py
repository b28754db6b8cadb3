"""Sides of relations at an instance: which of them is larger."""

from itertools import permutations

import numpy as np
import pytest
import sympy as sp

from theorem_checks.judging.sides import _order, equal_sides, shown, unequal_sides, wrong_order
from theorem_checks.statements.conclusions import AtMost, Equal, Less
from theorem_checks.statements.hypotheses import Unequal
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete

NUMBERS = [sp.Integer(-2), sp.Rational(7, 5), sp.sqrt(2), sp.Rational(3, 2), sp.exp(1), sp.pi]
WORLD = Concrete({}, 0)


@pytest.mark.parametrize(("one", "other"), list(permutations(range(6), 2)), ids=str)
def test_numbers_are_ordered_whatever_they_are_made_of(one: int, other: int):
    left, right = NUMBERS[one], NUMBERS[other]
    assert _order(left, right) == (1 if one > other else -1)
    for relation in (AtMost, Less):
        assert (wrong_order(relation(left, right), WORLD) is None) is (one < other)


def test_equal_numbers_are_in_order_where_they_may_be_equal():
    for number in (sp.Integer(-2), sp.Rational(7, 5)):
        assert wrong_order(AtMost(number, number), WORLD) is None
        assert wrong_order(Less(number, number), WORLD) is not None
    with pytest.raises(NoExactValueError):
        _order(sp.pi, sp.pi)  # of which no ball says that they are equal


def test_equal_sides_are_told_from_others():
    for left, right in permutations(NUMBERS[:2] + NUMBERS[4:], 2):
        assert unequal_sides(Equal(left, right), WORLD) is not None
        assert unequal_sides(Equal(left, left), WORLD) is None
        assert equal_sides(Unequal(left, right), WORLD) is None
    assert equal_sides(Unequal(sp.sqrt(8), 2 * sp.sqrt(2)), WORLD) is not None


def test_an_irrational_number_is_written_as_mathematics():
    assert shown(sp.exp(-sp.sqrt(2))) == "e^(- √2)"
    assert shown((sp.pi, sp.Rational(1, 3))) == "(π, 1/3)"
    assert shown(np.array([sp.E, 2], dtype=object)) == "[e, 2]"
