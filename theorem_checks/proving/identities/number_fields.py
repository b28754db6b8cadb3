"""Identities with algebraic numbers in them, where Q and its roots are not enough.

The canonical forms in FLINT know a root only by its relation g**q = b, so that sqrt(3 + 2 sqrt(2))
is a generator of its own, and the third roots of unity satisfy g**3 = 1 but not 1 + g + g**2 = 0.
Here all algebraic numbers of an identity are put into one number field Q(a), and both sides into
SymPy's ring of polynomials over it, where zero is decided. The second route shows at rational
points that the difference, an algebraic number, is zero, by balls and a separation bound.
"""

import math
from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

import sympy as sp
from sympy.polys.polyerrors import BasePolynomialError
from sympy.polys.rings import PolyElement, ring

from theorem_checks.proving.identities.separation import enclosure, is_zero_number
from theorem_checks.statements.formulas import condition, nonzero
from theorem_checks.statements.values.points import Domain
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.verdicts.counterexamples import LEFT_AND_RIGHT, Counterexample
from theorem_checks.verdicts.evidence import Evidence, witnessed
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route
from theorem_checks.verdicts.seals import Condition

__all__ = ["by_number_field"]

_LARGEST_DEGREE = 36  # of the number field, as the orders of the roots bound it
_POINTS = 4


class _OutsideError(Exception):
    """An expression is no rational function over a number field of moderate degree."""


def by_number_field(left: sp.Expr, right: sp.Expr, domain: Domain, scope: str) -> Evidence | None:
    """Decide an identity between rational functions whose coefficients are algebraic numbers.

    **Returns** evidence of two routes if it is true, a refutation if some point gives one; else
    None: where it is no such identity, or a route does not decide.
    """
    sides = _with_roots(left), _with_roots(right)
    difference = sp.Add(sides[0], sp.Mul(-1, sides[1], evaluate=False), evaluate=False)
    try:
        conditions = _conditions_if_zero(difference, domain.symbols)
    except ZeroDivisionError:
        return Evidence.vacuous("The statement is defined nowhere: it divides by 0.")
    except (_OutsideError, BasePolynomialError, NotImplementedError):
        conditions = None
    concrete = _at_points(*sides, domain)
    if concrete.verdict is Verdict.REFUTED:
        return concrete
    if conditions is None or concrete.verdict is not Verdict.HOLDS:
        return None
    route = Route.deciding("polynomials over a number field: the difference is zero", Engine.SYMPY)
    proved = Evidence.proved(scope, routes=(route,), conditions=conditions)
    return witnessed(proved, concrete)


def _with_roots(expression: sp.Expr) -> sp.Expr:
    """Write exp(i pi q), cos(pi q) and sin(pi q) with rational q by roots of -1."""

    def root(e: Any) -> sp.Expr:
        angle = e.exp / sp.I if isinstance(e, sp.exp) else e.args[0]
        part = angle / sp.pi
        if not isinstance(part, sp.Rational):
            return e
        turn, back = (-1) ** part, 1 / (-1) ** part
        if isinstance(e, sp.exp):
            return turn
        return (turn + back) / 2 if isinstance(e, sp.cos) else (turn - back) / (2 * sp.I)

    found: Any = expression.replace(
        lambda e: isinstance(e, sp.exp | sp.cos | sp.sin) and e.is_number, root
    )
    return found


