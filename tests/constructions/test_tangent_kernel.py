"""The tangent kernel in floats and in exact rationals."""

import jax
import numpy as np
import pytest

from constructions.arrays import EXACT, jax_floats
from constructions.cells.linear_rnn import LinearRNN
from constructions.errors import ArgumentError, ShapeError
from constructions.tangent_kernel import (
    exact_tangent_kernel,
    filter_tangent_kernel,
    tangent_kernel,
)

RNG = np.random.default_rng(0)
WEIGHTS = {
    name: RNG.integers(-3, 4, shape)
    for name, shape in {"W": (2, 2), "F": (2, 1), "C": (2, 2)}.items()
}
X, Y = RNG.integers(-3, 4, (2, 3, 1))


def exact_network(xs, **weights):
    return LinearRNN(**weights, scale=EXACT.array([1]))(xs)


def as_floats(exact):
    return np.array([[float(entry) for entry in row] for row in exact])


def test_floats_and_rationals_agree():
    exact = exact_tangent_kernel(exact_network, WEIGHTS, EXACT.array(X), EXACT.array(Y))
    floats = jax_floats()
    cell = LinearRNN(
        **{k: floats.array(w * 1.0) for k, w in WEIGHTS.items()}, scale=floats.array([1.0])
    )

    def function(weights, xs):
        W, F, C = weights
        return LinearRNN(W, F, C, cell.scale)(xs)

    found = tangent_kernel(function, (cell.W, cell.F, cell.C), X * 1.0, Y * 1.0)
    assert found.shape == (6, 6)  # three tokens, two outputs each
    np.testing.assert_allclose(found, as_floats(exact), rtol=1e-12)


def test_the_kernel_of_one_input_is_a_gram_matrix():
    exact = exact_tangent_kernel(exact_network, WEIGHTS, EXACT.array(X), EXACT.array(X))
    assert (exact == exact.T).all()
    assert min(np.linalg.eigvalsh(as_floats(exact))) > -1e-9


def test_wrong_parameters_are_refused():
    with pytest.raises(ArgumentError, match="W"):
        exact_tangent_kernel(exact_network, {**WEIGHTS, "W": [[0.5]]}, X, Y)
    with pytest.raises(ShapeError, match="nothing to differentiate"):
        exact_tangent_kernel(exact_network, {"W": np.zeros((0, 0), int)}, X, Y)


@pytest.mark.parametrize(("times", "inputs", "outputs"), [(1, 1, 1), (4, 2, 3)])
def test_the_kernel_of_a_filter_is_that_of_any_function(times, inputs, outputs):
    rng = np.random.default_rng(1)
    shapes = {"W": (3, 3), "F": (3, inputs), "C": (outputs, 3)}
    weights = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    xs, ys = rng.normal(size=(2, times, inputs)), rng.normal(size=(3, times, inputs))
    scale = np.full(1, 3**-0.5)

    def function(weights, x):
        return LinearRNN(**weights, scale=scale)(x)

    def on_all(weights, xs):
        return jax.vmap(lambda x: function(weights, x))(xs)

    found = filter_tangent_kernel(function, weights, xs, ys)
    np.testing.assert_allclose(found, tangent_kernel(on_all, weights, xs, ys), rtol=1e-4, atol=1e-4)


def test_sequences_that_do_not_fit_are_refused():
    xs = np.zeros((2, 4, 1))
    with pytest.raises(ShapeError, match=r"ys has shape \(4, 1\).*x\[None\]"):
        filter_tangent_kernel(lambda own, x: own * x, 1.0, xs, xs[0])
    with pytest.raises(ShapeError, match="of one length"):
        filter_tangent_kernel(lambda own, x: own * x, 1.0, xs, xs[:, :3])
