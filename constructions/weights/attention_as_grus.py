r"""Two GRU layers that compute linear self-attention, with $d_v d_k + 2d$ units each.

A unit with candidate $a + h$ adds up: $p_t = p_{t-1} + z_t \odot a_t$. With
$z = \sigma(\epsilon k) \approx \frac12 + \frac14 \epsilon k$ the sum of products $k\,a$ stands
beside the sum of $\frac12 a$, which a unit with $z = \frac12$ holds. So layer 1 stores keys times
values, and it passes the queries on. In layer 2 the same units hold the sum over time of key-values
times queries; a unit that remembers this sum gives the difference of one step, the output.

All reset gates stand at $\sigma(0) = \frac12$, so that all weights are finite.
"""

from constructions.indexed import family
from constructions.weights.layers import NetworkDescription, gru_layer, linear_layer

__all__ = ["attention_as_grus"]


def attention_as_grus() -> NetworkDescription:
    r"""Return two GRU layers and a readout, for $d_v$ values and $d_k$ keys.

    Layer 1: units kv (i, j) with $\sigma(\epsilon k_j)$ and base (i) with $\frac12$ add up
    $\epsilon^2 v_i$, so that $kv - base = \frac14 \epsilon^3 S$; units q (j) hold
    $\epsilon^2 q_j$. Layer 2: units kvq (i, j) with $\sigma(\epsilon q_j)$ and base (i) with
    $\frac12$ add up $\epsilon^2 S_{ij}$; units last (i) hold what
    $\sum_j kvq_{ij} - base_i$ was one step before.
    """
    x = (family("x", a="d"),)
    first = (family("kv", i="d_v", j="d_k"), family("base", i="d_v"), family("q", j="d_k"))
    second = (family("kvq", i="d_v", j="d_k"), family("base", i="d_v"), family("last", i="d_v"))
    return NetworkDescription(
        {"W_V": "d_v d", "W_K": "d_k d", "W_Q": "d_k d", "eps": ""},
        (
            gru_layer(
                first,
                x,
                U_z={("kv", "x"): lambda w, _i, j, a: w.eps * w.W_K[j, a]},
                U_h={
                    ("kv", "x"): lambda w, i, _j, a: w.eps * w.eps * w.W_V[i, a],
                    ("base", "x"): lambda w, i, a: w.eps * w.eps * w.W_V[i, a],
                    ("q", "x"): lambda w, j, a: 2 * w.eps * w.eps * w.W_Q[j, a],
                },
                V_h={
                    ("kv", "kv"): lambda w, i, j, i2, j2: 2 * w.delta(i, i2) * w.delta(j, j2),
                    ("base", "base"): lambda w, i, i2: 2 * w.delta(i, i2),
                    ("q", "q"): lambda w, j, j2: -2 * w.delta(j, j2),
                },
            ),
            gru_layer(
                second,
                first,
                U_z={("kvq", "q"): lambda w, _i, j, j2: (1 / w.eps) * w.delta(j, j2)},
                U_h={
                    ("kvq", "kv"): lambda w, i, j, i2, j2: (
                        (4 / w.eps) * w.delta(i, i2) * w.delta(j, j2)
                    ),
                    ("kvq", "base"): lambda w, i, _j, i2: (-4 / w.eps) * w.delta(i, i2),
                    ("base", "kv"): lambda w, i, i2, _j: (4 / w.eps) * w.delta(i, i2),
                    ("base", "base"): lambda w, i, i2: (-4 * w.d_k / w.eps) * w.delta(i, i2),
                },
                V_h={
                    ("kvq", "kvq"): lambda w, i, j, i2, j2: 2 * w.delta(i, i2) * w.delta(j, j2),
                    ("base", "base"): lambda w, i, i2: 2 * w.delta(i, i2),
                    ("last", "kvq"): lambda w, i, i2, _j: 4 * w.delta(i, i2),
                    ("last", "base"): lambda w, i, i2: -4 * w.delta(i, i2),
                    ("last", "last"): lambda w, i, i2: -2 * w.delta(i, i2),
                },
            ),
            linear_layer(
                (family("y", i="d_v"),),
                second,
                {
                    ("y", "kvq"): lambda w, i, i2, _j: (
                        (4 / (w.eps * w.eps * w.eps)) * w.delta(i, i2)
                    ),
                    ("y", "base"): lambda w, i, i2: (-4 / (w.eps * w.eps * w.eps)) * w.delta(i, i2),
                    ("y", "last"): lambda w, i, i2: (-4 / (w.eps * w.eps * w.eps)) * w.delta(i, i2),
                },
            ),
        ),
    )
