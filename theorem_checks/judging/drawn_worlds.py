"""The concrete worlds in which a statement is tried."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

import sympy as sp

from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.verdicts.counterexamples import assigned

__all__ = ["DRAWS", "FAR", "Sizes", "place", "sizes_in", "small_worlds", "world_at", "worlds_at"]

Sizes = Mapping[str, int | Fraction]
"""Sizes and numbers by name, at which a subject is run."""

DRAWS = 400  # of a world, until one meets what is assumed
FAR = 1009  # the largest size tried


def small_worlds() -> Iterator[Callable[[], Concrete]]:
    """Small worlds, more than are wanted, as not all of them meet the hypotheses."""
    for seed in range(DRAWS):
        yield lambda seed=seed: Concrete({}, seed, spread=min(seed, 3))


def world_at(sizes: Sizes, seed: int) -> Callable[[], Concrete]:
    """A world at sizes, in which the rest is drawn."""
    return lambda: Concrete(sizes, seed)


def worlds_at(
    sizes: Sizes, points: Iterable[Mapping[str, Fraction]]
) -> list[Callable[[], Concrete]]:
    """Worlds in which real numbers have the values of points."""
    return [
        lambda n=n, point=point: Concrete(sizes, n, points=point) for n, point in enumerate(points)
    ]


def sizes_in(world: Symbolic, past: int) -> dict[str, int]:
    """Sizes that belong to the case of a trace."""
    chosen = {}
    for name, value in world.case.items():
        expression = sp.sympify(value)
        chosen[name] = int(expression.subs(dict.fromkeys(expression.free_symbols, 1 + past)))
    return chosen


def place(world: Concrete) -> str:
    """Where a world is, in words: its sizes and numbers."""
    return assigned(world.named_numbers) or "an instance"
