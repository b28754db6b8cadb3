"""Floating-point numbers of many digits, for rates of convergence and limits."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import mpmath
from mpmath.libmp import from_rational

from constructions.errors import ArgumentError
from constructions.number_systems.entries import as_fraction
from constructions.number_systems.number_array import EntrywiseSystem
from constructions.number_systems.rationals import Rationals

__all__ = ["HighPrecision", "high_precision"]


@cache
def _context(dps: int) -> Any:
    """A context of its own for each precision: `mpmath.mp`, which is global, is left alone."""
    context = mpmath.MPContext()
    context.dps = dps
    return context


@dataclass(frozen=True)
class HighPrecision(EntrywiseSystem):
    """Floating-point numbers of `dps` decimal digits, as mpmath's `mpf`; see `high_precision`."""

    dps: int

    def __post_init__(self) -> None:
        if not isinstance(self.dps, int) or self.dps < 1:
            raise ArgumentError("dps", self.dps, "a number of decimal digits, at least 1")

    def __str__(self) -> str:
        return f"floats of {self.dps} digits"

    @property
    def context(self) -> Any:
        """The mpmath context whose numbers these are; its functions work in this precision."""
        return _context(self.dps)

    def admits(self, other: Any) -> bool:
        """Whether arrays of the `other` system may enter: of the same precision, and rationals."""
        return self == other or isinstance(other, Rationals)

    def holds(self, value: Any) -> bool:
        """Whether a value is a number of this precision's context."""
        return isinstance(value, self.context.mpf)

    def entry(self, value: Any) -> Any:
        """Round an exact number to the nearest; None for a float of another precision."""
        if self.holds(value):
            return value
        exact = as_fraction(value)
        if exact is None:
            return None
        context = self.context
        return context.make_mpf(from_rational(*exact.as_integer_ratio(), context.prec, "n"))

    def exp(self, x: Any) -> Any:
        """Return $e^x$, entry by entry."""
        return self.map(self.context.exp, x)

    def sigmoid(self, x: Any) -> Any:
        """Return $1/(1+e^{-x})$, entry by entry."""
        return self.map(lambda value: 1 / (1 + self.context.exp(-value)), x)

    def tanh(self, x: Any) -> Any:
        """Return the hyperbolic tangent, entry by entry."""
        return self.map(self.context.tanh, x)

    def relu(self, x: Any) -> Any:
        r"""Return $\max(x, 0)$, entry by entry."""
        return self.map(lambda value: max(value, self.context.zero), x)


def high_precision(dps: int = 50) -> HighPrecision:
    """Return the number system of floating-point numbers of `dps` decimal digits.

    Exact numbers enter rounded to the nearest; floats do not enter, since their error would be
    that of 16 digits. Arrays of different precision do not mix.
    """
    return HighPrecision(dps)
