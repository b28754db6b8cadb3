"""Reading numbers: exact ones into fractions, nested lists into arrays."""

from fractions import Fraction
from numbers import Rational
from typing import Any

import flint
import numpy as np

from constructions.errors import ArgumentError

__all__ = ["as_fraction", "nested"]

__arithmetic__ = True  # the same number, read from all kinds of values


def as_fraction(value: Any) -> Fraction | None:
    """Return an exact rational number as a fraction; None for anything else, floats included.

    Taken are integers and rationals of Python, NumPy, SymPy and FLINT, and strings such as
    '-3/10' or '0.3'.
    """
    if type(value) is int:
        return Fraction(value)
    if type(value) is Fraction and type(value.numerator) is type(value.denominator) is int:
        return value
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, flint.fmpq):
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, flint.fmpz | np.bool_):
        return Fraction(int(value))
    if isinstance(value, str):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            return None
    return None


def nested(values: Any, name: str) -> np.ndarray:
    """Return a number, nested lists or an array as a plain NumPy array of Python objects.

    NumPy's own conversion is not used on lists: it takes a polynomial for a sequence.

    **Raises** `ArgumentError` for ragged lists.
    """
    if isinstance(values, np.ndarray):
        return values.view(np.ndarray).astype(object)
    if isinstance(values, list | tuple):
        if values and not any(map(_has_parts, values)):
            return _row(values)
        parts = [nested(value, f"{name}[{i}]") for i, value in enumerate(values)]
        if len({part.shape for part in parts}) > 1:
            shapes = ", ".join(str(part.shape) for part in parts)
            raise ArgumentError(name, values, f"rows of one shape, not of shapes {shapes}")
        return np.stack(parts) if parts else np.empty(0, dtype=object)
    if hasattr(values, "__array__"):  # an array of another library, or a NumPy scalar
        return np.asarray(values).astype(object)
    single = np.empty(1, dtype=object)
    single[0] = values
    return single.reshape(())


def _has_parts(value: Any) -> bool:
    """Whether a value is nested, or an array of whatever kind."""
    return isinstance(value, list | tuple | np.ndarray) or hasattr(value, "__array__")


def _row(values: list[Any] | tuple[Any, ...]) -> np.ndarray:
    """Single values as an array: as most are, they are put there one after the other."""
    row = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        row[place] = value
    return row
