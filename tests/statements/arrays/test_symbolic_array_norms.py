"""Numbers made of all entries of a vector or a matrix."""

import pytest

from theorem_checks import ArgumentError, Equal, Verdict, norm_inf, prove
from theorem_checks.statements.arrays.array_functions import largest
from theorem_checks.statements.worlds.symbolic import Symbolic


def test_a_vector_may_have_places_of_pairs():
    w = Symbolic()
    n, m = w.size("n"), w.size("m")
    A = w.array("A", n, m)
    flat = w.entries(lambda _, i, j: A[i, j], (n, m))
    for function in (largest, norm_inf):
        assert function(flat).shape == ()
        with pytest.raises(ArgumentError, match="a vector of one family"):
            function(A)
    c = w.number("c", positive=True)
    assert prove(Equal(largest(flat * c), largest(flat) * c)).verdict is Verdict.PROVED
    assert prove(Equal(largest(flat * c), largest(flat))).verdict is not Verdict.PROVED
