"""Worlds that are drawn for a trace."""

import pytest
import sympy as sp

from theorem_checks.judging.drawn_worlds import sizes_in
from theorem_checks.statements.worlds.symbolic import Symbolic

k = sp.Symbol("k", integer=True, nonnegative=True)


@pytest.mark.parametrize("past", [0, 2, 7])
def test_sizes_are_those_of_the_case_of_a_trace(past: int):
    world = Symbolic({"n": 2, "m": k + 3})
    assert sizes_in(world, past) == {"n": 2, "m": past + 4}
