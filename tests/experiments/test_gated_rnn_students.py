"""What trained gated RNNs are compared with is right where the answer is known."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from constructions.arrays import polynomials
from constructions.cells.gated_rnn import GatedRNN
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.gradient_step_as_attention import gradient_step_as_attention
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import printed_rate
from proofs.gated_rnn.experiments.regression import (
    Plan,
    Recipe,
    Regression,
    Training,
    answers,
    judged,
)
from proofs.gated_rnn.experiments.students import Student, instantaneous, memories
from proofs.gated_rnn.experiments.teacher import Plan as TeacherPlan
from proofs.gated_rnn.experiments.teacher import random_teacher, rounded, scores
from proofs.gated_rnn.experiments.widths import first_below, least_units
from proofs.gated_rnn.s5_2_gradient_descent.in_context_numbers import RATE
from theorem_checks import initial_members, train

TASK = Regression(3, 2, 1)
BEST = printed_rate(3, 2, 1)


def in_floats(network):
    def floats(weight):
        return jnp.asarray([float(Fraction(int(v.p), int(v.q))) for v in weight.flat])

    weights = network.weights().items()
    return replace(network, **{name: floats(w).reshape(w.shape) for name, w in weights})


@pytest.fixture(scope="module")
def step():
    """One best gradient step as a network of class (2), whose outputs are only those of y."""
    exact = attention_as_gated_rnn(gradient_step_as_attention(2, 1, BEST))
    network = in_floats(exact)
    return replace(network, D=jnp.asarray(network.D)[2:])


@pytest.mark.deep
def test_the_construction_has_the_predicted_loss(step):
    tokens, _ = TASK.sequences(jax.random.key(1), 5)
    assert not tokens[:, -1, 2:].any()
    # a few dozen operations
    np.testing.assert_allclose(answers(step, tokens), TASK.step(tokens, float(BEST)), rtol=1e-5)
    found = judged(step, TASK, float(BEST), seed=0)
    predicted = TASK.loss_of(float(BEST))
    assert predicted == pytest.approx(1.8 / 9.6)  # (1/2) (d_x - 1/5) / (T + d_x - 1/5)
    # 2^14 sequences: the loss has a deviation of less than 1, so this is six standard errors
    assert abs(found["loss"] - predicted) < 0.05
    assert abs(found["excess"]) < 1e-6
    assert found["distance"] < 1e-9


def test_the_loss_of_any_step_is_that_of_the_paper_and_least_at_the_best_rate():
    assert Regression(12, 3, 3).loss_of(float(RATE)) == pytest.approx(7 / 74)
    losses = [TASK.loss_of(float(BEST) * factor) for factor in (0.9, 1, 1.1)]
    assert losses[1] < min(losses[0], losses[2])


def test_another_network_loses_half_its_squared_distance_to_the_step(step):
    other = replace(step, D=step.D * 0.7)
    found = judged(other, TASK, float(BEST), seed=2)
    assert found["distance"] > 0.01
    assert abs(found["excess"] - found["distance"]) < 5 * found["distance error"]


def test_polynomials_of_a_network_are_those_by_exact_arithmetic():
    params = Student(2, 2, 3, 4).start(jax.random.key(0))
    network = Student(2, 2, 3, 4).network(params)
    generator = np.random.default_rng(0)
    whole: dict[str, Any] = {
        name: generator.integers(-2, 3, np.shape(value))
        for name, value in network.weights().items()
    }
    exact = GatedRNN(**whole, append_one=True)
    xs = polynomials(x=(3, 2)).symbols("x")
    outputs = exact(xs)
    for mine, theirs in zip(instantaneous(exact), exact(xs[:1])[-1], strict=True):
        found = {
            tuple(i for i, power in enumerate(powers[:2]) for _ in range(int(power))): int(c.p)
            for powers, c in theirs.terms()
        }
        assert {name: value for name, value in mine.items() if value} == found
    for lag in (1, 2):  # the coefficient of x_{2,1} x_{2-lag,0} x_{2-lag,1}
        powers = [0] * 6
        powers[5] = powers[2 * (2 - lag)] = powers[2 * (2 - lag) + 1] = 1
        known = {tuple(map(int, p)): int(c.p) for p, c in outputs[-1][0].terms()}
        assert memories(exact, 1, (0, 1), 2)[lag - 1] == known.get(tuple(powers), 0)


def test_the_loss_does_not_see_the_polynomial_of_one_token(step):
    """A unit with lambda = 0 that takes in x_1 y_1: other coefficients, the same answers."""

    def grown(weight, *rows, columns=0):
        wide = jnp.pad(weight, ((0, 0), (0, columns)))
        return jnp.concatenate([wide, jnp.asarray(rows, wide.dtype)])

    units = step.lam.shape[0]
    impostor = replace(
        step,
        lam=jnp.append(step.lam, 0.0),
        W_in_m=grown(step.W_in_m, [1, 0, 0, 0]),
        W_in_x=grown(step.W_in_x, [0, 0, 1, 0]),
        W_out_m=grown(step.W_out_m, [0] * units + [1], columns=1),
        W_out_x=grown(step.W_out_x, [0] * (units - 3) + [1, 0, 0, 0], columns=1),
        D=jnp.append(step.D, jnp.ones((1, 1)), axis=1),
    )
    tokens, _ = TASK.sequences(jax.random.key(3), 20)
    np.testing.assert_array_equal(answers(impostor, tokens), answers(step, tokens))
    changed = instantaneous(impostor)[0][0, 0, 2] - instantaneous(step)[0][0, 0, 2]
    assert abs(changed) > 0.1


@pytest.mark.deep
def test_a_mask_leaves_the_first_units_and_products():
    student = Student(2, 1, 5, 5)
    params = student.start(jax.random.key(0), jnp.arange(5) < 3)
    mask = (jnp.arange(5) < 3).astype(jnp.float32)
    small = student.network(params, mask)
    weights = {name: value[:3] for name, value in small.weights().items() if name != "D"}
    weights |= {name: weights[name][:, :3] for name in ("W_out_m", "W_out_x")}
    cut = GatedRNN(**weights, D=jnp.asarray(small.D)[:, :3], append_one=True)
    xs = jax.random.normal(jax.random.key(1), (4, 2))
    np.testing.assert_allclose(small(xs), cut(xs), rtol=1e-5, atol=1e-6)


def test_what_is_trained_is_said():
    plan = Plan(Training(TASK, 1, 2, 8, 1e-2), 4)
    assert plan.student(Recipe(reads="before")).reads == "before"
    assert "4 units and products, T = 3, d_x = 2, d_y = 1" in str(plan)


def test_units_of_the_construction_have_all_key_values_and_queries():
    teacher = random_teacher(jax.random.key(0), 2)
    network = attention_as_gated_rnn(teacher)
    assert max(scores(network, teacher)) < 1e-12  # squares of errors in float32
    fewer = replace(network, W_in_x=jnp.asarray(network.W_in_x).at[:2].set(0.0))
    keys, queries = scores(fewer, teacher)  # two of four key-value units, and three are needed
    assert keys > 0.01
    assert queries < 1e-12
    forgetful = replace(network, lam=jnp.full(6, 0.4))
    assert scores(forgetful, teacher) == pytest.approx((1, 1))
    assert not np.asarray(rounded(forgetful).lam).any()


def test_the_first_width_is_that_of_the_first_small_median():
    losses = np.array([[0.5, 0.0, 0.4], [0.1, 0.2, 0.0], [0.0, 0.0, 0.3]])
    assert first_below((2, 3, 5), losses, 0.15) == 3
    assert first_below((2, 3, 5), losses, 0.05) == 5
    assert first_below((2, 3, 5), losses, 0.0) is None
    assert [least_units(d) for d in (2, 4, 6)] == [5, 14, 27]


@pytest.mark.deep
def test_a_mask_leaves_the_rest_untrained():
    mask = (np.arange(4) < np.array([[2], [4]])).astype(np.float32)
    plan = TeacherPlan(d=2, times=3, count=1, steps=2, batch=4, peak=1e-2)
    experiment = plan.experiment("masked", Student(2, 2, 4, 4), 0, {"mask": mask})
    run = train(experiment)
    assert np.isfinite(run.loss).all()
    begun = initial_members(experiment)[0]["W_out_m"][0, 0]
    change = abs(run.params_of(0, 0)["W_out_m"] - begun)
    assert change[:2, :2].min() > 1e-3
    assert change[:, 2:].max() < 1e-4  # two steps of weight decay, 1e-6 of each weight
