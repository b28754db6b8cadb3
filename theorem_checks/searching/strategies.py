"""Exact strategies: what statements of machine-learning theory quantify over.

Every value is valid by construction, never by filtering, and consists of ints and Fractions.
Arrays are NumPy object arrays and cannot be written to. Simple values come first in shrinking:
zero, one, small integers, then small denominators; the identity among invertible and orthogonal
matrices. Matrices with algebraic properties are in `matrices.py`.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from theorem_checks.errors import ArgumentError

__all__ = [
    "arrays_of",
    "attention_patterns",
    "rationals",
    "sizes",
    "token_sequences",
    "vector_sequences",
]

Array = np.ndarray[Any, np.dtype[np.object_]]
Entries = SearchStrategy[Fraction]


def sizes(*, least: int = 1, most: int = 4) -> SearchStrategy[int]:
    """Sizes (a dimension, a length) from `least` to `most`, the least first."""
    if not 0 <= least <= most:
        raise ArgumentError("least", least, f"0 <= least <= most={most}")
    return st.integers(least, most)


def rationals(
    *, most: int = 5, denominators: int = 3, nonzero: bool = False, least: int | None = None
) -> Entries:
    r"""Rationals p/q with integers |p| <= `most` and 1 <= q <= `denominators`.

    **Arguments**: `most` and `denominators`, below 100 so that the draws depend on nothing but
    the strategy; `least`: the smallest numerator, by default -`most` (0 gives non-negative
    rationals, 1 positive ones); `nonzero`: leave out zero.

    Shrinks to 0, then 1, -1, 2, ... over the denominator 1.
    """
    least = -most if least is None else least
    for name, value in (("most", most), ("denominators", denominators)):
        if not 1 <= value < 100:
            raise ArgumentError(name, value, "an int from 1 to 99")
    if not -100 < least <= most:
        raise ArgumentError("least", least, f"an int from -99 to most={most}")
    numerators = st.integers(least, most)
    if nonzero and least <= 0:
        positive = st.integers(1, most)
        numerators = positive | st.integers(least, -1) if least < 0 else positive
    return st.tuples(numerators, st.integers(1, denominators)).map(_fraction)


def arrays_of(*shape: int, entries: Entries | None = None) -> SearchStrategy[Array]:
    """Arrays of the given shape with the given entries; by default `rationals()`.

    A vector is `arrays_of(size)`, a matrix `arrays_of(rows, columns)`.
    """
    for length in shape:
        if length < 0:
            raise ArgumentError("shape", shape, "non-negative lengths")
    count = int(np.prod(shape, dtype=int))
    drawn = st.tuples(*[rationals() if entries is None else entries] * count)
    return drawn.map(lambda flat: frozen(np.array(flat, dtype=object).reshape(shape)))


def vector_sequences(
    *, width: int, least: int = 1, most: int = 4, entries: Entries | None = None
) -> SearchStrategy[Array]:
    """Sequences x_1, ..., x_T of vectors: arrays of shape (T, `width`), `least` <= T <= `most`."""
    return sizes(least=least, most=most).flatmap(
        lambda length: arrays_of(length, width, entries=entries)
    )


def token_sequences(
    *, vocabulary: int, least: int = 1, most: int = 6
) -> SearchStrategy[tuple[int, ...]]:
    """Sequences of tokens 0, ..., `vocabulary` - 1 of a length from `least` to `most`."""
    if vocabulary < 1:
        raise ArgumentError("vocabulary", vocabulary, "at least one token")
    tokens = st.integers(0, vocabulary - 1)
    return st.lists(tokens, min_size=least, max_size=most).map(tuple)


def attention_patterns(
    length: int, *, kappa: int, nonempty: bool = True
) -> SearchStrategy[tuple[tuple[int, ...], ...]]:
    r"""Sparse causal attention: subsets $S_t$ of {1, ..., t}, $|S_t| \le \kappa$, t = 1..`length`.

    **Returns** a strategy of tuples whose entry t - 1 is $S_t$, sorted. With `nonempty`, which
    is the default, no $S_t$ is empty. Shrinks to $S_t = \{1\}$, or to the empty sets.
    """
    if length < 1 or kappa < 1:
        raise ArgumentError("length, kappa", (length, kappa), "positive ints")
    fewest = 1 if nonempty else 0

    def subsets(t: int) -> SearchStrategy[tuple[int, ...]]:
        chosen = st.lists(st.integers(1, t), min_size=fewest, max_size=min(kappa, t), unique=True)
        return chosen.map(lambda places: tuple(sorted(places)))

    return st.tuples(*(subsets(t) for t in range(1, length + 1)))


def frozen(array: Array) -> Array:
    """Return the array, made read-only: a predicate that writes to an instance would change it."""
    array.flags.writeable = False
    return array


def _fraction(ratio: tuple[int, int]) -> Fraction:
    return Fraction(*ratio)
