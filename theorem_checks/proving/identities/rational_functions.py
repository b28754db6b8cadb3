"""Fractions of polynomials with rational coefficients, in canonical form.

The arithmetic is FLINT's. A rational function is kept as coprime numerator and denominator, the
denominator with leading coefficient 1, so two of them are equal if and only if both parts are;
zero is decided, never guessed.
"""

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias, Union

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from theorem_checks.errors import TheoremChecksError
from theorem_checks.statements.made_once import made_once

__all__ = ["RationalFunction", "TooLargeError", "written"]

_MOST_BITS = 2 * 10**8  # that the expansion of a power may take

_Scalar: TypeAlias = int | Fraction


class TooLargeError(TheoremChecksError, ArithmeticError):
    """A power has too many terms, or too large coefficients, to be expanded."""


class RationalFunction:
    """An element of the field Q(x_1, ..., x_n), over whatever variables it happens to need.

    Variables are strings; operands over different variables are brought together. Immutable
    and hashable; `==` is equality of functions.
    """

    def __init__(self, numerator: fmpq_mpoly, denominator: fmpq_mpoly | None = None) -> None:
        context = numerator.context()
        denominator = context.constant(1) if denominator is None else denominator
        if denominator.is_zero():
            raise ZeroDivisionError("The denominator is the zero polynomial.")
        if not denominator.is_constant():
            common = numerator.gcd(denominator)
            numerator, denominator = numerator / common, denominator / common
        leading = denominator.leading_coefficient()
        self.numerator: fmpq_mpoly = numerator / leading
        self.denominator: fmpq_mpoly = denominator / leading

    @classmethod
    def constant(cls, value: _Scalar) -> "RationalFunction":
        """The constant function of a rational number."""
        value = Fraction(value)
        return cls(_context(()).constant(fmpq(value.numerator, value.denominator)))

    @classmethod
    def variable(cls, name: str) -> "RationalFunction":
        """The function that is the variable of this name."""
        return cls(_context((name,)).gen(0))

    @classmethod
    def polynomial(
        cls, monomials: Iterable[tuple[Mapping[str, int], Fraction]]
    ) -> "RationalFunction":
        """The sum of monomials: the exponents of variables, and a coefficient, of each."""
        terms = list(monomials)
        names = sorted({name for exponents, _ in terms for name in exponents})
        total: dict[tuple[int, ...], fmpq] = {}
        for exponents, coefficient in terms:
            place = tuple(exponents.get(name, 0) for name in names)
            value = fmpq(coefficient.numerator, coefficient.denominator)
            total[place] = total[place] + value if place in total else value
        return cls(_context(tuple(names)).from_dict(total))

    @property
    def is_zero(self) -> bool:
        """Whether this is the zero function."""
        return self.numerator.is_zero()

    @property
    def is_polynomial(self) -> bool:
        """Whether the denominator is 1."""
        return self.denominator.is_constant()

    @property
    def as_constant(self) -> Fraction | None:
        """Its value if it is constant, else None."""
        if not (self.numerator.is_constant() and self.is_polynomial):
            return None
        if self.is_zero:
            return Fraction(0)
        return _fraction(self.numerator.leading_coefficient())

    @made_once
    def key(self) -> tuple[frozenset[Any], frozenset[Any]]:
        """A hashable value, the same for equal functions over whatever variables."""
        return frozenset(_terms(self.numerator)), frozenset(_terms(self.denominator))

    @property
    def variables(self) -> frozenset[str]:
        """The names of the variables that it depends on."""
        return frozenset(name for part in self.key for powers, _ in part for name, _ in powers)

    def numerator_terms(self) -> Iterable[tuple["RationalFunction", Fraction]]:
        """The numerator's monomials, each over the denominator, with their coefficients."""
        context = self.numerator.context()
        for exponents, coefficient in self.numerator.to_dict().items():
            monomial = context.from_dict({exponents: 1})
            yield RationalFunction(monomial, self.denominator), _fraction(coefficient)

    def factors(self) -> tuple[Fraction, list[tuple["RationalFunction", int]]]:
        """Its factorisation: a rational constant, and primitive irreducible polynomials.

        Each has coprime integer coefficients with the leading one positive; those of the
        denominator have negative multiplicities. Not for zero.
        """
        constant, found = Fraction(1), []
        for part, sign in ((self.numerator, 1), (self.denominator, -1)):
            content, pieces = part.factor()
            constant *= _fraction(content) ** sign
            for piece, multiplicity in pieces:
                unit, primitive = _primitive(piece)
                constant *= unit ** (sign * int(multiplicity))
                found.append((RationalFunction(primitive), sign * int(multiplicity)))
        return constant, found

    def powers_of(self, name: str) -> dict[int, "RationalFunction"]:
        """The numerator's coefficients as a polynomial in one variable, by exponent."""
        context = self.numerator.context()
        if name not in context.names():
            return {0: RationalFunction(self.numerator)}
        position = context.names().index(name)
        parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for exponents, coefficient in self.numerator.to_dict().items():
            rest = (*exponents[:position], 0, *exponents[position + 1 :])
            parts.setdefault(int(exponents[position]), {})[rest] = coefficient
        return {k: RationalFunction(context.from_dict(part)) for k, part in parts.items()}

    def substitute(self, values: Mapping[str, "RationalFunction"]) -> "RationalFunction":
        """Put functions in place of variables, all at once."""
        if not values.keys() & self.variables:
            return self
        top, bottom = (_substituted(p, values) for p in (self.numerator, self.denominator))
        return top / bottom

    def __add__(self, other: Union["RationalFunction", _Scalar]) -> "RationalFunction":
        a, b = _together(self, other)
        if a.denominator == b.denominator:
            return RationalFunction(a.numerator + b.numerator, a.denominator)
        top = a.numerator * b.denominator + b.numerator * a.denominator
        return RationalFunction(top, a.denominator * b.denominator)

    def __mul__(self, other: Union["RationalFunction", _Scalar]) -> "RationalFunction":
        a, b = _together(self, other)
        return RationalFunction(a.numerator * b.numerator, a.denominator * b.denominator)

    def __truediv__(self, other: Union["RationalFunction", _Scalar]) -> "RationalFunction":
        a, b = _together(self, other)
        return RationalFunction(a.numerator * b.denominator, a.denominator * b.numerator)

    def __pow__(self, exponent: int) -> "RationalFunction":
        if exponent < 0:
            return RationalFunction(self.denominator, self.numerator) ** -exponent
        for part in (self.numerator, self.denominator):
            _require_moderate(part, exponent)
        return RationalFunction(self.numerator**exponent, self.denominator**exponent)

    def __neg__(self) -> "RationalFunction":
        return RationalFunction(-self.numerator, self.denominator)

    def __sub__(self, other: Union["RationalFunction", _Scalar]) -> "RationalFunction":
        return self + (-other)

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | Fraction):
            return self.as_constant == other
        return isinstance(other, RationalFunction) and self.key == other.key

    def __hash__(self) -> int:
        value = self.as_constant
        return hash(self.key) if value is None else hash(value)

    def __repr__(self) -> str:
        top, bottom = (p.str().replace("^", "**") for p in (self.numerator, self.denominator))
        if self.is_polynomial:
            return top
        return "/".join(t if t.isalnum() else f"({t})" for t in (top, bottom))


