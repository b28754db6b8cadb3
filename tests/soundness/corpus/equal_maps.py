"""Maps that are not equal."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    equal_maps,
    maximum,
    relu,
)

__all__ = ["CASES"]

_equal = partial(Case, "equal_maps")


def _empty_product(x: Any) -> Any:
    product: Any = 1
    for entry in x:
        product = product * entry
    return product


def _running(x: Any) -> list[Any]:
    totals: list[Any] = []
    for entry in x:
        totals.append(entry + (totals[-1] if totals else 0))
    return totals


def _one_late(x: Any) -> list[Any]:
    return [0, *_running(x)[:-1]]


def _swallowing(x: Any) -> Any:
    try:
        return [0 * e if e == 0 else e for e in x]
    except Exception:
        return [e + 1 for e in x]


def _softened(x: Any) -> Any:
    return [e if isinstance(e, Fraction) else 0 * e for e in x]


def _from_a_table(x: Any) -> Any:
    table: Mapping[Any, int] = {Fraction(0): 1}
    return [table.get(e, 0) + 0 * e for e in x]


CASES = (
    _equal(
        Slip.ORDER_OF_FACTORS,
        "a b = b a at sizes 1 and 2: at size 2 they differ",
        Truth.FALSE,
        lambda: equal_maps(
            lambda a, b: a @ b,
            lambda a, b: b @ a,
            sizes=[{"a": (n, n), "b": (n, n)} for n in (1, 2)],
        ),
    ),
    _equal(
        Slip.TRANSPOSE,
        "x x^T = x^T x for square x: at [[0, 1], [0, 0]] they differ",
        Truth.FALSE,
        lambda: equal_maps(lambda x: x @ x.T, lambda x: x.T @ x, sizes=[(1, 1), (2, 2)]),
    ),
    _equal(
        Slip.TRANSPOSE,
        "a sum over rows is one over columns: of shape (2, 3) they have 3 and 2 entries",
        Truth.FALSE,
        lambda: equal_maps(lambda x: x.sum(axis=0), lambda x: x.sum(axis=1), sizes=[(2, 3)]),
    ),
    _equal(
        Slip.EDGE_SIZE,
        "a running sum is the last one: at one token, not at two",
        Truth.FALSE,
        lambda: equal_maps(_running, lambda x: [x[-1]], sizes=[(1,), (2,)]),
    ),
    _equal(
        Slip.ORDER_OF_EVALUATION,
        "the running sum is the one that is one token late: at one token it is x, not 0",
        Truth.FALSE,
        lambda: equal_maps(_running, _one_late, sizes=[(1,), (2,)]),
    ),
    _equal(
        Slip.EMPTY,
        "any two maps are equal at no size",
        Truth.EMPTY,
        lambda: equal_maps(lambda x: x, lambda x: x + 1, sizes=[]),
    ),
    _equal(
        Slip.EMPTY,
        "x = x + 1 for arrays of shape (0,)",
        Truth.EMPTY,
        lambda: equal_maps(lambda x: x, lambda x: x + 1, sizes=[(0,)]),
    ),
    _equal(
        Slip.EMPTY,
        "two maps that return empty lists are equal",
        Truth.EMPTY,
        lambda: equal_maps(lambda x: [], lambda x: [], sizes=[(2,)]),
    ),
    _equal(
        Slip.EMPTY,
        "outputs from the third token on are equal, at two tokens",
        Truth.EMPTY,
        lambda: equal_maps(lambda x: x[2:], lambda x: x[2:] + 1, sizes=[(2,)]),
    ),
    _equal(
        Slip.EMPTY,
        "x = x + 1 for arrays of shape (2, 0), by search",
        Truth.EMPTY,
        lambda: equal_maps(lambda x: x, lambda x: x + 1, sizes=[(2, 0)], by="search", examples=10),
    ),
    _equal(
        Slip.BRANCH,
        "x with 0 in place of 0, the error swallowed, is x + 1",
        Truth.FALSE,
        lambda: equal_maps(_swallowing, lambda x: [e + 1 for e in x], sizes=[(2,)]),
    ),
    _equal(
        Slip.BRANCH,
        "what is 0 on polynomials and x on numbers is 0: at 1 it is 1",
        Truth.FALSE,
        lambda: equal_maps(_softened, lambda x: [0 * e for e in x], sizes=[(2,)]),
    ),
    _equal(
        Slip.BRANCH,
        "{0: 1}.get(x, 0) is 0: at 0 it is 1",
        Truth.FALSE,
        lambda: equal_maps(_from_a_table, lambda x: [0 * e for e in x], sizes=[(1,)]),
    ),
    _equal(
        Slip.KINK,
        "relu = maximum with 1/100 x: a map that compares is no polynomial; at -1 they differ",
        Truth.FALSE,
        lambda: equal_maps(
            relu, lambda x: maximum(x, x * Fraction(1, 100)), sizes=[(2,)], by="search"
        ),
    ),
    _equal(
        Slip.POLE,
        "x^2 / x = x / 1 wherever it is defined, and 1/x = x: at 2 they differ",
        Truth.FALSE,
        lambda: equal_maps(lambda x: 1 / x, lambda x: x, sizes=[(1,)]),
    ),
    _equal(
        Slip.POLE,
        "x / (x - x) = 1: nowhere defined",
        Truth.EMPTY,
        lambda: equal_maps(lambda x: x / (x - x), lambda x: x / (x - x), sizes=[(1,)]),
    ),
    _equal(
        Slip.FLOAT,
        "x/2 = 0.5 x",
        Truth.NO_STATEMENT,
        lambda: equal_maps(lambda x: x / 2, lambda x: 0.5 * x, sizes=[(2,)]),
    ),
    _equal(
        Slip.NAME,
        "x[0, 0] of a matrix x = a number that is called so: names are of arguments",
        Truth.NO_STATEMENT,
        lambda: equal_maps(lambda x: x[0, 0], lambda y: y[0, 0], sizes=[{"x": (1, 1)}]),
    ),
    _equal(
        Slip.CONTRADICTION,
        "arrays of a size -1",
        Truth.NO_STATEMENT,
        lambda: equal_maps(lambda x: x, lambda x: x + 1, sizes=[(-1,)]),
    ),
    _equal(
        Slip.CONSTANT,
        "x + prod(x - k, k = 0..9)/10^12 = x: the degree is 10, and at 11 they differ",
        Truth.FALSE,
        lambda: equal_maps(
            lambda x: x + _empty_product([x[0] - k for k in range(10)]) / 10**12,
            lambda x: x,
            sizes=[(1,)],
        ),
    ),
    _equal(
        Slip.HIDDEN_ASSUMPTION,
        "x^2 = x, as for 0 and 1: at 2 it is 4",
        Truth.FALSE,
        lambda: equal_maps(lambda x: x * x, lambda x: x, sizes=[(3,)]),
    ),
    _equal(
        Slip.TRANSPOSE,
        "(a b)^T = b^T a^T, which is true",
        Truth.TRUE,
        lambda: equal_maps(
            lambda a, b: (a @ b).T, lambda a, b: b.T @ a.T, sizes=[{"a": (2, 3), "b": (3, 1)}]
        ),
    ),
)
