r"""Section 3.2: different matrices of keys, queries and values that give the same attention.

Attention depends on keys and queries through W_K^T W_Q alone, and if W_V is invertible the keys may
be taken equal to the values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Evidence,
    Mutant,
    Source,
    array_of,
    check,
    delta,
    equal_maps,
    family,
    inverse_pair,
    prove_equal_arrays,
    symbol_array,
)
from theorem_checks.statements.arrays.symbolic_arrays import outer

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

    return prove_equal_arrays(term(rewriting(given)), term((V, K, Q)))


@check("exact")
def check_on_sequences(rewriting: Rewriting) -> Evidence:
    """The outputs of the cell are the same polynomials in keys, queries and tokens, d = 2."""
    sizes = [{"K": (2, 2), "Q": (2, 2), "xs": (T, 2)} for T in (1, 2)]
    for (p, q), (r, s) in VALUES:
        V = np.array([[p, q], [r, s]])
        inverse = np.array([[s, -q], [-r, p]]) * Fraction(1, p * s - q * r)
        found = equal_maps(*_both(rewriting, V, inverse), sizes=sizes)
        if not found.verdict.passes:
            return found
    return Evidence.holds("four matrices V, d = 2, one and two tokens, c = 3/2")


VALUES = (((1, 0), (0, 1)), ((1, 2), (0, 1)), ((2, 1), (1, 3)), ((0, 1), (-2, 0)))


def _both(rewriting: Rewriting, V: Any, inverse: Any) -> tuple[Any, Any]:
    """Attention with the other matrices, and with the given ones, as functions of K, Q and xs."""
    one, c = np.eye(2, dtype=int), Fraction(3, 2)

    def rewritten(K: Any, Q: Any, xs: Any) -> Any:
        layer = rewriting(Matrices(V, K, Q, inverse, one, c, 1 / c))
        return LinearAttention(*layer).quadratic(xs)

    return rewritten, lambda K, Q, xs: LinearAttention(V, K, Q).quadratic(xs)


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
