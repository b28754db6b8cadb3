"""Padding keeps the values, marks them, and lets JAX compile once."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError
from theorem_checks.searching.padding import pad
from theorem_checks.searching.strategies import arrays_of, vector_sequences

SHAPES = st.tuples(st.integers(0, 3), st.integers(0, 3))


@given(SHAPES.flatmap(lambda shape: arrays_of(*shape)))
def test_padding_is_undone(array):
    padded = pad(array, (4, 5))
    assert padded.values.shape == padded.mask.shape == (4, 5)
    assert padded.mask.sum() == array.size
    assert np.all(padded.values[~padded.mask] == 0)
    if array.size:  # an empty array leaves no mark along its other axes
        assert np.array_equal(padded.unpad(), array)


def test_padding_keeps_exact_numbers_unless_told_otherwise():
    array = np.array([Fraction(1, 3)], dtype=object)
    assert pad(array, (2,)).values[0] == Fraction(1, 3)
    assert pad(array, (2,), dtype=float).values.dtype == float
    assert pad(array, (2,), fill=7).values[1] == 7


def test_one_shape_is_one_compilation():
    import jax

    compilations = []

    @jax.jit
    def total(values, mask):
        compilations.append(values.shape)
        return (values * mask).sum()

    for length in (1, 2, 3):
        xs = np.arange(2 * length).reshape(length, 2)
        padded = pad(xs, (4, 2), dtype=np.float64, fill=9)
        assert total(padded.values, padded.mask) == xs.sum()
    assert compilations == [(4, 2)]


@given(vector_sequences(width=2, most=3))
def test_results_of_the_padded_shape_are_cut_as_well(xs):
    padded = pad(xs, (3, 2))
    assert np.array_equal(padded.unpad(2 * padded.values), 2 * xs)


@pytest.mark.parametrize("shape", [(1, 2), (3,), (3, 2, 1)])
def test_a_shape_that_does_not_fit_is_an_error(shape):
    with pytest.raises(ArgumentError, match="shape"):
        pad(np.zeros((2, 2)), shape)


def test_a_result_of_another_shape_is_an_error():
    with pytest.raises(ArgumentError, match="values"):
        pad(np.zeros(2), (3,)).unpad(np.zeros(2))
