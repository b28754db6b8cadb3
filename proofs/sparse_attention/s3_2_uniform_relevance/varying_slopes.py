r"""The comparison with a network without attention, where the slopes phi' are not all the same.

With v phi'_t in place of lam the gradient solves, from the second step on, the same recurrence as
for a number lam, if the slopes are the same from there on; the first one chooses the solution.
Two modes are there, of the orders T^(p-1), p = 1/(1 - lam), and lam^T T^(1-p). In
A_T = sum of dh_i/dh_1 over i <= T the second one alone is

.. math:: A_T = \lambda^T \frac{\Gamma(T+1)}{\Gamma(T+p)}\, {}_2F_1(p, T+1; T+p; \lambda),

so that A_3 over A_2 is a number r(lam). As A_2 = 1 + 2 x and A_3 = A_2 + lam (3 x + 1/2) for
x = v phi'_1, this is so at x = (r - 1 - lam/2) / (2 + 3 lam - 2 r): for lam = -3/5 at
x = -0.87835029407955... There attention does not keep the gradient from falling exponentially.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

import flint
import numpy as np

from constructions.cells.uniform_attention_rnn import UniformAttentionRNN
from proofs.sparse_attention import PAPER
from theorem_checks import Claim, Control, Counterexample, Evidence, Source, Verdict, check
from theorem_checks.statements.arrays.function_values import as_ball

V, LATER = Fraction(-9, 10), Fraction(2, 3)  # v phi' is -3/5 from the second step on
TIMES = (10, 20, 40, 80)
PRECISION = 512


def vanishing_slope() -> Any:
    """Return phi'_1, in a ball, at which the part of polynomial decay is 0."""
    lam = as_ball(V * LATER)
    p = 1 / (1 - lam)

    def hypergeometric(T: int) -> Any:
        return lam.hypgeom_2f1(p, flint.arb(T + 1), p + T)

    r = lam * 3 / (2 + p) * hypergeometric(3) / hypergeometric(2)
    return (r - 1 - lam / 2) / (2 + 3 * lam - 2 * r) / as_ball(V)


def same_slope() -> Any:
    """Return phi'_1 as all later slopes are: the network is that of a linear phi."""
    return as_ball(LATER)


def gradients(v: Fraction, first: Any) -> dict[int, Any]:
    """Return {T: ds_T/dh_1} in balls, for the slope `first` and then LATER.

    The network is linear in its first slope, and run at 0 and 1.
    """
    end, later = max(TIMES), {T: [LATER] for T in range(3, max(TIMES) + 1)}
    runs = (
        UniformAttentionRNN(np.array([[v]], dtype=object), {2: [Fraction(one)], **later})
        for one in (0, 1)
    )
    none, whole = (run.derivatives(1, end) for run in runs)
    return {
        T: as_ball(none[T][0, 0]) + first * as_ball(whole[T][0, 0] - none[T][0, 0]) for T in TIMES
    }


@dataclass(frozen=True)
class Slopes:
    """The networks of one unit that are admitted: v, and phi' at the first step."""

    v: Fraction = V
    first: tuple[Callable[[], Any], ...] = (same_slope, vanishing_slope)


@check("bound")
def check_no_exponential_decay(slopes):
    """T = 10, 20, 40, 80, in balls: |D_T| is at least T^(-3/2)/100 for each first slope.

    The slope is in [2/3, 1], as all others are.
    """
    with cast(AbstractContextManager[Any], flint.ctx.workprec(PRECISION)):
        for choose in slopes.first:
            first = choose()
            if first < as_ball(LATER) or first > 1:
                return Evidence.undecided(f"The slope {first.str(8)} is not in [2/3, 1].")
            found = gradients(slopes.v, first)
            for T, D in found.items():
                least = flint.arb(T) ** flint.arb("-1.5") / 100
                if abs(D) >= least:
                    continue
                shown = ", ".join(
                    f"{d.str(3, radius=False)} at T = {at}" for at, d in found.items()
                )
                return Evidence.refuted(
                    Counterexample(
                        {"v": slopes.v, "phi'_1": first.str(20, radius=False), "phi'": LATER},
                        claimed=f"|D_T| >= T^(-3/2)/100 at T = {T}",
                        found=f"D_T = {shown}",
                        explanation="Polynomial decay cancels: D_T falls like powers of 3/5.",
                    )
                )
    return Evidence.holds(f"v = {slopes.v}, t = 1, T = {', '.join(map(str, TIMES))}")


slopes_that_vary = Claim(
    id="sparse-attention/thm-1-vs-vanilla-any-slopes",
    title="With attention the gradient vanishes like a power of T, whatever the slopes of phi are",
    source=Source(PAPER, "Sec. 3.2, Intuition of Theorem 1"),
    statement=r"\phi' \in [m, 1],\ m > 0,\ 0 < |v| < 1: \quad |D_T| \ge c\, T^{-3/2}",
    assumptions=(
        r"$h_{t+1} = \phi(v s_t + \dots)$, $s_t = h_t + \frac1t \sum_{i \le t} h_i$, constant"
        r" weights $\alpha_{i,t} = 1/t$",
    ),
    subject=Slopes(),
    checks=(check_no_exponential_decay,),
    controls=(
        Control("same-slopes", Slopes(first=(same_slope,)), "all slopes are the same"),
        Control("positive", Slopes(v=-V), "v > 0: no two paths cancel"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/thm-1-vs-vanilla",
    notes="v = -9/10, phi' = 2/3 from the second step on, and v phi'_1 ="
    " (r - 1 - lam/2)/(2 + 3 lam - 2 r) = -0.87835029407955..., lam = -3/5 and r a quotient of"
    " hypergeometric values: the root at which the term of polynomial decay cancels, exactly. The"
    " comparison holds where all slopes are the same, as for a linear phi, and where v > 0.",
)
