"""Cells under JAX's program transformations."""

from dataclasses import dataclass
from fractions import Fraction

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from constructions.arrays import EXACT, FLOAT, jax_floats, polynomials, relu, scan, sigmoid, tanh
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.errors import ShapeError
from constructions.trees import PyTree
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn

DOUBLE = jax_floats("float64")
SHAPE = {"V": (2, 3), "K": (2, 3), "Q": (2, 3), "x": (4, 3)}

# Small dyadic numbers: all sums and products of the cells here need fewer than 53 bits, so that
# doubles compute them exactly in any order, and results can be compared without a tolerance.
NUMBERS = np.random.default_rng(0)
VALUES = {name: NUMBERS.integers(-8, 9, shape) for name, shape in SHAPE.items()}


def attention_of(system, halves=1):
    return LinearAttention(
        *(
            system.array([[Fraction(int(v), halves) for v in row] for row in VALUES[n]])
            for n in "VKQ"
        )
    )


def inputs(system):
    return system.array(VALUES["x"])


def exact_outputs():
    return FLOAT.array(attention_of(EXACT)(inputs(EXACT)))


CELLS = {
    "attention": lambda attention: attention,
    "quadratic": lambda attention: attention.quadratic,
    "gated": attention_as_gated_rnn,
}


@pytest.mark.parametrize("cell", CELLS)
def test_jit_computes_the_exact_numbers(cell):
    run = jax.jit(lambda attention, x: CELLS[cell](attention)(x))
    y = run(attention_of(DOUBLE), inputs(DOUBLE))
    assert isinstance(y, jax.Array)
    assert np.array_equal(y, exact_outputs())


@pytest.mark.parametrize("cell", CELLS)
def test_numpy_computes_the_exact_numbers(cell):
    y = CELLS[cell](attention_of(FLOAT))(inputs(FLOAT))
    assert type(y) is np.ndarray
    assert np.array_equal(y, exact_outputs())


def test_a_compiled_cell_is_compiled_once():
    traces = []

    @jax.jit
    def run(cell, x):
        traces.append(1)
        return cell(x)

    for halves in (1, 2):
        run(attention_as_gated_rnn(attention_of(DOUBLE, halves)), inputs(DOUBLE))
    assert len(traces) == 1
    run(attention_as_gated_rnn(attention_of(DOUBLE), reads="before"), inputs(DOUBLE))
    assert len(traces) == 2


@pytest.mark.parametrize("cell", CELLS)
def test_vmap_over_inputs(cell):
    batch = jnp.stack([inputs(DOUBLE), 2 * inputs(DOUBLE)])
    y = jax.vmap(CELLS[cell](attention_of(DOUBLE)))(batch)
    assert np.array_equal(y, [exact_outputs(), 8 * exact_outputs()])


@pytest.mark.parametrize("cell", CELLS)
def test_vmap_over_weights(cell):
    one, other = attention_of(DOUBLE), attention_of(DOUBLE, halves=2)
    batch = jax.tree.map(lambda a, b: jnp.stack([a, b]), one, other)
    assert batch.W_V.shape == (2, 2, 3)
    y = jax.vmap(lambda attention: CELLS[cell](attention)(inputs(DOUBLE)))(batch)
    assert np.array_equal(y, [exact_outputs(), exact_outputs() / 8])


def test_vmap_may_return_cells():
    factors = jnp.array([1.0, 2.0])
    batch = jax.vmap(lambda c: jax.tree.map(lambda w: c * w, attention_of(DOUBLE)))(factors)
    y = jax.vmap(LinearAttention.__call__, in_axes=(0, None))(batch, inputs(DOUBLE))
    assert np.array_equal(y, [exact_outputs(), 8 * exact_outputs()])


