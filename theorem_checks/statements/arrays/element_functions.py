"""Functions of exact numbers that stand for entries: of rationals, and of expressions in these.

They have the values that `entry_functions` says, also where logarithm and root have none.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.statements.exact import to_expression
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["LargestSingularValue", "absolute_of", "entry_by_entry", "largest_of"]
__all__ += ["logarithm_of", "reciprocal_of", "root_of", "singular_value_of"]


class LargestSingularValue(sp.Function):
    """The largest singular value of a matrix: the numbers of its rows and columns, its entries."""

    is_real = True
    is_nonnegative = True


def entry_by_entry(function: Callable[[Any], Any], values: np.ndarray) -> np.ndarray:
    """A function of each number of an array."""
    found = np.empty(values.shape, dtype=object)
    for place, value in np.ndenumerate(values):
        found[place] = function(value)
    return found


def logarithm_of(number: Any) -> Any:
    """The logarithm of a positive number, and 0 of others."""
    return sp.log(to_expression(number)) if _is_positive(number) else Fraction(0)


def root_of(number: Any) -> Any:
    """The square root of a number that is not negative, and 0 of others."""
    return sp.sqrt(to_expression(number)) if _is_positive(number) else Fraction(0)


def _is_positive(number: Any) -> bool:
    """Whether a number is positive, as one is taken to be that has symbols in it.

    **Raises** `NoExactValueError` where that is not seen.
    """
    if not isinstance(number, sp.Expr):
        return number > 0
    if number.free_symbols or number.is_positive:
        return True
    if number.is_nonpositive:
        return False
    raise NoExactValueError(f"It is not seen whether {number} is positive")


def reciprocal_of(number: Any) -> Any:
    """1 divided by a number, and 0 if that is 0.

    **Raises** `NoExactValueError` where it is not seen whether it is 0.
    """
    if not isinstance(number, sp.Expr):
        return 1 / number if number else Fraction(0)
    if number.is_zero:
        return Fraction(0)
    if not number.free_symbols and number.is_zero is None:
        raise NoExactValueError(f"It is not seen whether {number} is 0")
    return 1 / number


def absolute_of(number: Any) -> Any:
    """The absolute value of a real number."""
    if not isinstance(number, sp.Expr):
        return abs(number)
    return sp.Abs(number, evaluate=False)  # balls compute it


def largest_of(numbers: Iterable[Any]) -> Any:
    """The largest of some real numbers, 0 if there are none."""
    given = list(numbers)
    return reduce(_larger, given) if given else Fraction(0)


def _larger(one: Any, other: Any) -> Any:
    if not isinstance(one, sp.Expr) and not isinstance(other, sp.Expr):
        return max(one, other)
    return sp.Max(to_expression(one), to_expression(other), evaluate=False)


def singular_value_of(matrix: np.ndarray) -> Any:
    """The largest singular value of a matrix, 0 if it has no entries."""
    if not matrix.size:
        return Fraction(0)
    if 1 in matrix.shape:
        return root_of(sum((entry * entry for entry in matrix.flat), Fraction(0)))
    return LargestSingularValue(*matrix.shape, *map(to_expression, matrix.flat))
