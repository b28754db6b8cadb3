r"""Appendix B.1, beyond the text: how far the printed weight decay alone takes a weight.

In step t AdamW multiplies a weight by 1 - w eta_t, besides what gradients do; w = 1e-4, and the
learning rate eta_t falls from 1e-3 to 1e-6 along half a cosine. What is kept of a weight that
nothing else moves is the product of these factors, which is at least 1 - w times the sum of the
rates. Over N steps the cosines add up to 1, whatever N is: times 2 sin(pi/2N) each is a difference
of sines.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Mutant,
    Source,
    World,
    certificate,
    cos,
)

STEPS, PEAK, END, DECAY = 781_250, Fraction(1, 1000), Fraction(1, 10**6), Fraction(1, 10**4)


def half_a_cosine(t: Any, N: Any) -> Any:
    """Return the learning rate of step t of N."""
    return END + (PEAK - END) * (1 + cos(sp.pi * t / N)) / 2


def by_the_sum(N: Any) -> Any:
    """Return 1 - w times the sum of the rates of N steps."""
    return 1 - DECAY * (N * (PEAK + END) + PEAK - END) / 2


@dataclass(frozen=True)
class Decay:
    """What is said to be kept at least: of all steps, and of N; and the `rate` of step t of N."""

    kept: Fraction = Fraction(96, 100)
    least: Callable[[Any], Any] = by_the_sum
    rate: Callable[[Any, Any], Any] = half_a_cosine


def says_kept(decay: Decay, w: World) -> All:
    """The product of the factors of N steps is at least a formula in N, for every N from 1 on.

    And that formula is at least what is said to be kept, where N is the number of steps.
    """

    def at_least(N: Any) -> AtMost:
        factors = w.product(lambda t: 1 - DECAY * w.call(decay.rate, t, N), "t", 0, N - 1)
        return AtMost(w.call(decay.least, N), factors)

    of_all = w.call(decay.least, sp.Integer(STEPS))
    return All((w.for_all("N", at_least, start=1), AtMost(decay.kept, of_all)))


def _and_all_from_a_million_on(N: Any) -> Any:
    """Return the same, and 1 for a million steps and more."""
    return by_the_sum(N) if N < 10**6 else 1 + 0 * N


DECAYS = Decay()

decay = Claim(
    id="gated-rnn/new-b1-decay",
    title="The printed weight decay alone leaves a weight at least 96 % of its size in a whole run",
    source=Source(PAPER, "App. B.1, against Sec. 4.1"),
    statement=r"\prod_{t<N} (1 - w\,\eta_t) \ge 1 - \tfrac w2 \big(N (\eta_{\max} + \eta_{\min})"
    r" + \eta_{\max} - \eta_{\min}\big) \ge 0.96 \text{ for } N = 781250,\quad w = 10^{-4}",
    assumptions=(
        "decay is multiplied by the learning rate, as in AdamW of common libraries",
        "781 250 steps (gated-rnn/b1-iterations), the rate along half a cosine",
    ),
    subject=DECAYS,
    says=says_kept,
    checks=(certificate(says_kept, proof="weight_decay.v"),),
    mutants=(
        Mutant("more", replace(DECAYS, kept=Fraction(97, 100)), "97 %"),
        Mutant("unscaled", replace(DECAYS, rate=lambda t, N: 1 + 0 * t), "not times the rate"),
        Mutant(
            "mean-rate",
            replace(DECAYS, least=lambda N: 1 - DECAY * N * (PEAK + END) / 2),
            "the mean of both ends, which is less than the first rates",
        ),
    ),
    late=(
        Mutant(
            "million",
            replace(DECAYS, least=_and_all_from_a_million_on),
            "all of it is kept from a million steps on",
        ),
    ),
    notes="So that weights of superfluous units become 0 (Sec. 4.1) is not the work of this decay."
    " The short trainings here that make products pure have 0.03, which leaves 5 % or less.",
    new=True,
)
