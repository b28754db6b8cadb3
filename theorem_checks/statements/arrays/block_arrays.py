"""Arrays whose sizes are symbols, block by block: their shape, their parts, their entries."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Sum,
    scalar,
)
from theorem_checks.statements.arrays.index_families import (
    Axis,
    AxisSize,
    Block,
    number_of,
    same_axes,
    text_of,
)
from theorem_checks.statements.arrays.indices import Index, PinnedIndex, as_index
from theorem_checks.statements.arrays.lags import lag
from theorem_checks.statements.questions import SymbolicCollection, refuse

__all__ = ["BlockArray", "require_matrix"]

_PLACES = (
    "The sum of all entries is A.sum(), that of products x @ y or (A * B).sum(). Entries of an"
    " array are A[0], A[0, 0], A[:, 0], which are there at all sizes, and in the entry function"
    " of w.entries(lambda helper, i, j: ..., n, d) A[i, j]; a place such as A[1] is not"
    " there at size 1. For u[:, None] * v there is outer(u, v) of constructions.arrays."
)


class BlockArray(SymbolicCollection):
    """An array given block by block; `axes` are its sizes, and a block that is absent is 0.

    What a subclass computes is not said here.
    """

    def __init__(self, axes: Sequence[Axis], blocks: Mapping[Block, IndexExpression]) -> None:
        self.axes = tuple(axes)
        self.blocks = dict(blocks)

    @property
    def shape(self) -> tuple[AxisSize, ...]:
        """The sizes, to be handed on."""
        return tuple(map(AxisSize, self.axes))

    @property
    def T(self) -> Self:
        """The transpose of a matrix; a vector is its own."""
        if len(self.axes) < 2:
            return self
        require_matrix("self.T", self)
        blocks = {(c, r): self._moved((r, c), (1, 0)) for r, c in self.blocks}
        return type(self)(self.axes[::-1], blocks)

    def block(self, *names: str) -> IndexExpression:
        """Return the block of the families of these names, in the indices i0, i1, ..., j0, ..."""
        numbers = tuple(number_of(axis, name) for axis, name in zip(self.axes, names, strict=True))
        return self.blocks.get(numbers, scalar(0))

    def part(self, *names: str) -> Self:
        """Return the block of the families of these names as an array by itself."""
        numbers = tuple(number_of(axis, name) for axis, name in zip(self.axes, names, strict=True))
        axes = [(axis[number],) for axis, number in zip(self.axes, numbers, strict=True)]
        return type(self)(axes, {(0,) * len(axes): self.block(*names)})

    def __getitem__(self, indices: Any) -> Any:
        """The entry at indices, of an array with one family on each axis.

        At 0 in place of the first of them, or of all, it is a part of the array, as NumPy has it:
        `A[0]`, `A[0, 0]`, `A[:, 0]`. At other places a part is not the same for all sizes.
        `x[..., :half]` and `x[..., half:]`, where `half` is the size of the first families of the
        last axis, are these families, and the others.
        """
        given = indices if isinstance(indices, tuple) else (indices,)
        if len(given) == 2 and given[0] is Ellipsis and type(given[1]) is slice and self.axes:
            return self._cut(given[1])
        if given and all(type(i) is int and i == 0 for i in given):
            return self._at_first(len(given))
        if len(self.axes) == 2 and type(given[0]) is slice and given[0] == slice(None):
            first = given[1:]
            if len(first) == 1 and type(first[0]) is int and first[0] == 0:
                return self.T[0]
        if not all(isinstance(i, Index | PinnedIndex) for i in given):
            refuse(f"{self!r}[{', '.join(map(repr, given))}]", self, _PLACES)
        if any(len(axis) != 1 for axis in self.axes):
            raise ArgumentError("array", self, "one family on each axis", "Take a block first.")
        own = [i for number, (f,) in enumerate(self.axes) for i in f.indices(number)]
        if len(own) != len(given):
            raise ArgumentError("indices", given, f"{len(own)} indices")
        block = self.blocks.get((0,) * len(self.axes), scalar(0))
        return block.renamed(zip(own, map(as_index, given), strict=True))

    def _cut(self, part: slice) -> Self:
        """The families of the last axis between two sizes at which one of them ends."""
        *others, axis = self.axes
        start = 0 if part.start is None else _place(axis, part.start)
        stop = len(axis) if part.stop is None else _place(axis, part.stop)
        if part.step is not None or start is None or stop is None or start >= stop:
            refuse(f"{self!r}[..., {part}]", self, self._way_out)
        blocks = {
            (*b[:-1], b[-1] - start): value
            for b, value in self.blocks.items()
            if start <= b[-1] < stop
        }
        return type(self)((*others, axis[start:stop]), blocks)

    def _at_first(self, count: int) -> Self:
        """The part at the place 0 of the first axes, of which each has one family of one index."""
        if count > len(self.axes):
            raise ArgumentError("indices", (0,) * count, f"at most {len(self.axes)} indices")
        first = [part for axis in self.axes[:count] for part in axis]
        sizes = [part.sizes for part in first]
        if len(first) != count or any(
            len(own) > 1 or not all(size.is_positive for size in own) for own in sizes
        ):
            expected = "axes of one family, of which each has a place 0 for all sizes"
            raise ArgumentError("array", self, expected, "Write w.size(name), which is 1 or more.")
        blocks: dict[Block, IndexExpression] = {}
        for block, value in self.blocks.items():
            given = [i for place, part in enumerate(first) for i in part.indices(place)]
            bound = [Index.bound(i) for i in given]
            at_0: IndexExpression = scalar(1)
            for i in bound:
                at_0 = at_0 * lag(i, i, i)  # 1 where i = i + i
            later = [
                (old, new)
                for place in range(count, len(self.axes))
                for old, new in zip(
                    self.axes[place][block[place]].indices(place),
                    self.axes[place][block[place]].indices(place - count),
                    strict=True,
                )
            ]
            moved = value.renamed([*zip(given, bound, strict=True), *later])
            blocks[block[count:]] = Sum(at_0 * moved, *bound) if bound else moved
        return type(self)(self.axes[count:], blocks)

    def _moved(self, block: Block, places: tuple[int, ...]) -> IndexExpression:
        """A block with the indices that it would have on other axes."""
        names: list[tuple[Index, Index]] = []
        for number, (axis, place) in enumerate(zip(self.axes, places, strict=True)):
            part = axis[block[number]]
            names += zip(part.indices(number), part.indices(place), strict=True)
        return self.blocks[block].renamed(names)


def _place(axis: Axis, size: object) -> int | None:
    """After how many families of an axis a size is reached, which is that of the first of them."""
    if not isinstance(size, AxisSize) or not same_axes((axis[: len(size.axis)],), (size.axis,)):
        return None
    return len(size.axis)


def require_matrix(name: str, array: BlockArray) -> None:
    """Refuse an array of more than two axes; **raises** `ArgumentError`."""
    if len(array.axes) > 2:
        raise ArgumentError(name, text_of(array.axes), "a vector or a matrix")
