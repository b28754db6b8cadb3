"""Polynomials with rational coefficients in named variables.

Two networks with polynomial entries for weights and inputs compute the same map, on all rational
(and so all real) numbers at once, if and only if their outputs are the same polynomials; and that
is decided, since FLINT keeps polynomials in canonical form.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn

import flint
import numpy as np

from constructions.errors import ArgumentError, ShapeError
from constructions.number_systems.entries import as_fraction
from constructions.number_systems.exact_system import ExactSystem
from constructions.number_systems.rationals import EXACT, Rationals

__all__ = ["Polynomials", "polynomials"]


@dataclass(frozen=True)
class Polynomials(ExactSystem):
    """The polynomials over the rationals in the variables of `shapes`; see `polynomials`."""

    leaves: ClassVar[str] = "it is no polynomial"

    context: flint.fmpq_mpoly_ctx
    shapes: Mapping[str, tuple[int, ...]] = field(compare=False)

    def __str__(self) -> str:
        return f"polynomials in {', '.join(self.shapes)}"

    def symbols(self, name: str) -> Any:
        """Return the array of the variables `name[0,0]`, `name[0,1]`, ...

        **Raises** `ArgumentError` for a name that the ring was not made with.
        """
        shape = self._shape(name)
        known = {str(variable): variable for variable in self.context.gens()}
        entries = np.empty(shape, dtype=object)
        for index in np.ndindex(shape):
            entries[index] = known[_variable(name, index)]
        return self.array(entries, name)

    def evaluate(self, array: Any, **values: Any) -> Any:
        """Put exact numbers for all variables.

        **Arguments**: an `array` of polynomials; for each name of the ring its `values`, numbers
        of its shape. **Returns** the array of exact rationals. **Raises** `ArgumentError` for a
        name that is missing or unknown, `ShapeError` for a wrong shape, `ExactnessError` for a
        float.
        """
        if set(values) != set(self.shapes):
            raise ArgumentError("values", sorted(values), f"values of {', '.join(self.shapes)}")
        point = []
        for name, shape in self.shapes.items():
            numbers = EXACT.array(values[name], name)
            if numbers.shape != shape:
                raise ShapeError(f"{name} has shape {numbers.shape}: expected {shape}.")
            point += list(numbers.flat)
        polynomial_array = self.array(array, "array")
        raw = [polynomial(*point) for polynomial in polynomial_array.flat]
        return EXACT.array(raw).reshape(polynomial_array.shape)

    def _shape(self, name: str) -> tuple[int, ...]:
        if name not in self.shapes:
            raise ArgumentError("name", name, f"one of {', '.join(self.shapes)}")
        return self.shapes[name]

    def admits(self, other: Any) -> bool:
        """Whether arrays of the `other` system may enter: of the same ring, and rationals."""
        return self == other or isinstance(other, Rationals)

    def holds(self, value: Any) -> bool:
        """Whether a value is a polynomial of this ring."""
        return isinstance(value, flint.fmpq_mpoly) and value.context() is self.context

    def entry(self, value: Any) -> Any:
        """Convert an exact number to a constant; None for a float or another ring's element."""
        if self.holds(value):
            return value
        exact = as_fraction(value)
        if exact is None:
            return None
        return self.context.constant(flint.fmpq(exact.numerator, exact.denominator))

    def relu(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`: a kink is no polynomial."""
        self.refuse("relu", x)


def polynomials(**shapes: tuple[int, ...]) -> Polynomials:
    """Make the ring of polynomials in the entries of named arrays.

    **Arguments**: for each name the shape of its array, `()` for a single variable:
    `ring = polynomials(W=(2, 3), x=(3,))`. Then `ring.symbols("W") @ ring.symbols("x")` is the
    general product of a 2x3 matrix and a vector, as polynomials.

    **Raises** `ArgumentError` for a shape that is no tuple of sizes.
    """
    for name, shape in shapes.items():
        if not isinstance(shape, tuple) or not all(isinstance(n, int) and n >= 0 for n in shape):
            raise ArgumentError(name, shape, "a tuple of sizes", "A vector has the shape (n,).")
    names = [
        _variable(name, index)
        for name, shape in shapes.items()
        for index in product(*map(range, shape))
    ]
    context = flint.fmpq_mpoly_ctx.get(names, flint.Ordering.degrevlex)
    return Polynomials(context, MappingProxyType(dict(shapes)))


def _variable(name: str, index: tuple[int, ...]) -> str:
    return f"{name}[{','.join(map(str, index))}]" if index else name
