r"""Section 3.2: different matrices of keys, queries and values that give the same attention.

Attention depends on keys and queries through W_K^T W_Q alone, and if W_V is invertible the keys may
be taken equal to the values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Conclusion,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    World,
    instances_of,
    proof_of,
    simulation,
)

Layer = tuple[Any, Any, Any]


@dataclass(frozen=True)
class Matrices:
    """The matrices of attention, the inverse of the first, the identity, and a factor c.

    The inverse is there only where the first is square, and has one.
    """

    V: Any
    K: Any
    Q: Any
    V_inverse: Any
    one: Any
    c: Any
    c_inverse: Any


Rewriting = Callable[[Matrices], Layer]
"""Other matrices (W_V, W_K, W_Q), which are to give the same attention."""


def says_rewritten(rewriting: Rewriting, w: World) -> Conclusion:
    """The other matrices give the same outputs on all sequences, for matrices of all sizes."""
    d, d_v, d_k = w.size("d"), w.size("d_v"), w.size("d_k")
    return _same_outputs(rewriting, w, (w.array("V", d_v, d), None), d, d_k)


def says_rewritten_if_invertible(rewriting: Rewriting, w: World) -> Conclusion:
    """The same for all square matrices, the first of them invertible."""
    d = w.size("d")
    return _same_outputs(rewriting, w, w.invertible("V", d), d, d)


def _same_outputs(
    rewriting: Rewriting, w: World, values: tuple[Any, Any], d: Any, d_k: Any
) -> SameOutputs:
    V, V_inverse = values
    K, Q, token = w.array("K", d_k, d), w.array("Q", d_k, d), w.array("x", d)
    one, c = w.identity(d), w.number("c", nonzero=True)
    other = LinearAttention(*rewriting(Matrices(V, K, Q, V_inverse, one, c, 1 / c)))
    attention = LinearAttention(V, K, Q)
    return SameOutputs(w.machine(attention, token), w.machine(other, token))


def by_other_keys(same: Any) -> Evidence:
    """Prove it as the other layer, of the identity for keys, remembers S' with S = S' K^T."""
    return simulation(same, same.other.state @ same.array("K").T)


def by_keys_of_values(same: Any) -> Evidence:
    """Prove it as the other layer, of keys as values, remembers S' with S = S' V^-T K^T."""
    V_inverse, K = same.array("V", inverted=True), same.array("K")
    return simulation(same, same.other.state @ V_inverse.T @ K.T)


def by_scale(same: Any) -> Evidence:
    """Prove it as the other layer remembers c S."""
    return simulation(same, same.other.state * (1 / sp.Symbol("c", real=True, nonzero=True)))


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
    says=says_rewritten,
    checks=(proof_of(says_rewritten, by_other_keys), instances_of(says_rewritten)),
    mutants=(
        Mutant("transposed", lambda m: (m.V, m.one, m.Q.T @ m.K), "W_Q^T W_K"),
        Mutant("other-product", lambda m: (m.V, m.one, m.K @ m.Q), "W_K W_Q"),
    ),
    late=(
        Mutant(
            "many-keys",
            lambda m: (m.V, m.one, m.K.T @ m.Q if m.K.shape[0] < 40 else m.Q.T @ m.K),
            "W_Q^T W_K for keys of size 40 and more",
        ),
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
    says=says_rewritten_if_invertible,
    checks=(
        proof_of(says_rewritten_if_invertible, by_keys_of_values),
        instances_of(says_rewritten_if_invertible),
    ),
    mutants=(
        Mutant(
            "not-transposed",
            lambda m: (m.V, m.V, m.V_inverse @ m.K.T @ m.Q),
            "W_V^{-1} for its transpose",
        ),
        Mutant("no-inverse", lambda m: (m.V, m.V, m.K.T @ m.Q), "the queries stay"),
    ),
    late=(
        Mutant(
            "wide",
            lambda m: keys_as_values(m) if m.V.shape[1] < 40 else (m.V, m.V, m.K.T @ m.Q),
            "the queries stay for tokens of size 40 and more",
        ),
    ),
    notes="The text says so before it asks for W_V to be invertible; without it the step fails.",
)

scale = Claim(
    id="gated-rnn/new-s3.2-attention-scale",
    title="The values may be scaled against the queries",
    source=Source(PAPER, "Sec. 3.2, beyond the text"),
    statement=r"(W_V, W_K^\top W_Q) \sim (c W_V, W_K^\top W_Q / c),\quad c \ne 0",
    subject=rescaled,
    says=says_rewritten,
    checks=(proof_of(says_rewritten, by_scale), instances_of(says_rewritten)),
    mutants=(
        Mutant("both-up", lambda m: (m.V * m.c, m.K, m.Q * m.c), "c for 1/c"),
        Mutant("squared", lambda m: (m.V * m.c, m.K * m.c, m.Q * m.c_inverse), "keys as well"),
    ),
    late=(
        Mutant(
            "capped",
            lambda m: rescaled(m) if m.c < 1000 else (m.V * m.c, m.K, m.Q),
            "nothing is divided by large factors",
        ),
    ),
    new=True,
)
