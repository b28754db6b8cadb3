r"""The other conditionals of Sec. 5: without unused terms, behind steps (9), with products (10).

Which terms of eq. (7) may be left out depends on the branches: with t and f not negative, or one of
them 0, two of the four ReLUs are always 0 or cancel. Eq. (9) puts a step before the condition,
exact outside of a strip of 2/mu around 1/2; eq. (10) multiplies, and is off by $|c - c_0|\,|t - f|$
between the bits. Each is real arithmetic about the shipped function, for all reals, by solvers.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from constructions.lsrl.helpers import (
    f_ifelse,
    f_ifelse_multiplicative,
    f_ifelse_step,
    f_not,
)
from constructions.lsrl.helpers.operations import relu
from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    Claim,
    Control,
    ForReals,
    Mutant,
    Source,
    Verdict,
    all_hold,
    certificate,
    implies,
    instances_of,
    proof_of,
)

HALF, FAR = Fraction(1, 2), 10**9


def eq_7_terms(c, t, f, lam):
    """List the four terms of eq. (7) in the order of the text, with their signs."""
    silence_f, silence_t = lam * c, lam * f_not(c)
    first, second = relu(f - silence_f), relu(t - silence_t)
    return first, second, -1 * relu(-f - silence_f), -1 * relu(-t - silence_t)


def anything(c, t, f):
    """Assume nothing."""
    return ()


@dataclass(frozen=True)
class Dropped:
    """Which terms of eq. (7), counted from 1, may be left out, and what is assumed for that."""

    terms: tuple[int, ...]
    assumed: Callable[..., Any] = field(default=anything)
    always_zero: str = ""

    def branches(self, t, f):
        """Return t and f, the one that is always 0 as 0."""
        return 0 * t if self.always_zero == "t" else t, 0 * f if self.always_zero == "f" else f

    def shortened(self, c, t, f, lam):
        """Return eq. (7) without these terms."""
        t, f = self.branches(t, f)
        terms = enumerate(eq_7_terms(c, t, f, lam), start=1)
        return sum(term for number, term in terms if number not in self.terms)


def says_dropped(dropped, w):
    """Eq. (7) is the same without these terms, whatever the rest."""
    c, t, f, lam = w.reals("c t f lam")
    w.assume(all_hold(lam > 0, *dropped.assumed(c, t, f)))
    a, b = dropped.branches(t, f)
    full = f_ifelse(c, a, b, lam)
    return ForReals(full == dropped.shortened(c, t, f, lam))


def says_steps(pair, w):
    """Eq. (9) is t for c >= 1/2 + margin and f for c <= 1/2 - margin, and 0 at c = 1/2.

    Any nearer to 1/2 a branch of size lam is not given back: at t = f = lam it is too small.
    """
    ifelse, margin = pair
    c, t, f, lam, mu = w.reals("c t f lam mu")
    w.assume((lam > 0) & (mu > 0) & (abs(t) <= lam) & (abs(f) <= lam))
    value, most = ifelse(c, t, f, lam=lam, mu=mu), ifelse(c, lam, lam, lam=lam, mu=mu)
    near = (HALF - margin(mu) < c) & (c < HALF + margin(mu))
    return All(
        (
            ForReals(implies(c >= HALF + margin(mu), value == t)),
            ForReals(implies(c <= HALF - margin(mu), value == f)),
            ForReals(ifelse(0 * c + HALF, t, f, lam=lam, mu=mu) == 0),
            ForReals(implies(near, most < lam)),
        )
    )


def says_products(ifelse, w):
    """Eq. (10) is t at 1 and f at 0 for all t and f, and off by |c - c0| |t - f| between."""
    c, c0, t, f = w.reals("c c0 t f")
    gap = ifelse(c, t, f) - ifelse(c0, t, f)
    on_bits = (ifelse(0 * t + 1, t, f) == t) & (ifelse(0 * t, t, f) == f)
    return All((ForReals(on_bits), ForReals(abs(gap) == abs(c - c0) * abs(t - f))))


def _swapped_steps(c, t, f, *, lam, mu):
    return f_ifelse_step(c, f, t, lam=lam, mu=mu)


def _far_steps(c, t, f, *, lam, mu):
    return (f_ifelse_step if mu < FAR else _swapped_steps)(c, t, f, lam=lam, mu=mu)


SECTION_5 = "Sec. 5, 'Removing unnecessary terms in Eq. 7'"


def signs(c, t, f):
    """F and t are not negative."""
    return f >= 0, t >= 0


def in_range(c, t, f):
    """The condition is in [0, 1]."""
    return c >= 0, c <= 1


def both(c, t, f):
    """F and t are not negative, and the condition is in [0, 1]."""
    return *signs(c, t, f), *in_range(c, t, f)


@dataclass(frozen=True)
class Far(Dropped):
    """The terms are left out, and for conditions that are far out the second one, too."""

    def shortened(self, c, t, f, lam):
        """Return eq. (7) without these terms."""
        terms = self.terms if lam < FAR else (*self.terms, 2, 1)
        return Dropped(terms, self.assumed, self.always_zero).shortened(c, t, f, lam)


CHECKS = (proof_of(says_dropped), instances_of(says_dropped))


sign = Claim(
    id="lsrl/ifelse-optimised-sign",
    title="For f, t >= 0 the third and fourth terms of eq. (7) may be left out",
    source=Source(PAPER, SECTION_5),
    statement=r"f, t \ge 0 \implies \mathrm{f\_ifelse}[c, t, f]"
    r" = \mathrm{relu}(f - \lambda c) + \mathrm{relu}(t - \lambda (1 - c))",
    assumptions=(r"$0 \le c \le 1$, which the text does not say",),
    subject=Dropped((3, 4), both),
    says=says_dropped,
    checks=CHECKS,
    late=(Mutant("far", Far((3, 4), both), "more terms if lam is large"),),
    mutants=(
        Mutant("first", Dropped((1, 3), both), "the first and third terms"),
        Mutant("no-sign", Dropped((3, 4), in_range), "without f, t >= 0"),
        Mutant("no-range", Dropped((3, 4), signs), "for conditions outside of [0, 1]"),
    ),
)

no_f = Claim(
    id="lsrl/ifelse-optimised-f0",
    title="If f is always 0, the first and third terms of eq. (7) may be left out",
    source=Source(PAPER, SECTION_5),
    statement=r"f \equiv 0 \implies \mathrm{f\_ifelse}[c, t, f] = \mathrm{relu}(t - \lambda(1 - c))"
    r" - \mathrm{relu}(-t - \lambda(1 - c))",
    assumptions=("any real condition: the two terms cancel",),
    subject=Dropped((1, 3), always_zero="f"),
    says=says_dropped,
    checks=CHECKS,
    late=(Mutant("far", Far((1, 3), always_zero="f"), "more terms if lam is large"),),
    mutants=(
        Mutant("other-terms", Dropped((2, 4), always_zero="f"), "the second and fourth"),
        Mutant("f-not-zero", Dropped((1, 3)), "for any f"),
        Mutant("one-term", Dropped((1,), always_zero="f"), "the first alone: wrong for c < 0"),
    ),
)

no_t_printed = Claim(
    id="lsrl/ifelse-optimised-t0",
    title="If f is always 0, the second and fourth terms of eq. (7) are unnecessary",
    source=Source(PAPER, SECTION_5),
    statement=r"f \equiv 0 \implies \mathrm{f\_ifelse}[c, t, f] = \mathrm{relu}(f - \lambda c)"
    r" - \mathrm{relu}(-f - \lambda c)",
    subject=Dropped((2, 4), always_zero="f"),
    checks=(instances_of(says_dropped),),
    controls=(Control("t-zero", Dropped((2, 4), always_zero="t"), "if t is always 0"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-ifelse-optimised-t0",
    notes="A slip: t where f is printed.",
)

no_t = Claim(
    id="lsrl/new-ifelse-optimised-t0",
    title="If t is always 0, the second and fourth terms of eq. (7) are unnecessary",
    source=Source(PAPER, SECTION_5 + ", repaired"),
    statement=r"t \equiv 0 \implies \mathrm{f\_ifelse}[c, t, f] = \mathrm{relu}(f - \lambda c)"
    r" - \mathrm{relu}(-f - \lambda c)",
    assumptions=("any real condition",),
    subject=Dropped((2, 4), always_zero="t"),
    says=says_dropped,
    checks=CHECKS,
    late=(Mutant("far", Far((2, 4), always_zero="t"), "more terms if lam is large"),),
    mutants=(
        Mutant("printed", Dropped((2, 4), always_zero="f"), "f where t belongs"),
        Mutant("other-terms", Dropped((1, 3), always_zero="t"), "the first and third"),
        Mutant("one-term", Dropped((2,), always_zero="t"), "the second alone: wrong for c > 1"),
    ),
    repairs=("lsrl/ifelse-optimised-t0",),
    new=True,
)

eq_9 = Claim(
    id="lsrl/eq-9-step",
    title="Eq. (9) is exact at a distance of 1/mu from the condition 1/2, and no nearer",
    source=Source(PAPER, "eq. (9)"),
    statement=r"\mathrm{f\_ifelse} = t \text{ for } c \ge \tfrac12 + \tfrac1\mu,\quad"
    r" = f \text{ for } c \le \tfrac12 - \tfrac1\mu,\quad = 0 \text{ at } c = \tfrac12",
    assumptions=(r"$|t|, |f| \le \lambda$, $\mu > 0$",),
    subject=(f_ifelse_step, lambda mu: 1 / mu),
    says=says_steps,
    checks=(
        proof_of(says_steps),
        certificate(says_steps, proof="conditional_variants.v", tier="deep"),
        instances_of(says_steps),
    ),
    late=(Mutant("far", (_far_steps, lambda mu: 1 / mu), "branches exchanged if mu is large"),),
    mutants=(
        Mutant("nearer", (f_ifelse_step, lambda mu: 1 / (2 * mu)), "1/(2 mu) for 1/mu"),
        Mutant("farther", (f_ifelse_step, lambda mu: 2 / mu), "2/mu for 1/mu"),
        Mutant("swapped", (_swapped_steps, lambda mu: 1 / mu), "branches exchanged"),
    ),
    notes="Bits are right if and only if mu >= 2.",
)
eq_10 = Claim(
    id="lsrl/eq-10-mult",
    title="Eq. (10) is exact on bits for all t and f; a wrong condition costs |c - c0| |t - f|",
    source=Source(PAPER, "eq. (10)"),
    statement=r"c\,t + (1 - c) f: \quad |\mathrm{f\_ifelse}[c] - \mathrm{f\_ifelse}[c_0]|"
    r" = |c - c_0|\,|t - f|",
    subject=f_ifelse_multiplicative,
    says=says_products,
    checks=(proof_of(says_products), instances_of(says_products)),
    late=(Mutant("far", lambda c, t, f: c * t + (1 - c) * f if t < FAR else t, "large t"),),
    mutants=(
        Mutant("no-negation", lambda c, t, f: c * t + c * f, "c f for (1 - c) f"),
        Mutant("plus", lambda c, t, f: c * t + (1 + c) * f, "1 + c for 1 - c"),
        Mutant("swapped", lambda c, t, f: c * f + (1 - c) * t, "branches exchanged"),
    ),
)
