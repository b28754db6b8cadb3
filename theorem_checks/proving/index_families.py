"""Axes whose sizes are symbols: direct sums of families of indices."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError, nearest
from theorem_checks.proving.index_expressions import Index, IndexExpression, at_most
from theorem_checks.statements.exact import to_expression

__all__ = [
    "Axis",
    "Block",
    "Family",
    "axes_of",
    "family",
    "masked",
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
        if self.increasing and len(set(self.sizes)) != 1:
            raise ArgumentError("sizes", self.sizes, "equal sizes, as the family is increasing")

    def indices(self, axis: int) -> tuple[Index, ...]:
        """The indices that blocks have for this family on the axis of that number."""
        return tuple(Index(f"{'ijk'[axis]}{n}", size) for n, size in enumerate(self.sizes))


Axis: TypeAlias = tuple[Family, ...]
"""A direct sum of families."""

Block: TypeAlias = tuple[int, ...]
"""The number of a family on each axis."""


def family(name: str, *sizes: Any, increasing: bool = False) -> Family:
    """Make a family of indices: `family("kv", d, d)`; `family("one")` has one member."""
    exact = tuple(to_expression(size, f"a size of {name!r}") for size in sizes)
    return Family(name, exact, increasing)


def axes_of(shape: Sequence[Any]) -> tuple[Axis, ...]:
    """Return axes from families, tuples of families, or sizes."""
    axes: list[Axis] = []
    for axis in shape:
        if isinstance(axis, Family):
            axes.append((axis,))
        elif isinstance(axis, int | sp.Expr):
            axes.append((Family("one"),) if axis == 1 else (family(str(axis), axis),))
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


def masked(value: IndexExpression, parts: Sequence[Family]) -> IndexExpression:
    """A block's entries at the index tuples that belong to its families, and 0 elsewhere."""
    for axis, part in enumerate(parts):
        if part.increasing:
            for i, j in pairwise(part.indices(axis)):
                value = value * at_most(i, j)
    return value


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
