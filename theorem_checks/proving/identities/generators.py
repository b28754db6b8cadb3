"""The generators of a canonical form: what each stands for, and how they are related.

Roots of one base become powers of one root, powers of one base with exponents c*m (m a monomial)
become powers of one generator, and values of the Gamma function at arguments that differ by
integers become multiples of one value.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, cast

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.statements.formulas import encoded

__all__ = ["Gamma", "Generators", "Power", "Relation", "Root", "Signs"]

_LARGEST_SHIFT = 200  # between Gamma's arguments; each step is one more factor


@dataclass(frozen=True)
class Root:
    """`base ** (1 / order)`."""

    base: RationalFunction
    order: int

    @property
    def exponent(self) -> RationalFunction:
        """The exponent without its denominator, as of a `Power`."""
        return RationalFunction.constant(1)

    def __str__(self) -> str:
        return _power_text(self.base, self.exponent, self.order)


@dataclass(frozen=True)
class Power:
    """`base ** (exponent / order)`, with a monomial (over some denominator) as exponent."""

    base: RationalFunction
    exponent: RationalFunction
    order: int

    def __str__(self) -> str:
        return _power_text(self.base, self.exponent, self.order)


@dataclass(frozen=True)
class Gamma:
    """The Gamma function at an argument, or its reciprocal (which has no poles)."""

    argument: RationalFunction
    reciprocal: bool

    def __str__(self) -> str:
        return f"1/gamma({self.argument})" if self.reciprocal else f"gamma({self.argument})"


@dataclass(frozen=True)
class Relation:
    """`generator ** power == value`, with a value in earlier generators."""

    generator: str
    power: int
    value: RationalFunction

    def reduce(self, function: RationalFunction) -> RationalFunction:
        """Return the numerator with the generator's powers lowered below `power`."""
        total = RationalFunction.constant(0)
        variable = RationalFunction.variable(self.generator)
        for exponent, coefficient in function.powers_of(self.generator).items():
            times, rest = divmod(exponent, self.power)
            total = total + coefficient * self.value**times * variable**rest
        return RationalFunction(total.numerator)


class Signs:
    """What is known of the signs of generators, by name."""

    def __init__(self) -> None:
        self.positive: set[str] = set()
        self.nonzero: set[str] = set()
        self.real: set[str] = set()
        self.integer: set[str] = set()
        self.counting: set[str] = set()  # nonnegative integers

    def makes_positive(self, form: RationalFunction) -> bool:
        """Whether no coefficient is negative and some term of each part is surely positive."""
        if not form.variables <= self.positive | self.counting:
            return False
        return all(
            all(coefficient > 0 for _, coefficient in part)
            and any({name for name, _ in powers} <= self.positive for powers, _ in part)
            for part in form.key
        )

    def makes_nonzero(self, form: RationalFunction) -> bool:
        """Whether a form is positive, or a number or a variable that is not 0."""
        if self.makes_positive(form) or form.as_constant not in (None, 0):
            return True
        return any(
            form == RationalFunction.variable(name) for name in form.variables & self.nonzero
        )


