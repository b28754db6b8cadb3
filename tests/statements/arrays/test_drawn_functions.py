"""A function of which nothing is known, on numbers: a + b . x + (c . x)^2."""

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from theorem_checks.statements.arrays.drawn_functions import drawn_formula, drawn_value

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize("component", [(0,), (3,)])
def test_a_square_of_a_linear_function_is_added_to_another_one(component):
    def f(*vector):
        return drawn_value("f", component, [Fraction(x) for x in vector])

    constant = f(0, 0)
    squares = [(f(*x) + f(*(-y for y in x))) / 2 - constant for x in ((1, 0), (0, 1), (1, 1))]
    c, d = (int(square) ** HALF for square in squares[:2])
    assert squares[2] in ((c + d) ** 2, (c - d) ** 2)
    assert min(squares[:2]) >= 1
    slope = f(1, 0) - constant - squares[0]
    assert f(THIRD, 0) == constant + slope / 3 + squares[0] / 9


def test_other_functions_and_components_have_other_values():
    values = {drawn_value(name, (m,), [Fraction(2), HALF]) for name in ("f", "g") for m in range(4)}
    assert len(values) == 8


@pytest.mark.parametrize("name", ["f", "phi", "g_1"])
@pytest.mark.parametrize("inputs", [0, 1, 2, 3])
def test_its_formula_has_its_values(name, inputs):
    letters, values = drawn_formula(name, inputs, 2)
    names = [f"z_{k}" for k in range(inputs)] if inputs != 1 else ["z"]
    assert letters == f"{name}([{', '.join(names)}])"
    point = [Fraction(2 * k + 3, k + 2) for k in range(inputs)]
    components = values[1:-1].split(", ")
    assert len(components) == 2
    for m, text in enumerate(components):
        said = text.replace("^", "**").replace(" z", "*z").replace("+*", "+").replace("-*", "-")
        found: Any = sp.sympify(said)
        for letter, number in zip(names, point, strict=True):
            found = found.subs(letter, sp.Rational(number.numerator, number.denominator))
        assert Fraction(str(found)) == drawn_value(name, (m,), point)
