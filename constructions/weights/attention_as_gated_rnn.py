r"""A gated RNN that computes linear self-attention.

Hidden units are of two kinds. The key-value units (i, j) add up $v_{t,i} k_{t,j}$: their input
gate multiplies row i of $W_V$ with row j of $W_K$, and they keep what they have ($\lambda = 1$).
The query units j hold $q_{t,j}$: their input gate multiplies row j of $W_Q$ with the appended 1,
and they forget ($\lambda = 0$). The output gate multiplies unit (i, j) with query unit j, and the
readout sums over j:

$$y_{t,i} = \sum_j \Big(\sum_{t' \le t} v_{t',i} k_{t',j}\Big) q_{t,j}.$$

Source: Zucchet et al., Gated recurrent neural networks discover attention, Figure 1 and section 3.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import Family, IndexedArray, family
from constructions.weights.gated_rnn_description import GatedRNNDescription

__all__ = ["attention_as_gated_rnn", "feature_weights", "fig1_weights", "keys_times_values"]


def fig1_weights() -> GatedRNNDescription:
    r"""Return the weights of Figure 1, for values of size $d_v$ and keys of size $d_k$.

    Units (i, j) stand in row-major order, before the units j. So, with the figure's
    repeat(A, n) for n copies of A below each other,

    - `W_in_m` is [each row of $W_V$, $d_k$ times | 0; $W_Q$ | 0],
    - `W_in_x` is [repeat($W_K$, $d_v$) | 0; 0 | 1],
    - `lam` is (1, ..., 1, 0, ..., 0),
    - `W_out_m` is [I | 0] and `W_out_x` is [0 | repeat(I, $d_v$)],
    - `D` sums the products (i, j) over j.

    There are $d_v d_k + d_k$ hidden units and $d_v d_k$ products. The figure has
    $d_v = d_k = d$.
    """
    x = family("x", a="d")
    one = family("one")
    kv = family("kv", i="d_v", j="d_k")
    q = family("q", j="d_k")
    return GatedRNNDescription(
        parameters={"W_V": "d_v d", "W_K": "d_k d", "W_Q": "d_k d"},
        append_one=True,
        **keys_times_values(((kv, q), (x, one)), lambda w, j, a: w.W_K[j, a]),
        **_read_out("d_k"),
    )


def keys_times_values(
    axes: tuple[tuple[Family, ...], tuple[Family, ...]], key: Callable[[Any, Any, Any], Any]
) -> dict[str, IndexedArray]:
    """Return the gate by which units (i, j) add up values times keys, and units j hold the query.

    **Arguments**: `axes`, units kv and q, and inputs x and one; `key`, entry (j, a) of the weights.
    """
    units, _ = axes
    return {
        "W_in_m": IndexedArray(
            axes,
            {
                ("kv", "x"): lambda w, i, _j, a: w.W_V[i, a],
                ("q", "x"): lambda w, j, a: w.W_Q[j, a],
            },
        ),
        "W_in_x": IndexedArray(
            axes,
            {
                ("kv", "x"): lambda w, _i, j, a: key(w, j, a),
                ("q", "one"): lambda *_: 1,
            },
        ),
        "lam": IndexedArray((units,), {("kv",): lambda *_: 1}),
    }


def feature_weights() -> GatedRNNDescription:
    r"""Return the weights of Figure 1 for inputs that bring the features of keys and queries.

    The network is fed with $(x_t, \varphi(k_t), \varphi(q_t))$, of sizes d, f and f. The key-value
    units (i, j) multiply row i of $W_V x_t$ with entry j of $\varphi(k_t)$, and the query units
    hold $\varphi(q_t)$; so it computes $\sum_{t' \le t} v_{t'} \varphi(k_{t'})^\top \varphi(q_t)$.

    The size f is that of no parameter: give it to `IndexedArray.array` beside the others.
    """
    x, key, query = (family(name, a=n) for name, n in (("x", "d"), ("key", "f"), ("query", "f")))
    kv, q = family("kv", i="d_v", j="f"), family("q", j="f")
    given = (kv, q), (x, key, query, family("one"))
    return replace(
        fig1_weights(),
        parameters={"W_V": "d_v d"},
        lam=IndexedArray(((kv, q),), {("kv",): lambda *_: 1}),
        W_in_m=IndexedArray(
            given,
            {
                ("kv", "x"): lambda w, i, _j, a: w.W_V[i, a],
                ("q", "query"): lambda w, j, a: w.delta(j, a),
            },
        ),
        W_in_x=IndexedArray(
            given,
            {
                ("kv", "key"): lambda w, _i, j, a: w.delta(j, a),
                ("q", "one"): lambda *_: 1,
            },
        ),
        **_read_out("f"),
    )


def _read_out(keys: str) -> dict[str, IndexedArray]:
    """Return the gate that multiplies units (i, j) with query units j, and the sum over j."""
    kv, q, y = family("kv", i="d_v", j=keys), family("q", j=keys), family("y", i="d_v")
    product = family("product", i="d_v", j=keys)
    return {
        "W_out_m": IndexedArray(
            ((product,), (kv, q)),
            {("product", "kv"): lambda w, i, j, i2, j2: w.delta(i, i2) * w.delta(j, j2)},
        ),
        "W_out_x": IndexedArray(
            ((product,), (kv, q)),
            {("product", "q"): lambda w, _i, j, j2: w.delta(j, j2)},
        ),
        "D": IndexedArray(
            ((y,), (product,)),
            {("y", "product"): lambda w, i, i2, _j2: w.delta(i, i2)},
        ),
    }


def attention_as_gated_rnn(
    attention: LinearAttention, reads: Literal["before", "after"] = "after"
) -> GatedRNN:
    """Return the gated RNN with the weights of Figure 1 for a layer of linear self-attention.

    It has the layer's number system. With `reads="after"` it computes the same outputs; with
    "before", the class as printed, it computes them one step late.
    """
    return fig1_weights().gated_rnn(attention.W_V, attention.W_K, attention.W_Q, reads=reads)
