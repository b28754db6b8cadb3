"""Row spaces of exact matrices: ranks, bases, intersections, coordinates.

All arguments and results are arrays of exact rationals (`EXACT`); a row of zeros, or no row at all,
is as good as any other. The arithmetic is FLINT's.
"""

from typing import Any

import flint
import numpy as np

from constructions.arrays import EXACT, NumberArray
from constructions.errors import ArgumentError

__all__ = ["common_rows", "completion", "coordinates", "rank", "row_basis"]


def rank(matrix: Any) -> int:
    """Return the rank of a matrix."""
    return _reduced(EXACT.array(matrix, "matrix"))[1]


def row_basis(matrix: Any) -> NumberArray:
    """Return a basis of the row space, as rows: the reduced echelon form without its zeros."""
    echelon, found = _reduced(EXACT.array(matrix, "matrix"))
    return echelon[:found]


def common_rows(one: Any, other: Any) -> NumberArray:
    """Return a basis, as rows, of what the row spaces of two matrices have in common.

    **Arguments**: matrices with as many columns, each with independent rows.
    """
    first, second = EXACT.array(one, "one"), EXACT.array(other, "other")
    both = EXACT.concatenate([first, second])
    relations = _null_rows(both)  # u^T [first; second] = 0
    return row_basis(relations[:, : len(first)] @ first)


def completion(rows: Any, within: Any) -> NumberArray:
    """Return rows of `within` that complete independent `rows` to a basis of its row space."""
    chosen = EXACT.array(rows, "rows")
    pool = EXACT.array(within, "within")
    kept = []
    for row in pool:
        longer = EXACT.concatenate([chosen, EXACT.array([row])])
        if rank(longer) == len(longer):
            chosen = longer
            kept.append(row)
    return EXACT.array(kept) if kept else EXACT.zeros((0, pool.shape[1]))


def coordinates(rows: Any, basis: Any) -> NumberArray:
    """Return the matrix C with C @ basis = rows, for independent rows of `basis`.

    **Raises** `ArgumentError` for rows that the basis does not span.
    """
    wanted, given = EXACT.array(rows, "rows"), EXACT.array(basis, "basis")
    size = len(given)
    if rank(given) < size:
        raise ArgumentError("basis", given, "independent rows")
    echelon, found = _reduced(EXACT.concatenate([given, wanted]).T)
    if found > size:
        raise ArgumentError("rows", wanted, "rows in the span of the basis")
    return echelon[:size, size:].T


def _null_rows(matrix: Any) -> Any:
    """A basis of the row vectors u with u @ matrix = 0."""
    rows = len(matrix)
    unit = EXACT.eye(rows)
    echelon, _ = _reduced(EXACT.concatenate([matrix.T, unit]).T)  # [matrix | I] by row operations
    columns = matrix.shape[1]
    kept = [row[columns:] for row in echelon if not any(row[:columns])]
    return EXACT.array(kept) if kept else EXACT.zeros((0, rows))


def _reduced(matrix: Any) -> tuple[Any, int]:
    """The reduced echelon form and the rank."""
    if 0 in matrix.shape:
        return matrix, 0
    entries = [flint.fmpq(entry) for entry in np.asarray(matrix).flat]
    rows, columns = matrix.shape
    echelon, found = flint.fmpq_mat(rows, columns, entries).rref()
    return EXACT.array(echelon.tolist()), found
