"""How the gradient decays under uniform attention: the exact exponent and constant.

Let |lam| < 1 and p = 1/(1 - lam). The generating function of A_T, the sum of dh_i/dh_t over i <= T,
solves

    (1 - z)(1 - lam z) A' = (1/z + lam (1 - z)) A + (t - 1) z^(t-1),

so that A = z (1-z)^(-p) (1 - lam z)^(p-2) times 1 for t = 1, and otherwise times
(t - 1) times the integral of s^(t-2) (1-s)^(p-1) (1 - lam s)^(1-p) from 0 to z. The singularity
nearest to 0 is z = 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    T,
    gradient,
    influence,
    lam,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    all_of,
    asymptotics,
    certified_values,
    check,
    prove_growth,
    prove_identity,
)

t = sp.Symbol("t", integer=True, positive=True)
z, p = sp.symbols("z p", positive=True)


@dataclass(frozen=True)
class Decay:
    """The claim D_T ~ constant(lam, t) * T^exponent(lam)."""

    exponent: Callable[[Any], Any]
    constant: Callable[[Any, Any], Any]


def start_factor(lam, t):
    """Return I_t, the integral for the start t; I_1 = 1."""
    p = 1 / (1 - lam)
    if t == 1:
        return sp.Integer(1)
    gammas = sp.gamma(t) * sp.gamma(p) / sp.gamma(t - 1 + p)
    return gammas * sp.hyper((p - 1, t - 1), (t - 1 + p,), lam)


def true_constant(lam, t):
    """Return (1 - lam)^(p-3) I_t / Gamma(p)."""
    p = 1 / (1 - lam)
    return (1 - lam) ** (p - 3) * start_factor(lam, t) / sp.gamma(p)


decay = Decay(lambda lam: 1 / (1 - lam) - 2, true_constant)

EULER = "Euler's integral of the hypergeometric function 2F1"


@check("proof")
def check_generating_function(claimed):
    """Every start t at once: the equation is solved, and z = 1 gives exponent and constant.

    In D_T = (A_{T+1} - A_T)/lam one power of 1 - z goes, and a factor (p - 1)/lam comes.
    """
    law = 1 - 1 / p  # lam in terms of p
    slope = 1 / z + p / (1 - z) - (p - 2) * law / (1 - law * z)
    right = (1 / z + law * (1 - z)) / ((1 - z) * (1 - law * z))
    homogeneous = z * (1 - z) ** (-p) * (1 - law * z) ** (p - 2)
    source = (t - 1) * z ** (t - 1) / ((1 - z) * (1 - law * z) * homogeneous)
    integrand = (t - 1) * z ** (t - 2) * (1 - z) ** (p - 1) * (1 - law * z) ** (1 - p)
    before, here, after, m = sp.symbols("A0 A1 A2 m")  # A_{m-1}, A_m, A_{m+1}
    left = (m + 1) * after - (1 + lam) * m * here + lam * (m - 1) * before  # coefficients of z^m
    q0, q1, q2 = (q.subs(T, m - 1) for q in map(sp.sympify, influence(lam, 1).coefficients))
    F = sp.Function("hyper2F1")(p - 1, t - 1, t - 1 + p, law)
    beta = sp.gamma(t - 1) * sp.gamma(p) / sp.gamma(t - 1 + p)
    at_one = (1 / p) ** (p - 2) * (t - 1) * beta * F
    found = at_one * (p - 1) / law / sp.gamma(p)
    stated = claimed.constant(law, t + 1).subs(t, t - 1)  # the branch t > 1
    stated = stated.replace(
        lambda e: isinstance(e, sp.hyper),
        lambda e: sp.Function("hyper2F1")(*map(sp.simplify, (*e.ap, *e.bq)), e.argument),
    )
    return all_of(
        {
            "the equation, term by term": prove_identity(
                left - (after + lam * here - lam * before), q0 * before + q1 * here + q2 * after
            ),
            "its source, from A_{t-1} = 0 and A_t = 1": prove_identity(
                (left - (after + lam * here - lam * before)).subs(
                    {m: t - 1, before: 0, here: 0, after: 1}
                ),
                t - 1,
            ),
            "solves without source": prove_identity(slope, right),
            "variation of constants": prove_identity(source, integrand),
            "exponent": prove_identity(claimed.exponent(law), (p - 1) - 1),
            "constant": prove_identity(stated, found),
            "lam = 0": prove_identity(claimed.constant(sp.Integer(0), 1), 1),
            "constant for t = 1": prove_identity(
                claimed.constant(law, 1), (1 / p) ** (p - 2) * (p - 1) / law / sp.gamma(p)
            ),
        },
        "all t >= 1, all |lam| < 1 with I_t not 0",
        words=(
            EULER,
            "the transfer theorem (Flajolet and Sedgewick, Analytic Combinatorics, Theorem VI.4)",
        ),
    )


@check("proof", kills=("one-power-less", "late-start"))
def check_first_starts(claimed):
    """The recurrence of A_T for t = 1 and t = 3, for all lam; A_T ~ (1 - lam) T D_T."""
    parts = {}
    for start in (1, 3):
        constant = (1 - lam) * claimed.constant(lam, start)
        exponent = claimed.exponent(lam) + 1
        parts[f"t = {start}"] = prove_growth(
            influence(lam, start), 1, exponent, constant, at=[{lam: "-1/2"}]
        )
    return all_of(parts, "t = 1, 3; all |lam| < 1 with I_t not 0")


@check("bound", kills=("doubled", "gamma-of-exponent"))
def check_gradient_in_balls(claimed):
    """The gradient's own recurrence, for a complex lam: exponent, and constant to 20 digits."""
    value = (1 + sp.I) / 2
    constant = claimed.constant(value, 2)
    found = prove_growth(gradient(value, 2), 1, claimed.exponent(value), constant)
    return all_of({f"lam = {value}": found}, "t = 2")


