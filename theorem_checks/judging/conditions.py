"""Conditions of a proof: each has to follow from what the statement says of its symbols."""

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from theorem_checks.errors import TheoremChecksError
from theorem_checks.proving.inequalities.signs import prove_sign
from theorem_checks.proving.rules.arithmetic import arithmetic
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Implies, Less
from theorem_checks.statements.formulas import formula_of, relation_of
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
    sides = relation_of(condition)
    found = None if sides is None else _by_sign(*sides, _least_values(hypotheses))
    if found is not None:
        return found
    if formula_of(condition) == sp.true:  # as SymPy sees by the sorts of the symbols
        route = Route.deciding("the sorts of the symbols", Engine.SYMPY)
        return Evidence.proved("all values of the symbols", routes=(route,))
    if sides is None or sides[0] is not sp.Ne:
        return None
    return _by_arithmetic(sides[1] - sides[2], hypotheses)


def _by_sign(
    relation: Any, left: Any, right: Any, least: Mapping[sp.Symbol, sp.Expr]
) -> Evidence | None:
    """Evidence that a relation holds, by the coefficients of the difference of its sides."""
    strict = relation in (sp.Ne, sp.Gt, sp.Lt)
    signs = {sp.Ne: (1, -1), sp.Gt: (1,), sp.Ge: (1,), sp.Lt: (-1,), sp.Le: (-1,)}
    for sign in signs.get(relation, ()):
        try:
            found = prove_sign(sign * (left - right), strict=strict, least=least)
        except TheoremChecksError:  # no numbers of which it knows the sign
            return None
        if found.verdict is Verdict.PROVED and not found.conditions:
            return found
    return None


def _by_arithmetic(difference: sp.Expr, hypotheses: Sequence[Conclusion]) -> Evidence | None:
    """Evidence that a number is not 0 where all hypotheses hold that are relations of numbers.

    Without any, it is asked of sums over ranges, whose signs arithmetic knows.
    """
    relations = tuple(h for h in hypotheses if isinstance(h, AtMost | Less))
    if not relations and not difference.has(sp.Sum):
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
