"""Random bits from counters: Threefry for the keys of samples, Philox for the numbers of a draw.

Both are bijections of a counter for each key, so that a number follows from its key and place
alone. They are written out, without loops, so that a CPU computes them in whole vectors.

Source: J. Salmon et al., *Parallel random numbers: as easy as 1, 2, 3*, 2011. Threefry2x32 has 20
rounds here and Philox2x32 ten, the numbers that its authors recommend; they report that seven
rounds of Philox pass BigCrush.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

__all__ = ["computed_once", "philox", "threefry"]

PHILOX_ROUNDS = 10
MULTIPLIER, BUMP = np.uint64(0xD256D193), np.uint64(0x9E3779B9)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)

THREEFRY_ROUNDS = 20
PARITY = np.uint32(0x1BD11BDA)
ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)

Words = tuple[jax.Array, jax.Array]


def philox(key: jax.Array, counter: Words) -> jax.Array:
    """Philox2x32-10: the 64-bit hashes of counters of two 32-bit words, as (left << 32) | right.

    **Arguments**: the 32-bit `key` and the words (right, left) of the `counter`, each in the low
    halves of 64-bit integers. They are multiplied there, so that no lane is split.
    """
    right, left = counter
    for _ in range(PHILOX_ROUNDS):
        product = (right & LOW) * MULTIPLIER
        right, left = (product >> HALF) ^ key ^ left, product  # of which the low halves count
        key = key + BUMP
    return (left << HALF) | (right & LOW)


def threefry(key: Words, counter: Words) -> Words:
    """Threefry2x32-20: the hashes of counters of two 32-bit words under a key of two."""
    schedule = (*key, key[0] ^ key[1] ^ PARITY)
    first, second = counter[0] + schedule[0], counter[1] + schedule[1]
    for done in range(1, THREEFRY_ROUNDS + 1):
        turn = ROTATIONS[(done - 1) % 8]
        first = first + second
        second = ((second << np.uint32(turn)) | (second >> np.uint32(32 - turn))) ^ first
        if done % 4 == 0:
            again = done // 4
            first = first + schedule[again % 3]
            second = second + (schedule[(again + 1) % 3] + np.uint32(again))
    return first, second


def computed_once(word: jax.Array, function: Callable[[], Any]) -> Any:
    """Return what a function returns, as arrays that are computed once and in one sweep.

    Compilers take integer operations for cheap and repeat them in every operation that uses their
    result, in the loops of its shape; a hundred of them are not cheap. No compiler moves work out
    of a branch whose condition it does not know. It is true.

    **Arguments**: any 32-bit `word` that is known only as the program runs; the `function`.
    """

    def never() -> Any:
        return jax.tree.map(lambda x: jnp.zeros(x.shape, x.dtype), jax.eval_shape(function))

    return jax.lax.cond(word.astype(jnp.uint64) >> HALF == 0, function, never)
