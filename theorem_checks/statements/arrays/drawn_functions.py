"""What a function of which nothing is known is where it runs on numbers."""

import math
import operator
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from typing import Any

__all__ = ["drawn_formula", "drawn_value"]

_LARGEST = 9  # coefficient


def drawn_value(name: str, component: Sequence[int], vector: Sequence[Any]) -> Fraction:
    """The value of a component of the function of that name: a + b . x + (c . x)^2."""
    constant, linear, square = _coefficients(name, tuple(component), len(vector))
    below = math.lcm(*(number.denominator for number in vector))
    whole = [number.numerator * (below // number.denominator) for number in vector]
    first = sum(map(operator.mul, linear, whole), constant * below)
    second = sum(map(operator.mul, square, whole))
    return Fraction(first * below + second * second, below * below)


def drawn_formula(name: str, inputs: int, outputs: int) -> tuple[str, str]:
    """What the function of that name is, as a reader writes it: 'phi([z])' and '[2 + 3 z + 4 z^2]'.

    Of several numbers a square is left as it is drawn, '(z_0 - 2 z_1)^2'.
    """
    letters = ["z"] if inputs == 1 else [f"z_{k}" for k in range(inputs)]
    values = [_component_text(_coefficients(name, (m,), inputs), letters) for m in range(outputs)]
    return f"{name}([{', '.join(letters)}])", f"[{', '.join(values)}]"


def _component_text(
    coefficients: tuple[int, tuple[int, ...], tuple[int, ...]], letters: Sequence[str]
) -> str:
    constant, linear, square = coefficients
    summands = [(constant, ""), *zip(linear, letters, strict=True)]
    if len(letters) == 1:
        return _sum_text([*summands, (square[0] ** 2, f"{letters[0]}^2")])
    squared = _sum_text(list(zip(square, letters, strict=True)))
    return _sum_text([*summands, *([(1, f"({squared})^2")] if letters else [])])


def _sum_text(summands: Sequence[tuple[int, str]]) -> str:
    """A sum of terms, each a number that is not 0 times a text."""
    text = ""
    for number, factor in summands:
        size = str(abs(number)) if abs(number) != 1 or not factor else ""
        sign = ("-" if number < 0 else "") if not text else " - " if number < 0 else " + "
        text += sign + " ".join(filter(None, (size, factor)))
    return text


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
