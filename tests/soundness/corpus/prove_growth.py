"""Growths that are not those of the sequence."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Evidence,
    PRecursive,
    prove_growth,
)

__all__ = ["CASES"]

_growth = partial(Case, "prove_growth")

k = sp.Symbol("k")
other_k = sp.Symbol("k", integer=True)
a = sp.Symbol("a")
half = sp.Rational(1, 2)
golden = (1 + sp.sqrt(5)) / 2

CENTRAL = (-2 * (2 * k + 1), k + 1)  # binomial(2k, k) from 1
FIBONACCI = (-1, -1, 1)
MOTZKIN = (-3 * (k + 1), -(2 * k + 5), k + 4)  # 1, 1, 2, 4, 9, 21, ...
RISING = (-(k + a), k + 1)  # a (a+1) ... (a+k-1) / k! from 1


def _grows(
    coefficients: Any, initial: Any, *claim: Any, start: int = 0, **more: Any
) -> Callable[[], Evidence]:
    return lambda: prove_growth(PRecursive(coefficients, initial, k, start), *claim, **more)


CASES = (
    _growth(
        Slip.CONSTANT,
        "binomial(2k, k) ~ 4^k k^(-1/2) / 2: the constant is 1/sqrt(pi) = 0.564...",
        Truth.FALSE,
        _grows(CENTRAL, (1,), 4, -half, half),
    ),
    _growth(
        Slip.CONSTANT,
        "binomial(2k, k) ~ 4^k k^(-1/2) 5641895835477563/10^16, right to 16 digits",
        Truth.FALSE,
        _grows(CENTRAL, (1,), 4, -half, sp.Rational(5641895835477563, 10**16)),
    ),
    _growth(
        Slip.CONSTANT,
        "Motzkin numbers ~ C 3^k k^(-1/2), the exponent of walks: it is -3/2",
        Truth.FALSE,
        _grows(MOTZKIN, (1, 1), 3, -half),
    ),
    _growth(
        Slip.HIDDEN_ASSUMPTION,
        "a_(k+2) = 3 a_(k+1) - 2 a_k grows like 2^k from a_0 = a_1 = 1 too: that is 1, 1, 1, ...",
        Truth.FALSE,
        _grows((2, -3, 1), (1, 1), 2, 0),
    ),
    _growth(
        Slip.HIDDEN_ASSUMPTION,
        "Fibonacci's recurrence from 1 and (1 - sqrt 5)/2 grows like ((1 + sqrt 5)/2)^k: it decays",
        Truth.FALSE,
        _grows(FIBONACCI, (1, 1 - golden), golden, 0),
    ),
    _growth(
        Slip.EMPTY,
        "the sequence 0, 0, 0, ... grows like 2^k",
        Truth.FALSE,
        _grows((-2, 1), (0,), 2, 0),
    ),
    _growth(
        Slip.EDGE_SIZE,
        "(-1)^k binomial(5, k) ~ C k^(-6): from k = 6 on it is 0",
        Truth.FALSE,
        _grows((-(k - 5), k + 1), (1,), 1, -6),
    ),
    _growth(
        Slip.EDGE_SIZE,
        "a_k from a_3 = 1 by a_(k+1) = 2 a_k is ~ 2^k: it is 2^k / 8",
        Truth.FALSE,
        _grows((-2, 1), (1,), 2, 0, 1, start=3),
    ),
    _growth(
        Slip.BRANCH,
        "(-1)^k ~ 1^k: it has no limit",
        Truth.FALSE,
        _grows((1, 1), (1,), 1, 0),
    ),
    _growth(
        Slip.BRANCH,
        "1, 0, -1, 0, 1, ... ~ C i^k: every other one is 0",
        Truth.FALSE,
        _grows((1, 0, 1), (1, 0), sp.I, 0),
    ),
    _growth(
        Slip.KINK,
        "k 2^k ~ C 2^k, where the root is double",
        Truth.FALSE,
        _grows((4, -4, 1), (0, 2), 2, 0),
    ),
    _growth(
        Slip.LAW,
        "k! ~ C e^k, as for a regular recurrence",
        Truth.FALSE,
        _grows((-(k + 1), 1), (1,), sp.E, 0),
    ),
    _growth(
        Slip.POLE,
        "(k - 2) a_(k+1) = a_k from k = 0 on determines a sequence: at k = 2 it does not",
        Truth.NO_STATEMENT,
        _grows((1, 2 - k), (1,), 1, 0),
    ),
    _growth(
        Slip.POLE,
        "a (a+1) ... (a+k-1)/k! ~ k^(a-1)/Gamma(a) at a = -1: it is 0 from k = 2 on",
        Truth.FALSE,
        _grows(RISING, (1,), 1, a - 1, 1 / sp.gamma(a), at=[{a: -1}]),
    ),
    _growth(
        Slip.EMPTY,
        "a family, at no parameters",
        Truth.EMPTY,
        _grows(RISING, (1,), 1, a - 1, 1 / sp.gamma(a), at=[]),
    ),
    _growth(
        Slip.CONSTANT,
        "a (a+1) ... (a+k-1)/k! ~ k^(a-1)/Gamma(a + 1): at a = 2 it is k + 1, not k/2",
        Truth.FALSE,
        _grows(RISING, (1,), 1, a - 1, 1 / sp.gamma(a + 1), at=[{a: 2}]),
    ),
    _growth(
        Slip.HIDDEN_ASSUMPTION,
        "a^k ~ (|a|/a) a^k for all a: at a = -1 the constant is 1, not -1",
        Truth.FALSE,
        _grows((-a, 1), (1,), a, 0, sp.Abs(a) / a, at=[{a: "1/2"}]),
    ),
    _growth(
        Slip.NAME,
        "binomial(2k, k), where the k of the coefficients is not the index, but is called so",
        Truth.NO_STATEMENT,
        _grows((-2 * (2 * other_k + 1), other_k + 1), (1,), 4, -half, at=[{other_k: 1}]),
    ),
    _growth(
        Slip.CONTRADICTION,
        "p^k grows like p^k for a positive p, tried at p = -1, which is none",
        Truth.EMPTY,
        _grows(
            (-sp.Symbol("p", positive=True), 1),
            (1,),
            sp.Symbol("p", positive=True),
            0,
            sp.sqrt(sp.Symbol("p", positive=True) ** 2) / sp.Symbol("p", positive=True),
            at=[{sp.Symbol("p", positive=True): -1}],
        ),
    ),
    _growth(
        Slip.FLOAT,
        "a_(k+1) = 0.5 a_k ~ (1/2)^k",
        Truth.NO_STATEMENT,
        _grows((-0.5, 1), (1,), half, 0),
    ),
    _growth(
        Slip.FLOAT,
        "binomial(2k, k) ~ 0.5642 4^k k^(-1/2)",
        Truth.NO_STATEMENT,
        _grows(CENTRAL, (1,), 4, -half, sp.Float(0.5642)),
    ),
    _growth(
        Slip.CONSTANT,
        "Fibonacci's numbers ~ ((1 + sqrt 5)/2)^k / sqrt 5, which is true",
        Truth.TRUE,
        _grows(FIBONACCI, (0, 1), golden, 0, 1 / sp.sqrt(5)),
    ),
)
