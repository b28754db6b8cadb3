"""The Copy task: what attention to screened states does for learning, and for longer delays.

Networks with and without attention to screened states are trained on the same sequences with the
same number of updates, and their accuracies compared; longer delays than that of the training are
tested as well. This is a measurement, over several seeds.
"""

from proofs.sparse_attention import PAPER
from proofs.sparse_attention.experiments.networks import Kind
from proofs.sparse_attention.experiments.recall import AHEAD, Recall, recall_evidence, train_all
from theorem_checks import Claim, Evidence, Mutant, Source, Verdict, check


def compare(attentive: Kind, seed: int, plan: Recall, count: int) -> Evidence:
    """Train an LSTM and the attentive network on the same data, and compare accuracies."""
    found = train_all([plan], ("LSTM", attentive), seed, count)
    ahead = found[-1].medians()[0] - found[0].medians()[0]
    return recall_evidence(
        {f"{attentive} is ahead of LSTM by {AHEAD} in accuracy": bool(ahead >= AHEAD)},
        found,
        predicted="no figure; gradients pass by the attention, past the delay",
        printed="RelLSTM 100% for every T; it learns with significantly fewer updates",
    )


@check("experiment", seconds=900)
def check_copying(attentive, *, seed):
    """Three symbols over a delay of 10."""
    plan = Recall("copy", 4, 3, 10, (10, 30), units=32, slots=3, steps=600, batch=16, rate=5e-3)
    return compare(attentive, seed, plan, 2)


@check("experiment", tier="deep", seconds=7 * 86_400, memory_mb=65_536)
def check_copying_over_100(attentive, *, seed):
    """Ten symbols over a delay of 100, tested over up to 2000."""
    tests = (100, 200, 400, 2000)
    plan = Recall("copy", 8, 10, 100, tests, units=128, slots=10, steps=50_000, batch=64, rate=1e-3)
    return compare(attentive, seed, plan, 3)


fewer_updates = Claim(
    id="sparse-attention/new-copy-updates",
    title="RelLSTM learns to copy over a delay with fewer updates than LSTM",
    source=Source(PAPER, "Sec. 5, Copy task; the curves are in an appendix that is not at hand"),
    statement=r"\text{accuracy}_{\text{RelLSTM}} \ge \text{accuracy}_{\text{LSTM}} + \tfrac{1}{10}"
    r" \text{ after as many updates}",
    assumptions=("optimiser, sizes and number of updates are ours",),
    subject="RelLSTM",
    checks=(check_copying, check_copying_over_100),
    mutants=(Mutant("no-attention", "LSTM", "the network without attention"),),
    expect=Verdict.HOLDS,
    new=True,
)
