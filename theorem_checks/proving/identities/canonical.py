"""Canonical forms of symbolic expressions: rational functions over generators with relations.

An expression becomes an element of Q(g_1, ..., g_m), where the generators g stand for its symbols
and for the parts that are no rational functions of them:

- roots b**(1/q), with the relation g**q = b;
- powers b**m with symbolic m, one for each base and each monomial of the exponents, so that
  b**(n + 1) = b * b**n holds by construction ((-1)**n has the relation g**2 = 1 for integer n);
- values of the Gamma function (factorials, binomials), related by Gamma(u + 1) = u Gamma(u);
- anything else, opaque: equal functions of equal arguments are one generator. So are sin, cos and
  tan, unless the forms are `turning`: then they are sums of powers of e with
  imaginary exponents.

Each rewriting step is valid wherever the expression is defined, so a difference whose form is
zero is zero: the method can prove. It cannot refute, since the generators may satisfy relations
that it does not know.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor
from operator import add, mul
from typing import Any

import sympy as sp
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.identities.generators import Gamma, Generators, Power, Relation, Root
from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.proving.identities.requirements import Requirement

__all__ = ["CanonicalForms", "NowhereDefinedError"]

_TURNED = (sp.sin, sp.cos, sp.tan)
_LARGEST_FACTORED = 10**12  # an integer that is split into primes


class NowhereDefinedError(ArithmeticError):
    """An expression divides by what is identically zero."""


class CanonicalForms:
    """The canonical forms of several expressions over common generators.

    Call `of` for each expression first; then `is_zero` decides as far as the method goes, and
    `conditions` says where the forms stand for the expressions (`requirements`, as data).
    """

    def __init__(self, *, turning: bool = False) -> None:
        self._is_turning = turning
        self._turned: dict[RationalFunction, sp.Expr] = {}  # divisors, as they were written
        self._known: dict[sp.Basic, RationalFunction] = {}
        self._generators = Generators()
        self._divisors: list[RationalFunction] = []
        self._finite: dict[str, RationalFunction] = {}
        self.abstracted: dict[str, None] = {}
        """The parts that are no rational functions of the symbols, as text."""

    def of(self, expression: sp.Basic) -> RationalFunction:
        """Return the form of an expression, with the generators not yet brought together."""
        if expression not in self._known:
            self._known[expression] = self._form(expression)
        return self._known[expression]

    def is_zero(self, form: RationalFunction) -> bool:
        """Whether a form is zero by the field's arithmetic and the generators' relations.

        **Raises** `NowhereDefinedError` if some divisor met on the way is zero by them.
        """
        joined, relations = self._generators.joined()
        for divisor in self._divisors:
            if _reduced(divisor.substitute(joined), relations).is_zero:
                raise NowhereDefinedError(f"{divisor} is identically 0, and is divided by.")
        return _reduced(form.substitute(joined), relations).is_zero

    def conditions(self) -> list[str]:
        """Say, in words, outside which points the forms stand for the expressions."""
        return [requirement.text for requirement in self.requirements()]

    def requirements(self) -> list[Requirement]:
        """Return what has to hold at a point for the forms to stand for the expressions there."""
        joined, _ = self._generators.joined()
        signs = self._generators.signs
        factors = dict.fromkeys(
            factor
            for divisor in self._divisors
            if divisor not in self._turned
            for factor, _ in divisor.substitute(joined).factors()[1]
            if not signs.makes_nonzero(factor)
        )
        found = [
            *(Requirement(f"{e} is not 0", form, e) for form, e in self._turned.items()),
            *(
                Requirement(f"{factor!r} is not 0", factor, self._generators.expression(factor))
                for factor in factors
            ),
            *(
                Requirement(text, form, self._generators.expression(form), pole=True)
                for text, form in self._finite.items()
            ),
        ]
        return [r for r in found if not any(r.failing(name) == [] for name in signs.counting)]

    def _form(self, e: sp.Basic) -> RationalFunction:
        if e.is_commutative is False:
            raise ArgumentError("expression", e, "commuting symbols")
        if isinstance(e, sp.Rational):
            return RationalFunction.constant(Fraction(e.p, e.q))
        if isinstance(e, sp.Symbol):
            return self._symbol(e)
        if isinstance(e, sp.Add | sp.Mul):
            return self._arithmetic(e)
        if isinstance(e, sp.Pow):
            return self._power(e.base, e.exp)
        if isinstance(e, sp.exp):
            return self._power(sp.E, e.exp)
        if e is sp.I:
            return self._power(sp.S.NegativeOne, sp.S.Half)
        if isinstance(e, sp.gamma):
            return self._gamma_where_finite(e)
        rewritten = self._by_exp(e) or _by_gamma(e)
        if rewritten is not None:
            return self.of(rewritten)
        return self._opaque(e)

    def _arithmetic(self, e: sp.Add | sp.Mul) -> RationalFunction:
        """The form of a sum or a product; monomials in symbols are added at once."""
        if isinstance(e, sp.Mul):
            return _combined(mul, [self.of(part) for part in e.args])
        monomials, parts = [], []
        for term in e.args:
            factors = sp.Mul.make_args(term)
            if all(map(_is_of_monomial, factors)):
                monomials.append(self._monomial(factors))
            else:
                parts.append(self.of(term))
        return _combined(add, [RationalFunction.polynomial(monomials), *parts])

    def _monomial(self, factors: Sequence[Any]) -> tuple[dict[str, int], Fraction]:
        exponents: dict[str, int] = {}
        coefficient = Fraction(1)
        for factor in factors:
            if isinstance(factor, sp.Rational):
                coefficient *= Fraction(factor.p, factor.q)
                continue
            symbol, exponent = factor.as_base_exp()
            (name,) = self.of(symbol).variables
            exponents[name] = exponents.get(name, 0) + int(exponent)
        return exponents, coefficient

    def _by_exp(self, e: Any) -> sp.Expr | None:
        """A hyperbolic function by exponentials; of angles, if the forms are turning."""
        if isinstance(e, sp.tan) and self._is_turning:
            return sp.sin(*e.args) / sp.cos(*e.args)
        turning = isinstance(e, sp.sin | sp.cos) and self._is_turning
        return e.rewrite(sp.exp) if turning or isinstance(e, HyperbolicFunction) else None

    def _symbol(self, symbol: sp.Symbol) -> RationalFunction:
        name = self._generators.add(symbol, symbol.name, symbol)
        self._note_sign(name, symbol)
        if symbol.is_integer:
            self._generators.signs.integer.add(name)
            if symbol.is_nonnegative:
                self._generators.signs.counting.add(name)
        return RationalFunction.variable(name)

    def _opaque(self, e: sp.Basic) -> RationalFunction:
        key: object = e
        if isinstance(e, sp.Function) and all(isinstance(a, sp.Expr) for a in e.args):
            key = (e.func, *(self.of(a) for a in e.args))
        return self._abstract(key, str(e), e)

    def _abstract(self, meaning: object, text: str, e: Any = None) -> RationalFunction:
        name = self._generators.add(meaning, text, e)
        self.abstracted[name] = None
        if e is not None:
            self._note_sign(name, e)
        return RationalFunction.variable(name)

    def _note_sign(self, name: str, e: Any) -> None:
        if e.is_positive:
            self._generators.signs.positive.add(name)
        if e.is_zero is False:
            self._generators.signs.nonzero.add(name)
        if e.is_real:
            self._generators.signs.real.add(name)

    def _power(self, base: Any, exponent: Any) -> RationalFunction:
        if isinstance(exponent, sp.Integer):
            return self._integer_power(base, int(exponent))
        form = self.of(base)
        if form.is_zero:
            power = sp.Pow(0, exponent, evaluate=False)
            return self._abstract((sp.Pow, form, self.of(exponent)), f"0**({exponent})", power)
        result = RationalFunction.constant(1)
        pieces = self._pieces(form, integer_exponent=exponent.is_integer is True)
        for monomial, coefficient in self.of(exponent).numerator_terms():
            for piece, multiplicity in pieces:
                result = result * self._piece_power(piece, coefficient * multiplicity, monomial)
        return result

    def _integer_power(self, base: Any, exponent: int) -> RationalFunction:
        if exponent < 0:
            if isinstance(base, sp.gamma | sp.factorial):
                base = base.rewrite(sp.gamma)
                return self._gamma(self.of(base.args[0]), reciprocal=True) ** -exponent
            self._divide_by(self.of(base))
            if self._is_turning and base.has(*_TURNED):
                self._turned[self.of(base)] = base
        return self.of(base) ** exponent

    def _pieces(
        self, base: RationalFunction, *, integer_exponent: bool
    ) -> list[tuple[RationalFunction, int]]:
        """Split a base into factors f with (product of f)**e = product of f**e.

        That holds for integer e, and for every e as long as all factors but one are positive.
        """
        constant, factors = base.factors()
        pieces = [(RationalFunction.constant(p), k) for p, k in _primes(abs(constant))]
        rest = RationalFunction.constant(1)
        for factor, multiplicity in factors:
            if integer_exponent or self._generators.signs.makes_positive(factor):
                pieces.append((factor, multiplicity))
            else:
                rest = rest * factor**multiplicity
        rest = rest if constant > 0 else -rest
        return pieces if rest == 1 else [*pieces, (rest, 1)]

    def _piece_power(
        self, piece: RationalFunction, coefficient: Fraction, monomial: RationalFunction
    ) -> RationalFunction:
        """The form of piece ** (coefficient * monomial)."""
        root = self._generators.root(piece)
        if root:  # the principal logarithm of b**(1/q) is that of b, divided by q
            return self._piece_power(root.base, coefficient / root.order, monomial)
        if monomial.as_constant is not None:
            return self._rational_power(piece, coefficient * monomial.as_constant)
        signs = self._generators.signs
        counting = monomial.is_polynomial and monomial.variables <= signs.counting
        if not (counting and coefficient > 0 and coefficient.denominator == 1):
            self._divide_by(piece)
        meaning = Power(piece, monomial, coefficient.denominator)
        power = self._abstract(meaning, str(meaning))
        if signs.makes_positive(piece) and monomial.variables <= signs.real:
            signs.positive |= power.variables
        if signs.makes_nonzero(piece):
            signs.nonzero |= power.variables
        return power**coefficient.numerator

    def _rational_power(self, piece: RationalFunction, exponent: Fraction) -> RationalFunction:
        whole = floor(exponent)
        if whole < 0:
            self._divide_by(piece)
        result, rest = piece**whole, exponent - whole
        if rest:
            meaning = Root(piece, rest.denominator)
            root = self._abstract(meaning, str(meaning))
            signs = self._generators.signs
            if signs.makes_positive(piece):
                signs.positive |= root.variables
                signs.real |= root.variables
            result = result * root**rest.numerator
        return result

    def _gamma(self, argument: RationalFunction, *, reciprocal: bool = False) -> RationalFunction:
        meaning = Gamma(argument, reciprocal)
        return self._abstract(meaning, str(meaning))

    def _gamma_where_finite(self, e: Any) -> RationalFunction:
        argument = self.of(e.args[0])
        if not e.args[0].is_positive:
            self._finite[f"{e} is finite"] = argument
        return self._gamma(argument)

    def _divide_by(self, divisor: RationalFunction) -> None:
        if divisor.is_zero:
            raise NowhereDefinedError("0 is divided by.")
        if divisor.as_constant is None:
            self._divisors.append(divisor)


def _is_of_monomial(factor: Any) -> bool:
    """Whether it is a rational number, or a symbol to a natural power."""
    if isinstance(factor, sp.Rational):
        return True
    if isinstance(factor, sp.Pow):
        exponent = factor.exp
        factor = factor.base if isinstance(exponent, sp.Integer) and exponent > 0 else None
    return isinstance(factor, sp.Symbol) and factor.is_commutative is not False


def _combined(
    operation: Callable[[RationalFunction, RationalFunction], RationalFunction],
    parts: list[RationalFunction],
) -> RationalFunction:
    """Add or multiply in pairs, so that long sums take few passes."""
    while len(parts) > 1:
        pairs = [operation(*parts[i : i + 2]) for i in range(0, len(parts) - 1, 2)]
        parts = [*pairs, *parts[2 * len(pairs) :]]
    return parts[0]


def _reduced(form: RationalFunction, relations: list[Relation]) -> RationalFunction:
    """Reduce a numerator by the relations, those of outer generators first."""
    for relation in reversed(relations):
        form = relation.reduce(form)
    return form


def _primes(value: Fraction) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        if part > _LARGEST_FACTORED:
            found.append((part, sign))
        else:
            found += [(int(p), sign * int(k)) for p, k in sp.factorint(part).items()]
    return found


def _by_gamma(e: sp.Basic) -> sp.Expr | None:
    """Rewrite factorials, binomials and the like by Gamma where no pole is cancelled by that."""
    arguments: tuple[Any, ...] = e.args
    match e:
        case sp.factorial():
            return sp.gamma(arguments[0] + 1)
        case sp.binomial():
            n, k = arguments
            top, bottom = n + 1, (k + 1, n - k + 1)
        case sp.RisingFactorial():
            x, k = arguments
            top, bottom = x + k, (x,)
        case sp.FallingFactorial():
            x, k = arguments
            top, bottom = x + 1, (x - k + 1,)
        case _:
            return None
    if any(part.is_integer and part.is_nonpositive for part in (top, *bottom)):
        return None
    return sp.Mul(sp.gamma(top), *(1 / sp.gamma(part) for part in bottom))
