"""The constructions of Section 3.3 and Appendix A, each with the map that it is to compute.

Each entry has the layers, the class of the map that they are to compute, the axis along which they
have units, a proof, and the weights that are set for it. For the LSTMs the relation of both states
is that the first layer's cell state is the state of the other. Sizes may be symbols, so that one
proof serves all; the claims on Table 3 and its neighbours are made of these by `expressivity`.
"""

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import fig1_weights
from constructions.weights.lstm_tables import table_4_left, table_4_right
from proofs.gated_rnn.realisation import Realisation
from theorem_checks import Evidence, SameOutputs, simulation, with_parts


def by_cell_state(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as the first LSTM layer has the other state for its cell state."""
    ((cell, hidden), *above), memory = same.one.state, same.other.state
    held = memory
    if len(memory.axes) > 1:
        held = with_parts(cell, {("kv",): lambda i, j: memory[i, j]})
    return simulation(same, ((held, hidden), *above))


TABLE_4_LEFT = Realisation(
    table_4_left(), LinearAttention, "d", by_cell_state, {"linearised": {"forget": 1}}
)
TABLE_4_RIGHT = Realisation(
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
