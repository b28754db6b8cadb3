"""Late changes of equations and inequalities."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import sympy as sp

from theorem_checks.judging.late_changes.connectives import with_parts
from theorem_checks.judging.late_changes.late import SIZES, Late, added, changed_late
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Equal, Less
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.loewner import LoewnerAtMost


@changed_late.register
def _(conclusion: Equal, late: Late) -> Iterator[Conclusion]:
    changes = zip(added(conclusion.lhs, late), added(conclusion.rhs, late), strict=False)
    for turn, (one, other) in enumerate(changes, late.turn):
        yield replace(conclusion, lhs=one) if turn % 2 else replace(conclusion, rhs=other)


@changed_late.register(AtMost)
@changed_late.register(Less)
def _(conclusion: AtMost | Less, late: Late) -> Iterator[Conclusion]:
    left, right = conclusion.lhs, conclusion.rhs
    kind = type(conclusion)
    yield kind(left, right - (right - left + 1) * late.factor())


@changed_late.register
def _(conclusion: LoewnerAtMost, late: Late) -> Iterator[Conclusion]:
    """With at most A - I in place of B where the product is 1, and so A <= B is false."""
    left, right = cast(Any, conclusion.lhs), cast(Any, conclusion.rhs)
    if all(len(axis) == 1 for axis in right.axes):
        i, j = (axis[0].indices(n) for n, axis in enumerate(right.axes))
        if len(i) == len(j) == 1:
            one = SymbolicArray(right.axes, {(0, 0): delta(i[0], j[0])})
            yield LoewnerAtMost(left, right - (right - left + one) * late.factor())


@changed_late.register
def _(conclusion: Unequal, late: Late) -> Iterator[Conclusion]:
    left, right, factor = conclusion.lhs, conclusion.rhs, late.factor()
    if late.size is not None:
        factor = factor / factor.subs(late.size, late.first + SIZES)
    yield Unequal(left + (right - left) * factor, right)


@changed_late.register
def _(conclusion: Either, late: Late) -> Iterator[Conclusion]:
    """All of them at once, so that beyond the sizes that are tried not one is true."""
    parts = [_never(part, late) for part in conclusion.parts]
    if all(part is not None for part in parts):
        yield Either(tuple(part for part in parts if part is not None))


def _never(part: Conclusion, late: Late) -> Conclusion | None:
    """A conclusion that is the same at small sizes, and false at all others; None if not known.

    With the difference x of the sides and p >= 1 it says that x + p (1 + x^2) is 0, or less than
    that, which it is for no real x.
    """
    if isinstance(part, All):
        false = ((n, _never(inner, late)) for n, inner in enumerate(part.parts))
        found = next(((n, inner) for n, inner in false if inner is not None), None)
        return None if found is None else with_parts(part, dict([found]))
    if not isinstance(part, Equal | AtMost | Less):
        return None
    left, right = part.lhs, part.rhs
    if not all(isinstance(side, sp.Expr) and side.is_real for side in (left, right)):
        return None
    return replace(part, lhs=left + late.factor() * (1 + (left - right) ** 2))
