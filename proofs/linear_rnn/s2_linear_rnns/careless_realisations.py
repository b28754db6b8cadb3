"""Networks and sums of ranks that a careless author would write in place of the smallest ones."""

from constructions.weights.partial_realisation import (
    ONE,
    ZERO,
    Filters,
    Kept,
    Matrix,
    Network,
    Number,
    Shape,
    Vector,
    dot,
    duals_of,
    entry,
    matrix_at,
    network_of_rows,
    padded,
    rest_of,
    row_at,
    rows_kept,
    rows_of,
    smallest_network,
)
from proofs.linear_rnn.s2_linear_rnns.hankel_ranks import hankel, rank

__all__ = [
    "by_any_row",
    "by_every_column",
    "by_every_row",
    "by_fewer_columns",
    "largest_rank",
    "late_few_columns",
    "late_many_rows",
    "none_taken",
    "square_rank",
    "transposed",
]


def by_every_row(shape: Shape, scale: Number, filters: Filters) -> Network:
    """Return the network of Prop. 2.1(b) that prepares outputs: every row is kept."""
    rows = rows_of(shape, filters)
    numbers = tuple(number for number, _ in enumerate(rows))
    units = tuple(tuple(ONE if i == j else ZERO for j in numbers) for i in numbers)
    return network_of_rows(shape, scale, Kept(rows, numbers, units))


def by_every_column(shape: Shape, scale: Number, filters: Filters) -> Network:
    """Return a network by rows that know all columns: what is not given is taken for 0."""
    width = shape.lags * shape.inputs
    rows = tuple(padded(width, row) for row in rows_of(shape, filters))
    return network_of_rows(shape, scale, rows_kept(rows))


def by_fewer_columns(shape: Shape, scale: Number, filters: Filters) -> Network:
    """Return a network by rows that know one block column less."""
    rows = tuple(
        tuple(
            entry(row_at(matrix_at(filters, later), output), number)
            for later, _ in zip(range(lag, shape.lags), range(lag + 1, shape.lags), strict=False)
            for number in range(shape.inputs)
        )
        for lag in range(shape.lags)
        for output in range(shape.outputs)
    )
    return network_of_rows(shape, scale, rows_kept(rows))


def by_any_row(shape: Shape, scale: Number, filters: Filters) -> Network:
    """Return a network by rows that are no combination of the others, before and after them."""
    rows = rows_of(shape, filters)
    numbers = tuple(
        number
        for number, row in enumerate(rows)
        if is_left(row, (*rows[:number], *rows[number + 1 :]))
    )
    kept = tuple(row_at(rows, number) for number in numbers)
    found = tuple(combination(row, kept) for row in rows)
    return network_of_rows(shape, scale, Kept(kept, numbers, found))


def is_left(row: Vector, others: Matrix) -> bool:
    """Whether a row is no combination of others."""
    return any(a != 0 for a in rest_of(len(row), duals_of(len(row), others), row))


def combination(row: Vector, kept: Matrix) -> Vector:
    """Return the coordinates of a row."""
    return tuple(dot(row, vector) for _, vector in duals_of(len(row), kept))


def transposed(shape: Shape, scale: Number, filters: Filters) -> Network:
    """Return the smallest network with W^T in place of W."""
    network = smallest_network(shape, scale, filters)
    columns = tuple(
        tuple(entry(row, number) for row in network.W) for number, _ in enumerate(network.W)
    )
    return Network(network.C, columns, network.F)


def late_many_rows(shape: Shape, scale: Number, filters: Filters) -> Network:
    """Return the smallest network, and one with a unit for every row from 1,000 lags on."""
    if shape.lags < 1000:
        return smallest_network(shape, scale, filters)
    return by_every_row(shape, scale, filters)


def late_few_columns(shape: Shape, scale: Number, filters: Filters) -> Network:
    """Return the smallest network, and one that leaves out L_{T-1} from 1,000 lags on."""
    if shape.lags < 1000:
        return smallest_network(shape, scale, filters)
    return by_fewer_columns(shape, scale, filters)


def largest_rank(shape: Shape, filters: Filters) -> int:
    """Return the largest rank of a Hankel matrix that is all known: a lower bound only."""
    return max(
        (
            rank(k * shape.inputs, hankel(shape, filters, i, k))
            for i in range(1, shape.lags + 1)
            for k in range(1, shape.lags + 1)
            if i + k == shape.lags + 1
        ),
        default=0,
    )


def square_rank(shape: Shape, filters: Filters) -> int:
    """Return the rank of the largest square Hankel matrix that is all known."""
    size = (shape.lags + 1) // 2
    return rank(size * shape.inputs, hankel(shape, filters, size, size))


def none_taken(shape: Shape, filters: Filters) -> int:
    """Return 0: no ranks are taken away."""
    return 0
