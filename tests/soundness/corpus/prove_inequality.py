"""Inequalities that fail somewhere on their box."""

import math
from functools import partial
from typing import Any

import sympy as sp
from flint import arb

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    prove_inequality,
)

__all__ = ["CASES"]

_case = partial(Case, "prove_inequality")

x, y = sp.symbols("x y")
whole = sp.Symbol("x", integer=True)
unit = {"x": (0, 1)}


def _middle(x: Any) -> Any:
    return x.mid()


def _exact_only(x: Any) -> Any:
    return x if x.is_exact() else 0 * x


def _not_zero(x: Any) -> Any:
    return x + 1 if x.is_zero() else 0 * x


def _no_integer(x: Any) -> Any:
    return 0 * x + (1 if x.is_integer() else 0)


def _the_integer(x: Any) -> Any:
    return 0 * x + (x.unique_fmpz() or 0)


def _by_its_text(x: Any) -> Any:
    return 0 * x + (1 if str(x) == "1.00000000000000" else 0)


def _swallowing(x: Any) -> Any:
    try:
        above = bool(x > arb(1) / 2)
    except Exception:
        above = False
    return x if above else 0 * x


CASES = (
    _case(
        Slip.CONTRADICTION,
        "sin(pi x) < 1/2 on [0, 5] for an integer symbol x: at x = 1/2 it is 1, and the box has"
        " other numbers than integers",
        Truth.FALSE,
        lambda: prove_inequality(sp.sin(sp.pi * whole), {whole: (0, 5)}, "<", "1/2"),
    ),
    _case(
        Slip.CONTRADICTION,
        "sqrt(p^2) <= p on [-1, 1] for a positive symbol p: at -1/2 it is 1/2 <= -1/2",
        Truth.FALSE,
        lambda: prove_inequality(
            sp.sqrt(sp.Symbol("p", positive=True) ** 2) + sp.Symbol("p", positive=True),
            {sp.Symbol("p", positive=True): (-1, 1)},
            "<=",
            2 * sp.Symbol("p", positive=True),
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "(-1)^(2 k) cos(x) > 0 on [0, 2] for an even x: cos(2) < 0, and cos(x) is as it is",
        Truth.FALSE,
        lambda: prove_inequality(
            sp.cos(sp.Symbol("x", even=True)), {sp.Symbol("x", even=True): (0, 2)}, ">", 0
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "|x| + x < 1 on [0, 5] for a symbol x that is not positive: at 3 it is 6",
        Truth.FALSE,
        lambda: prove_inequality(
            sp.Abs(sp.Symbol("x", nonpositive=True)) + sp.Symbol("x", nonpositive=True),
            {sp.Symbol("x", nonpositive=True): (0, 5)},
            "<",
            1,
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the middle of x is below 3/4 on [0, 1]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(_middle, unit, "<", "3/4"),
    ),
    _case(
        Slip.BRANCH,
        "x where x is exact, else 0, is below 1/2 on [0, 1]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(_exact_only, unit, "<", "1/2"),
    ),
    _case(
        Slip.BRANCH,
        "x + 1 where x is 0, else 0, is below 1/2 on [-1, 1]: at 0 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(_not_zero, {"x": (-1, 1)}, "<", "1/2"),
    ),
    _case(
        Slip.BRANCH,
        "1 where x is an integer, else 0, is below 1/2 on [1/3, 5/3]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(_no_integer, {"x": ("1/3", "5/3")}, "<", "1/2"),
    ),
    _case(
        Slip.BRANCH,
        "the integer that x is, else 0, is below 1/2 on [1/3, 5/3]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(_the_integer, {"x": ("1/3", "5/3")}, "<", "1/2"),
    ),
    _case(
        Slip.BRANCH,
        "1 where the text of x is that of 1, else 0, is below 1/2 on [1/3, 5/3]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(_by_its_text, {"x": ("1/3", "5/3")}, "<", "1/2"),
    ),
    _case(
        Slip.BRANCH,
        "x where x > 1/2, the refusal swallowed, else 0, is below 1/2 on [0, 1]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(_swallowing, unit, "<", "3/5"),
    ),
    _case(
        Slip.BRANCH,
        "Python's max(x, 1/2) is below 3/4 on [0, 1]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(lambda x: max(x, arb(1) / 2), unit, "<", "3/4"),
    ),
    _case(
        Slip.FLOAT,
        "0.1 x <= x/10 on [1, 2], with a float: the float is larger",
        Truth.FALSE,
        lambda: prove_inequality(lambda x: 0.1 * x, {"x": (1, 2)}, "<=", lambda x: x / 10),
    ),
    _case(
        Slip.FLOAT,
        "x arb(0.1) <= x/10 on [1, 2]: at 1, 0.1 as a float is 1/10 + 1/180143985094819840",
        Truth.FALSE,
        lambda: prove_inequality(lambda x: x * arb(0.1), {"x": (1, 2)}, "<=", lambda x: x / 10),
    ),
    _case(
        Slip.FLOAT,
        "x <= 1 on [0, 1.5 - 0.5], with a float as an end",
        Truth.NO_STATEMENT,
        lambda: prove_inequality(x, {"x": (0, 1.5 - 0.5)}, "<=", 1),
    ),
    _case(
        Slip.FLOAT,
        "exp(x) >= 2.718281828 on [1, 2]",
        Truth.NO_STATEMENT,
        lambda: prove_inequality(sp.exp(x), {"x": (1, 2)}, ">=", sp.Float(2.718281828)),
    ),
    _case(
        Slip.FLOAT,
        "the sine of the middle of x by Python's floats is at most 1/2 on [0, 1]: sin 1 = 0.84",
        Truth.FALSE,
        lambda: prove_inequality(lambda x: 0 * x + math.sin(float(x)), unit, "<=", "1/2"),
    ),
    _case(
        Slip.POLE,
        "1/x > 0 on [0, 1]: not defined at 0",
        Truth.FALSE,
        lambda: prove_inequality(1 / x, unit, ">", 0, boxes=200),
    ),
    _case(
        Slip.POLE,
        "tan x >= 0 on [0, 3]: at 2 it is below -2",
        Truth.FALSE,
        lambda: prove_inequality(sp.tan(x), {"x": (0, 3)}, ">=", 0, boxes=200),
    ),
    _case(
        Slip.POLE,
        "1/x < 1 + 1/x on [-1, 1], where the pole cancels in the difference: not defined at 0",
        Truth.FALSE,
        lambda: prove_inequality(1 / x, {"x": (-1, 1)}, "<", 1 + 1 / x, boxes=200),
    ),
    _case(
        Slip.POLE,
        "Gamma(x) > 0 on [-1/2, 1]: at -1/4 it is below -4",
        Truth.FALSE,
        lambda: prove_inequality(sp.gamma(x), {"x": ("-1/2", 1)}, ">", 0, boxes=200),
    ),
    _case(
        Slip.POLE,
        "log(x)^2 >= 0 on [-1, 1]: there are no real logarithms of negative numbers",
        Truth.FALSE,
        lambda: prove_inequality(sp.log(x) ** 2, {"x": (-1, 1)}, ">=", 0, boxes=200),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "sqrt(x - 1) >= 0 on [0, 2], as on [1, 2]: not real at 0",
        Truth.FALSE,
        lambda: prove_inequality(sp.sqrt(x - 1), {"x": (0, 2)}, ">=", 0, boxes=200),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "x^x > 0 on [-1, 1]: not real at -1/2",
        Truth.FALSE,
        lambda: prove_inequality(x**x, {"x": (-1, 1)}, ">", 0, boxes=200),
    ),
    _case(
        Slip.KINK,
        "|x| > x on [-1, 1]: at 1/2 they are equal",
        Truth.FALSE,
        lambda: prove_inequality(sp.Abs(x), {"x": (-1, 1)}, ">", x, boxes=200),
    ),
    _case(
        Slip.KINK,
        "max(x, 0) <= x + 1/100 on [-1, 1]: at -1 it is 0 <= -99/100",
        Truth.FALSE,
        lambda: prove_inequality(sp.Max(x, 0), {"x": (-1, 1)}, "<=", x + sp.Rational(1, 100)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x < 1 on [0, 1]: not at the end",
        Truth.FALSE,
        lambda: prove_inequality(x, unit, "<", 1, boxes=200),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x^3 >= 0 on [-1, 1], where both sides touch at 0: at -1 it is -1",
        Truth.FALSE,
        lambda: prove_inequality(x**3, {"x": (-1, 1)}, ">=", 0, touching=[0]),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x^2 > 0 on [-1, 1], where both sides touch at 0",
        Truth.FALSE,
        lambda: prove_inequality(x**2, {"x": (-1, 1)}, ">", 0, touching=[0]),
    ),
    _case(
        Slip.EMPTY,
        "x < x on [1, 0]: there is no such x",
        Truth.EMPTY,
        lambda: prove_inequality(x, {"x": (1, 0)}, "<", x),
    ),
    _case(
        Slip.EMPTY,
        "exp(x) < 0 on no box",
        Truth.EMPTY,
        lambda: prove_inequality(sp.exp(x), {}, "<", 0),
    ),
    _case(
        Slip.NAME,
        "x <= y on x in [0, 1], of which y there is no box",
        Truth.NO_STATEMENT,
        lambda: prove_inequality(x, unit, "<=", y),
    ),
    _case(
        Slip.NAME,
        "x' < 1 for a symbol of the same name and another meaning, cos(pi x') at integers: two"
        " symbols are called x",
        Truth.NO_STATEMENT,
        lambda: prove_inequality(x + whole, unit, "<", 3),
    ),
    _case(
        Slip.CONSTANT,
        "sin x <= x - x^3/6 + x^5/121 on [0, 1]: at 1/2 it is larger by 6/10^7",
        Truth.FALSE,
        lambda: prove_inequality(sp.sin(x), unit, "<=", x - x**3 / 6 + x**5 / 121, touching=[0]),
    ),
    _case(
        Slip.CONSTANT,
        "exp(x) <= 1 + x + x^2/2 + x^3/6 on [0, 1]: at 1 it is 2.718..., not 2.666...",
        Truth.FALSE,
        lambda: prove_inequality(sp.exp(x), unit, "<=", 1 + x + x**2 / 2 + x**3 / 6, touching=[0]),
    ),
    _case(
        Slip.LAW,
        "P(Z > x) <= exp(-x^2/2)/4 for x in [0, 1]: at 0 it is 1/2",
        Truth.FALSE,
        lambda: prove_inequality(
            (1 - sp.erf(x / sp.sqrt(2))) / 2, unit, "<=", sp.exp(-(x**2) / 2) / 4
        ),
    ),
    _case(
        Slip.TRANSPOSE,
        "x^y <= y^x on [2, 3] x [2, 3], which is so for x >= y > e: at x = 2, y = 5/2 it is 5.65,"
        " not below 6.25, but at x = 5/2, y = 2 the other way around",
        Truth.FALSE,
        lambda: prove_inequality(
            sp.exp(y * sp.log(x)), {"x": (2, 3), "y": (2, 3)}, "<=", sp.exp(x * sp.log(y))
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the lower end of x is at most 1/2 on [0, 1]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(lambda x: x.lower(), unit, "<=", "1/2"),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "1 less the radius of x is below 1 on [0, 1]: at the number 1 the radius is 0",
        Truth.FALSE,
        lambda: prove_inequality(lambda x: 1 - x.rad(), unit, "<", 1),
    ),
)
