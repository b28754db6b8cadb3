"""Matrices of rationals between two others, in the order of symmetric matrices."""

import random
from fractions import Fraction

from theorem_checks.statements.arrays.known_tensors import NoSuchTensorError, drawn_known
from theorem_checks.statements.spectra import is_semidefinite
from theorem_checks.statements.values.elimination import solve

__all__ = ["drawn_between"]

_AT_AN_END = 0.25  # how often one of the two is drawn
_Matrix = list[list[Fraction]]


def drawn_between(low: _Matrix | None, high: _Matrix | None, source: random.Random) -> _Matrix:
    """The rows of a random symmetric matrix A with low <= A <= high, or one of these.

    One of them may be None. With H = high - low it is low + H B^T (B H B^T + r I)^-1 B H for a
    random B and some r >= 0, which lies below high as what is left is the inverse of
    H^-1 + B^T B / r, or a limit of such.

    **Raises** `NoSuchTensorError` where they are not symmetric, or high - low is not positive
    semidefinite.
    """
    n = len(low if low is not None else high or [])
    if any(end is not None and end != _transposed(end) for end in (low, high)):
        raise NoSuchTensorError("No matrix lies between two that are not symmetric.")
    if low is None or high is None:
        drawn = drawn_known("semidefinite", (n, n), source)
        half = [[drawn[i, j] for j in range(n)] for i in range(n)]
        sign, end = (1, low) if low is not None else (-1, high or [])
        pairs = zip(end, half, strict=True)
        return [[a + sign * b for a, b in zip(*rows, strict=True)] for rows in pairs]
    apart = [[b - a for a, b in zip(*rows, strict=True)] for rows in zip(low, high, strict=True)]
    if not is_semidefinite(apart):
        raise NoSuchTensorError("No matrix lies between two that are not in that order.")
    if not n or source.random() < _AT_AN_END:
        return source.choice((low, high))
    rank = source.randint(1, max(n, 1))
    B = [[Fraction(source.randint(-3, 3)) for _ in range(n)] for _ in range(rank)]
    BH = _times(B, apart)
    inside = _times(BH, _transposed(B))
    room = Fraction(source.randint(1, 30), source.choice((1, 5)))
    for place, row in enumerate(inside):
        row[place] += room
    solved = solve(inside, BH)
    assert solved is not None  # it is positive definite
    more = _times(_transposed(BH), solved)
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(low, more, strict=True)]


def _transposed(rows: _Matrix) -> _Matrix:
    return [list(column) for column in zip(*rows, strict=True)]


def _times(one: _Matrix, other: _Matrix) -> _Matrix:
    columns = _transposed(other)
    return [
        [sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0)) for column in columns]
        for row in one
    ]
