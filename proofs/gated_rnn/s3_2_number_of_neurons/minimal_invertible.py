"""Section 3.2: the least number of hidden units for an invertible value matrix.

The printed d(d+1)/2 + d is the minimum if W_K^T W_Q is invertible as well; for rank b it is
b(2d - b + 3)/2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.weights.minimal_attention import (
    minimal_attention,
)
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.rank_patterns import patterns
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_hidden import b, d, least_hidden
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
    prove_identity,
)


@dataclass(frozen=True)
class Invertible:
    """A number of hidden units for W_V invertible, and which ranks b of K^T Q it is meant for."""

    count: Callable[[Any], Any] = lambda d: d * (d + 1) / 2 + d
    any_rank: bool = False


@check("proof")
def check_against_the_minimum(stated: Invertible) -> Evidence:
    """It is the minimum for a = d, c = b, at b = d and at every other rank it is meant for."""
    rank_of_M = b if stated.any_rank else d
    least = least_hidden(d, rank_of_M, rank_of_M)
    return all_of(
        {"the minimum at these ranks": prove_identity(least, stated.count(d))},
        "all d and ranks",
        rests_on=("gated-rnn/x1-min-hidden",),
    )


@check("exact")
def check_against_networks(stated: Invertible) -> Evidence:
    """It is the size of the smallest network, and the bound by ranks, up to d = 4, M not 0."""
    for pattern in patterns(4):
        meant = pattern.a == pattern.d and pattern.b > 0
        if not meant or not (stated.any_rank or pattern.b == pattern.d):
            continue
        claimed = stated.count(sp.Integer(pattern.d))
        found = minimal_attention(pattern.attention).lam.shape[0]
        bound = pattern.memory_rank + pattern.query_rank
        if not claimed == found == bound:
            values = {"d": pattern.d, "W_V": pattern.V, "K^T Q": pattern.M}
            shown = f"a network of {found} units" if found < claimed else f"at least {bound} needed"
            return Evidence.refuted(Counterexample(values, f"{claimed} at least", shown))
    return Evidence.holds("d = 1, ..., 4")


AS_PRINTED = Invertible(any_rank=True)
REPAIRED = Invertible()

minimal_as_printed = Claim(
    id="gated-rnn/s3.2-minimal",
    title="For an invertible value matrix the least number of hidden units is d(d+1)/2 + d",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"W_V \text{ invertible} \implies n_{\min} = d(d+1)/2 + d",
    assumptions=("$W_K$, $W_Q$ arbitrary, $K^\\top Q \\ne 0$",),
    subject=AS_PRINTED,
    checks=(check_against_the_minimum, check_against_networks),
    controls=(Control("repaired", REPAIRED, "K^T Q invertible as well"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/s3.2-minimal-repaired",
    notes="If K^T Q has rank b < d, then b(2d - b + 3)/2 units are enough; the text gives no lower"
    " bound either.",
)

minimal_repaired = Claim(
    id="gated-rnn/s3.2-minimal-repaired",
    title="If W_V and W_K^T W_Q are invertible, the least number of hidden units is d(d+1)/2 + d",
    source=Source(PAPER, "Sec. 3.2, mended"),
    statement=r"W_V, W_K^\top W_Q \text{ invertible} \implies n_{\min} = d(d+1)/2 + d",
    assumptions=("as for gated-rnn/x1-min-hidden",),
    subject=REPAIRED,
    checks=(check_against_the_minimum, check_against_networks),
    mutants=(
        Mutant("printed", AS_PRINTED, "K^T Q of any rank"),
        Mutant("naive", Invertible(lambda d: d**2 + d), "no use of symmetry"),
        Mutant("strict-half", Invertible(lambda d: d * (d - 1) / 2 + d), "i < j for i <= j"),
    ),
    repairs=("gated-rnn/s3.2-minimal",),
)
