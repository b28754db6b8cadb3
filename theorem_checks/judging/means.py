"""Means in a concrete world, by the law of what is random there."""

from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.judging.normal_means import differs_from_formula
from theorem_checks.judging.sides import differing
from theorem_checks.proving.moments.enumeration import expectation_at
from theorem_checks.proving.moments.expectations import expectation
from theorem_checks.proving.moments.placements import BudgetExceededError
from theorem_checks.statements.conclusions import Mean, UniqueMinimum
from theorem_checks.statements.layers import SecondMoment
from theorem_checks.statements.moments.laws import IID, Gaussian
from theorem_checks.statements.moments.powers import Word
from theorem_checks.statements.moments.statistics import Statistic, as_statistic, entry, trace
from theorem_checks.statements.moments.tensors import (
    ConstantVector,
    MatrixExpression,
    RandomMatrix,
    identity,
)
from theorem_checks.statements.normal_means import UNIT, NormalMean, UnitsMean
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.suprema import RowsWithin
from theorem_checks.statements.terms import term
from theorem_checks.statements.values.evaluation import rational_value
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete

__all__ = [
    "longer_row",
    "mean_not_within",
    "not_least",
    "other_mean",
    "other_mean_over_units",
    "other_normal_mean",
    "other_second_moment",
]

_LAYERS = 3  # random ones that are multiplied out
_LETTERS = 40  # in a product of words that are multiplied out
_STEPS = 20_000  # of a mean by enumeration


def other_mean(conclusion: Mean, world: Concrete) -> Difference | None:
    """A mean that is not the one claimed, by enumeration of placements."""
    found, claimed = (
        expectation_at(side, {}, world.constants) if isinstance(side, Statistic) else side
        for side in (conclusion.statistic, conclusion.formula)
    )
    return differing(claimed, found, "means")


def other_normal_mean(conclusion: NormalMean, _world: Concrete) -> Difference | None:
    """A mean over normal numbers that is not the one claimed."""
    rows = tuple(tuple(rational_value(term(c)) for c in row) for row in conclusion.covariance)
    return differs_from_formula(conclusion, [rows])


def other_mean_over_units(conclusion: UnitsMean, world: Concrete) -> Difference | None:
    """By the covariance in each unit, multiplied out."""
    units = int(rational_value(term(conclusion.units)))
    products = [[one * other for other in conclusion.forms] for one in conclusion.forms]
    found = []
    for unit in range(units):
        at = {UNIT: unit}
        means = [[expectation_at(p, at, world.constants) for p in row] for row in products]
        found.append(tuple(tuple(map(rational_value, row)) for row in means))
    return differs_from_formula(conclusion, found)


def longer_row(conclusion: RowsWithin, world: Concrete) -> Difference | None:
    """A row that is longer than the radius claimed."""
    radius = rational_value(term(conclusion.radius))
    for row in range(int(rational_value(term(conclusion.count)))):
        square = expectation_at(conclusion.entries, {UNIT: row}, world.constants)
        if radius < 0 or rational_value(square) > radius**2:
            return Difference(f"at most {radius}^2", str(square), f"row {row} is longer")
    return None


def other_second_moment(conclusion: SecondMoment, world: Concrete) -> Difference | None:
    """By brute force, of a few entries of E h h^T at x = (1, 2, ...)."""
    names = conclusion.sizes, conclusion.variances
    if missing := [name for name in names if name not in world.sequences]:
        raise ArgumentError("sizes", missing, "sequences of the world")
    sizes, variances = (world.sequences[name] for name in names)
    depth = int(rational_value(term(conclusion.depth)))
    if not 1 <= depth <= _LAYERS:
        raise NoExactValueError(f"too many layers to be multiplied out: {depth}")
    rows = [rational_value(term(sizes[layer])) for layer in range(depth + 1)]
    if any(value.denominator > 1 or value < 1 for value in rows):
        raise NoExactValueError("sizes that are no positive integers")
    n = [int(value) for value in rows]
    state: Any = ConstantVector("x", n[0])
    for layer in range(1, depth + 1):
        law = IID(moments={1: 0, 2: term(variances[layer])})
        state = RandomMatrix(f"W{layer}", n[layer], n[layer - 1], law) @ state
    square = sum(k * k for k in range(1, n[0] + 1))
    constants = {"x": [[Fraction(k)] for k in range(1, n[0] + 1)]}
    for i, j in {(0, 0), (0, n[-1] - 1)}:
        try:
            entries = entry(state, i) * entry(state, j)
            found = expectation_at(entries, {}, constants, budget=_STEPS)
        except BudgetExceededError as error:
            raise NoExactValueError(str(error)) from None
        claimed = term(conclusion.scale) * square * int(i == j)
        if (wrong := differing(claimed, found, f"entries {i}, {j} of E h h^T")) is not None:
            return wrong
    return None


def mean_not_within(conclusion: MeanWithin, _world: Concrete) -> Difference | None:
    """A mean that is farther from a number than is claimed, with all powers multiplied out."""
    total = as_statistic(0)
    for coefficient, words in conclusion.statistic.at_numbers():
        if sum(int(f.exponent) for word in words for f in word.factors) > _LETTERS:
            raise NoExactValueError("a product of many matrices")
        product = as_statistic(coefficient)
        for word in words:
            product = product * trace(_multiplied_out(word))
        total = total + product
    found = rational_value(term(expectation(total)))
    about, within = (rational_value(term(side)) for side in (conclusion.about, conclusion.within))
    if abs(found - about) <= within:
        return None
    return Difference(f"{about} up to {within}", str(found), "the mean is farther from it")


def _multiplied_out(word: Word) -> MatrixExpression:
    """A word as a product of random matrices."""
    result: Any = None
    for factor in word.factors:
        matrix = factor.matrix
        one = RandomMatrix(matrix.name, matrix.rows, matrix.columns, Gaussian(matrix.variance))
        if not factor.exponent.is_Integer or factor.exponent < 0:
            raise NoExactValueError(f"the exponent {factor.exponent}")
        for _ in range(int(factor.exponent)):
            turned = one.T if factor.transposed else one
            result = turned if result is None else result @ turned
    return identity(word.factors[0].sides[0]) if result is None else result


def not_least(conclusion: UniqueMinimum, _world: Concrete) -> Difference | None:
    """A place where a mean, as a function of a number, is not least: by its derivatives there."""
    x, at = conclusion.variable, conclusion.at
    mean = sp.Poly(sp.expand(expectation_at(conclusion.statistic, {})), x)
    slopes = (mean.as_expr().diff(x, order) for order in (1, 2))
    slope, bend = (rational_value(slope.subs(x, at)) for slope in slopes)
    if slope == 0 and bend > 0:
        return None
    return Difference(str(at), f"slope {slope}, second derivative {bend} there", "not least there")
