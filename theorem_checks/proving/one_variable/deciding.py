"""Inequalities of one real variable on an interval, finite or not, by signs and derivatives."""

from collections.abc import Iterator
from typing import Any, cast

import sympy as sp

from theorem_checks.proving.identities.balls import differ
from theorem_checks.proving.one_variable.intervals import Interval, Piece
from theorem_checks.proving.one_variable.kinks import kinks_of, without_kinks
from theorem_checks.proving.one_variable.signs import Sign, number_sign, sign_on
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Less
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence, witnessed
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["interval_of", "prove_sign_by_derivatives"]

# Points at which functions of the trade are 0, or their terms are equal; and how far to look
_PLACES = [sp.Rational(top, bottom) for top in range(-4, 5) for bottom in (1, 2, 3)]
_POWERS = range(-12, 9)


def prove_sign_by_derivatives(
    f: sp.Expr, x: sp.Symbol, interval: Interval, *, strict: bool
) -> Evidence:
    """Decide whether a function is nonnegative, or with `strict` positive, on an interval.

    The interval is cut at kinks, at 0, and where the function is seen to be 0; at each cut it is
    computed exactly, and between two of them `sign_on` tells its sign.

    **Arguments**: a function `f` of the real number `x` and of nothing else, made of sums,
    products, rational powers, exp, log, tanh, sinh, cosh, atan, asinh, erf, absolute values,
    maxima and minima.

    **Returns** Evidence: PROVED on the whole interval; REFUTED with a rational point where balls
    tell that it fails; UNDECIDED with the piece that resisted. If `x` takes but some of the real
    numbers, what is PROVED for all is true for these, and a point is none of them perhaps:
    REFUTED is said of a number that `x` may be.
    """
    if interval.is_empty:
        return Evidence.vacuous(f"No real number {x} lies in {interval}.")
    zeros = (place for place in _PLACES if _sign_at(f, x, place) is Sign.ZERO)
    cuts = [*kinks_of(f, x), sp.S.Zero, *zeros]
    tested = _at_points(f, x, interval, cuts, strict=strict)
    if tested.verdict is not Verdict.HOLDS:
        return tested
    least = Sign.POSITIVE if strict else Sign.ZERO
    for place in interval.points(cuts):
        sign = _sign_at(f, x, place)
        if sign is None or sign < least:
            return Evidence.undecided(f"It is not seen to be true at {x} = {place}.")
    pieces = list(interval.pieces(cuts))
    for piece in pieces:
        form = without_kinks(f, x, piece)
        sign = None if form is None else sign_on(form, x, piece)
        if sign is None or sign < least:
            return Evidence.undecided(
                f"Derivatives do not tell the sign for {x} between {piece.low} and {piece.high}."
            )
    name = f"signs by roots, exponentials and derivatives, on {len(pieces)} pieces"
    route = Route.deciding(name, Engine.SYMPY, Engine.FLINT)
    return witnessed(Evidence.proved(f"all {x} in {interval}", routes=(route,)), tested)


def interval_of(hypothesis: Conclusion) -> tuple[sp.Symbol, Interval] | None:
    """The interval in which a hypothesis puts its one symbol; None where it says anything else."""
    parts = hypothesis.parts if isinstance(hypothesis, All) else (hypothesis,)
    found: tuple[sp.Symbol, Interval] | None = None
    for part in parts:
        if not isinstance(part, AtMost | Less):
            return None
        low, high, closed = cast(Any, part.lhs), cast(Any, part.rhs), isinstance(part, AtMost)
        if isinstance(high, sp.Symbol) and isinstance(low, sp.Rational):
            x, side = high, Interval(low, sp.oo, has_low=closed)
        elif isinstance(low, sp.Symbol) and isinstance(high, sp.Rational):
            x, side = low, Interval(-sp.oo, high, has_high=closed)
        else:
            return None
        if not x.is_real or (found is not None and found[0] != x):
            return None
        found = x, (found[1] if found else Interval.of(x)).within(side)
    return found


def _sign_at(f: sp.Expr, x: sp.Symbol, place: Any) -> Sign | None:
    """The sign of a function's value at a point; None where it has none, or it is not told."""
    value = _value_at(f, x, place)
    return None if value is None else number_sign(value)


def _value_at(f: Any, x: sp.Symbol, place: Any) -> Any:
    """The value at a point, each part of the function having one there; else None."""
    if f == x:
        return place
    if not f.args:
        return f
    values = [_value_at(part, x, place) for part in f.args]
    if any(value is None for value in values):
        return None
    value = f.func(*values)
    return value if value.is_real and value.is_finite else None


def _at_points(
    f: sp.Expr, x: sp.Symbol, interval: Interval, cuts: list[Any], *, strict: bool
) -> Evidence:
    """What balls say at points near all cuts and ends, and far out."""
    route = Route.testing("values at points", Engine.FLINT)
    agreed = 0
    for place in dict.fromkeys(_near(interval, cuts)):
        if not _may_be(x, place) or (value := _value_at(f, x, place)) is None:
            continue
        balls = differ(value, sp.S.Zero, {})
        fails = balls is not None and bool(balls[0] < 0)
        if fails or (strict and value == 0):
            sign = ">" if strict else ">="
            shown = str(balls[0]) if balls else "0"
            found = Counterexample({x.name: place}, f"{f} {sign} 0", shown)
            return Evidence.refuted(found, routes=(route,))
        agreed += balls is not None or value == 0
    if not agreed:
        return Evidence.undecided("At no point that was tried the function has a known value.")
    return Evidence.holds("at points", routes=(route,), figures={"points": agreed})


def _near(interval: Interval, cuts: list[Any]) -> Iterator[sp.Rational]:
    """The cuts and ends of an interval, and points ever nearer to each of them, and farther."""
    yield from interval.points(cuts)
    for piece in interval.pieces(cuts):
        for power in _POWERS:
            step = sp.Integer(2) ** power
            yield from (c for c in (piece.low + step, piece.high - step) if _lies_in(c, piece))
        yield piece.inside


def _lies_in(place: Any, piece: Piece) -> bool:
    return bool(place.is_finite and piece.low < place < piece.high)


def _may_be(x: sp.Symbol, place: Any) -> bool:
    """Whether a symbol, by what is assumed of it, may be this number."""
    return all(getattr(place, f"is_{name}") is value for name, value in x.assumptions0.items())
