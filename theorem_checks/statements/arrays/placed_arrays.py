"""Arrays along one axis whose entries are given by their place: the rows of tables.

A table of a world has a number at every time and place. Where a cell of arrays makes the values at
the next time, its step is run on the table's row, of which each entry is what the table has there.
An entry of what the step returns is asked for by its place, 0 or one more than another place; so
the step runs for rows of every length. Sums along a row are refused where they are read, as their
terms are not known.

Trusted is what each operation does to an entry: `shift_in` puts the row at the place 0 and what
was at k at k + 1, `last_row` takes what is at the place before the length, all others go entry by
entry.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NoReturn

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.functions import exceeds
from theorem_checks.statements.questions import SymbolicCollection, refuse
from theorem_checks.statements.scalars import SymbolicScalar, symbolic

__all__ = ["PlacedArray", "PlacedSystem"]

Entry = Callable[[SymbolicScalar], Any]
"""From a place to the entry there; of a single number the place is not looked at."""


class PlacedArray(SymbolicCollection):
    """A row of numbers of a `length`, or a single one without a length; see the module."""

    __array_ufunc__ = None  # NumPy leaves operators to this class
    _op_priority = 1e9  # and so does SymPy
    _way_out: ClassVar[str] = (
        "Use +, -, *, division, zeros_like, ones_like, shift_in, last_row and exceeds."
    )

    def __init__(self, entry: Entry, length: SymbolicScalar | None) -> None:
        self._entry, self._length = entry, length
        self._read: dict[sp.Expr, SymbolicScalar] = {}

    @property
    def __number_system__(self) -> "PlacedSystem":
        return PlacedSystem()

    @property
    def shape(self) -> tuple[SymbolicScalar, ...]:
        """The length, to be handed on, or nothing."""
        return () if self._length is None else (self._length,)

    @property
    def T(self) -> "PlacedArray":
        """The array itself."""
        return self

    def at(self, place: Any) -> SymbolicScalar:
        """The entry at a place, for the world; that of a single number at any."""
        asked = symbolic(place, "place")
        key = asked.expression if self.shape else sp.S.Zero
        if key not in self._read:
            self._read[key] = symbolic(self._entry(asked), "an entry")
        return self._read[key]

    def __add__(self, other: Any) -> "PlacedArray":
        return self._with(other, lambda a, b: a + b)

    def __mul__(self, other: Any) -> "PlacedArray":
        return self._with(other, lambda a, b: a * b)

    def __sub__(self, other: Any) -> "PlacedArray":
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> "PlacedArray":
        return -self + other

    def __neg__(self) -> "PlacedArray":
        return self * -1

    def __truediv__(self, other: Any) -> "PlacedArray":
        return self._with(other, lambda a, b: a / b)

    def __matmul__(self, other: Any) -> "PlacedArray":
        self._with(other, lambda a, b: a * b)  # they have to fit
        return PlacedArray(lambda _: refuse("a sum along a row", self, self._way_out), None)

    __radd__ = __add__
    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"PlacedArray({'a number' if self._length is None else self._length.expression})"

    def _with(self, other: Any, operate: Callable[[Any, Any], Any]) -> "PlacedArray":
        """Both, entry by entry; a number is meant at every place."""
        if not isinstance(other, PlacedArray):
            if hasattr(other, "__number_system__"):
                raise ArgumentError("other", other, "a row of a table, or a number")
            number = symbolic(other, "operand")
            return PlacedArray(lambda place: operate(self.at(place), number), self._length)
        one, two = self._length, other._length
        if one is not None and two is not None and one.expression != two.expression:
            raise ArgumentError("the length of other", two, f"the length {one.expression}")
        length = two if one is None else one
        return PlacedArray(lambda place: operate(self.at(place), other.at(place)), length)


class PlacedSystem:
    """The number system of rows of tables."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlacedSystem)

    def __hash__(self) -> int:
        return hash(PlacedSystem)

    def __str__(self) -> str:
        return "rows of tables"

    def admits(self, other: object) -> bool:
        """Whether arrays of another system may enter: none; numbers may."""
        return self == other

    def zeros(self, shape: Sequence[Any]) -> PlacedArray:
        """Return zeros, of one length or of none."""
        return _constant(shape, 0)

    def ones(self, shape: Sequence[Any]) -> PlacedArray:
        """Return ones, of one length or of none."""
        return _constant(shape, 1)

    def shift_in(self, window: PlacedArray, row: PlacedArray) -> PlacedArray:
        """Return a row moved on by one place, with a number at the place 0."""
        _require_row("window", window)
        if row.shape:
            raise ArgumentError("row", row, "a single number")

        def entry(place: SymbolicScalar) -> Any:
            if place.expression.is_zero:
                return row.at(place)
            if not place.expression.is_positive:
                refuse(f"the entry at {place!r} of what was moved on", window, window._way_out)
            return window.at(place - 1)

        return PlacedArray(entry, window.shape[0])

    def last_row(self, window: PlacedArray) -> PlacedArray:
        """Return the last entry."""
        _require_row("window", window)
        (length,) = window.shape
        return PlacedArray(lambda _: window.at(length - 1), None)

    def exceeds(self, a: PlacedArray, b: PlacedArray) -> PlacedArray:
        """Return 1 where an entry of `a` is larger than that of `b`, and else 0."""
        return a._with(b, exceeds)

    def scan(self, *_: Any) -> NoReturn:
        """Raise `ArgumentError`: a step at a time makes the rows of tables."""
        raise ArgumentError("xs", "a sequence", "one step at a time")


def _constant(shape: Sequence[Any], value: int) -> PlacedArray:
    if len(shape) > 1:
        raise ArgumentError("shape", shape, "one length, or none")
    return PlacedArray(lambda _: value, symbolic(shape[0], "a length") if shape else None)


def _require_row(name: str, array: PlacedArray) -> None:
    if not array.shape:
        raise ArgumentError(name, array, "a row, and no single number")
