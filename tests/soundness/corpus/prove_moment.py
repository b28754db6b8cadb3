"""Formulas for moments that are false."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import (
    IID,
    ConstantMatrix,
    Gaussian,
    Rademacher,
    RandomMatrix,
    RandomTensor,
    RandomVector,
    Uniform,
    bilinear,
    contract,
    entry,
    inner,
    prove_moment,
    quadratic,
    squared_norm,
    trace,
)

__all__ = ["CASES"]

_case = partial(Case, "prove_moment")

d, n = sp.symbols("d n", integer=True, positive=True)
s = sp.Symbol("s", positive=True)
i, j = sp.symbols("i j", integer=True)

G, X = RandomMatrix("G", d, n), RandomMatrix("X", n, n)
Y = RandomMatrix("Y", n, n)
x, y = RandomVector("x", n), RandomVector("y", n)
signs = RandomMatrix("R", d, n, Rademacher())
A, B = ConstantMatrix("A", n, n), ConstantMatrix("B", n, n)
gram = G @ G.T

CASES = (
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "E tr X^2 X^T^2 = n^3, which is the leading order for large n: at n = 1 it is 3",
        Truth.FALSE,
        lambda: prove_moment(trace(X**2 @ X.T**2), n**3),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "E (x^T A x) = n for every A, as for the identity: for A = 0 it is 0",
        Truth.FALSE,
        lambda: prove_moment(quadratic(x, A), n),
    ),
    _case(
        Slip.BRANCH,
        "E (G G^T)_ij = n for all i, j: it is 0 where i != j",
        Truth.FALSE,
        lambda: prove_moment(entry(gram, i, j), n),
    ),
    _case(
        Slip.BRANCH,
        "E x_i^2 x_j^2 = 1 for all i, j: it is 3 where i = j",
        Truth.FALSE,
        lambda: prove_moment(entry(x, i) ** 2 * entry(x, j) ** 2, 1),
    ),
    _case(
        Slip.BRANCH,
        "E X_ij X_ji = 0 for all i, j: it is 1 where i = j",
        Truth.FALSE,
        lambda: prove_moment(entry(X, i, j) * entry(X, j, i), 0),
    ),
    _case(
        Slip.BRANCH,
        "E x_0^2 x_i^2 = 1 + 2 delta_ij for another index j: at i = 0, j = 1 it is 3, not 1",
        Truth.FALSE,
        lambda: prove_moment(entry(x, 0) ** 2 * entry(x, i) ** 2, 1 + 2 * sp.KroneckerDelta(i, j)),
    ),
    _case(
        Slip.NAME,
        "A[0, 0] = the number that is called 'A[0, 0]': that is another thing, such as A[0, 0] + 1",
        Truth.FALSE,
        lambda: prove_moment(entry(A, 0, 0), sp.Symbol("A[0, 0]")),
    ),
    _case(
        Slip.NAME,
        "E |G|^2 = n d for another n, which has no assumptions: one name, two numbers",
        Truth.NO_STATEMENT,
        lambda: prove_moment(squared_norm(G), sp.Symbol("n") * d),
    ),
    _case(
        Slip.NAME,
        "E tr X X' = n^2 for two different matrices of one name, n x n and of signs: they are"
        " independent, and it is 0",
        Truth.FALSE,
        lambda: prove_moment(trace(X @ RandomMatrix("X", n, n, Rademacher()).T), n**2),
    ),
    _case(
        Slip.NAME,
        "tr A = the number that is called 'Trace(A)': at A = 0 that may be 1",
        Truth.FALSE,
        lambda: prove_moment(trace(A), sp.Symbol("Trace(A)")),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "E tr X Y X Y = n for independent X, Y, as for X X Y Y: it is n^2, at n = 2 it is 4",
        Truth.FALSE,
        lambda: prove_moment(trace(X @ Y @ X @ Y), n),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "tr A B A B = tr A A B B: at A = [[0, 1], [0, 0]], B = A^T it is 1, not 0",
        Truth.FALSE,
        lambda: prove_moment(trace(A @ B @ A @ B), trace(A @ A @ B @ B)),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "E tr G^T G A = E tr G G^T A for square A of size n: at d = 1 and n = 2 the second is no"
        " product",
        Truth.NO_STATEMENT,
        lambda: prove_moment(trace(G.T @ G @ A), trace(gram @ A)),
    ),
    _case(
        Slip.TRANSPOSE,
        "E (x^T A x)^2 = tr(A)^2 + 2 tr(A^2) for every A: at A = [[0, 1], [0, 0]] it is 1, not 0",
        Truth.FALSE,
        lambda: prove_moment(quadratic(x, A) ** 2, trace(A) ** 2 + 2 * trace(A @ A)),
    ),
    _case(
        Slip.TRANSPOSE,
        "E tr X X = n^2, as for X X^T: it is n",
        Truth.FALSE,
        lambda: prove_moment(trace(X @ X), n**2),
    ),
    _case(
        Slip.TRANSPOSE,
        "E tr (G^T G)^2 = n d (n + d): (d, n) = (1, 1) gives E g^4 = 3, not 2",
        Truth.FALSE,
        lambda: prove_moment(trace((G.T @ G) ** 2), n * d * (n + d)),
    ),
    _case(
        Slip.TRANSPOSE,
        "x^T A y = y^T A x for every A and given x, y: at A = [[0, 1], [0, 0]] squares have one"
        " mean, but E of the product is tr A^2 = 0, not tr A A^T = 1",
        Truth.FALSE,
        lambda: prove_moment(bilinear(x, A, y) * bilinear(y, A, x), trace(A @ A.T)),
    ),
    _case(
        Slip.LAW,
        "E |R|^4 = d n (d n + 2) for signs, as for Gaussians: |R|^2 is d n, at d = n = 1 it is 1",
        Truth.FALSE,
        lambda: prove_moment(squared_norm(signs) ** 2, d * n * (d * n + 2)),
    ),
    _case(
        Slip.LAW,
        "E of the sum of fourth powers of n uniform numbers of variance 1 is 3 n: it is 9 n / 5",
        Truth.FALSE,
        lambda: prove_moment(
            contract("i,i,i,i", *[RandomVector("u", n, Uniform())] * 4),
            3 * n,
        ),
    ),
    _case(
        Slip.LAW,
        "E (x^T y)^2 = E |x|^2 |y|^2 for independent x, y: at n = 2 it is 2, not 4",
        Truth.FALSE,
        lambda: prove_moment(inner(x, y) ** 2, squared_norm(x) * squared_norm(y)),
    ),
    _case(
        Slip.LAW,
        "E |x|^2 |x|^2 = n^2, as for independent x: it is n^2 + 2 n",
        Truth.FALSE,
        lambda: prove_moment(squared_norm(x) * squared_norm(x), squared_norm(x) * n),
    ),
    _case(
        Slip.LAW,
        "E sum x_i^3 = 0 for a law of mean 0 that need not be symmetric: 2 with probability 1/3,"
        " -1 with 2/3 gives 2",
        Truth.FALSE,
        lambda: prove_moment(
            contract("i,i,i", *[RandomVector("w", n, IID(variance=s, kurtosis=3))] * 3), 0
        ),
    ),
    _case(
        Slip.LAW,
        "E x_0^2 = s for a Gaussian of variance s and mean 1: it is s + 1",
        Truth.FALSE,
        lambda: prove_moment(entry(RandomVector("w", n, Gaussian(s, 1)), 0) ** 2, s),
    ),
    _case(
        Slip.KINK,
        "E |x|^2 = |n - 2| + 2 for all n >= 1: at n = 1 it is 1, not 3",
        Truth.FALSE,
        lambda: prove_moment(squared_norm(x), sp.Abs(n - 2) + 2),
    ),
    _case(
        Slip.KINK,
        "E |x|^2 = max(n, 3): at n = 1 it is 1",
        Truth.FALSE,
        lambda: prove_moment(squared_norm(x), sp.Max(n, 3)),
    ),
    _case(
        Slip.POLE,
        "E |x|^2 = n s^2 / ((s - 1) (s + 1) - s^2 + 1): divided by 0 for every s",
        Truth.EMPTY,
        lambda: prove_moment(squared_norm(x), n * s**2 / ((s - 1) * (s + 1) - s**2 + 1)),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "E tr(G G^T)^2 = (E tr G G^T)^2 = (n d)^2: the variance is 2 n d",
        Truth.FALSE,
        lambda: prove_moment(trace(gram) ** 2, (n * d) ** 2),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "E sum_ij (sum_k T_ijk)^2 = (sum of all variances)^2 = n^6: it is n^3, at n = 2 it is 8",
        Truth.FALSE,
        lambda: prove_moment(
            contract("ijk,ijl", *[RandomTensor("T", (n, n, n))] * 2),
            n**6,
        ),
    ),
    _case(
        Slip.CONSTANT,
        "E tr W^3 = 5 n^4 + 6 n^3 + 3 n^2 for the square Wishart matrix: at n = 1 it is 15, not 14",
        Truth.FALSE,
        lambda: prove_moment(trace((X @ X.T) ** 3), 5 * n**4 + 6 * n**3 + 3 * n**2),
    ),
    _case(
        Slip.CONSTANT,
        "E (x^T A x)^2 = tr(A)^2 + tr(A^2) for A = B + B^T: at B = 1, n = 1 it is 12, not 8",
        Truth.FALSE,
        lambda: prove_moment(
            quadratic(x, B + B.T) ** 2, trace(B + B.T) ** 2 + trace((B + B.T) ** 2)
        ),
    ),
    _case(
        Slip.CONSTANT,
        "E |x|^2 = n + (n-1)(n-2)(n-3)(n-4)(n-5)(n-6): right up to n = 6; at n = 7 it is 727",
        Truth.FALSE,
        lambda: prove_moment(squared_norm(x), n + sp.prod(n - k for k in range(1, 7))),
    ),
    _case(
        Slip.KINK,
        "E |x|^2 = |n - 1| + 1 for all n >= 1, which is true",
        Truth.TRUE,
        lambda: prove_moment(squared_norm(x), sp.Abs(n - 1) + 1),
    ),
    _case(
        Slip.BRANCH,
        "E (G G^T)_ij = n delta_ij, which is true",
        Truth.TRUE,
        lambda: prove_moment(entry(gram, i, j), n * sp.KroneckerDelta(i, j)),
    ),
    _case(
        Slip.POLE,
        "E |x|^2 = n (n - 1)^2 / (n^2 - 2 n + 1) for all n >= 1: not defined at n = 1",
        Truth.FALSE,
        lambda: outright(prove_moment(squared_norm(x), n * (n - 1) ** 2 / (n**2 - 2 * n + 1))),
    ),
    _case(
        Slip.POLE,
        "E |x|^2 = n Gamma(1 - n) / (-n Gamma(-n)): Gamma has a pole at each of these numbers",
        Truth.EMPTY,
        lambda: prove_moment(squared_norm(x), n * sp.gamma(1 - n) / (-n * sp.gamma(-n))),
    ),
)
