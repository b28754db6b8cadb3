"""Worlds of numbers that are simpler than another one, for a counterexample that one can read."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import takewhile

import numpy as np

from theorem_checks.statements.arrays.element_arrays import ElementArray, elements_of
from theorem_checks.statements.drawn_sequences import Plain
from theorem_checks.statements.worlds.concrete import TOKENS, Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS
from theorem_checks.statements.worlds.ranges import meets

__all__ = ["simpler", "smaller"]

_SIMPLE = tuple(map(Fraction, (0, 1, 2, -1, "1/2", 3, "1/3", "2/3", "3/4")))
"""Numbers, the simplest one first."""
_LARGE = 1000
_MOST_DIGITS = 20


def smaller(world: Concrete) -> Iterator[Concrete]:
    """Worlds in which one of the sizes is smaller than in this one, and the others as they are."""
    sizes = _sizes(world)
    for name, size in sizes.items():
        for less in range(world.least[name], int(size)):
            yield world.but_for({**sizes, name: less})


def simpler(world: Concrete) -> Iterator[Concrete]:
    """Worlds in which one thing is simpler than in this one; sizes and all else are as they are.

    That is a number, the entries of a free array, or the values of a sequence of which nothing is
    assumed, or of the tokens of machines.
    """
    numbers = _sizes(world) | {name: world.numbers[name] for name in world.sorts}
    for name, sort in world.sorts.items():
        for other in _before(numbers[name]):
            if meets(other, *sort):
                yield world.but_for({**numbers, name: other}, world.points, world.free)
    for name, number in world.points.items():
        for other in _before(number):
            yield world.but_for(numbers, {**world.points, name: other}, world.free)
    for name, own in world.free.items():
        for others in _simpler_entries(elements_of(own)):
            yield world.but_for(numbers, world.points, {**world.free, name: others})
    for plain in _plainer_values(world):
        yield world.but_for(numbers, world.points, world.free, plain)


def _plainer_values(world: Concrete) -> Iterator[dict[str, Plain]]:
    """Simpler values of one sequence, of its sort, or of tokens."""
    for name, drawn in world.drawn.items():
        for values in _plainer(world, name):
            if drawn.such_that is None and drawn.may_be(next(values.values())):
                yield {name: values}
    if world.has_tokens:
        yield from ({TOKENS: values} for values in _plainer(world, TOKENS))


def _plainer(world: Concrete, name: str) -> Iterable[Plain]:
    """Simpler values than those of a sequence, or of tokens."""
    return takewhile(lambda values: values is not world.plain.get(name), Plain)


def _sizes(world: Concrete) -> dict[str, Fraction]:
    return {name: world.numbers[name] for name in world.least if name in world.numbers}


def _before(number: Fraction) -> tuple[Fraction, ...]:
    """The numbers that are simpler; of a large one also the powers of ten that are smaller."""
    if number in _SIMPLE:
        return _SIMPLE[: _SIMPLE.index(number)]
    digits = len(str(abs(int(number)))) if abs(number) > _LARGE else 0
    powers = ((-1 if number < 0 else 1) * 10**k for k in range(1, min(digits, _MOST_DIGITS)))
    return *_SIMPLE, *(Fraction(power) for power in powers if power != number)


def _simpler_entries(entries: np.ndarray) -> Iterator[ElementArray]:
    """Zeros; a 1 and zeros else; ones; small integers: as far as the entries are none of these."""
    size = entries.size
    for flat in ([0] * size, [1, *[0] * (size - 1)], [1] * size, range(1, size + 1)):
        other = np.empty(size, dtype=object)
        other[:] = list(map(Fraction, flat))[:size]
        if np.array_equal(other, entries.ravel()):
            return
        yield RATIONALS.array(other.reshape(entries.shape))
