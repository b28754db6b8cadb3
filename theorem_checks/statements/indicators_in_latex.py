"""Clamps of integers that are 1 or 0, as a reader knows them: [i = t], [i <= t].

Algorithms on real numbers say 'if i = t' by max(0, min(1 - (i - t), 1 + (i - t))), which is 1 there
and 0 elsewhere, as long as both are integers.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

__all__ = ["indicator_latex"]


def indicator_latex(expr: Any, written: Callable[[sp.Expr], str]) -> str | None:
    """A maximum or minimum of integers in brackets, by what it is 1; None where it is no such.

    **Arguments**: `written`, a number in LaTeX.
    """
    if (zero := _indicated(expr)) is not None:
        left, right = sorted(_sides(zero), key=lambda side: (_place(side), written(side)))
        return f"[{written(left)} = {written(right)}]"
    at_least_one = _positive(expr)
    if at_least_one is None:
        return None
    if at_least_one.as_coeff_Add()[0] == 1:  # b < a + 1, as integers
        right, left = _sides(at_least_one - 1)
        return rf"[{written(left)} \le {written(right)}]"
    right, left = _sides(at_least_one)
    return f"[{written(left)} < {written(right)}]"


def _indicated(expr: Any) -> sp.Expr | None:
    """The number that has to be 0 for a clamp to be 1, which is 0 elsewhere."""
    if not isinstance(expr, sp.Max) or len(expr.args) != 2 or sp.S.Zero not in expr.args:
        return None
    inner: Any = next(part for part in expr.args if part != 0)
    peaks: tuple[Any, ...] = inner.args if isinstance(inner, sp.Min) else (inner, 2 - inner)
    is_peak = len(peaks) == 2 and sp.expand(peaks[0] + peaks[1]) == 2
    if not is_peak or not all(part.is_integer for part in peaks):
        return None
    if isinstance(inner, sp.Min) or (1 - inner).is_nonnegative:
        return sp.expand(peaks[0] - 1)
    return None


def _positive(expr: Any) -> sp.Expr | None:
    """The integer n in min(1, max(0, n)), which is 1 where n is positive, and 0 elsewhere."""
    for outer, end, inner, other in ((sp.Min, 1, sp.Max, 0), (sp.Max, 0, sp.Min, 1)):
        if not isinstance(expr, outer) or len(expr.args) != 2 or sp.Integer(end) not in expr.args:
            continue
        (clamped,) = (part for part in expr.args if part != end)
        if not isinstance(clamped, inner) or len(clamped.args) != 2:
            continue
        rest = [part for part in clamped.args if part != other]
        if len(rest) == 1 and rest[0].is_integer:
            return sp.expand(rest[0])
    return None


def _sides(number: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """What is added in a number, and what is taken away, each without minus signs."""
    terms = sp.Add.make_args(number)
    less = [-term for term in terms if term.could_extract_minus_sign()]
    more = [term for term in terms if not term.could_extract_minus_sign()]
    return sp.Add(*more), sp.Add(*less)


def _place(side: sp.Expr) -> tuple[int, bool]:
    """Short sides come first; a number alone stands behind what it is compared with."""
    return len(sp.Add.make_args(side)), not side.free_symbols
