r"""Theorem 3.3(a): the impulse response at initialisation, in the limit and exactly.

For one input and one output, L_j = n^{-(j+1)/2} C W^j F. Given W and F, (L_0, L_1, ...) is exactly
Gaussian, with covariance nu_C times the Gram matrix of the Krylov vectors (W/sqrt n)^j F / sqrt n.
Its mean, E L_j L_k, is nu_C nu_F nu_W^{(j+k)/2} P_jk(n) / n^{(j+k+2)/2}, with
P_jk(n) = E tr G^j (G^T)^k for a matrix G of independent standard normals.
"""

from functools import reduce
from itertools import combinations_with_replacement
from typing import Any

import sympy as sp

from constructions.arrays import ones, outer
from constructions.cells.linear_rnn import LinearRNN
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.equation_4 import INITIAL, C, F, W, n, nu_C, nu_F, nu_W
from proofs.linear_rnn.s3_3_rnn_parametrization.every_lag import AtEveryLag
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Gaussian,
    Mean,
    MeanWithin,
    Mutant,
    RandomMatrix,
    RandomVector,
    Source,
    all_of,
    check,
    expectation,
    inner,
    joint_cumulant,
    pairings,
    proof_of,
    prove_identity,
    prove_recurrence,
    sqrt,
    trace,
)

j = sp.Symbol("j", integer=True, nonnegative=True)

G = RandomMatrix("G", n, n, law=Gaussian())


def krylov(lag, start=F):
    """Return W^lag F, or the same of another vector."""
    return reduce(lambda vector, _: W @ vector, range(lag), start)


def response(lag):
    """Return n^{(lag+1)/2} L_lag = C W^lag F as a statistic."""
    return inner(C, krylov(lag))


def word(left, right):
    """Return tr G^left (G^T)^right as a statistic."""
    return trace(reduce(lambda a, b: a @ b, [G] * left + [G.T] * right))


# Finite width

SECOND_MOMENTS = {
    (0, 0): (1, 0),
    (1, 1): (1, 0, 0),
    (0, 2): (1, 0),
    (2, 2): (1, 0, 2, 0),
    (1, 3): (2, 1, 0),
    (0, 4): (1, 2, 0),
    (3, 3): (1, 0, 10, 4, 0),
    (2, 4): (3, 4, 8, 0),
    (1, 5): (2, 7, 6, 0),
    (0, 6): (1, 6, 8, 0),
    (4, 4): (1, 0, 28, 28, 48, 0),
    (3, 5): (4, 11, 54, 36, 0),
    (2, 6): (3, 16, 42, 44, 0),
    (5, 5): (1, 0, 62, 110, 468, 304, 0),
    (4, 6): (5, 23, 201, 352, 364, 0),
    (6, 6): (1, 0, 118, 314, 2426, 3880, 3656, 0),
}
"""The coefficients of P_jk(n), those of the highest powers first; for odd j + k it is 0."""


def second_moment(left, right, n: Any = n):
    """Return P_jk(n) as listed; 0 where j + k is odd."""
    coefficients = SECOND_MOMENTS.get((min(left, right), max(left, right)), ())
    return reduce(lambda value, coefficient: value * n + coefficient, coefficients, 0 * n)


def response_of_network(w, n):
    """What the network puts out at lag j of an impulse is s^{j+1} C W^j F, for j <= 6."""
    s, V = w.number("s"), w.array("V", n, n)
    f, c = w.array("f", n), w.array("c", n)
    one = ones((1,), like=f)
    network = LinearRNN(V, outer(f, one), outer(one, c), scale=s)
    state, column, found = network.initial_state(), f, []
    for lag in range(MOST_LAG + 1):
        state, output = network.step(state, one if lag == 0 else 0 * one)
        found.append(Equal(output @ one, s ** (lag + 1) * (c @ column)))
        column = V @ column
    return found


