"""Values as JSON has them, and as people read them."""

import math
import numbers
from collections.abc import Mapping, Sequence
from typing import Any

from theorem_checks.errors import ExactnessError

__all__ = ["plain"]


def plain(value: object, name: str = "value", *, exact: bool = False) -> Any:
    """Turn a value into what JSON can hold without losing exactness.

    Rationals become strings such as '3/5', arrays become nested lists, anything else becomes
    its `str`. With `exact=True` a float raises `ExactnessError`; without, it stays a float
    (NaN and infinities become strings, which JSON has no numbers for).
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, numbers.Rational):
        return _ratio_text(value.numerator, value.denominator)
    if isinstance(value, Mapping):
        return {str(k): plain(v, f"{name}[{k!r}]", exact=exact) for k, v in value.items()}
    if hasattr(value, "tolist"):  # NumPy and JAX arrays, and their scalars
        return plain(value.tolist(), name, exact=exact)  # pyright: ignore
    if isinstance(value, Sequence | set | frozenset):
        return [plain(v, f"{name}[{i}]", exact=exact) for i, v in enumerate(value)]
    if isinstance(value, float):
        if exact:
            raise ExactnessError(name, value)
        return value if math.isfinite(value) else str(value)
    if hasattr(value, "p") and hasattr(value, "q"):  # rationals of FLINT and SymPy
        return _ratio_text(value.p, value.q)  # pyright: ignore
    return str(value)


def _ratio_text(numerator: object, denominator: object) -> int | str:
    top, bottom = int(numerator), int(denominator)  # pyright: ignore
    return top if bottom == 1 else f"{top}/{bottom}"
