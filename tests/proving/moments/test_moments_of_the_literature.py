"""Expectations against tables and closed forms of the literature."""

from math import prod
from typing import Any

import pytest
import sympy as sp
from sympy.functions.combinatorial.numbers import catalan, partition
from sympy.utilities.iterables import partitions

from theorem_checks.proving.moments import (
    covariance,
    expansion_in_inverse,
    expectation,
    joint_cumulant,
    leading_order,
    variance,
)
from theorem_checks.proving.moments import expectations as internals
from theorem_checks.statements.moments import (
    IID,
    ConstantMatrix,
    Gaussian,
    Rademacher,
    RandomMatrix,
    RandomVector,
    Uniform,
    contract,
    entry,
    inner,
    quadratic,
    squared_norm,
    trace,
)

d, n, m = sp.symbols("d n m", positive=True, integer=True)
s, k, a, b, c = sp.symbols("s k a b c", positive=True)
i, j = sp.symbols("i j", integer=True)
G = RandomMatrix("G", d, n)
S = RandomMatrix("S", n, n)


def wishart(p) -> Any:
    return expectation(trace((G @ G.T) ** p))


def wishart_by_zonal_polynomials(p):
    """E tr (G G^T)^p = sum over partitions of p, by A. T. James and I. G. Macdonald.

    The power sum is sum_lambda (2p theta_lambda / j_lambda) Z_lambda with theta_lambda the product
    of 2 a' - l' over the cells but the first, and the zonal polynomials are orthogonal with norm
    j_lambda = prod (2 a + l + 1)(2 a + l + 2); E Z_lambda(G G^T) is the product over the cells of
    (d + 2 a' - l')(n + 2 a' - l'). Here a, l, a', l' are arm, leg and their co-lengths.
    """
    total = sp.S.Zero
    every: Any = partitions(p)
    for parts in every:
        rows = sorted((r for r, count in parts.items() for _ in range(count)), reverse=True)
        cells = [(x, y) for x, row in enumerate(rows) for y in range(row)]
        content = {cell: 2 * cell[1] - cell[0] for cell in cells}
        theta = prod(content[cell] for cell in cells if cell != (0, 0))
        norm = 1
        for x, y in cells:
            arm, leg = rows[x] - y - 1, sum(1 for row in rows[x + 1 :] if row > y)
            norm *= (2 * arm + leg + 1) * (2 * arm + leg + 2)
        weight = sp.Rational(2 * p * theta, norm)
        total += weight * sp.Mul(*((d + e) * (n + e) for e in content.values()))
    return sp.expand(total)


@pytest.mark.parametrize("p", range(1, 9))
def test_wishart_moments_are_those_of_zonal_polynomials(p):
    assert wishart(p) == wishart_by_zonal_polynomials(p)


@pytest.mark.parametrize("p", range(1, 9))
def test_wishart_moments_have_their_known_marginals(p):
    moment = wishart(p)
    assert sp.expand(moment - moment.subs({d: n, n: d}, simultaneous=True)) == 0
    chi_squared = prod(n + 2 * r for r in range(p))
    assert sp.expand(moment.subs(d, 1) - chi_squared) == 0
    assert moment.subs({d: 1, n: 1}) == sp.factorial2(2 * p - 1)
    assert leading_order(moment.subs(d, n), n) == catalan(p) * n ** (p + 1)
    narayana = sum(sp.binomial(p, r) * sp.binomial(p, r - 1) / p * c**r for r in range(1, p + 1))
    assert sp.expand(leading_order(moment.subs(d, c * n), n) - narayana * n ** (p + 1)) == 0


def test_the_work_grows_like_the_number_of_partitions():
    (monomial,) = (statistic := trace((G @ G.T) ** 12)).terms
    calculation = internals._Calculation(statistic)
    calculation.value(monomial)
    states = len(calculation._words._values)
    assert states <= sum(partition(q) for q in range(13))
    assert states < 100 < sp.factorial2(23)


GOE = {
    1: n**2 + n,
    2: 2 * n**3 + 5 * n**2 + 5 * n,
    3: 5 * n**4 + 22 * n**3 + 52 * n**2 + 41 * n,
    4: 14 * n**5 + 93 * n**4 + 374 * n**3 + 690 * n**2 + 509 * n,
}


@pytest.mark.parametrize("p", GOE)
def test_the_orthogonal_ensemble_counts_gluings_of_polygons(p):
    """The genus expansion with orientable and unorientable surfaces (M. Ledoux 2009, p. 1)."""
    symmetric = (S + S.T) / sp.sqrt(2)
    assert expectation(trace(symmetric ** (2 * p))) == GOE[p]


MIXED = {
    (2, 2): n**3 + 2 * n,
    (3, 3): n**4 + 10 * n**2 + 4 * n,
    (4, 4): n**5 + 28 * n**3 + 28 * n**2 + 48 * n,
    (1, 3): 2 * n**2 + n,
    (1, 2): 0,
}


@pytest.mark.parametrize("powers", MIXED)
def test_powers_of_a_square_matrix(powers):
    first, second = powers
    assert expectation(trace(S**first @ S.T**second)) == MIXED[powers]
    assert expectation(trace(S**second @ S.T**first)) == MIXED[powers]


@pytest.mark.parametrize("p", range(1, 9))
def test_even_powers_of_a_square_matrix_have_a_product_formula(p):
    product = prod(n + 2 * r for r in range(p))
    assert sp.expand(expectation(trace(S ** (2 * p))) - product) == 0


