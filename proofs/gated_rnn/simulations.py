"""The constructions of Section 3.3 and Appendix A, each with the map that it is to compute."""

from collections.abc import Callable
from typing import Any

import sympy as sp

from constructions.activations import sigmoid, tanh
from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.cells.lru import LinearRecurrentUnit
from constructions.weights.attention_as_gated_rnn import fig1_weights
from constructions.weights.attention_as_grus import attention_as_grus
from constructions.weights.attention_as_lstm import attention_as_lstm
from constructions.weights.gated_pairs import gated_rnn_as_grus, gated_rnn_as_lstms
from constructions.weights.gated_rnn_as_lrus import gated_rnn_as_lru_in_out, gated_rnn_as_lrus
from constructions.weights.gated_rnn_as_mlp_lru import gated_rnn_as_mlp_lru
from constructions.weights.lstm_tables import table_4_left, table_4_right
from proofs.gated_rnn.simulation import EPS, Simulation
from theorem_checks import Index, Sum, array_of, delta, family, symbol_array

GATED_FAMILIES = {"m": "x", "n": "h", "o": "y"}
ATTENTION_FAMILIES = {"d": "x", "d_v": "y"}
n, d_v, d_k = sp.symbols("n d_v d_k", integer=True, positive=True)
HIDDEN = family("h", n)
KEY_VALUES = family("kv", d_v, d_k)
VALUES, KEYS = family("values", d_v), family("keys", d_k)


def _flat(memory):
    """The key-value matrix as a vector."""
    return array_of({("kv",): lambda i, j: memory[i, j]}, KEY_VALUES)


def _free(name, cell) -> Any:
    """A state of a cell of which nothing is known."""
    start = cell.initial_state()
    if isinstance(start, tuple):
        return tuple(symbol_array(f"{name}_{k}", *part.shape) for k, part in enumerate(start))
    return symbol_array(name, *start.shape)


def _pairs(description, half: bool) -> Simulation:
    """A network of pairs, whose difference is eps^2/2 times the hidden state."""

    def units(network):
        start = network.cells[0].initial_state()
        return (start[0] if half else start).shape

    def store(network, hidden):
        other = symbol_array("s", HIDDEN)
        blocks = {
            ("plus",): lambda k: other[k] + hidden[k] * (EPS**2 / 2),
            ("minus",): lambda k: other[k],
        }
        pair = array_of(blocks, *units(network))
        # an LSTM hands tanh(c)/2 back: half of the cell state, when linearised
        first = (pair, array_of({b: _halved(e) for b, e in blocks.items()}, *units(network)))
        return (first if half else pair, _second_layer(network), ())

    def _second_layer(network):
        free = _free("t", network.cells[1])
        if not half:
            return free
        blocks = {("plus",): lambda r: u[r], ("minus",): lambda r: v[r]}
        u, v = (
            symbol_array(c, family("products", sp.Symbol("p", integer=True, positive=True)))
            for c in "uv"
        )
        cell = array_of(blocks, *free[0].shape)
        return cell, array_of({b: _halved(e) for b, e in blocks.items()}, *free[0].shape)

    def read(network, states):
        signs = {"plus": 1, "minus": -1}
        decoder = array_of(
            {("h", c): _signed(sign) for c, sign in signs.items()}, HIDDEN, *units(network)
        )
        return decoder @ (states[0][0] if half else states[0])

    def tied(_network, states):
        return [hidden - cell * sp.Rational(1, 2) for cell, hidden in states[:2]] if half else []

    return Simulation(description, GatedRNN, GATED_FAMILIES, store, read, "m", constraint=tied)


def _halved(entry: Callable[..., Any]) -> Callable[..., Any]:
    return lambda k: entry(k) * sp.Rational(1, 2)


def _signed(sign: int) -> Callable[..., Any]:
    return lambda k, l: delta(k, l) * (2 * sign / EPS**2)


def _in_lru(description, **more) -> Simulation:
    """A network whose last recurrence holds the hidden state in its real part."""

    def place(network):
        kinds = [isinstance(cell, LinearRecurrentUnit) for cell in network.cells]
        return len(kinds) - 1 - kinds[::-1].index(True)

    def store(network, hidden):
        held = place(network)
        states = [_free(f"idle{k}", cell) for k, cell in enumerate(network.cells)]
        kept = array_of({("h",): lambda k: hidden[k]}, *states[held][0].shape)
        states[held] = (kept, states[held][1])
        return tuple(states)

    def read(network, states):
        return states[place(network)][0]

    return Simulation(description, GatedRNN, GATED_FAMILIES, store, read, "m", **more)


