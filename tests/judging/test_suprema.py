"""Means of suprema at an instance, over all choices of signs."""

import pytest
import sympy as sp

from theorem_checks import RandomMatrix, RandomVector
from theorem_checks.judging.suprema import exceeds_bound
from theorem_checks.statements.moments.laws import Rademacher
from theorem_checks.statements.moments.tensors import ConstantMatrix
from theorem_checks.statements.suprema import BallMean, MaximumMean
from theorem_checks.statements.values.radicals import NoExactValueError

S = RandomVector("s", 2, Rademacher())
A = ConstantMatrix("A", 3, 2)
CONSTANTS = {"A": [[3, 0], [0, 1], [-2, 2]]}


def test_a_bound_is_held_against_the_mean_over_all_signs():
    column = A @ S
    mean = sp.Rational(3 + 3 + 4 + 0, 4)  # at ++, +-, -+, --
    assert exceeds_bound(MaximumMean(column, mean), CONSTANTS) is None
    assert exceeds_bound(MaximumMean(column, mean - sp.Rational(1, 1000)), CONSTANTS) is not None


def test_a_bound_over_a_ball_is_held_against_the_mean_length():
    column = A @ S
    mean = (sp.sqrt(10) + sp.sqrt(26)) / 2
    little = sp.Rational(1, 10**9)
    assert exceeds_bound(BallMean(column, 3, 3 * mean + little), CONSTANTS) is None
    assert exceeds_bound(BallMean(column, 3, 3 * mean - little), CONSTANTS) is not None


@pytest.mark.parametrize(
    "column",
    [
        (S @ S.T) @ (A.T @ A) @ S,
        A @ RandomVector("g", 2),
        A @ RandomMatrix("R", 2, 2, Rademacher()) @ S,
        ConstantMatrix("A", 1, 11) @ RandomVector("s", 11, Rademacher()),
    ],
    ids=["of the third degree", "normal numbers", "two random tensors", "many signs"],
)
def test_what_is_not_linear_in_a_few_random_signs_decides_nothing(column):
    with pytest.raises(NoExactValueError):
        exceeds_bound(MaximumMean(column, -1), CONSTANTS)
