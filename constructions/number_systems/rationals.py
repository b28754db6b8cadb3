"""Exact rational numbers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import flint

from constructions.number_systems.entries import as_fraction
from constructions.number_systems.exact_system import ExactSystem

__all__ = ["EXACT", "FRACTIONS", "Rationals"]


@dataclass(frozen=True)
class Rationals(ExactSystem):
    """The rational numbers. Everything is exact, and equality is decided.

    Their type is FLINT's `fmpq`, which is many times faster; or Python's `Fraction` if
    `as_fractions`, so that who puts in NumPy arrays of fractions gets fractions back.
    """

    leaves: ClassVar[str] = "it does not stay among the rational numbers"

    as_fractions: bool = False

    def __str__(self) -> str:
        return "Python fractions" if self.as_fractions else "exact rationals"

    def admits(self, other: Any) -> bool:
        """Whether arrays of the `other` system may enter: rationals; fractions become `fmpq`."""
        return isinstance(other, Rationals) and (other.as_fractions or not self.as_fractions)

    def holds(self, value: Any) -> bool:
        """Whether a value is a rational of the type that is kept here."""
        return type(value) is (Fraction if self.as_fractions else flint.fmpq)

    def entry(self, value: Any) -> Any:
        """Convert an exact number; None for a float."""
        if self.holds(value):
            return value
        exact = as_fraction(value)
        if exact is None or self.as_fractions:
            return exact
        return flint.fmpq(exact.numerator, exact.denominator)


EXACT = Rationals()
"""The exact rational numbers, as FLINT's `fmpq`."""

FRACTIONS = Rationals(as_fractions=True)
"""The exact rational numbers, as Python's `Fraction`."""
