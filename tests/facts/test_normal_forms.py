"""The mean over units of a layer is that of normal numbers in the same order, and of no others."""

import pytest
import sympy as sp

from theorem_checks import ArgumentError, apply_fact
from theorem_checks.facts.normal_forms import NORMAL_FORMS
from theorem_checks.statements.moments.laws import Gaussian
from theorem_checks.statements.moments.tensors import ConstantVector, RandomMatrix
from theorem_checks.statements.normal_means import NormalMean, units_mean

m, d = sp.symbols("m d", integer=True, positive=True)
a, b, c = sp.symbols("a b c", real=True)
UNITS = units_mean(
    lambda p, q: p**2 * q / m,
    [
        RandomMatrix("W", m, d, Gaussian(1)) @ ConstantVector("x", d),
        RandomMatrix("V", m, d, Gaussian(1)) @ ConstantVector("y", d),
    ],
    0,
)
p, q = UNITS.numbers
COVARIANCE = ((a, c), (c, b))


def test_a_mean_of_the_same_function_of_the_same_numbers_is_that_over_the_units():
    mean = NormalMean(p**2 * q, (p, q), COVARIANCE, 0)
    assert apply_fact(NORMAL_FORMS, {"units": UNITS, "mean": mean}).is_sealed


@pytest.mark.parametrize(
    "other",
    [
        NormalMean(p**2 * q, (q, p), COVARIANCE, 0),
        NormalMean(q**2 * p, (p, q), COVARIANCE, 0),
        NormalMean(p**2 * q, (p, q), COVARIANCE, 1),
    ],
    ids=["numbers in another order", "another function", "another mean"],
)
def test_a_mean_of_anything_else_is_none(other: NormalMean):
    with pytest.raises(ArgumentError, match="the mean of the same function"):
        apply_fact(NORMAL_FORMS, {"units": UNITS, "mean": other})
