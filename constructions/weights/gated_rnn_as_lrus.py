r"""LRU layers that compute the simplified gated RNN: two plain ones, or one LRU In-Out.

A gated linear unit has $\sigma(\epsilon\, m)\, w \approx (\frac12 + \frac14 \epsilon\, m)\, w$. A
second row with $W_m = 0$ has $\frac12 w$, and the difference of the two is
$\frac14 \epsilon\, m\, w$, which the next linear map multiplies with $4 / \epsilon$ (App. A.1 of
the paper, with the right slope).

The recurrence needs no imaginary part. Its factors are $\lambda (1 - leak) + leak^2$, which for
$0 < leak < \frac12$ lie strictly between -1 and 1 where $\lambda \in \{-1, 0, 1\}$, as the
exponential parametrisation of an LRU wants it.

Source: Zucchet et al., Gated recurrent neural networks discover attention, App. A.1.
"""

from constructions.indexed import Entry, family
from constructions.weights.gated_pairs import GATED_RNN
from constructions.weights.layers import (
    Entries,
    Layer,
    NetworkDescription,
    glu_layer,
    linear_layer,
    recurrent_layer,
)

__all__ = ["gated_rnn_as_lru_in_out", "gated_rnn_as_lrus"]

_x = (family("x", a="m"),)
_gated = (family("main", k="n"), family("half", k="n"))
_hidden = (family("h", k="n"),)
_products = (family("main", r="p"), family("half", r="p"))
_y = (family("y", i="o"),)

SIGNS = {"main": 1, "half": -1}


def gated_rnn_as_lrus() -> NetworkDescription:
    """Return two LRU layers and a readout; the recurrence of the first one idles."""
    idle = (family("idle"),)
    passed = recurrent_layer(idle, _x, _x, D={("x", "x"): lambda w, a, b: w.delta(a, b)})
    return NetworkDescription(
        {**GATED_RNN, "leak": ""},
        (passed, _input_gate(), _recurrence(), _output_gate(), _readout()),
    )


def gated_rnn_as_lru_in_out() -> NetworkDescription:
    """Return one LRU In-Out layer and a readout."""
    return NetworkDescription(
        {**GATED_RNN, "leak": ""}, (_input_gate(), _recurrence(), _output_gate(), _readout())
    )


def _input_gate() -> Layer:
    return glu_layer(
        _gated,
        _x,
        {("main", "x"): lambda w, k, a: w.eps * w.W_in_m[k, a]},
        {(row, "x"): lambda w, k, a: w.W_in_x[k, a] for row in SIGNS},
    )


def _recurrence() -> Layer:
    return recurrent_layer(
        _hidden,
        _gated,
        _hidden,
        lam_re={("h",): lambda w, k: (1 - w.leak) * w.lam[k] + w.leak * w.leak},
        gamma={("h",): lambda *_: 1},
        B_re=_decoded("h", lambda w, k, k2: w.delta(k, k2)),
        C_re={("h", "h"): lambda w, k, k2: w.delta(k, k2)},
    )


def _output_gate() -> Layer:
    return glu_layer(
        _products,
        _hidden,
        {("main", "h"): lambda w, r, k: w.eps * w.W_out_m[r, k]},
        {(row, "h"): lambda w, r, k: w.W_out_x[r, k] for row in SIGNS},
    )


def _readout() -> Layer:
    return linear_layer(_y, _products, _decoded("y", lambda w, i, r: w.D[i, r]))


def _decoded(rows: str, matrix: Entry) -> Entries:
    """A matrix that reads products from a gated linear unit."""

    def read(sign: int) -> Entry:
        return lambda w, *indices: (4 * sign / w.eps) * matrix(w, *indices)

    return {(rows, column): read(sign) for column, sign in SIGNS.items()}
