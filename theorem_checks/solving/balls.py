"""Inequalities between transcendental functions on boxes, certified by ball arithmetic."""

import operator
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint
import sympy
from flint import arb

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_expressions import NoSeriesError, singular_parts
from theorem_checks.solving.ball_ranges import TAYLOR_ORDER, BallFunction, combined
from theorem_checks.solving.boxes import Box, Point
from theorem_checks.solving.contacts import HIGHEST_ORDER, Contact
from theorem_checks.solving.exactness import exact_rational, require_positive
from theorem_checks.verdicts import Counterexample, Engine, Evidence, Kind, Route

__all__ = ["ball_arithmetic", "prove_inequality"]

_RELATIONS = ("<", "<=", ">", ">=")


def prove_inequality(
    f: Any,
    box: Any,
    relation: str,
    g: Any = 0,
    *,
    touching: Iterable[Any] = (),
    precision: int = 128,
    depth: int = 40,
    boxes: int = 20_000,
    scope: str = "",
) -> Evidence:
    r"""Decide whether $f(x) \mathrel{R} g(x)$ at every point x of a box.

    The box is cut until balls around the values decide each part. Balls contain all rounding
    errors, so what they decide is certain; what they leave open stays open.

    **Arguments**

    - `f`, `g`: SymPy expressions; or Python functions that take a `flint.arb` for each variable,
      by name, and return one (one that branches on balls, or computes with floats instead of
      `flint.fmpq`, is refused). A number as well for `g`.
    - `box`: for each variable an interval with exact rational ends, {'x': (0, '1/2')}.
    - `relation`: '<', '<=', '>' or '>='.
    - `touching`: for expressions in one variable, the points at which both sides are equal.
      There balls cannot decide; that the difference vanishes is shown by SymPy, to its full
      order, and the sign next to the point follows from Taylor's formula.
    - `precision`: of the balls, in bits. `depth`: how often the box may be halved on the way to
      a part; `boxes`: how many parts may be looked at.
    - `scope`: in words; by default the box.

    **Returns** Evidence of kind `bound`: PROVED on the whole box; REFUTED with an exact rational
    point at which balls certify that the inequality fails; UNDECIDED with the part of the box
    that resisted. An inequality that is an equality somewhere stays undecided, if not told so.

    **Raises** `ArgumentError` for a box or a function that it cannot use; `ExactnessError` for a
    float.
    """
    if relation not in _RELATIONS:
        raise ArgumentError("relation", relation, f"one of {', '.join(_RELATIONS)}")
    whole = Box.of(box)
    require_positive(precision=precision, depth=depth, boxes=boxes)
    with ball_arithmetic(precision):
        claim = _Claim(f, relation, g, whole, [exact_rational(z, "touching") for z in touching])
        evidence = claim.explored(depth, boxes)
    return Evidence(
        evidence.verdict,
        scope or str(whole),
        evidence.reason,
        kind=Kind.BOUND,
        counterexample=evidence.counterexample,
        routes=claim.routes if evidence.verdict.passes else (),
        figures={"precision": precision, "boxes": claim.looked_at},
    )


@contextmanager
def ball_arithmetic(precision: int) -> Iterator[None]:
    """Set the precision of FLINT, in bits, and restore it afterwards."""
    kept = flint.ctx.prec, flint.ctx.cap
    flint.ctx.prec, flint.ctx.cap = precision, HIGHEST_ORDER + TAYLOR_ORDER + 2
    try:
        yield
    finally:
        flint.ctx.prec, flint.ctx.cap = kept


class _Claim:
    """That the gap between two functions is positive (or not negative) on a box."""

    def __init__(self, f: Any, relation: str, g: Any, box: Box, touching: list[Fraction]) -> None:
        upward = relation.startswith(">")
        self.box, self.relation = box, relation
        self.strict = not relation.endswith("=")
        self.sides = BallFunction(f, box), BallFunction(g, box)
        self.gap = combined(operator.sub, *((f, g) if upward else (g, f)), box)
        self.cancelled = [BallFunction(e, box) for e in self._singular_parts_of_sides_alone()]
        self.contacts = [Contact.of(self.gap, box, place) for place in touching]
        self.looked_at = 0

    @property
    def routes(self) -> tuple[Route, ...]:
        known = () if self.gap.expression is None else (Engine.SYMPY,)
        name = f"balls over {self.looked_at} parts of the box"
        return (Route.deciding(name, Engine.FLINT, *known),)

    def explored(self, depth: int, boxes: int) -> Evidence:
        """Cut the box, coarse parts first, until each part is decided or too small."""
        if self.strict and self.contacts:
            return self._refuted({self.contacts[0].variable: self.contacts[0].place})
        queue, resisting = deque(self._parts()), None
        while queue:
            part = queue.popleft()
            self.looked_at += 1
            if self._holds_on(part):
                continue
            for point in part.points():
                if self._fails_at(point):
                    return self._refuted(point)
            halves = list(part.halves()) if part.depth < depth else []
            if not halves or self.looked_at >= boxes:
                resisting = resisting or part
            if self.looked_at >= boxes:
                break
            queue.extend(halves)
        if resisting is None:
            return Evidence.proved("")
        return Evidence.undecided(
            f"not decided on {resisting}, after {self.looked_at} parts of the box; where both"
            " sides are equal at a point, name it by touching=."
        )

    def _parts(self) -> Iterator[Box]:
        """The box, cut where the sides touch."""
        if not self.contacts:
            return iter((self.box,))
        places = tuple(contact.place for contact in self.contacts)
        return self.box.cut_at(self.contacts[0].variable, places)

    def _singular_parts_of_sides_alone(self) -> set[sympy.Expr]:
        """What may be undefined in a side, and cancels in the difference: 1/x < 1 + 1/x."""
        if self.gap.expression is None:
            return set()
        sides = (side.expression for side in self.sides if side.expression is not None)
        return set().union(*map(singular_parts, sides)) - singular_parts(self.gap.expression)

    def _holds_on(self, part: Box) -> bool:
        if not all(e.on_balls(part.balls()).is_finite() for e in self.cancelled):
            return False
        if any(ball > 0 if self.strict else ball >= 0 for ball in self.gap.over(part)):
            return True
        for contact in self.contacts:
            try:
                if contact.sign_of_power(part) * contact.reduced(self.gap, part) >= 0:
                    return True
            except NoSeriesError:
                continue
        return False

    def _fails_at(self, point: Point) -> bool:
        value = self.gap.at(point)
        return bool(value <= 0 if self.strict else value < 0)

    def _refuted(self, point: Point) -> Evidence:
        left, right = (_shown(side.at(point)) for side in self.sides)
        found = f"{left} on the left, {right} on the right"
        return Evidence.refuted(Counterexample(point, f"left {self.relation} right", found))


def _shown(ball: arb) -> str:
    return ball.str(15)