class Generators:
    """The generators met so far, by name; equal meanings have one name."""

    def __init__(self) -> None:
        self.signs = Signs()
        self._names: dict[object, str] = {}  # by meaning
        self._meanings: dict[str, object] = {}
        self._expressions: dict[str, sp.Expr] = {}

    def add(self, meaning: object, text: str = "", expression: sp.Basic | None = None) -> str:
        """Return the name of the generator that stands for `meaning`, a hashable value.

        `expression` is what it stands for, where the meaning does not tell.
        """
        if meaning not in self._names:
            name = text or str(meaning)
            while name in self._meanings:
                name += "'"  # the text is taken by something else
            self._names[meaning], self._meanings[name] = name, meaning
            if expression is not None:
                self._expressions[name] = _encodable(cast(sp.Expr, expression))
        return self._names[meaning]

    def expression(self, form: RationalFunction) -> sp.Expr:
        """The expression that a form stands for, in the original symbols."""
        top, bottom = (self._sum(part) for part in form.key)
        return cast(sp.Expr, top / bottom)

    def _sum(self, terms: frozenset[tuple[frozenset[tuple[str, int]], Fraction]]) -> sp.Expr:
        return sp.Add(
            *(
                sp.Mul(
                    sp.Rational(coefficient.numerator, coefficient.denominator),
                    *(self._meant(name) ** exponent for name, exponent in powers),
                )
                for powers, coefficient in terms
            )
        )

    def _meant(self, name: str) -> Any:
        """What a generator stands for."""
        if name not in self._expressions:
            meaning = self._meanings[name]
            if isinstance(meaning, Gamma):
                value = sp.gamma(self.expression(meaning.argument))
                found: Any = 1 / value if meaning.reciprocal else value
            elif isinstance(meaning, Root | Power):
                exponent = self.expression(meaning.exponent) / meaning.order
                found = self.expression(meaning.base) ** exponent
            else:
                found = sp.Symbol(name)
            self._expressions[name] = found
        return self._expressions[name]

    def root(self, form: RationalFunction) -> Root | None:
        """The root that a form is, if it is one."""
        for meaning, name in self._names.items():
            if isinstance(meaning, Root) and form == RationalFunction.variable(name):
                return meaning
        return None

    def joined(self) -> tuple[dict[str, RationalFunction], list[Relation]]:
        """Express related generators by one of each kind, and list the relations of those."""
        values, relations = self._joined_powers()
        values |= self._joined_gammas()
        return values, [
            Relation(r.generator, r.power, r.value.substitute(values)) for r in relations
        ]

    def _joined_powers(self) -> tuple[dict[str, RationalFunction], list[Relation]]:
        groups: dict[tuple[RationalFunction, RationalFunction], dict[str, int]] = {}
        for meaning, name in self._names.items():
            if isinstance(meaning, Root | Power):
                group = groups.setdefault((meaning.base, meaning.exponent), {})
                group[name] = meaning.order
        values: dict[str, RationalFunction] = {}
        relations: list[Relation] = []
        for (base, exponent), orders in groups.items():
            common = lcm(*orders.values())
            final = self.add(Power(base, exponent, common) if exponent != 1 else Root(base, common))
            for known in (self.signs.positive, self.signs.nonzero):
                if orders.keys() <= known:
                    known.add(final)
            for name, order in orders.items():
                values[name] = RationalFunction.variable(final) ** (common // order)
            if exponent == 1:
                relations.append(Relation(final, common, base))
            elif base == -1 and exponent.is_polynomial and self._is_integer(exponent):
                relations.append(Relation(final, 2 * common, RationalFunction.constant(1)))
        return values, relations

    def _is_integer(self, monomial: RationalFunction) -> bool:
        return monomial.variables <= self.signs.integer

    def _joined_gammas(self) -> dict[str, RationalFunction]:
        groups: list[dict[str, Gamma]] = []
        for meaning, name in self._names.items():
            if not isinstance(meaning, Gamma):
                continue
            for group in groups:
                if _shift(meaning, next(iter(group.values()))) is not None:
                    group[name] = meaning
                    break
            else:
                groups.append({name: meaning})
        return {name: v for group in groups for name, v in _in_one_gamma(group).items()}


def _encodable(expression: sp.Expr) -> sp.Expr:
    """The expression, or a symbol for what formulas of evidence have no word for."""
    try:
        encoded(expression)
    except ArgumentError:
        return sp.Symbol(str(expression))
    return expression


def _in_one_gamma(group: dict[str, Gamma]) -> dict[str, RationalFunction]:
    """Express Gamma values by that with the least argument, reciprocals by the greatest.

    So no factor is divided by that could vanish where the values themselves are defined.
    """
    proper = {name: g for name, g in group.items() if not g.reciprocal}
    origin = next(iter(group.values()))

    def shift(name: str) -> int:
        return _shift(group[name], origin) or 0

    base = min(proper, key=shift) if proper else max(group, key=shift)
    start, anchor = group[base].argument, RationalFunction.variable(base)
    values: dict[str, RationalFunction] = {}
    for name, gamma in group.items():
        step = shift(name) - shift(base)
        ratio = RationalFunction.constant(1)  # gamma(start + step) / gamma(start)
        for i in range(abs(step)):
            ratio = ratio * (start + i) if step > 0 else ratio / (start - i - 1)
        if not proper:
            values[name] = anchor / ratio
        else:
            values[name] = (anchor * ratio) ** (-1 if gamma.reciprocal else 1)
    return values


def _shift(one: Gamma, other: Gamma) -> int | None:
    """The integer by which two arguments differ, if they do so by a moderate integer."""
    difference = (one.argument - other.argument).as_constant
    if difference is None or difference.denominator != 1 or abs(difference) > _LARGEST_SHIFT:
        return None
    return int(difference)


def _power_text(base: RationalFunction, exponent: RationalFunction, order: int) -> str:
    top, shown = repr(exponent), repr(base)
    if order > 1:
        top = f"{top}/{order}" if top.isalnum() else f"({top})/{order}"
    if shown == "E":
        return f"exp({top})"
    if top == "1/2":
        return f"sqrt({shown})"
    shown = shown if shown.isalnum() else f"({shown})"
    return f"{shown}**{top}" if top.isalnum() else f"{shown}**({top})"
