r"""One plain GRU or LSTM layer that comes near linear self-attention.

$y_t = S_{t-1} q_t + v_t (k_t \cdot q_t)$ is a sum of products of linear functions of $h_{t-1}$ and
$x_t$, where the memory is one of $h_{t-1}$ in its turn: units kv hold the products $v_i k_j$, and a
unit sum adds up those of earlier steps.
"""

from typing import Any

from constructions.indexed import family
from constructions.weights.layers import Entries, NetworkDescription, linear_layer
from constructions.weights.plain_layers import PlainLayer, corners, sign_of, times

__all__ = ["attention_in_one_layer"]


def attention_in_one_layer(plain: PlainLayer) -> NetworkDescription:
    r"""Return a plain layer of $13 d_v d_k$ units and a readout.

    Units (i, j): four for $v_i k_j$, one for the sum of these over earlier steps, four for
    $S_{t-1,ij} q_j$, four for $v_i k_j q_j$.
    """
    kv, read, now = (corners(family(name, i="d_v", j="d_k"), 2) for name in ("kv", "read", "now"))
    memory = family("sum", i="d_v", j="d_k")
    units = (*kv.values(), memory, *read.values(), *now.values())

    def same(w: Any, i: Any, j: Any, i2: Any, j2: Any) -> Any:
        return w.delta(i, i2) * w.delta(j, j2)

    def decoded(w: Any) -> Any:
        return 1 / (plain.cubic * w.eps * w.eps)

    def token(s: int, r: int, with_query: bool) -> Any:
        """The argument s v_i + r k_j, and q_j."""

        def entry(w: Any, i: Any, j: Any, a: Any) -> Any:
            value = s * w.W_V[i, a] + r * w.W_K[j, a]
            return w.eps * (value + w.W_Q[j, a] if with_query else value)

        return entry

    U: Entries = {
        **{(part.name, "x"): token(*signs, with_query=False) for signs, part in kv.items()},
        **{(part.name, "x"): token(*signs, with_query=True) for signs, part in now.items()},
        **{
            (part.name, "x"): times(lambda w, _i, j, a: w.eps * w.W_Q[j, a], signs[1])
            for signs, part in read.items()
        },
    }
    V: Entries = {
        ("sum", "sum"): same,
        **{("sum", part.name): times(same, sign_of(s), decoded) for s, part in kv.items()},
    }
    for signs, part in read.items():
        V |= {(part.name, "sum"): times(same, signs[0])}
        V |= {
            (part.name, other.name): times(same, signs[0] * sign_of(s), decoded)
            for s, other in kv.items()
        }
    b: Entries = {(part.name,): lambda w, *_: w.eps for part in (*kv.values(), *read.values())}
    readout: Entries = {
        ("y", part.name): times(
            lambda w, i, i2, _j: w.delta(i, i2), sign_of(signs), decoded, lambda w: 1 / w.eps
        )
        for kind in (read, now)
        for signs, part in kind.items()
    }
    return NetworkDescription(
        {"W_V": "d_v d", "W_K": "d_k d", "W_Q": "d_k d", "eps": ""},
        (
            plain.layer(units, (family("x", a="d"),), U, V, b),
            linear_layer((family("y", i="d_v"),), units, readout),
        ),
    )
