"""Linear self-attention: its definition, its two forms, its edges, its errors."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.arrays import (
    EXACT,
    FLOAT,
    FRACTIONS,
    balls,
    contains,
    equal,
    high_precision,
    jax_floats,
    overlaps,
    polynomials,
    system_of,
)
from constructions.cells.linear_attention import LinearAttention
from constructions.errors import MixedSystemsError, ShapeError

SHAPES = [(1, 1, 1), (2, 2, 2), (3, 3, 3), (1, 2, 3), (3, 1, 2), (2, 3, 1)]


def by_definition(V, K, Q, x):
    """Equation (1), entry by entry, on nested lists of fractions."""

    def apply(W, token):
        return [sum((w * a for w, a in zip(row, token, strict=True)), Fraction(0)) for row in W]

    outputs = []
    for t in range(len(x)):
        query = apply(Q, x[t])
        y = [Fraction(0)] * len(V)
        for s in range(t + 1):
            value, key = apply(V, x[s]), apply(K, x[s])
            score = sum((k * q for k, q in zip(key, query, strict=True)), Fraction(0))
            y = [total + v * score for total, v in zip(y, value, strict=True)]
        outputs.append(y)
    return outputs


@st.composite
def layers(draw):
    d_v, d_k, d = (draw(st.integers(1, 3)) for _ in range(3))
    length = draw(st.integers(1, 4))
    entries = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 5))

    def matrix(rows, columns):
        return [[draw(entries) for _ in range(columns)] for _ in range(rows)]

    return matrix(d_v, d), matrix(d_k, d), matrix(d_k, d), matrix(length, d)


@given(layers())
def test_both_forms_are_equation_1(layer):
    attention = LinearAttention(*map(EXACT.array, layer[:3]))
    x = EXACT.array(layer[3])
    expected = EXACT.array(by_definition(*layer))
    assert equal(attention(x), expected)
    assert equal(attention.quadratic(x), expected)
    for t in range(len(x)):
        values, keys = (
            EXACT.array([attention.kept(token)[part] for token in x[: t + 1]]) for part in (0, 1)
        )
        assert equal(attention.output_from(values, keys, x[t]), expected[t])


@pytest.mark.parametrize(("d_v", "d_k", "d"), SHAPES)
@pytest.mark.parametrize("length", [0, 1, 3])
def test_both_forms_are_the_same_polynomials(d_v, d_k, d, length):
    ring = polynomials(V=(d_v, d), K=(d_k, d), Q=(d_k, d), x=(length, d))
    attention = LinearAttention(ring.symbols("V"), ring.symbols("K"), ring.symbols("Q"))
    y = attention(ring.symbols("x"))
    assert y.shape == (length, d_v)
    assert equal(y, attention.quadratic(ring.symbols("x")))
    assert all(entry.total_degree() == 6 for entry in y.flat)


def test_what_the_mask_lets_through():
    ring = polynomials(V=(2, 2), K=(2, 2), Q=(2, 2), x=(3, 2))
    attention = LinearAttention(ring.symbols("V"), ring.symbols("K"), ring.symbols("Q"))
    for t, row in enumerate(attention(ring.symbols("x"))):
        for entry in row:
            degrees = zip(ring.context.names(), entry.degrees(), strict=True)
            tokens = {name[2] for name, degree in degrees if degree and name.startswith("x")}
            assert tokens == set("012"[: t + 1])


@pytest.mark.parametrize("system", [EXACT, FRACTIONS, balls(200), high_precision(40)], ids=str)
def test_the_system_of_the_weights_is_that_of_the_outputs(system):
    weights = [system.array([[1, "1/3"], [2, 5]])] * 3
    y = LinearAttention(*weights)(system.array([[1, 2], ["1/7", 0]]))
    assert system_of(y) == system
    assert system_of(LinearAttention(*weights).quadratic(system.zeros((0, 2)))) == system


def test_the_two_forms_overlap_in_balls():
    system = balls(150)
    layer = ([["1/3", 2]], [["1/7", "5/9"], [1, "-1/11"]], [["1/13", 1], [0, "2/3"]])
    x = [["1/3", "1/7"], ["2/9", -4], [0, "1/17"]]
    attention = LinearAttention(*map(system.array, layer))
    recurrent, quadratic = attention(system.array(x)), attention.quadratic(system.array(x))
    exact = LinearAttention(*map(EXACT.array, layer))(EXACT.array(x))
    assert overlaps(recurrent, quadratic)
    assert contains(recurrent, exact)
    assert contains(quadratic, exact)
    # values of size below 100, some 50 roundings to 150 bits
    assert all(ball.rad() < 2.0**-130 for ball in (*recurrent.flat, *quadratic.flat))


@pytest.mark.parametrize("system", [FLOAT, jax_floats("float32"), jax_floats("float64")], ids=str)
@pytest.mark.parametrize("length", [1, 17])
def test_the_two_forms_agree_in_floating_point(system, length):
    d_v, d_k, d = 3, 4, 5
    numbers = np.random.default_rng(length)
    weights = [system.array(numbers.normal(size=s)) for s in [(d_v, d), (d_k, d), (d_k, d)]]
    x = system.array(numbers.normal(size=(length, d)))
    recurrent = LinearAttention(*weights)(x)
    quadratic = LinearAttention(*weights).quadratic(x)
    assert recurrent.dtype == quadratic.dtype == x.dtype
    # In either form no term meets more roundings than: d in each of three products, 1 in the
    # product of value and key, T in the sum over time, d_k in the last product, 1 for the mask.
    # So each differs from the exact value by at most that many unit roundoffs of the sum of the
    # sizes of all terms; 1.1 covers that the errors compound, and that this sum is rounded itself.
    sizes = LinearAttention(*map(np.abs, map(np.asarray, weights)))(np.abs(np.asarray(x)))
    roundings = 3 * d + 1 + length + d_k + 1
    unit = np.finfo(x.dtype).eps / 2
    assert (np.abs(recurrent - quadratic) <= 2 * 1.1 * roundings * unit * sizes).all()


@pytest.mark.parametrize("system", [FLOAT, jax_floats(), EXACT], ids=str)
def test_no_tokens_give_no_outputs(system):
    attention = LinearAttention(*[system.array([[1, 2], [3, 4]])] * 3)
    assert attention(system.zeros((0, 2))).shape == (0, 2)
    assert attention.quadratic(system.zeros((0, 2))).shape == (0, 2)


def test_one_value_and_one_token():
    attention = LinearAttention(*map(EXACT.array, ([[2, 0]], [[0, 3]], [[5, 7]])))
    assert equal(attention(EXACT.array([[1, 2]])), [[2 * 6 * 19]])


def test_plain_numpy_integers_do_not_overflow():
    big = np.array([[2**40]])
    y = LinearAttention(big, big, big)(np.array([[2**40]]))
    assert y[0, 0] == 2**240
    assert np.array_equal(LinearAttention(big, big, big).quadratic(np.array([[2**40]])), y)


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        (((2, 3), (4, 2), (4, 3)), r"W_K has shape \(4, 2\), expected \(d_k, 3\) .* d = 3 by W_V"),
        (((2, 3), (4, 3), (5, 3)), r"W_Q has shape \(5, 3\), expected \(4, 3\) .* d_k = 4 by W_K"),
        (((3,), (4, 3), (4, 3)), r"W_V has shape \(3,\), expected \(d_v, d\) as \(d_v, d\)\."),
    ],
)
@pytest.mark.parametrize("system", [EXACT, FLOAT, jax_floats()], ids=str)
def test_weights_that_do_not_fit_are_named(system, shapes, message):
    with pytest.raises(ShapeError, match="LinearAttention: " + message):
        LinearAttention(*map(system.ones, shapes))


@pytest.mark.parametrize("shape", [(4,), (4, 2), (1, 4, 3)])
@pytest.mark.parametrize("form", ["__call__", "quadratic"])
def test_inputs_that_do_not_fit_are_refused(shape, form):
    attention = LinearAttention(*[EXACT.ones((2, 3))] * 3)
    with pytest.raises(ShapeError, match=r"expected \(T, 3\) as \(tokens, inputs\)"):
        getattr(attention, form)(EXACT.ones(shape))


@pytest.mark.parametrize("form", ["__call__", "quadratic"])
def test_floats_do_not_enter_exact_attention(form):
    attention = LinearAttention(*[EXACT.ones((2, 3))] * 3)
    with pytest.raises(MixedSystemsError, match="exact rationals and of NumPy floats"):
        getattr(attention, form)(np.ones((2, 3)))
