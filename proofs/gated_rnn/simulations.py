"""The constructions of Section 3.3 and Appendix A, each with the map that it is to compute."""

from typing import Any

from constructions.activations import sigmoid, tanh
from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import fig1_weights
from constructions.weights.attention_as_grus import attention_as_grus
from constructions.weights.attention_as_lstm import attention_as_lstm
from constructions.weights.gated_pairs import gated_rnn_as_grus, gated_rnn_as_lstms
from constructions.weights.gated_rnn_as_lrus import gated_rnn_as_lru_in_out, gated_rnn_as_lrus
from constructions.weights.gated_rnn_as_mlp_lru import gated_rnn_as_mlp_lru
from constructions.weights.layers import Sense
from constructions.weights.lstm_tables import table_4_left, table_4_right
from proofs.gated_rnn.simulation import EPS, Simulation
from theorem_checks import Evidence, Index, SameOutputs, Sum, simulation, with_parts


def _pair(state: Any, hidden: Any) -> Any:
    """Pairs of units whose difference is eps^2/2 times the hidden state."""
    minus = state.part("minus")
    return with_parts(state, {("plus",): lambda k: minus[k] + hidden[k] * (EPS**2 / 2)})


def by_pairs_of_grus(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as pairs of units hold the hidden state."""
    first, *above = same.one.state
    return simulation(same, (_pair(first, same.other.state), *above))


def by_pairs_of_lstms(same: SameOutputs) -> Evidence:
    """Prove the same of LSTMs, which hand tanh(c)/2 back: half of the cell state."""
    (first, _), (second, _), readout = same.one.state
    pair = _pair(first, same.other.state)
    return simulation(same, ((pair, pair / 2), (second, second / 2), readout))


def by_real_parts(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as the last recurrence holds the hidden state in its real part."""
    states = list(same.one.state)
    last = max(place for place, state in enumerate(states) if state)
    states[last] = (same.other.state, states[last][1])
    return simulation(same, tuple(states))


def by_differences_to_a_base(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as layer 1 holds key-values over whatever the base holds."""
    (first, *above), memory = same.one.state, same.other.state
    base = first.part("base")
    held = with_parts(first, {("kv",): lambda i, j: base[i] + memory[i, j] * (EPS**3 / 4)})
    return simulation(same, (held, *above))


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


def by_cell_state(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as the first LSTM layer has the other state for its cell state."""
    ((cell, hidden), *above), memory = same.one.state, same.other.state
    held = memory
    if len(memory.axes) > 1:
        held = with_parts(cell, {("kv",): lambda i, j: memory[i, j]})
    return simulation(same, ((held, hidden), *above))


LEAK: dict[Sense, Any] = {"linearised": {"leak": 0}, "real": {"leak": lambda eps: eps * eps}}

GRU_PAIRS = Simulation(gated_rnn_as_grus(), GatedRNN, "m", by_pairs_of_grus)
LSTM_PAIRS = Simulation(gated_rnn_as_lstms(), GatedRNN, "m", by_pairs_of_lstms)
LRUS = Simulation(gated_rnn_as_lrus(), GatedRNN, "m", by_real_parts, LEAK)
LRU_IN_OUT = Simulation(gated_rnn_as_lru_in_out(), GatedRNN, "m", by_real_parts, LEAK)


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


def in_mlp_lru(activation, bias, curvature, leak=LEAK["real"]["leak"]) -> Simulation:
    """Return the LRU In-Out (MLP) with this activation, whose products are made at `bias`."""
    further = {"bias": bias, "curvature": curvature, "leak": leak}
    network = gated_rnn_as_mlp_lru(activation)
    return Simulation(network, GatedRNN, "m", by_real_parts, {"real": further}, "real")


MLP_SQUARE = in_mlp_lru(square, 0, 2, leak=0)
MLP_SWISH = in_mlp_lru(swish, lambda eps: eps * 0, lambda eps: (eps * 0 + 1) / 2)
MLP_TANH = in_mlp_lru(tanh, lambda eps: eps * 0 + 1, _tanh_curvature)


GRU_ATTENTION = Simulation(attention_as_grus(), LinearAttention, "d", by_differences_to_a_base)
LSTM_ATTENTION = Simulation(
    attention_as_lstm(),
    LinearAttention,
    "d",
    by_balanced_units,
    {"linearised": {"b_f": 2}, "real": {"b_f": lambda eps: 1 / eps}},
)
TABLE_4_LEFT = Simulation(
    table_4_left(), LinearAttention, "d", by_cell_state, {"linearised": {"forget": 1}}
)
TABLE_4_RIGHT = Simulation(
    table_4_right(), GatedRNN, "m", by_cell_state, {"linearised": {"forget": 0, "o": 1}}
)

GATED_SIZES = [
    {"T": 1, "m": 1, "n": 1, "p": 1, "o": 1},
    {"T": 2, "m": 1, "n": 1, "p": 1, "o": 1},
    {"T": 2, "m": 2, "n": 1, "p": 2, "o": 1},
    {"T": 1, "m": 1, "n": 2, "p": 1, "o": 2},
]
ATTENTION_SIZES = [
    {"T": 1, "d": 1, "d_v": 1, "d_k": 1},
    {"T": 2, "d": 1, "d_v": 1, "d_k": 1},
    {"T": 2, "d": 2, "d_v": 1, "d_k": 2},
    {"T": 1, "d": 1, "d_v": 2, "d_k": 2},
]

ATTENTION_INSTANCE = {
    "W_V": EXACT.array([[1, "1/2"], ["-1/2", 1]]),
    "W_K": EXACT.array([["1/2", 1], [1, "-1/3"]]),
    "W_Q": EXACT.array([[1, -1], ["1/2", "1/4"]]),
    "xs": EXACT.array([[1, "1/2"], ["-1/2", 1], ["1/4", "-3/4"], [1, 1]]),
}
"""Weights and tokens of attention, d = 2, T = 4."""


def _gated_instance():
    """The same attention as a simplified gated RNN, by Figure 1."""
    matrices = {name: ATTENTION_INSTANCE[name] for name in ("W_V", "W_K", "W_Q")}
    weights = fig1_weights().arrays(EXACT, *matrices.values())
    tokens = ATTENTION_INSTANCE["xs"]
    ones = EXACT.ones((1, tokens.shape[0]))
    return {**weights, "xs": EXACT.concatenate([tokens.T, ones]).T}


ATTENTION_AS_GATED = _gated_instance()
GATED_INSTANCE = {
    "lam": EXACT.array([1, "-1/2", 0]),
    "W_in_m": EXACT.array([[1, "1/2"], ["-1/2", 1], [1, 1]]),
    "W_in_x": EXACT.array([["1/2", -1], [1, "1/3"], [0, 1]]),
    "W_out_m": EXACT.array([[1, 0, "1/2"], [0, "-1/2", 1]]),
    "W_out_x": EXACT.array([["1/2", 1, 0], [1, 0, -1]]),
    "D": EXACT.array([[1, "1/2"]]),
    "xs": ATTENTION_INSTANCE["xs"],
}
"""A simplified gated RNN with 3 hidden units, 2 inputs and 2 products, T = 4."""
