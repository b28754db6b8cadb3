r"""A gated RNN that computes linear self-attention with equal keys and values in half the memory.

If $W_K = W_V$, the key-value matrix $\sum_t v_t v_t^\top$ is symmetric, and only its entries
$i \le j$ are kept. Any attention with an invertible $W_V$ is of this kind: $W_K$ may be replaced by
$W_V$ if $W_Q$ is replaced by $W_V^{-\top} W_K^\top W_Q$.

Source: Zucchet et al., Gated recurrent neural networks discover attention, section 3.2. With fewer
products, and for all ranks: `constructions.weights.minimal_attention`.
"""

from constructions.indexed import IndexedArray, family
from constructions.weights.attention_as_gated_rnn import keys_times_values
from constructions.weights.gated_rnn_description import GatedRNNDescription

__all__ = ["compact_weights"]


def compact_weights() -> GatedRNNDescription:
    r"""Return the weights for given $W_V = W_K$ and $W_Q$, both $d_v \times d$.

    There are $d_v(d_v+1)/2$ hidden units (i, j) with $i \le j$ that keep what they have, and $d_v$
    units that hold the query; product (i, j) reads unit (i, j) or (j, i), and query unit j.
    """
    x, one, y = family("x", a="d"), family("one"), family("y", i="d_v")
    kv = family("kv", increasing=True, i="d_v", j="d_v")
    q = family("q", j="d_v")
    product = family("product", i="d_v", j="d_v")
    return GatedRNNDescription(
        parameters={"W_V": "d_v d", "W_Q": "d_v d"},
        append_one=True,
        **keys_times_values(((kv, q), (x, one)), lambda w, j, a: w.W_V[j, a]),
        W_out_m=IndexedArray(
            ((product,), (kv, q)),
            {
                ("product", "kv"): lambda w, i, j, k, m: (
                    w.delta(i, k) * w.delta(j, m)
                    + w.delta(i, m) * w.delta(j, k)
                    - w.delta(i, j) * w.delta(i, k) * w.delta(j, m)
                )
            },
        ),
        W_out_x=IndexedArray(
            ((product,), (kv, q)),
            {("product", "q"): lambda w, _i, j, k: w.delta(j, k)},
        ),
        D=IndexedArray(
            ((y,), (product,)),
            {("y", "product"): lambda w, i, k, _j: w.delta(i, k)},
        ),
    )
