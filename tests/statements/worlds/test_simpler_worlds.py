"""What is simpler than what was drawn, one number or array after the other."""

from fractions import Fraction

from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.simpler_worlds import simpler, smaller


def made(world):
    d, a = world.size("d", least=0), world.number("a", positive=True)
    return d, a, world.array("u", d), world.array("n")


def test_entries_are_zeros_then_one_then_ones_then_small():
    world = Concrete({"d": 3, "a": 1})
    made(world)
    found = []
    for other in simpler(world):
        made(other)
        found.append(list(elements_of(other.arrays["u"])))
    drawn = list(elements_of(world.arrays["u"]))
    assert found[:5] == [[0, 0, 0], [1, 0, 0], [1, 1, 1], [1, 2, 3], drawn]


def test_of_no_entries_and_of_what_is_simplest_there_is_nothing_simpler():
    world = Concrete({"d": 0, "a": 1})
    made(world)
    for other in simpler(world):
        made(other)
        assert other.arrays["u"].shape == (0,)
    least = Concrete({"d": 0, "a": 1}, given={"n": world.arrays["n"] * 0})
    made(least)
    assert list(simpler(least)) == []


def test_numbers_stay_in_their_range():
    world = Concrete({"d": 1, "a": Fraction(7, 3)})
    made(world)
    found = []
    for other in simpler(world):
        made(other)
        found.append(other.numbers["a"])
    assert {0, -1}.isdisjoint(found)
    assert found[:3] == [1, 2, Fraction(1, 2)]


def test_smaller_sizes_begin_at_the_least():
    world = Concrete({"d": 2, "a": 1})
    made(world)
    found = []
    for other in smaller(world):
        made(other)
        found.append(other.numbers["d"])
    assert found == [0, 1]
