"""Logarithms of numbers in `arithmetic`: products that come apart where they do not, and poles."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import All, AtMost, Equal, Implies, Less, arithmetic

__all__ = ["CASES"]

_case = partial(Case, "arithmetic")
_p, _q = sp.symbols("p q", positive=True)
_x, _y = sp.symbols("x y", real=True)
_z, _n = sp.Symbol("z", nonnegative=True), sp.Symbol("n", negative=True)
_log = sp.log

_FALSE = (
    (Slip.CONSTANT, "log x + log y <= x + y - 21/10: at 1 and 1",
     AtMost(_log(_p * _q), _p + _q - sp.Rational(21, 10))),
    (Slip.HIDDEN_ASSUMPTION, "log x <= x - 1 of any real x", AtMost(_log(_x), _x - 1)),
    (Slip.EDGE_SIZE, "log z <= z of z that may be 0", AtMost(_log(_z), _z)),
    (Slip.BRANCH, "log x^2 = 2 log x: not for x < 0", Equal(_log(_x**2), 2 * _log(_x))),
    (Slip.BRANCH, "log x y = log x + log y: not for x = y = -1",
     Equal(_log(_x * _y), _log(_x) + _log(_y))),
    (Slip.CONSTANT, "log (p + q) <= log p + log q: at 1 and 1",
     AtMost(_log(_p + _q), _log(_p) + _log(_q))),
    (Slip.POLE, "log x + log (1 - x) < 0 for x > 0: it has no value at 2",
     Implies(Less(0, _x), Less(_log(_x) + _log(1 - _x), 0))),
    (Slip.POLE, "log z <= log p for z <= p: not for z = 0",
     Implies(AtMost(_z, _p), AtMost(_log(_z), _log(_p)))),
    (Slip.CONSTANT, "log x (1 - x) <= -3/2 for 0 < x < 1: at 1/2",
     Implies(All((Less(0, _x), Less(_x, 1))), AtMost(_log(_x * (1 - _x)), -sp.Rational(3, 2)))),
)  # fmt: skip

CASES = (
    *(
        _case(slip, said, Truth.FALSE, partial(arithmetic, statement))
        for slip, said, statement in _FALSE
    ),
    _case(
        Slip.BRANCH,
        "the logarithm of a negative number is no real one",
        Truth.NO_STATEMENT,
        partial(arithmetic, AtMost(_log(_n), _n)),
    ),
    _case(
        Slip.BRANCH,
        "log n n = 2 log -n of n < 0: so it is",
        Truth.TRUE,
        partial(arithmetic, Equal(_log(_n * _n), 2 * _log(-_n))),
    ),
)
