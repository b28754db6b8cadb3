"""A lookup in numbers, for any number n of tokens: the vectors of which its text is written.

A vector is its entries, as a function of the place and of how many tokens were read, and its size.
What states hold are tables that each token makes from the row before, by `shift_in` and sums.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from constructions.arrays import last_row, shift_in
from theorem_checks import World, symbolic

__all__ = ["InNumbers", "Vector"]

Entry = Callable[[Any, Any], Any]
"""From the place k and the number t of tokens read to an entry."""


@dataclass(frozen=True)
class Vector:
    """A vector at each token; one of a single entry has no size, and may be added to any other."""

    size: Any
    entry: Entry

    def at(self, t: Any) -> Any:
        """Return the single entry after t tokens."""
        return self.entry(0, t)

    def __getitem__(self, which: Any) -> "Vector":
        if not isinstance(which, slice):
            return Vector(None, lambda _, t: self.entry(which, t))
        start = 0 if which.start is None else which.start
        stop = self.size if which.stop is None else which.stop
        return Vector(stop - start, lambda k, t: self.entry(k + start, t))

    def maximum(self, least: Any) -> "Vector":
        """Return the larger of each entry and a number."""
        return Vector(self.size, lambda k, t: symbolic(self.entry(k, t)).maximum(least))

    def _with(self, other: Any, function: Callable[[Any, Any], Any]) -> "Vector":
        if not isinstance(other, Vector):
            return Vector(self.size, lambda k, t: function(self.entry(k, t), other))
        size = other.size if self.size is None else self.size
        mine, theirs = (_of_any_place(one) for one in (self, other))
        return Vector(size, lambda k, t: function(mine(k, t), theirs(k, t)))

    def __add__(self, other: Any) -> "Vector":
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other: Any) -> "Vector":
        return self._with(other, lambda a, b: a - b)

    def __mul__(self, number: Any) -> "Vector":
        return self._with(number, lambda a, b: a * b)

    __rmul__ = __mul__


def _of_any_place(x: Vector) -> Entry:
    """The entries; those of a vector of one entry are all this one."""
    return (lambda _, t: x.entry(0, t)) if x.size is None else x.entry


class InNumbers:
    """Numbers of a world, for any n, in which a lookup is written: the `Memories` of proofs.

    **Arguments**: the tokens x[1], x[2], ...; after t of them x[t] was the last one.
    """

    def __init__(self, w: World, tokens: Any) -> None:
        self._w, self._names = w, iter(("turn", "leave", "a", "b", "c", "d", "e"))
        self._sums = count()
        self.token = Vector(None, lambda _, t: tokens[t])

    def turning(self, size: Any) -> Vector:
        """Return what is moved on in a circle; before the first token the last place has the 1."""

        def first(k: Any) -> Any:
            return _is_0(size - 1 - k)

        return self._state(size, first, lambda _, row: shift_in(row, last_row(row)))

    def leaving(self, size: Any) -> Vector:
        """Return a 1 that is moved on from the place 0 of size + 1, of which that is left out."""

        def after(_: Any, row: Any) -> Any:
            return shift_in(row, self._number(lambda: 0))

        return self._state(size + 1, _is_0, after)[1:]

    def recent(self, x: Vector, size: Any) -> Vector:
        """Return what is moved on, with each value of x at the place 0."""

        def after(t: Any, row: Any) -> Any:
            return shift_in(row, self._number(lambda: x.at(t + 1)))

        return self._state(size, lambda _: 0, after)

    def added_up(self, x: Vector) -> Vector:
        """Return the sums over the tokens."""
        if x.size is None:
            sums = self._w.recurrence(next(self._names), 0, lambda h, t: h[t] + x.at(t + 1))
            return Vector(None, lambda _, t: sums[t])

        def after(t: Any, row: Any) -> Any:
            return row + self._w.at_places(lambda k: x.entry(k, t + 1), x.size)

        return self._state(x.size, lambda _: 0, after)

    def total(self, x: Vector) -> Vector:
        """Return the sum of the entries."""

        def entry(_: Any, t: Any) -> Any:
            return self._w.sum(lambda k: x.entry(k, t), f"k{next(self._sums)}", 0, x.size - 1)

        return Vector(None, entry)

    def _number(self, value: Callable[[], Any]) -> Any:
        return self._w.at_places(value)

    def _state(self, size: Any, first: Callable[[Any], Any], after: Callable[..., Any]) -> Vector:
        (table,) = self._w.places(
            next(self._names), size, lambda k: (first(k),), lambda t, row: (after(t, row),)
        )
        return Vector(size, lambda k, t: table[t, k])


def _is_0(k: Any) -> Any:
    """1 at the integer 0, and 0 at those after it."""
    return symbolic(1 - k).maximum(0)
