"""Section 3.2: further changes of weights that leave the function of sequences as it is.

A network's state is the one that it was, with its units in another order; attention of rank 1 does
not tell the vector that its values are read with from the one of its keys, as a sum over tokens of
u (a . x) (b . x) is symmetric in them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from constructions.arrays import EXACT, outer
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.invariances import move_units, split_products
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_2_number_of_neurons.invariances import FIGURE, Change
from proofs.gated_rnn.s4_1_teacher_identification.identification import prove_same_function
from theorem_checks import (
    All,
    Claim,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    World,
    check,
    conjunction,
    instances_of,
    proof_of,
    simulation,
)


def attention_of_rank_one(u: Any, a: Any, c: Any, b: Any, f: Any, v: Any) -> LinearAttention:
    r"""Return attention with $W_V = u a^\top$, $W_K = c b^\top$ and $W_Q = f v^\top$.

    So $W_K^\top W_Q$ is $b w^\top$ with w = (c . f) v.
    """
    return LinearAttention(outer(u, a), outer(c, b), outer(f, v))


def _exchanged(a: Any, b: Any) -> tuple[Any, Any]:
    return b, a


@dataclass(frozen=True)
class Others:
    """Further changes: of a network, of the vectors of attention of rank 1, and of a network."""

    move: Change = move_units
    vectors: Callable[[Any, Any], tuple[Any, Any]] = _exchanged
    split: Change = split_products


def says_other_changes(others: Others, w: World) -> All:
    """Each change leaves the function of all sequences as it is, for weights of any sizes.

    Hidden units in another order; for V = u a^T and M = b w^T, a and b exchanged; each product
    counted twice, read by any two matrices that add up to D.
    """
    m, n, p, o = (w.size(letter) for letter in "mnpo")
    shapes = {"W_in_m": (n, m), "W_in_x": (n, m), "W_out_m": (p, n), "W_out_x": (p, n), "D": (o, p)}
    weights = {name: w.array(name, *shape) for name, shape in shapes.items()}
    network, x = GatedRNN(w.array("lam", n), **weights), w.array("x", m)
    moved = others.move(network, w.array("P", n, n, known="permutation"))
    split = others.split(network, w.array("D_1", o, p))
    d, d_v, d_k = (w.size(name) for name in ("d", "d_v", "d_k"))
    u, a, b = w.array("u", d_v), w.array("a", d), w.array("b", d)
    c, f, v = w.array("c", d_k), w.array("f", d_k), w.array("v", d)
    first, second = others.vectors(a, b)
    layers = (
        attention_of_rank_one(u, first, c, second, f, v),
        attention_of_rank_one(u, a, c, b, f, v),
    )
    token = w.array("z", d)
    pairs = ((moved, network, x), (split, network, x), (*layers, token))
    return All(
        tuple(SameOutputs(w.machine(one, z), w.machine(other, z)) for one, other, z in pairs)
    )


def by_moved_states(conclusion: All) -> Evidence:
    """Prove it: the hidden states are P h in the first network, and the same in all others."""
    moved, *others = cast("tuple[SameOutputs, ...]", conclusion.parts)
    order = simulation(moved, moved.array("P") @ moved.other.state)
    return conjunction(conclusion, order, *(simulation(same, same.other.state) for same in others))


def _added(network: GatedRNN, first: Any) -> GatedRNN:
    """Read each product by D', and once more by D, not by D - D'."""
    return split_products(replace(network, D=network.D + first), first)


def _split_if_few(network: GatedRNN, first: Any) -> GatedRNN:
    """Split fewer than 40 products as they should be."""
    return (split_products if network.D.shape[1] < 40 else _added)(network, first)


def _decays_stay(network: GatedRNN, P: Any) -> GatedRNN:
    """Put the units in another order, and leave the factors by which they decay in theirs."""
    return replace(move_units(network, P), lam=network.lam)


@check("exact")
def check_other_changes(others: Others) -> Evidence:
    """Figure 1's network with its units in another order, and with its products counted twice.

    And the smallest networks of attention with V and M of rank 1, a and b exchanged.
    """
    u, v, one = (EXACT.array(values) for values in ([1, 2], [3, -1], [1]))
    a, b = EXACT.array([1, 1]), EXACT.array([2, -3])
    layers = (
        attention_of_rank_one(u, *(x, one, y), one, v) for x, y in ((a, b), others.vectors(a, b))
    )
    original, exchanged = (minimal_attention(layer) for layer in layers)
    order = np.eye(6, dtype=int)[[3, 0, 5, 2, 1, 4]]
    first: Any = FIGURE.D * EXACT.entry("1/3")
    pairs = (
        (others.move(FIGURE, EXACT.array(order)), FIGURE),
        (exchanged, original),
        (others.split(FIGURE, first), FIGURE),
    )
    for changed, before in pairs:
        found = prove_same_function(changed, before)
        if not found.verdict.passes:
            return found
    return Evidence.holds("d = 2, all sequences")


others = Claim(
    id="gated-rnn/s3.2-inv-others",
    title="Several other changes leave the function as it is",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"h \to \pi(h);\quad (ua^\top, bw^\top) \to (ub^\top, aw^\top);\quad"
    r" D_p \to D_p' + D_p''",
    subject=Others(),
    says=says_other_changes,
    checks=(
        proof_of(says_other_changes, by_moved_states),
        instances_of(says_other_changes),
        check_other_changes,
    ),
    mutants=(
        Mutant("other-sign", Others(vectors=lambda a, b: (b, -a)), "a changes its sign"),
        Mutant("shares", Others(split=_added), "two matrices that add up to another one"),
        Mutant("decays-stay", Others(move=_decays_stay), "the factors stay where they were"),
    ),
    late=(
        Mutant("many-products", Others(split=_split_if_few), "wrong matrices from 40 products on"),
    ),
    notes="And (W_V, W_K^T W_Q) -> (c W_V, W_K^T W_Q / c): gated-rnn/new-s3.2-attention-scale.",
)
