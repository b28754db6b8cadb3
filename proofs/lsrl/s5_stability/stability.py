r"""Sec. 5: how an error in the condition travels through each conditional, exactly.

A condition is off by e if it is $b + e$ for the bit b.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from constructions.lsrl.helpers import (
    f_ifelse,
    f_ifelse_multiplicative,
    f_ifelse_optimised,
    f_ifelse_step,
)
from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    Claim,
    ForReals,
    Mutant,
    Source,
    all_hold,
    certificate,
    implies,
    instances_of,
    maximum,
    minimum,
    proof_of,
)

HALF = Fraction(1, 2)
FAR = 10**9


@dataclass(frozen=True)
class Law:
    """A conditional and what a condition that is off by e costs.

    `ifelse(c, t, f, lam, mu)` and `cost(bit, e, kept, other, lam, mu)` with the branch that is
    `kept` at this bit and the `other` one. `assume(bit, e, kept, other, lam, mu)` says where the
    law holds.
    """

    ifelse: Callable[..., Any]
    cost: Callable[..., Any]
    assume: Callable[..., Any]


def says_law(law, w):
    """The error is the cost, at both bits, for all reals that meet the assumptions."""
    e, t, f, lam, mu = w.reals("e t f lam mu")
    w.assume((lam > 0) & (mu > 0))
    return All(tuple(_costs(law, bit, e, t, f, lam, mu) for bit in (0, 1)))


def _costs(law, bit, e, t, f, lam, mu):
    kept, other = (t, f) if bit else (f, t)
    values = bit, e, kept, other, lam, mu
    error = abs(law.ifelse(bit + e, t, f, lam, mu) - kept)
    return ForReals(implies(all_hold(*law.assume(*values)), error == law.cost(*values)))


def says_values(law, w):
    """The error is the cost for t >= 0 and f = 0, and to which side it goes."""
    e, t, lam, mu = w.reals("e t lam mu")
    w.assume((lam > 0) & (mu > 0) & (abs(e) <= 1) & (t >= 0))
    one, zero = (law.ifelse(bit + e, t, 0 * t, lam, mu) for bit in (1, 0))
    return All(
        (
            ForReals(implies(e >= 0, one == t + lam * e)),
            ForReals(implies(e <= 0, one == maximum(0, t - lam * abs(e)))),
            ForReals(zero == maximum(0, t - lam * (1 - e))),
            *(_costs(law, bit, e, t, 0 * t, lam, mu) for bit in (0, 1)),
        )
    )


def eq_7(c, t, f, lam, mu):
    """Eq. (7); it has no mu."""
    return f_ifelse(c, t, f, lam)


def eq_7_optimised(c, t, f, lam, mu):
    """Eq. (7) for f = 0 and t >= 0."""
    return f_ifelse_optimised(c, t, lam=lam, t_nonnegative=True)


def eq_9(c, t, f, lam, mu):
    """Eq. (9)."""
    return f_ifelse_step(c, t, f, lam=lam, mu=mu)


def eq_10(c, t, f, lam, mu):
    """Eq. (10); it has no constants."""
    return f_ifelse_multiplicative(c, t, f)


def original_cost(bit, e, kept, other, lam, mu):
    """Return min(|kept|, lam |e|)."""
    return minimum(abs(kept), lam * abs(e))


def original_range(bit, e, kept, other, lam, mu):
    """The other branch is silenced with the error, too."""
    return [lam > 0, abs(e) <= 1, abs(other) <= lam * (1 - abs(e))]


def optimised_cost(bit, e, kept, other, lam, mu):
    """Return what too large a condition adds, and what too small a one takes away."""
    if bit == 0:
        return maximum(0, other - lam * (1 - e))
    return maximum(lam * e, minimum(kept, -lam * e))


def optimised_range(bit, e, kept, other, lam, mu):
    """The branch f is 0, and t is not negative."""
    value, zero = (kept, other) if bit else (other, kept)
    return [lam > 0, abs(e) <= 1, value >= 0, zero == 0]


def step_cost(bit, e, kept, other, lam, mu):
    """Return min(|kept|, lam max(0, 1 - mu (1/2 - i))), where i is the error towards 1/2."""
    inward = -e if bit else e
    short = 1 - mu * (HALF - inward)
    return minimum(abs(kept), lam * maximum(0, short))


def step_range(bit, e, kept, other, lam, mu):
    """Both branches are at most lam, and the condition has not passed 1/2."""
    inward = -e if bit else e
    return [lam > 0, mu >= 2, abs(kept) <= lam, abs(other) <= lam, inward <= HALF]


def product_cost(bit, e, kept, other, lam, mu):
    """Return |e| |t - f|."""
    return abs(e) * abs(kept - other)


def anywhere(bit, e, kept, other, lam, mu):
    """No assumption but that lam and mu are positive."""
    return [lam > 0, mu > 0]


ORIGINAL = Law(eq_7, original_cost, original_range)
OPTIMISED = Law(eq_7_optimised, optimised_cost, optimised_range)
STEP = Law(eq_9, step_cost, step_range)
PRODUCTS = Law(eq_10, product_cost, anywhere)


def with_cost(law, cost):
    """Return the law with another cost."""
    return replace(law, cost=cost)


def swapped_signs(bit, e, kept, other, lam, mu):
    """Return the cost of eq. (7) optimised for a condition off to the other side."""
    return optimised_cost(bit, -e, kept, other, lam, mu)


def symmetric_step(bit, e, kept, other, lam, mu):
    """Return the cost of eq. (9) if errors away from 1/2 cost as much as those towards it."""
    return minimum(abs(kept), lam * maximum(0, 1 - mu * (HALF - abs(e))))


def short_step(bit, e, kept, other, lam, mu):
    """Return the cost of eq. (9) with a slope of lam in place of lam mu."""
    inward = -e if bit else e
    return minimum(abs(kept), lam * maximum(0, inward - HALF + Fraction(1) / mu))


def lost(c, t, f, lam, mu):
    """Return the branch f alone."""
    return f


def steep(law, other):
    """Return the law with another conditional for large lam."""

    def ifelse(c, t, f, lam, mu):
        return (law.ifelse if lam < FAR else other)(c, t, f, lam, mu)

    return replace(law, ifelse=ifelse)


CHECKS = (proof_of(says_law), instances_of(says_law))
SECTION_5 = Source(PAPER, "Sec. 5, beyond the text")

original = Claim(
    id="lsrl/new-error-original",
    title="In eq. (7) a condition off by e costs min(|value|, lam |e|) of the branch that is kept",
    source=SECTION_5,
    statement=r"|\mathrm{f\_ifelse}[b + e, t, f] - v| = \min(|v|, \lambda |e|),"
    r"\quad v = t \ (b = 1),\ f \ (b = 0)",
    assumptions=(r"$\lambda > 0$, $|e| \le 1$, the other branch at most $\lambda (1 - |e|)$",),
    subject=ORIGINAL,
    says=says_law,
    checks=CHECKS,
    late=(Mutant("far", steep(ORIGINAL, lost), "another branch if lam is large"),),
    mutants=(
        Mutant("unbounded", with_cost(ORIGINAL, lambda *v: v[4] * abs(v[1])), "lam |e| for all e"),
        Mutant(
            "as-products",
            with_cost(ORIGINAL, lambda *v: abs(v[1]) * abs(v[2])),
            "|e| |value|, as in eq. (10)",
        ),
        Mutant(
            "one-sided",
            with_cost(ORIGINAL, lambda *v: minimum(abs(v[2]), v[4] * maximum(0, v[1]))),
            "only conditions that are too large",
        ),
    ),
    new=True,
    notes="The error is amplified by lam, until all of the value is lost or doubled. If the other"
    " branch is as large as lam, that adds up to lam |e| more: lsrl/new-ifelse-lipschitz.",
)

optimised = Claim(
    id="lsrl/new-error-optimised",
    title="Optimised for f = 0, t >= 0, eq. (7) adds lam e for too large a condition, without end",
    source=SECTION_5,
    statement=r"\mathrm{f\_ifelse}[1 + e, t] = t + \lambda e \ (e \ge 0),\quad"
    r" \max(0, t - \lambda |e|) \ (e \le 0);\qquad"
    r" \mathrm{f\_ifelse}[e, t] = \max(0, t - \lambda(1 - e))",
    assumptions=(r"$\lambda > 0$, $|e| \le 1$, $t \ge 0$, $f = 0$",),
    subject=OPTIMISED,
    says=says_values,
    checks=(proof_of(says_values), instances_of(says_values)),
    late=(Mutant("far", steep(OPTIMISED, lost), "another branch if lam is large"),),
    mutants=(
        Mutant("other-side", with_cost(OPTIMISED, swapped_signs), "the other sign of e"),
        Mutant("original", with_cost(OPTIMISED, original_cost), "as eq. (7) with all terms"),
    ),
    repairs=("lsrl/new-optimised-more-stable",),
    new=True,
    notes="At c = 0 nothing is lost while t <= lam (1 - e). Above 1 the error has no bound in t:"
    " the terms left out are those that would stop it.",
)

step = Claim(
    id="lsrl/new-error-step",
    title="Eq. (9) costs nothing up to 1/2 - 1/mu towards 1/2, and beyond rises with lam mu",
    source=SECTION_5,
    statement=r"|\mathrm{f\_ifelse}[b + e, t, f] - v|"
    r" = \min\big(|v|, \lambda \max(0, 1 - \mu(\tfrac12 - i))\big),"
    r"\quad i = e \ (b = 0),\ -e \ (b = 1)",
    assumptions=(r"$\lambda \ge |t|, |f|$, $\mu \ge 2$, $i \le 1/2$",),
    subject=STEP,
    says=says_law,
    checks=(
        CHECKS[0],
        certificate(says_law, proof="stability.v", tier="deep").killing("both-sides"),
        CHECKS[1].killing("both-sides"),
    ),
    late=(Mutant("far", steep(STEP, lost), "another branch if lam is large"),),
    mutants=(
        Mutant("both-sides", with_cost(STEP, symmetric_step), "errors away from 1/2, too"),
        Mutant("slope", with_cost(STEP, short_step), "lam for lam mu"),
    ),
    new=True,
    notes="Away from 1/2 no error costs anything, however large. At i = 1/2 all is lost.",
)

products = Claim(
    id="lsrl/new-error-products",
    title="In eq. (10) a condition off by e costs |e| |t - f| at both bits, without any constant",
    source=SECTION_5,
    statement=r"|\mathrm{f\_ifelse}[b + e, t, f] - v| = |e|\,|t - f|",
    assumptions=("all real e, t and f",),
    subject=PRODUCTS,
    says=says_law,
    checks=CHECKS,
    late=(Mutant("far", steep(PRODUCTS, lost), "another branch if lam is large"),),
    mutants=(
        Mutant(
            "kept-alone",
            with_cost(PRODUCTS, lambda *v: abs(v[1]) * abs(v[2])),
            "|e| |value|: nothing at the other bit",
        ),
        Mutant("signed", with_cost(PRODUCTS, lambda *v: v[1] * abs(v[2] - v[3])), "e for |e|"),
    ),
    new=True,
)
