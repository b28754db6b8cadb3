"""Balls around the numbers of SymPy."""

import mpmath
import pytest
import sympy as sp

from theorem_checks.proving.growth.numbers import ball_text, to_acb

z = sp.Symbol("z")
QUINTIC = z**5 - z - 1


@pytest.mark.parametrize("number", range(5))
def test_a_root_of_a_polynomial_lies_in_a_small_ball(number: int):
    ball = to_acb(sp.CRootOf(QUINTIC, number))
    assert (ball**5 - ball - 1).contains(0)
    assert ball.rad() < 1e-12
    roots = mpmath.polyroots([1, 0, 0, 0, -1, -1])
    assert min(abs(complex(root) - complex(ball)) for root in roots) < 1e-12


def test_a_real_number_is_printed_as_one():
    assert ball_text(to_acb(sp.CRootOf(QUINTIC, 0)), 5).startswith("[1.1673")
    assert "j" not in ball_text(to_acb(sp.sqrt(2)))
    assert "j" in ball_text(to_acb(sp.CRootOf(QUINTIC, 1)))
