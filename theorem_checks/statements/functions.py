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

__all__ = ["acos", "asin", "atan", "binomial", "cos", "erf", "exp", "factorial", "gelu", "log"]
__all__ += ["sigmoid", "sin", "sqrt", "step", "tanh"]


def sqrt(x: Any) -> Any:
    """The principal square root; of an array of a world, that of each entry, 0 of negative ones."""
    if hasattr(x, "__number_system__"):
        return x.__number_system__.sqrt(x)
    return _applied(sp.sqrt, x)


def exp(x: Any) -> Any:
    """The exponential; of an array of a world, that of each entry."""
    if hasattr(x, "__number_system__"):
        return x.__number_system__.exp(x)
    return _applied(sp.exp, x)


def log(x: Any) -> Any:
    """The natural logarithm; of an array of a world, that of each entry, 0 unless positive."""
    if hasattr(x, "__number_system__"):
        return x.__number_system__.log(x)
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


def acos(x: Any) -> Any:
    """The angle between 0 and pi with this cosine."""
    return _applied(sp.acos, x)


def asin(x: Any) -> Any:
    """The angle between -pi/2 and pi/2 with this sine."""
    return _applied(sp.asin, x)


def atan(x: Any) -> Any:
    """The angle between -pi/2 and pi/2 with this tangent."""
    return _applied(sp.atan, x)


def erf(x: Any) -> Any:
    """The error function: 2/sqrt(pi) times the integral of e^(-t^2) from 0 to x."""
    return _applied(sp.erf, x)


def step(x: Any) -> Any:
    """0 for negative numbers, 1 for positive ones, and 1/2 at 0."""
    return _applied(sp.Heaviside, x)


def sigmoid(x: Any) -> Any:
    """The logistic function 1/(1 + e^-x), as (1 + tanh(x/2))/2."""
    return (1 + tanh(x / 2)) / 2


def gelu(x: Any) -> Any:
    """X times the probability that a standard normal number is below x."""
    return x * (1 + erf(x / sqrt(2))) / 2


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
