"""Eq. (7): when the conditional without gates is exact, and how it depends on its condition.

Eq. (7) is four ReLUs of a condition, a constant lam and two branches. With the condition a bit, one
pair of ReLUs is silenced by lam and the other pair gives its branch back: right if and only if the
silenced branch is at most lam. Between 0 and 1 both branches are moved towards 0 by what silences
them. All of this is real arithmetic about the function that programs call, and solvers decide it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.lsrl.helpers import f_ifelse, f_ifelse_multiplicative, f_not
from constructions.lsrl.helpers.operations import relu
from proofs.lsrl import PAPER
from proofs.lsrl.short_circuit import part_by_part
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
    iff,
    implies,
    instances_of,
    proof_of,
    prove_for_all,
    reals,
    where,
)

FAR = 10**9


def says_bits(ifelse, w):
    """At c = 1 it is t if and only if |f| <= lam; at c = 0 it is f if and only if |t| <= lam."""
    t, f, lam = w.reals("t f lam")
    w.assume(lam > 0)
    one, zero = 0 * t + 1, 0 * t
    return All(
        (
            ForReals(iff(ifelse(one, t, f, lam) == t, abs(f) <= lam)),
            ForReals(iff(ifelse(zero, t, f, lam) == f, abs(t) <= lam)),
        )
    )


def shrunk(value, threshold):
    """Return the soft threshold: the value moved towards 0 by the threshold, or 0."""
    below = where(value < -threshold, value + threshold, 0)
    return where(value > threshold, value - threshold, below)


def says_soft(ifelse, w):
    """For conditions in [0, 1] it is S(f, lam c) + S(t, lam (1 - c))."""
    c, t, f, lam = w.reals("c t f lam")
    w.assume((lam > 0) & (c >= 0) & (c <= 1))
    return ForReals(ifelse(c, t, f, lam) == shrunk(f, lam * c) + shrunk(t, lam * (1 - c)))


def says_unstable(ifelse, w):
    """A condition of |f|/lam or more gives 0 in place of f, one of -|f|/lam or less 2 f."""
    c, f, lam = w.reals("c f lam")
    w.assume(lam > 0)
    found = ifelse(c, 0 * f, f, lam)
    return All(
        (
            ForReals(implies((lam * c >= abs(f)) & (c <= 1), found == 0)),
            ForReals(implies(lam * c <= -abs(f), found == 2 * f)),
        )
    )


def says_enough(enough, w):
    """Eq. (7) is right on bits for all |t|, |f| <= M if lam is enough for M, and only then.

    Where lam is not enough, t = f = M shows it at both bits.
    """
    t, f, lam, M = w.reals("t f lam M")
    w.assume((lam > 0) & (M > 0))
    right = (f_ifelse(1, t, f, lam) == t) & (f_ifelse(0, t, f, lam) == f)
    wrong = (f_ifelse(1, M, M, lam) != M) & (f_ifelse(0, M, M, lam) != M)
    within = (abs(t) <= M) & (abs(f) <= M)
    return All(
        (
            ForReals(implies(all_hold(enough(lam, M), within), right)),
            ForReals(all_hold(enough(lam, M)) | wrong),
        )
    )


@dataclass(frozen=True)
class Sensitivity:
    """A conditional, and its Lipschitz constant in the condition for |t|, |f| <= 1 and lam = 1."""

    ifelse: Callable[..., Any]
    constant: int

    def at_most(self):
        """Decide that this is a Lipschitz constant, over all real conditions."""
        c, c2, t, f = reals("c c2 t f")
        change = self.ifelse(c, t, f, 1) - self.ifelse(c2, t, f, 1)
        bounded = abs(change) <= self.constant * abs(c - c2)
        return prove_for_all(bounded, assume=[abs(t) <= 1, abs(f) <= 1])


def says_sensitivity(sensitivities, w):
    """The constant, times lam, is a Lipschitz constant of each, over all real conditions.

    Each is t at 1 and f at 0, and what is so for t = -lam and f = lam changes by that much.
    """
    c, c2, t, f, lam = w.reals("c c2 t f lam")
    w.assume((lam > 0) & (abs(t) <= lam) & (abs(f) <= lam))
    parts = []
    for one in sensitivities.values():
        at_1, at_0 = (one.ifelse(0 * c + bit, t, f, lam) for bit in (1, 0))
        change = abs(one.ifelse(c, t, f, lam) - one.ifelse(c2, t, f, lam))
        parts += [
            ForReals((at_1 == t) & (at_0 == f)),
            ForReals(abs(-lam - lam) == one.constant * lam * abs(1 - 0)),
            ForReals(change <= one.constant * lam * abs(c - c2)),
        ]
    return All(tuple(parts))


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


def discontinuous(cond, t, f, lam):
    """A conditional that jumps at 1/2."""
    return where(cond > Fraction(1, 2), t, f)


MUTANTS = (
    Mutant("lost-term", lost_term, "the fourth ReLU is missing"),
    Mutant("swapped", swapped, "t where f belongs"),
    Mutant("half-lam", lambda c, t, f, lam: f_ifelse(c, t, f, lam * Fraction(1, 2)), "lam/2"),
)
LATE = (
    Mutant(
        "far",
        lambda c, t, f, lam: f_ifelse(c, t, f, lam) if lam < FAR else lost_term(c, t, f, lam),
        "the fourth ReLU is missing if lam is large",
    ),
)

eq_7 = Claim(
    id="lsrl/eq-7-ifelse",
    title="Eq. (7) chooses rightly if and only if the branch it drops is at most lam",
    source=Source(PAPER, "eq. (7)"),
    statement=r"\mathrm{f\_ifelse}[1, t, f] = t \iff |f| \le \lambda, \qquad"
    r" \mathrm{f\_ifelse}[0, t, f] = f \iff |t| \le \lambda",
    assumptions=(r"$\lambda > 0$",),
    subject=f_ifelse,
    says=says_bits,
    checks=(proof_of(says_bits), instances_of(says_bits)),
    mutants=MUTANTS,
    late=LATE,
)

eq_7_lambda = Claim(
    id="lsrl/eq-7-lambda",
    title="A lam of at least all |t| and |f| is enough for eq. (7), and needed",
    source=Source(PAPER, "Sec. 3, below eq. (7)"),
    statement=r"\text{eq. (7) is exact on bits for all } |t|, |f| \le M \iff \lambda \ge M",
    assumptions=("$M > 0$",),
    subject=lambda lam, M: lam >= M,
    says=says_enough,
    checks=(proof_of(says_enough), instances_of(says_enough).killing("half", "sum")),
    late=(Mutant("far", lambda lam, M: lam >= M if lam < FAR else lam > M, "large lam"),),
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
    says=says_soft,
    checks=(proof_of(says_soft), instances_of(says_soft)),
    mutants=MUTANTS,
    late=LATE,
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
    says=says_unstable,
    checks=(proof_of(says_unstable), instances_of(says_unstable)),
    mutants=(
        Mutant("gated", gated, "eq. (10), which is not concerned"),
        Mutant("swapped", swapped, "t where f belongs"),
    ),
    late=(
        Mutant(
            "far",
            lambda c, t, f, lam: f_ifelse(c, t, f, lam) if lam < FAR else swapped(c, t, f, lam),
            "t where f belongs if lam is large",
        ),
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
    controls=(Control("discontinuous", discontinuous, "t if c > 1/2, else f"),),
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
    says=says_sensitivity,
    checks=(
        proof_of(says_sensitivity, part_by_part(seconds=40)),
        certificate(says_sensitivity, proof="conditionals.v", tier="deep").killing("one", "three"),
        instances_of(says_sensitivity).killing("one", "three"),
    ),
    mutants=(
        Mutant("one", {"eq. (7)": Sensitivity(f_ifelse, 1)}, "lam for 2 lam"),
        Mutant("three", {"eq. (7)": Sensitivity(f_ifelse, 3)}, "3 lam"),
        Mutant("jumps", {"a jump": Sensitivity(discontinuous, 2)}, "a conditional that jumps"),
    ),
    late=(Mutant("far", {"eq. (7)": Sensitivity(LATE[0].subject, 2)}, "not exact for large lam"),),
    repairs=("lsrl/eq-10-continuity",),
    new=True,
    notes="So the instability of eq. (7) comes from a lam far above the values, not from the"
    " missing product. Exact for all |t|, |f| <= M means a change by 2 M between the bits.",
)
