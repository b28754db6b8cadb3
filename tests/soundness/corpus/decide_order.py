"""Orders of convergence that are not so."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import mpmath
import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Verdict,
    decide_order,
)

__all__ = ["CASES"]

_order = partial(Case, "decide_order")

a = sp.Symbol("a")
h = sp.Symbol("h")


_NOT_PROVED = frozenset({Verdict.PROVED})  # a window of measurements may look like it


def _in_mpmath(error: Callable[[Any], Any]) -> Callable[[Fraction], Any]:
    return lambda s: error(mpmath.mpf(s.numerator) / s.denominator)


other_k = sp.Symbol("k", integer=True)


CASES = (
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "h^2 log(1/h) = O(h^(49/25)), which is true, though slopes stay below for long",
        Truth.TRUE,
        lambda: decide_order(_in_mpmath(lambda s: s**2 * mpmath.log(1 / s)), "49/25"),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "h^3 + h/10^40 = O(h^3): h is of a lower order",
        Truth.FALSE,
        lambda: decide_order(lambda s: s**3 + s / 10**40, 3),
        _NOT_PROVED,
    ),
    _order(
        Slip.BRANCH,
        "h^2 above 2^-30 and 1 below is O(h^2): at 2^-31 it is 1",
        Truth.FALSE,
        lambda: decide_order(lambda s: s**2 if s > Fraction(1, 2**30) else 1, 2),
        _NOT_PROVED,
    ),
    _order(
        Slip.CONSTANT,
        "the central difference of sin has order 4: it has order 2",
        Truth.FALSE,
        lambda: decide_order(
            _in_mpmath(lambda s: (mpmath.sin(1 + s) - mpmath.sin(1 - s)) / (2 * s) - mpmath.cos(1)),
            4,
        ),
    ),
    _order(
        Slip.CONSTANT,
        "exp(h) - 1 - h = O(h^3): its leading term is h^2/2",
        Truth.FALSE,
        lambda: decide_order(sp.exp(h) - 1 - h, 3, scale=h),
    ),
    _order(
        Slip.CONSTANT,
        "h^2 + h^3 is exactly of order 3",
        Truth.FALSE,
        lambda: decide_order(h**2 + h**3, 3, scale=h, exactly=True),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "10^-30 h + h^2 = O(h^2), by its leading term it is not",
        Truth.FALSE,
        lambda: decide_order(h / sp.Integer(10) ** 30 + h**2, 2, scale=h),
    ),
    _order(
        Slip.POLE,
        "Gamma(h) = O(1): it is 1/h",
        Truth.FALSE,
        lambda: decide_order(sp.gamma(h), 0, scale=h),
    ),
    _order(
        Slip.POLE,
        "log(h) = O(1): it is not bounded",
        Truth.FALSE,
        lambda: decide_order(sp.log(h), 0, scale=h),
    ),
    _order(
        Slip.KINK,
        "sqrt(h^2 + h^3) = O(h^2): it is of order 1",
        Truth.FALSE,
        lambda: decide_order(sp.sqrt(h**2 + h**3), 2, scale=h),
    ),
    _order(
        Slip.NAME,
        "c h^2 = O(h^2) for two symbols, of which c may be 1/h",
        Truth.NO_STATEMENT,
        lambda: decide_order(sp.Symbol("c") * h**2, 2, scale=h),
    ),
    _order(
        Slip.EMPTY,
        "h = O(h^2) on no scales",
        Truth.EMPTY,
        lambda: decide_order(lambda s: s, 2, scales=()),
    ),
    _order(
        Slip.EMPTY,
        "h = O(h^2) on scales that do not fall",
        Truth.EMPTY,
        lambda: decide_order(lambda s: s, 2, scales=[Fraction(1, 2)] * 8),
    ),
    _order(
        Slip.FLOAT,
        "h^2 = O(h^2), with an error in floats",
        Truth.NO_STATEMENT,
        lambda: decide_order(lambda s: float(s) ** 2, 2),
    ),
    _order(
        Slip.FLOAT,
        "0.5 h^2 = O(h^2)",
        Truth.NO_STATEMENT,
        lambda: decide_order(0.5 * h**2, 2, scale=h),
    ),
    _order(
        Slip.ORDER_OF_EVALUATION,
        "exp(h) - (1 + h) rounded to 18 digits is O(h^2), as it is exactly: true; rounding shows",
        Truth.TRUE,
        lambda: decide_order(_in_mpmath(lambda s: mpmath.exp(s) - (1 + s)), 2, digits=18),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "h^2 / (1 + 10^12 h) = O(h^2), which is true from scales of 10^-12 on",
        Truth.TRUE,
        lambda: decide_order(lambda s: s**2 / (1 + 10**12 * s), 2),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "h^2 + 10^20 h^3 = O(h^2) exactly, which is true from scales of 10^-20 on",
        Truth.TRUE,
        lambda: decide_order(lambda s: s**2 + 10**20 * s**3, 2, exactly=True),
    ),
    _order(
        Slip.CONTRADICTION,
        "h^2 + sin(pi h) = O(h^2) for an integer h, which does not go to 0: for real h it is pi h",
        Truth.FALSE,
        lambda: decide_order(other_k**2 + sp.sin(sp.pi * other_k), 2, scale=other_k),
    ),
    _order(
        Slip.CONTRADICTION,
        "|h| + h + h^2 = O(h^2) for a negative h: from above it is 2 h",
        Truth.FALSE,
        lambda: decide_order(
            sp.Abs(sp.Symbol("h", negative=True))
            + sp.Symbol("h", negative=True)
            + sp.Symbol("h", negative=True) ** 2,
            2,
            scale=sp.Symbol("h", negative=True),
        ),
    ),
)
