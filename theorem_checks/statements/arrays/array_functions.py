"""Functions of arrays of a world, symbolic or of numbers, as NumPy calls them."""

from collections.abc import Sequence
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.symbolic_array import SymbolicSystem

__all__ = ["concatenate", "outer"]


def outer(u: Any, v: Any) -> Any:
    """Return the matrix of all products u_i v_j of two vectors of a world."""
    return _system(u, v).outer(u, v)


def concatenate(parts: Sequence[Any]) -> Any:
    """Join arrays of a world along their first axis."""
    if not isinstance(parts, tuple | list) or not parts:
        raise ArgumentError("parts", parts, "one array or more, in a list")
    return _system(*parts).concatenate(parts)


def _system(*arrays: Any) -> Any:
    """The number system of arrays: that of numbers, if one of them is of numbers."""
    for array in arrays:
        if not hasattr(array, "__number_system__"):
            raise ArgumentError("array", array, "an array of a world", "Make one: w.array('x', d).")
    systems = [array.__number_system__ for array in arrays]
    return next((s for s in systems if not isinstance(s, SymbolicSystem)), systems[0])
