"""The difference of two statistics, on one key or on two independent ones."""

from typing import Any

import jax
import jax.numpy as jnp

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.statistics import Statistic

__all__ = ["difference_of", "is_narrow"]


def difference_of(
    first: Statistic, second: Statistic, paired: bool, batched: bool, inexact: bool
) -> tuple[Statistic, list[str]]:
    """Return the statistic f - g, and a list that names the types of f and g once it is traced.

    The difference is computed in 64 bits: it is as exact as f and g are.

    **Arguments**: both statistics; `paired`, whether both see the same key, else they see the keys
    `fold_in(key, 0)` and `fold_in(key, 1)`; `batched`, whether they take arrays of keys;
    `inexact`, whether values of less than 64 bits are accepted (their rounding is stated).

    When it is traced, it **raises** `ArgumentError` for values of less than 64 bits that are not
    accepted.
    """
    types: list[str] = []

    def wide(values: Any) -> jax.Array:
        array = jnp.asarray(values)
        if is_narrow(array) and not inexact:
            raise ArgumentError(
                "statistic",
                array.dtype.name,
                "values of type float64",
                "Compute them in float64, or state rounding=, a bound on their error.",
            )
        types.append(array.dtype.name)
        return array if jnp.iscomplexobj(array) else array.astype(jnp.float64)

    def difference(key: jax.Array) -> jax.Array:
        keys = (key, key) if paired else _two_keys(key, batched)
        types.clear()
        return wide(first(keys[0])) - wide(second(keys[1]))

    return difference, types


def is_narrow(array: jax.Array) -> bool:
    """Return whether these are floats of less than 64 bits."""
    return jnp.issubdtype(array.dtype, jnp.floating) and array.dtype != jnp.float64


def _two_keys(key: jax.Array, batched: bool) -> tuple[jax.Array, jax.Array]:
    def fold(data: int) -> jax.Array:
        if batched:
            return jax.vmap(lambda one: jax.random.fold_in(one, data))(key)
        return jax.random.fold_in(key, data)

    return fold(0), fold(1)
