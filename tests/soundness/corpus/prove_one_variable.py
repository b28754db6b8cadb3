"""Inequalities of one real number that fail at a point, far out, or where a side has no value."""

from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import All, AtMost, Implies, Less, prove

__all__ = ["CASES"]

_case = partial(Case, "prove")

x: Any = sp.Symbol("x", real=True)
p: Any = sp.Symbol("p", positive=True)
n: Any = sp.Symbol("n", integer=True, nonnegative=True)
sigmoid = 1 / (1 + sp.exp(-x))
normal = (1 + sp.erf(x / sp.sqrt(2))) / 2
pole: Any = 1 / (x - sp.Rational(7, 5))
above_its_tangent: Any = sp.exp(x) - 1 - x

CASES = (
    _case(
        Slip.KINK,
        "GELU lies below ReLU: at 0 both are 0",
        Truth.FALSE,
        lambda: prove(Less(x * normal, sp.Max(x, 0))),
    ),
    _case(
        Slip.KINK,
        "x <= |x| sigmoid(|x|): at 1 it is 1 <= 0.73",
        Truth.FALSE,
        lambda: prove(AtMost(x, sp.Abs(x) * sigmoid.subs(x, sp.Abs(x)))),
    ),
    _case(
        Slip.CONSTANT,
        "softplus <= ReLU + 1/2: at 0 it is log 2",
        Truth.FALSE,
        lambda: prove(AtMost(sp.log(1 + sp.exp(x)), sp.Max(x, 0) + sp.Rational(1, 2))),
    ),
    _case(
        Slip.CONSTANT,
        "exp(x) <= 10^9 + x^20: from 90 on it is not",
        Truth.FALSE,
        lambda: prove(AtMost(sp.exp(x), 10**9 + x**20)),
    ),
    _case(
        Slip.CONSTANT,
        "tanh(x) <= x - x^3/3 + x^5/100 for x >= 0: next to 0 the fifth power has 2/15",
        Truth.FALSE,
        lambda: prove(
            Implies(AtMost(0, x), AtMost(sp.tanh(x), x - x**3 / 3 + x**5 / 100)),
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "0 < 1 - exp(-n) for all n >= 0: at 0 it is 0",
        Truth.FALSE,
        lambda: prove(Less(0, 1 - sp.exp(-n))),
    ),
    _case(
        Slip.EDGE_SIZE,
        "log(x) > 0 for x >= 1: at 1 it is 0",
        Truth.FALSE,
        lambda: prove(Implies(AtMost(1, x), Less(0, sp.log(x)))),
    ),
    _case(
        Slip.POLE,
        "1/log(x)^2 > 0 for x > 0: at 1 it has no value",
        Truth.FALSE,
        lambda: prove(Implies(Less(0, x), Less(0, 1 / sp.log(x) ** 2))),
        NOT_PROVED,
    ),
    _case(
        Slip.POLE,
        "(exp(p) - 1)/(p - 1)^2 >= 0 for p > 0 and at p = 1, where it has no value",
        Truth.FALSE,
        lambda: prove(Implies(Less(0, p), AtMost(0, (sp.exp(p) - 1) / (p - 1) ** 2))),
        NOT_PROVED,
    ),
    _case(
        Slip.POLE,
        "max(p + e^x - 1 - x, p) - p >= 0 where p = 1/(x - 7/5), which has no value at 7/5",
        Truth.FALSE,
        lambda: prove(AtMost(0, sp.Max(pole + above_its_tangent, pole) - pole)),
        NOT_PROVED,
    ),
    _case(
        Slip.POLE,
        "max(p, p + e^x - 1 - x) - max(p, p - e^x + 1 + x) >= 0: at 7/5 both have no value",
        Truth.FALSE,
        lambda: prove(
            AtMost(
                0, sp.Max(pole, pole + above_its_tangent) - sp.Max(pole, pole - above_its_tangent)
            )
        ),
        NOT_PROVED,
    ),
    _case(
        Slip.EMPTY,
        "log(x) > 0 for 1 <= x < 1: there is no such number",
        Truth.EMPTY,
        lambda: prove(Implies(All((AtMost(1, x), Less(x, 1))), Less(0, sp.log(x)))),
    ),
    _case(
        Slip.CONTRADICTION,
        "exp(p) < 1 for positive p <= -1: there is no such number",
        Truth.EMPTY,
        lambda: prove(Implies(AtMost(p, -1), Less(sp.exp(p), 1))),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "sqrt(x^2) <= x: at -1 it is 1 <= -1",
        Truth.FALSE,
        lambda: prove(Implies(AtMost(-1, x), AtMost(sp.sqrt(x**2), x))),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "x - 1 < log(1 + x) + 1 for x > -1: at 10 it is 9 < 3.4",
        Truth.FALSE,
        lambda: prove(Implies(Less(-1, x), Less(x - 1, sp.log(1 + x) + 1))),
    ),
)
