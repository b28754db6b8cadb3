"""Functions of entries of which something is known, beside exponentials and reciprocals.

Each has a value everywhere, as in Rocq and Lean: the logarithm of what is not positive is 0, the
root of what is negative is 0, and so is the largest entry of none.
"""

from collections.abc import Sequence
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    IndexLike,
    Opaque,
    scalar,
)
from theorem_checks.statements.arrays.indices import AnyIndex, Index, as_index
from theorem_checks.statements.arrays.known_functions import (
    LARGEST,
    LOGARITHM,
    NORM,
    OPERATOR,
    ROOT,
)

__all__ = ["absolute", "highest", "logarithm", "operator_norm", "root"]


def logarithm(expression: IndexLike) -> IndexExpression:
    """Return the natural logarithm of an expression, at each value of its indices."""
    return Opaque(LOGARITHM, (), (), scalar(expression))


def root(expression: IndexLike) -> IndexExpression:
    """Return the square root of an expression, at each value of its indices."""
    return Opaque(ROOT, (), (), scalar(expression))


def absolute(expression: IndexLike) -> IndexExpression:
    """Return the absolute value of an expression, at each value of its indices."""
    return Opaque(NORM, (), (), scalar(expression))


def highest(expression: IndexLike, *indices: AnyIndex) -> IndexExpression:
    """Return the largest value of an expression over all values of indices, 0 without any."""
    return _over(LARGEST, expression, indices)


def operator_norm(expression: IndexLike, row: AnyIndex, column: AnyIndex) -> IndexExpression:
    """Return the largest singular value of the matrix of an expression, 0 if it has no entries."""
    return _over(OPERATOR, expression, (row, column))


def _over(name: str, expression: Any, indices: Sequence[AnyIndex]) -> IndexExpression:
    body, given = scalar(expression), [as_index(index, "indices") for index in indices]
    if len({index.name for index in given}) < len(given):
        raise ArgumentError("indices", indices, "each index once")
    own = [(index, Index.bound(like=index)) for index in given]
    return Opaque(name, (), tuple(new for _, new in own), body.renamed(own))
