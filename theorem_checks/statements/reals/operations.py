"""Piecewise operations that mean the same on numbers, terms and piecewise-linear functions.

A formula written with them, such as `relu(mu * x) - mu * relu(x - 1 / mu)`, can be evaluated at
rationals, decided by a solver and analysed exactly as a function, without being written again.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from theorem_checks.statements.reals.exactness import exact_rational

__all__ = ["clamp", "maximum", "minimum", "relu"]


def maximum(a: Any, b: Any) -> Any:
    """The larger of two numbers, terms or functions; of arrays, entry by entry."""
    return _chosen("maximum", max, a, b)


def minimum(a: Any, b: Any) -> Any:
    """The smaller of two numbers, terms or functions; of arrays, entry by entry."""
    return _chosen("minimum", min, a, b)


def relu(x: Any) -> Any:
    """The larger of x and 0."""
    return maximum(x, 0)


def clamp(x: Any, low: Any, high: Any) -> Any:
    """Return x where it lies between `low` and `high`, else the nearer end."""
    return maximum(minimum(x, high), low)


def _chosen(name: str, choose: Any, a: Any, b: Any) -> Any:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.frompyfunc(lambda left, right: _chosen(name, choose, left, right), 2, 1)(a, b)
    for one, other in ((a, b), (b, a)):
        if hasattr(one, name):
            return getattr(one, name)(other)
    return choose(_number(a, "a"), _number(b, "b"))


def _number(value: object, name: str) -> Fraction:
    return exact_rational(value, name)
