"""Every function of the table, over balls and as a series, against high-precision evaluation."""

import operator
from fractions import Fraction
from typing import Any

import flint
import mpmath
import pytest
import sympy
from flint import arb, arb_series
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.solving.ball_expressions import NoSeriesError, ball_function, hull
from theorem_checks.solving.ball_ranges import BallFunction
from theorem_checks.solving.balls import ball_arithmetic
from theorem_checks.solving.boxes import Box
from theorem_checks.statements.arrays.element_functions import LargestSingularValue
from theorem_checks.statements.arrays.function_values import as_ball

x, y = sympy.symbols("x y")

# With a range on which the function is smooth.
FUNCTIONS = {
    "polynomial": (x**3 - 2 * x**2 + sympy.Rational(1, 3), (-3, 3)),
    "even power": (x**4, (-2, 2)),
    "odd power": (x**5, (-2, 2)),
    "negative power": (1 / (x**2 + 1) + x**-3, (1, 3)),
    "root": (sympy.sqrt(x) + sympy.cbrt(x + 1), (1, 4)),
    "power": (x**x + 2**x + sympy.pi**x, (1, 3)),
    "exponential": (sympy.exp(-(x**2)), (-2, 2)),
    "logarithm": (sympy.log(x) * x, (1, 5)),
    "sigmoid": (1 / (1 + sympy.exp(-x)), (-6, 6)),
    "hyperbolic": (sympy.tanh(x) + sympy.sinh(x) / 3 - sympy.cosh(x) / 5, (-3, 3)),
    "trigonometric": (sympy.sin(x) * sympy.cos(2 * x), (-4, 4)),
    "tangent": (sympy.tan(x) + sympy.atan(3 * x), (-1, 1)),
    "error function": (sympy.erf(x), (-2, 2)),
    "gamma": (sympy.gamma(x) + sympy.loggamma(x), ("1/2", 4)),
    "constants": (sympy.E * x + sympy.EulerGamma, (0, 1)),
}
KINKED = {
    "absolute value": (abs(x - 10) + sympy.Abs(x + 10), (-1, 1)),
    "extremes": (sympy.Max(x, 1 - x, -2) - sympy.Min(x**2, 1), (-2, 2)),
    "kink": (sympy.Abs(x) ** 3, (-1, 1)),
    "2F1": (sympy.hyper((1, sympy.Rational(1, 2)), (2,), x), (-1, "1/2")),
    "1F1": (sympy.hyper((1,), (sympy.Rational(3, 2),), x), (-1, 2)),
    "0F1": (sympy.hyper((), (2,), x), (-1, 2)),
}
ALL = FUNCTIONS | KINKED
PLACES = st.fractions(0, 1, max_denominator=50)


def value_at(expression, point: Fraction) -> Any:
    with mpmath.workdps(40):
        at = mpmath.mpf(point.numerator) / point.denominator
        return mpmath.re(sympy.lambdify(x, expression, "mpmath")(at))


def contains(ball: arb, value: Any) -> bool:
    with mpmath.workdps(40), ball_arithmetic(200):
        slack = arb(mpmath.nstr(abs(value) * mpmath.mpf(10) ** -30 + mpmath.mpf(10) ** -30, 5))
        return (ball + arb(0, slack)).contains(arb(mpmath.nstr(value, 38)))


@pytest.mark.parametrize(("expression", "ends"), ALL.values(), ids=ALL)
@settings(max_examples=8)
@given(a=PLACES, b=PLACES, c=PLACES)
def test_a_ball_contains_the_values_over_it(expression, ends, a, b, c):
    low, high = map(Fraction, ends)
    left, at, right = (low + (high - low) * place for place in sorted((a, b, c)))
    evaluate = ball_function(expression)
    with ball_arithmetic(128):
        over = evaluate({"x": hull(as_ball(left), as_ball(right))})
        exactly = evaluate({"x": as_ball(at)})
        assert over.contains(exactly) or over.overlaps(exactly)
        assert exactly.rad() < arb(10) ** -25
    assert contains(exactly, value_at(expression, at))
    assert contains(over, value_at(expression, at))


@pytest.mark.parametrize(("expression", "ends"), FUNCTIONS.values(), ids=FUNCTIONS)
@settings(max_examples=6)
@given(place=PLACES)
def test_series_have_the_derivatives_as_coefficients(expression, ends, place):
    low, high = map(Fraction, ends)
    at = low + (high - low) * place
    evaluate = ball_function(expression.xreplace({x: x}))
    real = sympy.Symbol("x", real=True)
    with ball_arithmetic(128):
        series = evaluate({"x": arb_series([as_ball(at), 1], prec=4)})
        coefficients = [series[k] for k in range(4)]
    for k, coefficient in enumerate(coefficients):
        derivative = expression.xreplace({x: real}).diff(real, k) / sympy.factorial(k)
        assert contains(coefficient, value_at(derivative.xreplace({real: x}), at))


