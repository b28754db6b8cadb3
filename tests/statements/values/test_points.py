"""Which numbers expressions are compared at: all small ones, and random ones of many sizes."""

import random
from fractions import Fraction

import sympy as sp

from theorem_checks.statements.values.points import Domain

n, x = sp.Symbol("n", integer=True), sp.Symbol("x", real=True)


def test_small_integers_come_first_and_each_once():
    found = [int(point[n]) for point in Domain([n], []).small_points()]
    assert found[:5] == [0, 1, -1, 2, -2]
    assert sorted(found) == list(range(-4, 13))


def test_small_numbers_are_tried_on_both_sides_of_one_and_near_it():
    found = [point[x] for point in Domain([x], []).small_points()]
    assert len(set(found)) == len(found)
    assert {Fraction(1, 1000), Fraction(99, 100), Fraction(-3, 2)} <= set(found)


def test_random_numbers_that_are_not_large_have_denominators_of_many_sizes():
    domain, source = Domain([x], []), random.Random(0)
    drawn = [domain._draw(x, source, small=True).denominator for _ in range(400)]
    assert all(drawn.count(10**power) > 10 for power in (0, 1, 3, 6, 9))
