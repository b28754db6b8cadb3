r"""Whether an algebraic number is zero, by an enclosure that is finer than its separation bound.

Each number built from rationals by +, *, /, integer powers and roots is $U/L$ with algebraic
integers $U$, $L$, all of whose conjugates are at most $u$ and $l$ in absolute value, and in a field
of degree at most $D$, the product of the orders of the different roots. The norm of $U$ is an
integer, so if $U \ne 0$, then $|U/L| \ge u^{-(D-1)} / l$. An enclosure that lies below this bound
shows that the number is 0 (C. Burnikel, S. Funke, K. Mehlhorn, S. Schirra, S. Schmitt 2001).

    integer N:  u = |N|, l = 1               U1/L1 + U2/L2:  u = u1 l2 + l1 u2,  l = l1 l2
    product:    u = u1 u2, l = l1 l2         inverse:        u and l exchanged
    (U/L)**(1/k) = (U L**(k-1))**(1/k) / L:  u = (u l**(k-1))**(1/k),  l
"""

import math
from typing import Any

import sympy as sp
from flint import acb, arb, ctx, fmpq

from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["enclosure", "is_zero_number"]

_MOST_BITS = 100_000
_GUARD_BITS = 32


def is_zero_number(expression: sp.Expr) -> bool:
    """Whether a number, built from rationals and I by arithmetic and roots, is zero.

    **Raises** `ZeroDivisionError` where it divides by 0; `NoExactValueError` for other numbers, and
    for those that need too much precision.
    """
    return _Number(expression).is_zero


def enclosure(expression: sp.Expr) -> str:
    """A number as `is_zero_number` takes them, in decimals with its error; others as they are."""
    if expression.has(sp.Function, sp.Sum, sp.Product):  # of which the other side has the same
        return str(expression)
    with ctx.workprec(_GUARD_BITS * 2):
        return _ball(expression).str(12)


class _Number:
    """The bounds of one number, in bits, and its enclosures."""

    def __init__(self, expression: sp.Expr) -> None:
        self._expression = expression
        self._roots: dict[tuple[sp.Basic, int], None] = {}
        self._bounds: dict[sp.Basic, tuple[float, float]] = {}

    @property
    def is_zero(self) -> bool:
        upper, lower = self._bits(self._expression)
        degree = math.prod(order for _, order in self._roots)
        enough = math.ceil((degree - 1) * upper + lower) + _GUARD_BITS
        bits = 2 * _GUARD_BITS
        while bits <= _MOST_BITS:
            with ctx.workprec(bits):
                size = abs(_ball(self._expression))
                if size > 0:
                    return False
                if size < arb(2) ** -enough:
                    return True
            bits *= 2
        raise NoExactValueError(f"whether a number is 0 needs more than {_MOST_BITS} bits")

    def _bits(self, e: Any) -> tuple[float, float]:
        """Upper bounds of the logarithms of u and l to base 2, each at least 0."""
        if e not in self._bounds:
            upper, lower = self._bits_of(e)
            self._bounds[e] = _rounded_up(upper), _rounded_up(lower)
        return self._bounds[e]

    def _bits_of(self, e: Any) -> tuple[float, float]:
        if isinstance(e, sp.Rational):
            return float(abs(int(e.p)).bit_length()), float(int(e.q).bit_length())
        if e is sp.I:
            self._roots[sp.S.NegativeOne, 2] = None
            return 0.0, 0.0
        if isinstance(e, sp.Add):
            parts = [self._bits(part) for part in e.args]
            bottom = sum(lower for _, lower in parts)
            return max(upper + bottom - lower for upper, lower in parts) + math.log2(
                len(parts)
            ), bottom
        if isinstance(e, sp.Mul):
            parts = [self._bits(part) for part in e.args]
            return sum(upper for upper, _ in parts), sum(lower for _, lower in parts)
        if isinstance(e, sp.Pow) and isinstance(e.exp, sp.Rational):
            upper, lower = self._bits(e.base)
            order, times = int(e.exp.q), int(e.exp.p)
            if order > 1:
                self._roots[e.base, order] = None
                upper = (upper + (order - 1) * lower) / order
            if times < 0:
                if is_zero_number(e.base):
                    raise ZeroDivisionError(f"{e.base} is 0")
                upper, lower = lower, upper
            return abs(times) * upper, abs(times) * lower
        raise NoExactValueError(f"{e} is not built by roots")


def _rounded_up(bits: float) -> float:
    """A logarithm, at least 0, made larger than all rounding errors in it."""
    return max(0.0, bits * 1.000001 + 1e-6)


def _ball(e: Any) -> acb:
    """An enclosure at the precision that is set; roots and powers are the principal ones."""
    if isinstance(e, sp.Rational):
        return acb(fmpq(int(e.p), int(e.q)))
    if e is sp.I:
        return acb(0, 1)
    if isinstance(e, sp.Add):
        return sum(map(_ball, e.args), acb(0))
    if isinstance(e, sp.Mul):
        return math.prod(map(_ball, e.args), start=acb(1))
    if not isinstance(e, sp.Pow):
        raise NoExactValueError(f"{e} is not built by roots")
    base = _ball(e.base)
    if isinstance(e.exp, sp.Integer):
        return base ** int(e.exp)
    if base.contains(0) and is_zero_number(e.base):
        return acb(0)
    exponent: Any = e.exp  # of what is built by roots, a rational number
    return base ** acb(fmpq(int(exponent.p), int(exponent.q)))
