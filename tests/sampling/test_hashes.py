"""Threefry and Philox, held against the numbers that their authors give."""

import jax
import jax.numpy as jnp
import pytest

from theorem_checks.sampling.hashes import philox, threefry


@pytest.mark.parametrize(
    ("key", "counter", "wanted"),
    [
        ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
        ((2**32 - 1, 2**32 - 1), (2**32 - 1, 2**32 - 1), (0x1CB996FC, 0xBB002BE7)),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_threefry(key, counter, wanted):
    found = threefry(*(tuple(map(jnp.uint32, words)) for words in (key, counter)))
    assert tuple(map(int, found)) == wanted


@pytest.mark.parametrize(
    ("key", "counter", "wanted"),
    [
        (0, (0, 0), (0xFF1DAE59, 0x6CD10DF2)),
        (2**32 - 1, (2**32 - 1, 2**32 - 1), (0x2C3F628B, 0xAB4FD7AD)),
        (0x13198A2E, (0x243F6A88, 0x85A308D3), (0xDD7CE038, 0xF62A4C12)),
    ],
)
def test_philox(key, counter, wanted):
    with jax.enable_x64(True):
        words = tuple(map(jnp.uint64, counter))
        found = int(philox(jnp.uint64(key), words))
    right, left = wanted
    assert found == (left << 32) | right
