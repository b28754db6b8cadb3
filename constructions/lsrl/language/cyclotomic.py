r"""Real algebraic numbers of rotations: the real subfields of the cyclotomic fields.

A rotation by $1/m$ of a turn has entries in $\mathbb Q(c)$ with $c = 2\cos(2\pi/m)$ (and $m$ a
multiple of 4 for the sine). A number is kept as a polynomial in $c$, reduced by the minimal
polynomial of $c$, so that zero is recognised exactly; signs are then found by enclosures that get
tighter until they decide. A number that is rational is always FLINT's `fmpq`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, total_ordering
from typing import Any, ClassVar, TypeAlias

import flint

from constructions.errors import ArgumentError
from constructions.number_systems.entries import as_fraction
from constructions.number_systems.exact_system import ExactSystem
from constructions.number_systems.rationals import Rationals

__all__ = ["ALGEBRAIC", "Algebraics", "Number", "RealCyclotomic", "cos_turn", "sin_turn"]

Poly: TypeAlias = flint.fmpq_poly


@cache
def _minimal(order: int) -> Poly:
    """The minimal polynomial of 2 cos(2 pi/order)."""
    return flint.fmpq_poly(flint.fmpz_poly.cos_minpoly(order))


@cache
def _twice_cos(k: int, order: int) -> Poly:
    """2 cos(2 pi k/order) as a polynomial in c = 2 cos(2 pi/order), reduced."""
    before, now, c = Poly([2]), Poly([0, 1]), Poly([0, 1])
    if k == 0:
        return before
    for _ in range(k - 1):
        before, now = now, (c * now - before) % _minimal(order)
    return now % _minimal(order)


def _lifted(poly: Poly, order: int, into: int) -> Poly:
    """The same number in the larger field; `order` divides `into`."""
    if order == into:
        return poly
    c, result = _twice_cos(into // order, into), Poly([0])
    for coefficient in reversed(poly.coeffs()):
        result = (result * c + coefficient) % _minimal(into)
    return result


@total_ordering
class RealCyclotomic:
    """An irrational real number as a polynomial in 2 cos(2 pi/order); make it with `cos_turn`.

    Computes exactly with +, -, *, and compares with, integers, rationals and its like. A result
    that is rational is an `fmpq`.
    """

    __slots__ = ("order", "poly")

    order: int
    poly: Poly

    def __init__(self, order: int, poly: Poly) -> None:
        self.order, self.poly = order, poly

    def enclosure(self, prec: int) -> flint.arb:
        """Return a ball of about `prec` bits that contains the number."""
        with flint.ctx.workprec(prec + 32):
            c = 2 * flint.arb.cos_pi_fmpq(flint.fmpq(2, self.order))
            ball = flint.arb(0)
            for coefficient in reversed(self.poly.coeffs()):
                ball = ball * c + flint.arb(coefficient)
            return ball

    def sign(self) -> int:
        """Return 1 or -1; the number is irrational, so never 0."""
        return self._decided(lambda ball: 1 if ball > 0 else -1 if ball < 0 else None)

    def _decided(self, question: Callable[[flint.arb], int | None]) -> int:
        prec = 64
        while True:
            with flint.ctx.workprec(prec + 32):  # the question computes with the ball, too
                answer = question(self.enclosure(prec))
            if answer is not None:
                return answer
            prec *= 2

    def _with(self, other: Any, combine: Callable[[Poly, Poly], Poly]) -> Any:
        if isinstance(other, RealCyclotomic):
            order = math.lcm(self.order, other.order)
            mine, theirs = (_lifted(n.poly, n.order, order) for n in (self, other))
            return _normal(order, combine(mine, theirs) % _minimal(order))
        exact = as_fraction(other) if isinstance(other, int | Fraction | flint.fmpq) else None
        if exact is None:
            return NotImplemented
        rational = Poly([flint.fmpq(exact.numerator, exact.denominator)])
        return _normal(self.order, combine(self.poly, rational))

    def __add__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a * b)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> "RealCyclotomic":
        return RealCyclotomic(self.order, -self.poly)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RealCyclotomic):
            return False
        difference = self - other
        return isinstance(difference, flint.fmpq) and difference == 0

    def __lt__(self, other: Any) -> bool:
        difference = self - other
        return difference < 0 if isinstance(difference, flint.fmpq) else difference.sign() < 0

    def __hash__(self) -> int:
        # of the value alone: the same number may be written in fields of several orders
        return hash(self._decided(_floor_of_scaled))

    def __float__(self) -> float:
        return float(self.enclosure(128).mid())

    def __repr__(self) -> str:
        terms = ", ".join(map(str, self.poly.coeffs()))
        return f"RealCyclotomic({self.order}, [{terms}])"

    def __str__(self) -> str:
        return f"{float(self):.6g}~"


def _floor_of_scaled(ball: flint.arb) -> int | None:
    floor = (ball * 2**40).floor().unique_fmpz()
    return None if floor is None else int(floor)


Number: TypeAlias = flint.fmpq | RealCyclotomic
"""An exact real number, as it stands in a program."""


def _normal(order: int, poly: Poly) -> Number:
    if poly.degree() <= 0:
        return flint.fmpq(poly[0])
    return RealCyclotomic(order, poly)


def real_cyclotomic(order: int, coefficients: list[Any]) -> Number:
    """Return the number with these coefficients in powers of 2 cos(2 pi/order)."""
    return _normal(order, Poly(coefficients) % _minimal(order))


def cos_turn(k: int, n: int) -> Number:
    r"""Return $\cos(2\pi k/n)$ exactly. **Raises** `ArgumentError` unless n >= 1."""
    if n < 1:
        raise ArgumentError("n", n, "a positive integer")
    return _normal(n, _twice_cos(k % n, n) * flint.fmpq(1, 2))


def sin_turn(k: int, n: int) -> Number:
    r"""Return $\sin(2\pi k/n)$ exactly, as $\cos(2\pi (4k - n)/4n)$."""
    return cos_turn(4 * k - n, 4 * n)


@dataclass(frozen=True)
class Algebraics(ExactSystem):
    """The rationals and the real cyclotomic numbers; everything is exact."""

    leaves: ClassVar[str] = "it does not stay among the algebraic numbers"

    def __str__(self) -> str:
        return "real cyclotomic numbers"

    def admits(self, other: Any) -> bool:
        """Whether arrays of the `other` system may enter: rationals."""
        return isinstance(other, Algebraics | Rationals)

    def holds(self, value: Any) -> bool:
        """Whether a value is a number of the types that are kept here."""
        return isinstance(value, flint.fmpq | RealCyclotomic)

    def entry(self, value: Any) -> Any:
        """Convert an exact number; None for a float."""
        if self.holds(value):
            return value
        exact = as_fraction(value)
        return None if exact is None else flint.fmpq(exact.numerator, exact.denominator)


ALGEBRAIC = Algebraics()
"""The real cyclotomic numbers, for programs that rotate."""
