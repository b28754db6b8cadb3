"""Matrices of symbolic sizes, by what their entries are, with which a network is run step by step.

A product adds up over the inner size, as the world adds up. Nothing is asked of an entry before it
is wanted.
"""

from collections.abc import Callable
from typing import Any

from theorem_checks import maximum

__all__ = [
    "ForAllTimes",
    "Matrices",
    "Matrix",
    "column_of_derivatives",
    "derivatives_of_any_size",
]


class Matrices:
    """Makes matrices with products over n units, and sums over times, in a world."""

    def __init__(self, w: Any, n: Any) -> None:
        self.world, self.n, self._sums = w, n, 0

    def __call__(self, entry: Callable[[Any, Any], Any], inner: Any = None) -> "Matrix":
        """The matrix of the entries entry(a, b), with `inner` columns: n where nothing is said."""
        return Matrix(self, entry, self.n if inner is None else inner)

    def identity(self) -> "Matrix":
        """The identity: 1 less the distance from the diagonal, or 0."""
        return self(lambda a, b: maximum(1 - (a - b) * (a - b), 0))

    def diagonal(self, entry: Callable[[Any], Any]) -> "Diagonal":
        """A matrix that multiplies row a by entry(a)."""
        return Diagonal(entry)

    def total(self, part: Callable[[Any], "Matrix"], first: Any, last: Any) -> "Matrix":
        """The sum of `part(i)` over all times from the first to the last."""
        return self(
            lambda a, b: self.added(lambda i: part(i)(a, b), first, last), part(first).columns
        )

    def added(self, part: Callable[[Any], Any], first: Any, last: Any) -> Any:
        """The sum of numbers."""
        self._sums += 1
        return self.world.sum(part, f"i_{self._sums}", first, last)


class Matrix:
    """A matrix by what its entries are."""

    def __init__(self, home: Matrices, entry: Callable[[Any, Any], Any], columns: Any) -> None:
        self._home, self._entry, self.columns = home, entry, columns

    def __call__(self, a: Any, b: Any) -> Any:
        """The entry of row a and column b."""
        return self._entry(a, b)

    def __add__(self, other: "Matrix") -> "Matrix":
        return self._home(lambda a, b: self(a, b) + other(a, b), self.columns)

    def __sub__(self, other: "Matrix") -> "Matrix":
        return self._home(lambda a, b: self(a, b) - other(a, b), self.columns)

    def __mul__(self, number: Any) -> "Matrix":
        return self._home(lambda a, b: self(a, b) * number, self.columns)

    def with_rows(self, factor: Callable[[Any], Any]) -> "Matrix":
        """The matrix with each row multiplied by a number."""
        return self._home(lambda a, b: factor(a) * self(a, b), self.columns)

    def __rmul__(self, number: Any) -> "Matrix":
        return self * number

    def __matmul__(self, other: "Matrix") -> "Matrix":
        if isinstance(self.columns, int) and self.columns == 1:
            return self._home(lambda a, b: self(a, 0) * other(0, b), other.columns)
        added = self._home.added
        return self._home(
            lambda a, b: added(lambda m: self(a, m) * other(m, b), 0, self.columns - 1),
            other.columns,
        )


class Diagonal:
    """What multiplies the rows of a matrix."""

    def __init__(self, entry: Callable[[Any], Any]) -> None:
        self._entry = entry

    def __mul__(self, matrix: Matrix) -> Matrix:
        return matrix.with_rows(self._entry)


class ForAllTimes:
    """What there is at each time, by a function."""

    def __init__(self, value: Callable[[Any], Any]) -> None:
        self._value = value

    def __contains__(self, time: Any) -> bool:
        return True

    def __getitem__(self, time: Any) -> Any:
        return self._value(time)


class _Moved:
    """How the states move with h_start: it by the identity, others as the outputs before them."""

    def __init__(self, matrices: Matrices, network: Any, outputs: Any, start: Any) -> None:
        self._matrices, self._network = matrices, network
        self._outputs, self._start = outputs, start

    def __getitem__(self, time: Any) -> Matrix:
        if time is self._start:  # the first term of a sum, and no index of the others
            return self._matrices.identity()
        return self._network.recur(time, self._outputs(time - self._start - 1))


def derivatives_of_any_size(matrices: Matrices, name: str, network: Any, start: Any) -> Any:
    """The table of the entries of ds_{start+k}/dh_start at [k, a, b], by what a network reads."""
    first, following = _made(matrices, network, start)

    def later(D: Any, k: Any, a: Any, b: Any) -> Any:
        return following(lambda k: matrices(lambda a, b: D[k, a, b]), k)(a, b)

    return matrices.world.rows(name, first, later, axes=3)


def column_of_derivatives(
    matrices: Matrices, name: str, network: Any, start: Any, column: Any
) -> Any:
    """The table of the entries of one column of ds_{start+k}/dh_start at [k, a].

    Of a network with weights the last term of a sum over times stands apart, as its weight does.
    """
    first, following = _made(matrices, network, start, apart=network.weights is not None)

    def later(D: Any, k: Any, a: Any) -> Any:  # nothing is asked but this column
        return following(lambda k: matrices(lambda a, _: D[k, a]), k)(a, column)

    return matrices.world.rows(name, lambda a: first(a, column), later)


def _made(
    matrices: Matrices, network: Any, start: Any, *, apart: bool = False
) -> tuple[Matrix, Callable[..., Matrix]]:
    """ds_start/dh_start, and ds_{start+k+1}/dh_start from those before it, a function of k."""

    def total(part: Callable[[Any], Matrix], first: Any, last: Any) -> Matrix:
        end = last - 1 if apart else last
        if first is not start:
            before = matrices.total(part, first, end)
            return before + part(last) if apart else before
        if last is start:
            return part(first)
        later = part(first) + matrices.total(lambda j: part(first + 1 + j), 0, end - first - 1)
        return later + part(last) if apart else later

    def following(outputs: Callable[[Any], Matrix], k: Any) -> Matrix:
        moved = _Moved(matrices, network, outputs, start)
        return network.read(start + k + 1, moved, outputs(k), start, total)

    moved = _Moved(matrices, network, None, start)
    return network.read(start, moved, None, start, total), following
