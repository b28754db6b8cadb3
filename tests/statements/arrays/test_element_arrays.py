"""Functions of arrays of rational numbers: which arrays they are of."""

from fractions import Fraction

import pytest

from theorem_checks import ArgumentError, UndecidedQuestionError, norm_inf
from theorem_checks.errors import DivisionByZeroError
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS


@pytest.mark.parametrize("axes", [0, 2])
def test_the_largest_absolute_value_is_of_vectors_alone(axes: int):
    X = Concrete({}, 0).array("X", *(2 for _ in range(axes)))
    with pytest.raises(UndecidedQuestionError, match="norm_inf of an array"):
        norm_inf(X)


def test_a_sum_along_an_axis_is_of_vectors_and_matrices_alone():
    w = Concrete({}, 0)
    X, A, x = w.array("X", 2, 2, 2), w.array("A", 2, 3), w.array("x", 2)
    for axis in range(3):
        with pytest.raises(ArgumentError, match="a vector or a matrix"):
            X.sum(axis=axis)
    assert [A.sum(axis=axis).shape for axis in (0, 1, None)] == [(3,), (2,), ()]
    assert (x.sum(axis=0) - x.sum()).shape == ()


@pytest.mark.parametrize(
    ("above", "below", "told"),
    [([1, 2], [1, 0], "2 / 0"), ([Fraction(1, 2)], 0, r"\(1/2\) / 0")],
)
def test_a_division_by_0_is_told_in_numbers(above, below, told):
    one, other = RATIONALS.array(above), RATIONALS.array(below)
    with pytest.raises(DivisionByZeroError, match=rf"^{told} has no value: it divides by 0\.$"):
        _ = one / other
