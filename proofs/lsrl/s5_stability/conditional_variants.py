r"""The other conditionals of Sec. 5: without unused terms, behind steps (9), with products (10)."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from constructions.lsrl.helpers import (
    f_ifelse,
    f_ifelse_multiplicative,
    f_ifelse_step,
    f_not,
)
from constructions.lsrl.helpers.operations import relu
from proofs.lsrl import PAPER
from proofs.lsrl.one_token import at_one_token
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    implies,
    prove_for_all,
    reals,
)

c, c0, t, f, lam, mu = reals("c c0 t f lam mu")
HALF = Fraction(1, 2)


def eq_7_terms(c, t, f, lam):
    """List the four terms of eq. (7) in the order of the text, with their signs."""
    silence_f, silence_t = lam * c, lam * f_not(c)
    first, second = relu(f - silence_f), relu(t - silence_t)
    return first, second, -1 * relu(-f - silence_f), -1 * relu(-t - silence_t)


@dataclass(frozen=True)
class Dropped:
    """Which terms of eq. (7), counted from 1, may be left out, and what is assumed for that."""

    terms: tuple[int, ...]
    assumed: Any = ()
    always_zero: str = ""

    def branches(self):
        """Return t and f, the one that is always 0 as 0."""
        return 0 * t if self.always_zero == "t" else t, 0 * f if self.always_zero == "f" else f

    def shortened(self, c, lam):
        """Return eq. (7) without these terms."""
        terms = enumerate(eq_7_terms(c, *self.branches(), lam), start=1)
        return sum(term for number, term in terms if number not in self.terms)


@check("solver")
def check_dropped(dropped):
    """Eq. (7) is the same without these terms, whatever the rest."""
    a, b = dropped.branches()
    full = f_ifelse(c, a, b, lam)
    assume = [lam > 0, *dropped.assumed]
    return prove_for_all(full == dropped.shortened(c, lam), assume=assume)


@check("solver")
def check_on_bits(dropped):
    """On bits, and where lam is large enough, it is t or f without these terms."""
    one, zero = 0 * lam + 1, 0 * lam
    a, b = dropped.branches()
    assume = [lam > 0, abs(t) <= lam, abs(f) <= lam, *dropped.assumed]
    right = (dropped.shortened(one, lam) == a) & (dropped.shortened(zero, lam) == b)
    return prove_for_all(right, assume=assume)


@check("solver")
def check_steps(pair):
    """Eq. (9) is t for c >= 1/2 + margin and f for c <= 1/2 - margin, and 0 at c = 1/2."""
    ifelse, margin = pair
    assume = [lam > 0, mu > 0, abs(t) <= lam, abs(f) <= lam]
    value = ifelse(c, t, f, lam=lam, mu=mu)
    chosen = implies(c >= HALF + margin(mu), value == t)
    other = implies(c <= HALF - margin(mu), value == f)
    between = ifelse(0 * c + HALF, t, f, lam=lam, mu=mu) == 0
    return all_of(
        {
            "t": prove_for_all(chosen, assume=assume),
            "f": prove_for_all(other, assume=assume),
            "neither": prove_for_all(between, assume=assume),
        },
        "all real c, |t|, |f| <= lam, mu > 0",
    )


@check("solver")
def check_margin_needed(pair):
    """Any nearer to 1/2 a branch of size lam is not given back: at t = f = lam it is too small."""
    ifelse, margin = pair
    value = ifelse(c, lam, lam, lam=lam, mu=mu)
    near = (HALF - margin(mu) < c) & (c < HALF + margin(mu))
    return prove_for_all(implies(near, value < lam), assume=[lam > 0, mu > 0])


@check("solver")
def check_products(ifelse):
    """Eq. (10) is t at 1 and f at 0 for all t and f, and off by |c - c0| |t - f| between."""
    one, zero = 0 * t + 1, 0 * t
    gap = ifelse(c, t, f) - ifelse(c0, t, f)
    return all_of(
        {
            "on bits": prove_for_all((ifelse(one, t, f) == t) & (ifelse(zero, t, f) == f)),
            "error": prove_for_all(abs(gap) == abs(c - c0) * abs(t - f)),
        },
        "all real t, f, c and c0",
    )


@check("exact")
def check_product_program(ifelse):
    """The program with gates is right for t and f in -3/2, 10**12 at both bits."""
    program = at_one_token(ifelse, dim=3)
    for bit, a, b in product((0, 1), (Fraction(-3, 2), 10**12), (Fraction(-3, 2), 10**12)):
        if (found := program(bit, a, b)) != (wanted := a if bit else b):
            at = {"cond": bit, "t": a, "f": b}
            return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("both bits; t and f in -3/2, 10**12")


def _swapped_steps(c, t, f, *, lam, mu):
    return f_ifelse_step(c, f, t, lam=lam, mu=mu)


SECTION_5 = "Sec. 5, 'Removing unnecessary terms in Eq. 7'"
SIGNS = (f >= 0, t >= 0, c >= 0, c <= 1)

sign = Claim(
    id="lsrl/ifelse-optimised-sign",
    title="For f, t >= 0 the third and fourth terms of eq. (7) may be left out",
    source=Source(PAPER, SECTION_5),
    statement=r"f, t \ge 0 \implies \mathrm{f\_ifelse}[c, t, f]"
    r" = \mathrm{relu}(f - \lambda c) + \mathrm{relu}(t - \lambda (1 - c))",
    assumptions=(r"$0 \le c \le 1$, which the text does not say",),
    subject=Dropped((3, 4), SIGNS),
    checks=(check_dropped, check_on_bits.killing("first", "no-sign")),
    mutants=(
        Mutant("first", Dropped((1, 3), SIGNS), "the first and third terms"),
        Mutant("no-sign", Dropped((3, 4), SIGNS[2:]), "without f, t >= 0"),
        Mutant("no-range", Dropped((3, 4), SIGNS[:2]), "for conditions outside of [0, 1]"),
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
    checks=(check_dropped, check_on_bits.killing("other-terms", "f-not-zero")),
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
    checks=(check_dropped, check_on_bits),
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
    checks=(check_dropped, check_on_bits.killing("printed", "other-terms")),
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
    checks=(
        check_steps.killing("nearer", "swapped"),
        check_margin_needed.killing("farther"),
    ),
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
    checks=(check_products, check_product_program),
    mutants=(
        Mutant("no-negation", lambda c, t, f: c * t + c * f, "c f for (1 - c) f"),
        Mutant("plus", lambda c, t, f: c * t + (1 + c) * f, "1 + c for 1 - c"),
        Mutant("swapped", lambda c, t, f: c * f + (1 - c) * t, "branches exchanged"),
    ),
)
