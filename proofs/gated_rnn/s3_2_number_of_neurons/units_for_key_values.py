"""The units that key-values take, where values and the product of keys and queries are invertible.

Units with lambda = 1 are needed as many as the space of S -> W_V S M on symmetric S has dimensions
(`s3_1_key_ideas/units_needed.py`). Between M^-1 e_j for the token now, e_a + e_b less e_a and e_b
before, and the outputs read by W_V^-1, that map is the identity on pairs i <= j: d (d + 1)/2.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import ones
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn.s3_1_key_ideas.units_needed import Beside
from proofs.gated_rnn.s3_1_key_ideas.units_needed_proof import through_units_with_one
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import WEIGHTS
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_invertible_values import (
    at_full_rank,
    by_stored_pairs,
)
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Mutant,
    SameOutputs,
    World,
    conjunction,
    delta,
    family,
    prove,
    simulation,
)
from theorem_checks.proving.effort import lemma

__all__ = ["LATE", "MUTANTS", "STATED", "by_pairs", "says_key_values"]


@dataclass(frozen=True)
class KeyValues:
    """Numbers of units with lambda = 1 and 0, by d, and weights of a network that has so many.

    With r other values of lambda, outputs are to be those of attention on horizon(r) tokens.
    """

    count: Callable[[Any], Any]
    queries: Callable[[Any], Any]
    weights: GatedRNNDescription
    horizon: Callable[[Any], Any] = lambda r: r + 2


def says_key_values(stated: KeyValues, w: World) -> Conclusion:
    """Attention takes count(d) units with lambda = 1 at least; the network has so many.

    For d = 4 these are 10, and 4 more. The layer has the keys x and the queries M x; with any W_K
    and W_Q, of any size of keys, attention is that with M = W_K^T W_Q.
    """
    d, d_k = w.size("d"), w.size("d_k")
    (V, _), (M, _) = w.invertible("W_V", d), w.invertible("M", d)
    keys = w.identity(d)
    layer = LinearAttention(V, keys, M)
    at = Beside(stated.horizon, w, layer)
    count = w.call(stated.count, d)
    needed = Implies(All((at.same, *at.without_others(w))), AtMost(count, at.units["one"]))
    sizes, forms = {"d": d, "d_v": d, "c": d}, {"E": keys, "R_e": M, "P_e": V}
    arrays = {name: w.described(getattr(stated.weights, name), sizes, forms) for name in WEIGHTS}
    network, token = GatedRNN(**arrays, append_one=stated.weights.append_one), w.array("x_t", d)
    K, Q = w.array("W_K", d_k, d), w.array("W_Q", d_k, d)
    every = ones((network.lam.shape[0],), like=network.lam)
    kept, units = network.lam @ every, every @ every
    attention = w.machine(layer, token)
    return All(
        (
            needed,
            SameOutputs(attention, w.machine(network, token)),
            Equal(network.lam * network.lam, network.lam),
            Equal(kept, 0 * kept + count),
            Equal(units - kept, 0 * units + w.call(stated.queries, d)),
            Equal(w.call(stated.count, 4), 10),
            Equal(w.call(stated.queries, 4), 4),
            SameOutputs(
                w.machine(LinearAttention(V, K, Q), token),
                w.machine(LinearAttention(V, keys, K.T @ Q), token),
            ),
        )
    )


def by_pairs(whole: Any) -> Evidence:
    """Prove the bound by pairs of coordinates, and that the network stores these."""
    needed, same, *counted, moved = whole.parts
    return conjunction(
        whole,
        _by_pairs_needed(needed),
        by_stored_pairs(same, same.array("W_V")),
        *map(prove, counted),
        simulation(moved, moved.other.state @ moved.array("W_K").T),
    )


@lemma
def _by_pairs_needed(needed: Any) -> Evidence:
    """Prove the bound: the pairs go through the units, beside one for all queries."""
    V_inverse = needed.hypothesis.array("W_V", inverted=True)
    M_inverse = needed.hypothesis.array("M", inverted=True)
    ((coordinates,),) = needed.hypothesis.parts[0].one.token.axes
    return through_units_with_one(
        needed,
        family("pair", *coordinates.sizes * 2, increasing=True),
        lambda y, now, i, j: (1 - delta(i, j) / 2) * V_inverse[i, y] * M_inverse[now, j],
        lambda a, z, i, j: delta(a, i) * delta(z, j),
    )


STATED = KeyValues(lambda d: d * (d + 1) / 2, lambda d: d, at_full_rank())
_LAM = STATED.weights.lam
MUTANTS = (
    Mutant("with-queries", replace(STATED, count=lambda d: d * (d + 1) / 2 + d), "as printed"),
    Mutant("strict", replace(STATED, count=lambda d: d * (d - 1) / 2), "i < j"),
    Mutant("all", replace(STATED, count=lambda d: d**2), "both halves"),
    Mutant("no-queries", replace(STATED, queries=lambda d: 0 * d), "queries take no units"),
    Mutant(
        "forgetful",
        replace(STATED, weights=replace(STATED.weights, lam=_LAM.replace(("ee",), None))),
        "lambda = 0 for the products",
    ),
)
LATE = (
    Mutant(
        "saturated",
        replace(STATED, count=lambda d: d * (d + 1) / 2 if d < 40 else d**2),
        "no use of symmetry from d = 40 on",
    ),
    Mutant(
        "shorter-from-1000-on",
        replace(STATED, horizon=lambda r: r + 2 if r < 1000 else r + 1),
        "a token fewer for a thousand values",
    ),
    Mutant(
        "far-pairs",
        replace(
            STATED,
            weights=replace(
                STATED.weights, lam=_LAM.replace(("ee",), lambda _w, _i, j: (j < 40) * 1)
            ),
        ),
        "pairs beyond the fortieth are forgotten",
    ),
)