def test_all_mixed_powers_up_to_eight():
    for first in range(9):
        for second in range(first, 9):
            moment = expectation(trace(S**first @ S.T**second))
            at_one = 0 if (first + second) % 2 else sp.factorial2(max(first + second - 1, 1))
            assert moment.subs(n, 1) == (at_one if first + second else 1)
            degree = first + 1 if first == second else (first + second) // 2
            assert moment == 0 or leading_order(moment, n).has(n**degree)


def test_the_fourth_moment_of_any_law():
    for law, kurtosis in ((IID(variance=s, kurtosis=k), k), (Uniform(s), sp.Rational(9, 5))):
        X = RandomMatrix("X", d, n, law)
        claimed = n * d * s**2 * (n + d + kurtosis - 2)
        assert expectation(trace(X @ X.T @ X @ X.T)) == sp.expand(claimed)


@pytest.mark.parametrize("p", range(1, 6))
def test_signs_have_their_known_marginals(p):
    """At d = 1 the moment is n^p whatever the signs are, and d and n may be exchanged."""
    R = RandomMatrix("R", d, n, Rademacher())
    moment = expectation(trace((R @ R.T) ** p))
    assert moment.subs(d, 1) == n**p
    assert sp.expand(moment - moment.subs({d: n, n: d}, simultaneous=True)) == 0


def test_wishart_matrices_with_a_covariance():
    """E W^3 for W ~ W(Sigma, n), by G. Letac and H. Massam 2004, its trace; Sigma = B B^T."""
    B = ConstantMatrix("B", d, d)
    t1, t2, t3 = (trace((B @ B.T) ** p) for p in (1, 2, 3))
    claimed = (n**3 + 3 * n**2 + 4 * n) * t3 + 3 * (n**2 + n) * t1 * t2 + n * t1**3
    assert expectation(trace((B @ G @ G.T @ B.T) ** 3) - claimed) == 0


def test_several_matrices():
    A, B = RandomMatrix("A", n, m), RandomMatrix("B", m, d)
    assert expectation(squared_norm(A @ B)) == n * m * d
    fourth = expectation(trace((A @ B @ B.T @ A.T) ** 2))
    assert sp.expand(fourth - n * m * d * (m * n + m * d + n * d + m + n + d + 3)) == 0
    commutator = A @ B @ RandomMatrix("C", d, n)
    assert expectation(trace(commutator)) == 0


def test_quadratic_forms():
    f = RandomVector("f", n, Gaussian(a))
    W = RandomMatrix("W", m, n, Gaussian(b))
    assert expectation(quadratic(f, W.T @ W)) == a * b * m * n
    assert expectation(squared_norm(W @ f)) == a * b * m * n
    assert expectation(squared_norm(W @ f) ** 2) == sp.expand(
        a**2 * b**2 * m * n * (m + 2) * (n + 2)
    )
    A = ConstantMatrix("A", n, n)
    symbol = sp.MatrixSymbol("A", n, n)
    claimed = a**2 * (sp.Trace(symbol) ** 2 + sp.Trace(symbol.T * symbol) + sp.Trace(symbol**2))
    assert sp.expand(expectation(quadratic(f, A) ** 2) - claimed) == 0


def test_entries():
    delta = sp.KroneckerDelta(i, j)
    assert expectation(entry(G @ G.T, i, j)) == n * delta
    square = expectation(entry(G @ G.T, i, j) ** 2)
    assert sp.expand(square - (n + delta * (n**2 + n))) == 0
    assert expectation(entry(G @ G.T, 0, 0) * entry(G @ G.T, 1, 1)) == n**2


def test_variances_and_cumulants():
    T = trace(G @ G.T)
    assert variance(T) == 2 * d * n
    assert covariance(T, T**2) == sp.expand(4 * d * n * (d * n + 2))
    assert joint_cumulant(T, T, T, T) == 48 * d * n  # the chi-squared law with dn degrees
    assert joint_cumulant(T) == d * n
    X = RandomMatrix("X", d, n, IID(variance=s, kurtosis=k))
    assert sp.expand(variance(squared_norm(X)) - d * n * s**2 * (k - 1)) == 0
    assert covariance(trace(S), trace(S.T)) == n
    assert covariance(inner(S, S), trace(S)) == 0


@pytest.mark.parametrize("lag", [1, 2, 3])
def test_the_impulse_response_of_a_linear_network(lag):
    """L = C W^j F / n^((j+1)/2) has variance P_jj(n)/n^(j+1), and kurtosis 3 + 6(j+1)/n + ..."""
    C, F = RandomVector("C", n, Gaussian(a)), RandomVector("F", n, Gaussian(b))
    W = RandomMatrix("W", n, n, Gaussian(c))
    L = trace(C.T @ W**lag @ F)
    second = expectation(L**2) / n ** (lag + 1)
    paths = expectation(trace(S**lag @ S.T**lag))
    assert sp.expand(second - a * b * c**lag * paths / n ** (lag + 1)) == 0
    kurtosis = expectation(L**4) / expectation(L**2) ** 2
    assert expansion_in_inverse(kurtosis, n, 2) == 3 + 6 * (lag + 1) / n


def test_correlated_inputs():
    """The constants of the best learning rate for inputs A u of any kurtosis."""
    A = ConstantMatrix("A", d, d)
    X = A @ RandomMatrix("U", d, n, IID(variance=1, kurtosis=k))
    t1, t2 = trace(A @ A.T), trace(A @ A.T @ A @ A.T)
    diagonal = contract("ii,ii", A.T @ A, A.T @ A)
    claimed = n * (n + 1) * t2 + n * t1**2 + n * (k - 3) * diagonal
    assert expectation(trace(X @ X.T @ X @ X.T) - claimed) == 0
    assert "Sum" in str(expectation(diagonal))
