"""Sec. 2, eq. (1): sequence maps are causal.

The tokens after t are changed, and the outputs up to t compared, on all strings of four bits. It is
tried and not proved: for a program causality is part of how it runs.
"""

from itertools import product

from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl import PAPER
from proofs.lsrl.s3_language.figure_1 import Reversed
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check


@check("exact")
def check_causal(program):
    """Changing the tokens after t leaves the outputs up to t as they are: all strings of 4 bits."""
    for bits in product((0, 1), repeat=4):
        outputs = program([[b] for b in bits])[:, 0].tolist()
        for t in range(1, 4):
            changed = [*bits[:t], *(1 - b for b in bits[t:])]
            if program([[b] for b in changed])[:t, 0].tolist() != outputs[:t]:
                at = {"x": bits, "changed": changed}
                return Evidence.refuted(Counterexample(at, f"equal up to {t}", "different"))
    return Evidence.holds("Figure 1's program, all strings of 4 bits")


causal = Claim(
    id="lsrl/causal",
    title="Outputs do not depend on later tokens",
    source=Source(PAPER, "Sec. 2, eq. (1)"),
    statement=r"y_t = g(x_1, \dots, x_t)",
    assumptions=("Figure 1's program",),
    subject=majority_of_ones(),
    checks=(check_causal,),
    mutants=(Mutant("backwards", Reversed(majority_of_ones()), "reads from the end"),),
    expect=Verdict.HOLDS,
)
