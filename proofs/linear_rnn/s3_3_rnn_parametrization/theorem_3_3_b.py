r"""Theorem 3.3(b): the tangent kernel of a wide linear RNN, and its scale factors rho_j.

The RNN (1) computes y_t = sum_j L_j x_{t-j} with L_j = n^{-(j+1)/2} C W^j F, so that its kernel is
K(x, x')_{t,t'} = sum_{j,k} x_{t-j} R_{jk} x'_{t'-k} with R_{jk} = <grad L_j, grad L_k>. This is
T(x)^T D(rho) T(x') if and only if R is diagonal with entries rho_j. By the product rule

    R_jk = g_F(j, k) + g_C(j, k) + sum_{a<j, b<k} g_C(a, b) g_F(j-1-a, k-1-b),

with the Gram sequences g_F(a, b) = n^{-1} F^T (W/sqrt n)^a^T (W/sqrt n)^b F and g_C likewise, of
C^T and W^T.
"""

from fractions import Fraction
from math import prod
from typing import Any

import sympy as sp

from constructions.arrays import EXACT, polynomials
from constructions.cells.linear_rnn import LinearRNN
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_3_rnn_parametrization.every_lag import AtEveryLag
from proofs.linear_rnn.s3_3_rnn_parametrization.impulse_responses import response_at
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Gaussian,
    MeanWithin,
    Mutant,
    RandomMatrix,
    RandomVector,
    Source,
    all_of,
    check,
    decide_mean,
    expectation,
    inner,
    proof_of,
    prove_identity,
    prove_recurrence,
    prove_sum,
    sqrt,
    squared_norm,
    to_fraction,
    trace,
    variance,
)

