r"""LRU In-Out (MLP) layers that are a gated RNN in the limit, with three activations.

A product comes from the curvature of an activation f: $f(b + \epsilon (u + v)) - f(b + \epsilon u)
- f(b + \epsilon v) + f(b)$ is $\epsilon^2 u v f''(b)$ but for higher orders. So the layer takes the
activation, the place b at which its products are made, and the second derivative there as
parameters; here it is built for $u^2$, for swish and for tanh, each with its own place.
"""

from constructions.activations import sigmoid, tanh
from constructions.cells.gated_rnn import GatedRNN
from constructions.weights.gated_rnn_as_mlp_lru import gated_rnn_as_mlp_lru
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_lru import LEAK, by_real_parts
from proofs.gated_rnn.realisation import Realisation


def square(u):
    """Return u^2, the simplest activation with a second derivative."""
    return u * u


def swish(u):
    """Return u sigma(u), whose second derivative at 0 is 1/2."""
    return u * sigmoid(u)


def _tanh_curvature(eps):
    """Return the second derivative of tanh at 1, in the number system of the scale."""
    value = tanh(eps * 0 + 1)
    return -2 * value * (1 - value * value)


def in_mlp_lru(activation, bias, curvature, leak=LEAK["real"]["leak"]) -> Realisation:
    """Return the LRU In-Out (MLP) with this activation, whose products are made at `bias`."""
    further = {"bias": bias, "curvature": curvature, "leak": leak}
    network = gated_rnn_as_mlp_lru(activation)
    return Realisation(network, GatedRNN, "m", by_real_parts, {"real": further}, "real")


MLP_SQUARE = in_mlp_lru(square, 0, 2, leak=0)
MLP_SWISH = in_mlp_lru(swish, lambda eps: eps * 0, lambda eps: (eps * 0 + 1) / 2)
MLP_TANH = in_mlp_lru(tanh, lambda eps: eps * 0 + 1, _tanh_curvature)
