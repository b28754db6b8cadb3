"""The size of a unit: what it follows from, and that states may be resumed inside of one."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.sampling.footprints import CACHE, MOST, unit_size
from theorem_checks.sampling.states import accumulate, add
from theorem_checks.sampling.streams import Stream


def keys():
    return jax.eval_shape(lambda: jax.random.split(jax.random.key(0, impl="threefry2x32"), 4))


def square(size):
    """A statistic whose largest array is a matrix of 8 size^2 bytes, inside of a scan."""

    def statistic(key):
        def step(total, one):
            return total + jax.random.normal(one, (size, size)).sum(), None

        return jax.lax.scan(step, 0.0, jax.random.split(key, 3))[0]

    return statistic


@pytest.mark.parametrize(
    ("size", "block", "unit"),
    [
        (1, 256, 2**12),
        (8, 256, 256),  # 512 bytes each
        (16, 256, 64),  # 2 KiB
        (16, 250, 50),  # the largest divisor up to 64
        (16, 251, 1),  # a prime
        (256, 256, 1),
        (1000, 256, 1),  # one sample does not fit
        (1, 10_000, 2500),
    ],
)
def test_a_unit_holds_what_fits_and_goes_into_blocks(size, block, unit):
    assert unit_size(square(size), keys(), block, "cpu") == unit
    assert unit == 1 or unit * 8 * size**2 <= CACHE["cpu"]
    assert unit <= MOST["cpu"]


def test_accelerators_take_larger_units():
    assert unit_size(square(16), keys(), 256, "gpu") == 2**16


def test_a_stream_may_begin_inside_of_a_unit():
    stream = Stream(jax.random.uniform, seed=1, block=64)
    assert stream.unit == 64 * 64
    whole = np.concatenate(list(stream.batches(0, 150)))
    for first, last in ((0, 1), (1, 2), (63, 65), (70, 150)):
        part = np.concatenate(list(stream.batches(first, last)))
        np.testing.assert_array_equal(part, whole[first:last])


def test_the_batch_size_does_not_enter_the_unit():
    units = {
        Stream(lambda key: jnp.sum(jax.random.normal(key, (50,))), seed=1, batch_size=size).unit
        for size in (1, 300, 2**16)
    }
    assert units == {256}


@given(
    terms=st.lists(st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3), min_size=1, max_size=20)
)
def test_accumulating_is_adding_one_after_another(terms):
    sums, carry = np.array([0.1, 1e9, -3.0]), np.array([0.0, 1e-9, 0.0])
    totals, carries = accumulate(sums, carry, np.array(terms))
    for term, total, carried in zip(np.array(terms), totals, carries, strict=True):
        sums, carry = add(sums, carry, term)
        np.testing.assert_array_equal(total, sums)
        np.testing.assert_array_equal(carried, carry)
