r"""Section 3.2: different matrices of keys, queries and values that give the same attention.

Attention depends on keys and queries through W_K^T W_Q alone, and if W_V is invertible the keys may
be taken equal to the values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Evidence,
    Mutant,
    Source,
    agree,
    array_of,
    arrays_of,
    check,
    delta,
    family,
    inverse_pair,
    invertible_matrices,
    prove_equal_arrays,
    rationals,
    search,
    symbol_array,
    vector_sequences,
)
from theorem_checks.proving.symbolic_arrays import outer

d = sp.Symbol("d", integer=True, positive=True)

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