def _require_moderate(base: fmpq_mpoly, exponent: int) -> None:
    """Raise `TooLargeError` if the expansion of a power would not fit into memory."""
    length = len(base)
    if exponent < 2 or length == 0:
        return
    if length == 1 and base.leading_coefficient() in (1, -1):
        return
    most = max(max(int(c.p).bit_length(), int(c.q).bit_length()) for c in base.coeffs())
    bits = exponent * (most + length.bit_length())
    # a polynomial of few variables has fewer terms than the compositions of the exponent
    by_degrees = math.prod(exponent * int(d) + 1 for d in base.degrees())
    terms = min(math.comb(min(exponent, _MOST_BITS) + length - 1, length - 1), by_degrees)
    if terms * bits > _MOST_BITS:
        raise TooLargeError(f"The power {exponent} of a polynomial of {length} terms is too large.")


def _context(names: tuple[str, ...]) -> fmpq_mpoly_ctx:
    return fmpq_mpoly_ctx.get(names, Ordering.lex)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _terms(polynomial: fmpq_mpoly) -> Iterable[tuple[frozenset[tuple[str, int]], Fraction]]:
    names = polynomial.context().names()
    for exponents, coefficient in polynomial.to_dict().items():
        powers = frozenset((n, int(e)) for n, e in zip(names, exponents, strict=True) if e)
        yield powers, _fraction(coefficient)


