"""What is assumed of rows of a matrix, at an instance."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks.judging.means import longer_row
from theorem_checks.statements.suprema import RowsWithin
from theorem_checks.statements.worlds.concrete import Concrete


@pytest.mark.parametrize("radius", [1, 5, Fraction(1, 3)])
def test_rows_are_within_their_radius_and_no_smaller_one(radius):
    w = Concrete({}, 0)
    w.rows_within("A", 4, 3, radius)
    [said] = [one for one in w.given if isinstance(one, RowsWithin)]
    assert longer_row(said, w) is None
    squares = [sum(Fraction(x) ** 2 for x in row) for row in w.constants["A"]]
    assert 0 < max(squares) <= Fraction(radius) ** 2
    smaller = replace(said, radius=sp.Rational(radius) / 100)
    assert longer_row(smaller, w) is not None
    assert longer_row(replace(said, radius=-sp.Rational(radius)), w) is not None