def says_second_moments(moment, w):
    """E of n^{(j+k+2)/2} L_j L_k at every width n and for all variances, for all j, k <= 6.

    Of (j, k) and (k, j) one is enough, as the product is the same. That n^{(j+1)/2} L_j is C W^j F
    is said of the network, with any number s for n^{-1/2}.
    """
    n = w.size("n")
    nu_W, nu_F, nu_C = (w.number(name, positive=True) for name in ("nu_W", "nu_F", "nu_C"))
    W = RandomMatrix("W", n, n, law=Gaussian(variance=nu_W))
    F = RandomVector("F", n, law=Gaussian(variance=nu_F))
    C = RandomVector("C", n, law=Gaussian(variance=nu_C))
    states = [F]
    while len(states) <= MOST_LAG:
        states.append(W @ states[-1])
    answers = [inner(C, state) for state in states]
    found = []
    for j, k in combinations_with_replacement(range(MOST_LAG + 1), 2):
        power = sqrt(nu_W) ** (j + k)
        stated = nu_C * nu_F * power * w.call(lambda n, j=j, k=k: moment(j, k, n), n)
        found.append(Mean(answers[j] * answers[k], stated))
    return All((*found, *response_of_network(w, n)))


MOST_LAG = 6


def _off(pair, change):
    return lambda a, b, n: second_moment(a, b, n) + (change(n) if (a, b) == pair else 0)


WIDTHS = ({"n": 1, "nu_W": 1, "nu_F": 2, "nu_C": 3}, {"n": 2, "nu_W": 4, "nu_F": 1, "nu_C": 2})

finite_width_response = Claim(
    id="linear-rnn/new-finite-width-response",
    title="Second moments of the impulse response up to lag 6 at every width, as polynomials in n",
    source=Source(PAPER, "Theorem 3.3(a), beyond the text"),
    statement=r"E\,L_j L_k = \nu_C \nu_F \nu_W^{(j+k)/2}\,\frac{P_{jk}(n)}{n^{(j+k+2)/2}},\quad"
    r" P_{22} = n^3 + 2n,\; P_{33} = n^4 + 10 n^2 + 4n,\; \dots,\;"
    r" P_{66} = n^7 + 118 n^5 + 314 n^4 + 2426 n^3 + 3880 n^2 + 3656 n",
    assumptions=(*INITIAL, r"$j, k \le 6$"),
    subject=second_moment,
    says=says_second_moments,
    checks=(proof_of(says_second_moments, instances=WIDTHS),),
    mutants=(
        Mutant(
            "leading-term", lambda a, b, n: n ** (a + 1) if a == b else 0 * n, "the limit alone"
        ),
        Mutant("one-more", _off((2, 2), lambda n: n), "a pairing counted twice at lag 2"),
        Mutant(
            "commuting",
            lambda a, b, n: second_moment(a, b, n + 1) - second_moment(a, b, 1),
            "a sum over n - 1 entries too many",
        ),
    ),
    late=(
        Mutant(
            "wide",
            lambda a, b, n: second_moment(a, b, n) if n < 5000 else n ** (a + 1) * (a == b),
            "the limit alone from n = 5000 on",
        ),
    ),
    new=True,
)


# The limit in law


def limit_variance(j, nu_W, nu_F, nu_C):
    """Return the variance of the entries of L_j in the limit."""
    return nu_C * nu_F * nu_W**j


