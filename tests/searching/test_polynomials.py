"""Polynomials compute like numbers in arrays, agree with SymPy, and let nothing inexact in."""

import operator
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.searching.polynomials import Polynomial, nonzero_point, polynomial_arrays
from theorem_checks.searching.strategies import rationals

NAMES = ("x", "y")


def ring() -> list[Any]:
    arrays = polynomial_arrays(dict.fromkeys(NAMES, ()))
    return [arrays[name][()] for name in NAMES]


RING = ring()

OPERATIONS = [
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: b - a,
    lambda a, b: a * b,
    lambda a, _b: a**2,
]


@st.composite
def twins(draw):
    """The same random expression as a polynomial of ours and as one of SymPy."""
    pairs = list(zip(RING, sympy.symbols(NAMES), strict=True))
    value, oracle = draw(st.sampled_from(pairs))
    for _ in range(draw(st.integers(0, 6))):
        number = draw(rationals())
        exact = sympy.Rational(number.numerator, number.denominator)
        other, twin = draw(st.sampled_from([*pairs, (value, oracle), (number, exact)]))
        operate = draw(st.sampled_from(OPERATIONS))
        value, oracle = operate(value, other), operate(oracle, twin)
        if sympy.Poly(oracle, *sympy.symbols(NAMES)).total_degree() > 8:
            break
    return value, sympy.expand(oracle)


@given(twins(), rationals(), rationals())
def test_arithmetic_agrees_with_sympy(pair, x, y):
    value, oracle = pair
    at = oracle.subs({"x": sympy.Rational(str(x)), "y": sympy.Rational(str(y))})
    assert value.at({"x": x, "y": y}) == Fraction(str(at))
    assert value.vanishes == (oracle == 0)


@given(twins())
def test_a_nonzero_polynomial_is_not_zero_at_its_point(pair):
    value, oracle = pair
    if oracle == 0:
        with pytest.raises(ArgumentError, match="not zero"):
            nonzero_point(value)
    else:
        assert value.at(nonzero_point(value)) != 0


def test_the_nonzero_point_avoids_every_root():
    x, y = ring()
    assert nonzero_point(x * (x - 1) * (x + 1) * (x - 2)) == {"x": -2, "y": 0}
    assert nonzero_point(x * y - y) == {"x": 0, "y": 1}


def test_arrays_compute_with_scalars_of_the_ring():
    arrays = polynomial_arrays({"A": (2, 2), "s": ()})
    a, s = arrays["A"], cast("Any", arrays["s"][()])
    for scaled in (a * s, s * a):
        assert scaled.shape == (2, 2)
        assert all(p.is_same_as(q * s) for p, q in zip(scaled.flat, a.flat, strict=True))
    assert repr((a @ a)[0, 1]) == "A[0,0]*A[0,1] + A[0,1]*A[1,1]"
    assert repr(np.array([s, s]).sum()) == "2*s"
    assert repr(s * np.int64(3) + Fraction(1, 2)) == "3*s + 1/2"
    assert repr(+s - -s) == "2*s"


def test_division_has_to_come_out():
    x, y = ring()
    assert ((x * y) / y).is_same_as(x)
    assert (x / 2).is_same_as(Fraction(1, 2) * x)
    for top, bottom in ((x, y), (1, x)):
        with pytest.raises(TypeError, match="not a polynomial"):
            operator.truediv(top, bottom)
    with pytest.raises(ZeroDivisionError):
        operator.truediv(x, 0)


@pytest.mark.parametrize(
    "branch",
    [
        bool,
        lambda x: x == 0,
        lambda x: x != x,
        lambda x: x < 1,
        lambda x: max(x, 0),
        lambda x: np.maximum(np.array([x]), 0),
    ],
)
def test_branching_is_refused(branch):
    with pytest.raises(TypeError, match="is not decided"):
        branch(ring()[0])


@pytest.mark.parametrize("inexact", [0.5, np.float64(1), 1j, True])
def test_floats_are_refused(inexact):
    x = ring()[0]
    with pytest.raises(ExactnessError):
        operator.add(x, inexact)
    with pytest.raises(ExactnessError):
        operator.mul(inexact, x)


def test_variables_are_distinct():
    arrays = polynomial_arrays({"x": (1, 2), "x_0": (2,)})
    names = [repr(p) for array in arrays.values() for p in array.flat]
    assert names == ["x[0,0]", "x[0,1]", "x_0[0]", "x_0[1]"]
    assert all(isinstance(p, Polynomial) for array in arrays.values() for p in array.flat)
