r"""Theorem 4.1, eq. (24): the norm of the impulse response at initialisation, and its corrections.

E L_j L_k = nu_C nu_F nu_W^{(j+k)/2} P_jk(n) / n^{(j+k+2)/2}, with P_jk of Theorem 3.3(a).
"""

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.equation_4 import INITIAL, W, n, nu_C, nu_F, nu_W
from proofs.linear_rnn.s3_3_rnn_parametrization.every_lag import AtEveryLag
from proofs.linear_rnn.s3_3_rnn_parametrization.polygon_gluings import (
    check_correction_for_all_lags,
    check_gluings_one_by_one,
)
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import word
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Gaussian,
    MeanWithin,
    Mutant,
    RandomMatrix,
    Source,
    all_of,
    certificate,
    check,
    expectation,
    pairings,
    proof_of,
    prove_moment,
    trace,
)

# Eq. (24)


@dataclass(frozen=True)
class InitialNorm:
    """The limit of E |L_j|_F^2 for n_x inputs and n_y outputs."""

    limit: Callable = lambda j, w, f, c, n_x, n_y: n_x * n_y * c * f * w**j


n_x, n_y = sp.symbols("n_x n_y", integer=True, positive=True)


@check("exact")
def check_norms(norm):
    """E |C W^j F|_F^2 by the moment engine, divided by n^{j+1}, for lags up to 6."""
    readout = RandomMatrix("C", n_y, n, law=Gaussian(variance=nu_C))
    current = RandomMatrix("F", n, n_x, law=Gaussian(variance=nu_F))
    for lag in range(7):
        product = readout @ current
        exact = expectation(trace(product @ product.T)) / n ** (lag + 1)
        found, claimed = sp.limit(exact, n, sp.oo), norm.limit(lag, nu_W, nu_F, nu_C, n_x, n_y)
        if sp.expand(found - claimed) != 0:
            return Evidence.refuted(Counterexample({"j": lag}, str(claimed), str(found)))
        current = W @ current
    return Evidence.holds("lags 0 to 6, all n_x, n_y and variances")


def says_norm(norm, w):
    """E |L_j|^2 is within (2j - 1)!!/n^2 of its limit, relative to it, at every width and lag."""
    at, j = AtEveryLag(w, one=False), w.size("j", least=0)
    return within_of_limit(at, j, w.call(norm.limit, j, *at.variances, at.n_x, at.n_y))


def within_of_limit(at, j, limit):
    """E |L_j|^2 is near a limit."""
    nu_W, nu_F, nu_C = at.variances
    scale = at.n_x * at.n_y * nu_C * nu_F * nu_W**j
    return MeanWithin(at.responses(j, j), limit, scale * pairings(2 * j) / at.n**2)


LAGS = (
    {"n": 10**6, "j": 2, "n_x": 3, "n_y": 2, "nu_W": 4, "nu_F": 1, "nu_C": 2},
    {"n": 2, "j": 3, "n_x": 1, "n_y": 3, "nu_W": 1, "nu_F": 9, "nu_C": 1},
)
PROOF = ("norm_at_start.v", "response_norm.v")


