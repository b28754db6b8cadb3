"""Uniform and normal draws: their generator, their law, and that batches change nothing."""

import itertools
import math

import jax
import jax.numpy as jnp
import mpmath
import numpy as np
import pytest
from scipy import stats

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling import draws, elementary
from theorem_checks.sampling.draws import draw_normal, draw_uniform
from theorem_checks.sampling.keys import sample_key
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.sampling.streams import Stream
from theorem_checks.verdicts.kinds import Verdict

SIZE = 200_000
CUT = 1e-6  # of Kolmogorov's test; the keys are fixed, so that it passes or fails for good


def philox(counter, key):
    """Philox2x32-10 with Python's integers, as Salmon et al. define it."""
    right, left = counter
    for _ in range(10):
        product = right * 0xD256D193
        right, left = (product >> 32) ^ key ^ left, product % 2**32
        key = (key + 0x9E3779B9) % 2**32
    return right, left


def test_the_oracle_is_philox():
    """The known answers of the Random123 library, philox2x32 with 10 rounds."""
    assert philox((0, 0), 0) == (0xFF1DAE59, 0x6CD10DF2)
    assert philox((0xFFFFFFFF, 0xFFFFFFFF), 0xFFFFFFFF) == (0x2C3F628B, 0xAB4FD7AD)
    assert philox((0x243F6A88, 0x85A308D3), 0x13198A2E) == (0xDD7CE038, 0xF62A4C12)


def test_the_words_are_those_of_philox():
    keys = np.array([[0, 0], [1, 2**32 - 1], [2**32 - 1, 7]], dtype=np.uint32)
    first = 5
    words = np.asarray(draws._words(jnp.asarray(keys), 4, first))
    for (bump, left), row in zip(keys.tolist(), words.tolist(), strict=True):
        for place, word in enumerate(row):
            right, low = philox((first + place, left), bump)
            assert word == (low << 32) | right


@pytest.mark.parametrize(
    ("draw", "law"),
    [
        (draw_uniform, stats.uniform()),
        (lambda key, shape: draw_uniform(key, shape, -2.0, 3.0), stats.uniform(-2, 5)),
        (draw_normal, stats.norm()),
    ],
    ids=["uniform", "interval", "normal"],
)
def test_the_law(draw, law):
    """All places of one key, and one place of many keys."""
    along = np.asarray(draw(sample_key(1, 2), (SIZE,)))
    assert stats.kstest(along, law.cdf).pvalue > CUT
    across = next(iter(Stream(lambda key: draw(key, ()), seed=3, block=SIZE).batches(0, 1)))
    assert stats.kstest(across.ravel(), law.cdf).pvalue > CUT
    assert len(np.unique(along)) == len(np.unique(across)) == SIZE


def test_places_are_uncorrelated():
    """The correlation matrix of 12 places over many keys, so also the two halves of pairs."""
    keys = jax.random.split(sample_key(1, 2), 50_000)
    for draw in (draw_uniform, draw_normal):
        values = np.asarray(jax.vmap(lambda key, draw=draw: draw(key, (12,)))(keys))
        for powers in (values, values**2):
            off = np.corrcoef(powers.T) - np.eye(12)
            # 66 correlations of deviation 1/sqrt(n) each: beyond six of them once in 10^7.
            assert abs(off).max() < 6 / math.sqrt(len(keys))


@pytest.mark.parametrize(
    ("draw", "mean", "variance"),
    [
        (lambda key: draw_uniform(key, (), -1.0, 1.0) ** 2, "1/3", None),
        (draw_normal, 0, 1),
        (lambda key: draw_normal(key) ** 2, 1, 2),
        (lambda key: draw_normal(key) ** 4, 3, 96),
    ],
    ids=["uniform-2", "normal-1", "normal-2", "normal-4"],
)
def test_the_moments(draw, mean, variance):
    delta = "1/100" if variance in (None, 1) else "1/10"
    if variance is None:
        test = MeanTest(mean, delta, bounds=(0, 1))
    else:
        test = MeanTest(mean, delta, variance=variance, because="the law")
    state = test.start()
    for blocks in Stream(draw, seed=7).batches(0, 20_000):
        state = test.advance(state, blocks)
        if state.verdict is not Verdict.UNDECIDED:
            break
    assert state.verdict is Verdict.HOLDS


