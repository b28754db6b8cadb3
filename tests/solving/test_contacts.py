"""Where a function touches 0: what is left of it when the zero is divided out."""

from fractions import Fraction

import flint
import pytest
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_ranges import BallFunction
from theorem_checks.solving.balls import ball_arithmetic
from theorem_checks.solving.boxes import Box
from theorem_checks.solving.contacts import Contact

x = sp.Symbol("x", real=True)
PLACE = Fraction(1)
FUNCTIONS = {
    "once": ((x - 1) * sp.exp(x), 1),
    "twice": ((x - 1) ** 2 * (3 + sp.exp(x)), 2),
    "hidden": (sp.exp(x - 1) - x, 2),
    "three times": ((x - 1) ** 3 * x, 3),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("ends", [(0, 2), (1, Fraction(3, 2)), (Fraction(1, 2), Fraction(7, 8))])
def test_what_is_left_lies_in_a_small_ball(name: str, ends):
    f, order = FUNCTIONS[name]
    whole, box = Box.of({"x": (0, 2)}), Box.of({"x": ends})
    with ball_arithmetic(128):
        function = BallFunction(f, whole)
        contact = Contact.of(function, whole, PLACE)
        assert contact.order == order
        ball = contact.reduced(function, box)
        low, high = map(Fraction, ends)
        values = []
        for share in range(9):
            at = sp.Rational(low + (high - low) * Fraction(share, 8))
            if at != 1:
                value = sp.N((f / (x - 1) ** order).subs(x, at), 25)
                values.append(value)
                assert ball.overlaps(flint.arb(str(value)))
        assert ball.rad() < 4 * (max(values) - min(values)) + 1


def test_a_place_is_a_zero_in_the_box():
    box = Box.of({"x": (0, 2)})
    with ball_arithmetic(64):
        function = BallFunction(x - 1, box)
        for place in (Fraction(3), Fraction(1, 2)):
            with pytest.raises(ArgumentError, match="touching"):
                Contact.of(function, box, place)
