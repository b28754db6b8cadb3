"""Axes whose sizes are symbols: direct sums of families of indices."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError, nearest
from theorem_checks.proving.exact import to_expression
from theorem_checks.proving.index_expressions import Index, IndexExpression, at_most, scalar

__all__ = [
    "Axis",
    "Block",
    "Family",
    "axes_of",
    "family",
    "mask_of",
    "number_of",
    "parts_of",
    "text_of",
]


@dataclass(frozen=True)
class Family:
    """A family of index tuples: one index for each of `sizes`; without sizes it has one member.

    If `increasing`, only the tuples with i <= j <= ... belong to it. The `name` is for messages:
    families of equal sizes are equal.
    """

    name: str = field(compare=False)
    sizes: tuple[sp.Expr, ...] = ()
    increasing: bool = False

    def __post_init__(self) -> None:
        sizes = tuple(to_expression(size, f"a size of {self.name!r}") for size in self.sizes)
        object.__setattr__(self, "sizes", sizes)
        if self.increasing and len(set(sizes)) != 1:
            raise ArgumentError("sizes", sizes, "equal sizes, as the family is increasing")

    def indices(self, axis: int) -> tuple[Index, ...]:
        """The indices that blocks have for this family on the axis of that number."""
        return tuple(Index(f"{'ijk'[axis]}{n}", size) for n, size in enumerate(self.sizes))

    def mask(self, axis: int) -> IndexExpression:
        """1 at the index tuples that belong to the family, else 0."""
        result = scalar(1)
        if self.increasing:
            for i, j in pairwise(self.indices(axis)):
                result = result * at_most(i, j)
        return result


Axis: TypeAlias = tuple[Family, ...]
"""A direct sum of families."""

Block: TypeAlias = tuple[int, ...]
"""The number of a family on each axis."""


def family(name: str, *sizes: Any, increasing: bool = False) -> Family:
    """Make a family of indices: `family("kv", d, d)`; `family("one")` has one member."""
    return Family(name, sizes, increasing)


def axes_of(shape: Sequence[Any]) -> tuple[Axis, ...]:
    """Return axes from families, tuples of families, or sizes."""
    axes: list[Axis] = []
    for axis in shape:
        if isinstance(axis, Family):
            axes.append((axis,))
        elif isinstance(axis, int | sp.Expr):
            axes.append((Family("one"),) if axis == 1 else (Family("", (to_expression(axis),)),))
        elif isinstance(axis, tuple) and axis and all(isinstance(f, Family) for f in axis):
            axes.append(axis)
        else:
            raise ArgumentError("axes", axis, "a family, a tuple of families, or a size")
    if len(axes) > 2:
        raise ArgumentError("axes", axes, "two axes at most")
    return tuple(axes)


def parts_of(axes: Sequence[Axis], block: Block) -> tuple[Family, ...]:
    """The families of a block, one for each axis."""
    return tuple(axis[number] for axis, number in zip(axes, block, strict=True))


def mask_of(parts: Sequence[Family]) -> IndexExpression:
    """1 at the index tuples that belong to the families of a block, else 0."""
    result = scalar(1)
    for number, part in enumerate(parts):
        result = result * part.mask(number) if part.increasing else result
    return result


def number_of(axis: Axis, name: str) -> int:
    """The place of the family of that name. **Raises** `ArgumentError` if there is not one."""
    names = [part.name for part in axis]
    if names.count(name) != 1:
        raise ArgumentError("family", name, f"one of {', '.join(names)}.{nearest(name, names)}")
    return names.index(name)


def text_of(axes: Sequence[Axis]) -> str:
    """The sizes of axes, for messages."""

    def one(part: Family) -> str:
        sizes = " x ".join(map(str, part.sizes)) or "1"
        return f"{sizes} (increasing)" if part.increasing else sizes

    return "(" + ", ".join(" + ".join(map(one, axis)) for axis in axes) + ")"
