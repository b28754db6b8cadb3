"""Exact evaluation of terms and formulas at a point."""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.statements.reals.nodes import Node, fold, nodes

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
    return fold(root, partial(_value, point, sign))


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
    found = (node.args[0] for node in nodes(*roots) if node.op == "variable")
    return list(dict.fromkeys(found))


def denominators(*roots: Node) -> list[Any]:
    """The terms by which something is divided, constants other than zero left out."""
    divisors = [node.args[1] for node in nodes(*roots) if node.op == "/"]
    return [d for d in divisors if not (d.op == "constant" and d.args[0] != 0)]
