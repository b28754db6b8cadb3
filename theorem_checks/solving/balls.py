"""Inequalities between transcendental functions on boxes, certified by ball arithmetic."""

import operator
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_expressions import NoSeriesError, shown_apart
from theorem_checks.solving.ball_ranges import (
    TAYLOR_ORDER,
    BallFunction,
    cancelled,
    combined,
    require_right_symbols,
)
from theorem_checks.solving.boxes import Box, Point
from theorem_checks.solving.contacts import HIGHEST_ORDER, Contact
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    Less,
    Relation,
    symbols_of,
)
from theorem_checks.statements.reals.exactness import exact_rational, require_positive
from theorem_checks.statements.reals.points import points_of_every_sort, simplest_between
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.sympy_relations import is_sympy_relation, relation_of
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["ball_arithmetic", "prove_inequality"]

_RELATIONS = ("<", "<=", ">", ">=")


def prove_inequality(
    f: Any,
    box: Any,
    relation: str | None = None,
    g: Any = 0,
    *,
    touching: Iterable[Any] = (),
    precision: int = 128,
    depth: int = 40,
    boxes: int = 20_000,
) -> Evidence:
    r"""Decide whether $f(x) \mathrel{R} g(x)$ at every point x of a box.

    The box is cut until balls around the values decide each part. Balls contain all rounding
    errors, so what they decide is certain; what they leave open stays open.

    **Arguments**

    - `f`, `g`: SymPy expressions; or Python functions that take a `flint.arb` for each variable,
      by name, and return one. They may compute with the balls, and not look at them, nor use
      floats; ints and `flint.fmpq` stand beside balls. A number as well for `g`. Or for `f` a
      relation of SymPy, `sympy.tanh(x) <= x`, and no `relation` and `g` besides.
    - `box`: for each variable, by name or symbol, an interval with exact rational ends,
      {'x': (0, '1/2')}.
    - `relation`: '<', '<=', '>' or '>='.
    - `touching`: for expressions in one variable, the points at which both sides are equal.
      There balls cannot decide; that the difference vanishes is shown by SymPy, to its full
      order, and the sign next to the point follows from Taylor's formula.
    - `precision`: of the balls, in bits. `depth`: how often the box may be halved on the way to
      a part; `boxes`: how many parts may be looked at.

    **Returns** Evidence of kind `bound`, which for expressions concludes the inequality under the
    hypothesis that each variable lies in its interval, and for Python functions, which are no
    data, concludes nothing: PROVED on the whole box; REFUTED with an exact rational
    point at which balls certify that the inequality fails; UNDECIDED with the part of the box
    that resisted. An inequality that is an equality somewhere stays undecided, if not told so.

    **Raises** `UndecidedQuestionError` if a Python function looks at a ball; `TheoremChecksError`
    with the point if it computes otherwise on numbers; `ArgumentError` for a box or a function that
    it cannot use, and for a symbol of which more is assumed than that it lies in its interval;
    `ExactnessError` for a float.
    """
    if relation is None and is_sympy_relation(f):
        f, relation, g = _sides(f)
    if relation not in _RELATIONS:
        raise ArgumentError("relation", relation, f"one of {', '.join(_RELATIONS)}")
    whole = Box.of(box)
    require_right_symbols(box, f, g)
    require_positive(precision=precision, depth=depth, boxes=boxes)
    with ball_arithmetic(precision):
        claim = _Claim(f, relation, g, whole, [exact_rational(z, "touching") for z in touching])
        evidence = claim.explored(depth, boxes)
        routes = claim.routes_of(evidence)
    found = Evidence(
        evidence.verdict,
        str(whole),
        evidence.reason,
        kind=Kind.BOUND,
        counterexample=evidence.counterexample,
        routes=routes,
        figures={"precision": precision, "boxes": claim.looked_at},
    )
    if any(side.function is not None for side in claim.sides):
        return found
    return concluded(found, on_box(whole, _less(f, relation, g)), "prove_inequality")


def _sides(said: Any) -> tuple[Any, str, Any]:
    """The sides of a relation of SymPy, and their order."""
    found = relation_of(said, "f")
    if isinstance(found, Equal):
        raise ArgumentError("f", str(said), "an inequality", "Equations are prove_identity's.")
    return found.lhs, "<" if isinstance(found, Less) else "<=", found.rhs


