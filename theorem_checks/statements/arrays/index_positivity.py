"""What is positive by how it is written: sums and products of exponentials, and the like."""

from functools import singledispatch

from theorem_checks.statements.arrays.index_expressions import (
    EXPONENTIAL,
    RECIPROCAL,
    IndexExpression,
    Opaque,
    Plus,
    Renamed,
    Scalar,
    Summed,
    Times,
    nodes,
)

__all__ = ["is_seen_positive"]


@singledispatch
def is_seen_positive(_e: IndexExpression) -> bool:
    """Whether an expression is seen to be positive at all values of its symbols and entries."""
    return False


@is_seen_positive.register
def _(e: Scalar) -> bool:
    return e.value.is_positive is True


@is_seen_positive.register
def _(e: Plus) -> bool:
    terms = [part for part in e.terms if not isinstance(part, Scalar) or part.value != 0]
    return bool(terms) and all(map(is_seen_positive, terms))


@is_seen_positive.register
def _(e: Times) -> bool:
    return all(map(is_seen_positive, e.factors))


@is_seen_positive.register
def _(e: Summed) -> bool:
    return is_seen_positive(e.body) and all(i.range.is_positive for i in e.indices)


@is_seen_positive.register
def _(e: Renamed) -> bool:
    return is_seen_positive(e.body)


@is_seen_positive.register
def _(e: Opaque) -> bool:
    if e.name == EXPONENTIAL:
        scalars = (part.value for part in nodes([e]) if isinstance(part, Scalar))
        return all(value.is_real for value in scalars)
    return e.name == RECIPROCAL and is_seen_positive(e.body)
