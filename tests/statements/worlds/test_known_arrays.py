"""What may be known of arrays of a world."""

import pytest

from theorem_checks import ArgumentError
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


@pytest.mark.parametrize("world", [Symbolic, lambda: Concrete({}, 0)])
def test_of_what_is_not_random_a_length_of_1_may_be_known_of_a_vector(world):
    w = world()
    n, m = w.size("n"), w.size("m")
    w.constant("u", n, known="unit")
    assert len(w.given) == 1
    for sizes, known in (((n, m), "unit"), ((n,), "orthogonal"), ((n, n), "orthogonal")):
        with pytest.raises(ArgumentError, match="known="):
            w.constant("A", *sizes, known=known)
    with pytest.raises(ArgumentError, match="one size of a vector, or two"):
        w.constant("B", n, m, n)
