"""What is known of tensors, taken for more than it is, or for what there is not."""

from functools import partial

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth, outright
from theorem_checks import (
    Index,
    Sum,
    Tensor,
    delta,
    prove_equal_arrays,
    prove_index_identity,
    prove_index_order,
    symbol_array,
)
from theorem_checks.statements.arrays.symbolic_arrays import family

_same = partial(Case, "prove_index_identity")
_order = partial(Case, "prove_index_order")

n = sp.Symbol("n", integer=True, positive=True)
m = sp.Symbol("m", integer=True, positive=True)
z0 = sp.Symbol("z", integer=True, nonnegative=True)
s = sp.Symbol("s", real=True)
c = sp.Symbol("c")
i, j, k, x, y = (Index(name, n) for name in "ijkxy")
a, b = (Index(name, m) for name in "ab")
past, past_too = Index("p", n + 1), Index("r", n + 1)
none = Index("o", 0)
one = Index("e", 1)

Q = Tensor("Q", 2, known="orthogonal")
P = Tensor("P", 2, known="orthogonal")
H = Tensor("H", 2, known="orthonormal columns")
W = Tensor("W", 2, known="orthonormal columns")
R, p = Tensor("R", 2, known="stochastic"), Tensor("p", 1, known="probabilities")
N = Tensor("N", 2, known="nonnegative")
u, w = Tensor("u", 1, known="unit"), Tensor("w", 1, known="unit")
A, C = Tensor("A", 2, known="semidefinite"), Tensor("C", 2, known="semidefinite")
S, B, v, t = Tensor("S", 2, "symmetric"), Tensor("B", 2), Tensor("v", 1), Tensor("t", 1)


def _captured(free):
    """A column of Q times the one of its own summation index."""
    own = Index("j", n)
    return Sum(Q[own, free] * Q[own, own], own)


def _two_of_one_name():
    other = Tensor("Q", 2)
    return prove_index_identity(Sum(other[x, i] * Q[x, j], x), delta(i, j))


def _arrays_of_two():
    """H H^T as if H were square."""
    rows, columns = family("n", n), family("m", m)
    tall, unit = symbol_array(H, rows, columns), symbol_array(Tensor("B", 2), rows, rows)
    return prove_equal_arrays(tall @ (tall.T @ unit), unit)


