"""Exact sparse matrices against NumPy's arrays of fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import EXACT, FLOAT
from constructions.errors import ExactnessError, ShapeError
from constructions.lsrl import Matrix, cos_turn

entries = st.sampled_from([0, 0, 0, 1, -1, 2, Fraction(1, 3)])


@st.composite
def arrays(draw, m, n):
    rows = draw(st.lists(st.lists(entries, min_size=n, max_size=n), min_size=m, max_size=m))
    return np.array(rows, dtype=object).reshape(m, n)


@settings(max_examples=40)
@given(arrays(3, 2), arrays(2, 4), arrays(3, 2))
def test_arithmetic_is_that_of_dense_arrays(a, b, c):
    A, B, C = map(Matrix.of, (a, b, c))
    for ours, theirs in [
        (A @ B, a @ b),
        (A + C, a + c),
        (A - C, a - c),
        (A * "2/3", a * Fraction(2, 3)),
        (A * 0, a * 0),
        (A.T, a.T),
        (Matrix.hstack([A, C]), np.hstack([a, c])),
        (Matrix.vstack([A, C]), np.vstack([a, c])),
        (A.take_rows([2, 0, 2]), a[[2, 0, 2]]),
        (A.take_columns([1, 1]), a[:, [1, 1]]),
    ]:
        assert ours == Matrix.of(theirs)
        assert hash(ours) == hash(Matrix.of(theirs))
        assert (ours.array(EXACT) == EXACT.array(theirs)).all()
        assert (ours.array(FLOAT) == theirs.astype(float)).all()
        assert ours.nonzeros == np.count_nonzero(theirs)


@given(arrays(2, 3), arrays(1, 2))
def test_blocks(a, b):
    dense = np.zeros((3, 5), dtype=object)
    dense[:2, :3], dense[2:, 3:] = a, b
    assert Matrix.block_diagonal([Matrix.of(a), Matrix.of(b)]) == Matrix.of(dense)


def test_zeros_are_not_stored():
    assert (Matrix.of([[1, 0], [2, -1]]) @ Matrix.column([1, 2])).rows == (((0, 1),), ())
    assert (Matrix.of([[1, 2]]) - Matrix.of([[1, 1]])).entries().__next__() == (0, 1, 1)


@pytest.mark.parametrize(
    ("matrix", "picked"),
    [([[0, 1], [1, 0], [0, 1]], (1, 0, 1)), ([[0, 2]], None), ([[1, 1]], None), ([[0, 0]], None)],
)
def test_selections_are_recognised(matrix, picked):
    assert Matrix.of(matrix).selection == picked


def test_identity_and_zero():
    assert Matrix.eye(3).is_identity
    assert not Matrix.of([[1, 0, 0], [0, 1, 0]]).is_identity
    assert Matrix.zeros(2, 3).is_zero


def test_floats_are_named():
    with pytest.raises(ExactnessError, match=r"A\[1, 0\]=0\.5"):
        Matrix.of([[1], [0.5]], "A")
    with pytest.raises(ExactnessError, match="factor"):
        _ = Matrix.eye(2) * 0.5


def test_shapes_are_named():
    with pytest.raises(ShapeError, match=r"\(2, 2\) and \(3, 3\)"):
        _ = Matrix.eye(2) @ Matrix.eye(3)
    with pytest.raises(ShapeError, match=r"\(2, 2\) and \(3, 3\)"):
        _ = Matrix.eye(2) + Matrix.eye(3)
    with pytest.raises(ShapeError, match="hstack"):
        Matrix.hstack([Matrix.eye(2), Matrix.eye(3)])
    with pytest.raises(ShapeError, match=r"\(1, 1, 1\)"):
        Matrix.of([[[1]]])
    with pytest.raises(IndexError, match=r"\(2, 2\)"):
        Matrix.eye(2)[2, 0]


def test_matrices_do_not_change():
    with pytest.raises(AttributeError, match="do not change"):
        Matrix.eye(2).shape = (1, 1)  # pyright: ignore[reportAttributeAccessIssue]


def test_irrational_entries_have_no_rational_array():
    with pytest.raises(ExactnessError):
        Matrix.of([[cos_turn(1, 5)]]).array(EXACT)


def test_entries_by_row_and_column() -> None:
    rows = [[5, 0, -2], [0, 3, 0]]
    matrix = Matrix.of(rows)
    found = [[matrix[i, j] for j in range(3)] for i in range(2)]
    assert found == rows
    for key in ((2, 0), (0, 3), (-1, 0)):
        with pytest.raises(IndexError, match="no entry"):
            matrix[key]
