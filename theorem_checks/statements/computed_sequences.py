"""Sequences and tables whose values a recurrence determines, computed as they are asked for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.reads import Read, note_read, with_reads
from theorem_checks.statements.scalars import symbolic
from theorem_checks.statements.sequences import Table, TooLargeError, UnmetError
from theorem_checks.statements.terms import term

__all__ = ["Computed", "ComputedRows", "ComputedTable", "place_number"]


_MOST_VALUES = 1000  # of a table of which each row is made from those before it


_MOST_BITS = 20_000  # of a value that a recurrence computes


class Computed:
    """The values of a recurrence, by its steps; of several sequences, together.

    Before the start there is none.
    """

    def __init__(self, start: int, first: tuple[sp.Expr, ...]) -> None:
        self.start = start
        self._values, self._busy = [first], False
        self._reads: list[frozenset[Read]] = [frozenset()]
        self._formal: dict[sp.Expr, tuple[sp.Expr, ...]] = {}  # values at symbols
        self.step: Callable[[Any], tuple[sp.Expr, ...]]  # from t to the values at t + 1

    @property
    def count(self) -> int:
        """The number of sequences."""
        return len(self._values[0])

    def values(self, number: int) -> tuple[sp.Expr, ...]:
        """The values of all of them at an integer."""
        return tuple(self.at(sp.Integer(number), place) for place in range(self.count))

    @contextmanager
    def having(self, place: sp.Symbol, values: tuple[sp.Expr, ...]) -> Iterator[None]:
        """A context in which the values at a symbol, an integer, are these."""
        self._formal[place] = values
        try:
            yield
        finally:
            del self._formal[place]

    def at(self, place: sp.Expr, component: int) -> sp.Expr:
        """The value at an integer, which is a number."""
        if (known := self._formal.get(place)) is not None:
            return known[component]
        number = place_number(place, "a value of a recurrence")
        if number < self.start:
            raise ArgumentError("index", number, f"an integer from {self.start} on")
        while len(self._values) <= number - self.start:
            reached = self.start + len(self._values) - 1
            if self._busy:  # what comes next reads itself
                raise ArgumentError("following", number, f"values at {reached} or before")
            self._busy = True
            try:
                values, reads = with_reads(partial(self.step, reached))
                self._values.append(tuple(map(_small, map(_summed, values))))
                self._reads.append(reads)
            finally:
                self._busy = False
        note_read(self._reads[number - self.start])
        return self._values[number - self.start][component]


class ComputedTable:
    """The values of a table that is determined by its first row and its edge, as they are asked."""

    table: Table

    def __init__(
        self,
        first: Callable[..., Any],
        edge: Callable[..., Any],
        following: Callable[..., Any],
    ) -> None:
        self._first, self._edge, self._following = first, edge, following
        self._values: dict[tuple[int, ...], sp.Expr] = {}
        self._reads: dict[tuple[int, ...], frozenset[Read]] = {}

    def at(self, *places: sp.Expr) -> sp.Expr:
        """The value at natural numbers."""
        key = tuple(place_number(place, "a value of a table") for place in places)
        if min(key) < 0:
            raise ArgumentError("index", key, "integers from 0 on")
        if (known := self._values.get(key)) is not None:
            note_read(self._reads[key])
            return known
        for place in product(range(key[0] + 1), range(key[1] + 1)):  # none waits for many others
            inner = (*place, *key[2:])
            if inner not in self._values:
                if len(self._values) >= _MOST_VALUES:
                    raise TooLargeError("A table has too many values.")
                made, self._reads[inner] = with_reads(partial(self._made, *inner))
                self._values[inner] = _small(term(made, "a value of a table"))
        note_read(self._reads[key])
        return self._values[key]

    def _made(self, s: int, k: int, *rest: int) -> Any:
        others = tuple(map(symbolic, rest))
        if s == 0:
            return self._first(symbolic(k), *others)
        if k == 0:
            return self._edge(symbolic(s - 1), *others)
        return self._following(self.table, symbolic(s - 1), symbolic(k - 1), *others)


class ComputedRows:
    """The values of a table of which each row is made from those before it, as they are asked."""

    table: Table

    def __init__(self, first: Callable[..., Any], following: Callable[..., Any]) -> None:
        self._first, self._following = first, following
        self._values: dict[tuple[int, ...], sp.Expr] = {}
        self._reads: dict[tuple[int, ...], frozenset[Read]] = {}
        self._below: int | None = None  # the row that is being made, of which none is read

    def at(self, *places: sp.Expr) -> sp.Expr:
        """The value at natural numbers."""
        key = tuple(place_number(place, "a value of a table") for place in places)
        if min(key) < 0:
            raise ArgumentError("index", key, "integers from 0 on")
        if self._below is not None and key[0] >= self._below:
            raise ArgumentError("following", key, f"values in rows before {self._below}")
        if (known := self._values.get(key)) is not None:
            note_read(self._reads[key])
            return known
        for row in range(key[0] + 1):  # in order, so that no row waits for all before it
            if (row, *key[1:]) not in self._values:
                if len(self._values) >= _MOST_VALUES:
                    raise TooLargeError("A table has too many values.")
                made, self._reads[row, *key[1:]] = with_reads(partial(self._made, row, *key[1:]))
                self._values[row, *key[1:]] = _small(term(made, "a value of a table"))
        note_read(self._reads[key])
        return self._values[key]

    def _made(self, s: int, *rest: int) -> Any:
        others = tuple(map(symbolic, rest))
        if s == 0:
            return self._first(*others)
        before, self._below = self._below, s
        try:
            return self._following(self.table, symbolic(s - 1), *others)
        finally:
            self._below = before


def place_number(place: sp.Expr, what: str) -> int:
    """The number at which `what` is asked for."""
    if not place.is_Integer:
        raise UnmetError(f"In a concrete world {what} is asked for at {place}, which is no number.")
    number: Any = place
    return int(number.p)


def _summed(value: sp.Expr) -> sp.Expr:
    """A sum of products, those of two cosines or sines as sums of these.

    A vector that is turned again and again would have twice as many parts each time.
    """
    if not value.has(sp.cos, sp.sin):
        return value
    return sp.Add(*map(_of_angles, sp.Add.make_args(sp.expand_mul(value))))


def _of_angles(product: sp.Expr) -> sp.Expr:
    """A product of two cosines or sines, beside other factors, by the sum of angles."""
    turns, others = [], []
    for factor in sp.Mul.make_args(product):
        base, power = factor.as_base_exp()
        of_angle = isinstance(base, sp.cos | sp.sin) and power in (1, 2)
        (turns if of_angle else others).extend([base] * int(power) if of_angle else [factor])
    if len(turns) != 2:
        return product
    (a, b), kinds = (turn.args[0] for turn in turns), [turn.func for turn in turns]
    if kinds == [sp.cos, sp.cos]:
        both = sp.cos(a - b) + sp.cos(a + b)
    elif kinds == [sp.sin, sp.sin]:
        both = sp.cos(a - b) - sp.cos(a + b)
    else:
        a, b = (a, b) if kinds[0] is sp.sin else (b, a)
        both = sp.sin(a + b) + sp.sin(a - b)
    return sp.expand_mul(sp.Mul(*others, both) / 2)


def _small(value: sp.Expr) -> sp.Expr:
    numbers: Any = value.atoms(sp.Rational)
    if any(int(n.p).bit_length() + int(n.q).bit_length() > _MOST_BITS for n in numbers):
        raise TooLargeError("A value of a recurrence has too many digits.")
    return value
