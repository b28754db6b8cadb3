"""How many samples are computed together: as many as a cache holds, for this statistic.

The number is part of what fixes the bits of samples, so it follows from the statistic, the block
and the kind of device alone: not from how many devices there are, and not from a clock.
"""

from collections.abc import Iterator
from math import prod
from typing import Any

import jax

from theorem_checks.sampling.statistics import Statistic

__all__ = ["unit_size"]

CACHE = {"cpu": 2**17}  # bytes for the largest array: half of a small second-level cache
MEMORY = 2**27  # the same for accelerators, which need much work at once
MOST = {"cpu": 2**12}  # samples, beyond which a loop costs nothing any more
MOST_ELSEWHERE = 2**17


def unit_size(statistic: Statistic, keys: Any, block: int, platform: str) -> int:
    """Return the size of a unit: a multiple of the block or a divisor of it.

    **Arguments**: the `statistic` of one key; the shape of an array of `keys`; the `block`; the
    `platform` of the devices, as 'cpu'.
    """
    wanted = CACHE.get(platform, MEMORY) // max(1, _largest(statistic, keys))
    wanted = max(1, min(wanted, MOST.get(platform, MOST_ELSEWHERE)))
    if wanted >= block:
        return block * 2 ** ((wanted // block).bit_length() - 1)
    return max(size for size in range(1, wanted + 1) if block % size == 0)


def _largest(statistic: Statistic, keys: Any) -> int:
    """Return the bytes of the largest array on the way from a key to the value."""
    key = jax.ShapeDtypeStruct((), keys.dtype)
    return max(_sizes(jax.make_jaxpr(statistic)(key).jaxpr), default=1)


def _sizes(jaxpr: Any) -> Iterator[int]:
    for equation in jaxpr.eqns:
        for out in equation.outvars:
            yield prod(out.aval.shape) * getattr(out.aval.dtype, "itemsize", 8)
        for parameter in equation.params.values():
            for part in parameter if isinstance(parameter, tuple | list) else (parameter,):
                inner = getattr(part, "jaxpr", part)  # of a closed one
                if hasattr(inner, "eqns"):
                    yield from _sizes(inner)
