"""What is seen of attention is that of the network, and what may not be attended to is not."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from constructions.cells.self_attentive_rnn import (
    AdditiveAlignment,
    SelfAttentiveRNN,
    softmax_of,
)
from proofs.sparse_attention.experiments.attention_scores import few, mattering
from proofs.sparse_attention.experiments.networks import Network
from proofs.sparse_attention.experiments.recall import Recall, Trained
from proofs.sparse_attention.experiments.watching import (
    Looks,
    allowing,
    chosen,
    looked_at,
    spread_over,
    uniform_weights,
    watched,
)
from theorem_checks import train

NETWORK = Network("MemRNN", 4, 5, 3)
TOKENS = np.array([1, 2, 0, 4, 3, 0])
PLAN = Recall("copy", 3, 2, 1, (1,), units=4, slots=1, steps=10, batch=2, rate=1e-2)


def by_the_cell(params, xs, allowed):
    """The outputs and weights of `SelfAttentiveRNN`, a list of states at a time."""
    at = {name: np.asarray(value) for name, value in params.items()}
    alignment = AdditiveAlignment(at["v_a"], at["W_a"], at["U_a"])
    rnn = SelfAttentiveRNN(at["V0"], at["U0"], at["b0"], softmax_of(alignment))
    s, states, outputs, rows = np.zeros(4), [], [], np.zeros((len(xs), len(xs)))
    for t, x in enumerate(xs):
        states.append(rnn.recur(s, x))
        named = [i for i in range(t + 1) if allowed[t, i]] or [t]
        rows[t, named] = rnn.weights(s, [states[i] for i in named])
        s = states[t] + rows[t, : t + 1] @ np.stack(states)
        outputs.append(at["readout"] @ s + at["bias"])
    return np.stack(outputs), rows


@pytest.mark.parametrize("seed", [None, 0])
def test_what_is_watched_is_the_cell_on_the_states_that_it_may_attend_to(seed):
    params = NETWORK.parameters(jax.random.key(2))
    allowed = np.ones((6, 6), bool)
    if seed is not None:
        allowed = np.random.default_rng(seed).random((6, 6)) < 0.4
    logits, weights = watched(params, jnp.eye(5)[TOKENS], jnp.asarray(allowed))
    expected, rows = by_the_cell(params, np.eye(5)[TOKENS], allowed)
    # some dozens of operations in float64
    np.testing.assert_allclose(logits, expected, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(weights, rows, rtol=1e-10, atol=1e-12)


def test_states_are_named():
    tokens = np.array([[3, 0, 1, 0, 4, 0, 0], [0, 2, 2, 0, 4, 0, 0]])
    weights = np.zeros((2, 7, 7))
    weights[0, 5], weights[0, 6] = [0, 4, 1, 3, 2, 0, 0], [0, 4, 1, 3, 2, 0, 0]
    weights[1, 5], weights[1, 6] = [9, 0, 1, 1, 1, 1, 0], [0, 0, 1, 1, 1, 0, 5]

    def places(states):
        found = chosen(states, PLAN, tokens, weights)
        return [np.flatnonzero(row).tolist() for row in found]

    assert places("of the symbols") == [[0, 2], [1, 2]]
    assert places("first 2 L") == [[0, 1, 2, 3]] * 2
    assert places("answering") == [[4, 5, 6]] * 2
    assert places("most attended")[0] == [1, 2, 3, 4]
    assert {0, 6} < set(places("most attended")[1])
    assert {0, 5, 6} < set(places("least attended")[0])


def test_until_the_last_symbol_all_may_be_attended_to():
    symbols = np.array([[True, False, True, False, False]])
    states = np.array([[False, True, False, False, True]])
    allowed = allowing(states, symbols)
    assert allowed.shape == (1, 5, 5)
    assert allowed[0, :3].all()
    np.testing.assert_array_equal(allowed[0, 3:], np.repeat(states, 2, 0))


@pytest.mark.parametrize("count", [1, 3, 8])
def test_uniform_weights_are_spread_over_all_their_states(count):
    weights = np.zeros(8)
    weights[:count] = 1 / count
    assert spread_over(weights) == pytest.approx(count, rel=1e-12)  # a few roundings
    np.testing.assert_allclose(uniform_weights(count).sum(1), 1, rtol=1e-15)


LOOKS = Looks(
    plan=PLAN,
    symbols=(1, 2),
    free=np.array([1.0, 0.9, 1.0]),
    only=np.array([1.0, 0.5, 0.95]),
    without=np.array([0.5, 0.9, 0.8]),
    share=np.array([0.7, 0.2, 0.6]),
    before=np.array([0.3, 0.2, 0.1]),
    uniform=np.full(3, 0.2),
    of_symbols=np.zeros(3),
    spread=np.array([2.0, 6.0, 3.0]),
    spread_before=np.array([6.0, 6.0, 6.5]),
    profile=np.zeros((3, 6)),
    picture=np.zeros((3, 6, 6)),
)


def test_it_is_the_median_that_counts():
    assert all(mattering(LOOKS).values())
    assert all(few(LOOKS).values())


@pytest.mark.parametrize(
    ("field", "values", "what"),
    [
        ("free", [1, 0.9, 0.9], "are right"),
        ("share", [0.7, 0.4, 0.4], "of the attention"),
        ("before", [0.1, 0.1, 0.65], "before training"),
        ("only", [1, 0.5, 0.8], "with them alone"),
        ("without", [0.5, 0.85, 0.95], "without them"),
    ],
)
def test_each_thing_that_must_be_seen_can_be_lacking(field, values, what):
    lacking = [
        w for w, ok in mattering(replace(LOOKS, **{field: np.array(values)})).items() if not ok
    ]
    assert any(what in one for one in lacking)
    assert len(lacking) == 1 or field == "free"
    assert not any(few(replace(LOOKS, spread=np.array([2.0, 6.0, 5.0]))).values())


@pytest.mark.deep
def test_trained_networks_are_looked_at_beside_what_they_began_with():
    run = train(PLAN.experiment("MemRNN", [5, 6]))
    looks = looked_at(Trained("MemRNN", PLAN, run), ("first 2 L", "answering"), count=3)
    assert looks.symbols == (1, 2)
    assert looks.picture.shape == (2, 6, 6)
    np.testing.assert_allclose(looks.share, 1, rtol=1e-6)  # all states, in float32
    np.testing.assert_array_equal(looks.only, looks.free)
    np.testing.assert_allclose(looks.uniform, 1, rtol=1e-15)
    assert (looks.spread != looks.spread_before).all()
    np.testing.assert_allclose(looks.profile.sum(1), 1, rtol=1e-6)
