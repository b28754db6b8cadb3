"""What is simpler than what was drawn, one number or array after the other."""

from fractions import Fraction

from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.conclusions import AtMost
from theorem_checks.statements.drawn_sequences import Plain
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


def test_sequences_and_tables_of_any_values_have_simple_ones_of_their_sort():
    def drawn(world):
        x, L = world.sequence("x", positive=True), world.table("L")
        low = world.sequence("low", lambda low, t: AtMost(low[t], x[t]))
        return [x[0], x[1]], [L[0, 1], L[3, 2]], [low[0], low[1]]

    world = Concrete({})
    as_drawn = drawn(world)
    found = [(drawn(other), other.plain) for other in simpler(world)]
    assert [plain for _, plain in found] == [
        *({"x": values} for values in (Plain.ONES, Plain.COUNTED)),
        *({"L": values} for values in (Plain.ZEROS, Plain.ONES, Plain.MINUS_ONES, Plain.COUNTED)),
    ]
    assert [of_x for (of_x, _, _), _ in found[:2]] == [[1, 1], [1, 2]]
    assert [of_L for (_, of_L, _), _ in found[2:]] == [[0, 0], [1, 1], [-1, -1], [1, 2]]
    assert all(of_x == as_drawn[0] for (of_x, _, _), _ in found[2:])
    least = world.but_for(plain={"x": Plain.ONES, "L": Plain.ZEROS})
    drawn(least)
    assert list(simpler(least)) == []


def test_tokens_have_simple_values_as_they_come():
    world = Concrete({})
    assert all(abs(n) > 1 for n in elements_of(world.token((3,))))
    found = [[list(elements_of(o.token((2,)))) for _ in range(2)] for o in simpler(world)]
    assert found == [[[0, 0], [0, 0]], [[1, 1], [1, 1]], [[-1, -1], [-1, -1]], [[1, 2], [3, 4]]]
    assert list(simpler(Concrete({}))) == []
