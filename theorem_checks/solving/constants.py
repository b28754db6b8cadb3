"""The sharp constant of an inequality: the supremum or infimum of a quotient, bracketed."""

import heapq
import itertools
import math
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from flint import arb

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_expressions import NoSeriesError
from theorem_checks.solving.ball_ranges import (
    BallFunction,
    cancelled,
    combined,
    require_right_symbols,
)
from theorem_checks.solving.balls import ball_arithmetic
from theorem_checks.solving.boxes import Box, Point
from theorem_checks.solving.contacts import Contact
from theorem_checks.statements.reals.exactness import exact_rational, require_positive
from theorem_checks.statements.reals.points import points_of_every_sort
from theorem_checks.verdicts.counterexamples import assigned

__all__ = ["Bracket", "best_constant"]


@dataclass(frozen=True)
class Bracket:
    """Exact rationals with `lower` <= constant <= `upper`, and a point where it is nearly taken.

    `reason` says why the bracket is wider than was asked for, and is empty otherwise. An end
    that is not known is None.
    """

    lower: Fraction | None
    upper: Fraction | None
    at: Point
    reason: str = ""

    def __str__(self) -> str:
        low, high = ("unknown" if end is None else str(end) for end in (self.lower, self.upper))
        near = assigned(self.at)
        told = f"; {self.reason}" if self.reason else ""
        return f"[{low}, {high}], nearly taken at {near}{told}"

    def __contains__(self, value: object) -> bool:
        exact = exact_rational(value, "value")
        above = self.lower is None or self.lower <= exact
        return above and (self.upper is None or exact <= self.upper)


def best_constant(
    f: Any,
    g: Any,
    box: Any,
    *,
    end: Literal["supremum", "infimum"] = "supremum",
    width: Any = "1/1000",
    touching: Iterable[Any] = (),
    precision: int = 128,
    depth: int = 60,
    boxes: int = 20_000,
) -> Bracket:
    r"""Bracket $\sup f/g$ (or $\inf f/g$) over a box: the best c with $f \le cg$, where g > 0.

    **Arguments**

    - `f`, `g`, `box`, `precision`, `depth`, `boxes`: as for `prove_inequality`. On the box g must
      not vanish, except at the points of `touching`.
    - `end`: 'supremum' or 'infimum'. `width`: that the bracket may have, an exact number.
    - `touching`: for expressions in one variable, zeros of g at which f vanishes to at least the
      same order. The quotient is continued there by its limit.

    **Returns** a `Bracket`. Balls certify both of its ends, also where `reason` says that it came
    out wider than was asked for.
    """
    if end not in ("supremum", "infimum"):
        raise ArgumentError("end", end, "'supremum' or 'infimum'")
    wanted = exact_rational(width, "width")
    if wanted <= 0:
        raise ArgumentError("width", width, "a positive number")
    require_positive(precision=precision, depth=depth, boxes=boxes)
    whole, sign = Box.of(box), 1 if end == "supremum" else -1
    require_right_symbols(box, f, g)
    with ball_arithmetic(precision):
        quotient = _Quotient(f, g, whole, [exact_rational(z, "touching") for z in touching])
        maximum = _Maximum(quotient, sign)
        reason = maximum.explore(whole, wanted * Fraction(4, 5), depth, boxes)
        for point in [*points_of_every_sort(whole.sides), *filter(None, [maximum.at])]:
            quotient.require_agreement(point)
    grid = wanted / 10  # rounded outwards, for which a fifth of the width was kept
    low = None if maximum.lower is None else math.floor(maximum.lower / grid) * grid
    high = None if maximum.upper is None else math.ceil(maximum.upper / grid) * grid
    if sign < 0:
        low, high = (None if end is None else -end for end in (high, low))
    return Bracket(low, high, maximum.at, reason)


class _Quotient:
    """The function f/g, continued to the zeros that both have."""

    def __init__(self, f: Any, g: Any, box: Box, places: list[Fraction]) -> None:
        self.sides = BallFunction(f, box), BallFunction(g, box)
        self.whole = combined(operator.truediv, f, g, box)
        self.cancelled = cancelled(self.whole, *self.sides, box=box)
        self.contacts = [Contact.of(self.sides[1], box, place) for place in places]
        for contact in self.contacts:
            if not contact.is_shared_by(self.sides[0]):
                expected = f"a zero of f of order {contact.order} at least, as of g"
                raise ArgumentError("touching", contact.place, expected)

    def require_agreement(self, point: Point) -> None:
        """Run Python functions on numbers, and raise an error where they compute otherwise."""
        for side in self.sides:
            side.require_agreement(point)

    def parts(self, box: Box) -> Iterator[Box]:
        """The box, cut at the shared zeros."""
        if not self.contacts:
            return iter((box,))
        return box.cut_at(self.contacts[0].variable, tuple(c.place for c in self.contacts))

    def over(self, box: Box) -> Iterator[arb]:
        """Balls of which each contains all values over a box, or is not finite."""
        if not all(part.on_balls(box.balls()).is_finite() for part in self.cancelled):
            return
        yield from self.whole.over(box)
        for contact in self.contacts:
            try:
                top, bottom = (contact.reduced(side, box) for side in self.sides)
            except NoSeriesError:
                continue
            yield top / bottom

    def at(self, point: Point) -> Iterator[arb]:
        """Balls around the value at a point."""
        return self.over(Box({name: (value, value) for name, value in point.items()}))


class _Maximum:
    """The maximum of a quotient times a sign: a value that is taken, and a bound on all."""

    def __init__(self, quotient: _Quotient, sign: int) -> None:
        self.quotient, self.sign = quotient, sign
        self.lower: Fraction | None = None
        self.upper: Fraction | None = None
        self.at: Mapping[str, Fraction] = {}

    def explore(self, box: Box, tolerance: Fraction, depth: int, boxes: int) -> str:
        """Cut the box where the bound is largest, until it is close to a value that is taken.

        Returns why it gave up, or nothing if it did not.
        """
        count = itertools.count()
        queue: list[tuple[tuple[bool, Fraction], int, Box]] = []

        def push(part: Box) -> None:
            for point in part.points():
                self._try(point)
            bound = self._bound(part)
            rank = (bound is not None, -bound if bound is not None else Fraction(0))
            heapq.heappush(queue, (rank, next(count), part))

        for part in self.quotient.parts(box):
            push(part)
        while True:
            (bounded, bound), looked_at, part = queue[0]
            self.upper = -bound if bounded else None
            if bounded and self.lower is not None and -bound - self.lower <= tolerance:
                return ""
            halves = list(part.halves()) if part.depth < depth else []
            if not halves or looked_at >= boxes:
                return f"not bounded more tightly on {part}, after {next(count)} parts of the box"
            heapq.heappop(queue)
            for half in halves:
                push(half)

    def _try(self, point: Point) -> None:
        """Take note of the value at a point, if it is larger than those seen."""
        for ball in self.quotient.at(point):
            value = _exact((self.sign * ball).lower())
            if value is not None and (self.lower is None or value > self.lower):
                self.lower, self.at = value, point

    def _bound(self, part: Box) -> Fraction | None:
        bounds = (_exact((self.sign * ball).upper()) for ball in self.quotient.over(part))
        return min((bound for bound in bounds if bound is not None), default=None)


def _exact(end: arb) -> Fraction | None:
    """The rational that an exact ball is, None if it is infinite or no number."""
    if not end.is_finite():
        return None
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
