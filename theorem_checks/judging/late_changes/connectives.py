"""Late changes of statements that are made of others."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import sympy as sp

from theorem_checks.judging.late_changes.late import Late, changed_late
from theorem_checks.statements.arrays.index_expressions import Scalar
from theorem_checks.statements.classes import ForFunctions
from theorem_checks.statements.conclusions import (
    All,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    SameOutputs,
)

__all__ = ["with_parts"]


@changed_late.register
def _(conclusion: All, late: Late) -> Iterator[Conclusion]:
    parts = conclusion.parts
    for place, part in enumerate(parts):
        for changed in changed_late(part, replace(late, turn=place)):
            yield All((*parts[:place], changed, *parts[place + 1 :]))


@changed_late.register
def _(conclusion: Implies, late: Late) -> Iterator[Conclusion]:
    if _is_false(conclusion.body):  # that nothing meets the hypothesis
        if isinstance(same := conclusion.hypothesis, SameOutputs):
            yield Implies(SameOutputs(same.one, same.one), conclusion.body)
        return
    for body in changed_late(conclusion.body, late.under(conclusion.hypothesis)):
        yield Implies(conclusion.hypothesis, body)


def _is_false(conclusion: Conclusion) -> bool:
    """Whether a conclusion is false of all things: it says 0 = 1, or the like."""
    sides = [getattr(conclusion, side, None) for side in ("lhs", "rhs")]
    numbers = [side.value if isinstance(side, Scalar) else side for side in sides]
    if not isinstance(conclusion, Equal) or not all(isinstance(n, sp.Number) for n in numbers):
        return False
    return numbers[0] != numbers[1]


@changed_late.register
def _(conclusion: ForAll, late: Late) -> Iterator[Conclusion]:
    own = replace(late, size=conclusion.variable, first=conclusion.start)
    for body in changed_late(conclusion.body, own):
        yield ForAll(conclusion.variable, conclusion.start, body)


@changed_late.register
def _(conclusion: ForFunctions, late: Late) -> Iterator[Conclusion]:
    for body in changed_late(conclusion.body, late):
        yield replace(conclusion, body=body)


def with_parts(conclusion: All, changed: Mapping[int, Conclusion]) -> All:
    """The same conclusions together, with others at some places."""
    return All(tuple(changed.get(n, part) for n, part in enumerate(conclusion.parts)))
