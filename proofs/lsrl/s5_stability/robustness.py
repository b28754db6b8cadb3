"""Sec. 5: which conditional is the most robust; errors in the condition and in the parameters.

A condition is off by e, or parameters by relative errors, and the three conditionals are compared
at f = 0, as the listings use them. At worst eq. (9) costs nothing on its plateaus, eq. (10) costs M
|e|, and eq. (7) the smaller of M and lam |e|: each bound is proved and attained at t = M. Pointwise
there is no such order, which is refuted by a condition. Errors of parameters are multiplied by lam
in eq. (7), where lam stands in two places that are to cancel.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.lsrl.helpers import f_ifelse_optimised
from proofs.lsrl import PAPER
from proofs.lsrl.s5_stability.stability import SECTION_5, eq_7, eq_7_optimised, eq_9, eq_10
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Evidence,
    ForReals,
    Mutant,
    Source,
    Verdict,
    all_hold,
    certificate,
    check,
    implies,
    instances_of,
    minimum,
    proof_of,
    prove_for_all,
    reals,
    relu,
    where,
)

HALF, FAR = Fraction(1, 2), 10**9


@dataclass(frozen=True)
class Order:
    """The worst errors of three conditionals with f = 0, over both bits and all |t| <= M."""

    original: Callable[..., Any] = lambda e, M, lam: minimum(M, lam * abs(e))
    products: Callable[..., Any] = lambda e, M, lam: M * abs(e)
    plateau: Callable[..., Any] = lambda mu: HALF - 1 / mu


def costs_of_choosing(ifelse, e, at, lam, mu):
    """List the errors of `t if c else 0` at the two bits, for a value t."""
    return [abs(ifelse(e, at, 0 * at, lam, mu)), abs(ifelse(1 + e, at, 0 * at, lam, mu) - at)]


def says_order(order, w):
    """These are the worst errors, taken at t = M; steps cost nothing on their plateaus.

    And they are in order: 0, then products, then the original.
    """
    e, t, lam, mu, M = w.reals("e t lam mu M")
    w.assume((M > 0) & (lam >= M) & (abs(e) <= 1) & (abs(t) <= M) & (mu >= 2))
    worst = {eq_7: order.original(e, M, lam), eq_10: order.products(e, M, lam)}
    parts = [ForReals(worst[eq_10] <= worst[eq_7])]
    for ifelse, most in worst.items():
        costs = costs_of_choosing(ifelse, e, t, lam, mu)
        parts.append(ForReals((costs[0] <= most) & (costs[1] <= most)))
        parts.append(ForReals(costs_of_choosing(ifelse, e, M, lam, mu)[1] == most))
    steps = costs_of_choosing(eq_9, e, t, lam, mu)
    flat = abs(e) <= order.plateau(mu)
    parts.append(ForReals(implies(flat, (steps[0] == 0) & (steps[1] == 0))))
    return All(tuple(parts))


@check("solver")
def check_never_worse(pair):
    """At no condition within 1/2 of a bit is the second conditional further off than the first.

    With f = 0, as in both listings, and t from 0 to lam.
    """
    first, second = pair
    e, t, lam, mu = reals("e t lam mu")
    assume = [lam > 0, mu > 0, t >= 0, t <= lam, abs(e) < HALF]
    costs = [costs_of_choosing(ifelse, e, t, lam, mu) for ifelse in (first, second)]
    for bit in (0, 1):
        decided = prove_for_all(costs[1][bit] <= costs[0][bit], assume=assume)
        if decided.verdict is Verdict.REFUTED:
            return _in_numbers(decided, bit, first, second)
        if not decided.verdict.passes:
            return decided
    return decided


def _in_numbers(decided, bit, first, second):
    """Evidence with the two errors at the counterexample that solvers found."""
    at = {name: Fraction(str(v)) for name, v in decided.counterexample.values.items()}
    at = dict.fromkeys(("e", "t", "lam", "mu"), Fraction(1)) | at

    def error(ifelse):
        value = ifelse(bit + at["e"], at["t"], 0 * at["t"], at["lam"], at["mu"])
        return abs(value - bit * at["t"])

    shown = {"t": at["t"], "f": 0, "lam": at["lam"]}
    point = {"meant condition": bit, "condition": bit + at["e"], "v": bit * at["t"], **shown}
    told = f"an error |f_ifelse - v| of at most {error(first)}", f"{error(second)}"
    return Evidence.refuted(Counterexample(point, *told), routes=decided.routes)


def kept_by(silence, t):
    """Return the two units that keep t: each is relu(+-t - silence)."""
    return relu(t - silence) - relu(-t - silence)


def silence_7(c, lam, _mu, r=0, s=0, *_):
    """The constant lam stands at the condition, with the error r, and in the bias, with s."""
    return lam * (1 + s) - lam * (1 + r) * c


def silence_9(c, lam, mu, r=0, s=0, a=0, b=0, k=0):
    """Here it stands at the step; mu stands twice in that, with a and b, and 1/mu once, with k."""
    x = c - HALF
    step = relu(mu * (1 + a) * x) - mu * (1 + b) * relu(x - (1 + k) / mu)
    return lam * (1 + s) - lam * (1 + r) * step


def amplified_by_7(lam, _mu, r, s, *_):
    """Return what silences t at c = 1 in eq. (7), where nothing should."""
    return lam * (s - r)


def amplified_by_9(lam, mu, r, s, a, b, k):
    """Return what does in eq. (9)."""
    return lam * (s - r - (1 + r) * (mu * (a - b) / 2 + b + k + b * k))


@dataclass(frozen=True)
class Amplified:
    """What relative errors do at c = 1.

    What silences t there in eqs. (7) and (9), where nothing should; and the error of eq. (10).
    """

    in_7: Callable[..., Any] = amplified_by_7
    in_9: Callable[..., Any] = amplified_by_9
    in_10: Callable[..., Any] = lambda t, r, lam: abs(r) * abs(t)


def says_perturbed(amplified, w):
    """With errors these silence t at c = 1; without errors the formulas are eqs. (7) and (9).

    And a silence z costs min(|t|, |z|).
    """
    t, c, z, lam, mu = w.reals("t c z lam mu")
    errors = w.reals("r s a b k")
    w.assume((lam > 0) & (mu >= 4))
    small = all_hold(*(abs(error) <= Fraction(1, 4) for error in errors))
    unit = (c >= 0) & (c <= 1) & (abs(t) <= lam)
    one, cost = 0 * t + 1, abs(kept_by(z, t) - t) == minimum(abs(t), abs(z))
    parts = [
        ForReals(abs((1 + errors[0]) * one * t - t) == amplified.in_10(t, errors[0], lam)),
        ForReals(cost),
    ]
    for silence, claimed, ifelse in (
        (silence_7, amplified.in_7, eq_7),
        (silence_9, amplified.in_9, eq_9),
    ):
        equal = silence(one, lam, mu, *errors) == claimed(lam, mu, *errors)
        same = kept_by(silence(c, lam, mu), t) == ifelse(c, t, 0 * t, lam, mu)
        parts += [ForReals(implies(small, equal)), ForReals(implies(unit, same))]
    return All(tuple(parts))


def discontinuous(c, t, f, lam, mu):
    """A conditional that is right for all errors below 1/2; no program is."""
    return where(c > HALF, t, f)


def all_signs(c, t, f, lam, mu):
    """Eq. (7) for f = 0, with the terms for negative t."""
    return f_ifelse_optimised(c, t, lam=lam)


order = Claim(
    id="lsrl/new-robustness-order",
    title="At worst steps cost 0, products M |e| and eq. (7) min(M, lam |e|), for f = 0",
    source=SECTION_5,
    statement=r"\max_{b,\, |t| \le M}: \quad 0 \ (|e| \le \tfrac12 - \tfrac1\mu)"
    r" \ \le\ M |e| \ \le\ \min(M, \lambda |e|)",
    assumptions=(r"$\lambda \ge M > 0$, $\mu \ge 2$, $|e| \le 1$; $f = 0$ as in both listings",),
    subject=Order(),
    says=says_order,
    checks=(
        proof_of(says_order),
        certificate(says_order, proof="robustness.v", tier="deep").killing("unbounded", "sum"),
        instances_of(says_order).killing("unbounded", "sum"),
    ),
    late=(
        Mutant(
            "far",
            Order(products=lambda e, M, lam: (M if M < FAR else 2 * M) * abs(e)),
            "2 M |e| for large M",
        ),
    ),
    mutants=(
        Mutant("no-plateau-end", Order(plateau=lambda mu: HALF + 0 * mu), "steps up to 1/2"),
        Mutant("unbounded", Order(original=lambda e, M, lam: lam * abs(e)), "lam |e| for all e"),
        Mutant("sum", Order(products=lambda e, M, lam: 2 * M * abs(e)), "2 M |e|, as for t = -f"),
    ),
    repairs=("lsrl/new-products-more-robust",),
    new=True,
    notes="Eqs. (7) and (10) are equally robust at lam = M. What is unstable is a lam far above the"
    " values.",
)

products_more_robust = Claim(
    id="lsrl/new-products-more-robust",
    title="Eq. (10) is never further off than eq. (7) when the condition is",
    source=Source(PAPER, "Sec. 5, below eq. (10), read for each condition"),
    statement=r"|\text{eq. (10)} - v| \le |\text{eq. (7)} - v|",
    assumptions=(r"$f = 0$, $0 \le t \le \lambda$, $|e| < 1/2$",),
    subject=(eq_7, eq_10),
    checks=(check_never_worse,),
    controls=(Control("discontinuous", (eq_7, discontinuous), "a conditional that jumps at 1/2"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-robustness-order",
    new=True,
    notes="Where the condition is meant to be 0, which it is at most tokens, eq. (7) gives 0"
    " for all small errors, and eq. (10) e t. Only at worst over both bits is it as the text says.",
)

optimised_more_stable = Claim(
    id="lsrl/new-optimised-more-stable",
    title="The optimised f_ifelse is never further off than the original when the condition is",
    source=Source(PAPER, "Sec. 5, 'we expect that it will improve the stability'"),
    statement=r"|\text{optimised} - v| \le |\text{eq. (7)} - v|",
    assumptions=(
        r"$f = 0$, $0 \le t \le \lambda$, $|e| < 1/2$; read for a function of the condition",
    ),
    subject=(eq_7, eq_7_optimised),
    checks=(check_never_worse,),
    controls=(Control("all-signs", (eq_7, all_signs), "only the terms of f left out"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-error-optimised",
    new=True,
    notes="Without the terms of f = 0 it is the same function. Without those for negative t it is"
    " further off at conditions above 1. What it may spare is rounding, and noise in the weights.",
)

parameters = Claim(
    id="lsrl/new-parameter-errors",
    title="Errors of parameters are amplified by lam in (7), by lam mu/2 in (9), and not in (10)",
    source=Source(PAPER, "Sec. 5, 'more sensitive to parameter noise'"),
    statement=r"\min(|t|, \lambda |s - r|), \qquad"
    r" \min\big(|t|, \lambda |s - r - (1 + r)(\tfrac{\mu}{2}(a - b) + b + k + b k)|\big),"
    r" \qquad |r| |t|",
    assumptions=(
        r"$c = 1$, $f = 0$; r, s are the relative errors of $\lambda$ at the condition and alone;"
        r" a, b those of $\mu$ in the step and k that of $1/\mu$; up to 1/4, $\mu \ge 4$",
    ),
    subject=Amplified(),
    says=says_perturbed,
    checks=(
        proof_of(says_perturbed),
        certificate(says_perturbed, proof="parameter_errors.v", tier="deep").killing("amplified"),
        instances_of(says_perturbed).killing("amplified"),
    ),
    late=(
        Mutant(
            "far",
            Amplified(in_10=lambda t, r, lam: abs(r) * (abs(t) if t < FAR else lam)),
            "another one for large t",
        ),
    ),
    mutants=(
        Mutant("one-lam", Amplified(in_7=lambda lam, *_: 0 * lam), "lam as one number"),
        Mutant(
            "no-mu",
            Amplified(
                in_9=lambda lam, _mu, r, s, _a, b, k: lam * (s - r - (1 + r) * (b + k + b * k))
            ),
            "without the part of mu",
        ),
        Mutant(
            "amplified", Amplified(in_10=lambda t, r, lam: lam * abs(r)), "lam in eq. (10), too"
        ),
    ),
    new=True,
    notes="With errors of size h of either sign eq. (9) may be off by about lam (mu + 4) h: this is"
    " why steps are robust to the condition and sensitive to parameters, as the text says.",
)
