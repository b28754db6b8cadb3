"""Slips in recurrences and sums."""

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import (
    Equal,
    ForAll,
    factorial,
    prove_by_induction,
    prove_recurrence,
    prove_sum,
)

n = sp.Symbol("n", integer=True, nonnegative=True)
coefficients = st.integers(-4, 4)
nonzero = coefficients.filter(bool)


@st.composite
def closed_forms(draw: DrawFn) -> sp.Expr:
    """A polynomial in n, with a power or a factorial beside it."""
    polynomial = sp.Add(*(draw(coefficients) * n**k for k in range(draw(st.integers(1, 4)))))
    kinds = (0, sp.Integer(draw(st.integers(2, 4))) ** n, sp.factorial(n), n * 2**n)
    return sp.expand(polynomial + draw(nonzero) * draw(st.sampled_from(kinds)))


def value(expression: sp.Expr, at: int) -> Any:
    return sp.sympify(expression).subs(n, at)


def telescoped(total: sp.Expr) -> sp.Expr:
    """The summand whose sums from 0 on are total(n) - total(-1), simplified as an author would."""
    return sp.expand(sp.expand_func(total - total.subs(n, n - 1)))


@plants("prove_sum", Slip.EDGE_SIZE)
def a_sum_that_begins_elsewhere(draw: DrawFn) -> Planted:
    form, start = draw(closed_forms()), draw(st.integers(1, 4))
    summand = telescoped(form)
    total = form - value(form, start - 1)
    first = value(summand, start)
    assume(first != 0)
    return Planted(
        Drawn(
            f"sum of {summand} from {start} = {total}", lambda: prove_sum(summand, total, n, start)
        ),
        Drawn(
            f"sum of {summand} from {start + 1} = {total}",
            lambda: prove_sum(summand, total, n, start + 1),
            Truth.FALSE,
            [{"n": start + 1}],
        ),
    )


@plants("prove_sum", Slip.CONSTANT)
def a_sum_right_for_the_first_terms(draw: DrawFn) -> Planted:
    form, right = draw(closed_forms()), draw(st.integers(1, 14))
    summand, total = telescoped(form), form - value(form, 0)
    summand = sp.expand(summand)
    wrong = total + draw(nonzero) * sp.Mul(*(n - 1 - i for i in range(right)))
    return Planted(
        Drawn(f"sum of {summand} from 1 = {total}", lambda: prove_sum(summand, total, n, 1)),
        Drawn(
            f"sum of {summand} from 1 = {wrong}",
            lambda: prove_sum(summand, wrong, n, 1),
            Truth.FALSE,
            [{"n": right + 1}],
        ),
    )


@plants("prove_sum", Slip.POLE)
def a_pole_on_the_way(draw: DrawFn) -> Planted:
    pole, later = draw(st.integers(1, 12)), draw(st.integers(1, 3))
    scale = draw(nonzero)

    def sides(start: int) -> tuple[sp.Expr, sp.Expr]:
        total = scale * (sp.Rational(1, start - pole - 1) - 1 / (n - pole))
        return scale / ((n - pole) * (n - pole - 1)), total

    beyond, before = pole + 1 + later, draw(st.integers(0, pole - 1))
    return Planted(
        Drawn(
            f"sum of {sides(beyond)[0]} from {beyond} = {sides(beyond)[1]}",
            lambda: prove_sum(*sides(beyond), n, beyond),
        ),
        Drawn(
            f"sum of {sides(before)[0]} from {before} = {sides(before)[1]}",
            lambda: prove_sum(*sides(before), n, before),
            Truth.FALSE,
            [{"n": pole + 2}],
        ),
    )


def _swallowed(m: Any, c: int) -> bool:
    try:
        return bool(m == c)
    except Exception:
        return False


ASKED: dict[str, Callable[[Any, int], bool]] = {
    "n == c": lambda m, c: m == c,
    "n % 2 == 0": lambda m, c: m % 2 == 0,
    "n > c": lambda m, c: m > c,
    "n in {c, c + 1}": lambda m, c: m in {c, c + 1},
    "{c: True}.get(n)": lambda m, c: {c: True}.get(m, False),
    "n == c, and what it raises is caught": _swallowed,
    "str(n) == c": lambda m, c: str(m) == str(c),
    "n.is_even": lambda m, c: m.is_even if hasattr(m, "is_even") else m % 2 == 0,
    "n - c": lambda m, c: bool(m - c) is False,
    "c == n": lambda m, c: c == m,
    "c <= n": lambda m, c: c <= m,
    "len(range(n)) > c": lambda m, c: len(range(m)) > c,
    "int(n) == c": lambda m, c: int(m) == c,
    "f'{n}' == c": lambda m, c: f"{m}" == f"{c}",
    "n in range(c)": lambda m, c: m in range(1, c + 1),
    "n // 1 == c": lambda m, c: m // 1 == c,
    "hash(n) == c": lambda m, c: hash(m) == c,
}


