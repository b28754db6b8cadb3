"""Rules of programs on vectors of a world, whose sizes may be symbols; see `interpretations`.

The rules by which programs are built (Lin, LinState, ReLU, Concat, Multi) as operations on the
arrays of a world, so that a program of the library can be written once and read in two ways. Axes
are tuples of block sizes, which may be symbols. At a token the states before it are given from
outside, and the new ones handed back: so one reading of a program is one step of a machine.
"""

from collections.abc import Callable, Sequence
from typing import Any

from constructions.arrays import concatenate, relu
from theorem_checks import ArgumentError, World
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.scalars import symbolic
from theorem_checks.statements.terms import tensor_names

__all__ = ["Vectors"]

__arithmetic__ = True  # one language, on arrays of symbols and of numbers


class Vectors:
    """Vectors and matrices of a world at one token; an axis is a tuple of the sizes of its blocks.

    `states` has A, s and the new state of each state so far; `values` what was given of the token.
    """

    def __init__(self, w: World) -> None:
        self._w = w
        self._before: tuple[Any, ...] | None = None
        self._moving: set[str] = set()
        self.states: list[tuple[Any, Any, Any]] = []
        self.values: list[Any] = []

    def at_token(self, before: tuple[Any, ...] | None = None, *moving: Any) -> "Vectors":
        """Return the language at a token, with the states before it; at first where none stand.

        **Arguments**: `moving`, arrays that change with the token, which no weight may read.
        """
        found = Vectors(self._w)
        found._before = before
        found._moving = set().union(*map(_names, moving))
        return found

    def size(self, name: str, least: int = 1) -> tuple[Any, ...]:
        """Return an axis of one block, of any size from `least` on."""
        return (self._w.size(name, least=least),)

    def vector(self, name: str, axis: Any) -> Any:
        """Return a vector of free entries."""
        return self.vstack([self._w.array(f"{name}{i or ''}", n) for i, n in enumerate(axis)])

    def value(self, name: str, axis: Any) -> Any:
        """Return free entries of the token."""
        self.values.append(self.vector(name, axis))
        return self.values[-1]

    def matrix(self, name: str, rows: Any, columns: Any) -> Any:
        """Return a matrix of free entries."""

        def block(i: int, j: int) -> Any:
            return self._w.array(f"{name}{i or ''}{j or ''}", rows[i], columns[j])

        return self._of_blocks(rows, columns, block)

    def axis(self, x: Any) -> Any:
        """Return the axis of a vector, or of the rows of a matrix."""
        return _axis(x, 0)

    def columns(self, A: Any) -> Any:
        """Return the axis of the columns of a matrix."""
        return _axis(A, 1)

    def eye(self, axis: Any) -> Any:
        """Return the identity."""
        return self.select(axis, 0, len(axis))

    def select(self, axis: Any, start: int, stop: int) -> Any:
        """Return the slice of the blocks from start to stop."""
        picked = axis[start:stop]

        def block(i: int, j: int) -> Any:
            if i + start != j:
                return self._full(0, picked[i], axis[j])
            return self._w.identity(axis[j])

        return self._of_blocks(picked, axis, block)

    def zeros(self, *axes: Any) -> Any:
        """Return zeros."""
        if len(axes) == 1:
            return self.vstack([self._full(0, n) for n in axes[0]])
        rows, columns = axes
        return self._of_blocks(rows, columns, lambda i, j: self._full(0, rows[i], columns[j]))

    def ones(self, axis: Any) -> Any:
        """Return ones."""
        return self.vstack([self._full(1, n) for n in axis])

    def _full(self, value: int, *sizes: Any) -> Any:
        return self._w.entries(lambda *_: value, *sizes)

    def _of_blocks(self, rows: Any, columns: Any, block: Callable[[int, int], Any]) -> Any:
        return self.vstack(
            [self.hstack([block(i, j) for j, _ in enumerate(columns)]) for i, _ in enumerate(rows)]
        )

    def vstack(self, parts: Sequence[Any]) -> Any:
        """Return arrays one below the other."""
        return concatenate(parts)

    def hstack(self, parts: Sequence[Any]) -> Any:
        """Return matrices side by side."""
        return concatenate([part.T for part in parts]).T

    def copies(self, number: Any, array: Any) -> Any:
        """Return copies of an array of one block of rows, one below the other.

        **Arguments**: `number`, the axis that has a place for each copy.
        """
        (count,), (rows,) = number, self.axis(array)
        columns = self.columns(array) if len(array.shape) > 1 else ()
        return self._w.entries(lambda _, c, *place: array[place], (count, rows), *columns)

    def block_diagonal(self, parts: Sequence[Any]) -> Any:
        """Return the block-diagonal matrix."""
        return self.vstack(
            [
                self.hstack(
                    [
                        one if one is other else self.zeros(self.axis(one), self.columns(other))
                        for other in parts
                    ]
                )
                for one in parts
            ]
        )

    def Lin(self, x: Any, A: Any, b: Any = None) -> Any:
        """Return A x + b."""
        self._require_weights(A, b)
        return A @ x if b is None else A @ x + b

    def LinState(self, x: Any, A: Any, B: Any, b: Any, s: Any) -> Any:
        """Return the new state, A s + B x + b; s is the first one, or the one before this token."""
        self._require_weights(A, B, b)
        before = s if self._before is None else self._before[len(self.states)]
        new = A @ before + B @ x + b
        self.states.append((A, before, new))
        return new

    def _require_weights(self, *weights: Any) -> None:
        """Raise `ArgumentError` for weights that change with the token."""
        if read := self._moving & set().union(*map(_names, weights)):
            raise ArgumentError("weights", sorted(read), "arrays that do not change with the token")

    def Concat(self, *parts: Any) -> Any:
        """Return vectors one after the other."""
        return concatenate(parts)

    def Multi(self, x: Any) -> Any:
        """Return the product of the halves."""
        if not isinstance(x, SymbolicArray):
            half = x.shape[0] // 2
            return x[:half] * x[half:]
        (axis,) = x.axes
        half = len(axis) // 2
        if [part.sizes for part in axis[:half]] != [part.sizes for part in axis[half:]]:
            raise ArgumentError("x", axis, "two halves of the same blocks")
        return _cut(x, 0, half) * _cut(x, half, half)

    def ReLU(self, x: Any) -> Any:
        """Return the ReLU."""
        return relu(x)

    def parts(self, x: Any, like: Sequence[Any]) -> list[Any]:
        """Return a vector in parts that have the axes of others."""
        found, start = [], 0
        for part in like:
            is_symbolic = isinstance(x, SymbolicArray)
            size = len(part.axes[0]) if is_symbolic else part.shape[0]
            found.append(_cut(x, start, size) if is_symbolic else x[start : start + size])
            start += size
        return found


def _names(array: Any) -> set[str]:
    """What the tensors of an array of symbols are called; nothing for one of numbers."""
    return set(tensor_names(array)) if isinstance(array, SymbolicArray) else set()


def _axis(x: Any, place: int) -> tuple[Any, ...]:
    if isinstance(x, SymbolicArray):
        return tuple(symbolic(size) for part in x.axes[place] for size in part.sizes)
    return (x.shape[place],)


def _cut(v: SymbolicArray, start: int, size: int) -> SymbolicArray:
    (axis,) = v.axes
    blocks = {(b - start,): e for (b,), e in v.blocks.items() if 0 <= b - start < size}
    return SymbolicArray((axis[start : start + size],), blocks)
