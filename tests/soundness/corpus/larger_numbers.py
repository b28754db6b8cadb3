"""Which of two numbers is larger, in `arithmetic`: ties, integers that are none, poles."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import All, AtMost, Equal, Implies, Less, arithmetic, exceeds, symbolic

__all__ = ["CASES"]

_case = partial(Case, "arithmetic")
_x, _y, _z = sp.symbols("x y z", real=True)
_m, _n = sp.symbols("m n", integer=True)
_f = sp.Function("f", real=True)


def _is_larger(a, b):
    return exceeds(symbolic(a), symbolic(b)).expression


_FALSE = (
    (Slip.BRANCH, "[x > y] + [y > x] = 1: at x = y it is 0",
     Equal(_is_larger(_x, _y) + _is_larger(_y, _x), 1)),
    (Slip.BRANCH, "[x > y] = 1 for x >= y: at x = y it is 0",
     Implies(AtMost(_y, _x), Equal(_is_larger(_x, _y), 1))),
    (Slip.BRANCH, "[x > y] [y > z] = [x > z]: at 2, 3, 1",
     Equal(_is_larger(_x, _y) * _is_larger(_y, _z), _is_larger(_x, _z))),
    (Slip.CONSTANT, "[x > y] <= x - y for x > y: at 1/2 and 0",
     Implies(Less(_y, _x), AtMost(_is_larger(_x, _y), _x - _y))),
    (Slip.HIDDEN_ASSUMPTION, "[x > y] <= [x >= y + 1], as of integers: at 1/2 and 0",
     AtMost(_is_larger(_x, _y), 1 - _is_larger(_y + 1, _x))),
    (Slip.EDGE_SIZE, "[m > n] <= [m > n + 1] of integers: at 1 and 0",
     AtMost(_is_larger(_m, _n), _is_larger(_m, _n + 1))),
    (Slip.HIDDEN_ASSUMPTION, "[f(m) > f(n)] <= [m > n] of any sequence",
     AtMost(_is_larger(_f(_m), _f(_n)), _is_larger(_m, _n))),
    (Slip.BRANCH, "x [x > y] >= y [x > y] + 1 - [x > y] + (x - y)/2: at y > x",
     AtMost(_y * _is_larger(_x, _y) + (_x - _y) / 2, _x * _is_larger(_x, _y) - 1)),
)  # fmt: skip

_TRUE = (
    ("[m > n] = [m >= n + 1] of integers: so it is",
     Equal(_is_larger(_m, _n), 1 - _is_larger(_n + 1, _m))),
    ("the larger of two is x [x > y] + y (1 - [x > y]): so it is",
     Equal(sp.Max(_x, _y), _x * _is_larger(_x, _y) + _y * (1 - _is_larger(_x, _y)))),
    ("m = n: then f(m) is no larger than f(n)",
     Implies(Equal(_m, _n), Equal(_is_larger(_f(_m), _f(_n)), 0))),
)  # fmt: skip


def _of_a_quotient():
    return arithmetic(AtMost(0, _is_larger(1 / _x, _y)))


def _of_three_cases():
    sign = sp.Piecewise((1, _x > 0), (0, sp.Eq(_x, 0)), (-1, True))
    return arithmetic(All((AtMost(-1, sign), AtMost(sign, 0))))


def _of_a_complex_number():
    return exceeds(symbolic(sp.Symbol("u", complex=True)), symbolic(_x))


CASES = (
    *(
        _case(slip, said, Truth.FALSE, partial(arithmetic, statement))
        for slip, said, statement in _FALSE
    ),
    *(
        _case(Slip.BRANCH, said, Truth.TRUE, partial(arithmetic, statement))
        for said, statement in _TRUE
    ),
    _case(
        Slip.POLE, "0 <= [1/x > y]: at x = 0 it says nothing", Truth.NO_STATEMENT, _of_a_quotient
    ),
    _case(Slip.BRANCH, "-1, 0 or 1 by two questions", Truth.NO_STATEMENT, _of_three_cases),
    _case(Slip.BRANCH, "[u > x] of a complex u", Truth.NO_STATEMENT, _of_a_complex_number),
)
