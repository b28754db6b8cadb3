"""Sums over the past in exact numbers: their forms, their derivatives, their edges."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import EXACT, FLOAT, balls, contains, equal, jax_floats, polynomials
from constructions.causal_products import (
    attention_gradients,
    causal_products,
    normalised,
    product_gradients,
    quadratic_products,
    with_ones,
)

SIZES = [(1, 1, 1), (3, 2, 2), (4, 1, 3), (3, 2, 1)]  # N, C, M


def by_definition(sequence, reverse):
    """The sums, entry by entry, on nested lists of fractions."""
    q, k, v = sequence
    outputs = []
    for i in range(len(q)):
        seen = range(i, len(q)) if reverse else range(i + 1)
        weights = [sum(a * b for a, b in zip(q[i], k[j], strict=True)) for j in seen]
        columns = range(len(v[0]))
        outputs.append([sum(w * v[j][m] for w, j in zip(weights, seen)) for m in columns])  # noqa: B905
    return outputs


@st.composite
def sequences(draw):
    N, C, M = (draw(st.integers(1, most)) for most in (6, 3, 3))
    entries = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 5))
    return [[[draw(entries) for _ in range(w)] for _ in range(N)] for w in (C, C, M)]


@given(sequences(), st.integers(1, 7), st.booleans())
@settings(max_examples=60)
def test_chunks_of_any_size_give_the_sums(sequence, chunk, reverse):
    q, k, v = map(EXACT.array, sequence)
    found = causal_products(q, k, v, chunk=chunk, reverse=reverse)
    assert equal(found, by_definition(sequence, reverse))


@given(sequences())
@settings(max_examples=30)
def test_the_quadratic_form_gives_the_sums(sequence):
    q, k, v = map(EXACT.array, sequence)
    assert equal(quadratic_products(q, k, v), by_definition(sequence, reverse=False))


def products_of(chunk):
    return lambda q, k, v, reverse=False: causal_products(q, k, v, chunk=chunk, reverse=reverse)


@pytest.mark.parametrize(("N", "C", "M"), SIZES)
@pytest.mark.parametrize("chunk", [1, 2, 5])
@pytest.mark.parametrize("reverse", [False, True])
def test_the_gradients_are_the_derivatives_of_the_polynomial(N, C, M, chunk, reverse):
    ring = polynomials(q=(N, C), k=(N, C), v=(N, M), g=(N, M))
    q, k, v, g = map(ring.symbols, "qkvg")
    turn = slice(None, None, -1 if reverse else 1)
    loss = (g * quadratic_products(q[turn], k[turn], v[turn])[turn]).sum()[()]
    for name, found in zip("qkv", product_gradients(products_of(chunk), q, k, v, g, reverse)):  # noqa: B905
        symbols = ring.symbols(name)
        wanted = [loss.derivative(str(symbol)) for symbol in symbols.flat]
        assert equal(found, ring.array(wanted).reshape(symbols.shape)), name


@pytest.mark.parametrize(("N", "C", "M"), SIZES)
def test_the_gradients_of_normalised_attention_are_exact(N, C, M):
    """By the quotient rule on the polynomials of numerator and denominator, at rational points."""
    ring = polynomials(q=(N, C), k=(N, C), v=(N, M))
    symbols = {name: ring.symbols(name) for name in "qkv"}
    top = quadratic_products(symbols["q"], symbols["k"], symbols["v"])
    bottom = quadratic_products(symbols["q"], symbols["k"], ring.ones((N, 1)))
    numbers = np.random.default_rng(N)
    point = {name: numbers.integers(1, 9, s.shape) for name, s in symbols.items()}
    cotangents = EXACT.array(numbers.integers(-9, 9, (N, M)))
    q, k, v = (EXACT.array(point[name]) for name in "qkv")
    sums = causal_products(q, k, with_ones(v))
    a, b = ring.evaluate(top, **point), ring.evaluate(bottom, **point)
    assert equal(normalised(sums), a / b)
    found = attention_gradients(products_of(2), q, k, v, sums, cotangents)
    for gradient, (name, of) in zip(found, symbols.items(), strict=True):
        for index in np.ndindex(of.shape):
            d_top, d_bottom = (
                ring.evaluate(
                    ring.array([p.derivative(str(of[index])) for p in part.flat]), **point
                ).reshape(part.shape)
                for part in (top, bottom)
            )
            slope = (cotangents * (d_top * b - a * d_bottom) / (b * b)).sum()
            assert gradient[index] == slope[()], (name, index)


@pytest.mark.parametrize("system", [EXACT, FLOAT, jax_floats()], ids=str)
@pytest.mark.parametrize("reverse", [False, True])
def test_no_tokens_give_no_sums(system, reverse):
    q, v = system.zeros((0, 2)), system.zeros((0, 3))
    assert causal_products(q, q, v, chunk=4, reverse=reverse).shape == (0, 3)


def test_balls_enclose_the_sums():
    numbers = np.random.default_rng(0).integers(-9, 9, (3, 5, 2))
    thirds = [EXACT.array([[Fraction(int(n), 3) for n in row] for row in x]) for x in numbers]
    enclosed = causal_products(*map(balls(100).array, thirds), chunk=2)
    assert contains(enclosed, causal_products(*thirds, chunk=3))
