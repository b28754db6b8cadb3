"""Sec. 2: how many blocks of Griffin L layers take by App. E: more than L(k + 2) in general.

Griffin alternates: each third block has attention in the place of the recurrence. A layer's state
has to fall on a block with a recurrence, so that a block that does nothing is put before it where
it would not. How often depends on k modulo 3 and on L modulo 2; it is counted for every residue
with symbols, and on compiled models.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy as sp

from constructions.lsrl.targets.griffin import griffin_of_layers
from proofs.lsrl import PAPER
from proofs.lsrl.s2_preliminaries.layer_counts import random_layers
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
class Blocks:
    """The blocks that do nothing, for L layers with networks of k maps, besides the L(k + 2)."""

    idle: Callable[[Any, Any], Any]

    def all(self, L, k):
        """Return the number of all blocks."""
        return L * (k + 2) + self.idle(L, k)


@check("exact")
def check_compiled(blocks):
    """Compiled models have so many blocks: L = 1, ..., 4 and k = 1, 2, 3, the fewest first."""
    for L, k in sorted(product((1, 2, 3, 4), (1, 2, 3)), key=lambda size: size[0] * (size[1] + 2)):
        found = griffin_of_layers(random_layers(L, k), 1).layers
        if found != blocks.all(L, k):
            at = {"L": L, "k": k}
            return Evidence.refuted(Counterexample(at, f"{blocks.all(L, k)} blocks", f"{found}"))
    return Evidence.holds("L = 1, ..., 4; k = 1, 2, 3")


@check("proof")
def check_every_number(blocks):
    """One more layer takes k + 2 blocks, and one more if it would begin third: all L and k.

    L is 2 q + 1 or 2 q + 2 and k is 3 p, 3 p + 1 or 3 p + 2, with symbols p and q.
    """
    p, q = sp.symbols("p q", integer=True, nonnegative=True)
    parts = {}
    for rest in range(3):
        k = 3 * p + rest
        parts[f"k = {k}, L = 1"] = prove_identity(blocks.all(1, k), k + 2)
        for L in (2 * q + 1, 2 * q + 2):
            now = sp.expand(blocks.all(L, k))
            third = _residue(now, p, q)
            if third is None:
                told = Counterexample({"k": str(k), "L": str(L)}, "one residue modulo 3", str(now))
                return Evidence.refuted(told)
            one_more = now + k + 2 + int(third == 2)
            parts[f"k = {k}, after L = {L}"] = prove_identity(blocks.all(L + 1, k), one_more)
    words = ("induction over the layers, from L = 1 to 2, from odd to even L and back",)
    return all_of(parts, "all numbers L >= 1 of layers, all depths k >= 1", words=words)


def _residue(number, *symbols):
    """Return the number modulo 3 if it is the same for all values of the symbols."""
    coefficients: dict[Any, Any] = sp.Poly(number, *symbols).as_dict()
    constant = coefficients.pop(tuple(0 for _ in symbols), sp.Integer(0))
    return None if any(c % 3 for c in coefficients.values()) else constant % 3


def mended_idle(L, k):
    """Return how often a layer would begin at a third block."""
    return (L - 1, 0, (L - 1) // 2)[int(k % 3)]


MENDED = Blocks(mended_idle)

printed = Claim(
    id="lsrl/new-griffin-count-printed",
    title="In the construction of App. E, L layers are L(k + 2) Griffin blocks",
    source=Source(PAPER, "Sec. 2, with App. E, end"),
    statement=r"L \text{ layers with } k \text{ maps} \mapsto L (k + 2) \text{ blocks}",
    assumptions=("windows of one token; state, maps and product in blocks of their own, in turn",),
    subject=Blocks(lambda L, k: 0 * L * k),
    checks=(check_compiled, check_every_number),
    controls=(Control("mended", MENDED, "with blocks that do nothing"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-griffin-count",
    new=True,
    notes="With Hawk's blocks it holds (lsrl/new-hawk-count). In Griffin the state of a layer may"
    " come third (lsrl/griffin-third), where there is no recurrence. By another construction"
    " L(k + 2) blocks are enough: lsrl/new-hawk-k-blocks.",
)

count = Claim(
    id="lsrl/new-griffin-count",
    title="L layers take L(k + 2) Griffin blocks, and L - 1, 0 or about L/2 that do nothing",
    source=Source(PAPER, "Sec. 2, with App. E, end, repaired"),
    statement=r"L (k + 2) + \begin{cases} L - 1 & k \equiv 0 \\ 0 & k \equiv 1 \\"
    r" \lfloor (L - 1)/2 \rfloor & k \equiv 2 \end{cases} \pmod 3",
    assumptions=("windows of one token; a block that does nothing where a state would come third",),
    subject=MENDED,
    checks=(check_every_number, check_compiled),
    mutants=(
        Mutant("each-layer", Blocks(lambda L, k: (L, 0, L // 2)[int(k % 3)]), "for each layer"),
        Mutant("k-1-too", Blocks(lambda L, k: (L - 1, L - 1, 0)[int(k % 3)]), "k = 1 for k = 2"),
    ),
    repairs=("lsrl/new-griffin-count-printed",),
    new=True,
)
