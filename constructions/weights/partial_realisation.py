r"""Partial realisation: a network with a given response at $T$ lags, as pure functions of numbers.

Row $(i, p)$ of the Hankel matrix holds output $p$ of $L_i, L_{i+1}, \dots$, of which the first
$T - i$ blocks are known. The rows are gone through in the order of $i$, then $p$. A row that is a
combination of the rows kept before it, on the columns that it knows, is let go; any other is kept.
A row that is kept is independent of all rows before it, however the filter goes on, for these know
at least the same columns: so no network has fewer units than there are rows kept. And the rows
kept are the state of a network that has just so many: row $(i, p)$ moves to row $(i+1, p)$, or to
the combination that stands for it.

Combinations are found by duals: each row $r_j$ has a vector $v_j$ so that $r = \sum_j (r \cdot
v_j)\, r_j$ for each row r, and so for each combination of them. What is left of another row by
this sum tells whether it is one.

The numbers are of any field; what is not there, of tuples that are too short, counts as 0.

Source: Kalman, Falb and Arbib, Topics in mathematical system theory, ch. 10; Tether, 1970.
"""

from typing import NamedTuple, TypeAlias

import flint

__all__ = ["Kept", "Network", "Shape", "network_of_rows", "rows_of", "smallest_network"]

Number: TypeAlias = flint.fmpq
Vector: TypeAlias = tuple[Number, ...]
Matrix: TypeAlias = tuple[Vector, ...]
Filters: TypeAlias = tuple[Matrix, ...]
Duals: TypeAlias = tuple[tuple[Vector, Vector], ...]

ZERO, ONE = flint.fmpq(0), flint.fmpq(1)


class Shape(NamedTuple):
    """The shape of a filter: T, n_y and n_x."""

    lags: int
    outputs: int
    inputs: int


class Network(NamedTuple):
    """The weights of a linear RNN, by rows."""

    C: Matrix
    W: Matrix
    F: Matrix


class Kept(NamedTuple):
    """Rows that were gone through.

    **Fields**: the `kept` rows, their `numbers` among all, and for each of all the `coordinates`
    by those kept.
    """

    kept: Matrix
    numbers: tuple[int, ...]
    coordinates: Matrix


def smallest_network(shape: Shape, scale: Number, filters: Filters) -> Network:
    """Return a network with this response, with as few units as can be.

    **Arguments**: `scale`, not 0, the network's factor at W and at C. A response of zeros takes no
    unit.
    """
    return network_of_rows(shape, scale, rows_kept(rows_of(shape, filters)))


def network_of_rows(shape: Shape, scale: Number, found: Kept) -> Network:
    """Return the network whose state has a unit for each row kept, of rows that are all there."""
    units, factor = len(found.kept), inverse(scale)
    C = tuple(
        multiple(factor, padded(units, row_at(found.coordinates, number)))
        for number in range(shape.outputs)
    )
    W = tuple(
        multiple(factor, padded(units, row_at(found.coordinates, number + shape.outputs)))
        for number in found.numbers
    )
    return Network(C, W, tuple(padded(shape.inputs, row) for row in found.kept))


def rows_of(shape: Shape, filters: Filters) -> Matrix:
    """Return the rows of the Hankel matrix in their order, as far as they are known."""
    return tuple(
        tuple(
            entry(row_at(matrix_at(filters, later), output), number)
            for later in range(lag, shape.lags)
            for number in range(shape.inputs)
        )
        for lag in range(shape.lags)
        for output in range(shape.outputs)
    )


def rows_kept(rows: Matrix) -> Kept:
    """Return which rows are kept, and the coordinates of all."""
    found = Kept((), (), ())
    for row in rows:
        found = with_next(found, row)
    return found


def with_next(found: Kept, row: Vector) -> Kept:
    """Go on to a row: it is kept, unless it is a combination on the columns that it knows."""
    duals = duals_of(len(row), found.kept)
    if any(a != 0 for a in rest_of(len(row), duals, row)):
        own = (*(ZERO for _ in found.kept), ONE)
        return Kept(
            (*found.kept, row),
            (*found.numbers, len(found.coordinates)),
            (*found.coordinates, own),
        )
    combination = tuple(dot(row, vector) for _, vector in duals)
    return Kept(found.kept, found.numbers, (*found.coordinates, combination))


def duals_of(width: int, rows: Matrix) -> Duals:
    """Return rows with their vectors, on so many columns.

    The vector of a row that is a combination of those before is 0.
    """
    found: Duals = ()
    for row in rows:
        found = with_dual(width, found, row)
    return found


def with_dual(width: int, duals: Duals, row: Vector) -> Duals:
    """Return the vectors of rows and one more; the new one takes all others to 0."""
    unit = first_entry(rest_of(width, duals, row))
    own = unit
    for other, vector in duals:
        own = less(own, dot(other, unit), vector)
    return (*((other, less(vector, dot(row, vector), own)) for other, vector in duals), (row, own))


def rest_of(width: int, duals: Duals, row: Vector) -> Vector:
    """Return what is left of a row on so many columns: 0 if it is a combination of the others."""
    left = padded(width, row)
    for other, vector in duals:
        left = less(left, dot(row, vector), other)
    return left


def first_entry(row: Vector) -> Vector:
    """Return the vector that reads the first entry that is not 0, and takes the row to 1."""
    found: Vector = ()
    for a in row:
        found = (*found, ZERO if any(b != 0 for b in found) else inverse(a))
    return found


def inverse(a: Number) -> Number:
    """Return 1/a, or 0 for 0."""
    return ONE / a if a != 0 else ZERO


def dot(row: Vector, vector: Vector) -> Number:
    """Return the sum of the products."""
    return sum((a * b for a, b in zip(row, vector, strict=False)), ZERO)


def less(vector: Vector, factor: Number, other: Vector) -> Vector:
    """Return a vector less a multiple of another."""
    return tuple(a - factor * entry(other, number) for number, a in enumerate(vector))


def multiple(factor: Number, vector: Vector) -> Vector:
    """Return a multiple of a vector."""
    return tuple(factor * a for a in vector)


def padded(width: int, vector: Vector) -> Vector:
    """Return the first entries, and 0 where there are none."""
    return tuple(entry(vector, number) for number in range(width))


def entry(vector: Vector, number: int) -> Number:
    """Return an entry, 0 where there is none."""
    return vector[number] if number < len(vector) else ZERO


def row_at(matrix: Matrix, number: int) -> Vector:
    """Return a row, nothing where there is none."""
    return matrix[number] if number < len(matrix) else ()


def matrix_at(filters: Filters, lag: int) -> Matrix:
    """Return the coefficient of a lag, nothing where there is none."""
    return filters[lag] if lag < len(filters) else ()
