"""From the numbers that a person states to floats that enclose them."""

import math
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from theorem_checks.errors import ArgumentError, ExactnessError

__all__ = ["Number", "Ratio", "enclosure", "exact", "inaccuracy", "positive_float"]


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


Number = Any
"""A stated number: an exact rational, a string such as '3/10', a number of SymPy, or a float."""

_DIGITS = 40
_EXPECTED = "an int, a Fraction, a string such as '3/10', a number such as exp(-1) or a float"


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
    if _is_irrational(value := _plain(value)):
        return _around(name, value)
    stated = _rational(name, value)
    try:
        near = float(stated)
    except OverflowError:
        raise ArgumentError(name, value, "a number that a float can hold") from None
    low = near if Fraction(near) <= stated else math.nextafter(near, -math.inf)
    high = near if Fraction(near) >= stated else math.nextafter(near, math.inf)
    return low, high


def inaccuracy(rounding: Number) -> float:
    """Return a float that a stated rounding does not exceed; a negative one is an error."""
    high = enclosure("rounding", rounding)[1] if rounding else 0.0
    if not high >= 0:
        raise ArgumentError("rounding", rounding, "a number that is not negative")
    return high


def positive_float(name: str, value: Number, below: float = math.inf) -> float:
    """Return the float nearest to a number in (0, below); others raise `ArgumentError`."""
    value = _plain(value)
    if _is_irrational(value):
        number = _around(name, value)[0]
    else:
        number = value if isinstance(value, float) else float(_rational(name, value))
    if not 0 < number < below:
        wanted = "a positive number" if below == math.inf else f"a number in (0, {below:g})"
        raise ArgumentError(name, value, wanted)
    return number


def _plain(value: Any) -> Any:
    return getattr(value, "__expression__", value)  # of a symbolic scalar


def _is_irrational(value: Any) -> bool:
    """Whether a number is an expression of SymPy, other than a fraction."""
    return hasattr(value, "free_symbols") and not isinstance(value, Ratio | float)


def _around(name: str, value: Any) -> tuple[float, float]:
    """The floats below and above a real number of SymPy, of which all digits shown are right."""
    if value.free_symbols or value.is_real is not True:
        raise ArgumentError(name, value, _EXPECTED)
    near = float(value.evalf(_DIGITS, strict=True))
    if not math.isfinite(near):
        raise ArgumentError(name, value, "a number that a float can hold")
    return math.nextafter(near, -math.inf), math.nextafter(near, math.inf)


def _rational(name: str, value: Ratio | str) -> Fraction:
    expected = _EXPECTED
    if isinstance(value, bool) or not isinstance(value, Ratio | str):
        raise ArgumentError(name, value, expected)
    try:
        if isinstance(value, str):
            return Fraction(value)
        return Fraction(int(value.numerator), int(value.denominator))
    except (ValueError, ZeroDivisionError):
        raise ArgumentError(name, value, expected) from None
