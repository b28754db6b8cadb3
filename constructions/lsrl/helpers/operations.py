"""What the helpers are made of, on nodes and on numbers alike.

A helper is a formula in +, -, * and ReLU. On nodes it writes a program; on an array, an exact
number or a solver's term it computes. So what is proved of the formula is proved of the node.
"""

from fractions import Fraction
from typing import Any, TypeAlias

from constructions.arrays import relu as relu_of_array
from constructions.errors import ArgumentError, ExactnessError
from constructions.lsrl.language.nodes import Lin, Node, ReLU
from constructions.number_systems.entries import as_fraction

__all__ = ["Gain", "Value", "gain", "relu", "zero_like"]

Value: TypeAlias = Any
"""A node; an array of some number system; an exact number; a term that has a method `maximum`."""

Gain: TypeAlias = Any
"""A positive constant: an exact number, or a term."""


def relu(x: Value) -> Value:
    """Return max(x, 0), entry by entry."""
    if isinstance(x, Node):
        return ReLU(x)
    if hasattr(x, "maximum"):
        return x.maximum(0)
    if isinstance(x, int | Fraction):
        return max(x, 0)
    return relu_of_array(x)


def gain(value: Gain, name: str) -> Gain:
    """Read a constant of a helper: a fraction for an exact number, terms as they are.

    **Raises** `ExactnessError` for a float, `ArgumentError` for a number that is not positive.
    """
    exact = as_fraction(value)
    if exact is None:
        if isinstance(value, float | str):
            raise ExactnessError(name, value)
        return value
    if exact <= 0:
        raise ArgumentError(name, value, "a positive number")
    return exact


def zero_like(x: Value) -> Value:
    """Return x * 0, as the listings write the zero of a conditional."""
    return Lin(x, [[0] * x.dim] * x.dim) if isinstance(x, Node) else x * 0
