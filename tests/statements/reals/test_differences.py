"""Comparing exact values entry by entry."""

from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy as sp

from theorem_checks.errors import ExactnessError
from theorem_checks.statements.reals.differences import Difference, agree


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, Fraction(1)),
        ([1, 2], np.array([1, 2])),
        ([[Fraction(1, 2)]], np.array([[Fraction(2, 4)]], dtype=object)),
        (np.array(3), 3),
        ([], np.zeros(0, dtype=int)),
    ],
)
def test_equal_values_agree(one, other):
    assert agree(one, other) is True
    assert agree(other, one) is True


def test_the_first_differing_entry_is_named():
    difference = agree([[1, 2], [3, 4]], [[1, 2], [5, 6]], "row sums")
    assert difference == Difference(3, 5, "row sums; entry [1, 0]")
    assert not difference


def test_scalars_have_no_entry_to_name():
    assert agree(1, 2) == Difference(1, 2, "")


@pytest.mark.parametrize(("one", "other"), [([1], 1), ([[1]], [1]), ([1, 1], [1])])
def test_shapes_are_not_broadcast(one, other):
    difference = agree(one, other)
    assert isinstance(difference, Difference)
    assert "shapes" in difference.explanation


@pytest.mark.parametrize("value", [0.5, [0.5], np.zeros(2), [np.float64(1)]])
def test_floats_are_not_compared(value):
    with pytest.raises(ExactnessError):
        agree(value, value)


@pytest.mark.parametrize("make", [flint.fmpq, sp.Rational, Fraction])
@pytest.mark.parametrize("other", [flint.fmpq, sp.Rational, Fraction])
def test_rationals_of_every_library_agree_by_value(make, other):
    assert agree(make(1, 3), other(1, 3)) is True
    assert agree([make(4, 2)], [other(2, 1)]) is True
    assert not agree(make(1, 3), other(1, 2))
