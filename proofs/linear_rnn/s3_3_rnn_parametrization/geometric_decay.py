r"""Section 3.3, eq. (22): how the scale factors rho_j decay with the lag.

With a = nu_C nu_F and b = nu_C + nu_F, rho_j = nu^{j-1} (a j + b nu). The printed bound holds for
nu <= 1 and every lag j <= T, and for nu > 1 under an exact condition. But a higher lag need not
have the lower weight: rho_1 > rho_0 if and only if a > b (1 - nu).
"""

from collections.abc import Callable
from dataclasses import dataclass

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Implies,
    Less,
    Mutant,
    Source,
    Verdict,
    arithmetic,
    conjunction,
    instances_of,
    proof_of,
)

# The bound


@dataclass(frozen=True)
class Bound:
    """The bound rho_max nu^{j-1}, and when it holds: where the first of two numbers is no larger.

    Both are functions, of c, f and T, and of nu, c, f, j and T, which are nu_C, nu_F, the length T,
    and nu_W, nu_C, nu_F, the lag j and T.
    """

    rho_max: Callable = lambda c, f, T: c * (T * f + 1) + f
    sides: Callable = lambda nu, c, f, j, T: ((nu - 1) * (c + f), (T - j) * c * f)


def says_bound(bound, w):
    """The bound holds if and only if the condition does; so wherever nu_W <= 1 and j <= T."""
    nu, c, f = (w.number(f"nu_{x}", positive=True, small=x == "W") for x in "WCF")
    j, T = w.size("j", least=0), w.size("T")
    most = w.call(bound.rho_max, c, f, T) * nu ** (j - 1)
    holds = AtMost(w.call(printed_rho, j, nu, f, c), most)
    condition = AtMost(*w.call(bound.sides, nu, c, f, j, T))
    return All(
        (
            Implies(holds, condition),
            Implies(condition, holds),
            Implies(All((AtMost(nu, 1), AtMost(j, T))), holds),
        )
    )


def by_arithmetic(conclusion):
    """Each part follows by arithmetic, nu^j being any positive number."""
    return conjunction(conclusion, *map(arithmetic, conclusion.parts))


bound = Claim(
    id="linear-rnn/eq-22",
    title="When rho_j is at most rho_max nu_W^(j-1): for nu_W <= 1 at all lags up to T",
    source=Source(PAPER, "Sec. 3.3, eq. (22)"),
    statement=r"\rho_j \le \rho_{\max} \nu_W^{j-1} \iff"
    r" (\nu_W - 1)(\nu_C + \nu_F) \le (T - j)\,\nu_C \nu_F,\quad"
    r" \rho_{\max} = \nu_C (T \nu_F + 1) + \nu_F",
    assumptions=(r"$\nu_W, \nu_C, \nu_F > 0$; in print $\nu_W < 1$ and $j > 1$",),
    subject=Bound(),
    says=says_bound,
    checks=(proof_of(says_bound, by_arithmetic), instances_of(says_bound)),
    mutants=(
        Mutant("lost-length", Bound(lambda c, f, T: c * (f + 1) + f), "lost T in rho_max"),
        Mutant("lost-input", Bound(lambda c, f, T: c * (T * f + 1)), "lost the input part"),
        Mutant(
            "always",
            Bound(sides=lambda nu, c, f, j, T: (0 * nu, nu)),
            "dropped the assumption on nu_W",
        ),
        Mutant(
            "only-below-one",
            Bound(sides=lambda nu, c, f, j, T: (nu, 1 + 0 * nu)),
            "the condition as needed",
        ),
    ),
    late=(
        Mutant(
            "long",
            Bound(lambda c, f, T: c * (T * f + 1) + f if T < 5000 else c * (f + 1) + f),
            "lost T in rho_max from T = 5000 on",
        ),
    ),
)


# Whether a higher lag has a lower weight


@dataclass(frozen=True)
class Decrease:
    """When rho_{j+1} <= rho_j: from the lag `start(nu, c, f)` on, shifted by `later`."""

    start: Callable
    later: int = 0

    def __call__(self, nu, c, f):
        """Return the first lag, which need not be an integer."""
        return self.start(nu, c, f) + self.later


def always(nu, c, f):
    """As printed: wherever nu_W < 1."""
    return 0 * nu


def late_enough(nu, c, f):
    """Return the least lag from which on the weights fall."""
    return nu / (1 - nu) - nu * (c + f) / (c * f)


def says_decrease(start, w):
    """The weight falls from lag j to the next one exactly when j is late enough.

    At nu_W = 1 - c f / (c + f), or less, it falls from every lag.
    """
    nu, c, f = (w.number(f"nu_{x}", positive=True, small=True) for x in "WCF")
    j = w.size("j", least=0)
    falls = AtMost(*(w.call(printed_rho, lag, nu, f, c) for lag in (j + 1, j)))
    late = AtMost(w.call(start, nu, c, f), j)
    early = AtMost(nu, 1 - c * f / (c + f))
    parts = Implies(falls, late), Implies(late, falls), Implies(early, falls)
    return Implies(Less(nu, 1), All(parts))


def by_quick_arithmetic(conclusion):
    """It follows by arithmetic, which one of the solvers sees at once, and another one never."""
    return arithmetic(conclusion, seconds=2)


LAGS = [{"j": number % 5} for number in range(40)]

decay = Claim(
    id="linear-rnn/eq-22-decay",
    title="For nu_W < 1 a higher lag always has the lower weight",
    source=Source(PAPER, "Sec. 3.3, after eq. (22)"),
    statement=r"\nu_W < 1 \implies \rho_{j+1} \le \rho_j \text{ for all } j",
    subject=Decrease(always),
    says=says_decrease,
    checks=(instances_of(says_decrease, LAGS),),
    controls=(Control("late-enough", Decrease(late_enough), "from some lag on"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-monotone-decay",
    notes="The factor j in rho_j first outweighs nu_W^j: with nu_C = nu_F = 1 and nu_W = 3/5, lag 1"
    " has more weight than lag 0. Nor is rho_j = O(nu_W^(j-1)) with a constant that does not depend"
    " on T: rho_j / nu_W^(j-1) grows like j.",
)

monotone_decay = Claim(
    id="linear-rnn/new-monotone-decay",
    title="The weights fall from lag j on if and only if j is large enough; from 0 on if nu_W is"
    " small",
    source=Source(PAPER, "Sec. 3.3, after eq. (22), corrected"),
    statement=r"\rho_{j+1} \le \rho_j \iff"
    r" j \ge \frac{\nu_W}{1 - \nu_W} - \frac{\nu_W(\nu_C + \nu_F)}{\nu_C \nu_F}",
    assumptions=(r"$0 < \nu_W < 1$, $\nu_C, \nu_F > 0$",),
    subject=Decrease(late_enough),
    says=says_decrease,
    checks=(
        proof_of(says_decrease, by_quick_arithmetic, instances=LAGS),
        instances_of(says_decrease, LAGS),
    ),
    late=(
        Mutant(
            "damped",
            Decrease(lambda nu, c, f: late_enough(nu, c, f) if c < 10**6 else 0 * nu),
            "always, if nu_C is large",
        ),
    ),
    mutants=(
        Mutant("always", Decrease(always), "as printed"),
        Mutant(
            "without-first-terms",
            Decrease(lambda nu, c, f: nu / (1 - nu)),
            "the factor j nu^{j-1} alone",
        ),
        Mutant(
            "off-by-one",
            Decrease(late_enough, later=-1),
            "one lag too early",
        ),
    ),
    repairs=("linear-rnn/eq-22-decay",),
    new=True,
)
