from fractions import Fraction

import flint
import numpy as np
import pytest

from constructions.errors import ArgumentError
from constructions.number_systems.entries import nested

polynomial = flint.fmpq_poly([1, 2, 3])  # which is a sequence of numbers, too
SINGLE = [Fraction(1, 2), 3, "0.3", None, polynomial, {"a": 1}, {1, 2}, 1.5, flint.fmpq(2, 3)]


@pytest.mark.parametrize("kind", [list, tuple])
def test_single_values_stand_in_a_row_as_they_are(kind):
    row = nested(kind(SINGLE), "values")
    assert (row.shape, row.dtype) == ((len(SINGLE),), object)
    assert all(one is other for one, other in zip(row, SINGLE, strict=True))


def test_rows_of_rows_are_arrays_as_rows_are():
    rows = nested([[polynomial, 1], (2, Fraction(3))], "values")
    assert (rows.shape, rows.dtype) == ((2, 2), object)
    assert rows[0, 0] is polynomial
    assert rows[1].tolist() == [2, 3]
    assert nested([], "values").shape == (0,)
    assert nested([[], []], "values").shape == (2, 0)


def test_arrays_and_their_scalars_in_a_row_are_read():
    row = nested([np.int64(3), np.array(Fraction(1, 2), dtype=object), 5], "values")
    assert [type(value) for value in row] == [int, Fraction, int]
    assert nested([np.array([1, 2]), [3, 4]], "values").tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("ragged", [[1, [2]], [[1], 2], [[1, 2], [3]], [np.array([1]), 2]])
def test_ragged_rows_are_refused(ragged):
    with pytest.raises(ArgumentError, match="rows of one shape"):
        nested(ragged, "values")
