r"""Signs of rational functions of sizes and parameters, for all values of their symbols.

Every symbol that is known to be at least a number is written as that number and a nonnegative
rest; a polynomial whose coefficients are then all nonnegative is nonnegative, and positive if its
constant is. A quotient has the signs of its two parts. What that does not decide is UNDECIDED,
unless a point shows that it is false.
"""

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

import sympy as sp

from theorem_checks.proving.identities.balls import differ
from theorem_checks.proving.scopes import all_values_of
from theorem_checks.statements.exact import ExactLike, to_expression, unique_symbols
from theorem_checks.statements.formulas import condition, nonzero
from theorem_checks.statements.values.evaluation import evaluate
from theorem_checks.statements.values.points import Domain
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence, witnessed
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["prove_sign"]

_SEED = 20_000_003  # fixed, so that a verdict is the same every time
_POINTS = 24


def prove_sign(
    expression: ExactLike, *, strict: bool, least: Mapping[sp.Symbol, ExactLike] | None = None
) -> Evidence:
    """Decide whether an expression is nonnegative, or with `strict` positive, for all values.

    **Arguments**: a rational function of real symbols, and of exponentials of real arguments,
    of which it is used that they are positive; assumptions on symbols restrict the values;
    `least`, for some of them, the least value that a hypothesis gives.

    **Returns** Evidence: PROVED by coefficients, not contradicted at points, wherever no divisor
    is 0; REFUTED with a point; UNDECIDED where neither decides.
    """
    e = to_expression(expression, "expression")
    for symbol, low in (least or {}).items():
        past = sp.Dummy(f"{symbol.name} past {low}", integer=symbol.is_integer, nonnegative=True)
        e = e.subs(symbol, to_expression(low, "least") + past)
    symbols = unique_symbols([e])
    tested = _at_points(e, strict=strict)
    if not all(symbol.is_real for symbol in symbols):
        return Evidence.undecided("A symbol is not known to be real.")
    e = _with_bases(e)
    top, bottom = sp.fraction(sp.cancel(sp.together(e)))
    above, below = _sign(top, strict=strict), _sign(bottom, strict=True)
    if above * below == 1 or (top.is_zero and below and not strict):
        route = Route.deciding("all coefficients have one sign, from the least values on", _ENGINE)
        divisors = dict.fromkeys(
            p.base for p in e.atoms(sp.Pow) if p.exp.is_nonnegative is not True
        )
        conditions = [
            condition(nonzero(divisor), f"{divisor} is not 0")
            for divisor in sorted(divisors, key=str)
            if not divisor.is_nonzero and not _sign(divisor, strict=True)
        ]
        scope = all_values_of(symbols)
        proved = Evidence.proved(scope, routes=(route,), conditions=conditions)
        return witnessed(proved, tested)
    if tested.counterexample is not None:
        return tested
    return Evidence.undecided("The coefficients do not tell the sign.")


_ENGINE = Engine.SYMPY


def _with_bases(e: sp.Expr) -> sp.Expr:
    """The expression with a power of a positive number in place of each real exponential.

    What holds for all positive numbers holds for these: e^(k u) is one of them, to the k.
    """
    bases: dict[Any, sp.Symbol] = {}
    powers: dict[Any, Any] = {}
    for part in e.atoms(sp.exp):
        (argument,) = cast(Any, part.args)
        if argument.is_real is not True:
            continue
        factor, rest = argument.as_coeff_Mul()
        if not factor.is_Integer:
            factor, rest = (-1, -argument) if argument.could_extract_minus_sign() else (1, argument)
        base = bases.setdefault(rest, sp.Dummy(f"e^{rest}", positive=True))
        powers[part] = base**factor
    return cast(sp.Expr, e.xreplace(powers))


def _sign(polynomial: sp.Expr, *, strict: bool) -> int:
    """1 or -1 if a polynomial has that sign for all values, by its coefficients; else 0."""
    symbols = sorted(polynomial.free_symbols, key=str)
    moved = {}
    for symbol in symbols:
        if symbol.is_integer and symbol.is_positive:
            moved[symbol] = sp.Dummy(f"{symbol} past 1", nonnegative=True) + 1
        elif symbol.is_positive or symbol.is_nonnegative:
            moved[symbol] = symbol
        else:
            return 0
    shifted = sp.expand(polynomial.subs(moved, simultaneous=True))
    if not symbols:
        return int(sp.sign(shifted)) if shifted.is_Rational else 0
    if not shifted.is_polynomial(*shifted.free_symbols):
        return 0
    poly = sp.Poly(shifted, *sorted(shifted.free_symbols, key=str) or symbols)
    coefficients = poly.coeffs()
    if not all(c.is_Rational for c in coefficients):
        return 0
    sign = 1 if coefficients[0] > 0 else -1
    if any(sign * c < 0 for c in coefficients):
        return 0
    positive = any(all(s.is_positive for s in _in(m, poly.gens)) for m in poly.monoms())
    return sign if positive or not strict else 0


def _in(monomial: tuple[int, ...], symbols: tuple[Any, ...]) -> list[Any]:
    """The symbols that stand in a monomial."""
    return [symbol for symbol, power in zip(symbols, monomial, strict=True) if power]


def _at_points(e: sp.Expr, *, strict: bool) -> Evidence:
    engines = [Engine.FRACTIONS, Engine.SYMPY, *([Engine.FLINT] if e.has(sp.exp) else [])]
    route = Route.testing("values at points", *engines)
    domain = Domain([e], [])
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    points = [*domain.small_points(), *domain.random_points(_POINTS, source)]
    agreed = 0
    for point in points[: 4 * _POINTS] or [{}]:
        try:
            value = evaluate(e, point)
            fails = isinstance(value, Fraction) and (value < 0 or (strict and value == 0))
        except NoExactValueError:
            if (balls := differ(e, sp.S.Zero, point)) is None:
                continue
            value, _ = balls
            fails = bool(value < 0)
        except (ZeroDivisionError, TypeError):
            continue
        if fails:
            at = {symbol.name: number for symbol, number in point.items()}
            sign = ">" if strict else ">="
            found = Counterexample(at, f"{e} {sign} 0", str(value))
            return Evidence.refuted(found, routes=(route,))
        agreed += 1
    if not agreed:
        return Evidence.undecided("At no point that was tried the expression has a known value.")
    return Evidence.holds("at points", routes=(route,), figures={"points": agreed})
