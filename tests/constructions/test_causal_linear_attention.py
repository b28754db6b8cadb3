"""Causal linear attention in JAX: values, derivatives, memory, transformations, errors."""

from fractions import Fraction
from math import prod

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jax.extend.core import ClosedJaxpr, Jaxpr

from constructions.arrays import EXACT
from constructions.causal_linear_attention import causal_linear_attention, elu_plus_one
from constructions.causal_products import (
    attention_gradients,
    causal_products,
    normalised,
    product_gradients,
    quadratic_products,
    with_ones,
)
from constructions.errors import ArgumentError, ShapeError


def identity(x):
    return x


def quadratic(q, k, v, feature_map=elu_plus_one, normalise=True):
    """The oracle: the masked matrix of all weights."""
    q, k = feature_map(q), feature_map(k)
    weights = jnp.tri(q.shape[-2], dtype=q.dtype) * (q @ jnp.swapaxes(k, -1, -2))
    sums = weights @ v
    return sums / weights.sum(-1, keepdims=True) if normalise else sums


def drawn(seed, *shapes, dtype="float64"):
    numbers = np.random.default_rng(seed)
    return [jnp.asarray(numbers.normal(size=shape), dtype) for shape in shapes]


def tokens(seed, leading, N, C, M, dtype="float64"):
    shapes = [(*leading, N, C), (*leading, N, C), (*leading, N, M), (*leading, N, M)]
    return drawn(seed, *shapes, dtype=dtype)


def with_derivatives(attend, inputs, g):
    """The outputs, and the derivatives of <g, outputs> by the inputs."""

    @jax.jit
    def run(inputs, g):
        y, pull = jax.vjp(attend, *inputs)
        return [y, *pull(g)]

    return run(inputs, g)


def agree(found, wanted, ulps):
    """Whether arrays agree up to rounding; `ulps` in units of the rounding of 1."""
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=ulps * np.finfo(float).eps)


def exactly(array):
    return EXACT.array([[Fraction(float(x)) for x in row] for row in array])


def exact_products(q, k, v, reverse=False):
    return causal_products(q, k, v, chunk=16, reverse=reverse)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("N", "C", "M", "chunk"), [(21, 3, 2, 4), (9, 1, 1, 1), (16, 2, 5, 64)])
def test_the_stated_bound_on_rounding(dtype, N, C, M, chunk):
    """Sums and derivatives against exact arithmetic on the very same floats."""
    *inputs, g = tokens(N, (), N, C, M, dtype)
    found = with_derivatives(
        lambda *x: causal_linear_attention(*x, feature_map=identity, normalise=False, chunk=chunk),
        inputs,
        g,
    )
    q, k, v, G = (exactly(x) for x in (*inputs, g))
    wanted = [exact_products(q, k, v), *product_gradients(exact_products, q, k, v, G)]
    q, k, v, G = (abs(x) for x in (q, k, v, G))
    largest = [exact_products(q, k, v), *product_gradients(exact_products, q, k, v, G)]
    length = min(chunk, N)
    u = Fraction(float(jnp.finfo(dtype).eps)) / 2
    inner = [C, M, M, C]  # over how many numbers the products of two tokens are summed
    for value, true, bound, size in zip(found, wanted, largest, inner, strict=True):
        r = size + length + -(-N // length) + 1
        gamma = EXACT.array(r * u / (1 - r * u))
        assert (abs(exactly(value) - true) <= gamma * bound).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("N", "C", "M", "chunk"), [(21, 3, 2, 4), (9, 1, 1, 1)])
