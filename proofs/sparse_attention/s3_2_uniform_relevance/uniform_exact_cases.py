"""Two eigenvalues for which the influence of the first state has a simple closed form.

x_k = dh_{1+k}/dh_1 starts with 1, 2 lam, and solves
(k + 1) x_{k+1} = (lam (k + 2) + k) x_k - lam k x_{k-1}.
At lam = 1/2 it is constant. At lam = 1 it is L_k(-1), the Laguerre polynomial: the recurrence is
(k + 1) L_{k+1}(x) = (2k + 1 - x) L_k(x) - k L_{k-1}(x) at x = -1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    derivatives,
    lam,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    all_of,
    check,
    prove_identity,
)

k, j = sp.symbols("k j", integer=True, positive=True)


@dataclass(frozen=True)
class ExactCases:
    """x_k = `at_half` for lam = 1/2, and the sum over j of `summand(k, j)` for lam = 1."""

    at_half: Any
    summand: Callable[[Any, Any], Any]


def recurrence(x, value):
    """Return what the recurrence leaves of three neighbours x(k - 1), x(k), x(k + 1)."""
    left = (k + 1) * x(k + 1) - (value * (k + 2) + k) * x(k)
    return left + value * k * x(k - 1)


def binomial(n, m):
    """Return n over m, in Gamma functions."""
    return sp.gamma(n + 1) / sp.gamma(m + 1) / sp.gamma(n - m + 1)


exact_cases = ExactCases(1, lambda k, j: binomial(k, j) / sp.gamma(j + 1))


@check("proof")
def check_recurrences(cases):
    """Both cases for all k: the recurrence from the network, and the sum term by term.

    The terms j of (k+1) x_{k+1} - (2k+1) x_k + k x_{k-1} are those j - 1 of x_k: at x = -1.
    """
    before, total = sp.symbols("dh A")
    here = lam * (before + total / k)  # dh_{k+1}, from dh_k and A_k
    after = lam * (here + (total + here) / (k + 1))
    network = (k + 1) * after - (lam * (k + 2) + k) * here + lam * k * before
    term = cases.summand
    left = (k + 1) * term(k + 1, j) - (2 * k + 1) * term(k, j) + k * term(k - 1, j)
    return all_of(
        {
            "the network": prove_identity(network, 0),
            "lam = 1/2, every step": prove_identity(
                recurrence(lambda _: sp.Integer(cases.at_half), sp.Rational(1, 2)), 0
            ),
            "lam = 1/2, the first two": prove_identity(cases.at_half, 2 * sp.Rational(1, 2)),
            "lam = 1, every term": prove_identity(left, term(k, j - 1)),
            "lam = 1, the term j = 0": prove_identity(term(k, sp.Integer(0)), 1),
            "lam = 1, x_1 = 2": prove_identity(term(sp.Integer(1), 1) + term(sp.Integer(1), 0), 2),
        },
        "all k",
        words=("1/Gamma vanishes at 0, -1, -2, ..., so that binomials end where they should",),
    )


@check("exact")
def check_network(cases):
    """The network run to k = 12."""
    for value in (Fraction(1, 2), Fraction(1)):
        D = derivatives(value, 1, 13)
        for steps in range(1, 13):
            terms = [
                sp.Rational(cases.summand(sp.Integer(steps), sp.Integer(i)))
                for i in range(steps + 1)
            ]
            stated = cases.at_half if value != 1 else sum(terms)
            if value * D[steps] != stated:
                where = {"lam": value, "k": steps}
                found = str(value * D[steps])
                return Evidence.refuted(Counterexample(where, str(stated), found))
    return Evidence.holds("k <= 12")


uniform_exact_cases = Claim(
    id="sparse-attention/new-exact-cases",
    title="The influence of the first state is 1 for lam = 1/2, and L_k(-1) for lam = 1",
    source=THEOREM_1,
    statement=r"\frac{dh_{1+k}}{dh_1} = 1 \ (\lambda = \tfrac12), \qquad"
    r" \frac{dh_{1+k}}{dh_1} = L_k(-1) = \sum_j \binom{k}{j} \frac{1}{j!} \ (\lambda = 1)",
    assumptions=(*SETTING, "$t = 1$"),
    subject=exact_cases,
    checks=(check_recurrences, check_network),
    mutants=(
        Mutant("two", ExactCases(2, exact_cases.summand), "the value of D_T"),
        Mutant(
            "shifted",
            ExactCases(1, lambda k, j: binomial(k, j) / sp.gamma(j + 2)),
            "(j + 1)! for j!: L_k^(1)(-1)/(k + 1)",
        ),
        Mutant("powers-of-two", ExactCases(1, binomial), "no factorial: 2^k"),
    ),
    new=True,
)
