"""Whether two expressions agree at points: the witness of an identity that can refute it."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from fractions import Fraction
from itertools import islice
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from theorem_checks.proving.identities.balls import differ
from theorem_checks.proving.identities.requirements import Requirement
from theorem_checks.proving.identities.schwartz_zippel import agreement_probability
from theorem_checks.solving.ball_expressions import shown_apart
from theorem_checks.statements.values.evaluation import Interpretation, evaluate
from theorem_checks.statements.values.points import LARGE, Domain, Point
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.verdicts.counterexamples import LEFT_AND_RIGHT, Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["agreement", "difference_by_balls", "is_met_somewhere", "is_nonzero_at"]

_POINTS = 6  # at which random evaluation agrees before it says so
_BALL_POINTS = 60
_SEED = 20_000_003  # fixed, so that a verdict is the same every time


class _Outcome(Enum):
    EQUAL = auto()
    EQUAL_BY_INTERPRETATION = auto()
    DIFFERENT = auto()
    DIFFERENT_BY_INTERPRETATION = auto()
    UNDEFINED = auto()
    UNKNOWN = auto()


def agreement(left: sp.Expr, right: sp.Expr, domain: Domain, *, thorough: bool) -> Evidence:
    """Compare two expressions exactly at random points of a domain; a difference refutes.

    With `thorough`, all small points are tried too. The counterexample is the first of the small
    points, by size, or what remains of a random one when its coordinates have been made small.
    """
    seen: Counter[_Outcome] = Counter()
    draws = 4 * _POINTS if domain.symbols else 1
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    random_points = domain.random_points(draws, source)
    failing = _first_difference(left, right, random_points, seen, enough=_POINTS)
    at_random = seen[_Outcome.EQUAL]
    agreed = at_random + seen[_Outcome.EQUAL_BY_INTERPRETATION]
    if failing is not None or thorough or not agreed:
        small = _first_difference(left, right, domain.small_points(), seen)
        if small is not None:
            failing = small
        elif failing is not None:
            failing = _shrunk(left, right, failing, domain)
    if failing is not None:
        return _refuted(left, right, failing)
    if not seen.total():
        if domain.is_empty:
            return Evidence.vacuous("The assumptions contradict each other.")
        return Evidence.undecided("No point that was tried meets the assumptions.")
    return _summary(seen, _engines(left, right), _bound(left, right, domain, at_random))


def is_met_somewhere(requirements: Sequence[Requirement], domain: Domain) -> bool:
    """Whether some point is found at which all requirements are met.

    Functions that are not known may have any values.
    """
    if not requirements:
        return True
    points = islice(domain.small_points(), _BALL_POINTS)
    return any(all(is_nonzero_at(r.never_zero, point) for r in requirements) for point in points)


def is_nonzero_at(expression: Any, point: Point) -> bool:
    """Whether an expression is known to have a value at a point that is not 0.

    A function that is not known gets some values.
    """
    reciprocal = isinstance(expression, sp.Pow) and expression.exp == -1
    if reciprocal and isinstance(expression.base, sp.gamma):  # which is 0 at the poles alone
        try:
            value = evaluate(expression.base.args[0], point)
        except (ZeroDivisionError, NoExactValueError):
            return False
        return not isinstance(value, Fraction) or value.denominator > 1 or value > 0
    unknown = Interpretation(0) if expression.has(AppliedUndef) else None
    try:
        value = evaluate(expression, point, unknown)
    except ZeroDivisionError:
        return False
    except NoExactValueError:
        return differ(expression, sp.Integer(0), point) is not None
    return value != 0


def difference_by_balls(left: sp.Expr, right: sp.Expr, domain: Domain) -> Evidence | None:
    """Refute by disjoint enclosures at a small point, where values are not algebraic."""
    for point in islice(domain.small_points(), _BALL_POINTS):
        balls = differ(left, right, point)
        if balls:
            shown = shown_apart(*balls)
            route = Route.deciding(
                "disjoint balls around the values of the two sides", Engine.FLINT
            )
            return Evidence.refuted(_counterexample(point, *shown), routes=(route,))
    return None


def _first_difference(
    left: sp.Expr,
    right: sp.Expr,
    points: Iterable[Point],
    seen: Counter[_Outcome],
    enough: int | None = None,
) -> Point | None:
    """The first point at which the values differ; every outcome is counted in `seen`."""
    for number, point in enumerate(points):
        outcome = _compare(left, right, point, Interpretation(number))
        seen[outcome] += 1
        if outcome is _Outcome.DIFFERENT:
            return point
        if seen[_Outcome.EQUAL] + seen[_Outcome.EQUAL_BY_INTERPRETATION] == enough:
            break
    return None


def _compare(
    left: sp.Expr, right: sp.Expr, point: Point, interpretation: Interpretation
) -> _Outcome:
    try:
        return _Outcome.EQUAL if _same(left, right, point, None) else _Outcome.DIFFERENT
    except ZeroDivisionError:
        return _Outcome.UNDEFINED
    except NoExactValueError:
        pass
    try:
        same = _same(left, right, point, interpretation)
    except ZeroDivisionError:
        return _Outcome.UNDEFINED
    except NoExactValueError:
        return _Outcome.UNKNOWN
    if same:
        return _Outcome.EQUAL_BY_INTERPRETATION
    lawless = interpretation.is_lawless
    return _Outcome.UNKNOWN if lawless else _Outcome.DIFFERENT_BY_INTERPRETATION


def _same(
    left: sp.Expr, right: sp.Expr, point: Point, interpretation: Interpretation | None
) -> bool:
    one = evaluate(left, point, interpretation)
    return one == evaluate(right, point, interpretation)


def _shrunk(left: sp.Expr, right: sp.Expr, point: Point, domain: Domain) -> Point:
    """Make the coordinates of a failing point small, one after the other, while it fails."""
    for simpler in domain.simpler(point):
        if _compare(left, right, simpler, Interpretation(0)) is _Outcome.DIFFERENT:
            return _shrunk(left, right, simpler, domain)
    return point


def _refuted(left: sp.Expr, right: sp.Expr, point: Point) -> Evidence:
    found, claimed = evaluate(left, point), evaluate(right, point)
    route = Route.testing("exact evaluation at a point", *_engines(left, right))
    return Evidence.refuted(_counterexample(point, str(found), str(claimed)), routes=(route,))


def _engines(left: sp.Expr, right: sp.Expr) -> tuple[Engine, ...]:
    """What evaluates two sides: SymPy where it rewrites functions by others."""
    rewritten = left.has(HyperbolicFunction) or right.has(HyperbolicFunction)
    return (Engine.FRACTIONS, Engine.SYMPY) if rewritten else (Engine.FRACTIONS,)


def _counterexample(point: Point, left: str, right: str) -> Counterexample:
    values = {symbol.name: value for symbol, value in point.items()}
    return Counterexample(values, left, right, "the sides differ", sides=LEFT_AND_RIGHT)


def _bound(left: sp.Expr, right: sp.Expr, domain: Domain, points: int) -> dict[str, float]:
    if not (domain.is_large and domain.symbols and points):
        return {}
    probability = agreement_probability(left, right, LARGE, points)
    return {} if probability is None else {"schwartz_zippel_bound": float(probability)}


def _summary(
    seen: Counter[_Outcome], engines: tuple[Engine, ...], bound: dict[str, float]
) -> Evidence:
    exact, interpreted = seen[_Outcome.EQUAL], seen[_Outcome.EQUAL_BY_INTERPRETATION]
    figures = {"points": exact + interpreted, **bound}
    if seen[_Outcome.DIFFERENT_BY_INTERPRETATION]:
        return Evidence.undecided(
            "The sides agree where they have exact values, but differ if the functions in them are"
            " drawn at random: the identity needs more than their laws of addition."
        )
    if not exact + interpreted:
        if seen[_Outcome.UNKNOWN]:
            return Evidence.undecided("No point that was tried has exact values on both sides.")
        return Evidence.undecided("A side is undefined at every point that was tried.")
    how = "exact evaluation at random rational points"
    if interpreted:
        how += ", with random functions for those that have no exact values"
    return Evidence.holds(how, routes=(Route.testing(how, *engines),), figures=figures)
