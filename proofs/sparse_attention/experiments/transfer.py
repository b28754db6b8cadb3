"""Table 1: networks that learned to copy over one delay, tested over longer ones.

Networks learn to copy over one delay and are tested over longer ones, without more training. A
claim says which of them keep their accuracy there; only networks that all solved the task that they
were trained on are compared.
"""

from dataclasses import dataclass

from proofs.sparse_attention import PAPER
from proofs.sparse_attention.experiments.networks import Kind
from proofs.sparse_attention.experiments.recall import (
    AHEAD,
    SOLVED,
    Recall,
    Trained,
    recall_evidence,
    train_all,
)
from theorem_checks import Claim, Control, Mutant, Source, Verdict, check

TABLE_1 = Source(PAPER, "Table 1 and Sec. 5.1, Transfer Copy task")
PRINTED = (
    "trained at 100, tested at 200, 400, 2000, 5000: RelRNN and RelLSTM 99%, LSTM 64, 48, 19, 14%"
)
FALL = 0.3  # in accuracy: LSTM is printed to lose 35% at twice the delay, and more beyond
SAME = 0.05  # in accuracy: RelRNN and RelLSTM are printed with the same whole percents
PREDICTED = "no figure: a state that is kept has a gradient that does not depend on T"
SMALL = Recall("copy", 4, 3, 10, (10, 20, 40), units=32, slots=3, steps=1000, batch=16, rate=5e-3)
FULL = Recall(
    "copy", 8, 10, 100, (100, 200, 400, 2000, 5000), units=128, slots=10, steps=50_000, batch=64,
    rate=1e-3,
)  # fmt: skip


@dataclass(frozen=True)
class Transfer:
    """Which network is said to keep its accuracy at longer delays, and which to lose it."""

    keeps: Kind = "RelRNN"
    loses: Kind = "LSTM"


def longer(one: Trained) -> list[tuple[int, float]]:
    """Return the delays beyond that of training, each with the median accuracy at it."""
    return list(zip(one.plan.tests[1:], one.medians()[1:], strict=True))


def solved(found: list[Trained]) -> dict[str, bool]:
    """Return that all networks copy over the delay of their training."""
    return {
        f"{one.kind}: {SOLVED:.0%} at T = {one.plan.length}": bool(one.medians()[0] >= SOLVED)
        for one in found
    }


def order(claimed: Transfer, found: list[Trained]) -> dict[str, bool]:
    """Return what is seen of the order of two networks at longer delays."""
    of = {one.kind: one for one in found}
    keeps, loses = of[claimed.keeps], of[claimed.loses]
    first = loses.medians()[0]
    return {
        f"{keeps.kind} is ahead of {loses.kind} by {AHEAD} at T = {test}": bool(
            kept >= lost + AHEAD
        )
        for (test, kept), (_, lost) in zip(longer(keeps), longer(loses), strict=True)
    } | {
        f"{loses.kind} loses {FALL} at T = {test}": bool(lost <= first - FALL)
        for test, lost in longer(loses)
    }


def kept(floor: float, one: Trained) -> dict[str, bool]:
    """Return that a network keeps an accuracy at all longer delays."""
    return {f"{one.kind}: {floor:.0%} at T = {T}": bool(m >= floor) for T, m in longer(one)}


@check("experiment", tier="deep", seconds=7 * 86_400, memory_mb=65_536)
def check_transfer_over_5000(claimed, *, seed):
    """Ten symbols, trained over 100 steps."""
    found = train_all([FULL], (claimed.loses, claimed.keeps), seed, 3)
    seen = solved(found) | order(claimed, found) | kept(SOLVED, found[-1])
    return recall_evidence(seen, found, predicted=PREDICTED, printed=PRINTED)


transfer_copy = Claim(
    id="sparse-attention/transfer-copy",
    title="Trained to copy over T = 100, RelRNN copies over longer delays, and LSTM does not",
    source=TABLE_1,
    statement=r"a_{\text{RelRNN}}(T') \ge 0.95,\quad"
    r" a_{\text{RelRNN}}(T') \ge a_{\text{LSTM}}(T') + \tfrac1{10},\quad"
    r" a_{\text{LSTM}}(T') \le a_{\text{LSTM}}(T) - \tfrac3{10} \quad (T' > T)",
    assumptions=("medians over seeds; optimiser and sizes are ours",),
    subject=Transfer(),
    checks=(check_transfer_over_5000,),
    mutants=(Mutant("no-attention", Transfer(keeps="LSTM"), "the network without attention"),),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/new-transfer-small",),
    notes="Only at the paper's delays, which take an accelerator; for small networks see"
    " sparse-attention/new-transfer-small.",
)


@check("experiment", tier="deep", seconds=14 * 86_400, memory_mb=65_536)
def check_same_over_5000(pair, *, seed):
    """Ten symbols, trained over 100 steps."""
    one, other = found = train_all([FULL], pair, seed, 3)
    seen = {
        f"{one.kind} and {other.kind} are within {SAME} at T = {test}": bool(abs(a - b) <= SAME)
        for test, a, b in zip(FULL.tests, one.medians(), other.medians(), strict=True)
    }
    return recall_evidence(seen, found, predicted="none", printed=f"the same row: {PRINTED}")


same_scores = Claim(
    id="sparse-attention/rellstm-eq",
    title="On Transfer Copy RelLSTM scores as RelRNN does",
    source=TABLE_1,
    statement=r"a_{\text{RelLSTM}}(T') = a_{\text{RelRNN}}(T')",
    assumptions=("medians over seeds, within 0.05; optimiser and sizes are ours",),
    subject=("RelRNN", "RelLSTM"),
    checks=(check_same_over_5000,),
    mutants=(Mutant("without", ("RelRNN", "LSTM"), "the network without attention"),),
    expect=Verdict.HOLDS,
    notes=transfer_copy.notes,
)


@check("experiment", seconds=1200)
def check_small_transfer(floor, *, seed):
    """RelRNN and RelLSTM beside LSTM, three symbols, trained over 10 steps."""
    kinds: tuple[Kind, ...] = ("LSTM", "RelRNN", "RelLSTM")
    found = train_all([SMALL], kinds, seed, 3)
    seen = {key: is_so for one in found[1:] for key, is_so in kept(floor, one).items()}
    return recall_evidence(solved(found[1:]) | seen, found, predicted=PREDICTED, printed=PRINTED)


transfer_small = Claim(
    id="sparse-attention/new-transfer-small",
    title="Small networks with attention, too, lose nothing at longer delays",
    source=TABLE_1,
    statement=r"a_{\text{RelRNN}}(T'),\ a_{\text{RelLSTM}}(T') \ge 0.95 \text{ for } T' > T",
    assumptions=("three of four symbols, T = 10, 32 units, 1000 steps; optimiser is ours",),
    subject=SOLVED,
    checks=(check_small_transfer,),
    controls=(Control("anything", 0.0, "they learn the task itself, no more"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/transfer-copy",
    new=True,
    notes="Not proved: this is what training showed, of small networks. It says nothing of the"
    " paper's sizes: at T = 10 plain recurrence learns the task, and need not attend.",
)