@pytest.mark.parametrize("cell", CELLS)
def test_gradients_are_the_derivatives_of_the_polynomials(cell):
    ring = polynomials(**SHAPE)
    general = LinearAttention(*map(ring.symbols, "VKQ"))
    total = (general(ring.symbols("x")) * ring.array(np.arange(1, 9).reshape(4, 2))).sum()[()]

    def loss(attention, x):
        return jnp.sum(CELLS[cell](attention)(x) * jnp.arange(1, 9).reshape(4, 2))

    by_weights, by_inputs = jax.grad(loss, argnums=(0, 1))(attention_of(DOUBLE), inputs(DOUBLE))
    found = {"V": by_weights.W_V, "K": by_weights.W_K, "Q": by_weights.W_Q, "x": by_inputs}
    for name, gradient in found.items():
        symbols = ring.symbols(name)
        derivatives = [total.derivative(str(symbol)) for symbol in symbols.flat]
        exact = ring.evaluate(ring.array(derivatives), **VALUES).reshape(symbols.shape)
        assert np.array_equal(gradient, FLOAT.array(exact)), name


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_dtype_of_the_weights_is_kept(dtype):
    attention = attention_of(jax_floats(dtype))
    for cell in CELLS.values():
        assert cell(attention)(inputs(jax_floats(dtype))).dtype == dtype


def test_narrow_weights_and_wide_inputs():
    y = attention_as_gated_rnn(attention_of(jax_floats("float32")))(inputs(DOUBLE))
    assert y.dtype == "float64"
    assert np.array_equal(y, exact_outputs())


def test_numpy_inputs_and_integer_inputs_will_do():
    attention = attention_of(DOUBLE)
    for x in (VALUES["x"], jnp.array(VALUES["x"]), VALUES["x"].astype(float)):
        assert np.array_equal(attention(x), exact_outputs())


def test_products_of_matrices_have_the_precision_of_their_dtype():
    narrow = jax_floats("float32")
    for cell in CELLS.values():
        program = jax.make_jaxpr(lambda a, x: cell(a)(x))(attention_of(narrow), inputs(narrow))  # noqa: B023
        products = [line for line in str(program).splitlines() if "dot_general" in line]
        assert products
        assert str(program).count("precision=(Precision.HIGHEST, Precision.HIGHEST)") >= len(
            products
        )


def test_choices_survive_and_shapes_are_not_checked_in_placeholders():
    network = attention_as_gated_rnn(attention_of(DOUBLE), reads="before")
    leaves, structure = jax.tree.flatten(network)
    assert [leaf.shape for leaf in leaves] == [(6,), (6, 4), (6, 4), (4, 6), (4, 6), (2, 4)]
    again = jax.tree.unflatten(structure, [object()] * 6)
    assert isinstance(again, GatedRNN)
    assert (again.reads, again.append_one) == ("before", True)
    assert jax.tree.map(lambda _: None, network).reads == "before"
    paths = [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(network)]
    assert paths == [".lam", ".W_in_m", ".W_in_x", ".W_out_m", ".W_out_x", ".D"]


def test_shapes_are_checked_while_tracing():
    with pytest.raises(ShapeError, match=r"W_K has shape \(2, 2\)"):
        jax.jit(lambda V, K: LinearAttention(V, K, K)(V))(jnp.ones((2, 3)), jnp.ones((2, 2)))
    with pytest.raises(ShapeError, match=r"expected \(T, 3\)"):
        jax.jit(attention_of(DOUBLE))(jnp.ones((4, 2)))


def test_gradients_of_activations():
    for function in (sigmoid, tanh, relu):
        slope = jax.grad(function)(0.0)
        assert slope == {sigmoid: 0.25, tanh: 1.0, relu: 0.0}[function]


def test_a_pytree_of_any_kind_is_a_state_under_jit():
    @dataclass(frozen=True, eq=False)
    class Sums(PyTree):
        first: jax.Array
        second: jax.Array

    def step(sums, x):
        new = Sums(sums.first + x, sums.second + x * x)
        return new, new.second

    last, ys = jax.jit(lambda xs: scan(step, Sums(jnp.zeros(()), jnp.zeros(())), xs))(
        jnp.arange(4.0)
    )
    assert isinstance(last, Sums)
    assert (last.first, last.second) == (6.0, 14.0)
    assert ys.tolist() == [0.0, 1.0, 5.0, 14.0]
