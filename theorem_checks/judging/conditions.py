"""Conditions of a proof: each has to follow from what the statement says of its symbols."""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from theorem_checks.errors import TheoremChecksError
from theorem_checks.proving.arithmetic import arithmetic
from theorem_checks.proving.signs import prove_sign
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Implies, Less
from theorem_checks.statements.formulas import formula_of
from theorem_checks.statements.hypotheses import Unequal
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route
from theorem_checks.verdicts.seals import Condition

__all__ = ["discharged"]


def discharged(condition: Condition, hypotheses: Sequence[Conclusion]) -> Evidence | None:
    """Evidence that a condition holds for all values that the hypotheses allow; None if unknown.

    What is decided are signs: that an expression is not 0, positive, or nonnegative.
    """
    formula: Any = formula_of(condition)
    if formula == sp.true:  # as SymPy sees by the sorts of the symbols
        route = Route.deciding("the sorts of the symbols", Engine.SYMPY)
        return Evidence.proved("all values of the symbols", routes=(route,))
    least = _least_values(hypotheses)
    difference: Any = getattr(formula, "lhs", 0) - getattr(formula, "rhs", 0)
    if isinstance(formula, sp.Ne):
        found = (prove_sign(sign * difference, strict=True, least=least) for sign in (1, -1))
    elif isinstance(formula, sp.Gt | sp.Ge):
        strict = isinstance(formula, sp.Gt)
        found = (prove_sign(difference, strict=strict, least=least),)
    elif isinstance(formula, sp.Lt | sp.Le):
        strict = isinstance(formula, sp.Lt)
        found = (prove_sign(-difference, strict=strict, least=least),)
    else:
        return None
    by_sign = (e for e in found if e.verdict is Verdict.PROVED and not e.conditions)
    found_by_sign = next(by_sign, None)
    if found_by_sign is not None:
        return found_by_sign
    return _by_arithmetic(difference, formula, hypotheses)


def _by_arithmetic(
    difference: sp.Expr, formula: Any, hypotheses: Sequence[Conclusion]
) -> Evidence | None:
    """Evidence that a number is not 0 where all hypotheses hold that are relations of numbers.

    Without any, it is asked of sums over ranges, whose signs arithmetic knows.
    """
    relations = tuple(h for h in hypotheses if isinstance(h, AtMost | Less))
    if not isinstance(formula, sp.Ne) or not (relations or difference.has(sp.Sum)):
        return None
    wanted = Unequal(difference, 0)
    try:
        found = arithmetic(Implies(All(relations), wanted) if relations else wanted)
    except TheoremChecksError:  # numbers that are not known to be real
        return None
    return found if found.verdict is Verdict.PROVED else None


def _least_values(hypotheses: Sequence[Conclusion]) -> dict[sp.Symbol, sp.Expr]:
    """The least values that hypotheses give to symbols."""
    return {
        hypothesis.rhs: hypothesis.lhs
        for hypothesis in hypotheses
        if isinstance(hypothesis, AtMost | Less)
        and isinstance(hypothesis.rhs, sp.Symbol)
        and isinstance(hypothesis.lhs, sp.Rational)
    }
