"""The smallest network for attention, the compact one, and those that only look like it."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import EXACT, FLOAT, equal
from constructions.cells.linear_attention import LinearAttention
from constructions.errors import ArgumentError, ExactnessError
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.compact_attention import compact_weights
from constructions.weights.few_token_counterexamples import (
    one_token_counterexample,
    two_token_counterexample,
)
from constructions.weights.gradient_step_as_attention import gradient_step_as_attention
from constructions.weights.invariances import mix_units, permute_units, scale_rows, swap_rows
from constructions.weights.minimal_attention import attention_factors, minimal_attention

small = st.integers(-2, 2)


def arrays(*shape):
    count = int(np.prod(shape))
    return st.lists(small, min_size=count, max_size=count).map(lambda v: np.reshape(v, shape))


@st.composite
def matrices_and_tokens(draw, most=3):
    d, d_v, d_k = (draw(st.integers(1, most)) for _ in range(3))
    return [draw(arrays(*shape)) for shape in ((d_v, d), (d_k, d), (d_k, d), (4, d))]


@settings(max_examples=40)
@given(matrices_and_tokens())
def test_equals_attention_with_the_least_numbers(drawn):
    W_V, W_K, W_Q, tokens = map(EXACT.array, drawn)
    layer = LinearAttention(W_V, W_K, W_Q)
    network = minimal_attention(layer)
    assert equal(network(tokens), layer(tokens))
    a, b, c = attention_factors(layer).ranks
    products = a * b - c * (c - 1) // 2
    expected = (products + b, products) if a else (0, 0)
    assert (network.lam.shape[0], network.D.shape[1]) == expected


def test_factors_make_up_the_layer():
    V, K, Q = (EXACT.array(w) for w in ([[1, 2, 0]], [[1, 2, 1]], [[0, 1, 1]]))
    f = attention_factors(LinearAttention(V, K, Q))
    assert f.ranks == (1, 1, 0)
    assert equal(f.P_e @ f.E + f.P_f @ f.F, V)
    assert equal(f.E.T @ f.R_e + f.H.T @ f.R_h, K.T @ Q)


def test_floats_are_refused():
    layer = LinearAttention(*(FLOAT.array([[0.5]]) for _ in range(3)))
    with pytest.raises(ExactnessError, match="W_V"):
        minimal_attention(layer)


@settings(max_examples=20)
@given(arrays(2, 3), arrays(2, 3), arrays(3, 3))
def test_compact_network_equals_attention_with_equal_keys_and_values(W_V, W_Q, tokens):
    values, queries, xs = (EXACT.array(part) for part in (W_V, W_Q, tokens))
    network = compact_weights().gated_rnn(values, queries)
    assert network.lam.shape == (5,)
    assert equal(network(xs), LinearAttention(values, values, queries)(xs))


def test_gradient_step_by_hand():
    layer = gradient_step_as_attention(1, 1, "1/2")
    outputs = layer(EXACT.array([[2, 3], [1, -1], [4, 0]]))
    assert [str(v) for v in outputs[-1]] == ["0", "10"]  # (2*3 - 1) * 4 / 2


@pytest.mark.parametrize(
    ("counterexample", "agrees"), [(one_token_counterexample, 1), (two_token_counterexample, 2)]
)
def test_counterexamples_agree_just_so_long(counterexample, agrees):
    one = EXACT.eye(2)
    layer, network = LinearAttention(one, one, one), counterexample()
    tokens = EXACT.array([[1, 2], [3, -1], [2, 2], [0, 1]])
    same = [equal(a, b) for a, b in zip(layer(tokens), network(tokens), strict=True)]
    assert same[: agrees + 1] == [True] * agrees + [False]


@given(arrays(3, 2))
def test_what_the_counterexample_on_one_token_adds(tokens):
    """On any number of tokens it is S q, and S_11 q_2 - S_12 q_1 and det S beside it."""
    S: Any = sum(np.outer(x, x) for x in tokens)
    q = tokens[-1]
    wanted = S @ q + [S[0, 0] * q[1] - S[0, 1] * q[0], S[0, 0] * S[1, 1] - S[0, 1] ** 2]
    assert equal(one_token_counterexample()(EXACT.array(tokens))[-1], EXACT.array(wanted))


@pytest.mark.parametrize(("values", "keys"), [(3, 1), (1, 3), (2, 2)])
def test_attention_without_values_has_as_many_outputs(values, keys):
    layer = LinearAttention(EXACT.zeros((values, 2)), EXACT.ones((keys, 2)), EXACT.ones((keys, 2)))
    outputs = minimal_attention(layer)(EXACT.ones((2, 2)))
    assert equal(outputs, EXACT.zeros((2, values)))


@settings(max_examples=6)
@given(st.permutations(range(6)), arrays(3, 2))
def test_invariances_keep_the_outputs(order, tokens):
    weights = (EXACT.array(w) for w in ([[1, 2], [0, 1]], [[1, 0], [1, 1]], [[2, 1], [1, 1]]))
    network, xs = attention_as_gated_rnn(LinearAttention(*weights)), EXACT.array(tokens)
    P, inverse = EXACT.array([[1, 2], [1, 3]]), EXACT.array([[3, -2], [-1, 1]])
    for changed in (
        permute_units(network, order),
        swap_rows(network, "out", EXACT.array([1, 0, 1, 0])),
        scale_rows(network, "in", EXACT.array([0, 1, 1, 0, 1, 1]), Fraction(3)),
        mix_units(network, [4, 5], P, inverse),
    ):
        assert equal(changed(xs), network(xs))


def test_changes_that_are_none_are_refused():
    network = one_token_counterexample()
    with pytest.raises(ArgumentError, match="permutation"):
        permute_units(network, [0, 0, 1, 2, 3])
    with pytest.raises(ArgumentError, match="'in' or 'out'"):
        swap_rows(network, "both", EXACT.array([1, 0]))
    with pytest.raises(ArgumentError, match="equal lambda"):
        mix_units(network, [0, 3], EXACT.eye(2), EXACT.eye(2))
