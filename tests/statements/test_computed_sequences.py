"""Values of recurrences with cosines and sines: the same numbers, and no longer at each step."""

from itertools import product

import pytest
import sympy as sp

from theorem_checks.statements.computed_sequences import Computed, _of_angles, _summed

ANGLES = sp.pi / 7, 3 * sp.pi / 11


@pytest.mark.parametrize(("one", "other"), [*product((sp.cos, sp.sin), repeat=2)])
def test_products_of_two_are_sums_of_the_same_value(one, other):
    a, b = ANGLES
    for term in (5 * sp.sqrt(3) * one(a) * other(b), -one(a) * other(a), one(b) * other(a) / 4):
        assert abs(sp.N(_of_angles(term) - term, 40)) < sp.Float("1e-30")


x, y = sp.symbols("x y", real=True)
PAIRS = [(-sp.pi / 5, sp.pi / 3), (sp.Integer(1), sp.Rational(-2, 3)), (x, y), (x + y, -x), (x, x)]
AT = {x: sp.Rational(3, 7), y: sp.Rational(-11, 5)}


@pytest.mark.parametrize(("a", "b"), PAIRS)
@pytest.mark.parametrize(("one", "other"), [*product((sp.cos, sp.sin), repeat=2)])
def test_sums_of_any_angles_are_of_the_same_value(a, b, one, other):
    value = (one(a) - 2 * other(b)) * (other(b) + 3 * one(a) - x) + one(a) ** 2 * y
    assert abs(sp.N((_summed(value) - value).subs(AT), 40)) < sp.Float("1e-30")


@pytest.mark.parametrize("n", [1, 2, 3])
def test_whole_halves_and_thirds_of_a_turn_are_exact(n):
    c, s = sp.cos(2 * sp.pi / n), sp.sin(2 * sp.pi / n)
    assert sp.simplify(_summed(c * c + s * s) - 1) == 0
    assert sp.simplify(_summed(c * s - s * c)) == 0


@pytest.mark.parametrize("term", [sp.Integer(3), sp.sqrt(2), sp.cos(1), sp.cos(1) * sp.exp(2)])
def test_anything_else_is_left_as_it_is(term):
    assert _of_angles(term) == term == _summed(term)


def test_a_product_of_three_is_left_as_it_is():
    term = sp.cos(1) * sp.sin(1) * sp.sin(2)
    assert _of_angles(term) == term
    assert _of_angles(sp.cos(1) ** 3) == sp.cos(1) ** 3


def test_a_vector_that_is_turned_stays_short_and_right():
    angle = 2 * sp.pi / 7
    c, s = sp.cos(angle), sp.sin(angle)
    values = Computed(0, (c, -s))

    def after(t):
        u, v = (values.at(sp.Integer(t), component) for component in (0, 1))
        return c * u - s * v, s * u + c * v

    values.step = after
    found = [values.at(sp.Integer(101), component) for component in (0, 1)]
    wanted = sp.cos(100 * angle), sp.sin(100 * angle)
    assert all(
        abs(sp.N(one - other, 40)) < sp.Float("1e-30")
        for one, other in zip(found, wanted, strict=True)
    )
    assert max(value.count_ops() for value in found) < 10