def test_normalised_values_and_derivatives_to_rounding(dtype, N, C, M, chunk):
    """With positive features the normaliser is a sum of positive terms: it has r roundings.

    A quotient counts the roundings of its divisor twice. So the values have 3r + 1, the
    derivative by the normaliser (3r + 1) + (2r + 1) + M, and each further sum its own.
    """
    q, k, v, g = tokens(N, (), N, C, M, dtype)
    q, k = abs(q) + 1, abs(k) + 1
    found = with_derivatives(
        lambda *x: causal_linear_attention(*x, feature_map=identity, chunk=chunk), (q, k, v), g
    )
    q, k, v, G = map(exactly, (q, k, v, g))
    sums = exact_products(q, k, with_ones(v))
    wanted = [normalised(sums), *attention_gradients(exact_products, q, k, v, sums, G)]
    size = exact_products(q, k, with_ones(abs(v)))
    by_sums = np.concatenate([abs(G), -(abs(G) * normalised(size)).sum(axis=1)[:, None]], axis=1)
    by_sums = abs(by_sums) / size[:, -1:]
    *first, by_values = product_gradients(exact_products, q, k, with_ones(abs(v)), by_sums)
    largest = [normalised(size), *first, by_values[:, :-1]]
    r = max(C, M + 1) + chunk + -(-N // chunk) + 1
    for value, true, bound, order in zip(
        found, wanted, largest, [3 * r + 1] + [6 * r + 2 + M] * 3, strict=True
    ):
        u = order * Fraction(float(jnp.finfo(dtype).eps)) / 2
        assert (abs(exactly(value) - true) <= EXACT.array(u / (1 - u)) * bound).all()


@given(
    st.lists(st.integers(0, 3), max_size=2),
    st.tuples(*(st.integers(1, most) for most in (9, 3, 3, 11))),
    st.booleans(),
)
@settings(max_examples=6)
def test_any_size_agrees_with_the_quadratic_form(leading, sizes, normalise):
    N, C, M, chunk = sizes
    *inputs, g = tokens(N, leading, N, C, M)
    found = with_derivatives(
        lambda *x: causal_linear_attention(*x, normalise=normalise, chunk=chunk), inputs, g
    )
    assert found[0].shape == (*leading, N, M)
    wanted = with_derivatives(lambda *x: quadratic(*x, normalise=normalise), inputs, g)
    agree(found, wanted, 1e5)  # some 100 roundings of numbers below 1000


@pytest.mark.parametrize("leading", [(), (2,), (0, 3)])
@pytest.mark.parametrize(("N", "C", "M"), [(0, 2, 3), (1, 1, 1), (3, 2, 0)])
def test_edges_have_values_and_derivatives(leading, N, C, M):
    *inputs, g = tokens(1, leading, N, C, M)
    y, *slopes = with_derivatives(causal_linear_attention, inputs, g)
    assert y.shape == g.shape
    assert [x.shape for x in slopes] == [x.shape for x in inputs]
    if N == 1:
        np.testing.assert_allclose(y, inputs[2], rtol=4 * np.finfo(float).eps)


# -- any feature map ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "feature_map",
    [
        jnp.exp,
        lambda x: jnp.concatenate([jax.nn.relu(x), jax.nn.relu(-x)], axis=-1) + 1e-3,
        lambda x: jax.nn.softplus(x @ jnp.linspace(-1.0, 1.0, 3 * 5).reshape(3, 5)),
    ],
    ids=["exp", "twice as wide", "projected"],
)
def test_any_feature_map(feature_map):
    *inputs, g = tokens(5, (2,), 13, 3, 2)
    found = with_derivatives(
        lambda *x: causal_linear_attention(*x, feature_map=feature_map, chunk=4), inputs, g
    )
    agree(
        found, with_derivatives(lambda *x: quadratic(*x, feature_map=feature_map), inputs, g), 1e5
    )


def test_the_default_features_are_positive_where_elu_plus_one_as_written_is_0():
    x = jnp.array([-80.0, -17.5, -1.0, 0.0, 3.0], "float32")
    assert (elu_plus_one(x) > 0).all()
    assert (jax.nn.elu(x)[:2] + 1 == 0).all()
    np.testing.assert_allclose(elu_plus_one(x), np.where(x > 0, x + 1, np.exp(x)), rtol=1e-6)
    slopes = jax.vmap(jax.grad(elu_plus_one))(x)
    np.testing.assert_allclose(slopes, np.where(x > 0, 1, np.exp(x)), rtol=1e-6)
    assert slopes[3] == 1


