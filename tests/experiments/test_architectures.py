"""The architectures that are compared are those that the claims are about."""

from fractions import Fraction

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.gradient_step_as_attention import gradient_step_as_attention
from proofs.gated_rnn.experiments.architectures import KINDS, Architecture
from proofs.gated_rnn.experiments.contests import REGRESSION, TEACHER, Contest
from proofs.gated_rnn.experiments.learned_steps import (
    layer_coefficients,
    least_for_the_step,
    step_coefficients,
)
from proofs.gated_rnn.experiments.learners import SHORT, loss_of_the_step, rank_correlation
from proofs.gated_rnn.experiments.optimiser import of_the_paper, trace
from proofs.gated_rnn.experiments.regression import Regression

CONTEST = Contest(Regression(4, 1, 1), 6, width=3, count=1, steps=2, batch=4, peak=1e-2)
RATE = Fraction(5, 24)


def step():
    """One gradient step as a layer of attention in floats, whose first output is the answer."""
    layer = gradient_step_as_attention(1, 1, RATE)
    values, keys, queries = (
        np.array([float(Fraction(str(v))) for v in w.flat]).reshape(w.shape)
        for w in layer.weights().values()
    )
    return LinearAttention(*map(jnp.asarray, (values[::-1], keys, queries)))


@pytest.mark.deep
@pytest.mark.parametrize("kind", KINDS)
def test_all_weights_are_trained_and_outputs_have_their_shape(kind):
    layers = 1 if kind in ("gated", "dense") else 2
    architecture = Architecture(kind, 2, 3, 4, layers)
    params = architecture.start(jax.random.key(0))
    xs = jax.random.normal(jax.random.key(1), (5, 2))

    @jax.jit
    def loss(params):
        outputs = architecture.network(params)(xs)
        assert outputs.shape == (5, 3)
        return (outputs**2).sum()

    assert architecture.parameters == sum(leaf.size for leaf in jax.tree.leaves(params))
    for leaf in jax.tree.leaves(jax.grad(loss)(params)):
        assert jnp.isfinite(leaf).all()
        assert jnp.abs(leaf).max() > 0


def test_perceptrons_have_as_many_weights_as_gates_but_for_the_biases():
    plus, perceptrons = (Architecture(kind, 2, 2, 6) for kind in ("LRU+", "LRU-MLP"))
    assert perceptrons.parameters - plus.parameters == 2 * 6
    assert plus.name == "LRU+"
    assert Architecture("LRU", 2, 2, 6, 2).name == "2 x LRU"


@pytest.mark.deep
def test_a_dense_recurrence_with_a_diagonal_matrix_is_the_diagonal_one():
    diagonal, dense = (Architecture(kind, 2, 2, 3) for kind in ("gated", "dense"))
    params = diagonal.start(jax.random.key(0))
    same = {**params, "A": jnp.diag(jnp.exp(-jnp.exp(params["nu"])))}
    del same["nu"]
    xs = jax.random.normal(jax.random.key(1), (4, 2))
    one, other = diagonal.network(params), dense.network(same)
    assert isinstance(other, GatedRNN)
    np.testing.assert_allclose(one(xs), other(xs), rtol=1e-5, atol=1e-6)


@pytest.mark.deep
def test_the_gradient_step_loses_twice_as_much_on_doubled_tasks():
    given = {"task": REGRESSION, "teacher": step(), "power": jnp.ones(())}
    found = CONTEST.validate(step(), given, jax.random.key(0))
    np.testing.assert_allclose(found["validation"], 2 * found["training"], rtol=1e-4)
    # 2^13 sequences, a loss with a deviation of about twice its mean: five standard errors
    assert found["training"] == pytest.approx(CONTEST.task.loss_of(float(RATE)), rel=0.12)
    here = CONTEST.validate(step(), {**given, "task": TEACHER}, jax.random.key(0))
    np.testing.assert_allclose(list(here.values()), 0, atol=1e-9)


def test_the_polynomial_of_the_step_is_that_of_its_layer_of_attention():
    layer = gradient_step_as_attention(2, 1, Fraction(1, 4))
    weights = (
        np.array([float(Fraction(str(v))) for v in w.flat]).reshape(w.shape)
        for w in layer.weights().values()
    )
    values, keys, queries = weights
    found = layer_coefficients(LinearAttention(values[2:], keys, queries), 2)
    np.testing.assert_allclose(found, step_coefficients(Regression(5, 2, 1), 0.25))
    assert least_for_the_step(3, 3) == 12


@pytest.mark.deep
def test_the_optimiser_is_seen_from_outside():
    run = trace(of_the_paper, 0)
    first = run.of("nu")[0, 0]
    assert first[0] - first[1] == pytest.approx(1e-3, rel=1e-6)
    assert first[-2] - first[-1] == pytest.approx(1e-6, rel=1e-2)  # almost at the end of the cosine


def test_rank_correlation_is_spearmans_with_its_exact_probability():
    rising, almost = [1.0, 2.0, 3.0, 4.0, 5.0], [10.0, 20.0, 30.0, 50.0, 40.0]
    assert rank_correlation(rising, rising) == (pytest.approx(1), 1 / 120)
    assert rank_correlation(rising, almost) == (pytest.approx(0.9), 5 / 120)
    found, chance = rank_correlation(rising, almost[::-1])
    assert found == pytest.approx(-0.9)
    assert chance > 0.95


def test_the_step_loses_twice_as_much_in_validation():
    assert loss_of_the_step(SHORT) == pytest.approx(2 * 0.4 / 5.8)  # (1/2) 0.8 / (5 + 0.8), doubled
