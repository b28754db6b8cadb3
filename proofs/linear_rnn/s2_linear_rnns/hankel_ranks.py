r"""What is said of smallest networks, as pure functions: responses, and ranks of Hankel matrices.

What is not there, of tuples that are too short, counts as 0, and what is beyond a shape is not
read. So all tuples are networks and filters of each shape, and all networks and filters are there.
"""

from constructions.weights.partial_realisation import (
    ONE,
    Duals,
    Filters,
    Matrix,
    Network,
    Number,
    Shape,
    Vector,
    entry,
    matrix_at,
    multiple,
    padded,
    rest_of,
    row_at,
    rows_kept,
    with_dual,
)

__all__ = [
    "at_most",
    "basis",
    "by_basis",
    "has_shape",
    "known_ranks",
    "not_zero",
    "number_of",
    "of_shape",
    "of_width",
    "products",
    "rank",
    "response",
    "shorter_ranks",
    "together",
    "units_of",
]


def of_shape(shape: Shape, filters: Filters) -> Filters:
    """Return L_0, ..., L_{T-1} of a shape: so any filter that there is."""
    return tuple(
        tuple(
            padded(shape.inputs, row_at(matrix_at(filters, lag), output))
            for output in range(shape.outputs)
        )
        for lag in range(shape.lags)
    )


def not_zero(scale: Number) -> Number:
    """Return a number, 1 for 0: so any number that is not 0."""
    return scale if scale != 0 else ONE


def response(shape: Shape, units: int, scale: Number, network: Network) -> Filters:
    r"""Return $s^{j+1} C W^j F$ for j < T, of a network with so many units and the scale s."""
    state = tuple(padded(shape.inputs, row_at(network.F, number)) for number in range(units))
    found: Filters = ()
    for _ in range(shape.lags):
        found = (*found, image(shape.outputs, shape.inputs, scale, network.C, state))
        state = image(units, shape.inputs, scale, network.W, state)
    return found


def image(count: int, width: int, scale: Number, matrix: Matrix, state: Matrix) -> Matrix:
    """Return so many rows of the scale times a matrix times a state, by rows."""
    return tuple(
        multiple(scale, combined(width, row_at(matrix, number), state)) for number in range(count)
    )


def combined(width: int, factors: Vector, state: Matrix) -> Vector:
    """Return the sum of rows with factors."""
    found = padded(width, ())
    for a, row in zip(factors, state, strict=False):
        found = tuple(b + a * entry(row, number) for number, b in enumerate(found))
    return found


def units_of(network: Network) -> int:
    """Return the number of units."""
    return len(network.W)


def has_shape(shape: Shape, network: Network) -> bool:
    """Whether C is n_y x n, W is n x n and F is n x n_x, where n is the number of units."""
    n = units_of(network)
    return (
        len(network.C) == shape.outputs
        and len(network.F) == n
        and all(len(row) == n for row in network.C)
        and all(len(row) == n for row in network.W)
        and all(len(row) == shape.inputs for row in network.F)
    )


def known_ranks(shape: Shape, filters: Filters) -> int:
    """Return the sum of the ranks of all H_{i,k} with i + k = T + 1: all of these is known."""
    return ranks(shape, filters, shape.lags + 1)


def shorter_ranks(shape: Shape, filters: Filters) -> int:
    """Return the sum of the ranks of all H_{i,k} with i + k = T."""
    return ranks(shape, filters, shape.lags)


def ranks(shape: Shape, filters: Filters, total: int) -> int:
    """Return the sum of the ranks of all H_{i,k} with i, k >= 1 and such a sum of i and k."""
    return sum(
        rank(k * shape.inputs, hankel(shape, filters, i, k))
        for i in range(1, total)
        for k in range(1, total)
        if i + k == total
    )


def hankel(shape: Shape, filters: Filters, rows: int, columns: int) -> Matrix:
    """Return H_{i,k}, of so many block rows and block columns: block (j, l) is L_{j+l}."""
    return tuple(
        tuple(
            entry(row_at(matrix_at(filters, lag + later), output), number)
            for later in range(columns)
            for number in range(shape.inputs)
        )
        for lag in range(rows)
        for output in range(shape.outputs)
    )


def rank(width: int, rows: Matrix) -> int:
    """Return the rank: the number of rows that are no combination of those before."""
    duals: Duals = ()
    found = 0
    for row in rows:
        found = found + is_new(rest_of(width, duals, row))
        duals = with_dual(width, duals, row)
    return found


def is_new(rest: Vector) -> int:
    """Return 1 if something is left of a row, and 0 otherwise."""
    return 1 if any(a != 0 for a in rest) else 0


def of_width(width: int, rows: Matrix) -> Matrix:
    """Return rows of a width: so any matrix that there is."""
    return tuple(padded(width, row) for row in rows)


def basis(rows: Matrix) -> Matrix:
    """Return the rows that are no combination of those before."""
    return rows_kept(rows).kept


def by_basis(rows: Matrix) -> Matrix:
    """Return the coordinates of all rows by the basis."""
    return rows_kept(rows).coordinates


def products(width: int, factors: Matrix, rows: Matrix) -> Matrix:
    """Return a product of matrices by its rows: sums of rows with factors."""
    return tuple(combined(width, row, rows) for row in factors)


def number_of(rows: Matrix) -> int:
    """Return the number of rows."""
    return len(rows)


def together(one: int, other: int) -> int:
    """Return the sum."""
    return one + other


def at_most(one: int, other: int) -> bool:
    """Whether a number is at most another."""
    return one <= other


def yes(shape: Shape, scale: Number, filters: Filters) -> bool:
    """Return that it is so."""
    return True


def yes_of_network(shape: Shape, units: int, scale: Number, network: Network) -> bool:
    """Return that it is so."""
    return True


def yes_of_product(width: int, factors: Matrix, rows: Matrix) -> bool:
    """Return that it is so."""
    return True
