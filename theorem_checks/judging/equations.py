"""Worlds in which arrays meet the equations that a statement assumes of them.

No draw of free numbers meets an equation of arrays, A B = C say. So a statement under such is made
again, with other entries of one of its arrays, in which the equations are linear: these are solved
exactly, beside those that are met already, and what is free stays as it was drawn. Whether a world
meets the hypotheses is decided where the statement is tried, as for any other: what is found here
is no more than a draw.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import numpy as np

from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.arrays.element_arrays import ElementArray, elements_of
from theorem_checks.statements.conclusions import All, Conclusion, Equal
from theorem_checks.statements.values.elimination import particular
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS

__all__ = ["arrays_that_meet", "equations_in", "worlds_that_meet"]

_MOST_ENTRIES = 16  # of an array that is solved for
_DRAWS = 24

Arrays = Mapping[str, ElementArray]
Residuals = list[list[Fraction]]


def equations_in(said: Conclusion) -> list[Equal]:
    """The equations of arrays of numbers among the hypotheses of a statement, and of its parts."""
    if isinstance(said, All):
        return [found for part in said.parts for found in equations_in(part)]
    hypotheses, _ = hypotheses_of(said)
    return [
        part
        for part in hypotheses
        if isinstance(part, Equal) and isinstance(part.lhs, ElementArray)
    ]


def worlds_that_meet(make: Callable[[Concrete], Conclusion]) -> Iterator[Callable[[], Concrete]]:
    """Small worlds in which the equations of arrays that a statement assumes are met.

    **Arguments**: `make`, the statement in a world.
    """
    for seed in range(_DRAWS):

        def world(arrays: Arrays, seed: int = seed) -> Concrete:
            return Concrete({}, seed, spread=min(seed % 6, 3), given=arrays)

        arrays = arrays_that_meet(make, world, last_first=seed % 2 == 0)
        if arrays is not None:
            yield lambda world=world, arrays=arrays: world(arrays)


def arrays_that_meet(
    make: Callable[[Concrete], Conclusion],
    world: Callable[[Arrays], Concrete],
    *,
    last_first: bool = True,
) -> Arrays | None:
    """Entries of arrays with which all equations are met, or None if none are found.

    **Arguments**: `make`, the statement in a world; `world`, makes one with some arrays given;
    `last_first`, whether it is solved for what the statement took last from its world, if it can.
    """
    arrays: Arrays = {}
    while True:
        here = world(arrays)
        residuals = _residuals(make, here)
        if not residuals:
            return None
        failing = [n for n, values in enumerate(residuals) if any(values)]
        if not failing:
            return arrays
        wanted = [n for n in range(len(residuals)) if n not in failing[1:]]
        for name in list(here.arrays)[:: -1 if last_first else 1]:
            more = _solved(make, world, arrays, name, here.arrays[name], wanted)
            if more is not None:
                arrays = more
                break
        else:
            return None


def _residuals(make: Callable[[Concrete], Conclusion], world: Concrete) -> Residuals | None:
    """By how much the sides of each equation differ, entry by entry; None where that is unknown."""
    try:
        found = equations_in(make(world))
    except Exception:  # what the statement or its subject raise is told where it is tried
        return None
    made: Residuals = []
    for equation in found:
        if not isinstance(equation.rhs, ElementArray):
            return None
        left, right = elements_of(equation.lhs), elements_of(equation.rhs)
        if left.shape != right.shape:
            return None
        values = np.ravel(left - right).tolist()
        if not all(isinstance(value, int | Fraction) for value in values):
            return None
        made.append([Fraction(value) for value in values])
    return made


def _solved(
    make: Callable[[Concrete], Conclusion],
    world: Callable[[Arrays], Concrete],
    arrays: Arrays,
    name: str,
    before: ElementArray,
    wanted: list[int],
) -> Arrays | None:
    """The arrays with other entries of one of them, so that the wanted equations are met.

    As if they were linear in these entries; that they are met then is seen by trying.
    """
    entries = elements_of(before)
    if not 0 < entries.size <= _MOST_ENTRIES:
        return None

    def at(values: np.ndarray) -> tuple[Arrays, list[Fraction] | None]:
        more = {**arrays, name: RATIONALS.array(values)}
        found = _residuals(make, world(more))
        if found is None or len(found) <= max(wanted):
            return more, None
        return more, [value for n in wanted for value in found[n]]

    _, start = at(entries)
    columns = []
    for place in np.ndindex(entries.shape):
        values = entries.copy()
        values[place] += 1
        _, there = at(values)
        if start is None or there is None or len(there) != len(start):
            return None
        columns.append([a - b for a, b in zip(there, start, strict=True)])
    if start is None:
        return None
    rows = [list(row) for row in zip(*columns, strict=True)]
    change = particular(rows, [-value for value in start])
    if change is None:
        return None
    values = entries + np.array(change, dtype=object).reshape(entries.shape)
    more, left = at(values)
    return more if left is not None and not any(left) else None
