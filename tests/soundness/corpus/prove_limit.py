"""Limits of rational functions at infinity that are others at some values of other symbols."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import Limit, prove_limit

_case = partial(Case, "prove_limit")

n = sp.Symbol("n", integer=True, positive=True)
even = sp.Symbol("n", even=True, positive=True)
x, a, b = sp.symbols("x a b", real=True)
d = sp.Symbol("d", nonnegative=True)
z = sp.Symbol("z")


def _asked(variable, term, value, to="oo"):
    return lambda: prove_limit(Limit(variable, term, to, value))


CASES = (
    _case(
        Slip.POLE, "1/(a x + 1) goes to 0: at a = 0 it is 1", Truth.FALSE,
        _asked(x, 1 / (a * x + 1), 0),
    ),
    _case(
        Slip.POLE, "x/(d x^2 + x + 1) goes to 0 for d >= 0: at d = 0 to 1", Truth.FALSE,
        _asked(x, x / (d * x**2 + x + 1), 0),
    ),
    _case(
        Slip.POLE, "(x + 1)/((a - b) x) goes to 1/(a - b): at a = b there is none", Truth.FALSE,
        _asked(x, (x + 1) / ((a - b) * x), 1 / (a - b)),
    ),
    _case(
        Slip.POLE, "1/(1/a + x) goes to 0: at a = 0 it has no value", Truth.FALSE,
        _asked(x, 1 / (1 / a + x), 0),
    ),
    _case(
        Slip.CONSTANT, "(n + 1)/(2 n) goes to 1: it goes to 1/2", Truth.FALSE,
        _asked(n, (n + 1) / (2 * n), 1),
    ),
    _case(
        Slip.CONSTANT, "n^2/(n + 10^9) goes to 0, as up to n = 1: it goes to infinity",
        Truth.FALSE, _asked(n, n**2 / (n + 10**9), 0),
    ),
    _case(
        Slip.CONSTANT, "a + 1/x goes to 0: at a = 1 to 1", Truth.FALSE, _asked(x, a + 1 / x, 0),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "(-1)^n is 1 for all even n, and has no limit for all n",
        Truth.NO_STATEMENT, _asked(even, sp.Integer(1), 1),
    ),
    _case(
        Slip.NAME, "a value that reads the variable is none", Truth.NO_STATEMENT,
        _asked(x, 1 + 1 / x, 1 + 1 / x),
    ),
    _case(
        Slip.EDGE_SIZE, "(x - a)/(x + a) goes to 1: it does, at a = 0 as well", Truth.TRUE,
        _asked(x, (x - a) / (x + a), 1),
    ),
)  # fmt: skip
