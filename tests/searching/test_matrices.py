"""Matrices have their property exactly, and the strategies reach what is typical of it."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import Phase, given, settings
from hypothesis import find as hypothesis_find
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError
from theorem_checks.searching import matrices
from theorem_checks.searching.strategies import arrays_of, rationals

SIZES = st.integers(1, 4)
SEARCH = settings(phases=(Phase.generate, Phase.shrink), database=None, derandomize=True)


def find(strategy, condition):
    return hypothesis_find(strategy, condition, settings=SEARCH)


def identity(size: int) -> np.ndarray:
    return np.array(sympy.eye(size).tolist(), dtype=object)


def determinant(matrix: np.ndarray) -> Any:
    return sympy.Matrix(matrix.tolist()).det()


def drawn(strategy):
    return SIZES.flatmap(strategy)


@settings(max_examples=30)
@given(drawn(matrices.invertible_matrices))
def test_invertible_ones_have_an_inverse(a):
    assert np.all(a @ matrices.inverse(a) == identity(len(a)))


@settings(max_examples=30)
@given(drawn(matrices.orthogonal_matrices))
def test_orthogonal_ones_keep_lengths(q):
    assert np.all(q.T @ q == identity(len(q)))


@settings(max_examples=30)
@given(drawn(matrices.symmetric_matrices))
def test_symmetric_ones_equal_their_transpose(a):
    assert np.all(a == a.T)


@settings(max_examples=30)
@given(drawn(matrices.normal_matrices))
def test_normal_ones_commute_with_their_transpose(a):
    assert np.all(a @ a.T == a.T @ a)


@settings(max_examples=30)
@given(drawn(matrices.nilpotent_matrices))
def test_a_power_of_nilpotent_ones_is_zero(a):
    assert np.all(np.linalg.matrix_power(a, len(a)) == 0)


@settings(max_examples=30)
@given(drawn(matrices.positive_definite_matrices))
def test_positive_definite_ones_have_positive_minors(a):
    assert np.all(a == a.T)
    assert all(determinant(a[:k, :k]) > 0 for k in range(1, len(a) + 1))


@settings(max_examples=30)
@given(drawn(matrices.permutation_matrices))
def test_permutations_have_a_one_in_each_row_and_column(p):
    assert set(p.flat) <= {0, 1}
    assert np.all(p.sum(axis=0) == 1)
    assert np.all(p.sum(axis=1) == 1)


@settings(max_examples=30)
@given(drawn(matrices.nonnegative_matrices), matrices.nonnegative_matrices(2, 3))
def test_nonnegative_ones_have_no_negative_entry(square, wide):
    assert all(entry >= 0 for entry in (*square.flat, *wide.flat))
    assert wide.shape == (2, 3)


@settings(max_examples=30)
@given(st.data())
def test_the_rank_is_the_one_asked_for(data):
    rows, columns = data.draw(SIZES), data.draw(SIZES)
    rank = data.draw(st.integers(0, min(rows, columns)))
    a = data.draw(matrices.matrices_of_rank(rows, columns, rank=rank))
    assert a.shape == (rows, columns)
    assert sympy.Matrix(a.tolist()).rank() == rank


@settings(max_examples=30)
@given(drawn(matrices.stable_matrices))
def test_stable_ones_have_all_eigenvalues_inside_the_unit_disc(a):
    # Jury's criterion in exact arithmetic: the Schur-Cohn recursion on the characteristic
    # polynomial has reflection coefficients below 1 in modulus.
    coefficients = sympy.Matrix(a.tolist()).charpoly().all_coeffs()
    while len(coefficients) > 1:
        first, last = coefficients[0], coefficients[-1]
        assert abs(last) < abs(first)
        backwards = coefficients[::-1]
        pairs = zip(coefficients, backwards, strict=True)
        coefficients = [first * c - last * b for c, b in pairs][:-1]


@settings(max_examples=30)
@given(matrices.recurrent_weights(hidden=3, inputs=2, outputs=1, stable=True))
def test_recurrent_weights_fit_together(weights):
    shapes = {name: matrix.shape for name, matrix in weights.items()}
    assert shapes == {"W": (3, 3), "F": (3, 2), "C": (1, 3)}


@pytest.mark.parametrize(
    "strategy",
    [
        matrices.invertible_matrices,
        matrices.orthogonal_matrices,
        matrices.permutation_matrices,
        matrices.positive_definite_matrices,
    ],
)
def test_groups_shrink_to_the_identity(strategy):
    assert np.all(find(strategy(3), lambda a: True) == identity(3))


REACHED = {
    "an orthogonal matrix with eigenvalue -1": (
        matrices.orthogonal_matrices(2),
        lambda q: determinant(q + identity(2)) == 0,
    ),
    "an orthogonal matrix that is no signed permutation": (
        matrices.orthogonal_matrices(2),
        lambda q: any(entry not in (0, 1, -1) for entry in q.flat),
    ),
    "a stable matrix of norm above 1": (
        matrices.stable_matrices(2),
        lambda a: max(abs(entry) for entry in a.flat) > 1,
    ),
    "a stable matrix with complex eigenvalues": (
        matrices.stable_matrices(2),
        lambda a: np.trace(a) ** 2 < 4 * determinant(a),
    ),
    "a stable matrix with a negative eigenvalue": (
        matrices.stable_matrices(1),
        lambda a: a[0, 0] == Fraction(-2, 3),
    ),
    "two pairs of complex eigenvalues": (
        matrices._blocks(4, rationals(least=1)),
        lambda a: a[1, 0] != 0 and a[3, 2] != 0,
    ),
    "a pair of complex eigenvalues after a real one": (
        matrices._blocks(3, rationals(least=1)),
        lambda a: a[1, 0] == 0 and a[2, 1] == -a[1, 2] != 0,
    ),
    "a nonnegative matrix with a zero": (
        matrices.nonnegative_matrices(2),
        lambda a: a[0, 0] == 0 and a[1, 1] > 0,
    ),
    "recurrent weights that are not stable": (
        matrices.recurrent_weights(hidden=1, inputs=1, outputs=1).map(lambda w: w["W"]),
        lambda a: abs(a[0, 0]) >= 1,
    ),
    "a normal matrix that is not symmetric": (
        matrices.normal_matrices(2),
        lambda a: np.any(a != a.T),
    ),
    "a nilpotent matrix without a zero": (
        matrices.nilpotent_matrices(2),
        lambda a: np.all(a != 0),
    ),
    "an invertible matrix with a zero in the corner": (
        matrices.invertible_matrices(2),
        lambda a: a[0, 0] == 0,
    ),
    "a matrix of rank one without a zero": (
        matrices.matrices_of_rank(2, 2, rank=1),
        lambda a: np.all(a != 0),
    ),
}


@pytest.mark.parametrize(("strategy", "condition"), REACHED.values(), ids=REACHED)
def test_the_typical_is_reached(strategy, condition):
    assert condition(find(strategy, condition))


def values_of(strategy) -> set[Fraction]:
    """What the entries of matrices may be, as far as many draws show it."""
    seen = set()

    @settings(SEARCH, max_examples=600, phases=(Phase.generate,))
    @given(strategy)
    def look(a):
        seen.update(a.flat)

    look()
    return seen


def ratios(most: int, denominators: int) -> set[Fraction]:
    return {Fraction(p, q) for p in range(-most, most + 1) for q in range(1, denominators + 1)}


def test_the_numbers_that_matrices_are_built_from_are_as_small_as_is_said():
    assert values_of(matrices.symmetric_matrices(1)) == ratios(5, 3)
    assert values_of(matrices.invertible_matrices(1)) == ratios(2, 2) - {0}


@settings(max_examples=30)
@given(st.one_of(drawn(matrices.stable_matrices), drawn(matrices.normal_matrices)))
def test_entries_are_fractions_that_cannot_be_overwritten(a):
    assert all(isinstance(entry, Fraction) for entry in a.flat)
    assert not a.flags.writeable


@settings(max_examples=30)
@given(arrays_of(2, 2))
def test_a_singular_matrix_has_no_inverse(a):
    if determinant(a) == 0:
        with pytest.raises(ZeroDivisionError):
            matrices.inverse(a)
    else:
        assert np.all(matrices.inverse(a) @ a == identity(2))


@pytest.mark.parametrize(
    "make",
    [
        lambda: matrices.orthogonal_matrices(0),
        lambda: matrices.stable_matrices(-1),
        lambda: matrices.matrices_of_rank(2, 3, rank=3),
        lambda: matrices.recurrent_weights(hidden=2, inputs=0, outputs=1),
    ],
)
def test_impossible_sizes_are_errors(make):
    with pytest.raises(ArgumentError):
        make()


@pytest.mark.parametrize("strategy", [matrices.normal_matrices, matrices.stable_matrices])
def test_the_simplest_matrices_have_each_eigenvalue_by_itself(strategy):
    found = find(strategy(2), lambda a: a[0, 0] != 0)
    assert found[0, 0] > 0
    assert (found[0, 1], found[1, 0], found[1, 1]) == (0, 0, 0)
