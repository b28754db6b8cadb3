"""Matrix expressions and statistics: their algebra, their values, and what they refuse."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.proving.moments import evaluate, expectation, variance
from theorem_checks.statements.moments import (
    IID,
    ConstantMatrix,
    ConstantVector,
    Gaussian,
    RandomMatrix,
    RandomTensor,
    RandomVector,
    Uniform,
    bilinear,
    contract,
    entry,
    identity,
    inner,
    quadratic,
    squared_norm,
    trace,
)

d, n = sp.symbols("d n", positive=True, integer=True)
i = sp.Symbol("i", integer=True)
# Of any type, so that what the types forbid can be written too.
X: Any = RandomMatrix("X", d, n)
S: Any = RandomMatrix("S", n, n)
half: Any = 0.5
A = ConstantMatrix("A", n, n)
f, g = RandomVector("f", n), ConstantVector("g", n)

integers = st.integers(-3, 3)


def arrays_of(rows: int, columns: int):
    cells = st.lists(integers.map(Fraction), min_size=rows * columns, max_size=rows * columns)
    return cells.map(lambda c: np.array(c, dtype=object).reshape(rows, columns))


@settings(max_examples=30)
@given(arrays_of(3, 2), arrays_of(2, 2), arrays_of(2, 2), arrays_of(2, 1), arrays_of(2, 1))
def test_values_are_those_of_numpy(x, s, a, u, v):
    values = {"X": x, "S": s, "A": a, "f": u[:, 0], "g": v[:, 0]}

    def value(statistic):
        return evaluate(statistic, values, {n: 2, d: 3})

    eye = np.array([[1, 0], [0, 1]], dtype=object)
    assert value(trace(X.T @ X @ S - 3 * A @ S.T)) == np.trace(x.T @ x @ s - 3 * a @ s.T)
    assert value(trace((2 * identity(n) - S) ** 3)) == np.trace(
        (2 * eye - s) @ (2 * eye - s) @ (2 * eye - s)
    )
    assert value(entry(X @ S, 2, 0)) == (x @ s)[2, 0]
    assert value(entry(S @ f, 1)) == (s @ u)[1, 0]
    assert value(squared_norm(X @ f)) == ((x @ u) ** 2).sum()
    assert value(squared_norm(S)) == (s**2).sum()
    assert value(quadratic(f, S @ A)) == (u.T @ s @ a @ u)[0, 0]
    assert value(bilinear(f, S.T, g)) == (u.T @ s.T @ v)[0, 0]
    assert value(inner(S, A)) == (s * a).sum()
    assert value(contract("ii,ii", S @ A, A)) == (np.diag(s @ a) * np.diag(a)).sum()
    assert value(contract("ij,ij,ij", S, S, S, at={"i": 1})) == (s[1] ** 3).sum()
    assert value(contract("ij,j", identity(n), f)) == u.sum()
    assert value((trace(S) + 1) ** 2 / 2 - trace(S)) == Fraction(np.trace(s) ** 2 + 1, 2)


def test_identities_are_contracted_away():
    assert expectation(trace(identity(n))) == n
    assert expectation(trace(identity(n)) ** 2) == n**2
    assert expectation(contract("ij", identity(n))) == n
    assert expectation(contract("ij", identity(n), at={"i": 0})) == 1
    assert expectation(entry(identity(n), 0, 1)) == 0
    assert expectation(contract("ij,kj,k", identity(n), identity(n), f) ** 2) == n


def test_a_vector_is_a_column():
    assert f.shape == (n, 1)
    assert (f @ f.T).shape == (n, n)
    assert expectation(trace(f @ f.T)) == expectation(trace(f.T @ f)) == n


def test_a_matrix_may_have_one_row_or_column():
    row, column = RandomMatrix("R", 1, n), RandomMatrix("C", n, 1)
    assert expectation(trace(row @ row.T)) == n
    assert expectation(trace(row @ column) ** 2) == n
    assert expectation(inner(column, f) ** 2) == n
    assert expectation(entry(column, 1) ** 2) == 1


def test_numbers_are_statistics_too():
    assert expectation(0) == expectation(trace(S) - trace(S)) == 0
    assert expectation("1/3") == sp.Rational(1, 3)
    assert variance(trace(identity(n))) == 0


def test_tensors_of_any_order():
    cube = RandomTensor("T", (n, n, d), Uniform())
    assert expectation(contract("ijk,ijk", cube, cube)) == n**2 * d
    assert expectation(contract("iik,jjk", cube, cube)) == n * d
    noise = RandomTensor("z", (), Gaussian("1/2"))
    assert expectation(contract(",,,", *[noise] * 4)) == sp.Rational(3, 4)


@pytest.mark.parametrize(
    "make",
    [
        lambda: X @ X,
        lambda: X + S,
        lambda: X + 1,
        lambda: X**2,
        lambda: S**-1,
        lambda: trace(X),
        lambda: trace(X.T @ X) + S,
        lambda: trace(S) ** X,
        lambda: X * S,
        lambda: X @ np.eye(2),
        lambda: np.eye(2) @ S,
        lambda: inner(X, S),
        lambda: quadratic(S, S),
        lambda: entry(X, -1, 0),
        lambda: entry(X, 0),
        lambda: entry(X, 0, i + 1),
        lambda: entry(identity(2), 2, 0),
        lambda: entry(S, sp.Rational(1, 2), 0),
        lambda: contract("ij,jk", X),
        lambda: contract("ijk", X),
        lambda: contract("ij,ij", X, X.T),
        lambda: contract("ij", X, at={"k": 0}),
        lambda: RandomMatrix("", n, n),
        lambda: RandomMatrix("X", -1, n),
        lambda: RandomMatrix("X", -n, n),
        lambda: trace(S) / (n - n),
        lambda: X / 0,
        lambda: RandomMatrix("X", sp.Rational(1, 2), n),
        lambda: RandomMatrix("X", n, n, law=half),
    ],
)
def test_what_does_not_fit_is_refused(make):
    with pytest.raises((ArgumentError, TypeError)):
        make()


@pytest.mark.parametrize(
    "make",
    [lambda: 0.5 * X, lambda: X / 2.0, lambda: trace(S) * half, lambda: trace(S) + half,
     lambda: RandomMatrix("X", 4 * half, n), lambda: expectation(half)],
)  # fmt: skip
def test_a_float_is_refused(make):
    with pytest.raises(ExactnessError):
        make()


def test_the_message_names_the_shapes():
    with pytest.raises(ArgumentError, match="dxn @ dxn"):
        _ = X @ X


def test_one_name_means_one_tensor():
    other = RandomMatrix("X", d, n, Uniform())
    with pytest.raises(ArgumentError, match="one tensor of each name"):
        expectation(trace(X @ other.T))


def test_missing_values_are_named():
    with pytest.raises(ArgumentError, match="array of order 2 for S"):
        evaluate(trace(S), {})
    with pytest.raises(ArgumentError, match="at=n"):
        evaluate(n * trace(S), {"S": np.eye(2, dtype=object)})


def test_a_fixed_index_is_not_taken_for_one_that_is_summed():
    i_1 = sp.Symbol("i_1", integer=True)
    B = ConstantMatrix("B", n, n)
    u = RandomVector("u", n, IID(variance=1, kurtosis=3))
    found = expectation(contract("a,a,a,a,ac", u, u, u, u, B, at={"c": i_1}))
    assert i_1 in found.free_symbols
    assert found.subs(n, 2).doit().subs(i_1, 1) == 3 * sum(
        sp.MatrixSymbol("B", 2, 2)[row, 1] for row in range(2)
    )


def test_a_matrix_is_shown_with_its_factors():
    assert repr(2 * S + A) == "MatrixExpression((2)*S + A, nxn)"
    assert repr(S - A) == "MatrixExpression(S + (-1)*A, nxn)"
