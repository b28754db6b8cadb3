"""Stated numbers become floats that enclose them."""

import math
from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.sampling.enclosures import enclosure, exact, positive_float


@given(value=st.fractions())
def test_an_exact_value_is_enclosed_tightly(value):
    low, high = enclosure("value", value)
    assert Fraction(low) <= value <= Fraction(high)
    assert high in (low, math.nextafter(low, math.inf))


@given(value=st.floats(allow_nan=False, allow_infinity=False, max_value=1e300, min_value=-1e300))
def test_a_float_stands_for_its_neighbourhood(value):
    low, high = enclosure("value", value)
    assert low < value < high
    assert math.nextafter(low, math.inf) == value == math.nextafter(high, -math.inf)


@pytest.mark.parametrize(
    "value", ["3/10", Fraction(3, 10), sympy.Rational(3, 10), flint.fmpq(3, 10)]
)
def test_every_kind_of_rational_is_understood(value):
    assert exact("value", value) == Fraction(3, 10)


def test_integers_of_numpy_are_exact():
    assert exact("value", np.int64(7)) == 7


@pytest.mark.parametrize("value", [math.nan, math.inf, "a third", "1/0", True, 10**400])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(ArgumentError, match="value="):
        enclosure("value", value)


def test_a_float_is_not_exact():
    with pytest.raises(ExactnessError):
        exact("variance", 0.1)


@pytest.mark.parametrize("value", [0, -1, "1", 1.0, math.nan])
def test_a_rate_lies_between_zero_and_one(value):
    with pytest.raises(ArgumentError, match=r"\(0, 1\)"):
        positive_float("false_alarm", value, below=1.0)


@pytest.mark.parametrize("value", [sympy.exp(-1), 2 * sympy.exp(sympy.Rational(-5, 4)), sympy.pi])
def test_a_number_of_sympy_is_enclosed(value):
    low, high = enclosure("value", value)
    assert sympy.Rational(low) < value < sympy.Rational(high)
    assert high - low < 1e-14
    assert positive_float("value", value) == pytest.approx(float(value))


def test_an_expression_with_symbols_is_no_number():
    with pytest.raises(ArgumentError, match="exp"):
        enclosure("value", sympy.Symbol("x") + 1)


def test_any_infinity_is_no_bound():
    with pytest.raises(ArgumentError, match="expected a positive number"):
        positive_float("delta", 0, below=float("inf"))
    with pytest.raises(ArgumentError, match=r"expected a number in \(0, 1\)"):
        positive_float("delta", 0, below=1.0)
