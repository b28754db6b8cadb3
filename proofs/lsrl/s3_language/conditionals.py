r"""Eq. (7): when the conditional without gates is exact, and how it depends on its condition."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.lsrl.helpers import f_ifelse, f_ifelse_multiplicative, f_not
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
    iff,
    implies,
    prove_for_all,
    reals,
    where,
)

c, c2, t, f, lam, M = reals("c c2 t f lam M")


@check("solver")
def check_exact_on_bits(ifelse):
    """At c = 1 it is t if and only if |f| <= lam; at c = 0 it is f if and only if |t| <= lam."""
    one, zero = 0 * c + 1, 0 * c
    return all_of(
        {
            "c = 1": prove_for_all(iff(ifelse(one, t, f, lam) == t, abs(f) <= lam), assume=lam > 0),
            "c = 0": prove_for_all(
                iff(ifelse(zero, t, f, lam) == f, abs(t) <= lam), assume=lam > 0
            ),
        },
        "all real t and f, lam > 0",
    )


@check("exact")
def check_program_on_bits(ifelse):
    """The program with lam = 2 chooses between all t and f in -2, -3/2, ..., 2."""
    program = at_one_token(lambda c, t, f: ifelse(c, t, f, 2), dim=3)
    values = [Fraction(k, 2) for k in range(-4, 5)]
    for bit, a, b in ((bit, a, b) for bit in (0, 1) for a in values for b in values):
        wanted, found = (a if bit else b), program(bit, a, b)
        if found != wanted:
            at = {"cond": bit, "t": a, "f": b, "lam": 2}
            return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("lam = 2; t and f in -2, -3/2, ..., 2; both bits")


def shrunk(value, threshold):
    """Return the soft threshold: the value moved towards 0 by the threshold, or 0."""
    below = where(value < -threshold, value + threshold, 0)
    return where(value > threshold, value - threshold, below)


@check("solver")
def check_soft(ifelse):
    """For conditions in [0, 1] it is S(f, lam c) + S(t, lam (1 - c))."""
    soft = shrunk(f, lam * c) + shrunk(t, lam * (1 - c))
    return prove_for_all(ifelse(c, t, f, lam) == soft, assume=[lam > 0, c >= 0, c <= 1])


@check("solver")
def check_overpowered(ifelse):
    """A condition of |f|/lam or more, with 0 <= c <= 1, gives 0 in place of f (if t is 0)."""
    silent = implies(lam * c >= abs(f), ifelse(c, 0 * t, f, lam) == 0)
    return prove_for_all(silent, assume=[lam > 0, c >= 0, c <= 1])


@check("solver")
def check_negative_condition(ifelse):
    """A condition of -|f|/lam or less, with t = 0, gives 2 f in place of f."""
    doubled = implies(lam * c <= -abs(f), ifelse(c, 0 * t, f, lam) == 2 * f)
    return prove_for_all(doubled, assume=[lam > 0, c <= 0])


@check("exact")
def check_paper_constants(ifelse):
    """At lam = 1e10, as in the authors' programs, 5 becomes 0 or 10 by an error of 1e-9."""
    program = at_one_token(lambda c, t, f: ifelse(c, t, f, 10**10), dim=3)
    for error, wanted in ((0, 5), (Fraction(1, 10**9), 0), (Fraction(-1, 10**9), 10)):
        if (found := program(error, 0, 5)) != wanted:
            at = {"cond": error, "t": 0, "f": 5, "lam": 10**10}
            return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("lam = 1e10, t = 0, f = 5; conditions 0, 1e-9, -1e-9")


@check("solver")
def check_enough(enough):
    """It is right on bits for all |t|, |f| <= M if lam is enough for M, and only then.

    Where lam is not enough, t = f = M shows it at both bits.
    """
    sure = implies(enough(lam, M), (f_ifelse(1, t, f, lam) == t) & (f_ifelse(0, t, f, lam) == f))
    needed = implies(~enough(lam, M), (f_ifelse(1, M, M, lam) != M) & (f_ifelse(0, M, M, lam) != M))
    return all_of(
        {
            "enough": prove_for_all(sure, assume=[lam > 0, M > 0, abs(t) <= M, abs(f) <= M]),
            "needed": prove_for_all(needed, assume=[lam > 0, M > 0]),
        },
        "all M > 0 and lam > 0",
    )


