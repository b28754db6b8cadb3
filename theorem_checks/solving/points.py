"""Simple rational numbers: between two given ones, and in place of complicated ones."""

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

__all__ = ["simplest_between", "simplified"]


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The rational of smallest denominator in [low, high], and of these the one nearest to 0."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_between(-high, -low)
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    floor = whole - 1  # both ends lie strictly between floor and floor + 1
    return floor + 1 / simplest_between(1 / (high - floor), 1 / (low - floor))


def simplified(
    point: Mapping[str, Fraction], accepts: Callable[[Mapping[str, Fraction]], bool]
) -> dict[str, Fraction]:
    """A point with simpler coordinates that `accepts` accepts; the given one if there is none.

    Tries one coordinate after the other, from the simplest value that may stand in its place.
    """
    simple = dict(point)
    for name, value in point.items():
        for candidate in _simpler(value):
            tried = {**simple, name: candidate}
            if accepts(tried):
                simple = tried
                break
    return simple


def _simpler(value: Fraction) -> Iterator[Fraction]:
    """Rationals simpler than `value`, the simplest first."""
    if value == 0:
        return
    sign = 1 if value > 0 else -1
    yield from (Fraction(0), Fraction(sign), Fraction(-sign))
    previous = None
    for denominator in (1, 2, 3, 4, 6, 10, 100, 1000, 10**6):
        for candidate in (
            Fraction(math.floor(value * denominator), denominator),
            Fraction(math.ceil(value * denominator), denominator),
        ):
            if candidate == value:
                return
            if candidate != previous:
                yield candidate
            previous = candidate
