"""Piecewise-linear functions that are not at most another."""

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    minimum,
    prove_piecewise_at_most,
    relu,
)

__all__ = ["CASES"]

_at_most = partial(Case, "prove_piecewise_at_most")

half = Fraction(1, 2)


def _tent(t: Any) -> Any:
    return 1 - abs(2 * t - 1)


def _on_integers(t: Any) -> Any:
    """The tent at numbers that are no integers, by a look at the number."""
    return 0 * t if t in (0, 1) else _tent(t)


CASES = (
    _at_most(
        Slip.BRANCH,
        "(9 if t == 2 else 0) <= 1: at 2 it is 9",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_at_most(lambda t: 9 if t == 2 else 0, 1),
    ),
    _at_most(
        Slip.BRANCH,
        "the tent but 0 at integers is at most 1, by a look whether t is in (0, 1)",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_at_most(_on_integers, 1),
    ),
    _at_most(
        Slip.BRANCH,
        "t <= 3, as t < 3 is looked at by Python",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_at_most(lambda t: t if t < 3 else 3, 3),
    ),
    _at_most(
        Slip.ORDER_OF_EVALUATION,
        "the integer part of t is at most t: Python's int is asked, and at -1/2 it is 0",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_at_most(int, lambda t: t),
    ),
    _at_most(
        Slip.ORDER_OF_EVALUATION,
        "round(t) <= t: at 3/4 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_at_most(round, lambda t: t),
    ),
    _at_most(
        Slip.KINK,
        "|t| <= relu(t): at -1 it is 1 <= 0",
        Truth.FALSE,
        lambda: prove_piecewise_at_most(abs, relu),
    ),
    _at_most(
        Slip.KINK,
        "min(t, 1) <= t/2 + 49/100: at 1 it is 1 <= 99/100, and at 0 and 2 it holds",
        Truth.FALSE,
        lambda: prove_piecewise_at_most(
            lambda t: minimum(t, 1), lambda t: t * half + Fraction(49, 100)
        ),
    ),
    _at_most(
        Slip.EDGE_SIZE,
        "t <= 999 for all t >= 0: at 1000 it is not",
        Truth.FALSE,
        lambda: prove_piecewise_at_most(lambda t: t, 999, on=(0, None)),
    ),
    _at_most(
        Slip.EDGE_SIZE,
        "-t <= 10^6 for all t <= 0: at -10^6 - 1 it is not",
        Truth.FALSE,
        lambda: prove_piecewise_at_most(lambda t: -t, 10**6, on=(None, 0)),
    ),
    _at_most(
        Slip.EMPTY,
        "1 <= 0 at all t in [2, -2]: there is none",
        Truth.EMPTY,
        lambda: prove_piecewise_at_most(1, 0, on=(2, -2)),
    ),
    _at_most(
        Slip.CONTRADICTION,
        "1 <= 0 on an interval whose ends are one point, which is not empty",
        Truth.FALSE,
        lambda: prove_piecewise_at_most(1, 0, on=(3, 3)),
    ),
    _at_most(
        Slip.FLOAT,
        "t <= 1 on [0, 1.0], with a float as an end",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_at_most(lambda t: t, 1, on=(0, 1.0)),
    ),
    _at_most(
        Slip.FLOAT,
        "t <= t + 1e-30, with a float of NumPy",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_at_most(lambda t: t, lambda t: t + np.float64(1e-30)),
    ),
    _at_most(
        Slip.POLE,
        "1/t <= 1 for t in [1, 2] and so on [1/2, 2]: at 1/2 it is 2; and it is not linear",
        Truth.FALSE,
        lambda: prove_piecewise_at_most(lambda t: 1 / t, 1, on=(half, 2)),
    ),
    _at_most(
        Slip.CONSTANT,
        "three tents on another are at most 7/8: at 1/8 they reach 1",
        Truth.FALSE,
        lambda: prove_piecewise_at_most(
            lambda t: _tent(_tent(_tent(t))), Fraction(7, 8), on=(0, 1)
        ),
    ),
    _at_most(
        Slip.HIDDEN_ASSUMPTION,
        "relu(t) <= 2 relu(t) + t for t >= -1, as for t >= 0: at -1 it is 0 <= -1",
        Truth.FALSE,
        lambda: prove_piecewise_at_most(relu, lambda t: 2 * relu(t) + t, on=(-1, None)),
    ),
    _at_most(
        Slip.KINK,
        "relu <= abs, which is true",
        Truth.TRUE,
        lambda: prove_piecewise_at_most(relu, abs),
    ),
)
