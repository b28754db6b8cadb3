"""Linear systems over the rationals, in Python's `fractions`."""

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["inverse", "particular", "right_inverse", "solve"]

Matrix = Sequence[Sequence[Fraction]]


def solve(rows: Matrix, right: Matrix) -> list[list[Fraction]] | None:
    """Return X with `rows` X = `right` for a square matrix of rows; None if it is singular."""
    table = [[*row, *values] for row, values in zip(rows, right, strict=True)]
    for column in range(len(table)):
        pivot = next((i for i in range(column, len(table)) if table[i][column]), None)
        if pivot is None:
            return None
        _clear(table, column, column, pivot)
    return [row[len(table) :] for row in table]


def inverse(rows: Matrix) -> list[list[Fraction]] | None:
    """Return the inverse of a square matrix; None if there is none."""
    unit = [[Fraction(int(i == j)) for j in range(len(rows))] for i in range(len(rows))]
    return solve(rows, unit)


def right_inverse(rows: Matrix) -> list[list[Fraction]] | None:
    """Return X with `rows` X = I, of as many zeros as can be; None if the rows are dependent."""
    height, width = len(rows), len(rows[0]) if rows else 0
    chosen: list[int] = []
    left = [list(row) for row in rows]
    for column in range(width):
        done = len(chosen)
        pivot = next((i for i in range(done, height) if left[i][column]), None)
        if pivot is None:
            continue
        left[done], left[pivot] = left[pivot], left[done]
        for i in range(done + 1, height):
            factor = left[i][column] / left[done][column]
            left[i] = [a - factor * b for a, b in zip(left[i], left[done], strict=True)]
        chosen.append(column)
    if len(chosen) < height:
        return None
    square = inverse([[row[column] for column in chosen] for row in rows])
    assert square is not None
    found = [[Fraction(0)] * height for _ in range(width)]
    for column, values in zip(chosen, square, strict=True):
        found[column] = values
    return found


def particular(rows: Matrix, right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return x with `rows` x = `right`, 0 where it is free; None if there is none."""
    width = len(rows[0]) if rows else 0
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    pivots: list[int] = []
    for column in range(width):
        done = len(pivots)
        pivot = next((i for i in range(done, len(table)) if table[i][column]), None)
        if pivot is None:
            continue
        _clear(table, done, column, pivot)
        pivots.append(column)
    if any(row[width] for row in table[len(pivots) :]):
        return None
    found = [Fraction(0)] * width
    for row, column in zip(table, pivots, strict=False):
        found[column] = row[width]
    return found


def _clear(table: list[list[Fraction]], to: int, column: int, pivot: int) -> None:
    """Bring row `pivot` to row `to`, with 1 in a column that is 0 in all other rows then."""
    table[to], table[pivot] = table[pivot], table[to]
    lead = [entry / table[to][column] for entry in table[to]]
    for i, row in enumerate(table):
        if i != to and row[column]:
            table[i] = [a - row[column] * b for a, b in zip(row, lead, strict=True)]
    table[to] = lead
