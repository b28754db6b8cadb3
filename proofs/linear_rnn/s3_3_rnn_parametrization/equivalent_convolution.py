r"""Section 3.3: the law from which the equivalent convolution starts.

By Theorem 3.3(a) the coefficients of a wide network tend to independent Gaussians, that at lag j of
variance $\nu_C \nu_F \nu_W^j$. A convolution that is to start as the network does starts from that
law: independent over the lags, but identically distributed only if $\nu_W = 1$. The limit is that
of the claim of the theorem; nothing more is decided here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import (
    check_conditional_covariance,
)
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from theorem_checks import (
    Claim,
    Control,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
)


@dataclass(frozen=True)
class InitialLaw:
    """The variance of L_j^0 in the equivalent convolution."""

    variance: Callable


@check("proof")
def check_initial_law(law):
    """The law of the limit, by the proof of linear-rnn/thm-3.3a, for every lag."""
    found = check_conditional_covariance.function(law.variance)
    if found.counterexample is None:
        return found
    sides = "variance of an entry in the limit", "of the law claimed"
    told = replace(found.counterexample, sides=sides, explanation="")
    return Evidence.refuted(told, parts=(found,))


equivalence = Claim(
    id="linear-rnn/equivalence",
    title="The equivalent convolution starts from L_j that are i.i.d. over the lags",
    source=Source(PAPER, "Sec. 3.3, after Theorem 3.3"),
    statement=r"L_j^0 \text{ i.i.d. } N(0, \sigma^2),\; j = 0, \dots, T-1",
    assumptions=("read as the text has it: one law for all lags",),
    subject=InitialLaw(lambda j, w, f, c: c * f),
    checks=(check_initial_law,),
    controls=(Control("by-lag", InitialLaw(lambda j, w, f, c: c * f * w**j), "by lag"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-equivalence",
    notes="By Theorem 3.3(a) the variance falls with the lag: independent, not identical.",
)

equivalence_repaired = Claim(
    id="linear-rnn/new-equivalence",
    title="The equivalent convolution starts from independent L_j of variance nu_C nu_F nu_W^j",
    source=Source(PAPER, "Sec. 3.3, after Theorem 3.3, corrected"),
    statement=r"L_j^0 \sim N(0, \nu_C \nu_F \nu_W^j) \text{ independent, i.i.d. for each } j",
    subject=InitialLaw(lambda j, w, f, c: c * f * w**j),
    checks=(check_initial_law,),
    mutants=(
        Mutant("identical", InitialLaw(lambda j, w, f, c: c * f), "one law for all lags"),
        Mutant("kernel", InitialLaw(printed_rho), "rho_j"),
    ),
    repairs=("linear-rnn/equivalence",),
    new=True,
    notes="That both are then trained alike rests on Proposition 3.1 and its hypotheses.",
)
