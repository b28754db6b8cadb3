r"""Uniform and normal variables from a sample's key, faster than `jax.random` draws them.

On a CPU `jax.random.normal` in float64 takes most of the time of many statistics: its hash costs
a hundred instructions for each number, is computed once more wherever its value is used, and the
inverse error function costs as much again. Here the numbers come from Philox2x32-10, whose
multiplications fill the 64-bit lanes of a CPU, they are computed once, and normal variables are
made by the transform of Box and Muller.

The number at place j of a draw is the hash of the 64-bit counter $(k_1, j)$ under the 32-bit key
$k_0$, where $(k_0, k_1)$ are the words of the sample's key. For fixed $k_0$ Philox is a bijection
of counters, so no two keys share a number's counter. The bits depend on key and place alone:
neither on batches and devices nor on any setting of JAX.

Uniform and normal variables have places of their own. So one key serves one draw of each kind;
`jax.random.split` makes more keys.

Sources: J. Salmon et al., *Parallel random numbers: as easy as 1, 2, 3*, 2011 (Philox2x32 with
ten rounds passes BigCrush); G. Box and M. Muller, *A note on the generation of random normal
deviates*, 1958.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax.custom_batching import custom_vmap

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.elementary import cos_pi, log, sin_pi
from theorem_checks.sampling.hashes import computed_once, philox

__all__ = ["draw_normal", "draw_uniform"]

Draw: TypeAlias = Callable[[jax.Array, int], Any]
"""From the words of keys (n, 2) and a size m to arrays (n, m)."""

ONE_BITS = np.uint64(0x3FF0000000000000)  # of 1.0
LANES = 4  # rows are padded to whole vectors
# Where the places of uniform variables begin, and those of the radii and turns of normal ones.
UNIFORM, RADIUS, TURN = 0, 2**30, 2**31
MOST = 2**30  # numbers in a draw


def draw_uniform(
    key: jax.Array, shape: Sequence[int] = (), low: float = 0.0, high: float = 1.0
) -> jax.Array:
    r"""Draw independent uniform float64 variables on [low, high].

    They are the middles of $2^{52}$ cells of equal width.

    **Arguments**: a `key`, used for no other uniform draw; the `shape`; the ends `low` < `high`.

    **Raises** `ArgumentError` outside of 64-bit mode (statistics run in it), for more than
    $2^{30}$ numbers, or for ends in the wrong order.
    """
    if not low < high:
        raise ArgumentError("low, high", (low, high), "low < high")
    size = _checked_size(shape)
    words = _for_keys(_uniform_words, key, size)
    middle = _between_1_and_2(words) - (1.0 - 2.0**-53)  # an exact difference
    return (low + (high - low) * middle).reshape(tuple(shape))


def draw_normal(key: jax.Array, shape: Sequence[int] = ()) -> jax.Array:
    r"""Draw independent standard normal float64 variables.

    Pairs $\sqrt{-2 \log u}\,(\pm\cos \pi t, \sin \pi t)$ with u uniform on $2^{52}$ points of
    (0, 1] and t on as many of $[-\frac12, \frac12)$, and a random sign. No value exceeds 8.5,
    beyond which a normal variable lies with probability 2e-17.

    **Arguments**: a `key`, used for no other normal draw; the `shape`.

    **Raises** `ArgumentError` outside of 64-bit mode (statistics run in it), or for more than
    $2^{30}$ numbers.
    """
    size = _checked_size(shape)
    both = jnp.concatenate(_for_keys(_normal_pairs, key, -(-size // 2)))
    return both[:size].reshape(tuple(shape))


def _checked_size(shape: Sequence[int]) -> int:
    if not jax.config.jax_enable_x64:  # pyright: ignore[reportAttributeAccessIssue]
        raise ArgumentError(
            "key", "32-bit mode", "64-bit mode", "Use jax.enable_x64(True); statistics run in it."
        )
    if (size := math.prod(shape)) > MOST:
        raise ArgumentError("shape", tuple(shape), "at most 2^30 numbers from one key")
    return size


def _for_keys(draw: Draw, key: jax.Array, size: int) -> Any:
    """Return what `draw` makes of a key; for a batch of keys it is called once, with them all."""

    @custom_vmap
    def drawn(keys: jax.Array) -> Any:
        return draw(keys, size)

    @drawn.def_vmap
    def _(axis_size: int, _: list[bool], keys: jax.Array) -> tuple[Any, Any]:
        flat = drawn(keys.reshape(-1, 2))
        split = jax.tree.map(lambda x: x.reshape(axis_size, -1, size), flat)
        return split, jax.tree.map(lambda _: True, flat)

    return jax.tree.map(lambda x: x[0], drawn(jax.random.key_data(key)[None, :2]))


def _uniform_words(keys: jax.Array, size: int) -> jax.Array:
    """Return the words of uniform variables of many keys, (keys, size)."""
    return _words(keys, size + -size % LANES, UNIFORM)[:, :size]


def _normal_pairs(keys: jax.Array, size: int) -> tuple[jax.Array, jax.Array]:
    """Return two arrays of normal variables, each (keys, size).

    Short rows waste a part of the vectors, so then the keys are the last axis on the way.
    """
    keys_last = len(keys) >= size
    padded = size if keys_last else size + -size % LANES
    words, turns = (_words(keys, padded, first, keys_last) for first in (RADIUS, TURN))

    def pairs() -> tuple[jax.Array, jax.Array]:
        radius = jnp.sqrt(-2.0 * log(2.0 - _between_1_and_2(words)))
        turn = _between_1_and_2(turns) - 1.5
        sign = jnp.where((turns >> 11) & 1 == 1, 1.0, -1.0)  # a bit that turn does not use
        return sign * radius * cos_pi(turn), radius * sin_pi(turn)

    cosines, sines = computed_once(keys[0, 0], pairs)
    return (cosines.T, sines.T) if keys_last else (cosines[:, :size], sines[:, :size])


def _words(keys: jax.Array, size: int, first: int, keys_last: bool = False) -> jax.Array:
    """Return the 64-bit words of many keys at the places from `first` on.

    They have the shape (keys, size), or (size, keys) if the keys are to be the last axis.
    """
    bump, left = keys.astype(jnp.uint64).T
    right = jax.lax.iota(jnp.uint64, size) + np.uint64(first)
    if keys_last:
        right = right[:, None]
    else:
        bump, left = bump[:, None], left[:, None]
    return computed_once(keys[0, 0], lambda: philox(bump, (right, left)))


def _between_1_and_2(words: jax.Array) -> jax.Array:
    """Return floats in [1, 2) whose fraction is the upper 52 bits."""
    return jax.lax.bitcast_convert_type((words >> 12) | ONE_BITS, jnp.float64)
