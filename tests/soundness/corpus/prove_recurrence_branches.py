"""Steps that ask what is not decided, or are not one function, given to `prove_recurrence`."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import prove_recurrence

_case = partial(Case, "prove_recurrence")

n = sp.Symbol("n")


def _solved(step, closed=n + 1, start=(0, 1)):
    """Ask whether `closed` solves x' = step(x, n)."""
    return lambda: prove_recurrence(closed, step, start, n)


def _by_kind(x, k):
    return x + (1 if type(k).__name__ == "SymbolicScalar" else 2)


CASES = (
    _case(
        Slip.BRANCH,
        "x + 1 where x is positive, which it is",
        Truth.TRUE,
        _solved(lambda x, n: x + 1 if x > 0 else 0),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 where n is at least 0, which it is",
        Truth.TRUE,
        _solved(lambda x, n: x + 1 if n >= 0 else x + 2),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 where n is not 0, which from 1 on it is not",
        Truth.TRUE,
        _solved(lambda x, n: x + 1 if n != 0 else x, start=(1, 2)),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 for symbols and x + 2 for numbers, told by their type: at 1 it is 3, not 2",
        Truth.FALSE,
        _solved(_by_kind),
    ),
    _case(
        Slip.KINK,
        "|x| - 1 from 3 is 3 - n: at 5 it is 0, not -2",
        Truth.FALSE,
        _solved(lambda x, n: abs(x) - 1, 3 - n, (0, 3)),
    ),
    _case(
        Slip.KINK,
        "x + floor(n / 9) from 1 is 1: at 10 it is 2",
        Truth.FALSE,
        _solved(lambda x, n: x + n // 9, sp.Integer(1)),
    ),
    _case(
        Slip.KINK,
        "x + n modulo 1000 from 0 is n (n - 1) / 2: at 1001 it is 499500, not 500500",
        Truth.FALSE,
        _solved(lambda x, n: x + n % 1000, n * (n - 1) / 2, (0, 0)),
    ),
    _case(
        Slip.FLOAT,
        "0.5 x: a float in the step",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: 0.5 * x, 2 ** (-n), (0, 1)),
    ),
)
