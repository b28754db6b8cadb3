"""Attention with decay, with biases, and with several heads, by their definitions."""

from fractions import Fraction

import numpy as np
import pytest

from constructions.arrays import EXACT, equal, polynomials
from constructions.cells.decayed_attention import DecayedAttention
from constructions.cells.heads import Heads
from constructions.cells.linear_attention import LinearAttention
from constructions.errors import ArgumentError, ShapeError

V, K, Q = [[1, 2, 0]], [[1, -1, 2], [0, 3, 1]], [[2, 1, 0], [1, 0, -1]]
TOKENS = [[1, 0, 2], [-1, 1, 1], [2, 2, -3]]
WEIGHTS = list(map(EXACT.array, (V, K, Q)))


def test_decayed_attention_is_equation_20():
    b_V, b_K, b_Q, keep = [3], [1, -2], [0, 1], [Fraction(2, 3)]
    cell = DecayedAttention(
        *map(EXACT.array, (V, b_V, K, b_K, Q, b_Q, keep)),
    )
    v, k, q = (np.array(TOKENS) @ np.array(W).T + b for W, b in ((V, b_V), (K, b_K), (Q, b_Q)))
    expected = [
        [
            sum(
                keep[0] ** (t - s)
                * int(v[s, 0])
                * sum(int(a * b) for a, b in zip(k[s], q[t], strict=True))
                for s in range(t + 1)
            )
        ]
        for t in range(len(TOKENS))
    ]
    assert equal(cell(EXACT.array(TOKENS)), expected)


def test_each_row_decays_by_its_own_factor():
    ring = polynomials(keep=(2,))
    eye, zero = EXACT.eye(2), EXACT.zeros((2,))
    cell = DecayedAttention(
        eye,
        zero,
        EXACT.zeros((1, 2)),
        EXACT.ones(1),
        EXACT.zeros((1, 2)),
        EXACT.ones(1),
        ring.symbols("keep"),
    )
    y = cell(ring.array([[1, 1], [0, 0], [0, 0]]))
    keep = ring.symbols("keep")
    assert equal(y[2], keep * keep)


def test_without_decay_and_biases_it_is_linear_attention():
    zeros, x = [EXACT.zeros(1), EXACT.zeros(2), EXACT.zeros(2)], EXACT.array(TOKENS)
    (W_V, W_K, W_Q), (b_V, b_K, b_Q) = WEIGHTS, zeros
    plain = DecayedAttention(W_V, b_V, W_K, b_K, W_Q, b_Q, EXACT.ones(1))
    assert equal(plain(x), LinearAttention(*WEIGHTS)(x))


def test_heads_are_summed_through_the_output_matrix():
    first, second = LinearAttention(*WEIGHTS), LinearAttention(WEIGHTS[0] * 2, *WEIGHTS[:0:-1])
    heads = Heads((first, second), EXACT.array([[1, 0], [2, 3]]))
    x = EXACT.array(TOKENS)
    a, b = first(x)[:, 0], second(x)[:, 0]
    assert not equal(a, b)
    assert equal(heads(x).T, [list(a), list(2 * a + 3 * b)])


def test_what_does_not_fit_is_named():
    with pytest.raises(ShapeError, match="keep"):
        DecayedAttention(
            WEIGHTS[0],
            EXACT.zeros(1),
            WEIGHTS[1],
            EXACT.zeros(2),
            WEIGHTS[2],
            EXACT.zeros(2),
            EXACT.ones(2),
        )
    with pytest.raises(ArgumentError, match="at least one cell"):
        Heads((), EXACT.ones((1, 1)))
    with pytest.raises(ShapeError, match=r"expected \(T, 3\)"):
        Heads((LinearAttention(*WEIGHTS),), EXACT.ones((1, 1)))(EXACT.ones((2, 2)))
