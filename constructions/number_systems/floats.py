"""Plain NumPy floating-point numbers."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.errors import ArgumentError
from constructions.number_systems.entries import as_fraction, nested
from constructions.number_systems.number_array import NumPySystem

__all__ = ["FLOAT", "Floats"]


@dataclass(frozen=True)
class Floats(NumPySystem):
    """Double-precision numbers, in ordinary NumPy arrays."""

    def __str__(self) -> str:
        return "NumPy floats"

    def admits(self, other: Any) -> bool:
        """Whether arrays of the `other` system may enter: none but NumPy floats."""
        return isinstance(other, Floats)

    def array(self, values: Any, name: str = "values") -> np.ndarray:
        """Convert numbers, nested lists or an array; exact numbers are rounded to the nearest.

        A ball becomes its midpoint.

        **Raises** `ArgumentError`, which names the entry, for what is not a real number.
        """
        if isinstance(values, np.ndarray) and values.dtype.kind == "f":
            return values
        if isinstance(values, np.ndarray) and values.dtype.kind in "iub":
            return values.astype(float)
        raw = nested(values, name)
        result = np.empty(raw.shape)
        for index in np.ndindex(raw.shape):
            result[index] = _as_float(raw[index], f"{name}{list(index) or ''}")
        return result

    def exp(self, x: Any) -> Any:
        """Return $e^x$, entry by entry."""
        return np.exp(x)

    def sigmoid(self, x: Any) -> Any:
        """Return $1/(1+e^{-x})$, entry by entry, without overflow."""
        return np.exp(-np.logaddexp(0.0, -x))

    def tanh(self, x: Any) -> Any:
        """Return the hyperbolic tangent, entry by entry."""
        return np.tanh(x)

    def relu(self, x: Any) -> Any:
        r"""Return $\max(x, 0)$, entry by entry."""
        return np.maximum(x, 0.0)


def _as_float(value: Any, name: str) -> float:
    exact = as_fraction(value)
    if exact is not None:
        return float(exact)
    if isinstance(value, float | np.floating) or hasattr(value, "_mpf_"):  # mpmath's and balls
        return float(value)
    raise ArgumentError(name, value, "a real number")


FLOAT = Floats()
"""Plain NumPy numbers of double precision."""
