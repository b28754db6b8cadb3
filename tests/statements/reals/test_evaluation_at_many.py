"""Formulas at many points at once, against their values point by point."""

import random
from fractions import Fraction

import numpy as np
import pytest

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.reals.evaluation import UndefinedError, evaluate
from theorem_checks.statements.reals.evaluation_at_many import Column, true_at
from theorem_checks.statements.reals.terms import Formula, constant, reals, where

NAMES = ("x", "y", "z")
VARIABLES = reals("x y z")
POINTS = [(t, b) for t in (-9, -1, 0, 2, 7, 60) for b in (1, 7, 60)]


def drawn_term(source, depth):
    if depth == 0:
        value = Fraction(source.randint(-3, 3), source.choice((1, 2, 2**70 + 1)))
        return source.choice((*VARIABLES, constant(value)))
    a, b = (drawn_term(source, depth - source.randint(1, 2) if depth > 1 else 0) for _ in "ab")
    made = (a + b, a - b, a * b, a / b, a.maximum(b), a.minimum(b), a * a)
    return source.choice((*made, where(drawn_formula(source, 0, a, b), a, b)))


def drawn_formula(source, depth, *sides):
    if depth == 0:
        a, b = sides or (drawn_term(source, 3), drawn_term(source, 3))
        return source.choice((a <= b, a < b, a == b, a != b, a >= b))
    one, other = drawn_formula(source, depth - 1), drawn_formula(source, depth - 1)
    return source.choice((one & other, one | other, ~one))


def is_true(formula, point):
    try:
        return evaluate(formula, point)
    except UndefinedError:
        return False


@pytest.mark.parametrize("seed", range(300))
def test_formulas_are_true_where_they_are_point_by_point(seed):
    source = random.Random(seed)
    formula = drawn_formula(source, 2)
    assert isinstance(formula, Formula)
    points = [[source.choice(POINTS) for _ in NAMES] for _ in range(40)]
    columns = {
        name: Column.of(*zip(*numbers, strict=True))
        for name, numbers in zip(NAMES, zip(*points, strict=True), strict=True)
    }
    wanted = [
        is_true(formula, {n: Fraction(*number) for n, number in zip(NAMES, point, strict=True)})
        for point in points
    ]
    assert true_at(formula, columns, len(points)).tolist() == wanted


def test_long_denominators_are_brought_into_lowest_terms():
    (x, *_), third = VARIABLES, Column.of([1, 2], [3, 3])
    power = x**400
    assert true_at(power * constant(3**400) == 1, {"x": third}, 2).tolist() == [True, False]
    assert true_at(1 / power - 1 < constant(3**400), {"x": third}, 2).tolist() == [True, True]


def test_some_of_the_points_are_taken_by_a_mask():
    x = VARIABLES[0]
    column = Column.of([1, 0, 5], [1, 1, 2])
    met = true_at(1 / x > 0, {"x": column}, 3)
    assert met.tolist() == [True, False, True]
    assert true_at(x > 1, {"x": column.at(met)}, 2).tolist() == [False, True]
    assert true_at(x > 1, {"x": column.at(np.zeros(3, dtype=bool))}, 0).tolist() == []


def test_a_variable_without_a_column_is_refused():
    with pytest.raises(ArgumentError):
        true_at(VARIABLES[0] > 0, {}, 1)
