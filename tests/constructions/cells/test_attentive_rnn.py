"""The derivative of the attentive network against automatic differentiation and path sums."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.cells.attentive_rnn import AttentiveRNN, attention_hops, uniform_attention
from constructions.weights.relayed_attention import relayed_attention

rationals = st.fractions(min_value=-2, max_value=2, max_denominator=4)


@st.composite
def attentions(draw, most=5):
    end = draw(st.integers(1, most))
    attended = {
        t: draw(st.sets(st.integers(1, t), min_size=1, max_size=3)) for t in range(1, end + 1)
    }
    return uniform_attention(attended), end


def path_sum(v, attention, start, t):
    """Sum the weights of all paths from s_t back to h_start, each found by itself."""

    def into_state(i):
        return 1 if i == start else v * into_output(i - 1) if i > start else 0

    def into_output(t):
        return into_state(t) + sum(w * into_state(i) for i, w in attention[t].items())

    return into_output(t)


@given(attentions(), rationals, st.data())
def test_the_derivative_is_the_sum_over_all_paths(pattern, v, data):
    attention, end = pattern
    start = data.draw(st.integers(1, end))
    found = AttentiveRNN(v, attention).derivatives(start, end, 1)
    assert found[end] == path_sum(v, attention, start, end)


@pytest.mark.parametrize("start", [1, 2, 4])
def test_the_derivative_is_that_of_automatic_differentiation(start):
    jax = pytest.importorskip("jax")
    rng = np.random.default_rng(0)
    n, end = 3, 4
    V, history = rng.normal(size=(n, n)), rng.normal(size=(end, n))
    attention = uniform_attention({1: {1}, 2: {1, 2}, 3: {2}, 4: {1, 3, 4}})

    def last_output(h_start):
        h, s = {}, {}
        for t in range(1, end + 1):
            h[t] = history[t - 1] + (V @ s[t - 1] if t > 1 else 0)
            h[t] = h_start if t == start else h[t]
            s[t] = h[t] + sum(float(w) * h[i] for i, w in attention[t].items())
        return s[end]

    expected = jax.jacobian(last_output)(jax.numpy.ones(n))
    exact = {t: {i: float(w) for i, w in row.items()} for t, row in attention.items()}
    found = AttentiveRNN(V, exact).derivatives(start, end, np.eye(n))[end]
    # float64 on sums of at most 2^4 products: far below 1e-12 relative
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kappa", [1, 2, 3])
@pytest.mark.parametrize("hops", [1, 2, 3])
@pytest.mark.parametrize("gap", [1, 2, 4])
@pytest.mark.parametrize("v", [Fraction(0), Fraction(1, 3), Fraction(-1, 2)])
def test_a_relay_has_its_closed_form(kappa, hops, gap, v):
    relay = relayed_attention(kappa, hops, gap)
    network = AttentiveRNN(v, relay.attention)
    found = network.derivatives(relay.start, relay.end, 1)[relay.end]
    assert found == v ** (hops - 1) * (Fraction(1, kappa) + v**gap) ** hops
    assert attention_hops(relay.attention, relay.start, relay.end) == hops
    assert max(len(row) for row in relay.attention.values()) == kappa


def test_hops_are_counted_along_the_shortest_chain():
    attention = uniform_attention({1: {1}, 2: {1}, 3: {3}, 4: {1, 4}})
    assert attention_hops(attention, 1, 1) == 1
    assert attention_hops(attention, 1, 2) == 1
    assert attention_hops(attention, 1, 3) == 2  # s_3 -> h_3, s_2 -> h_1
    assert attention_hops(attention, 1, 4) == 1
    assert attention_hops(attention, 2, 4) is None


@given(attentions(most=4), st.data())
def test_hops_agree_with_enumeration_of_chains(pattern, data):
    attention, end = pattern
    start = data.draw(st.integers(1, end))

    def is_chain(events):
        at = end
        for event in events:
            if at < event or event not in attention[at]:
                return False
            at = event - 1
        return events[-1] == start

    lengths = [
        len(events)
        for size in range(1, end + 1)
        for events in combinations(range(end, 0, -1), size)
        if is_chain(events)
    ]
    assert attention_hops(attention, start, end) == min(lengths, default=None)


@pytest.mark.parametrize("attended", [{1: set()}, {1: {2}}, {2: {0}}])
def test_a_pattern_outside_the_past_is_refused(attended):
    with pytest.raises(ValueError, match="attended"):
        uniform_attention(attended)


@pytest.mark.parametrize("arguments", [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_a_relay_of_nothing_is_refused(arguments):
    with pytest.raises(ValueError, match="expected at least 1"):
        relayed_attention(*arguments)


def test_a_horizon_before_the_start_is_refused():
    with pytest.raises(ValueError, match="start=2"):
        AttentiveRNN(1, {1: {1: 1}}).derivatives(2, 1, 1)


@given(st.integers(1, 5), st.lists(rationals, min_size=15, max_size=15), rationals)
def test_what_is_read_with_a_sum_of_ones_own_is_what_is_read(t, numbers, v):
    """Where all weights are there; `total` is how sums of symbolic length are written."""
    weights = iter(numbers)
    attention = {time: {i: next(weights) for i in range(1, time + 1)} for time in range(1, 6)}
    network, states = AttentiveRNN(v, attention), {i: Fraction(i * i + 1) for i in range(1, t + 1)}

    def total(part, first, last):
        return sum(part(i) for i in range(first, last + 1))

    assert network.read(t, states, 1, total) == network.read(t, states, 1)
