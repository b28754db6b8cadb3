"""Sec. 5.2 and Figure 3B: how few units and products a gradient step takes in class (2).

A gradient step with $d_x = d_y = 3$ has a sparse matrix of values and keys: most of Figure 1's
units are 0 at all times, which is seen on the construction itself. What is left are $d_x d_y$
key-values and $d_x$ queries; that no network of class (2) has fewer is a matter of ranks, computed
here exactly.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.gradient_step_as_attention import gradient_step_as_attention
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.rank_patterns import Pattern
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import least_hidden
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_products import least_products
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_special_cases import units_of
from proofs.gated_rnn.s4_1_teacher_identification.identification import prove_same_function
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
)

STEP_3_3 = gradient_step_as_attention(3, 3, Fraction(5, 74))


@dataclass(frozen=True)
class SparseStep:
    """Counts for the gradient step with d_x = d_y = 3."""

    key_values: tuple[int, int] = (36, 9)  # in all, not 0
    queries: tuple[int, int] = (6, 3)
    dead: int = 30
    hidden: int = 12
    products: int = 9


@check("exact")
def check_sparse_counts(stated: SparseStep) -> Evidence:
    """Count the units of Figure 1 that are always 0, and those of the smallest network."""
    network = attention_as_gated_rnn(STEP_3_3).weights()
    alive = [
        any(v != 0 for v in m) and any(v != 0 for v in x)
        for m, x in zip(network["W_in_m"], network["W_in_x"], strict=True)
    ]
    lam = [int(value) for value in network["lam"]]
    small = minimal_attention(STEP_3_3)
    if not _is_the_step():
        return Evidence.undecided("The smallest network is another function.")
    found = SparseStep(
        (lam.count(1), sum(a for a, v in zip(alive, lam, strict=True) if v)),
        (lam.count(0), sum(a for a, v in zip(alive, lam, strict=True) if not v)),
        alive.count(False),
        units_of(small),
        small.D.shape[1],
    )
    if found != stated:
        return Evidence.refuted(Counterexample({"d_x": 3, "d_y": 3}, str(stated), str(found)))
    return Evidence.holds("d_x = d_y = 3")


@cache
def _is_the_step() -> bool:
    return prove_same_function(minimal_attention(STEP_3_3), STEP_3_3).verdict.passes


@check("exact", kills=("compact", "products"))
def check_sparse_minimum(stated: SparseStep) -> Evidence:
    """d_x d_y + d_x units and d_x d_y products are also the least numbers, by the ranks."""
    V, K, Q = (np.array(w) for w in STEP_3_3.weights().values())
    pattern = Pattern(6, 3, 3, 0)
    bound = least_hidden(3, 3, 0), least_products(3, 3, 0)
    ranks = pattern.memory_rank + pattern.query_rank, pattern.memory_rank
    shared = any(v != 0 for v in (V @ (K.T @ Q)).flat)  # rows of V against columns of M
    if shared or bound != ranks:
        return Evidence.undecided("The ranks are not (3, 3, 0).")
    if (stated.hidden, stated.products) != bound:
        claimed = str((stated.hidden, stated.products))
        return Evidence.refuted(Counterexample({}, claimed, str(bound)))
    return Evidence.holds("a = b = 3, c = 0")


sparse = Claim(
    id="gated-rnn/s5.2-sparse",
    title="For a gradient step 30 of Figure 1's 42 units are dead; 12 units and 9 products do",
    source=Source(PAPER, "Sec. 5.2, Fig. 3B"),
    statement=r"36 \to 9 \text{ key-values},\; 6 \to 3 \text{ queries};\quad n_{\min} = 12,\;"
    r" p_{\min} = 9",
    assumptions=("$d_x = d_y = 3$",),
    covers=("gated-rnn/fig3b",),
    subject=SparseStep(),
    checks=(check_sparse_counts, check_sparse_minimum),
    mutants=(
        Mutant("compact", SparseStep(hidden=27), "d(d+1)/2 + d for d = 6"),
        Mutant("products", SparseStep(products=36), "d^2 products"),
        Mutant("dead", SparseStep(dead=27), "the dead queries are not counted"),
    ),
    expect=Verdict.HOLDS,
    notes="Where the curve of Fig. 3B falls is an experiment; 12 hidden units is where it can. The"
    " least numbers are proved for all sizes by ranks, those of units for a step as such"
    " (gated-rnn/x1-corollaries), of products for any attention (gated-rnn/x2-min-products). A"
    " proof of all of it would have to take the blocks of Figure 1 apart by inputs and outputs.",
)
