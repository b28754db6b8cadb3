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

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import SETTING, three_points
from theorem_checks import (
    IID,
    All,
    Claim,
    Conclusion,
    Counterexample,
    Evidence,
    MatrixExpression,
    Mean,
    Mutant,
    RandomMatrix,
    RandomVector,
    Source,
    Statistic,
    World,
    bilinear,
    check,
    contract,
    identity,
    instances_of,
    proof_of,
    squared_norm,
    trace,
)

CORRELATED = (
    r"$X = AU$, $x = Au$ with $A \in \mathbb{R}^{d_x \times m}$, $U$ and $u$ i.i.d. centred of"
    r" variance 1 and kurtosis $k$; $\Sigma = AA^\top$",
    *SETTING[1:],
)


SMALL: list[dict[str, int]] = [
    {"n": 1, "d_x": 1, "d_y": 1, "m": 1},
    {"n": 2, "d_x": 1, "d_y": 1, "m": 1},
    {"n": 1, "d_x": 2, "d_y": 1, "m": 1},
    {"n": 1, "d_x": 1, "d_y": 2, "m": 2},
    {"n": 1, "d_x": 2, "d_y": 1, "m": 2},
]


@dataclass(frozen=True)
class Correlated:
    """Inputs A U and a query A u, with any matrix A; `n` of them, of `d` numbers, kurtosis `k`."""

    n: Any
    d: Any
    d_y: Any
    s_W: Any
    k: Any
    A: MatrixExpression
    inputs: MatrixExpression
    query: MatrixExpression

    @classmethod
    def of(cls, w: World) -> "Correlated":
        """Take sizes, A, the variance of the tasks and the kurtosis from a world."""
        n, d, d_y, m = (w.size(name) for name in ("n", "d_x", "d_y", "m"))
        s_W, k = w.number("s_W", positive=True), w.number("k", least=1)
        law, A = IID(variance=1, kurtosis=k), w.constant("A", d, m)
        U, u = RandomMatrix("U", m, n, law=law), RandomVector("u", m, law=law)
        return cls(n, d, d_y, s_W, k, A, A @ U, A @ u)

    @property
    def W(self) -> MatrixExpression:
        """The task."""
        return RandomMatrix("W", self.d_y, self.d, law=IID(variance=self.s_W))

    @property
    def G(self) -> MatrixExpression:
        """The matrix X X^T of the inputs."""
        return self.inputs @ self.inputs.T

    @property
    def sigma(self) -> MatrixExpression:
        """The matrix A A^T."""
        return self.A @ self.A.T


@dataclass(frozen=True)
class CorrelatedRate:
    r"""eta* = Tr S^2 / [a Tr S^3 + Tr S Tr S^2 + e sum_i (A^T A)_ii (A^T M A)_ii], S = Sigma.

    a, e and M by the setting; M is S.
    """

    cubes: Callable[[Correlated], Any] = lambda z: z.n + 1
    excess: Callable[[Correlated], Any] = lambda z: z.k - 3
    middle: Callable[[Correlated], MatrixExpression] = lambda z: z.sigma

    def below(self, z: Correlated) -> Statistic:
        """Return the denominator."""
        S = z.sigma
        fourth = contract("ii,ii", z.A.T @ z.A, z.A.T @ self.middle(z) @ z.A)
        mixed = trace(S) * trace(S**2)
        return trace(S**3) * self.cubes(z) + mixed + fourth * self.excess(z)


def says_best_rate(rate: CorrelatedRate, w: World) -> Conclusion:
    """With p = Tr S^2 and q the denominator, q L(eta) is least where q eta = p, and q > 0.

    For the mean loss L is a parabola, and q L is what it is there and d_y s_W n (q eta - p)^2 more;
    and n q is n^2 Tr S^3 = n^2 |S A|^2, positive unless A = 0, and the mean of a square more.
    """
    z, eta = Correlated.of(w), w.number("eta")
    S, p, q = z.sigma, trace(z.sigma**2), rate.below(z)
    loss = squared_norm(z.W @ z.query - (z.W @ z.G @ z.query) * eta)
    parabola = trace(S) - p * (2 * eta * z.n) + q * (eta**2 * z.n)
    gap = q * eta - p
    at_best = q * trace(S) - p * p * z.n
    spread = squared_norm(z.G @ z.A - (S @ z.A) * z.n)
    return All(
        (
            Mean(loss, parabola * (z.d_y * z.s_W)),
            Mean(q * parabola, at_best + gap * gap * z.n),
            Mean(spread, q * z.n - squared_norm(S @ z.A) * z.n**2),
        )
    )


