"""Under what a statement is made: inequalities as conclusions, and statements under them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    Joined,
    Less,
    Relation,
)

__all__ = ["Either", "Unequal", "hypothesis", "under"]


class Unequal(Relation):
    """Two numbers are not equal."""

    _sign = r"\ne"


@dataclass(frozen=True, eq=False)
class Either(Joined):
    """At least one of several conclusions."""

    @property
    def latex(self) -> str:  # noqa: D102
        return r" \;\text{or}\; ".join(part.latex for part in self.parts)


def hypothesis(formula: Any) -> Conclusion:
    """An inequality of SymPy's, or what joins several, as a conclusion."""
    if isinstance(formula, sp.Gt | sp.Ge):
        formula = formula.reversed
    kind = _KINDS.get(type(formula))
    if kind is not None:
        return kind(formula.lhs, formula.rhs)
    if isinstance(formula, sp.And | sp.Or):
        parts = tuple(hypothesis(part) for part in sorted(formula.args, key=sp.default_sort_key))
        return All(parts) if isinstance(formula, sp.And) else Either(parts)
    if isinstance(formula, sp.Not):
        return hypothesis(sp.to_nnf(formula))
    if formula in (sp.true, sp.false):
        return Equal(0, int(formula == sp.false))
    raise ArgumentError("formula", formula, "inequalities, joined by And, Or and Not")


def under(formulas: Iterable[Any], body: Conclusion) -> Conclusion:
    """A conclusion under hypotheses, the first one outermost."""
    for formula in reversed(list(formulas)):
        body = Implies(hypothesis(formula), body)
    return body


_KINDS: dict[type, type[Relation]] = {
    sp.Eq: Equal,
    sp.Ne: Unequal,
    sp.Lt: Less,
    sp.Le: AtMost,
}
