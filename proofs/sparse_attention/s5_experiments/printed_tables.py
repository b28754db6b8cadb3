"""What the text of Section 5 says of its own tables, where it can be held against them.

Sentences of Section 5 are held against the numbers of Tables 1 and 2 as they are printed. Nothing
is trained or proved: it is a comparison of two printed things.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from proofs.sparse_attention import PAPER
from theorem_checks import Claim, Control, Counterexample, Evidence, Mutant, Source, Verdict, check

# Table 1, percent at T = 100, 200, 400, 2000, 5000: the networks without attention
TABLE_1 = {
    "orth-RNN": (99, 4, 16, 10, 0),
    "expRNN": (100, 86, 73, 58, 50),
    "LSTM": (99, 64, 48, 19, 14),
    "h-detach": (100, 91, 77, 51, 42),
}
LENGTHS_1 = (100, 200, 400, 2000, 5000)
# Table 2, MemRNN, percent by T; None for out of memory
TABLE_2_MEMRNN = {100: 99, 300: 99, 500: 99, 1000: 99, 2000: None}

Growing = Callable[[Sequence[int]], bool]


def at_each_step(losses: Sequence[int]) -> bool:
    """Return whether each loss is greater than the one before."""
    return all(a < b for a, b in pairwise(losses))


def at_all_and_most_at_last(losses: Sequence[int]) -> bool:
    """Return whether all losses are positive, and none is greater than the last."""
    return min(losses) > 0 and losses[-1] == max(losses)


@check("exact")
def check_transfer_rows(growing):
    """Each row of Table 1 without attention: what is lost against T = 100."""
    for name, row in TABLE_1.items():
        losses = [row[0] - later for later in row[1:]]
        if not growing(losses):
            at = dict(zip(LENGTHS_1[1:], row[1:], strict=True))
            said = "what is lost against T = 100 grows with T"
            found = f"{', '.join(map(str, losses))} percent are lost"
            return Evidence.refuted(Counterexample({"network": name, "percent": at}, said, found))
    return Evidence.holds("the four networks of Table 1 without attention")


TEXT_1 = Source(PAPER, "Sec. 5.1, Transfer Copy task, against Table 1")

transfer_claims = Claim(
    id="sparse-attention/transfer-claims",
    title="Purely recurrent networks fail on Transfer Copy, the more the larger T is",
    source=TEXT_1,
    statement=r"a(100) - a(T) < a(100) - a(T') \text{ for } 100 < T < T'",
    subject=at_each_step,
    checks=(check_transfer_rows,),
    controls=(Control("ends", at_all_and_most_at_last, "at all T, and the most at the last"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/transfer-claims-repaired",
    notes="orth-RNN has 4% at T = 200 and 16% at T = 400. Not proved: it is a statement about the"
    " numbers of a table, which are compared.",
)

transfer_claims_repaired = Claim(
    id="sparse-attention/transfer-claims-repaired",
    title="Purely recurrent networks lose at all longer T, and the most at the longest",
    source=TEXT_1,
    statement=r"0 < a(100) - a(T) \le a(100) - a(5000)",
    subject=at_all_and_most_at_last,
    checks=(check_transfer_rows,),
    mutants=(Mutant("each-step", at_each_step, "more at each T"),),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/transfer-claims",),
    notes="Not proved: the printed numbers of a table are compared.",
)


@dataclass(frozen=True)
class MemoryLimit:
    """The largest T at which MemRNN is said to be trained, on Denoise."""

    largest: int = 500


@check("exact")
def check_memory_row(limit):
    """The row of MemRNN in Table 2 ends where it is said to end."""
    for T, percent in TABLE_2_MEMRNN.items():
        if (percent is None) != (limit.largest < T):
            found = "out of memory" if percent is None else f"{percent}%"
            return Evidence.refuted(
                Counterexample({"T": T}, f"out of memory beyond T = {limit.largest}", found)
            )
    return Evidence.holds("Table 2, MemRNN")


TEXT_2 = Source(PAPER, "Sec. 5.1, Denoise task, against Table 2")

denoise_mem = Claim(
    id="sparse-attention/denoise-mem",
    title="MemRNN fails to train on Denoise beyond T = 500, as its memory overflows",
    source=TEXT_2,
    statement=r"\text{out of memory} \iff T > 500",
    subject=MemoryLimit(),
    checks=(check_memory_row,),
    controls=(Control("thousand", MemoryLimit(1000), "beyond T = 1000"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/denoise-mem-repaired",
    notes="Table 2 prints 99% at T = 1000. Not proved: it is a statement about the numbers of a"
    " table; which T fits depends on the device and the batch, which are not printed. Of Copy the"
    " text says that MemRNN overflows beyond T = 100, though its sequences are shorter.",
)

denoise_mem_repaired = Claim(
    id="sparse-attention/denoise-mem-repaired",
    title="MemRNN fails to train on Denoise beyond T = 1000",
    source=TEXT_2,
    statement=r"\text{out of memory} \iff T > 1000",
    subject=MemoryLimit(1000),
    checks=(check_memory_row,),
    mutants=(Mutant("five-hundred", MemoryLimit(500), "as the text says"),),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/denoise-mem",),
    notes="Not proved: the printed numbers of a table are compared.",
)