@pytest.mark.parametrize(("expression", "ends"), FUNCTIONS.values(), ids=FUNCTIONS)
def test_taylor_enclosures_are_right_and_tighten_fast(expression, ends):
    low, high = map(Fraction, ends)
    middle = low + (high - low) * Fraction(2, 5)
    with ball_arithmetic(128):
        function = BallFunction(expression, Box.of({"x": ends}))
        for width in (Fraction(1, 10), Fraction(1, 100)):
            box = Box.of({"x": (middle, middle + width)})
            *_, taylor = function.over(box)
            for place in (0, Fraction(1, 3), 1):
                assert taylor.overlaps(function.at({"x": middle + width * place}))
        span = function.at({"x": middle + width}) - function.at({"x": middle})
        assert taylor.rad() <= span.abs_upper() + arb("1e-6")


def test_away_from_its_kink_an_absolute_value_has_a_series():
    evaluate = ball_function(sympy.Abs(x))
    for center, slope in ((arb(3), 1), (arb(-3), -1)):
        series = evaluate({"x": arb_series([center, 1], prec=3)})
        assert [series[k] for k in range(3)] == [3, slope, 0]


def test_the_mean_value_form_contains_all_values_in_two_variables():
    expression = sympy.exp(x + y) - x - y - x * y  # its slopes are small
    box = Box.of({"x": (0, "1/10"), "y": (0, "1/5")})
    with ball_arithmetic(128):
        function = BallFunction(expression, box)
        natural, mean_value = function.over(box)
        for a in (Fraction(0), Fraction(1, 30), Fraction(1, 10)):
            for b in (Fraction(0), Fraction(1, 7), Fraction(1, 5)):
                value = function.at({"x": a, "y": b})
                assert natural.overlaps(value)
                assert mean_value.overlaps(value)
        assert mean_value.rad() < natural.rad()


def test_unknown_coefficients_are_not_taken_for_zero():
    with ball_arithmetic(64):
        box = Box.of({"x": (0, 1)})
        function = BallFunction(sympy.exp(x), box)
        flint.ctx.cap = 3
        with pytest.raises(NoSeriesError, match="too few"):
            function.coefficients({"x": arb(0)}, "x", 5)


def test_powers_of_balls_about_zero_are_tight():
    with ball_arithmetic(64):
        around = hull(arb(-1), arb(2))
        even = ball_function(x**2)({"x": around})
        assert even.contains(0)
        assert even.contains(4)
        assert not even.contains(arb("-0.01"))
        assert not even.contains(arb("4.01"))
        odd = ball_function(x**3)({"x": around})
        assert odd.contains(-1)
        assert not odd.contains(arb("-1.01"))


@pytest.mark.parametrize("expression", [sympy.Abs(x), 1 / x, sympy.Max(x, 0), sympy.tanh(x) / x])
def test_where_there_is_no_series_it_is_said(expression):
    with pytest.raises(NoSeriesError):
        ball_function(expression)({"x": arb_series([arb(0), 1], prec=3)})


@pytest.mark.parametrize("expression", [1 / x, sympy.log(x), sympy.sqrt(x), sympy.gamma(x)])
def test_outside_of_the_domain_nothing_is_certain(expression):
    ball = ball_function(expression)({"x": hull(arb(-1), arb(1))})
    for certainly in (ball > 0, ball >= 0, ball < 0, ball <= 0):
        assert not certainly


@pytest.mark.parametrize(
    "expression",
    [
        sympy.zeta(x),
        sympy.digamma(x),
        sympy.Piecewise((x, x > 0), (0, True)),
        sympy.hyper((1, 1, 1), (2, 2), x),
        sympy.oo + x,
        sympy.floor(x),
        sympy.I * x,
    ],
)
def test_what_is_not_in_the_table_is_an_error(expression):
    with pytest.raises(ArgumentError, match="expression"):
        ball_function(expression)


def test_a_largest_singular_value_is_that_of_the_matrix_of_its_entries():
    largest: Any = LargestSingularValue(2, 3, x, 0, 4, 0, 1, 0)
    f = ball_function(largest)
    with ball_arithmetic(128):
        found = f({"x": arb(3)})
        assert found.contains(5)
        assert found.rad() < arb("1e-20")
        with pytest.raises(NoSeriesError):
            f({"x": arb_series([arb(3), 1], prec=3)})


def test_floats_in_an_expression_are_an_error():
    with pytest.raises(ExactnessError):
        ball_function(0.5 * x)


def test_the_context_of_flint_is_restored():
    before = flint.ctx.prec, flint.ctx.cap
    with pytest.raises(ZeroDivisionError), ball_arithmetic(300):
        operator.floordiv(1, flint.ctx.prec - 300)
    assert (flint.ctx.prec, flint.ctx.cap) == before
