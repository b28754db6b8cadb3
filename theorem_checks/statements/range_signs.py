"""The signs of numbers with sums and products over ranges in them, of which SymPy knows none.

A sum of numbers none of which is negative is not negative, whatever the range is, and a product
likewise; a range that ends before it begins gives 0, or 1. What is known of the index is what the
first one tells, and not what was written down of its symbol, which SymPy believes.
"""

from functools import lru_cache

import sympy as sp

__all__ = ["is_never_negative", "is_positive"]

_RANGES = (sp.Sum, sp.Product)


@lru_cache(maxsize=10_000)  # as the symbol for an index is another one each time
def is_never_negative(e: sp.Basic) -> bool:
    """Whether a number is known to be real and not negative."""
    if not e.has(*_RANGES):
        return getattr(e, "is_nonnegative", None) is True
    if isinstance(e, sp.Add | sp.Mul):
        return all(map(is_never_negative, e.args))
    if isinstance(e, _RANGES) and len(e.limits) == 1:
        ((index, first, _),) = e.limits
        return is_never_negative(e.function.xreplace({index: _from(first)}))
    return False


def is_positive(e: sp.Basic) -> bool:
    """Whether a number is known to be real and positive."""
    if not e.has(*_RANGES):
        return getattr(e, "is_positive", None) is True
    if isinstance(e, sp.Add):
        return is_never_negative(e) and any(map(is_positive, e.args))
    return isinstance(e, sp.Mul) and all(map(is_positive, e.args))


def _from(first: sp.Expr) -> sp.Dummy:
    """A symbol for the integers from one on, as far as its sign can say so."""
    sign = {"positive": True} if first.is_positive else {}
    sign = sign or ({"nonnegative": True} if first.is_nonnegative else {})
    return sp.Dummy("k", integer=True, **sign)
