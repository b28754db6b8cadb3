"""Which decays the forget gates of Table 4 have: those between 0 and 1, and not any real vector.

The right half of Table 4 sets sigma(b_f) = lambda, and eq. (2) takes any real vector for lambda.
"""

from fractions import Fraction

from constructions.arrays import EXACT
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.realisations import TABLE_4_RIGHT
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Source,
    Verdict,
    check,
    prove_for_all,
    reals,
)

GATES = [Fraction(n, 20) for n in range(1, 20)]
"""Values of forget gates, which lie between 0 and 1."""


@check("proof")
def check_gates_between_0_and_1(decays):
    """Each of the decays is tried; a forget gate is a number s with 0 < s < 1, whatever b_f is."""
    s = reals("s")
    for decay in decays:
        never = prove_for_all(s != decay, assume=[s > 0, s < 1])
        if never.verdict is Verdict.PROVED:
            return Evidence.refuted(
                Counterexample(
                    {"n": 1, "lambda": decay},
                    claimed="sigma(b_f) = lambda for some real b_f",
                    found="0 < sigma(b_f) < 1 for all real b_f",
                ),
                parts=(never,),
            )
    return Evidence.holds("each of the decays is between 0 and 1")


@check("exact")
def check_when_run(decays):
    """Two tokens 1, all sizes and weights 1: Table 4's layers against the gated RNN."""
    for decay in decays:
        wanted = _output(TABLE_4_RIGHT.wanted, decay)
        found = {s: _output(TABLE_4_RIGHT.outputs, s) for s in GATES}
        if wanted not in found.values():
            nearest = min(found, key=lambda s: abs(found[s] - wanted))
            return Evidence.refuted(
                Counterexample(
                    {"lambda": decay, "x": "1, 1", "all sizes and weights": 1},
                    claimed=f"y_2 = {wanted} at some forget gate",
                    found=f"y_2 = {found[nearest]} at sigma(b_f) = {nearest}, the nearest tried",
                )
            )
    return Evidence.holds("two tokens, sigma(b_f) = 1/20, ..., 19/20")


def _output(outputs, decay):
    """The last output on two tokens 1, where all weights are 1 and the decay is given."""
    ones = {n: EXACT.ones((1,) * len(ls.split())) for n, ls in TABLE_4_RIGHT.weights.items()}
    return outputs(EXACT.ones((2, 1)), **ones | {"lam": EXACT.array([decay])})[-1, 0]


table_4_any_decay = Claim(
    id="gated-rnn/tab4-any-decay",
    title="LSTM layers with Table 4's forget gates implement a gated RNN with any real decays",
    source=Source(PAPER, "Table 4, right, with Sec. 2.2, 'lambda is a real vector'"),
    statement=r"\lambda \in \mathbb{R}^n \text{ in eq. (2)},\quad \sigma(b_f) = \lambda",
    assumptions=("a unit of the first layer for each unit of the gated RNN, as in the table",),
    subject=(Fraction(-1, 2), Fraction(2)),
    checks=(check_gates_between_0_and_1, check_when_run),
    controls=(Control("inside", (Fraction(1, 4), Fraction(1, 2)), "decays between 0 and 1"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-tab4-right",
    notes="At lambda = -1/2 and at lambda = 2 no bias gives the gate. Decays 0 and 1 are limits of"
    " gates; other real decays need pairs of units (gated-rnn/s2.2-lstm-contains).",
    new=True,
)
