r"""One LRU In-Out (MLP) layer that computes the simplified gated RNN in the limit.

Four hidden units make a product where the activation $\phi$ has a second derivative:

$$\phi(b + s + t) - \phi(b + s - t) - \phi(b - s + t) + \phi(b - s - t)
= 4 \phi''(b)\, s\, t + O(\epsilon^4)$$

for $s, t = O(\epsilon)$; exactly, for a quadratic $\phi$. Parameters: `bias`, the point b;
`curvature`, the value $\phi''(b)$; `leak`, as in `gated_rnn_as_lrus`.
"""

from collections.abc import Callable
from typing import Any

from constructions.indexed import Entry, Family, family
from constructions.weights.gated_pairs import GATED_RNN
from constructions.weights.layers import (
    Layer,
    NetworkDescription,
    linear_layer,
    mlp_layer,
    recurrent_layer,
)

__all__ = ["gated_rnn_as_mlp_lru"]

CORNERS = {"pp": (1, 1), "pm": (1, -1), "mp": (-1, 1), "mm": (-1, -1)}


def gated_rnn_as_mlp_lru(activation: Callable[[Any], Any]) -> NetworkDescription:
    """Return one LRU In-Out (MLP) layer and a readout, with this activation in both perceptrons."""
    x, hidden = (family("x", a="m"),), (family("h", k="n"),)
    products, y = (family("product", r="p"),), (family("y", i="o"),)
    recurrence = recurrent_layer(
        hidden,
        hidden,
        hidden,
        lam_re={("h",): lambda w, k: (1 - w.leak) * w.lam[k] + w.leak * w.leak},
        gamma={("h",): lambda *_: 1},
        B_re={("h", "h"): lambda w, k, k2: w.delta(k, k2)},
        C_re={("h", "h"): lambda w, k, k2: w.delta(k, k2)},
    )
    return NetworkDescription(
        {**GATED_RNN, "leak": "", "bias": "", "curvature": ""},
        (
            _products_of(
                activation,
                x,
                hidden,
                "n",
                (lambda w, k, a: w.W_in_m[k, a], lambda w, k, a: w.W_in_x[k, a]),
            ),
            recurrence,
            _products_of(
                activation,
                hidden,
                products,
                "p",
                (lambda w, r, k: w.W_out_m[r, k], lambda w, r, k: w.W_out_x[r, k]),
            ),
            linear_layer(y, products, {("y", "product"): lambda w, i, r: w.D[i, r]}),
        ),
    )


def _products_of(
    activation: Callable[[Any], Any],
    inputs: tuple[Family, ...],
    rows: tuple[Family, ...],
    size: str,
    factors: tuple[Entry, Entry],
) -> Layer:
    """A perceptron with four hidden units for each row: the product of two linear maps."""
    hidden = tuple(family(corner, k=size) for corner in CORNERS)
    (source,), (row,) = inputs, rows

    def corner_of(signs: tuple[int, int]) -> Entry:
        return lambda w, k, a: (
            w.eps * (signs[0] * factors[0](w, k, a) + signs[1] * factors[1](w, k, a))
        )

    def read(signs: tuple[int, int]) -> Entry:
        return lambda w, k, k2: (
            (signs[0] * signs[1] / (4 * w.eps * w.eps * w.curvature)) * w.delta(k, k2)
        )

    return mlp_layer(
        hidden,
        inputs,
        rows,
        activation,
        W_1={(name, source.name): corner_of(signs) for name, signs in CORNERS.items()},
        b={(name,): lambda w, *_: w.bias for name in CORNERS},
        W_2={(row.name, name): read(signs) for name, signs in CORNERS.items()},
    )
