r"""One GRU layer that computes a linear recurrence, at a small scale.

Source: Zucchet et al., Gated recurrent neural networks discover attention, App. A.3.
"""

from constructions.activations import identity
from constructions.cells.gru import GRUActivations
from constructions.indexed import family
from constructions.weights.layers import NetworkDescription, gru_layer, linear_layer

__all__ = ["decay_as_gru", "linear_rnn_as_gru"]

_x = (family("x", a="m"),)
_h = (family("h", k="n"),)
_y = (family("y", i="o"),)


def decay_as_gru() -> NetworkDescription:
    r"""Return the paper's layer for $h' = \lambda \odot h + F x$: $z = 1$, $r = \lambda$.

    The gates are constants, so only their values matter: parameters `z` and `lam`, the value of
    r. (As values of a sigmoid, z = 1 is a limit, and $0 < \lambda < 1$.)
    """
    layer = gru_layer(
        _h,
        _x,
        GRUActivations.with_gates(identity),
        b_r={("h",): lambda w, k: w.lam[k]},
        b_z={("h",): lambda w, _k: w.z},
        U_h={("h", "x"): lambda w, k, a: w.F[k, a]},
        V_h={("h", "h"): lambda w, k, k2: w.delta(k, k2)},
    )
    readout = {("y", "h"): lambda w, i, k: w.C[i, k]}
    return NetworkDescription(
        {"lam": "n", "F": "n m", "C": "o n", "z": ""}, (layer, linear_layer(_y, _h, readout))
    )


def linear_rnn_as_gru() -> NetworkDescription:
    r"""Return a layer for $h' = W h + F x$ with any real W, all weights finite.

    Both gates stand at $\sigma(0) = \frac12$: the state is $\frac12 h + \frac12 \tilde h$, so that
    the candidate has to be $(2W - 1) h + 2 F x$.
    """
    layer = gru_layer(
        _h,
        _x,
        U_h={("h", "x"): lambda w, k, a: 2 * w.eps * w.F[k, a]},
        V_h={("h", "h"): lambda w, k, k2: 4 * w.W[k, k2] - 2 * w.delta(k, k2)},
    )
    readout = {("y", "h"): lambda w, i, k: w.C[i, k] * (1 / w.eps)}
    return NetworkDescription(
        {"W": "n n", "F": "n m", "C": "o n", "eps": ""}, (layer, linear_layer(_y, _h, readout))
    )
