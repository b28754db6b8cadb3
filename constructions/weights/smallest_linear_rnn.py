r"""The smallest linear RNN whose first $T$ impulse responses are given: partial realisation.

Row $(i, p)$ of the Hankel matrix holds output $p$ of $L_i, L_{i+1}, \dots$, of which the first
$T - i$ blocks are known. The rows are gone through in the order of $i$, then $p$. A row that is a
combination of the rows kept before it, on the columns that it knows, is let go; any other is kept.
A row that is kept is independent of all rows before it, however the filter goes on, for these know
at least the same columns: so no network has fewer units than there are rows kept. And the rows
kept are the state of a network that has just so many: row $(i, p)$ moves to row $(i+1, p)$, or to
the combination that stands for it.

Source: Kalman, Falb and Arbib, Topics in mathematical system theory, ch. 10; Tether, 1970.
"""

from typing import Any

import flint
import numpy as np

from constructions.arrays import EXACT
from constructions.cells.linear_rnn import LinearRNN
from constructions.errors import ShapeError

__all__ = ["smallest_linear_rnn"]

Row = tuple[int, int]


def smallest_linear_rnn(filters: Any, scale: Any = 1) -> LinearRNN:
    """Return a network with this response at lags 0 to T - 1, with as few units as can be.

    **Arguments**: `filters` of shape (T, n_y, n_x), exact rationals; `scale`, exact, not zero, the
    network's factor at W and at C. A response of zeros takes one unit, for a network has to have
    one.

    **Raises** `ShapeError` for filters of another shape, `ExactnessError` for floats.
    """
    values = EXACT.array(filters, "filters")
    if len(values.shape) != 3 or 0 in values.shape:
        raise ShapeError(
            f"filters has shape {values.shape}, expected (T, n_y, n_x), none of them 0."
        )
    search = _RowSearch(values)
    return search.network(EXACT.array([scale], "scale"))


class _RowSearch:
    """The rows kept, and for each row let go its combination of these."""

    def __init__(self, filters: Any) -> None:
        self.filters = filters
        self.lags, self.outputs, self.inputs = filters.shape
        self.kept: list[Row] = []
        self.combinations: dict[Row, list[Any]] = {}
        gone: set[int] = set()  # outputs of which a row was let go: so are all later ones
        for lag in range(self.lags):
            for output in range(self.outputs):
                if output not in gone and not self._let_go((lag, output)):
                    self.kept.append((lag, output))
                elif output not in gone:
                    gone.add(output)

    def _entries(self, row: Row, blocks: int) -> list[Any]:
        """The first entries of a row, for so many blocks of columns."""
        lag, output = row
        return [e for k in range(blocks) for e in self.filters[lag + k, output]]

    def _let_go(self, row: Row) -> bool:
        """Whether a row is a combination of those kept, on what it knows; the first one found."""
        blocks = self.lags - row[0]
        target = self._entries(row, blocks)
        before = [self._entries(kept, blocks) for kept in self.kept]
        solution = _combination(before, target)
        if solution is not None:
            self.combinations[row] = solution
        return solution is not None

    def network(self, scale: Any) -> LinearRNN:
        """Return the network whose state has a unit for each row kept."""
        if not self.kept:
            zero = (EXACT.zeros(s) for s in ((1, 1), (1, self.inputs), (self.outputs, 1)))
            return LinearRNN(*zero, scale=scale)
        size = len(self.kept)
        W = [self._as_state((lag + 1, output)) for lag, output in self.kept]
        F = [list(self.filters[lag, output]) for lag, output in self.kept]
        C = [self._as_state((0, output)) for output in range(self.outputs)]
        inverse = 1 / scale
        return LinearRNN(
            inverse * EXACT.array(W).reshape(size, size),
            EXACT.array(F),
            inverse * EXACT.array(C).reshape(self.outputs, size),
            scale,
        )

    def _as_state(self, row: Row) -> list[Any]:
        """A row by those kept: itself, the combination found, or nothing (past the end)."""
        if row in self.kept:
            return [int(kept == row) for kept in self.kept]
        found = self.combinations.get(row, [])
        return [*found, *[0] * (len(self.kept) - len(found))]


def _combination(rows: list[list[Any]], target: list[Any]) -> list[Any] | None:
    """Coefficients with which the rows make the target, or None."""
    if not rows:
        return [] if not any(target) else None
    columns = np.array([*rows, target], dtype=object).T
    system = flint.fmpq_mat([[flint.fmpq(e) for e in row] for row in columns.tolist()])
    reduced, rank = system.rref()
    solution: list[Any] = [0] * len(rows)
    for i in range(rank):
        pivot = next(k for k in range(len(rows) + 1) if reduced[i, k] != 0)
        if pivot == len(rows):
            return None
        solution[pivot] = reduced[i, len(rows)]
    return solution
