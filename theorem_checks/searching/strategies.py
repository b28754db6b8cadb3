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

_SMALL, _SMALL_DENOMINATOR = 5, 3
_OF_AN_INTERVAL = (
    "It bounds numerators and denominators. Numbers of an interval are drawn by"
    " hypothesis.strategies.fractions(a, b, max_denominator=9)."
)
_MOST_SAID = 100  # characters of what a strategy draws from


def sizes(*, least: int = 1, most: int = 4) -> SearchStrategy[int]:
    """Sizes (a dimension, a length) from `least` to `most`, the least first."""
    if not 0 <= least <= most:
        raise ArgumentError("least", least, f"0 <= least <= most={most}")
    return with_domain(st.integers(least, most), f"from {least} to {most}")


def rationals(
    *, most: int = 99, denominators: int = 9, nonzero: bool = False, least: int | None = None
) -> Entries:
    r"""Rationals p/q with integers |p| <= `most` and 1 <= q <= `denominators`.

    **Arguments**: `most` and `denominators`, below 100 so that the draws depend on nothing but
    the strategy; `least`: the smallest numerator, by default -`most` (0 gives non-negative
    rationals, 1 positive ones); `nonzero`: leave out zero.

    About half of the draws have numerators up to 5 and denominators up to 3, so that equal numbers
    meet. Shrinks to 0, then 1, -1, 2, ... over the denominator 1.
    """
    for name, value in (("most", most), ("denominators", denominators)):
        if not _is_int(value) or not 1 <= value < 100:
            raise ArgumentError(name, value, "an int from 1 to 99", _OF_AN_INTERVAL)
    least = -most if least is None else least
    if not _is_int(least) or not -100 < least <= most:
        raise ArgumentError("least", least, f"an int from -99 to most={most}", _OF_AN_INTERVAL)
    wide = _ratios(least, most, denominators, nonzero=nonzero)
    near = max(least, -_SMALL), min(most, _SMALL)
    found = wide
    if near[0] <= near[1] and near != (least, most):
        found = _ratios(*near, min(denominators, _SMALL_DENOMINATOR), nonzero=nonzero) | wide
    said = f"p/q with {least} <= p <= {most}, 1 <= q <= {denominators}"
    return with_domain(found, f"{said}, not 0" if nonzero else said)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _ratios(least: int, most: int, denominators: int, *, nonzero: bool) -> Entries:
    numerators = st.integers(least, most)
    if nonzero and least <= 0:
        below = [st.integers(least, -1)] if least < 0 else []
        numerators = st.one_of(st.integers(1, most), *below)
    # The denominator comes first, so that 2 is simpler than 1/2.
    return st.tuples(st.integers(1, denominators), numerators).map(_fraction)


def with_domain(strategy: SearchStrategy[Any], said: str) -> SearchStrategy[Any]:
    """Note what a strategy draws from, for the evidence of a search."""
    vars(strategy)["domain"] = said
    return strategy


def domain_of(strategy: SearchStrategy[Any]) -> str:
    """What a strategy draws from, in words, or as Hypothesis writes it."""
    said = getattr(strategy, "domain", None) or str(strategy)
    return said if len(said) <= _MOST_SAID else f"{said[: _MOST_SAID - 3]}..."


def arrays_of(*shape: int, entries: Entries | None = None) -> SearchStrategy[Array]:
    """Arrays of the given shape with the given entries; by default `rationals(denominators=3)`.

    A vector is `arrays_of(size)`, a matrix `arrays_of(rows, columns)`.
    """
    for length in shape:
        if length < 0:
            raise ArgumentError("shape", shape, "non-negative lengths")
    count = int(np.prod(shape, dtype=int))
    each = rationals(denominators=3) if entries is None else entries
    drawn = st.tuples(*[each] * count)
    found = drawn.map(lambda flat: frozen(np.array(flat, dtype=object).reshape(shape)))
    return with_domain(found, f"arrays of shape {shape} of {domain_of(each)}")


def vector_sequences(
    *, width: int, least: int = 1, most: int = 4, entries: Entries | None = None
) -> SearchStrategy[Array]:
    """Sequences x_1, ..., x_T of vectors: arrays of shape (T, `width`), `least` <= T <= `most`."""
    found = sizes(least=least, most=most).flatmap(
        lambda length: arrays_of(length, width, entries=entries)
    )
    each = domain_of(rationals(denominators=3) if entries is None else entries)
    return with_domain(found, f"{least} to {most} vectors of {width} numbers {each}")


def token_sequences(
    *, vocabulary: int, least: int = 1, most: int = 6
) -> SearchStrategy[tuple[int, ...]]:
    """Sequences of tokens 0, ..., `vocabulary` - 1 of a length from `least` to `most`."""
    if vocabulary < 1:
        raise ArgumentError("vocabulary", vocabulary, "at least one token")
    tokens = st.integers(0, vocabulary - 1)
    found = st.lists(tokens, min_size=least, max_size=most).map(tuple)
    return with_domain(found, f"{least} to {most} of {vocabulary} tokens")


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
    return Fraction(ratio[1], ratio[0])
