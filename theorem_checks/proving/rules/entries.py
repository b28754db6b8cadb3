"""Entries of the arrays that rules read: their indices, all of them, the only one, their sum."""

from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Sum, nodes, scalar
from theorem_checks.statements.arrays.index_families import indices_of, masked, parts_of, same_axes
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry

__all__ = [
    "entries_in",
    "entries_summed",
    "only",
]


def entries_in(array: SymbolicArray) -> list[Entry]:
    """All entries of tensors that stand in an array."""
    return [part for part in nodes(array.blocks.values()) if isinstance(part, Entry)]


def only(side: Any) -> IndexExpression:
    """A number, or the only entry of an array of no axes."""
    if isinstance(side, SymbolicArray):
        if side.axes:
            raise ArgumentError("conclusion", side, "an Equal of numbers")
        return side.blocks.get((), scalar(0))
    return scalar(side)


def entries_summed(weights: SymbolicArray, array: SymbolicArray) -> IndexExpression:
    """The sum over all entries of an array, each with its weight."""
    if not isinstance(weights, SymbolicArray) or not same_axes(weights.axes, array.axes):
        raise ArgumentError("equations", weights, "weights for each entry of the equation")
    total = scalar(0)
    for place, block in (weights * array).blocks.items():
        own = indices_of(array.axes, place)
        bound = [Index.bound(index) for index in own]
        inside = masked(block, parts_of(array.axes, place))
        named = inside.renamed(list(zip(own, bound, strict=True)))
        total = total + (Sum(named, *bound) if bound else named)
    return total