correlated_rate = Claim(
    id="gated-rnn/x4-eta-sigma",
    title="The best rate for correlated inputs x = A u",
    source=Source(PAPER, "App. C.2, beyond eq. (43)"),
    statement=r"\eta^* = \frac{\mathrm{Tr}\,\Sigma^2}{(n+1)\mathrm{Tr}\,\Sigma^3"
    r" + \mathrm{Tr}\,\Sigma\,\mathrm{Tr}\,\Sigma^2"
    r" + (k-3)\sum_i (A^\top A)_{ii} (A^\top\Sigma A)_{ii}} =: \frac pq,\quad"
    r" q\,E L(\eta) = q\,E L(\eta^*) + d_y s_W n (q \eta - p)^2,\quad"
    r" q = n\,|\Sigma A|^2 + \tfrac1n E|GA - n \Sigma A|^2",
    assumptions=(*CORRELATED, r"$A \ne 0$, so that $q > 0$"),
    subject=CorrelatedRate(),
    says=says_best_rate,
    checks=(
        proof_of(says_best_rate, instances=SMALL, seconds=240),
        instances_of(says_best_rate, SMALL),
    ),
    mutants=(
        Mutant("gaussian", CorrelatedRate(excess=lambda z: 0), "kurtosis 3"),
        Mutant("off-by-one", CorrelatedRate(cubes=lambda z: z.n), "n for n + 1"),
        Mutant("isotropic", CorrelatedRate(middle=lambda z: identity(z.d)), "Sigma = I"),
    ),
    late=(
        Mutant(
            "long",
            CorrelatedRate(cubes=lambda z: z.n + 1 if z.n < 2000 else z.n),
            "n for n + 1 from 2000 inputs on",
        ),
    ),
    new=True,
)


@dataclass(frozen=True)
class Preconditioner:
    """P = [a Sigma + t Tr(Sigma) I + e Sigma^{-1} A diag(A^T A) A^T]^{-1}, by a, t and e."""

    sigma: Callable[..., Any] = lambda n, k: n + 1
    scalar: Callable[..., Any] = lambda n, k: 1
    excess: Callable[..., Any] = lambda n, k: k - 3

    def traced(self, z: Correlated, M: MatrixExpression) -> Statistic:
        """Return Tr(Sigma P^{-1} M), in which no inverse is left."""
        a, t, e = (part(z.n, z.k) for part in (self.sigma, self.scalar, self.excess))
        S = z.sigma
        fourth = contract("ii,ii", z.A.T @ z.A, z.A.T @ M @ z.A)
        return trace(S**2 @ M) * a + trace(S) * trace(S @ M) * t + fourth * e

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


def says_best_matrix(best: Preconditioner, w: World) -> Conclusion:
    """For all P and R, E|W x - W G (P + R) x|^2 is that of P, E|W G R x|^2 and a cross term more.

    That is -2 n d_y s_W (Tr[S S R^T] - Tr[N P S R^T]) with N = S P*^-1, in which no inverse is
    left: it is 0 at P = P*, where N P = S, for all R. And n N is the mean of G^2.
    """
    z = Correlated.of(w)
    P, R = w.constant("P", z.d, z.d), w.constant("R", z.d, z.d)
    a, b = w.constant("a", z.d), w.constant("b", z.d)

    def left(matrix: MatrixExpression) -> MatrixExpression:
        return z.W @ z.query - z.W @ z.G @ matrix @ z.query

    S, factor = z.sigma, z.n * z.d_y * z.s_W
    excess = (
        squared_norm(left(P + R)) - squared_norm(left(P)) - squared_norm(z.W @ z.G @ R @ z.query)
    )
    cross = trace(S @ S @ R.T) - best.traced(z, P @ S @ R.T)
    return All(
        (
            Mean(excess, cross * factor * -2),
            Mean(bilinear(a, z.G @ z.G, b), best.traced(z, b @ a.T) * z.n),
        )
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
    r" + (k-3)\Sigma^{-1}A\,\mathrm{diag}(A^\top A)A^\top\right]^{-1}:\quad"
    r" E\|W x - W G (P + R) x\|^2 = E\|W x - W G P x\|^2 + E\|W G R x\|^2"
    r" - 2 n d_y s_W \mathrm{Tr}[\Sigma (I - {P^*}^{-1} P) \Sigma R^\top]"
    r"\quad\text{for all } P, R,\; G = XX^\top",
    assumptions=(*CORRELATED, r"$\Sigma$ invertible"),
    subject=Preconditioner(),
    says=says_best_matrix,
    checks=(
        proof_of(says_best_matrix, instances=SMALL, seconds=240),
        instances_of(says_best_matrix, SMALL),
        check_normal_equations_by_enumeration,
    ),
    mutants=(
        Mutant("gaussian", Preconditioner(excess=lambda n, k: 0), "kurtosis 3"),
        Mutant("off-by-one", Preconditioner(sigma=lambda n, k: n), "n for n + 1"),
        Mutant("no-trace", Preconditioner(scalar=lambda n, k: 0), "Tr(Sigma) I is lost"),
        Mutant("other-sign", Preconditioner(excess=lambda n, k: 3 - k), "3 - k for k - 3"),
    ),
    late=(
        Mutant(
            "long",
            Preconditioner(sigma=lambda n, k: n + 1 if n < 2000 else n),
            "n for n + 1 from 2000 inputs on",
        ),
    ),
    new=True,
)
