"""Functions of numbers that mean the same on exact numbers, SymPy expressions and symbolic scalars.

A subject that is written with these, `lambda n: sqrt(n) * binomial(2 * n, n)`, is run on numbers
and traced on symbols without being written again. On numbers and expressions they return a SymPy
expression, which is exact; on a `SymbolicScalar`, another one.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.scalars import SymbolicScalar, symbolic

__all__ = ["binomial", "cos", "exp", "factorial", "log", "sin", "sqrt", "tanh"]


def sqrt(x: Any) -> Any:
    """The principal square root."""
    return _applied(sp.sqrt, x)


def exp(x: Any) -> Any:
    """The exponential; of an array of a world, that of each entry."""
    if hasattr(x, "__number_system__"):
        return x.__number_system__.exp(x)
    return _applied(sp.exp, x)


def log(x: Any) -> Any:
    """The natural logarithm."""
    return _applied(sp.log, x)


def sin(x: Any) -> Any:
    """The sine."""
    return _applied(sp.sin, x)


def cos(x: Any) -> Any:
    """The cosine."""
    return _applied(sp.cos, x)


def tanh(x: Any) -> Any:
    """The hyperbolic tangent."""
    return _applied(sp.tanh, x)


def factorial(n: Any) -> Any:
    """The product 1 * 2 * ... * n."""
    return _applied(sp.factorial, n)


def binomial(n: Any, k: Any) -> Any:
    """The number of ways to choose k of n."""
    return _applied(sp.binomial, n, k)


def _applied(function: Callable[..., sp.Expr], *arguments: Any) -> Any:
    for argument in arguments:
        if hasattr(argument, "__number_system__"):
            hint = "Claim it of squares, or of a number w.number('r') of which the square is given."
            raise ArgumentError(function.__name__, argument, "a number, and no array", hint)
    value = function(*(symbolic(a, function.__name__).expression for a in arguments))
    guarded = any(isinstance(a, SymbolicScalar) for a in arguments)
    return SymbolicScalar(value) if guarded else value
