r"""One LSTM layer that computes linear self-attention, with true gates or with the fewest units."""

from typing import Any

from constructions.activations import identity
from constructions.arrays import ones
from constructions.cells.lstm import LSTMActivations
from constructions.indexed import family
from constructions.weights.layers import NetworkDescription, linear_layer, lstm_layer

__all__ = ["attention_as_lstm", "attention_as_small_lstm", "uncancelled_lstm"]

ATTENTION = {"W_V": "d_v d", "W_K": "d_k d", "W_Q": "d_k d"}

_x = (family("x", a="d"),)
_y = (family("y", i="d_v"),)


def attention_as_lstm() -> NetworkDescription:
    r"""Return one LSTM layer of $d_v (d_k + 2)$ units whose true gates cancel their offsets.

    Unit (i, j) holds $\epsilon \sum_t \sigma(\epsilon^2 k_j) v_i$ and is read through
    $\sigma(\epsilon^2 \tilde q_j)$: the gates have a smaller scale, because their cubic terms stand
    beside the offsets and so count for more than those of $\tanh$. The offsets 1/2 of both gates
    leave three unwanted terms. Two of them vanish where $\sum_j k_j = \sum_j \tilde q_j = 0$, which
    units (i, last) with $k_{last} = -\sum_j k_j$ and $\tilde q_{last} = -\sum_j \tilde q_j$ bring
    about; then
    $\tilde q_j = q_j - \frac{1}{d_k + 1} \sum_l q_l$ makes
    $\sum_j k_j \tilde q_j$, with j = last, the wanted sum. The third is held by units (i, base).

    Parameter `b_f` is the bias of the forget gate: large, so that $\sigma(b_f)$ is near 1.
    """
    units = (family("kv", i="d_v", j="d_k"), family("last", i="d_v"), family("base", i="d_v"))
    value = {
        ("kv", "x"): lambda w, i, _j, a: w.eps * w.W_V[i, a],
        ("last", "x"): lambda w, i, a: w.eps * w.W_V[i, a],
        ("base", "x"): lambda w, i, a: w.eps * w.W_V[i, a],
    }
    gate = {
        ("kv", "x"): lambda w, _i, j, a: w.eps * w.eps * w.W_K[j, a],
        ("last", "x"): lambda w, _i, a: -w.eps * w.eps * w.K_sum[a],
    }
    output = {
        ("kv", "x"): lambda w, _i, j, a: w.eps * w.eps * (w.W_Q[j, a] - _mean(w, a)),
        ("last", "x"): lambda w, _i, a: -w.eps * w.eps * _mean(w, a),
    }
    layer = lstm_layer(
        units,
        _x,
        b_f={(part.name,): lambda w, *_: w.b_f for part in units},
        U_c=value,
        U_g=gate,
        U_o=output,
    )
    readout = {
        ("y", "kv"): lambda w, i, i2, _j: _decoder(w, 5) * w.delta(i, i2),
        ("y", "last"): lambda w, i, i2: _decoder(w, 5) * w.delta(i, i2),
        ("y", "base"): lambda w, i, i2: -(w.d_k + 1) * _decoder(w, 5) * w.delta(i, i2),
    }
    return NetworkDescription(
        {**ATTENTION, "eps": "", "b_f": ""},
        (layer, linear_layer(_y, units, readout)),
        {"K_sum": lambda w: _column_sums(w["W_K"]), "Q_sum": lambda w: _column_sums(w["W_Q"])},
    )


def uncancelled_lstm() -> NetworkDescription:
    r"""Return one LSTM layer with the weights of Table 4, left, made small, and its true gates.

    The decoder is right for the product of three linear parts; the offsets 1/2 stay.
    """
    kv = (family("kv", i="d_v", j="d_k"),)
    layer = lstm_layer(
        kv,
        _x,
        b_f={("kv",): lambda w, *_: w.b_f},
        U_c={("kv", "x"): lambda w, _i, j, a: w.eps * w.W_K[j, a]},
        U_g={("kv", "x"): lambda w, i, _j, a: w.eps * w.W_V[i, a]},
        U_o={("kv", "x"): lambda w, _i, j, a: w.eps * w.W_Q[j, a]},
    )
    readout = {("y", "kv"): lambda w, i, i2, _j: _decoder(w, 3) * w.delta(i, i2)}
    return NetworkDescription(
        {**ATTENTION, "eps": "", "b_f": ""}, (layer, linear_layer(_y, kv, readout))
    )


def attention_as_small_lstm() -> NetworkDescription:
    r"""Return one linearised LSTM layer of $d(d+1)/2$ units for attention of any $V, K, Q$.

    With $M = K^\top Q$, $y = V S M x$ for $S = \sum_t x_t x_t^\top$. The matrices
    $u u^\top$, $u = e_a$ or $u = e_a + e_b$, $a < b$, are a basis of the symmetric ones, in which S
    has the coordinates $\sum_t x_{t,a} (x_{t,a} - \sum_{b \ne a} x_{t,b})$ and
    $\sum_t x_{t,a} x_{t,b}$. So unit (a, b), $a \le b$, adds up one product, is multiplied with
    $u \cdot M x$, and read out by $V u$. The gates are the linear ones of Table 4.

    Parameter `forget` is $\sigma(b_f)$: 1 for $b_f = +\infty$.
    """
    pair = (family("pair", increasing=True, a="d", b="d"),)
    layer = lstm_layer(
        pair,
        _x,
        LSTMActivations.with_gates(identity),
        b_f={("pair",): lambda w, *_: w.forget},
        U_c={("pair", "x"): lambda w, a, _b, e: w.delta(a, e)},
        U_g={("pair", "x"): lambda w, a, b, e: w.delta(b, e) + w.delta(a, b) * (w.delta(a, e) - 1)},
        U_o={("pair", "x"): lambda w, a, b, e: w.M[a, e] + (1 - w.delta(a, b)) * w.M[b, e]},
    )
    readout = {("y", "pair"): lambda w, i, a, b: w.W_V[i, a] + (1 - w.delta(a, b)) * w.W_V[i, b]}
    return NetworkDescription(
        {**ATTENTION, "forget": ""},
        (layer, linear_layer(_y, pair, readout)),
        {"M": lambda w: w["W_K"].T @ w["W_Q"]},
    )


def _decoder(w: Any, power: int) -> Any:
    """What undoes two slopes of 1/4 and a power of the scale."""
    scale = 16
    for _ in range(power):
        scale = scale / w.eps
    return scale


def _mean(w: Any, a: Any) -> Any:
    """The mean of the queries and a zero."""
    return (w.eps / (w.eps * (w.d_k + 1))) * w.Q_sum[a]


def _column_sums(matrix: Any) -> Any:
    return ones((matrix.shape[0],), like=matrix) @ matrix
