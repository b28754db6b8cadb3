r"""The smallest gated RNN that computes a given layer of linear self-attention.

Linear self-attention is $y_t = V S_t M x_t$ with $M = K^\top Q$, $S_t = \sum_s x_s x_s^\top$. Let
$a = \operatorname{rank} V$, $b = \operatorname{rank} M$ and $c$ the dimension of what the rows of
$V$ and the columns of $M$ have in common. Take $c$ forms $e_i$ that span the common part, $f_i$
that complete them to the rows of $V$, and $h_j$ that complete them to the columns of $M$:

$$V = P_e E + P_f F, \qquad M = E^\top R_e + H^\top R_h.$$

Of the products of a row form with a column form, $e_i e_j$ and $e_j e_i$ are one, so that

- $ab - c(c-1)/2$ hidden units with $\lambda = 1$ store all that attention remembers, and
- $b$ hidden units with $\lambda = 0$ hold the queries $R_e x$ and $R_h x$.

As many products as units with $\lambda = 1$ are enough: for a symmetric matrix $s$ and a vector $q$

$$\sum_j s_{ij} q_j = \Big(\sum_j s_{ij}\Big) q_i + \sum_{j \ne i} s_{ij} (q_j - q_i),$$

where $s_{ij}(q_j - q_i)$ serves the rows $i$ and $j$, with opposite signs. Fewer hidden units or
products do not do (minimal_for_any_ranks.py and minimal_products.py of Sec. 3.2 in proofs).

For $V$ and $M$ invertible there are $d(d+1)/2 + d$ hidden units and $d(d+1)/2$ products. Section
3.2 of Zucchet et al., Gated recurrent neural networks discover attention, has this number of hidden
units, and $d^2$ products.
"""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from constructions.arrays import EXACT, NumberArray
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray, family
from constructions.rational_spaces import common_rows, completion, coordinates, row_basis
from constructions.weights.gated_rnn_description import GatedRNNDescription

__all__ = ["AttentionFactors", "attention_factors", "minimal_attention", "minimal_weights"]


@dataclass(frozen=True)
class AttentionFactors:
    r"""Factors of a layer of attention, $V = P_e E + P_f F$ and $M = E^\top R_e + H^\top R_h$.

    **Fields**: `E` ($c \times d$), `F` ($(a-c) \times d$), `H` ($(b-c) \times d$), together
    independent; `P_e` ($d_v \times c$), `P_f` ($d_v \times (a-c)$), together of rank a; `R_e`
    ($c \times d$), `R_h` ($(b-c) \times d$), together of rank b. All exact rationals.
    """

    E: np.ndarray
    F: np.ndarray
    H: np.ndarray
    P_e: np.ndarray
    P_f: np.ndarray
    R_e: np.ndarray
    R_h: np.ndarray

    @property
    def ranks(self) -> tuple[int, int, int]:
        """The numbers (a, b, c)."""
        c = len(self.E)
        return c + len(self.F), c + len(self.H), c