CASES = (
    _same(
        Slip.TRANSPOSE,
        "H H^T = I for orthonormal columns: of (1, 0)^T it is (1, 0; 0, 0)",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(H[x, a] * H[y, a], a), delta(x, y)),
    ),
    _same(
        Slip.TRANSPOSE,
        "H (H^T B) = B for orthonormal columns: not of one column of two",
        Truth.FALSE,
        _arrays_of_two,
    ),
    _same(
        Slip.TRANSPOSE,
        "the columns of a stochastic matrix add up to 1: its rows do",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(R[i, j], i), 1),
    ),
    _same(
        Slip.CONSTANT,
        "the trace of a stochastic matrix is 1: so is that of no larger I",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(R[i, i], i), 1),
    ),
    _same(
        Slip.NAME,
        "the squares of probabilities add up to 1: those of (1/2, 1/2) do not",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(p[i] * p[i], i), 1),
    ),
    _same(
        Slip.NAME,
        "the sum of p_i v_i is that of v: the p_i stand beside them",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(p[i] * v[i], i), Sum(v[i], i)),
    ),
    _same(
        Slip.EMPTY,
        "no probabilities add up to 1: there are none without an entry",
        Truth.EMPTY,
        lambda: prove_index_identity(Sum(Tensor("p", 1, known="probabilities")[none], none), 1),
    ),
    _order(
        Slip.EDGE_SIZE,
        "a probability is less than 1: not where it is the only one",
        Truth.FALSE,
        lambda: prove_index_order(p[i], 1, strict=True),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "a probability is above 0: it may be 0",
        Truth.FALSE,
        lambda: prove_index_order(0, p[i], strict=True),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "the sum of N_ij v_j is not negative: v_j may be",
        Truth.FALSE,
        lambda: prove_index_order(0, Sum(N[i, j] * v[j], j)),
    ),
    _order(
        Slip.POLE,
        "0 <= (n - 2) N_ij / (n - 2): there is no value at n = 2",
        Truth.FALSE,
        lambda: outright(prove_index_order(0, N[i, j] / (n - 2) * (n - 2))),
    ),
    _same(
        Slip.TRANSPOSE,
        "Q Q = I of an orthogonal matrix: not of a turn by a right angle",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(Q[i, x] * Q[x, j], x), delta(i, j)),
    ),
    _same(
        Slip.TRANSPOSE,
        "an orthogonal matrix is symmetric: a turn is not",
        Truth.FALSE,
        lambda: prove_index_identity(Q[i, j], Q[j, i]),
    ),
    _same(
        Slip.NAME,
        "Q^T P = I for two orthogonal matrices: they may differ",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(Q[x, i] * P[x, j], x), delta(i, j)),
    ),
    _same(
        Slip.NAME,
        "Q^T Q = I where one Q is another matrix of its name",
        Truth.FALSE,
        _two_of_one_name,
    ),
    _same(
        Slip.NAME,
        "column j of Q times the diagonal of Q, summed, is 1 or 0: j is bound there",
        Truth.FALSE,
        lambda: prove_index_identity(_captured(j), delta(i, j)),
    ),
    _same(
        Slip.ORDER_OF_FACTORS,
        "Q A Q^T = A: turned matrices are others",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(Q[i, x] * A[x, y] * Q[j, y], x, y), A[i, j]),
    ),
    _same(
        Slip.ORDER_OF_FACTORS,
        "A C is symmetric of two semidefinite matrices: they need not commute",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(A[i, x] * C[x, j], x), Sum(A[j, x] * C[x, i], x)),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the square of an entry of a unit vector is 1: of (3/5, 4/5) it is not",
        Truth.FALSE,
        lambda: prove_index_identity(u[x] * u[x], 1),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the entries of a unit vector add up to 1: of (3/5, 4/5) to 7/5",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(u[x], x), 1),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the only entry of a unit vector is 1: it may be -1",
        Truth.FALSE,
        lambda: prove_index_identity(u[one], 1),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the fourth powers of a unit vector add up to 1: of (3/5, 4/5) they do not",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(u[x] * u[x] * u[x] * u[x], x), 1),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "two unit vectors have the product 1: they may be orthogonal",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(u[x] * w[x], x), 1),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the weighted squares of a unit vector add up to the weights' sum",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(v[x] * u[x] * u[x], x), Sum(v[x], x)),
    ),
    _same(
        Slip.CONSTANT,
        "the squares of orthonormal columns add up to the number of rows: to that of columns",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(H[x, a] * H[x, a], x, a), n),
    ),
    _same(
        Slip.EDGE_SIZE,
        "n + 1 orthonormal vectors of n entries are orthonormal: there are none",
        Truth.EMPTY,
        lambda: prove_index_identity(Sum(W[x, past] * W[x, past_too], x), delta(past, past_too)),
    ),
    _same(
        Slip.EMPTY,
        "the squares of a unit vector without entries add up to 1: there is none",
        Truth.EMPTY,
        lambda: prove_index_identity(Sum(w[none] * w[none], none), 1),
    ),
    _same(
        Slip.CONTRADICTION,
        "from orthonormal columns of too few entries 0 = 1 follows: there are none",
        Truth.EMPTY,
        lambda: prove_index_identity(Sum(W[x, past] * W[x, past], x, past), n),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "a semidefinite matrix has no negative entries: (1, -1; -1, 1) has",
        Truth.FALSE,
        lambda: prove_index_order(0, A[i, j]),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "the entries of a semidefinite matrix are at most its trace, and at least 0",
        Truth.FALSE,
        lambda: prove_index_order(Sum(A[x, y], x, y), Sum(A[x, x], x)),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "a symmetric matrix is semidefinite: -I is not",
        Truth.FALSE,
        lambda: prove_index_order(0, Sum(v[x] * S[x, y] * v[y], x, y)),
    ),
    _order(
        Slip.ORDER_OF_FACTORS,
        "z^T A C z >= 0 of two semidefinite matrices: not if they do not commute",
        Truth.FALSE,
        lambda: prove_index_order(0, Sum(v[x] * A[x, k] * C[k, y] * v[y], x, k, y)),
    ),
    _order(
        Slip.TRANSPOSE,
        "z^T B A z >= 0 of a semidefinite A: B is on one side only",
        Truth.FALSE,
        lambda: prove_index_order(0, Sum(v[x] * B[x, k] * A[k, y] * v[y], x, k, y)),
    ),
    _order(
        Slip.CONSTANT,
        "z^T (A - C) z >= 0 of two semidefinite matrices",
        Truth.FALSE,
        lambda: prove_index_order(0, Sum(v[x] * (A[x, y] - C[x, y]) * v[y], x, y)),
    ),
    _order(
        Slip.CONSTANT,
        "|v|^2 is at most (v t)^2: Cauchy-Schwarz the wrong way round",
        Truth.FALSE,
        lambda: prove_index_order(Sum(v[x] ** 2, x) * Sum(t[x] ** 2, x), Sum(v[x] * t[x], x) ** 2),
    ),
    _order(
        Slip.CONSTANT,
        "3 v t is at most |v|^2 + |t|^2: at v = t = 1 it is not",
        Truth.FALSE,
        lambda: prove_index_order(3 * Sum(v[x] * t[x], x), Sum(v[x] ** 2 + t[x] ** 2, x)),
    ),
    _order(
        Slip.EDGE_SIZE,
        "|v|^2 is positive: not at v = 0",
        Truth.FALSE,
        lambda: prove_index_order(0, Sum(v[x] ** 2, x), strict=True),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "s |v|^2 >= 0 of a real s: it may be negative",
        Truth.FALSE,
        lambda: prove_index_order(0, s * Sum(v[x] ** 2, x)),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "|v - c t|^2 >= 0 of a complex c: c^2 may be -1, and there is no order",
        Truth.FALSE,
        lambda: prove_index_order(0, Sum((v[x] - c * t[x]) ** 2, x)),
        NOT_PROVED,
    ),
    _order(
        Slip.CONSTANT,
        "|v|^2 is at most (u v)^2 for a unit vector u: Bessel the wrong way round",
        Truth.FALSE,
        lambda: prove_index_order(Sum(v[x] ** 2, x), Sum(u[x] * v[x], x) ** 2),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "(t v)^2 is at most |v|^2: of a t of norm 1 it is",
        Truth.FALSE,
        lambda: prove_index_order(Sum(t[x] * v[x], x) ** 2, Sum(v[x] ** 2, x)),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "u^T S u is at most the trace of a symmetric S: of a semidefinite one it is",
        Truth.FALSE,
        lambda: prove_index_order(Sum(u[x] * S[x, y] * u[y], x, y), Sum(S[x, x], x)),
    ),
    _order(
        Slip.CONSTANT,
        "u^T v is less than 1 + |v|^2 / 5 of a unit vector u: at v = 2 u it is not",
        Truth.FALSE,
        lambda: prove_index_order(
            Sum(u[x] * v[x], x), 1 + Sum(v[x] ** 2, x) * sp.Rational(1, 5), strict=True
        ),
    ),
    _order(
        Slip.EDGE_SIZE,
        "(n - 2) |v|^2 >= 0: not at n = 1",
        Truth.FALSE,
        lambda: outright(prove_index_order(0, (n - 2) * Sum(v[x] ** 2, x))),
    ),
    _order(
        Slip.POLE,
        "0 <= |v|^2 / (n - 2) (n - 2): there is no value at n = 2",
        Truth.FALSE,
        lambda: outright(prove_index_order(0, Sum(v[x] ** 2, x) / (n - 2) * (n - 2))),
    ),
    _order(
        Slip.EMPTY,
        "n + 1 orthonormal vectors of n entries have squares of at least 0: there are none",
        Truth.EMPTY,
        lambda: prove_index_order(0, Sum(W[x, past] ** 2, x, past)),
    ),
)
