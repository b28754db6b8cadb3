"""Exact rational numbers."""

from dataclasses import dataclass
from typing import Any, NoReturn

import flint

from constructions.errors import NotInSystemError
from constructions.number_systems.entries import as_fraction
from constructions.number_systems.number_array import EntrywiseSystem

__all__ = ["EXACT", "Rationals"]


@dataclass(frozen=True)
class Rationals(EntrywiseSystem):
    """The rational numbers, as FLINT's `fmpq`. Everything is exact, and equality is decided."""

    def __str__(self) -> str:
        return "exact rationals"

    def admits(self, other: Any) -> bool:
        """Whether arrays of the `other` system may enter: none but rationals."""
        return isinstance(other, Rationals)

    def holds(self, value: Any) -> bool:
        """Whether a value is an `fmpq`."""
        return isinstance(value, flint.fmpq)

    def entry(self, value: Any) -> Any:
        """Convert an exact number; None for a float."""
        if isinstance(value, flint.fmpq):
            return value
        exact = as_fraction(value)
        return None if exact is None else flint.fmpq(exact.numerator, exact.denominator)

    def exp(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`: the exponential of a rational is not rational."""
        _refuse("exp", x)

    def sigmoid(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`: the sigmoid of a rational is not rational."""
        _refuse("sigmoid", x)

    def tanh(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`: the hyperbolic tangent of a rational is not rational."""
        _refuse("tanh", x)

    def relu(self, x: Any) -> Any:
        r"""Return $\max(x, 0)$, entry by entry."""
        return self.map(lambda value: max(value, flint.fmpq(0)), x)


def _refuse(function: str, x: Any) -> NoReturn:
    raise NotInSystemError(
        function,
        x,
        "it does not stay among the rational numbers",
        "Use certified enclosures: balls(prec).array(values).",
    )


EXACT = Rationals()
"""The exact rational numbers."""
