"""Leading terms and expansions in the inverse of a dimension."""

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.proving.moments import expansion_in_inverse, leading_order

n, c = sp.symbols("n c")
coefficients = st.lists(st.integers(-4, 4), min_size=1, max_size=4)


def polynomial(cells):
    return sum(a * n**power for power, a in enumerate(cells))


@given(coefficients, coefficients.filter(any), st.integers(1, 5))
def test_what_is_left_out_is_of_lower_order(top, bottom, terms):
    function = polynomial(top) / sp.sympify(polynomial(bottom))
    series = expansion_in_inverse(function, n, terms)
    rest = sp.cancel(function - series)
    if rest != 0:
        order = degree(sp.cancel(function)) - terms
        assert degree(rest) <= order


def degree(function):
    top, bottom = sp.fraction(sp.together(function))
    return sp.degree(top, n) - sp.degree(bottom, n)


def test_expansions():
    kurtosis = (3 * n**2 + 18 * n + 24) / n**2
    assert leading_order(kurtosis, n) == 3
    assert expansion_in_inverse(kurtosis, n, 2) == 3 + 18 / n
    assert expansion_in_inverse(kurtosis, n, 9) == sp.expand(kurtosis)
    assert expansion_in_inverse(1 / (n - c), n, 3) == 1 / n + c / n**2 + c**2 / n**3
    assert leading_order(n**2 * c + n**3 * (c - 1) + n**3, n) == c * n**3
    assert leading_order(n - n, n) == 0
    assert leading_order(7, n) == 7
    assert leading_order("1/3", n) == sp.Rational(1, 3)


def test_what_has_no_expansion_is_refused():
    for expression in (sp.sqrt(n), 2**n, sp.exp(1 / n)):
        with pytest.raises(ArgumentError, match="rational function of n"):
            leading_order(expression, n)
    unfit: list[Any] = [0, -1, True, Fraction(1, 2)]
    for terms in unfit:
        with pytest.raises((ArgumentError, TypeError)):
            expansion_in_inverse(n, n, terms)
    with pytest.raises(ExactnessError):
        leading_order(0.5 * n, n)


def test_a_coefficient_that_is_zero_in_disguise_does_not_lead():
    q = sp.Symbol("q")
    assert leading_order((sp.sin(q) ** 2 + sp.cos(q) ** 2 - 1) * n**3 + n, n) == n
    assert leading_order(((q + 1) ** 2 - q**2 - 2 * q - 1) * n**3 + n, n) == n
