"""The scaled convolution, and linear RNNs built from its filter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.arrays import EXACT, FLOAT, convolve, equal, jax_floats
from constructions.cells.scaled_convolution import ScaledConvolution
from constructions.errors import ShapeError
from constructions.weights.filter_as_linear_rnn import input_memory, output_memory, smaller_memory
from theorem_checks import arrays_of

sizes = st.tuples(*(st.integers(1, 3) for _ in range(3)))


def drawn(s):
    T, n_y, n_x = s
    return st.tuples(arrays_of(T, n_y, n_x), arrays_of(T, n_x))


@given(sizes.flatmap(drawn))
def test_networks_with_a_given_response_compute_the_convolution(parts):
    theta, xs = (EXACT.array(part) for part in parts)
    T, n_y, n_x = theta.shape
    expected = ScaledConvolution(theta, EXACT.array([1] * T))(xs)
    for t in range(T):
        assert equal(expected[t], sum(theta[j] @ xs[t - j] for j in range(t + 1)))
    scale = EXACT.array(["2/3"])
    for build, width in ((input_memory, n_x), (output_memory, n_y)):
        network = build(theta, scale)
        assert network.W.shape == (T * width, T * width)
        assert equal(network(xs), expected)
    assert smaller_memory(theta, scale).W.shape[0] == T * min(n_x, n_y)


def test_under_jax():
    import jax

    floats = jax_floats()
    rng = np.random.default_rng(0)
    theta, roots, xs = (floats.array(rng.normal(size=s)) for s in ((4, 2, 3), (4,), (3, 3)))
    cell = ScaledConvolution(theta, roots)
    np.testing.assert_allclose(jax.jit(cell)(xs), cell(xs), rtol=1e-12)
    gradient = jax.grad(lambda c: c(xs).sum())(cell)
    lag_1 = roots[1] * np.ones((2, 1)) * np.asarray(xs)[:2].sum(axis=0)
    np.testing.assert_allclose(gradient.theta[1], lag_1, rtol=1e-12)
    np.testing.assert_array_equal(gradient.theta[3], 0)  # no token is so late


def test_shapes_that_do_not_fit_are_refused():
    theta = EXACT.zeros((2, 1, 1))
    with pytest.raises(ShapeError, match="root_rho"):
        ScaledConvolution(theta, EXACT.array([1]))
    cell = ScaledConvolution(theta, EXACT.array([1, 1]))
    with pytest.raises(ShapeError, match="3 tokens"):
        cell(EXACT.zeros((3, 1)))
    with pytest.raises(ShapeError, match="shape"):
        cell(EXACT.zeros((2, 2)))
    with pytest.raises(ShapeError, match="filters"):
        input_memory(EXACT.zeros((2, 1)), EXACT.array([1]))


@pytest.mark.parametrize(
    ("T", "lags", "n_y", "n_x"), [(1, 3, 2, 1), (5, 7, 3, 2), (1003, 1003, 1, 1)]
)
def test_a_convolution_is_the_sum_that_proofs_take_it_for(T, lags, n_y, n_x):
    draw = np.random.default_rng(T)
    weights, filters, xs = (
        draw.integers(-9, 10, shape) for shape in ((lags,), (lags, n_y, n_x), (T, n_x))
    )
    scaled = weights[:, None, None] * filters
    written_out = [sum(scaled[j] @ xs[t - j] for j in range(t + 1)) for t in range(T)]
    for system in (EXACT, FLOAT):
        given = (system.array(part.tolist()) for part in (weights, filters, xs))
        assert np.array_equal(np.array(convolve(*given).tolist(), dtype=float), written_out)
