"""Worlds of numbers that are simpler than another one, for a counterexample that one can read."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from theorem_checks.statements.arrays.element_arrays import ElementArray, elements_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS
from theorem_checks.statements.worlds.ranges import meets

__all__ = ["simpler", "smaller"]

_SIMPLE = tuple(map(Fraction, (0, 1, 2, -1, "1/2", 3, "1/3", "2/3", "3/4")))
"""Numbers, the simplest one first."""


def smaller(world: Concrete) -> Iterator[Concrete]:
    """Worlds in which one of the sizes is smaller than in this one, and the others as they are."""
    sizes = _sizes(world)
    for name, size in sizes.items():
        for less in range(world.least[name], int(size)):
            yield world.but_for({**sizes, name: less})


def simpler(world: Concrete) -> Iterator[Concrete]:
    """Worlds in which one number, or the entries of one free array, are simpler than in this one.

    Sizes are as they are, and so is all else.
    """
    numbers = _sizes(world) | {name: world.numbers[name] for name in world.sorts}
    points, entries = world.points, world.free
    for name, sort in world.sorts.items():
        for other in _before(numbers[name]):
            if meets(other, *sort):
                yield world.but_for({**numbers, name: other}, points, entries)
    for name, number in points.items():
        for other in _before(number):
            yield world.but_for(numbers, {**points, name: other}, entries)
    for name, own in entries.items():
        for others in _simpler_entries(elements_of(own)):
            yield world.but_for(numbers, points, {**entries, name: others})


def _sizes(world: Concrete) -> dict[str, Fraction]:
    return {name: world.numbers[name] for name in world.least if name in world.numbers}


def _before(number: Fraction) -> tuple[Fraction, ...]:
    return _SIMPLE[: _SIMPLE.index(number)] if number in _SIMPLE else _SIMPLE


def _simpler_entries(entries: np.ndarray) -> Iterator[ElementArray]:
    """Zeros; a 1 and zeros else; ones; small integers: as far as the entries are none of these."""
    size = entries.size
    for flat in ([0] * size, [1, *[0] * (size - 1)], [1] * size, range(1, size + 1)):
        other = np.empty(size, dtype=object)
        other[:] = list(map(Fraction, flat))[:size]
        if np.array_equal(other, entries.ravel()):
            return
        yield RATIONALS.array(other.reshape(entries.shape))