def on_box(box: Box, relation: Relation) -> Conclusion:
    """A relation for all real values of its symbols in a box; of no others it may speak."""
    by_name = {symbol.name: symbol for symbol in symbols_of(relation)}
    sides = {by_name[name]: ends for name, ends in sorted(box.sides.items()) if name in by_name}
    within = [r for x, (low, high) in sides.items() for r in (AtMost(low, x), AtMost(x, high))]
    return Implies(All(tuple(within)), relation) if within else relation


def _less(f: Any, relation: str, g: Any) -> Relation:
    low, high = (f, g) if relation.startswith("<") else (g, f)
    return (AtMost if relation.endswith("=") else Less)(low, high)


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
        self.cancelled = cancelled(self.gap, *self.sides, box=box)
        self.contacts = [Contact.of(self.gap, box, place) for place in touching]
        self.looked_at = 0

    def routes_of(self, evidence: Evidence) -> tuple[Route, ...]:
        """How the verdict was reached; the Python functions are run at points for it."""
        known = () if self.gap.expression is None else (Engine.SYMPY,)
        if evidence.counterexample is not None:
            point = {n: Fraction(v) for n, v in evidence.counterexample.values.items()}
            self._require_agreement([point])
            return (Route.deciding("balls around both sides at the point", Engine.FLINT, *known),)
        if not evidence.verdict.passes:
            return ()
        name = f"balls over {self.looked_at} parts of the box"
        decided = Route.deciding(name, Engine.FLINT, *known)
        if all(side.function is None for side in self.sides):
            return (decided,)
        points = points_of_every_sort(self.box.sides)
        self._require_agreement(points)
        name = f"the functions themselves, run at {len(points)} points"
        return decided, Route.testing(name, Engine.FLINT)

    def _require_agreement(self, points: list[dict[str, Fraction]]) -> None:
        for point in points:
            for side in self.sides:
                side.require_agreement(point)

    def explored(self, depth: int, boxes: int) -> Evidence:
        """Cut the box, coarse parts first, until each part is decided or too small."""
        for contact in self.contacts if self.strict else ():
            if self._is_defined_at(point := {contact.variable: contact.place}):
                return self._refuted(point)
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
            f"not decided on {resisting}, after {self.looked_at} parts of the box"
            f"{self._way_out(resisting)}"
        )

    def _way_out(self, part: Box) -> str:
        """What may help where balls leave a part open."""
        if self.gap.expression is None or not next(self.gap.over(part)).contains(0):
            return ""
        if len(part.sides) > 1:
            polynomial = self.gap.expression.is_polynomial()
            hint = "; both sides are equal there, or nearly so, which balls cannot decide"
            return f"{hint}: solvers decide polynomials, prove_for_all" if polynomial else hint
        ((name, (low, high)),) = part.sides.items()
        simple = simplest_between(low, high)
        if self.gap.at({name: simple}).contains(0):
            return (
                f"; both sides seem to be equal at {name} = {simple}: say so, touching=[{simple}]"
            )
        return "; where both sides are equal at a rational point, name it by touching="

    def _parts(self) -> Iterator[Box]:
        """The box, cut where the sides touch."""
        if not self.contacts:
            return iter((self.box,))
        places = tuple(contact.place for contact in self.contacts)
        return self.box.cut_at(self.contacts[0].variable, places)

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
        fails = value <= 0 if self.strict else value < 0
        return bool(fails) and self._is_defined_at(point)

    def _is_defined_at(self, point: Point) -> bool:
        return all(part.at(point).is_finite() for part in (*self.sides, *self.cancelled))

    def _refuted(self, point: Point) -> Evidence:
        left, right = (side.at(point) for side in self.sides)
        order = "<" if left < right else ">" if left > right else "="
        one, other = (left.str(15),) * 2 if order == "=" else shown_apart(left, right)
        said = zip(self.sides, "fg", strict=True)
        f, g = (name if s.expression is None else str(s.expression) for s, name in said)
        claimed = f"{f} {self.relation} {g}"
        return Evidence.refuted(Counterexample(point, claimed, f"{one} {order} {other}"))
