r"""The LSTM weights of Table 4, for linear self-attention and for the simplified gated RNN.

The table presumes that the candidate, its gate and the output gate are linear, and, though it does
not say so, the function of the cell state in $h = o \odot \tanh(c)$ too. Of the forget gate only
the value $\sigma(b_f)$ matters, since $U_f = V_f = 0$; here that value is a parameter, so that the
limits 0 and 1 of $\sigma$ at infinity are ordinary numbers.

**Erratum.** The right half has $b_o = +\infty$ for an output gate that its caption calls linear.
What is meant is $o = 1$: a constant, by whatever means.

Source: Zucchet et al., Gated recurrent neural networks discover attention, Table 4 and App. A.2.
"""

from constructions.activations import identity
from constructions.cells.lstm import LSTMActivations
from constructions.indexed import family
from constructions.weights.layers import NetworkDescription, linear_layer, lstm_layer

__all__ = ["table_4_left", "table_4_right"]

LINEAR = LSTMActivations.with_gates(identity)

_x = family("x", a="d")


def table_4_left() -> NetworkDescription:
    r"""Return one LSTM layer and its readout, for attention with $d_v$ values and $d_k$ keys.

    Unit (i, j) adds up $v_i k_j$ and is multiplied with $q_j$; the readout sums over j. Parameter
    `forget` is $\sigma(b_f)$: 1 for $b_f = +\infty$.
    """
    kv = family("kv", i="d_v", j="d_k")
    y = family("y", i="d_v")
    return NetworkDescription(
        {"W_V": "d_v d", "W_K": "d_k d", "W_Q": "d_k d", "forget": ""},
        (
            lstm_layer(
                (kv,),
                (_x,),
                LINEAR,
                b_f={("kv",): lambda w, *_: w.forget},
                U_c={("kv", "x"): lambda w, _i, j, a: w.W_K[j, a]},
                U_g={("kv", "x"): lambda w, i, _j, a: w.W_V[i, a]},
                U_o={("kv", "x"): lambda w, _i, j, a: w.W_Q[j, a]},
            ),
            linear_layer((y,), (kv,), {("y", "kv"): lambda w, i, i2, _j: w.delta(i, i2)}),
        ),
    )


def table_4_right() -> NetworkDescription:
    r"""Return two LSTM layers and a readout, for the simplified gated RNN.

    Parameters are those of the gated RNN, with n hidden units and p products; its `lam` takes the
    place of $\sigma(b_f)$ in layer 1. `forget` is $\sigma(b_f)$ in layer 2: 0 for
    $b_f = -\infty$. `o` is the value of both output gates: 1 is meant.
    """
    x, h = family("x", a="m"), family("h", k="n")
    product, y = family("product", r="p"), family("y", i="o")
    return NetworkDescription(
        {
            "lam": "n",
            "W_in_m": "n m",
            "W_in_x": "n m",
            "W_out_m": "p n",
            "W_out_x": "p n",
            "D": "o p",
            "forget": "",
            "o": "",
        },
        (
            lstm_layer(
                (h,),
                (x,),
                LINEAR,
                b_f={("h",): lambda w, k: w.lam[k]},
                U_c={("h", "x"): lambda w, k, a: w.W_in_m[k, a]},
                U_g={("h", "x"): lambda w, k, a: w.W_in_x[k, a]},
                b_o={("h",): lambda w, _k: w.o},
            ),
            lstm_layer(
                (product,),
                (h,),
                LINEAR,
                b_f={("product",): lambda w, _r: w.forget},
                U_c={("product", "h"): lambda w, r, k: w.W_out_m[r, k]},
                U_g={("product", "h"): lambda w, r, k: w.W_out_x[r, k]},
                b_o={("product",): lambda w, _r: w.o},
            ),
            linear_layer((y,), (product,), {("y", "product"): lambda w, i, r: w.D[i, r]}),
        ),
    )
