"""Rational numbers that change: a value and its slope, of which quotients have slopes too."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

__all__ = ["Changing"]


@dataclass(frozen=True, eq=False)
class Changing:
    """A rational number as a function of t, up to first order: its value and its slope at t = 0.

    What is made of them by +, -, * and / has the slope that the rules of derivation give, exactly.
    They cannot be compared; of truth, as of numbers, is what is not 0 at t = 0.
    """

    value: Fraction
    slope: Fraction

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __bool__(self) -> bool:
        return bool(self.value)

    def __eq__(self, other: object) -> bool:
        raise TypeError("Numbers that change cannot be compared.")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __add__(self, other: Any) -> "Changing":
        value, slope = _parts(other)
        return Changing(self.value + value, self.slope + slope)

    def __neg__(self) -> "Changing":
        return Changing(-self.value, -self.slope)

    def __sub__(self, other: Any) -> "Changing":
        value, slope = _parts(other)
        return Changing(self.value - value, self.slope - slope)

    def __rsub__(self, other: Any) -> "Changing":
        return -self + other

    def __mul__(self, other: Any) -> "Changing":
        value, slope = _parts(other)
        return Changing(self.value * value, self.slope * value + self.value * slope)

    def __truediv__(self, other: Any) -> "Changing":
        value, slope = _parts(other)
        quotient = self.value / value
        return Changing(quotient, (self.slope - quotient * slope) / value)

    def __rtruediv__(self, other: Any) -> "Changing":
        return Changing(*_parts(other)) / self

    __radd__ = __add__
    __rmul__ = __mul__


def _parts(other: Any) -> tuple[Fraction, Fraction]:
    if isinstance(other, Changing):
        return other.value, other.slope
    if isinstance(other, int | Fraction):
        return Fraction(other), Fraction(0)
    raise TypeError(f"A rational number is needed, not {other!r}.")
