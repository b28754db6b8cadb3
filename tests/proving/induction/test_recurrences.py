"""Recurrences that are traced: what a step knows of the number that it is handed."""

import pytest
import sympy as sp

from theorem_checks.proving.induction.recurrences import _handed, with_symbol

n = sp.Symbol("n", integer=True, positive=True)


@pytest.mark.parametrize("first", [-2, 0, 1, 2, 7])
def test_a_number_knows_from_where_on_it_is(first: int):
    handed, symbol, offset = _handed(n, first)
    assert handed.is_integer
    assert (handed - first).is_nonnegative or first == 1
    assert bool(handed.is_positive) is (first >= 1)
    assert with_symbol([handed**2], n, first) == (n**2,)
    assert handed == symbol + offset
