"""Disjoint balls around numbers of which the parts are nearly equal."""

from fractions import Fraction

import sympy as sp

from theorem_checks.proving.identities.balls import differ

TINY = sp.Rational(1, 10**40)


def test_a_divisor_that_may_be_0_at_few_bits_is_computed_with_more() -> None:
    found = differ(1 / (sp.exp(TINY) - 1), sp.Integer(10) ** 40, {})
    assert found is not None
    assert found[0] < found[1]


def test_what_has_no_value_differs_from_nothing() -> None:
    x = sp.Symbol("x", real=True)
    assert differ(1 / (sp.exp(x) - 1), sp.Integer(3), {x: Fraction(0)}) is None
    assert differ(sp.log(x), sp.Integer(3), {x: Fraction(-1)}) is None