def _primitive(polynomial: fmpq_mpoly) -> tuple[Fraction, fmpq_mpoly]:
    """Split a polynomial into a unit and a primitive polynomial with positive leading term."""
    coefficients = [_fraction(c) for c in polynomial.coeffs()]
    size = Fraction(
        math.gcd(*(c.numerator for c in coefficients)),
        math.lcm(*(c.denominator for c in coefficients)),
    )
    unit = size if polynomial.leading_coefficient() > 0 else -size
    return unit, polynomial / fmpq(unit.numerator, unit.denominator)


def _together(
    one: RationalFunction, other: RationalFunction | _Scalar
) -> tuple[RationalFunction, RationalFunction]:
    if not isinstance(other, RationalFunction):
        other = RationalFunction.constant(other)
    names, more = one.numerator.context().names(), other.numerator.context().names()
    if names == more:
        return one, other
    union = _context(tuple(sorted({*names, *more})))
    return _moved(one, union), _moved(other, union)


def _moved(function: RationalFunction, context: fmpq_mpoly_ctx) -> RationalFunction:
    """The same function over more variables; it stays canonical, so nothing is cancelled."""
    names = function.numerator.context().names()
    if names == context.names():
        return function
    places = [context.names().index(name) for name in names]
    moved = object.__new__(RationalFunction)
    moved.numerator = _spread(function.numerator, places, context)
    moved.denominator = _spread(function.denominator, places, context)
    return moved


def _spread(polynomial: fmpq_mpoly, places: list[int], context: fmpq_mpoly_ctx) -> fmpq_mpoly:
    spread: dict[tuple[int, ...], fmpq] = {}
    for exponents, coefficient in polynomial.to_dict().items():
        wide = [0] * context.nvars()
        for place, exponent in zip(places, exponents, strict=True):
            wide[place] = int(exponent)
        spread[tuple(wide)] = coefficient
    return context.from_dict(spread)


def _substituted(
    polynomial: fmpq_mpoly, values: Mapping[str, RationalFunction]
) -> RationalFunction:
    names = polynomial.context().names()
    total = RationalFunction.constant(0)
    for exponents, coefficient in polynomial.to_dict().items():
        term = RationalFunction.constant(_fraction(coefficient))
        for name, exponent in zip(names, exponents, strict=True):
            if exponent:
                factor = values[name] if name in values else RationalFunction.variable(name)
                term = term * factor ** int(exponent)
        total = total + term
    return total


def written(form: RationalFunction, named: Mapping[str, sp.Symbol]) -> sp.Expr:
    """A rational function as an expression in the symbols of these names."""
    parts = []
    for terms in form.key:
        total: Any = sp.Integer(0)
        for powers, coefficient in terms:
            total += sp.Rational(coefficient.numerator, coefficient.denominator) * sp.Mul(
                *(named[name] ** exponent for name, exponent in powers)
            )
        parts.append(total)
    return parts[0] / parts[1]
