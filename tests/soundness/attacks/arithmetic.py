"""Arithmetic that takes a power for any number, and numbers for what they are not."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Index,
    Less,
    Mean,
    RandomVector,
    argued,
    arithmetic,
    cancelling,
    family,
    given,
    induction,
    proof_of,
    prove,
    specialise,
    squared_norm,
    sum_of_squares,
    symbol_array,
    zeros,
)
from theorem_checks.statements.hypotheses import Either, Unequal

__all__ = ["CASES"]

x, y = sp.symbols("x y", real=True)
p, q = sp.symbols("p q", positive=True)
z = sp.Symbol("z")
k = sp.Symbol("k", integer=True, nonnegative=True)
n = sp.Symbol("n", integer=True, positive=True)
m = sp.Symbol("m", integer=True)

_arithmetic = partial(Case, "arithmetic")
_specialise = partial(Case, "specialise")
_squares = partial(Case, "sum_of_squares")

v = symbol_array("v", family("d", n))
u = symbol_array("u", family("d", n))


def _asked(conclusion: Conclusion, *premises: Any) -> Callable[[], Any]:
    return lambda: arithmetic(conclusion, *premises)


def _claimed(conclusion: Conclusion) -> Any:
    return conclusion, argued(conclusion, "As everybody knows, this is so.")


def _at(conclusion: Conclusion, values: Any) -> Callable[[], Any]:
    return lambda: specialise(conclusion, prove(conclusion), values)


def _less(larger: Any, *squares: Any, than: Any = 0) -> Callable[[], Any]:
    return lambda: sum_of_squares(AtMost(than, larger), *squares)


def _indexed(times: int) -> Callable[[], Any]:
    i = Index("i", n)
    return lambda: arithmetic(AtMost(v[i], v[i] * times))


def _cancels(conclusion: Equal, factor: Any, least: AtMost) -> Callable[[], Any]:
    return lambda: cancelling(conclusion, factor, least, prove_positive(least))


def prove_positive(least: AtMost) -> Any:
    """Evidence of a bound of |v|^2 and a number, by the squares of v."""
    return sum_of_squares(least, (1, v))


def _never_zero() -> Any:
    """That x is not 0, for all x, from an inequality in which 1/x cancels."""
    premise = AtMost(1 / x, 1 / x + p)
    found = arithmetic(Unequal(x, 0), (premise, prove(premise)))
    return specialise(Unequal(x, 0), found, {x: sp.Integer(0)})


def _never_far(subject: Any) -> Any:
    """The same of a subject: no number is another one."""

    def says(number: Any, w: Any) -> Conclusion:
        a = w.number("x")
        return Unequal(a, w.call(number, 1 + 0 * a))

    def by(claimed: Any) -> Any:
        gap = 1 / (claimed.lhs - claimed.rhs)
        premise = AtMost(gap, gap + 1)
        return arithmetic(claimed, (premise, prove(premise)))

    return proof_of(says, by).function(subject)


ONE = zeros(()) + 1
NORM = v @ v + (zeros(()) + q)

a = sp.Function("a", real=True)

CASES = [
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "no number lies between 0 and 1, as for integers",
        Truth.FALSE,
        _asked(Implies(Less(0, x), AtMost(1, x))),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "x or y is at least 1 where k < x + y <= k + 1, k an integer",
        Truth.FALSE,
        _asked(Implies(Less(k, x + y), Either((AtMost(1, x), AtMost(1, y))))),
    ),
    _arithmetic(
        Slip.NAME,
        "a(k) = a(m) for any two integers k and m",
        Truth.FALSE,
        _asked(Equal(a(k), a(m))),
    ),
    _arithmetic(
        Slip.NAME,
        "a(k + 1) = a(m) where k = m",
        Truth.FALSE,
        _asked(Implies(Equal(k, m), Equal(a(k + 1), a(m)))),
    ),
    _arithmetic(
        Slip.EDGE_SIZE,
        "x is no more than its floor",
        Truth.FALSE,
        _asked(AtMost(x, sp.floor(x))),
    ),
    _arithmetic(
        Slip.EDGE_SIZE,
        "the floor of x is less than x",
        Truth.FALSE,
        _asked(Less(sp.floor(x), x)),
    ),
    _arithmetic(
        Slip.EDGE_SIZE,
        "the smaller of x and y is the larger",
        Truth.FALSE,
        _asked(Equal(sp.Min(x, y), sp.Max(x, y))),
    ),
    _arithmetic(
        Slip.EDGE_SIZE,
        "the smaller of x and y is less than both",
        Truth.FALSE,
        _asked(All((Less(sp.Min(x, y), x), Less(sp.Min(x, y), y)))),
    ),
    _arithmetic(Slip.POLE, "x is not 0, as 1/x <= 1/x + p", Truth.FALSE, _never_zero),
    _arithmetic(
        Slip.POLE,
        "no real number is 7^9",
        Truth.FALSE,
        lambda: _never_far(lambda one: 7**9 * one),
    ),
    _arithmetic(
        Slip.POLE,
        "log(x) <= log(x) + p for all real x",
        Truth.FALSE,
        lambda: prove(AtMost(sp.log(x), sp.log(x) + p)),
    ),
    Case(
        "cancelling",
        Slip.POLE,
        "|v|^2 / |v|^2 = 1 (v = 0)",
        Truth.FALSE,
        _cancels(Equal((v @ v) / (v @ v), ONE), 1, AtMost(0, v @ v)),
    ),
    Case(
        "cancelling",
        Slip.CONSTANT,
        "2 (|v|^2 + q) / (|v|^2 + q) = 1",
        Truth.FALSE,
        _cancels(Equal(2 * NORM / NORM, ONE), 1, AtMost(q, NORM)),
    ),
    Case(
        "cancelling",
        Slip.NAME,
        "|u|^2 / |u|^2 = 1, as |v|^2 + q is positive",
        Truth.FALSE,
        _cancels(Equal((u @ u) / (u @ u), ONE), 1, AtMost(q, NORM)),
    ),
    Case(
        "cancelling",
        Slip.CONSTANT,
        "(|v|^2 + q) / (|v|^2 + q) = 1, which is so",
        Truth.TRUE,
        _cancels(Equal(NORM / NORM, ONE), 1, AtMost(q, NORM)),
    ),
    _arithmetic(
        Slip.NAME,
        "|u|^2 <= 1, from |v|^2 <= |v|^2 + 1",
        Truth.FALSE,
        lambda: arithmetic(
            AtMost(u @ u, 1), (AtMost(v @ v, v @ v + ONE), prove_positive(AtMost(0, v @ v)))
        ),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "0 <= |v|^2 by arithmetic alone, as it is a sum of squares",
        Truth.TRUE,
        _asked(AtMost(0, v @ v)),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "0 <= u v by arithmetic alone, which is a sum of products",
        Truth.FALSE,
        _asked(AtMost(0, u @ v)),
    ),
    _arithmetic(
        Slip.EDGE_SIZE,
        "0 < |v|^2 by arithmetic alone (v = 0)",
        Truth.FALSE,
        _asked(Less(0, v @ v)),
    ),
    _arithmetic(Slip.HIDDEN_ASSUMPTION, "v_i <= v_i for an index i: true", Truth.TRUE, _indexed(1)),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "v_i <= 2 v_i for an index i, whose v_i may be negative",
        Truth.FALSE,
        _indexed(2),
    ),
    _arithmetic(
        Slip.TRANSPOSE,
        "(u . v)^2 = |u|^2 |v|^2",
        Truth.FALSE,
        _asked(Equal((u @ v) * (u @ v), (u @ u) * (v @ v))),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "x |v|^2 = 1 for any x where |v|^2 = 1",
        Truth.FALSE,
        _asked(Implies(Equal(v @ v, ONE), Equal(x * (v @ v), ONE))),
    ),
    _squares(Slip.TRANSPOSE, "0 <= -|v|^2", Truth.FALSE, _less(-(v @ v), (1, v))),
    _squares(Slip.CONSTANT, "0 <= -|v|^2, by a factor -1", Truth.FALSE, _less(-(v @ v), (-1, v))),
    _squares(
        Slip.HIDDEN_ASSUMPTION, "0 <= x |v|^2 for any x", Truth.FALSE, _less(x * (v @ v), (x, v))
    ),
    _squares(
        Slip.HIDDEN_ASSUMPTION,
        "0 <= -|v|^2, the square of i v",
        Truth.FALSE,
        _less(-(v @ v), (1, v * sp.I)),
    ),
    _squares(
        Slip.HIDDEN_ASSUMPTION,
        "0 <= z^2 |v|^2 for a complex z",
        Truth.FALSE,
        _less(z**2 * (v @ v), (1, z * v)),
    ),
    _squares(Slip.NAME, "0 <= u . v", Truth.FALSE, _less(u @ v, (1, v))),
    _squares(Slip.EMPTY, "0 <= u . v, by no squares", Truth.FALSE, _less(u @ v)),
    _squares(
        Slip.CONSTANT, "2 |v|^2 <= |v|^2", Truth.FALSE, _less(v @ v, (1, v), than=2 * (v @ v))
    ),
    _squares(
        Slip.TRANSPOSE,
        "2 u . v <= |u|^2 + |v|^2, which is so",
        Truth.TRUE,
        _less(u @ u + v @ v, (1, u - v), than=2 * (u @ v)),
    ),
    _specialise(Slip.HIDDEN_ASSUMPTION, "0 < x, from 0 < p", Truth.FALSE, _at(Less(0, p), {p: x})),
    _specialise(Slip.EDGE_SIZE, "0 < k, from 0 < n", Truth.FALSE, _at(Less(0, n), {n: k})),
    _specialise(
        Slip.HIDDEN_ASSUMPTION,
        "n = p for an integer n and p = 1/2",
        Truth.FALSE,
        _at(AtMost(1, n), {n: sp.Rational(1, 2)}),
    ),
    _specialise(
        Slip.POLE,
        "(x^2 - y^2) / (x - y) = x + y, at x = y, where the left side is nothing",
        Truth.FALSE,
        _at(Equal((x**2 - y**2) / (x - y), x + y), {x: y}),
    ),
    _specialise(
        Slip.NAME,
        "0 + m is at least 0 + 1 for all m >= 1, where m is bound",
        Truth.FALSE,
        lambda: specialise(
            ForAll(n, 1, AtMost(1, n)),
            induction(
                ForAll(n, 1, AtMost(1, n)),
                prove(AtMost(1, 1)),
                given(Implies(AtMost(1, n), AtMost(1, n + 1)), prove(AtMost(1, n + 1))),
            ),
            {n: sp.Integer(0)},
        ),
    ),
    _specialise(
        Slip.NAME, "a symbol that is not there", Truth.NO_STATEMENT, _at(Less(0, p), {q: p})
    ),
    _specialise(
        Slip.NAME,
        "0 < q, from evidence of 0 < p",
        Truth.FALSE,
        lambda: specialise(Less(0, q - p), prove(Less(0, p)), {q: p}),
    ),
    _arithmetic(
        Slip.POLE, "x / x = 1 for real x (0)", Truth.FALSE, _asked(Equal(x / y, x * (1 / y)))
    ),
    _arithmetic(
        Slip.POLE,
        "x <= x y / y for real y (0)",
        Truth.FALSE,
        _asked(AtMost(x, sp.Mul(x, y, sp.Pow(y + 1 - 1, -1), evaluate=False))),
    ),
    _arithmetic(
        Slip.POLE,
        "x^(k - 1) x = x^k (x = k = 0)",
        Truth.FALSE,
        _asked(Equal(sp.Mul(x ** (k - 1), x, evaluate=False), x**k + 0 * y)),
    ),
    _arithmetic(Slip.HIDDEN_ASSUMPTION, "x^k >= 0 (x = -1)", Truth.FALSE, _asked(AtMost(0, x**k))),
    _arithmetic(Slip.EDGE_SIZE, "x^k > 0 (x = 0)", Truth.FALSE, _asked(Less(0, x**k))),
    _arithmetic(
        Slip.EDGE_SIZE, "2^k > 1 (k = 0)", Truth.FALSE, _asked(Less(1, sp.Integer(2) ** k))
    ),
    _arithmetic(Slip.EDGE_SIZE, "k >= 1 for k >= 0", Truth.FALSE, _asked(AtMost(1, k))),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "m >= 0 for an integer m",
        Truth.FALSE,
        _asked(AtMost(0, m)),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "z^2 >= 0 for a complex z",
        Truth.FALSE,
        _asked(AtMost(0, z**2)),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "(x^y)^2 >= 0, which is no real number for x = -1, y = 1/4",
        Truth.FALSE,
        _asked(AtMost(0, (x**y) ** 2)),
    ),
    _arithmetic(
        Slip.ORDER_OF_EVALUATION,
        "x <= y, from argued evidence",
        Truth.FALSE,
        _asked(AtMost(x, y), _claimed(AtMost(x, y))),
        NOT_PROVED,
    ),
    _arithmetic(
        Slip.NAME,
        "x <= y, from evidence of y <= y",
        Truth.FALSE,
        _asked(AtMost(x, y), (AtMost(x, y), prove(AtMost(p, p)))),
    ),
    _arithmetic(
        Slip.NAME,
        "p <= q, as 0 < p + q",
        Truth.FALSE,
        _asked(AtMost(p, q), (Less(0, p + q), prove(Less(0, p + q)))),
    ),
    _arithmetic(
        Slip.BRANCH,
        "x <= 1, from: if x <= 0, x <= 1",
        Truth.FALSE,
        lambda: arithmetic(
            AtMost(x, 1),
            (
                Implies(AtMost(x, 0), AtMost(x, 1)),
                arithmetic(Implies(AtMost(x, 0), AtMost(x, 1))),
            ),
        ),
    ),
    _arithmetic(
        Slip.CONTRADICTION,
        "if x < 0 and x > 0, x = 7",
        Truth.EMPTY,
        _asked(Implies(All((Less(x, 0), Less(0, x))), Equal(x, 7))),
    ),
    _arithmetic(
        Slip.BRANCH,
        "x < y or y < x (x = y)",
        Truth.FALSE,
        _asked(Either((Less(x, y), Less(y, x)))),
    ),
    _arithmetic(Slip.EDGE_SIZE, "p is not q", Truth.FALSE, _asked(Unequal(p, q))),
    _arithmetic(
        Slip.FLOAT,
        "p <= p + 0.5",
        Truth.NO_STATEMENT,
        lambda: arithmetic(AtMost(p, p + sp.Float(0.5))),
    ),
    _arithmetic(
        Slip.BRANCH,
        "for all n from 1 on, 0 = 1",
        Truth.FALSE,
        _asked(ForAll(n, 1, Equal(0, 1))),
    ),
    _arithmetic(
        Slip.LAW,
        "E |x|^2 = n for any law",
        Truth.FALSE,
        _asked(Mean(squared_norm(RandomVector("x", n)), 2 * n)),
    ),
    _arithmetic(
        Slip.CONSTANT, "sqrt(p) <= p (p = 1/4)", Truth.FALSE, _asked(AtMost(sp.sqrt(p), p))
    ),
    _arithmetic(
        Slip.CONSTANT,
        "p^(-2/3) <= 1 (p = 1/8)",
        Truth.FALSE,
        _asked(AtMost(p ** sp.Rational(-2, 3), 1)),
    ),
    _arithmetic(
        Slip.CONSTANT,
        "if p <= 1, sqrt(p) <= 1",
        Truth.TRUE,
        _asked(Implies(AtMost(p, 1), AtMost(sp.sqrt(p), 1))),
    ),
    _arithmetic(
        Slip.CONSTANT,
        "(1 + p)^k >= 1 + 2 k p",
        Truth.FALSE,
        _asked(AtMost(1 + 2 * k * p, (1 + p) ** k)),
    ),
    _arithmetic(
        Slip.POLE,
        "p^(k + 1) = p p^k is true",
        Truth.TRUE,
        _asked(Equal(p ** (k + 1) + 0 * x, p * p**k)),
    ),
    _arithmetic(Slip.KINK, "|x| <= x (x = -1)", Truth.FALSE, _asked(AtMost(abs(x), x))),
    _arithmetic(Slip.KINK, "|x| = -x (x = 1)", Truth.FALSE, _asked(Equal(abs(x), -x))),
    _arithmetic(Slip.KINK, "0 < |x| (x = 0)", Truth.FALSE, _asked(Less(0, abs(x)))),
    _arithmetic(
        Slip.KINK,
        "|x + y| = |x| + |y| (x = 1, y = -1)",
        Truth.FALSE,
        _asked(Equal(abs(x + y), abs(x) + abs(y))),
    ),
    _arithmetic(
        Slip.KINK,
        "|x + y| <= |x| + |y| is true",
        Truth.TRUE,
        _asked(AtMost(abs(x + y), abs(x) + abs(y))),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "|z| is z or -z, of a complex z (z = i)",
        Truth.FALSE,
        _asked(Implies(AtMost(abs(z) ** 2, 4), AtMost(abs(z), 1))),
    ),
]
