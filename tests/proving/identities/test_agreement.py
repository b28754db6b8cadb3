"""What is known of values at a point."""

from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks.proving.identities.agreement import is_nonzero_at

x = sp.Symbol("x")


@pytest.mark.parametrize(
    ("expression", "place", "is_known"),
    [
        (1 / sp.gamma(x), Fraction(1, 2), True),
        (1 / sp.gamma(x), Fraction(-2), False),  # a pole of gamma
        (1 / sp.gamma(sp.exp(x)), Fraction(1), False),  # of no number that is exact: maybe a pole
        (sp.gamma(sp.exp(x)) ** 2, Fraction(0), True),  # gamma itself is 0 nowhere
        (sp.gamma(x) ** 2, Fraction(-2), False),
    ],
)
def test_a_reciprocal_of_gamma_is_0_at_its_poles_alone(expression, place, is_known):
    assert is_nonzero_at(expression, {x: place}) is is_known
