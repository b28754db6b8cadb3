"""Exact derivatives by dual numbers, of networks that compute with rationals.

A number a + b e with $e^2 = 0$ carries its derivative along: sums, products and quotients of such
numbers obey the rules of differentiation exactly, in rationals. So the code of a network, run on
them, gives the Jacobian of what it computes, with no formula beside it.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

__all__ = ["Dual", "jacobian"]


@dataclass(frozen=True)
class Dual:
    """The number a + b e with e^2 = 0, so that f(a + e) = f(a) + f'(a) e."""

    a: Fraction
    b: Fraction = Fraction(0)

    def __add__(self, other):
        return Dual(self.a + _dual(other).a, self.b + _dual(other).b)

    def __neg__(self):
        return Dual(-self.a, -self.b)

    def __sub__(self, other):
        return self + -_dual(other)

    def __mul__(self, other):
        other = _dual(other)
        return Dual(self.a * other.a, self.a * other.b + self.b * other.a)

    def __truediv__(self, other):
        other = _dual(other)
        ratio = self.a / other.a
        return Dual(ratio, (self.b - ratio * other.b) / other.a)

    def __rtruediv__(self, other):
        return _dual(other) / self

    __radd__, __rmul__ = __add__, __mul__


def _dual(number):
    return number if isinstance(number, Dual) else Dual(Fraction(number))


def jacobian(function, at):
    """Return the Jacobian of a map of vectors of rationals, row by row of its outputs."""
    columns = []
    for moved in range(len(at)):
        point = [Dual(Fraction(x), Fraction(i == moved)) for i, x in enumerate(at)]
        columns.append([_dual(y).b for y in function(np.array(point, dtype=object))])
    return np.array(columns, dtype=object).T