def _conditions_if_zero(difference: sp.Expr, symbols: list[sp.Symbol]) -> list[Condition] | None:
    """The conditions under which the difference is zero in the field of fractions; None if not."""
    numbers = list(dict.fromkeys(_algebraic_parts(difference)))
    if not numbers:
        raise _OutsideError
    roots = {(part.base, sp.denom(part.exp)) for number in numbers for part in number.atoms(sp.Pow)}
    if math.prod(int(order) for _, order in roots) > _LARGEST_DEGREE:
        raise _OutsideError
    field = sp.QQ.algebraic_field(*numbers)
    polynomials, *generators = ring(symbols or [sp.Dummy("t")], field)
    known: dict[Any, PolyElement] = dict(zip(symbols, generators, strict=False))
    known |= {number: polynomials(field.from_sympy(number)) for number in numbers}
    divisors: list[PolyElement] = []
    top, _ = _fraction(difference, known, polynomials, divisors)
    if top != 0:
        return None
    varying = (divisor.as_expr() for divisor in divisors if not divisor.is_ground)
    return [condition(nonzero(e), f"{e} is not 0") for e in dict.fromkeys(varying)]


def _algebraic_parts(e: Any) -> Iterator[sp.Expr]:
    """The outermost roots of numbers in an expression."""
    if e is sp.I:
        yield e
    elif isinstance(e, sp.CRootOf):
        raise _OutsideError  # it has no expression by roots, which the second route needs
    elif isinstance(e, sp.Pow) and isinstance(e.exp, sp.Rational) and not e.exp.is_Integer:
        if not e.base.is_number:
            raise _OutsideError
        yield e.base ** sp.Rational(1, e.exp.q)
    elif not isinstance(e, sp.Rational | sp.Symbol):
        for part in e.args:
            yield from _algebraic_parts(part)


def _fraction(
    e: Any, known: dict[Any, Any], polynomials: Any, divisors: list[Any]
) -> tuple[Any, Any]:
    """An expression as a numerator and a denominator in the ring; notes what it divides by."""
    if e in known:
        return known[e], polynomials.one
    if isinstance(e, sp.Rational):
        return polynomials(sp.QQ(e.p, e.q)), polynomials.one
    if isinstance(e, sp.Add | sp.Mul):
        parts = [_fraction(part, known, polynomials, divisors) for part in e.args]
        top, bottom = parts[0]
        for more, below in parts[1:]:
            if isinstance(e, sp.Add):
                top, bottom = top * below + more * bottom, bottom * below
            else:
                top, bottom = top * more, bottom * below
        return top, bottom
    if isinstance(e, sp.Pow) and isinstance(e.exp, sp.Rational):
        order = int(e.exp.q)
        base = e.base if order == 1 else e.base ** sp.Rational(1, order)
        top, bottom = _fraction(base, known, polynomials, divisors)
        if e.exp < 0:
            if top == 0:
                raise ZeroDivisionError
            divisors.append(top)
            top, bottom = bottom, top
        return top ** abs(int(e.exp.p)), bottom ** abs(int(e.exp.p))
    raise _OutsideError


def _at_points(left: sp.Expr, right: sp.Expr, domain: Domain) -> Evidence:
    """Compare the sides at small points, where they are algebraic numbers."""
    agreed = 0
    for point in islice(domain.small_points(), 3 * _POINTS):
        values = {s: sp.Rational(v.numerator, v.denominator) for s, v in point.items()}
        one, other = (cast(sp.Expr, side.xreplace(values)) for side in (left, right))
        if any(side.has(sp.zoo, sp.nan) for side in (one, other)):
            continue
        try:
            equal = is_zero_number(one - other)
        except ZeroDivisionError:
            continue
        except NoExactValueError as error:
            return Evidence.undecided(str(error))
        if not equal:
            shown = {symbol.name: value for symbol, value in point.items()}
            sides = enclosure(one), enclosure(other)
            found = Counterexample(shown, *sides, "the sides differ", sides=LEFT_AND_RIGHT)
            route = Route.deciding(
                "disjoint balls around the values of the two sides", Engine.FLINT
            )
            return Evidence.refuted(found, routes=(route,))
        agreed += 1
        if agreed == _POINTS or not domain.symbols:
            break
    if not agreed:
        return Evidence.undecided("The sides have no values at the points that were tried.")
    route = Route.testing("values within a separation bound of each other, at points", Engine.FLINT)
    return Evidence.holds("at small points", routes=(route,), figures={"points": agreed})
