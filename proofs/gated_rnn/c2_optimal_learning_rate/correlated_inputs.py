r"""Beyond eq. (43): one gradient step on correlated inputs, with a rate or with a matrix.

Inputs are x = A u with i.i.d. entries u of kurtosis k, so that Sigma = A A^T. The loss of a step is
a parabola c - 2 eta p + eta^2 q, least at p / q. With a matrix P in place of eta, W_1 = Y X^T P,
the best step solves E[G^2] P = E[G].
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import (
    SETTING,
    d,
    d_y,
    eta,
    k,
    n,
    s_W,
    three_points,
)
from theorem_checks import (
    IID,
    Claim,
    ConstantMatrix,
    ConstantVector,
    Counterexample,
    Evidence,
    MatrixExpression,
    Mutant,
    RandomMatrix,
    RandomVector,
    Source,
    Statistic,
    all_of,
    bilinear,
    check,
    contract,
    identity,
    norm2,
    prove_identity,
    prove_moment,
    trace,
)

m = sp.Symbol("m", integer=True, positive=True)
A = ConstantMatrix("A", d, m)
U = RandomMatrix("U", m, n, law=IID(variance=1, kurtosis=k))
u = RandomVector("u", m, law=IID(variance=1, kurtosis=k))
SIGMA = A @ A.T
CORRELATED = (
    r"$X = AU$, $x = Au$ with $A \in \mathbb{R}^{d_x \times m}$, $U$ and $u$ i.i.d. centred of"
    r" variance 1 and kurtosis $k$; $\Sigma = AA^\top$",
    *SETTING[1:],
)


def _diagonals(left: MatrixExpression, right: MatrixExpression) -> Statistic:
    """sum_i left_ii right_ii."""
    return contract("ii,ii", left, right)


@dataclass(frozen=True)
class CorrelatedRate:
    r"""eta* = Tr S^2 / [a Tr S^3 + Tr S Tr S^2 + e sum_i (A^T A)_ii (A^T S A)_ii], S = Sigma."""

    cubes: sp.Expr = n + 1
    excess: sp.Expr = k - 3
    middle: MatrixExpression = SIGMA

    def square_term(self) -> Statistic:
        """Return the denominator, for n times which eta^2 stands in the loss."""
        fourth = _diagonals(A.T @ A, A.T @ self.middle @ A) * self.excess
        return trace(SIGMA**3) * self.cubes + trace(SIGMA) * trace(SIGMA**2) + fourth


@check("proof")
def check_correlated(rate: CorrelatedRate) -> Evidence:
    """The loss is (1/2) d_y s_W (Tr S - 2 eta n Tr S^2 + eta^2 n (denominator)).

    So it is least at Tr S^2 / denominator: c - 2 eta p + eta^2 q is least at p / q where q > 0,
    and n (denominator) = E |S^{1/2} G|^2 is positive unless A = 0.
    """
    inputs, query = A @ U, A @ u
    W = RandomMatrix("W", d_y, d, law=IID(variance=s_W))
    gap = W @ query - (W @ inputs @ inputs.T @ query) * eta
    parabola = trace(SIGMA) - trace(SIGMA**2) * (2 * eta * n) + rate.square_term() * (eta**2 * n)
    p, q = sp.symbols("p q", positive=True)
    return all_of(
        {
            "the loss": prove_moment(norm2(gap), parabola * (d_y * s_W)),
            "where a parabola is least": prove_identity(
                -2 * eta * p + eta**2 * q, q * (eta - p / q) ** 2 - p**2 / q
            ),
        },
        "all sizes, all A, all kurtoses",
        words=("E |S^{1/2} G|^2 > 0 unless A = 0",),
    )


correlated_rate = Claim(
    id="gated-rnn/x4-eta-sigma",
    title="The best rate for correlated inputs x = A u",
    source=Source(PAPER, "App. C.2, beyond eq. (43)"),
    statement=r"\eta^* = \frac{\mathrm{Tr}\,\Sigma^2}{(n+1)\mathrm{Tr}\,\Sigma^3"
    r" + \mathrm{Tr}\,\Sigma\,\mathrm{Tr}\,\Sigma^2"
    r" + (k-3)\sum_i (A^\top A)_{ii} (A^\top\Sigma A)_{ii}}",
    assumptions=(*CORRELATED, r"$A \ne 0$"),
    subject=CorrelatedRate(),
    checks=(check_correlated,),
    mutants=(
        Mutant("gaussian", CorrelatedRate(excess=sp.Integer(0)), "kurtosis 3"),
        Mutant("off-by-one", CorrelatedRate(cubes=n), "n for n + 1"),
        Mutant("isotropic", CorrelatedRate(middle=identity(d)), "Sigma = I"),
    ),
    new=True,
)


@dataclass(frozen=True)
class Preconditioner:
    """P = [a Sigma + t Tr(Sigma) I + e Sigma^{-1} A diag(A^T A) A^T]^{-1}, by a, t and e."""

    sigma: Callable[..., Any] = lambda n, k: n + 1
    scalar: Callable[..., Any] = lambda n, k: 1
    excess: Callable[..., Any] = lambda n, k: k - 3

    def sigma_times_inverse(self, left: MatrixExpression, right: MatrixExpression) -> Statistic:
        """Return left^T Sigma P^{-1} right, in which no inverse is left."""
        a, t, e = (sp.sympify(part(n, k)) for part in (self.sigma, self.scalar, self.excess))
        plain = bilinear(left, SIGMA**2, right) * a
        scaled = bilinear(left, SIGMA, right) * trace(SIGMA) * t
        return plain + scaled + contract("i,ii,i", A.T @ left, A.T @ A, A.T @ right) * e

    def at(self, A: np.ndarray, columns: int, kurtosis: Fraction) -> np.ndarray:
        """Return P for a square invertible A of size 2, in exact fractions."""
        sigma = A @ A.T
        square = np.diag(np.diag(A.T @ A))
        one = np.array([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])
        inverse = sigma * self.sigma(columns, kurtosis)
        inverse = inverse + one * np.trace(sigma) * self.scalar(columns, kurtosis)
        fourth = _inverse(sigma) @ A @ square @ A.T
        return _inverse(inverse + fourth * self.excess(columns, kurtosis))


def _inverse(matrix: np.ndarray) -> np.ndarray:
    (a, b), (c, e) = matrix
    return np.array([[e, -b], [-c, a]]) / (a * e - b * c)


@check("proof")
def check_normal_equations(best: Preconditioner) -> Evidence:
    """E[G] = n Sigma and E[G^2] = n Sigma P^{-1}, so that E[G^2] P = E[G].

    For any R, |(I - G (P + R)) A|^2 exceeds |(I - G P) A|^2 by |G R A|^2 and a cross term
    -2 Tr[R^T (G - G^2 P) Sigma], whose mean is then 0.
    """
    inputs = A @ U
    gram = inputs @ inputs.T
    left, right = ConstantVector("a", d), ConstantVector("b", d)
    P, R, H = (ConstantMatrix(name, d, d) for name in "PRH")  # H is a value of G
    gap, moved = (identity(d) - H @ P) @ A, H @ R @ A
    cross = trace(R.T @ H.T @ SIGMA) - trace(R.T @ H.T @ H @ P @ SIGMA)
    excess = norm2(gap - moved) - norm2(gap) - norm2(moved)
    return all_of(
        {
            "E[G]": prove_moment(bilinear(left, gram, right), bilinear(left, SIGMA, right) * n),
            "E[G^2]": prove_moment(
                bilinear(left, gram @ gram, right), best.sigma_times_inverse(left, right) * n
            ),
            "the excess": prove_moment(excess + cross * 2, 0),
        },
        "all n, m, d_x, k and A",
        words=("A A^T is invertible", "|G R A|^2 is not negative"),
    )


@check("exact")
def check_normal_equations_by_enumeration(best: Preconditioner) -> Evidence:
    """E[G^2] P = E[G] over all U of a discrete law, for three matrices A and n = 1, 2."""
    kurtosis = Fraction(9, 5)
    law = three_points(kurtosis, Fraction(1))
    scale = sum((value**2 * p for value, p in law.items()), Fraction(0))
    for entries, columns in product(MATRICES, (1, 2)):
        A = np.array([[Fraction(entry) for entry in row] for row in entries])
        first, second = np.zeros((2, 2), dtype=object), np.zeros((2, 2), dtype=object)
        for drawn in product(law.items(), repeat=2 * columns):
            values = np.array([value for value, _ in drawn], dtype=object).reshape(2, columns)
            weight = np.prod(np.array([p for _, p in drawn], dtype=object))
            gram = A @ values @ values.T @ A.T / scale
            first, second = first + weight * gram, second + weight * gram @ gram
        claimed, found = second @ best.at(A, columns, kurtosis), first
        if not np.array_equal(claimed, found):
            values = {"A": entries, "n": columns, "kurtosis": kurtosis}
            return Evidence.refuted(
                Counterexample(values, f"E[G^2] P = {claimed.tolist()}", f"E[G] = {found.tolist()}")
            )
    return Evidence.holds("three matrices A of size 2, n = 1 and 2, kurtosis 9/5")


MATRICES = ([[1, 0], [0, 2]], [[1, 1], [0, 1]], [[1, 2], [3, -1]])

best_matrix = Claim(
    id="gated-rnn/x4-preconditioner",
    title="The best matrix in place of a rate, for correlated inputs",
    source=Source(PAPER, "App. C.2, beyond eq. (43)"),
    statement=r"P^* = \left[(n+1)\Sigma + \mathrm{Tr}(\Sigma) I"
    r" + (k-3)\Sigma^{-1}A\,\mathrm{diag}(A^\top A)A^\top\right]^{-1}"
    r" = \arg\min_P E\|W x - W X X^\top P x\|^2",
    assumptions=(*CORRELATED, r"$\Sigma$ invertible"),
    subject=Preconditioner(),
    checks=(check_normal_equations, check_normal_equations_by_enumeration),
    mutants=(
        Mutant("gaussian", Preconditioner(excess=lambda n, k: 0), "kurtosis 3"),
        Mutant("off-by-one", Preconditioner(sigma=lambda n, k: n), "n for n + 1"),
        Mutant("no-trace", Preconditioner(scalar=lambda n, k: 0), "Tr(Sigma) I is lost"),
        Mutant("other-sign", Preconditioner(excess=lambda n, k: 3 - k), "3 - k for k - 3"),
    ),
    new=True,
)
