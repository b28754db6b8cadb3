"""Rules of programs on vectors whose sizes are symbols; see `two_readings`."""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from proofs.lsrl.symbolic_relu import ReLUArray, ReLUArrays, Signs, on_both
from theorem_checks import ArgumentError, array_of, delta, family, symbol_array
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray

__all__ = ["Symbolic"]


class Symbolic:
    """Vectors and matrices with symbolic sizes at one token, with ReLUs.

    `states` has A, s and the new state of each state so far.
    """

    def __init__(self, signs: Signs | None = None) -> None:
        self.system = ReLUArrays(signs)
        self.states: list[tuple[Any, Any, Any]] = []

    def beside(self) -> "Symbolic":
        """Return a language with the same ReLUs, and no states so far."""
        return Symbolic(self.system.signs)

    def size(self, name: str) -> tuple[Any, ...]:
        """Return an axis of one block, of any size."""
        return (family(name, sp.Symbol(name, integer=True, positive=True)),)

    def vector(self, name: str, axis: Any) -> Any:
        """Return a vector of free entries."""
        return self.system.known(symbol_array(name, axis))

    value = vector

    def matrix(self, name: str, rows: Any, columns: Any) -> Any:
        """Return a matrix of free entries."""
        return self.system.known(symbol_array(name, rows, columns))

    def axis(self, x: Any) -> Any:
        """Return the axis of a vector, or of the rows of a matrix."""
        return x.array.axes[0]

    def columns(self, A: Any) -> Any:
        """Return the axis of the columns of a matrix."""
        return A.array.axes[1]

    def eye(self, axis: Any) -> Any:
        """Return the identity."""
        return self.select(axis, 0, len(axis))

    def select(self, axis: Any, start: int, stop: int) -> Any:
        """Return the slice of the blocks from start to stop."""
        picked = axis[start:stop]
        blocks = {}
        for row, part in enumerate(picked):
            one = array_of(
                {("r", "c"): delta}, family("r", *part.sizes), family("c", *part.sizes)
            ).blocks[0, 0]
            blocks[row, row + start] = one
        return self.system.known(SymbolicArray((picked, axis), blocks))

    def zeros(self, *axes: Any) -> Any:
        """Return zeros."""
        return self.system.zeros(axes)

    def ones(self, axis: Any) -> Any:
        """Return ones."""
        return self.system.ones((axis,))

    def vstack(self, parts: Sequence[Any]) -> Any:
        """Return arrays one below the other."""
        return self.system.concatenate(parts)

    def hstack(self, parts: Sequence[Any]) -> Any:
        """Return matrices side by side."""
        return self.vstack([part.T for part in parts]).T

    def block_diagonal(self, parts: Sequence[Any]) -> Any:
        """Return the block-diagonal matrix."""
        return on_both(_block_diagonal, *parts)

    def Lin(self, x: Any, A: Any, b: Any = None) -> Any:
        """Return A x + b."""
        return A @ x if b is None else A @ x + b

    def LinState(self, x: Any, A: Any, B: Any, b: Any, s: Any) -> Any:
        """Return the new state, A s + B x + b; s is the one before this token."""
        new = A @ s + B @ x + b
        self.states.append((A, s, new))
        return new

    def Concat(self, *parts: Any) -> Any:
        """Return vectors one after the other."""
        return self.system.concatenate(parts)

    def Multi(self, x: ReLUArray) -> Any:
        """Return the product of the halves."""
        (axis,) = x.array.axes
        half = len(axis) // 2
        if [part.sizes for part in axis[:half]] != [part.sizes for part in axis[half:]]:
            raise ArgumentError("x", axis, "two halves of the same blocks")
        return on_both(lambda v: _cut(v, 0, half), x) * on_both(lambda v: _cut(v, half, half), x)

    def ReLU(self, x: ReLUArray) -> ReLUArray:
        """Return the ReLU."""
        return self.system.relu(x)


def _block_diagonal(*parts: SymbolicArray) -> SymbolicArray:
    rows, columns, blocks = (), (), {}
    for part in parts:
        for (r, c), value in part.blocks.items():
            blocks[r + len(rows), c + len(columns)] = value
        rows, columns = rows + part.axes[0], columns + part.axes[1]
    return SymbolicArray((rows, columns), blocks)


def _cut(v: SymbolicArray, start: int, size: int) -> SymbolicArray:
    (axis,) = v.axes
    blocks = {(b - start,): e for (b,), e in v.blocks.items() if 0 <= b - start < size}
    return SymbolicArray((axis[start : start + size],), blocks)
