"""Brackets of known sharp constants."""

from fractions import Fraction

import flint
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from jaxtyping import TypeCheckError

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.solving.constants import Bracket, best_constant

x, y = sympy.symbols("x y")
sigmoid = 1 / (1 + sympy.exp(-x))
remainder = sympy.Rational(1, 2) + x / 4 - sigmoid

# f, g, interval, end, zeros of both, the constant to many digits
KNOWN = {
    "sigmoid": (remainder, x**3, (0, 5), "supremum", [0], sympy.Rational(1, 48)),
    "tanh above": (sympy.tanh(x), x, (0, 5), "supremum", [0], sympy.Integer(1)),
    "tanh below": (sympy.tanh(x), x, (0, 5), "infimum", [0], sympy.tanh(5) / 5),
    "tanh both sides": (sympy.tanh(x), x, (-2, 5), "infimum", [0], sympy.tanh(5) / 5),
    "cosine": (1 - sympy.cos(x), x**2, (-1, 2), "supremum", [0], sympy.Rational(1, 2)),
    "inside": (sympy.exp(-x), 1 / x, ("1/10", 5), "supremum", [], sympy.exp(-1)),
    "higher zero": (x**4, x**2, (-1, 2), "infimum", [0], sympy.Integer(0)),
    "two zeros": (sympy.sin(x) * (1 - x), x * (1 - x), (0, 1), "infimum", [0, 1], sympy.sin(1)),
    "constant": (sympy.Integer(2), 3, (0, 1), "supremum", [], sympy.Rational(2, 3)),
}


@pytest.mark.parametrize(("f", "g", "ends", "end", "zeros", "constant"), KNOWN.values(), ids=KNOWN)
def test_known_constants_are_bracketed(f, g, ends, end, zeros, constant):
    bracket = best_constant(f, g, {x: ends}, end=end, touching=zeros, width="1/100000")
    assert bracket.reason == ""
    assert bracket.lower is not None
    assert bracket.upper is not None
    assert bracket.upper - bracket.lower <= Fraction(1, 100000)
    assert Fraction(str(constant.evalf(40))) in bracket
    assert Fraction(str((constant + sympy.Rational(1, 10**4)).evalf(40))) not in bracket
    low, high = map(Fraction, ends)
    assert low <= bracket.at["x"] <= high


@settings(max_examples=20)
@given(*[st.fractions(-2, 2, max_denominator=9)] * 2)
def test_the_vertex_of_a_parabola(place, height):
    vertex = sympy.Rational(str(place))
    parabola = sympy.Rational(str(height)) - (x - vertex) ** 2
    bracket = best_constant(parabola, 1, {"x": (-3, 3)}, width="1/10000")
    assert bracket.reason == ""
    assert height in bracket
    assert abs(bracket.at["x"] - place) < Fraction(1, 50)


def test_functions_of_balls_and_two_variables():
    wave = best_constant(lambda x: x.sin(), lambda x: 1 + x * x, {"x": (0, 5)})
    assert wave.reason == ""
    assert Fraction("0.437414158") in wave
    plane = best_constant(x * y, x**2 + y**2, {"x": (1, 2), "y": (1, 3)}, end="infimum")
    assert Fraction(3, 10) in plane
    assert plane.at == {"x": 1, "y": 3}


def test_a_tight_width_is_reached():
    bracket = best_constant(sympy.sin(x), 1 + x**2, {"x": (0, 5)}, width="1/10000000000")
    assert bracket.lower is not None
    assert bracket.upper is not None
    assert bracket.upper - bracket.lower <= Fraction(1, 10**10)


def test_what_is_not_reached_is_told_and_still_right():
    bracket = best_constant(sympy.sin(x), 1 + x**2, {"x": (0, 5)}, width="1/10000000", boxes=5)
    assert "after" in bracket.reason
    assert Fraction("0.437414158") in bracket


def test_an_unbounded_quotient_has_no_upper_end():
    bracket = best_constant(1, x, {"x": (0, 1)})
    assert bracket.upper is None
    assert bracket.reason
    assert bracket.lower is not None
    assert bracket.lower > 10**6
    assert 5 in Bracket(None, None, {})


def test_a_bracket_reads_well():
    bracket = Bracket(Fraction(1, 2), Fraction(1), {"x": Fraction(3, 4)})
    assert str(bracket) == "[1/2, 1], nearly taken at x = 3/4"
    open_ = Bracket(Fraction(1), None, {"x": Fraction(0)}, "too hard")
    assert str(open_) == "[1, unknown], nearly taken at x = 0; too hard"


def test_the_context_of_flint_is_restored():
    before = flint.ctx.prec, flint.ctx.cap
    best_constant(1, 1 + x, {"x": (0, 1)}, precision=333)
    assert (flint.ctx.prec, flint.ctx.cap) == before


@pytest.mark.parametrize(
    "call",
    [
        lambda: best_constant(x, 1, {"x": (0, 1)}, end="middle"),  # pyright: ignore
        lambda: best_constant(x, 1, {"x": (0, 1)}, width=0),
        lambda: best_constant(x, x**2, {"x": (0, 1)}, touching=[0]),
        lambda: best_constant(x, 1 + x, {"x": (0, 1)}, touching=[0]),
        lambda: best_constant(x, 1, {"x": (0, 1)}, boxes=0),
    ],
)
def test_wrong_arguments_are_errors(call):
    with pytest.raises((ArgumentError, TypeCheckError)):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: best_constant(x, 1, {"x": (0, 1)}, width=0.1),
        lambda: best_constant(x, 1, {"x": (0, 0.5)}),
        lambda: best_constant(x, 0.5, {"x": (0, 1)}),
    ],
)
def test_floats_are_refused(call):
    with pytest.raises(ExactnessError):
        call()


def test_what_cancels_has_to_be_defined():
    x = sympy.Symbol("x")
    bracket = best_constant(sympy.log(x), sympy.log(x), {x: (-1, 1)}, boxes=200)
    assert bracket.upper is None
    assert "not bounded" in bracket.reason
