"""Real cyclotomic numbers against high-precision floats and known values."""

import math
from fractions import Fraction
from typing import Any

import flint
import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.arrays import balls, high_precision
from constructions.errors import ArgumentError
from constructions.lsrl import ALGEBRAIC, RealCyclotomic, cos_turn, sin_turn
from constructions.lsrl.language.numbers import converted

turns = st.tuples(st.integers(-20, 20), st.integers(1, 16))
CONTEXT = high_precision(40).context


def near(number, value):
    """Whether a number is within 1e-30 of an mpmath value of 40 digits."""
    return abs(converted(number, high_precision(40)) - value) < CONTEXT.mpf(10) ** -30


@given(turns)
def test_values(turn):
    k, n = turn
    angle = 2 * CONTEXT.pi * k / n
    assert near(cos_turn(k, n), CONTEXT.cos(angle))
    assert near(sin_turn(k, n), CONTEXT.sin(angle))


@given(turns, turns)
def test_identities_hold_exactly(turn, other):
    (k, n), (j, m) = turn, other
    total = (k * m + j * n, n * m)
    c, s, a, b = cos_turn(k, n), sin_turn(k, n), cos_turn(j, m), sin_turn(j, m)
    assert c * c + s * s == 1
    assert c * a - s * b == cos_turn(*total)
    assert s * a + c * b == sin_turn(*total)


@given(turns, turns, st.fractions(max_denominator=9))
def test_order_is_that_of_the_reals(turn, other, q):
    a, b = cos_turn(*turn) * flint.fmpq(2), sin_turn(*other)
    assert (a < b) == (float(a) < float(b) and a != b)
    if isinstance(a, RealCyclotomic):
        assert (a > q) == (float(a) > float(q))
        assert -a + a == 0
        assert (a - q) + q == a
        assert q * a == a * q


@given(turns, st.integers(1, 6))
def test_equal_numbers_of_different_fields_are_one(turn, factor):
    k, n = turn
    same = cos_turn(k * factor, n * factor)
    assert cos_turn(k, n) == same
    assert hash(cos_turn(k, n)) == hash(same)


def test_rational_results_are_rational():
    assert type(cos_turn(1, 6)) is flint.fmpq
    golden = cos_turn(1, 5) * 2
    assert type(golden * golden + golden) is flint.fmpq
    assert golden * golden + golden == 1
    assert ALGEBRAIC.entry(Fraction(1, 2)) == flint.fmpq(1, 2)


def test_signs_of_tiny_differences():
    # 5 sqrt(5) and its nearest fraction of a large denominator differ by far less than 1e-16
    root: Any = cos_turn(1, 5) * 4 + 1  # sqrt(5)
    p, q = 1, 1
    for _ in range(60):  # continued fractions of sqrt(5) by Newton-like steps of Pell
        p, q = 2 * p + 5 * q, p + 2 * q
    assert abs(p * p - 5 * q * q) == 4
    assert (root > Fraction(p, q)) == (p * p < 5 * q * q)
    assert root != Fraction(p, q)


def test_enclosures_contain_the_number():
    ball = converted(cos_turn(1, 7), balls(200))
    with flint.ctx.workprec(400):
        assert ball.contains(flint.arb.cos_pi_fmpq(flint.fmpq(2, 7)))
    assert float(ball.rad()) < 1e-58
    assert math.isclose(float(cos_turn(1, 7)), math.cos(2 * math.pi / 7), rel_tol=1e-15)
    assert mpmath.almosteq(
        converted(cos_turn(1, 7), high_precision(40)), CONTEXT.cos(2 * CONTEXT.pi / 7)
    )


def test_no_turn_in_zero_parts():
    with pytest.raises(ArgumentError, match="n=0"):
        cos_turn(1, 0)


def test_large_numbers_have_a_hash() -> None:
    large = 10**12 * cos_turn(1, 5)
    assert hash(large) == hash(10**12 * cos_turn(2, 10))
