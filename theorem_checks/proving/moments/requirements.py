"""Under which values of its symbols a statistic means something: sizes, indices, laws."""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Boolean

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.formulas import condition
from theorem_checks.statements.moments.networks import fixed_vertices
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.values.points import Domain
from theorem_checks.verdicts.seals import Condition

__all__ = ["meets_somewhere", "requirements"]

_TRIES = 50  # random points, where no small one meets the conditions


def requirements(*statistics: Statistic) -> dict[Boolean, Condition]:
    """What is needed, where the symbols' assumptions do not say so.

    Sizes are integers from 0 on; a fixed index is an integer from 0 on, below its dimension; and
    there is a law of the stated moments.

    **Raises** `ArgumentError` for what no values meet.
    """
    sizes = sorted({size for statistic in statistics for size in statistic.sizes}, key=str)
    placed = dict.fromkeys(p for s in statistics for m in s.terms for p in fixed_vertices(m))
    counted = dict.fromkeys([*sizes, *(label for _, label in placed)])
    stated = [pair for value in counted for pair in _counts(value)]
    stated += [(sp.Gt(size, label), f"{size} > {label}") for size, label in placed]
    laws = dict.fromkeys(t.law for s in statistics for t in s.tensors if t.law is not None)
    stated += [(formula, str(formula)) for law in laws for formula in law.conditions]
    found: dict[Boolean, Condition] = {}
    for formula, text in stated:
        if formula == sp.false:
            raise ArgumentError("statistic", statistics[0], f"sizes and indices with {text}")
        if formula != sp.true and formula not in found:
            found[formula] = condition(formula, text)
    return found


def meets_somewhere(needed: Mapping[Boolean, Condition], symbols: Sequence[sp.Symbol]) -> bool:
    """Whether some small values of the symbols meet the conditions."""
    if not needed:
        return True
    concerned = [s for s in symbols if any(s in formula.free_symbols for formula in needed)]
    domain = Domain(concerned, list(needed))
    points = itertools.chain(domain.small_points(), domain.random_points(_TRIES, random.Random(0)))  # noqa: S311
    return next(points, None) is not None


def _counts(value: sp.Expr) -> Iterator[tuple[Any, str]]:
    """That a value is an integer from 0 on, as far as it is not known."""
    if value.is_integer is not True:
        yield sp.Eq(sp.floor(value), value), f"{value} is an integer"
    if value.is_nonnegative is not True:
        yield sp.Ge(value, 0), f"{value} >= 0"