n = sp.Symbol("n", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
nu_W, nu_F, nu_C = sp.symbols("nu_W nu_F nu_C", positive=True)


def printed_rho(j, nu_W, nu_F, nu_C):
    """Return rho_j of eq. (21)."""
    return nu_C * (j * nu_F * nu_W ** (j - 1) + nu_W**j) + nu_F * nu_W**j


def says_kernel(rho, w):
    r"""The kernel is that of a convolution with R, which is near D(rho) (x) I in the mean square.

    R_jk has an entry for each two entries of L_j and L_k; with n_x n_y of these each. The distance
    is that of all of them together, summed over the squares, at every width and pair of lags; as
    R_kj is the transpose of R_jk, j <= k.

    And for a network of which J are the derivatives of L by any p parameters, and that puts out
    the sum of the L_j x_{t-j}, the kernel is the sum of x_{t-j} R_jk x'_{t'-k}; z stands for the
    x_{t-j}, and y for the x'_{t'-k}.
    """
    at = AtEveryLag(w, one=False)
    j, g = w.size("j", least=0), w.size("g", least=0)
    k = j + g + 1
    limit = w.call(rho, j, *at.variances)
    cross = 2 * limit * at.kernel_of_entries(j, j)
    apart = at.square_of_entries(j, j) - cross + limit**2 * (at.n_x * at.n_y)
    return All(
        (
            MeanWithin(apart, 0, at.square_at_most(j, j) / at.n),
            MeanWithin(at.square_of_entries(j, k), 0, at.square_at_most(j, k) / at.n),
            kernel_of_a_convolution(w, at.n_y),
        )
    )


def kernel_of_a_convolution(w, n_y):
    """Return that <grad y, grad y'> is the sum of x_{t-j} R_jk x'_{t'-k}, at two outputs b, c.

    An entry of L has a number m for its lag and its input together, of which there are `places`.
    """
    places, p = w.size("places"), w.size("p")
    J, z, y = w.array("J", p, n_y, places), w.array("z", places), w.array("y", places)

    def products(at, b, c):
        def gradients(q):
            one = at.sum(lambda m: J[q, b, m] * z[m], places)
            return one * at.sum(lambda r: J[q, c, r] * y[r], places)

        return at.sum(gradients, p)

    def by_lags(at, b, c):
        def entry(m, r):
            return z[m] * at.sum(lambda q: J[q, b, m] * J[q, c, r], p) * y[r]

        return at.sum(lambda m: at.sum(lambda r: entry(m, r), places), places)

    return Equal(w.entries(products, n_y, n_y), w.entries(by_lags, n_y, n_y))


@check("proof")
def check_limit_for_every_lag(rho):
    r"""The limit of R_jk, for symbolic j.

    Let q_0 = F/|F|, and orthonormalise F, WF, W^2 F, ... In this basis W is upper Hessenberg: as
    W is rotation invariant, column k is a fresh Gaussian vector on what is orthogonal to the past,
    so that all entries are independent, N(0, nu_W) on and above the diagonal, and
    sqrt(nu_W) chi_{n-1-k} below it in column k = 0, 1, ...
    Divided by sqrt n, the former tend to 0 and the latter to sqrt(nu_W), almost surely.
    So (W/sqrt n)^a F/sqrt n tends to sqrt(nu_F) nu_W^{a/2} e_a, coordinate by coordinate, and
    g_F(a, b) to nu_F nu_W^a [a = b]; g_C in the same way. Each g is a function of one of the two
    sequences, so the product in R_jk needs no joint law. Of its terms only those with a = b and
    j - 1 - a = k - 1 - b are left: none if j is not k, and j of them if j = k. Several columns of F
    and rows of C are independent, so the same basis keeps them orthogonal: hence I_{n_y}.
    """
    a, m = sp.symbols("a m", integer=True, nonnegative=True)
    term = nu_C * nu_W**a * nu_F * nu_W ** (j - 1 - a)
    total = (m + 1) * nu_C * nu_F * nu_W ** (j - 1)
    parts = nu_F * nu_W**j + nu_C * nu_W**j + total.subs(m, j - 1)
    return all_of(
        {
            "the Krylov vectors, S^a e_0 = nu_W^(a/2) e_a": prove_recurrence(
                nu_W ** (a / 2), lambda x, _: sqrt(nu_W) * x, (0, 1), a
            ),
            "the sum over the places of W": prove_sum(term.subs(a, m), total, m),
            "the three parts add up to rho_j": prove_identity(rho(j, nu_W, nu_F, nu_C), parts),
        },
        "all lags j, all nu_W, nu_F, nu_C > 0; n to infinity, almost surely",
        words=(
            "the Hessenberg form of a Gaussian matrix, as argued in the check's docstring from its"
            " rotation invariance",
            "chi^2_n / n tends to 1 and N(0, 1) / sqrt n to 0 almost surely, with summable tails",
            "limits commute with polynomials",
        ),
    )


def _kernel(lag):
    """Return n^{lag+1} R_jj for j = lag as a statistic of random W, F and C, n_x = n_y = 1."""
    W = RandomMatrix("W", n, n, law=Gaussian(variance=nu_W))
    F = RandomVector("F", n, law=Gaussian(variance=nu_F))
    C = RandomVector("C", n, law=Gaussian(variance=nu_C))
    right, left = [F], [C]
    for _ in range(lag):
        right.append(W @ right[-1])
        left.append(W.T @ left[-1])
    through_W = sum(
        inner(left[a], left[b]) * inner(right[lag - 1 - a], right[lag - 1 - b])
        for a in range(lag)
        for b in range(lag)
    )
    return squared_norm(right[lag]) + squared_norm(left[lag]) + through_W


def _mean(lag):
    """Return E R_jj for j = lag at width n."""
    return sp.expand(expectation(_kernel(lag)) / n ** (lag + 1))


def mean_of_network(lags, width, values):
    """Return E R_jk at this width, j + k even, by differentiating the network entry by entry.

    With scale 1, the output at lag j on an impulse is n^{(j+1)/2} L_j, a polynomial in the weights;
    each monomial of the product of two gradients is replaced by its Gaussian moment.
    """
    ring = polynomials(W=(width, width), F=(width, 1), C=(1, width))
    impulse = EXACT.array([[1]] + [[0]] * max(lags))
    cell = LinearRNN(*(ring.symbols(name) for name in "WFC"), scale=ring.array([1]))
    outputs = cell(impulse)
    one, other = (outputs[lag, 0] for lag in lags)
    variables = ring.context.gens()
    sigma2 = [values["WFC".index(str(v)[0])] for v in variables]
    contracted = ring.context.constant(0)
    for place in range(len(variables)):
        contracted += one.derivative(place) * other.derivative(place)
    mean = Fraction(0)
    for powers, coefficient in contracted.terms():
        moment = Fraction(int(coefficient.p), int(coefficient.q))
        for power, nu in zip(map(int, powers), sigma2, strict=True):
            moment *= 0 if power % 2 else nu ** (power // 2) * prod(range(power - 1, 0, -2))
        mean += moment
    return mean / width ** (sum(lags) // 2 + 1)


POINT = (Fraction(1, 2), Fraction(3), Fraction(2))
LAGS = range(6)


@check("exact")
def check_exact_means(rho):
    """E R_jj at every width n, by counting pairings, tends to rho_j; its variance tends to 0.

    At widths 1 and 2 the same mean comes from differentiating the network itself.
    """
    symbols = dict(zip((nu_W, nu_F, nu_C), POINT, strict=True))
    for lag, width in ((0, 2), (1, 1), (1, 2), (2, 1), (2, 2), (3, 1)):
        counted = _mean(lag).subs(symbols).subs(n, width)
        derived = mean_of_network((lag, lag), width, POINT)
        if to_fraction(counted) != derived:
            return Evidence.undecided(f"j = {lag}, n = {width}: {counted} against {derived}")
    for lag in LAGS:
        limit = sp.limit(_mean(lag), n, sp.oo)
        claimed = sp.expand(rho(sp.Integer(lag), nu_W, nu_F, nu_C))
        if sp.expand(limit - claimed) != 0:
            return Evidence.refuted(
                Counterexample({"j": lag}, claimed=str(claimed), found=str(limit))
            )
    for lag in range(3):
        spread = sp.expand(variance(_kernel(lag)) / n ** (2 * lag + 2))
        if sp.limit(spread, n, sp.oo) != 0:
            return Evidence.undecided(f"The variance at lag {lag} does not vanish: {spread}")
    return Evidence.holds("lags 0 to 5 at every width n; variances at lags 0 to 2")


@check("sample", kills=("one-percent",), tier="deep")
def check_wide_network(rho, *, seed):
    r"""The mean of |grad L_2|^2 by automatic differentiation of the cell, at width 64.

    F and C are averaged out exactly: with identities in their places the cell answers by
    P = (W/sqrt n)^2 / sqrt n, and E |grad L_2|^2 = E [(nu_F + nu_C) |P|^2 + nu_C nu_F |dP|^2] for
    the derivative dP in a direction of independent standard normal entries. The mean is off rho_2
    by less than 9/n^2; the variance is exact, by counting pairings.
    """
    import jax
    import jax.numpy as jnp

    width, lag = 64, 2
    W, V = RandomMatrix("W", n, n, law=Gaussian(variance=POINT[0])), RandomMatrix("V", n, n)
    P, dP = W @ W, V @ W + W @ V
    squares = trace(P @ P.T) * (POINT[1] + POINT[2]) + trace(dP @ dP.T) * (POINT[1] * POINT[2])
    spread = to_fraction((variance(squares) / n ** (2 * lag + 2)).subs(n, width))
    response = response_at(width, lag)

    def kernel(key):
        first, second = jax.random.split(key)
        weights = float(POINT[0]) ** 0.5 * jax.random.normal(first, (width, width))
        direction = jax.random.normal(second, (width, width))
        value, change = jax.jvp(response, (weights,), (direction,))
        nu_F, nu_C = float(POINT[1]), float(POINT[2])
        return (nu_F + nu_C) * jnp.sum(value**2) + nu_C * nu_F * jnp.sum(change**2)

    claimed = Fraction(rho(lag, *POINT))
    return decide_mean(
        kernel,
        claimed,
        claimed * Fraction(9, 1000),
        seed=seed,
        variance=spread,
        because="counting of pairings",
        block=64,
    )


WIDE: tuple[dict[str, Any], ...] = (
    {"n": 10**12, "n_x": 2, "n_y": 3, "j": 2, "g": 0, "nu_W": 4, "nu_F": 1, "nu_C": 2, "p": 1},
    {"n": 2, "n_x": 1, "n_y": 2, "j": 0, "g": 1, "nu_W": 1, "nu_F": 3, "nu_C": 1, "p": 2},
)

GAUSSIAN = (
    r"$W_{ab} \sim N(0, \nu_W)$, $F_{ab} \sim N(0, \nu_F)$, $C_{ab} \sim N(0, \nu_C)$,"
    " all independent",
    r"$\nu_W, \nu_F, \nu_C > 0$; $T$ fixed",
)
MUTANTS = (
    Mutant(
        "lost-j",
        lambda j, w, f, c: c * (f * w ** (j - 1) + w**j) + f * w**j,
        "counts one place of W, not j",
    ),
    Mutant(
        "off-by-one",
        lambda j, w, f, c: c * ((j + 1) * f * w ** (j - 1) + w**j) + f * w**j,
        "j + 1 places of W",
    ),
    Mutant(
        "wrong-power",
        lambda j, w, f, c: c * (j * f * w**j + w**j) + f * w**j,
        "nu_W^j for nu_W^(j-1)",
    ),
    Mutant(
        "lost-input-part",
        lambda j, w, f, c: c * (j * f * w ** (j - 1) + w**j),
        "leaves out the gradient in C, nu_F nu_W^j",
    ),
    Mutant("one-percent", lambda j, w, f, c: printed_rho(j, w, f, c) * Fraction(101, 100)),
)

kernel_scaling = Claim(
    id="linear-rnn/thm-3.3b",
    title="The tangent kernel of a wide linear RNN is that of a convolution scaled by rho_j",
    source=Source(PAPER, "Theorem 3.3(b), eqs (20), (21)"),
    statement=r"\lim_{n\to\infty} K(x, x') = \mathcal T(x)^\top D(\rho)\,\mathcal T(x')"
    r" \otimes I_{n_y} \text{ almost surely},\quad"
    r" \rho_j = \nu_C (j \nu_F \nu_W^{j-1} + \nu_W^j) + \nu_F \nu_W^j",
    assumptions=GAUSSIAN,
    subject=printed_rho,
    checks=(check_limit_for_every_lag, check_exact_means, check_wide_network),
    mutants=MUTANTS,
    notes="Proved is the limit in the mean square, with a rate:"
    " linear-rnn/new-kernel-in-mean-square. As the sum of 1/n is not finite, it does not give the"
    " almost sure limit of the text; fourth moments of R_jk - [j = k] rho_j of order 1/n^2 would.",
)

kernel_in_mean_square = Claim(
    id="linear-rnn/new-kernel-in-mean-square",
    title="The tangent kernel of a linear RNN tends to that of a convolution scaled by rho_j in the"
    " mean square",
    source=Source(PAPER, "Theorem 3.3(b), beyond the text"),
    statement=r"K(x, x')_{tt'} = \sum_{j,k} x_{t-j}^\top R_{jk}\, x'_{t'-k},\quad"
    r" E \lVert R_{jk} - [j = k]\, \rho_j I \rVert^2 \le \frac{B_{jk}}{n},"
    r"\quad B_{jk} = 9 (n_x n_y)^2 \big((\nu_C + \nu_F)\, \nu_W^{(j+k)/2}"
    r" + (j+1)(k+1)\, \nu_C \nu_F\, \nu_W^{(j+k-2)/2}\big)^2\, (2j+2k+3)!!,"
    r"\quad \rho_j = \nu_C (j \nu_F \nu_W^{j-1} + \nu_W^j) + \nu_F \nu_W^j",
    assumptions=(
        *GAUSSIAN,
        r"at every width $n$; $\lVert\cdot\rVert^2$ is the sum of the squares of all entries",
    ),
    subject=printed_rho,
    says=says_kernel,
    checks=(proof_of(says_kernel, instances=WIDE, seconds=180), check_exact_means),
    mutants=MUTANTS,
    late=(
        Mutant(
            "long",
            lambda j, w, f, c: printed_rho(j, w, f, c) if j < 1000 else f * w**j,
            "the gradient in C alone from lag 1000 on",
        ),
    ),
    new=True,
    notes="At every width, for all pairs of lags; K is a finite sum of these coefficients, as T is"
    " fixed. What is stated are means of traces; that these are of inner products of the gradients"
    " of the network's L_j and L_k is by linear-rnn/prop-2.1a for L_j, by linear-rnn/thm-3.3-sketch"
    " for its derivative, and by tests that differentiate L_j at a few sizes.",
)
