"""Exact evaluation of terms and formulas at a point."""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from math import gcd
from typing import Any

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.statements.places import place_of
from theorem_checks.statements.reals.nodes import Node, fold

__all__ = ["UndefinedError", "denominators", "evaluate", "sign_of", "variables"]


class UndefinedError(TheoremChecksError):
    """A term divides by zero at the point where it is evaluated."""


def sign_of(value: Fraction) -> int:
    """The sign of a rational as -1, 0 or 1."""
    return (value > 0) - (value < 0)


def evaluate(
    root: Node,
    point: Mapping[str, Any],
    sign: Callable[[Any], int] = sign_of,
) -> Any:
    """The exact value of a term (a number) or of a formula (a bool) at a point.

    **Arguments**: `point` gives every variable an exact number; `sign` decides the sign of a
    number as -1, 0 or 1, where that is not what Python's comparisons do.

    **Raises** `UndefinedError` where something is divided by zero, in a branch not taken too.
    """
    if sign is sign_of:
        found = _of_fractions(root, point)
        if found is not None:
            return found
    return fold(root, partial(_value, point, sign))


def _of_fractions(root: Node, point: Mapping[str, Any]) -> Any:
    """The value at a point of Fractions, computed by pairs of integers; None where it has others.

    Of a formula that divides by nothing there may be integers as well, of which a term would be
    one. Pairs are in lowest terms only where they are long: most of the time of Fractions is that.
    """
    values: list[Any] = []
    has_integers = False
    for node, places in root.steps:
        if node.op == "variable":
            number = point.get(node.args[0])
            if type(number) is Fraction:
                value = number.numerator, number.denominator
            elif type(number) is int:
                value, has_integers = (number, 1), True
            else:
                return None
        elif node.op == "constant":
            value = node.args[0].numerator, node.args[0].denominator
        elif node.op == "/" and (has_integers or values[places[1]][0] == 0):
            if has_integers:
                return None
            raise UndefinedError(f"{node!r} divides by zero at {dict(point)}.")
        elif len(places) == 2:  # as most have
            value = _OF_PAIRS[node.op](values[places[0]], values[places[1]])
        else:
            value = _OF_PAIRS[node.op](*[values[place] for place in places])
        values.append(value)
    found = values[-1]
    if type(found) is not tuple:
        return found
    return None if has_integers else Fraction(*found)


_Pair = tuple[int, int]
"""Numerator and denominator, which is positive, of a number."""

_LONG = 1 << 128  # of a denominator


def _pair(top: int, bottom: int) -> _Pair:
    if bottom < _LONG:
        return top, bottom
    common = gcd(top, bottom)
    return top // common, bottom // common


def _difference(a: _Pair, b: _Pair) -> int:
    """What has the sign of a - b."""
    return a[0] * b[1] - b[0] * a[1]


def _quotient(a: _Pair, b: _Pair) -> _Pair:
    top, bottom = a[0] * b[1], a[1] * b[0]
    return _pair(top, bottom) if bottom > 0 else _pair(-top, -bottom)


_OF_PAIRS: Mapping[str, Callable[..., Any]] = {
    "+": lambda a, b: _pair(a[0] * b[1] + b[0] * a[1], a[1] * b[1]),
    "-": lambda a, b: _pair(_difference(a, b), a[1] * b[1]),
    "*": lambda a, b: _pair(a[0] * b[0], a[1] * b[1]),
    "/": _quotient,
    "max": lambda a, b: a if _difference(a, b) >= 0 else b,
    "min": lambda a, b: a if _difference(a, b) <= 0 else b,
    "<=": lambda a, b: _difference(a, b) <= 0,
    "<": lambda a, b: _difference(a, b) < 0,
    "=": lambda a, b: _difference(a, b) == 0,
    "where": lambda condition, a, b: a if condition else b,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "not": operator.not_,
}


def _value(
    point: Mapping[str, Any], sign: Callable[[Any], int], node: Node, parts: list[Any]
) -> Any:
    """The value of a node by those of its parts."""
    if node.op == "constant":
        return node.args[0]
    if node.op == "variable":
        if node.args[0] not in point:
            raise ArgumentError("point", dict(point), f"a value for {node.args[0]}")
        return point[node.args[0]]
    if node.op == "/" and sign(parts[1]) == 0:
        raise UndefinedError(f"{node!r} divides by zero at {dict(point)}.")
    if node.op in _BY_SIGN:
        return _BY_SIGN[node.op](sign(parts[0] - parts[1]), *parts)
    return _OPERATIONS[node.op](*parts)


_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "where": lambda condition, a, b: a if condition else b,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "not": operator.not_,
}

# What the sign of a - b makes of max(a, b), ..., a == b.
_BY_SIGN: Mapping[str, Callable[..., Any]] = {
    "max": lambda sign, a, b: a if sign >= 0 else b,
    "min": lambda sign, a, b: a if sign <= 0 else b,
    "<=": lambda sign, _a, _b: sign <= 0,
    "<": lambda sign, _a, _b: sign < 0,
    "=": lambda sign, _a, _b: sign == 0,
}


def variables(*roots: Node) -> list[str]:
    """The names of the variables below the roots, in the order of their first use."""
    return list(dict.fromkeys(name for root in roots for name in root.variables))


def denominators(*roots: Node) -> list[Any]:
    """The terms by which something is divided, constants other than zero left out."""
    found = [node for root in roots for node, _ in root.steps if node.op == "/"]
    divisors = [node.args[1] for node in {place_of(node): node for node in found}.values()]
    return [d for d in divisors if not (d.op == "constant" and d.args[0] != 0)]
