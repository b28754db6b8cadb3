"""The difference of two statistics, on one key or on two independent ones."""

from typing import Any

import jax
import jax.numpy as jnp

from theorem_checks.sampling.statistics import Statistic

__all__ = ["difference_of"]


def difference_of(first: Statistic, second: Statistic, paired: bool, batched: bool) -> Statistic:
    """Return the statistic f - g.

    **Arguments**: both statistics; `paired`, whether both see the same key, else they see the keys
    `fold_in(key, 0)` and `fold_in(key, 1)`; `batched`, whether they take arrays of keys.
    """

    def difference(key: jax.Array) -> jax.Array:
        keys = (key, key) if paired else _two_keys(key, batched)
        return _real(first(keys[0])) - _real(second(keys[1]))

    return difference


def _two_keys(key: jax.Array, batched: bool) -> tuple[jax.Array, jax.Array]:
    def fold(data: int) -> jax.Array:
        if batched:
            return jax.vmap(lambda one: jax.random.fold_in(one, data))(key)
        return jax.random.fold_in(key, data)

    return fold(0), fold(1)


def _real(values: Any) -> jax.Array:
    """Return values that can be subtracted: booleans and unsigned integers cannot."""
    array = jnp.asarray(values)
    return array if jnp.issubdtype(array.dtype, jnp.floating) else array.astype(jnp.float64)