def test_batches_and_nesting_do_not_change_the_bits():
    keys = jax.random.split(sample_key(1, 2), (2, 3))
    for draw in (draw_uniform, draw_normal):
        nested = jax.jit(jax.vmap(jax.vmap(lambda key, draw=draw: draw(key, (2, 5)))))(keys)
        for i in range(2):
            for j in range(3):
                np.testing.assert_array_equal(nested[i, j], draw(keys[i, j], (2, 5)))


def test_a_longer_draw_begins_like_a_shorter_one_for_uniform():
    key = sample_key(1, 2)
    np.testing.assert_array_equal(draw_uniform(key, (13,))[:7], draw_uniform(key, (7,)))


def test_draws_inside_of_gradients_and_scans():
    def loss(scale, key):
        return (scale * draw_normal(key, (3,))).sum()

    key = sample_key(1, 2)
    slope = jax.grad(loss)(2.0, key)
    np.testing.assert_allclose(slope, draw_normal(key, (3,)).sum(), rtol=1e-15)
    _, scanned = jax.lax.scan(lambda c, k: (c, draw_uniform(k)), 0, jax.random.split(key, 4))
    np.testing.assert_array_equal(scanned, jax.vmap(draw_uniform)(jax.random.split(key, 4)))


def test_uniform_stays_inside_and_its_ends_are_where_they_belong():
    low = draws._between_1_and_2(jnp.array([0, 2**64 - 1], jnp.uint64)) - (1.0 - 2.0**-53)
    assert low.tolist() == [2.0**-53, 1 - 2.0**-53]


@pytest.mark.parametrize(
    ("function", "exact", "points"),
    [
        (
            elementary.log,
            mpmath.log,
            [2.0**-52, 1e-9, 0.5**0.5, 0.71, 1 - 2**-53, 2.0**312, 1.0],
        ),
        (elementary.sin_pi, mpmath.sinpi, [-0.5, -0.3, -1e-9, 0.0, 0.25, 0.5]),
        (elementary.cos_pi, mpmath.cospi, [-0.5, -0.3, -1e-9, 0.0, 0.25, 0.5]),
    ],
    ids=["log", "sin", "cos"],
)
def test_functions_are_within_two_units_in_the_last_place(function, exact, points):
    """Of the result or of 1: a value of 0 is reached through arguments that are rounded."""
    dense = np.linspace(points[0], points[-1], 1001).tolist()
    for point, value in zip(
        points + dense, np.asarray(function(jnp.array(points + dense))), strict=True
    ):
        truth = exact(mpmath.mpf(point))
        assert abs(value - truth) <= 2.0**-51 * max(1, abs(truth))


def test_bad_arguments_are_named():
    with pytest.raises(ArgumentError, match="low < high"):
        draw_uniform(sample_key(1, 2), (), 1.0, 1.0)
    with jax.enable_x64(False), pytest.raises(ArgumentError, match="64-bit"):
        draw_normal(sample_key(1, 2))


def test_one_key_serves_a_draw_of_each_kind():
    """Their places are disjoint, up to the largest draw."""
    assert draws.UNIFORM + draws.MOST <= draws.RADIUS
    assert draws.RADIUS + draws.MOST // 2 <= draws.TURN
    assert draws.TURN + draws.MOST // 2 <= 2**32
    keys = jax.random.split(sample_key(1, 2), 50_000)
    both = jax.vmap(lambda key: jnp.stack([draw_uniform(key), draw_normal(key)]))(keys)
    assert abs(np.corrcoef(both.T)[0, 1]) < 6 / math.sqrt(len(keys))


def test_a_draw_has_a_largest_size():
    with pytest.raises(ArgumentError, match=r"at most 2\^30"):
        draw_uniform(sample_key(1, 2), (2**15, 2**16))


def test_numbers_of_all_kinds_come_from_counters_of_their_own():
    first = sorted((draws.UNIFORM, draws.RADIUS, draws.TURN))
    assert all(after - before >= draws.MOST for before, after in itertools.pairwise(first))
    assert first[-1] + draws.MOST <= 2**32
