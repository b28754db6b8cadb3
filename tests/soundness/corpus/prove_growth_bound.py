"""Bounds that fail at some index."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Evidence,
    PRecursive,
    prove_growth_bound,
)

__all__ = ["CASES"]

_bound = partial(Case, "prove_growth_bound")

k = sp.Symbol("k")
half = sp.Rational(1, 2)
golden = (1 + sp.sqrt(5)) / 2

CENTRAL = (-2 * (2 * k + 1), k + 1)  # binomial(2k, k) from 1
FIBONACCI = (-1, -1, 1)
MOTZKIN = (-3 * (k + 1), -(2 * k + 5), k + 4)  # 1, 1, 2, 4, 9, 21, ...


def _bounded(
    coefficients: Any, initial: Any, *claim: Any, first: int | None = None
) -> Callable[[], Evidence]:
    return lambda: prove_growth_bound(PRecursive(coefficients, initial, k), *claim, start=first)


CASES = (
    _bound(
        Slip.EDGE_SIZE,
        "binomial(2k, k) <= 0.56 4^k / sqrt(k) for all k: so up to k = 16, not at 17",
        Truth.FALSE,
        _bounded(CENTRAL, (1,), "<=", "14/25", 4, -half),
    ),
    _bound(
        Slip.EDGE_SIZE,
        "binomial(2k, k) >= 0.5001 4^k / sqrt(k) for all k: at k = 1 it is 2 >= 2.0004",
        Truth.FALSE,
        _bounded(CENTRAL, (1,), ">=", "5001/10000", 4, -half),
    ),
    _bound(
        Slip.EDGE_SIZE,
        "2^k >= k^3 for all k >= 1, which holds at 1 and from 10 on: at k = 2 it is 4 >= 8",
        Truth.FALSE,
        _bounded((-2, 1), (1,), ">=", 1, 1, 3),
    ),
    _bound(
        Slip.EDGE_SIZE,
        "2^k >= k^3 from k = 9 on: 512 >= 729",
        Truth.FALSE,
        _bounded((-2, 1), (1,), ">=", 1, 1, 3, first=9),
    ),
    _bound(
        Slip.EDGE_SIZE,
        "2^k >= k^3 from k = 10 on, which is true",
        Truth.TRUE,
        _bounded((-2, 1), (1,), ">=", 1, 1, 3, first=10),
    ),
    _bound(
        Slip.EDGE_SIZE,
        "2^k >= k^3 from k = 0 on, where 0^3 is 0: a bound is asked from 1 on",
        Truth.NO_STATEMENT,
        _bounded((-2, 1), (1,), ">=", 1, 1, 3, first=0),
    ),
    _bound(
        Slip.HIDDEN_ASSUMPTION,
        "2^k <= 3^k k^(-10), as for large k: at k = 2 it is 4 <= 9/1024",
        Truth.FALSE,
        _bounded((-2, 1), (1,), "<=", 1, 3, -10),
    ),
    _bound(
        Slip.HIDDEN_ASSUMPTION,
        "k + 500 <= 1000 for all k: not at 501",
        Truth.FALSE,
        _bounded((-(k + 501), k + 500), (500,), "<=", 1000, 1, 0),
    ),
    _bound(
        Slip.CONSTANT,
        "Fibonacci's numbers are at least ((1 + sqrt 5)/2)^(k - 1): at k = 2 it is 1 >= 1.618",
        Truth.FALSE,
        _bounded(FIBONACCI, (0, 1), ">=", golden - 1, golden, 0),
    ),
    _bound(
        Slip.CONSTANT,
        "Motzkin numbers are at most 3^k k^(-3/2), which holds up to k = 5: at 6 it is 51 <= 49.6",
        Truth.FALSE,
        _bounded(MOTZKIN, (1, 1), "<=", 1, 3, sp.Rational(-3, 2)),
    ),
    _bound(
        Slip.BRANCH,
        "|1 + (-1)^k| >= 1/2 for all k: at k = 1 it is 0",
        Truth.FALSE,
        _bounded((-1, 0, 1), (2, 0), ">=", half, 1, 0),
    ),
    _bound(
        Slip.BRANCH,
        "(-1)^k binomial(5, k) is at least k^(-6)/10 in size: at k = 6 it is 0",
        Truth.FALSE,
        _bounded((-(k - 5), k + 1), (1,), ">=", "1/10", 1, -6),
    ),
    _bound(
        Slip.EMPTY,
        "0, 0, 0, ... is at least 2^k",
        Truth.FALSE,
        _bounded((-2, 1), (0,), ">=", 1, 2, 0),
    ),
    _bound(
        Slip.CONTRADICTION,
        "|a_k| >= -1: a bound that says nothing",
        Truth.NO_STATEMENT,
        _bounded((-2, 1), (1,), ">=", -1, 2, 0),
    ),
    _bound(
        Slip.CONTRADICTION,
        "2^k is both at least and at most 2^k, by a relation '=='",
        Truth.NO_STATEMENT,
        _bounded((-2, 1), (1,), "==", 1, 2, 0),
    ),
    _bound(
        Slip.NAME,
        "2^k <= c 2^k for an unknown c",
        Truth.NO_STATEMENT,
        _bounded((-2, 1), (1,), "<=", sp.Symbol("c", positive=True), 2, 0),
    ),
    _bound(
        Slip.POLE,
        "a_(k+1) (k - 1) = a_k from 0 on is at most 1",
        Truth.NO_STATEMENT,
        _bounded((1, 1 - k), (1,), "<=", 1, 1, 0),
    ),
    _bound(
        Slip.FLOAT,
        "2^k <= 2.0^k",
        Truth.NO_STATEMENT,
        _bounded((-2, 1), (1,), "<=", 1, 2.0, 0),
    ),
    _bound(
        Slip.LAW,
        "k! <= 10^k for all k: at k = 25 it is 1.55 * 10^25",
        Truth.FALSE,
        _bounded((-(k + 1), 1), (1,), "<=", 1, 10, 0),
    ),
)
