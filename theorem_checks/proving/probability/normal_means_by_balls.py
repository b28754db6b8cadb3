"""Means of functions of normal numbers by balls: bounds decided, and values tried."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb, ctx

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_expressions import ball_function, shown_apart
from theorem_checks.solving.normal_enclosures import NoEnclosureError, enclosed_mean
from theorem_checks.statements.conclusions import (
    AtMost,
    Conclusion,
    Equal,
    Relation,
)
from theorem_checks.statements.normal_means import NormalMean
from theorem_checks.statements.values.evaluation import evaluate, rational_value
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["TRIED", "by_balls", "tried"]


_POINTS = 3
TRIED = Route.testing("balls around the integral at points", Engine.FLINT)
_ENCLOSED = Route.deciding("a ball around the integral", Engine.FLINT)


def by_balls(said: NormalMean) -> Evidence:
    """Evidence of a bound of a mean of numbers without symbols."""
    try:
        rows = tuple(tuple(rational_value(c) for c in row) for row in said.covariance)
        mean = enclosed_mean(said.integrand, said.numbers, rows)
        with ctx.workprec(128):
            bound: arb = ball_function(said.formula)({})
    except (NoEnclosureError, NoExactValueError, ArgumentError, KeyError) as error:
        return Evidence.undecided(f"No ball around the mean is known: {error}")
    below, above = (bound, mean) if said.relation == ">=" else (mean, bound)
    if below <= above:
        return Evidence.proved("the numbers that are given", routes=(_ENCLOSED,))
    claimed, found = str(bound), str(mean)
    if below > above:
        return Evidence.refuted(Counterexample({}, claimed, found), routes=(_ENCLOSED,))
    return Evidence.undecided(f"The mean {found} and the bound {claimed} are not told apart.")


def tried(said: NormalMean, known: Sequence[Conclusion], *, others: bool) -> Evidence | None:
    """What balls refute at a point that meets the hypotheses; None where nothing is refuted."""
    if others or said.relation != "=":
        return None
    free = set(said.integrand.free_symbols) - set(said.numbers)  # pyright: ignore
    for part in (said.formula, *(c for row in said.covariance for c in row)):
        free |= part.free_symbols  # pyright: ignore
    for turn in range(_POINTS):
        point = {symbol: _value(symbol, place, turn) for place, symbol in enumerate(_sorted(free))}
        try:
            rows = tuple(
                tuple(rational_value(c.xreplace(point)) for c in row)  # pyright: ignore
                for row in said.covariance
            )
            if not all(_is_met(one, point) for one in known):
                continue
            mean = enclosed_mean(said.integrand.xreplace(point), said.numbers, rows)  # pyright: ignore
            with ctx.workprec(128):
                claimed = ball_function(said.formula.xreplace(point))({})  # pyright: ignore
        except (NoEnclosureError, NoExactValueError, ArgumentError, ZeroDivisionError):
            continue
        if claimed.is_finite() and not claimed.overlaps(mean):
            values = {symbol.name: str(value) for symbol, value in point.items()}
            wrong = Counterexample(values, *shown_apart(claimed, mean))
            return Evidence.refuted(wrong, routes=(TRIED,))
    return None


def _sorted(symbols: set[Any]) -> list[Any]:
    return sorted(symbols, key=str)


def _value(symbol: sp.Symbol, place: int, turn: int) -> Any:
    number = 2 + place + turn
    if symbol.is_integer:
        return sp.Integer(number)
    value: Any = sp.Rational(number, 1 + turn) if symbol.is_nonnegative else sp.Rational(1, number)
    return -value if symbol.is_nonpositive else value


def _is_met(said: Conclusion, point: dict[Any, Any]) -> bool:
    assert isinstance(said, Relation)
    left, right = (evaluate(side.xreplace(point), {}) for side in (said.lhs, said.rhs))  # pyright: ignore
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        if isinstance(said, Equal):
            return left == right
        return left < right or (left == right and isinstance(said, AtMost))
    return False
