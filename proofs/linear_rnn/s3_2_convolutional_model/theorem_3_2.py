r"""Theorem 3.2: the tangent kernel of the scaled convolution, for all sizes.

With T(x) the block Toeplitz matrix, T(x)_{(j,b),t} = x_{t-j,b} for t >= j and 0 before, the outputs
are y_{t,i} = sum_{j,b} sqrt(rho_j) theta_{j,i,b} T(x)_{(j,b),t}. The proof takes any matrix for
T(x); that it is the one printed is checked on the cell.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import sympy as sp

from constructions.arrays import EXACT, system_of
from constructions.cells.scaled_convolution import ScaledConvolution
from constructions.tangent_kernel import exact_tangent_kernel
from proofs.linear_rnn import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Gaussian,
    Index,
    Mean,
    Mutant,
    RandomVector,
    Source,
    Sum,
    Tensor,
    check,
    delta,
    inner,
    proof_of,
    prove_index_identity,
)

T, n_x, n_y = sp.symbols("T n_x n_y", integer=True, positive=True)


def toeplitz(xs):
    """Return T(x) of eq. (18), (T n_x, T): column t holds x_t, x_{t-1}, ..., x_0, 0, ..."""
    length, width = xs.shape
    rows = [
        [xs[t - j, b] if t >= j else 0 for t in range(length)]
        for j in range(length)
        for b in range(width)
    ]
    return system_of(xs).array(rows)


@dataclass(frozen=True)
class ConvolutionKernel:
    """The kernel T(x)^T D T(x') (x) I: D from the roots of rho, and the order of the factors."""

    weight: Callable = lambda root: root * root
    toeplitz: Callable = toeplitz
    outer_is_time: bool = True

    def matrix(self, xs, xs2, root_rho, outputs):
        """Return the kernel, outputs on xs by outputs on xs2."""
        weights = np.repeat([self.weight(root) for root in root_rho], xs.shape[1])
        left, right = self.toeplitz(xs), self.toeplitz(xs2)
        times = left.T @ (right * weights.reshape(-1, 1))
        identity = np.eye(outputs, dtype=int)
        return np.kron(times, identity) if self.outer_is_time else np.kron(identity, times)


@check("proof")
def check_for_all_sizes(kernel):
    """The contraction of the two gradients, in index notation, for symbolic T, n_x and n_y.

    The gradient of y_{t,i} by theta_{j,a,b} is what the convolution, which is linear in theta,
    gives for theta = 1 at (j, a, b) and 0 elsewhere.
    """
    t, s, lag, lag2 = (Index(name, T) for name in ("t", "s", "j", "k"))
    i, i2, a, a2 = (Index(name, n_y) for name in ("i", "l", "a", "c"))
    b, b2 = Index("b", n_x), Index("e", n_x)
    root, X, Y = Tensor("r", 1), Tensor("X", 3), Tensor("Y", 3)

    def gradient(toeplitz_matrix, time, output):
        """The derivative of the output at `time` by theta[lag, a, b]."""
        one = delta(lag2, lag) * delta(a2, a) * delta(b2, b)
        term = root[lag2] * one * toeplitz_matrix[lag2, b2, time] * delta(output, a2)
        return Sum(term, lag2, a2, b2)

    contracted = Sum(gradient(X, t, i) * gradient(Y, s, i2), lag, a, b)
    stated = Sum(kernel.weight(root[lag]) * X[lag, b, t] * Y[lag, b, s], lag, b) * delta(i, i2)
    return prove_index_identity(contracted, stated)


@check("exact")
def check_on_the_cell(kernel):
    """The kernel of the cell, differentiated as a polynomial, is T(x)^T D T(x') (x) I."""
    for length, width, outputs in ((1, 1, 1), (2, 1, 1), (3, 1, 2), (3, 2, 2)):
        xs, xs2, theta, roots = _instance(length, width, outputs)

        def network(inputs, theta, roots=roots):
            return ScaledConvolution(theta, roots)(inputs)

        found = exact_tangent_kernel(network, {"theta": theta}, xs, xs2)
        claimed = kernel.matrix(xs, xs2, roots, outputs)
        wrong = [
            (row, column)
            for row, column in np.ndindex(found.shape)
            if found[row, column] != claimed[row, column]
        ]
        if wrong:
            values = {"x": xs, "x'": xs2, "root_rho": roots, "entry": wrong[0]}
            return Evidence.refuted(
                Counterexample(values, str(claimed[wrong[0]]), str(found[wrong[0]]))
            )
    return Evidence.holds("T <= 3, n_x <= 2, n_y <= 2, at generic integers and any theta")


def _instance(length, width, outputs):
    """Inputs, parameters and roots of rho: small integers that are all different."""
    primes = iter(sp.primerange(2, 200))

    def draw(*shape):
        return EXACT.array([int(next(primes)) for _ in range(int(np.prod(shape)))]).reshape(shape)

    return draw(length, width), draw(length, width), draw(length, outputs, width), draw(length)


kernel_of_convolution = Claim(
    id="linear-rnn/thm-3.2",
    title="The tangent kernel of the scaled convolution is T(x)^T D(rho) T(x') (x) I",
    source=Source(PAPER, "Theorem 3.2, eqs (17)-(19)"),
    statement=r"K(x, x') = \mathcal T(x)^\top D(\rho)\,\mathcal T(x') \otimes I_{n_y},\quad"
    r" D(\rho) = \mathrm{diag}(\rho_0 I_{n_x}, \dots, \rho_{T-1} I_{n_x})",
    assumptions=(
        "any parameters theta: the kernel does not depend on them",
        r"outputs are ordered by time, then by entry of $y_t$",
    ),
    covers=("linear-rnn/eq-18-shape",),
    subject=ConvolutionKernel(),
    checks=(
        check_for_all_sizes.killing("root"),
        check_on_the_cell,
    ),
    mutants=(
        Mutant("root", ConvolutionKernel(lambda root: root), "the root of rho_j for rho_j"),
        Mutant(
            "lower-triangular",
            ConvolutionKernel(toeplitz=lambda xs: toeplitz(xs[::-1])),
            "the inputs in reverse",
        ),
        Mutant(
            "factors-exchanged", ConvolutionKernel(outer_is_time=False), "I (x) T^T D T, by entry"
        ),
    ),
)


# The device of the proof sketch


def says_expectation(power, w):
    """For a Gaussian vector D of variance s, in any dimension p and for any vectors g and g'."""
    p, s = w.size("p"), w.number("s", positive=True)
    D = RandomVector("D", p, law=Gaussian(variance=s))
    g, g2 = w.constant("g", p), w.constant("h", p)
    return Mean(inner(g, D) * inner(g2, D), w.call(power, s) * inner(g, g2))


gaussian_device = Claim(
    id="linear-rnn/thm-3.2-proof-sketch",
    title="The tangent kernel is an expectation over a Gaussian perturbation of the parameters",
    source=Source(PAPER, "Theorem 3.2, proof sketch"),
    statement=r"\langle g, g' \rangle = E\big[\langle g, \Delta\rangle \langle g', \Delta\rangle"
    r"\big],\quad \Delta \sim N(0, I)",
    subject=lambda s: s,
    says=says_expectation,
    checks=(proof_of(says_expectation),),
    mutants=(
        Mutant("squared", lambda s: s**2, "the variance squared"),
        Mutant("two", lambda s: 2 * s, "a factor 2, as for a square"),
    ),
    late=(Mutant("large", lambda s: s if s < 10**6 else 2 * s, "a factor 2 from 10^6 on"),),
)
