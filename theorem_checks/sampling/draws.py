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

A key should be used for one draw only; `jax.random.split` makes more.

Sources: J. Salmon et al., *Parallel random numbers: as easy as 1, 2, 3*, 2011 (Philox2x32 with
ten rounds passes BigCrush); G. Box and M. Muller, *A note on the generation of random normal
deviates*, 1958; logarithm, sine and cosine are the usual reductions
of the argument and power series.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax.custom_batching import custom_vmap

from theorem_checks.errors import ArgumentError

__all__ = ["draw_normal", "draw_uniform"]

Draw: TypeAlias = Callable[[jax.Array, int], Any]
"""From the words of keys (n, 2) and a size m to arrays (n, m)."""

ROUNDS = 10
MULTIPLIER, BUMP = np.uint64(0xD256D193), np.uint64(0x9E3779B9)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
ONE_BITS = np.uint64(0x3FF0000000000000)  # of 1.0
LANES = 4  # draws are padded to whole vectors
SECOND = 2**31  # where the second words of a draw of pairs begin

# Power series, highest coefficients first: of 2 artanh(s)/s - 2 in s^2 up to |s| = 0.172, and of
# sine and cosine up to pi/2. What is left out is below 2^-52 of the result.
LOG = tuple(2 / (2 * k + 1) for k in range(9, 0, -1))
SIN = tuple((-1.0) ** k / math.factorial(2 * k + 1) for k in range(9, 0, -1))
COS = tuple((-1.0) ** k / math.factorial(2 * k) for k in range(10, 0, -1))


def draw_uniform(
    key: jax.Array, shape: Sequence[int] = (), low: float = 0.0, high: float = 1.0
) -> jax.Array:
    r"""Draw independent uniform float64 variables on [low, high].

    They are the middles of $2^{52}$ cells of equal width.

    **Arguments**: one `key`, used for this alone; the `shape`; the ends `low` < `high`.

    **Raises** `ArgumentError` outside of 64-bit mode (statistics run in it), or for ends in the
    wrong order.
    """
    if not low < high:
        raise ArgumentError("low, high", (low, high), "low < high")
    size = _checked_size(shape)
    words = _for_keys(_words, key, size + -size % LANES)
    middle = _between_1_and_2(words[:size]) - (1.0 - 2.0**-53)  # an exact difference
    return (low + (high - low) * middle).reshape(tuple(shape))


