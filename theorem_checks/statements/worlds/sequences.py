"""What a world gives of sequences: free ones, recurrences, and statements for all integers.

What is assumed of sequences, and what determines them, is kept in `given`, and the statement is
made under it. An integer that a statement binds has a name of the world, so that no name stands for
two things; in a concrete world it is drawn, and the statement is looked at for some others, too.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from collections.abc import Sequence as Seq
from functools import partial
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.analysis import BoundedBelow, Proportional
from theorem_checks.statements.arrays.placed_arrays import PlacedArray
from theorem_checks.statements.conclusions import All, Conclusion, Equal
from theorem_checks.statements.scalars import symbolic
from theorem_checks.statements.sequences import (
    Sequence,
    Table,
)
from theorem_checks.statements.terms import term

__all__ = [
    "SequenceWorld",
    "Step",
    "alone",
    "index_of",
    "integer_from",
    "joined",
    "parts_of",
    "sequences_of",
    "values_of",
]


Step = Callable[..., Any]
"""From the sequences, and t, to the values at t + 1."""


class SequenceWorld(ABC):
    """What every world gives of sequences."""

    _names: dict[str, Any]
    _unnamed: set[str]
    given: list[Conclusion]

    @abstractmethod
    def _claimed(self, name: str, made: Callable[[], Any]) -> Any: ...

    @abstractmethod
    def sequence(
        self,
        name: str,
        such_that: Callable[[Sequence, Any], Conclusion] | None = None,
        *,
        start: int = 0,
        **assumptions: bool,
    ) -> Sequence:
        """Any sequence of numbers, `a[t]` at the integer t, of a sort as that of `number`.

        **Arguments**: `such_that(a, t)`, relations of numbers that are assumed at every integer t
        from `start` on: that a[t] is 0 or 1, or at most a[t + 1].
        """

    @abstractmethod
    def table(
        self,
        name: str,
        axes: int = 2,
        such_that: Callable[[Table, Any], Conclusion] | None = None,
        **assumptions: bool,
    ) -> Table:
        """Any numbers in several integers, `a[t, i]` at t and i, of a sort as that of `number`.

        As the weights of attention are: of every time t to every state i.

        **Arguments**: `such_that(a, t)`, relations of numbers that are assumed of the row t, for
        every t from 0 on, and read no other row: that a sum of a[t, i] over i is at most 1. A row
        of zeros has to meet them from some t on.
        """

    @abstractmethod
    def table_of(
        self,
        name: str,
        first: Callable[..., Any],
        edge: Callable[..., Any],
        following: Callable[..., Any],
        axes: int = 2,
    ) -> Table:
        """The table N with N[0, k] = first(k), N[s + 1, 0] = edge(s), and all others by these.

        N[s + 1, k + 1] is `following(N, s, k)`, which may read N[s + 1, k] and N[s, j] for all j:
        as binomial coefficients do, N[s + 1, k] + N[s, k]. With more `axes` the values have further
        integers, N[s, k, a], which all three are handed after these.
        """

    @abstractmethod
    def rows(
        self,
        name: str,
        first: Callable[..., Any],
        following: Callable[..., Any],
        axes: int = 2,
    ) -> Table:
        """The table X with X[0, k, ...] = first(k, ...), and each row by those before it.

        X[s + 1, k, ...] is `following(X, s, k, ...)`, which may read X[s, j, ...] for all j, and
        rows before: as a vector h_{s+1}, of entries k, is made from h_s.
        """

    def at_places(self, entry: Callable[..., Any], length: Any = None) -> PlacedArray:
        """The row with `entry(p)` at the places p = 0, 1, ... below a length, for a cell's arrays.

        Without a length it is the single number `entry()`.
        """
        if length is None:
            return PlacedArray(lambda _: entry(), None)
        return PlacedArray(entry, symbolic(length, "length"))

    @abstractmethod
    def places(
        self,
        names: str,
        length: Any,
        first: Callable[[Any], tuple[Any, ...]],
        following: Callable[..., tuple[Any, ...]],
    ) -> Any:
        """The tables x[t, p] of what stands in some arrays of a cell at time t, at the place p.

        **Arguments**: the names, with spaces between; the length that all arrays have; `first(p)`,
        the numbers at the place p at the time 0, one for each name; `following(t, *rows)`, arrays
        at the time t + 1 from those at t, as the code of a cell makes them of any arrays. They are
        read place by place: at 0, and at k + 1 for every k. What a table has beyond the length is
        what the same steps make of longer arrays.
        """

    def _rows_after(
        self, found: Seq[Table], length: Any, following: Callable[..., tuple[Any, ...]]
    ) -> Callable[[Any], tuple[PlacedArray, ...]]:
        """From a time to the rows after it, which are made once for all tables and places."""
        made: dict[sp.Expr, tuple[PlacedArray, ...]] = {}

        def after(t: Any) -> tuple[PlacedArray, ...]:
            if t.expression not in made:
                rows = [self.at_places(partial(_entry, table, t), length) for table in found]
                new = following(t, *rows)
                if len(new) != len(found) or not all(isinstance(one, PlacedArray) for one in new):
                    raise ArgumentError("following", new, f"{len(found)} rows, one for each table")
                made[t.expression] = new
            return made[t.expression]

        return after

    def _each_place(
        self,
        first: Callable[[Any], tuple[Any, ...]],
        after: Callable[[Any], tuple[PlacedArray, ...]],
        component: int,
    ) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
        """What determines one of some tables: its first row, the place 0, and all others."""
        return (
            lambda p: first(p)[component],
            lambda t: after(t)[component].at(0),
            lambda _, t, k: after(t)[component].at(k + 1),
        )

    @abstractmethod
    def recurrence(self, names: str, first: Any, following: Step, *, start: int = 0) -> Any:
        """The sequence with the value `first` at `start` and `following(h, t)` at t + 1.

        Of several names, with spaces between, sequences that depend on each other: `first` and
        `following(h, g, t)` are tuples then. The step may read h[t], and values before it.
        """

    @abstractmethod
    def for_all(
        self, name: str, body: Callable[[Any], Conclusion], *, start: int = 0
    ) -> Conclusion:
        """The conclusion `body(n)` for every integer n from `start` on, which is called `name`."""

    @abstractmethod
    def bounded_below(self, name: str, term: Callable[[Any], Any]) -> BoundedBelow:
        """The conclusion that `term(n)` is Omega(1): some c > 0 is at most that for all large n.

        The integer n from 0 on is called `name`. With a modulus, |a| = Omega(1/n) is that n |a| is
        Omega(1).
        """

    @abstractmethod
    def proportional(self, name: str, both: Callable[[Any], Any]) -> Proportional:
        """The conclusion that one sequence is asymptotically C times another, C not 0.

        The integer n from 0 on is called `name`; `both(n)` are the two values at n, two numbers
        or, of complex ones, two pairs (real part, imaginary part).
        """

    def _own(self, index: str) -> str:
        """The name of an index that the world makes, and that no author has given."""
        self._unnamed.add(index)
        return index

    def _each_row(
        self,
        name: str,
        X: Table,
        first: Callable[..., Any],
        following: Callable[..., Any],
        axes: int,
    ) -> Conclusion:
        """What determines a table by its rows."""

        def row(s: Any) -> Conclusion:
            return self._for_each(
                f"k_{name}", axes - 1, lambda *k: Equal(X[(s + 1, *k)], following(X, s, *k))
            )

        start = self._for_each(f"t_{name}", axes - 1, lambda *k: Equal(X[(0, *k)], first(*k)))
        return All((start, self.for_all(self._own(f"s_{name}"), row)))

    def _by_edge(
        self,
        name: str,
        N: Table,
        first: Callable[..., Any],
        edge: Callable[..., Any],
        following: Callable[..., Any],
        axes: int,
    ) -> Conclusion:
        """What determines a table: its first row, the starts of others, and all that follows."""
        further = axes - 2

        def row(s: Any) -> Conclusion:
            at_edge = self._for_each(
                f"e_{name}", further, lambda *a: Equal(N[(s + 1, 0, *a)], edge(s, *a))
            )
            inside = self._for_each(
                f"k_{name}",
                1 + further,
                lambda k, *a: Equal(N[(s + 1, k + 1, *a)], following(N, s, k, *a)),
            )
            return All((at_edge, inside))

        start = self._for_each(f"t_{name}", 1 + further, lambda *k: Equal(N[(0, *k)], first(*k)))
        return All((start, self.for_all(self._own(f"s_{name}"), row)))

    def _for_each(self, name: str, count: int, said: Callable[..., Conclusion]) -> Conclusion:
        """What is said of several integers, for all of them."""

        def within(*places: Any) -> Conclusion:
            if len(places) == count:
                return said(*places)
            index = f"{name}_{len(places)}" if places else name
            return self.for_all(self._own(index), lambda k: within(*places, k))

        return within()


def _entry(table: Table, time: Any, place: Any) -> Any:
    return table[time, place]


def integer_from(name: str, start: int) -> sp.Symbol:
    """A symbol for the integers from a start on, as far as a sign can say so."""
    sign = {"positive": True} if start > 0 else {"nonnegative": True} if start == 0 else {}
    return sp.Symbol(name, integer=True, **sign)


def index_of(name: str) -> str:
    """What the index is called by which something is said of all values of a sequence."""
    return f"t_{name}"


def parts_of(both: Any) -> tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]:
    """Two real or two complex values as tuples of terms."""
    if not isinstance(both, tuple) or len(both) != 2:
        raise ArgumentError("both", both, "two values")
    one, other = (
        tuple(term(part, "both") for part in (value if isinstance(value, tuple) else (value,)))
        for value in both
    )
    return one, other


def values_of(name: str, found: Any, count: int) -> tuple[sp.Expr, ...]:
    """What a function of an author's gave for some sequences, as so many terms."""
    values = found if isinstance(found, tuple | list) else (found,)
    if len(values) != count:
        raise ArgumentError(name, found, f"{count} values, one for each sequence")
    return tuple(term(value, name) for value in values)


def sequences_of(names: str, made: Callable[[str, int], Sequence]) -> list[Sequence]:
    """A sequence for each of the names, which spaces divide."""
    listed = names.split() if isinstance(names, str) else []
    if not listed:
        raise ArgumentError("names", names, "a name, or several with spaces between")
    return [made(name, component) for component, name in enumerate(listed)]


def alone(found: list[Sequence]) -> Any:
    """The only one of several, or all of them."""
    return found[0] if len(found) == 1 else tuple(found)


def joined(said: list[Any]) -> Conclusion:
    """All that is said, as one conclusion."""
    return said[0] if len(said) == 1 else All(tuple(said))
