"""Arrays that are given by their entries, in a world of numbers."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from theorem_checks.statements.arrays.element_arrays import ElementArray, ElementSystem, elements_of
from theorem_checks.statements.closures import LookedInto
from theorem_checks.statements.tracing import caller_of
from theorem_checks.statements.worlds.symbolic import IndexHelper

__all__ = ["RATIONALS", "described_entries", "helper", "number_of"]

RATIONALS = ElementSystem("rationals", Fraction, Fraction)


def described_entries(
    description: Any,
    sizes: Mapping[str, Any],
    parameters: Mapping[str, Any],
    looked_into: LookedInto | None,
) -> ElementArray:
    """An array from index families and entry functions, as `described` takes them."""
    numbers = {name: int(size) for name, size in sizes.items()}
    given = _Parameters(helper(), parameters)
    axes = [_placed(axis, numbers) for axis in description.axes]
    called = caller_of(*description.entries.values(), before=looked_into)
    shape = tuple(sum(len(members) for _, _, members in axis) for axis in axes)
    values = np.full(shape, Fraction(0), dtype=object)
    for block in product(*axes):
        names, places, members = zip(*block, strict=True) if block else ((), (), ())
        if (entry := description.entries.get(names)) is None:
            continue
        for at in product(*map(enumerate, members)):
            indices = [index for _, member in at for index in member]
            place = tuple(start + n for start, (n, _) in zip(places, at, strict=True))
            values[place] = number_of(called(entry, given, *indices))
    return RATIONALS.array(values)


class _Parameters:
    """The parameters of a description by name, and what it may ask of its indices."""

    def __init__(self, helper: IndexHelper, parameters: Mapping[str, Any]) -> None:
        self.delta, self.at_most, self.sum = helper.delta, helper.at_most, helper.sum
        self.follows = helper.follows
        vars(self).update(parameters)

    def __getattr__(self, name: str) -> Any:
        """Say what there is in place of what there is not."""
        known = [one for one in vars(self) if not one.startswith("_")]
        raise AttributeError(f"there is no {name!r} here, but there are {', '.join(known)}")


def helper() -> IndexHelper:
    """What an entry may ask of its indices, which are numbers."""

    def summed(body: Callable[..., Any], *sizes: Any) -> Any:
        places = product(*(range(int(size)) for size in sizes))
        return sum((body(*place) for place in places), start=RATIONALS.zeros(()))

    return IndexHelper(
        lambda i, j: int(i == j),
        lambda i, j: int(i <= j),
        lambda t, s, j: int(t == s + j),
        summed,
    )


def _members(part: Any, sizes: Mapping[str, int]) -> list[tuple[int, ...]]:
    """The index tuples of a family, the last index running fastest."""
    ranges = [range(sizes[size]) for _, size in part.ranges]
    if part.increasing:
        return list(combinations_with_replacement(ranges[0], len(ranges)))
    return list(product(*ranges))


def _placed(axis: Any, sizes: Mapping[str, int]) -> list[tuple[str, int, list[tuple[int, ...]]]]:
    """The families of an axis, by name: where each starts, and its index tuples."""
    found, start = [], 0
    for part in axis:
        members = _members(part, sizes)
        found.append((part.name, start, members))
        start += len(members)
    return found


def number_of(value: Any) -> Any:
    """An entry as a number: of an array of no axes, its only one."""
    if isinstance(value, ElementArray):
        return elements_of(value)[()]
    return value
