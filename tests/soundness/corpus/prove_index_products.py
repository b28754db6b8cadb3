"""Transposes, orders of factors, deltas and poles, given to `prove_index_identity`."""

from functools import partial
from itertools import permutations

import sympy as sp
from sympy.combinatorics import Permutation

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import Index, Sum, Tensor, at_most, delta, inverse_pair, prove_index_identity

_case = partial(Case, "prove_index_identity")

d = sp.Symbol("d", integer=True, positive=True)
c, t = sp.symbols("c t")
i, j, k, m, n = (Index(name, d) for name in "ijkmn")
A, B, C = Tensor("A", 2), Tensor("B", 2), Tensor("C", 2)
S, N = Tensor("S", 2, "symmetric"), Tensor("N", 2, "antisymmetric")
v, w, T = Tensor("v", 1), Tensor("w", 1), Tensor("T", 3)
P, P_INVERSE = inverse_pair("P")
Q, Q_INVERSE = inverse_pair("Q")


def _trace(*matrices):
    """The trace of a product."""
    names = [Index(f"t{number}", d) for number in range(len(matrices))]
    product = 1
    for matrix, row, column in zip(matrices, names, [*names[1:], names[0]], strict=True):
        product = matrix[row, column] * product
    return Sum(product, *names)


def _characteristic(size):
    """A**2 - tr(A) A + det-like minors, which Cayley and Hamilton say is 0 at size 2."""
    a, b, u, q = (Index(name, size) for name in "abuq")
    trace = Sum(A[u, u], u)
    minors = (trace**2 - Sum(A[u, q] * A[q, u], u, q)) / 2
    return Sum(A[a, u] * A[u, b], u) - trace * A[a, b] + minors * delta(a, b)


def _antisymmetrised(number):
    """The sum over permutations, with signs, of v_1[i_1] ... with indices exchanged."""
    names = [Index(f"a{place}", d) for place in range(number)]
    vectors = [Tensor(f"u{place}", 1) for place in range(number)]
    total = 0
    for order in permutations(range(number)):
        product = Permutation(list(order)).signature()
        for vector, place in zip(vectors, order, strict=True):
            product = vector[names[place]] * product
        total = product + total
    return total


