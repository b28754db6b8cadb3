"""Where numbers enter the engines: exact rationals, and nothing else."""

import numbers
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.statements.exact import to_fraction

__all__ = ["exact_rational", "interval_of", "require_exact", "require_positive"]

_INEXACT_FLINT = {"arb", "acb", "arf", "arb_mat", "acb_mat", "arb_poly", "acb_poly"}


def exact_rational(value: object, name: str = "value") -> Fraction:
    """Return an int, a Fraction, a string ('3/10', '0.3') or a rational of FLINT as a Fraction.

    **Raises** `ExactnessError` for a float and for any other value that is not a rational.
    """
    if isinstance(value, bool):
        raise ExactnessError(name, value)
    if isinstance(value, np.integer):
        _require_unwrapped(np.asarray(value), name)
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, str):
        return to_fraction(value, name)
    if type(value).__module__.startswith("flint.") and type(value).__name__ in ("fmpz", "fmpq"):
        return Fraction(str(value))
    raise ExactnessError(name, value)


def interval_of(ends: object, name: str) -> tuple[Fraction, Fraction]:
    """Return a pair of exact rationals lower <= upper; `ArgumentError` if it is not one."""
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        raise ArgumentError(name, ends, "a pair (lower, upper) of exact rationals")
    low, high = exact_rational(ends[0], f"{name}[0]"), exact_rational(ends[1], f"{name}[1]")
    if low > high:
        raise ArgumentError(name, ends, "an interval with lower <= upper", "Swap its ends.")
    return low, high


def require_exact(value: object, name: str) -> None:
    """Raise `ExactnessError` if a float, a ball or another inexact number is in `value`.

    Looks into mappings, sequences, sets, arrays and expressions. Raises `ArgumentError` for NumPy's
    integers of fixed size where they are so large that they may have wrapped around.
    """
    if _is_inexact(value):
        raise ExactnessError(name, value)
    if isinstance(value, np.integer) or (
        isinstance(value, np.ndarray) and value.dtype.kind in "iu"
    ):
        _require_unwrapped(np.asarray(value), name)
    if isinstance(value, Mapping):
        for key, part in value.items():
            require_exact(part, f"{name}[{key!r}]")
    elif isinstance(value, list | tuple | set | frozenset):
        for index, part in enumerate(value):
            require_exact(part, f"{name}[{index}]")
    elif isinstance(value, np.ndarray) and value.dtype.kind == "O":
        for index in np.ndindex(value.shape):
            require_exact(value[index], f"{name}{list(index)}" if index else name)


def _require_unwrapped(array: np.ndarray, name: str) -> None:
    """Raise `ArgumentError` if integers of fixed size are beyond what one product leaves exact.

    A product of smaller ones cannot have wrapped around, and what has wrapped is rarely small.
    """
    most = 2 ** ((8 * array.dtype.itemsize - (array.dtype.kind == "i")) // 2)
    if array.size and not -most < int(array.min()) <= int(array.max()) < most:
        hint = "Such integers wrap around without a word: make the array with dtype=object."
        raise ArgumentError(name, array, f"integers of {array.dtype} below {most}", hint)


def _is_inexact(value: object) -> bool:
    if isinstance(value, sp.Basic) and (value.has(sp.Float) or value.has(sp.nan)):
        return True
    if isinstance(value, numbers.Number):
        return not isinstance(value, numbers.Rational)
    dtype = getattr(value, "dtype", None)
    if dtype is not None:  # arrays of NumPy or JAX: of bools, ints, objects, strings, or floats
        return getattr(dtype, "kind", "f") not in "biuOSU"
    return type(value).__module__.startswith("flint.") and type(value).__name__ in _INEXACT_FLINT


def require_positive(**limits: int) -> None:
    """Raise `ArgumentError` naming the first of these sizes or limits that is below 1."""
    for name, value in limits.items():
        if isinstance(value, bool) or value < 1:
            raise ArgumentError(name, value, "a positive int")