LEAK = {"linearised": {"leak": 0}, "real": {"leak": lambda eps: eps * eps}}

GRU_PAIRS = _pairs(gated_rnn_as_grus(), half=False)
LSTM_PAIRS = _pairs(gated_rnn_as_lstms(), half=True)
LRUS = _in_lru(gated_rnn_as_lrus(), more=LEAK)
LRU_IN_OUT = _in_lru(gated_rnn_as_lru_in_out(), more=LEAK)


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
    return _in_lru(gated_rnn_as_mlp_lru(activation), more={"real": further}, sense="real")


MLP_SQUARE = in_mlp_lru(square, 0, 2, leak=0)
MLP_SWISH = in_mlp_lru(swish, lambda eps: eps * 0, lambda eps: (eps * 0 + 1) / 2)
MLP_TANH = in_mlp_lru(tanh, lambda eps: eps * 0 + 1, _tanh_curvature)


def _gru_memory() -> Simulation:
    """Layer 1 holds key-values as a difference, over whatever the base holds."""

    def store(network, memory):
        base, query = symbol_array("b", VALUES), symbol_array("q", KEYS)
        blocks = {
            ("kv",): lambda i, j: base[i] + memory[i, j] * (EPS**3 / 4),
            ("base",): lambda i: base[i],
            ("q",): lambda j: query[j],
        }
        first = array_of(blocks, *network.cells[0].initial_state().shape)
        return first, _free("t", network.cells[1]), ()

    def read(network, states):
        return _key_values(network.cells[0].initial_state()) @ states[0]

    return Simulation(
        attention_as_grus(), LinearAttention, ATTENTION_FAMILIES, store, read, "d", _flat
    )


def _key_values(units, power=3):
    """The matrix that reads key-values as differences to the base."""
    scale = 4 / EPS**power
    blocks = {
        ("kv", "kv"): lambda i, j, k, l: delta(i, k) * delta(j, l) * scale,
        ("kv", "base"): lambda i, _j, k: -delta(i, k) * scale,
    }
    return array_of(blocks, KEY_VALUES, *units.shape)


GRU_ATTENTION = _gru_memory()


def _lstm_memory() -> Simulation:
    """The units over all j hold key-values that sum to 0, over what the base holds."""

    def store(network, memory):
        base, l = symbol_array("b", VALUES), Index("l", d_k)
        blocks = {
            ("kv",): lambda i, j: base[i] + memory[i, j] * (EPS**3 / 4),
            ("last",): lambda i: base[i] - Sum(memory[i, l], l) * (EPS**3 / 4),
            ("base",): lambda i: base[i],
        }
        units = network.cells[0].initial_state()[0].shape
        return (array_of(blocks, *units), symbol_array("t", *units)), ()

    def read(network, states):
        return _key_values(network.cells[0].initial_state()[0]) @ states[0][0]

    def balanced(network, states):
        blocks = {
            ("values", "kv"): lambda i, k, _j: delta(i, k),
            ("values", "last"): delta,
            ("values", "base"): lambda i, k: -delta(i, k) * (d_k + 1),
        }
        sums = array_of(blocks, VALUES, *network.cells[0].initial_state()[0].shape)
        return [sums @ states[0][0]]

    return Simulation(
        attention_as_lstm(),
        LinearAttention,
        ATTENTION_FAMILIES,
        store,
        read,
        "d",
        _flat,
        {"linearised": {"b_f": 2}, "real": {"b_f": lambda eps: 1 / eps}},
        balanced,
    )


LSTM_ATTENTION = _lstm_memory()


def _in_cell_state(description, target, families, inputs, more, flat=lambda state: state):
    """A network whose first LSTM layer holds the target's state in its cell state."""

    def store(network, state):
        return (
            (flat(state), _free("t", network.cells[0])[1]),
            *(_free(f"u{k}", cell) for k, cell in enumerate(network.cells[1:])),
        )

    def read(network, states):
        return states[0][0]

    return Simulation(
        description, target, families, store, read, inputs, flat, {"linearised": more}
    )


TABLE_4_LEFT = _in_cell_state(
    table_4_left(), LinearAttention, ATTENTION_FAMILIES, "d", {"forget": 1}, _flat
)
TABLE_4_RIGHT = _in_cell_state(
    table_4_right(), GatedRNN, GATED_FAMILIES, "m", {"forget": 0, "o": 1}
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
