"""What is taken as a side of an identity, and by which name anything else is refused."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp

from theorem_checks import ArgumentError, ExactnessError, Verdict
from theorem_checks.proving.identities.deciding import prove_identity

x, y = sp.symbols("x y")
b = sp.Symbol("b", positive=True)
n, k = sp.symbols("n k", integer=True, nonnegative=True)
f = sp.Function("f")


@pytest.mark.parametrize(
    "value",
    [0.5, sp.Float("0.1"), x + sp.Float(1), sp.sqrt(x + 0.5), np.float64(2), 1j],
    ids=str,
)
def test_floats_are_named(value):
    with pytest.raises(ExactnessError, match="exact value"):
        prove_identity(x, value)
    with pytest.raises(ExactnessError):
        prove_identity(value, x)


@pytest.mark.parametrize(
    "value",
    ["x + 1", "1e-1", "0.1/2", None, sp.oo, sp.nan / x, x > 0, sp.Matrix([[x]]), {x: 1}],
    ids=str,
)
def test_what_is_no_exact_expression_is_refused(value):
    with pytest.raises(ArgumentError):
        prove_identity(value, x)


def test_numbers_of_any_library_are_taken():
    for one in (1, "1", Fraction(1), sp.Integer(1), np.int64(1)):
        assert prove_identity(x / x, one).verdict is Verdict.PROVED
    assert prove_identity("-3/10", Fraction(-3, 10)).verdict is Verdict.PROVED
    assert prove_identity("-0.3", Fraction(-3, 10)).verdict is Verdict.PROVED


def test_two_symbols_of_one_name_are_refused():
    with pytest.raises(ArgumentError, match="'b'"):
        prove_identity(sp.Symbol("b"), b)


def test_entries_of_symbolic_matrices_are_symbols():
    A = sp.MatrixSymbol("A", 2, 2)
    square = (A.as_explicit() ** 2)[0, 1]
    assert prove_identity(square, A[0, 1] * (A[0, 0] + A[1, 1])).verdict is Verdict.PROVED
    found = prove_identity(square, A[0, 1]).counterexample
    assert found is not None
    assert set(found.values) == {"A[0, 0]", "A[0, 1]", "A[1, 1]"}


def test_entries_with_a_symbol_for_an_index_may_be_one_and_the_same():
    a: Any = sp.IndexedBase("a")
    m, k = sp.symbols("m k", integer=True)
    same_where_it_counts = prove_identity(sp.KroneckerDelta(m, k) * (a[m] - a[k]), 0)
    assert same_where_it_counts.verdict is Verdict.UNDECIDED
    square = prove_identity((a[m] + a[k]) ** 2, a[m] ** 2 + 2 * a[m] * a[k] + a[k] ** 2)
    assert square.verdict is Verdict.PROVED


def test_bound_symbols_may_stand_outside_too():
    k, m = sp.symbols("k m", integer=True)
    one, other = sp.Sum(k, (k, 1, n)), sp.Sum(m, (m, 1, n))
    assert prove_identity(k * one, k * other).verdict is Verdict.PROVED
    assert prove_identity(k * one, k * sp.Sum(k**2, (k, 1, n))).verdict is Verdict.REFUTED
    assert prove_identity(sp.Integral(x, (x, 0, x)), x).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("side", [sp.Derivative(x**2, x), x + sp.O(x**2)], ids=str)
def test_derivatives_and_orders_are_refused(side):
    with pytest.raises(ArgumentError, match="Carry it out"):
        prove_identity(side, x)


def test_matrices_do_not_commute():
    A, B = sp.symbols("A B", commutative=False)
    with pytest.raises(ArgumentError, match="commuting"):
        prove_identity(A * B, B * A)


matrix: Any = sp.MatrixSymbol("A", 2, 2)
larger: Any = sp.MatrixSymbol("A", 3, 3)
array: Any = sp.IndexedBase("A")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (matrix[0, 0], sp.Symbol("A[0, 0]")),
        (matrix[0, 0], larger[0, 0]),
        (matrix[0, 0], array[0, 0]),
        (array[n], sp.Function("A[]")(n)),
    ],
    ids=str,
)
def test_things_of_one_name_do_not_meet(one, other):
    with pytest.raises(ArgumentError, match="name"):
        prove_identity(one, other)


@pytest.mark.parametrize(
    ("side", "way_out"),
    [
        (sp.Sum(x * k, (k, 1, n)), "prove_sum"),
        (sp.Integral(sp.exp(-x * y), (y, 0, 1)), "No engine takes an Integral"),
    ],
)
def test_of_sums_and_integrals_it_is_said_who_takes_them(side, way_out):
    other: Any = side.doit() if isinstance(side, sp.Sum) else f(x)
    found = prove_identity(side, other)
    assert way_out in found.reason


def test_of_matrices_it_is_said_who_takes_them():
    matrices: tuple[Any, ...] = (sp.Matrix([[1]]), sp.MatrixSymbol("A", 2, 2))
    for matrix in matrices:
        with pytest.raises(ArgumentError, match="symbol_array"):
            prove_identity(matrix, matrix)
