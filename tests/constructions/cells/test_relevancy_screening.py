"""RelRNN, RelLSTM and attention to the kappa best: against plain loops, and under jit."""

from fractions import Fraction

import numpy as np
import pytest

from constructions.arrays import EXACT, FRACTIONS, ones_like
from constructions.cells.growing_memory_rnn import GrowingMemoryRNN
from constructions.cells.lstm import LSTM
from constructions.cells.rel_rnn import RelLSTM, RelRNN
from constructions.cells.relevancy_screening import (
    Slots,
    by_row,
    empty_memory,
    replace_lowest,
)
from constructions.cells.self_attentive_rnn import SelfAttentiveRNN
from constructions.cells.top_kappa_rnn import TopKappaRNN
from constructions.errors import ArgumentError

rng = np.random.default_rng(7)
n, m, T = 3, 2, 12
V, U, b, w = (rng.normal(size=s) / 2 for s in ((n, n), (n, m), (n,), (n,)))
xs = rng.normal(size=(T, m))


def slots(rows):
    """Places with these times, relevances and flags; a state is (t, -t)."""
    time, relevance, present = (EXACT.array(part) for part in zip(*rows, strict=True))
    return Slots(EXACT.array([[t, -t] for t, *_ in rows]), time, relevance, present)


def place(*row):
    """One place by itself."""
    return Slots(*(part[0] for part in slots([row])))


def by_lists(nu, rho, advance, score):
    """Algorithm 1 with t - nu, all states kept in lists."""
    states, beta, R, s, outputs = {}, {}, [], np.zeros(n), []
    for t in range(1, T + 1):
        states[t] = advance(s, xs[t - 1])
        S = list(range(max(1, t - nu + 1), t + 1))
        if t - nu > 0:
            R = sorted([*R, t - nu], key=lambda i: -beta[i])[:rho]
        M = [*S, *R]
        z = np.array([np.exp(score(s, states[i])) for i in M])
        z = z / z.sum()
        for i, share in zip(S, z, strict=False):
            beta[i] = beta.get(i, 0) + share
        s = states[t] + sum(share * states[i] for share, i in zip(z, M, strict=True))
        outputs.append(s)
    return np.array(outputs)


@pytest.mark.parametrize(("nu", "rho"), [(1, 1), (2, 3), (4, 2)])
def test_the_scan_is_algorithm_1(nu, rho):
    jax = pytest.importorskip("jax")
    with jax.enable_x64(True):
        jnp = jax.numpy
        weight = lambda s, rows: jnp.exp(rows @ (jnp.asarray(w) * s))  # noqa: E731
        cell = RelRNN(jnp.asarray(V), jnp.asarray(U), jnp.asarray(b), weight, nu, rho)
        run = lambda x: cell(x)  # noqa: E731, PLW0108 (jit would hash the cell)
        found = jax.jit(run)(jnp.asarray(xs))
    true = by_lists(nu, rho, lambda s, x: np.tanh(V @ s + U @ x + b), lambda s, h: w @ (s * h))
    # twelve steps of sums of some numbers of size 1
    np.testing.assert_allclose(found, true, rtol=1e-11)


def test_the_screened_lstm_reads_the_output_before():
    jax = pytest.importorskip("jax")
    with jax.enable_x64(True):
        jnp = jax.numpy
        weights = [rng.normal(size=shape) / 2 for _ in range(4) for shape in ((n, m), (n, n), (n,))]
        inner = LSTM(*map(jnp.asarray, weights))
        cell = RelLSTM(inner, by_row(lambda s, h: jnp.exp(jnp.asarray(w) @ (s * h))), 2, 2)
        found = cell(jnp.asarray(xs))
        memory = {"c": jnp.zeros(n)}

        def advance(s, x):
            (memory["c"], _), h = inner.step((memory["c"], jnp.asarray(s)), jnp.asarray(x))
            return np.asarray(h)

        true = by_lists(2, 2, advance, lambda s, h: w @ (s * h))
    np.testing.assert_allclose(found, true, rtol=1e-11)


