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


def score_slopes(i, t):
    first, second = STATES[i]
    outputs = 0 if t == 1 else own_outputs()[t - 1][0]
    return (2 * second, 0), (2 * first * (1 + outputs) + 6 * first * second, 0)


def own_outputs():
    """s_t along the trajectory, with weights 1/t."""
    states = {t: np.array(h) for t, h in STATES.items()}
    return {t: states[t] + sum(states[i] for i in range(1, t + 1)) / t for t in states}


def run(start, end, perturbation, tanh_slopes):
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
        weights = jax.nn.softmax(scores)
        outputs[t] = states[t] + sum(w * states[i] for i, w in enumerate(weights, start=1))
    return outputs[end]


@pytest.mark.parametrize(("start", "end"), [(1, 3), (2, 4)])
def test_with_scores_that_depend_on_the_states(start, end):
    slopes = {t: np.array([Fraction(1, t), Fraction(t, 7)]) for t in range(2, 7)}
    network = UniformAttentionRNN(V, slopes, STATES, score_slopes)
    exact = network.derivatives(start, end)
    floats = {t: jnp.array(s, dtype=float) for t, s in slopes.items()}
    jacobian = jax.jit(jax.jacobian(lambda d: run(start, end, d, floats)))(jnp.zeros(2))
    # 6 steps of sums of order 1 in 64 bits
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
        UniformAttentionRNN(V, score_slopes=score_slopes).derivatives(1, 2)
