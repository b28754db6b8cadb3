r"""Limits of rational functions at infinity, for all values of their other symbols.

A rational function of x tends to a value where their difference is P(x) / Q(x) with deg P < deg Q,
or P = 0. What is divided by, as a polynomial in x, has to keep its leading coefficient at all
values of the other symbols: then it is not 0 from some x on, whatever these are.
"""

import random
from fractions import Fraction
from typing import Any, cast

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.inequalities.signs import prove_sign
from theorem_checks.proving.scopes import all_values_of
from theorem_checks.statements.analysis import Limit, require_reaches_infinity
from theorem_checks.statements.exact import unique_symbols
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.values.evaluation import evaluate
from theorem_checks.statements.values.points import Domain, Point
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence, witnessed
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["prove_limit"]

_SEED = 20_000_003  # fixed, so that a verdict is the same every time
_POINTS = 8
_FAR = 10**12


def prove_limit(conclusion: Limit) -> Evidence:
    """Decide a limit at infinity of a rational function, for all values of its other symbols.

    **Arguments**: `conclusion`, a `Limit` at infinity, to='oo', of a term that is a rational
    function of the variable, which is a symbol for all large real numbers, or integers; the
    coefficients may be rational functions of real symbols.

    **Returns** Evidence: PROVED by degrees, wherever nothing is divided by 0; REFUTED with values
    of the other symbols at which the difference does not go to 0; UNDECIDED for a term of another
    kind, whose limit `limit` may conclude from a bound.
    """
    x, value = conclusion.variable, conclusion.value
    if conclusion.to != "oo":
        raise ArgumentError("conclusion", conclusion.to, "a limit at infinity, to='oo'")
    require_reaches_infinity(x)
    if not isinstance(value, sp.Expr) or not isinstance(conclusion.term, sp.Expr):
        raise ArgumentError("conclusion", conclusion.latex, "a limit of a number")
    if x in value.free_symbols:
        raise ArgumentError("conclusion", value, f"a value without {x}")
    difference = conclusion.term - value
    if not difference.is_rational_function() or not _are_real(difference):
        return Evidence.undecided(
            "It is no rational function of real symbols. `limit` concludes it from a bound."
        )
    top, bottom = (sp.Poly(part, x) for part in sp.fraction(sp.cancel(sp.together(difference))))
    gap = bottom.degree() - top.degree() if not top.is_zero else None
    if gap is not None and gap <= 0:
        return concluded(_refuted(conclusion, top, bottom), conclusion, "prove_limit")
    for divisor in _divisors(conclusion.term, value):
        if not _is_kept(divisor, x):
            said = f"It is not known that {divisor} is not 0 from some {x} on, at all values."
            return Evidence.undecided(said)
    route = Route.deciding("degrees of numerator and denominator", Engine.SYMPY)
    scope = all_values_of([s for s in unique_symbols([difference]) if s != x])
    proved = Evidence.proved(scope, routes=(route,))
    return concluded(witnessed(proved, _far_out(difference, x)), conclusion, "prove_limit")


def _are_real(difference: sp.Expr) -> bool:
    return all(symbol.is_real for symbol in difference.free_symbols)


def _divisors(*sides: Any) -> list[sp.Expr]:
    """What is divided by in the sides, as it is written."""
    powers = set().union(*(side.atoms(sp.Pow) for side in sides))
    return sorted({p.base for p in powers if p.exp.is_nonnegative is not True}, key=str)


def _is_kept(divisor: sp.Expr, x: Any) -> bool:
    """Whether a divisor is 0 at finitely many x only, whatever the other symbols are."""
    top, _ = sp.fraction(sp.together(divisor))
    leading: Any = sp.factor(sp.Poly(top, x).LC())
    if leading.is_nonzero:
        return True
    found = (prove_sign(sign * leading, strict=True) for sign in (1, -1))
    return any(one.verdict is Verdict.PROVED and not one.conditions for one in found)


def _points(expression: sp.Expr) -> list[Point]:
    domain = Domain([expression], [])
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    return [*domain.small_points(), *domain.random_points(_POINTS, source)][: 4 * _POINTS] or [{}]


def _refuted(conclusion: Limit, top: sp.Poly, bottom: sp.Poly) -> Evidence:
    """Values of the other symbols at which the difference keeps its degree, which is not negative.

    There it goes to a number that is not 0, or to infinity.
    """
    ratio = cast(sp.Expr, sp.cancel(top.LC() / bottom.LC()))
    route = Route.deciding("degrees of numerator and denominator", Engine.SYMPY)
    for point in _points(ratio):
        try:
            here = evaluate(ratio, point)
            ends = [evaluate(part.LC(), point) for part in (top, bottom)]
        except (NoExactValueError, ZeroDivisionError):
            continue
        if not isinstance(here, Fraction) or 0 in (here, *ends):
            continue
        at = {symbol.name: number for symbol, number in point.items()}
        claimed = conclusion.value.subs({s: sp.Rational(v) for s, v in point.items()})
        same = top.degree() == bottom.degree()
        found = str(claimed + sp.Rational(here)) if same else "no limit"
        return Evidence.refuted(Counterexample(at, str(claimed), found), routes=(route,))
    return Evidence.undecided("At no point that was tried the degrees are those of the symbols.")


def _far_out(difference: sp.Expr, x: Any) -> Evidence:
    """A test of a limit: far out the difference is small, and ten times smaller farther out."""
    route = Route.testing("values far out", Engine.FRACTIONS)
    rest = [s for s in unique_symbols([difference]) if s != x]
    agreed = 0
    for point in _points(sp.Add(*rest)) if rest else [{}]:
        if any(
            abs(value) > _FAR or (value and abs(value) < Fraction(1, _FAR))
            for value in point.values()
        ):
            continue  # what is far out depends on them
        ends = []
        for far in (_FAR**20, 100 * _FAR**20):
            try:
                ends.append(evaluate(difference, {**point, x: Fraction(far)}))
            except (NoExactValueError, ZeroDivisionError):
                break
        if len(ends) < 2 or not all(isinstance(end, Fraction) for end in ends):
            continue
        near, farther = map(abs, ends)
        if near > Fraction(1, _FAR) or 10 * farther > near:
            at = {symbol.name: number for symbol, number in point.items()}
            found = Counterexample(at, "a difference that goes to 0", f"{near}, then {farther}")
            return Evidence.refuted(found, routes=(route,))
        agreed += 1
    if not agreed:
        return Evidence.undecided("At no point that was tried the difference has a known value.")
    return Evidence.holds("far out", routes=(route,), figures={"points": agreed})
