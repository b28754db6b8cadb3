"""Exact numbers, as SymPy has them."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp

from theorem_checks.statements.exact import to_expression


@pytest.mark.parametrize("integer", [int, np.int64, np.int8])
def test_fractions_of_all_integers_are_rational_numbers(integer):
    found: Any = to_expression(Fraction(integer(-6), integer(4)), "x")
    assert found == sp.Rational(-3, 2)
    assert (type(found.p), type(found.q)) == (int, int)
