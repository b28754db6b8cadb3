"""Largest differences that are not so."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Counterexample,
    Evidence,
    largest_difference,
    maximum,
    reals,
    relu,
)

__all__ = ["CASES"]

_largest = partial(Case, "largest_difference")

half = Fraction(1, 2)


def _peak_is(value: Any, f: Any, g: Any = 0, on: Any = None) -> Callable[[], Evidence]:
    """Ask whether the largest difference has a value."""

    def ask() -> Evidence:
        peak = largest_difference(f, g, on=on)
        if peak.value == value:
            return Evidence.proved(f"the largest difference is {value}")
        return Evidence.refuted(Counterexample({}, str(value), str(peak.value)))

    return ask


def _tent(t: Any) -> Any:
    return 1 - abs(2 * t - 1)


CASES = (
    _largest(
        Slip.KINK,
        "the largest tent on [0, 1] is its value at the ends, 0: at 1/2 it is 1",
        Truth.FALSE,
        _peak_is(0, _tent, on=(0, 1)),
    ),
    _largest(
        Slip.EDGE_SIZE,
        "the largest relu on [-1, 0] is 1: it is 0",
        Truth.FALSE,
        _peak_is(1, relu, on=(-1, 0)),
    ),
    _largest(
        Slip.EDGE_SIZE,
        "the largest relu - t/2 on the line is 0, at its kink: it grows without bound",
        Truth.FALSE,
        _peak_is(0, relu, lambda t: t * half),
    ),
    _largest(
        Slip.TRANSPOSE,
        "the largest |t| - relu(t) on [-1, 2] is 0, as that of the other way around: at -1 it is 1",
        Truth.FALSE,
        _peak_is(0, abs, relu, on=(-1, 2)),
    ),
    _largest(
        Slip.BRANCH,
        "the largest of (1 if t == 0 else 0) is 0: at 0 it is 1",
        Truth.NO_STATEMENT,
        _peak_is(0, lambda t: 1 if t == 0 else 0, on=(-1, 1)),
    ),
    _largest(
        Slip.BRANCH,
        "the largest of {1: 5}.get(t, 0) on [0, 2] is 0: at 1 it is 5",
        Truth.NO_STATEMENT,
        _peak_is(0, lambda t: {1: 5}.get(t, 0), on=(0, 2)),
    ),
    _largest(
        Slip.ORDER_OF_EVALUATION,
        "the largest of 0 times the hash of t is 0: a hash is asked, of all t at once",
        Truth.NO_STATEMENT,
        _peak_is(0, lambda t: 0 * hash(t)),
    ),
    _largest(
        Slip.EMPTY,
        "the largest t on [1, -1] is 1: the interval is empty",
        Truth.EMPTY,
        _peak_is(1, lambda t: t, on=(1, -1)),
    ),
    _largest(
        Slip.FLOAT,
        "the largest t on [0, 0.1] is 1/10",
        Truth.NO_STATEMENT,
        _peak_is(Fraction(1, 10), lambda t: t, on=(0, 0.1)),
    ),
    _largest(
        Slip.HIDDEN_ASSUMPTION,
        "the largest t (1 - t) on [0, 1] is 1/4: true, but no linear function; an error",
        Truth.NO_STATEMENT,
        _peak_is(Fraction(1, 4), lambda t: t * (1 - t), on=(0, 1)),
    ),
    _largest(
        Slip.POLE,
        "the largest 1/t on [1, 2] is 1: true, but no linear function; an error",
        Truth.NO_STATEMENT,
        _peak_is(1, lambda t: 1 / t, on=(1, 2)),
    ),
    _largest(
        Slip.CONSTANT,
        "the largest max(t, -2 t) - |t| on [-1, 1] is 1/2: at -1 it is 1",
        Truth.FALSE,
        _peak_is(half, lambda t: maximum(t, -2 * t), abs, on=(-1, 1)),
    ),
    _largest(
        Slip.NAME,
        "the largest relu(x) - relu(y) of two variables is 0: it grows without bound",
        Truth.NO_STATEMENT,
        _peak_is(0, relu(reals("x")) - relu(reals("y"))),
    ),
    _largest(
        Slip.KINK,
        "the largest of three tents on another is at their kink 1/2: the value there is 0",
        Truth.FALSE,
        _peak_is(0, lambda t: _tent(_tent(_tent(t))), on=(0, 1)),
    ),
    _largest(
        Slip.ORDER_OF_EVALUATION,
        "the largest of Python's round(t) on [0, 3/4] is 3/4: at 3/4 it is 1",
        Truth.NO_STATEMENT,
        _peak_is(Fraction(3, 4), round, on=(0, "3/4")),
    ),
    _largest(
        Slip.KINK,
        "the largest relu on [-1, 2] is 2, which is true",
        Truth.TRUE,
        _peak_is(2, relu, on=(-1, 2)),
    ),
)
