"""From the numbers that a person states to floats that enclose them."""

import math
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from theorem_checks.errors import ArgumentError, ExactnessError

__all__ = ["Number", "Ratio", "enclosure", "exact", "positive_float"]


@runtime_checkable
class Ratio(Protocol):
    """An exact rational: int, Fraction, and the rationals of NumPy, SymPy and FLINT."""

    @property
    def numerator(self) -> Any:
        """The integer above the line."""
        ...

    @property
    def denominator(self) -> Any:
        """The integer below the line."""
        ...


Number = Ratio | float | str
"""A stated number: an exact rational, a string such as '3/10', or a float."""


def exact(name: str, value: Number) -> Fraction:
    """Return the rational that was stated; a float raises `ExactnessError`."""
    if isinstance(value, float):
        raise ExactnessError(name, value)
    return _rational(name, value)


def enclosure(name: str, value: Number) -> tuple[float, float]:
    """Return floats `(low, high)` with `low <= value <= high`, at most two units apart.

    An exact value that a float can hold gives that float twice. A float stands for any real
    number within one unit in its last place, since irrational values come rounded.

    **Raises** `ArgumentError` for what is no finite number.
    """
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ArgumentError(name, value, "a finite number")
        return math.nextafter(value, -math.inf), math.nextafter(value, math.inf)
    stated = _rational(name, value)
    try:
        near = float(stated)
    except OverflowError:
        raise ArgumentError(name, value, "a number that a float can hold") from None
    low = near if Fraction(near) <= stated else math.nextafter(near, -math.inf)
    high = near if Fraction(near) >= stated else math.nextafter(near, math.inf)
    return low, high


def positive_float(name: str, value: Number, below: float = math.inf) -> float:
    """Return the float nearest to a number in (0, below); others raise `ArgumentError`."""
    number = value if isinstance(value, float) else float(_rational(name, value))
    if not 0 < number < below:
        wanted = "a positive number" if below == math.inf else f"a number in (0, {below:g})"
        raise ArgumentError(name, value, wanted)
    return number


def _rational(name: str, value: Ratio | str) -> Fraction:
    expected = "an int, a Fraction, a string such as '3/10' or a float"
    if isinstance(value, bool) or not isinstance(value, Ratio | str):
        raise ArgumentError(name, value, expected)
    try:
        if isinstance(value, str):
            return Fraction(value)
        return Fraction(int(value.numerator), int(value.denominator))
    except (ValueError, ZeroDivisionError):
        raise ArgumentError(name, value, expected) from None
