"""What the sort of a symbol says of a real number."""

from typing import Any

from theorem_checks.statements.reals.terms import Formula, Term

__all__ = ["sign_by_sort"]


def sign_by_sort(symbol: Any, v: Term) -> list[Formula]:
    """What the assumptions on a symbol say of its values, as far as order goes."""
    if symbol.is_positive:
        return [v >= 1 if symbol.is_integer else v > 0]
    if symbol.is_nonnegative:
        return [v >= 0]
    if symbol.is_negative:
        return [v <= -1 if symbol.is_integer else v < 0]
    return [v <= 0] if symbol.is_nonpositive else []
