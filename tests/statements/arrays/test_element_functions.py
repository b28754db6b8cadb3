"""Functions of numbers that may be irrational: which sign they have is decided."""

import pytest
import sympy as sp

from theorem_checks.statements.arrays.element_functions import logarithm_of, root_of
from theorem_checks.statements.values.radicals import NoExactValueError

TWO, x = sp.sqrt(2), sp.Symbol("x", real=True)


def test_logarithms_and_roots_of_what_is_negative_are_0():
    for function in (logarithm_of, root_of):
        assert function(TWO - 2) == 0
        assert function(sp.S(-1)) == 0
        assert function(TWO - 1) != 0
    assert logarithm_of(2 - TWO) == sp.log(2 - TWO)
    assert root_of(x) == sp.sqrt(x)  # which is taken to be positive


def test_a_sign_that_is_not_seen_is_none():
    unclear = sp.Sum(1 / sp.Symbol("k") ** 2, (sp.Symbol("k"), 1, sp.oo)) - sp.pi**2 / 6
    with pytest.raises(NoExactValueError, match="not seen"):
        logarithm_of(unclear)