def test_attention_far_below_zero_is_finite_in_single_precision():
    q, k, v, _ = (np.asarray(x) for x in tokens(2, (), 6, 2, 3, "float32"))
    y = np.asarray(jax.jit(causal_linear_attention)(q - 20, k - 20, v))
    assert np.isfinite(y).all()
    of_exponentials = jax.jit(lambda *x: causal_linear_attention(*x, feature_map=jnp.exp))
    # all weights are smaller by the same factor, which the normaliser has too
    np.testing.assert_allclose(y, of_exponentials(q, k, v), rtol=1e-4, atol=1e-5)


# -- memory ---------------------------------------------------------------------------------------


def intermediates(jaxpr):
    """The sizes of all arrays that a program makes, those of its loops and calls included."""
    for equation in jaxpr.eqns:
        yield from (prod(out.aval.shape) for out in equation.outvars)
        for parameter in jax.tree.leaves(
            equation.params, is_leaf=lambda p: isinstance(p, Jaxpr | ClosedJaxpr)
        ):
            if isinstance(parameter, Jaxpr | ClosedJaxpr):
                yield from intermediates(getattr(parameter, "jaxpr", parameter))


def kept_for_the_derivative(f, *inputs):
    """How many numbers the function that computes the derivative holds; nothing is computed."""
    held = jax.eval_shape(lambda *x: jax.tree.leaves(jax.vjp(f, *x)[1]), *inputs)
    return sum(leaf.size for leaf in held)


def scanned(q, k, v):
    """The recurrence, differentiated by JAX."""

    def step(state, token):
        q, k, v = token
        state = state + jnp.outer(k, v)
        return state, q @ state

    return jax.lax.scan(step, jnp.zeros((q.shape[1], v.shape[1])), (q, k, v))[1]


@pytest.mark.parametrize(("N", "C", "M"), [(64, 16, 16), (128, 16, 16), (64, 32, 24)])
def test_what_is_kept_does_not_grow_with_the_states(N, C, M):
    *inputs, _ = tokens(0, (), N, C, M)

    def sums(*x):
        return causal_linear_attention(*x, feature_map=identity, normalise=False, chunk=4)

    def attention(*x):
        return causal_linear_attention(*x, feature_map=identity, chunk=4)

    assert kept_for_the_derivative(sums, *inputs) == N * (2 * C + M)
    assert kept_for_the_derivative(attention, *inputs) == N * (2 * C + M) + N * (M + 1)
    assert kept_for_the_derivative(scanned, *inputs) >= N * C * M


@pytest.mark.parametrize("order", [1, 2])
def test_no_array_of_all_states_is_made(order):
    N, C, M = 64, 32, 32
    *inputs, g = tokens(0, (), N, C, M)

    def slope(attention):
        def loss(q, k, v):
            return jnp.sum(attention(q, k, v) * g)

        first = jax.grad(loss, argnums=(0, 1, 2))
        if order == 1:
            return first
        return jax.grad(lambda *x: sum(jnp.sum(d**2) for d in first(*x)), argnums=(0, 1, 2))

    def attention(q, k, v):
        return causal_linear_attention(q, k, v, chunk=4)

    sizes = list(intermediates(jax.make_jaxpr(slope(attention))(*inputs).jaxpr))
    assert max(sizes) == N * (M + 1)  # the sums, normaliser included
    assert max(intermediates(jax.make_jaxpr(slope(scanned))(*inputs).jaxpr)) >= N * C * M


# -- transformations ------------------------------------------------------------------------------


def test_jit_and_vmap_agree_with_leading_axes():
    q, k, v, _ = tokens(3, (2, 3), 10, 4, 5)
    y = causal_linear_attention(q, k, v, chunk=4)
    attend = jax.jit(lambda *x: causal_linear_attention(*x, chunk=4))
    twice = jax.vmap(jax.vmap(attend))
    # the same operations in the same order, up to the compiler's choice of kernels
    for other in (attend(q, k, v), twice(q, k, v)):
        np.testing.assert_allclose(other, y, rtol=0, atol=100 * np.finfo(float).eps)


