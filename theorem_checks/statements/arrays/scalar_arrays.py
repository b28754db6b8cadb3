"""Small arrays of symbolic scalars, on which a cell runs with its own sigmoid and tanh.

Sizes are known, and the entries are numbers of which a statement speaks: what a gate of a shipped
cell is as a function of its bias is read from the cell so, and is not typed beside it.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements import functions
from theorem_checks.statements.arrays.element_arrays import (
    ElementArray,
    ElementSystem,
    elements_of,
)
from theorem_checks.statements.scalars import SymbolicScalar

__all__ = ["entry_of", "scalar_array"]


class _ScalarSystem(ElementSystem):
    """The system of symbolic scalars; of the functions it has those that are smooth."""

    def exp(self, x: Any) -> ElementArray:
        """Return e^x, entry by entry."""
        return self._each(functions.exp, x)

    def sigmoid(self, x: Any) -> ElementArray:
        """Return 1/(1 + e^-x), entry by entry."""
        return self._each(lambda entry: 1 / (1 + functions.exp(-entry)), x)

    def tanh(self, x: Any) -> ElementArray:
        """Return the hyperbolic tangent, entry by entry."""
        return self._each(functions.tanh, x)

    def _each(self, function: Callable[[Any], Any], x: Any) -> ElementArray:
        given = elements_of(self.array(x))
        found = np.empty(given.shape, dtype=object)
        for place, entry in np.ndenumerate(given):
            found[place] = function(entry)
        return self.array(found)


def _constant(value: Fraction) -> SymbolicScalar:
    return SymbolicScalar(sp.Rational(value.numerator, value.denominator))


SCALARS = _ScalarSystem("symbolic scalars", SymbolicScalar, _constant)


def scalar_array(values: Any) -> ElementArray:
    """An array of symbolic scalars, or of exact numbers, from nested lists of them.

    A cell of `constructions` that is given such weights runs on such tokens, with exp, sigmoid and
    tanh as they are. **Raises** `ExactnessError` for floats.
    """
    return SCALARS.array(values)


def entry_of(array: ElementArray) -> SymbolicScalar:
    """The only entry of an array of symbolic scalars. **Raises** `ArgumentError` for others."""
    if not isinstance(array, ElementArray) or array.__number_system__ is not SCALARS:
        raise ArgumentError("array", array, "an array that `scalar_array` made")
    entries = elements_of(array)
    if entries.size != 1:
        raise ArgumentError("array", array.shape, "an array of one entry")
    return entries.flat[0]
