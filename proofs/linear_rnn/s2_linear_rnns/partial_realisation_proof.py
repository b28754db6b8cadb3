r"""Why Tether's number of ranks is the least number of units, for all T, n_x and n_y.

Row (i, p) of the Hankel array holds output p of L_i, L_{i+1}, ..., in block columns k = 0, 1, ...
It knows column k if L_{i+k} is given, i + k <= T - 1. The rows are ordered by i, then p, and a row
is kept if on the columns that it knows it is no combination of the rows before it.

**Not fewer.** For each row kept there is a vector on the columns that it knows which all rows
before annihilate and it takes to 1. However the filter goes on, rows kept times such vectors are a
triangular matrix with ones on the diagonal: what stands below comes from columns that are not
given, and does not matter. But the row of C W^i times the column W^k F is L_{i+k}, so that this
matrix is a product through the n units.

**Not more.** The rows kept are the units. A row has coordinates: a row kept its own unit, a row let
go its combination. W takes the unit (i, p) to the coordinates of row (i+1, p), F has the first
entries of the rows kept, and C the coordinates of the rows (0, p). (A row past the end knows
nothing, and has coordinates 0.) The error of a row in column k is its entry less its coordinates
times W^k F. It is passed on from one column to the next, and none arises where the filter is given.

**As many.** In block row i the rows kept number rank H_{i,T+1-i} - rank H_{i-1,T+1-i}.
"""

import sympy as sp

from constructions.cells.linear_rnn import LinearRNN
from theorem_checks import (
    all_of,
    array_of,
    delta,
    family,
    iff,
    implies,
    inverse_pair,
    prove_equal_arrays,
    prove_for_all,
    prove_identity,
    prove_recurrence,
    reals,
    symbol_array,
    symbolic,
    zeros,
)
from theorem_checks.facts.linear_algebra import RANK_OF_PRODUCT
from theorem_checks.statements.arrays.symbolic_arrays import concatenate, ones

__all__ = ["as_many_as_the_ranks", "no_fewer_suffice", "so_many_suffice", "what_rows_know"]

n, n_x, n_y, kept, gone, T, i = sp.symbols("n n_x n_y N m T i", integer=True, positive=True)
s = sp.Symbol("s", nonzero=True)
UNITS, INPUTS, OUTPUTS = family("h", n), family("x", n_x), family("y", n_y)
KEPT, GONE, NEW = family("kept", kept), family("gone", gone), family("new")
IDENTITY = array_of({("kept", "kept"): delta}, KEPT, KEPT)

lag, first, later, k, p, q, r, length = reals("i i1 i2 k p q r T")
RANGES = (lag >= 0, first >= 0, later >= 0, k >= 0, length >= 1)


def _always(statement):
    """Decide a statement on lags, columns and T, for all reals in their ranges."""
    return prove_for_all(statement, assume=RANGES)


def what_rows_know(rows):
    """Return evidence on the columns that rows know, and on the order of the rows.

    By the last of it the row below a row let go is let go: it is the same combination of the rows
    below, and these come before it, and so do the rows kept of which they are combinations.
    """
    one, other, third = (first, p), (later, q), (lag, r)
    before, known = rows.before(one, other), rows.known(later, k, length)
    return {
        "only what is given is known, and rows before a row know what it knows": _always(
            implies(known, later + k <= length - 1)
            & implies(before & known, rows.known(first, k, length))
        ),
        "column k + 1 of a row is column k of the row below, and the rows (0, p) know all": _always(
            iff(rows.known(lag, k + 1, length), rows.known(lag + 1, k, length))
            & implies(k <= length - 1, rows.known(0, k, length))
        ),
        "rows are ordered, and rows below keep their order": _always(
            ~rows.before(one, one)
            & implies(before & rows.before(other, third), rows.before(one, third))
            & implies(before, rows.before((first + 1, p), (later + 1, q)))
        ),
    }


# Not fewer


