"""What the helpers are made of, on nodes and on numbers alike.

A helper is a formula in +, -, * and ReLU. On nodes it writes a program; on an array, an exact
number or a solver's term it computes. So what is proved of the formula is proved of the node.
"""

from fractions import Fraction
from typing import Any, TypeAlias

from flint import fmpq

from constructions.arrays import relu as relu_of_array
from constructions.errors import ArgumentError, ExactnessError
from constructions.lsrl.language.nodes import Lin, Node, ReLU
from constructions.number_systems.entries import as_fraction

__all__ = ["Gain", "Value", "constant", "exact", "gain", "relu", "zero_like"]

__arithmetic__ = True  # the same operations on all kinds of values, each by its own means

Value: TypeAlias = Any
"""A node; an array of some number system; an exact number; a term that has a method `maximum`."""

Gain: TypeAlias = Any
"""A positive constant: an exact number, or a term."""


def relu(x: Value) -> Value:
    """Return max(x, 0), entry by entry."""
    if isinstance(x, Node):
        return ReLU(x)
    if isinstance(x, fmpq):
        return x if x >= 0 else 0
    if not hasattr(x, "__number_system__") and hasattr(x, "maximum"):
        return x.maximum(0)
    if isinstance(x, int | Fraction):
        return max(x, 0)
    return relu_of_array(x)


def gain(value: Gain, name: str, beside: Value) -> Gain:
    """Read a constant of a helper, for computing with it beside a value; terms stay as they are.

    **Raises** `ExactnessError` for a float, `ArgumentError` for a number that is not positive.
    """
    exact = as_fraction(value)
    if exact is None:
        if isinstance(value, float | str):
            raise ExactnessError(name, value)
        return value
    if exact <= 0:
        raise ArgumentError(name, value, "a positive number")
    return constant(exact, beside)


def constant(value: Any, beside: Value) -> Any:
    """Return an exact number as it computes beside a value: a float beside arrays of floats.

    NumPy would make Python objects of floats and fractions otherwise. Anything else is returned.
    """
    exact = as_fraction(value)
    if exact is None:
        return value
    is_float = getattr(getattr(beside, "dtype", None), "kind", "") == "f"
    return float(exact) if is_float else exact


def exact(value: Any) -> Any:
    """Read an exact number, None for what is none; terms, which have a `maximum`, stay."""
    return value if hasattr(value, "maximum") else as_fraction(value)


def zero_like(x: Value) -> Value:
    """Return x * 0, as the listings write the zero of a conditional."""
    return Lin(x, [[0] * x.dim] * x.dim) if isinstance(x, Node) else x * 0
