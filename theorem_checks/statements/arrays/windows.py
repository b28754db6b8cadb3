"""Windows of symbolic length: their rows are moved on, and kernels are applied to them.

A window is an array with a row for each of its places. Its first axis is made of single rows, and
may end with a family of symbolically many. `stack` makes such an axis of single rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Sum, scalar
from theorem_checks.statements.arrays.index_families import (
    Axis,
    Block,
    Family,
    parts_of,
    same_axes,
    text_of,
)
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import follows

__all__ = ["applied", "last_of", "shifted", "stacked"]

Parts = tuple[Sequence[Axis], dict[Block, IndexExpression]]
"""The axes of an array, and its blocks."""


@runtime_checkable
class Blocks(Protocol):
    """An array, as far as it is looked into here."""

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The sizes."""
        ...

    @property
    def blocks(self) -> Mapping[Block, IndexExpression]:
        """The blocks that are not 0."""
        ...


def stacked(parts: Sequence[Blocks]) -> Parts:
    """Return arrays of the same axes as the rows of one, each in a family of its own."""
    first, *others = parts
    for other in others:
        if not same_axes(other.axes, first.axes):
            raise ArgumentError("parts", text_of(other.axes), f"the sizes {text_of(first.axes)}")
    if len(first.axes) > 2:
        raise ArgumentError("parts", text_of(first.axes), "vectors or matrices")
    rows = tuple(Family(f"row {number}") for number, _ in enumerate(parts))
    blocks = {
        (number, *at): _behind(part, at) for number, part in enumerate(parts) for at in part.blocks
    }
    return (rows, *first.axes), blocks


def shifted(window: Blocks, row: Blocks) -> Parts:
    """Return a window moved on by one, with `row` as its first row, and without its last one."""
    rows, *rest = window.axes
    if not same_axes(rest, row.axes):
        raise ArgumentError("row", text_of(row.axes), f"a row of the sizes {text_of(rest)}")
    _require_rows("window", rows)
    blocks: dict[Block, IndexExpression] = {}
    for number, part in enumerate(rows):
        # what comes into the first place of this part of the axis
        if number:
            before = {at[1:]: b for at, b in window.blocks.items() if at[0] == number - 1}
        else:
            before = {at: _behind(row, at) for at in row.blocks}
        own = part.indices(0)
        for at, block in before.items():
            blocks[number, *at] = delta(own[0], 0) * block if own else block
        if own:
            for at, block in _blocks_of(window, number):
                k = Index.bound(own[0])
                moved = Sum(follows(own[0], k) * block.renamed([(own[0], k)]), k)
                place = (number, *at)
                blocks[place] = blocks[place] + moved if place in blocks else moved
    return window.axes, blocks


def last_of(window: Blocks) -> Parts:
    """Return the last row of a window: the one behind which no other one stands."""
    rows, *rest = window.axes
    _require_rows("window", rows)
    own = rows[-1].indices(0)
    blocks: dict[Block, IndexExpression] = {}
    for at, block in _blocks_of(window, len(rows) - 1):
        behind = list[tuple[Index, Index]]()
        for number, place in enumerate(at):
            part = rest[number][place]
            behind += zip(part.indices(number + 1), part.indices(number), strict=True)
        if own:
            k, later = Index.bound(own[0]), Index.bound(own[0])
            alone = 1 - Sum(follows(later, k), later)
            blocks[at] = Sum(alone * block.renamed([(own[0], k), *behind]), k)
        else:
            blocks[at] = block.renamed(behind)
    return rest, blocks


def applied(kernel: Blocks, window: Blocks) -> Parts:
    """Return the sum of the products of each matrix of a kernel with its row of a window."""
    if len(kernel.axes) != 3 or not same_axes((kernel.axes[0], kernel.axes[2]), window.axes):
        said = f"as many matrices as there are rows, for rows of sizes {text_of(window.axes)}"
        raise ArgumentError("kernel", text_of(kernel.axes), said)
    _require_rows("kernel", kernel.axes[0])
    blocks: dict[Block, IndexExpression] = {}
    for (row, output, column), matrix in kernel.blocks.items():
        if (row, column) not in window.blocks:
            continue
        rows, outputs, columns = parts_of(kernel.axes, (row, output, column))
        summed = [Index.bound(i) for i in (*rows.indices(0), *columns.indices(2))]
        of_kernel = (*rows.indices(0), *columns.indices(2)), outputs.indices(1)
        of_window = (*rows.indices(0), *columns.indices(1))
        own = zip(of_kernel[1], outputs.indices(0), strict=True)
        left = matrix.renamed([*zip(of_kernel[0], summed, strict=True), *own])
        right = window.blocks[row, column].renamed(zip(of_window, summed, strict=True))
        value = Sum(left * right, *summed) if summed else left * right
        blocks[output,] = blocks.get((output,), scalar(0)) + value
    return (kernel.axes[1],), blocks


def _blocks_of(window: Blocks, number: int) -> Iterator[tuple[Block, IndexExpression]]:
    return ((at[1:], block) for at, block in window.blocks.items() if at[0] == number)


def _behind(array: Blocks, at: Block) -> IndexExpression:
    """A block with the indices that it has behind one axis more."""
    names: list[tuple[Index, Index]] = []
    for number, part in enumerate(parts_of(array.axes, at)):
        names += zip(part.indices(number), part.indices(number + 1), strict=True)
    return array.blocks[at].renamed(names)


def _require_rows(name: str, rows: Axis) -> None:
    if any(part.sizes for part in rows[:-1]) or len(rows[-1].sizes) > 1:
        said = "single rows, and behind them at most one family with one index"
        raise ArgumentError(name, text_of((rows,)), said)