@check("bound", kills=("one-power-less", "doubled"))
def check_run_to_ten_thousand(claimed):
    """The recurrence run in balls, against the stated growth with an error of 20/T."""
    return _run(claimed, 10**4)


@check("bound", kills=("one-power-less", "doubled"), tier="deep", seconds=120)
def check_run_to_a_million(claimed):
    """The same to T = 10^6, with an error of 20/T."""
    return _run(claimed, 10**6)


def _run(claimed, end):
    for value, start in ((sp.Rational(-1, 2), 1), (sp.Rational(1, 2), 1), (sp.Rational(1, 3), 3)):
        sequence = gradient(value, start)
        found = certified_values(sequence, [end])[end].real
        if not found.overlaps(asymptotics(sequence).value(end).real):
            return Evidence.undecided(f"lam = {value}: the run and the enclosure are disjoint.")
        stated = sp.N(
            claimed.constant(value, start) * sp.Integer(end) ** claimed.exponent(value), 30
        )
        ratio = float(found.mid().str(20, radius=False)) / float(stated)
        if abs(ratio - 1) > 20 / end:
            return Evidence.refuted(
                Counterexample(
                    {"lam": value, "t": start, "T": end},
                    f"{sp.N(stated, 8)} up to a factor 1 +- {20}/{end}",
                    found.str(8),
                )
            )
    return Evidence.holds(f"T = {end}; (lam, t) = (-1/2, 1), (1/2, 1), (1/3, 3)")


uniform_exponent = Claim(
    id="sparse-attention/new-uniform-exponent",
    title="Under uniform attention the gradient decays like T^(1/(1-lam) - 2), constant included",
    source=THEOREM_1,
    statement=r"D_T \sim \frac{(1-\lambda)^{p-3} I_t}{\Gamma(p)} T^{p-2},\quad"
    r" p = \frac{1}{1-\lambda},\quad I_1 = 1,\; I_t = \frac{\Gamma(t)\Gamma(p)}{\Gamma(t-1+p)}"
    r"\,{}_2F_1(p-1, t-1; t-1+p; \lambda)",
    assumptions=(*SETTING, r"$|\lambda| < 1$, $I_t \ne 0$"),
    subject=decay,
    checks=(
        check_generating_function,
        check_first_starts,
        check_gradient_in_balls,
        check_run_to_ten_thousand,
        check_run_to_a_million,
    ),
    mutants=(
        Mutant(
            "one-power-less",
            Decay(lambda lam: 1 / (1 - lam) - 1, true_constant),
            "the growth of the sum A_T",
        ),
        Mutant(
            "doubled",
            Decay(decay.exponent, lambda lam, t: 2 * true_constant(lam, t)),
            "a factor 2, as if s_t were 2 h_t",
        ),
        Mutant(
            "gamma-of-exponent",
            Decay(
                decay.exponent,
                lambda lam, t: true_constant(lam, t) * sp.gamma(1 / (1 - lam)) / sp.gamma(1 - lam),
            ),
            "Gamma(1 - lam) for Gamma(p)",
        ),
        Mutant(
            "late-start",
            Decay(decay.exponent, lambda lam, t: true_constant(lam, t + 1)),
            "counts t from 0",
        ),
    ),
    new=True,
    notes="I_t is not 0 for t = 1, for real lambda, for |lambda| <= t/(t+1), and where lambda lies"
    " in the cardioid of sparse-attention/new-uniform-constant-further, which holds the disc"
    " |lambda - 1/2| <= 1/2. Of other complex lambda it is open.",
)
