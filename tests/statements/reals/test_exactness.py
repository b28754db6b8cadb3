"""Exact rationals come in, floats and balls do not."""

from decimal import Decimal
from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.statements.exact import to_fraction
from theorem_checks.statements.reals.exactness import exact_rational, interval_of, require_exact


@given(st.fractions())
def test_every_form_of_a_rational_is_the_same_number(x):
    forms = [
        x,
        str(x),
        flint.fmpq(x.numerator, x.denominator),
        sympy.Rational(x.numerator, x.denominator),
    ]
    assert all(exact_rational(form) == x for form in forms)
    assert all(type(exact_rational(form)) is Fraction for form in forms)


def test_a_decimal_string_is_the_number_that_is_written():
    assert exact_rational("-0.10") == Fraction(-1, 10) == to_fraction("-0.10")


def test_integers_of_every_library_are_exact():
    for three in (3, np.int8(3), flint.fmpz(3), sympy.Integer(3), "3"):
        assert exact_rational(three) == 3


INEXACT = [0.5, float("nan"), 1j, True, np.True_, np.float32(1), Decimal(1), None, flint.arb(1)]


@pytest.mark.parametrize("value", [*INEXACT, sympy.Float(1), sympy.sqrt(2)], ids=repr)
def test_what_is_no_exact_rational_is_named(value):
    with pytest.raises(ExactnessError, match="rate="):
        exact_rational(value, "rate")


@pytest.mark.parametrize("text", ["", "a", "1/0", "0x1", "1e-3", "1_0", ".5", "0.1/2"])
def test_a_string_has_to_be_a_rational(text):
    with pytest.raises(ArgumentError, match="rational"):
        exact_rational(text)


def test_intervals_have_two_ordered_ends():
    assert interval_of((0, "1/2"), "box") == (0, Fraction(1, 2))
    assert interval_of([1, 1], "box") == (1, 1)
    for wrong in ((1, 0), (1,), 3, "01", {0, 1}):
        with pytest.raises(ArgumentError, match="box"):
            interval_of(wrong, "box")
    with pytest.raises(ExactnessError, match=r"box\[1\]"):
        interval_of((0, 0.5), "box")


@pytest.mark.parametrize(
    "value",
    [
        1,
        "0.5",
        None,
        [1, (2, {3})],
        {"a": Fraction(1, 2)},
        np.zeros(2, int),
        np.array(["a"], object),
    ],
    ids=repr,
)
def test_exact_values_pass(value):
    require_exact(value, "x")


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"a": [1, 0.5]}, r"x\['a'\]\[1\]"),
        (np.array([[1, 0.5]], dtype=object), r"x\[0, 1\]"),
        (np.zeros(2), "x="),
        (np.zeros(2, dtype=complex), "x="),
        (flint.acb(1), "x="),
        (np.array(flint.arb(1), dtype=object), "x="),
    ],
    ids=str,
)
def test_the_place_of_what_is_inexact_is_named(value, place):
    with pytest.raises(ExactnessError, match=place):
        require_exact(value, "x")


def test_arrays_of_jax_are_judged_by_their_type():
    import jax.numpy as jnp

    require_exact(jnp.arange(3), "x")
    for dtype in (jnp.float32, jnp.bfloat16):
        with pytest.raises(ExactnessError):
            require_exact(jnp.zeros(2, dtype), "x")
