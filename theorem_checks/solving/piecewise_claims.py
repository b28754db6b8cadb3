"""Claims about piecewise-linear functions of one variable, decided without a solver."""

import operator
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.solving.piecewise import PiecewiseLinear, as_piecewise, identity_function
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.exactness import exact_rational
from theorem_checks.statements.reals.nodes import Node, fold
from theorem_checks.statements.reals.points import Ends, is_in, points_of_every_sort
from theorem_checks.statements.reals.terms import Term, constant, reals
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.tracing import traced
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["Peak", "largest_difference", "prove_piecewise_at_most", "prove_piecewise_equal"]

Function = Any  # a PiecewiseLinear, a Term, a number, or a Python function of x
Interval = tuple[Any, Any] | None

_ROUTE = Route.deciding("the unique form of a piecewise-linear function", Engine.PIECEWISE)


class Peak(NamedTuple):
    """The largest value of a function on an interval and where it is taken.

    Both are None if the function is not bounded above there.
    """

    value: Fraction | None
    at: Fraction | None


def largest_difference(f: Function, g: Function = 0, *, on: Interval = None) -> Peak:
    r"""The maximum of $f - g$ over an interval, exactly.

    **Arguments**: `f`, `g` as for `prove_piecewise_equal`; `on`: an interval (low, high), where
    None stands for an end at infinity; by default the whole line.

    **Raises** as `prove_piecewise_equal`.
    """
    sides, ends = _Sides(f, g), _ends(on)
    gap = sides.gap
    landmarks = _landmarks(gap, ends)
    rises_left = ends[0] is None and gap.slope < 0
    rises_right = ends[1] is None and gap.slope_near(landmarks[-1] + 1) > 0
    if rises_left or rises_right:
        sides.require_agreement(sides.points(ends))
        return Peak(None, None)
    at = max(landmarks, key=gap)
    sides.require_agreement([*sides.points(ends), at])
    return Peak(gap(at), at)


def prove_piecewise_equal(f: Function, g: Function, *, on: Interval = None) -> Evidence:
    r"""Decide whether $f(x) = g(x)$ for all x in an interval.

    **Arguments**

    - `f`, `g`: continuous piecewise-linear functions of one variable, each a `PiecewiseLinear`,
      a `Term` in one variable, a number, or a Python function of x built from +, -, `relu`,
      `abs`, `maximum`, `minimum`, and products with numbers.
    - `on`: an interval (low, high), where None stands for an end at infinity; by default the
      whole line.

    **Returns** Evidence of kind `solver`, though none is asked: PROVED or REFUTED with a point.
    Python functions have been run at rational points of every sort, or at the point that refutes,
    and gave there what their unique forms give.

    **Raises** `UndecidedQuestionError` if a Python function asks its argument what is not decided
    for all x; `TheoremChecksError` with the point if it computes otherwise on numbers;
    `ArgumentError` for what is not piecewise linear.
    """
    sides, ends = _Sides(f, g), _ends(on)
    points = (x for x in _candidates(sides.gap, ends) if sides.gap(x) != 0)
    return _decided(sides, "=", ends, next(points, None))


def prove_piecewise_at_most(f: Function, g: Function, *, on: Interval = None) -> Evidence:
    r"""Decide whether $f(x) \le g(x)$ for all x in an interval.

    **Arguments**, **Returns** and **Raises** as for `prove_piecewise_equal`.
    """
    sides, ends = _Sides(f, g), _ends(on)
    points = (x for x in _candidates(sides.gap, ends) if sides.gap(x) > 0)
    return _decided(sides, "<=", ends, next(points, None))


class _Sides:
    """Two functions in their unique forms, with the Python functions that gave them."""

    def __init__(self, f: Function, g: Function) -> None:
        names = variables(*(side for side in (f, g) if isinstance(side, Term)))
        if len(names) > 1:
            given = f if isinstance(f, Term) else g
            expected = f"terms in one variable, not in {', '.join(names)}"
            raise ArgumentError("term", given, expected, "Ask prove_for_all instead.")
        self.given = f, g
        self.left, self.right = _piecewise(f), _piecewise(g)
        same = self.left.is_same_as(self.right)
        self.gap = as_piecewise(0) if same else self.left - self.right
        self.traced = [
            (side, form)
            for side, form in ((f, self.left), (g, self.right))
            if callable(side) and not isinstance(side, PiecewiseLinear)
        ]

    def points(self, ends: Ends) -> list[Fraction]:
        """Points of every sort in an interval, kinks among them."""
        kinks = sorted({*self.left.breakpoints, *self.right.breakpoints})
        return [point["x"] for point in points_of_every_sort({"x": ends}, kinks)]

    def require_agreement(self, points: Iterable[Fraction]) -> None:
        """Run the Python functions on numbers; raise an error where a form has another value."""
        places = list(points)
        for function, form in self.traced:
            for x in places:
                found = _value(function, x)
                if found != form(x):
                    raise TheoremChecksError(
                        f"Traced for all x, the function is {form!r}, which is {form(x)} at"
                        f" x = {x}; run on this number it gives {found}. It computes otherwise on"
                        " numbers."
                    )


