"""Algebraic numbers: which root it is, and signs that balls alone cannot decide."""

from fractions import Fraction

import flint
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.solving.algebraic import Root, UnknownSignError, sign_with

SQRT2 = Root((-2, 0, 1), 1)
a, b, c = sympy.symbols("a b c")
SIGN = sign_with({a: SQRT2, b: Root((-3, 0, 1), 1), c: Root((-6, 0, 1), 0)})


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=4, unique=True), st.data())
def test_roots_are_counted_upwards(roots, data):
    polynomial = flint.fmpz_poly([1])
    for root in roots:
        polynomial *= flint.fmpz_poly([-root, 1])
    index = data.draw(st.integers(0, len(roots) - 1))
    root = Root(tuple(int(k) for k in polynomial.coeffs()), index)
    expected = sorted(roots)[index]
    assert root.ball().contains(expected)
    assert abs(root.near() - expected) < Fraction(1, 10**9)
    assert root.sympy() == expected


def test_only_real_roots_are_counted():
    one = Root((-1, 0, 0, 1), 0)
    assert one.sympy() == 1
    assert abs(one.near() - 1) < Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("expression", "sign"),
    [
        (a - Fraction(14142, 10000), 1),
        (a - Fraction(14143, 10000), -1),
        (a**2 - 2, 0),
        (a * b + c, 0),
        (a * b + c + Fraction(1, 10**30), 1),
        (1 / a - a / 2, 0),
        (Fraction(-1, 3), -1),
        (sympy.Integer(0), 0),
    ],
    ids=str,
)
def test_signs_are_exact(expression, sign):
    assert SIGN(expression) == sign


def test_too_much_work_is_admitted():
    sign = sign_with({a: Root((-2, 0, 0, 0, 1), 1), b: Root((-3, 0, 0, 0, 1), 1)})
    assert sign(a - b) == -1
    with pytest.raises(UnknownSignError):
        sign(a**4 + b**4 - 5)


def test_a_root_is_named_by_its_polynomial():
    assert str(SQRT2) == "the root of x**2 - 2 near 1.41421"


@pytest.mark.parametrize("tiny", [Fraction(1, 10**400), Fraction(-1, 10**400)], ids=["+", "-"])
def test_what_is_very_small_is_not_called_zero(tiny):
    with pytest.raises(UnknownSignError, match="too close to zero"):
        SIGN(a**2 - 2 + tiny)


def test_zero_is_decided_where_the_degrees_are_not_more_than_twelve_together():
    root = Root((-3, 0, 1), 1)
    sign = sign_with({a: SQRT2, b: root, c: Root((-6, 0, 1), 0)})  # degrees 2, 2 and 2
    assert sign(a * b + c) == 0
    cubic = sign_with({a: SQRT2, b: root, c: Root((-2, 0, 0, 0, 1), 1)})  # 2, 2 and 4
    with pytest.raises(UnknownSignError):
        cubic(c**2 - a)
