r"""Theorem 3.2: the tangent kernel of the scaled convolution, for all sizes.

With T(x) the block Toeplitz matrix, T(x)_{(j,b),t} = x_{t-j,b} for t >= j and 0 before, the outputs
are y_{t,i} = sum_{j,b} sqrt(rho_j) theta_{j,i,b} T(x)_{(j,b),t}.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import sympy as sp

from constructions.arrays import EXACT, ones, outer, system_of
from constructions.cells.scaled_convolution import ScaledConvolution
from constructions.tangent_kernel import exact_tangent_kernel
from proofs.linear_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Gaussian,
    Mean,
    Mutant,
    RandomVector,
    Source,
    check,
    inner,
    proof_of,
)


def toeplitz(xs):
    """Return T(x) of eq. (18), (T n_x, T): column t holds x_t, x_{t-1}, ..., x_0, 0, ..."""
    length, width = xs.shape
    rows = [
        [xs[t - j, b] if t >= j else 0 for t in range(length)]
        for j in range(length)
        for b in range(width)
    ]
    return system_of(xs).array(rows)


def reaching(at, xs, T, j, b, t):
    """Return the entry of T(x) in row (j, b) and column t, x_{t-j,b}, and 0 for t < j."""
    return at.sum(lambda s: at.lag(t, s, j) * xs[s, b], T)


def of_the_end(at, xs, T, j, b, t):
    """Return x_{t+j,b}, and 0 where there is no such token."""
    return at.sum(lambda s: at.lag(s, t, j) * xs[s, b], T)


@dataclass(frozen=True)
class ConvolutionKernel:
    """The kernel T(x)^T D T(x') (x) I: D from the roots of rho, and the order of the factors.

    **Fields**: `entry`, that of T(x) for indices; `toeplitz`, the matrix T(x) of numbers.
    """

    weight: Callable = lambda root: root * root
    entry: Callable = reaching
    toeplitz: Callable = toeplitz
    outer_is_time: bool = True

    def order(self, T, n_y):
        """Return the sizes of the indices by which outputs are counted."""
        return (T, n_y) if self.outer_is_time else (n_y, T)

    def at(self, at, times, *indices):
        """Return the entry of `times` (x) I, or of I (x) `times`, at the indices of two outputs."""
        t, i, s, l = indices if self.outer_is_time else (*indices[1::-1], *indices[:1:-1])
        return at.delta(i, l) * times[t, s]

    def matrix(self, xs, xs2, root_rho, outputs):
        """Return the kernel, outputs on xs by outputs on xs2."""
        weights = np.repeat(self.weight(root_rho), xs.shape[1])
        left, right = self.toeplitz(xs), self.toeplitz(xs2)
        times = left.T @ (right * weights.reshape(-1, 1))
        identity = np.eye(outputs, dtype=int)
        return np.kron(times, identity) if self.outer_is_time else np.kron(identity, times)


def says_kernel(kernel, w):
    """The kernel takes weights v of the outputs on x' to what their gradient does on x.

    G is the gradient by theta of the outputs on x' with these weights: a change h of theta adds
    <G, h> to them, at every theta, and nothing more. A step along G adds K v to the outputs on x,
    so that K = J(x) J(x')^T for the Jacobians J. Outputs are ordered by time, and then by entry.
    T(x) has a row for each lag j and input b, and a column for each time.
    """
    T, n_x, n_y = (w.size(name) for name in ("T", "n_x", "n_y"))
    xs, ys, v = w.array("x", T, n_x), w.array("z", T, n_x), w.array("v", T, n_y)
    root = w.array("r", T)
    theta, h = (w.array(name, T, n_y, n_x) for name in ("theta", "h"))
    delayed = w.entries(lambda at, j, b, t: reaching(at, ys, T, j, b, t), T, n_x, T)
    G = w.entries(
        lambda at, j, a, b: root[j] * at.sum(lambda t: v[t, a] * delayed[j, b, t], T), T, n_y, n_x
    )
    added = w.entries(lambda at: at.sum(lambda *of: G[of] * h[of], T, n_y, n_x))

    def on(tokens, parameters):
        return ScaledConvolution(parameters, root)(tokens)

    def weighed(outputs):
        return ones(v.shape[:1], like=v) @ ((v * outputs) @ ones(v.shape[1:], like=v))

    def flat(outputs):
        return w.entries(lambda _, t, i: outputs[t, i], (T, n_y))

    weights = kernel.weight(root)
    left, right = (
        w.entries(lambda at, j, b, t, of=of: kernel.entry(at, of, T, j, b, t), (T, n_x), T)
        for of in (xs, ys)
    )
    D = w.entries(lambda _, j, b: weights[j], (T, n_x))
    times = left.T @ (outer(D, ones((T,), like=v)) * right)
    K = w.entries(lambda at, *of: kernel.at(at, times, *of), *(kernel.order(T, n_y),) * 2)
    return All(
        (
            Equal(weighed(on(ys, theta + h)), weighed(on(ys, theta)) + added),
            Equal(flat(on(xs, theta + G) - on(xs, theta)), K @ flat(v)),
        )
    )


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
    says=says_kernel,
    checks=(proof_of(says_kernel), check_on_the_cell),
    mutants=(
        Mutant("root", ConvolutionKernel(lambda root: root), "the root of rho_j for rho_j"),
        Mutant(
            "lower-triangular",
            ConvolutionKernel(entry=of_the_end, toeplitz=lambda xs: toeplitz(xs[::-1])),
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
