"""The row LSTM of Table 3, for linear functions: 2 layers for a gated RNN, 1 for attention.

Pairs of units hold the hidden state of a gated RNN as their difference; the units of attention hold
key-values over those of a base. What is claimed of a number of layers, and that fewer are not
enough, stands in `linearised_layers`.
"""

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_lstm import attention_as_lstm
from constructions.weights.gated_pairs import gated_rnn_as_lstms
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.linearised_layers import (
    LAYERS,
    Cell,
    claim_of,
    paired,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import ATTENTION, GATED
from proofs.gated_rnn.realisation import EPS, Realisation, few
from theorem_checks import Evidence, Index, SameOutputs, Sum, simulation, with_parts


def by_pairs_of_lstms(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as pairs of units hold the hidden state; halves of cells go back."""
    (first, _), (second, _), readout = same.one.state
    pair = paired(first, same.other.state)
    return simulation(same, ((pair, pair / 2), (second, second / 2), readout))


def by_balanced_units(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as key-values stand over the base, and the last unit balances them."""
    ((cell, hidden), readout), memory = same.one.state, same.other.state
    base, l = cell.part("base"), Index("l", memory.axes[1][0].sizes[0])
    blocks = {
        ("kv",): lambda i, j: base[i] + memory[i, j] * (EPS**3 / 4),
        ("last",): lambda i: base[i] - Sum(memory[i, l], l) * (EPS**3 / 4),
    }
    held = with_parts(cell, blocks)
    return simulation(same, ((held, hidden), readout))


LSTM_PAIRS = Realisation(gated_rnn_as_lstms(), GatedRNN, "m", by_pairs_of_lstms)
LSTM_ATTENTION = Realisation(
    attention_as_lstm(),
    LinearAttention,
    "d",
    by_balanced_units,
    {"linearised": {"b_f": 2}, "real": {"b_f": lambda eps: 1 / eps}},
)

LSTM_GATED = claim_of(
    Cell("LSTM", GATED, LAYERS["LSTM", GATED], LSTM_PAIRS),
    LSTM_PAIRS.changed(
        0,
        "V_c",
        ("plus", "minus"),
        lambda w, k, k2: (1 - 2 * w.lam[k]) * w.delta(k, k2) * few(k),
    ),
    id="gated-rnn/tab3-lstm-gated",
    module=__name__,
)
LSTM_ATTENTION_CLAIM = claim_of(
    Cell("LSTM", ATTENTION, LAYERS["LSTM", ATTENTION], LSTM_ATTENTION),
    LSTM_ATTENTION.changed(0, "U_c", ("base", "x"), lambda w, i, a: w.eps * w.W_V[i, a] * few(a)),
    id="gated-rnn/tab3-lstm-attn",
    module=__name__,
)
