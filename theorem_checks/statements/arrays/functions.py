"""Functions of vectors of which nothing is known: any feature map, any layer of a network.

On symbols their values are kept as they are, and equal where their arguments are. On numbers they
are polynomials of the second degree with coefficients that hang on the name alone, so that two
arguments have two values, but by chance.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.drawn_functions import drawn_formula, drawn_value
from theorem_checks.statements.arrays.element_arrays import ElementArray, elements_of
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Opaque, scalar
from theorem_checks.statements.arrays.index_families import Family, family
from theorem_checks.statements.arrays.indices import Index, as_index
from theorem_checks.statements.arrays.known_functions import KNOWN_FUNCTIONS
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray

__all__ = ["DrawnFunction", "SymbolicFunction"]


@dataclass(frozen=True)
class SymbolicFunction:
    """A function of vectors of `inputs` numbers, whose values have `outputs`; see the module."""

    name: str
    inputs: sp.Expr
    outputs: sp.Expr

    def __post_init__(self) -> None:
        _require_own_name(self.name)

    def __call__(self, vector: SymbolicArray) -> SymbolicArray:
        """Return the value at an array of one axis."""
        whole = isinstance(vector, SymbolicArray) and len(vector.axes) == 1
        if not whole or [part.sizes for part in vector.axes[0]] != [(self.inputs,)]:
            raise ArgumentError("vector", vector, f"an array of {self.inputs} numbers on one axis")
        axis: Family = family(str(self.outputs), self.outputs)
        (own,) = axis.indices(0)
        return SymbolicArray(((axis,),), {(0,): self.at(own, lambda k: vector[k])})

    def at(self, component: Any, argument: Callable[[Index], Any]) -> IndexExpression:
        """Return one component of the value at the vector with `argument(k)` at k."""
        bound = Index.bound(Index("k", self.inputs))
        body = scalar(argument(bound))
        return Opaque(self.name, (as_index(component, "component"),), (bound,), body)


@dataclass(frozen=True)
class DrawnFunction:
    """The same function where it runs on numbers."""

    name: str
    inputs: int
    outputs: int

    def __post_init__(self) -> None:
        _require_own_name(self.name)

    def __call__(self, vector: ElementArray) -> ElementArray:
        """Return the value at an array of one axis."""
        if vector.shape != (self.inputs,):
            raise ArgumentError("vector", vector, f"an array of {self.inputs} numbers on one axis")
        numbers = list(elements_of(vector))
        values = [drawn_value(self.name, (m,), numbers) for m in range(self.outputs)]
        return vector.__number_system__.array(values)

    def at(self, component: int, argument: Callable[[int], Any]) -> Fraction:
        """Return one component of the value at the vector with `argument(k)` at k."""
        given = [argument(k) for k in range(self.inputs)]
        numbers = [elements_of(x)[()] if isinstance(x, ElementArray) else x for x in given]
        return drawn_value(self.name, (int(component),), numbers)

    @property
    def formula(self) -> tuple[str, str]:
        """What it is, at letters: 'phi([z])' and '[2 + 3 z + 4 z^2]'."""
        return drawn_formula(self.name, self.inputs, self.outputs)


def _require_own_name(name: str) -> None:
    """Raise `ArgumentError` for the name of a function of which something is known."""
    if any(name.startswith(known) for known in KNOWN_FUNCTIONS) or "#" in name:
        taken = ", ".join(sorted(KNOWN_FUNCTIONS))
        raise ArgumentError("name", name, f"a name without '#' that begins with none of {taken}")
