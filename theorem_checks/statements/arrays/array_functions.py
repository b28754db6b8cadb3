"""Functions of arrays of a world, symbolic or of numbers, as NumPy calls them."""

from collections.abc import Sequence
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.symbolic_array import SymbolicSystem

__all__ = ["concatenate", "norm_inf", "outer", "softmax"]


def outer(u: Any, v: Any) -> Any:
    """Return the matrix of all products u_i v_j of two vectors of a world."""
    return _system(u, v).outer(u, v)


def concatenate(parts: Sequence[Any]) -> Any:
    """Join arrays of a world along their first axis."""
    if not isinstance(parts, tuple | list) or not parts:
        raise ArgumentError("parts", parts, "one array or more, in a list")
    return _system(*parts).concatenate(parts)


def softmax(x: Any) -> Any:
    """Return the exponentials of the entries of a vector of a world, divided by their sum."""
    powers = _system(x).exp(x)
    if len(powers.shape) != 1:
        raise ArgumentError("x", x, "a vector")
    return powers / powers.sum()


def norm_inf(x: Any) -> Any:
    """Return the largest absolute value of the entries of a vector of a world, 0 without any."""
    return _system(x).norm_inf(x)


def _system(*arrays: Any) -> Any:
    """The number system of arrays: that of numbers, if one of them is of numbers."""
    for array in arrays:
        if not hasattr(array, "__number_system__"):
            raise ArgumentError("array", array, "an array of a world", "Make one: w.array('x', d).")
    systems = [array.__number_system__ for array in arrays]
    return next((s for s in systems if not isinstance(s, SymbolicSystem)), systems[0])
