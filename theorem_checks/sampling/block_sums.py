r"""What blocks of samples add to the sums of a test, computed in the program that draws them.

A `MeanTest` keeps sums of $\log F_\lambda(Y_i)$, one for each bet. They cost some twenty
operations a sample: fast in the lanes of the device while the samples lie in its cache, slow on
the host. The bets, factors and laws are those of `eprocesses` and `laws`; the host gets a row of
sums for each block, and decides.

**Rounding.** As on the host, eight factors are multiplied before one logarithm. Its absolute
value is at most 216, and its error 2^-51 of that. A tree of additions of depth five loses at most
$5 \cdot 2^{-53} \cdot 216$ for eight samples, and there is one for each power of `CHUNK` in the
size of a block. With the errors of factors and prices (see `eprocesses`) this stays below the
2^-42 for each sample by which every wealth is lowered, for blocks of up to 2^28 samples.
"""

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

from theorem_checks.sampling.elementary import log
from theorem_checks.sampling.eprocesses import GROUP
from theorem_checks.sampling.hashes import computed_once
from theorem_checks.sampling.protocols import ClaimTest
from theorem_checks.sampling.sequential import MeanTest

__all__ = ["sums_of"]

CHUNK = 32  # terms of one tree


def sums_of(test: ClaimTest) -> Callable[[jax.Array], jax.Array] | None:
    """Return the function from a block (n,) to the row that `MeanTest.absorb` takes.

    For a test of another kind it is None: that one reads the samples.
    """
    if not isinstance(test, MeanTest):
        return None
    bets = test.up  # those downward have the same factors, for stakes of the other sign
    sizes = np.concatenate([test.up.sizes, np.negative(test.down.sizes)])

    def sums(values: jax.Array) -> jax.Array:
        refused = test.law.refuses(values).any().astype(jnp.float64)
        word = jax.lax.bitcast_convert_type(values, jnp.uint32)[0, 0]
        padded = jnp.pad(values - test.center, (0, -len(values) % GROUP))  # factors are 1 at 0
        offsets = padded.reshape(GROUP, -1, 1)

        def terms() -> tuple[jax.Array, jax.Array]:
            product = bets.factor(sizes * offsets[0])
            for place in range(1, GROUP):
                product = product * bets.factor(sizes * offsets[place])
            return _tree(offsets), log(product)

        totals = [_total(part, word) for part in computed_once(word, terms)]
        return jnp.concatenate([refused[None], *totals])

    return sums


def _total(terms: jax.Array, word: jax.Array) -> jax.Array:
    """Sum over the first axis, by trees of at most `CHUNK` terms."""
    while len(terms) > CHUNK:
        padding = [(0, -len(terms) % CHUNK)] + [(0, 0)] * (terms.ndim - 1)
        chunks = jnp.pad(terms, padding).reshape(-1, CHUNK, *terms.shape[1:])
        terms = computed_once(word, lambda chunks=chunks: _tree(chunks.swapaxes(0, 1)))
    return _tree(terms)


def _tree(terms: jax.Array) -> jax.Array:
    """Sum over the first axis by pairs, and pairs of pairs."""
    left = list(terms)
    while len(left) > 1:
        pairs = zip(left[::2], left[1::2], strict=False)
        left = [*(one + other for one, other in pairs), *left[len(left) // 2 * 2 :]]
    return left[0]
