"""Linear systems over the rationals, in Python's `fractions`."""

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["inverse", "solve"]

Matrix = Sequence[Sequence[Fraction]]


def solve(rows: Matrix, right: Matrix) -> list[list[Fraction]] | None:
    """Return X with `rows` X = `right` for a square matrix of rows; None if it is singular."""
    table = [[*row, *values] for row, values in zip(rows, right, strict=True)]
    for column in range(len(table)):
        pivot = next((i for i in range(column, len(table)) if table[i][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        lead = [entry / table[column][column] for entry in table[column]]
        for i, row in enumerate(table):
            if i != column and row[column]:
                table[i] = [a - row[column] * b for a, b in zip(row, lead, strict=True)]
        table[column] = lead
    return [row[len(table) :] for row in table]


def inverse(rows: Matrix) -> list[list[Fraction]] | None:
    """Return the inverse of a square matrix; None if there is none."""
    unit = [[Fraction(int(i == j)) for j in range(len(rows))] for i in range(len(rows))]
    return solve(rows, unit)