def draw_normal(key: jax.Array, shape: Sequence[int] = ()) -> jax.Array:
    r"""Draw independent standard normal float64 variables.

    Pairs $\sqrt{-2 \log u}\,(\pm\cos \pi t, \sin \pi t)$ with u uniform on $2^{52}$ points of
    (0, 1] and t on as many of $[-\frac12, \frac12)$, and a random sign. No value exceeds 8.5,
    beyond which a normal variable lies with probability 2e-17.

    **Arguments**: one `key`, used for this alone; the `shape`.

    **Raises** `ArgumentError` outside of 64-bit mode (statistics run in it).
    """
    size = _checked_size(shape)
    pairs = -(-size // 2)
    cosines, sines = _for_keys(_normal_pairs, key, pairs + -pairs % LANES)
    both = jnp.concatenate([cosines[:pairs], sines[:pairs]])
    return both[:size].reshape(tuple(shape))


def _checked_size(shape: Sequence[int]) -> int:
    if not jax.config.jax_enable_x64:  # pyright: ignore[reportAttributeAccessIssue]
        raise ArgumentError(
            "key", "32-bit mode", "64-bit mode", "Use jax.enable_x64(True); statistics run in it."
        )
    return math.prod(shape)


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


def _words(keys: jax.Array, size: int, first: int = 0) -> jax.Array:
    """Return the 64-bit words of many keys at the places from `first` on, (keys, size)."""
    return _computed(keys, lambda: _philox(keys, size, first))


def _normal_pairs(keys: jax.Array, size: int) -> tuple[jax.Array, jax.Array]:
    """Return two arrays of normal variables, each (keys, size)."""
    words, turns = (_words(keys, size, first).reshape(-1) for first in (0, SECOND))

    def pairs() -> tuple[jax.Array, jax.Array]:
        radius = jnp.sqrt(-2.0 * _log(2.0 - _between_1_and_2(words)))
        turn = _between_1_and_2(turns) - 1.5
        sign = jnp.where((turns >> 11) & 1 == 1, 1.0, -1.0)  # a bit that turn does not use
        return sign * radius * _cos_pi(turn), radius * _sin_pi(turn)

    cosines, sines = _computed(keys, pairs)
    return cosines.reshape(-1, size), sines.reshape(-1, size)


def _computed(keys: jax.Array, function: Callable[[], Any]) -> Any:
    """Return what a function returns, as arrays that are computed once and in one sweep.

    Compilers take integer operations for cheap and repeat them in every operation that uses their
    result, in the loops of its shape; a hundred of them are not cheap. No compiler moves work out
    of a loop whose number of rounds it does not know. It is one.
    """
    once = 1 + (keys[0, 0].astype(jnp.uint64) >> HALF)
    empty = jax.tree.map(lambda x: jnp.zeros(x.shape, x.dtype), jax.eval_shape(function))
    return jax.lax.fori_loop(np.uint64(0), once, lambda *_: function(), empty)


def _philox(keys: jax.Array, size: int, first: int) -> jax.Array:
    """Philox2x32-10 of the counters (second word of the key, place), in 64-bit lanes."""
    bump, left = (keys[:, word, None].astype(jnp.uint64) for word in (0, 1))
    right = jax.lax.iota(jnp.uint64, size)[None] + np.uint64(first)
    for _ in range(ROUNDS):
        product = right * MULTIPLIER
        right, left = (product >> HALF) ^ bump ^ left, product & LOW
        bump = (bump + BUMP) & LOW
    return (left << HALF) | right


def _between_1_and_2(words: jax.Array) -> jax.Array:
    """Return floats in [1, 2) whose fraction is the upper 52 bits."""
    return jax.lax.bitcast_convert_type((words >> 12) | ONE_BITS, jnp.float64)


def _log(x: jax.Array) -> jax.Array:
    """The natural logarithm of positive normal floats, to 2 units in the last place of 1.

    x = 2^k z with z in [sqrt(1/2), sqrt(2)), and log z = 2 artanh(f / (2 + f)) with f = z - 1.
    """
    bits = jax.lax.bitcast_convert_type(x, jnp.uint64)
    above = bits - np.uint64(0x3FE6A09E667F3BCD)  # the bits of sqrt(1/2)
    exponent = jax.lax.bitcast_convert_type(above, jnp.int64) >> 52
    mantissa = bits - (above & np.uint64(0xFFF0000000000000))
    f = jax.lax.bitcast_convert_type(mantissa, jnp.float64) - 1.0
    # An int becomes a float by bits: CPUs without AVX-512 convert 64-bit ints one by one.
    magic = jax.lax.bitcast_convert_type(exponent + np.int64(0x4338000000000000), jnp.float64)
    k = magic - 6755399441055744.0
    s = f * (1.0 / (2.0 + f))
    squared = s * s
    tail = squared * _horner(squared, LOG)
    half = 0.5 * f * f
    return k * math.log(2) - ((half - s * (half + tail)) - f)


def _sin_pi(t: jax.Array) -> jax.Array:
    """sin(pi t) for |t| <= 1/2, to two units in the last place."""
    x = math.pi * t
    return x + x * (x * x) * _horner(x * x, SIN)


def _cos_pi(t: jax.Array) -> jax.Array:
    """cos(pi t) for |t| <= 1/2, to two units in the last place of 1."""
    squared = (math.pi * t) ** 2
    return 1.0 + squared * _horner(squared, COS)


def _horner(x: jax.Array, coefficients: Sequence[float]) -> jax.Array:
    """Evaluate a polynomial whose highest coefficient comes first."""
    value = jnp.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        value = value * x + coefficient
    return value