@dataclass(frozen=True)
class Sensitivity:
    """A conditional, and its Lipschitz constant in the condition for |t|, |f| <= 1 and lam = 1."""

    ifelse: Callable[..., Any]
    constant: int

    def at_most(self):
        """Decide that this is a Lipschitz constant, over all real conditions."""
        change = self.ifelse(c, t, f, 1) - self.ifelse(c2, t, f, 1)
        bounded = abs(change) <= self.constant * abs(c - c2)
        return prove_for_all(bounded, assume=[abs(t) <= 1, abs(f) <= 1])


@check("solver")
def check_lipschitz(sensitivities):
    """Both conditionals have the constant, over all real conditions.

    In units of lam, which is no restriction: both are homogeneous in (t, f, lam).
    """
    parts = {name: one.at_most() for name, one in sensitivities.items()}
    return all_of(parts, "all real conditions, |t|, |f| <= lam, in units of lam")


@check("exact")
def check_no_smaller_constant(sensitivities):
    """Between the two bits, with t = -1 and f = 1, a right conditional changes by the constant."""
    for name, one in sensitivities.items():
        program = at_one_token(lambda c, t, f, one=one: one.ifelse(c, t, f, 1), dim=3)
        change = abs(program(1, -1, 1) - program(0, -1, 1))
        if change != one.constant:
            at = {"cond": [0, 1], "t": -1, "f": 1, "lam": 1}
            says = f"{name} changes by {one.constant}"
            return Evidence.refuted(Counterexample(at, says, str(change)))
    return Evidence.holds("conditions 0 and 1, t = -1, f = 1, lam = 1")


@check("solver")
def check_jumps(ifelse):
    """It is not Lipschitz in the condition with the constant 2, for |t|, |f| <= 1 and lam = 1."""
    continuous = Sensitivity(ifelse, 2).at_most()
    if continuous.verdict is Verdict.REFUTED:
        return Evidence.holds(f"the constant 2 fails {continuous.counterexample}")
    if continuous.verdict is not Verdict.PROVED:
        return continuous
    at = {"lam": 1}
    found = "the Lipschitz constant 2 in the condition, for all |t|, |f| <= lam"
    return Evidence.refuted(Counterexample(at, "a discontinuity", found), routes=continuous.routes)


def lost_term(cond, t, f, lam):
    """Eq. (7) without its last ReLU."""
    silence_f, silence_t = lam * cond, lam * f_not(cond)
    return relu(f - silence_f) - relu(-f - silence_f) + relu(t - silence_t)


def swapped(cond, t, f, lam):
    """Eq. (7) with the branches exchanged."""
    return f_ifelse(cond, f, t, lam)


def gated(cond, t, f, lam):
    """Eq. (10), which needs no constant."""
    return f_ifelse_multiplicative(cond, t, f)


def jumping(cond, t, f, lam):
    """A conditional that jumps at 1/2."""
    return where(cond > Fraction(1, 2), t, f)


MUTANTS = (
    Mutant("lost-term", lost_term, "the fourth ReLU is missing"),
    Mutant("swapped", swapped, "t where f belongs"),
    Mutant("half-lam", lambda c, t, f, lam: f_ifelse(c, t, f, lam * Fraction(1, 2)), "lam/2"),
)

eq_7 = Claim(
    id="lsrl/eq-7-ifelse",
    title="Eq. (7) chooses rightly if and only if the branch it drops is at most lam",
    source=Source(PAPER, "eq. (7)"),
    statement=r"\mathrm{f\_ifelse}[1, t, f] = t \iff |f| \le \lambda, \qquad"
    r" \mathrm{f\_ifelse}[0, t, f] = f \iff |t| \le \lambda",
    assumptions=(r"$\lambda > 0$",),
    subject=f_ifelse,
    checks=(check_exact_on_bits, check_program_on_bits),
    mutants=MUTANTS,
)

