"""Arrays as equations: as matrices, or entry by entry."""

from dataclasses import replace

import pytest
import sympy as sp

from theorem_checks import family, symbol_array, zeros
from theorem_checks.deriving.equations import equations

d, n = (family(name, sp.Symbol(name, integer=True, positive=True)) for name in "dn")


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (symbol_array("x", d), (r"y_t = x", r"\big(y_t\big)_{i} = {x}_{i}")),
        (symbol_array("A", d, n), (r"y_t = A", r"\big(y_t\big)_{ij} = {A}_{ij}")),
        (symbol_array("s"), (r"y_t = s", r"y_t = s")),
    ],
    ids=["a vector", "a matrix", "a number"],
)
def test_an_array_is_written_as_a_matrix_or_with_letters_for_its_indices(array, said):
    (one,) = equations("y_t", array, {})
    assert (one.latex({}), replace(one, by_entries=True).latex({})) == said


def test_what_has_no_blocks_is_zero():
    (one,) = equations("y_t", zeros(d), {})
    assert one.latex({}) == "y_t = 0"
