"""What a world is asked for: sizes, axes, and arrays that it made itself."""

from collections.abc import Mapping
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_families import AxisSize, family
from theorem_checks.statements.scalars import (
    SymbolicScalar,
)
from theorem_checks.statements.terms import term

__all__ = ["as_axis", "expression_of", "its_name", "own_sizes", "require_axes", "require_square"]


def expression_of(value: Any) -> Any:
    """Return the expression of a symbolic scalar, or a size; any other value as it is."""
    value = value.number if isinstance(value, AxisSize) else value
    return value.expression if isinstance(value, SymbolicScalar) else value


def own_sizes(size: Any) -> tuple[Any, ...]:
    """The sizes of the indices of an axis."""
    return size if isinstance(size, tuple) else (size,)


def as_axis(axis: Any) -> Any:
    """Return an axis as a family of indices, where it is given by its size."""
    if isinstance(axis, tuple) and any(isinstance(size, AxisSize) for size in axis):
        hint = "Each size is an argument of its own: *A.shape."
        raise ArgumentError("axes", axis, "a size, a family, or a tuple of families", hint)
    if isinstance(axis, SymbolicScalar):
        return family(repr(axis), axis.expression)
    if isinstance(axis, AxisSize):
        return axis.axis
    if isinstance(axis, int):
        return family("one") if axis == 1 else family(str(axis), axis)
    return axis


def require_square(base: Any) -> None:
    """Raise `ArgumentError` for what is no square matrix."""
    sizes = [term(size) for size in base.shape]
    if len(sizes) != 2 or sizes[0] != sizes[1]:
        raise ArgumentError("base", base, "a square matrix")


def require_axes(base: Any) -> None:
    """Raise `ArgumentError` for an array that has no axis of times."""
    if not base.shape:
        raise ArgumentError("base", base, "an array whose first axis is time")


def its_name(array: Any, arrays: Mapping[str, Any]) -> str:
    """Under which name the world made an array."""
    found = next((name for name, own in arrays.items() if own is array), None)
    if found is None:
        raise ArgumentError("base", array, "an array that `World.array` made, as it is")
    return found
