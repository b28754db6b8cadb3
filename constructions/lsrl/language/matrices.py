"""Exact sparse matrices: the numbers that a program holds."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from constructions.errors import ArgumentError, ExactnessError, ShapeError
from constructions.lsrl.language.cyclotomic import ALGEBRAIC, Number, RealCyclotomic
from constructions.lsrl.language.numbers import ONE, ZERO, converted, exact_number
from constructions.number_systems.entries import nested

__all__ = ["Matrix", "MatrixLike"]

Row: TypeAlias = tuple[tuple[int, Number], ...]


class Matrix:
    """An immutable exact matrix that stores its non-zero entries only.

    **Fields**: `shape`; `rows`, for each row the pairs (column, entry) of its non-zero entries in
    order of the columns. Make one with `Matrix.of`, `eye`, `zeros`, `select`, `diagonal`,
    `column`, `hstack`, `vstack` or `block_diagonal`. Vectors are matrices of one column.
    Operators: `+`, `-`, `@`, multiplication with a number, `==`, `hash`.
    """

    __slots__ = ("_hash", "rows", "shape")

    shape: tuple[int, int]
    rows: tuple[Row, ...]
    _hash: int | None

    def __init__(self, shape: tuple[int, int], rows: Iterable[Row]) -> None:
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "rows", tuple(rows))
        object.__setattr__(self, "_hash", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Matrix.{name} cannot be set: matrices do not change.")

    @staticmethod
    def of(values: Any, name: str = "matrix") -> "Matrix":
        """Read a matrix from nested lists or an array of exact numbers, or from a `Matrix`.

        A flat list makes a column, a number a matrix of one entry.

        **Raises** `ExactnessError`, which names the entry, for a float; `ShapeError` for more
        than two axes; `ArgumentError` for ragged rows.
        """
        if isinstance(values, Matrix):
            return values
        raw = nested(values, name)
        if raw.ndim > 2:
            raise ShapeError(f"{name} has shape {raw.shape}, expected a matrix.")
        if raw.ndim < 2:
            raw = raw.reshape(-1, 1)
        m, n = raw.shape
        return Matrix((m, n), [_row(raw[i], name, i) for i in range(m)])

    @staticmethod
    def zeros(m: int, n: int) -> "Matrix":
        """Return the m x n matrix of zeros."""
        return Matrix((m, n), [()] * m)

    @staticmethod
    def eye(n: int) -> "Matrix":
        """Return the identity matrix of size n."""
        return Matrix.select(range(n), n)

    @staticmethod
    def select(columns: Iterable[int], n: int) -> "Matrix":
        """Return the matrix with n columns that picks these entries of a vector, in this order."""
        picked = list(columns)
        return Matrix((len(picked), n), [((column, ONE),) for column in picked])

    @staticmethod
    def diagonal(values: Iterable[Any]) -> "Matrix":
        """Return the diagonal matrix of these exact numbers."""
        entries = [exact_number(value, f"diagonal[{i}]") for i, value in enumerate(values)]
        rows = [((i, entry),) if entry != 0 else () for i, entry in enumerate(entries)]
        return Matrix((len(entries), len(entries)), rows)

    @staticmethod
    def column(values: Iterable[Any]) -> "Matrix":
        """Return the column of these exact numbers."""
        return Matrix.of(list(values) or np.empty((0, 1), dtype=object), "column")

    @staticmethod
    def full(m: int, n: int, value: Any = 1) -> "Matrix":
        """Return the m x n matrix whose entries are all the same exact number."""
        number = exact_number(value, "value")
        row = tuple((j, number) for j in range(n)) if number != 0 else ()
        return Matrix((m, n), [row] * m)

    @staticmethod
    def hstack(parts: Sequence["Matrix"]) -> "Matrix":
        """Join matrices side by side. **Raises** `ShapeError` for unequal numbers of rows."""
        _check_same("hstack", parts, 0)
        starts = np.cumsum([0, *(part.shape[1] for part in parts)]).tolist()
        rows = [
            tuple(
                (start + j, entry)
                for start, part in zip(starts, parts, strict=False)
                for j, entry in part.rows[i]
            )
            for i in range(parts[0].shape[0])
        ]
        return Matrix((parts[0].shape[0], starts[-1]), rows)

    @staticmethod
    def vstack(parts: Sequence["Matrix"]) -> "Matrix":
        """Join matrices one above the other. **Raises** `ShapeError` for unequal columns."""
        _check_same("vstack", parts, 1)
        rows = [row for part in parts for row in part.rows]
        return Matrix((len(rows), parts[0].shape[1]), rows)

    @staticmethod
    def block_diagonal(parts: Sequence["Matrix"]) -> "Matrix":
        """Return the block-diagonal matrix of these blocks."""
        width, start, rows = sum(part.shape[1] for part in parts), 0, []
        for part in parts:
            rows += [tuple((start + j, entry) for j, entry in row) for row in part.rows]
            start += part.shape[1]
        return Matrix((len(rows), width), rows)

    @property
    def T(self) -> "Matrix":
        """The transpose."""
        columns: list[list[tuple[int, Number]]] = [[] for _ in range(self.shape[1])]
        for i, j, entry in self.entries():
            columns[j].append((i, entry))
        return Matrix((self.shape[1], self.shape[0]), map(tuple, columns))

    @property
    def nonzeros(self) -> int:
        """The number of non-zero entries."""
        return sum(map(len, self.rows))

    @property
    def is_zero(self) -> bool:
        """Whether all entries are zero."""
        return not any(self.rows)

    @property
    def is_identity(self) -> bool:
        """Whether this is the identity matrix."""
        return self == Matrix.eye(self.shape[0])

    @property
    def is_rational(self) -> bool:
        """Whether all entries are rational."""
        return not any(isinstance(entry, RealCyclotomic) for _, _, entry in self.entries())

    @property
    def selection(self) -> tuple[int, ...] | None:
        """The columns that this matrix picks, if each row is a unit vector; else None."""
        if all(len(row) == 1 and row[0][1] == 1 for row in self.rows):
            return tuple(row[0][0] for row in self.rows)
        return None

    def entries(self) -> Iterator[tuple[int, int, Number]]:
        """Iterate over (row, column, entry) of the non-zero entries, row by row."""
        return ((i, j, entry) for i, row in enumerate(self.rows) for j, entry in row)

    def __getitem__(self, key: tuple[int, int]) -> Number:
        i, j = key
        if not (0 <= i < self.shape[0] and 0 <= j < self.shape[1]):
            raise IndexError(f"Matrix of shape {self.shape} has no entry {key}.")
        return dict(self.rows[i]).get(j, ZERO)

    def take_rows(self, rows: Iterable[int]) -> "Matrix":
        """Return the matrix of these rows, in this order."""
        picked = [self.rows[i] for i in rows]
        return Matrix((len(picked), self.shape[1]), picked)

    def take_columns(self, columns: Iterable[int]) -> "Matrix":
        """Return the matrix of these columns, in this order."""
        return self.T.take_rows(columns).T

    def array(self, system: Any) -> Any:
        """Return the dense array of this matrix in a number system, of shape (m, n)."""
        kind = object if hasattr(system, "entry") else float  # integers would cut off fractions
        dense = np.full(self.shape, converted(ZERO, system), dtype=kind)
        for i, j, entry in self.entries():
            dense[i, j] = converted(entry, system)
        return system.array(dense)

    def vector(self, system: Any) -> Any:
        """Return a matrix of one column as a dense array of shape (m,)."""
        return self.array(system).reshape(self.shape[0])

    def __add__(self, other: "Matrix") -> "Matrix":
        _check_equal_shapes("+", self, other)
        return Matrix(
            self.shape, [_sum([*a, *b]) for a, b in zip(self.rows, other.rows, strict=True)]
        )

    def __sub__(self, other: "Matrix") -> "Matrix":
        return self + (-other)

    def __neg__(self) -> "Matrix":
        return self._mapped(lambda entry: -entry)

    def __mul__(self, factor: Any) -> "Matrix":
        number = exact_number(factor, "factor")
        return (
            self._mapped(lambda entry: entry * number) if number != 0 else Matrix.zeros(*self.shape)
        )

    __rmul__ = __mul__

    def __matmul__(self, other: "Matrix") -> "Matrix":
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape[1] != other.shape[0]:
            raise ShapeError(f"@ of matrices of shapes {self.shape} and {other.shape}.")
        rows = [_sum([(j, a * b) for k, a in row for j, b in other.rows[k]]) for row in self.rows]
        return Matrix((self.shape[0], other.shape[1]), rows)

    def _mapped(self, function: Callable[[Number], Number]) -> "Matrix":
        """Apply a function that sends only zero to zero."""
        rows = [tuple((j, function(entry)) for j, entry in row) for row in self.rows]
        return Matrix(self.shape, rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Matrix):
            return NotImplemented
        return self is other or (self.shape == other.shape and self.rows == other.rows)

    def __hash__(self) -> int:
        value = self._hash if self._hash is not None else hash((self.shape, self.rows))
        object.__setattr__(self, "_hash", value)
        return value

    def tolist(self) -> list[list[str]]:
        """Return the entries as text, row by row."""
        lists = [["0"] * self.shape[1] for _ in range(self.shape[0])]
        for i, j, entry in self.entries():
            lists[i][j] = str(entry)
        return lists

    def __repr__(self) -> str:
        if self.shape[0] * self.shape[1] > 36:
            return f"<{self.shape[0]} x {self.shape[1]}, {self.nonzeros} non-zero>"
        return "[" + ", ".join(f"[{', '.join(row)}]" for row in self.tolist()) + "]"


MatrixLike: TypeAlias = Any
"""A `Matrix`, nested lists or an array of exact numbers, or a single exact number."""


def _row(values: Any, name: str, i: int) -> Row:
    row = []
    for j, value in enumerate(values):
        number = ALGEBRAIC.entry(value)
        if number is None:
            raise ExactnessError(f"{name}[{i}, {j}]", value)
        if number != 0:
            row.append((j, number))
    return tuple(row)


def _sum(terms: list[tuple[int, Number]]) -> Row:
    """Add up the entries of each column; drop those that cancel."""
    if len(terms) < 2:
        return tuple(terms)
    totals: dict[int, Any] = {}
    for j, entry in terms:
        totals[j] = totals[j] + entry if j in totals else entry
    return tuple((j, totals[j]) for j in sorted(totals) if totals[j] != 0)


def _check_same(what: str, parts: Sequence[Matrix], axis: int) -> None:
    if not parts:
        raise ArgumentError("parts", parts, "at least one matrix")
    if len({part.shape[axis] for part in parts}) > 1:
        shapes = ", ".join(str(part.shape) for part in parts)
        raise ShapeError(f"{what} of matrices of shapes {shapes}.")


def _check_equal_shapes(what: str, a: Matrix, b: Matrix) -> None:
    if a.shape != b.shape:
        raise ShapeError(f"{what} of matrices of shapes {a.shape} and {b.shape}.")
