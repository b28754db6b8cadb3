r"""Section 3.2: the construction with half the memory.

If keys equal values, which is no loss for an invertible W_V (`same_attention.py`), the key-value
matrix is symmetric, and d(d+1)/2 + d hidden units are enough.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray
from constructions.weights.compact_attention import compact_weights
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import WEIGHTS
from proofs.gated_rnn.s3_2_number_of_neurons.same_attention import Layer
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    StateSize,
    World,
    array_of,
    conjunction,
    delta,
    family,
    instances_of,
    proof_of,
    prove,
    simulation,
)


@dataclass(frozen=True)
class State:
    """The machine that puts out the key-value matrix of a layer of attention, or its transpose."""

    layer: LinearAttention
    transposed: bool = False

    def initial_state(self) -> Any:
        """Return the matrix before the first token."""
        return self.layer.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the matrix after a token, and put it out."""
        after, _ = self.layer.step(state, x)
        return after, after.T if self.transposed else after


def says_symmetric(layer: Callable[[Any, Any], Layer], w: World) -> Conclusion:
    """After every sequence the key-value matrix is its own transpose."""
    d, d_v = w.size("d"), w.size("d_v")
    W_V, W_K, _ = layer(w.array("V", d_v, d), w.array("K", d_v, d))
    attention, token = LinearAttention(W_V, W_K, w.array("Q", d_v, d)), w.array("x", d)
    matrices = State(attention), State(attention, transposed=True)
    return SameOutputs(*(w.machine(matrix, token) for matrix in matrices))


def by_transposition(same: Any) -> Evidence:
    """Prove it as each step takes the transpose to the transpose."""
    return simulation(same, same.other.state.T)


symmetric = Claim(
    id="gated-rnn/s3.2-symmetric",
    title="If keys equal values, the key-value matrix is symmetric",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"W_K = W_V \implies W^{ff}_t = (W^{ff}_t)^\top",
    subject=lambda V, K: (V, V, V),
    says=says_symmetric,
    checks=(proof_of(says_symmetric, by_transposition), instances_of(says_symmetric)),
    mutants=(Mutant("different-keys", lambda V, K: (V, K, V), "any keys"),),
    late=(
        Mutant(
            "wide",
            lambda V, K: (V, V if V.shape[1] < 40 else K, V),
            "any keys for tokens of size 40 and more",
        ),
    ),
    notes="Then d(d+1)/2 numbers determine it (gated-rnn/s3.2-compact stores these).",
)


def says_compact(weights: GatedRNNDescription, w: World) -> Conclusion:
    """The network has the outputs of attention with keys as values, and so many units.

    And if W_V is invertible, it has those of attention with any keys, for other queries.
    """
    d, d_v = w.size("d"), w.size("d_v")
    W_V, W_Q, token = w.array("W_V", d_v, d), w.array("W_Q", d_v, d), w.array("x", d)
    sizes, given = {"d": d, "d_v": d_v}, {"W_V": W_V, "W_Q": W_Q}
    attention = w.machine(LinearAttention(W_V, W_V, W_Q), token)
    network = w.machine(_network(weights, w, sizes, given), token)
    units = StateSize(network, d_v * (d_v + 1) / 2 + d_v)
    (V, V_inverse), K, Q = w.invertible("V", d), w.array("K", d, d), w.array("Q", d, d)
    sizes, given = {"d": d, "d_v": d}, {"W_V": V, "W_Q": V_inverse.T @ (K.T @ Q)}
    any_keys = w.machine(LinearAttention(V, K, Q), token)
    other = w.machine(_network(weights, w, sizes, given), token)
    return All((SameOutputs(attention, network), units, SameOutputs(any_keys, other)))


def _network(weights: GatedRNNDescription, w: World, sizes: Any, given: Any) -> GatedRNN:
    arrays: dict[str, Any] = {k: w.described(getattr(weights, k), sizes, given) for k in WEIGHTS}
    return GatedRNN(**arrays, append_one=weights.append_one)


def by_pairs(whole: Any) -> Evidence:
    """Prove it as the units hold S_ij, i <= j, of the symmetric matrix S; and count them.

    Attention with any keys remembers S' = S V^-T K^T.
    """
    same, units, any_keys = whole.parts
    V_inverse, K = any_keys.array("V", inverted=True), any_keys.array("K")
    return conjunction(
        whole,
        simulation(same, _symmetric(same, "W_V")),
        prove(units),
        simulation(any_keys, _symmetric(any_keys, "V") @ V_inverse.T @ K.T),
    )


def _symmetric(same: Any, values: str) -> Any:
    pairs, (size, _) = same.other.state.part("kv"), same.array(values).shape
    return array_of(
        {("v", "k"): lambda i, j: pairs[i, j] + pairs[j, i] - delta(i, j) * pairs[i, j]},
        *(family(name, size.number) for name in "vk"),
    )


check_compact = proof_of(says_compact, by_pairs, name="check_compact")

COMPACT = compact_weights()


def _with(name: str, block: tuple[str, ...], entry: Any) -> GatedRNNDescription:
    changed: IndexedArray = getattr(COMPACT, name).replace(block, entry)
    return replace(COMPACT, **{name: changed})


compact = Claim(
    id="gated-rnn/s3.2-compact",
    title="A gated RNN with d(d+1)/2 + d hidden units equals attention with an invertible W_V",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"n = \tfrac{d(d+1)}2 + d:\quad D\,g^{out}(h_t)"
    r" = \Big(\sum_{t'\le t} W_Vx_{t'}(W_Vx_{t'})^\top\Big)W_Qx_t",
    assumptions=("$W_K = W_V$, which is no loss if $W_V$ is invertible (s3.2-k-equals-v)",),
    subject=COMPACT,
    says=says_compact,
    checks=(check_compact, instances_of(says_compact)),
    mutants=(
        Mutant(
            "half-read",
            _with(
                "W_out_m",
                ("product", "kv"),
                lambda w, i, j, k, m: w.delta(i, k) * w.delta(j, m),
            ),
            "reads units (i, j) with i <= j only",
        ),
        Mutant(
            "diagonal-twice",
            _with(
                "W_out_m",
                ("product", "kv"),
                lambda w, i, j, k, m: w.delta(i, k) * w.delta(j, m) + w.delta(i, m) * w.delta(j, k),
            ),
            "counts S_ii twice",
        ),
        Mutant("forgetful", _with("lam", ("kv",), None), "lambda = 0"),
    ),
    late=(
        Mutant(
            "far-pairs",
            _with("lam", ("kv",), lambda _w, _i, j: (j < 40) * 1),
            "pairs beyond the fortieth are forgotten",
        ),
    ),
)