initial_norm = Claim(
    id="linear-rnn/thm-4.1-init",
    title="At initialisation E |L_j|^2 tends to n_x n_y nu_C nu_F nu_W^j",
    source=Source(PAPER, "Theorem 4.1, eq. (24)"),
    statement=r"\lim_{n \to \infty} E \|L^0_{RNN,j}\|_F^2 = n_x n_y \nu_C \nu_F \nu_W^j,\quad"
    r" \big|E \|L^0_{RNN,j}\|_F^2 - n_x n_y \nu_C \nu_F \nu_W^j\big|"
    r" \le \frac{(2j-1)!!}{n^2}\, n_x n_y \nu_C \nu_F \nu_W^j",
    assumptions=INITIAL,
    covers=("linear-rnn/eq-23", "linear-rnn/eq-4"),
    subject=InitialNorm(),
    says=says_norm,
    checks=(
        proof_of(says_norm, instances=LAGS),
        certificate(says_norm, proof=PROOF, instances=LAGS, tier="deep"),
        check_norms,
    ),
    mutants=(
        Mutant(
            "sum-of-sizes",
            InitialNorm(lambda j, w, f, c, n_x, n_y: (n_x + n_y) * c * f * w**j),
            "n_x + n_y entries",
        ),
        Mutant(
            "one-entry", InitialNorm(lambda j, w, f, c, n_x, n_y: c * f * w**j), "a single entry"
        ),
        Mutant(
            "off-by-one",
            InitialNorm(lambda j, w, f, c, n_x, n_y: n_x * n_y * c * f * w ** (j + 1)),
            "nu_W^{j+1}",
        ),
    ),
    late=(
        Mutant(
            "long",
            InitialNorm(
                lambda j, w, f, c, n_x, n_y: n_x * n_y * c * f * w ** (j if j < 1000 else j + 1)
            ),
            "nu_W^{j+1} from lag 1000 on",
        ),
        Mutant(
            "many-outputs",
            InitialNorm(
                lambda j, w, f, c, n_x, n_y: n_x * (n_y if n_y < 2000 else n_x) * c * f * w**j
            ),
            "n_x^2 from n_y = 2000 on",
        ),
    ),
    notes="With a bound in place of the limit, at every width. That the network puts"
    " L_j = n^{-(j+1)/2} C W^j F out of an impulse: linear-rnn/prop-2.1a.",
)


# Corrections


@dataclass(frozen=True)
class Correction:
    """c_2(j) in E L_j^2 = limit (1 + c_2(j) / n^2 + O(n^-3))."""

    second: Callable = lambda j: (2 * j**4 + 16 * j**3 - 8 * j**2 - 16 * j + 3 - 3 * (-1) ** j) / 48


@check("proof")
def check_expansion(correction):
    """P_jj at every width, by two routes, and its first coefficients, for lags 1 to 8."""
    proved = {}
    for lag in range(1, 9):
        exact = expectation(word(lag, lag))
        coefficients = sp.Poly(exact, n).all_coeffs()
        second = coefficients[2] if len(coefficients) > 2 else 0
        claimed = sp.nsimplify(correction.second(sp.Integer(lag)))
        if coefficients[1] != 0 or second != claimed:
            return Evidence.refuted(
                Counterexample({"j": lag}, str(claimed), f"{second}, and {coefficients[1]} / n")
            )
        proved[f"P_{lag},{lag}"] = prove_moment(word(lag, lag), exact)
    return all_of(proved, "lags 1 to 8, every width n")


response_correction = Claim(
    id="linear-rnn/new-response-correction",
    title="E L_j^2 is its limit times 1 + c_2(j)/n^2 + O(n^-3), with no term in 1/n",
    source=Source(PAPER, "Theorem 4.1, eq. (24), beyond the text"),
    statement=r"\frac{P_{jj}(n)}{n^{j+1}} = 1 + \frac{c_2(j)}{n^2} + O(n^{-3}),\quad"
    r" c_2(j) = \frac{2j^4 + 16j^3 - 8j^2 - 16j + 3(1 - (-1)^j)}{48}",
    assumptions=INITIAL,
    subject=Correction(),
    checks=(check_correction_for_all_lags, check_gluings_one_by_one, check_expansion),
    mutants=(
        Mutant(
            "without-parity",
            Correction(lambda j: (2 * j**4 + 16 * j**3 - 8 * j**2 - 16 * j) / 48),
            "lost the term that tells odd from even lags",
        ),
        Mutant("binomial", Correction(lambda j: j * (j - 1)), "fits lags 1 and 2 alone"),
    ),
    new=True,
    notes="For every lag by counting how a polygon is glued into a torus or a Klein bottle; up to"
    " lag 8 the whole polynomial P_jj agrees, by two routes that know nothing of it.",
)
