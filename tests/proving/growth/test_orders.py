"""Measured orders of errors, against finite differences and errors made to order."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks import ArgumentError, ExactnessError, Verdict, decide_order, measure_order

h = sp.Symbol("h")


def sine(x):
    return mpmath.sin(1 + mpmath.mpf(x.numerator) / x.denominator)


def forward(s):
    return (sine(s) - sine(Fraction(0))) * s.denominator / s.numerator - mpmath.cos(1)


def central(s):
    return (sine(s) - sine(-s)) * s.denominator / (2 * s.numerator) - mpmath.cos(1)


def richardson(s):
    return (4 * central(s / 2) - central(s)) / 3


# error terms: sin''(1)/2 h, sin'''(1)/6 h^2, and -sin^(5)(1)/480 h^4
DIFFERENCES = {
    "forward": (forward, 1, mpmath.sin(1) / 2),
    "central": (central, 2, mpmath.cos(1) / 6),
    "richardson": (richardson, 4, mpmath.cos(1) / 480),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_orders_of_finite_differences(name):
    error, order, constant = DIFFERENCES[name]
    found = measure_order(error)
    assert found.settled
    low, high = found.order
    assert order - 1e-9 < low <= high < order + 1e-9
    assert found.constant is not None
    assert found.constant[0] == pytest.approx(float(constant), rel=1e-4)  # the tail is at 2^-20
    assert decide_order(error, order, exactly=True).verdict is Verdict.HOLDS
    assert decide_order(error, order - 1).verdict is Verdict.HOLDS
    assert decide_order(error, order - 1, exactly=True).verdict is Verdict.UNDECIDED
    assert decide_order(error, order + 1).verdict is Verdict.UNDECIDED


@settings(max_examples=30)
@given(
    order=st.integers(-3, 6),
    constant=st.fractions("1/9", 9, max_denominator=9),
    next_one=st.fractions(-9, 9, max_denominator=3),
)
def test_orders_made_to_order(order, constant, next_one):
    def error(s):
        return -constant * s**order * (1 + next_one * s)

    found = measure_order(error)
    assert found.settled
    assert found.order == pytest.approx((order, order), abs=1e-9)
    assert found.constant == pytest.approx((float(constant),) * 2, rel=1e-4)
    assert decide_order(error, order + 1).verdict is Verdict.UNDECIDED


def test_a_window_of_scales_refutes_no_order():
    def square_in_the_end(s):  # of order 2, yet of order 1 at all the scales that are tried
        return s**2 + (s / 10**4 if s > Fraction(1, 2**40) else 0)

    found = decide_order(square_in_the_end, 2)
    assert found.verdict is Verdict.UNDECIDED
    assert "does not support order at least 2" in found.reason
    low, high = found.figures["order"]
    assert 0.99 < low <= high < 1.001  # the square still shows at the scale 10^-4


def test_a_stated_constant_is_refuted_at_a_scale():
    def slower(s):
        return s**2 + s / 10**4

    wrong = decide_order(slower, 2, at_most=100)
    assert wrong.verdict is Verdict.REFUTED
    assert wrong.counterexample is not None
    assert wrong.counterexample.values == {"scale": "1/1048576"}  # the first below 1/990000
    assert decide_order(slower, 1, at_most=1).verdict is Verdict.HOLDS
    in_balls = decide_order(lambda s: arb(fmpq(s.numerator, s.denominator)), 2, at_most=1)
    assert in_balls.verdict is Verdict.REFUTED
    by_mpmath = decide_order(lambda s: mpmath.mpf(s.numerator) / s.denominator, 2, at_most=1)
    assert by_mpmath.verdict is Verdict.UNDECIDED  # its numbers are rounded without a bound


def test_where_series_and_measurement_differ_nothing_is_decided():
    # The leading term h shows below 10^-30 only.
    late = h**2 + h / 10**30
    assert decide_order(late, 2, scale=h).verdict is Verdict.UNDECIDED


def test_balls_and_decimal_scales():
    def error(s):
        x = arb(fmpq(s.numerator, s.denominator))
        return x.sqrt() * (1 + x)

    scales = [Fraction(1, 10**j) for j in range(2, 12)]
    assert measure_order(error, scales=scales).order == pytest.approx((0.5, 0.5), abs=1e-9)
    found = decide_order(error, "1/2", scales=scales, exactly=True)
    assert found.verdict is Verdict.HOLDS
    assert found.engines == {"python-flint"}


def test_slopes_that_do_not_settle_are_not_decided():
    def wavering(s):
        return mpmath.mpf(s.numerator) / s.denominator * (2 + mpmath.sin(mpmath.log(s.denominator)))

    found = decide_order(wavering, 1)
    assert found.verdict is Verdict.UNDECIDED
    assert "do not settle" in found.reason


def test_an_error_that_vanishes():
    assert decide_order(lambda s: s - s, 3).verdict is Verdict.VACUOUS
    assert decide_order(lambda s: s - s, 3, exactly=True).verdict is Verdict.VACUOUS
    identity = sp.sin(h) ** 2 + sp.cos(h) ** 2 - 1
    assert decide_order(identity, 3, scale=h).verdict is Verdict.VACUOUS
    with pytest.raises(ArgumentError, match="known to 30 bits"):
        decide_order(sp.log(1 + h) - sp.log((1 + h) ** 2, evaluate=False) / 2, 3, scale=h)
    assert decide_order((h + 1) ** 2 - h**2 - 2 * h - 1, 3, scale=h).verdict is Verdict.VACUOUS
    with pytest.raises(ArgumentError, match="scale 1/16"):
        measure_order(lambda s: s if s < Fraction(1, 16) else Fraction(0))


def test_expressions_are_proved_by_their_leading_term():
    remainder = sp.exp(h) - 1 - h
    found = decide_order(remainder, 2, scale=h, exactly=True)
    assert found.verdict is Verdict.PROVED
    assert found.corroborated
    assert decide_order(remainder, 1, scale=h).verdict is Verdict.PROVED
    assert decide_order(remainder, 1, scale=h, exactly=True).verdict is Verdict.REFUTED
    wrong = decide_order(remainder, 3, scale=h)
    assert wrong.verdict is Verdict.REFUTED
    assert wrong.counterexample is not None


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 3))
def test_leading_terms_of_rational_errors(p, q, c):
    error = c * h**p / (1 + h**q) + h ** (p + 2)
    assert decide_order(error, p, scale=h, exactly=True).verdict is Verdict.PROVED
    assert decide_order(error, p + 1, scale=h).verdict is Verdict.REFUTED


def test_an_essential_singularity_has_no_leading_term():
    evidence = decide_order(sp.exp(-1 / h), 5, scale=h)
    assert evidence.verdict in (Verdict.UNDECIDED, Verdict.HOLDS)


def test_a_logarithm_is_no_power():
    assert not decide_order(h * sp.log(h), 1, scale=h).verdict.passes


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: measure_order(lambda s: s, scales=[1, 2, 3, 4, 5, 6]), "scales="),
        (lambda: measure_order(lambda s: s, scales=["1/2", "1/4"]), "at least 6"),
        (lambda: measure_order(lambda s: s, scales=[20, 19, 18, 17, 16, 15]), "fall to 1/64"),
        (lambda: measure_order(lambda s: True), "error=True"),
        (lambda: measure_order(lambda s: s, digits=10), "digits=10"),
        (lambda: measure_order(lambda s: s if s > Fraction(1, 99) else s - s), "scale 1/128"),
        (lambda: decide_order(lambda s: s, 1, at_most=0), "at_most=0"),
        (lambda: decide_order(lambda s: s, 1, at_most=1, exactly=True), "without `exactly`"),
        (lambda: decide_order(h, 1, at_most=1, scale=h), "prove_inequality"),
        (lambda: measure_order(float), "A float has too few digits"),
        (lambda: measure_order(lambda s: mpmath.inf), "finite"),
        (lambda: measure_order(lambda s: arb(1, 2)), "30 bits"),
        (lambda: decide_order(h**2, 2), "scale=None"),
        (lambda: decide_order(h**2 * sp.Symbol("c"), 2, scale=h), "one symbol"),
        (lambda: decide_order(3, 2), "a function"),  # pyright: ignore[reportArgumentType]
    ],
)
def test_bad_arguments_are_named(call, message):
    with pytest.raises(ArgumentError, match=message):
        call()


def test_floats_are_refused():
    with pytest.raises(ExactnessError, match=r"order=1\.5"):
        decide_order(lambda s: s, 1.5)  # pyright: ignore[reportArgumentType]


def test_the_scales_that_were_measured_are_told():
    found = decide_order(central, 2, exactly=True)
    assert found.scope.startswith("scales from 1/16 to 1/8388608:")