def minimal_weights() -> GatedRNNDescription:
    """Return the weights of the smallest network, from the factors of a layer of attention.

    Its parameters are the fields of `AttentionFactors`, in their order. There is one product for
    each unit with lambda = 1, of the same name.
    """
    x, one, y = family("x", x="d"), family("one"), family("y", y="d_v")
    memory = (
        family("ee", increasing=True, i="c", j="c"),
        family("eh", i="c", j="h"),
        family("fe", i="f", j="c"),
        family("fh", i="f", j="h"),
    )
    hidden = (*memory, family("q_e", j="c"), family("q_h", j="h"))
    return GatedRNNDescription(
        parameters={
            "E": "c d",
            "F": "f d",
            "H": "h d",
            "P_e": "d_v c",
            "P_f": "d_v f",
            "R_e": "c d",
            "R_h": "h d",
        },
        append_one=True,
        lam=IndexedArray((hidden,), {(unit.name,): lambda *_: 1 for unit in memory}),
        W_in_m=IndexedArray(
            (hidden, (x, one)),
            {
                ("ee", "x"): lambda w, i, _j, x: w.E[i, x],
                ("eh", "x"): lambda w, i, _j, x: w.E[i, x],
                ("fe", "x"): lambda w, i, _j, x: w.F[i, x],
                ("fh", "x"): lambda w, i, _j, x: w.F[i, x],
                ("q_e", "x"): lambda w, j, x: w.R_e[j, x],
                ("q_h", "x"): lambda w, j, x: w.R_h[j, x],
            },
        ),
        W_in_x=IndexedArray(
            (hidden, (x, one)),
            {
                ("ee", "x"): lambda w, _i, j, x: w.E[j, x],
                ("eh", "x"): lambda w, _i, j, x: w.H[j, x],
                ("fe", "x"): lambda w, _i, j, x: w.E[j, x],
                ("fh", "x"): lambda w, _i, j, x: w.H[j, x],
                ("q_e", "one"): lambda *_: 1,
                ("q_h", "one"): lambda *_: 1,
            },
        ),
        W_out_m=IndexedArray(
            (memory, hidden),
            {
                ("ee", "ee"): _symmetric_read,
                ("eh", "eh"): _same_unit,
                ("fe", "fe"): _same_unit,
                ("fh", "fh"): _same_unit,
            },
        ),
        W_out_x=IndexedArray(
            (memory, hidden),
            {
                ("ee", "q_e"): lambda w, i, j, k: (
                    w.delta(j, k) - w.delta(i, k) + w.delta(i, j) * w.delta(i, k)
                ),
                ("eh", "q_h"): lambda w, _i, j, k: w.delta(j, k),
                ("fe", "q_e"): lambda w, _i, j, k: w.delta(j, k),
                ("fh", "q_h"): lambda w, _i, j, k: w.delta(j, k),
            },
        ),
        D=IndexedArray(
            ((y,), memory),
            {
                ("y", "ee"): lambda w, y, i, j: w.P_e[y, i] * (1 + w.delta(i, j)) - w.P_e[y, j],
                ("y", "eh"): lambda w, y, i, _j: w.P_e[y, i],
                ("y", "fe"): lambda w, y, i, _j: w.P_f[y, i],
                ("y", "fh"): lambda w, y, i, _j: w.P_f[y, i],
            },
        ),
    )


def _same_unit(w: Any, i: Any, j: Any, k: Any, m: Any) -> Any:
    return w.delta(i, k) * w.delta(j, m)


def _symmetric_read(w: Any, i: Any, j: Any, k: Any, m: Any) -> Any:
    """Unit (i, j) for the product i < j; the units (i, .) and (., i) of row i for i = j."""
    row = w.delta(i, k) + w.delta(i, m) - 2 * w.delta(i, k) * w.delta(i, m)
    return _same_unit(w, i, j, k, m) + w.delta(i, j) * row


def attention_factors(attention: LinearAttention) -> AttentionFactors:
    """Factor a layer of attention with exact weights.

    **Raises** `ExactnessError` for weights that are not exact.
    """
    V, K, Q = (EXACT.array(value, name) for name, value in attention.weights().items())
    M = K.T @ Q
    rows, columns = row_basis(V), row_basis(M.T)
    E = common_rows(rows, columns)
    F, H = completion(E, rows), completion(E, columns)
    P = coordinates(V, EXACT.concatenate([E, F]))
    R = coordinates(M.T, EXACT.concatenate([E, H])).T
    return AttentionFactors(E, F, H, P[:, : len(E)], P[:, len(E) :], R[: len(E)], R[len(E) :])


def minimal_attention(attention: LinearAttention) -> GatedRNN:
    r"""Return the smallest gated RNN that computes a layer of linear self-attention.

    It has $ab - c(c-1)/2 + b$ hidden units and $ab - c(c-1)/2$ products; no unit and no product if
    $a = 0$. **Raises** `ExactnessError` for weights that are not exact.
    """
    factors = attention_factors(attention)
    if factors.ranks[0] == 0:  # the outputs are 0, and queries of no use
        factors = attention_factors(LinearAttention(attention.W_V, *_no_keys(attention)))
    values = (getattr(factors, field.name) for field in fields(factors))
    return minimal_weights().gated_rnn(*values)


def _no_keys(attention: LinearAttention) -> tuple[NumberArray, NumberArray]:
    return EXACT.zeros(attention.W_K.shape), EXACT.zeros(attention.W_Q.shape)
