r"""Proposition 3.1: what it assumes of the activation, and what is positive semi-definite.

The proposition is cited, not proved in the text. Examined here are its conditions on the
activation, for a linear network, and the sense of 'positive semi-definite'; that lambda_min(K) > 0
is examined in `proposition_3_1_rank`, and for the paper's own data in `proposition_3_1_data`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import flint

from constructions.arrays import EXACT, concatenate, ones, outer
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_2_convolutional_model.theorem_3_2 import toeplitz
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    ForReals,
    Index,
    Mutant,
    Source,
    Sum,
    Verdict,
    array_of,
    certificate,
    check,
    conjunction,
    family,
    implies,
    instances_of,
    lag,
    proof_of,
    prove,
    sum_of_squares,
    where,
)

# The conditions on the activation


@dataclass(frozen=True)
class Activation:
    """An activation and its derivative."""

    value: Callable = lambda x: x
    slope: Callable = lambda x: 1 + 0 * x


def says_conditions(sigma, w):
    """|sigma(0)|, |sigma'| and the Lipschitz constant are at most 1.

    That sigma' is the derivative: sigma(x + h) = sigma(x) + h sigma'(x) + O(h^2), for all x and h.
    """
    x, y, h = w.reals("x y h")
    at_zero = sigma.value(0 * x)
    apart = sigma.value(x) - sigma.value(y)
    left = sigma.value(x + h) - sigma.value(x) - h * sigma.slope(x)
    return All(
        (
            ForReals((at_zero <= 1) & (at_zero >= -1)),
            ForReals((left <= h * h) & (left >= -h * h)),
            ForReals((sigma.slope(x) <= 1) & (sigma.slope(x) >= -1)),
            ForReals(implies(x >= y, (apart <= x - y) & (-apart <= x - y))),
        )
    )


activation = Claim(
    id="linear-rnn/prop-3.1-hyp",
    title="The linear network meets the proposition's conditions on the activation",
    source=Source(PAPER, "Proposition 3.1, conditions on sigma"),
    statement=r"|\sigma(0)|,\; \|\sigma'\|_\infty,\;"
    r" \sup_{x \ne x'} \frac{|\sigma(x) - \sigma(x')|}{|x - x'|} < \infty"
    r"\quad\text{for } \sigma(x) = x",
    subject=Activation(),
    says=says_conditions,
    checks=(proof_of(says_conditions), instances_of(says_conditions)),
    mutants=(
        Mutant(
            "square",
            Activation(lambda x: x * x, lambda x: 2 * x),
            "an activation without a Lipschitz constant",
        ),
        Mutant("jump", Activation(lambda x: where(x > 0, 1 + x, x)), "an activation with a jump"),
        Mutant("steep", Activation(slope=lambda x: 2 + 0 * x), "another derivative"),
    ),
    late=(
        Mutant(
            "far",
            Activation(lambda x: where(x > 10**9, 2 * x - 10**9, x)),
            "twice as steep from 10^9 on",
        ),
    ),
    notes="As printed, the third condition repeats the second: by the mean value theorem both are"
    " the Lipschitz constant of sigma. The cited theorems ask that sigma' be Lipschitz.",
)


# Positive semi-definite, for a pair of inputs and for a data set


def kernel(left, right, weights):
    """Return T(x)^T D(rho) T(x') from the matrices T of two inputs, or of two groups of them."""
    every = ones((right.shape[1],), like=right)
    return left.T @ (outer(weights, every) * right)


def of_pair(left, right, weights):
    """Return K(x, x') for a pair of inputs."""
    return kernel(left, right, weights)


def of_both(left, right, weights):
    """Return the matrix of the four blocks K(x, x), K(x, x'), K(x', x), K(x', x')."""
    rows = [[kernel(a, b, weights) for b in (left, right)] for a in (left, right)]
    return concatenate([concatenate([block.T for block in row]).T for row in rows])


@dataclass(frozen=True)
class Definite:
    """The matrix that is said to be positive semi-definite: from T(x), T(x') and rho.

    And `whole`, from the T(x^i) of a data set side by side, those of another one, and rho.
    """

    arranged: Callable
    whole: Callable = lambda xi, zeta, rho: kernel(xi, xi, rho)

    def matrix(self, x, other, rho):
        """Return it for one input and one output."""
        return self.arranged(toeplitz(x), toeplitz(other), rho)


def _is_semidefinite(matrix):
    """Whether an exact matrix is symmetric and all its principal minors are at least 0."""
    size = len(matrix)
    if any(matrix[i, k] != matrix[k, i] for i in range(size) for k in range(size)):
        return False
    for mask in range(1, 2**size):
        chosen = [i for i in range(size) if mask >> i & 1]
        minor = flint.fmpq_mat([[matrix[i, k] for k in chosen] for i in chosen])
        if minor.det() < 0:
            return False
    return True


@check("exact")
def check_semidefinite(definite):
    """For T = 1 and T = 2, one input and one output, inputs in {-1, 0, 1}, rho = (2, 3)."""
    values = (1, 0, -1)
    for length in (1, 2):
        rho = EXACT.array([2, 3][:length])
        inputs = [EXACT.array([[v] for v in combo]) for combo in product(values, repeat=length)]
        for x, other in ((p, q) for p in inputs for q in inputs):
            if not _is_semidefinite(definite.matrix(x, other, rho)):
                point = {"T": length, "x": x, "x'": other, "rho": rho}
                rows = (", ".join(map(str, row)) for row in definite.matrix(x, other, rho))
                found = f"K = ({', '.join(f'({row})' for row in rows)})"
                return Evidence.refuted(Counterexample(point, "positive semi-definite", found))
    return Evidence.holds("T <= 2, n_x = n_y = 1, inputs in {-1, 0, 1}")


def says_semidefinite(definite, w):
    """The quadratic form of the matrix, for n_y outputs that do not mix, is never negative.

    Xi is T(x^1), ..., T(x^N) side by side, with a row for each lag and input, and a column for each
    sequence and time: so the block of two sequences is their kernel, as linear-rnn/thm-3.2 has it.
    Another data set stands in Zeta.
    """
    N, T, n_x, n_y = (w.size(name) for name in ("N", "T", "n_x", "n_y"))
    data, other = (w.array(name, N, T, n_x) for name in ("x", "z"))
    root = w.array("r", T)
    rho = root * root

    def arranged(of):
        def entry(at, j, b, i, t):
            return at.sum(lambda s: at.lag(t, s, j) * of[i, s, b], T)

        return w.entries(entry, (T, n_x), (N, T))

    weights = w.entries(lambda _, j, b: rho[j], (T, n_x))
    xi = arranged(data)
    matrix = definite.whole(xi, arranged(other), weights)

    u = w.array("u", N, T, n_y)
    v = w.entries(lambda _, i, t, a: u[i, t, a], (N, T), n_y)
    form = v * (matrix @ v)
    total = ones((form.shape[0],), like=v) @ (form @ ones((n_y,), like=v))
    return All((AtMost(0, total), Equal(matrix, kernel(xi, xi, weights))))


def by_squares(both):
    """The form is the sum over lags, inputs and outputs of the squares of r_j Xi v."""
    bound, equal = both.parts
    x, u, root = (both.array(name) for name in ("x", "u", "r"))
    N, T, n_x, n_y = (axis[0].sizes[0] for axis in (*x.axes, u.axes[2]))

    def entry(j, b, a):
        i, t, s = Index("i", N), Index("t", T), Index("s", T)
        return root[j] * Sum(lag(t, s, j) * x[i, s, b] * u[i, t, a], i, t, s)

    axes = (family("j", T), family("b", n_x), family("a", n_y))
    squared = array_of({("j", "b", "a"): entry}, *axes)
    return conjunction(both, sum_of_squares(bound, (1, squared)), prove(equal))


AS_PRINTED = Definite(of_pair, kernel)
OF_DATA_SET = Definite(of_both)
DATA = [{"N": 1, "T": 1}, {"N": 2, "T": 2}, {"N": 1, "T": 3}]

pairwise = Claim(
    id="linear-rnn/eq-15",
    title="The limit K(x, x') is a positive semi-definite matrix for every x and x'",
    source=Source(PAPER, "Proposition 3.1, eq. (15)"),
    statement=r"\forall x, x':\; K(x, x') \succeq 0",
    subject=AS_PRINTED,
    checks=(check_semidefinite,),
    controls=(Control("data-set", OF_DATA_SET, "the matrix of a whole data set"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-gram-semidefinite",
    notes="For x' = -x it is negative. What is positive semi-definite is the matrix of a data set.",
)

gram = Claim(
    id="linear-rnn/new-gram-semidefinite",
    title="The matrix of all K(x^i, x^k) over a data set is positive semi-definite",
    source=Source(PAPER, "Proposition 3.1, eq. (15), corrected"),
    statement=r"[K(x^i, x^k)]_{i,k} = \Xi^\top D(\rho)\,\Xi \otimes I_{n_y} \succeq 0",
    subject=OF_DATA_SET,
    says=says_semidefinite,
    checks=(
        proof_of(says_semidefinite, by_squares, instances=DATA),
        certificate(says_semidefinite, proof="gram_semidefinite.v", instances=DATA, tier="deep"),
        check_semidefinite,
    ),
    mutants=(
        Mutant("pair", AS_PRINTED, "a pair of inputs"),
        Mutant(
            "negative",
            Definite(
                lambda x, other, rho: -of_both(x, other, rho),
                lambda xi, zeta, rho: -kernel(xi, xi, rho),
            ),
            "the sign",
        ),
    ),
    late=(
        Mutant(
            "many-columns",
            Definite(
                of_both,
                lambda xi, zeta, rho: kernel(xi, xi, rho) * (1 if xi.shape[1] < 999 else -1),
            ),
            "the sign, from 999 columns on",
        ),
    ),
    repairs=("linear-rnn/eq-15",),
    new=True,
)
