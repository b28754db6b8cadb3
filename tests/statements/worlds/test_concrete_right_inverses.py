"""Right inverses that a world draws so that a hypothesis of them is met."""

from fractions import Fraction

import pytest

from theorem_checks import All, AtMost, Equal, Implies, proof_of, prove
from theorem_checks.errors import ArgumentError
from theorem_checks.judging.instances import is_met
from theorem_checks.judging.vacuity import vacuous_parts
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.values.elimination import right_inverse
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def says(_subject, w):
    r, d = w.size("r"), w.size("d")
    A = w.array("A", r, d)
    return Implies(Equal(A @ w.right_inverse("R", A), w.identity(r)), AtMost(r, d))


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([[2]], [[Fraction(1, 2)]]),
        ([[0, 0, 4]], [[0], [0], [Fraction(1, 4)]]),
        ([[0, 1, 5], [2, 0, 7]], [[0, Fraction(1, 2)], [1, 0], [0, 0]]),
        ([[1, 2], [2, 4]], None),
        ([[1], [2]], None),
        ([[0, 0]], None),
    ],
)
def test_rows_that_are_independent_have_a_right_inverse(rows, found):
    exact = [[Fraction(entry) for entry in row] for row in rows]
    assert right_inverse(exact) == found


def test_a_hypothesis_of_it_is_met_wherever_it_can_be():
    for r, d in ((1, 1), (1, 3), (2, 3), (3, 3)):
        world = Concrete({"r": r, "d": d}, 0)
        said = says(None, world)
        assert is_met(said.hypothesis, world)
        assert vacuous_parts(All((said,)), world) == frozenset()
    beyond = Concrete({"r": 3, "d": 2}, 0)
    said = says(None, beyond)
    assert not is_met(said.hypothesis, beyond)
    assert elements_of(beyond.arrays["R"]).shape == (2, 3)
    assert vacuous_parts(said, beyond) == {1}


def test_of_a_vector_it_is_one_with_which_it_makes_1():
    world = Concrete({}, 3)
    u = world.array("u", 4)
    v = world.right_inverse("v", u)
    assert elements_of(u @ v)[()] == 1


def test_nothing_is_assumed_of_it():
    world = Symbolic()
    r, d = world.size("r"), world.size("d")
    A = world.array("A", r, d)
    R = world.right_inverse("R", A)
    assert prove(Equal(A @ R, world.identity(r))).verdict == "REFUTED"
    assert world.given == []
    with pytest.raises(ArgumentError, match="a name that nothing else"):
        world.right_inverse("A", A)
    with pytest.raises(ArgumentError, match="a vector or a matrix"):
        world.right_inverse("B", world.array("C", r, d, r))


def test_what_is_false_of_it_is_refuted_where_the_hypothesis_is_met():
    def says_less(_subject, w):
        r, d = w.size("r"), w.size("d")
        A = w.array("A", r, d)
        return Implies(Equal(A @ w.right_inverse("R", A), w.identity(r)), AtMost(r + 1, d))

    assert proof_of(says_less)(None).verdict == "REFUTED"
