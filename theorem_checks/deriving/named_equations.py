"""Equations that are told by a name: they were decided without it, and are derived so."""

from dataclasses import replace

import sympy as sp

from theorem_checks.statements.arrays.index_expressions import IndexExpression
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.named_equal import NamedEqual
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["by_its_engine"]

READING = "reading"
"""The rule by which an equation has a name that was decided without it."""


def by_its_engine(evidence: Evidence, said: Conclusion) -> Evidence:
    """The evidence of an equation with a name by what decided it without; of others as it is."""
    if evidence.rule != READING or not isinstance(said, NamedEqual):
        return evidence
    return replace(evidence, rule=_engine_of(said))


def _engine_of(said: NamedEqual) -> str:
    """The engine that decides an equation of such sides; see `prove`."""
    sides = said.lhs, said.rhs
    if isinstance(said.lhs, SymbolicArray):
        return "prove_equal_arrays"
    if any(isinstance(side, IndexExpression) for side in sides):
        return "prove_index_identity"
    has_range = any(isinstance(side, sp.Expr) and side.has(sp.Sum, sp.Product) for side in sides)
    return "prove_ranges" if has_range else "prove_identity"
