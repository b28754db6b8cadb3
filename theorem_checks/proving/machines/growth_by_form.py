"""How fast an expression grows with the entries of some arrays, read off its form.

What is made of sums, weights and ReLUs is at most linear, and so is a product of which all factors
but one are bounded. Bounded are 1/(c + ...) for a number c > 0 and exponentials, so the sigmoid and
the hyperbolic tangent, and sums and products of what is bounded.
"""

from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Summed,
    Times,
    nodes,
)
from theorem_checks.statements.arrays.known_functions import EXPONENTIAL, RECIPROCAL
from theorem_checks.statements.arrays.tensors import Entry

__all__ = ["is_at_most_linear", "is_fixed"]

Names = frozenset[str]


def is_fixed(e: IndexExpression, moving: Names) -> bool:
    """Whether an expression has no entry of an array that moves."""
    entries = (part.tensor for part in nodes([e]) if isinstance(part, Entry))
    return all(not {t.name, t.inverse_of, t.power_of} & moving for t in entries)


def is_at_most_linear(e: IndexExpression, moving: Names) -> bool:
    """Whether an expression is at most a constant times 1 plus the size of what moves."""
    if _is_bounded(e, moving):
        return True
    if isinstance(e, Entry):
        return not {e.tensor.inverse_of, e.tensor.power_of} & moving
    if isinstance(e, Times):
        growing = [f for f in e.factors if not _is_bounded(f, moving)]
        return len(growing) == 1 and is_at_most_linear(growing[0], moving)
    if isinstance(e, Plus | Positive | Summed | Renamed):
        return all(is_at_most_linear(part, moving) for part in e.parts)
    return False


def _is_bounded(e: IndexExpression, moving: Names) -> bool:
    if is_fixed(e, moving):
        return True
    if isinstance(e, Opaque):
        return e.name == RECIPROCAL and not e.bound and _is_positive(e.body)
    if isinstance(e, Plus | Times | Positive | Summed | Renamed):
        return all(_is_bounded(part, moving) for part in e.parts)
    return False


def _is_positive(e: IndexExpression) -> bool:
    """Whether an expression is at least some number c > 0, whatever stands in it."""
    if isinstance(e, Scalar):
        return e.value.is_Rational is True and bool(e.value > 0)
    if isinstance(e, Plus):
        return any(map(_is_positive, e.terms)) and all(map(_is_nonnegative, e.terms))
    return isinstance(e, Renamed) and _is_positive(e.body)


def _is_nonnegative(e: IndexExpression) -> bool:
    if isinstance(e, Scalar):
        return e.value.is_Rational is True and bool(e.value >= 0)
    if isinstance(e, Opaque):
        return e.name == EXPONENTIAL
    if isinstance(e, Plus | Times | Renamed):
        return all(map(_is_nonnegative, e.parts))
    return False
