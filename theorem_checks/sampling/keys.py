"""The keys of samples: hashes of their numbers under the key of a seed."""

import jax
import jax.numpy as jnp
import numpy as np

from theorem_checks.sampling.faults import checked_seed
from theorem_checks.sampling.hashes import computed_once, threefry

__all__ = ["keys_of", "root_of", "sample_key"]

IMPLEMENTATION = "threefry2x32"


def sample_key(seed: int, sample: int) -> jax.Array:
    """Return the key of a sample: the hash of a 64-bit counter under the key of the seed.

    For sample numbers below 2^32 it is `fold_in(key(seed, impl='threefry2x32'), sample)`.
    """
    root = root_of(checked_seed(seed))
    with jax.enable_x64(True):
        return _one_key(root, jnp.uint64(sample))


def root_of(seed: int) -> np.ndarray:
    """Return the two words of the key of a seed."""
    with jax.enable_x64(True):
        return np.asarray(jax.random.key_data(jax.random.key(seed, impl=IMPLEMENTATION)))


def keys_of(root: jax.Array | np.ndarray, start: jax.Array, count: int) -> jax.Array:
    """Return the keys of `count` samples from number `start` on, in 64-bit mode."""

    def words() -> jax.Array:
        numbers = start + jnp.arange(count, dtype=jnp.uint64)
        counter = (numbers >> 32).astype(jnp.uint32), numbers.astype(jnp.uint32)
        return jnp.stack(threefry((root[0], root[1]), counter), axis=-1)

    return jax.random.wrap_key_data(computed_once(root[0], words), impl=IMPLEMENTATION)


@jax.jit
def _one_key(root: jax.Array, number: jax.Array) -> jax.Array:
    return keys_of(root, number, 1)[0]