@plants("prove_recurrence", Slip.BRANCH)
def a_step_that_branches(draw: DrawFn) -> Planted:
    form = draw(closed_forms())
    growth, question = draw(st.integers(1, 3)), draw(st.sampled_from(sorted(ASKED)))
    at, off = draw(st.integers(1, 30)), draw(nonzero)
    added = sp.expand(form.subs(n, n + 1) - growth * form)
    tree = as_tree(added)

    def step(v: Any, m: Any) -> Any:
        return growth * v + computed(tree, m)

    def branching(v: Any, m: Any) -> Any:
        return step(v, m) + off if ASKED[question](m, at) else step(v, m)

    begun = (0, value(form, 0))
    return Planted(
        Drawn(
            f"x = {form} solves x' = {growth} x + {added}",
            lambda: prove_recurrence(form, step, begun, n),
        ),
        Drawn(
            f"x = {form} solves x' = {growth} x + {added} + {off} where {question}, c = {at}",
            lambda: prove_recurrence(form, branching, begun, n),
            Truth.NO_STATEMENT,
        ),
    )


def as_tree(expression: Any) -> Any:
    """A sum of products of powers of n, c**n and n!, without SymPy."""
    if expression == n:
        return "n"
    if expression.is_Rational:
        exact = Fraction(int(expression.p), int(expression.q))
        return int(exact) if exact.denominator == 1 else exact
    return (expression.func.__name__, *map(as_tree, expression.args))


def computed(tree: Any, m: Any) -> Any:
    """The value of a tree at m, by operators and `factorial`."""
    if isinstance(tree, str):
        return m
    if not isinstance(tree, tuple):
        return tree
    sign, first, *rest = tree[0], *(computed(part, m) for part in tree[1:])
    if sign == "factorial":
        return factorial(first)
    return reduce(
        {"Add": operator.add, "Mul": operator.mul, "Pow": operator.pow}[sign], rest, first
    )


@plants("prove_recurrence", Slip.ORDER_OF_EVALUATION)
def one_component_after_the_other(draw: DrawFn) -> Planted:
    p, s = draw(st.permutations((-2, 2, 3, 5)))[:2]
    t, a, b = draw(nonzero), draw(nonzero), draw(coefficients)
    one, two = sp.Integer(p) ** n, sp.Integer(s) ** n
    form = a * one, b * two + sp.Rational(t * a, p - s) * (one - two)

    def at_once(v: Any, _: Any) -> Any:
        return p * v[0], s * v[1] + t * v[0]

    def in_turn(v: Any, _: Any) -> Any:
        first = p * v[0]
        return first, s * v[1] + t * first

    words = f"x' = {p} x, y' = {s} y + {t} x, from {a}, {b}"
    return Planted(
        Drawn(words, lambda: prove_recurrence(form, at_once, (0, (a, b)), n)),
        Drawn(
            words + ", with x' for x",
            lambda: prove_recurrence(form, in_turn, (0, (a, b)), n),
            Truth.FALSE,
            [{"n": 1}],
        ),
    )


@plants("prove_by_induction", Slip.EDGE_SIZE)
def a_base_that_fails(draw: DrawFn) -> Planted:
    form, off = draw(closed_forms()), draw(nonzero)
    k = sp.Symbol("k", integer=True, nonnegative=True)
    added = sp.Sum(sp.expand(form.subs(n, k + 1) - form.subs(n, k)), (k, 0, n - 1))

    def asked(first: Any) -> Any:
        return prove_by_induction(ForAll(n, 0, Equal(added + first, form + off)))

    return Planted(
        Drawn(f"{form} + {off} by induction", lambda: asked(value(form, 0) + off)),
        Drawn(
            f"{form} + {off} by induction from {value(form, 0)}",
            lambda: asked(value(form, 0)),
            Truth.FALSE,
            [{"n": 0}],
        ),
    )


GENERATORS = (
    a_sum_that_begins_elsewhere,
    a_sum_right_for_the_first_terms,
    a_pole_on_the_way,
    a_step_that_branches,
    one_component_after_the_other,
    a_base_that_fails,
)
