"""Constants that are not the best."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Counterexample,
    Evidence,
    best_constant,
    to_fraction,
)

__all__ = ["CASES"]

_sharp = partial(Case, "best_constant")

x, y = sp.symbols("x y")
whole = sp.Symbol("x", integer=True)
unit = {"x": (0, 1)}


def _at_most(value: Any, f: Any, g: Any, box: Any, **options: Any) -> Callable[[], Evidence]:
    """Ask whether the best constant is at most a value."""

    def ask() -> Evidence:
        bracket, stated = best_constant(f, g, box, **options), to_fraction(value)
        if bracket.upper is not None and bracket.upper <= stated:
            return Evidence.proved(f"sup f/g <= {value}: {bracket}")
        if bracket.lower is not None and bracket.lower > stated:
            return Evidence.refuted(Counterexample({}, f"sup f/g <= {value}", str(bracket)))
        return Evidence.undecided(str(bracket))

    return ask


def _middle(x: Any) -> Any:
    return x.mid()


def _exact_only(x: Any) -> Any:
    return x if x.is_exact() else 0 * x


CASES = (
    _sharp(
        Slip.CONSTANT,
        "sup of tanh(x)/x on [1, 2] is at most 3/4: at 1 it is 0.7615...",
        Truth.FALSE,
        _at_most("3/4", sp.tanh(x), x, {"x": (1, 2)}),
    ),
    _sharp(
        Slip.EDGE_SIZE,
        "sup of sin(x)/x on [0, 1] is at most 9/10: the limit at 0 is 1",
        Truth.FALSE,
        _at_most("9/10", sp.sin(x), x, unit, touching=[0]),
    ),
    _sharp(
        Slip.POLE,
        "sup of 1/x on [0, 1] is at most 1000: it is not bounded",
        Truth.FALSE,
        _at_most(1000, 1, x, unit, boxes=200),
    ),
    _sharp(
        Slip.POLE,
        "sup of 1/x on [-1, 1] is at most 1: at 1/2 it is 2, and x is 0 inside",
        Truth.FALSE,
        _at_most(1, 1, x, {"x": (-1, 1)}, boxes=200),
    ),
    _sharp(
        Slip.HIDDEN_ASSUMPTION,
        "the inf of (x - 1)/(x + 1) on [0, 2] is at most -2: it is -1",
        Truth.FALSE,
        _at_most(-2, x - 1, x + 1, {"x": (0, 2)}),
    ),
    _sharp(
        Slip.BRANCH,
        "sup of (x where x is exact, else 0) over 1 is at most 1/2 on [0, 1]: at 1 it is 1",
        Truth.FALSE,
        _at_most("1/2", _exact_only, lambda x: 0 * x + 1, unit, boxes=200),
    ),
    _sharp(
        Slip.ORDER_OF_EVALUATION,
        "sup of the middle of x over 1 is at most 3/4 on [0, 1]: at 1 it is 1",
        Truth.FALSE,
        _at_most("3/4", _middle, lambda x: 0 * x + 1, unit, boxes=200),
    ),
    _sharp(
        Slip.CONTRADICTION,
        "sup of sin(pi x) + 1 over 1 is at most 3/2 on [0, 1] for an integer symbol x: at 1/2 it"
        " is 2",
        Truth.FALSE,
        _at_most("3/2", sp.sin(sp.pi * whole) + 1, 1, {whole: (0, 1)}),
    ),
    _sharp(
        Slip.EMPTY,
        "sup of x/1 on [1, 0] is at most -5",
        Truth.EMPTY,
        _at_most(-5, x, 1, {"x": (1, 0)}),
    ),
    _sharp(
        Slip.FLOAT,
        "sup of 0.1 x over x on [1, 2] is at most 1/10",
        Truth.NO_STATEMENT,
        _at_most("1/10", 0.1 * x, x, {"x": (1, 2)}),
    ),
    _sharp(
        Slip.FLOAT,
        "sup of x over 1 on [0, 1] is at most 1, to a width of 0.01",
        Truth.NO_STATEMENT,
        _at_most(1, x, 1, unit, width=0.01),
    ),
    _sharp(
        Slip.KINK,
        "sup of |x - 1/2| over 1 on [0, 1] is at most 0, where its derivative jumps: at 0 it is"
        " 1/2",
        Truth.FALSE,
        _at_most(0, sp.Abs(x - sp.Rational(1, 2)), 1, unit),
    ),
    _sharp(
        Slip.NAME,
        "sup of y over x on [1, 2] is at most 1: there is no box for y",
        Truth.NO_STATEMENT,
        _at_most(1, y, x, {"x": (1, 2)}),
    ),
    _sharp(
        Slip.HIDDEN_ASSUMPTION,
        "sup of 1 - x over x^2 on [0, 1], continued at 0 where only x^2 vanishes, is at most 1",
        Truth.FALSE,
        _at_most(1, 1 - x, x**2, unit, touching=[0]),
    ),
    _sharp(
        Slip.CONSTANT,
        "sup of 1 - exp(-x) over x on [0, 1] is at most 1001/1000, which is true",
        Truth.TRUE,
        _at_most("1001/1000", 1 - sp.exp(-x), x, unit, touching=[0], width="1/2000"),
    ),
)
