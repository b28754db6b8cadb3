"""Means of functions of normal numbers at an instance, held against balls."""

from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks.judging.normal_means import differs_from_formula
from theorem_checks.statements.normal_means import NormalMean
from theorem_checks.statements.values.radicals import NoExactValueError

Z = sp.Symbol("z", real=True)
ROWS = ((sp.Integer(1),),)


@pytest.mark.parametrize("formula", [sp.zeta(3), sp.Symbol("a", real=True)])
def test_a_formula_of_which_no_ball_is_known_decides_nothing(formula):
    said = NormalMean(Z**2, (Z,), ROWS, formula)
    with pytest.raises(NoExactValueError):
        differs_from_formula(said, [((Fraction(1),),)])


@pytest.mark.parametrize(
    ("relation", "formula", "is_wrong"),
    [
        *(("=", 1, False), ("=", 2, True)),
        *(("<=", 2, False), ("<=", sp.Rational(1, 2), True)),
        *((">=", sp.Rational(1, 2), False), (">=", 2, True)),
    ],
)
def test_a_mean_is_held_against_its_formula(relation, formula, is_wrong):
    said = NormalMean(Z**2, (Z,), ROWS, sp.sympify(formula), relation)
    assert (differs_from_formula(said, [((Fraction(1),),)]) is not None) is is_wrong
