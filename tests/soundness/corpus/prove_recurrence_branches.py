"""Steps that ask what is not decided, or are not one function, given to `prove_recurrence`."""

import math
from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import prove_recurrence

_case = partial(Case, "prove_recurrence")

n = sp.Symbol("n")


def _solved(step, closed=n + 1, start=(0, 1)):
    """Ask whether `closed` solves x' = step(x, n)."""
    return lambda: prove_recurrence(closed, step, start, n)


def _swallowing(x, k):
    try:
        late = k == 3
    except TypeError:
        late = False
    return x + (2 if late else 1)


def _by_kind(x, k):
    return x + (1 if type(k).__name__ == "SymbolicScalar" else 2)


def _by_text(x, k):
    return x + (2 if repr(k).isdigit() else 1)


def _by_length(x, k):
    return x + (1 if len(repr(k)) < 4 else 2)


def _first_time():
    calls = []

    def step(x, k):
        calls.append(k)
        return x + (1 if len(calls) == 1 else 2)

    return step


def _by_exception(x, k):
    try:
        return x + 0 * k.numerator + 2
    except Exception:
        return x + 1


def _swallowing_and_failing(x, k):
    try:
        return x + (2 if k == 3 else 1)
    except TypeError as error:
        raise KeyError("not in the table") from error


def _late_by_kind(x, k):
    return x + (2 if isinstance(k, int) and k == 50_000 else 1)


KEPT = [n]


def _by_default(x, k, c=n):
    return 2 * x + (1 if c == 7 else 0)


class _ByAttribute:
    def __init__(self):
        self.n = n

    def __call__(self, x, k):
        return 2 * x + (1 if self.n == 7 else 0)


CASES = (
    _case(
        Slip.BRANCH,
        "x + 1, but x + 2 at the integer 50000, gives n + 1: at 50001 it is 1 more",
        Truth.FALSE,
        _solved(_late_by_kind),
    ),
    _case(
        Slip.BRANCH,
        "x / 2 at even n, else x + 1: from 1 it is 1/2 at 1, not 2",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x / 2 if n % 2 == 0 else x + 1),
    ),
    _case(
        Slip.BRANCH,
        "5 at n = 0, else x + 1: from 1 it is 5 at 1, not 2",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: 5 if n == 0 else x + 1),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 where n is not 7, else x: at 8 it is 8, not 9",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + 1 if n != 7 else x),
    ),
    _case(
        Slip.BRANCH,
        "2 x at n that call themselves even, else x + 1: at 1 it is 2, at 2 it is 3, at 3 it is 6",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: 2 * x if n.is_even else x + 1),
    ),
    _case(
        Slip.BRANCH,
        "0 at n among 3, 4, 5, else x + 1: at 4 it is 0, not 5",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: 0 if n in {3, 4, 5} else x + 1),
    ),
    _case(
        Slip.BRANCH,
        "0 at n in a tuple, else x + 1: at 4 it is 0, not 5",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: 0 if n in (3, 4, 5) else x + 1),
    ),
    _case(
        Slip.BRANCH,
        "x + 1, but by a table 7 more at 2: at 3 it is 10, not 4",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + {2: 7}.get(n, 1)),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 at n that are true, else x + 9: at 1 it is 10, not 2",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + (1 if n else 9)),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 below n = 100, then x: at 101 it is 101, not 102",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + 1 if n < 100 else x),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 while 50 > n, then x: the comparison written the other way round",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + 1 if n < 50 else x),
    ),
    _case(
        Slip.BRANCH,
        "x - 1 once x is 5, else x + 1: the question is of x",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x - 1 if x == 5 else x + 1),
    ),
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
        "x + 1, and 1 more at n = 3; the error of the question is caught",
        Truth.NO_STATEMENT,
        _solved(_swallowing),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 for symbols and x + 2 for numbers, told by their type: at 1 it is 3, not 2",
        Truth.FALSE,
        _solved(_by_kind),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 for symbols and x + 2 for numbers, told by their digits: at 1 it is 3, not 2",
        Truth.FALSE,
        _solved(_by_text),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 up to n = 999, then x + 2, told by the length of its text: at 1001 it is 1003",
        Truth.FALSE,
        _solved(_by_length),
    ),
    _case(
        Slip.BRANCH,
        "x + 2 for what has a numerator, as numbers have, else x + 1: at 1 it is 3, not 2",
        Truth.FALSE,
        _solved(_by_exception),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "x + 1 at the first call and x + 2 at all others: it is no function",
        Truth.FALSE,
        lambda: prove_recurrence(n + 1, _first_time(), (0, 1), n),
    ),
    _case(
        Slip.KINK,
        "max(x - 1, 0) from 3 is 3 - n: at 4 it is 0, not -1",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: max(x - 1, 0), 3 - n, (0, 3)),
    ),
    _case(
        Slip.KINK,
        "min(x + 1, 10) from 1 is n + 1: at 10 it is 10, not 11",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: min(x + 1, 10)),
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
    _case(
        Slip.FLOAT,
        "x + math.sqrt(n): a float of a symbol",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + math.sqrt(n)),
    ),
    _case(
        Slip.FLOAT,
        "x + int(n / 2), which cuts off: at 1 it is 1, not 5/4",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + int(n / 2), (n**2 + 4) / 4),
    ),
    _case(
        Slip.EMPTY,
        "x + the number of numbers below n: a range of symbolic length",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + len(range(n)), n * (n - 1) / 2, (0, 0)),
    ),
    _case(
        Slip.EMPTY,
        "x + the n-th entry of a list of three: there is none from 3 on",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + [1, 1, 1][n]),
    ),
    _case(
        Slip.NAME,
        "x + the length of the text of n: at 11 it is 12, not 11",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + len(f"{n}")),
    ),
    _case(
        Slip.BRANCH,
        "x + 1, and 1 more at n = 3; the error of the question is turned into another one",
        Truth.NO_STATEMENT,
        _solved(_swallowing_and_failing),
    ),
    _case(
        Slip.NAME,
        "2 x, and 1 more where a default argument that is n is 7: at 8 it is 257, not 256",
        Truth.NO_STATEMENT,
        _solved(_by_default, 2**n),
    ),
    _case(
        Slip.NAME,
        "2 x, and 1 more where n, kept in a list, is 7: at 8 it is 257, not 256",
        Truth.NO_STATEMENT,
        _solved(lambda x, k: 2 * x + (1 if KEPT[0] == 7 else 0), 2**n),
    ),
    _case(
        Slip.NAME,
        "2 x, and 1 more where n, an attribute of the step, is 7: at 8 it is 257, not 256",
        Truth.NO_STATEMENT,
        _solved(_ByAttribute(), 2**n),
    ),
    _case(
        Slip.NAME,
        "2 x, and 1 more where n, the object of a bound method, is 7: at 8 it is 257, not 256",
        Truth.NO_STATEMENT,
        _solved(_ByAttribute().__call__, 2**n),
    ),
    _case(
        Slip.NAME,
        "2 x, and 1 more where n, bound by partial, is 7: at 8 it is 257, not 256",
        Truth.NO_STATEMENT,
        _solved(partial(_by_default, c=n), 2**n),
    ),
    _case(
        Slip.BRANCH,
        "x + the lowest bit of n is n + 1: at 1 it is 1, not 2",
        Truth.NO_STATEMENT,
        _solved(lambda x, n: x + (n & 1)),
    ),
)
