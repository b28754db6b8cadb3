"""A formula by exact evaluation at points that are drawn: a test beside what a solver says."""

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from theorem_checks.statements.reals.evaluation_at_many import Column, true_at
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.statements.reals.written import formula_latex, formula_text
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["at_points"]

_SEED = 20_000_003  # fixed, so that a verdict is the same every time
_POINTS = 200
_BOTTOMS = (1, 7, 60)
_NUMBERS = {(top, bottom): Fraction(top, bottom) for top in range(-9, 61) for bottom in _BOTTOMS}


def at_points(claim: Formula, assumed: Sequence[Formula], names: Sequence[str]) -> Evidence:
    """What a claim is at points that meet what is assumed, if any is met.

    **Arguments**: `names`, the variables of claim and assumptions.

    **Returns** Evidence: HOLDS with the number of `points` that were met, which may be 0, among
    its figures; REFUTED by the first at which the claim is false, or undefined.
    """
    route = Route.testing("exact values at points", Engine.FRACTIONS)
    drawn = _drawn(len(names))
    columns = {name: Column.of(*column) for name, column in zip(names, drawn, strict=True)}
    met = np.arange(_POINTS)
    for formula in assumed:
        if len(met):
            true = true_at(formula, columns, len(met))
            if not true.all():
                met, columns = met[true], {name: c.at(true) for name, c in columns.items()}
    wrong = met[~true_at(claim, columns, len(met))] if len(met) else met
    if len(wrong):
        first = wrong[0]
        each = zip(names, drawn, strict=True)
        point = {name: _NUMBERS[tops[first], bottoms[first]] for name, (tops, bottoms) in each}
        found = Counterexample(point, formula_text(claim), latex=formula_latex(claim))
        return Evidence.refuted(found, routes=(route,))
    return Evidence.holds("at points", routes=(route,), figures={"points": len(met)})


@cache
def _drawn(count: int) -> tuple[tuple[list[int], list[int]], ...]:
    """Numerators and denominators of so many variables at the points, drawn point by point."""
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    drawn = [(source.randint(-9, 60), source.choice(_BOTTOMS)) for _ in range(_POINTS * count)]
    each = (drawn[place::count] for place in range(count))
    return tuple(([top for top, _ in one], [bottom for _, bottom in one]) for one in each)