def says_covariance(variance, w):
    """Given W and F, the covariance of the entries of L_j and L_k is near its limit.

    Sums of the entries of C X and C Y with any weights P and Q, for any X and Y of m rows, have the
    covariance nu_C tr P X^T Y Q^T: that of two entries is nu_C (X^T Y)_de in one row, and 0 in two.
    With W^j F and W^k F, scaled, for X and Y, it is near its limit in the mean square, summed over
    its entries, at every width and all lags, for j = k and j < k.
    """
    at, j, g = AtEveryLag(w, one=False), w.size("j", least=0), w.size("g", least=0)
    (n, rows, columns), (_, _, nu_C), k = (at.n, at.n_y, at.n_x), at.variances, j + g + 1
    m = w.size("m")
    C = RandomMatrix("C", rows, m, law=Gaussian(variance=nu_C))
    X, Y = w.constant("X", m, columns), w.constant("Y", m, columns)
    P, Q = w.constant("P", rows, columns), w.constant("Q", rows, columns)
    weighted = trace(P.T @ C @ X) * trace(Q.T @ C @ Y)
    limit = w.call(variance, j, *at.variances)
    trace_of = nu_C * at.of_inputs(j, j).trace() / at.scaled(2 * j)

    def squares(lag, other):
        both = at.of_inputs(lag, other) @ at.of_inputs(lag, other).T
        return nu_C**2 * both.trace() / at.scaled(lag + other) ** 2

    def most(lag, other):
        nu_W, nu_F, _ = at.variances
        scale = 5 * (columns * nu_C * nu_F) ** 2 * sqrt(nu_W) ** (2 * (lag + other))
        return scale * pairings(2 * (lag + other)) / n

    apart = squares(j, j) - 2 * trace_of * limit + limit**2 * columns
    return All(
        (
            Mean(weighted, nu_C * trace(P @ X.T @ Y @ Q.T)),
            MeanWithin(apart, 0, most(j, j)),
            MeanWithin(squares(j, k), 0, most(j, k)),
        )
    )


@check("proof")
def check_conditional_covariance(variance):
    r"""Given W and F, the responses are Gaussian with a covariance that tends to the diagonal.

    Orthonormalise F, WF, W^2 F, ...: in this basis W is upper Hessenberg, with independent entries
    N(0, nu_W) on and above the diagonal and sqrt(nu_W) chi_{n-1-k} below column k = 0, 1, ...
    Divided by sqrt n, the former tend to 0 and the latter to sqrt(nu_W) almost surely, so that
    (W/sqrt n)^j F/sqrt n tends to sqrt(nu_F) nu_W^{j/2} e_j, coordinate by coordinate. So the
    covariance of L_j and L_k given W and F tends to nu_C nu_F nu_W^j [j = k], and a Gaussian law
    with random covariance tends to that with the limit. Rows of C are independent. With n_x columns
    of F the same goes block by block, all columns of W^k F in block k: the Krylov vectors of
    different columns are orthogonal in the limit.
    """
    a = sp.Symbol("a", integer=True, nonnegative=True)
    length = sp.sqrt(nu_F) * nu_W ** (a / 2)
    return all_of(
        {
            "the Krylov vectors": prove_recurrence(
                length, lambda x, _: sqrt(nu_W) * x, (0, sp.sqrt(nu_F)), a
            ),
            "the variance": prove_identity(
                nu_C * length.subs(a, j) ** 2, variance(j, nu_W, nu_F, nu_C)
            ),
        },
        "all lags j, all nu_W, nu_F, nu_C > 0; n to infinity, in law, jointly in the lags",
        words=(
            "the Hessenberg form of a Gaussian matrix, as argued in the check's docstring",
            "chi^2_n / n tends to 1 and N(0, 1) / sqrt n to 0 almost surely",
            "characteristic functions of conditionally Gaussian vectors converge with their"
            " covariance",
        ),
    )


@check("exact")
def check_cumulants(variance):
    """At every width: variances tend to the stated ones, covariances and 4th cumulants to 0."""
    for lag in range(6):
        exact = expectation(word(lag, lag)) if lag else n
        found = sp.limit(nu_C * nu_F * nu_W**lag * exact / n ** (lag + 1), n, sp.oo)
        claimed = variance(sp.Integer(lag), nu_W, nu_F, nu_C)
        if sp.expand(found - claimed) != 0:
            return Evidence.refuted(Counterexample({"j": lag}, str(claimed), str(found)))
    other = RandomVector("E", n, law=Gaussian(variance=nu_F))  # a second column of F
    for a, b in ((0, 0), (1, 1), (0, 2), (1, 2)):
        columns = inner(krylov(a), krylov(b, other)) * inner(krylov(a), krylov(b, other))
        if sp.limit(sp.sympify(expectation(columns)) / n ** (a + b + 2), n, sp.oo) != 0:
            return Evidence.undecided(f"Two columns are not orthogonal at lags {a} and {b}.")
    for a, b in ((0, 2), (1, 3), (2, 4)):
        if sp.limit(expectation(word(a, b)) / n ** sp.Rational(a + b + 2, 2), n, sp.oo) != 0:
            return Evidence.undecided(f"The covariance of lags {a} and {b} does not vanish.")
    for lags in ((0, 0, 0, 0), (1, 1, 1, 1), (0, 0, 1, 1), (0, 1, 1, 2)):
        cumulant = joint_cumulant(*(response(lag) for lag in lags))
        if sp.limit(cumulant / n ** sp.Rational(sum(lags) + 4, 2), n, sp.oo) != 0:
            return Evidence.undecided(f"The cumulant of lags {lags} does not vanish.")
    return Evidence.holds(
        "variances up to lag 5, covariances up to lag 4, cumulants and columns of F up to lag 2"
    )


