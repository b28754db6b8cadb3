"""Means of functions of normal numbers at an instance, held against balls around integrals."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_expressions import ball_function, shown_apart
from theorem_checks.solving.normal_enclosures import NoEnclosureError, enclosed_mean
from theorem_checks.statements.normal_means import NormalMean, UnitsMean
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["differs_from_formula"]

_BITS = 128


def differs_from_formula(
    said: NormalMean | UnitsMean, covariances: Sequence[tuple[tuple[Fraction, ...], ...]]
) -> Difference | None:
    """What is wrong with a mean, summed over units of these covariances; None if nothing is seen.

    **Raises** `NoExactValueError` where no ball around the mean or the formula is known.
    """
    integrand: Any = said.integrand
    formula: Any = said.formula
    if formula.is_real is False:
        return Difference(str(formula), "a real number", "the formula is no real number there")
    try:
        with ctx.workprec(_BITS):
            claimed: arb = ball_function(formula)({})
            means = (enclosed_mean(integrand, said.numbers, rows) for rows in covariances)
            found = sum(means, start=arb(0))
    except (NoEnclosureError, ArgumentError, KeyError) as error:
        raise NoExactValueError(str(error)) from None
    if not claimed.is_finite():
        raise NoExactValueError(f"{formula} is no number that is known")
    relation = said.relation if isinstance(said, NormalMean) else "="
    wrong = {"<=": found > claimed, ">=": found < claimed}.get(
        relation, not found.overlaps(claimed)
    )
    if not wrong:
        return None
    return Difference(*shown_apart(claimed, found), "the mean is another one")
