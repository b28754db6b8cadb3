"""Arrays that meet the equations that a statement assumes of them."""

import pytest

from theorem_checks import Equal
from theorem_checks.judging.equations import arrays_that_meet
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.conclusions import Implies
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS


def world(arrays):
    return Concrete({}, 0, spread=2, given=arrays)


def test_an_equation_of_an_array_is_solved_for_it():
    def make(w):
        a = w.array("a", 2)
        return Implies(Equal(a + a, RATIONALS.array([4, 6])), Equal(0, 1))

    arrays = arrays_that_meet(make, world)
    assert arrays is not None
    assert elements_of(arrays["a"]).tolist() == [2, 3]


@pytest.mark.parametrize("sizes", [(2, 3), (3, 2), (1, 2), (2, 1)])
def test_arrays_of_other_sizes_meet_no_equation(sizes):
    def make(w):
        a, b = (w.array(name, size) for name, size in zip("ab", sizes, strict=True))
        return Implies(Equal(a, b), Equal(0, 1))

    assert arrays_that_meet(make, world) is None
