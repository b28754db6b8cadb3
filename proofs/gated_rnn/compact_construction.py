r"""Section 3.2: which key and query matrices are alike, and the construction with half the memory.

Attention depends on keys and queries through W_K^T W_Q alone; if W_V is invertible the keys may
be taken equal to the values; then the key-value matrix is symmetric, and d(d+1)/2 + d hidden units
are enough.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray
from constructions.weights.compact_attention import compact_weights
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.minimal_hidden import WEIGHTS, number_of_members
from theorem_checks import (
    Claim,
    Evidence,
    Mutant,
    Source,
    Tensor,
    agree,
    all_of,
    array_of,
    arrays_of,
    check,
    delta,
    described,
    equal_maps,
    family,
    inverse_pair,
    invertible_matrices,
    prove_equal_arrays,
    prove_identity,
    rationals,
    search,
    symbol_array,
    vector_sequences,
)
from theorem_checks.proving.symbolic_arrays import outer

d, d_v = sp.symbols("d d_v", integer=True, positive=True)

Layer = tuple[Any, Any, Any]


@dataclass(frozen=True)
class Matrices:
    """The matrices of attention, the inverse of the first, the identity, and a factor c."""

    V: Any
    K: Any
    Q: Any
    V_inverse: Any
    one: Any
    c: Any
    c_inverse: Any


Rewriting = Callable[[Matrices], Layer]
"""Other matrices (W_V, W_K, W_Q), which are to give the same attention."""


@check("proof")
def check_every_term_is_kept(rewriting: Rewriting) -> Evidence:
    """What a token o contributes to the output at x, W_V o (W_K o . W_Q x), for symbolic d."""
    axis = family("x", d)
    V, V_inverse = (symbol_array(tensor, axis, axis) for tensor in inverse_pair("V"))
    K, Q = (symbol_array(name, axis, axis) for name in "KQ")
    one = array_of({("x", "x"): delta}, axis, axis)
    c = sp.Symbol("c", nonzero=True)
    given = Matrices(V, K, Q, V_inverse, one, c, 1 / c)
    x, o = symbol_array("x", axis), symbol_array("o", axis)

    def term(layer: Layer) -> Any:
        W_V, W_K, W_Q = layer
        return outer(W_V @ o, W_K @ o) @ (W_Q @ x)

    return prove_equal_arrays(
        term(rewriting(given)), term((V, K, Q)), scope="all d, tokens and matrices, V invertible"
    )


@check("search")
def check_on_sequences(rewriting: Rewriting) -> Evidence:
    """The outputs of the cell are the same for random rational matrices and tokens, d = 2."""

    def holds(V: Any, K: Any, Q: Any, c: Any, xs: Any) -> Any:
        (p, q), (r, s) = V
        inverse = EXACT.array([[s, -q], [-r, p]]) / (p * s - q * r)
        values, keys, queries = (EXACT.array(matrix) for matrix in (V, K, Q))
        given = Matrices(values, keys, queries, inverse, EXACT.eye(2), c, 1 / c)
        tokens = EXACT.array(xs)
        layers = rewriting(given), (values, keys, queries)
        return agree(*(LinearAttention(*layer).quadratic(tokens) for layer in layers))

    instances = {
        "V": invertible_matrices(2),
        "K": arrays_of(2, 2),
        "Q": arrays_of(2, 2),
        "c": rationals(least=1, most=5),
        "xs": vector_sequences(width=2, most=3),
    }
    return search(instances, holds, examples=20, scope="d = 2, up to three tokens")


def through_product(m: Matrices) -> Layer:
    """Return (V, I, K^T Q)."""
    return m.V, m.one, m.K.T @ m.Q


def keys_as_values(m: Matrices) -> Layer:
    """Return (V, V, V^{-T} K^T Q)."""
    return m.V, m.V, m.V_inverse.T @ m.K.T @ m.Q


def rescaled(m: Matrices) -> Layer:
    """Return (c V, K, Q / c)."""
    return m.V * m.c, m.K, m.Q * m.c_inverse


through_the_product = Claim(
    id="gated-rnn/s3.2-kq-invariance",
    title="Attention depends on keys and queries through W_K^T W_Q alone",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"(W_V, W_K, W_Q) \sim (W_V, I, W_K^\top W_Q)",
    subject=through_product,
    checks=(check_every_term_is_kept, check_on_sequences),
    mutants=(
        Mutant("transposed", lambda m: (m.V, m.one, m.Q.T @ m.K), "W_Q^T W_K"),
        Mutant("other-product", lambda m: (m.V, m.one, m.K @ m.Q), "W_K W_Q"),
    ),
    notes="So the map is a function of W_V and W_K^T W_Q.",
)

same_keys_and_values = Claim(
    id="gated-rnn/s3.2-k-equals-v",
    title="If W_V is invertible, keys may be taken equal to values",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"(W_V, W_K, W_Q) \sim (W_V, W_V, W_V^{-\top} W_K^\top W_Q)",
    assumptions=("$W_V$ invertible",),
    subject=keys_as_values,
    checks=(check_every_term_is_kept, check_on_sequences),
    mutants=(
        Mutant(
            "not-transposed",
            lambda m: (m.V, m.V, m.V_inverse @ m.K.T @ m.Q),
            "W_V^{-1} for its transpose",
        ),
        Mutant("no-inverse", lambda m: (m.V, m.V, m.K.T @ m.Q), "the queries stay"),
    ),
    notes="The text says so before it asks for W_V to be invertible; without it the step fails.",
)

scale = Claim(
    id="gated-rnn/new-s3.2-attention-scale",
    title="The values may be scaled against the queries",
    source=Source(PAPER, "Sec. 3.2, beyond the text"),
    statement=r"(W_V, W_K^\top W_Q) \sim (c W_V, W_K^\top W_Q / c),\quad c \ne 0",
    subject=rescaled,
    checks=(check_every_term_is_kept, check_on_sequences),
    mutants=(
        Mutant("both-up", lambda m: (m.V * m.c, m.K, m.Q * m.c), "c for 1/c"),
        Mutant("squared", lambda m: (m.V * m.c, m.K * m.c, m.Q * m.c_inverse), "keys as well"),
    ),
    new=True,
)


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