def no_fewer_suffice():
    """Return evidence that every network with this response has a unit for each row kept.

    With one row more, the matrix of ones on the diagonal is bordered: by zeros, for the vector of
    the new row is annihilated by the rows before it, and below by whatever b.
    """
    U, G = (symbol_array(tensor, KEPT, KEPT) for tensor in inverse_pair("U"))
    below = symbol_array("b", NEW, KEPT)
    W = symbol_array("W", UNITS, UNITS)
    seen, reached = symbol_array("O", KEPT, UNITS), symbol_array("Z", UNITS, KEPT)
    return all_of(
        {
            "one more row kept": prove_equal_arrays(
                _bordered(U, below) @ _bordered(G, -(below @ G)),
                _bordered(IDENTITY, zeros((NEW, KEPT))),
            ),
            "C W^i times W^k F depends on i + k": prove_equal_arrays(
                (seen @ W) @ reached, seen @ (W @ reached)
            ),
            "the identity goes through the units": prove_equal_arrays(
                (seen @ reached) @ G, seen @ (reached @ G)
            ),
        },
        "all T, n_x, n_y, all filters and all networks",
        words=(
            "induction over the rows kept",
            "what is no combination of other vectors is told from them by a linear map",
        ),
        rests_on=(RANK_OF_PRODUCT,),
    )


def _bordered(matrix, below):
    """The matrix with a row below, a column of zeros beside it, and 1 in the corner."""
    above = concatenate([matrix.T, zeros((NEW, KEPT))]).T
    return concatenate([above, concatenate([below.T, ones((NEW, NEW))]).T])


# Not more


def so_many_suffice(rows):
    """Return evidence that the rows kept are the units of a network with this response.

    `D` is a column of blocks, for the rows kept and for those let go; `S` takes each row kept to
    the row below it, which is one of either; `R` has the combinations, and `P` the rows (0, p).
    """
    S, P = symbol_array("S", KEPT, (KEPT, GONE)), symbol_array("P", OUTPUTS, (KEPT, GONE))
    R, D = symbol_array("R", GONE, KEPT), symbol_array("D", (KEPT, GONE), INPUTS)
    start, column = symbol_array("A", KEPT, INPUTS), symbol_array("E", GONE, INPUTS)
    coordinates = concatenate([IDENTITY, R])
    network = LinearRNN(rows.at_W(S, coordinates) / s, start, P @ coordinates / s, s)  # pyright: ignore
    x, silent, h = symbol_array("x", INPUTS), zeros((INPUTS,)), symbol_array("h", KEPT)
    now, _ = network.step(network.initial_state(), x)
    then, _ = network.step(h, silent)
    state, output = network.step(h, x)
    return all_of(
        {
            "column 0, rows kept": prove_equal_arrays(now, start @ x),
            "the next column, rows kept": prove_equal_arrays(
                (S @ D) @ x - then, S @ (D @ x - coordinates @ h)
            ),
            "any column, rows let go": prove_equal_arrays(
                column @ x - R @ h, (column - R @ start) @ x + R @ (start @ x - h)
            ),
            "the output": prove_equal_arrays(
                P @ (D @ x) - output, P @ (D @ x - coordinates @ state)
            ),
            "below a row let go": prove_equal_arrays(
                R @ (S @ (coordinates @ start)), (R @ (S @ coordinates)) @ start
            ),
        },
        "all T, n_x, n_y, all filters",
        words=("induction over the columns, and over the rows in their order",),
    )


# As many


def as_many_as_the_ranks(rows, number):
    """Return evidence that the rows kept are as many as the ranks say.

    Those of block row i + 1, of lag i, number rank H_{i+1,T-i} - rank H_{i,T-i}, and H_0 has rank
    0. `number` has the sizes of the matrices whose ranks are added, and of those taken away.
    """
    rank = sp.Function("rank")
    block_row = rank(i + 1, T - i) - rank(i, T - i)

    def shorter(size, _):
        return size[0] + 1, size[1] - 1

    return all_of(
        {
            "block row i + 1 knows T - i columns": _always(
                iff(rows.known(lag, k, length), k + 1 <= length - lag)
            ),
            "sizes added": prove_recurrence(
                lambda i: number.added(i, symbolic(T)), shorter, (1, (1, T)), i
            ),
            "sizes taken": prove_recurrence(
                lambda i: number.taken(i, symbolic(T)), shorter, (1, (1, T - 1)), i
            ),
            "block row 1": prove_identity(rank(*number.added(1, T)), rank(1, T)),
            "block row i + 1": prove_identity(
                rank(*number.added(i + 1, T)) - rank(*number.taken(i, T)), block_row
            ),
        },
        "all T, n_x, n_y, all filters",
        words=(
            "as many rows of a matrix as its rank are no combination of the rows above",
            "the rows kept are those of all block rows together",
        ),
    )
