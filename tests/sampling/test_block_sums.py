"""Sums computed beside the samples: those of the test itself, and on the safe side."""

import math
from fractions import Fraction

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from mpmath import mp, mpf

from theorem_checks.sampling.block_sums import CHUNK, sums_of
from theorem_checks.sampling.distributions import distribution_test
from theorem_checks.sampling.eprocesses import GROUP, ROUNDING, CatoniBets
from theorem_checks.sampling.faults import StatisticError
from theorem_checks.sampling.mean_tests import decide_mean
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.sampling.streams import Stream
from theorem_checks.verdicts.kinds import Verdict

TESTS = {
    "bounded": MeanTest("1/4", "1/100", bounds=(-1, 3)),
    "binary": MeanTest("1/4", "1/100", binary=True),
    "variance": MeanTest("1/4", "1/100", variance=2, because="given"),
}


def on_device(test, blocks):
    sums = sums_of(test)
    assert sums is not None
    with jax.enable_x64(True):
        each = jax.jit(sums)
        return np.stack([each(jnp.asarray(block, dtype=jnp.float64)) for block in blocks])


@pytest.mark.parametrize("name", TESTS)
@pytest.mark.parametrize("n", [5, 256, 2 * GROUP * CHUNK + 3])
def test_the_sums_are_those_of_the_host(name, n, rng):
    """To within the rounding that each of the two may have."""
    values = (rng.random((3, n)) < 0.3).astype(float)
    host, device = TESTS[name]._sums(values), on_device(TESTS[name], values)
    assert device.shape == host.shape
    assert (device[:, 0] == 0).all()
    np.testing.assert_allclose(device[:, 1:], host[:, 1:], rtol=0, atol=2 * n * ROUNDING)


def test_heavy_values_lose_no_more(rng):
    """Factors from 1/2 to 2^39 in long blocks, against exact products."""
    test = TESTS["variance"]
    values = rng.choice([-1e9, -0.3, 0.2, 1e3, 1e9], (1, 2 * GROUP * CHUNK))
    found = on_device(test, values)[0, 2 : 2 + len(test.up.sizes)]
    assert isinstance(test.up, CatoniBets)
    for size, gain in zip(test.up.sizes, found, strict=True):
        exact = Fraction(1)
        for value in values[0]:
            stake = Fraction(size) * (Fraction(value) - Fraction(test.center))
            exact *= Fraction(1 + min(max(1 + stake, 0), 2**20) ** 2) / 2
        with mp.workprec(200):
            error = gain - mp.log(mpf(exact.numerator) / mpf(exact.denominator))
        assert abs(error) <= values.size * ROUNDING


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, -1.5, 4.0])
def test_a_block_with_a_refused_value_is_marked(bad):
    blocks = np.zeros((3, 256))
    blocks[1, 17] = bad
    assert on_device(TESTS["bounded"], blocks)[:, 0].tolist() == [0, 1, 0]
    assert TESTS["bounded"]._sums(blocks)[:, 0].tolist() == [0, 1, 0]


def test_the_sample_that_was_refused_is_named():
    """As by the test that reads the samples, and with the same number."""
    wide, bounds = Stream(jax.random.normal, seed=3, block=64), (-3.5, 3.5)
    values = np.concatenate(list(wide.batches(0, 200))).ravel()
    first = int((abs(values) > 3.5).argmax())
    assert first > 64
    with pytest.raises(StatisticError) as caught:
        decide_mean(jax.random.normal, 0, "1/1000", bounds=bounds, seed=3, block=64)
    assert (caught.value.sample, caught.value.value) == (first, values[first])


@pytest.mark.parametrize("value", ["1/2", "53/100"])
def test_the_verdict_is_that_of_the_samples(value):
    """A decision from sums and one from the samples, of the same stream."""
    claim = {"value": value, "delta": "2/100", "bounds": (0, 1)}
    found = decide_mean(jax.random.uniform, seed=5, **claim)
    test = MeanTest(**claim)
    state = test.start()
    for blocks in Stream(jax.random.uniform, seed=5).batches(0, 1000):
        state = test.advance(state, blocks)
        if state.verdict is not Verdict.UNDECIDED:
            break
    assert found.verdict is state.verdict
    assert found.figures["samples"] == state.samples
    np.testing.assert_allclose(found.figures["interval"], test.interval(state), rtol=1e-12)


def test_other_tests_read_the_samples():
    assert sums_of(distribution_test({0: "1/2", 1: "1/2"}, "1/10")) is None
