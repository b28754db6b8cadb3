"""Functions of symbolic scalars that ask questions, given to `call_on_scalars`, then proved equal.

A statement is here that a Python function equals an expression at all values of its arguments.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import Evidence, call_on_scalars, prove_identity
from theorem_checks.statements.scalars import symbolic, unwrapped
from theorem_checks.statements.tracing import traced

_case = partial(Case, "call_on_scalars")
_traced = partial(Case, "traced")

n = sp.Symbol("n", integer=True, nonnegative=True)
positive = sp.Symbol("n", integer=True, positive=True)
k = sp.Symbol("k", integer=True)


def equal(function: Callable[..., Any], expected: Any, *arguments: Any) -> Callable[[], Evidence]:
    """Ask whether a function equals an expression, at n unless said otherwise."""
    return lambda: outright(
        prove_identity(call_on_scalars(function, *(arguments or (n,))), expected)
    )


def _equal_traced(function: Callable[..., Any], expected: Any) -> Callable[[], Evidence]:
    """The same by `traced` itself."""
    return lambda: prove_identity(unwrapped(traced(function, symbolic(n))), expected)


def _swallowing(m):
    try:
        return 5 if m == 3 else m
    except TypeError:
        return m


def _swallowing_all(m):
    try:
        return 5 if m == 3 else m
    except BaseException:
        return m


def _finally(m):
    found = m
    try:
        found = 5 if m == 3 else m
    finally:
        return found  # noqa: B012  # pyright: ignore


def _matched(m):
    match m:
        case 3:
            return 5
        case _:
            return m


def _nested(m):
    return traced(_swallowing, m)


def _generated(m):
    return next((5 for i in (1, 2, 3) if i == m), m)


@lru_cache
def _cached(m):
    return m


def _raising(m):
    try:
        return 5 if m == 3 else m
    except TypeError as error:
        raise KeyError("not in the table") from error


CASES = (
    _case(Slip.BRANCH, "n, and 5 at 3", Truth.NO_STATEMENT, equal(lambda m: 5 if m == 3 else m, n)),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3, the number first",
        Truth.NO_STATEMENT,
        equal(lambda m: 5 if 3 == m else m, n),  # noqa: SIM300
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3, by 'not equal'",
        Truth.NO_STATEMENT,
        equal(lambda m: m if m != 3 else 5, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3, by a difference as truth value",
        Truth.NO_STATEMENT,
        equal(lambda m: m if m - 3 else 5, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3, by 'not'",
        Truth.NO_STATEMENT,
        equal(lambda m: 5 if not (m - 3) else m, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 1 at 0, by 'or'",
        Truth.NO_STATEMENT,
        equal(lambda m: m or 1, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3, by 'and'",
        Truth.NO_STATEMENT,
        equal(lambda m: (m - 3) and m, n),
    ),
    _case(
        Slip.BRANCH,
        "n below 100, then 0",
        Truth.NO_STATEMENT,
        equal(lambda m: m if m < 100 else 0, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 0 between 10 and 20, by a chain",
        Truth.NO_STATEMENT,
        equal(lambda m: 0 if 10 <= m <= 20 else m, n),
    ),
    _case(
        Slip.BRANCH,
        "n where it is not negative, which it is not",
        Truth.TRUE,
        equal(lambda m: m if m >= 0 else -m, n),
    ),
    _case(
        Slip.BRANCH,
        "n where it is negative, which it is not known of k",
        Truth.NO_STATEMENT,
        equal(lambda m: m if m >= 0 else -m, k, k),
    ),
    _case(
        Slip.BRANCH,
        "n + 1 where n is not 0, which a positive n is not",
        Truth.TRUE,
        equal(lambda m: m + 1 if m else m, positive + 1, positive),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3, by a table",
        Truth.NO_STATEMENT,
        equal(lambda m: {3: 5}.get(m, m), n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 among 3 and 4, by a set",
        Truth.NO_STATEMENT,
        equal(lambda m: 5 if m in {3, 4} else m, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 among 3 and 4, by a range",
        Truth.NO_STATEMENT,
        equal(lambda m: 5 if m in range(3, 5) else m, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3, by a list's count",
        Truth.NO_STATEMENT,
        equal(lambda m: m + 2 * [3].count(m), n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3, by a match",
        Truth.NO_STATEMENT,
        equal(_matched, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 1, 2, 3, by a generator",
        Truth.NO_STATEMENT,
        equal(_generated, n),
    ),
    _case(
        Slip.BRANCH,
        "n by a cache, which needs its hash",
        Truth.NO_STATEMENT,
        equal(_cached, n),
    ),
    _case(
        Slip.BRANCH,
        "n where it calls itself even, else 0",
        Truth.NO_STATEMENT,
        equal(lambda m: 0 if m.is_even else m, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 where it calls itself a number",
        Truth.NO_STATEMENT,
        equal(lambda m: 5 if m.is_number else m, n),
    ),
    _case(
        Slip.BRANCH,
        "n, with the denominator 1 that integers have in Python",
        Truth.NO_STATEMENT,
        equal(lambda m: m * m.denominator, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3; the error is caught",
        Truth.NO_STATEMENT,
        equal(_swallowing, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3; every error is caught",
        Truth.NO_STATEMENT,
        equal(_swallowing_all, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3; the error is lost in a 'finally'",
        Truth.NO_STATEMENT,
        equal(_finally, n),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3, in a function that is traced inside of another",
        Truth.NO_STATEMENT,
        equal(_nested, n),
    ),
    _traced(
        Slip.BRANCH,
        "n, and 5 at 3; the error is caught",
        Truth.NO_STATEMENT,
        _equal_traced(_swallowing, n),
    ),
    _traced(
        Slip.CONSTANT,
        "(n + 1)**2 = n**2 + n + 1: at n = 1 it is 4 and 3",
        Truth.FALSE,
        _equal_traced(lambda m: (m + 1) ** 2, n**2 + n + 1),
    ),
    _case(
        Slip.BRANCH,
        "n, and 5 at 3; another error is raised in its place",
        Truth.NO_STATEMENT,
        equal(_raising, n),
    ),
    _traced(
        Slip.BRANCH,
        "n, and 5 at 3; another error is raised in its place",
        Truth.NO_STATEMENT,
        _equal_traced(_raising, n),
    ),
    _traced(
        Slip.BRANCH,
        "the lowest bit of n is 0: at n = 1 it is 1",
        Truth.NO_STATEMENT,
        _equal_traced(lambda m: m & 1, 0),
    ),
)
