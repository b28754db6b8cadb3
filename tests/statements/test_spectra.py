"""Whether all eigenvalues of a matrix of rational numbers are less than a number."""

from fractions import Fraction

import pytest

from theorem_checks.statements.spectra import is_radius_below

HALF = Fraction(1, 2)
TURN = [[Fraction(0), Fraction(-1)], [Fraction(1), Fraction(0)]]  # eigenvalues i and -i


@pytest.mark.parametrize(
    ("matrix", "most", "expected"),
    [
        ([], 0, True),
        ([[Fraction(0)]], 0, False),
        ([[Fraction(0)]], 1, True),
        ([[HALF]], HALF, False),
        ([[-HALF]], Fraction(51, 100), True),
        (TURN, 1, False),
        (TURN, Fraction(1001, 1000), True),
        ([[HALF, Fraction(100)], [Fraction(0), -HALF]], Fraction(51, 100), True),
        ([[Fraction(0), Fraction(4)], [Fraction(1), Fraction(0)]], Fraction(19, 10), False),
    ],
)
def test_the_radius_is_compared_exactly(matrix, most, expected: bool):
    assert is_radius_below(matrix, Fraction(most)) is expected
