"""Counting: numbers that note when they are multiplied, and arrays of symbolic sizes that do.

Two ways to count multiplications where code makes them. A `Number` has no value and notes each
product, so that the real algorithm can be run on it. A `Sized` array has only its sizes, which may
be symbols, and notes as many products as its sizes make: then a count is a formula, for all sizes
at once.
"""

from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from theorem_checks import Counterexample, Evidence


@dataclass
class Tally:
    """How many multiplications there were."""

    multiplications: Any = 0


@dataclass(frozen=True)
class Number:
    """A number of no particular value, which notes its multiplications."""

    tally: Tally

    def __add__(self, _other):
        return self

    __radd__ = __add__

    def __mul__(self, _other):
        self.tally.multiplications += 1
        return self

    __rmul__ = __mul__


def numbers(tally, *shape):
    """Return an array of such numbers."""
    return OBJECTS.array(np.full(shape, Number(tally), dtype=object))


@dataclass(frozen=True)
class Sized:
    """A vector or a matrix of which only the sizes are known, symbols among them."""

    shape: tuple[Any, ...]
    tally: Tally = field(compare=False)

    @property
    def __number_system__(self):
        return SizedSystem(self.tally)

    def __add__(self, other):
        if self.shape != other.shape:
            raise ValueError(f"{self.shape} + {other.shape}")
        return self

    def __neg__(self):
        return self

    @property
    def T(self):
        """The transpose."""
        return Sized(self.shape[::-1], self.tally)

    def __mul__(self, other):
        if self.shape != other.shape:
            raise ValueError(f"{self.shape} * {other.shape}")
        self.tally.multiplications += prod(self.shape)
        return self

    def __matmul__(self, other):
        if self.shape[-1] != other.shape[0]:
            raise ValueError(f"{self.shape} @ {other.shape}")
        outer_sizes = (*self.shape[:-1], *other.shape[1:])
        self.tally.multiplications += prod(outer_sizes) * other.shape[0]
        return Sized(outer_sizes, self.tally)


@dataclass(frozen=True)
class SizedSystem:
    """What a loop asks of the system of such arrays: zeros, and products of vectors."""

    tally: Tally = field(compare=False)

    def admits(self, other):
        """Whether arrays of another system may enter."""
        return self == other

    def zeros(self, shape):
        """Return zeros."""
        return Sized(tuple(shape), self.tally)

    def outer(self, u, v):
        """Return the matrix of all products of two vectors."""
        sizes = (*u.shape, *v.shape)
        self.tally.multiplications += prod(sizes)
        return Sized(sizes, self.tally)


SIZES = ((1, 1, 1), (1, 2, 3), (3, 2, 3), (4, 3, 1), (5, 1, 2))


def compare(name, formula, measure, sizes=SIZES):
    """Compare a formula in N, C and M with what was measured, at all sizes."""
    for size in sizes:
        claimed, found = formula(*size), measure(*size)
        if claimed != found:
            values = dict(zip("NCM", size, strict=True))
            return Evidence.refuted(Counterexample(values, f"{name}: {claimed}", str(found)))
    return Evidence.holds(f"(N, C, M) in {', '.join(map(str, sizes))}")
