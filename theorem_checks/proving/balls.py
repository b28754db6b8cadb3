"""Enclosures of a symbolic expression's value at a rational point, by ball arithmetic (FLINT).

They refute, where no exact value is known: two disjoint balls are two different numbers. They
never prove equality.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb, ctx, fmpq

__all__ = ["differ", "enclose"]

_PRECISIONS = (64, 256, 1024)  # bits

_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    sp.exp: arb.exp,
    sp.log: arb.log,
    sp.sin: arb.sin,
    sp.cos: arb.cos,
    sp.tan: arb.tan,
    sp.atan: arb.atan,
    sp.sinh: arb.sinh,
    sp.cosh: arb.cosh,
    sp.tanh: arb.tanh,
    sp.gamma: arb.gamma,
    sp.erf: arb.erf,
    sp.Abs: abs,
    sp.factorial: lambda x: (x + 1).gamma(),
}


def enclose(
    expression: sp.Basic, point: Mapping[sp.Symbol, Fraction], bits: int = 64
) -> arb | None:
    """Return a real ball that contains the value of an expression at a point.

    None where the expression has a part that is not known here, or is not finite and real.
    """
    precision = ctx.prec
    ctx.prec = bits
    try:
        ball = _ball(expression, point)
    finally:
        ctx.prec = precision
    return ball if ball is not None and ball.is_finite() else None


def differ(
    left: sp.Basic, right: sp.Basic, point: Mapping[sp.Symbol, Fraction]
) -> tuple[arb, arb] | None:
    """Return disjoint enclosures of two expressions' values at a point, if they are found."""
    for bits in _PRECISIONS:
        one, other = enclose(left, point, bits), enclose(right, point, bits)
        if one is None or other is None:
            return None
        if not one.overlaps(other):
            return one, other
    return None


def _ball(e: Any, point: Mapping[sp.Symbol, Fraction]) -> arb | None:
    if isinstance(e, sp.Symbol) and e in point:
        return _exact(point[e])
    if isinstance(e, sp.Rational):
        return _exact(Fraction(e.p, e.q))
    if e is sp.pi:
        return arb.pi()
    if e is sp.E:
        return arb.const_e()
    arguments = [_ball(a, point) for a in e.args]
    known = [a for a in arguments if a is not None]
    if len(known) < len(arguments) or not known:
        return None
    if isinstance(e, sp.Add):
        return sum(known, arb(0))
    if isinstance(e, sp.Mul):
        return _product(known)
    if isinstance(e, sp.Pow):
        return known[0] ** known[1]
    function = _FUNCTIONS.get(e.func)
    return function(*known) if function and len(known) == 1 else None


def _exact(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _product(values: list[arb]) -> arb:
    result = arb(1)
    for value in values:
        result = result * value
    return result
