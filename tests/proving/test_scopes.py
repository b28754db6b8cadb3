"""A scope in words says all that is assumed of symbols."""

import pytest
import sympy as sp

from theorem_checks.proving.scopes import all_values_of


@pytest.mark.parametrize(
    ("assumptions", "said"),
    [
        ({}, "all x"),
        ({"real": True}, "all real x"),
        ({"real": True, "nonzero": True}, "all nonzero real x"),
        ({"integer": True}, "all integer x"),
        ({"integer": True, "nonzero": True}, "all nonzero integer x"),
        ({"positive": True}, "all positive x"),
        ({"negative": True}, "all negative x"),
        ({"positive": True, "integer": True}, "all positive integer x"),
        ({"nonnegative": True, "integer": True}, "all nonnegative integer x"),
        ({"rational": True}, "all rational x"),
        ({"rational": True, "nonnegative": True}, "all nonnegative rational x"),
        ({"nonnegative": True, "nonzero": True}, "all positive x"),
    ],
)
def test_what_is_known_of_a_number_is_said(assumptions, said):
    assert all_values_of([sp.Symbol("x", **assumptions)]) == said
