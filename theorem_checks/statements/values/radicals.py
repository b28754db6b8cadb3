"""Exact numbers made of rationals and roots: sums of c * p1**e1 * p2**e2 * ... and of i.

For distinct primes p and exponents e in [0, 1) these products are linearly independent over Q
(A. S. Besicovitch, 'On the linear independence of fractional powers of integers', 1940), so a sum
is zero if and only if all its coefficients are: equality is exact. Python's `fractions` do the
arithmetic.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

from theorem_checks.statements.values.elimination import solve

__all__ = ["NoExactValueError", "Number", "Radical", "power"]

_LARGEST_PRIME = 10**4  # of trial division
_LARGEST_DEGREE = 64  # of a field in which an inverse is computed
_LARGEST_BITS = 10**6  # of a power


class NoExactValueError(ArithmeticError):
    """An expression has no value in the numbers of this module, or too large a one."""


_Product: TypeAlias = tuple[tuple[int, Fraction], ...]  # primes (and -1) with their exponents


class Radical:
    """A sum of rational multiples of roots that is no rational number.

    Arithmetic with integers, fractions and other such sums gives a `Fraction` where it can.
    """

    def __init__(self, terms: Mapping[_Product, Fraction]) -> None:
        self.terms = {product: c for product, c in terms.items() if c}

    def __add__(self, other: "Number | int") -> "Number":
        terms = dict(self.terms)
        for product, coefficient in _terms(other):
            terms[product] = terms.get(product, Fraction(0)) + coefficient
        return _simplest(Radical(terms))

    def __mul__(self, other: "Number | int") -> "Number":
        terms: dict[_Product, Fraction] = {}
        for one, a in self.terms.items():
            for two, b in _terms(other):
                rational, product = _multiplied(one, two)
                terms[product] = terms.get(product, Fraction(0)) + rational * a * b
        return _simplest(Radical(terms))

    def __pow__(self, exponent: int) -> "Number":
        factor: Number = self if exponent >= 0 else self.inverse()
        result: Number = Fraction(1)
        left = abs(exponent)
        while left:  # by squaring
            if left % 2:
                result = result * factor
            left //= 2
            factor = factor * factor if left else factor
        return result

    def __neg__(self) -> "Number":
        return self * -1

    def __sub__(self, other: "Number | int") -> "Number":
        return self + other * -1

    def __rsub__(self, other: "Number | int") -> "Number":
        return self * -1 + other

    __radd__ = __add__
    __rmul__ = __mul__

    def __truediv__(self, other: "Number | int") -> "Number":
        return self * power(other if isinstance(other, Radical) else Fraction(other), Fraction(-1))

    def __rtruediv__(self, other: "Number | int") -> "Number":
        return self.inverse() * other

    def inverse(self) -> "Number":
        """Return 1 / self, from the matrix of multiplication by self in the field it generates."""
        basis: list[_Product] = [()]
        for one in basis:  # grows while it is walked through
            for factor in self.terms:
                product = _multiplied(one, factor)[1]
                if product not in basis:
                    basis.append(product)
            if len(basis) > _LARGEST_DEGREE:
                raise NoExactValueError(f"1/({self}) lies in too large a field")
        columns = [dict(_terms(self * Radical({one: Fraction(1)}))) for one in basis]
        rows = [[column.get(one, Fraction(0)) for column in columns] for one in basis]
        solution = solve(rows, [[Fraction(int(one == ()))] for one in basis])
        assert solution is not None  # a field has no zero divisors
        return _simplest(Radical({one: c for one, (c,) in zip(basis, solution, strict=True)}))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Radical) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __repr__(self) -> str:
        terms = (_text(product, c) for product, c in sorted(self.terms.items()))
        return " + ".join(terms).replace("+ -", "- ")


Number: TypeAlias = Fraction | Radical


def power(base: Number, exponent: Fraction) -> Number:
    """Return base ** exponent, by the principal branch.

    **Raises** `ZeroDivisionError` for a negative power of 0; `NoExactValueError` for a power that
    is no sum of roots of rationals, or is too large.
    """
    if exponent.denominator == 1:
        whole = int(exponent)
        _require_moderate(base, abs(whole))
        return base**whole
    if isinstance(base, Radical):
        raise NoExactValueError(f"({base})**({exponent}) is a nested root")
    if base == 0:
        if exponent < 0:
            raise ZeroDivisionError("negative power of 0")
        return Fraction(0)
    if base < 0 and exponent.denominator != 2:
        raise NoExactValueError(f"({base})**({exponent}) is no sum of real roots and i")
    result: Number = Fraction(1)
    for prime, multiplicity in _factored(base):
        total = multiplicity * exponent
        _require_moderate(Fraction(prime), abs(int(total)))
        whole = total.numerator // total.denominator
        if rest := total - whole:
            result = result * Radical({((prime, rest),): Fraction(1)})
        result = result * Fraction(prime) ** whole
    return result


def _text(product: _Product, coefficient: Fraction) -> str:
    def root(prime: int, exponent: Fraction) -> str:
        if exponent == Fraction(1, 2):
            return "i" if prime < 0 else f"sqrt({prime})"
        return f"{prime}**({exponent})"

    roots = "*".join(root(*factor) for factor in product)
    if not roots or abs(coefficient) != 1:
        return "*".join(filter(None, [str(coefficient), roots]))
    return roots if coefficient > 0 else f"-{roots}"


def _terms(value: "Number | int") -> Iterator[tuple[_Product, Fraction]]:
    if isinstance(value, Radical):
        yield from value.terms.items()
    else:
        yield (), Fraction(value)


def _simplest(value: Radical) -> Number:
    return value.terms.get((), Fraction(0)) if set(value.terms) <= {()} else value


def _multiplied(one: _Product, other: _Product) -> tuple[Fraction, _Product]:
    """The product of two products of roots: a rational number and the roots that remain."""
    rational, exponents = Fraction(1), dict(one)
    for prime, exponent in other:
        total = exponents.pop(prime, Fraction(0)) + exponent
        if total >= 1:
            rational, total = rational * prime, total - 1
        if total:
            exponents[prime] = total
    return rational, tuple(sorted(exponents.items()))


def _factored(value: Fraction) -> Iterator[tuple[int, int]]:
    """The prime factors, -1 among them, of a rational that is not 0."""
    if value < 0:
        yield -1, 1
    for part, sign in ((abs(value.numerator), 1), (value.denominator, -1)):
        rest, prime = part, 2
        while prime * prime <= rest:
            count = 0
            while rest % prime == 0:
                rest, count = rest // prime, count + 1
            if count:
                yield prime, sign * count
            prime += 1
            if prime > _LARGEST_PRIME:
                raise NoExactValueError(f"{part} has too large factors for its roots")
        if rest > 1:
            yield rest, sign


def _require_moderate(base: Number, exponent: int) -> None:
    size = base if isinstance(base, Fraction) else sum(map(abs, base.terms.values()), Fraction(2))
    bits = max(size.numerator.bit_length(), size.denominator.bit_length())
    if bits * exponent > _LARGEST_BITS:
        raise NoExactValueError("A power is too large to be computed exactly.")
