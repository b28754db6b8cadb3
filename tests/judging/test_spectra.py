"""What is shown of matrices that are not in the order that is claimed."""

import pytest

from theorem_checks.judging.spectra import not_ordered
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS


@pytest.mark.parametrize(
    ("lower", "upper", "difference"),
    [
        ([[1, 0], [0, 3]], [[2, 0], [0, 2]], "[[1, 0], [0, -1]]"),
        ([[1, 0], [0, 1]], [[2, 1], [0, 2]], "[[1, 1], [0, 1]]"),
        ([[1, 2], [2, 1]], [[1, 4], [4, 1]], "[[0, 2], [2, 0]]"),
    ],
    ids=["smaller in one direction", "not symmetric", "with a zero on the diagonal"],
)
def test_the_difference_of_matrices_out_of_order_is_shown(lower, upper, difference):
    found = not_ordered(LoewnerAtMost(*map(RATIONALS.array, (lower, upper))), Concrete({}))
    assert isinstance(found, Difference)
    assert str(found.found).replace("'", "") == difference


def test_matrices_in_order_show_nothing():
    one = RATIONALS.array([[1, 0], [0, 1]])
    assert not_ordered(LoewnerAtMost(one, one), Concrete({})) is None
    assert not_ordered(LoewnerAtMost(one, one * 3), Concrete({})) is None
