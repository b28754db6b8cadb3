"""Expectations, variances and covariances that are not so."""

from collections.abc import Callable
from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    IID,
    ConstantMatrix,
    Discrete,
    Evidence,
    Rademacher,
    RandomMatrix,
    RandomVector,
    covariance,
    entry,
    expansion_in_inverse,
    expectation,
    expectation_at,
    inner,
    leading_order,
    prove_identity,
    prove_moment,
    quadratic,
    squared_norm,
    trace,
    variance,
)

__all__ = ["CASES"]

_mean = partial(Case, "expectation")
_variance = partial(Case, "variance")
_covariance = partial(Case, "covariance")

d, n = sp.symbols("d n", integer=True, positive=True)
s = sp.Symbol("s", positive=True)

G, X = RandomMatrix("G", d, n), RandomMatrix("X", n, n)
x, y = RandomVector("x", n), RandomVector("y", n)
A, B = ConstantMatrix("A", n, n), ConstantMatrix("B", n, n)


_at_sizes = partial(Case, "expectation_at")


def _mean_is_zero(law: Callable[[], object]) -> Callable[[], Evidence]:
    """Ask whether the entries of a law have the mean 0, by brute force in a vector of size 2."""

    def ask() -> Evidence:
        return prove_identity(expectation_at(entry(RandomVector("w", 2, law()), 0), {}), 0)  # pyright: ignore

    return ask


CASES = (
    _mean(
        Slip.TRANSPOSE,
        "E tr X X X^T = 0 and E tr X X^T = n: the second is n^2, at n = 2 it is 4",
        Truth.FALSE,
        lambda: prove_identity(expectation(trace(X @ X.T)), n),
    ),
    _mean(
        Slip.ORDER_OF_FACTORS,
        "E x^T A B x = tr A tr B: it is tr A B, at A = B = 1 of size 2 it is 2, not 4",
        Truth.FALSE,
        lambda: prove_moment(quadratic(x, A @ B), trace(A) * trace(B)),
    ),
    _mean(
        Slip.HIDDEN_ASSUMPTION,
        "E w^6 = 15 s^3 for kurtosis 3, as for a Gaussian: values -a, 0, a have 9 s^3",
        Truth.FALSE,
        lambda: prove_identity(
            expectation(entry(RandomVector("w", n, IID(variance=s, kurtosis=3)), 0) ** 6),
            15 * s**3,
        ),
    ),
    _mean(
        Slip.ORDER_OF_EVALUATION,
        "E (x^T y)^4 = 3 (E (x^T y)^2)^2: it is 3 n^2 + 6 n, at n = 1 it is 9, not 3",
        Truth.FALSE,
        lambda: prove_identity(
            expectation(inner(x, y) ** 4), 3 * expectation(inner(x, y) ** 2) ** 2
        ),
    ),
    _mean(
        Slip.CONSTANT,
        "the leading order of E tr (X X^T)^3 is 6 n^4: the Catalan number is 5",
        Truth.FALSE,
        lambda: prove_identity(leading_order(expectation(trace((X @ X.T) ** 3)), n), 6 * n**4),
    ),
    _mean(
        Slip.HIDDEN_ASSUMPTION,
        "(n + 2) (n + 4) / n^2 = 1 + 6/n + O(1/n^3): the next term is 8/n^2",
        Truth.FALSE,
        lambda: prove_identity(
            expansion_in_inverse(expectation(squared_norm(x) ** 3) / n**3, n, 3), 1 + 6 / n
        ),
    ),
    _variance(
        Slip.ORDER_OF_EVALUATION,
        "Var |x|^2 = E |x|^4 = n^2 + 2 n: the mean is to be taken off, which leaves 2 n",
        Truth.FALSE,
        lambda: prove_identity(variance(squared_norm(x)), n**2 + 2 * n),
    ),
    _variance(
        Slip.LAW,
        "Var |R|^2 = 2 n for signs: it is 0",
        Truth.FALSE,
        lambda: prove_identity(variance(squared_norm(RandomVector("R", n, Rademacher()))), 2 * n),
    ),
    _variance(
        Slip.CONSTANT,
        "Var 3 x_0 = 3: it is 9",
        Truth.FALSE,
        lambda: prove_identity(variance(3 * entry(x, 0)), 3),
    ),
    _variance(
        Slip.HIDDEN_ASSUMPTION,
        "Var (x_0 + y_0 + x_0) = 3, as for three independent numbers: it is 5",
        Truth.FALSE,
        lambda: prove_identity(variance(2 * entry(x, 0) + entry(y, 0)), 3),
    ),
    _variance(
        Slip.TRANSPOSE,
        "Var tr X = Var of the sum of the n^2 entries = n^2: it is n",
        Truth.FALSE,
        lambda: prove_identity(variance(trace(X)), n**2),
    ),
    _covariance(
        Slip.LAW,
        "Cov(x_0, x_0^2) = 0 for every law of mean 0: it is the third moment",
        Truth.FALSE,
        lambda: prove_identity(
            covariance(
                entry(RandomVector("w", n, IID(moments={1: 0, 2: 2, 3: 2, 4: 6})), 0),
                entry(RandomVector("w", n, IID(moments={1: 0, 2: 2, 3: 2, 4: 6})), 0) ** 2,
            ),
            0,
        ),
    ),
    _covariance(
        Slip.HIDDEN_ASSUMPTION,
        "Cov(|x|^2, (x^T y)^2) = 0, since Cov(x_0, x^T y) = 0: it is 2 n",
        Truth.FALSE,
        lambda: prove_identity(covariance(squared_norm(x), inner(x, y) ** 2), 0),
    ),
    _covariance(
        Slip.NAME,
        "Cov(x_0, x'_0) = 0 for another vector that is called x too: then it is the same, and 1",
        Truth.FALSE,
        lambda: prove_identity(covariance(entry(x, 0), entry(RandomVector("x", n), 0)), 0),
    ),
    _covariance(
        Slip.CONSTANT,
        "Cov(tr G G^T, tr (G G^T)^2) = 2 n d (n + d + 1): it is twice that, at n = d = 1 it is 12",
        Truth.FALSE,
        lambda: prove_identity(
            covariance(trace(G @ G.T), trace((G @ G.T) ** 2)), 2 * n * d * (n + d + 1)
        ),
    ),
    _at_sizes(
        Slip.NAME,
        "E w = 0 for 1 with 1/2, the text '1' with 1/4 and -1 with 1/4: one value, two keys;"
        " the mean is 1/2",
        Truth.FALSE,
        _mean_is_zero(lambda: Discrete({1: "1/2", "1": "1/4", -1: "1/4"})),
    ),
    _at_sizes(
        Slip.NAME,
        "E w = 0 for s (s + 1) with 1/2, s^2 + s with 1/4 and -s - s^2 with 1/4, s > 0: the mean"
        " is (s^2 + s)/2, at s = 1 it is 1",
        Truth.FALSE,
        _mean_is_zero(lambda: Discrete({s * (s + 1): "1/2", s**2 + s: "1/4", -s - s**2: "1/4"})),
    ),
)
