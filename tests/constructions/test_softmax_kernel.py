"""The kernel of softmax attention."""

import numpy as np
import pytest

from constructions.arrays import EXACT, balls, contains
from constructions.errors import NotInSystemError
from constructions.softmax_kernel import softmax_kernel


def test_it_has_a_row_for_each_query_and_a_column_for_each_key():
    queries, keys = np.array([[1.0, 2.0], [0.0, -1.0], [0.5, 0.0]]), np.array([[1.0, 0.0], [2, 1]])
    found = softmax_kernel(queries, keys)
    assert found.shape == (3, 2)
    assert np.allclose(found, np.exp([[1, 4], [0, -1], [0.5, 1]]))


def test_balls_enclose_it_and_rationals_have_none():
    system = balls(64)
    zero = system.array([["0"]])
    assert contains(softmax_kernel(zero, zero), EXACT.array([[1]]))
    with pytest.raises(NotInSystemError):
        softmax_kernel(EXACT.array([[1]]), EXACT.array([[1]]))
