"""Statistics with arrays as values, turned into streams of numbers; products for a covariance.

A stream carries one number for each key. A statistic of E entries uses one key in E: the numbers
iE, ..., iE + E - 1 are the entries of its value at `sample_key(seed, i * E)`.
"""

from math import prod
from typing import Any

import jax
import jax.numpy as jnp

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.faults import StatisticError
from theorem_checks.sampling.pairs import is_narrow
from theorem_checks.sampling.statistics import Statistic

__all__ = ["flattened", "products"]


def flattened(statistic: Statistic, shape: tuple[int, ...], *, batched: bool) -> Statistic:
    """Return a batched statistic of numbers: E keys to the E entries of the value at the first.

    **Arguments**: a `statistic` whose values have the `shape`; `batched`, whether it takes an
    array of keys and returns as many values.

    When it is traced, it **raises** `StatisticError` for values of another shape, and for a
    statistic that ignores its key.
    """
    evaluate = statistic if batched else jax.vmap(statistic)

    def numbers(keys: jax.Array) -> jax.Array:
        used = keys[:: prod(shape)]
        values = evaluate(used)
        _require_shape(values, (*used.shape, *shape), shape)
        if not batched:
            _require_dependence(statistic, used)
        return jnp.reshape(values, -1)

    return numbers


def products(
    statistic: Statistic, size: int, means: list[float] | None, *, batched: bool
) -> Statistic:
    r"""Return a statistic whose mean is the upper triangle of a covariance matrix.

    **Arguments**: a `statistic` whose values are vectors of this `size`; its `means`, if they are
    known: then the value is $(x_i - \mu_i)(x_j - \mu_j)$, $i \le j$, row by row. Else it is
    $(x_i - x'_i)(x_j - x'_j)/2$ with x and x' at the keys `fold_in(key, 0)` and
    `fold_in(key, 1)`.
    """
    rows, columns = jnp.triu_indices(size)

    def vector(key: jax.Array) -> jax.Array:
        value = jnp.asarray(statistic(key))
        _require_shape(value, (*key.shape, size), (size,))
        if is_narrow(value):
            raise ArgumentError(
                "statistic",
                value.dtype.name,
                "values of type float64",
                "How rounding enters a product depends on all factors; compute them in float64.",
            )
        return value.astype(jnp.float64)

    def fold(key: jax.Array, data: int) -> jax.Array:
        if batched:
            return jax.vmap(lambda one: jax.random.fold_in(one, data))(key)
        return jax.random.fold_in(key, data)

    def product(key: jax.Array) -> jax.Array:
        if means is not None:
            off = vector(key) - jnp.asarray(means)
            return off[..., rows] * off[..., columns]
        off = vector(fold(key, 0)) - vector(fold(key, 1))
        return off[..., rows] * off[..., columns] / 2

    return product


def _require_shape(values: Any, wanted: tuple[int, ...], shape: tuple[int, ...]) -> None:
    found = getattr(values, "shape", None)
    if found != wanted:
        raise StatisticError(
            0,
            type(values).__name__ if found is None else f"part of an array of shape {found}",
            f"an array of shape {shape}, as the claim has",
            "With batched=False the statistic takes one key, with batched=True an array of them.",
        )


def _require_dependence(statistic: Statistic, keys: jax.Array) -> None:
    try:
        jax.eval_shape(jax.vmap(statistic, out_axes=None), keys)
    except ValueError:  # "vmap has mapped output but out_axes is None"
        return
    raise StatisticError(
        0,
        "the same as every other",
        "a value that depends on the key",
        "Draw with jax.random from the key: what another generator draws is frozen when JAX"
        " traces the statistic.",
    )
