"""Proposition 1 against JAX's derivatives, and exactly on random constant attention."""

import operator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.cells.attentive_rnn import AttentiveRNN, uniform_attention
from constructions.cells.self_attentive_rnn import (
    AdditiveAlignment,
    SelfAttentiveRNN,
    concatenated,
    softmax_of,
    summed,
)
from constructions.errors import ArgumentError
from constructions.gradient_paths import LocalJacobians, chains, paths_by_jacobians
from proofs.sparse_attention.dual_numbers import jacobian
from proofs.sparse_attention.local_jacobians import local_jacobians, total_derivative


@pytest.mark.parametrize("combine", [summed, concatenated])
def test_additive_attention_with_tanh_against_jax(combine):
    jax = pytest.importorskip("jax")
    rng = np.random.default_rng(3)
    n, m = 3, 2
    wide = n if combine is summed else 2 * n
    with jax.enable_x64(True):
        draw = lambda *shape: jax.numpy.asarray(rng.normal(size=shape) / 2)  # noqa: E731
        alignment = AdditiveAlignment(draw(n), draw(n, wide), draw(n, n))
        network = SelfAttentiveRNN(
            draw(n, wide), draw(n, m), draw(n), softmax_of(alignment), combine=combine
        )
        first, inputs = draw(n), [draw(m) for _ in range(4)]
        derive = lambda f, at: jax.jacobian(f)(at)  # noqa: E731
        local = local_jacobians(network, first, inputs, derive)
        for t, k in ((1, 0), (1, 4), (2, 3), (3, 1)):
            true = total_derivative(network, first, inputs, t, k, derive)
            found = sum(local.term(t, k, chain) for chain in chains(k))
            # rounding: some 2^k terms of size about 1, at 1e-16 each
            np.testing.assert_allclose(found, true, rtol=1e-12, atol=1e-13)
            np.testing.assert_allclose(sum(local.by_jacobians(t, k)), true, rtol=1e-12, atol=1e-13)


@given(st.data())
def test_constant_attention_against_the_recurrence(data):
    end = data.draw(st.integers(1, 5))
    rows = uniform_attention(
        {t: data.draw(st.sets(st.integers(1, t), min_size=1)) for t in range(1, end + 1)}
    )
    v = data.draw(st.fractions(-2, 2, max_denominator=4))
    by_state = {t: {t: Fraction(0), **row} for t, row in rows.items()}
    for t, row in by_state.items():
        row[t] += 1
    local = LocalJacobians(by_state, dict.fromkeys(rows, v), {}, operator.mul)
    start = data.draw(st.integers(1, end))
    true = AttentiveRNN(v, rows).derivatives(start, end, Fraction(1))
    assert local.derivatives(start, end - start) == list(true.values())
    assert sum(local.by_factors(start, end - start)) == true[end]
    assert local.by_factors(start, end - start) == local.by_jacobians(start, end - start)


def test_of_matrices_all_ways_to_the_derivative_agree():
    """By the chain rule, by all terms and by both grades, of matrices that do not commute."""
    rng = np.random.default_rng(1)
    draw = lambda: rng.integers(-3, 4, (2, 2))  # noqa: E731
    times = range(1, 6)
    by_state = {t: {i: draw() for i in range(1, t + 1)} for t in times}
    local = LocalJacobians(by_state, {t: draw() for t in times}, {t: draw() for t in times})
    for k in range(5):
        wanted = sum(local.term(1, k, chain) for chain in chains(k))
        assert np.array_equal(local.derivatives(1, k)[k], wanted)
        assert np.array_equal(sum(local.by_factors(1, k)), wanted)
        assert np.array_equal(sum(local.by_jacobians(1, k)), wanted)


def test_absent_jacobians_give_zero():
    local = LocalJacobians({1: {1: 2}, 2: {2: 3}}, {}, {}, operator.mul)
    assert local.derivatives(1, 1) == [2, 0]
    assert local.term(1, 1, (0,)) == 0
    assert local.by_factors(1, 1) == [0, 0]


def test_numbers_of_paths():
    assert paths_by_jacobians(0) == [1]
    assert paths_by_jacobians(1) == [2, 1]
    assert [sum(paths_by_jacobians(k)) for k in range(5)] == [1, 3, 8, 21, 55]


def test_dual_numbers_differentiate_quotients():
    found = jacobian(lambda x: [x[0] / (1 + x[1] * x[1]), 2 / x[0] - x[1]], [Fraction(3), 2])
    assert found.tolist() == [
        [Fraction(1, 5), Fraction(-12, 25)],
        [Fraction(-2, 9), Fraction(-1)],
    ]


def test_attention_needs_a_state():
    network = SelfAttentiveRNN(np.eye(1), np.eye(1), np.ones(1), lambda s, h: 1)
    with pytest.raises(ArgumentError, match="at least one state"):
        network.weights(None, [])
