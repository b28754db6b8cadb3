"""Permutation matrices, taken for less than they are, or for more."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Equal,
    Index,
    Sum,
    Tensor,
    delta,
    exp,
    largest,
    norm_inf,
    norm_op,
    prove,
    prove_index_identity,
    softmax,
)
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["CASES"]

_same = partial(Case, "prove_index_identity")
_arrays = partial(Case, "prove_equal_arrays")

n = sp.Symbol("n", integer=True, positive=True)
i, j, k, x, y = (Index(name, n) for name in "ijkxy")
one = Index("e", 1)
P, R = (Tensor(name, 2, known="permutation") for name in "PR")
S, v = Tensor("S", 2, known="stochastic"), Tensor("v", 1)


def _said(sides):
    """Two arrays of a world with permutations P and R are equal."""

    def asked():
        w = Symbolic()
        m = w.size("m")
        turn = [w.array(name, m, m, known="permutation") for name in "PR"]
        vectors = [w.array(name, m) for name in "uv"]
        return prove(Equal(*sides(*turn, *vectors, w.array("A", m, m))))

    return asked


def _relu(z):
    return z.__number_system__.relu(z)


FALSE = {
    "exp(P u) = exp(u)": lambda P, R, u, v, A: (exp(P @ u), exp(u)),
    "exp(P u) = P^T exp(u)": lambda P, R, u, v, A: (exp(P @ u), P.T @ exp(u)),
    "relu(P u + v) = P relu(u + v)": lambda P, R, u, v, A: (_relu(P @ u + v), P @ _relu(u + v)),
    "relu(P u + R v) = P relu(u + v)": lambda P, R, u, v, A: (
        _relu(P @ u + R @ v),
        P @ _relu(u + v),
    ),
    "relu(P u + P^T v) = P relu(u + v)": lambda P, R, u, v, A: (
        _relu(P @ u + P.T @ v),
        P @ _relu(u + v),
    ),
    "relu(P P u) = P relu(u)": lambda P, R, u, v, A: (_relu(P @ (P @ u)), P @ _relu(u)),
    "|P u + R v| = |u + v| in the largest entry": lambda P, R, u, v, A: (
        norm_inf(P @ u + R @ v),
        norm_inf(u + v),
    ),
    "the largest of P u + u is that of 2 u": lambda P, R, u, v, A: (
        largest(P @ u + u),
        largest(u + u),
    ),
    "relu(P A) = relu(A) P": lambda P, R, u, v, A: (_relu(P @ A), _relu(A) @ P),
    "softmax(P u) = softmax(u)": lambda P, R, u, v, A: (softmax(P @ u), softmax(u)),
    "|P A + A| = 2 |A| as an operator": lambda P, R, u, v, A: (norm_op(P @ A + A), norm_op(2 * A)),
    "exp((P u)_i u_i) = (P exp(u u))_i": lambda P, R, u, v, A: (exp((P @ u) * u), P @ exp(u * u)),
    "P R = R P": lambda P, R, u, v, A: (P @ (R @ u), R @ (P @ u)),
    "any matrix A as if it were a permutation": lambda P, R, u, v, A: (
        exp(P @ (A @ u)),
        P @ (A @ exp(u)),
    ),
}

CASES = (
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the trace of P is 1: of an exchange of two it is 0",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(P[x, x], x), 1),
    ),
    _same(
        Slip.TRANSPOSE,
        "P is symmetric: not a cycle of three",
        Truth.FALSE,
        lambda: prove_index_identity(P[i, j], P[j, i]),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "two permutations have their ones at one place",
        Truth.FALSE,
        lambda: prove_index_identity(P[i, j] * R[i, k], P[i, j] * delta(j, k)),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "P P = P as P_ij^2 = P_ij",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(P[i, x] * P[x, j], x), P[i, j]),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the squares of a stochastic matrix are its entries",
        Truth.FALSE,
        lambda: prove_index_identity(S[i, j] ** 2, S[i, j]),
    ),
    _same(
        Slip.EDGE_SIZE,
        "a permutation of one entry is 1",
        Truth.TRUE,
        lambda: prove_index_identity(Tensor("T", 2, known="permutation")[one, one], 1),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "P_ij v_j = P_ij v_i",
        Truth.FALSE,
        lambda: prove_index_identity(P[i, j] * v[j], P[i, j] * v[i]),
    ),
    *(
        _arrays(Slip.ORDER_OF_FACTORS, what, Truth.FALSE, _said(sides))
        for what, sides in FALSE.items()
    ),
)
