"""The values of functions of entries at numbers: rationals where they are rational, else balls."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import isqrt
from operator import add, mul
from typing import Any

import sympy as sp
from flint import arb, fmpq, fmpq_mat, fmpq_poly

from theorem_checks.statements.arrays.drawn_functions import drawn_value
from theorem_checks.statements.arrays.known_functions import (
    EXPONENTIAL,
    LARGEST,
    LOGARITHM,
    NORM,
    OPERATOR,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["IRRATIONAL", "applied", "as_ball", "ball_of", "largest_singular_value"]

IRRATIONAL = frozenset((EXPONENTIAL, LOGARITHM, ROOT, OPERATOR))
"""The functions whose values at rationals are balls."""


def as_ball(number: Any) -> arb:
    """A rational as a ball; balls stay as they are."""
    if isinstance(number, arb):
        return number
    return arb(fmpq(number.numerator, number.denominator))


def applied(
    name: str, component: Sequence[int], argument: Sequence[Any], sizes: Sequence[int]
) -> Any:
    """The value of a component of a function at an argument, whose indices have these sizes.

    **Raises** `NoExactValueError` where a ball does not tell it.
    """
    if name in _OF_A_NUMBER:
        return _OF_A_NUMBER[name](argument[0])
    if name == OPERATOR:
        return largest_singular_value(argument, *sizes)
    has_balls = any(isinstance(number, arb) for number in argument)
    if name in (NORM, LARGEST):
        numbers = list(map(abs, argument)) if name == NORM else list(argument)
        if not has_balls:
            return max(numbers, default=0)
        return reduce(arb.max, map(as_ball, numbers))
    if has_balls:
        raise NoExactValueError(f"{name} of numbers that are not known exactly")
    return drawn_value(name, component, argument)


def _reciprocal(number: Any) -> Any:
    """1 divided by a number, and 0 if that is 0."""
    if isinstance(number, arb) and number.contains(0):
        raise NoExactValueError(f"1 divided by {number}, which may be 0")
    return 1 / number if number != 0 else 0


def ball_of(number: Any, values: Mapping[Any, Fraction]) -> arb:
    """A ball around a scalar with logarithms, roots and exponentials in it, at some values.

    **Raises** `NoExactValueError` for other functions.
    """
    if number in values:
        return as_ball(values[number])
    if isinstance(number, sp.Rational):
        return arb(fmpq(int(number.p), int(number.q)))
    if number is sp.E:
        return arb.const_e()
    parts = [ball_of(part, values) for part in number.args]
    if isinstance(number, sp.Add | sp.Mul):
        return reduce(add if isinstance(number, sp.Add) else mul, parts)
    if isinstance(number, sp.exp):
        return parts[0].exp()
    if isinstance(number, sp.log):
        return as_ball(_logarithm(parts[0]))
    if isinstance(number, sp.Pow) and isinstance(number.exp, sp.Rational):
        base = as_ball(_root(parts[0])) if number.exp.q == 2 else parts[0]
        if number.exp.q <= 2:
            return as_ball(_reciprocal(base) if number.exp.p < 0 else base) ** abs(number.exp.p)
    raise NoExactValueError(f"{number} is irrational here")


def _logarithm(number: Any) -> Any:
    """The logarithm of a positive number, and 0 of others."""
    if number == 1 or number <= 0:
        return 0
    ball = as_ball(number)
    if not ball > 0:
        raise NoExactValueError(f"the logarithm of {ball}, which may be 0")
    return ball.log()


def _root(number: Any) -> Any:
    """The square root of a number that is not negative, and 0 of others."""
    if not isinstance(number, arb):
        value = Fraction(number)
        if value <= 0:
            return 0
        above, below = isqrt(value.numerator), isqrt(value.denominator)
        if above**2 == value.numerator and below**2 == value.denominator:
            return Fraction(above, below)
    ball = as_ball(number)
    if ball > 0:
        return ball.sqrt()
    return 0 if ball <= 0 else arb(0).union(ball.upper().sqrt())


_OF_A_NUMBER: Mapping[str, Callable[[Any], Any]] = {
    RECIPROCAL: _reciprocal,
    EXPONENTIAL: lambda number: as_ball(number).exp(),
    LOGARITHM: _logarithm,
    ROOT: _root,
}


def largest_singular_value(entries: Sequence[Any], rows: int, columns: int) -> Any:
    """The largest singular value of a matrix, given by rows; 0 if it has no entries.

    It is the root of the largest zero of the characteristic polynomial of the Gram matrix, found
    exactly at the middles of balls; it differs at others by the root of the sum of the squares of
    the differences, at most (Horn and Johnson, Matrix Analysis, Corollary 7.3.5).
    """
    if not any(isinstance(number, arb) or number for number in entries):
        return 0
    middles = [_middle(number) for number in entries]
    matrix = fmpq_mat(rows, columns, middles)
    gram = matrix * matrix.transpose() if rows <= columns else matrix.transpose() * matrix
    zeros: Any = fmpq_poly(gram.charpoly()).numer().complex_roots()
    found = _root(reduce(arb.max, (zero.real for zero, _ in zeros)))
    apart = sum((number.rad() ** 2 for number in entries if isinstance(number, arb)), arb(0))
    return found if apart == 0 else as_ball(found) + (-_root(apart)).union(_root(apart))


def _middle(number: Any) -> fmpq:
    if not isinstance(number, arb):
        return fmpq(number.numerator, number.denominator)
    return number.mid().fmpq()
