"""Logarithm, sine and cosine in float64 that every kind of CPU computes in whole vectors.

They are the usual reductions of the argument and power series: a few operations of the lanes, and
no call into a library.
"""

import math
from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

__all__ = ["cos_pi", "log", "sin_pi"]

# Power series, highest coefficients first: of 2 artanh(s)/s - 2 in s^2 up to |s| = 0.172, and of
# sine and cosine up to pi/2. What is left out is below 2^-52 of the result.
LOG = tuple(2 / (2 * k + 1) for k in range(9, 0, -1))
SIN = tuple((-1.0) ** k / math.factorial(2 * k + 1) for k in range(9, 0, -1))
COS = tuple((-1.0) ** k / math.factorial(2 * k) for k in range(10, 0, -1))


def log(x: jax.Array) -> jax.Array:
    """The natural logarithm of positive normal floats, to 2 units in the last place, or of 1.

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


def sin_pi(t: jax.Array) -> jax.Array:
    """sin(pi t) for |t| <= 1/2, to two units in the last place."""
    x = math.pi * t
    return x + x * (x * x) * _horner(x * x, SIN)


def cos_pi(t: jax.Array) -> jax.Array:
    """cos(pi t) for |t| <= 1/2, to two units in the last place of 1."""
    squared = (math.pi * t) ** 2
    return 1.0 + squared * _horner(squared, COS)


def _horner(x: jax.Array, coefficients: Sequence[float]) -> jax.Array:
    """Evaluate a polynomial whose highest coefficient comes first."""
    value = jnp.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        value = value * x + coefficient
    return value