CASES = (
    _case(
        Slip.TRANSPOSE,
        "A[i, j] = A[j, i]: with A = (0, 1; 0, 0) at 0, 1 it is 1 and 0",
        Truth.FALSE,
        lambda: prove_index_identity(A[i, j], A[j, i]),
    ),
    _case(
        Slip.TRANSPOSE,
        "tr(A B) = tr(A B^T): with A = (0, 1; 0, 0), B = A^T it is 1 and 0",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(A[i, j] * B[j, i], i, j), Sum(A[i, j] * B[i, j], i, j)),
    ),
    _case(
        Slip.TRANSPOSE,
        "v^T A w = w^T A v: with v, w the unit vectors, A = (0, 1; 0, 0) it is 1 and 0",
        Truth.FALSE,
        lambda: prove_index_identity(
            Sum(v[i] * A[i, j] * w[j], i, j), Sum(w[i] * A[i, j] * v[j], i, j)
        ),
    ),
    _case(
        Slip.TRANSPOSE,
        "N[i, j] = N[j, i] for an antisymmetric N: with N = (0, 1; -1, 0) it is 1 and -1",
        Truth.FALSE,
        lambda: prove_index_identity(N[i, j], N[j, i]),
    ),
    _case(
        Slip.TRANSPOSE,
        "tr(S N) = 0 for a symmetric and an antisymmetric matrix",
        Truth.TRUE,
        lambda: prove_index_identity(_trace(S, N), 0),
    ),
    _case(
        Slip.TRANSPOSE,
        "tr(N N) = 0 for an antisymmetric matrix: for (0, 1; -1, 0) it is -2",
        Truth.FALSE,
        lambda: prove_index_identity(_trace(N, N), 0),
    ),
    _case(
        Slip.TRANSPOSE,
        "rows of P against rows of its inverse are delta: for P = (1, 1; 0, 1) they are not",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(P[i, j] * P_INVERSE[k, j], j), delta(i, k)),
    ),
    _case(
        Slip.TRANSPOSE,
        "a tensor's entries do not care in which order three indices stand: T[0, 0, 1] = 1 alone",
        Truth.FALSE,
        lambda: prove_index_identity(T[i, j, k], T[j, k, i]),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "A B = B A: with A = (0, 1; 0, 0), B = A^T at 0, 0 it is 1 and 0",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(A[i, k] * B[k, j], k), Sum(B[i, k] * A[k, j], k)),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "tr(A B C) = tr(A C B): at A = (0, 1; 0, 0), B = A^T, C = diag(1, 0) it is 1 and 0",
        Truth.FALSE,
        lambda: prove_index_identity(_trace(A, B, C), _trace(A, C, B)),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "tr(A B C) = tr(C A B)",
        Truth.TRUE,
        lambda: prove_index_identity(_trace(A, B, C), _trace(C, A, B)),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "tr(A A B B) = tr(A B A B): with A = (0, 1; 0, 0), B = A^T it is 0 and 1",
        Truth.FALSE,
        lambda: prove_index_identity(_trace(A, A, B, B), _trace(A, B, A, B)),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "P A P^-1 = A: with P = (1, 1; 0, 1), A = diag(1, 0) it is (1, -1; 0, 0)",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(P[i, k] * A[k, m] * P_INVERSE[m, j], k, m), A[i, j]),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "P Q P^-1 Q^-1 = 1: for two shears it is not",
        Truth.FALSE,
        lambda: prove_index_identity(
            Sum(P[i, k] * Q[k, m] * P_INVERSE[m, n] * Q_INVERSE[n, j], k, m, n), delta(i, j)
        ),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "tr((A + B)**2) = tr(A**2) + 2 tr(A B) + tr(B**2)",
        Truth.TRUE,
        lambda: prove_index_identity(
            Sum((A[i, j] + B[i, j]) * (A[j, i] + B[j, i]), i, j),
            _trace(A, A) + 2 * _trace(A, B) + _trace(B, B),
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the sum of products is the product of sums: v = w = (1, 0, ...) and (0, 1, ...) give 0, 1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(v[i] * w[i], i), Sum(v[i], i) * Sum(w[i], i)),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the square of the sum of v is the sum of squares: v = (1, 1) gives 4 and 2",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(v[i], i) ** 2, Sum(v[i] ** 2, i)),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "squares of row sums add up to the square of the whole: A = 1 gives 2 and 4 at d = 2",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(Sum(A[i, j], j) ** 2, i), Sum(A[i, j], i, j) ** 2),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the sum of v[i] + 1 is that of v[i], plus 1: at d = 2, v = 0 it is 2 and 1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(v[i] + 1, i), Sum(v[i], i) + 1),
    ),
    _case(
        Slip.CONSTANT,
        "the sum of delta over both indices is d**2: at d = 2 it is 2",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(delta(i, j), i, j), d**2),
    ),
    _case(
        Slip.CONSTANT,
        "delta(i, i) is d, as if summed: at d = 2 it is 1",
        Truth.FALSE,
        lambda: prove_index_identity(delta(i, i), d),
    ),
    _case(
        Slip.CONSTANT,
        "delta(i, j) delta(j, k) = delta(i, k): at i = k = 0, j = 1 it is 0 and 1",
        Truth.FALSE,
        lambda: prove_index_identity(delta(i, j) * delta(j, k), delta(i, k)),
    ),
    _case(
        Slip.CONSTANT,
        "tr(A)**2 = d tr(A A): with A = diag(1, 0) it is 1 and 2",
        Truth.FALSE,
        lambda: prove_index_identity(_trace(A) ** 2, d * _trace(A, A)),
    ),
    _case(
        Slip.KINK,
        "at_most(i, j) + at_most(j, i) = 1: at i = j it is 2",
        Truth.FALSE,
        lambda: prove_index_identity(at_most(i, j) + at_most(j, i), 1),
    ),
    _case(
        Slip.KINK,
        "at_most(i, j) at_most(j, k) = at_most(i, k): at i = k = 0, j = 1 it is 0 and 1",
        Truth.FALSE,
        lambda: prove_index_identity(at_most(i, j) * at_most(j, k), at_most(i, k)),
    ),
    _case(
        Slip.KINK,
        "at_most(i, j) at_most(j, k) at_most(i, k) = at_most(i, j) at_most(j, k)",
        Truth.TRUE,
        lambda: prove_index_identity(
            at_most(i, j) * at_most(j, k) * at_most(i, k), at_most(i, j) * at_most(j, k)
        ),
    ),
    _case(
        Slip.KINK,
        "the number of pairs with i <= j is d (d - 1) / 2: at d = 1 it is 1, not 0",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(at_most(i, j), i, j), d * (d - 1) / 2),
    ),
    _case(
        Slip.KINK,
        "at_most(i, j) squared is 1: at i = 1, j = 0 it is 0",
        Truth.FALSE,
        lambda: prove_index_identity(at_most(i, j) ** 2, 1),
    ),
    _case(
        Slip.KINK,
        "the triples with i <= j <= k are d**3 / 6: at d = 1 it is 1",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(at_most(i, j) * at_most(j, k), i, j, k), d**3 / 6),
    ),
    _case(
        Slip.EDGE_SIZE,
        "Cayley and Hamilton's formula for 2 x 2 matrices",
        Truth.TRUE,
        lambda: prove_index_identity(_characteristic(2), 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "Cayley and Hamilton's formula for 2 x 2 matrices at size 3: diag(1, 1, 0) gives 0, 0, 1",
        Truth.FALSE,
        lambda: prove_index_identity(_characteristic(3), 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "Cayley and Hamilton's formula for 2 x 2 matrices at every size",
        Truth.FALSE,
        lambda: prove_index_identity(_characteristic(d), 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "v_1[i] v_2[j] v_3[k], antisymmetrised, is 0, as up to d = 2: unit vectors give 1 at d = 3",
        Truth.FALSE,
        lambda: prove_index_identity(_antisymmetrised(3), 0),
    ),
    _case(
        Slip.POLE,
        "v[i] c / (c - t) - v[i] t / (c - t) = v[i], where c is not t",
        Truth.TRUE,
        lambda: prove_index_identity(v[i] * (c / (c - t)) - v[i] * (t / (c - t)), v[i]),
    ),
    _case(
        Slip.LAW,
        "A[i, j] w[j] without a sum is the product of A and w: with A = w = 1, d = 2 it is 1 and 2",
        Truth.FALSE,
        lambda: prove_index_identity(A[i, j] * w[j], Sum(A[i, k] * w[k], k)),
    ),
    _case(
        Slip.LAW,
        "a tensor squares as a number: A[i, j]**2 = the square of A at i, j; A = 1 gives 1 and d",
        Truth.FALSE,
        lambda: prove_index_identity(A[i, j] ** 2, Sum(A[i, k] * A[k, j], k)),
    ),
    _case(
        Slip.POLE,
        "v[i] / (c**2 - t**2 - (c - t) (c + t)) = 0: it is defined nowhere",
        Truth.EMPTY,
        lambda: prove_index_identity(v[i] / (c**2 - t**2 - (c - t) * (c + t)), 0),
    ),
    _case(
        Slip.POLE,
        "v[i] (d - 3) / (d**2 - 9) times d + 3 is v[i] at every d: at d = 3 it has no value",
        Truth.FALSE,
        lambda: outright(prove_index_identity(v[i] * ((d - 3) / (d**2 - 9)) * (d + 3), v[i])),
    ),
)
