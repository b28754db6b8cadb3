r"""Section 3.2: the construction with half the memory.

If keys equal values, which is no loss for an invertible W_V (`same_attention.py`), the key-value
matrix is symmetric, and d(d+1)/2 + d hidden units are enough.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sympy as sp

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray
from constructions.weights.compact_attention import compact_weights
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_hidden import WEIGHTS, number_of_members
from proofs.gated_rnn.s3_2_number_of_neurons.same_attention import Layer
from theorem_checks import (
    Claim,
    Evidence,
    Mutant,
    Source,
    Tensor,
    all_of,
    array_of,
    check,
    described,
    equal_maps,
    family,
    prove_equal_arrays,
    prove_identity,
    symbol_array,
)

d, d_v = sp.symbols("d d_v", integer=True, positive=True)


@check("proof")
def check_symmetric_for_all_lengths(layer: Callable[[Any, Any], Layer]) -> Evidence:
    """The state starts symmetric, and one step of the cell keeps it so, for symbolic d and d_v."""
    x, y = family("x", d), family("y", d_v)
    V, K, Q = (symbol_array(name, y, x) for name in "VKQ")
    W_V, W_K, _ = layer(V, K)
    cell = LinearAttention(W_V, W_K, Q)
    S = symbol_array(Tensor("S", 2, symmetry="symmetric"), y, y)
    absorbed, _ = cell.step(S, symbol_array("x", x))
    start: Any = cell.initial_state()
    return all_of(
        {
            "base": prove_equal_arrays(start, start.T),
            "step": prove_equal_arrays(absorbed, absorbed.T),
        },
        "all d, d_v, lengths, tokens and matrices",
    )


@check("exact")
def check_symmetric_states(layer: Callable[[Any, Any], Layer]) -> Evidence:
    """The key-value matrix after three tokens is its own transpose, as polynomials."""

    def state(xs: Any, V: Any, K: Any) -> Any:
        W_V, W_K, W_Q = layer(V, K)
        cell = LinearAttention(W_V, W_K, W_Q)
        found = cell.initial_state()
        for token in xs:
            found, _ = cell.step(found, token)
        return found

    sizes = [{"xs": (T, n), "V": (n, n), "K": (n, n)} for n, T in ((1, 2), (2, 2), (2, 3))]
    return equal_maps(state, lambda **given: state(**given).T, sizes=sizes)


symmetric = Claim(
    id="gated-rnn/s3.2-symmetric",
    title="If keys equal values, the key-value matrix is symmetric",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"W_K = W_V \implies W^{ff}_t = (W^{ff}_t)^\top",
    subject=lambda V, K: (V, V, V),
    checks=(check_symmetric_for_all_lengths, check_symmetric_states),
    mutants=(Mutant("different-keys", lambda V, K: (V, K, V), "any keys"),),
    notes="Then d(d+1)/2 numbers determine it (gated-rnn/s3.2-compact stores these).",
)


def _compact(xs: Any, W_V: Any, W_Q: Any, weights: GatedRNNDescription) -> Any:
    return weights.gated_rnn(W_V, W_Q)(xs)


@check("proof")
def check_compact_for_all_sizes(weights: GatedRNNDescription) -> Evidence:
    """One step of the cells keeps 'the units hold S_ij, i <= j', with S symmetric.

    The units are counted from the description: d_v(d_v+1)/2 + d_v.
    """
    x, y = family("x", d), family("y", d_v)
    given = {name: symbol_array(name, y, x) for name in ("W_V", "W_Q")}
    sizes = {"d": d, "d_v": d_v}
    arrays: dict[str, Any] = {w: described(getattr(weights, w), sizes, given) for w in WEIGHTS}
    network = GatedRNN(**arrays, append_one=True)
    values, queries = given["W_V"], given["W_Q"]
    attention = LinearAttention(values, values, queries)
    S = symbol_array(Tensor("S", 2, symmetry="symmetric"), y, y)
    query, token = symbol_array("p", y), symbol_array("x", x)

    def stored(memory: Any, query: Any) -> Any:
        blocks = {("kv",): lambda i, j: memory[i, j], ("q",): lambda j: query[j]}
        return array_of(blocks, *arrays["lam"].shape)

    memory, wanted = attention.step(S, token)
    state, output = network.step(stored(S, query), token)
    evidence = all_of(
        {
            "base": prove_equal_arrays(network.initial_state(), stored(S * 0, query * 0)),
            "step": prove_equal_arrays(state, stored(memory, queries @ token)),
            "output": prove_equal_arrays(output, wanted),
            "units": prove_identity(
                number_of_members(weights.lam.axes[0], sizes), d_v * (d_v + 1) / 2 + d_v
            ),
        },
        "all d, d_v, lengths, tokens and matrices",
    )
    if evidence.verdict.passes:
        return evidence
    polynomials = _as_polynomials(weights)
    if polynomials.counterexample:
        return polynomials
    return Evidence.undecided("The invariant is not kept, yet small networks equal attention.")


@check("exact")
def check_compact_as_polynomials(weights: GatedRNNDescription) -> Evidence:
    """The outputs are those of attention with equal keys and values, as polynomials."""
    return _as_polynomials(weights)


def _as_polynomials(weights: GatedRNNDescription) -> Evidence:
    sizes = [
        {"xs": (T, n), "W_V": (m, n), "W_Q": (m, n)}
        for m, n, T in ((1, 1, 2), (2, 2, 2), (2, 1, 3), (3, 1, 2))
    ]
    return equal_maps(
        lambda **given: _compact(**given, weights=weights),
        lambda xs, W_V, W_Q: LinearAttention(W_V, W_V, W_Q).quadratic(xs),
        sizes=sizes,
    )


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
    checks=(check_compact_for_all_sizes, check_compact_as_polynomials),
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
)
