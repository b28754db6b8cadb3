"""What a function of which nothing is known is where it runs on numbers."""

import math
import operator
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from typing import Any

__all__ = ["drawn_value"]

_LARGEST = 9  # coefficient


def drawn_value(name: str, component: Sequence[int], vector: Sequence[Any]) -> Fraction:
    """The value of a component of the function of that name: a + b . x + (c . x)^2."""
    constant, linear, square = _coefficients(name, tuple(component), len(vector))
    below = math.lcm(*(number.denominator for number in vector))
    whole = [number.numerator * (below // number.denominator) for number in vector]
    first = sum(map(operator.mul, linear, whole), constant * below)
    second = sum(map(operator.mul, square, whole))
    return Fraction(first * below + second * second, below * below)


@cache
def _coefficients(
    name: str, component: tuple[int, ...], inputs: int
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    def drawn(part: str, place: int) -> int:
        text = f"{name} {component} {part} {place}"
        number = int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) % (2 * _LARGEST)
        return number - _LARGEST if number < _LARGEST else number - _LARGEST + 1  # and never 0

    linear, square = (tuple(drawn(part, place) for place in range(inputs)) for part in "bc")
    return drawn("a", 0), linear, square
