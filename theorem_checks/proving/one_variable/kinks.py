"""Absolute values, maxima and minima: where they change their form, and which one they have."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import sympy as sp

from theorem_checks.proving.one_variable.intervals import Piece
from theorem_checks.proving.one_variable.signs import Sign, has_values, sign_on

__all__ = ["kinks_of", "without_kinks"]


def kinks_of(f: sp.Expr, x: sp.Symbol) -> Iterator[sp.Rational]:
    """Points at which a part |u| or max(u, v) of a function changes its form.

    Those that are rational roots of polynomials; there may be others.
    """
    for part in f.atoms(sp.Abs, sp.Max, sp.Min):
        for gap in _gaps(part):
            poly = None if gap.has(sp.Abs, sp.Max, sp.Min) else gap.as_poly(x)
            if poly is not None and all(c.is_Rational for c in poly.coeffs()):
                yield from (root for root in poly.real_roots() if root.is_Rational)


def _gaps(part: Any) -> list[Any]:
    """What has another sign where a part has another form."""
    if isinstance(part, sp.Abs):
        return list(part.args)
    return [left - right for left, right in combinations(part.args, 2)]


def without_kinks(f: Any, x: sp.Symbol, piece: Piece) -> Any:
    """A function that is the same on an open interval, without kinks; None where it is not found.

    Which form a part has there is told by the sign of what it compares. Every part of the function
    is known to have a value on the interval, though it may cancel once the kinks are gone.
    """
    form = _form(f, x, piece)
    return form if form is not None and has_values(form, x, piece) else None


def _form(f: Any, x: sp.Symbol, piece: Piece) -> Any:
    if not f.args or not f.has(sp.Abs, sp.Max, sp.Min):
        return f
    parts = [without_kinks(part, x, piece) for part in f.args]
    if any(part is None for part in parts):
        return None
    if isinstance(f, sp.Abs):
        return _largest([parts[0], -parts[0]], x, piece)
    if isinstance(f, sp.Max):
        return _largest(parts, x, piece)
    if isinstance(f, sp.Min):
        least = _largest([-part for part in parts], x, piece)
        return None if least is None else -least
    return f.func(*parts)


def _largest(parts: list[Any], x: sp.Symbol, piece: Piece) -> Any:
    """The part that is nowhere below another one."""
    best = parts[0]
    for part in parts[1:]:
        sign = sign_on(part - best, x, piece)
        if sign is None:
            return None
        best = part if sign > Sign.ZERO else best
    return best
