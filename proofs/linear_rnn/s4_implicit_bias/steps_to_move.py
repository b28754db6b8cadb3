r"""Section 4: how many steps a coefficient takes, exponentially many in its lag.

A step of gradient descent takes a coefficient $\eta \rho_j$ of what is left of its way, so that
after l steps it has gone at most l times that share. To go a share s takes at least $s/(\eta
\rho_j)$ steps, and $\rho_j$ falls like $\nu_W^j$. Both bounds are proved by induction over the
steps, for any rate and any target.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_3_rnn_parametrization.geometric_decay import Bound
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from proofs.linear_rnn.s4_implicit_bias.theorem_4_1 import moved
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Evidence,
    Implies,
    Less,
    Mutant,
    Source,
    certificate,
    check,
    proof_of,
    prove_by_induction,
)


@dataclass(frozen=True)
class Steps:
    """Steps that are needed to move L_j by a share s of the way: at least this many."""

    least: Callable = lambda share, rate: share / rate


@check("exact")
def check_steps(count):
    """One coefficient, rates eta rho_j from 1/2 down to 2^-12, shares 1/4, 1/2, 9/10."""
    for k in range(1, 13):
        rate = Fraction(1, 2**k)
        for share in (Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)):
            low, high = 0, 2 ** (k + 3)
            while low < high:  # the distance moved grows with l
                middle = (low + high) // 2
                reached = moved(Fraction(1), rate, Fraction(0), Fraction(1), middle) >= share
                low, high = (low, middle) if reached else (middle + 1, high)
            if low < count.least(share, rate):
                return Evidence.refuted(
                    Counterexample(
                        {"eta rho_j": rate, "share": share},
                        f"at least {count.least(share, rate)} steps",
                        f"{low} steps",
                    )
                )
    return Evidence.holds("12 rates, 3 shares")


def says_steps(count, w):
    """To go a share s of the way d takes so many steps, which are exponentially many in the lag.

    Each step of gradient descent adds eta rho_j times what is left of the way, as |x| = 1. The
    learning rate is any one; r is what it is times rho_j. What has been gone, times d, is said
    besides: it is never more than d^2, nor than l r d^2 after l steps.
    """
    nu, c, f, r, s = (
        w.number(name, positive=True, small=True) for name in ("nu_W", "nu_C", "nu_F", "r", "s")
    )
    start, d = w.number("L"), w.number("d", nonzero=True)
    lag, length = w.size("j", least=0), w.size("T")
    weight, most = w.call(printed_rho, lag, nu, f, c), w.call(Bound().rho_max, c, f, length)
    rate = r / weight
    filters = w.recurrence("L_j", start, lambda L, l: L[l] + rate * weight * (start + d - L[l]))
    least = w.call(count.least, s, rate * weight)
    room = All((Less(nu, 1), AtMost(lag, length)))
    exponential = Implies(room, AtMost(s / (rate * most) * nu ** (1 - lag), least))

    def after(l):
        gone = d * (filters[l] - start)
        within = AtMost(0, gone), AtMost(gone, d**2), AtMost(gone, l * rate * weight * d**2)
        return All((*within, Implies(AtMost(s * d**2, gone), AtMost(least, l)), exponential))

    return Implies(AtMost(rate * weight, 1), w.for_all("l", after))


COUNTS = [
    {"nu_C": 1, "nu_F": 1, "r": Fraction(1, 4), "s": Fraction(1, 2), "T": 5, "j": j}
    for j in range(4)
]

exponentially_many = Claim(
    id="linear-rnn/exp-steps",
    title="Moving L_j needs a number of steps that grows exponentially with the lag",
    source=Source(PAPER, "Sec. 4, last paragraph"),
    statement=r"\ell \ge \frac{s}{\eta \rho_j} \ge \frac{s}{\eta \rho_{\max}}\,\nu_W^{-(j-1)}"
    r"\quad\text{to go a share } s \text{ of the way}",
    assumptions=(
        r"$\nu_W < 1$, $\eta \rho_j \le 1$, $|x| = 1$",
        r"each step of gradient descent adds $\eta \rho_j$ times what is left of the way"
        " (linear-rnn/new-filter-dynamics)",
    ),
    subject=Steps(),
    says=says_steps,
    checks=(
        proof_of(says_steps, prove_by_induction, instances=COUNTS),
        certificate(says_steps, proof="steps_to_move.v", instances=COUNTS, tier="deep"),
        check_steps,
    ),
    mutants=(
        Mutant("twice", Steps(lambda share, rate: 2 * share / rate), "a factor 2"),
        Mutant("square", Steps(lambda share, rate: share / rate**2), "the rate squared"),
    ),
    late=(
        Mutant(
            "most-of-the-way",
            Steps(lambda share, rate: share / rate if share < 10**6 else 2 * share / rate),
            "a factor 2 for a share beyond 10^6",
        ),
    ),
    notes="A lower bound for one coefficient whose input does not mix with others.",
)
