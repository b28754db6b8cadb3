r"""Appendix B.1, beyond the text: how far the printed weight decay alone takes a weight.

In step t AdamW multiplies a weight by 1 - w eta_t, besides what gradients do; w = 1e-4, and the
learning rate eta_t falls from 1e-3 to 1e-6 along half a cosine. What is kept of a weight that
nothing else moves is the product of these factors. It is enclosed in balls by blocks of steps: the
rate falls, so the factors of a block lie between its first and its last.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.gated_rnn import PAPER
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check
from theorem_checks.statements.arrays.function_values import as_ball

STEPS, PEAK, END, DECAY = 781_250, Fraction(1, 1000), Fraction(1, 10**6), Fraction(1, 10**4)
BLOCKS = 625


@dataclass(frozen=True)
class Decay:
    """How much is said to be kept at least, and whether the decay is `scaled` by the rate."""

    kept: Fraction
    scaled: bool = True


@check("bound")
def check_product_of_factors(decay: Decay) -> Evidence:
    """The product over all steps, from below and from above."""
    length = STEPS // BLOCKS
    low = high = as_ball(Fraction(1))
    for first in range(0, STEPS, length):
        low *= _factor(decay, first) ** length
        high *= _factor(decay, first + length - 1) ** length
    said = as_ball(decay.kept)
    if low > said:
        return Evidence.holds(f"{STEPS} steps; between {low.str(5)} and {high.str(5)} is kept")
    if high < said:
        claimed, found = f"{decay.kept} is kept", f"at most {high.str(5)}"
        return Evidence.refuted(Counterexample({"steps": STEPS}, claimed, found))
    return Evidence.undecided(f"Between {low.str(5)} and {high.str(5)} is kept.")


def _factor(decay: Decay, step: int) -> Any:
    """1 - w eta_t, or 1 - w."""
    if not decay.scaled:
        return as_ball(1 - DECAY)
    cosine = (1 + as_ball(Fraction(step, STEPS)).cos_pi()) / 2
    return 1 - as_ball(DECAY) * (as_ball(END) + as_ball(PEAK - END) * cosine)


decay = Claim(
    id="gated-rnn/new-b1-decay",
    title="The printed weight decay alone leaves a weight 96 % of its size, in the whole training",
    source=Source(PAPER, "App. B.1, against Sec. 4.1"),
    statement=r"\prod_{t<781250} (1 - 10^{-4}\,\eta_t) \ge 0.96",
    assumptions=("decay is multiplied by the learning rate, as in AdamW of common libraries",),
    subject=Decay(Fraction(96, 100)),
    checks=(check_product_of_factors,),
    mutants=(
        Mutant("more", Decay(Fraction(97, 100)), "97 %"),
        Mutant("unscaled", Decay(Fraction(96, 100), scaled=False), "not times the learning rate"),
    ),
    expect=Verdict.HOLDS,
    notes="So that weights of superfluous units become 0 (Sec. 4.1) is not the work of this decay."
    " The short trainings here that make products pure have 0.03, which leaves 5 % or less.",
    new=True,
)
