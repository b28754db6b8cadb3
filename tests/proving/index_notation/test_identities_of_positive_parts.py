"""Positive parts of expressions in index notation, and ReLUs of arrays of symbolic size."""

from itertools import permutations

import pytest
import sympy as sp

from theorem_checks import (
    Equal,
    Index,
    Sum,
    Tensor,
    Verdict,
    delta,
    family,
    instances_of,
    proof_of,
    prove_equal_arrays,
    prove_index_identity,
    symbol_array,
)
from theorem_checks.statements.arrays.index_expressions import positive
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, concatenate
from theorem_checks.statements.terms import put, replacement

n = sp.Symbol("n", integer=True, positive=True)
m = sp.Symbol("m", integer=True, positive=True)
i, j, k = (Index(name, n) for name in "ijk")
v, w, A = Tensor("v", 1), Tensor("w", 1), Tensor("A", 2)


def relu(x):
    return x.__number_system__.relu(x)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (positive(v[i]) - positive(-v[i]), v[i]),
        (positive(positive(v[i])), positive(v[i])),
        (positive(-positive(v[i])), 0),
        (positive(positive(v[i]) + 2 * positive(-v[i])), positive(v[i]) + 2 * positive(-v[i])),
        (positive(v[i] + w[i]), positive(w[i] + v[i])),
        (positive(v[i] - v[i]), 0),
        (positive(3), 3),
        (positive(-3 * delta(i, j)), 0),
        (Sum(delta(i, j) * positive(v[j]), j), positive(v[i])),
        (positive(Sum(delta(i, j) * v[j], j)), positive(v[i])),
        (Sum(positive(A[i, j] - A[j, i]), i, j), Sum(positive(A[j, i] - A[i, j]), i, j)),
        (positive(Sum(A[i, j] * v[j], j)), positive(Sum(v[k] * A[i, k], k))),
        (positive(A[i, j]) * positive(A[j, i]), positive(A[j, i]) * positive(A[i, j])),
        (
            positive(positive(v[i]) - w[j]),
            w[j] * -1 + positive(v[i]) + positive(w[j] - positive(v[i])),
        ),
    ],
)
def test_what_is_known_of_positive_parts_is_proved(left, right):
    assert prove_index_identity(left, right).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (positive(v[i] + w[i]), positive(v[i]) + positive(w[i])),
        (positive(v[i]), v[i]),
        (positive(-v[i]), positive(v[i])),
        (positive(v[i]), positive(w[i])),
        (positive(v[i]), positive(v[j])),
        (positive(A[i, j]), positive(A[j, i])),
        (positive(v[i] * w[i]), positive(v[i]) * positive(w[i])),
        (positive(Sum(v[i], i)), Sum(positive(v[i]), i)),
        (positive(v[i] - positive(v[i])), v[i] - positive(v[i])),
        (positive(n - 2), n - 2),
    ],
)
def test_what_is_false_of_positive_parts_is_refuted(left, right):
    assert prove_index_identity(left, right).verdict is Verdict.REFUTED


@pytest.mark.parametrize("names", list(permutations("ijk")))
def test_names_of_indices_do_not_matter(names):
    own = [Index(f"{name}_", n) for name in names]

    def part(a, b, c):
        return positive(A[a, b] * v[c] - A[b, c])

    renamed = part(*own).renamed(zip(own, (i, j, k), strict=True))
    assert prove_index_identity(renamed, part(i, j, k)).verdict is Verdict.PROVED
    assert prove_index_identity(renamed, part(j, i, k)).verdict is Verdict.REFUTED


def test_an_argument_is_substituted():
    x, y = symbol_array("x", family("n", n)), symbol_array("y", family("n", n))
    moved = put(relu(x), replacement(x, -y))
    assert prove_equal_arrays(moved, relu(y) - y).verdict is Verdict.PROVED
    assert prove_equal_arrays(moved, relu(y)).verdict is Verdict.REFUTED


def test_the_relu_of_parts_is_the_parts_of_the_relu():
    x, y = symbol_array("x", family("n", n)), symbol_array("y", family("m", m))
    whole = relu(concatenate([x, y]))
    parts = concatenate([relu(x), relu(y)])
    assert prove_equal_arrays(whole, parts).verdict is Verdict.PROVED
    assert isinstance(whole, SymbolicArray)


def says_identity(network, w):
    """A network gives back its input."""
    x = w.array("x", w.size("n"))
    return Equal(network(x), x)


def test_a_network_with_relus_is_proved_for_all_sizes():
    check, some = proof_of(says_identity), instances_of(says_identity)
    found = check(lambda x: relu(x) - relu(-x))
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert r"\mathrm{relu}" in found.statement.latex
    for wrong in (relu, lambda x: relu(x) + relu(-x)):
        assert check(wrong).verdict is Verdict.REFUTED
        assert some(wrong).verdict is Verdict.REFUTED
    late = check(lambda x: relu(x) - relu(-x) if x.shape[0] < 90 else relu(x))
    assert late.verdict is Verdict.REFUTED
