"""App. C: what GRUs with sigmoid and tanh can and cannot do for those with ReLUs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from proofs.lsrl import PAPER
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
    prove_for_all,
    reals,
)


@dataclass(frozen=True)
class BoundedCell:
    """How h_t comes from h_{t-1}, the gate z in [0, 1] and the candidate c in [-1, 1]."""

    update: Callable[[Any, Any, Any], Any]


@check("solver")
def check_counts(cell):
    """A linear readout comes within 1 of the number t of tokens, up to t = 2 m.

    A readout of several units is at most w h + v, where h is the largest |h_i|, and w the sum of
    the |w_i|; say w, v <= m - 1. If |h_i| <= 1, which holds at t = 0 and is kept by each update,
    then it is off by more than 1 at t = 2 m.
    """
    h, z, c, w, v, m = reals("h z c w v m")
    inside = [z >= 0, z <= 1, c >= -1, c <= 1, h >= -1, h <= 1]
    after = cell.update(h, z, c)
    kept = prove_for_all((after >= -1) & (after <= 1), assume=inside)
    if kept.verdict is Verdict.REFUTED:
        return Evidence.holds("h leaves [-1, 1]", parts=(kept,))
    size = [w <= m - 1, -w <= m - 1, v <= m - 1, -v <= m - 1, h >= -1, h <= 1, m >= 1]
    far = prove_for_all(2 * m - (w * h + v) > 1, assume=size)
    both = all_of({"|h| <= 1": kept, "t = 2 m": far}, "all readouts, all lengths")
    if not both.verdict.passes:
        return both
    told = Counterexample({"w": 1, "v": 0, "t": 4}, "within 1 of t = 4", "at most 1")
    return Evidence.refuted(told, parts=both.parts, scope=both.scope)


@check("solver")
def check_bounded(bound):
    """The bound is kept by h' = (1 - z) h + z c, for all z in [0, 1] and c in [-1, 1]."""
    h, z, c, M = reals("h z c M")
    inside = [z >= 0, z <= 1, c >= -1, c <= 1, abs(h) <= bound(M), M >= 0]
    return prove_for_all(abs(h - z * h + z * c) <= bound(M), assume=inside)


def _update(h, z, c):
    return h - z * h + z * c


sigmoid = Claim(
    id="lsrl/gru-sigmoid",
    title="With sigmoid and tanh GRUs come as near as one likes to those with ReLUs",
    source=Source(PAPER, "App. C"),
    statement=r"\forall \epsilon\ \exists\ \text{GRUs with } \sigma, \tanh:\ |y_t - t| \le \epsilon"
    r"\ \text{ for all } t, \quad t = \text{what } s_t = \mathrm{relu}(s_{t-1} + 1) \text{ counts}",
    assumptions=("at all lengths, as the ReLU networks of the text are exact at all lengths",),
    subject=BoundedCell(_update),
    checks=(check_counts,),
    controls=(
        Control("relu-candidate", BoundedCell(lambda h, z, c: h + 1 + 0 * z * c), "s + 1 itself"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-sigmoid-bounded",
    notes="Layers before do not help, as they only provide other z and c. For one length and"
    " compact inputs the statement is plausible; it rests on universal approximation.",
)

sigmoid_bounded = Claim(
    id="lsrl/new-gru-sigmoid-bounded",
    title="With sigmoid and tanh the states of GRUs are at most max(1, |h_0|), at all lengths",
    source=Source(PAPER, "App. C, repaired"),
    statement=r"|h_t| \le \max(1, |h_0|)",
    assumptions=("so that approximations are for lengths up to a bound",),
    subject=lambda M: 1 + M,
    checks=(check_bounded,),
    mutants=(Mutant("decaying", lambda M: M, "max(1, |h_0|) without the 1"),),
    repairs=("lsrl/gru-sigmoid",),
    new=True,
    notes="Proved for every bound 1 + M with M >= 0, so also for max(1, |h_0|).",
)
