"""Telling two numbers apart where no exact value is known: disjoint balls that contain them.

Balls refute, and never prove that two numbers are equal.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb, ctx

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_expressions import ball_function
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.exact import to_expression

__all__ = ["are_apart", "differ"]

_PRECISIONS = (64, 256, 1024)  # bits


def are_apart(one: Any, other: Any) -> bool:
    """Whether two numbers, of which one is a ball, are seen to be different ones."""
    left, right = map(_ball, (one, other))
    return left is not None and right is not None and not left.overlaps(right)


def _ball(number: Any) -> arb | None:
    """A ball that contains a number, if one is known."""
    if isinstance(number, arb):
        return number
    with ctx.workprec(_PRECISIONS[1]):
        try:
            found = ball_function(to_expression(number))({})
        except ArgumentError:
            return None
    return found if found.is_finite() else None


def differ(
    left: sp.Expr, right: sp.Expr, point: Mapping[sp.Symbol, Fraction]
) -> tuple[arb, arb] | None:
    """Return disjoint balls around two expressions' values at a point, if they are found.

    None also where an expression has a part that ball arithmetic does not know, or no real value.
    """
    try:
        functions = [ball_function(side) for side in (left, right)]
    except ArgumentError:
        return None
    for bits in _PRECISIONS:
        with ctx.workprec(bits):
            values = {symbol.name: as_ball(value) for symbol, value in point.items()}
            one, other = (function(values) for function in functions)
        are_finite = one.is_finite() and other.is_finite()  # no ball is where a divisor may be 0
        if are_finite and not one.overlaps(other):
            return one, other
    return None
