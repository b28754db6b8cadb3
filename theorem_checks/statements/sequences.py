"""Sequences of numbers, as a subject sees them: in each world they look alike.

`a[t]` is the value at an integer t, which may be a symbol; of a table, `a[t, i]` at two integers.
In the symbolic world a value is that of an unknown function; in a concrete one it is a number,
which a recurrence computes (`computed_sequences`), or which is drawn (`drawn_sequences`).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.statements.analysis import BoundedBelow, Proportional
from theorem_checks.statements.conclusions import (
    Conclusion,
    ForAll,
)
from theorem_checks.statements.questions import SymbolicCollection, refuse
from theorem_checks.statements.scalars import SymbolicScalar, symbolic, unwrapped

__all__ = [
    "InProportion",
    "InTheEnd",
    "InValues",
    "Quantified",
    "Sequence",
    "Table",
    "TooLargeError",
    "UnmetError",
    "derived_sorts",
    "sort_of",
]


class UnmetError(TheoremChecksError):
    """The numbers of a concrete world do not meet what the statement assumes of them."""


class TooLargeError(UnmetError):
    """A value that a recurrence computes is too large to be written."""


class Sequence(SymbolicCollection):
    """A sequence of numbers: `a[t]` is its value at the integer t; see the module."""

    __slots__ = ("_at", "_name")

    _way_out: ClassVar[str] = (
        "Ask for values, a[t], and add them up by `w.sum(lambda k: a[k], 'k', first, last)`."
    )

    def __init__(self, name: str, at: Callable[[sp.Expr], Any]) -> None:
        self._name, self._at = name, at

    def __getitem__(self, index: Any) -> SymbolicScalar:
        if isinstance(index, slice):
            refuse(f"{self!r}[{index}]", self, self._way_out)
        place = unwrapped(symbolic(index, "index"))
        if not (place.is_Integer or place.is_integer):
            raise ArgumentError("index", index, "what is known to be an integer")
        return symbolic(self._at(place))

    def __repr__(self) -> str:
        return self._name


class Table(Sequence):
    """Numbers in several integers: `a[t, i]` is the value at t and i."""

    __slots__ = ("_axes",)

    def __init__(self, name: str, at: Callable[..., Any], axes: int) -> None:
        super().__init__(name, at)
        self._axes = axes

    def __getitem__(self, index: Any) -> SymbolicScalar:
        if not isinstance(index, tuple) or len(index) != self._axes:
            raise ArgumentError("index", index, f"{self._axes} integers, {self!r}[t, i]")
        places = [unwrapped(symbolic(one, "index")) for one in index]
        for one, place in zip(index, places, strict=True):
            if not (place.is_Integer or place.is_integer):
                raise ArgumentError("index", one, "what is known to be an integer")
        return symbolic(self._at(*places))


class Quantified(ForAll):
    """A `ForAll` of a concrete world: its body at one integer, and by `at` at any other."""

    at: Callable[[Any], Conclusion]

    @classmethod
    def made(
        cls, variable: sp.Symbol, start: int, body: Conclusion, at: Callable[[Any], Conclusion]
    ) -> "Quantified":
        """One with the body at the integer that was drawn for the variable."""
        found = cls(variable, start, body)
        object.__setattr__(found, "at", at)
        return found


@dataclass(frozen=True)
class InValues:
    """Terms at an integer n, in what stands for the values of recurrences there.

    **Fields**: the symbol `n`; the `terms`; the symbols `values`, and what they are at n + 1, in n
    and these, `following`; `at`, the values at an integer from `start` on.
    """

    n: sp.Symbol
    terms: tuple[sp.Expr, ...]
    values: tuple[sp.Symbol, ...]
    following: tuple[sp.Expr, ...]
    start: int
    at: Callable[[int], tuple[sp.Expr, ...]]


class InTheEnd(BoundedBelow):
    """A `BoundedBelow` of a concrete world: its term at one integer, and at any by `in_values`."""

    in_values: Callable[[], InValues]

    @classmethod
    def made(cls, number: int, term: Any, in_values: Callable[[], InValues]) -> "InTheEnd":
        """One with the term at the integer that was drawn."""
        found = cls(sp.Integer(number), term)
        object.__setattr__(found, "in_values", in_values)
        return found


class InProportion(Proportional):
    """A `Proportional` of a concrete world, as `InTheEnd` is a `BoundedBelow` of one.

    The terms of `in_values` are those of the first sequence, and then those of the other.
    """

    in_values: Callable[[], InValues]

    @classmethod
    def made(
        cls, number: int, both: tuple[Any, Any], in_values: Callable[[], InValues]
    ) -> "InProportion":
        """One with the terms at the integer that was drawn."""
        found = cls(sp.Integer(number), *both)
        object.__setattr__(found, "in_values", in_values)
        return found


def sort_of(assumptions: Mapping[str, bool]) -> dict[str, bool]:
    """The assumptions on the values of a sequence: real unless they are said to be complex."""
    return dict(assumptions) if assumptions.get("complex") else {"real": True, **assumptions}


_SIGNS = ({"positive": True}, {"nonnegative": True}, {"real": True})


def derived_sorts() -> Iterator[dict[str, bool]]:
    """What may be known of the values of a recurrence, the strongest first."""
    for sign in _SIGNS:
        yield {**sign, "integer": True}
        yield sign
    yield {}
