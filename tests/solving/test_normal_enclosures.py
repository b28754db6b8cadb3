"""Bounds of functions of a normal number, beyond what is integrated over."""

from fractions import Fraction

import pytest
import sympy as sp
from flint import arb, ctx

from theorem_checks.solving import normal_enclosures
from theorem_checks.solving.normal_enclosures import enclosed_mean

z = sp.Symbol("z", real=True)


@pytest.mark.parametrize(
    "function",
    [
        3 * z * (5 + z),
        (7 + z) ** 3,
        4 * sp.tanh(z) * z**2,
        6 * sp.exp(2 * z + 1) * (3 + z),
        5 * sp.exp(-(z**2) + z) * 3 * z,
        sp.Max(0, 4 * z) * sp.Max(0, 3 * z),
        sp.Abs(z - 9) * 7,
        sp.erfc(z) * sp.erfc(-z),
    ],
)
def test_a_bound_is_at_least_the_function(function):
    bound = normal_enclosures._bound(function, z)
    for value in (0, Fraction(1, 3), 1, -1, 4, -4, 11, -11):
        there = abs(complex(sp.N(function.subs(z, sp.Rational(value)), 40)))
        size = arb(abs(float(value)))
        most = bound.factor * (1 + size) ** bound.power * (bound.rate * size).exp()
        assert there <= float(most.upper()) * (1 + 1e-12)


@pytest.mark.parametrize(
    ("function", "mean"),
    [
        (z**2, 1),
        (15 * z**4, 45),
        (sp.exp(z), sp.exp(sp.Rational(1, 2))),
        (sp.exp(20 * z), sp.exp(200)),
        (z**30, sp.factorial2(29)),
    ],
)
def test_the_mean_lies_in_the_ball(function, mean):
    ball = enclosed_mean(function, (z,), ((Fraction(1),),))
    with ctx.workprec(256):
        assert ball.overlaps(arb(str(sp.N(mean, 60))))
    assert float(ball.rad()) <= 1e-9 * float(mean)


@pytest.mark.parametrize("variance", [1, 4, Fraction(1, 9)])
@pytest.mark.parametrize("function", [z**0 * 3, 2 * z, z**3, 2 * sp.exp(z / 2)])
def test_a_bound_of_the_mean_square_is_at_least_that(function, variance):
    bound = normal_enclosures._bound(function, z)
    s = sp.Rational(variance)
    density = sp.exp(-(z**2) / (2 * s)) / sp.sqrt(2 * sp.pi * s)
    mean = sp.integrate(sp.expand(function**2) * density, (z, -sp.oo, sp.oo))
    found = normal_enclosures._square_mean(bound, Fraction(variance))
    assert float(sp.N(mean)) <= float(found.lower())


def test_the_mean_of_one_sided_probabilities_lies_in_the_ball():
    for function in (sp.erfc(z), sp.erfc(3 * z) * z**0, sp.erfc(z) + sp.erfc(-z) - 1):
        assert enclosed_mean(function, (z,), ((Fraction(1),),)).contains(1)


@pytest.mark.parametrize(
    ("function", "value"), [(z**2 + 2, 2), (sp.exp(z), 1), (sp.Abs(z - 3) + sp.Max(0, z), 3)]
)
def test_a_number_without_variance_is_0(function, value: int):
    ball = enclosed_mean(function, (z,), ((Fraction(0),),))
    assert ball.contains(value)
    assert ball.rad() < 1e-12


def test_what_is_largest_far_out_is_integrated_over():
    """The largest part of the mean of e^(5 z) is a hundred standard deviations away."""
    ball = enclosed_mean(sp.exp(5 * z), (z,), ((Fraction(400),),))
    with ctx.workprec(256):
        mean = arb(5000).exp()
        assert ball.overlaps(mean)
        assert ball.rad() < mean / 10**9
