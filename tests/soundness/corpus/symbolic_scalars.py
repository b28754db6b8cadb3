"""The arithmetic of symbolic scalars, as `call_on_scalars` runs functions on it."""

import cmath
import math
from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from tests.soundness.corpus.call_on_scalars import equal
from theorem_checks import binomial
from theorem_checks import sqrt as root

_case = partial(Case, "SymbolicScalar")

n = sp.Symbol("n", integer=True, nonnegative=True)
positive = sp.Symbol("n", integer=True, positive=True)
k = sp.Symbol("k", integer=True)
even = sp.Symbol("n", even=True)
x = sp.Symbol("x")
real = sp.Symbol("r", real=True)


def _looped(m):
    total = 0
    for i in range(m):
        total = total + i
    return total


def _halved(m):
    while m > 1:
        m = m / 2
    return m


CASES = (
    _case(
        Slip.BRANCH,
        "sqrt(r**2) = r for real r: at r = -1 it is 1",
        Truth.FALSE,
        equal(lambda m: root(m**2), real, real),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "n // 2 = n / 2: at n = 1 it is 0",
        Truth.FALSE,
        equal(lambda m: m // 2, n / 2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "n // 2 = n / 2 for even n",
        Truth.TRUE,
        equal(lambda m: m // 2, even / 2, even),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "k modulo 3 is -(-k modulo 3): at k = 1 it is 1 and -2",
        Truth.FALSE,
        equal(lambda m: m % 3, -((-k) - 3 * sp.floor(-k / 3)), k),
    ),
    _case(
        Slip.KINK,
        "the larger of n and 5 by Python's max is n",
        Truth.NO_STATEMENT,
        equal(lambda m: max(m, 5), n),
    ),
    _case(
        Slip.KINK,
        "the smallest of three by sorting is the first",
        Truth.NO_STATEMENT,
        equal(lambda a, b: sorted([a, b, 3])[0], x, real, k),
    ),
    _case(
        Slip.KINK,
        "|r| = r: at r = -1 it is 1",
        Truth.FALSE,
        equal(abs, real, real),
    ),
    _case(
        Slip.KINK,
        "floor(r) = r for real r: at r = 1/2 it is 0",
        Truth.FALSE,
        equal(math.floor, real, real),
    ),
    _case(
        Slip.KINK,
        "r rounded is r: at r = 1/2 it is 0",
        Truth.NO_STATEMENT,
        equal(round, real, real),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum of i below n by a loop is n (n - 1) / 2",
        Truth.NO_STATEMENT,
        equal(_looped, n * (n - 1) / 2),
    ),
    _case(
        Slip.EDGE_SIZE,
        "n, halved until it is at most 1, is n",
        Truth.NO_STATEMENT,
        equal(_halved, n),
    ),
    _case(
        Slip.EDGE_SIZE,
        "'a' n times has the length n",
        Truth.NO_STATEMENT,
        equal(lambda m: len("a" * m), n),
    ),
    _case(
        Slip.EDGE_SIZE,
        "n over 2 is n**2 / 2: at n = 1 it is 0",
        Truth.FALSE,
        equal(lambda m: binomial(m, 2), n**2 / 2),
    ),
    _case(
        Slip.POLE,
        "n / n = 1, written as n (n - 1) / (n**2 - n): at n = 1 it has no value",
        Truth.FALSE,
        equal(lambda m: m * (m - 1) / (m**2 - m), 1, positive),
    ),
    _case(
        Slip.NAME,
        "the length of the text of n is 1: at n = 10 it is 2",
        Truth.NO_STATEMENT,
        equal(lambda m: len(f"{m}"), 1),
    ),
    _case(
        Slip.NAME,
        "the text of n is 'n'",
        Truth.NO_STATEMENT,
        equal(lambda m: 1 if str(m) == "n" else 0, 1),
    ),
    _case(
        Slip.FLOAT,
        "n times 0.5 is n / 2",
        Truth.NO_STATEMENT,
        equal(lambda m: m * 0.5, n / 2),
    ),
    _case(
        Slip.FLOAT,
        "the float of n is n",
        Truth.NO_STATEMENT,
        equal(float, n),
    ),
    _case(
        Slip.FLOAT,
        "the square root of the math module",
        Truth.NO_STATEMENT,
        equal(lambda m: math.sqrt(m) ** 2, n),
    ),
    _case(
        Slip.FLOAT,
        "the exponential of the cmath module",
        Truth.NO_STATEMENT,
        equal(cmath.exp, sp.exp(n)),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the square root of SymPy, which simplifies before it is asked",
        Truth.NO_STATEMENT,
        equal(lambda m: sp.sqrt(m**2), n),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "-n**2 = (-n)**2: at n = 1 it is -1 and 1",
        Truth.FALSE,
        equal(lambda m: -(m**2), (-n) ** 2),
    ),
    _case(
        Slip.EDGE_SIZE,
        "0**n = 0 for n = 0, 1, ...: at 0 it is 1",
        Truth.FALSE,
        equal(lambda m: 0**m, 0),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "x where x equals x + 0, as it does, else 0",
        Truth.TRUE,
        equal(lambda a: a if a == a + 0 else 0, x, x),
    ),
    _case(
        Slip.EMPTY,
        "a function that returns nothing is n",
        Truth.NO_STATEMENT,
        equal(lambda m: None, n),
    ),
)