eq_7_lambda = Claim(
    id="lsrl/eq-7-lambda",
    title="A lam of at least all |t| and |f| is enough for eq. (7), and needed",
    source=Source(PAPER, "Sec. 3, below eq. (7)"),
    statement=r"\text{eq. (7) is exact on bits for all } |t|, |f| \le M \iff \lambda \ge M",
    assumptions=("$M > 0$",),
    subject=lambda lam, M: lam >= M,
    checks=(check_enough,),
    mutants=(
        Mutant("larger", lambda lam, M: lam > M, "'larger than', which is not needed"),
        Mutant("half", lambda lam, M: 2 * lam >= M, "half as large"),
        Mutant("sum", lambda lam, M: lam >= 2 * M, "as large as |t| + |f|"),
    ),
    notes="The text asks for a lam larger than the values; equal to the largest is enough.",
)

eq_7_soft = Claim(
    id="lsrl/eq-7-soft",
    title="Between 0 and 1 a condition shrinks both branches by what it silences",
    source=Source(PAPER, "eq. (7), beyond the text"),
    statement=r"\mathrm{f\_ifelse}[c, t, f] = S(f, \lambda c) + S(t, \lambda(1 - c)),"
    r"\quad S(v, \theta) = \mathrm{sign}(v) \max(0, |v| - \theta)",
    assumptions=(r"$0 \le c \le 1$, $\lambda > 0$",),
    subject=f_ifelse,
    checks=(check_soft,),
    mutants=MUTANTS,
    new=True,
)

eq_7_unstable = Claim(
    id="lsrl/eq-7-unstable",
    title="In eq. (7) a condition off by |f|/lam turns f into 0 or into 2 f",
    source=Source(PAPER, "Sec. 3 and Sec. 5"),
    statement=r"|f|/\lambda \le c \le 1 \implies \mathrm{f\_ifelse}[c, 0, f] = 0, \qquad"
    r" c \le -|f|/\lambda \implies \mathrm{f\_ifelse}[c, 0, f] = 2 f",
    assumptions=(r"$\lambda > 0$",),
    subject=f_ifelse,
    checks=(check_overpowered, check_negative_condition, check_paper_constants),
    mutants=(
        Mutant("gated", gated, "eq. (10), which is not concerned"),
        Mutant("swapped", swapped, "t where f belongs"),
    ),
    notes="At lam = 1e10 an error of 1e-9 is enough for f = 5.",
)

eq_10_continuity = Claim(
    id="lsrl/eq-10-continuity",
    title="Eq. (7), in contrast to eq. (10), is discontinuous in its condition",
    source=Source(PAPER, "Sec. 5, below eq. (10)"),
    statement=r"c \mapsto \mathrm{f\_ifelse}[c, t, f] \text{ of eq. (7) jumps}",
    assumptions=(r"$|t|, |f| \le \lambda$",),
    subject=f_ifelse,
    checks=(check_jumps,),
    controls=(Control("jumping", jumping, "t if c > 1/2, else f"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-ifelse-lipschitz",
    notes="Both are continuous. What differs is the constant, 2 lam against |t - f|, where lam is"
    " much larger than the values.",
)

ifelse_lipschitz = Claim(
    id="lsrl/new-ifelse-lipschitz",
    title="Eqs. (7) and (10) have the same best Lipschitz constant, if lam is as small as can be",
    source=Source(PAPER, "Sec. 5, beyond the text"),
    statement=r"\text{for } |t|, |f| \le \lambda: \quad"
    r" |\mathrm{f\_ifelse}[c] - \mathrm{f\_ifelse}[c']| \le 2 \lambda |c - c'|"
    r"\ \text{for eqs. (7) and (10), and no conditional exact on bits has a smaller constant}",
    assumptions=(r"$\lambda = \max(|t|, |f|)$ is the least that eq. (7) allows",),
    subject={"eq. (7)": Sensitivity(f_ifelse, 2), "eq. (10)": Sensitivity(gated, 2)},
    checks=(
        check_lipschitz.killing("one", "jumps"),
        check_no_smaller_constant.killing("one", "three"),
    ),
    mutants=(
        Mutant("one", {"eq. (7)": Sensitivity(f_ifelse, 1)}, "lam for 2 lam"),
        Mutant("three", {"eq. (7)": Sensitivity(f_ifelse, 3)}, "3 lam"),
        Mutant("jumps", {"a jump": Sensitivity(jumping, 2)}, "a conditional that jumps"),
    ),
    repairs=("lsrl/eq-10-continuity",),
    new=True,
    notes="So the instability of eq. (7) comes from a lam far above the values, not from the"
    " missing product. Exact for all |t|, |f| <= M means a change by 2 M between the bits.",
)
