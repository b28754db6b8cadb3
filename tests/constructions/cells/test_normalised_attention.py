"""Normalised causal attention: its definition, its two forms, its edges, its errors."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import EXACT, FLOAT, balls, equal, exp, jax_floats, overlaps, relu
from constructions.cells.normalised_attention import NormalisedAttention
from constructions.errors import ShapeError


def positive(x):
    return x * x + 1


def by_definition(W_Q, W_K, W_V, xs, residual):
    """Equations (16) to (20), entry by entry, on nested lists of fractions."""

    def times(x, W):
        return [sum(a * row[c] for a, row in zip(x, W, strict=True)) for c in range(len(W[0]))]

    outputs = []
    for i, x in enumerate(xs):
        query = [a * a + 1 for a in times(x, W_Q)]
        top, bottom = [Fraction(0)] * len(W_V[0]), Fraction(0)
        for past in xs[: i + 1]:
            key = [a * a + 1 for a in times(past, W_K)]
            weight = sum(a * b for a, b in zip(query, key, strict=True))
            top = [t + weight * v for t, v in zip(top, times(past, W_V), strict=True)]
            bottom += weight
        added = x if residual else [0] * len(top)
        outputs.append([t / bottom + a for t, a in zip(top, added, strict=True)])
    return outputs


@st.composite
def layers(draw):
    F, D, M, T = (draw(st.integers(1, 3)) for _ in range(4))
    residual = draw(st.booleans())
    entries = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 5))
    shapes = ((F, D), (F, D), (F, F if residual else M), (T, F))
    arrays = [[[draw(entries) for _ in range(c)] for _ in range(r)] for r, c in shapes]
    return arrays, residual


@given(layers())
@settings(max_examples=40)
def test_both_forms_are_equations_16_to_20(layer):
    (W_Q, W_K, W_V, xs), residual = layer
    weights = map(EXACT.array, (W_Q, W_K, W_V))
    cell = NormalisedAttention(*weights, feature_map=positive, residual=residual)
    expected = by_definition(W_Q, W_K, W_V, xs, residual)
    assert equal(cell(EXACT.array(xs)), expected)
    assert equal(cell.quadratic(EXACT.array(xs)), expected)


@pytest.mark.parametrize("system", [FLOAT, jax_floats(), balls(100)], ids=str)
def test_both_forms_agree_with_exponential_features(system):
    numbers = np.random.default_rng(0).integers(-4, 5, (4, 3, 3))
    *weights, xs = (system.array(n) * system.array(Fraction(1, 4)) for n in numbers)
    cell = NormalisedAttention(*weights, feature_map=exp, residual=True, then=relu)
    one, other = cell(xs), cell.quadratic(xs)
    if system == balls(100):
        assert overlaps(one, other)
    else:
        # some 30 roundings of numbers below 100
        np.testing.assert_allclose(one, other, rtol=0, atol=1e4 * np.finfo(float).eps)


@pytest.mark.parametrize("system", [EXACT, FLOAT, jax_floats()], ids=str)
def test_no_tokens_give_no_outputs(system):
    cell = NormalisedAttention(*[system.ones((2, 2))] * 3, feature_map=positive)
    assert cell(system.zeros((0, 2))).shape == (0, 2)


def test_features_may_be_more_than_keys():
    def twice(x):
        return np.concatenate([x * x + 1, x])

    numbers = np.random.default_rng(1).integers(-4, 5, (4, 3, 3))
    cell = NormalisedAttention(*map(EXACT.array, numbers[:3]), feature_map=twice)
    assert [part.shape for part in cell.initial_state()] == [(6, 3), (6,)]
    assert equal(cell(EXACT.array(numbers[3])), cell.quadratic(EXACT.array(numbers[3])))


def test_a_normaliser_of_zero_is_no_number():
    cell = NormalisedAttention(*[EXACT.ones((1, 1))] * 3)
    with pytest.raises(ZeroDivisionError):
        cell(EXACT.array([[1], [-1]]))


def test_what_does_not_fit_is_named():
    ones = EXACT.ones
    with pytest.raises(ShapeError, match=r"W_K has shape \(2, 2\)"):
        NormalisedAttention(ones((2, 3)), ones((2, 2)), ones((2, 2)))
    with pytest.raises(ShapeError, match=r"W_V has shape \(2, 3\), expected a square"):
        NormalisedAttention(ones((2, 2)), ones((2, 2)), ones((2, 3)), residual=True)
    with pytest.raises(ShapeError, match=r"expected \(T, 2\)"):
        NormalisedAttention(ones((2, 2)), ones((2, 2)), ones((2, 3)))(ones((4, 3)))
