"""Boxes: products of closed intervals with exact rational ends, one for each variable."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_expressions import hull
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.reals.exactness import interval_of
from theorem_checks.statements.reals.points import simplest_between

__all__ = ["Box"]

Point = Mapping[str, Fraction]


@dataclass(frozen=True)
class Box:
    """A box, and how often the one that was asked about was halved to get it."""

    sides: Mapping[str, tuple[Fraction, Fraction]]
    depth: int = 0

    @classmethod
    def of(cls, box: Any) -> "Box":
        """Return the box given as {variable: (low, high)}, the variables by name or symbol."""
        if not isinstance(box, Mapping) or not box:
            raise ArgumentError("box", box, "an interval for each variable, {'x': (0, 1)}")
        if len({str(name) for name in box}) < len(box):
            raise ArgumentError(
                "box", box, "one interval for each variable", "A name stands twice."
            )
        return cls({str(name): interval_of(ends, f"box[{name}]") for name, ends in box.items()})

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the variables."""
        return tuple(self.sides)

    def balls(self) -> dict[str, arb]:
        """A ball around each side, at the current precision of FLINT."""
        return {n: hull(as_ball(low), as_ball(high)) for n, (low, high) in self.sides.items()}

    def middle(self) -> dict[str, Fraction]:
        """The midpoint."""
        return {name: (low + high) / 2 for name, (low, high) in self.sides.items()}

    def points(self) -> Iterator[Point]:
        """Points to try a claim at, the one with the simplest coordinates first."""
        yield {name: simplest_between(low, high) for name, (low, high) in self.sides.items()}
        yield self.middle()

    def halves(self) -> Iterator["Box"]:
        """The two halves along the longest side; none if the box is a point."""
        name = max(self.sides, key=lambda n: self.sides[n][1] - self.sides[n][0])
        low, high = self.sides[name]
        if low < high:
            middle = (low + high) / 2
            for part in ((low, middle), (middle, high)):
                yield Box({**self.sides, name: part}, self.depth + 1)

    def cut_at(self, name: str, places: tuple[Fraction, ...]) -> Iterator["Box"]:
        """The boxes between the given places of one variable."""
        low, high = self.sides[name]
        ends = sorted({low, high, *(p for p in places if low < p < high)})
        if low == high:
            yield self
        for part in itertools.pairwise(ends):
            yield Box({**self.sides, name: part}, self.depth)

    def __str__(self) -> str:
        return ", ".join(f"{name} in [{low}, {high}]" for name, (low, high) in self.sides.items())
