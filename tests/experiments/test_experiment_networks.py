"""The networks and tasks that experiments train are those that the claims are about."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from constructions.cells.linear_rnn import LinearRNN
from constructions.cells.scaled_convolution import ScaledConvolution
from constructions.cells.self_attentive_rnn import (
    AdditiveAlignment,
    SelfAttentiveRNN,
    softmax_of,
)
from proofs.linear_rnn.experiments.students import Plan, delayed, errors, random_rnn
from proofs.lsrl.experiments.noisy_models import dictionaries, wrong_tokens
from proofs.sparse_attention.experiments.networks import KINDS, Network
from proofs.sparse_attention.experiments.tasks import copy_task, denoise_task


@pytest.mark.deep
def test_the_error_by_responses_is_that_of_the_network_on_its_sequences():
    keys = jax.random.split(jax.random.key(3), 3)
    x = jax.random.normal(keys[0], (4, 5, 2))
    y = jax.random.normal(keys[1], (4, 5, 1))
    plan = Plan("", (0,), (3, 6), (0.1, 0.1), lambda key, setting: {}, 5, 1, inputs=2)
    setting = jax.tree.map(lambda leaf: jnp.asarray(leaf[0]), plan.settings)  # width 3 of 6
    weights = random_rnn(keys[2], 6, 2, 1)
    data = {"x": delayed(x), "y": y, "x_test": delayed(x[:2]), "y_test": y[:2]}
    response = plan.response(weights, setting)
    found = errors(response, {"data": data})
    small = {"W": weights["W"][:3, :3], "F": weights["F"][:3], "C": weights["C"][:, :3]}
    rnn = LinearRNN(**small, scale=jnp.full(1, 3**-0.5))
    # five matrix products in float64, but for scale and mask in float32
    for network in (rnn, ScaledConvolution(response, jnp.ones(5))):
        squares = (jax.vmap(network)(x) - y) ** 2
        np.testing.assert_allclose(found["train"], squares.mean(), rtol=1e-6)
        np.testing.assert_allclose(found["test"], squares[:2].mean(), rtol=1e-6)


def test_memrnn_in_rows_is_the_self_attentive_network_and_a_kick_moves_its_first_state():
    network = Network("MemRNN", 4, 5, 3)
    params = network.parameters(jax.random.key(0))
    tokens = np.array([1, 2, 0, 4, 3])
    kicks = np.zeros((5, 4))
    kicks[0] = (0.5, -0.25, 0.125, 1.0)
    found = network.outputs(params, jnp.asarray(tokens), jnp.asarray(kicks))
    xs, at = np.eye(5)[tokens], {name: np.asarray(value) for name, value in params.items()}
    alignment = AdditiveAlignment(at["v_a"], at["W_a"], at["U_a"])
    rnn = SelfAttentiveRNN(at["V0"], at["U0"], at["b0"], softmax_of(alignment))
    _, outputs = rnn.run(rnn.recur(np.zeros(4), xs[0]) + kicks[0], list(xs[1:]))
    expected = np.stack(outputs) @ at["readout"].T + at["bias"]
    # some dozens of operations in float64
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("kind", [*KINDS[1:3], KINDS[-1]])
def test_kicks_reach_the_states_and_no_output_before_them(kind):
    network = Network(kind, 3, 4, 2, nu=2, rho=1)
    params = network.parameters(jax.random.key(1))
    tokens = jnp.array([1, 0, 3, 2])
    still = network.outputs(params, tokens)
    moved = network.outputs(params, tokens, jnp.zeros((4, 3)).at[2].set(0.5))
    assert still.shape == (4, 2)
    np.testing.assert_array_equal(still[:2], moved[:2])
    assert (jnp.abs(still[2:] - moved[2:]).max(1) > 1e-3).all()


def test_tasks_show_symbols_a_signal_and_blanks():
    tokens, wanted = copy_task(jax.random.key(0), 4, 3, 5)
    assert tokens.tolist() == [*wanted.tolist(), *[0] * 5, 5, 0, 0, 0]
    assert set(wanted.tolist()) <= {1, 2, 3, 4}
    tokens, wanted = denoise_task(jax.random.key(1), 4, 3, 9)
    assert tokens.shape == (13,)
    assert [t for t in tokens[:9].tolist() if t] == wanted.tolist()
    assert tokens[9:].tolist() == [5, 0, 0, 0]


@pytest.mark.deep
def test_without_noise_a_compiled_dictionary_is_right_and_with_much_of_it_is_not():
    prompts = dictionaries(2, 2, 2, 3, seed=5)
    wrong = wrong_tokens("optimised", prompts, 2, seed=1)
    assert wrong.shape == (5, 2)
    assert wrong[0].max() == 0
    assert wrong[-1].min() > 0
