r"""Pairs of gated units that compute the simplified gated RNN, with any real decay.

Since $\sigma(u) + \sigma(-u) = 1$, two units whose update gates have opposite arguments
$\pm u$ and whose candidates move by $w \pm \mu P$, with $P$ their difference, change this
difference by

$$\sigma(u)(w + \mu P) - \sigma(-u)(w - \mu P) = \tanh(u/2)\, w + \mu P.$$

So a pair is one hidden unit $P' = \lambda P + \tanh(u/2)\, w$ of the simplified gated RNN, for
every real $\lambda$ and with finite weights: $\mu = \lambda - 1$ in a GRU, which keeps what it has;
$\mu = \lambda - \frac12$ in an LSTM whose forget gate stands at $\sigma(0) = \frac12$. With
$u = \epsilon W_m x$ and $w = \epsilon W_x x$ the difference is $\frac12 \epsilon^2$ times the
hidden state, up to a relative error $O(\epsilon^2)$. Two layers of pairs, the second with
$\lambda = 0$, have input gate, recurrence and output gate.
"""

from constructions.indexed import Entry, family
from constructions.weights.layers import (
    Entries,
    Layer,
    NetworkDescription,
    gru_layer,
    linear_layer,
    lstm_layer,
)

__all__ = ["GATED_RNN", "gated_rnn_as_grus", "gated_rnn_as_lstms"]

GATED_RNN = {
    "lam": "n",
    "W_in_m": "n m",
    "W_in_x": "n m",
    "W_out_m": "p n",
    "W_out_x": "p n",
    "D": "o p",
    "eps": "",
}
"""The weights of a simplified gated RNN, and the scale."""

_x = (family("x", a="m"),)
_hidden = (family("plus", k="n"), family("minus", k="n"))
_products = (family("plus", r="p"), family("minus", r="p"))
_y = (family("y", i="o"),)

SIGNS = {"plus": 1, "minus": -1}


def gated_rnn_as_grus() -> NetworkDescription:
    r"""Return two GRU layers of 2n and 2p units, and a readout, for any simplified gated RNN.

    The reset gates stand at $\sigma(0) = \frac12$, which the recurrent weights make up for.
    """
    return _two_layers(_gru_pairs, decoder=2)


def gated_rnn_as_lstms() -> NetworkDescription:
    r"""Return two LSTM layers of 2n and 2p units, and a readout, for any simplified gated RNN.

    The forget and output gates stand at $\sigma(0) = \frac12$.
    """
    return _two_layers(_lstm_pairs, decoder=4)


def _two_layers(pairs, decoder: int) -> NetworkDescription:
    """Layers of pairs; `decoder` over eps^2 times the difference of outputs is the state."""

    def decoded(matrix: Entry) -> Entries:
        """Rows that read the hidden state from the units of a layer below."""
        return {
            (row, column): _times(matrix, sign * decoder)
            for row in SIGNS
            for column, sign in SIGNS.items()
        }

    into = {(row, "x"): lambda w, k, a: w.eps * w.W_in_m[k, a] for row in SIGNS}
    candidate = {(row, "x"): lambda w, k, a: w.eps * w.W_in_x[k, a] for row in SIGNS}
    return NetworkDescription(
        GATED_RNN,
        (
            pairs(_hidden, _x, into, candidate, lambda w, k: w.lam[k]),
            pairs(
                _products,
                _hidden,
                decoded(lambda w, r, k: w.W_out_m[r, k] * (1 / w.eps)),
                decoded(lambda w, r, k: w.W_out_x[r, k] * (1 / w.eps)),
                lambda *_: 0,
            ),
            linear_layer(
                _y,
                _products,
                {
                    ("y", column): _times(
                        lambda w, i, r: w.D[i, r] * (1 / (w.eps * w.eps)), sign * decoder
                    )
                    for column, sign in SIGNS.items()
                },
            ),
        ),
    )


def _gru_pairs(units, inputs, gate: Entries, candidate: Entries, lam: Entry) -> Layer:
    """Pairs in a GRU: the candidate is 2 r h = h, moved by w and by (lam - 1) P."""

    def kept(w, k, k2):
        return 2 * lam(w, k) * w.delta(k, k2)

    def crossed(w, k, k2):
        return 2 * (1 - lam(w, k)) * w.delta(k, k2)

    return gru_layer(
        units, inputs, U_z=_opposite(gate), U_h=candidate, V_h=_within_pairs(kept, crossed)
    )


def _lstm_pairs(units, inputs, gate: Entries, candidate: Entries, lam: Entry) -> Layer:
    """Pairs in an LSTM: the candidate is w moved by (lam - 1/2) P, where P is twice that of h."""

    def kept(w, k, k2):
        return (2 * lam(w, k) - 1) * w.delta(k, k2)

    return lstm_layer(
        units,
        inputs,
        U_g=_opposite(gate),
        U_c=candidate,
        V_c=_within_pairs(kept, lambda w, k, k2: -kept(w, k, k2)),
    )


def _within_pairs(same: Entry, other: Entry) -> Entries:
    return {(row, column): same if row == column else other for row in SIGNS for column in SIGNS}


def _opposite(entries: Entries) -> Entries:
    """The same rows with the sign of their unit."""
    return {block: _times(entry, SIGNS[block[0]]) for block, entry in entries.items()}


def _times(entry: Entry, factor: int) -> Entry:
    return lambda w, *indices: factor * entry(w, *indices)
