"""Decays above 1: in the gated RNN's class, out of an LRU's reach, within a GRU's and an LSTM's.

Eq. (2) takes any real vector for lambda. The parametrisation of an LRU keeps |lambda| below 1, so
that with bounded tokens its states stay bounded, while h' = 2 h + 1 grows without bound.
"""

import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.lru import LinearRecurrentUnit
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Source,
    Verdict,
    all_of,
    check,
    prove_for_all,
    prove_recurrence,
    reals,
)

t = sp.Symbol("t", integer=True, nonnegative=True)


@check("proof")
def check_bounded_states(decays):
    """For a decay above 1 in the class: the gated RNN grows, and every LRU stays bounded.

    If |h| <= M and |lambda| <= r < 1, |B x| <= g with M >= g / (1 - r), then |h'| <= M. Gates are
    at most linear, so the outputs of a stack on tokens of size 1 are bounded, whatever T is.
    """
    r, g, h, m = reals("r g h m")
    kept = prove_for_all(r * h + g <= m, assume=[r >= 0, r < 1, g >= 0, h <= m, m * (1 - r) >= g])
    largest = max(decays)
    if largest <= 1:
        return Evidence.holds("No decay above 1 is asked for.", parts=(kept,))
    grows = prove_recurrence(
        (largest**t - 1) / (largest - 1), lambda state, _: largest * state + 1, (0, 0), t
    )
    evidence = all_of({"an LRU stays bounded": kept, "the gated RNN grows": grows}, "all T")
    if not evidence.verdict.passes:
        return evidence
    return Evidence.refuted(
        Counterexample(
            {"n": 1, "lambda": largest, "x": "1, 1, 1, ...", "weights": 1},
            claimed=f"h_t = {(largest**t - 1) / (largest - 1)} in some stack of LRUs, for all t",
            found="every stack of LRUs has bounded outputs",
        ),
        parts=evidence.parts,
    )


@check("exact")
def check_when_run(decays):
    """Forty steps: the gated RNN against an LRU unit with |lambda| = 9/10 and the same input."""
    one, unit = EXACT.ones((1,)), EXACT.ones((1, 1))
    zero = EXACT.zeros((1, 1))
    xs = EXACT.ones((40, 1))
    decay = EXACT.array([max(decays)])
    wanted = GatedRNN(decay, unit, unit, unit, unit, unit)(xs)[-1, 0]
    near_one = EXACT.array(["9/10"])
    recurrence = LinearRecurrentUnit(near_one, 0 * one, one, unit, zero, unit, zero, zero)
    bound = recurrence(xs)[-1, 0] * 10
    if wanted > bound * bound:
        values = {"lambda": max(decays), "x": "1, 1, 1, ...", "weights": 1, "T": len(xs)}
        return Evidence.refuted(
            Counterexample(
                values,
                f"y_{len(xs)} = {wanted}",
                f"{float(bound * bound):.3g} by (10 h)^2 of a unit with |lambda| = 9/10",
                "at any |lambda| < 1 no state of an LRU is more than |B x|/(1 - |lambda|).",
            )
        )
    return Evidence.holds("T = 40, one unit")


every_decay = Claim(
    id="gated-rnn/new-lru-decay-range",
    title="LRU layers implement the gated RNN with any real vector of decays",
    source=Source(PAPER, "Table 3, with Sec. 2.2, 'lambda is a real vector', and eq. (9)"),
    statement=r"\lambda \in \mathbb{R}^n \text{ in eq. (2)},\quad"
    r" |\lambda^{LRU}| = e^{-e^\nu} < 1",
    assumptions=("any number of LRU layers, all lengths of sequences",),
    subject=(sp.Integer(1), sp.Integer(2)),
    checks=(check_bounded_states, check_when_run),
    controls=(
        Control("up-to-one", (sp.Integer(-1), sp.Integer(1)), "decays from -1 to 1, as limits"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/tab3-lru-gated",
    notes="The LRU rows hold for decays in [-1, 1]; the paper's own networks have them in [0, 1]"
    " (App. B.1). GRU and LSTM pairs take any real decay (gated-rnn/x7-gru).",
    new=True,
)
