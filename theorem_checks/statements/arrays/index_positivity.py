"""What is positive, or not negative, by how it is written: sums of squares, exponentials, ...

What is seen of an expression is so at all values of its symbols and entries, which are real.
"""

from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from functools import singledispatch

from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Summed,
    Times,
    nodes,
)
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag
from theorem_checks.statements.arrays.known_functions import (
    EXPONENTIAL,
    NORM,
    OPERATOR,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.terms import data_of

__all__ = ["is_real", "is_seen_nonnegative", "is_seen_positive"]

_KNOWN = ("nonnegative", "probabilities", "stochastic", "permutation")


class _Sign(IntEnum):
    UNKNOWN = 0
    NONNEGATIVE = 1
    POSITIVE = 2


def is_seen_positive(e: IndexExpression) -> bool:
    """Whether an expression is seen to be positive at all values of its symbols and entries."""
    return _sign(e) is _Sign.POSITIVE


def is_seen_nonnegative(e: IndexExpression) -> bool:
    """Whether an expression is seen not to be negative: a sum of squares, and the like."""
    return _sign(e) is not _Sign.UNKNOWN


@singledispatch
def _sign(_e: IndexExpression) -> _Sign:
    return _Sign.UNKNOWN


@_sign.register
def _(e: Scalar) -> _Sign:
    if e.value.is_positive is True:
        return _Sign.POSITIVE
    return _Sign.NONNEGATIVE if e.value.is_nonnegative is True else _Sign.UNKNOWN


@_sign.register(Delta)
@_sign.register(AtMost)
@_sign.register(Lag)
def _(_e: IndexExpression) -> _Sign:
    return _Sign.NONNEGATIVE


@_sign.register
def _(e: Positive) -> _Sign:
    return _Sign.NONNEGATIVE if is_real(e) else _Sign.UNKNOWN


@_sign.register
def _(e: Entry) -> _Sign:
    return _Sign.NONNEGATIVE if e.tensor.known in _KNOWN else _Sign.UNKNOWN


@_sign.register
def _(e: Plus) -> _Sign:
    signs = [_sign(part) for part in e.terms]
    return max(signs) if _Sign.UNKNOWN not in signs else _Sign.UNKNOWN


@_sign.register
def _(e: Times) -> _Sign:
    """That of the factors; what is not known stands an even number of times."""
    factors = list(_factors(e))
    signs = [_sign(part) for part in factors]
    others = [part for part, sign in zip(factors, signs, strict=True) if sign is _Sign.UNKNOWN]
    if not others:
        return min(signs)
    if len(others) % 2 or not all(map(is_real, others)):
        return _Sign.UNKNOWN
    times = Counter(str(data_of(part)) for part in others)
    even = all(count % 2 == 0 for count in times.values())
    return _Sign.NONNEGATIVE if even else _Sign.UNKNOWN


def _factors(e: IndexExpression) -> Iterator[IndexExpression]:
    """The factors of a product, and of those of its factors that are products."""
    for part in e.parts:
        if isinstance(part, Times):
            yield from _factors(part)
        else:
            yield part


@_sign.register
def _(e: Summed) -> _Sign:
    """That of the terms; of none the sum is 0."""
    has_terms = all(index.range.is_positive for index in e.indices)
    return min(_sign(e.body), _Sign.POSITIVE if has_terms else _Sign.NONNEGATIVE)


@_sign.register
def _(e: Renamed) -> _Sign:
    return _sign(e.body)


@_sign.register
def _(e: Opaque) -> _Sign:
    if e.name == EXPONENTIAL:
        return _Sign.POSITIVE if is_real(e) else _Sign.UNKNOWN
    if e.name == RECIPROCAL:
        return _sign(e.body)
    if e.name in (ROOT, NORM, OPERATOR) and is_real(e):
        return max(_Sign.NONNEGATIVE, _sign(e.body)) if e.name == ROOT else _Sign.NONNEGATIVE
    return _Sign.UNKNOWN


def is_real(e: IndexExpression) -> bool:
    """Whether all scalars of an expression are known to be real; entries of arrays are."""
    scalars = (part.value for part in nodes([e]) if isinstance(part, Scalar))
    return all(value.is_real is True for value in scalars)
