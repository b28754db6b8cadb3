"""Worlds of numbers: what was taken of them."""

from fractions import Fraction
from typing import Any

import pytest

from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS


def taking_nothing(_w: Concrete) -> None:
    pass


def a_size_that_is_given(w: Concrete) -> None:
    w.size("n")


def an_array(w: Concrete) -> None:
    w.array("x", 2)


def real_numbers(w: Concrete) -> None:
    w.reals("x y")


def a_sequence_of_which_no_value_is_asked(w: Concrete) -> None:
    w.sequence("a")


def an_array_that_is_given(w: Concrete) -> None:
    w.array("given", 2)


TAKEN = (a_size_that_is_given, an_array, an_array_that_is_given, real_numbers)


@pytest.mark.parametrize(
    "take",
    [taking_nothing, *TAKEN, a_sequence_of_which_no_value_is_asked],
    ids=lambda taking: taking.__name__,
)
def test_a_world_is_untouched_while_nothing_is_taken_of_it(take):
    world = Concrete({"n": 3}, seed=1, given={"given": RATIONALS.array([1, 2])})
    assert world.is_untouched
    take(world)
    assert world.is_untouched is (take is taking_nothing)


def test_a_world_at_a_point_may_say_other_things_than_another_of_its_seed():
    assert not Concrete({}, seed=1, points={"x": Fraction(1)}).is_untouched


def test_real_numbers_are_drawn_small_and_far_and_with_several_denominators():
    w = Concrete({}, 0)
    drawn = [w._drawn_real() for _ in range(2000)]
    assert {number.denominator for number in drawn} == {1, 2, 3, 7, 97}
    assert max(map(abs, drawn)) > 10**4
    assert sum(abs(number) <= 3 for number in drawn) > 1000


def test_half_of_the_draws_of_a_number_that_is_to_be_small_are():
    drawn: list[Any] = [
        Concrete({}, seed).number("x", small=True).expression for seed in range(200)
    ]
    within = [x for x in drawn if x.is_Rational and x.q == 97 and abs(x) < 1]
    assert 60 < len(within) < 140
    assert 20 < sum(bool(x < 0) for x in within) < len(within) - 20