def test_all_states_kept_is_full_attention_exactly():
    half = np.array([[Fraction(1, 2)]], dtype=object)
    tokens = np.array([[Fraction(k)] for k in (1, -1, 2)], dtype=object)
    weight = lambda s, h: 1 + s[0] * s[0] * h[0] * h[0]  # noqa: E731
    phi = lambda u: u * Fraction(1, 3)  # noqa: E731
    screened = RelRNN(half, half, half[0], by_row(weight), 5, 1, phi)
    outputs = screened(tokens)
    full = SelfAttentiveRNN(half, half, half[0], weight, phi)
    first = phi(half @ tokens[0] + half[0])
    _, true = full.run(first, list(tokens[1:]))
    assert [s.tolist() for s in outputs] == [s.tolist() for s in true]


@pytest.mark.parametrize("kappa", [None, 1, 2, 3])
def test_a_memory_that_grows_is_attention_to_lists_of_states(kappa):
    half = FRACTIONS.array([[Fraction(1, 2), Fraction(1, 3)], [Fraction(-1, 4), 1]])
    phi = lambda u: u * Fraction(1, 4)  # noqa: E731
    weight = lambda s, h: 1 + (s @ h) * (s @ h)  # noqa: E731
    maps = half, half[:, :1], half[0]
    tokens = [FRACTIONS.array([k]) for k in (1, -1, 0, 0, 3, -2)]
    cell = GrowingMemoryRNN(*maps, by_row(weight), phi, kappa)
    state, outputs = cell.initial_state(), []
    for x in tokens:
        state, y = cell.step(state, x)
        outputs.append(y.tolist())
    best = {} if kappa is None else {"kappa": kappa}
    by_lists = (SelfAttentiveRNN if kappa is None else TopKappaRNN)(*maps, weight, phi, **best)
    states, true = by_lists.run(phi(maps[1] @ tokens[0] + maps[2]), tokens[1:])
    assert outputs == [s.tolist() for s in true]
    assert state[0].tolist() == [h.tolist() for h in states]
    assert state[1].tolist() == [1, 2, 3, 4, 5, 6]


def test_of_equal_weights_the_earliest_are_kept_in_arrays_too():
    one = FRACTIONS.array([[1]])
    cell = GrowingMemoryRNN(one, one, one[0], lambda _, rows: ones_like(rows[:, 0]), kappa=2)
    weights = cell._kept(*map(FRACTIONS.array, ([1, 2, 1, 2, 2], [1, 2, 3, 4, 5])))
    assert weights.tolist() == [0, 1, 0, 1, 0]


def test_the_best_kappa_of_equal_weights_are_the_earliest():
    one = np.array([[Fraction(1)]], dtype=object)
    cell = TopKappaRNN(one, one, one[0], lambda s, h: Fraction(1), kappa=2)
    assert cell.weights(one[0], [one[0]] * 4) == [Fraction(1, 2), Fraction(1, 2), 0, 0]


def test_of_members_of_equal_relevance_the_earlier_stays():
    members = slots([(0, 0, 0)] * 2)
    for time, relevance in enumerate((1, 1, 2)):
        members = replace_lowest(members, place(time, relevance, 1))
    assert members.time.tolist() == [2, 0]


def test_sizes_below_one_are_refused():
    one = np.array([[Fraction(1)]], dtype=object)
    with pytest.raises(ArgumentError, match="kappa=0"):
        TopKappaRNN(one, one, one[0], lambda s, h: 1, kappa=0)
    with pytest.raises(ArgumentError, match="rho=0"):
        empty_memory(1, 0, EXACT.zeros((1,)))


def test_an_arrival_moves_on_what_is_lower_and_of_equals_the_later():
    members = slots([(1, 5, 1), (2, 3, 1), (3, 3, 1), (0, 0, 0)])
    for score, order in ((6, [4, 1, 2, 3]), (5, [1, 4, 2, 3]), (3, [1, 2, 3, 4])):
        found = replace_lowest(members, place(4, score, 1))
        assert found.time.tolist() == order
        assert found.state.tolist() == [[time, -time] for time in order]
        assert found.present.tolist() == [1] * 4