def test_keys_shared_among_heads_by_vmap():
    q, k, v, g = tokens(4, (3,), 7, 2, 2)
    shared = jax.vmap(causal_linear_attention, in_axes=(0, None, None))
    oracle = jax.vmap(quadratic, in_axes=(0, None, None))
    inputs = (q, k[0], v[0])
    agree(with_derivatives(shared, inputs, g), with_derivatives(oracle, inputs, g), 1e4)


@pytest.mark.parametrize("remat", [False, True])
def test_in_a_scan_over_layers_with_checkpoints(remat):
    x, _, _, g = tokens(6, (2,), 9, 3, 3)
    (weights,) = drawn(7, (2, 3, 3, 3))

    def network(attend):
        def layer(x, W):
            return x + attend(x @ W[0], x @ W[1], x @ W[2]), None

        body = jax.checkpoint(layer) if remat else layer
        return lambda W, x: jnp.sum(jax.lax.scan(body, x, W)[0] * g)

    found = jax.jit(jax.grad(network(causal_linear_attention), argnums=(0, 1)))(weights, x)
    wanted = jax.jit(jax.grad(network(quadratic), argnums=(0, 1)))(weights, x)
    agree(found, wanted, 1e5)


@pytest.mark.parametrize("normalise", [True, False])
def test_second_derivatives(normalise):
    *inputs, g = tokens(8, (), 6, 2, 2)

    def curvature(attend):
        slope = jax.grad(lambda *x: jnp.sum(attend(*x) * g), argnums=(0, 1, 2))
        bent = jax.grad(lambda *x: sum(jnp.sum(d**2) for d in slope(*x)), argnums=(0, 1, 2))
        return jax.jit(bent)(*inputs)

    found = curvature(lambda *x: causal_linear_attention(*x, normalise=normalise, chunk=4))
    wanted = curvature(lambda *x: quadratic(*x, normalise=normalise))
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)


def test_numpy_arrays_will_do():
    q, k, v, _ = (np.asarray(x) for x in tokens(9, (), 5, 2, 2))
    exact = quadratic_products(q, k, v)
    found = causal_linear_attention(q, k, v, feature_map=identity, normalise=False)
    np.testing.assert_allclose(found, exact, rtol=0, atol=1e3 * np.finfo(float).eps)


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shapes",
    [
        ((5, 2), (4, 2), (5, 3)),
        ((5, 2), (5, 3), (5, 3)),
        ((5, 2), (5, 2), (4, 3)),
        ((2, 5, 2), (2, 5, 2), (5, 3)),
        ((5,), (5,), (5,)),
    ],
)
def test_shapes_that_do_not_fit_are_named(shapes):
    with pytest.raises(ShapeError, match=r"expected \(\.\.\., N, D\)") as error:
        causal_linear_attention(*map(jnp.ones, shapes))
    assert all(str(shape) in str(error.value) for shape in shapes)


@pytest.mark.parametrize(
    "dtypes", [("int32",) * 3, ("bfloat16",) * 3, ("float32", "float32", "float64")]
)
def test_other_dtypes_are_refused(dtypes):
    with pytest.raises(ArgumentError, match="float32 or float64") as error:
        causal_linear_attention(*(jnp.ones((4, 2), dtype) for dtype in dtypes))
    assert dtypes[0] in str(error.value)


@pytest.mark.parametrize("chunk", [0, -1, True])
def test_chunks_are_positive_integers(chunk):
    ones = jnp.ones((4, 2))
    with pytest.raises(ArgumentError, match="chunk="):
        causal_linear_attention(ones, ones, ones, chunk=chunk)


@pytest.mark.parametrize(
    "feature_map",
    [lambda x: x[..., 0], lambda x: x.T, lambda x: x.astype("float32"), lambda x: 1.0],
)
def test_feature_maps_have_to_keep_the_tokens_apart(feature_map):
    ones = jnp.ones((4, 2))
    with pytest.raises(ShapeError, match="feature_map turns"):
        causal_linear_attention(ones, ones, ones, feature_map=feature_map)


def test_forward_mode_says_that_it_is_not_there():
    ones = jnp.ones((4, 2))
    with pytest.raises(TypeError, match="custom_vjp"):
        jax.jvp(lambda q: causal_linear_attention(q, ones, ones), (ones,), (ones,))
