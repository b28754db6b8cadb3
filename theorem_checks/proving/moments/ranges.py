"""Sums over several ranges of symbolic length, with differences that have to be 0."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy as sp

__all__ = ["OpenError", "closed_form", "least", "summed", "without_deltas"]

Ranges = Sequence[tuple[sp.Symbol, sp.Expr]]
"""(a, k) for each symbol a, with 0 <= a < k."""


class OpenError(Exception):
    """What is not decided of a mean; the message says it in a sentence."""


def least(expression: sp.Expr, ranges: Ranges) -> sp.Expr:
    """What a form that is linear in the symbols of ranges is at least, where none is empty.

    **Raises** `OpenError` where it is not linear.
    """
    found: Any = sp.expand(expression)
    for a, size in ranges:
        if not found.has(a):
            continue
        slope: Any = found.coeff(a, 1)
        if not slope.is_number or (found - slope * a).has(a):
            raise OpenError(f"{expression} is not linear in {a}.")
        found = sp.expand(found.subs(a, 0 if slope > 0 else size - 1))
    return found


def without_deltas(
    differences: Sequence[sp.Expr], ranges: Ranges
) -> Iterator[tuple[Ranges, Mapping[sp.Symbol, sp.Expr]]]:
    """The ranges that are left where all differences are 0, and what has replaced the others.

    Nothing is yielded where one of them never is 0.

    **Raises** `OpenError` where this is not known.
    """
    left, point = list(ranges), dict[Any, Any]()
    open_ = [sp.expand(d) for d in differences]
    while open_:
        open_ = [d for d in open_ if d != 0]
        if any(_never(d, left) for d in open_):
            return
        if not open_:
            break
        solved = next((found for d in open_ if (found := _solved(d, left)) is not None), None)
        if solved is None:
            raise OpenError(f"It is not known whether {open_[0]} is 0.")
        symbol, value = solved
        left = [(a, size) for a, size in left if a != symbol]
        point = {a: sp.expand(v.subs(symbol, value)) for a, v in point.items()} | {symbol: value}
        open_ = [sp.expand(d.subs(symbol, value)) for d in open_]
    yield left, point


def _never(difference: sp.Expr, ranges: Ranges) -> bool:
    """Whether a difference is 0 at no place of the ranges."""
    if difference.is_odd:
        return True
    return any(bool(least(side, ranges).is_positive) for side in (difference, -difference))


def _solved(difference: sp.Expr, ranges: Ranges) -> tuple[sp.Symbol, sp.Expr] | None:
    """A symbol of a range, and the one value that makes a difference 0, which lies in the range."""
    for a, size in ranges:
        slope = difference.coeff(a, 1)
        if slope not in (1, -1):
            continue
        value = sp.expand(a - difference / slope)
        others = [(b, k) for b, k in ranges if b != a]
        inside = (value, size - 1 - value)
        if all(bool(least(side, others).is_nonnegative) for side in inside):
            return a, value
    return None


def summed(number: sp.Expr, ranges: Ranges) -> sp.Expr:
    """The sum of a polynomial over ranges, each from 0 on.

    **Raises** `OpenError` for what is no polynomial, and where the sum is not confirmed.
    """
    total = sp.expand(number)
    for a, size in ranges:
        if not total.is_polynomial(a) or size.has(*(b for b, _ in ranges)):
            raise OpenError(f"{total} is not summed over {a}.")
        up_to = sp.Dummy("k", integer=True, nonnegative=True)
        closed: Any = sp.expand(closed_form(total, a, up_to))
        step = sp.expand(closed.subs(up_to, up_to + 1) - closed - total.subs(a, up_to))
        if closed.has(sp.Sum, sp.Piecewise) or step != 0 or closed.subs(up_to, 0) != 0:
            raise OpenError(f"The sum of {total} over {a} is not confirmed.")
        total = sp.expand(closed.subs(up_to, size))
    return total


def closed_form(total: sp.Expr, a: sp.Symbol, up_to: sp.Symbol) -> Any:
    """The sum over 0 <= a < k of what is expanded, powers of a by Bernoulli's polynomials.

    SymPy's own summation looks for a telescope first, which takes most of its time.
    """
    sums = []
    for part in sp.Add.make_args(total):
        factor, power = part.as_independent(a, as_Add=False)
        base, exponent = power.as_base_exp() if power.has(a) else (a, sp.Integer(0))
        if base != a or not (exponent.is_Integer and exponent.is_nonnegative):
            return sp.summation(total, (a, 0, up_to - 1))
        above = int(exponent) + 1
        sums.append(factor * (sp.bernoulli(above, up_to) - sp.bernoulli(above, 0)) / above)
    return sp.Add(*sums)
