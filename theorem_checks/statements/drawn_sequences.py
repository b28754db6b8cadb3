"""Any sequences and tables, drawn so that they meet what is assumed of all their values.

What is drawn has no pattern at first, and a closed form from some index on, so that what is assumed
of all its values can be decided of all of them. Of a table each row is drawn as it is asked for,
and all others are 0 where something is assumed of each row.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from itertools import count, pairwise, repeat
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.computed_sequences import place_number
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    Less,
    Relation,
)
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.reads import note_read
from theorem_checks.statements.sequences import UnmetError
from theorem_checks.statements.values.evaluation import evaluate
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["Drawn", "DrawnTable", "Plain"]


class Plain(Enum):
    """Simple values of a sequence or table, the simplest ones first."""

    ZEROS = 0
    ONES = 1
    MINUS_ONES = -1
    COUNTED = 2  # 1, 2, 3, ... as they are asked for

    def values(self) -> Iterator[Fraction]:
        """Return the values one after the other."""
        each = count(1) if self is Plain.COUNTED else repeat(self.value)
        return map(Fraction, each)


class DrawnTable:
    """The values of a table of numbers, each drawn as it is asked for.

    Where something is assumed of each row, a row that is asked for is drawn such that it is met,
    and all others are 0; what is assumed can then be seen of them at a symbol, in `rows_beyond`.

    **Arguments**: `draw`, a number of its sort; `sort`, the assumptions; `such_that`, what is
    assumed of the row t, a conclusion about numbers.
    """

    def __init__(
        self, draw: Callable[[], Fraction], sort: Mapping[str, bool], choose: Callable[[int], int]
    ) -> None:
        self._draw, self._sort, self._choose = draw, sort, choose
        self._values: dict[tuple[int, ...], Fraction] = {}
        self._exact: dict[tuple[int, ...], tuple[Fraction, sp.Expr]] = {}  # as they are handed out
        self._rows: set[int] = set()  # those that are drawn, or are being drawn
        self._row: int | None = None  # the one that is being drawn, of which alone is read
        self._beyond = False  # whether a row at a symbol is one that is not asked for
        self.such_that: Callable[[int], Conclusion] | None = None

    def named(self, name: str, places: Iterable[tuple[int, ...]], most: int) -> dict[str, Fraction]:
        """The values at some places, at most so many, each by its name: 'L[0, 1]'."""
        return {f"{name}{list(key)}": self._values[key] for key in sorted(places)[:most]}

    def may_be(self, value: Fraction) -> bool:
        """Whether a number is of the sort of the values."""
        return _is_of_sort(_rational(value), self._sort)

    @contextmanager
    def rows_beyond(self) -> Iterator[None]:
        """A context in which a row at a symbol is one that is not asked for."""
        before, self._beyond = self._beyond, True
        try:
            yield
        finally:
            self._beyond = before

    def at(self, *places: sp.Expr) -> Any:
        """The value at integers, which are numbers."""
        if self._beyond and not places[0].is_Integer and self._row is None:
            return sp.Integer(0)
        key = tuple(place_number(place, "a value of a table") for place in places)
        if self._row is not None and key[0] != self._row:
            raise ArgumentError("such_that", key, f"values in the row {self._row} alone")
        if self.such_that is not None and key[0] >= 0 and key[0] not in self._rows:
            self._rows.add(key[0])
            self._row = key[0]
            try:
                self._draw_row(key[0])
            finally:
                self._row = None
        if key not in self._values:
            self._values[key] = self._draw()
        if self._row is None:
            note_read([(self, key)])
        value = self._values[key]
        if (known := self._exact.get(key)) is None or known[0] is not value:
            known = self._exact[key] = value, _rational(value)
        return known[1]

    def _draw_row(self, row: int) -> None:
        """Draw the values of a row that what is assumed speaks of, such that it is met."""
        assert self.such_that is not None
        is_met, _ = _met_by(self.such_that(row))
        read = {key: value for key, value in self._values.items() if key[0] == row}
        if read and self._choose(4) == 0:  # one value apart from 0
            kept = list(read)[self._choose(len(read))]
            read = {key: value if key == kept else Fraction(0) for key, value in read.items()}
        elif is_met and self._choose(2):
            return
        for factor in self._factors(row, read):
            if self._scaled(row, read, factor)[0]:
                return
        raise UnmetError("No row was found that meets what is assumed of a table.")

    def _scaled(
        self, row: int, read: Mapping[tuple[int, ...], Fraction], factor: Fraction
    ) -> tuple[bool, list[Fraction]]:
        """Whether a multiple of a row can stand, and by how much the sides of relations differ."""
        assert self.such_that is not None
        self._values.update({key: factor * value for key, value in read.items()})
        is_met, by = _met_by(self.such_that(row))
        of_sort = (_is_of_sort(_rational(self._values[key]), self._sort) for key in read)
        return is_met and all(of_sort), by

    def _factors(self, row: int, read: Mapping[tuple[int, ...], Fraction]) -> Iterator[Fraction]:
        """By what a row may be multiplied: to where the sides of a relation are equal, and less."""
        none, once = (self._scaled(row, read, Fraction(n))[1] for n in (0, 1))
        pairs = zip(none, once, strict=False)
        edges = sorted({d / (d - after) for d, after in pairs if d != after}, reverse=True)
        if self._choose(2):
            yield from edges
        yield from (edge * Fraction(self._choose(96) + 1, 97) for edge in edges)
        yield from edges
        yield from (Fraction(1), Fraction(0))


class Drawn:
    """The values of a sequence that is drawn: without a pattern at first, then a closed form.

    **Arguments**: `draw`, a number of its sort; `sort`, the assumptions; `such_that`, what is
    assumed at each integer from `start` on, a conclusion about numbers.
    """

    def __init__(
        self,
        draw: Callable[[], Fraction],
        sort: Mapping[str, bool],
        start: int,
        choose: Callable[[int], int],
    ) -> None:
        self._draw, self._sort, self._start, self._choose = draw, sort, start, choose
        self._tail_from = start + 3 + choose(6)
        self._values: dict[int, Fraction] = {}
        self._tail: Callable[[Any], Any] | None = None
        self._drawing = False  # whether what is assumed asks for values, and nothing else does
        self._reach: int | None = None  # up to which values may be asked for, as they are drawn
        self.such_that: Callable[[int], Conclusion] | None = None

    def named(self, name: str, places: Iterable[tuple[int, ...]], most: int) -> dict[str, Fraction]:
        """The values at some places, at most so many, each by its name: 'x_1'."""
        return {f"{name}_{n}": self._value(n) for n, *_ in sorted(places)[:most]}

    def may_be(self, value: Fraction) -> bool:
        """Whether a number is of the sort of the values."""
        return _is_of_sort(_rational(value), self._sort)

    def at(self, place: sp.Expr) -> Any:
        """The value at an integer, or at a symbol that is known to be where the closed form is."""
        if not place.is_Integer:
            past = place - self._tail_from
            if not past.is_nonnegative:
                raise UnmetError(f"In a concrete world a value is asked for at {place}.")
            self._all()
            assert self._tail is not None
            return self._tail(past)
        if not self._drawing:
            note_read([(self, (int(place),))])
        return self._value(int(place))

    def _value(self, number: int) -> Fraction:
        if self._reach is not None and number > self._reach:
            raise _NotYetError
        if number < self._start and number not in self._values:
            self._values[number] = self._draw()
        if number in self._values:
            return self._values[number]
        self._all()
        if number in self._values:
            return self._values[number]
        assert self._tail is not None
        found = self._tail(sp.Integer(number - self._tail_from))
        return Fraction(int(found.p), int(found.q))

    def _all(self) -> None:
        """Draw the values before the closed form, and this."""
        if self._tail is not None:
            return
        before, self._drawing = self._drawing, True
        try:
            self._draw_all()
        finally:
            self._drawing = before

    def _draw_all(self) -> None:
        for number in range(self._start, self._tail_from):
            if number not in self._values:
                self._next(number)
        last = [self._values[n] for n in range(self._start, self._tail_from)]
        for tail in self._tails(last):
            self._tail = tail
            if self._is_tail():
                return
        self._tail = None
        raise UnmetError("No closed form was found for the rest of a sequence.")

    def _next(self, number: int) -> None:
        """Draw one value with which what is assumed so far is met."""
        if self.such_that is None:
            self._values[number] = self._draw()
            return
        before, self._reach = self._reach, number
        try:
            at_an_edge = self._choose(2) == 0  # where a relation is an equation
            for first in self._candidates(number):
                met, by = self._tried(number, first)
                if met and not (at_an_edge and any(by)):
                    return
                for value in self._near(number, first, by):
                    if self._tried(number, value)[0]:
                        return
                if met:
                    self._values[number] = first
                    return
        finally:
            self._reach = before
        self._values.pop(number, None)
        raise UnmetError("No value was found that meets what is assumed of a sequence.")

    def _tried(self, number: int, value: Fraction) -> tuple[bool, list[Fraction]]:
        """Whether a value can stand, and by how much the sides of relations differ."""
        if not _is_of_sort(_rational(value), self._sort):
            return False, []
        self._values[number] = value
        assert self.such_that is not None
        differences: list[Fraction] = []
        for t in range(max(self._start, number - 3), number + 1):
            try:
                is_met, by = _met_by(self.such_that(t))
            except _NotYetError:
                continue
            if not is_met:
                return False, by
            differences += by
        return True, differences

    def _near(self, number: int, first: Fraction, by: list[Fraction]) -> list[Fraction]:
        """Values where the sides of relations would be equal if they were linear, and beside."""
        _, after = self._tried(number, first + 1)
        pairs = zip(by, after, strict=False)
        edges = [first - d / (then - d) for d, then in pairs if then != d]
        edges = edges[::-1] if self._choose(2) else edges
        between = [(one + other) / 2 for one, other in pairwise(edges)]
        beside = [edge + step for edge in edges for step in (1, -1, Fraction(1, 7))]
        return [*edges, *between, *beside]

    def _candidates(self, number: int) -> Iterator[Fraction]:
        small = [Fraction(n) for n in (0, 1, -1)] + [Fraction(1, 2)]
        first = [self._draw(), small[self._choose(len(small))], self._draw()]
        yield from first
        if (before := self._values.get(number - 1)) is not None:
            yield from (before, before + 1, before - 1)
        yield from small

    def _tails(self, last: list[Fraction]) -> Iterator[Callable[[Any], Any]]:
        """Closed forms from an index on, of the number of steps beyond."""
        c, d = (_rational(self._draw()) for _ in range(2))
        ratio = sp.Integer(2) if self._sort.get("integer") else sp.Rational(2, 3)
        before, end = map(_rational, last[-2:])
        made = [lambda m: c + d * m, lambda m: c * ratio**m, lambda m: c + 0 * m]
        turn = self._choose(3)
        yield from made[turn:] + made[:turn]
        yield lambda m: end + (end - before) * (m + 1)
        yield lambda m: end + 0 * m
        if end and before:
            yield lambda m: end * (end / before) ** (m + 1)
        yield lambda m: 0 * m
        yield lambda m: 1 + 0 * m

    def _is_tail(self) -> bool:
        """Whether the closed form is of the sort, and is not seen to miss what is assumed."""
        assert self._tail is not None
        m = sp.Symbol("m", integer=True, nonnegative=True)
        if not _is_of_sort(sp.sympify(self._tail(m)), self._sort):
            return False
        if self.such_that is None:
            return True
        first = max(self._start, self._tail_from - 3)
        try:
            found = (_met_by(self.such_that(t))[0] for t in range(first, self._tail_from + 6))
            return all(found)
        except NoExactValueError:
            return False


class _NotYetError(Exception):
    """A value is asked for that is not drawn yet."""


def _rational(value: Fraction) -> Any:
    return sp.Rational(value.numerator, value.denominator)


def _is_of_sort(value: Any, sort: Mapping[str, bool]) -> bool:
    return all(getattr(value, f"is_{name}") is is_so for name, is_so in sort.items())


def _met_by(said: Conclusion) -> tuple[bool, list[Fraction]]:
    """Whether a conclusion about numbers is true, and the differences of the sides in it."""
    if isinstance(said, All | Either):
        found = [_met_by(part) for part in said.parts]
        joined = all if isinstance(said, All) else any
        return joined(is_met for is_met, _ in found), [d for _, by in found for d in by]
    if isinstance(said, Implies):
        given, body = _met_by(said.hypothesis), _met_by(said.body)
        return body[0] or not given[0], [*given[1], *body[1]]
    if not isinstance(said, Relation):
        raise ArgumentError("such_that", type(said).__name__, "relations of numbers")
    sides = [evaluate(side, {}) for side in (said.lhs, said.rhs)]
    if not all(isinstance(side, Fraction) for side in sides):
        raise NoExactValueError("a value that is irrational")
    d: Any = sides[0] - sides[1]
    return {Equal: d == 0, AtMost: d <= 0, Less: d < 0, Unequal: d != 0}[type(said)], [d]
