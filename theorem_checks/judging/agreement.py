"""Whether what was traced is the subject: the same ways through its code, and the same values."""

import contextlib
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from theorem_checks.errors import TheoremChecksError
from theorem_checks.judging.assumed import points_that_meet
from theorem_checks.judging.drawn_worlds import DRAWS, FAR, Sizes, place, sizes_in, worlds_at
from theorem_checks.judging.hypotheses import under_all
from theorem_checks.judging.traces import Says, Trace
from theorem_checks.judging.values import agree, leaves, values_at
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.control_flow import other_ways, ways_of
from theorem_checks.statements.sequences import TooLargeError, UnmetError
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["disagreement", "other_way"]

_BEYOND = 5  # instances past all that the checks try
_FAR_OF_ARRAYS = 11  # the largest sizes tried where there are arrays
_FAR_OF_SEQUENCES = 101


def other_way(says: Says, subject: Any, trace: Trace) -> str:
    """Why the subject's code is not the one that was traced; '' if it goes the same ways."""
    _, concrete = ways_of(lambda: _at_one(says, subject, trace.world))
    if found := other_ways(trace.ways, concrete):
        return "At an instance the subject goes another way than in its trace: " + "; ".join(found)
    return ""


def _at_one(says: Says, subject: Any, traced: Symbolic) -> None:
    """Run a statement at the first instance that meets what is assumed."""
    sizes = sizes_in(traced, 0)
    drawn = (lambda seed=seed: Concrete(sizes, seed, spread=1) for seed in range(DRAWS))
    for make in chain(drawn, worlds_at(sizes, points_that_meet(traced.assumed))):
        with contextlib.suppress(UnmetError):
            says(subject, make())
            return


def disagreement(says: Says, subject: Any, trace: Trace, instances: Sequence[Sizes]) -> str:
    """Where the trace and the subject itself differ; '' if they agree at all instances."""
    drawn, compared = _Worlds(trace, instances), 0
    seeds: set[int] = set()  # of worlds of which nothing was taken: another one says the same
    at_points = (
        make()
        for make in worlds_at(sizes_in(trace.world, 0), points_that_meet(trace.world.assumed))
        if not compared
    )
    for world in chain(drawn, at_points):
        try:
            conclusion = says(subject, world)
        except TooLargeError:
            drawn.come_nearer()
            continue
        except UnmetError:
            continue
        except TheoremChecksError as error:
            return f"At {place(world)} the subject cannot be run: {error}"
        if world.is_untouched:
            if world.seed in seeds:
                continue
            seeds.add(world.seed)
        different, found = _compared(trace, conclusion, world)
        if different:
            return different
        compared += found
    return "" if compared else "At no instance trace and subject have exact values to compare."


class _Worlds:
    """The worlds in which trace and subject are compared: near ones, far ones, and those tried."""

    def __init__(self, trace: Trace, instances: Sequence[Sizes]) -> None:
        far = _FAR_OF_ARRAYS if trace.world.arrays or trace.world.constants else FAR
        self._far = min(far, _FAR_OF_SEQUENCES) if trace.world.sequences else far
        self._traced, self._instances = trace.world, instances
        self._is_too_large = False

    def come_nearer(self) -> None:
        """Follow this world by one at sizes at which more can be computed."""
        self._is_too_large = True

    def __iter__(self) -> Iterator[Concrete]:
        traced = self._traced
        for n in range(3):
            yield Concrete(sizes_in(traced, n), n, spread=2)
        for n in range(_BEYOND):
            self._is_too_large = False
            yield self._beyond(n, self._far)
            if self._is_too_large:
                yield self._beyond(n, _FAR_OF_ARRAYS)
        if traced.reals_made:
            for n in range(3, DRAWS // 4):
                yield Concrete(sizes_in(traced, 0), n, spread=2)
        if not traced.case:
            for n, sizes in enumerate(self._instances):
                yield Concrete(sizes, n)

    def _beyond(self, seed: int, far: int) -> Concrete:
        return Concrete(sizes_in(self._traced, far + seed), seed, spread=2, far=far)


def _compared(trace: Trace, conclusion: Conclusion, world: Concrete) -> tuple[str, int]:
    """Where trace and subject differ in a world, or ''; and how many values of both are equal."""
    values, compared = values_at(trace.world, world), 0
    traced_ones, own = (
        list(leaves(under_all(given, said)))
        for given, said in ((trace.world.given, trace.said), (world.given, conclusion))
    )
    if [name for name, _ in traced_ones] != [name for name, _ in own]:
        return f"Trace and subject have other parts at {place(world)}.", 0
    for (name, symbolic), (_, concrete) in zip(traced_ones, own, strict=True):
        try:
            same = agree(values.of(symbolic), values.own(concrete))
        except (NoExactValueError, ZeroDivisionError, UnmetError):
            continue
        if same is False:
            return f"Trace and subject differ in the {name} at {place(world)}.", 0
        compared += 1
    return "", compared
