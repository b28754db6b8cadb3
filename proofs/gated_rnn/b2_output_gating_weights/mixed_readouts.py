r"""App. B.2, beyond the text: the readouts of products that mix key-values and queries.

In a network that is attention the terms of two key-values and of two queries cancel among the mixed
products. With independent readouts they cannot: then each product alone is without them, and pure.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT
from constructions.rational_spaces import rank
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.b2_output_gating_weights.mixed_products import cross
from theorem_checks import (
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Ground,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    all_of,
    check,
    inverse_pair,
    prove,
    prove_index_identity,
    symbolic,
)

N, r = sp.symbols("N r", integer=True, positive=True)


@dataclass(frozen=True)
class Readouts:
    """The largest rank that the readouts of m mixed products of a network can have."""

    largest: Callable[[Any], Any]


@check("proof", kills=("any",))
def check_independent_readouts(readouts: Readouts) -> Evidence:
    """If readouts are independent, each product alone leaves what all leave: it is pure.

    So m mixed products have readouts of rank at most m - 1, which is shown at all sizes for
    those outputs in which the readouts are an invertible matrix.
    """
    if readouts.largest(1) != 0:
        values = {"m": 1, "product": "(k_1 + q_1)(k_1 + q_1)"}
        claimed = f"a readout of rank {readouts.largest(1)}"
        return Evidence.refuted(Counterexample(values, claimed, "k_1^2 and q_1^2 are left"))
    D, inverse = inverse_pair("D")
    S, c = Tensor("S", 3), Index("c", r)
    i, j, x, y = Index("i", r), Index("j", r), Index("x", N), Index("y", N)
    left = Sum(D[i, j] * S[j, x, y], j)
    m = sp.Symbol("m", integer=True, positive=True)
    return all_of(
        {
            "one product": prove_index_identity(Sum(inverse[c, i] * left, i), S[c, x, y]),
            "one less, for every m": prove(Equal(readouts.largest(symbolic(m)), m - 1)),
        },
        "all sizes",
        rests_on=(Ground.claim(cross.id),),
    )


@check("exact")
def check_families(readouts: Readouts) -> Evidence:
    """(k_1 + s q_1)(k_2 + q_2/s), for s = 1, ..., m, with readouts that add up to 0: rank m - 1."""
    for m in range(1, 5):
        readout = np.hstack([np.eye(m - 1, dtype=int), -np.ones((m - 1, 1), dtype=int)])
        scales = EXACT.array(list(range(1, m + 1)))
        first = [EXACT.array([1, 0, s, 0]) for s in scales]
        second = [EXACT.array([0, s, 0, 1]) / s for s in scales]
        kernels = [np.array(np.multiply.outer(u, v), dtype=object)
                   for u, v in zip(first, second, strict=True)]  # fmt: skip
        left = np.tensordot(readout.astype(object), np.array(kernels), 1)
        if left[:, :2, :2].any() or left[:, 2:, 2:].any():
            return Evidence.undecided("The terms of two key-values or two queries are left.")
        found = rank(EXACT.array(readout)) if m > 1 else 0
        if readouts.largest(m) != found:
            values = {"m": m, "D": readout}
            claimed = f"rank {readouts.largest(m)}"
            return Evidence.refuted(Counterexample(values, claimed, f"rank {found}"))
    return Evidence.holds("m = 1, ..., 4")


independent = Claim(
    id="gated-rnn/new-b2-readouts",
    title="The readouts of m mixed products of a network that is attention have rank below m",
    source=Source(PAPER, "App. B.2, beyond the text"),
    statement=r"\max \mathrm{rank}\,(D_{ij})_{j \text{ mixed}} = m - 1",
    assumptions=("the key-values and the queries that the units carry are independent",),
    subject=Readouts(lambda m: m - 1),
    checks=(check_independent_readouts, check_families),
    mutants=(
        Mutant("any", Readouts(lambda m: m), "mixed products with independent readouts"),
        Mutant("proportional", Readouts(lambda m: min(m - 1, 1)), "rank 1, as seen in Fig. 2B"),
    ),
    notes="One mixed product never stands alone; two have proportional kernels, so that this says"
    " nothing of them; three need not have.",
    new=True,
)
