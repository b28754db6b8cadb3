"""Permutation matrices of symbolic size: what is known of them, and functions of what they move."""

import random

import pytest
import sympy as sp

from theorem_checks import (
    All,
    ArgumentError,
    Equal,
    Index,
    Sum,
    Tensor,
    Verdict,
    delta,
    exp,
    largest,
    layer_norm,
    logsumexp,
    norm_1,
    norm_2,
    norm_inf,
    norm_op,
    prove,
    prove_index_identity,
    prove_index_order,
    softmax,
)
from theorem_checks.judging.judge import judged
from theorem_checks.statements.arrays.known_tensors import NoSuchTensorError, drawn_known
from theorem_checks.statements.worlds.symbolic import Symbolic

n = sp.Symbol("n", integer=True, positive=True)
none = sp.Symbol("z", integer=True, nonnegative=True)
i, j, k, x, y = (Index(name, n) for name in "ijkxy")
P, R = (Tensor(name, 2, known="permutation") for name in "PR")
Q, B, v, w = Tensor("Q", 2, known="orthogonal"), Tensor("B", 2), Tensor("v", 1), Tensor("w", 1)
few, others = Index("few", none), Index("others", none)
one = Index("one", 1)

IDENTITIES = {
    "rows": (Sum(P[i, x] * P[j, x], x), delta(i, j)),
    "columns": (Sum(P[x, i] * P[x, j], x), delta(i, j)),
    "the sum of a row": (Sum(P[i, x], x), 1),
    "the sum of a column": (Sum(P[x, i], x), 1),
    "as many ones as rows": (Sum(P[x, y] * P[x, y], x, y), n),
    "none of none": (Sum(P[few, others], few, others), none),
    "of one entry": (P[one, one], 1),
    "a square": (P[i, j] ** 2, P[i, j]),
    "one in a row": (P[i, j] * P[i, k], P[i, k] * delta(j, k)),
    "one in a column": (P[j, i] * P[k, i], P[k, i] * delta(j, k)),
    "a sum along it": (Sum(P[i, x] * v[x], i, x), Sum(v[x], x)),
    "a product of what is moved": (
        Sum(P[i, x] * v[x], x) * Sum(P[i, x] * w[x], x),
        Sum(P[i, x] * v[x] * w[x], x),
    ),
    "a trace": (Sum(P[i, x] * B[x, y] * P[i, y], i, x, y), Sum(B[x, x], x)),
    "two after each other": (
        Sum(P[i, x] * R[x, y] * P[j, k] * R[k, y], x, y, k),
        delta(i, j),
    ),
    "beside what is turned": (
        Sum(Q[x, i] * Q[x, j] * P[i, k] * P[j, y], x),
        delta(i, j) * delta(k, y) * P[i, k],
    ),
}


@pytest.mark.parametrize("name", IDENTITIES)
def test_what_is_known_of_a_permutation(name):
    found = prove_index_identity(*IDENTITIES[name])
    assert found.verdict is Verdict.PROVED
    assert not found.conditions


def test_no_entry_is_negative():
    assert prove_index_order(0, P[i, j]).verdict is Verdict.PROVED
    assert prove_index_order(P[i, j], 0).verdict is Verdict.REFUTED


@pytest.mark.parametrize("size", range(5))
def test_what_is_drawn_is_a_permutation(size):
    seen = set()
    for seed in range(12):
        drawn = drawn_known("permutation", (size, size), random.Random(seed))
        assert set(drawn.values()) <= {0, 1}
        for one_ in range(size):
            assert sum(drawn[one_, other] for other in range(size)) == 1
            assert sum(drawn[other, one_] for other in range(size)) == 1
        seen.add(tuple(sorted(place for place, value in drawn.items() if value)))
    assert len(seen) > 1 or size < 2
    with pytest.raises(NoSuchTensorError, match="square"):
        drawn_known("permutation", (size, size + 1), random.Random(0))


def test_it_is_square():
    m = sp.Symbol("m", integer=True, positive=True)
    with pytest.raises(ArgumentError, match="square"):
        P[i, Index("a", m)]


def relu(z):
    return z.__number_system__.relu(z)


def attention(tokens, queries, keys, values):
    weights = exp((tokens @ queries) @ (tokens @ keys).T)
    return (weights @ (tokens @ values)) / (weights @ (tokens @ values * 0 + 1))


def _sides():
    world = Symbolic()
    m, d, h = (world.size(name) for name in "mdh")
    p, r = (world.array(name, m, m, known="permutation") for name in "PR")
    u, z = world.array("u", m), world.array("z", m)
    A, X = world.array("A", m, m), world.array("X", m, d)
    W = [world.array(f"W_{name}", d, h) for name in "QKV"]
    return {
        "exponentials": (exp(p @ u), p @ exp(u)),
        "the other way": (exp(p.T @ u), p.T @ exp(u)),
        "one after the other": (exp(p @ (r @ u)), p @ (r @ exp(u))),
        "beside others": (exp(p @ u + z), (p @ exp(u)) * exp(z)),
        "of two": (exp(p @ u + r @ z), (p @ exp(u)) * (r @ exp(z))),
        "of two moved alike": (relu((p @ u) * (p @ z) + 3), p @ relu(u * z + 3)),
        "relu of a matrix": (relu(p @ A @ r), p @ relu(A) @ r),
        "softmax": (softmax(p @ u), p @ softmax(u)),
        "log-sum-exp": (logsumexp(p @ u), logsumexp(u)),
        "LayerNorm": (layer_norm(p @ u), p @ layer_norm(u)),
        "the largest": (largest(p @ u), largest(u)),
        "absolute values": (abs(p @ u), p @ abs(u)),
        "norms": (norm_1(p @ u) + norm_2(p @ u), norm_1(u) + norm_2(u)),
        "the largest norm": (norm_inf(p @ u), norm_inf(u)),
        "an operator norm": (norm_op(p @ A @ r), norm_op(A)),
        "attention": (attention(p @ X, *W), p @ attention(X, *W)),
    }


SIDES = _sides()


@pytest.mark.parametrize("name", SIDES)
def test_functions_of_entries_are_moved(name):
    assert prove(Equal(*SIDES[name])).verdict is Verdict.PROVED


def says_equivariant(layer, world):
    m, d = world.size("m"), world.size("d")
    p, X = world.array("P", m, m, known="permutation"), world.array("X", m, d, small=True)
    W = [world.array(f"W_{name}", d, d, small=True) for name in "QKV"]
    return All((Equal(layer(p @ X, *W), p @ layer(X, *W)), Equal(p @ p.T @ X, X)))


def causal(tokens, queries, keys, values):
    """It sees the first token more often than others, at sizes beyond 1."""
    moved = attention(tokens, queries, keys, values)
    return moved + tokens[0]


def test_attention_is_equivariant_and_its_mutants_are_not():
    found = judged(says_equivariant, prove, attention)
    assert found.verdict is Verdict.PROVED
    assert "real permutation matrices P (m, m)" in found.scope
    assert judged(says_equivariant, prove, causal).verdict is Verdict.REFUTED

    def late(tokens, *weights):
        moved = attention(tokens, *weights)
        return moved if tokens.shape[0] < 30 else moved + tokens[0]

    assert judged(says_equivariant, prove, late).verdict is Verdict.REFUTED