def _value(function: Callable[[Any], Any], x: Fraction) -> Fraction:
    """What a Python function gives at a number."""
    try:
        value = function(x)
    except Exception as error:
        raise TheoremChecksError(
            f"The function was traced for all x, but run on x = {x} it raises"
            f" {type(error).__name__}: {error}"
        ) from error
    return value(x) if isinstance(value, PiecewiseLinear) else exact_rational(value, "f(x)")


def _decided(sides: _Sides, sign: str, ends: Ends, x: Fraction | None) -> Evidence:
    """PROVED if there is no point x of violation, else REFUTED there."""
    low, high = ends
    left, right = sides.left, sides.right
    tested = []
    if sides.traced:
        points = sides.points(ends) if x is None else [x]
        sides.require_agreement(points)
        name = f"the functions themselves at {len(points)} rational points"
        tested = [Route.testing(name, Engine.FRACTIONS)]
    scope = f"all x in [{'-oo' if low is None else low}, {'oo' if high is None else high}]"
    more: dict[str, Any] = {"scope": scope, "kind": Kind.SOLVER, "routes": (_ROUTE, *tested)}
    more["figures"] = {"breakpoints": sorted({*left.breakpoints, *right.breakpoints})}
    if x is None:
        rule = "prove_piecewise_equal" if sign == "=" else "prove_piecewise_at_most"
        return concluded(Evidence.proved(**more), _said(sides, sign, ends), rule)
    found = f"{left(x)} {'<' if left(x) < right(x) else '>'} {right(x)}"
    return Evidence.refuted(Counterexample({"x": x}, f"f(x) {sign} g(x)", found), **more)


def _said(sides: _Sides, sign: str, ends: Ends) -> ForReals:
    """The claim as data: what the functions compute, not their unique forms."""
    x = next((side for side in sides.given if isinstance(side, Term)), None)
    x = reals(variables(x)[0] if x is not None and variables(x) else "x")
    left, right = (_as_term(side, x) for side in sides.given)
    low, high = ends
    within = [] if low is None else [x >= low]
    within += [] if high is None else [x <= high]
    return ForReals(left == right if sign == "=" else left <= right, tuple(within))


def _as_term(side: Function, x: Term) -> Term:
    if isinstance(side, PiecewiseLinear):
        return side(x)  # a form, in which no author's code is left
    found = traced(side, x) if callable(side) else side
    return found if isinstance(found, Term) else constant(found)


def _landmarks(gap: PiecewiseLinear, ends: Ends) -> list[Fraction]:
    """The breakpoints in an interval and its finite ends, in order; 0 if there is none."""
    finite = {end for end in ends if end is not None}
    inside = {x for x in gap.breakpoints if is_in(x, ends)}
    return sorted(finite | inside) or [Fraction(0)]


def _candidates(gap: PiecewiseLinear, ends: Ends) -> Iterator[Fraction]:
    """Points of an interval, simple ones first, at one of which gap = 0 fails if it fails at all.

    The same for gap <= 0. Between two landmarks the gap is linear, so that a failure shows at
    one of them; beyond the outer ones, just past the place where its sign changes.
    """
    simple = [Fraction(n) for n in (0, 1, -1, 2, -2)]
    landmarks = _landmarks(gap, ends)
    first, last = landmarks[0], landmarks[-1]
    left, right = gap.slope_near(first), gap.slope_near(last + 1)
    beyond = [first - gap(first) / left - 1] if left else []
    beyond += [last - gap(last) / right + 1] if right else []
    return (x for x in (*simple, *landmarks, *beyond) if is_in(x, ends))


def _ends(on: Interval) -> Ends:
    if on is None:
        return None, None
    if not isinstance(on, tuple | list) or len(on) != 2:
        raise ArgumentError("on", on, "an interval (low, high), None for an end at infinity")
    low, high = (None if end is None else exact_rational(end, "on") for end in on)
    if low is not None and high is not None and low > high:
        raise ArgumentError("on", on, "an interval with low <= high")
    return low, high


def _piecewise(f: Function) -> PiecewiseLinear:
    """The function in its unique form, by running its definition on the function x."""
    if isinstance(f, Term):
        return _from_term(f)
    if callable(f) and not isinstance(f, PiecewiseLinear):
        return as_piecewise(traced(f, identity_function()))
    return as_piecewise(f)


def _from_term(term: Term) -> PiecewiseLinear:
    def combine(node: Node, parts: list[Any]) -> Any:
        if node.op == "variable":
            return identity_function()
        if node.op == "constant":
            return as_piecewise(node.args[0])
        if node.op not in _OPERATIONS:
            raise ArgumentError(
                "term", term, f"only {', '.join(_OPERATIONS)}", "A branch may jump."
            )
        return _OPERATIONS[node.op](*parts)

    return fold(term, combine)


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "max": PiecewiseLinear.maximum,
    "min": PiecewiseLinear.minimum,
}
