"""Row spaces of exact matrices, against SymPy."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import EXACT, equal
from constructions.errors import ArgumentError, ExactnessError
from constructions.rational_spaces import common_rows, completion, coordinates, rank, row_basis


def matrices(columns, most=4):
    rows = st.lists(st.lists(st.integers(-3, 3), min_size=columns, max_size=columns), max_size=most)
    return rows.map(lambda rows: np.array(rows, dtype=int).reshape(len(rows), columns))


def as_sympy(matrix):
    entries = [sp.Rational(int(v.p), int(v.q)) for v in EXACT.array(matrix).flat]
    return sp.Matrix(*matrix.shape, entries)


@settings(max_examples=40)
@given(matrices(3))
def test_rank_is_that_of_sympy(matrix):
    assert rank(matrix) == as_sympy(matrix).rank()


@settings(max_examples=40)
@given(matrices(3), matrices(3))
def test_common_rows_span_the_intersection(one, other):
    first, second = row_basis(one), row_basis(other)
    common = common_rows(first, second)
    both = EXACT.concatenate([first, second])
    assert len(common) == len(first) + len(second) - rank(both)
    for basis in (first, second):
        assert rank(EXACT.concatenate([basis, common])) == len(basis)


@settings(max_examples=40)
@given(matrices(4), st.lists(st.integers(-3, 3), min_size=8, max_size=8))
def test_completion_and_coordinates(matrix, weights):
    basis = row_basis(matrix)
    start = basis[: len(basis) // 2]
    rest = completion(start, matrix)
    whole = EXACT.concatenate([start, rest])
    assert rank(whole) == len(whole) == len(basis)
    mixed = EXACT.array(np.resize(weights, (2, len(whole)))) @ whole
    assert equal(coordinates(mixed, whole) @ whole, mixed)


def test_rows_outside_the_span_are_refused():
    with pytest.raises(ArgumentError, match="rows in the span"):
        coordinates([[0, 1]], [[1, 0]])


def test_a_dependent_basis_is_refused():
    with pytest.raises(ArgumentError, match="independent rows"):
        coordinates([[1, 0]], [[1, 0], [2, 0]])


def test_floats_are_refused():
    with pytest.raises(ExactnessError, match="matrix"):
        rank(np.array([[0.5]]))


def test_rationals_are_exact():
    third = Fraction(1, 3)
    assert rank([[third, 1], [1, 3]]) == 1
