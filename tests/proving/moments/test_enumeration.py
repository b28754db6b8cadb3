"""Moments at numbers, by adding up all placements of indices."""

import pytest
import sympy as sp

from theorem_checks import ArgumentError
from theorem_checks.proving.moments.enumeration import _expression, _integer, _number

n, c = sp.Symbol("n", integer=True, positive=True), sp.Symbol("c", real=True)


@pytest.mark.parametrize(
    "entry", [sp.Integer(-3), sp.Rational(1, 2), sp.Rational(-7, 3), sp.sqrt(2), c]
)
def test_an_entry_is_the_same_number_in_the_sums(entry):
    assert _expression(_number(entry)) == entry
    assert _expression(_number(entry) * 2 + 1) == 2 * entry + 1


def test_a_size_is_an_integer_from_the_least_on():
    assert _integer(2 * n - 1, {n: 2}, 3) == 3
    for size, at, least in ((2 * n - 1, {n: 2}, 4), (n / 2, {n: 3}, 0), (n, {}, 0)):
        with pytest.raises(ArgumentError, match="Give it in `at`"):
            _integer(size, at, least)
