"""Polynomials with rational coefficients as numbers that NumPy arrays can hold.

A thin layer over FLINT's multivariate polynomials. Those are sequences to NumPy, which therefore
computes `array * polynomial` wrongly and without a word; and they do not mix with Fractions. The
numbers here do, refuse floats, and answer no question on which a map could branch.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from flint.utils.flint_exceptions import DomainError

from theorem_checks.collecting import collected_in
from theorem_checks.errors import ArgumentError
from theorem_checks.statements.questions import SymbolicNumber, refuse
from theorem_checks.statements.reals.exactness import exact_rational

__all__ = ["Polynomial", "divisors_noted", "nonzero_point", "polynomial_arrays"]

_noted: ContextVar[list["Polynomial"] | None] = ContextVar("divisors", default=None)


def divisors_noted() -> AbstractContextManager[list["Polynomial"]]:
    """Collect the polynomials that are divided by, which may be 0 somewhere."""
    return collected_in(_noted)


class Polynomial(SymbolicNumber):
    """A polynomial over the rationals in canonical form, in place of all of its values.

    Supports +, -, * and powers with ints, Fractions and polynomials of the same ring, and
    division by what divides it. Any question, such as a comparison, is refused: a map that asks
    it branches on its input, and is not given by one polynomial. Two polynomials are the same if
    `p.is_same_as(q)`.
    """

    __slots__ = ("flint",)

    _way_out: ClassVar[str] = (
        "A map that branches is no polynomial: compare maps on numbers by='search', or prove each"
        " case by itself."
    )

    def __init__(self, flint: fmpq_mpoly) -> None:
        self.flint = flint

    def _like(self, other: object) -> "Polynomial | None":
        if isinstance(other, Polynomial):
            return other
        if hasattr(other, "__len__"):  # arrays do their own arithmetic, entry by entry
            return None
        return Polynomial(self.flint.context().constant(_fmpq(other)))

    def _with(self, other: object, operate: Callable[[Any, Any], Any]) -> Any:
        like = self._like(other)
        return NotImplemented if like is None else Polynomial(operate(self.flint, like.flint))

    def __add__(self, other: object) -> Any:
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __mul__(self, other: object) -> Any:
        return self._with(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __sub__(self, other: object) -> Any:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: object) -> Any:
        return self._with(other, lambda a, b: b - a)

    def __truediv__(self, other: object) -> Any:
        return self._with(other, _quotient)

    def __rtruediv__(self, other: object) -> Any:
        return self._with(other, lambda a, b: _quotient(b, a))

    def __pow__(self, exponent: object) -> "Polynomial":
        exact = exact_rational(exponent, "exponent")
        if exact.denominator != 1:
            raise ArgumentError("exponent", exponent, "an integer, for a polynomial")
        power = Polynomial(self.flint ** abs(exact.numerator))
        return power if exact >= 0 else 1 / power

    def __neg__(self) -> "Polynomial":
        return Polynomial(-self.flint)

    def __pos__(self) -> "Polynomial":
        return self

    def __abs__(self) -> "Polynomial":
        refuse(f"abs({self!r})", self, self._way_out)

    def maximum(self, other: object) -> "Polynomial":
        """Refuse the larger of two, and so `maximum` and `relu`."""
        refuse(f"maximum({self!r}, {other!r})", self, self._way_out)

    def minimum(self, other: object) -> "Polynomial":
        """Refuse the smaller of two."""
        refuse(f"minimum({self!r}, {other!r})", self, self._way_out)

    @property
    def vanishes(self) -> bool:
        """Whether this is the zero polynomial."""
        return bool(self.flint.is_zero())

    def is_same_as(self, other: object) -> bool:
        """Whether this and another polynomial, or number, have the same coefficients."""
        return (self - other).vanishes

    def expression(self) -> sp.Expr:
        """The polynomial as an expression of SymPy, in symbols of the variables' names."""
        symbols = [sp.Symbol(name) for name in self.flint.context().names()]
        terms = (
            sp.Rational(str(coefficient))
            * sp.prod(s ** int(k) for s, k in zip(symbols, powers, strict=True))
            for powers, coefficient in self.flint.to_dict().items()
        )
        return sp.Add(*terms)

    def at(self, point: Mapping[str, Fraction]) -> Fraction:
        """The value at a point that gives every variable a value."""
        names = self.flint.context().names()
        return Fraction(str(self.flint(*(_fmpq(point[name]) for name in names))))

    def __repr__(self) -> str:
        return str(self.flint)


def polynomial_arrays(shapes: Mapping[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    """Arrays of independent variables, all of one ring, by name.

    Entry [i, j] of the array named x is the variable x[i,j]; the indices start at 0.
    """
    places = [(name, index) for name, shape in shapes.items() for index in np.ndindex(*shape)]
    names = [f"{name}[{','.join(map(str, index))}]" if index else name for name, index in places]
    ring = fmpq_mpoly_ctx.get(names or ["unused"], Ordering.degrevlex)
    arrays = {name: np.empty(shape, dtype=object) for name, shape in shapes.items()}
    for (name, index), variable in zip(places, ring.gens(), strict=False):
        arrays[name][index] = Polynomial(variable)
    for array in arrays.values():
        array.flags.writeable = False  # a map that writes to its input would change the other's
    return arrays


def nonzero_point(polynomial: Polynomial) -> dict[str, Fraction]:
    """A point with small integer entries where a polynomial that is not zero is not zero.

    Takes the variables in turn and gives each the first of 0, 1, -1, 2, ... that does not make
    the rest vanish identically. There is always one: a polynomial of degree k in a variable,
    with coefficients in the others, vanishes for at most k values of it.
    """
    if polynomial.vanishes:
        raise ArgumentError("polynomial", polynomial, "a polynomial that is not zero")
    rest, point = polynomial.flint, {}
    for name in rest.context().names():
        for k in range(2 * rest.total_degree() + 3):
            value = (k + 1) // 2 if k % 2 else -(k // 2)
            tried = rest.subs({name: value})
            if not tried.is_zero():
                rest, point[name] = tried, Fraction(value)
                break
    return point


def _fmpq(value: object) -> fmpq:
    exact = exact_rational(value, "a number beside a polynomial")
    return fmpq(exact.numerator, exact.denominator)


def _quotient(top: fmpq_mpoly, bottom: fmpq_mpoly) -> fmpq_mpoly:
    divisor = Polynomial(bottom)
    if divisor.vanishes:
        raise ZeroDivisionError(f"({top}) / 0")
    divisors = [] if bottom.is_constant() else _noted.get()
    if divisors is not None and not any(divisor.is_same_as(other) for other in divisors):
        divisors.append(divisor)
    try:
        return top / bottom
    except DomainError as error:
        raise TypeError(f"({top}) / ({bottom}) is not a polynomial.") from error
