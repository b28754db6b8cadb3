"""Means of suprema at an instance: the mean over all choices of signs, held against a bound."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from flint import arb, ctx

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.moments.enumeration import expectation_at
from theorem_checks.solving.ball_expressions import ball_function, shown_apart
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.moments.laws import Rademacher
from theorem_checks.statements.moments.statistics import contract
from theorem_checks.statements.moments.tensors import matrix_of
from theorem_checks.statements.normal_means import UNIT
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.suprema import BallMean, MaximumMean
from theorem_checks.statements.values.evaluation import evaluate
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["exceeds_bound"]

_MOST = 10  # signs, of which each choice is tried
_BITS = 128


def exceeds_bound(said: MaximumMean | BallMean, constants: Mapping[str, Any]) -> Difference | None:
    """What is wrong with a bound on a mean over random signs; None if nothing is seen.

    **Raises** `NoExactValueError` for other laws, several random tensors, and many signs.
    """
    rows = _coefficients(said, constants)
    choices = list(product((1, -1), repeat=len(rows[0])))
    total = arb(0)
    with ctx.workprec(_BITS):
        for signs in choices:
            values = [sum(e * x for e, x in zip(signs, row, strict=True)) for row in rows]
            if isinstance(said, MaximumMean):
                total += as_ball(Fraction(max(values)))
            else:
                total += as_ball(Fraction(sum(x * x for x in values))).sqrt()
        found = total / len(choices)
        try:
            if isinstance(said, BallMean):
                found = found * ball_function(said.radius)({})  # pyright: ignore[reportArgumentType]
            bound = ball_function(said.most)({})  # pyright: ignore[reportArgumentType]
        except (ArgumentError, KeyError) as error:
            raise NoExactValueError(str(error)) from None
        if not bound.is_finite():
            raise NoExactValueError(f"{said.most} is no number that is known")
        if not found > bound:
            return None
        return Difference(*shown_apart(bound, found), "the mean is more")


def _coefficients(
    said: MaximumMean | BallMean, constants: Mapping[str, Any]
) -> list[list[Fraction]]:
    """What each sign is multiplied by in each entry: the mean of the entry times the sign."""
    drawn = [tensor for tensor in said.entries.tensors if tensor.law is not None]
    if len(drawn) != 1 or drawn[0].law != Rademacher() or len(drawn[0].shape) != 1:
        raise NoExactValueError("a column that is not linear in one vector of random signs")
    (tensor,) = drawn
    n, count = int(tensor.shape[0]), int(said.count)
    if n > _MOST or any(_degree(m) != 1 for m in said.entries.terms):
        raise NoExactValueError(f"{n} signs")
    sign = matrix_of(tensor)
    rows = []
    for unit in range(count):
        row = []
        for i in range(n):
            times = said.entries * contract("i", sign, at={"i": sp.Integer(i)})
            found = evaluate(expectation_at(times, {UNIT: unit}, constants), {})
            if not isinstance(found, Fraction):
                raise NoExactValueError(f"{found} is irrational")
            row.append(found)
        rows.append(row)
    return rows


def _degree(monomial: Any) -> int:
    return sum(edge.tensor.law is not None for network in monomial for edge in network)
