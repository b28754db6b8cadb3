"""The linearised network against automatic differentiation of the network itself."""

from fractions import Fraction

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from constructions.cells.attentive_rnn import AttentiveRNN, uniform_attention
from constructions.cells.uniform_attention_rnn import UniformAttentionRNN

V = np.array([[Fraction(1, 2), Fraction(-1, 3)], [Fraction(1, 4), Fraction(1, 5)]])
STATES = {t: [Fraction((-1) ** t, 2), Fraction(t, 3)] for t in range(1, 7)}


def score(previous, state):
    """Return a score that is 0 along the trajectory: there the first entries are +-1/2."""
    gap = state[0] ** 2 - 0.25
    moved = previous[0] - jax.lax.stop_gradient(previous[0])
    return gap * (1 + previous[0]) + 3 * gap * state[1] + 2 * moved * state[1]


EQUAL = {t: {i: Fraction(1, t) for i in range(1, t + 1)} for t in STATES}
SHARES = {t: {i: Fraction(2 * i, t * (t + 1)) for i in range(1, t + 1)} for t in STATES}


def slopes_of_scores(weights):
    """The slopes of the scores along the trajectory with some weights."""
    outputs = own_outputs(weights)

    def score_slopes(i, t):
        first, second = STATES[i]
        before = 0 if t == 1 else outputs[t - 1][0]
        return (2 * second, 0), (2 * first * (1 + before) + 6 * first * second, 0)

    return score_slopes


def own_outputs(weights):
    """s_t along the trajectory."""
    states = {t: np.array(h) for t, h in STATES.items()}
    return {t: states[t] + sum(w * states[i] for i, w in weights[t].items()) for t in states}


def run(start, end, perturbation, tanh_slopes, shares=EQUAL):
    """Return s_end of the network with softmax, with phi linear between the given slopes."""
    matrix = jnp.array(V, dtype=float)
    states, outputs = {}, {}
    for t in range(1, end + 1):
        given = jnp.array([float(x) for x in STATES[t]])
        if t < start:
            states[t] = given
        elif t == start:
            states[t] = given + perturbation
        else:
            step = matrix @ outputs[t - 1]
            # the inputs are such that the unperturbed state is the given one
            states[t] = given + tanh_slopes[t] * (step - jax.lax.stop_gradient(step))
        previous = outputs.get(t - 1, jnp.zeros(2))
        scores = jnp.stack([score(previous, states[i]) for i in range(1, t + 1)])
        logarithms = jnp.log(jnp.array([float(shares[t][i]) for i in range(1, t + 1)]))
        weights = jax.nn.softmax(scores + logarithms)
        outputs[t] = states[t] + sum(w * states[i] for i, w in enumerate(weights, start=1))
    return outputs[end]


@pytest.mark.parametrize(("start", "end"), [(1, 3), (2, 4)])
def test_with_scores_that_depend_on_the_states(start, end):
    slopes = {t: np.array([Fraction(1, t), Fraction(t, 7)]) for t in range(2, 7)}
    floats = {t: jnp.array(s, dtype=float) for t, s in slopes.items()}
    for weights, shares in ((None, EQUAL), (EQUAL, EQUAL), (SHARES, SHARES)):
        network = UniformAttentionRNN(V, slopes, STATES, slopes_of_scores(shares), weights)
        exact = network.derivatives(start, end)
        of_run = jax.jacobian(lambda d, shares=shares: run(start, end, d, floats, shares))
        # 6 steps of sums of order 1 in 64 bits
        jacobian = jax.jit(of_run)(jnp.zeros(2))
        np.testing.assert_allclose(np.array(exact[end], dtype=float), jacobian, atol=1e-12)


def test_with_constant_weights_it_is_the_linear_network():
    attention = uniform_attention({t: range(1, t + 1) for t in range(1, 7)})
    identity = np.array([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])
    linear = AttentiveRNN(V, attention).derivatives(2, 6, identity)
    own = UniformAttentionRNN(V).derivatives(2, 6)
    assert all((linear[t] == own[t]).all() for t in range(2, 7))


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="start=3, end=2"):
        UniformAttentionRNN(V).derivatives(3, 2)
    with pytest.raises(ValueError, match="states=None"):
        UniformAttentionRNN(V, score_slopes=slopes_of_scores(EQUAL)).derivatives(1, 2)
