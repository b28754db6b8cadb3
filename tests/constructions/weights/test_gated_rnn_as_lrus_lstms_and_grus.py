"""Networks of LRU, LSTM and GRU layers that compute attention and the simplified gated RNN."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.activations import relu, tanh
from constructions.arrays import EXACT, FLOAT, balls, equal
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.cells.linear_rnn import LinearRNN
from constructions.errors import ArgumentError, ShapeError
from constructions.weights.attention_as_grus import attention_as_grus
from constructions.weights.attention_as_lstm import attention_as_lstm, attention_as_small_lstm
from constructions.weights.attention_in_one_layer import attention_in_one_layer
from constructions.weights.gated_pairs import GATED_RNN, gated_rnn_as_grus, gated_rnn_as_lstms
from constructions.weights.gated_rnn_as_lrus import gated_rnn_as_lru_in_out, gated_rnn_as_lrus
from constructions.weights.gated_rnn_as_mlp_lru import gated_rnn_as_mlp_lru
from constructions.weights.gated_rnn_in_one_layer import gated_rnn_in_one_layer
from constructions.weights.linear_rnn_as_gru import decay_as_gru, linear_rnn_as_gru
from constructions.weights.lstm_tables import table_4_left, table_4_right
from constructions.weights.plain_layers import PLAIN_GRU, PLAIN_LSTM

ATTENTION = {"W_V": "d_v d", "W_K": "d_k d", "W_Q": "d_k d"}
# description, further parameters in the sense in which the maps are equal, that sense
OF_ATTENTION = {
    "two GRUs": (attention_as_grus(), {}, "linearised"),
    "LSTM": (attention_as_lstm(), {"b_f": 2}, "linearised"),
    "small LSTM": (attention_as_small_lstm(), {"forget": 1}, "linearised"),
    "Table 4, left": (table_4_left(), {"forget": 1}, "linearised"),
}
OF_GATED_RNN = {
    "two GRUs": (gated_rnn_as_grus(), {}, "linearised"),
    "two LSTMs": (gated_rnn_as_lstms(), {}, "linearised"),
    "two LRUs": (gated_rnn_as_lrus(), {"leak": 0}, "linearised"),
    "LRU In-Out": (gated_rnn_as_lru_in_out(), {"leak": 0}, "linearised"),
    "squares": (
        gated_rnn_as_mlp_lru(lambda u: u * u),
        {"leak": 0, "bias": 3, "curvature": 2},
        "real",
    ),
    "Table 4, right": (table_4_right(), {"forget": 0, "o": 1}, "linearised"),
}


@st.composite
def cases(draw, letters, inputs):
    names = sorted({a for ls in letters.values() for a in ls.split()} | {"T"})
    sizes = {name: draw(st.integers(1, 2)) for name in names}
    entries = st.builds(Fraction, st.integers(-3, 3), st.integers(1, 3))

    def array(shape):
        if not shape:
            return draw(entries)
        return [array(shape[1:]) for _ in range(shape[0])]

    weights = {n: EXACT.array(array([sizes[a] for a in ls.split()])) for n, ls in letters.items()}
    return weights, EXACT.array(array([sizes["T"], sizes[inputs]]))


def built(case, weights, eps="1/5"):
    description, more, sense = case
    scale = {"eps": EXACT.array(eps)} if "eps" in description.parameters else {}
    further = {name: EXACT.array(value) for name, value in more.items()}
    return description.network(sense, **weights, **scale, **further)


@pytest.mark.parametrize("name", OF_ATTENTION)
@settings(max_examples=4)
@given(case=cases(ATTENTION, "d"))
def test_attention_is_computed_exactly(name, case):
    weights, xs = case
    assert equal(built(OF_ATTENTION[name], weights)(xs), LinearAttention(**weights)(xs))


@pytest.mark.parametrize("name", OF_GATED_RNN)
@settings(max_examples=4)
@given(case=cases({n: ls for n, ls in GATED_RNN.items() if n != "eps"}, "m"))
def test_the_gated_rnn_is_computed_exactly(name, case):
    weights, xs = case
    assert equal(built(OF_GATED_RNN[name], weights)(xs), GatedRNN(**weights)(xs))


SMALL = {"W_V": [[1, 2]], "W_K": [[1, -1], [0, 1]], "W_Q": [[2, 1], [1, 1]]}


@pytest.mark.parametrize(
    ("description", "more", "units"),
    [
        (attention_as_grus(), {}, [1 * 2 + 1 + 2, 1 * 2 + 2]),
        (attention_as_lstm(), {"b_f": 2}, [1 * (2 + 2)]),
        (attention_as_small_lstm(), {"forget": 1}, [3]),
        (table_4_left(), {"forget": 1}, [2]),
    ],
)
def test_the_layers_have_as_many_units_as_they_say(description, more, units):
    weights = {name: EXACT.array(value) for name, value in SMALL.items()}
    network = built((description, more, "linearised"), weights)
    states = [cell.initial_state() for cell in network.cells[:-1]]
    found = [(s[0] if isinstance(s, tuple) else s).shape[0] for s in states]
    assert found == units


@pytest.mark.parametrize("system", [FLOAT, balls(100)], ids=str)
def test_true_functions_come_near_at_a_small_scale(system):
    weights = {name: system.array(value) for name, value in SMALL.items()}
    xs = system.array([[1, 2], [-1, "1/2"]])
    network = attention_as_grus().network("real", **weights, eps=system.array("1/128"))
    wanted = LinearAttention(**weights)(xs)
    gaps = [abs(float(str(g).strip("[").split(" ")[0])) for g in (network(xs) - wanted).flatten()]
    # the error is about eps^2 of numbers near 10; rounding, magnified by eps^-3, is far below
    assert max(gaps) < 10 * 10 / 128**2


def test_a_perceptron_has_no_linear_part():
    weights = {n: EXACT.ones((1,) * len(ls.split())) for n, ls in GATED_RNN.items() if ls}
    more = dict.fromkeys(("eps", "leak", "bias", "curvature"), EXACT.array(1))
    for activation in (relu, tanh):
        with pytest.raises(ArgumentError, match="'real' for MLP"):
            gated_rnn_as_mlp_lru(activation).network("linearised", **weights, **more)


def test_parameters_that_do_not_fit_are_named():
    weights = {name: EXACT.array(value) for name, value in SMALL.items()}
    with pytest.raises(ArgumentError, match="values of W_V, W_K, W_Q, eps"):
        attention_as_grus().network("real", **weights)
    with pytest.raises(ShapeError, match="W_K has shape"):
        attention_as_grus().network(
            "real", **{**weights, "W_K": EXACT.ones((2, 3))}, eps=EXACT.array(1)
        )


@pytest.mark.parametrize("plain", [PLAIN_GRU, PLAIN_LSTM], ids=lambda p: p.cell)
def test_one_plain_layer_comes_near_attention(plain):
    system = balls(300)
    weights = {name: system.array(value) for name, value in SMALL.items()}
    xs = system.array([[1, 2], [-1, "1/2"]])
    description = attention_in_one_layer(plain)
    recurrent = "0.V_h" if plain.cell == "GRU" else "0.V_c"
    network = description.network("real", **weights, eps=system.array(1))
    assert network.weights()[recurrent].shape == (26, 26)
    wanted = LinearAttention(**weights)(xs)
    errors = [
        max(
            abs(gap)
            for gap in (
                description.network("real", **weights, eps=system.array(eps))(xs) - wanted
            ).flat
        )
        for eps in (Fraction(1, 2**12), Fraction(1, 2**13))
    ]
    # an error of order 2 falls by the factor 4 when the scale is halved
    assert 3.9 * errors[1] < errors[0] < 4.1 * errors[1]


@pytest.mark.parametrize("plain", [PLAIN_GRU, PLAIN_LSTM], ids=lambda p: p.cell)
def test_one_plain_layer_comes_near_the_gated_rnn(plain):
    system = balls(300)
    given = {"lam": [2], "W_in_m": [[1]], "W_in_x": [["1/2"]], "W_out_m": [[1]]}
    given |= {"W_out_x": [[3]], "D": [[1]]}
    weights: dict[str, Any] = {name: system.array(value) for name, value in given.items()}
    xs, wanted = system.array([[1], [2]]), EXACT.array([["3/4"], ["27"]])
    description, errors = gated_rnn_in_one_layer(plain), []
    for eps in (Fraction(1, 2**14), Fraction(1, 2**15)):
        network = description.network("real", **weights, eps=system.array(eps))
        errors.append(max(abs(gap) for gap in (network(xs) - wanted).flat))
    units = network.weights()["0.b_h" if plain.cell == "GRU" else "0.b_c"].shape
    assert units == (5 + 4 + 8 + 16,)
    # an error of order 2 falls by the factor 4 when the scale is halved
    assert 3.9 * errors[1] < errors[0] < 4.1 * errors[1]


def test_a_gru_is_any_linear_recurrence():
    W, F, C = (EXACT.array(a) for a in ([[1, 2], [-3, 1]], [[1], [2]], [[1, 1]]))
    xs, one = EXACT.array([[1], [2], [3]]), EXACT.array([1])
    network = linear_rnn_as_gru().network("linearised", W=W, F=F, C=C, eps=EXACT.array("1/9"))
    assert equal(network(xs), LinearRNN(W, F, C, one)(xs))
    lam = EXACT.array([2, "-1/3"])
    decays = decay_as_gru().network("linearised", lam=lam, F=F, C=C, z=one[0])
    assert equal(decays(xs), LinearRNN(EXACT.eye(2) * lam, F, C, one)(xs))
