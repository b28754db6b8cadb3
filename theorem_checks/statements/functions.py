"""Functions of numbers that mean the same on exact numbers, SymPy expressions and symbolic scalars.

A subject that is written with these, `lambda n: sqrt(n) * binomial(2 * n, n)`, is run on numbers
and traced on symbols without being written again. On numbers and expressions they return a SymPy
expression, which is exact; on a `SymbolicScalar`, another one. Where a function has poles, or no
value at 0, it is noted what must not be 0, as of a divisor: SymPy has log(x) - log(x) be 0 at once.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.scalars import SymbolicScalar, note_divisor, symbolic

__all__ = ["acos", "asin", "atan", "binomial", "cos", "erf", "exceeds", "exp", "factorial"]
__all__ += ["gelu", "heaviside", "log", "sigmoid", "sin", "sqrt", "tanh"]


_OF_ARRAYS = ("exp", "sigmoid", "tanh", "relu")


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
    return _applied(sp.log, x, no_zero=lambda x: x)


def sin(x: Any) -> Any:
    """The sine."""
    return _applied(sp.sin, x)


def cos(x: Any) -> Any:
    """The cosine."""
    return _applied(sp.cos, x)


def tanh(x: Any) -> Any:
    """The hyperbolic tangent."""
    return _applied(sp.tanh, x, no_zero=sp.cosh)


def acos(x: Any) -> Any:
    """The angle between 0 and pi with this cosine."""
    return _applied(sp.acos, x)


def asin(x: Any) -> Any:
    """The angle between -pi/2 and pi/2 with this sine."""
    return _applied(sp.asin, x)


def atan(x: Any) -> Any:
    """The angle between -pi/2 and pi/2 with this tangent."""
    return _applied(sp.atan, x, no_zero=lambda x: 1 + x**2)


def erf(x: Any) -> Any:
    """The error function: 2/sqrt(pi) times the integral of e^(-t^2) from 0 to x."""
    return _applied(sp.erf, x)


def heaviside(x: Any) -> Any:
    """0 for negative numbers, 1 for positive ones, and 1/2 at 0."""
    return _applied(sp.Heaviside, x)


def exceeds(a: Any, b: Any) -> Any:
    """1 where a number is larger than another, and else 0."""
    return _applied(_is_larger, a, b)


def _is_larger(a: Any, b: Any) -> Any:
    """The integer as a function of real numbers, which SymPy decides where it can."""
    if a.is_extended_real is not True or b.is_extended_real is not True:
        raise ArgumentError("a, b", (a, b), "numbers that are known to be real")
    if a.is_Rational and b.is_Rational:  # as at all instances: SymPy walks through the pieces
        return sp.Integer(int(a.p * b.q > b.p * a.q))
    return sp.Piecewise((sp.Integer(1), a > b), (sp.Integer(0), True))


def sigmoid(x: Any) -> Any:
    """The logistic function 1/(1 + e^-x), as (1 + tanh(x/2))/2."""
    return (1 + tanh(x / 2)) / 2


def gelu(x: Any) -> Any:
    """X times the probability that a standard normal number is below x."""
    return x * (1 + erf(x / sqrt(2))) / 2


def factorial(n: Any) -> Any:
    """The product 1 * 2 * ... * n."""
    return _applied(sp.factorial, n, no_zero=_inverse_factorial)


def binomial(n: Any, k: Any) -> Any:
    """The number of ways to choose k of n."""
    return _applied(sp.binomial, n, k, no_zero=_below_binomial)


def _inverse_factorial(n: Any) -> Any:
    """1 divided by n!, which is 0 at negative integers."""
    return sp.Integer(1) if n.is_nonnegative else 1 / sp.gamma(n + 1)


def _below_binomial(n: Any, k: Any) -> Any:
    """The same, where k is no integer for certain: else there are as many factors as k says."""
    return sp.Integer(1) if k.is_integer else _inverse_factorial(n)


def _applied(
    function: Callable[..., sp.Expr], *arguments: Any, no_zero: Callable[..., Any] | None = None
) -> Any:
    """A function of numbers as expressions; where `no_zero` of them is 0 it has no value."""
    for argument in arguments:
        if hasattr(argument, "__number_system__"):
            hint = "Claim it of squares, or of a number w.number('r') of which the square is given."
            if argument.shape:
                name = function.__name__
                hint = f"Of each entry of an array it is {name} of constructions.arrays."
                if name not in _OF_ARRAYS:
                    has = ", ".join(_OF_ARRAYS)
                    hint = f"Of each entry of an array there are {has} of constructions.arrays."
            raise ArgumentError(function.__name__, argument, "a number, and no array", hint)
    numbers = [symbolic(a, function.__name__).expression for a in arguments]
    value = function(*numbers)
    if no_zero is not None and value.is_finite is not False:  # what is infinite is told as it is
        note_divisor(no_zero(*numbers))
    guarded = any(isinstance(a, SymbolicScalar) for a in arguments)
    return SymbolicScalar(value) if guarded else value