FAR = (
    {"n": 10**12, "n_x": 2, "n_y": 1, "m": 2, "j": 1, "g": 0, "nu_W": 4, "nu_F": 3, "nu_C": 2},
    {"n": 2, "n_x": 1, "n_y": 2, "m": 1, "j": 0, "g": 1, "nu_W": 1, "nu_F": 3, "nu_C": 1},
)

MUTANTS = (
    Mutant("power", lambda j, w, f, c: c * f * w ** (j + 1), "nu_W^{j+1}"),
    Mutant("deviation", lambda j, w, f, c: c * f * w ** (2 * j), "nu_W taken for a deviation"),
    Mutant("lost-input", lambda j, w, f, c: c * w**j, "lost nu_F"),
)

limit_in_law = Claim(
    id="linear-rnn/thm-3.3a",
    title="The impulse response tends to independent Gaussians of variance nu_C nu_F nu_W^j",
    source=Source(PAPER, "Theorem 3.3(a)"),
    statement=r"(L_0, \dots, L_{T-1}) \to \text{independent}, \quad"
    r" (L_j)_{ab} \sim N(0, \nu_C \nu_F \nu_W^j) \text{ i.i.d.}",
    assumptions=INITIAL,
    subject=limit_variance,
    checks=(check_conditional_covariance, check_cumulants),
    mutants=MUTANTS,
    notes="Given W and F the response is linear in C, and so normal; where its covariance tends is"
    " proved, linear-rnn/new-conditional-covariance. That the limit in law follows is argued: by"
    " Levy's continuity theorem, as characteristic functions of normal vectors are bounded and"
    " continuous in the covariance (Billingsley, Probability and Measure, Theorem 26.3).",
)

conditional_covariance = Claim(
    id="linear-rnn/new-conditional-covariance",
    title="Given W and F, the covariance of the response tends to that of independent entries of"
    " variance nu_C nu_F nu_W^j",
    source=Source(PAPER, "Theorem 3.3(a), beyond the text"),
    statement=r"\mathrm{Cov}\big((L_j)_{ad}, (L_k)_{be} \,\big|\, W, F\big)"
    r" = [a = b]\, (\Gamma_{jk})_{de},"
    r"\quad E \lVert \Gamma_{jk} - [j = k]\, \nu_C \nu_F \nu_W^j I \rVert^2"
    r" \le \frac{5}{n} (n_x \nu_C \nu_F)^2 \nu_W^{j+k} (2j + 2k - 1)!!",
    assumptions=INITIAL,
    subject=limit_variance,
    says=says_covariance,
    checks=(
        proof_of(says_covariance, instances=FAR),
        check_conditional_covariance,
        check_cumulants,
    ),
    mutants=MUTANTS,
    late=(
        Mutant(
            "long",
            lambda j, w, f, c: c * f * w ** (j if j < 1000 else j + 1),
            "nu_W^{j+1} from lag 1000 on",
        ),
    ),
    new=True,
    notes="In the mean square and with a rate, at every width and lag; j = k and j < k, as"
    " exchanging lags turns the covariance over.",
)
