"""Intervals of the real line with rational or infinite ends."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import sympy as sp

__all__ = ["Interval", "Piece"]


@dataclass(frozen=True)
class Piece:
    """An open interval that is not empty."""

    low: Any
    high: Any

    @property
    def inside(self) -> sp.Rational:
        """A point of it."""
        if self.low.is_infinite:
            return sp.S.Zero if self.high.is_infinite else self.high - 1
        return self.low + 1 if self.high.is_infinite else (self.low + self.high) / 2


@dataclass(frozen=True)
class Interval:
    """An interval, with the ends that belong to it."""

    low: Any
    high: Any
    has_low: bool = False
    has_high: bool = False

    @classmethod
    def of(cls, symbol: sp.Symbol) -> "Interval":
        """The smallest one that has all values that a real symbol may take."""
        (low, has_low), (high, has_high) = _least(symbol), _least(-symbol)
        return cls(low, -high, has_low, has_high)

    def within(self, other: "Interval") -> "Interval":
        """What lies in both."""
        low, low_is_open = max((self.low, not self.has_low), (other.low, not other.has_low))
        high, has_high = min((self.high, self.has_high), (other.high, other.has_high))
        return Interval(low, high, not low_is_open, has_high)

    @property
    def is_empty(self) -> bool:
        """Whether no number lies in it."""
        is_open = not (self.has_low and self.has_high)
        return bool(self.low > self.high or (self.low == self.high and is_open))

    def points(self, cuts: list[Any]) -> Iterator[Any]:
        """Its ends, where they belong to it, and the cuts inside."""
        yield from dict.fromkeys(
            [self.low] * self.has_low + self._inside(cuts) + [self.high] * self.has_high
        )

    def pieces(self, cuts: list[Any]) -> Iterator[Piece]:
        """What lies open between its ends and the cuts."""
        for low, high in pairwise([self.low, *self._inside(cuts), self.high]):
            if low < high:
                yield Piece(low, high)

    def _inside(self, cuts: list[Any]) -> list[Any]:
        return sorted({cut for cut in cuts if self.low < cut < self.high})

    def __str__(self) -> str:
        left, right = "[" if self.has_low else "(", "]" if self.has_high else ")"
        return f"{left}{self.low}, {self.high}{right}"


def _least(value: sp.Expr) -> tuple[Any, bool]:
    """The greatest number that a value cannot be below, and whether it can be that number."""
    if value.is_positive:
        return (sp.S.One, True) if value.is_integer else (sp.S.Zero, False)
    return (sp.S.Zero, True) if value.is_nonnegative else (-sp.oo, False)
