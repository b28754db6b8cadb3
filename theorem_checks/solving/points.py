"""A formula by exact evaluation at points that are drawn: a test beside what a solver says."""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

from theorem_checks.statements.reals.evaluation import UndefinedError, evaluate
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
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    route = Route.testing("exact values at points", Engine.FRACTIONS)
    met = 0
    for _ in range(_POINTS):
        point = {n: _NUMBERS[source.randint(-9, 60), source.choice(_BOTTOMS)] for n in names}
        try:
            if not all(evaluate(formula, point) for formula in assumed):
                continue
        except UndefinedError:
            continue
        met += 1
        if not _is_true(claim, point):
            found = Counterexample(point, formula_text(claim), latex=formula_latex(claim))
            return Evidence.refuted(found, routes=(route,))
    return Evidence.holds("at points", routes=(route,), figures={"points": met})


def _is_true(claim: Formula, point: Mapping[str, Fraction]) -> bool:
    try:
        return evaluate(claim, point)
    except UndefinedError:
        return False
