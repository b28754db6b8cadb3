"""What trees are at numbers: sizes, elements of the rationals, arrays as functions of places.

Nothing here is trusted: the kernel computes each value anew.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.reals.evaluation import UndefinedError

__all__ = ["Instance", "TooLargeError", "Value"]

_LARGEST = 1000


class TooLargeError(ArithmeticError):
    """A number that the kernel, whose numbers are unary here, would compute with for too long."""


Value = Callable[..., Fraction]
"""An array: a function of places."""


@dataclass(frozen=True)
class Instance:
    """Sizes, numbers and arrays by name; `places`, what bound variables are."""

    sizes: Mapping[str, int]
    numbers: Mapping[str, Fraction]
    arrays: Mapping[str, Value]
    places: Mapping[int, int] = field(default_factory=dict)

    def at(self, indices: Sequence[t.Bound], values: Sequence[int]) -> "Instance":
        """The same, with values of bound variables."""
        new = {i.number: value for i, value in zip(indices, values, strict=True)}
        return replace(self, places={**self.places, **new})

    def having(self, functions: Mapping[str, Value]) -> "Instance":
        """The same, with more arrays."""
        return replace(self, arrays={**self.arrays, **functions})

    def size(self, n: t.Size) -> int:
        """A natural number."""
        if n.kind == "name":
            return self.sizes[str(n.parts[0])]
        if n.kind == "number":
            return int(str(n.parts[0]))
        parts = [self.size(part) for part in n.parts if isinstance(part, t.Size)]
        return sum(parts) if n.kind == "+" else prod(parts)

    def place(self, index: t.Bound | t.Place) -> int:
        """A place."""
        return index.value if isinstance(index, t.Place) else self.places[index.number]

    def functions(self, given: Sequence[t.Function]) -> dict[str, Value]:
        """Arrays by name, each a term in its places."""

        def function(one: t.Function) -> Value:
            known: dict[tuple[int, ...], Fraction] = {}

            def entry(*places: int) -> Fraction:
                if places not in known:
                    known[places] = self.at(one.places, places).term(one.body)
                return known[places]

            return entry

        return {one.name: function(one) for one in given}

    def term(self, e: t.Term) -> Fraction:
        """An element of the field.

        **Raises** `TooLargeError` for one that is too long to be written in unary;
        `UndefinedError` for a quotient by 0: that is 0 in MathComp, and no number of the claim's.
        """
        value = _TERMS[type(e)](self, e)
        if max(abs(value.numerator), value.denominator) > _LARGEST:
            raise TooLargeError(str(value))
        return value

    def holds(self, p: t.Proposition) -> bool:
        """Whether a relation of numbers holds; nothing else is asked of one."""
        if isinstance(p, t.And):
            return all(map(self.holds, p.parts))
        if isinstance(p, t.Largest):
            return p.least <= self.size(p.size)
        if type(p) not in _RELATIONS:
            raise NoFormError(f"the values of {type(p).__name__}")
        one, other = self.term(p.lhs), self.term(p.rhs)  # pyright: ignore
        return _RELATIONS[type(p)](one, other)


_RELATIONS: dict[type, Callable[[Fraction, Fraction], bool]] = {
    t.Equals: lambda one, other: one == other,
    t.Unequal: lambda one, other: one != other,
    t.AtMost: lambda one, other: one <= other,
    t.Less: lambda one, other: one < other,
}


_BY_ZERO = "A quotient by 0."


def _inverse(at: Instance, e: t.Inverse) -> Fraction:
    if not (value := at.term(e.body)):
        raise UndefinedError(_BY_ZERO)
    return 1 / value


_TERMS: dict[type, Callable[[Instance, Any], Fraction]] = {
    t.Number: lambda _at, e: Fraction(e.value),
    t.OfSize: lambda at, e: Fraction(at.size(e.size)),
    t.Smaller: lambda at, e: Fraction(min(at.size(e.one), at.size(e.other))),
    t.Variable: lambda at, e: at.numbers[e.name],
    t.Entry: lambda at, e: at.arrays[e.name](*map(at.place, e.indices)),
    t.Delta: lambda at, e: Fraction(at.place(e.one) == at.place(e.other)),
    t.Ordered: lambda at, e: Fraction(at.place(e.one) <= at.place(e.other)),
    t.Lag: lambda at, e: Fraction(at.place(e.sum) == at.place(e.one) + at.place(e.other)),
    t.Plus: lambda at, e: sum(map(at.term, e.parts), Fraction(0)),
    t.Times: lambda at, e: prod(map(at.term, e.parts), start=Fraction(1)),
    t.Negative: lambda at, e: -at.term(e.body),
    t.Inverse: _inverse,
    t.Power: lambda at, e: at.term(e.body) ** e.exponent,
    t.Positive: lambda at, e: max(at.term(e.body), Fraction(0)),
    t.Sum: lambda at, e: sum(
        (at.at((e.index,), (n,)).term(e.body) for n in range(at.size(e.index.size))), Fraction(0)
    ),
}
