"""Rational numbers among symbolic scalars are computed as SymPy computes them."""

import operator
from typing import Any

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.errors import DivisionByZeroError
from theorem_checks.statements.scalars import symbolic, unwrapped

WHOLE = st.integers(-12, 12) | st.integers()
NUMBERS = st.builds(sp.Rational, WHOLE, WHOLE.filter(bool))
OPERATIONS = [operator.add, operator.sub, operator.mul, operator.truediv]


@pytest.mark.parametrize("operation", OPERATIONS)
@given(NUMBERS, NUMBERS)
def test_rational_numbers_are_computed_as_by_sympy(operation: Any, a: Any, b: Any) -> None:
    if operation is operator.truediv and not b:
        with pytest.raises(DivisionByZeroError):
            operation(symbolic(a), symbolic(b))
        return
    expected = operation(a, b)
    for found in (operation(symbolic(a), symbolic(b)), operation(a, symbolic(b))):
        number = unwrapped(found)
        assert number == expected
        assert type(number) is type(expected)  # of which SymPy has some for single numbers
        assert hash(number) == hash(expected)
