r"""Beyond Theorem 3.3: how far the kernel and the response are from their limits, to leading order.

The variance of the coefficients of the kernel, the kurtosis of the response, and the correlation
of its lags are of order 1/n.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.equation_4 import INITIAL, n, nu_C, nu_F, nu_W
from proofs.linear_rnn.s3_3_rnn_parametrization.every_lag import AtEveryLag
from proofs.linear_rnn.s3_3_rnn_parametrization.finite_width import (
    kernel_mean,
    kernel_statistic,
    kernel_variance,
    leading_variance,
)
from proofs.linear_rnn.s3_3_rnn_parametrization.finite_width_kernel import first_order
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import response, word
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    MeanWithin,
    Mutant,
    Source,
    all_of,
    certificate,
    check,
    expectation,
    joint_cumulant,
    pairings,
    proof_of,
    prove_moment,
    sqrt,
)

# Variance, covariance and kurtosis


@dataclass(frozen=True)
class LeadingVariance:
    """The coefficient of 1/n in Var R_jj."""

    leading: Callable = leading_variance
    kurtosis: Callable = lambda j: 6 * (j + 1)


def says_spread(leading, w):
    """The mean square of R_jj - rho_j, and E L_j^4, to order 1/n, with bounds of what is left.

    With the means of R_jj and of L_j^2, which have no term of order 1/n, these are the variance of
    R_jj and the kurtosis of L_j.
    """
    at, j = AtEveryLag(w), w.size("j", least=0)
    nu_W, nu_F, nu_C = at.variances
    rho, square = printed_rho(j, *at.variances), nu_C * nu_F * nu_W**j
    spread = w.call(leading.leading, j, *at.variances)
    fourth = (3 + w.call(leading.kurtosis, j) / at.n) * square**2
    response, over = at.responses(j, j), at.n**2
    return All(
        (
            MeanWithin(at.kernel(j, j), rho, at.most(j, j) / over),
            MeanWithin((at.kernel(j, j) - rho) ** 2, spread / at.n, at.square_at_most(j, j) / over),
            MeanWithin(response, square, square * pairings(2 * j) / over),
            MeanWithin(response**2, fourth, 9 * square**2 * pairings(4 * j) / over),
        )
    )


FAR = (
    {"n": 10**12, "j": 2, "nu_W": 4, "nu_F": 1, "nu_C": 2},
    {"n": 3, "j": 0, "nu_W": 1, "nu_F": 3, "nu_C": 1},
)


@check("proof", kills=("lost-cross", "half", "gaussian"))
def check_by_two_routes(leading):
    """Second moments of R_jj and fourth moments of L_j, for lags 0 to 2, and what they lead to."""
    proved = {}
    for lag in range(3):
        kernel, answer = kernel_statistic(lag, lag), response(lag)
        square, fourth = expectation(kernel * kernel), expectation(answer**4)
        spread = square / n ** (2 * lag + 2) - kernel_mean(lag, lag) ** 2
        ratio = fourth / expectation(answer**2) ** 2 - 3
        found = (first_order(sp.expand(spread)), _in_inverse_width(ratio))
        claimed = (leading.leading(lag), leading.kurtosis(lag))
        if any(sp.expand(p - q) != 0 for p, q in zip(found, claimed, strict=True)):
            return Evidence.refuted(Counterexample({"j": lag}, str(claimed), str(found)))
        proved[f"E R_jj^2, j = {lag}"] = prove_moment(kernel * kernel, square)
        proved[f"E L_j^4, j = {lag}"] = prove_moment(answer**4, fourth)
    return all_of(proved, "lags 0 to 2, every width n, all variances")


@check("exact")
def check_variance(leading):
    """The leading term of the exact variance, for lags 0 to 3, at symbolic variances."""
    for lag in range(4):
        found, claimed = first_order(kernel_variance(lag)), sp.expand(leading.leading(lag))
        if sp.expand(found - claimed) != 0 or sp.limit(kernel_variance(lag), n, sp.oo) != 0:
            return Evidence.refuted(Counterexample({"j": lag}, str(claimed), str(found)))
    return Evidence.holds("lags 0 to 3, all variances")


@check("exact", kills=("gaussian",))
def check_kurtosis(leading):
    """The coefficient of 1/n in the excess kurtosis of L_j, for lags 0 to 3."""
    for lag in range(4):
        fourth = sp.sympify(joint_cumulant(*[response(lag)] * 4)) / n ** (2 * lag + 2)
        second = nu_C * nu_F * nu_W**lag * (expectation(word(lag, lag)) if lag else n)
        excess = _in_inverse_width(fourth / (second / n ** (lag + 1)) ** 2)
        found, claimed = excess, leading.kurtosis(lag)
        if found != claimed:
            return Evidence.refuted(Counterexample({"j": lag}, str(claimed), str(found)))
    return Evidence.holds("lags 0 to 3, all variances")


def _in_inverse_width(expression):
    """The coefficient of 1/n in a rational function of n that tends to 0."""
    return sp.limit(sp.together(expression) * n, n, sp.oo)


kernel_variance_claim = Claim(
    id="linear-rnn/new-kernel-variance",
    title="The leading variance of the kernel's coefficients, and the kurtosis of the response",
    source=Source(PAPER, "Theorem 3.3(b), beyond the text"),
    statement=r"\Big|E (R_{jj} - \rho_j)^2 - \tfrac1n\big(2(j+1)(\nu_C^2+\nu_F^2)\nu_W^{2j}"
    r" + 2j(j+1)\nu_C\nu_F(\nu_C+\nu_F)\nu_W^{2j-1}"
    r" + \tfrac23 j(j+1)(2j+1)\nu_C^2\nu_F^2\nu_W^{2j-2}\big)\Big| \le \frac{B_j}{n^2},\quad"
    r" |E R_{jj} - \rho_j| \le \frac{b_j}{n^2},\quad"
    r" \Big|E L_j^4 - \big(3 + \frac{6(j+1)}{n}\big) v_j^2\Big| \le \frac{9 (4j-1)!!}{n^2} v_j^2,"
    r"\quad |E L_j^2 - v_j| \le \frac{(2j-1)!!}{n^2} v_j,\quad v_j = \nu_C \nu_F \nu_W^j",
    assumptions=INITIAL,
    subject=LeadingVariance(),
    says=says_spread,
    checks=(
        proof_of(says_spread, instances=FAR, seconds=180),
        check_by_two_routes,
        check_variance.killing("lost-cross", "half"),
        check_kurtosis,
    ),
    mutants=(
        Mutant(
            "lost-cross",
            LeadingVariance(
                lambda j, w=nu_W, f=nu_F, c=nu_C: 2 * (j + 1) * (c**2 + f**2) * w ** (2 * j)
            ),
            "the parts by F and C alone",
        ),
        Mutant(
            "half",
            LeadingVariance(lambda j, *at: leading_variance(j, *at) * Fraction(1, 2)),
            "half of it",
        ),
        Mutant("gaussian", LeadingVariance(kurtosis=lambda j: 0 * j), "L_j taken for Gaussian"),
    ),
    late=(
        Mutant(
            "long",
            LeadingVariance(lambda j, *at: leading_variance(j if j < 1000 else j + 1, *at)),
            "that of the next lag from lag 1000 on",
        ),
        Mutant(
            "long-tails",
            LeadingVariance(kurtosis=lambda j: 6 * (j + 1) if j < 1000 else 6 * j),
            "6 j from lag 1000 on",
        ),
    ),
    new=True,
    notes="For every lag by how the sides of polygons are glued; the exact moments agree up to"
    " lag 2 by two routes, and up to lag 3 by one.",
)


@dataclass(frozen=True)
class LeadingCovariance:
    """The coefficient of 1/n in Cov(L_j, L_k) over nu_C nu_F nu_W^{(j+k)/2}, j != k."""

    even: Callable = lambda m: m + 1  # of the smaller lag, where j + k is even

    def leading(self, j, k):
        """Return the coefficient at two lags."""
        return 0 if (j + k) % 2 else self.even(min(j, k))


def says_covariance(covariance, w):
    """L_j has mean 0, and E L_j L_k is so near to the stated number, for all lags j < k."""
    at, j, g = AtEveryLag(w), w.size("j", least=0), w.size("g", least=0)
    nu_W, nu_F, nu_C = at.variances
    k = j + 2 * g + 2
    scale = nu_C * nu_F * sqrt(nu_W) ** (j + k)
    first = scale * w.call(covariance.even, j) / at.n
    alone = (at.C @ at.W**j @ at.F).trace()
    return All(
        (
            MeanWithin(alone, 0, 0),
            MeanWithin(at.responses(j, k), first, scale * pairings(j + k) / at.n**2),
            MeanWithin(at.responses(j, k - 1), 0, 0),
        )
    )


WIDE: dict[str, Any] = {"n": 10**6, "nu_W": 4, "nu_F": 1, "nu_C": 2}
PAIRS = ({**WIDE, "j": 1, "g": 0}, {**WIDE, "j": 0, "g": 1, "n": 2}, {**WIDE, "j": 2, "g": 0})


@check("proof")
def check_covariance(covariance):
    """From P_jk by two routes, for all j < k <= 6."""
    proved = {}
    for lag, other in ((p, q) for p in range(6) for q in range(p + 1, 7)):
        exact = sp.sympify(expectation(word(lag, other)))
        found = first_order(sp.expand(exact / n ** sp.Rational(lag + other + 2, 2)))
        if found != covariance.leading(lag, other):
            point = {"j": lag, "k": other}
            return Evidence.refuted(
                Counterexample(point, str(covariance.leading(lag, other)), str(found))
            )
        if (lag + other) % 2 == 0:
            proved[f"P_{lag},{other}"] = prove_moment(word(lag, other), exact)
    return all_of(proved, "all pairs of different lags up to 6, every n")


response_covariance = Claim(
    id="linear-rnn/new-covariance",
    title="At width n, L_j and L_k have a covariance of (min(j, k) + 1)/n, for even j + k != 2 j",
    source=Source(PAPER, "Theorem 3.3(a), beyond the text"),
    statement=r"\Big|\mathrm{Cov}(L_j, L_k)"
    r" - \frac{\min(j,k) + 1}{n}\,\nu_C \nu_F \nu_W^{(j+k)/2}\Big|"
    r" \le \frac{(j+k-1)!!}{n^2}\,\nu_C \nu_F \nu_W^{(j+k)/2},\quad j \ne k,\; j + k \text{ even};"
    r"\quad \mathrm{Cov}(L_j, L_k) = 0,\; j + k \text{ odd}",
    assumptions=INITIAL,
    subject=LeadingCovariance(),
    says=says_covariance,
    checks=(
        proof_of(says_covariance, instances=PAIRS),
        certificate(
            says_covariance, proof="covariance_of_responses.v", instances=PAIRS, tier="deep"
        ),
        check_covariance,
    ),
    mutants=(
        Mutant("independent", LeadingCovariance(lambda m: 0 * m), "independence at finite width"),
        Mutant("off-by-one", LeadingCovariance(lambda m: m), "min(j, k) for min(j, k) + 1"),
    ),
    late=(
        Mutant(
            "long",
            LeadingCovariance(lambda m: m + 1 if m < 1000 else m),
            "one less from lag 1000 on",
        ),
    ),
    new=True,
)
